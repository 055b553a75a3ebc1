/**
 * HenryDB's published TPC-B workloads, as its tests run them: their schemas, rows, statements, counts and transports.
 * Deltas are uniform, the draws seeded (theirs are Math.random). One departure: `mtime` of H1, H3 and H5 is bigint,
 * because Date.now() does not fit an INT.
 */
import { performance } from 'node:perf_hooks'
import { join } from 'node:path'
import pg from 'pg'
import { open } from '../../src/index.js'
import { seededRandom } from '../../src/util/prng.js'
import { describeSync, latencies, latencyHistogram, measureSyncLatency, recordMs } from '../support/measure.js'
import { OwnServer } from '../support/own-server.js'
import { checkBalances, describeCheck } from './checks.js'
import { PUBLISHED } from './published.js'
import { labReport, machine, percentilesOf, rounded, writeJson } from './report.js'

/** @import { Options } from './options.js' */
/** @import { Durability } from './published.js' */
/** @import { Latencies } from '../support/measure.js' */
/** @import { Random } from '../../src/util/prng.js' */

/** @typedef {(text: string, values?: any[]) => Promise<{ rows: any[] }>} Query */
/** @typedef {{ accounts: number, tellers: number, delta: number }} Sizes */
/**
 * @typedef {{ perSecond: number, latency: Latencies, check: string, ok: boolean, extra?: Record<string, Latencies> }}
 *   VariantRun
 */

const PLAIN = { accounts: 'accounts', tellers: 'tellers', branches: 'branches', history: 'history' }
const PGBENCH = {
  accounts: 'pgbench_accounts',
  tellers: 'pgbench_tellers',
  branches: 'pgbench_branches',
  history: 'pgbench_history',
}

/** @param {Options} options @param {string} dir @returns {Promise<number>} exit code */
export async function runVariant(options, dir) {
  const name = /** @type {string} */ (options.variant)
  const published = PUBLISHED[name]
  const sync = measureSyncLatency(dir)
  console.log(`${published.title}\n  ${machine()}, seed ${options.seed}\n  ${describeSync(sync)}${published.note ? `\n  ${published.note}` : ''}\n`)
  console.log(`${'durability'.padEnd(14)}${'Seawall'.padStart(12)}${'HenryDB'.padStart(12)}   p50 / p95 / p99`)
  /** @type {Durability[]} */
  const durabilities =
    options.walSyncGiven && published.durabilities[0] !== 'memory' ? [options.walSync] : published.durabilities
  const runs = []
  for (const durability of durabilities) {
    const run = await VARIANTS[name](durability, join(dir, `${name}-${durability}`), seededRandom(options.seed))
    const theirs = published.perSecond[durability]
    console.log(`${durability.padEnd(14)}${`${rounded(run.perSecond)}/s`.padStart(12)}${(theirs === undefined ? '-' : `${rounded(theirs)}/s`).padStart(12)}   ${percentiles(run.latency)}`)
    for (const [what, latency] of Object.entries(run.extra ?? {}))
      console.log(`  ${what}: ${rounded(1000 / latency.meanMs)}/s, ${percentiles(latency)}`)
    console.log(`  ${run.check}`)
    runs.push({ durability, ...run, tps: run.perSecond, published: theirs ?? null })
  }
  if (options.json !== undefined) writeJson(options.json, { ...labReport('tpcb', options, sync, runs.map(({ durability, tps, latency }) => ({ system: `seawall ${durability}`, workload: name, tps, ...percentilesOf(latency) }))), tps: runs[0].tps, variant: name, seed: options.seed, syncLatency: sync, node: process.version, runs })
  return runs.every((run) => run.ok) ? 0 : 1
}

/** @param {Latencies} latency */
const percentiles = ({ p50Ms, p95Ms, p99Ms }) =>
  [p50Ms, p95Ms, p99Ms].map((value) => value.toFixed(3)).join(' / ') + ' ms'

