/**
 * An end of a connection whose other end is in another thread: what is written goes as messages over a MessagePort.
 *
 *   { bytes }   a piece, whose memory goes with it       { more }   the reader has room again: one piece is under way
 *   { end }     nothing follows                                     at a time, so a slow reader makes the writer wait
 */
import { StreamEnd } from '../util/stream-pair.js'

/** @typedef {import('node:worker_threads').MessagePort} MessagePort */
/** @typedef {{ bytes?: Uint8Array, more?: true, end?: true }} Message */

export class PortEnd extends StreamEnd {
  /** @param {MessagePort} port the other end has the other one */
  constructor(port) {
    super()
    this.port = port
    /** The write that waits for room. @type {((error?: Error | null) => void) | null} */
    this.written = null
    port.on('message', (/** @type {Message} */ message) => this.heard(message))
    port.on('close', () => this.destroy())
  }

  /** @param {Message} message */
  heard({ bytes, more, end }) {
    if (bytes !== undefined) {
      const isRoom = this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      if (isRoom) this.port.postMessage({ more: true })
      else this.resumePeer = () => this.port.postMessage({ more: true })
    } else if (more) {
      const { written } = this
      this.written = null
      written?.()
    } else if (end) this.push(null)
  }

  /** @override @param {Buffer} chunk @param {string} _encoding @param {(error?: Error | null) => void} done */
  _write(chunk, _encoding, done) { this.post([chunk], done) }

  /** @override @param {{ chunk: Buffer }[]} chunks @param {(error?: Error | null) => void} done */
  _writev(chunks, done) { this.post(chunks.map(({ chunk }) => chunk), done) }

  /** @param {Buffer[]} chunks which stay the writer's @param {(error?: Error | null) => void} done */
  post(chunks, done) {
    let length = 0
    for (const chunk of chunks) length += chunk.length
    const bytes = new Uint8Array(length)
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.written = done
    this.port.postMessage({ bytes }, [bytes.buffer])
  }

  /** @override @param {(error?: Error | null) => void} done */
  _final(done) {
    this.port.postMessage({ end: true })
    done()
  }

  /** @override @param {Error | null} error @param {(error?: Error | null) => void} done */
  _destroy(error, done) {
    this.port.close() // after what was posted
    this.written?.(error)
    this.written = null
    done(error)
  }
}
