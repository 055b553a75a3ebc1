/**
 * The tokens of a PL/pgSQL body, by the rules of SQL's own lexer (parser/tokens.js), with the operators that mean
 *   something between expressions:
 * := .. << >> and single characters. What an expression is made of is never taken apart here: the text between two
 *   tokens is.
 */
import { unterminated } from '../../../errors/plpgsql.js'
import { lowerAscii } from '../../../util/ascii.js'
import { atOnce, isTired } from '../../../util/effort.js'
import { blankEnd, isDigit, isNameStart, tokenEnd } from '../../../parser/tokens.js'

/** @import { Steps } from '../../../util/effort.js' */

/**
 * @typedef {object} Token
 * @property {'word' | 'quoted' | 'param' | 'number' | 'string' | 'op' | 'end'} kind word: a name without quotes
 * @property {string} value of a name: folded, or without its quotes; else the text
 * @property {number} start
 * @property {number} end
 */

/** Tokens between two looks at the clock: a fraction of a millisecond. */
const REST_TOKENS = 256

const LONG_OPERATORS = [':=', '<<', '>>', '..', '=>', '<=', '>=', '<>', '!=']
/** Bytes of a name that count. */
const NAME_BYTES_MAX = 63

/** @param {string} name @returns {string} as the catalog would keep it */
function truncated(name) {
  if (name.length * 3 <= NAME_BYTES_MAX) return name
  while (Buffer.byteLength(name) > NAME_BYTES_MAX) name = Array.from(name).slice(0, -1).join('')
  return name
}

/** All tokens of a text; the last one is its end. @param {string} text @returns {Token[]} @throws {DbError} 42601 */
export const tokensOf = (text) => atOnce(tokenSteps(text))

/** The same of a text that may be long. @param {string} text @returns {Steps<Token[]>} @throws {DbError} 42601 */
export function* tokenSteps(text) {
  /** @type {Token[]} */
  const tokens = []
  for (let at = 0; ;) {
    const start = blankEnd(text, at)
    if (start < 0) throw unterminated('comment', text, text.indexOf('/*', at))
    if (start >= text.length) {
      tokens.push({ kind: 'end', value: '', start: text.length, end: text.length })
      return tokens
    }
    const token = tokenAt(text, start)
    tokens.push(token)
    at = token.end
    if (tokens.length % REST_TOKENS === 0 && isTired()) yield
  }
}

/** @param {string} text @param {number} start @returns {Token} */
function tokenAt(text, start) {
  const two = text.slice(start, start + 2)
  if (LONG_OPERATORS.includes(two)) return { kind: 'op', value: two, start, end: start + 2 }
  const end = tokenEnd(text, start)
  const unit = text.charCodeAt(start)
  if (end < 0) throw unterminated(unit === 34 ? 'quoted identifier' : 'quoted string', text, start)
  const own = text.slice(start, end)
  if (unit === 34) return { kind: 'quoted', value: truncated(own.slice(1, -1).replaceAll('""', '"')), start, end }
  if (own.includes("'") || (unit === 36 && own.length > 1 && !isDigit(text.charCodeAt(start + 1)))) {
    return { kind: 'string', value: own, start, end }
  }
  if (unit === 36 && own.length > 1) return { kind: 'param', value: own, start, end }
  if (isNameStart(unit)) return { kind: 'word', value: truncated(lowerAscii(own)), start, end }
  if (isDigit(unit) || (unit === 46 && own.length > 1)) return { kind: 'number', value: own, start, end }
  return { kind: 'op', value: own, start, end }
}

/** What a string token stands for. @param {string} text '…', E'…', $$…$$ @returns {string} */
export function stringValue(text) {
  if (text[0] === '$') {
    const tag = text.slice(0, text.indexOf('$', 1) + 1)
    return text.slice(tag.length, -tag.length)
  }
  const quote = text.indexOf("'")
  const escapes = text[0] === 'E' || text[0] === 'e'
  const pieces = text.slice(quote + 1, -1).replace(/'[ \t\f]*[\n\r][ \t\n\r\f]*'/g, '').replaceAll("''", "'")
  return escapes ? unescaped(pieces) : pieces
}

const ESCAPES = /** @type {Record<string, string>} */ ({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' })

/** @param {string} text */
function unescaped(text) {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([^]))/g,
    (_, four, eight, hex, octal, letter) => {
      const digits = four ?? eight ?? hex
      if (digits !== undefined) return String.fromCodePoint(parseInt(digits, 16))
      return octal !== undefined ? String.fromCharCode(parseInt(octal, 8)) : ESCAPES[letter] ?? letter
    })
}

/** Lines of places in a text, which are asked for more or less from its beginning to its end. */
export class Lines {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.start = 0
    this.line = 1
    this.end = this.#endFrom(0)
  }

  /** @param {number} at @returns {number} where the line ends */
  #endFrom(at) {
    const end = this.text.indexOf('\n', at)
    return end < 0 ? this.text.length : end
  }

  /** @param {number} at @returns {number} 1-based */
  of(at) {
    if (at < this.start) {
      this.start = 0
      this.line = 1
      this.end = this.#endFrom(0)
    }
    while (at > this.end) {
      this.line++
      this.start = this.end + 1
      this.end = this.#endFrom(this.start)
    }
    return this.line
  }
}
