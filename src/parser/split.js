/**
 * Where the statements of a text begin and end. Each is then looked up by itself: a script of a thousand INSERTs is one
 * plan, not a thousand. A wrong cut would leave a string or a comment open in the piece before it; the grammar refuses
 * that, and then the whole text is parsed.
 */
import { blankEnd, tokenEnd } from './tokens.js'
import { trimSqlSpaces } from '../util/ascii.js'
import { atOnce, isTired } from '../util/effort.js'

/**
 * A function's body of statements, with semicolons of its own; and what keeps the whole text, or has an error of
 * another text.
 */
const WHOLE = /\b(?:begin[ \t\n\f\r]+atomic|prepare|execute|declare)\b/i

/** Whether there may be several: mostly a semicolon ends the only one. @param {string} text */
export function hasSeveral(text) {
  const first = text.indexOf(';')
  return first >= 0 && first < text.length - 1 && trimSqlSpaces(text.slice(first + 1)) !== ''
}

/**
 * @param {string} text
 * @returns {number[] | null} start and end of each statement that is not blank, in turn, without its semicolon; null:
 *   one at most, or not clear
 */
export function splitStatements(text) {
  return hasSeveral(text) ? atOnce(splitSteps(text)) : null
}

/** Tokens between two looks at the clock. */
const LOOK_TOKENS = 4096

/**
 * The same of a long text.
 * @param {string} text
 * @returns {import('../util/effort.js').Steps<number[] | null>}
 */
export function* splitSteps(text) {
  if (WHOLE.test(text)) return null
  let left = LOOK_TOKENS
  /** @type {number[]} */
  const pieces = []
  let start = 0
  let depth = 0
  for (let at = 0; at < text.length;) {
    switch (text.charCodeAt(at)) {
      case 40: depth++; break
      case 41: if (--depth < 0) return null; break
      case 59:
        if (depth > 0) break
        add(pieces, text, start, at)
        start = at + 1
        break
      default:
    }
    at = tokenEnd(text, at)
    if (at < 0) return null
    if (--left > 0) continue
    left = LOOK_TOKENS
    if (isTired()) yield
  }
  if (depth > 0) return null
  add(pieces, text, start, text.length)
  return pieces.length > 2 ? pieces : null
}

/**
 * A statement from its first token on; what is blank is none.
 * @param {number[]} pieces
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function add(pieces, text, start, end) {
  start = blankEnd(text, start)
  if (start < end) pieces.push(start, end)
}
