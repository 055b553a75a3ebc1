/**
 * What a client is told, on its way out: the answers of a turn leave in one write, and not before the log is durable as
 * far as they reveal (src/engine/README.md, "The gate"). Those that have to wait are `held`, in order; the connection
 * goes on reading meanwhile.
 */
import { ByteWriter } from '../util/byte-writer.js'

/** @typedef {import('./listener.js').Listener} Listener */

export class Outbox {
  /** @param {import('node:net').Socket} socket @param {Listener} listener */
  constructor(socket, listener) {
    this.socket = socket
    this.listener = listener
    /** The answers of this turn. */
    this.out = new ByteWriter(16 * 1024)
    /** @type {{ bytes: Uint8Array, lsn: number }[]} answers whose log is not yet durable, oldest first */
    this.held = []
  }

  /** Something the client was to be told has not left yet. */
  get owes() { return this.held.length > 0 || this.out.at > 0 }

  /** The client has not taken all there is. */
  get isFull() { return this.held.length > 0 || this.socket.writableNeedDrain }

  /**
   * Sends what is there, or holds it until the log is durable as far as it reveals. @param {number} lsn how far that is
   * @returns {boolean} whether something is held now
   */
  send(lsn) {
    const { held, listener, out } = this
    let holds = false
    if (lsn > 0 && held.length === 0) listener.syncIfAlone(lsn)
    if (!listener.beforeAnswer(lsn)) this.socket.destroy()
    else if (held.length === 0 && lsn <= listener.durableLsn()) this.write()
    else {
      const bytes = Buffer.allocUnsafe(out.at)
      bytes.set(out.bytes.subarray(0, out.at))
      held.push({ bytes, lsn })
      holds = true
    }
    out.reset()
    return holds
  }

  /** The one answer that is no message, and tells of nothing. */
  answerEncryption(/** @type {boolean} */ mayBe) { this.socket.write(mayBe ? 'S' : 'N') }

  /**
   * One write, out of the writer's own memory: the next answer is written over it, unless the system could not take all
   * of it now.
   */
  write() {
    const { out, socket } = this
    socket.write(Buffer.from(/** @type {ArrayBuffer} */ (out.bytes.buffer), 0, out.at))
    if (socket.writableLength > 0) out.release()
  }

  /** The log is durable up to `durableLsn`: answers that waited for it leave. @param {number} durableLsn */
  release(durableLsn) {
    const { held, socket } = this
    if (held.length === 1 && held[0].lsn <= durableLsn) {
      socket.write(held[0].bytes)
      held.pop()
      return
    }
    let count = 0
    while (count < held.length && held[count].lsn <= durableLsn) count++
    if (count > 0) socket.write(Buffer.concat(held.splice(0, count).map((entry) => entry.bytes)))
  }
}
