/**
 * Where the statements of a text begin and end. Each is then looked up by itself: a script of a thousand INSERTs is one plan, not a thousand.
 * A wrong cut would leave a string or a comment open in the piece before it; the grammar refuses that, and then the whole text is parsed.
 */
import { commentEnd } from './numeric-junk.js'

const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const BLANK = /(?:[ \t\r\n\f\v]+|--[^\r\n]*)*/y
/** A function's body of statements, with semicolons of its own; and what keeps the whole text, or has an error of another text. */
const WHOLE = /\b(?:begin\s+atomic|prepare|execute|declare)\b/i

/** @param {number} unit @returns {boolean} whether it can be part of a name */
export const isWord = (unit) => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 36 || unit > 127

/** @param {string} text @returns {number[] | null} start and end of each statement that is not blank, in turn, without its semicolon; null: one at most, or not clear */
export function splitStatements(text) {
  const first = text.indexOf(';')
  // Mostly it ends the only one.
  if (first < 0 || text.slice(first + 1).trim() === '' || WHOLE.test(text)) return null
  /** @type {number[]} */
  const pieces = []
  let start = 0
  let depth = 0
  let at = 0
  for (; at < text.length; at++) {
    const end = quotedEnd(text, at)
    if (end < 0) return null
    if (end > at) {
      at = end - 1
      continue
    }
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
  }
  if (depth > 0) return null
  add(pieces, text, start, text.length)
  return pieces.length > 2 ? pieces : null
}

/** The string, quoted name, dollar quote or comment that begins here. @param {string} text @param {number} at @returns {number} behind it (of '' that is two); `at`: none begins; -1: it does not end */
export function quotedEnd(text, at) {
  switch (text.charCodeAt(at)) {
    case 39: {
      const before = text.charCodeAt(at - 1) | 32
      return (before === 101 && !isWord(text.charCodeAt(at - 2)) ? escapedEnd(text, at) : text.indexOf("'", at + 1)) + 1 || -1
    }
    case 34: return text.indexOf('"', at + 1) + 1 || -1
    case 36: {
      DOLLAR.lastIndex = at
      if (isWord(text.charCodeAt(at - 1)) || !DOLLAR.test(text)) return at
      const tag = text.slice(at, DOLLAR.lastIndex)
      const end = text.indexOf(tag, DOLLAR.lastIndex)
      return end < 0 ? -1 : end + tag.length
    }
    case 45:
      if (text.charCodeAt(at + 1) !== 45) return at
      while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at++
      return at
    case 47: return text.charCodeAt(at + 1) === 42 ? commentEnd(text, at) : at
    default: return at
  }
}

/** A statement from its first token on; what is blank is none. @param {number[]} pieces @param {string} text @param {number} start @param {number} end */
function add(pieces, text, start, end) {
  for (;;) {
    BLANK.lastIndex = start
    BLANK.test(text)
    start = BLANK.lastIndex
    if (!text.startsWith('/*', start)) break
    start = commentEnd(text, start)
  }
  if (start < end) pieces.push(start, end)
}

/** @param {string} text @param {number} at of the quote that opens E'…' @returns {number} of the one that closes it (or begins a doubled one); -1: none */
function escapedEnd(text, at) {
  for (at++; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 92) at++
    else if (unit === 39) {
      if (text.charCodeAt(at + 1) !== 39) return at
      at++
    }
  }
  return -1
}
