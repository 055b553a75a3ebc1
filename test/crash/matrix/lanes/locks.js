/**
 * Row locks of every strength by three sessions on shared rows, in transactions that then write, or only lock, or are
 * rolled back; and foreign keys, whose checks lock too. What was changed is kept in a journal by each session, which is
 * a lane of its own: the sums of both must agree, and after a crash nobody holds a lock.
 */
import assert from 'node:assert/strict'
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

const ROWS = 1200

export const name = 'locks'
export const tables = ['locks.t', 'locks.journal', 'locks.child']
export const parts = 3

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema locks; create table locks.t (id int primary key, n int not null, note text); create index on locks.t (n);
    create table locks.journal (lane int, number int, changed int);
    create table locks.child (id int primary key, parent int references locks.t (id) on delete cascade on update cascade);
    insert into locks.t select g, 0, repeat('l', 90) from generate_series(1, ${ROWS}) g`)
}

/** @param {EmbeddedSession} session @param {number} part */
export const look = async (session, part) =>
  (
    await linesOf(
      session,
      `select count(*), coalesce(max(number), 0), coalesce(sum(changed), 0) from locks.journal where lane = ${part}`
    )
  )[0]

/** @param {LaneContext} lane @param {number} part */
export async function run(lane, part) {
  const { random } = lane
  const session = await lane.connect()
  const before = await lane.first(() => look(session, part))
  if (before === null) return
  let number = Number(before.split(' ')[1])
  const strength = () => lane.pick(['update', 'update', 'no key update', 'share', 'key share'])
  const some = () =>
    lane.pick([
      `id = ${1 + random.below(ROWS)}`,
      `id % ${2 + random.below(40)} = ${random.below(2)}`,
      `id between ${random.below(ROWS)} and ${random.below(ROWS)}`,
      'true',
    ])
  const locking = async () => {
    for (let count = 1 + random.below(3); count > 0; count--) {
      if (random.below(4) === 0) await session.exec('savepoint s')
      await session.query(
        `select id from locks.t where ${some()} for ${strength()} ${lane.pick(['', '', 'skip locked'])}`
      )
      if (random.below(6) === 0) await session.exec('savepoint s; rollback to s')
    }
  }
  while (!lane.over()) {
    const kind = random.below(6)
    if (kind === 0) {
      await lane.attempt(() => session.exec('begin'))
      await lane.attempt(locking)
      await turns(random.below(12))
      await lane.attempt(() => session.exec(random.below(2) === 0 ? 'commit' : 'rollback'))
      continue
    }
    if (kind === 1) {
      await lane.never(session, async () => {
        await locking()
        await session.query(`update locks.t set n = n + 1000 where ${some()}`)
      })
      continue
    }
    const through = await lane.step(session, async () => {
      if (random.below(3) > 0) await locking()
      const where = some()
      const { changes } = {
        changes: (await session.query(`update locks.t set n = n + 1 where ${where}`)).rowCount ?? 0,
      }
      await session.query('insert into locks.journal values ($1, $2, $3)', [part, number + 1, changes])
      if (random.below(3) === 0) await session.query(`insert into locks.child select ${part * 1e6 + number * 100} + g, ${1 + random.below(ROWS - 20)} + g from generate_series(1, 10) g on conflict do nothing`)
      if (random.below(5) === 0) await session.query(`delete from locks.child where id % 7 = ${random.below(7)}`)
    })
    if (through) number++
  }
  await session.release()
}

/** @param {EmbeddedSession} db */
export async function verify(db) {
  const [sums] = await linesOf(db, `select (select sum(n) from locks.t), (select coalesce(sum(changed), 0) from locks.journal), (select count(*) from locks.t),
    (select count(*) from locks.child c where not exists (select from locks.t where t.id = c.parent))`)
  const [changed, noted, count, orphans] = sums.split(' ').map(Number)
  assert.equal(changed, noted, 'what was changed is what the journal says')
  assert.equal(count, ROWS)
  assert.equal(orphans, 0, 'every child has its parent')
}
