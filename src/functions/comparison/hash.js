/**
 * PostgreSQL's hash functions, as SQL can call them: hashtext(), hashint8() and their 64-bit forms with a seed. People
 * partition and take advisory locks by them, so the bits are PostgreSQL's (Bob Jenkins' lookup3 over little-endian
 * bytes). The engine's own hash tables do not use them.
 */
import { requireVector } from '../../types/array.js'
import { toUtf8, trimBlanks } from '../../types/strings/text.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { ByteWriter } from '../../util/byte-writer.js'
import { NUMERIC_ZERO, compareNumeric } from '../../types/numbers/numeric.js'
import { sendNumeric } from '../../types/numbers/numeric-type.js'
import { Family } from '../impl.js'

const family = new Family()
export const hashFunctions = family.functions

const START = 0x9e3779b9
const TEXT_SALT = 3923095

/** @param {number} value @param {number} bits */
const rotate = (value, bits) => (value << bits) | (value >>> (32 - bits))

/** Three words of state. */
class Jenkins {
  /** @param {number} length of what is hashed @param {bigint} seed */
  constructor(length, seed) {
    this.a = this.b = this.c = (START + length + TEXT_SALT) | 0
    if (seed !== 0n) {
      this.a = (this.a + Number(BigInt.asIntN(32, seed >> 32n))) | 0
      this.b = (this.b + Number(BigInt.asIntN(32, seed))) | 0
      this.mix()
    }
  }

  mix() {
    let { a, b, c } = this
    a = (a - c) | 0; a ^= rotate(c, 4); c = (c + b) | 0
    b = (b - a) | 0; b ^= rotate(a, 6); a = (a + c) | 0
    c = (c - b) | 0; c ^= rotate(b, 8); b = (b + a) | 0
    a = (a - c) | 0; a ^= rotate(c, 16); c = (c + b) | 0
    b = (b - a) | 0; b ^= rotate(a, 19); a = (a + c) | 0
    c = (c - b) | 0; c ^= rotate(b, 4); b = (b + a) | 0
    this.a = a
    this.b = b
    this.c = c
  }

  finish() {
    let { a, b, c } = this
    c ^= b; c = (c - rotate(b, 14)) | 0
    a ^= c; a = (a - rotate(c, 11)) | 0
    b ^= a; b = (b - rotate(a, 25)) | 0
    c ^= b; c = (c - rotate(b, 16)) | 0
    a ^= c; a = (a - rotate(c, 4)) | 0
    b ^= a; b = (b - rotate(a, 14)) | 0
    c ^= b; c = (c - rotate(b, 24)) | 0
    this.a = a
    this.b = b
    this.c = c
  }

  /** @returns {number} 32 bits, signed */
  get low() {
    return this.c
  }

  /** @returns {number | bigint} 64 bits, signed */
  get wide() {
    return toInt8(BigInt.asIntN(64, (BigInt.asUintN(32, BigInt(this.b)) << 32n) | BigInt.asUintN(32, BigInt(this.c))))
  }
}

/** @param {Uint8Array} bytes @param {bigint} [seed] */
export function hashBytes(bytes, seed = 0n) {
  const state = new Jenkins(bytes.length, seed)
  let at = 0
  let left = bytes.length
  const word = (/** @type {number} */ from) =>
    bytes[from] | (bytes[from + 1] << 8) | (bytes[from + 2] << 16) | (bytes[from + 3] << 24)
  for (; left >= 12; at += 12, left -= 12) {
    state.a = (state.a + word(at)) | 0
    state.b = (state.b + word(at + 4)) | 0
    state.c = (state.c + word(at + 8)) | 0
    state.mix()
  }
  // The lowest byte of c is the length's.
  for (let rest = 0; rest < left; rest++) {
    const byte = bytes[at + rest]
    if (rest < 4) state.a = (state.a + (byte << (rest * 8))) | 0
    else if (rest < 8) state.b = (state.b + (byte << ((rest - 4) * 8))) | 0
    else state.c = (state.c + (byte << ((rest - 7) * 8))) | 0
  }
  state.finish()
  return state
}

/**
 * hashtext: the 32 bits of a text's bytes. Plain letters are not made bytes first.
 * @param {string} text @returns {number} signed
 */
