/**
 * Ways to write the rows: Seawall embedded with prepared statements, over the wire in multi-row statements or by COPY;
 * SQLite prepared; PostgreSQL by the same wire.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { OwnServer } from '../support/own-server.js'
import { OwnPostgres, optionalPackage } from '../lab/rivals.js'
import { COLUMNS, UPSERT, schema } from './rows.js'
import { open } from '../../src/index.js'

/**
 * @typedef {object} BulkSystem
 * @property {string} label @property {string} durability
 * @property {(rows: any[][], first: boolean) => Promise<void> | void} write one transaction
 * @property {() => Promise<number>} count
 * @property {() => number | Promise<number>} rssMb
 * @property {() => Promise<void>} close
 */

export const TYPES = { text: 'varchar(36)', float: 'float8', timestamp: 'timestamp' }
export const SQLITE_TYPES = { text: 'VARCHAR(36)', float: 'FLOAT', timestamp: 'DATETIME' }
const marks = (/** @type {string} */ sign) => COLUMNS.map((_, at) => sign === '?' ? '?' : `$${at + 1}`).join(', ')
const ownRss = () => process.memoryUsage().rss / 2 ** 20

/** Of another process, from the system's own account of it. @param {number} pid */
export function rssOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** @param {any} config @param {string} dir @returns {Promise<BulkSystem>} */
async function prepared(config, dir) {
  const db = await open({ path: dir, walSync: config.walSync, bufferPool: `${config.memory}MB` })
  for (const statement of schema(TYPES)) await db.exec(statement)
  const insert = db.prepare(`INSERT INTO bench_rows VALUES (${marks('$')})`)
  const upsert = db.prepare(`INSERT INTO bench_rows VALUES (${marks('$')}) ${UPSERT}`)
  return {
    label: 'Seawall embedded, prepared, synchronous', durability: `wal_sync ${config.walSync}`,
    write: (rows, first) => { db.transactionSync(() => { (first ? insert : upsert).runMany(rows) }) },
    count: async () => Number((await db.query('SELECT count(*) AS n FROM bench_rows')).rows[0].n), rssMb: ownRss, close: () => db.close(),
  }
}

/** Rows of one multi-row statement: so many parameters fit into its 16-bit count. */
const ROWS_PER_STATEMENT = 1000

/** @param {any} client @param {any[][]} rows @param {boolean} first */
async function writeStatements(client, rows, first) {
  await client.query('BEGIN')
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = rows.slice(from, from + ROWS_PER_STATEMENT)
    const values = some
      .map((_, row) => `(${COLUMNS.map((_name, column) => `$${row * COLUMNS.length + column + 1}`).join(', ')})`)
      .join(', ')
    await client.query({
      name: `insert${some.length}${first}`,
      text: `INSERT INTO bench_rows VALUES ${values}${first ? '' : ` ${UPSERT}`}`,
      values: some.flat(),
    })
  }
  await client.query('COMMIT')
}

/** COPY FROM STDIN of a text that is at hand, as a query object of node-postgres. */
class CopyIn {
  /** @param {string} text @param {string} data */
  constructor(text, data) {
    this.text = text
    this.data = data
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  /** @param {any} connection */
  submit(connection) { connection.query(this.text) }
  /** @param {any} connection */
  handleCopyInResponse(connection) {
    connection.sendCopyFromChunk(Buffer.from(this.data))
    connection.endCopyFrom()
  }

  handleCommandComplete() { /* ReadyForQuery follows */ }
  /** @param {Error} error */
  handleError(error) { this.reject?.(error) }
  handleReadyForQuery() { this.resolve?.(undefined) }
}

/** @param {any} client @param {string} text @param {string} data */
const copyIn = (client, text, data) => client.query(new CopyIn(text, data)).finished

/**
 * COPY into a table of its own, then one upsert from it: COPY itself has no ON CONFLICT.
 * @param {any} client
 * @param {any[][]} rows
 * @param {boolean} first
 */
async function writeCopy(client, rows, first) {
  const text = `${rows.map((row) => row.map((value) => value === null ? '\\N' : value).join('\t')).join('\n')}\n`
  if (first) {
    await copyIn(client, 'COPY bench_rows FROM STDIN', text)
    return
  }
  await client.query('BEGIN')
  await client.query('CREATE TEMP TABLE IF NOT EXISTS incoming (LIKE bench_rows)')
  await client.query('TRUNCATE incoming')
  await copyIn(client, 'COPY incoming FROM STDIN', text)
  await client.query(`INSERT INTO bench_rows SELECT * FROM incoming ${UPSERT}`)
  await client.query('COMMIT')
}

/**
 * @param {'statements' | 'copy'} how
 * @param {string} label
 * @param {string} durability
 * @param {number} port
 * @param {() => number} rssMb
 * @param {() => Promise<void> | void} stop
 * @returns {Promise<BulkSystem>}
 */
async function overWire(how, label, durability, port, rssMb, stop) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  for (const statement of schema(TYPES)) await client.query(statement)
  return {
    label, durability, rssMb,
    write: (rows, first) => how === 'copy' ? writeCopy(client, rows, first) : writeStatements(client, rows, first),
    count: async () => Number((await client.query('SELECT count(*) AS n FROM bench_rows')).rows[0].n),
    close: async () => {
      await client.end()
      await stop()
    },
  }
}