/** @type {Record<string, (durability: Durability, dir: string, random: Random) => Promise<VariantRun>>} */
const VARIANTS = {
  h1: (durability, dir, random) =>
    embedded(durability, dir, (query) =>
      transactions(query, random, 500, { accounts: 1000, tellers: 10, delta: 10000 }, WITH_FILLERS, fiveStatements),
    ),
  h2: (durability, dir, random) =>
    overTcp(durability, dir, (query) =>
      transactions(query, random, 100, { accounts: 200, tellers: 10, delta: 10000 }, BARE, fourBareStatements),
    ),
  h3: (durability, dir, random) =>
    embedded(durability, dir, (query) =>
      transactions(
        query, random, 200, { accounts: 50, tellers: 5, delta: 10000 }, WITH_FILLERS, inBlock(fourStatements),
      ),
    ),
  h4: (durability, dir, random) => overTcp(durability, dir, (query) => withoutKeys(query, random)),
  h5: (durability, dir, random) =>
    embedded(durability, dir, (query) =>
      transactions(
        query, random, 500, { accounts: 1000, tellers: 10, delta: 10000 }, WITH_FILLERS, inBlock(fiveStatements),
      ),
    ),
  h6: (durability, dir) => embedded(durability, dir, singleUpdates),
}

/** @param {Durability} durability @param {string} dir @param {(query: Query) => Promise<VariantRun>} work */
async function embedded(durability, dir, work) {
  const db = durability === 'memory' ? await open(':memory:') : await open(dir, { walSync: durability })
  try {
    return await work((text, values) => db.query(text, values))
  } finally {
    await db.close()
  }
}

/** @param {Durability} durability @param {string} dir @param {(query: Query) => Promise<VariantRun>} work */
async function overTcp(durability, dir, work) {
  const server = await OwnServer.start({ path: dir, walSync: durability })
  const client = new pg.Client({ connectionString: server.address })
  try {
    await client.connect()
    return await work((text, values) => client.query(text, values))
  } finally {
    await client.end()
    await server.stop()
  }
}

// --- schemas and transactions ---------------------------------------------------------------------------------------

const WITH_FILLERS = [
  'CREATE TABLE branches (bid INT PRIMARY KEY, bbalance INT, filler TEXT)',
  'CREATE TABLE tellers (tid INT PRIMARY KEY, bid INT, tbalance INT, filler TEXT)',
  'CREATE TABLE accounts (aid INT PRIMARY KEY, bid INT, abalance INT, filler TEXT)',
  'CREATE TABLE history (tid INT, bid INT, aid INT, delta INT, mtime BIGINT, filler TEXT)',
]
const BARE = [
  'CREATE TABLE branches (bid INT PRIMARY KEY, bbalance INT)',
  'CREATE TABLE tellers (tid INT PRIMARY KEY, bid INT, tbalance INT)',
  'CREATE TABLE accounts (aid INT PRIMARY KEY, bid INT, abalance INT)',
  'CREATE TABLE history (tid INT, bid INT, aid INT, delta INT)',
]

/** @typedef {(query: Query, draw: { aid: number, tid: number, delta: number }) => Promise<void>} Work */

/**
 * @param {{ select: boolean, timed: boolean }} shape with the SELECT; with mtime and filler in history
 * @returns {Work}
 */
const statements =
  ({ select, timed }) =>
  async (query, { aid, tid, delta }) => {
    await query(`UPDATE accounts SET abalance = abalance + ${delta} WHERE aid = ${aid}`)
    if (select) await query(`SELECT abalance FROM accounts WHERE aid = ${aid}`)
    await query(`UPDATE tellers SET tbalance = tbalance + ${delta} WHERE tid = ${tid}`)
    await query(`UPDATE branches SET bbalance = bbalance + ${delta} WHERE bid = 1`)
    await query(
      `INSERT INTO history VALUES (${tid}, 1, ${aid}, ${delta}${timed ? `, ${Date.now()}, 'history-filler'` : ''})`
    )
  }
const fiveStatements = statements({ select: true, timed: true })
const fourStatements = statements({ select: false, timed: true })
const fourBareStatements = statements({ select: false, timed: false })

/** @param {Work} work @returns {Work} */
const inBlock = (work) => async (query, draw) => {
  await query('BEGIN')
  await work(query, draw)
  await query('COMMIT')
}

/**
 * @param {Query} query
 * @param {Random} random
 * @param {number} count
 * @param {Sizes} sizes
 * @param {string[]} schema
 * @param {Work} work
 * @returns {Promise<VariantRun>}
 */
