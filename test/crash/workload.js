/**
 * What the crash tests run and what they look for afterwards. A workload is a set of lanes that run at once, each a session of its own:
 *
 *   transfers (3 lanes)  TPC-B on shared rows; each line of history carries lane and number
 *   rows                 inserts, updates, deletes, savepoints and failed statements on a table with wide keys in three indexes: splits, merges, moved rows
 *   copies               COPY FROM STDIN, all rows of one or none
 *   ddl                  tables and indexes made, altered, truncated, dropped, some in transactions that roll back
 *   checkpoints          CHECKPOINT and VACUUM now and then
 *
 * A lane other than transfers notes, inside each transaction, what its tables look like (a fingerprint); after a crash they must look like they did at one
 * of those points, and not at an earlier one than the last that was acknowledged, where the mode promises that.
 */
import assert from 'node:assert/strict'
import { open } from '../../src/index.js'
import { ResultCollector } from '../../src/library/result.js'
import { seededRandom } from '../../src/util/prng.js'

/** @import { Random } from '../../src/util/prng.js' */

export const ACCOUNTS = 12000
const TELLERS = 10
const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024, maxWal: '4MB' }

/** @typedef {'immediate' | 'batch' | 'none' | 'off'} Mode off: immediate, with synchronous_commit = off */
export const MODES = /** @type {Mode[]} */ (['immediate', 'batch', 'none', 'off'])

/** @param {any} vfs @param {Mode} mode */
export const openDisk = (vfs, mode) => open({ ...OPTIONS, vfs, walSync: mode === 'off' ? 'immediate' : mode, settings: mode === 'off' ? { synchronous_commit: 'off' } : {} })

/** Tables and rows before the run. @param {any} db */
export async function fill(db) {
  await db.exec(`
    create table branches (bid int primary key, balance int8 not null, filler text);
    create table tellers (tid int primary key, balance int8 not null);
    create table accounts (aid int primary key, balance int8 not null, filler char(84));
    create table history (lane int, number int, aid int, delta int8, at timestamptz);
    insert into branches select g, 0, '' from generate_series(1, 2) g;
    insert into tellers select g, 0 from generate_series(1, ${TELLERS}) g;
    insert into accounts select g, 0, '' from generate_series(1, ${ACCOUNTS}) g;
    create table rows_t (id int primary key, k text not null, n int, note text);
    create index rows_k on rows_t (k);
    create unique index rows_nk on rows_t (n, k);
    create table copied (batch int, line int, body text, primary key (batch, line))`)
}

/** @typedef {{ name: string, states: string[], acknowledged: number }} Lane states[0] is before the run */
/** @typedef {{ lanes: Lane[], issued: number[], acknowledged: number[] }} History issued, acknowledged: transfers by lane */

/** @param {number} transferLanes @returns {History} */
export const emptyHistory = (transferLanes = 3) => ({ lanes: [], issued: new Array(transferLanes).fill(0), acknowledged: new Array(transferLanes).fill(0) })

/**
 * Starts all lanes; resolves when they are done, rejects when one failed.
 * @param {any} db @param {Mode} mode @param {number} seed @param {History} history filled while it runs @param {number} [size] transactions per lane
 */
export async function run(db, mode, seed, history, size = 14) {
  const settings = mode === 'off' ? { synchronous_commit: 'off' } : {}
  /** @type {[string, (lane: any, session: any, random: Random) => Promise<void>][]} */
  const kinds = [['rows', rowsLane], ['copies', copiesLane], ['ddl', ddlLane]]
  const work = kinds.map(async ([name, make], index) => {
    const session = await db.connect({ settings })
    /** @type {Lane} */
    const lane = { name, states: [], acknowledged: 0 }
    history.lanes.push(lane)
    lane.states.push(await fingerprint(session, name))
    const step = async (/** @type {() => Promise<void>} */ statements) => {
      await session.exec('begin')
      await statements()
      lane.states.push(await fingerprint(session, name))
      await session.exec('commit')
      lane.acknowledged = lane.states.length - 1
    }
    await make({ step, size }, session, seededRandom(seed * 31 + index))
  })
  for (let lane = 0; lane < history.issued.length; lane++) work.push(transfersLane(await db.connect({ settings }), lane, seededRandom(seed * 37 + lane), history, 2 * size))
  work.push(checkpointsLane(await db.connect({ settings }), size))
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw /** @type {PromiseRejectedResult} */ (failed).reason
}

