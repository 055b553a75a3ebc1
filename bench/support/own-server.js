/**
 * A Seawall server in a process of its own, for benches: started on a free port, asked for its counters over the
 * channel between the two processes.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** @import { ChildProcess } from 'node:child_process' */

const PROGRAM = fileURLToPath(new URL('./server-process.js', import.meta.url))

/** For processes that are nothing but a server, as `npm start` has it (docs/decisions/0019). */
export const SERVER_FLAGS = ['--v8-pool-size=1']

export class OwnServer {
  /** @param {ChildProcess} child */
  constructor(child) {
    this.child = child
    this.address = ''
    this.ended = new Promise((resolve) => { child.once('exit', resolve) })
  }

  /**
   * @param {Record<string, unknown>} options of `open`
   * @param {Record<string, unknown>} [serving] of `serve`
   * @returns {Promise<OwnServer>} resolves when it accepts connections
   */
  static async start(options, serving = {}) {
    const server = new OwnServer(
      fork(PROGRAM, [JSON.stringify(options), JSON.stringify(serving)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        execArgv: [...process.execArgv, ...SERVER_FLAGS],
      })
    )
    const port = await server.answer('ready')
    server.address = `postgres://postgres@127.0.0.1:${port}/postgres`
    return server
  }

  /** @param {'stats' | 'startProfile' | 'profile'} question @param {number} [argument] @returns {Promise<any>} */
  ask(question, argument) {
    this.child.send({ question, argument })
    return this.answer(question)
  }

  /** @param {string} subject @returns {Promise<any>} */
  answer(subject) {
    return new Promise((resolve, reject) => {
      const onMessage = (/** @type {any} */ message) => {
        if (message.subject !== subject) return
        this.child.off('message', onMessage)
        this.child.off('exit', onExit)
        resolve(message.value)
      }
      const onExit = (/** @type {number | null} */ code) => reject(new Error(`the server process ended with ${code}`))
      this.child.on('message', onMessage)
      this.child.once('exit', onExit)
    })
  }

  /** @returns {Promise<void>} resolves when the process is gone */
  async stop() {
    if (this.child.connected) this.child.disconnect()
    await this.ended
  }
}
