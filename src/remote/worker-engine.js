/**
 * `open(path, { worker: true })`: the engine runs in a thread of its own (worker/thread.js), so that no statement holds
 * the program's event loop. Sessions are those of a server, over message ports in the place of sockets; what is about
 * the whole database is asked for by messages:
 *
 *   { id, call, engine, args }  ──►  thread  ──►  { id, value } or { id, error }      { log }: a line for the logger
 */
import { MessageChannel, Worker } from 'node:worker_threads'
import { engineThreadFailed } from '../errors/library.js'
import { DbError } from '../errors/db-error.js'
import { refuseStats } from './errors.js'
import { RemoteEngine } from './engine.js'
import { PortEnd } from './port-end.js'
import { prepareYoung } from './young.js'

/** @import { EngineDoor } from '../engine/door/door.js' */
/** @import { StreamEnd } from '../util/stream-pair.js' */

/**
 * What is passed to the thread.
 * @typedef {{ path?: string, module: string | null, options: Record<string, unknown> }} Start
 */
/** @typedef {{ code: string, message: string, fields: import('../errors/db-error.js').DbErrorFields }} SentError */
/** @typedef {{ id: number, value?: unknown, error?: SentError, line?: string }} Answer */

/** The thread, and what was asked of it. */
class Thread {
  /** Databases that are open there. */
  users = 1
  #serial = 0
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: unknown) => void }>} */
  #asked = new Map()

  /** @param {Start} start @param {(line: string) => void} log */
  constructor(start, log) {
    this.worker = new Worker(new URL('../worker/thread.js', import.meta.url), { workerData: start })
    this.worker.on('message', (/** @type {Answer} */ { id, value, error, line }) => {
      if (line !== undefined) { log(line); return }
      const asked = this.#asked.get(id)
      this.#asked.delete(id)
      if (error === undefined) asked?.resolve(value)
      else asked?.reject(errorOf(error))
    })
    this.worker.on('error', (error) => this.#ended(error))
    this.worker.on('exit', () => this.#ended(new Error('the thread has ended')))
  }

  /** @param {Error} error */
  #ended(error) {
    const failure = engineThreadFailed(error.message, error)
    for (const { reject } of this.#asked.values()) reject(failure)
    this.#asked.clear()
  }

  /**
   * @param {string} call @param {number} engine @param {unknown[]} [args]
   * @param {readonly import('node:worker_threads').TransferListItem[]} [moved]
   * @returns {Promise<any>}
   */
  ask(call, engine, args = [], moved = []) {
    return new Promise((resolve, reject) => {
      const id = ++this.#serial
      this.#asked.set(id, { resolve, reject })
      this.worker.postMessage({ id, call, engine, args }, moved)
    })
  }
}

/** @param {SentError} error */
const errorOf = ({ code, message, fields }) => new DbError(code, message, fields)

/** @implements {EngineDoor} */
export class WorkerEngine extends RemoteEngine {
  /**
   * @param {RemoteEngine['pg']} pg @param {Thread} thread @param {number} number of the database there
   * @param {boolean} isInMemory @param {boolean} isOfDirectory
   */
  constructor(pg, thread, number, isInMemory, isOfDirectory) {
    super(pg, 'postgres://localhost/postgres?sslmode=disable')
    this.thread = thread
    this.number = number
    this.isInMemory = isInMemory
    this.isOfDirectory = isOfDirectory
  }

  /** @param {Start} start @param {(line: string) => void} log @returns {Promise<WorkerEngine>} */
  static async open(start, log) {
    const pg = (await import('pg')).default
    prepareYoung()
    const thread = new Thread(start, log)
    try {
      await thread.ask('opened', 0)
    } catch (error) {
      await thread.worker.terminate()
      throw error
    }
    const isInMemory = start.path === undefined || start.path === ':memory:'
    return new WorkerEngine(pg, thread, 0, isInMemory, !isInMemory)
  }

  /**
   * A connection to a session that begins with the first message.
   * @param {boolean} [joins] see PortEnd @returns {PortEnd}
   */
  stream(joins = false) {
    const { port1, port2 } = new MessageChannel()
    void this.thread.ask('connect', this.number, [port2], [port2]).catch(() => port1.close())
    return new PortEnd(port1, joins)
  }

  /** @override @param {Record<string, unknown>} [more] */
  client(more) { return super.client({ ...more, ssl: false, stream: () => this.stream(true) }) }

  /** Serves who writes to the other end. @param {StreamEnd} end */
  accept(end) {
    const stream = this.stream()
    end.pipe(stream).pipe(end)
    // What was on its way to one that is gone is nobody's.
    end.on('error', () => stream.destroy())
    end.once('close', () => stream.destroy())
    stream.on('error', () => end.destroy())
    stream.once('close', () => end.destroy())
  }

  /** @override @returns {Promise<void>} */
  async checkpoint() { await this.thread.ask('checkpoint', this.number) }

  /** @override */
  async check() { return this.thread.ask('check', this.number) }

  /** @override @returns {never} */
  stats() { throw refuseStats() }

  /** @override @returns {Promise<WorkerEngine>} of the same thread */
  async fork() {
    this.thread.users++
    const number = await this.thread.ask('fork', this.number)
    return new WorkerEngine(this.pg, this.thread, number, true, this.isOfDirectory)
  }

  /** @param {unknown} listen @returns {Promise<{ port: number, url: string, close: () => Promise<void> }>} */
  async serve(listen) {
    const { number, port, url } = await this.thread.ask('serve', this.number, [listen])
    return { port, url, close: () => this.thread.ask('unserve', number) }
  }

  /** @override @returns {Promise<void>} */
  async close() {
    await super.close()
    await this.thread.ask('close', this.number)
    if (--this.thread.users === 0) await this.thread.worker.terminate()
  }
}