/** @param {any} session @param {number} lane @param {Random} random @param {History} history @param {number} count */
async function transfersLane(session, lane, random, history, count) {
  for (let number = history.issued[lane] + 1, end = number + count; number < end; number++) {
    const aid = 1 + random.below(ACCOUNTS)
    const tid = 1 + random.below(TELLERS)
    const bid = 1 + random.below(2)
    const delta = random.below(10001) - 5000
    history.issued[lane] = number
    await session.exec('begin')
    await session.query('update accounts set balance = balance + $1 where aid = $2', [delta, aid])
    await session.query('select balance from accounts where aid = $1', [aid])
    await session.query('update tellers set balance = balance + $1 where tid = $2', [delta, tid])
    await session.query('update branches set balance = balance + $1 where bid = $2', [delta, bid])
    await session.query('insert into history values ($1, $2, $3, $4, now())', [lane, number, aid, delta])
    await session.exec('commit')
    history.acknowledged[lane] = number
  }
}

/** @param {any} lane @param {any} session @param {Random} random */
async function rowsLane({ step, size }, session, random) {
  const wide = () => `${'kxyz'[random.below(4)].repeat(20 + random.below(300))}${random.below(1e6)}`
  for (let number = 0; number < size; number++) {
    await step(async () => {
      const from = (await session.query('select coalesce(max(id), 0) as top from rows_t')).rows[0].top
      await session.query('insert into rows_t select $1 + g, repeat($2, g % 7) || $3 || g, g, $4 from generate_series(1, 12) g', [from, wide().slice(0, 60), wide(), 'n'.repeat(random.below(300))])
      if (random.below(3) === 0) await session.query('insert into rows_t values ($1, $2, $3, $4)', [from + 100, wide(), number, 'long'.repeat(500 + random.below(3000))])
      await session.exec('savepoint a')
      await session.query('update rows_t set k = $1 || id where id % 5 = $2', [wide(), random.below(5)])
      await session.query('delete from rows_t where id % 9 = $1', [random.below(9)])
      if (random.below(2) === 0) await session.exec('rollback to a')
      await session.exec('savepoint b')
      await session.query('insert into rows_t select id, k, n, note from rows_t limit 1').catch((/** @type {any} */ error) => { if (error.code !== '23505') throw error })
      await session.exec('rollback to b')
      await session.query('update rows_t set note = note || $1 where id % 4 = $2', ['+'.repeat(random.below(400)), random.below(4)])
    })
    if (random.below(4) === 0) { //   never committed
      await session.exec('begin')
      await session.query('update rows_t set k = $1 || id, n = n + 1000', [wide()])
      await session.query('delete from rows_t where id % 2 = 0')
      await session.exec('rollback')
    }
  }
}

/** @param {any} lane @param {any} session @param {Random} random */
async function copiesLane({ step, size }, session, random) {
  for (let batch = 0; batch < size / 2; batch++) {
    const count = 50 + random.below(400)
    const lines = Array.from({ length: count }, (_line, line) => `${batch}\t${line}\t${'c'.repeat(random.below(200))}\n`)
    await step(async () => { await copyIn(session, 'copy copied from stdin', lines) })
    if (random.below(3) === 0) await step(async () => { await session.query('delete from copied where batch = $1', [random.below(batch + 1)]) })
  }
}

/** @param {any} lane @param {any} session @param {Random} random */
async function ddlLane({ step, size }, session, random) {
  for (let number = 0; number < size; number++) {
    const name = `d_${number}`
    await step(async () => {
      await session.exec(`create table ${name} (a int primary key, b text default 'x' not null, c int check (c > -5)); insert into ${name} select g, repeat('b', g % 50), g % 7 from generate_series(1, ${30 + random.below(300)}) g`)
      if (random.below(2) === 0) await session.exec(`create index ${name}_b on ${name} (b, c)`)
    })
    const older = `d_${random.below(number + 1)}`
    const [found] = (await session.query('select count(*) as there from pg_class where relname = $1', [older])).rows
    if (Number(found.there) === 0) continue
    await step(async () => {
      switch (random.below(5)) {
        case 0: await session.exec(`drop table ${older}`); break
        case 1: await session.exec(`truncate ${older}; insert into ${older} select g, 'after', 1 from generate_series(1, 40) g`); break
        case 2: await session.exec(`create index on ${older} (c)`); break
        case 3: await session.exec(`alter table ${older} add column e${number} int; update ${older} set e${number} = a where a % 3 = 0`); break
        default: await session.exec(`delete from ${older} where a % 2 = 0; create table ${older}_x (z int primary key); insert into ${older}_x select a from ${older}; drop table ${older}`)
      }
    })
    if (random.below(3) === 0) {
      await session.exec(`begin; create table never_${number} (a int primary key, b text); insert into never_${number} select g, 'b' from generate_series(1, 200) g; create index on never_${number} (b)`)
      await session.exec('rollback')
    }
  }
}

