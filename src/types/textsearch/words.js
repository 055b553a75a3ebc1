/** Reads the words of tsvector's and tsquery's texts: quoted or not, with escapes, and what stands behind a colon. */
import { isTextSpace } from '../collation/letters.js'
import { noEscapedCharacter, textSearchSyntax, wrongPositionInfo } from '../../errors/text-search.js'
import { limitedPlace } from './vector.js'

const SPACES = new Set([...'\t\n\v\f\r '].map((letter) => letter.charCodeAt(0)))
const OPERATORS = '!&|()<'
/** Letters that mean nothing but themselves, by where they stand: words may be long. */
const PLAIN_IN_VECTOR = /[!-9;-[\]-~]+/y
const PLAIN_IN_QUERY = /["-%'*-9;=-[\]-{}~]+/y
const PLAIN_IN_QUOTES = /[^\\']+/y

/** @param {RegExp} plain sticky @param {string} text @param {number} at @returns {number} behind those that are here */
function plainEnd(plain, text, at) {
  plain.lastIndex = at
  return plain.test(text) ? plain.lastIndex : at
}

/** @param {string} text @param {number} at */
export const isSpaceAt = (text, at) => {
  const code = text.charCodeAt(at)
  return SPACES.has(code) || (code > 127 && isTextSpace(code))
}

/** @param {string} text @param {number} at */
export const isDigitAt = (text, at) => {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

/** 0 D … 3 A; undefined: no weight. @type {Record<string, number>} */
export const WEIGHTS = { a: 3, A: 3, b: 2, B: 2, c: 1, C: 1, d: 0, D: 0 }

export class WordReader {
  /** @param {string} text @param {'tsvector' | 'tsquery'} type in a query, operators end a word, and a colon does */
  constructor(text, type) {
    this.text = text
    this.type = type
    this.at = 0
    this.word = ''
    /** @type {number[]} */
    this.positions = []
  }

  error() {
    return textSearchSyntax(this.type, this.text)
  }

  /** The next word, into `word` and `positions`. @returns {boolean} false: there is none @throws {DbError} 42601 */
  next() {
    const { text } = this
    const inQuery = this.type === 'tsquery'
    this.positions = []
    while (this.at < text.length && isSpaceAt(text, this.at)) this.at++
    if (this.at >= text.length) return false
    const quoted = text[this.at] === "'"
    if (!quoted && inQuery && OPERATORS.includes(text[this.at])) throw this.error()
    if (quoted) this.quotedWord()
    else this.plainWord(inQuery)
    if (this.word === '') throw this.error()
    if (!inQuery && text[this.at] === ':') this.readPositions()
    return true
  }

  quotedWord() {
    const { text } = this
    let word = ''
    for (let at = this.at + 1; ; at++) {
      const end = plainEnd(PLAIN_IN_QUOTES, text, at)
      word += text.slice(at, end)
      at = end
      if (at >= text.length) throw this.error()
      const letter = text[at]
      if (letter === '\\') {
        if (++at >= text.length) throw noEscapedCharacter(text)
      } else if (letter === "'") {
        if (text[at + 1] !== "'") {
          this.at = at + 1
          this.word = word
          return
        }
        at++
      }
      word += text[at]
    }
  }

  /** @param {boolean} inQuery */
  plainWord(inQuery) {
    const { text } = this
    let word = ''
    let at = this.at
    // A first colon is a letter like others.
    for (let first = true; at < text.length; at++, first = false) {
      const end = plainEnd(inQuery ? PLAIN_IN_QUERY : PLAIN_IN_VECTOR, text, at)
      if (end > at) {
        word += text.slice(at, end)
        at = end - 1
        continue
      }
      const letter = text[at]
      if (letter === '\\') {
        if (++at >= text.length) throw noEscapedCharacter(text)
      } else if (!first && (letter === ':' || isSpaceAt(text, at) || (inQuery && OPERATORS.includes(letter)))) break
      word += text[at]
    }
    this.at = at
    this.word = word
  }

  /** Behind a colon: 1,2A,3. */
  readPositions() {
    const { text, positions } = this
    for (let at = this.at + 1; ; at++) {
      if (!isDigitAt(text, at)) throw this.error()
      let place = 0
      for (; isDigitAt(text, at); at++) place = Math.min(place * 10 + text.charCodeAt(at) - 48, 1e9)
      if (place === 0) throw wrongPositionInfo(text)
      let weight = 0
      for (; at < text.length && text[at] !== ','; at++) {
        const letter = text[at]
        if (isSpaceAt(text, at)) break
        const given = letter === '*' ? 3 : WEIGHTS[letter]
        if (given !== undefined) {
          if (weight !== 0) throw this.error()
          weight = given
        } else if (!isDigitAt(text, at)) throw this.error()
      }
      positions.push(limitedPlace(place) | (weight << 14))
      if (text[at] !== ',') {
        this.at = at
        return
      }
    }
  }
}

/** A word as both types print it. @param {string} word */
export const quotedWord = (word) => `'${/['\\]/.test(word) ? word.replace(/['\\]/g, '$&$&') : word}'`
