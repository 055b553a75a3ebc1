/**
 * hstore values: pairs of texts, a key once, in PostgreSQL's order (the shorter key first, then by bytes).
 *
 * Stored form, little-endian: u32 pairs, per pair u32 bytes of the key, u32 bytes of the value (ffffffff: null), key,
 * value.
 */
import { hstoreSyntaxNear, hstoreEndsEarly, tooManyPairs, nullHstoreKey } from '../../errors/hstore.js'
import { messageTooShort } from '../../errors/data.js'
import { hashBytes } from '../../functions/comparison/hash.js'
import { encodeUtf8, sendText, toUtf8, utf8Bytes } from '../../types/strings/text.js'
import { decodeUtf8, receivedText } from '../../types/strings/utf8.js'
import { readI32, TypeOps } from '../../types/type-ops.js'
import { isBlank } from '../../util/ascii.js'
import { atOnce } from '../../util/effort.js'
import { sortedSteps } from '../../util/sorted-steps.js'

/** @import { Steps } from '../../util/effort.js' */

const NULL_LENGTH = 0xffffffff

export class Hstore {
  /** @param {string[]} keys in order @param {(string | null)[]} values */
  constructor(keys, values) {
    this.keys = keys
    this.values = values
  }

  /** @param {string} key @returns {number} its place, -1 when it is not there */
  find(key) {
    let low = 0
    let high = this.keys.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const order = compareKeys(this.keys[middle], key)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

/** @param {string} a @param {string} b */
function compareKeys(a, b) {
  if (a === b) return 0
  const [left, right] = [toUtf8(a), toUtf8(b)]
  return left.length - right.length || Buffer.compare(left, right)
}

/** Pairs that are gone through between two rests: less than a millisecond. */
const REST_PAIRS = 2048

/** @typedef {{ key: string, bytes: Uint8Array, value: string | null }} Pair bytes: of the key */

/** @param {Pair} a @param {Pair} b */
const comparePairs = (a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes)

/**
 * Of pairs in any order; the first of those with one key stays.
 * @param {[string, string | null][]} pairs @returns {Steps<Hstore>}
 */
export function* hstoreSteps(pairs) {
  /** @type {Map<string, Pair>} */
  const byKey = new Map()
  for (let at = 0; at < pairs.length; at++) {
    const [key, value] = pairs[at]
    if (!byKey.has(key)) byKey.set(key, { key, bytes: toUtf8(key), value })
    if (at % REST_PAIRS === REST_PAIRS - 1) yield
  }
  const sorted = yield* sortedSteps([...byKey.values()], comparePairs)
  return new Hstore(sorted.map(({ key }) => key), sorted.map(({ value }) => value))
}

/** The same at once. @param {[string, string | null][]} pairs */
export const hstoreOf = (pairs) => atOnce(hstoreSteps(pairs))

// ---- text

/** @param {string} text @param {number} at */
const badSyntax = (text, at) =>
  hstoreSyntaxNear(Array.from(text.slice(at, at + 2))[0], utf8Bytes(text.slice(0, at)))
const endedEarly = () => hstoreEndsEarly()

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.at = 0
    this.quoted = false
  }

  skipBlanks() {
    while (this.at < this.text.length && isBlank(this.text.charCodeAt(this.at))) this.at++
  }

  /**
   * A key or a value.
   * @param {boolean} isValue which a comma or a blank ends, where "=" ends a key
   * @returns {string | null} null: the text has ended
   */
  word(isValue) {
    this.skipBlanks()
    const { text } = this
    if (this.at >= text.length) return null
    this.quoted = text[this.at] === '"'
    if (this.quoted) return this.quotedWord()
    if (text[this.at] === '=' && !isValue) throw badSyntax(text, this.at)
    let word = ''
    for (const start = this.at; this.at < text.length; this.at++) {
      let letter = text[this.at]
      if (letter === '\\') {
        letter = text[++this.at]
        if (letter === undefined) throw endedEarly()
      } else if (isBlank(letter.charCodeAt(0)) || (isValue ? letter === ',' && this.at > start : letter === '=')) break
      word += letter
    }
    return word
  }

