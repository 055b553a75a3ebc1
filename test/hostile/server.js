/** A server in a process of its own, which tells how long its loop was delayed. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** @import { Hostile } from './statements.js' */

/**
 * @typedef
 *   {{ loopMs: number, workMs: number, elapsedMs: number, lateMs: number, memoryMb: number, died: boolean, outcome:
 *   string, message: string, parts: number, where: string }} Result lateMs: by so much the part that outlived its
 *   timeout most did
 */

export class HostileServer {
  /** @param {number} [heapMb] what V8's heap may hold @param {boolean} [profiles] tells where the thread was held */
  constructor(heapMb, profiles = false) {
    this.heapMb = heapMb
    this.profiles = profiles
    /** So long after its timeout a statement has no end. */
    this.patienceMs = 8_000
    /** @type {import('node:child_process').ChildProcess} */
    this.child = /** @type {any} */ (null)
    this.port = 0
    /** @type {Promise<string>} */
    this.gone = Promise.resolve('died')
    this.directory = mkdtempSync(join(tmpdir(), 'seawall-hostile-'))
  }

  /** @param {number} [heapMb] @param {boolean} [profiles] */
  static async start(heapMb, profiles) {
    const server = new HostileServer(heapMb, profiles)
    await server.launch()
    return server
  }

  async launch() {
    this.child = fork(fileURLToPath(new URL('worker.js', import.meta.url)), [
      join(this.directory, 'data'), ...(this.profiles ? ['where'] : []),
    ], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      ...(this.heapMb === undefined ? {} : { execArgv: [`--max-old-space-size=${this.heapMb}`] }),
    })
    this.gone = new Promise((resolve) => {
      this.child.once('exit', () => resolve('died'))
    })
    const { port } = await this.#told('port')
    this.port = port
  }

  /** @param {string} field @returns {Promise<any>} the next message with it; null: the process ended */
  #told(field) {
    const { child } = this
    return new Promise((resolve) => {
      const listen = (/** @type {any} */ message) => {
        if (!(field in message)) return
        child.off('message', listen)
        child.off('exit', gone)
        resolve(message)
      }
      const gone = () => resolve(null)
      child.on('message', listen)
      child.once('exit', gone)
    })
  }

  async #ask() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return null
    const answer = this.#told('loopMs')
    this.child.send('loop')
    return answer
  }

  async connect() {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /**
   * @param {Hostile} statement
   * @param {number} timeoutMs
   * @param {boolean} cancels ends it by a cancel request instead
   * @returns {Promise<Result>}
   */
  async run(statement, timeoutMs, cancels) {
    const client = await this.connect()
    const canceller = await this.connect()
    const { rows: [{ pid }] } = await client.query('SELECT pg_backend_pid() AS pid')
    await client.query(`SET statement_timeout = ${cancels ? 0 : timeoutMs}`)
    const made = statement.sql()
    const texts = Array.isArray(made) ? made : [made]
    let outcome = 'ok'
    let message = ''
    let died = false
    const { gone } = this
    await this.#ask()
    const began = performance.now()
    let parts = 0
    let lateMs = 0
    for (const text of texts) {
      parts++
      const partBegan = performance.now()
      const timer = cancels
        ? setTimeout(() => {
            canceller.query(`SELECT pg_cancel_backend(${pid})`).catch(() => undefined)
          }, timeoutMs)
        : undefined
      const patience = new Promise((resolve) => {
        setTimeout(() => resolve('endless'), timeoutMs + this.patienceMs).unref()
      })
      const ended = await Promise.race([
        gone,
        patience,
        client
          .query({ text, values: statement.params?.(), rowMode: 'array', types: { getTypeParser: () => () => 0 } })
          .then(
            () => 'ok',
            (/** @type {any} */ error) => {
              message = error.message.slice(0, 100)
              return error.code ?? 'gone'
            }
          ),
      ])
      clearTimeout(timer)
      lateMs = Math.max(lateMs, performance.now() - partBegan - timeoutMs)
      if (ended !== 'ok' || parts === 1) outcome = String(ended)
      if (outcome !== 'ok' && (!statement.goesOn || ['gone', 'died', 'endless'].includes(outcome))) break
    }
    const elapsedMs = performance.now() - began
    if (outcome === 'gone') await Promise.race([gone, new Promise((resolve) => { setTimeout(resolve, 500) })])
    if (outcome === 'endless') {
      this.child.kill('SIGKILL')
      await gone
    }
    const told = await this.#ask()
    died = told === null
    if (died) {
      this.child.kill('SIGKILL')
      this.directory = mkdtempSync(join(tmpdir(), 'seawall-hostile-'))
      await this.launch()
    }
    await Promise.race([
      Promise.all([client.end(), canceller.end()]).catch(() => undefined),
      new Promise((resolve) => { setTimeout(resolve, 1000) }),
    ])
    return {
      loopMs: told?.loopMs ?? Infinity, workMs: told?.workMs ?? Infinity, memoryMb: told?.memoryMb ?? 0, elapsedMs,
      lateMs, died, outcome, message, parts, where: told?.where ?? '',
    }
  }

  async stop() {
    this.child.kill('SIGKILL')
    await this.gone
    rmSync(this.directory, { recursive: true, force: true })
  }
}
