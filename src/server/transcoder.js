/**
 * A connection whose client speaks another encoding than UTF-8: messages are converted before they are read, answers
 * where a statement's rows end or pause.
 */
import { clientEncoding } from './protocol/client-encoding.js'
import { EXECUTE } from './protocol/message-types.js'

/** @typedef {import('../engine/session/session.js').Session} Session */
/** @typedef {import('../util/byte-writer.js').ByteWriter} ByteWriter */
/** @typedef {import('./protocol/client-encoding.js').ClientEncoding} ClientEncoding */
/** @typedef {import('./protocol/frontend.js').MessageReader} MessageReader */

/**
 * @param {string} name of the encoding
 * @param {ByteWriter} out
 * @returns {Transcoder | null} null: nothing to convert
 */
export function transcoder(name, out) {
  const encoding = clientEncoding(name)
  return encoding === null ? null : new Transcoder(encoding, out)
}

export class Transcoder {
  /** From the next answer on. @param {ClientEncoding} encoding @param {ByteWriter} out */
  constructor(encoding, out) {
    this.encoding = encoding
    this.out = out
    /** Answers before it are in the client's encoding. */
    this.at = out.at
    /** Of rows that could not be put into it, for their statement. @type {unknown} */
    this.error = null
  }

  /**
   * Makes the message at hand one in UTF-8.
   * @param {number} type
   * @param {MessageReader} reader
   * @param {Session} session
   * @throws {DbError} 22021, 22P05, 0A000
   */
  incoming(type, reader, session) {
    const body = this.encoding.incoming(type, reader.bytes, reader.at, reader.end, session)
    if (body !== null) reader.open(body, 0, body.length)
    if (type === EXECUTE) this.encoding.describePortal(session, reader.peek())
  }

  /** Puts what is answered so far into the client's encoding. */
  convert() {
    this.error ??= this.encoding.outgoing(this.out, this.at)
    this.at = this.out.at
  }

  /**
   * Rows of a statement that goes on, or ends: one that the client cannot be told is the statement's error.
   * @throws {DbError} 22P05
   */
  settleRows() {
    this.convert()
    const { error } = this
    this.error = null
    if (error !== null) throw error
  }

  /** The statement failed: what was wrong with its rows does not matter any more. */
  forget() {
    this.convert()
    this.error = null
  }
}