/** @param {any} session @param {number} size */
async function checkpointsLane(session, size) {
  for (let number = 0; number < size / 4; number++) {
    for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve))
    await session.exec(number % 2 === 1 ? 'vacuum rows_t' : 'checkpoint')
  }
}

/** COPY FROM STDIN without a socket. @param {any} session @param {string} text @param {string[]} pieces */
export async function copyIn(session, text, pieces) {
  const collector = new ResultCollector(session.options, false).of(session.session)
  let at = 0
  const sink = Object.assign(collector, {
    copyInBegin: () => undefined,
    copyRead: () => at < pieces.length ? Buffer.from(pieces[at++]) : null,
  })
  const pending = session.session.simpleQuery(text, sink)
  if (pending !== null) await pending
  await session.session.gate.opened()
}

/** What a lane's tables look like. @param {any} session @param {string} name of the lane @returns {Promise<string>} */
async function fingerprint(session, name) {
  const rows = async (/** @type {string} */ query) => JSON.stringify((await session.query({ text: query, rowMode: 'array' })).rows)
  if (name === 'rows') return rows('select count(*), sum(id), sum(n), sum(length(k)), sum(length(note)), min(k), max(k) from rows_t')
  if (name === 'copies') return rows('select batch, count(*), sum(line), sum(length(body)) from copied group by batch order by batch')
  const relations = (await session.query("select relname, relkind, relnatts, relhasindex from pg_class where relname like 'd\\_%' or relname like 'never%' order by relname")).rows
  const parts = [JSON.stringify(relations)]
  for (const { relname, relkind } of relations) {
    if (relkind === 'r') parts.push(await rows(relname.endsWith('_x') ? `select count(*), sum(z) from ${relname}` : `select count(*), sum(a), sum(length(b)), sum(c) from ${relname}`))
  }
  return parts.join('|')
}

/**
 * After a crash: all that must hold. `nothingLost`: every acknowledged commit is there.
 * @param {any} db @param {History} history @param {boolean} nothingLost
 */
export async function verify(db, history, nothingLost) {
  await db.cluster.maintenance.sweeping
  const report = await db.check()
  assert.deepEqual(report.problems, [])
  const value = async (/** @type {string} */ query) => (await db.query({ text: query, rowMode: 'array' })).rows[0].map(Number)
  const [[accounts], [tellers], [branches], [sum, count]] = [await value('select sum(balance) from accounts'), await value('select sum(balance) from tellers'),
    await value('select sum(balance) from branches'), await value('select coalesce(sum(delta), 0), count(*) from history')]
  assert.deepEqual([accounts, tellers, branches], [sum, sum, sum], 'the four sums of TPC-B agree')
  let expected = 0
  for (let lane = 0; lane < history.issued.length; lane++) {
    const [lines, newest] = await value(`select count(*), coalesce(max(number), 0) from history where lane = ${lane}`)
    assert.equal(lines, newest, `transfers of lane ${lane} are there without a gap`)
    assert.ok(newest <= history.issued[lane], 'no transfer that nobody asked for')
    if (nothingLost) assert.ok(newest >= history.acknowledged[lane], `lane ${lane}: transfer ${history.acknowledged[lane]} was acknowledged, ${newest} is the newest there`)
    history.issued[lane] = history.acknowledged[lane] = newest
    expected += lines
  }
  assert.equal(count, expected)
  for (const { name, states, acknowledged } of history.lanes) {
    if (states.length === 0) continue // cut before it began
    const found = await fingerprint(db, name)
    const at = states.lastIndexOf(found)
    assert.ok(at >= 0, `lane ${name} looks as after none of its transactions: ${found}\nof ${states.length}, the last: ${states[states.length - 1]}`)
    if (nothingLost) assert.ok(at >= acknowledged, `lane ${name}: transaction ${acknowledged} was acknowledged, it looks as after ${at}`)
  }
}