async function transactions(query, random, count, sizes, schema, work) {
  const fillers = schema === WITH_FILLERS
  for (const statement of schema) await query(statement)
  const rows = (/** @type {number} */ n, /** @type {(key: number) => string} */ row) =>
    Array.from({ length: n }, (_, index) => `(${row(index + 1)})`).join(', ')
  await query(`INSERT INTO branches VALUES (1, 0${fillers ? ", 'branch-filler'" : ''})`)
  await query(
    `INSERT INTO tellers VALUES ${rows(sizes.tellers, (tid) => `${tid}, 1, 0${fillers ? ", 'teller-filler'" : ''}`)}`
  )
  await query(
    `INSERT INTO accounts VALUES ${rows(sizes.accounts, (aid) => `${aid}, 1, 0${fillers ? ", 'account-filler'" : ''}`)}`
  )
  const histogram = latencyHistogram()
  const start = performance.now()
  for (let index = 0; index < count; index++) {
    const draw = {
      aid: 1 + random.below(sizes.accounts),
      tid: 1 + random.below(sizes.tellers),
      delta: random.below(2 * sizes.delta + 1) - sizes.delta,
    }
    const before = performance.now()
    await work(query, draw)
    recordMs(histogram, performance.now() - before)
  }
  const perSecond = count / ((performance.now() - start) / 1000)
  const check = await checkBalances(async (text) => (await query(text)).rows, count, PLAIN)
  return { perSecond, latency: latencies(histogram), check: describeCheck(check), ok: check.ok }
}

/** H4 with its two smaller measurements. @param {Query} query @param {Random} random @returns {Promise<VariantRun>} */
async function withoutKeys(query, random) {
  await query('CREATE TABLE pgbench_branches (bid INT, bbalance INT, filler TEXT)')
  await query('CREATE TABLE pgbench_tellers (tid INT, bid INT, tbalance INT, filler TEXT)')
  await query('CREATE TABLE pgbench_accounts (aid INT, bid INT, abalance INT, filler TEXT)')
  await query('CREATE TABLE pgbench_history (tid INT, bid INT, aid INT, delta INT, mtime TEXT)')
  await query("INSERT INTO pgbench_branches VALUES (1, 0, '')")
  await query("INSERT INTO pgbench_tellers SELECT tid, 1, 0, '' FROM generate_series(1, 10) AS tid")
  await query("INSERT INTO pgbench_accounts SELECT aid, 1, 0, '' FROM generate_series(1, 100) AS aid")
  const measure = async (/** @type {number} */ count, /** @type {() => Promise<void>} */ work) => {
    const histogram = latencyHistogram()
    const start = performance.now()
    for (let index = 0; index < count; index++) {
      const before = performance.now()
      await work()
      recordMs(histogram, performance.now() - before)
    }
    return { latency: latencies(histogram), perSecond: count / ((performance.now() - start) / 1000) }
  }
  const { latency, perSecond } = await measure(50, async () => {
    const aid = 1 + random.below(100)
    const tid = 1 + random.below(10)
    const delta = random.below(10001) - 5000
    await query('BEGIN')
    await query('UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2', [delta, aid])
    await query('SELECT abalance FROM pgbench_accounts WHERE aid = $1', [aid])
    await query('UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2', [delta, tid])
    await query('UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2', [delta, 1])
    await query("INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, 'now')", [
      tid,
      1,
      aid,
      delta,
    ])
    await query('COMMIT')
  })
  const check = await checkBalances(async (text) => (await query(text)).rows, 50, PGBENCH)
  const update = await measure(30, async () => {
    await query('BEGIN')
    await query('UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = $1', [1 + random.below(100)])
    await query('COMMIT')
  })
  const select = await measure(100, async () => {
    await query('SELECT abalance FROM pgbench_accounts WHERE aid = $1', [1 + random.below(100)])
  })
  return {
    perSecond,
    latency,
    check: describeCheck(check),
    ok: check.ok,
    extra: { 'one UPDATE in a block': update.latency, 'one SELECT': select.latency },
  }
}

/** H6. @param {Query} query @returns {Promise<VariantRun>} */
async function singleUpdates(query) {
  const count = 1000
  await query('CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)')
  await query('INSERT INTO accounts SELECT id, 1000 FROM generate_series(1, 100) AS id')
  const histogram = latencyHistogram()
  const start = performance.now()
  for (let index = 0; index < count; index++) {
    const before = performance.now()
    await query('UPDATE accounts SET balance = balance + 100 WHERE id = 42')
    recordMs(histogram, performance.now() - before)
  }
  const perSecond = count / ((performance.now() - start) / 1000)
  const balance = Number((await query('SELECT balance FROM accounts WHERE id = 42')).rows[0].balance)
  const ok = balance === 1000 + count * 100
  return {
    perSecond,
    latency: latencies(histogram),
    check: ok
      ? `balance ${balance}, as ${count} updates make it`
      : `CHECK FAILED: balance ${balance} after ${count} updates`,
    ok,
  }
}