export function hashText(text) {
  const { length } = text
  let a = (START + length + TEXT_SALT) | 0
  let b = a
  let c = a
  let all = 0
  let at = 0
  for (; length - at >= 12; at += 12) {
    const [x, y, z] = [lettersAt(text, at, 4), lettersAt(text, at + 4, 4), lettersAt(text, at + 8, 4)]
    all |= x | y | z
    a = (a + x) | 0
    b = (b + y) | 0
    c = (c + z) | 0
    a = (a - c) | 0; a ^= rotate(c, 4); c = (c + b) | 0
    b = (b - a) | 0; b ^= rotate(a, 6); a = (a + c) | 0
    c = (c - b) | 0; c ^= rotate(b, 8); b = (b + a) | 0
    a = (a - c) | 0; a ^= rotate(c, 16); c = (c + b) | 0
    b = (b - a) | 0; b ^= rotate(a, 19); a = (a + c) | 0
    c = (c - b) | 0; c ^= rotate(b, 4); b = (b + a) | 0
  }
  const left = length - at
  const [x, y, z] = [
    lettersAt(text, at, Math.min(4, left)), lettersAt(text, at + 4, Math.max(0, Math.min(4, left - 4))),
    lettersAt(text, at + 8, Math.max(0, left - 8)),
  ]
  if (((all | x | y | z) & NO_LETTERS) !== 0) return hashBytes(toUtf8(text)).low
  a = (a + x) | 0
  b = (b + y) | 0
  // The lowest byte of c is the length's.
  return finished(a, b, (c + (z << 8)) | 0)
}

/** What `Jenkins.finish` leaves in c. @param {number} a @param {number} b @param {number} c @returns {number} signed */
function finished(a, b, c) {
  c ^= b; c = (c - rotate(b, 14)) | 0
  a ^= c; a = (a - rotate(c, 11)) | 0
  b ^= a; b = (b - rotate(a, 25)) | 0
  c ^= b; c = (c - rotate(b, 16)) | 0
  a ^= c; a = (a - rotate(c, 4)) | 0
  b ^= a; b = (b - rotate(a, 14)) | 0
  c ^= b
  return (c - rotate(b, 24)) | 0
}

/** Bits that no plain letters have where they stand, or that say one was none. */
const NO_LETTERS = 0x80808080 | 0

/** @param {string} text @param {number} from @param {number} count up to four */
function lettersAt(text, from, count) {
  let word = 0
  for (let at = 0; at < count; at++) {
    const code = text.charCodeAt(from + at)
    word |= (code < 128 ? code : 128) << (8 * at)
  }
  return word
}

/** One 32-bit word. @param {number} value @param {bigint} [seed] */
function hashWord(value, seed = 0n) {
  const state = new Jenkins(4, seed)
  state.a = (state.a + value) | 0
  state.finish()
  return state
}

/**
 * Equal numbers of different widths hash alike: the halves are folded, a negative one's upper half inverted.
 * @param {number | bigint} value
 */
function foldInt8(value) {
  if (typeof value === 'number') {
    const high = Math.floor(value / 4294967296)
    return ((value - high * 4294967296) | 0) ^ (value >= 0 ? high : ~high)
  }
  const wide = BigInt(value)
  const low = Number(BigInt.asIntN(32, wide))
  const high = Number(BigInt.asIntN(32, wide >> 32n))
  return low ^ (wide >= 0n ? high : ~high)
}

/** The 32 bits of one word: what `hashWord` gives. @param {number} value @returns {number} signed */
function hashOfWord(value) {
  const salted = (START + 4 + TEXT_SALT) | 0
  return finished((salted + value) | 0, salted, salted)
}

/** hashint8. @param {number | bigint} value @returns {number} */
export const hashInt8 = (value) => hashOfWord(foldInt8(value))

/** hash_uint32 and its 64-bit form. @param {number} value @param {bigint} [seed] @returns {number | bigint} */
export const hashInteger = (value, seed) => seed === undefined ? hashOfWord(value) : hashWord(value, seed).wide

/** @param {number} value both zeros hash alike, and every NaN */
function doubleBytes(value) {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value, true)
  return bytes
}

/**
 * @param {string[]} names of the pair without "extended"
 * @param {(value: any, seed: bigint) => { low: number, wide: number | bigint }} hash
 * @param {(name: string) => string} [extended]
 */
