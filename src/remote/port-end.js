/**
 * An end of a connection whose other end is in another thread: what is written goes as messages over a MessagePort.
 *
 *   { bytes }   a piece, whose memory goes with it       { more }   the reader has room again: one piece is under way
 *   { end }     nothing follows                                     at a time, so a slow reader makes the writer wait
 *
 * A piece of many short rows takes its reader longer to read than a program's loop should be held: it is read in bites,
 * and what is left when the turn has had its slice in a later one.
 */
import { StreamEnd } from '../util/stream-pair.js'
import { LongMessages } from './joined-messages.js'
import { later, restIsDue } from './rests.js'
import { kept } from './young.js'

/** @typedef {import('node:worker_threads').MessagePort} MessagePort */
/** What a piece gathers at most. */
const PIECE_BYTES = 256 * 1024

/** Of a piece, read at a stretch. */
const BITE_BYTES = 4 * 1024

/** @typedef {{ bytes?: Uint8Array, more?: true, end?: true }} Message */

export class PortEnd extends StreamEnd {
  /**
   * @param {MessagePort} port the other end has the other one
   * @param {boolean} [joins] what is read are a server's messages alone: long ones are put together here, for whoever
   *   reads would copy what it has of one again and again
   */
  constructor(port, joins = false) {
    super()
    this.port = port
    this.long = joins ? new LongMessages((bytes) => this.push(bytes)) : null
    /** The write that waits for room. @type {((error?: Error | null) => void) | null} */
    this.written = null
    /** A piece is being read. */
    this.isReading = false
    /** The other end is closed. */
    this.isOver = false
    port.on('message', (/** @type {Message} */ message) => this.heard(message))
    port.on('close', () => {
      this.isOver = true
      if (!this.isReading) this.destroy()
    })
  }

  /** @param {Message} message */
  heard({ bytes, more, end }) {
    if (bytes !== undefined) {
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (this.long !== null) this.beginPiece(this.long, piece)
      else if (this.push(piece)) this.askMore()
      else this.resumePeer = () => this.askMore()
    } else if (more) {
      const { written } = this
      this.written = null
      written?.()
    } else if (end) this.push(null)
  }

  /**
   * A piece in bites, and then the next one is asked for.
   * @param {LongMessages} long @param {Buffer} piece
   */
  beginPiece(long, piece) {
    this.isReading = true
    if (restIsDue()) later(() => this.readPiece(long, piece))
    else this.readPiece(long, piece)
  }

  /** @param {LongMessages} long @param {Buffer} piece what is left of it */
  readPiece(long, piece) {
    if (this.destroyed) return
    let at = 0
    let isRoom = true
    do {
      const bite = piece.subarray(at, at += BITE_BYTES)
      isRoom = long.take(bite)
      if (long.long === null) kept(bite.length) // parts of long texts are not moved
    } while (at < piece.length && isRoom && !restIsDue())
    if (at >= piece.length) {
      if (isRoom) this.endPiece()
      else this.resumePeer = () => this.endPiece()
      return
    }
    const goOn = () => this.readPiece(long, piece.subarray(at))
    if (isRoom) later(goOn)
    else this.resumePeer = goOn
  }

  endPiece() {
    this.isReading = false
    if (this.isOver) this.destroy()
    else this.askMore()
  }

  askMore() { this.port.postMessage({ more: true }) }

  /** @override @param {Buffer} chunk @param {string} _encoding @param {(error?: Error | null) => void} done */
  _write(chunk, _encoding, done) { this.post([chunk], done) }

  /** @override @param {{ chunk: Buffer }[]} chunks @param {(error?: Error | null) => void} done */
  _writev(chunks, done) { this.post(chunks.map(({ chunk }) => chunk), done) }

  /**
   * One piece of what is to be written, and when the reader has room again the next.
   * @param {Buffer[]} chunks which stay the writer's @param {(error?: Error | null) => void} done
   */
  post(chunks, done) {
    if (chunks[0].length > PIECE_BYTES) {
      const [first, ...others] = chunks
      chunks = [first.subarray(0, PIECE_BYTES), first.subarray(PIECE_BYTES), ...others]
    }
    let count = 0
    let length = 0
    do length += chunks[count++].length
    while (count < chunks.length && length + chunks[count].length <= PIECE_BYTES)
    if (count < chunks.length) {
      const rest = chunks.slice(count)
      this.send(chunks.slice(0, count), length, (error) => { if (error) done(error); else this.post(rest, done) })
    } else this.send(chunks, length, done)
  }

  /** @param {Buffer[]} chunks @param {number} length of them @param {(error?: Error | null) => void} done */
  send(chunks, length, done) {
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
