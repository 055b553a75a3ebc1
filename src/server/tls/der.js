/**
 * DER, the bytes of certificates: as much as is asked of one and as makes one. A value is a tag, a length, and so many
 * bytes, which are values again where the tag says so.
 */

/** One value in place. @typedef {{ tag: number, start: number, body: number, end: number }} Item start: of its tag */

export const SEQUENCE = 0x30
export const SET = 0x31
export const INTEGER = 0x02
export const BIT_STRING = 0x03
export const OCTET_STRING = 0x04
export const NULL = 0x05
export const OBJECT = 0x06
export const UTF8 = 0x0c
/** Tags of what is numbered where it stands. @param {number} number */
export const numbered = (number) => 0xa0 | number

/** @param {Uint8Array} bytes @param {number} at @param {number} limit @returns {Item} @throws {RangeError} */
export function itemAt(bytes, at, limit) {
  if (at + 2 > limit) throw new RangeError('a value is cut off')
  let length = bytes[at + 1]
  let body = at + 2
  if (length >= 0x80) {
    const count = length & 0x7f
    if (count === 0 || count > 4 || body + count > limit) throw new RangeError('a length makes no sense')
    length = 0
    for (let index = 0; index < count; index++) length = length * 256 + bytes[body++]
  }
  if (body + length > limit) throw new RangeError('a value is cut off')
  return { tag: bytes[at], start: at, body, end: body + length }
}

/** What is in a value. @param {Uint8Array} bytes @param {Item} item @returns {Item[]} @throws {RangeError} */
export function itemsOf(bytes, { body, end }) {
  const items = []
  for (let at = body; at < end;) {
    const item = itemAt(bytes, at, end)
    items.push(item)
    at = item.end
  }
  return items
}

/** An OBJECT's numbers, with dots. @param {Uint8Array} bytes @param {Item} item */
export function objectText(bytes, { body, end }) {
  const numbers = []
  let value = 0
  for (let at = body; at < end; at++) {
    value = value * 128 + (bytes[at] & 0x7f)
    if (bytes[at] & 0x80) continue
    if (numbers.length === 0) {
      const first = Math.min(2, Math.floor(value / 40))
      numbers.push(first, value - 40 * first)
    } else numbers.push(value)
    value = 0
  }
  return numbers.join('.')
}

/** Encodings of characters by their tags. @type {Record<number, (bytes: Buffer) => string>} */
const TEXTS = {
  0x1e: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  0x1c: (bytes) => {
    const codes = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(4 * at))
    return String.fromCodePoint(...codes)
  },
  0x14: (bytes) => bytes.toString('latin1'),
}

/** @param {Uint8Array} bytes @param {Item} item a string of any kind */
export function stringText(bytes, { tag, body, end }) {
  const own = Buffer.from(bytes.subarray(body, end))
  return (TEXTS[tag] ?? ((text) => text.toString('utf8')))(own)
}

/** @param {number} tag @param {...Uint8Array} parts @returns {Buffer} */
export function encoded(tag, ...parts) {
  const body = Buffer.concat(parts)
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body])
  const length = []
  for (let left = body.length; left > 0; left = Math.floor(left / 256)) length.unshift(left & 255)
  return Buffer.concat([Buffer.of(tag, 0x80 | length.length, ...length), body])
}

/** @param {string} text numbers with dots */
export function object(text) {
  const [first, second, ...rest] = text.split('.').map(Number)
  const bytes = []
  for (const number of [40 * first + second, ...rest]) {
    const digits = [number & 0x7f]
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift(0x80 | (left & 0x7f))
    bytes.push(...digits)
  }
  return encoded(OBJECT, Buffer.from(bytes))
}

/** A number of so many bytes, without a sign. @param {Uint8Array} bytes */
export function integer(bytes) {
  let from = 0
  while (from < bytes.length - 1 && bytes[from] === 0) from++
  const digits = bytes.subarray(from)
  return encoded(INTEGER, digits[0] >= 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits)
}