  /** @returns {string} */
  quotedWord() {
    let word = ''
    for (this.at++; ; this.at++) {
      let letter = this.text[this.at]
      if (letter === '"') break
      if (letter === '\\') letter = this.text[++this.at]
      if (letter === undefined) throw endedEarly()
      word += letter
    }
    this.at++
    return word
  }
}

/** @param {string} text @returns {Hstore} @throws {DbError} XX000 as PostgreSQL 15 has it */
export const parseHstore = (text) => atOnce(parseHstoreSteps(text))

/** @param {string} text @returns {Steps<Hstore>} @throws {DbError} XX000 as PostgreSQL 15 has it */
function* parseHstoreSteps(text) {
  const reader = new Reader(text)
  /** @type {[string, string | null][]} */
  const pairs = []
  for (;;) {
    const key = reader.word(false)
    if (key === null) return yield* hstoreSteps(pairs)
    reader.skipBlanks()
    if (reader.at >= text.length) throw endedEarly()
    if (text[reader.at] !== '=') throw badSyntax(text, reader.at)
    if (reader.at + 1 >= text.length) throw endedEarly()
    if (text[reader.at + 1] !== '>') throw badSyntax(text, reader.at + 1)
    reader.at += 2
    const value = reader.word(true)
    if (value === null) throw endedEarly()
    pairs.push([key, !reader.quoted && value.toLowerCase() === 'null' ? null : value])
    reader.skipBlanks()
    if (reader.at >= text.length) return yield* hstoreSteps(pairs)
    if (pairs.length % REST_PAIRS === 0) yield
    if (text[reader.at] !== ',') throw badSyntax(text, reader.at)
    reader.at++
  }
}

/** @param {string} text */
const quote = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** @param {Hstore} value @returns {string} */
export const formatHstore = ({ keys, values }) => keys.map((key, at) => pairText(key, values[at])).join(', ')

/** @param {string} key @param {string | null} value */
const pairText = (key, value) => `${quote(key)}=>${value === null ? 'NULL' : quote(value)}`

/** The same of many, with rests. @param {Hstore} value @returns {Generator<void, string, void>} */
export function* formatHstoreSteps({ keys, values }) {
  const parts = []
  for (let at = 0; at < keys.length;) {
    const end = Math.min(keys.length, at + REST_PAIRS)
    let part = ''
    for (; at < end; at++) part += (at === 0 ? '' : ', ') + pairText(keys[at], values[at])
    parts.push(part)
    yield
  }
  return parts.join('')
}

// ---- order: of PostgreSQL's own bytes, which are all texts in a row, and where each ends

/**
 * @param {Hstore} value
 * @returns {{ text: Uint8Array, ends: number[] }} ends of key, value, key …; of a null: ~end
 */
function laidOut({ keys, values }) {
  const ends = []
  let end = 0
  let text = ''
  for (let at = 0; at < keys.length; at++) {
    ends.push(end += utf8Bytes(keys[at]))
    const value = values[at]
    ends.push(value === null ? ~end : (end += utf8Bytes(value)))
    text += keys[at] + (value ?? '')
  }
  return { text: toUtf8(text), ends }
}

/** @param {Hstore} a @param {Hstore} b @returns {number} */
export function compareHstores(a, b) {
  if (a.keys.length === 0 || b.keys.length === 0) return a.keys.length - b.keys.length
  const [left, right] = [laidOut(a), laidOut(b)]
  const byText = Buffer.compare(left.text, right.text)
  if (byText !== 0) return byText
  if (a.keys.length !== b.keys.length) return a.keys.length - b.keys.length
  for (let at = 0; at < left.ends.length; at++) {
    const [x, y] = [left.ends[at], right.ends[at]]
    if (x === y) continue
    const [p, q] = [x < 0 ? ~x : x, y < 0 ? ~y : y]
    return p === q ? (x < 0 ? 1 : -1) : p - q
  }
  return 0
}

/** @param {Hstore} value @param {Uint8Array} out @param {number} at @returns {number} */
function putKey(value, out, at) {
  out[at++] = value.keys.length === 0 ? 0 : 1
  if (value.keys.length === 0) return at
  const { text, ends } = laidOut(value)
  for (const byte of text) out[at++] = byte + 1
  out[at++] = 0
  for (const number of [value.keys.length, ...ends.flatMap((end) => end < 0 ? [~end, 1] : [end, 0])]) {
    for (let shift = 24; shift >= 0; shift -= 8) out[at++] = number >>> shift
  }
  return at
}

