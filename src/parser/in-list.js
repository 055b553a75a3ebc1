/**
 * IN with a long list of parameters, as query builders and data loaders write it, each time of another length. The text
 * is folded to a list of one, which stands for any number.
 *
 *   SELECT * FROM t WHERE a = $1 AND id IN ($2, $3, …, $101) AND b > $102      SELECT * FROM t WHERE a = $1 AND id IN ($2) AND b > $3      100 from $2 on
 *
 * One list of a text, the longest. It says no (null) to everything it does not fully understand.
 */
import { isNamePart, spacesEnd, tokenEnd } from './tokens.js'

/**
 * @typedef {object} InList
 * @property {string} text the statement with a list of one
 * @property {number} first its parameter
 * @property {number} count parameters it stands for
 * @property {number} after parameters behind it
 * @property {number} rows about so many: what plans are made for
 */

/** Shorter lists are what they are: a plan of their own knows their length, which decides whether they are hashed. */
export const LIST_MIN = 9
const MAYBE = /^[ \t\n\f\r]*(?:select|update|delete|insert|with)[ \t\n\f\r][^]*?\bin[ \t\n\f\r]*\([ \t\n\f\r]*\$\d+[ \t\n\f\r]*,[ \t\n\f\r]*\$\d+[ \t\n\f\r]*,[ \t\n\f\r]*\$/i
/** @param {number} count @returns {number} the size that a plan for it, and for others like it, is made for */
export const listSize = (count) => count <= 32 ? 16 : count <= 256 ? 128 : count <= 2048 ? 1024 : 8192

/** @typedef {{ at: number, end: number, number: number }} Place of a parameter */

/** @param {string} text @returns {InList | null} */
export function foldList(text) {
  if (!MAYBE.test(text)) return null
  /** @type {Place[]} */
  const parameters = []
  /** Of the longest list: its place, and its first parameter's among `parameters`. */
  let best = { at: 0, end: 0, from: 0, count: 0 }
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at)
    let end = tokenEnd(text, at)
    if (end < 0) return null
    if (unit === 36) {
      const parameter = parameterAt(text, at)
      if (parameter !== null) parameters.push(parameter)
    } else if (end - at === 2 && (unit | 32) === 105 && (text.charCodeAt(at + 1) | 32) === 110) {
      const from = parameters.length
      const start = listStart(text, end)
      const behind = start < 0 ? -1 : readList(text, start, parameters)
      if (behind >= 0) {
        if (parameters.length - from > best.count)
          best = { at: start, end: behind, from, count: parameters.length - from }
        end = behind
      }
    }
    at = end
  }
  return best.count < LIST_MIN ? null : folded(text, parameters, best)
}

/** @param {string} text @param {number} at behind IN @returns {number} of its first element; -1: there is no list */
function listStart(text, at) {
  at = spacesEnd(text, at)
  return text.charCodeAt(at) === 40 ? spacesEnd(text, at + 1) : -1
}

/** @param {string} text @param {number} at of the dollar sign, perhaps @returns {Place | null} */
function parameterAt(text, at) {
  if (text.charCodeAt(at) !== 36) return null
  let end = at + 1
  let number = 0
  for (let digit = text.charCodeAt(end) - 48; digit >= 0 && digit <= 9; digit = text.charCodeAt(++end) - 48)
    number = number * 10 + digit
  return end === at + 1 || end > at + 6 || isNamePart(text.charCodeAt(end)) ? null : { at, end, number }
}

/**
 * Adds the parameters of a list, which count up.
 * @param {string} text
 * @param {number} at of its first
 * @param {Place[]} parameters
 * @returns {number} behind the last; -1: it is another kind of list, and nothing was added
 */
function readList(text, at, parameters) {
  const from = parameters.length
  for (;;) {
    const parameter = parameterAt(text, at)
    if (
      parameter === null ||
      (parameters.length > from && parameter.number !== parameters[parameters.length - 1].number + 1)
    )
      break
    parameters.push(parameter)
    at = spacesEnd(text, parameter.end)
    const unit = text.charCodeAt(at)
    if (unit === 41) return parameter.end
    if (unit !== 44) break
    at = spacesEnd(text, at + 1)
  }
  parameters.length = from
  return -1
}

/**
 * @param {string} text
 * @param {Place[]} parameters in the order of the text
 * @param {{ at: number, end: number, from: number, count: number }} list
 * @returns {InList | null}
 */
function folded(text, parameters, { at, end, from, count }) {
  const first = parameters[from].number
  const last = first + count - 1
  let result = ''
  let copied = 0
  let most = last
  for (let index = 0; index < parameters.length; index++) {
    const parameter = parameters[index]
    if (index === from) {
      result += `${text.slice(copied, at)}$${first}`
      copied = end
      index += count - 1
      continue
    }
    const { number } = parameter
    if (number >= first && number <= last) return null
    if (number < last) continue
    most = Math.max(most, number)
    result += `${text.slice(copied, parameter.at)}$${number - count + 1}`
    copied = parameter.end
  }
  return { text: result + text.slice(copied), first, count, after: most - last, rows: listSize(count) }
}
