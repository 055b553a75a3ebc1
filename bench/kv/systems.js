/** The stores: a table of Seawall and one of SQLite, each through prepared statements that run synchronously. */
import { join } from 'node:path'
import { latencies, latencyHistogram, recordMs } from '../support/measure.js'
import { optionalPackage } from '../lab/rivals.js'
import { prepare } from './workloads.js'
import { open } from '../../src/index.js'

/** @import { System } from '../lab/lab.js' */
/** @import { Store, Workload } from './workloads.js' */

/** Operations timed one by one, apart from those that are counted. */
const TIMED = 10_000
/** Batches between looks at the clock. */
const BATCH_MS = 5

/** @type {System} */
export const seawall = {
  name: 'seawall',
  start: async (config, dir) => {
    const db = await open({ path: dir, walSync: config.walSync, bufferPool: `${config.cache}MB` })
    await db.exec('CREATE TABLE kv (key text PRIMARY KEY, value text)')
    const put = db.prepare('INSERT INTO kv VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
    const get = db.prepare('SELECT value FROM kv WHERE key = $1')
    const scan = db.prepare('SELECT key, value FROM kv WHERE key >= $1 ORDER BY key LIMIT 100')
    const range = db.prepare('SELECT key, value FROM kv WHERE key >= $1 AND key < $2 ORDER BY key')
    const count = db.prepare('SELECT count(*)::int AS n FROM kv')
    /** @type {Store} */
    const store = {
      clear: () => {
        db.prepare('TRUNCATE kv').run()
      },
      fill: (first, rows, key, value) => {
        db.transactionSync(() => {
          for (let i = first; i < first + rows; i++) put.run(key(i), value(i))
        })
        db.prepare('ANALYZE kv').run()
      },
      get: (key) => get.get(key)?.value,
      put: (key, value) => { put.run(key, value) },
      putAll: (pairs) => { put.runMany(pairs) },
      scan: (from) => scan.all(from).length,
      range: (from, before) => range.all(from, before).length,
      count: () => count.get().n,
    }
    return {
      label: 'Seawall, prepared, synchronous',
      durability: `wal_sync ${config.walSync}`,
      run: (workload) => run(store, workload, config),
      close: () => db.close(),
    }
  },
}

const SYNCHRONOUS = /** @type {Record<string, string>} */ ({ immediate: 'FULL', batch: 'NORMAL', none: 'OFF' })

/** @type {System} */
export const sqlite = {
  name: 'sqlite',
  start: async (config, dir) => {
    const Sqlite = (await optionalPackage('better-sqlite3'))?.default
    if (Sqlite === undefined) return 'the package better-sqlite3 is not installed'
    const db = new Sqlite(join(dir, 'kv.sqlite'))
    const journal = db.pragma('journal_mode = WAL', { simple: true })
    db.pragma(`synchronous = ${SYNCHRONOUS[config.walSync]}`)
    db.pragma(`cache_size = -${config.cache * 1024}`)
    db.exec('CREATE TABLE kv (key TEXT PRIMARY KEY, value TEXT)')
    const put = db.prepare('INSERT OR REPLACE INTO kv VALUES (?, ?)')
    const get = db.prepare('SELECT value FROM kv WHERE key = ?')
    const scan = db.prepare('SELECT key, value FROM kv WHERE key >= ? ORDER BY key LIMIT 100')
    const range = db.prepare('SELECT key, value FROM kv WHERE key >= ? AND key < ? ORDER BY key')
    const count = db.prepare('SELECT count(*) AS n FROM kv')
    const putAll = db.transaction((/** @type {[string, string][]} */ pairs) => {
      for (const [key, value] of pairs) put.run(key, value)
    })
    const fill = db.transaction(
      (/** @type {number} */ first, /** @type {number} */ rows, /** @type {any} */ key, /** @type {any} */ value) => {
        for (let i = first; i < first + rows; i++) put.run(key(i), value(i))
      }
    )
    /** @type {Store} */
    const store = {
      clear: () => {
        db.exec('DELETE FROM kv')
      },
      fill,
      get: (key) => get.get(key)?.value,
      put: (key, value) => {
        put.run(key, value)
      },
      putAll,
      scan: (from) => scan.all(from).length,
      range: (from, before) => range.all(from, before).length,
      count: () => count.get().n,
    }
    const inForce = ['OFF', 'NORMAL', 'FULL', 'EXTRA'][db.pragma('synchronous', { simple: true })]
    return {
      label: `SQLite ${db.prepare('SELECT sqlite_version() AS v').get().v}, better-sqlite3, prepared`,
      durability: `journal ${journal}, synchronous ${inForce}`,
      run: (workload) => run(store, workload, config),
      close: async () => {
        db.close()
      },
    }
  },
}

/** @type {WeakMap<Store, Workload>} what a store was filled for */
const filled = new WeakMap()

/** @param {Store} store @param {Workload} workload @param {any} config */
async function run(store, workload, config) {
  // Growing workloads start anew each round, others fill once.
  const before = filled.get(store)
  if (before === undefined || before.keys !== workload.keys || before.key !== workload.key || workload.keys <= 5000)
    prepare(store, workload)
  filled.set(store, workload)
  let done = 0
  let i = 0
  for (; i < 200; i++) done += workload.each(store, i)
  const histogram = latencyHistogram()
  const timedUntil = performance.now() + config.seconds * 500
  for (let at = 0; at < TIMED && performance.now() < timedUntil; at++, i++) {
    const start = performance.now()
    done += workload.each(store, i)
    recordMs(histogram, performance.now() - start)
  }
  let counted = 0
  const start = performance.now()
  const endsMs = start + config.seconds * 1000
  let now = start
  for (let batch = 16; now < endsMs;) {
    const batchStart = now
    for (let at = 0; at < batch; at++, i++) counted += workload.each(store, i)
    now = performance.now()
    if (now - batchStart < BATCH_MS) batch *= 2
  }
  workload.check(store, done + counted)
  const { p50Ms, p95Ms, p99Ms, p999Ms } = latencies(histogram)
  return {
    tps: counted / ((now - start) / 1000),
    p50Ms,
    p95Ms,
    p99Ms,
    p999Ms,
    more: { 'µs each': ((now - start) * 1000) / counted },
  }
}
