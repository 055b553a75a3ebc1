/**
 * Query, Parse and Bind with values that are long: made in pieces with rests between them, so that the program's event
 * loop goes on. The messages of all others are made by pg's client in one go.
 *
 *   byte type, int32 length (itself included), body      texts: UTF-8, then NUL; of Bind: int32 length, UTF-8
 */

import { TextInPieces } from '../library/pieces/inputs.js'
import { rest, restIsDue } from './rests.js'

/** Texts from here on. */
const LONG_UNITS = 128 * 1024
/** Characters of one piece. */
const PIECE_UNITS = 64 * 1024
/** Bytes of one piece of what is bytes already. */
const PIECE_BYTES = 256 * 1024

/** @typedef {{ write: (bytes: Uint8Array) => unknown }} Writable pg's stream */

/** @param {unknown} value @returns {value is string | Uint8Array} */
export const isLong = (value) =>
  (typeof value === 'string' || value instanceof Uint8Array) && value.length >= LONG_UNITS

/** More parameters than are sent at a stretch. */
const MANY = 2000

/** @param {(string | Uint8Array | TextInPieces | null)[]} values @returns {boolean} whether they are long together */
export function areLong(values) {
  let units = 0
  for (const value of values) {
    if (value instanceof TextInPieces) return true
    if (value !== null) units += value.length
  }
  return units >= LONG_UNITS || values.length > MANY
}

/** A message, ready to be written. */
class LongMessage {
  /** @type {Uint8Array[]} */
  pieces = []
  length = 4

  /** @param {string} type */
  constructor(type) {
    this.type = type
  }

  /** @param {Uint8Array} bytes */
  add(bytes) {
    this.pieces.push(bytes)
    this.length += bytes.length
  }

  /** @param {string} text @returns {Promise<void>} */
  async addText(text) {
    for (let at = 0; at < text.length;) {
      let end = Math.min(text.length, at + PIECE_UNITS)
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++
      this.add(Buffer.from(text.slice(at, end)))
      at = end
      if (restIsDue()) await rest()
    }
  }

  /** @param {Uint8Array} bytes which its reader takes piece by piece, too */
  addBytes(bytes) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) this.add(bytes.subarray(at, at + PIECE_BYTES))
  }

  /** @param {Writable} stream */
  writeTo(stream) {
    const head = Buffer.alloc(5)
    head.write(this.type, 0, 'latin1')
    head.writeInt32BE(this.length, 1)
    stream.write(head)
    for (const piece of this.pieces) stream.write(piece)
  }
}

/** @param {number} unit */
const isHighSurrogate = (unit) => (unit & 0xfc00) === 0xd800

/** @param {string} text without NUL */
const terminated = (text) => Buffer.from(`${text}\0`)

/** @param {...number} values */
function int16s(...values) {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, at) => bytes.writeUInt16BE(value, 2 * at))
  return bytes
}

/** @param {number} value */
function int32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** @param {string} text @returns {Promise<LongMessage>} */
export async function longQuery(text) {
  const message = new LongMessage('Q')
  await message.addText(text)
  message.add(terminated(''))
  return message
}

/** @param {string} name @param {string} text @returns {Promise<LongMessage>} without types of parameters */
export async function longParse(name, text) {
  const message = new LongMessage('P')
  message.add(terminated(name))
  await message.addText(text)
  message.add(terminated(''))
  message.add(int16s(0))
  return message
}

/**
 * The unnamed portal of a statement: texts, and bytes as they are.
 * @param {string} name @param {(string | Uint8Array | TextInPieces | null)[]} values @returns {Promise<LongMessage>}
 */
export async function longBind(name, values) {
  const message = new LongMessage('B')
  message.add(terminated(''))
  message.add(terminated(name))
  const formats = values.map((value) => value instanceof Uint8Array ? 1 : 0)
  message.add(formats.includes(1) ? int16s(formats.length, ...formats, values.length) : int16s(0, values.length))
  for (const value of values) {
    const at = message.pieces.length
    message.add(int32(-1))
    if (value === null) continue
    const before = message.length
    if (typeof value === 'string') await message.addText(value)
    else if (value instanceof TextInPieces) {
      for (const piece of value) {
        message.add(Buffer.from(piece))
        if (restIsDue()) await rest()
      }
    } else message.addBytes(value)
    message.pieces[at] = int32(message.length - before)
  }
  message.add(int16s(0))
  return message
}