const LAST = 0x80000000
const NULL_FLAG = 0x40000000

/** Of the bytes that PostgreSQL keeps. @param {Hstore} value @param {bigint} [seed] */
export function hashHstore(value, seed) {
  const { text, ends } = laidOut(value)
  const bytes = new Uint8Array(4 + 4 * ends.length + text.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, (value.keys.length | LAST) >>> 0, true)
  ends.forEach((end, at) => {
    const entry = (end < 0 ? ~end | NULL_FLAG : end) | (at === 0 ? LAST : 0)
    view.setUint32(4 + 4 * at, entry >>> 0, true)
  })
  bytes.set(text, 4 + 4 * ends.length)
  return hashBytes(bytes, seed)
}

// ---- stored form, binary format

/** @param {Hstore} value @returns {number} */
function encodedBytes({ keys, values }) {
  let bytes = 4
  for (let at = 0; at < keys.length; at++) bytes += 8 + utf8Bytes(keys[at]) + utf8Bytes(values[at] ?? '')
  return bytes
}

/** @param {Hstore} value @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function encode({ keys, values }, bytes, view, at) {
  view.setUint32(at, keys.length, true)
  at += 4
  for (let pair = 0; pair < keys.length; pair++) {
    const value = values[pair]
    const middle = encodeUtf8(keys[pair], bytes, at + 8)
    const end = value === null ? middle : encodeUtf8(value, bytes, middle)
    view.setUint32(at, middle - at - 8, true)
    view.setUint32(at + 4, value === null ? NULL_LENGTH : end - middle, true)
    at = end
  }
  return at
}

/** @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function decode(bytes, view, at) {
  const count = view.getUint32(at, true)
  at += 4
  const keys = new Array(count)
  const values = new Array(count)
  for (let pair = 0; pair < count; pair++) {
    const middle = at + 8 + view.getUint32(at, true)
    const length = view.getUint32(at + 4, true)
    keys[pair] = decodeUtf8(bytes, at + 8, middle)
    const end = length === NULL_LENGTH ? middle : middle + length
    values[pair] = length === NULL_LENGTH ? null : decodeUtf8(bytes, middle, end)
    at = end
  }
  return new Hstore(keys, values)
}

/**
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 * @param {import('../../types/type-ops.js').TypeEnv} env
 */
function receive(bytes, start, end, env) {
  let at = start
  const word = () => {
    if (at + 4 > end) throw messageTooShort()
    at += 4
    return readI32(bytes, at - 4)
  }
  const text = (/** @type {number} */ length) => {
    if (at + length > end) throw messageTooShort()
    at += length
    return receivedText(bytes, at - length, at, env)
  }
  const count = word()
  if (count < 0 || count > (end - start) / 8) {
    const most = Math.floor((end - start) / 8)
    throw tooManyPairs(count, most)
  }
  /** @type {[string, string | null][]} */
  const pairs = []
  for (let pair = 0; pair < count; pair++) {
    const keyLength = word()
    if (keyLength < 0) throw nullHstoreKey()
    const key = text(keyLength)
    const length = word()
    pairs.push([key, length < 0 ? null : text(length)])
  }
  return hstoreOf(pairs)
}

/** @param {import('../../types/libraries.js').TypeOfLibrary} type */
export const hstoreType = ({ oid, name, category }) => new TypeOps({
  oid, name, category, kind: 'var',
  parse: parseHstore,
  parseSteps: parseHstoreSteps,
  format: formatHstore,
  formatSteps: formatHstoreSteps,
  receive: (bytes, start, end, _typmod, env) => receive(bytes, start, end, env),
  send: ({ keys, values }, writer, env) => {
    writer.i32(keys.length)
    for (let at = 0; at < keys.length; at++) {
      for (const text of [keys[at], values[at]]) {
        if (text === null) { writer.i32(-1); continue }
        const length = writer.at
        writer.i32(0)
        sendText(text, writer, env)
        writer.view.setInt32(length, writer.at - length - 4)
      }
    }
  },
  compare: compareHstores,
  hash: (value) => hashHstore(value).low,
  encodedBytes,
  encode,
  decode: (bytes, view, start) => decode(bytes, view, start),
  putKey,
})
