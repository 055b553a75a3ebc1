/**
 * tsvector's stored form: lexemes in order, each with the places it stands at. PostgreSQL's layout, so that what is too
 * large there is too large here, and so that vectors have its order, which begins with their sizes.
 *
 *   vector = u32 count, count × entry, texts
 *   entry  = u32: 1 bit "has positions", 11 bits byte count, 20 bits offset into the texts, from the lowest bit on
 *   texts  = per lexeme its UTF-8 bytes; if it has positions: a zero byte up to an even offset, u16 count, count × u16
 *   position = 14 bits place (1 …), 2 bits weight (3 A, 2 B, 1 C, 0 D)
 *
 * Little-endian. Lexemes are unique, in the order of their bytes; positions ascend by place.
 */
import { vectorTooLong, wordTooLong } from '../../errors/text-search.js'
import { quickSort } from '../../util/quick-sort.js'
import { sortedSteps } from '../../util/sorted-steps.js'
import { compareText, encodeUtf8, utf8Bytes } from '../strings/text.js'
import { decodeUtf8 } from '../strings/utf8.js'

/** @import { Steps } from '../../util/effort.js' */

/** Words between two looks at the clock. */
const WORDS_AT_ONCE = 4096
/** Bytes of a lexeme. */
export const LEXEME_BYTES_MAX = 2046
/** Bytes of all texts. */
export const TEXTS_BYTES_MAX = (1 << 20) - 1
/** The last place there is. */
export const PLACE_MAX = 16383
/** Positions that a lexeme keeps. */
export const POSITIONS_MAX = 256

/** @param {number} place */
export const limitedPlace = (place) => (place > PLACE_MAX ? PLACE_MAX : place)
/** @param {number} position */
export const placeOf = (position) => position & 0x3fff
/** 0 D to 3 A. @param {number} position */
export const weightOf = (position) => position >>> 14

/** A tsvector datum: bytes nobody changes. */
export class TsVector {
  /** @param {Uint8Array} bytes the stored form, whole */
  constructor(bytes) {
    this.bytes = bytes
    this.count = bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) | (bytes[3] << 24)
    /** where the texts begin */
    this.texts = 4 + 4 * this.count
  }

  /** What it occupies, for whoever counts memory. */
  get byteLength() {
    return this.bytes.length
  }

  /** @param {number} index @returns {number} */
  entry(index) {
    const { bytes } = this
    const at = 4 + 4 * index
    return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0
  }

  /** Where a lexeme begins in `bytes`. @param {number} entry */
  start(entry) {
    return this.texts + (entry >>> 12)
  }

  /** @param {number} index @returns {string} */
  lexeme(index) {
    const entry = this.entry(index)
    const start = this.start(entry)
    return decodeUtf8(this.bytes, start, start + lengthOf(entry))
  }

  /** @param {number} index @returns {number[]} positions of a lexeme; empty: it has none */
  positions(index) {
    const entry = this.entry(index)
    if (!hasPositions(entry)) return []
    const at = this.positionsAt(entry)
    const count = this.u16(at)
    const positions = new Array(count)
    for (let i = 0; i < count; i++) positions[i] = this.u16(at + 2 + 2 * i)
    return positions
  }

  /** Where the count of its positions is. @param {number} entry that has some */
  positionsAt(entry) {
    const end = (entry >>> 12) + lengthOf(entry)
    return this.texts + ((end + 1) & ~1)
  }

  /** @param {number} at */
  u16(at) {
    return this.bytes[at] | (this.bytes[at + 1] << 8)
  }

  /**
   * Order of a lexeme and some bytes.
   * @param {number} entry @param {Uint8Array} word @param {boolean} prefix 0 too when the lexeme only begins with them
   */
  compareAt(entry, word, prefix) {
    const { bytes } = this
    const start = this.start(entry)
    const length = lengthOf(entry)
    const shorter = length < word.length ? length : word.length
    for (let i = 0; i < shorter; i++) if (bytes[start + i] !== word[i]) return bytes[start + i] - word[i]
    return prefix && length >= word.length ? 0 : length - word.length
  }

  /** The first lexeme that is not before the bytes. @param {Uint8Array} word */
  lowerBound(word) {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compareAt(this.entry(middle), word, false) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** @param {Uint8Array} word @returns {number} -1: it is not there */
  find(word) {
    const index = this.lowerBound(word)
    return index < this.count && this.compareAt(this.entry(index), word, false) === 0 ? index : -1
  }
}

/** @param {number} entry */
export const hasPositions = (entry) => (entry & 1) === 1
/** Bytes of its lexeme. @param {number} entry */
export const lengthOf = (entry) => (entry >>> 1) & 0x7ff

/**
 * @param {string[]} words ascending by their bytes, each once
 * @param {(number[] | null)[]} positions ascending, at most POSITIONS_MAX of each; null or empty: none
 * @returns {TsVector}
 * @throws {DbError} 54000
 */
