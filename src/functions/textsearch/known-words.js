/**
 * What a configuration knows of words: the lexemes of those that its texts repeat, found by a hash of the word's bytes,
 * so that no string is made of it. A word takes the place of another with its hash's place.
 *
 *   place = word (32 bytes), its one lexeme (32 bytes)
 */
import { encodeUtf8 } from '../../types/strings/text.js'
/** @import { Lexeme } from './dictionaries/dictionary.js' */

/** Of each database that searches and each of its configurations. */
const PLACES = 1 << 15
/** Longer words repeat rarely. */
export const KNOWN_LENGTH_MAX = 32
const PLACE_BYTES = 2 * KNOWN_LENGTH_MAX
/** The word has other lexemes than one short one. */
const OTHERS = 255

export class KnownWords {
  constructor() {
    /** made when there are texts @type {Uint8Array | null} */
    this.bytes = null
    /** of the word; 0: nothing is known @type {Uint8Array} */
    this.lengths = NONE
    /** of the lexeme; OTHERS: it is not a short one @type {Uint8Array} */
    this.lexemeLengths = NONE
    /** @type {(Lexeme[] | null)[]} */
    this.lexemes = []
    /** where the newest that was sought belongs */
    this.place = 0
  }

  /**
   * @param {Uint8Array} text
   * @param {number} start @param {number} end at most KNOWN_LENGTH_MAX bytes
   * @param {number} hash of these bytes (`hashed`)
   * @returns {boolean} known: `place` says where
   */
  find(text, start, end, hash) {
    const { bytes } = this
    const place = this.place = (hash ^ (hash >>> 15)) & (PLACES - 1)
    if (bytes === null || this.lengths[place] !== end - start) return false
    for (let at = start, known = place * PLACE_BYTES; at < end; at++, known++)
      if (bytes[known] !== text[at]) return false
    return true
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
      this.lexemes = new Array(PLACES).fill(null)
    }
    const { bytes, place } = this
    const wordAt = place * PLACE_BYTES
    for (let at = start; at < end; at++) bytes[wordAt + at - start] = text[at]
    this.lengths[place] = end - start
    const one = lexemes?.length === 1 && lexemes[0].flags === 0 ? lexemes[0].text : ''
    // A character takes up to three bytes.
    if ((one !== '' && one.length * 3 <= KNOWN_LENGTH_MAX) || isShortAscii(one)) {
      const lexemeAt = wordAt + KNOWN_LENGTH_MAX
      this.lexemeLengths[place] = encodeUtf8(one, bytes, lexemeAt) - lexemeAt
    } else this.lexemeLengths[place] = OTHERS
    this.lexemes[place] = lexemes
  }

  /** Bytes of the lexeme at `place`; -1: it has others, `lexemes`. */
  get lexemeLength() {
    const length = this.lexemeLengths[this.place]
    return length === OTHERS ? -1 : length
  }

  /** Where in `bytes` the lexeme at `place` begins. */
  get lexemeAt() {
    return this.place * PLACE_BYTES + KNOWN_LENGTH_MAX
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
