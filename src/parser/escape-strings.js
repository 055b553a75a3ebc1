/**
 * standard_conforming_strings = off: a plain '…' has backslash escapes. The grammar always reads it with the setting on, so such a constant is written E'…' for it,
 * which means the same; U&'…' is refused then, as PostgreSQL refuses it. Positions in errors count the letters that were added.
 */
import { DbError } from '../errors/db-error.js'
import { commentEnd } from './numeric-junk.js'

//                 comments                      quoted names   E'…' and plain strings, backslashes escaping   others' prefixes    dollar quotes      words
const TOKEN = /--[^\n]*|\/\*|"(?:[^"]|"")*"|([eE]|[uU]&|[bBxXnN])?'(?:[^'\\]|\\[^]|'')*'|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[^]/gy

/** @param {string} text @returns {string} */
export function withEscapedStrings(text) {
  if (!text.includes("'")) return text
  let result = ''
  /** white space since a string: one behind a new line goes on with it */
  let gap = 'none'
  TOKEN.lastIndex = 0
  for (let start = 0; start < text.length; start = TOKEN.lastIndex) {
    const match = /** @type {RegExpExecArray} */ (TOKEN.exec(text))
    const [token, prefix] = match
    if (token === '/*') {
      TOKEN.lastIndex = commentEnd(text, start)
      result += text.slice(start, TOKEN.lastIndex)
      continue
    }
    if (token[0] === '$' && token.length > 1) {
      const end = text.indexOf(token, start + token.length)
      TOKEN.lastIndex = end < 0 ? text.length : end + token.length
      result += text.slice(start, TOKEN.lastIndex)
      continue
    }
    if (prefix?.[1] === '&') throw new DbError('0A000', 'unsafe use of string constant with Unicode escapes', { detail: 'String constants with Unicode escapes cannot be used when standard_conforming_strings is off.' })
    const isString = token.length > 1 && token.endsWith("'")
    result += token[0] === "'" && isString && !(gap !== 'none' && gap.includes('\n')) ? `E${token}` : token
    gap = isString ? '' : gap !== 'none' && /^\s$/.test(token) ? gap + token : 'none'
  }
  return result
}