export function makeVector(words, positions) {
  const count = words.length
  let size = 0
  for (let i = 0; i < count; i++) {
    const length = utf8Bytes(words[i])
    if (length > LEXEME_BYTES_MAX) throw wordTooLong(length, LEXEME_BYTES_MAX)
    if (size > TEXTS_BYTES_MAX) throw vectorTooLong(size, TEXTS_BYTES_MAX)
    size += length
    const at = positions[i]
    if (at !== null && at.length > 0) size = ((size + 1) & ~1) + 2 + 2 * at.length
  }
  if (size > TEXTS_BYTES_MAX) throw vectorTooLong(size, TEXTS_BYTES_MAX)
  const texts = 4 + 4 * count
  const bytes = new Uint8Array(texts + size)
  putU32(bytes, 0, count)
  let at = texts
  for (let i = 0; i < count; i++) {
    const start = at
    at = encodeUtf8(words[i], bytes, at)
    const places = positions[i]
    const has = places !== null && places.length > 0
    putU32(bytes, 4 + 4 * i, ((start - texts) << 12) | ((at - start) << 1) | (has ? 1 : 0))
    if (!has) continue
    at = texts + ((at - texts + 1) & ~1)
    putU16(bytes, at, places.length)
    at += 2
    for (let j = 0; j < places.length; j++, at += 2) putU16(bytes, at, places[j])
  }
  return new TsVector(bytes)
}

/** Small vectors lie in one array: memory of their own costs more than what is done with them. */
const SHARED_BYTES = 32768
const SHARED_MAX = 1024
let shared = new Uint8Array(SHARED_BYTES)
let sharedEnd = 0

/** Memory for a vector; it may hold anything. @param {number} length @returns {Uint8Array} */
export function vectorMemory(length) {
  if (length > SHARED_MAX) return new Uint8Array(length)
  if (sharedEnd + length > SHARED_BYTES) {
    shared = new Uint8Array(SHARED_BYTES)
    sharedEnd = 0
  }
  const start = sharedEnd
  sharedEnd += length
  return shared.subarray(start, sharedEnd)
}

/** @param {Uint8Array} bytes @param {number} at @param {number} value */
export function putU32(bytes, at, value) {
  bytes[at] = value
  bytes[at + 1] = value >>> 8
  bytes[at + 2] = value >>> 16
  bytes[at + 3] = value >>> 24
}

/** @param {Uint8Array} bytes @param {number} at @param {number} value */
export function putU16(bytes, at, value) {
  bytes[at] = value
  bytes[at + 1] = value >>> 8
}

/**
 * A vector of lexemes as they came: the same ones become one, with the places of all.
 * @param {{ word: string, positions: number[] }[]} lexemes
 * @returns {Steps<TsVector>}
 */
export function* vectorOf(lexemes) {
  const sorted = yield* sortedSteps(lexemes, (a, b) => compareText(a.word, b.word))
  /** @type {string[]} */
  const words = []
  /** @type {(number[] | null)[]} */
  const positions = []
  for (const lexeme of sorted) {
    const last = words.length - 1
    if (words.length % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) yield
    if (last >= 0 && words[last] === lexeme.word) positions[last] = (positions[last] ?? []).concat(lexeme.positions)
    else {
      words.push(lexeme.word)
      positions.push(lexeme.positions)
    }
  }
  return makeVector(words, positions.map((all) => (all === null ? null : uniquePositions(all))))
}

/**
 * Ascending, each place once with its highest weight, as many as are kept.
 * @param {number[]} positions
 */
export function uniquePositions(positions) {
  if (positions.length < 2) return positions
  const sorted = [...positions]
  quickSort(sorted, (a, b) => placeOf(a) - placeOf(b))
  /** @type {number[]} */
  const unique = []
  for (const position of sorted) {
    const last = unique.length - 1
    if (last >= 0 && placeOf(unique[last]) === placeOf(position)) {
      if (weightOf(position) > weightOf(unique[last])) unique[last] = position
    } else {
      unique.push(position)
      // The last place there is has the weight that came first, unless it is the only one.
      if (unique.length >= POSITIONS_MAX || (last >= 0 && placeOf(position) === PLACE_MAX)) break
    }
  }
  return unique
}

/** Size and count first, then lexeme by lexeme; more positions come first. @param {TsVector} a @param {TsVector} b */
export function compareVectors(a, b) {
  if (a.bytes.length !== b.bytes.length) return a.bytes.length < b.bytes.length ? -1 : 1
  if (a.count !== b.count) return a.count < b.count ? -1 : 1
  for (let i = 0; i < a.count; i++) {
    const one = a.entry(i)
    const other = b.entry(i)
    if (hasPositions(one) !== hasPositions(other)) return hasPositions(one) ? -1 : 1
    const start = b.start(other)
    const order = a.compareAt(one, b.bytes.subarray(start, start + lengthOf(other)), false)
    if (order !== 0) return order < 0 ? -1 : 1
    if (!hasPositions(one)) continue
    const ofOne = a.positions(i)
    const ofOther = b.positions(i)
    if (ofOne.length !== ofOther.length) return ofOne.length > ofOther.length ? -1 : 1
    for (let j = 0; j < ofOne.length; j++) {
      if (ofOne[j] === ofOther[j]) continue
      if (placeOf(ofOne[j]) !== placeOf(ofOther[j])) return placeOf(ofOne[j]) > placeOf(ofOther[j]) ? -1 : 1
      return weightOf(ofOne[j]) > weightOf(ofOther[j]) ? -1 : 1
    }
  }
  return 0
}
