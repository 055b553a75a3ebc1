/** parse_ident(): a qualified identifier taken apart as the grammar would, but for the length of names: none is cut. */
import { notAnIdentifier } from '../../errors/functions.js'
import { arrayOf } from '../../types/array.js'
import * as T from '../../types/oids.js'
import { Family } from '../impl.js'

const family = new Family()
export const identifierFunctions = family.functions

const SPACES = /[ \t\n\v\f\r]*/y
const PLAIN = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y

/** @param {string} text @param {string} [detail] */
const invalid = (text, detail) => notAnIdentifier(text, detail)

/** @param {string} text @param {boolean} strict nothing may follow @returns {string[]} */
function parseIdentifier(text, strict) {
  const parts = []
  let at = 0
  const skip = () => {
    SPACES.lastIndex = at
    SPACES.exec(text)
    at = SPACES.lastIndex
  }
  for (let behindDot = false; ; behindDot = true) {
    skip()
    if (text[at] === '"') {
      let end = at
      do {
        end = text.indexOf('"', end + 1)
        if (end < 0) throw invalid(text, 'String has unclosed double quotes.')
      } while (text[end + 1] === '"' && ++end > 0)
      const name = text.slice(at + 1, end).replaceAll('""', '"')
      if (name === '') throw invalid(text, 'Quoted identifier must not be empty.')
      parts.push(name)
      at = end + 1
    } else {
      PLAIN.lastIndex = at
      const match = PLAIN.exec(text)
      if (match === null)
        throw invalid(
          text,
          text[at] === '.'
            ? 'No valid identifier before ".".'
            : behindDot
              ? 'No valid identifier after ".".'
              : undefined,
        )
      parts.push(match[0].replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))
      at = PLAIN.lastIndex
    }
    skip()
    if (text[at] !== '.') break
    at++
  }
  if (strict && at < text.length) throw invalid(text)
  return parts
}
family.add('parse_ident', (text, strict) => arrayOf(T.TEXT, parseIdentifier(text, strict)))
