/**
 * A client of the server without a socket of the system: bytes go from one side to the other in turns of the event
 * loop, so that a run with clients follows from its seed. The client hears bytes in the very call that the server
 * writes them in: what it heard has left the server.
 */
import { Duplex } from 'node:stream'
import { Listener } from '../../../src/server/listener.js'
import { fields, query, startup } from '../../support/wire-client.js'

/** @typedef {{ type: string, body: Buffer }} Message */

/** The server's end. */
class ServerEnd extends Duplex {
  /** @param {(bytes: Buffer) => void} hear */
  constructor(hear) {
    super({ highWaterMark: 16384 })
    this.hear = hear
  }

  /** @override */
  _read() { /* pushed when the client speaks */ }

  /** @override @param {Buffer} chunk @param {string} _encoding @param {() => void} done */
  _write(chunk, _encoding, done) {
    this.hear(Buffer.from(chunk)) // the server writes over its own
    setImmediate(done) // the client takes it in a later turn: a long answer waits for that
  }

  setNoDelay() { return this }
  setKeepAlive() { return this }
}

export class WireClient {
  /** @type {Message[]} */
  #messages = []
  /** @type {Buffer} */
  #bytes = Buffer.alloc(0)
  #wake = () => {}
  /** Called with each message when its last byte has come. @type {(message: Message) => void} */
  onMessage = () => undefined

  /** @param {Listener} listener */
  constructor(listener) {
    this.end = new ServerEnd((bytes) => this.#hear(bytes))
    listener.accept(/** @type {any} */ (this.end))
  }

  /** @param {Record<string, string>} [settings] @returns {Promise<void>} */
  async start(settings = {}) {
    this.send(startup(196608, { user: 'postgres', database: 'postgres', ...settings }))
    await this.until('Z')
  }

  /** @param {Buffer} bytes */
  send(bytes) {
    setImmediate(() => { if (!this.end.destroyed) this.end.push(bytes) })
  }

  /** Every message up to one of that type. @param {string} type @returns {Promise<Message[]>} */
  async until(type) {
    for (;;) {
      const at = this.#messages.findIndex((message) => message.type === type)
      if (at >= 0) return this.#messages.splice(0, at + 1)
      await new Promise((resolve) => { this.#wake = () => resolve(undefined) })
    }
  }

  /** A simple query: its messages; an error is one of them. @param {string} text @returns {Promise<Message[]>} */
  async query(text) {
    this.send(query(text))
    return this.until('Z')
  }

  /** @param {Buffer} bytes */
  #hear(bytes) {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
    let at = 0
    while (this.#bytes.length - at >= 5) {
      const length = 1 + this.#bytes.readInt32BE(at + 1)
      if (this.#bytes.length - at < length) break
      const message = { type: String.fromCharCode(this.#bytes[at]), body: this.#bytes.subarray(at + 5, at + length) }
      at += length
      this.#messages.push(message)
      this.onMessage(message)
    }
    this.#bytes = this.#bytes.subarray(at)
    this.#wake()
  }
}

/** A server that listens nowhere. @param {import('../../../src/index.js').Database} db @returns {Listener} */
export const listenerOf = (db) => new Listener(db.cluster, { connectionsMax: 100 })

/** The SQLSTATE among messages, if one of them is an error. @param {Message[]} messages */
export function errorIn(messages) {
  const error = messages.find(({ type }) => type === 'E')
  return error === undefined ? '' : fields(error).C
}
