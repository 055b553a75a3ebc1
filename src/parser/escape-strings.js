/**
 * standard_conforming_strings = off: a plain '…' has backslash escapes. The grammar always reads it with the setting
 * on, so such a constant is written E'…' for it, which means the same; U&'…' is refused then, as PostgreSQL refuses it.
 * Positions in errors count the letters that were added.
 */
import { unsafeEscapes, unsafeQuote } from '../errors/syntax.js'
import { isNamePart, tokenEnd } from './tokens.js'

/** @typedef {{ severity: string, code: string, message: string, hint: string, position: number }} EscapeWarning */

/**
 * What escape_string_warning has to say: of each plain '…' with a backslash, by what follows the first one.
 * @param {string} text @returns {EscapeWarning[]}
 */
export function escapeWarnings(text) {
  /** @type {EscapeWarning[]} */
  const warnings = []
  if (!text.includes('\\')) return warnings
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at, true)
    const quote = (text.charCodeAt(at) | 32) === 110 && text[at + 1] === "'" ? at + 1 : at
    const first = text[quote] === "'" ? text.slice(quote, end < 0 ? undefined : end).indexOf('\\') : -1
    if (first > 0) warnings.push(warningOf(text[quote + first + 1], Array.from(text.slice(0, quote)).length + 1))
    if (end < 0) break
    at = end
  }
  return warnings
}

/** @param {string} escaped @param {number} position @returns {EscapeWarning} */
function warningOf(escaped, position) {
  const [what, hint] = escaped === "'"
    ? ["\\'", "Use '' to write quotes in strings, or use the escape string syntax (E'...')."]
    : escaped === '\\' ? ['\\\\', "Use the escape string syntax for backslashes, e.g., E'\\\\'."]
      : ['escape', "Use the escape string syntax for escapes, e.g., E'\\r\\n'."]
  const message = `nonstandard use of ${what} in a string literal`
  return { severity: 'WARNING', code: '22P06', message, hint, position }
}

/**
 * No constant may have a quote written as \\', whatever it would mean. @param {string} text
 * @param {boolean} escapes plain strings have escapes, too @throws {DbError} 22P06
 */
export function refuseEscapedQuotes(text, escapes) {
  if (!text.includes("\\'")) return
  for (let at = 0, end = 0; at < text.length && end >= 0; at = end) {
    end = tokenEnd(text, at, escapes)
    const letter = text[at + 1] === "'" ? text[at].toLowerCase() : ''
    const hasEscapes = letter === 'e' || (escapes && (text[at] === "'" || letter === 'n'))
    if (hasEscapes && hasEscapedQuote(text.slice(at, end < 0 ? undefined : end)))
      throw unsafeQuote(Array.from(text.slice(0, at)).length + 1)
  }
}

/** @param {string} literal */
function hasEscapedQuote(literal) {
  let at = literal.indexOf('\\')
  while (at >= 0 && literal[at + 1] !== "'") at = literal.indexOf('\\', at + 2)
  return at >= 0
}

/** @param {string} text @returns {string} @throws {DbError} 0A000 */
export function withEscapedStrings(text) {
  if (!text.includes("'")) return text
  let result = ''
  let copied = 0
  for (let at = 0; at < text.length;) {
    const letter = text.charCodeAt(at) | 32
    const end = tokenEnd(text, at, true)
    if (text[at] === "'") {
      // int'5': the letter is not to become part of a name.
      result += `${text.slice(copied, at)}${isNamePart(text.charCodeAt(at - 1)) ? ' ' : ''}E`
      copied = at
    } else if (letter === 110 && text[at + 1] === "'") { // N'…'
      result += `${text.slice(copied, at)}nchar E`
      copied = at + 1
    } else if (letter === 117 && text.startsWith("&'", at + 1)) {
      // U&'…'
      throw unsafeEscapes(Array.from(text.slice(0, at)).length + 1)
    }
    if (end < 0) break // as the grammar will say
    at = end
  }
  return result + text.slice(copied)
}
