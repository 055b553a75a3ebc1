/**
 * Small gin indexes whose keys wait, and nothing else: rows come, change and go within the transaction that made them
 * and soon after it, while somebody moves what waits. What the indexes find is compared with the table all the time.
 */
import assert from 'node:assert/strict'
import { linesOf, lookOfTables, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

export const name = 'waiting'
export const tables = ['waiting.t']

/** Numbers that rows have: few, so that a number goes and comes again. */
const NUMBERS = 12

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema waiting; create table waiting.t (id int primary key, e int[], w text[]);
    create index whole on waiting.t using gin (e);
    create index small on waiting.t using gin (w) with (gin_pending_list_limit = 64);
    create index part on waiting.t using gin (w, e) where id % 2 = 0`)
}

/** @param {EmbeddedSession} session */
export const look = (session) => lookOfTables(session, tables)

/** What each number finds. @param {EmbeddedSession} session @param {'on' | 'off'} byTable */
async function found(session, byTable) {
  await session.exec(
    `set local enable_seqscan = ${byTable}; set local enable_bitmapscan = ${byTable === 'on' ? 'off' : 'on'}`,
  )
  const each = Array.from(
    { length: NUMBERS },
    (_, n) => `(select array_agg(id order by id) from waiting.t where e @> '{${n}}'),
    (select array_agg(id order by id) from waiting.t where w @> '{w${n}}')`,
  )
  return linesOf(session, `select ${each.join(', ')}`)
}

/** @param {LaneContext} lane */
export async function run(lane) {
  const { random } = lane
  const [session, mover, reader, other] = await Promise.all([1, 2, 3, 4].map(() => lane.connect()))
  const some = () => random.below(NUMBERS)
  let next = 1000 * random.below(1000) + 1
  /** The newest rows, or any. */
  const which = () =>
    lane.pick([`id >= ${next - 1 - random.below(20)}`, `id % 3 = ${random.below(3)}`, `e @> '{${some()}}'`, 'true'])
  const insert = (count = 1 + random.below(random.below(4) === 0 ? 120 : 8)) => {
    const from = next
    next += count
    return session.exec(`insert into waiting.t select i, array[i % ${NUMBERS}, ${some()}, i], array['w' || i % 5, 'w${some()}', 'v' || i]
      from generate_series(${from}, ${next - 1}) i`)
  }
  const change = () => session.exec(lane.pick([
    `update waiting.t set e = array[${some()}, ${some()}] where ${which()}`,
    `update waiting.t set w = array['w${some()}'] where ${which()}`,
    `update waiting.t set w = w || 'w${some()}'::text, e = e || ${some()} where ${which()}`,
    `update waiting.t set e = null where ${which()}`,
    `delete from waiting.t where ${which()}`,
    `delete from waiting.t where id >= ${next - 1 - random.below(6)}`,
  ]))
  const work = async () => {
    for (let count = 1 + random.below(4); count > 0; count--) {
      await session.exec('savepoint s')
      const through = await lane.attempt(random.below(2) === 0 ? insert : change)
      if (!through || random.below(4) === 0) await session.exec('rollback to s')
      if (random.below(3) === 0) await turns(random.below(12))
    }
  }
  /** Rows go while their keys are moved, which gives way now and then. */
  const goMeanwhile = async () => {
    await lane.step(session, () => insert(400 + random.below(1200)))
    const moving = lane.attempt(() => other.exec("select gin_clean_pending_list('waiting.whole')"))
    moving.catch(() => undefined) // awaited below, unless the power goes first
    await turns(random.below(6))
    const some = `id % 4 ${lane.pick(['=', '<>'])} ${random.below(4)}`
    await lane.step(session, () => session.exec(`delete from waiting.t where ${some}`))
    await moving
  }
  const move = async () => {
    while (!lane.over()) {
      await turns(2 + random.below(30))
      await lane.attempt(() =>
        mover.exec(`select gin_clean_pending_list('waiting.${lane.pick(['whole', 'small', 'part'])}')`),
      )
    }
  }
  const write = async () => {
  while (!lane.over()) {
    await lane.step(session, async () => { await insert(); await work() })
    if (random.below(2) === 0) await lane.never(session, async () => { await insert(); await work() })
    if (random.below(2) === 0) await lane.step(session, change)
    if (random.below(6) === 0) await goMeanwhile()
    if (random.below(4) === 0) await lane.attempt(async () => {
      await reader.exec('begin isolation level repeatable read')
      assert.deepEqual(await found(reader, 'off'), await found(reader, 'on'), 'what gin indexes find')
    })
    if (random.below(4) === 0) await lane.attempt(() => reader.exec('commit'))
    const [count] = await linesOf(session, 'select count(*) from waiting.t')
    if (Number(count) > 400) await lane.step(session, () => session.exec('delete from waiting.t where id % 4 > 0'))
  }
  }
  await Promise.all([write(), move()])
  await lane.attempt(() => reader.exec('rollback'))
  for (const each of [session, mover, reader, other]) await each.release()
}
