/**
 * Query, Parse and Bind with values that are long: made in pieces with rests between them, so that the program's event
 * loop goes on. The messages of all others are made by pg's client in one go.
 *
 *   byte type, int32 length (itself included), body      texts: UTF-8, then NUL; of Bind: int32 length, UTF-8
 */

import { TextInPieces } from '../library/pieces/inputs.js'
import { rest, restIsDue } from './rests.js'
import { kept } from './young.js'

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

/** More parameters are made and sent in pieces. */
export const MANY = 2000

/** @param {Sent[]} values @returns {boolean} whether they are long together */
export function areLong(values) {
  let units = 0
  for (const value of values) {
    if (value instanceof TextInPieces) return true
    if (value !== null) units += value.length
  }
  return units >= LONG_UNITS
}

/** Short texts are written one after the other into buffers of so many bytes. */
const ROOM_BYTES = 64 * 1024
/** UTF-8 of a unit at most. */
const UNIT_BYTES = 3

/** A message, ready to be written. */
class LongMessage {
  /** What is before `room`. @type {Uint8Array[]} */
  pieces = []
  length = 4
  room = Buffer.allocUnsafe(ROOM_BYTES)
  /** Bytes of the room that are made. */
  used = 0
  /** Those that are pieces already. */
  cut = 0

  /** @param {string} type */
  constructor(type) {
    this.type = type
  }

  /** What was written into the room becomes a piece. */
  close() {
    if (this.used > this.cut) this.pieces.push(this.room.subarray(this.cut, this.used))
    this.cut = this.used
  }

  /** @param {number} count bytes that come, fewer than ROOM_BYTES @returns {number} where, in `room` */
  take(count) {
    if (this.used + count > ROOM_BYTES) {
      this.close()
      this.room = Buffer.allocUnsafe(ROOM_BYTES)
      this.used = this.cut = 0
    }
    const at = this.used
    this.used += count
    this.length += count
    return at
  }

  /** @param {Uint8Array} bytes */
  add(bytes) {
    this.close()
    this.pieces.push(bytes)
    this.length += bytes.length
  }

  /** @param {number} value */
  addInt16(value) {
    const at = this.take(2)
    this.room.writeUInt16BE(value, at)
  }

  /** -1. @returns {() => void} to be called when what follows is there: its length takes the place */
  addLength() {
    const at = this.take(4)
    const { room, length } = this
    room.writeInt32BE(-1, at)
    return () => { room.writeInt32BE(this.length - length, at) }
  }

  /** @param {string} text that is short, after its length */
  addShort(text) {
    const most = 4 + UNIT_BYTES * text.length
    const at = this.take(most)
    const count = this.room.write(text, at + 4)
    this.room.writeInt32BE(count, at)
    this.used = at + 4 + count
    this.length -= most - 4 - count
  }

  /** @param {string} text without NUL */
  addTerminated(text) { this.add(Buffer.from(`${text}\0`)) }

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

  /** @param {string | Uint8Array | TextInPieces} value after its length @returns {Promise<void>} */
  async addLong(value) {
    const setLength = this.addLength()
    if (typeof value === 'string') await this.addText(value)
    else if (value instanceof TextInPieces) {
      for (const piece of value) {
        this.add(Buffer.from(piece))
        if (restIsDue()) await rest()
      }
    } else this.addBytes(value)
    setLength()
  }

  /** @param {Writable} stream */
  writeTo(stream) {
    this.close()
    const head = Buffer.alloc(5)
    head.write(this.type, 0, 'latin1')
    head.writeInt32BE(this.length, 1)
    stream.write(head)
    for (const piece of this.pieces) stream.write(piece)
  }
}

/** @param {number} unit */
const isHighSurrogate = (unit) => (unit & 0xfc00) === 0xd800

/** @param {string} text @returns {Promise<LongMessage>} */
export async function longQuery(text) {
  const message = new LongMessage('Q')
  await message.addText(text)
  message.addTerminated('')
  return message
}

/** @param {string} name @param {string} text @returns {Promise<LongMessage>} without types of parameters */
export async function longParse(name, text) {
  const message = new LongMessage('P')
  message.addTerminated(name)
  await message.addText(text)
  message.addTerminated('')
  message.addInt16(0)
  return message
}

/** Values that are made between two looks at the clock. */
const VALUES_AT_ONCE = 256
/** About what one is until it is sent. */
const VALUE_BYTES = 16
/** Texts below are written in one go. */
const SHORT_UNITS = 1024

/** How a value goes. @typedef {string | Uint8Array | TextInPieces | null} Sent */

/**
 * The unnamed portal of a statement: texts, and bytes as they are.
 * @param {string} name @param {number} count of values, at most 65,535
 * @param {(from: number, to: number) => Sent[]} sent makes some of them @returns {Promise<LongMessage>}
 */
export async function longBind(name, count, sent) {
  const message = new LongMessage('B')
  message.addTerminated('')
  message.addTerminated(name)
  /** @type {Sent[]} */
  const values = []
  while (values.length < count) {
    values.push(...sent(values.length, Math.min(count, values.length + VALUES_AT_ONCE)))
    kept(VALUES_AT_ONCE * VALUE_BYTES)
    if (restIsDue()) await rest()
  }
  const areBytes = values.some((value) => value instanceof Uint8Array)
  message.addInt16(areBytes ? values.length : 0)
  if (areBytes) for (const value of values) message.addInt16(value instanceof Uint8Array ? 1 : 0)
  message.addInt16(values.length)
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    if (value === null) message.addLength()
    else if (typeof value === 'string' && value.length < SHORT_UNITS) message.addShort(value)
    else await message.addLong(value)
    if (at % VALUES_AT_ONCE === 0 && restIsDue()) await rest()
  }
  message.addInt16(0)
  return message
}
