/**
 * Seawall: the PostgreSQL you can import.
 *
 *   import { open } from 'seawall'
 *   const db = await open('./data')
 *   const { rows } = await db.query('select $1::int + 1 as n', [41])
 */
import { fileURLToPath } from 'node:url'
import { checkOptions, isServer } from './library/options.js'
import { DbError } from './errors/db-error.js'
import { optionsAreNone, pathIsNone } from './errors/library.js'
import { DiskVfs } from './storage/vfs/disk-vfs.js'
import { listeningOf } from './storage/vfs/listening.js'
import { databaseHere, databaseInWorker, databaseOnServer, useExtensions } from './database-of.js'
import { later, soon, whenLoaded } from './util/later.js'

// Loaded when a database is opened here: Node takes a fifth less for what is required than for what is imported, and
// who asks a server or a `worker` needs none of it.
/** @type {() => typeof import('./engine/cluster/cluster.js')} */
const engine = later(import.meta.url, './engine/cluster/cluster.js')

export { Database } from './library/database.js'
export { EmbeddedSession } from './library/session.js'
export { Statement } from './library/statement.js'
export { DbError } from './errors/db-error.js'

/** @typedef {import('./engine/cluster/options.js').ClusterOptions} ClusterOptions */

/** @import { Database } from './library/database.js' */

/**
 * @typedef {object} LibraryOptions
 * @property {'rw' | 'ro'} [mode='rw'] ro: any number of processes may read the directory at a time, as long as none
 *   opens it to write; all transactions are read-only (25006), nothing in the directory is written, and what recovery
 *   of a directory that was not closed changes is kept in memory
 * @property {boolean | string | URL} [worker=false] the engine runs in a thread of its own, and no statement holds this
 *   one's event loop: true, or the path of a module whose default export is called with the thread's Database first
 *   (functions in JavaScript are made there) and which may export `extensions`. The synchronous API and functions made
 *   here are 0A000 (docs/worker.md)
 * @property {'fail' | 'wait' | 'connect'} [ifLocked='fail'] another process has the directory open: wait until it has
 *   closed it, or become its client where it serves clients (docs/outgrowing.md says what a client cannot have)
 * @property {'string' | 'bigint' | 'number'} [int8='string'] what int8 values are in results
 * @property {'string' | 'number'} [numeric='string'] what numeric values are in results
 * @property {Record<number, (text: string) => any>} [parsers] by type OID: makes a result value from its text
 * @property {string} [user='postgres']
 * @property {string} [database='postgres']
 * @property {Record<string, string>} [settings] of the main session
 * @property {boolean} [javascript=false] SQL may bring functions whose body is JavaScript (CREATE FUNCTION … LANGUAGE
 *   javascript, DO LANGUAGE javascript): for superusers, with all that this process may do (docs/javascript.md)
 * @property {(notice: any) => void} [onNotice] of the main session
 * @property {import('./extensions/definition.js').ExtensionDefinition[]} [extensions] that the program brings
 *   (`defineExtension` of 'seawall/extension'), for CREATE EXTENSION and for databases that have them
 */
/** @typedef {ClusterOptions & LibraryOptions} OpenOptions */

/**
 * Opens a database cluster, running recovery if the last close was not clean. Prints nothing and installs no signal
 * handler.
 * @param {string | URL | OpenOptions} [where] a directory (created if absent, locked against other processes until
 *   `close()`), ':memory:', `postgres://…` for the same API over a server (docs/outgrowing.md), or options with `path`
 * @param {OpenOptions} [options]
 * @returns {Promise<Database>} resolves when queries may run
 * @throws {DbError} 55006 in use elsewhere; XX001 corrupt; 58030 I/O error; 22023 an option that does not fit or does
 *   not exist; 0A000 one that is not supported
 */
export async function open(where, options = {}) {
  const chosen = chosenBy(where, options)
  checkOptions(chosen)
  const loading = whenLoaded()
  if (loading !== null) await loading
  if (isServer(chosen.path)) return databaseOnServer(chosen)
  if (!chosen.worker) await useExtensions(chosen)
  for (;;) {
    try {
      if (chosen.worker) return await databaseInWorker(chosen)
      if (chosen.mode === 'ro') return await openReadOnly(chosen)
      return await databaseHere(await engine().Cluster.open(chosen), chosen)
    } catch (error) {
      const isLocked = error instanceof DbError && error.code === '55006'
      if (!isLocked || (chosen.ifLocked ?? 'fail') === 'fail') throw error
      if (chosen.ifLocked === 'connect') return connectToHolder(chosen, error)
    }
    await new Promise((resolve) => { setTimeout(resolve, LOOK_AGAIN_MS) })
  }
}

/**
 * @param {string | URL | OpenOptions | undefined} where @param {OpenOptions} options
 * @returns {OpenOptions} all that was said
 * @throws {DbError} 22023 it is none of these
 */
function chosenBy(where, options) {
  if (!isObject(options) || options instanceof URL) throw optionsAreNone(options)
  if (typeof where === 'string' || where instanceof URL) return { ...options, path: where }
  if (where !== undefined && !isObject(where)) throw pathIsNone(where)
  const { path } = where ?? {}
  if (path !== undefined && typeof path !== 'string' && !(path instanceof URL)) throw pathIsNone(path)
  return { ...options, ...where }
}

/** @param {unknown} given @returns {boolean} */
const isObject = (given) => typeof given === 'object' && given !== null && !Array.isArray(given)

/** How often `ifLocked: 'wait'` looks. */
const LOOK_AGAIN_MS = 50

/**
 * @param {OpenOptions} chosen @param {DbError} error which says who has it
 * @returns {Promise<Database>} a client of that process
 */
function connectToHolder({ path, int8, numeric, parsers, user, database, settings, onNotice }, error) {
  const { pid } = /** @type {{ pid: number }} */ (error.cause)
  const holder = listeningOf(new DiskVfs(directoryOf(path)), pid)
  if (holder === null) throw error
  const url = new URL('postgres://127.0.0.1')
  url.hostname = holder.host.includes(':') ? `[${holder.host}]` : holder.host
  url.port = String(holder.port)
  url.username = user ?? 'postgres'
  url.pathname = `/${encodeURIComponent(database ?? 'postgres')}`
  return databaseOnServer({ path: url.href, int8, numeric, parsers, settings, onNotice })
}

/** @param {string | URL | undefined} path */
const directoryOf = (path) => path instanceof URL ? fileURLToPath(path) : String(path)

/** @returns {Promise<typeof import('./engine/cluster/still.js')>} */
const loadStill = () => soon(import.meta.url, './engine/cluster/still.js')

/** @param {OpenOptions} chosen @returns {Promise<Database>} */
async function openReadOnly({ path, ...chosen }) {
  const { StillCluster } = await loadStill()
  const still = await StillCluster.open(directoryOf(path))
  try {
    return await databaseHere(await still.cluster({ bufferPool: '128MB', ...chosen, readOnly: true }), chosen)
  } finally {
    still.close()
  }
}
