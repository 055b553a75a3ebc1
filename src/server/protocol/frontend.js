/**
 * What clients say: reading the bodies of PostgreSQL's frontend messages in place, out of the bytes a socket delivered.
 * No sockets, no engine. A body that does not hold what its type promises is 08P01; the connection decides what that
 * means.
 */
import { decodeUtf8, receiveText } from '../../types/strings/utf8.js'
import { badStartupLayout, protocolViolation } from '../../errors/protocol.js'

/** Codes in the place of the version of a start-up packet. */
export const SSL_REQUEST = 80877103
export const GSSENC_REQUEST = 80877104
export const CANCEL_REQUEST = 80877102
/** A start-up packet is small; a longer first packet is somebody else's protocol. */
/** 3.0 */
export const PROTOCOL = 0x30000
export const STARTUP_BYTES_MAX = 10000
/** PostgreSQL's own limit on a message. */
export const MESSAGE_BYTES_MAX = 0x3fffffff

/** Longer names are searched for their end by the library. */
const SHORT_NAME_BYTES = 64

/**
 * Names that clients send again and again are made once: by a hash of their bytes, the newest in each place. ASCII
 * only.
 * @type {string[]}
 */
const knownNames = new Array(512).fill('')
const KNOWN_BYTES_MAX = 24

/** @param {string} known @param {Uint8Array} bytes @param {number} at @param {number} count */
function isName(known, bytes, at, count) {
  if (known.length !== count) return false
  for (let index = 0; index < count; index++) if (known.charCodeAt(index) !== bytes[at + index]) return false
  return true
}

/** A cursor over one message's body. Reused for every message of a connection. */
export class MessageReader {
  constructor() {
    /** @type {Buffer} */
    this.bytes = Buffer.alloc(0)
    this.at = 0
    this.end = 0
  }

  /** @param {Buffer} bytes @param {number} start @param {number} end */
  open(bytes, start, end) {
    this.bytes = bytes
    this.at = start
    this.end = end
  }

  u8() {
    this.need(1)
    return this.bytes[this.at++]
  }

  /** A count: PostgreSQL reads them without a sign, so that there may be 65,535 parameters. */
  u16() {
    this.need(2)
    const value = (this.bytes[this.at] << 8) | this.bytes[this.at + 1]
    this.at += 2
    return value
  }

  i16() {
    this.need(2)
    const value = (this.bytes[this.at] << 24 >> 16) | this.bytes[this.at + 1]
    this.at += 2
    return value
  }

  i32() {
    this.need(4)
    const bytes = this.bytes
    const at = this.at
    this.at = at + 4
    return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
  }

  /**
   * A zero-terminated string; statement and portal names are nearly always empty or short.
   * @throws {DbError} 08P01, 22021 not UTF-8
   */
  cstr() {
    const { bytes, at } = this
    if (at < this.end && bytes[at] === 0) {
      this.at = at + 1
      return ''
    }
    const short = Math.min(at + SHORT_NAME_BYTES, this.end)
    let zero = at
    let hash = 0
    for (; zero < short && bytes[zero] !== 0; zero++) hash = Math.imul(hash, 31) + bytes[zero] | 0
    if (zero === short) zero = this.stringEnd()
    const place = hash & 511
    if (zero - at <= KNOWN_BYTES_MAX && isName(knownNames[place], bytes, at, zero - at)) {
      this.at = zero + 1
      return knownNames[place]
    }
    const text = decodeUtf8(bytes, at, zero)
    // Bytes that are no UTF-8 were replaced: the strict decoder says which.
    if (text.includes('\ufffd')) receiveText(bytes, at, zero)
    if (zero - at <= KNOWN_BYTES_MAX) knownNames[place] = text
    this.at = zero + 1
    return text
  }

  /** Where the string that begins here ends. @returns {number} the place of its zero byte @throws {DbError} 08P01 */
  stringEnd() {
    const zero = this.bytes.indexOf(0, this.at)
    if (zero < 0 || zero >= this.end) throw protocolViolation('invalid string in message')
    return zero
  }

  /** The string that comes next, which is still to be read. */
  peek() {
    const { at } = this
    const text = this.cstr()
    this.at = at
    return text
  }

  /** @param {number} byteCount */
  need(byteCount) {
    if (this.at + byteCount > this.end) throw protocolViolation('insufficient data left in message')
  }

  /** The body must end here. */
  finish() {
    if (this.at !== this.end) throw protocolViolation('invalid message format')
  }
}

/**
 * The parameters of a StartupMessage.
 * @param {MessageReader} reader behind the version
 * @returns {Map<string, string>}
 */
export function readStartupParameters(reader) {
  const parameters = new Map()
  const { bytes, end } = reader
  const endOf = (/** @type {number} */ from) => {
    const zero = bytes.indexOf(0, from)
    return zero < 0 || zero > end ? end : zero
  }
  while (reader.at < end && bytes[reader.at] !== 0) {
    const valueAt = endOf(reader.at) + 1
    // The last byte is looked at below, whatever it is.
    if (valueAt >= end) break
    if (endOf(valueAt) === end) throw badStartupLayout()
    parameters.set(reader.cstr(), reader.cstr())
  }
  if (reader.at !== end - 1) throw badStartupLayout()
  reader.at++
  return parameters
}
