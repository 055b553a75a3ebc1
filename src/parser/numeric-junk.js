/**
 * Letters right behind a number. The grammar here is a later PostgreSQL's, for which 0x1F and 1_000 are numbers and $1a is a parameter and a name; PostgreSQL 15 refuses
 * them, so that a text means the same or nothing.
 */
import { DbError } from '../errors/db-error.js'

/** Whether it is worth looking closely: strings and names may hold such letters too. */
const SUSPECT = /\d_|0[xXoObB]|\$\d+[A-Za-z_\u0080-\uffff]/
//             comments       names           strings: E'…' with backslashes, others without                  dollar quotes                                             words                                        parameters and numbers, with what is stuck to them
const TOKEN = /--[^\n]*|\/\*|"(?:[^"]|"")*"|[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|(\$\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)?|[^]/gy

/** @param {string} text @throws {DbError} 42601 */
export function refuseNumericJunk(text) {
  if (!SUSPECT.test(text)) return
  TOKEN.lastIndex = 0
  for (let start = 0; start < text.length; start = TOKEN.lastIndex) {
    const match = /** @type {RegExpExecArray} */ (TOKEN.exec(text))
    const [token, number, junk] = match
    if (token === '/*') TOKEN.lastIndex = commentEnd(text, start)
    else if (number === undefined && token[0] === '$' && token.length > 1) {
      const end = text.indexOf(token, start + token.length)
      TOKEN.lastIndex = end < 0 ? text.length : end + token.length
    } else if (junk !== undefined) {
      throw new DbError('42601', `trailing junk after ${number[0] === '$' ? 'parameter' : 'numeric literal'} at or near "${token}"`, { position: Array.from(text.slice(0, start)).length + 1 })
    }
  }
}

/** @param {string} text @param {number} start of a comment, which may hold others @returns {number} */
export function commentEnd(text, start) {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('/*', at)) {
      depth++
      at++
    } else if (text.startsWith('*/', at)) {
      depth--
      at++
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
