/**
 * Where the grammar here and PostgreSQL 15's read a text differently, so that a text means the same to both or nothing.
 * The grammar here is a later PostgreSQL's, and comments are tokens to it.
 *
 *   refused   letters right behind a number (0x1F and 1_000 are numbers to later ones, $1a a parameter and a name; of 1e- they name 1e); a vertical tab, which later became a space
 *   joined    -- comments between the pieces of a string: the grammar gets as many blanks
 *   escaped   \v in E'…', later a vertical tab, is a v: the grammar gets that, and a blank behind the string
 *   words     names that later became words of the grammar (later-words.js)
 */
import { syntaxErrorNear } from '../errors/syntax.js'
import { STRETCH, isSomewhere, lookedAt } from './ahead.js'
import { disguiseOf, mayHaveLaterWords } from './later-words.js'
import { continuation, isDigit, isNameStart, nameEnd, pieceEndOf, tokenEnd } from './tokens.js'

/** @import { DbError } from '../errors/db-error.js' */
/** @import { Rest } from './ahead.js' */

/** Whether it is worth looking closely: strings and names may hold such characters too. */
const SUSPECT = /\d_|0[xXoObB]|\$\d+[A-Za-z_\u0080-\uffff]|[\d.][eE][+-](?!\d)|\v|'[ \t\n\f\r]*--|\\v/
const VERTICAL_TAB = 11
const DOLLAR_SIGN = 36
/** A comment may end with a quote, too. */
const DASH = 45

/**
 * @typedef {{ text: string, refusal: DbError | null, isDisguised: boolean }} Difference text: for the grammar, of as
 *   many bytes; refusal: 42601, unless something before it is wrong; isDisguised: the tree is to get words back
 */

/** @param {string} text @returns {Difference | null} null: there is none @throws {Rest} */
export const differenceIn = (text) => lookedAt('difference', text, () => differenceSteps(text))

/** @param {string} text @returns {Generator<void, Difference | null, void>} */
function* differenceSteps(text) {
  const hasWords = yield* mayHaveLaterWords(text)
  if (!hasWords && !(yield* isSomewhere(SUSPECT, text))) return null
  let restAt = STRETCH
  let isDisguised = false
  let joined = ''
  let copied = 0
  /** @type {DbError | null} */
  let refusal = null
  for (let at = 0, end = 0; at < text.length && refusal === null; at = end) {
    if (at > restAt) {
      restAt = at + (STRETCH >> 2)
      yield
    }
    end = tokenEnd(text, at)
    if (end < 0) break // the grammar says so
    const unit = text.charCodeAt(at)
    if (unit === VERTICAL_TAB) refusal = refused(text, at, 'syntax error', end)
    else if (isNumber(unit, text.charCodeAt(at + 1)) && isNameStart(text.charCodeAt(end))) {
      const isParameter = unit === DOLLAR_SIGN
      // 1e- is an exponent without digits.
      const junkEnd = !isParameter && /^e[+-]/i.test(text.slice(end, end + 2)) ? end + 2 : nameEnd(text, end)
      refusal = refused(text, at, `trailing junk after ${isParameter ? 'parameter' : 'numeric literal'}`, junkEnd)
    } else if (text.charCodeAt(end - 1) === 39 && unit !== DASH) {
      const string = withoutTabs(unit, text.slice(at, end), joinedPieces(text, at, end))
      if (string === null) continue
      joined += text.slice(copied, at) + string
      copied = end
    } else if (hasWords) {
      const disguise = disguiseOf(text, at, end)
      if (disguise === null) continue
      joined += text.slice(copied, at) + disguise
      copied = end
      isDisguised = true
    }
  }
  return refusal === null && copied === 0 ? null : { text: joined + text.slice(copied), refusal, isDisguised }
}

/** A number or a parameter. @param {number} unit its first @param {number} next */
const isNumber = (unit, next) => isDigit(unit) || ((unit === 46 || unit === DOLLAR_SIGN) && isDigit(next))

/** @param {string} text @param {number} at @param {string} what @param {number} end */
const refused = (text, at, what, end) =>
  syntaxErrorNear(what, text.slice(at, end), Array.from(text.slice(0, at)).length + 1)

/**
 * E'…' in which \\v is v, of as many bytes.
 * @param {number} unit its first
 * @param {string} written
 * @param {string | null} joined as it is by now; null: as it was written
 * @returns {string | null} null: as it was written
 */
function withoutTabs(unit, written, joined) {
  if ((unit | 32) !== 101 || !written.includes('\\v')) return joined
  const before = joined ?? written
  const after = before.replace(/\\([^])/g, (whole, letter) => letter === 'v' ? letter : whole)
  return after.length === before.length ? joined : after + ' '.repeat(before.length - after.length)
}

/**
 * A string without the comments between its pieces.
 * @param {string} text
 * @param {number} at
 * @param {number} end
 * @returns {string | null} null: there are none
 */
function joinedPieces(text, at, end) {
  const quote = text.indexOf("'", at)
  const pieceEnd = pieceEndOf(text.charCodeAt(at), false)
  let to = pieceEnd(text, quote)
  if (to === end) return null
  let result = text.slice(at, to)
  while (to < end) {
    const from = continuation(text, to)
    const next = pieceEnd(text, from)
    result +=
      text.slice(to, from).replace(/--[^\n\r]*/g, (comment) => ' '.repeat(Buffer.byteLength(comment))) +
      text.slice(from, next)
    to = next
  }
  return result
}
