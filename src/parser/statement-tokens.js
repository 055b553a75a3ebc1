/**
 * The tokens of one statement, for who knows from its tree that something is there and wants to know where. They are
 * read when first asked for. Places are UTF-16 units of the whole text; a node's location (bytes) becomes one by
 * `offsetAt`.
 */
import { KIND, NAME, SPACE, tokenEnd } from './tokens.js'

/** @import { DbError } from '../errors/db-error.js' */

/**
 * @typedef {{ word: string, at: number, end: number, depth: number }} Token word: in lower case; depth: of parentheses
 */
/** @typedef {{ bytes: number, units: number }} Offset of the same character */

export class StatementTokens {
  /** @param {string} text @param {Offset} start of the statement @param {number} bytes of it, or Infinity */
  constructor(text, start, bytes) {
    this.text = text
    this.start = start
    this.to = Number.isFinite(bytes) ? offsetAt(text, start.bytes + bytes, start).units : text.length
    /** @type {Token[] | null} */
    this.read = null
    /** @type {Token | null} the first that is refused */
    this.first = null
    /** @type {((position: number) => DbError) | null} what is wrong with that; null: a syntax error */
    this.complaint = null
  }

  /** Without spaces and comments. */
  get tokens() {
    if (this.read !== null) return this.read
    this.read = []
    for (let at = this.start.units, end = 0, depth = 0; at < this.to; at = end) {
      end = tokenEnd(this.text, at)
      if (end < 0) break
      const word = this.text.slice(at, end)
      if (word === ')' || word === ']') depth--
      const unit = word.charCodeAt(0)
      if ((unit >= 128 || KIND[unit] !== SPACE) && !/^(?:--|\/\*)/.test(word)) {
        this.read.push({ word: unit >= 128 || KIND[unit] === NAME ? word.toLowerCase() : word, at, end, depth })
      }
      if (word === '(' || word === '[') depth++
    }
    return this.read
  }

  /** @param {string} word @returns {boolean} */
  mentions(word) {
    return this.tokens.some((token) => token.word === word)
  }

  /** @param {number | undefined} location bytes @returns {number} of the token there */
  indexOf(location) {
    const at = offsetAt(this.text, location ?? 0, this.start).units
    const index = this.tokens.findIndex((token) => token.at >= at)
    return index < 0 ? this.tokens.length : index
  }

  /**
   * Where words follow each other.
   * @param {string} words @param {number} [from] @returns {number} of the last of them; -1: nowhere
   */
  indexOfWords(words, from = 0) {
    const wanted = words.split(' ')
    for (let index = from; index + wanted.length <= this.tokens.length; index++) {
      if (wanted.every((word, offset) => this.tokens[index + offset].word === word)) return index + wanted.length - 1
    }
    return -1
  }

  /**
   * A word of the list's element that begins at a token, not in parentheses and not the constraint's name.
   * @param {number} from @param {string} word @returns {number} -1: it has none
   */
  indexInElement(from, word) {
    const depth = this.tokens[from]?.depth ?? 0
    for (let index = from; index < this.tokens.length; index++) {
      const token = this.tokens[index]
      if (token.depth < depth || (token.depth === depth && token.word === ',')) return -1
      const isIt = token.depth === depth && token.word === word
      if (isIt && this.tokens[index - 1]?.word !== 'constraint') return index
    }
    return -1
  }

  /** @param {number} from @returns {number} of the token behind the next parentheses */
  behindParentheses(from) {
    const depth = this.tokens[from]?.depth
    const open = this.tokens.findIndex(({ word }, index) => index > from && word === '(')
    return this.tokens.findIndex((token, index) => index > open && token.word === ')' && token.depth === depth) + 1
  }

  /**
   * This token is refused, unless one before it is.
   * @param {number} index -1: none; behind the last: the statement's end
   * @param {(position: number) => DbError} [complaint]
   */
  refuse(index, complaint) {
    if (index < 0) return
    const { to, text } = this
    const token = this.tokens[index] ?? { word: '', at: to, end: Math.min(to + 1, text.length), depth: 0 }
    if (this.first !== null && token.at >= this.first.at) return
    this.first = token
    this.complaint = complaint ?? null
  }

  /** @param {string} words the last of them is refused @param {number} [from] */
  refuseWords(words, from) {
    this.refuse(this.indexOfWords(words, from))
  }

  /** @param {string} word of the element there @param {number | undefined} location bytes */
  refuseInElement(word, location) {
    this.refuse(this.indexInElement(this.indexOf(location), word))
  }
}

/** @param {string} text @param {number} bytes @param {Offset} from at or before it @returns {Offset} */
export function offsetAt(text, bytes, from) {
  let seen = from.bytes
  let units = from.units
  for (; seen < bytes && units < text.length; units++) {
    const unit = text.charCodeAt(units)
    // Two surrogates are four bytes together.
    seen += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3
  }
  return { bytes: seen, units }
}
