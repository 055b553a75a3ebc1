/** OpenPGP's packets (RFC 4880, 4): a tag, a length, a body, which may come in parts. */
import { corruptData } from '../../../errors/pgcrypto.js'
import { joinedBytes } from '../../../util/joined-bytes.js'

/** Kinds of packets. */
export const PUBLIC_SESSION_KEY = 1
export const SIGNATURE = 2
export const SECRET_SESSION_KEY = 3
export const SECRET_KEY = 5
export const PUBLIC_KEY = 6
export const SECRET_SUBKEY = 7
export const COMPRESSED = 8
export const ENCRYPTED = 9
export const MARKER = 10
export const LITERAL = 11
export const TRUST = 12
export const USER_ID = 13
export const PUBLIC_SUBKEY = 14
export const USER_ATTRIBUTE = 17
export const ENCRYPTED_CHECKED = 18
export const CHECKSUM = 19
export const PRIVATE = 61

/** Bytes that are read one after the other. */
export class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes
    this.at = 0
  }

  get isDone() { return this.at >= this.bytes.length }

  /** @returns {number} @throws {DbError} 39000 there is none */
  byte() {
    if (this.isDone) throw corruptData()
    return this.bytes[this.at++]
  }

  /** @param {number} count @returns {number} so many bytes, the highest first @throws {DbError} 39000 */
  number(count) {
    let value = 0
    for (; count > 0; count--) value = value * 256 + this.byte()
    return value
  }

  /** @param {number} count @returns {Uint8Array} @throws {DbError} 39000 */
  take(count) {
    if (this.bytes.length - this.at < count) throw corruptData()
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  rest() { return this.take(this.bytes.length - this.at) }
}

/**
 * @param {Uint8Array} bytes @param {boolean} [mayBeOpen] whether one may last to the end of all
 * @returns {Generator<{ tag: number, body: Uint8Array }, void, void>}
 * @throws {DbError} 39000
 */
export function* packets(bytes, mayBeOpen = true) {
  const reader = new Reader(bytes)
  while (!reader.isDone) {
    const first = reader.byte()
    if ((first & 0x80) === 0) throw corruptData()
    if ((first & 0x40) !== 0) {
      yield { tag: first & 0x3f, body: newBody(reader) }
    } else {
      const kind = first & 3
      if (kind === 3 && !mayBeOpen) throw corruptData()
      const body = kind === 3 ? reader.rest() : reader.take(reader.number(1 << kind))
      yield { tag: (first >> 2) & 0x0f, body }
    }
  }
}

/** A body whose length is written the new way. @param {Reader} reader @returns {Uint8Array} */
function newBody(reader) {
  /** @type {Uint8Array[]} */
  const parts = []
  for (;;) {
    const first = reader.byte()
    if (first < 192) parts.push(reader.take(first))
    else if (first < 224) parts.push(reader.take((first - 192) * 256 + reader.byte() + 192))
    else if (first === 255) parts.push(reader.take(reader.number(4)))
    else {
      parts.push(reader.take(2 ** (first & 31)))
      continue
    }
    return parts.length === 1 ? parts[0] : joinedBytes(parts)
  }
}

/** @param {number} length @returns {number[]} */
function lengthBytes(length) {
  if (length < 192) return [length]
  if (length < 8384) return [((length - 192) >> 8) + 192, (length - 192) & 255]
  return [255, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255]
}

/** A packet whose body is known to be short. @param {number} tag @param {Uint8Array} body */
export const packet = (tag, body) => joinedBytes([Uint8Array.of(0xc0 | tag, ...lengthBytes(body.length)), body])

/** Parts are of 2 to the power of so many bytes. */
const PART_SHIFT = 14
const PART = 1 << PART_SHIFT

/**
 * A packet in parts, as whoever does not know its length beforehand writes it.
 * @param {number} tag @param {Uint8Array} body @returns {Uint8Array}
 */
export function packetInParts(tag, body) {
  /** @type {Uint8Array[]} */
  const parts = [Uint8Array.of(0xc0 | tag)]
  let at = 0
  for (; body.length - at >= PART; at += PART) {
    parts.push(Uint8Array.of(0xe0 | PART_SHIFT), body.subarray(at, at + PART))
  }
  parts.push(Uint8Array.from(lengthBytes(body.length - at)), body.subarray(at))
  return joinedBytes(parts)
}