function pair(names, hash, extended = (name) => `${name}extended`) {
  family.add(names, (value) => hash(value, 0n).low)
  family.add(names.map(extended), (value, seed) => hash(value, BigInt(seed)).wide)
}
family.add(['hashtext', 'hashname'], hashText)
family.add(['hashtextextended', 'hashnameextended'], (value, seed) => hashBytes(toUtf8(value), BigInt(seed)).wide)
family.add('hashbpchar', (value) => hashText(trimBlanks(value)))
family.add('hashbpcharextended', (value, seed) => hashBytes(toUtf8(trimBlanks(value)), BigInt(seed)).wide)
pair(['hashvarlena'], (value, seed) => hashBytes(value, seed))
family.add(['hashint2', 'hashint4', 'hashoid'], hashOfWord)
family.add(['hashint2extended', 'hashint4extended', 'hashoidextended'], (value, seed) =>
  hashWord(value | 0, BigInt(seed)).wide,
)
pair(['hashchar'], (value, seed) => hashWord((value << 24) >> 24, seed))
family.add('hashint8', hashInt8)
family.add('hashint8extended', (value, seed) => hashWord(foldInt8(value), BigInt(seed)).wide)
pair(['timestamp_hash', 'time_hash'], (value, seed) => hashWord(foldInt8(value), seed), (name) => `${name}_extended`)
// A position with the highest bit set is a negative integer here.
pair(
  ['pg_lsn_hash'],
  (value, seed) => hashWord(foldInt8(BigInt.asIntN(64, BigInt(value))), seed),
  (name) => `${name}_extended`,
)
pair(['uuid_hash'], (value, seed) => hashBytes(value, seed), (name) => `${name}_extended`)
for (const name of ['hashfloat4', 'hashfloat8']) {
  family.add(name, (value) => (value === 0 ? 0 : hashBytes(doubleBytes(value)).low))
  family.add(`${name}extended`, (value, seed) =>
    value === 0 ? seed : hashBytes(doubleBytes(value), BigInt(seed)).wide
  )
}

const WRITER = new ByteWriter(256)

/**
 * The digits to the base 10000 as little-endian words, without outer zeros, and the weight of the first.
 * @param {any} value finite, not zero
 */
function numericDigits(value) {
  WRITER.reset()
  sendNumeric(value, WRITER)
  const { bytes } = WRITER
  const count = bytes[0] * 256 + bytes[1]
  const weight = (bytes[2] << 24 >> 16) | bytes[3]
  const digits = new Uint8Array(2 * count)
  for (let at = 0; at < count; at++) {
    digits[2 * at] = bytes[8 + 2 * at + 1]
    digits[2 * at + 1] = bytes[8 + 2 * at]
  }
  return { digits, weight }
}

family.add('hash_numeric', (value) => {
  if (value.special !== 0) return 0
  if (compareNumeric(value, NUMERIC_ZERO) === 0) return -1
  const { digits, weight } = numericDigits(value)
  return hashBytes(digits).low ^ weight
})
family.add('hash_numeric_extended', (value, seed) => {
  if (value.special !== 0) return seed
  if (compareNumeric(value, NUMERIC_ZERO) === 0) return toInt8(BigInt.asIntN(64, BigInt(seed) - 1n))
  const { digits, weight } = numericDigits(value)
  return toInt8(BigInt.asIntN(64, BigInt(hashBytes(digits, BigInt(seed)).wide) ^ BigInt(weight)))
})

/** An interval's length, months of 30 days. @param {any} value */
const span = (value) =>
  BigInt.asIntN(64, (BigInt(value.months) * 30n + BigInt(value.days)) * 86400000000n + BigInt(value.micros))
pair(
  ['interval_hash'],
  (value, seed) => hashWord(foldInt8(span(value)), seed),
  (name) => `${name}_extended`
)
pair(['hashmacaddr', 'hashmacaddr8'], (value, seed) => hashBytes(value, seed))
pair(['hashinet'], (value, seed) =>
  hashBytes(Uint8Array.of(value.bytes.length === 4 ? 2 : 3, value.bits, ...value.bytes), seed)
)
family.add('timetz_hash', (value) => hashWord(foldInt8(value.micros)).low ^ hashWord(value.west).low)
family.add('timetz_hash_extended', (value, seed) =>
  toInt8(
    BigInt.asIntN(
      64,
      BigInt(hashWord(foldInt8(value.micros), BigInt(seed)).wide) ^ BigInt(hashWord(value.west, BigInt(seed)).wide)
    )
  )
)
pair(['hashoidvector'], (value, seed) => {
  requireVector(value, 'oidvector')
  return hashBytes(new Uint8Array(Uint32Array.from(value.values).buffer), seed)
})
