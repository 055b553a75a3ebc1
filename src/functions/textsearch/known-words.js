/**
 * What a configuration knows of words: the lexemes of those that its texts repeat, found by a hash of the word's bytes,
 * so that no string is made of it. Two words share what their hashes say, and a third takes the place of one of them.
 *
 *   place = word (16 bytes), its one lexeme (16 bytes)
 */
import { encodeUtf8 } from '../../types/strings/text.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'
import { lexeme } from './dictionaries/dictionary.js'
/** @import { Lexeme } from './dictionaries/dictionary.js' */

/** Of each database that searches and each of its configurations. */
const PLACES = 1 << 16
/** Longer words repeat rarely. */
export const KNOWN_LENGTH_MAX = 16
const PLACE_BYTES = 2 * KNOWN_LENGTH_MAX
/** The word has other lexemes than one short one. */
const OTHERS = 255

export class KnownWords {
  constructor() {
    /** made when there are texts @type {Uint8Array | null} */
    this.bytes = null
    /** of the word; 0: nothing is known @type {Uint8Array} */
    this.lengths = NONE
    /** of the lexeme; 0: of a stop word, which has none; OTHERS: it is not a short one @type {Uint8Array} */
    this.lexemeLengths = NONE
    /** by place: what is no short lexeme, and what was asked for as objects @type {Map<number, Lexeme[] | null>} */
    this.lexemes = new Map()
    /** where the newest that was sought belongs */
    this.place = 0
    /** 0, 1: which of two words goes next */
    this.turn = 0
  }

  /**
   * @param {Uint8Array} text
   * @param {number} start @param {number} end at most KNOWN_LENGTH_MAX bytes
   * @param {number} hash of these bytes (`hashed`)
   * @returns {boolean} known: `place` says where
   */
  find(text, start, end, hash) {
    const { bytes, lengths } = this
    const first = (hash ^ (hash >>> 15)) & (PLACES - 2)
    this.place = first
    if (bytes === null) return false
    const length = end - start
    for (let place = first; place <= first + 1; place++) {
      if (lengths[place] !== length) continue
      const from = place * PLACE_BYTES - start
      let at = start
      while (at < end && bytes[from + at] === text[at]) at++
      if (at < end) continue
      this.place = place
      return true
    }
    if (lengths[first] !== 0) this.place = lengths[first + 1] === 0 ? first + 1 : first + (this.turn ^= 1)
    return false
  }

  /**
   * Of the word that was sought last.
   * @param {Uint8Array} text @param {number} start @param {number} end @param {Lexeme[] | null} lexemes
   */
  keep(text, start, end, lexemes) {
    if (this.bytes === null) {
      this.bytes = new Uint8Array(PLACES * PLACE_BYTES)
      this.lengths = new Uint8Array(PLACES)
      this.lexemeLengths = new Uint8Array(PLACES)
    }
    const { bytes, place } = this
    const wordAt = place * PLACE_BYTES
    for (let at = start; at < end; at++) bytes[wordAt + at - start] = text[at]
    this.lengths[place] = end - start
    if (this.lexemes.size > 0) this.lexemes.delete(place)
    if (lexemes !== null && lexemes.length === 0) {
      this.lexemeLengths[place] = 0
      return
    }
    const one = lexemes?.length === 1 && lexemes[0].flags === 0 ? lexemes[0].text : ''
    // A character takes up to three bytes.
    if ((one !== '' && one.length * 3 <= KNOWN_LENGTH_MAX) || isShortAscii(one)) {
      const lexemeAt = wordAt + KNOWN_LENGTH_MAX
      this.lexemeLengths[place] = encodeUtf8(one, bytes, lexemeAt) - lexemeAt
    } else {
      this.lexemeLengths[place] = OTHERS
      this.lexemes.set(place, lexemes)
    }
  }

  /** Bytes of the lexeme at `place`; 0: there is none; -1: there are others, `lexemesThere`. */
  get lexemeLength() {
    const length = this.lexemeLengths[this.place]
    return length === OTHERS ? -1 : length
  }

  /** Where in `bytes` the lexeme at `place` begins. */
  get lexemeAt() {
    return this.place * PLACE_BYTES + KNOWN_LENGTH_MAX
  }

  /** What is at `place`, as objects. @returns {Lexeme[] | null} */
  lexemesThere() {
    const { place, lexemeAt } = this
    let lexemes = this.lexemes.get(place)
    if (lexemes === undefined) {
      const bytes = this.lexemeLengths[place]
      lexemes = bytes === 0 ? []
        : [lexeme(decodeUtf8(/** @type {Uint8Array} */ (this.bytes), lexemeAt, lexemeAt + bytes))]
      this.lexemes.set(place, lexemes)
    }
    return lexemes
  }
}
const NONE = new Uint8Array(0)

/** @param {number} hash of the bytes before; at first 0 @param {number} byte */
export const hashed = (hash, byte) => Math.imul(hash ^ byte, 0x01000193)

/** @param {string} text */
function isShortAscii(text) {
  if (text === '' || text.length > KNOWN_LENGTH_MAX) return false
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}
