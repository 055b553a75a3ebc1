/**
 * What snapshots promise. A snapshot shows the same as long as it lives, by every way to the rows, also to who was lent
 * it, whatever is changed, purged, vacuumed and written anew meanwhile. And what two sessions do in SERIALIZABLE
 * transactions comes to what one after the other would have done: of each pair on duty one stays.
 */
import assert from 'node:assert/strict'
import { linesOf, turns } from '../lane-context.js'

/** @import { LaneContext } from '../lane-context.js' */
/** @import { EmbeddedSession } from '../../../../src/library/session.js' */

const PAIRS = 3

export const name = 'views'
export const tables = ['views.t', 'views.duty']
export const parts = 3

const ROW = "hashtext(row(id, k, n, md5(v))::text)::bigint"
const WHOLE = `count(*), coalesce(sum(${ROW}), 0) from views.t`
/** The same rows by each way. */
const WAYS = [
  `set local enable_seqscan = on; set local enable_indexscan = off; set local enable_bitmapscan = off;
    set local enable_indexonlyscan = off`,
  'set local enable_seqscan = off; set local enable_indexscan = on; set local enable_bitmapscan = off',
]
const SEEN = [`select ${WHOLE} where k >= ''`, `select ${WHOLE} where n > -1000000`, `select ${WHOLE} where id > 0`,
  `select count(*), coalesce(sum(n), 0) from views.t where n between 0 and 15`]

const ANEW = ['cluster views.t using t_k', 'vacuum full views.t', 'vacuum views.t']

/** @param {EmbeddedSession} db */
export async function fill(db) {
  await db.exec(`create schema views; create table views.t (id int primary key, k text, n int, v text);
    create index t_k on views.t (k); create index on views.t (n); create index on views.t (n, id) include (k);
    alter table views.t alter v set storage external; create table views.other (i int);
    insert into views.t select i, 'k' || i, i, repeat('v', i % 7 * 500) from generate_series(1, 40) i;
    create table views.duty (pair int, side int, n int, primary key (pair, side));
    insert into views.duty select p, s, 1 from generate_series(1, ${PAIRS}) p, generate_series(0, 1) s`)
}

/** @param {LaneContext} lane @param {number} part */
export const run = (lane, part) => part === 0 ? looks(lane) : doesDuty(lane, part - 1)

/** @param {EmbeddedSession} session in a transaction @returns {Promise<string[]>} */
async function seenBy(session) {
  const seen = []
  for (const way of WAYS) {
    await session.exec(way)
    const lines = []
    for (const query of SEEN) lines.push(...await linesOf(session, query))
    seen.push(lines.join('; '))
  }
  return seen
}

/** @param {LaneContext} lane */
async function looks(lane) {
  const { random } = lane
  const [writer, older, borrower, other] = [
    await lane.connect(), await lane.connect(), await lane.connect(), await lane.connect()]
  let number = random.below(1e6)
  const some = () => `id % ${1 + random.below(5)} = 0`
  const change = () => lane.pick([
    `update views.t set k = 'm' || id || '-${++number}' where ${some()}`,
    `update views.t set k = 'k' || id, n = id where ${some()}`,
    `update views.t set n = ${lane.pick(['n + 1', '-id', 'id * 3'])} where ${some()}`,
    `update views.t set v = repeat('w', id % 5 * ${random.below(900)}) where ${some()}`,
    `delete from views.t where ${some()}`,
    `insert into views.t select i, 'n' || i, i, repeat('i', i * 9) from generate_series(1, ${random.below(60)}) i
      on conflict do nothing`,
  ])
  while (!lane.over()) {
    /** @type {string[]} */
    let seen = []
    let isLent = false
    // Who has read a table has it locked: only who has not can find it written anew.
    const isLate = random.below(2) === 0
    const begun = await lane.attempt(async () => {
      await older.exec('begin isolation level repeatable read; select from views.other')
      if (isLate) await writer.exec('begin')
      seen = await seenBy(isLate ? writer : older)
      if (isLate) await writer.exec('commit')
      assert.equal(seen[0], seen[1], 'a snapshot shows the same by every way')
      if (random.below(2) > 0) return
      const [lent] = await linesOf(older, 'select pg_export_snapshot()')
      await borrower.exec(`begin isolation level repeatable read; set transaction snapshot '${lent}'`)
      isLent = true
      if (random.below(2) === 0) await older.exec('commit')
    })
    for (let count = begun ? 1 + random.below(4) : 0; count > 0; count--) {
      await lane.attempt(() => writer.exec('begin'))
      const through = await lane.attempt(async () => {
        for (let left = 1 + random.below(3); left > 0; left--) {
          if (random.below(3) === 0) await writer.exec(`savepoint s; ${change()}; rollback to s`)
          await writer.exec(change())
        }
      })
      await lane.attempt(() => writer.exec(through && random.below(4) > 0 ? 'commit' : 'rollback'))
      if (random.below(4) === 0)
        await lane.attempt(() => writer.exec(isLate ? lane.pick(ANEW) : 'vacuum views.t'))
      await lane.attempt(() => other.exec('insert into views.other values (1)')) // purge goes on behind it
      await turns(random.below(8))
    }
    for (const session of isLent ? [borrower, older] : [older]) {
      if (!begun || session === older && isLent) continue
      // What was written anew has one version of each row: who is older is refused.
      await lane.attempt(async () => assert.deepEqual(await seenBy(session), seen, 'what a snapshot shows later on'))
    }
    for (const session of [older, borrower]) await lane.attempt(() => session.exec('rollback'))
  }
  for (const session of [writer, older, borrower, other]) await session.release()
}

/** @param {LaneContext} lane @param {number} side */
async function doesDuty(lane, side) {
  const { random } = lane
  const session = await lane.connect()
  while (!lane.over()) {
    const pair = 1 + random.below(PAIRS)
    await lane.attempt(() => session.exec('begin isolation level serializable'))
    const through = await lane.attempt(async () => {
      const [sum] = await linesOf(session, `select sum(n) from views.duty where pair = ${pair}`)
      assert.ok(Number(sum) > 0, `somebody of pair ${pair} is on duty`)
      await turns(random.below(4))
      await session.exec(`update views.duty set n = ${Number(sum) > 1 ? 0 : 1} where pair = ${pair} and side = ${side}`)
      await turns(random.below(4))
    })
    await lane.attempt(() => session.exec(through ? 'commit' : 'rollback'))
    await turns(random.below(3))
  }
  await session.release()
}

/** @param {EmbeddedSession} db */
export async function verify(db) {
  const { rows } = await db.query('select pair from views.duty group by pair having sum(n) < 1')
  assert.deepEqual(rows, [], 'of each pair somebody is on duty')
}
