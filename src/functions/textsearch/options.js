/**
 * Options of dictionaries as pg_ts_dict keeps them, and of ts_headline: key = value, key = 'value' …; and how they
 * are written.
 */
import { badParameterList } from '../../errors/text-search.js'
import { quoteIdentifier } from '../../types/identifiers.js'

/** isNumber: written without quotes. @typedef {[key: string, value: string, isNumber?: boolean][]} Options */

/** @param {Options} options @returns {string} */
export const writtenOptions = (options) => options.map(([key, value, isNumber]) => `${quoteIdentifier(key)} = ${
  isNumber ? value : `${value.includes('\\') ? 'E' : ''}'${value.replace(/['\\]/g, '$&$&')}'`}`).join(', ')

const SPACE = /[ \t\n\r\f\v]*/y
const BETWEEN = /[, \t\n\r\f\v]*/y
const NAME = /"((?:[^"]|"")*)"|([^"=, \t\n\r\f\v][^= \t\n\r\f\v]*)/y
const QUOTED = /(E?)'((?:[^'\\]|''|\\[^]|\\)*)'/y
const PLAIN = /"((?:[^"]|"")*)"|(?!E?'|")([^ \t\n\r\f\v][^, \t\n\r\f\v]*)/y

/**
 * @param {string} text
 * @returns {Options} names in small letters, unless quoted
 * @throws {DbError} 42601
 */
export function readOptions(text) {
  /** @type {Options} */
  const options = []
  let at = 0
  const take = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at += match[0].length
    return match
  }
  for (;;) {
    take(BETWEEN)
    if (at >= text.length) return options
    const name = take(NAME)
    take(SPACE)
    if (name === null || text[at] !== '=') throw badParameterList(text)
    at++
    take(SPACE)
    const key = name[1] === undefined ? name[2].toLowerCase() : name[1].replaceAll('""', '"')
    const quoted = take(QUOTED)
    if (quoted !== null) {
      const escapes = quoted[1] !== ''
      options.push([key, quoted[2].replace(/''|\\([^])/g, (all, escaped) =>
        all === "''" ? "'" : escapes || escaped === '\\' ? escaped : all)])
    } else {
      const plain = take(PLAIN)
      if (plain === null) throw badParameterList(text)
      if (plain[1] === undefined) options.push([key, plain[2], /^[+-]?[0-9.]+(e[+-]?[0-9]+)?$/i.test(plain[2])])
      else options.push([key, plain[1].replaceAll('""', '"')])
    }
  }
}
