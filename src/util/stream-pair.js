/**
 * Two ends of a connection inside one process: what is written to one is read from the other. Each has as much of a
 * socket's face as the server and drivers of clients ask for.
 *
 * A read never happens inside the write that causes it: drivers do not expect an answer before their call returned, and
 * a program that asks in a loop would give the event loop no turn.
 */
import { Duplex } from 'node:stream'

export class StreamEnd extends Duplex {
  constructor() {
    super({ allowHalfOpen: false })
    /** @type {StreamEnd | null} */
    this.peer = null
    /** Goes on with the writing of the peer, which waits for this end to be read. @type {(() => void) | null} */
    this.resumePeer = null
    /** As sockets say it. */
    this.connecting = false
    /** @type {string | undefined} */
    this.remoteAddress = undefined
  }

  /** @override */
  _read() {
    const resume = this.resumePeer
    this.resumePeer = null
    resume?.()
  }

  /** @override @param {Buffer} chunk @param {string} _encoding @param {(error?: Error | null) => void} done */
  _write(chunk, _encoding, done) { this.#send(chunk, done) }

  /** @override @param {{ chunk: Buffer }[]} chunks @param {(error?: Error | null) => void} done */
  _writev(chunks, done) { this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done) }

  /** @override @param {(error?: Error | null) => void} done */
  _final(done) {
    setImmediate(() => {
      const { peer } = this
      if (peer !== null && !peer.destroyed) peer.push(null)
      done()
    })
  }

  /** @override @param {Error | null} error @param {(error?: Error | null) => void} done */
  _destroy(error, done) {
    const { peer } = this
    this.resumePeer?.()
    this.resumePeer = null
    if (peer !== null) setImmediate(() => peer.destroy())
    done(error)
  }

  /**
   * @param {Buffer} bytes which the writer keeps as they are until `done`
   * @param {(error?: Error | null) => void} done
   */
  #send(bytes, done) {
    setImmediate(() => {
      const { peer } = this
      if (peer === null || peer.destroyed) done(brokenPipe())
      else if (peer.push(bytes)) done()
      else peer.resumePeer = done
    })
  }

  /** What has been written still goes. */
  destroySoon() {
    if (this.writableFinished || this.destroyed) this.destroy()
    else {
      this.end()
      this.once('finish', () => this.destroy())
    }
  }

  // There is no network between the ends, and nothing that keeps the process.
  connect() {
    setImmediate(() => this.emit('connect'))
    return this
  }

  get readyState() {
    if (this.destroyed || (this.readableEnded && this.writableEnded)) return 'closed'
    if (this.connecting) return 'opening'
    return this.writableEnded ? 'readOnly' : this.readableEnded ? 'writeOnly' : 'open'
  }

  setNoDelay() { return this }
  setKeepAlive() { return this }
  setTimeout() { return this }
  ref() { return this }
  unref() { return this }
}

const brokenPipe = () => Object.assign(new Error('write EPIPE'), { code: 'EPIPE', errno: -32, syscall: 'write' })

/**
 * @template {StreamEnd} A @template {StreamEnd} B @param {A} a @param {B} b
 * @returns {[A, B]} two ends that are one connection from here on
 */
export function joined(a, b) {
  a.peer = b
  b.peer = a
  return [a, b]
}