/** @param {'statements' | 'copy'} how */
const seawallWire = (how) => async (/** @type {any} */ config, /** @type {string} */ dir) => {
  const server = await OwnServer.start({ path: dir, walSync: config.walSync, bufferPool: `${config.memory}MB` })
  return overWire(
    how,
    `Seawall over TCP, ${how}`,
    `wal_sync ${config.walSync}`,
    Number(new URL(server.address).port),
    () => rssOf(server.child.pid ?? 0),
    () => server.stop()
  )
}

/** @param {string} walSync */
export function durabilityOfPostgres(walSync) {
  const commit = walSync === 'immediate' ? 'on' : 'off'
  return { setting: `synchronous_commit = ${commit}`, label: `fsync on, synchronous_commit ${commit}` }
}

/** @param {'statements' | 'copy'} how */
const postgresWire = (how) => async (/** @type {any} */ config, /** @type {string} */ dir) => {
  const durability = durabilityOfPostgres(config.walSync)
  const own = await OwnPostgres.start(dir, [durability.setting])
  if (own === null) return 'PostgreSQL is not installed'
  return overWire(how, `PostgreSQL ${own.version}, ${how}`, durability.label, own.port, () => 0, () => own.stop())
}

/**
 * @param {any} config
 * @param {string} path of the database
 * @returns {Promise<{ db: any, label: string, durability: string } | string>} a string: why there is none
 */
export async function openSqlite(config, path) {
  const Sqlite = (await optionalPackage('better-sqlite3'))?.default
  if (Sqlite === undefined) return 'the package better-sqlite3 is not installed'
  const db = new Sqlite(path)
  const journal = db.pragma('journal_mode = WAL', { simple: true })
  db.pragma(
    `synchronous = ${{ immediate: 'FULL', batch: 'NORMAL', none: 'OFF' }[/** @type {'none'} */ (config.walSync)]}`
  )
  db.pragma(`cache_size = -${config.memory * 1024}`)
  db.pragma('temp_store = MEMORY')
  const inForce = ['OFF', 'NORMAL', 'FULL', 'EXTRA'][db.pragma('synchronous', { simple: true })]
  return {
    db,
    label: `SQLite ${db.prepare('SELECT sqlite_version() AS v').get().v}, better-sqlite3`,
    durability: `journal ${journal}, synchronous ${inForce}`,
  }
}

/** @param {any} config @param {string} dir @returns {Promise<BulkSystem | string>} */
async function sqlite(config, dir) {
  const opened = await openSqlite(config, join(dir, 'bulk.sqlite'))
  if (typeof opened === 'string') return opened
  const { db, label, durability } = opened
  for (const statement of schema(SQLITE_TYPES)) db.exec(statement)
  const insert = db.prepare(`INSERT INTO bench_rows VALUES (${marks('?')})`)
  const upsert = db.prepare(`INSERT INTO bench_rows VALUES (${marks('?')}) ${UPSERT}`)
  const write = db.transaction((/** @type {any[][]} */ rows, /** @type {boolean} */ first) => {
    for (const row of rows) (first ? insert : upsert).run(row)
  })
  return {
    label: `${label}, prepared`, durability, write: (rows, first) => { write(rows, first) },
    count: async () => db.prepare('SELECT count(*) AS n FROM bench_rows').get().n, rssMb: ownRss,
    close: async () => { db.close() },
  }
}

/** @type {Record<string, (config: any, dir: string) => Promise<BulkSystem | string>>} */
export const SYSTEMS = {
  prepared,
  wire: seawallWire('statements'),
  copy: seawallWire('copy'),
  sqlite,
  postgres: postgresWire('statements'),
  'postgres-copy': postgresWire('copy'),
}
