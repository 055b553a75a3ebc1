/**
 * The same transactions on SQLite through better-sqlite3, where that package is installed: the rival an embedded engine
 * is measured by. Journal WAL; synchronous FULL, NORMAL or OFF for immediate, batch, none; the values in force are read
 * back and shown.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ACCOUNTS_PER_BRANCH, STEP, TELLERS_PER_BRANCH } from './workload.js'

/** @import { Client, Draws, Target } from './target.js' */
/** @import { Options } from './options.js' */

const SYNCHRONOUS = { immediate: 'FULL', batch: 'NORMAL', none: 'OFF' }
const SYNCHRONOUS_NAMES = ['OFF', 'NORMAL', 'FULL', 'EXTRA']

/**
 * @param {Options} options
 * @param {string} dir
 * @returns {Promise<Target>}
 * @throws {Error} with a plain sentence when the package is missing
 */
export async function sqliteTarget(options, dir) {
  const Sqlite = await loadPackage()
  mkdirSync(dir, { recursive: true })
  const db = new Sqlite(join(dir, 'tpcb.sqlite'))
  const journal = db.pragma('journal_mode = WAL', { simple: true })
  db.pragma(`synchronous = ${SYNCHRONOUS[options.walSync]}`)
  if (options.memory) db.pragma(`cache_size = -${kilobytes(options.memory)}`)
  const version = db.prepare('SELECT sqlite_version() AS version').get().version
  return {
    label: `SQLite ${version}, better-sqlite3, synchronous calls`,
    durability: `journal ${journal}, synchronous ${SYNCHRONOUS_NAMES[db.pragma('synchronous', { simple: true })]}`,
    dir,
    fill: async () => fill(db, options.scale),
    rows: async (query) => db.prepare(query).all(),
    connect: async () => [client(db)],
    counters: async () => null,
    startProfile: async () => undefined,
    profile: async () => null,
    close: async () => { db.close() },
  }
}

/** @param {string} size such as 256MB */
function kilobytes(size) {
  const [, count, unit] = /^(\d+) *(kB|MB|GB)$/.exec(size) ?? []
  if (count === undefined) throw new Error(`--memory takes a size such as 256MB, not "${size}"`)
  return Number(count) * (unit === 'GB' ? 1048576 : unit === 'MB' ? 1024 : 1)
}

async function loadPackage() {
  try {
    return (await import('better-sqlite3')).default
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('--against sqlite needs the better-sqlite3 package, which is not installed (npm install --no-save better-sqlite3)', { cause: error })
  }
}

/**
 * The tables in SQLite's own best form: integer primary keys are its row ids. Fillers are as wide as pgbench's.
 * @param {any} db
 * @param {number} scale
 */
function fill(db, scale) {
  db.exec(`
    DROP TABLE IF EXISTS pgbench_accounts; DROP TABLE IF EXISTS pgbench_branches; DROP TABLE IF EXISTS pgbench_history; DROP TABLE IF EXISTS pgbench_tellers;
    CREATE TABLE pgbench_history (tid INTEGER, bid INTEGER, aid INTEGER, delta INTEGER, mtime TEXT, filler TEXT);
    CREATE TABLE pgbench_tellers (tid INTEGER PRIMARY KEY, bid INTEGER, tbalance INTEGER, filler TEXT);
    CREATE TABLE pgbench_accounts (aid INTEGER PRIMARY KEY, bid INTEGER, abalance INTEGER, filler TEXT);
    CREATE TABLE pgbench_branches (bid INTEGER PRIMARY KEY, bbalance INTEGER, filler TEXT);`)
  const branch = db.prepare('INSERT INTO pgbench_branches (bid, bbalance) VALUES (?, 0)')
  const teller = db.prepare('INSERT INTO pgbench_tellers (tid, bid, tbalance) VALUES (?, ?, 0)')
  const account = db.prepare('INSERT INTO pgbench_accounts (aid, bid, abalance, filler) VALUES (?, ?, 0, ?)')
  const filler = ' '.repeat(84)
  db.transaction(() => {
    for (let bid = 1; bid <= scale; bid++) branch.run(bid)
    for (let tid = 1; tid <= scale * TELLERS_PER_BRANCH; tid++)
      teller.run(tid, Math.floor((tid - 1) / TELLERS_PER_BRANCH) + 1)
    for (let aid = 1; aid <= scale * ACCOUNTS_PER_BRANCH; aid++)
      account.run(aid, Math.floor((aid - 1) / ACCOUNTS_PER_BRANCH) + 1, filler)
  })()
  db.pragma('wal_checkpoint(TRUNCATE)')
}

/** @param {any} db @returns {Client} */
function client(db) {
  const prepare = (/** @type {string} */ text) => db.prepare(text.replace(/\$\d/g, '?'))
  const account = prepare(STEP.account.text)
  const balance = prepare(STEP.balance.text)
  const teller = prepare(STEP.teller.text)
  const branch = prepare(STEP.branch.text)
  const history = prepare(STEP.history.text)
  const transaction = db.transaction((/** @type {Draws} */ draw) => {
    account.run(draw.delta, draw.aid)
    balance.get(draw.aid)
    teller.run(draw.delta, draw.tid)
    branch.run(draw.delta, draw.bid)
    history.run(draw.tid, draw.bid, draw.aid, draw.delta)
  })
  return { runSync: transaction, run: null, close: async () => undefined }
}
