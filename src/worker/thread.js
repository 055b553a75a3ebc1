/**
 * The thread of `open(path, { worker })` (remote/worker-engine.js says what is asked of it): databases by number, 0 the
 * one that was opened, the others its forks.
 */
import { databaseClosed, workerModuleFailed } from '../errors/library.js'
import { parentPort, workerData } from 'node:worker_threads'
import { DbError, open } from '../index.js'
import { PortEnd } from '../remote/port-end.js'

/** @import { Database } from '../index.js' */
/** @import { MessagePort } from 'node:worker_threads' */
/** @typedef {{ close: () => Promise<void> }} Closed */

const port = /** @type {MessagePort} */ (parentPort)
/** @type {import('../remote/worker-engine.js').Start} */
const { path, module, options } = workerData

/** @returns {Promise<Database>} */
async function opened() {
  const own = module === null ? {} : await import(module).catch((error) => { throw workerModuleFailed(error) })
  const db = await open({
    ...options, path, ...(own.extensions === undefined ? {} : { extensions: own.extensions }),
    logger: (/** @type {string} */ line) => port.postMessage({ line }),
  })
  await own.default?.(db)
  return db
}

const first = opened()
first.catch(() => undefined) // who asked for it hears of it
/** @type {Map<number, Database>} */
const databases = new Map()
/** @type {Map<number, Closed>} */
const listeners = new Map()
let serial = 0

/** @type {Record<string, (db: Database, number: number, args: unknown[]) => unknown>} */
const CALLS = {
  opened: () => undefined,
  connect: (db, _number, [to]) => db.accept(new PortEnd(/** @type {MessagePort} */ (to))),
  checkpoint: (db) => db.checkpoint(),
  check: (db) => db.check(),
  fork: async (db) => {
    databases.set(++serial, await db.fork())
    return serial
  },
  serve: async (db, _number, [listen]) => {
    const listener = await db.serve(/** @type {Parameters<Database['serve']>[0]} */ (listen))
    listeners.set(++serial, listener)
    return { number: serial, port: listener.port, url: listener.url }
  },
  close: async (db, number) => {
    databases.delete(number)
    await db.close()
  },
}

port.on('message', async ({ id, call, engine, args }) => {
  try {
    if (call === 'unserve') {
      const listener = listeners.get(engine)
      listeners.delete(engine)
      await listener?.close()
      port.postMessage({ id })
      return
    }
    const db = engine === 0 ? await first : databases.get(engine)
    if (db === undefined) throw databaseClosed()
    port.postMessage({ id, value: await CALLS[call](db, engine, args) })
  } catch (error) {
    port.postMessage({ id, error: sent(error) })
  }
})

/** @param {unknown} error @returns {import('../remote/worker-engine.js').SentError} */
function sent(error) {
  if (!(error instanceof DbError)) return { code: 'XX000', message: String(error), fields: {} }
  const { code, message, severity, detail, hint, position, where, cause } = error
  const why = cause instanceof Error ? String(cause) : cause
  return { code, message, fields: { severity, detail, hint, position, where, cause: why } }
}
