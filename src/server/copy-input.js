/**
 * What a client sends for COPY … FROM STDIN, between the connection that receives it and the statement that reads it: a
 * queue of pieces, one for each turn of the socket.
 */
import { DbError } from '../errors/db-error.js'
import { copyFailed, protocolViolation } from '../errors/protocol.js'
import { MESSAGE_BYTES_MAX } from './protocol/frontend.js'
import { COPY_DATA, COPY_DONE, COPY_FAIL, FLUSH, SYNC } from './protocol/message-types.js'
import { outlives } from './socket-input.js'

/** @typedef {import('./protocol/frontend.js').MessageReader} MessageReader */
/** @typedef {Buffer | null | DbError} Piece null is CopyDone, an error CopyFail */

export class CopyInput {
  /** @param {() => void} onTaken called when less waits than before */
  constructor(onTaken) {
    this.onTaken = onTaken
    /** @type {Piece[]} */
    this.queue = []
    /** Bytes in the queue. */
    this.bytes = 0
    /** The statement waits for a piece. @type {((piece: Piece) => void) | null} */
    this.reader = null
  }

  /** A COPY begins: what an earlier one left is dropped. */
  begin() {
    this.queue.length = 0
    this.bytes = 0
  }

  /**
   * All whole CopyData messages from `at` that follow each other, as one piece: clients send a message per line, and a
   * queue of lines costs more than the lines. The contents move together within `input`, over the headers between them.
   * @param {Buffer} input @param {number} at @returns {number} where the next message begins
   */
  offerRun(input, at) {
    const start = at + 5
    let end = start
    while (input.length - at >= 5 && input[at] === COPY_DATA) {
      const length = input.readInt32BE(at + 1)
      if (length < 4 || length > MESSAGE_BYTES_MAX || input.length - at < length + 1) break
      if (end !== at + 5) input.copyWithin(end, at + 5, at + 1 + length)
      end += length - 4
      at += 1 + length
    }
    this.offer(outlives(input.subarray(start, end)))
    return at
  }

  /**
   * A message other than CopyData.
   * @param {number} type
   * @param {MessageReader} reader
   * @returns {boolean} whether the data ends with it
   */
  message(type, reader) {
    switch (type) {
      case COPY_DONE:
        this.offer(null)
        return true
      case COPY_FAIL:
        this.offer(failureIn(reader))
        return true
      case FLUSH: case SYNC: // ignored here
        return false
      default:
        this.offer(
          protocolViolation(
            `unexpected message type 0x${type.toString(16).padStart(2, '0').toUpperCase()} during COPY from stdin`
          )
        )
        return true
    }
  }

  /** The client is gone. */
  cut() { if (this.reader !== null) this.offer(unexpectedEnd()) }

  /** @param {Piece} piece */
  offer(piece) {
    if (piece instanceof Buffer) this.bytes += piece.length
    if (this.reader !== null) {
      const take = this.reader
      this.reader = null
      take(piece)
    } else {
      this.queue.push(piece)
    }
  }

  /**
   * The next piece, or null at the end.
   * @param {boolean} closed nothing comes any more
   * @returns {Buffer | null | Promise<Buffer | null>}
   * @throws {DbError} 57014 the client gave up, 08P01
   */
  read(closed) {
    const piece = this.queue.shift()
    if (piece !== undefined) return this.take(piece)
    if (closed) throw unexpectedEnd()
    return new Promise((resolve, reject) => {
      this.reader = (piece) => {
        try { resolve(this.take(piece)) } catch (error) { reject(error) }
      }
    })
  }

  /** @param {Piece} piece @returns {Buffer | null} */
  take(piece) {
    if (piece instanceof DbError) throw piece
    if (piece !== null) {
      this.bytes -= piece.length
      this.onTaken()
    }
    return piece
  }
}

const unexpectedEnd = () => protocolViolation('unexpected EOF on client connection during COPY from stdin')

/** @param {MessageReader} reader of a CopyFail @returns {DbError} what its COPY ends with */
function failureIn(reader) {
  try {
    return copyFailed(reader.cstr())
  } catch (error) {
    if (error instanceof DbError) return error // no string, or no text
    throw error
  }
}
