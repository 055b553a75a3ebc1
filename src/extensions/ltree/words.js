/** Labels, and the words of queries that match them: case, prefixes and parts as their flags say. */
import { ltreeLabelTooLong } from '../../errors/ltree.js'
import { isTextLetter, lowerText } from '../../types/collation/letters.js'

/** A word's flags. */
export const ANY_CASE = 1
export const PREFIX = 2
export const PARTS = 4
export const FLAGS = /** @type {Record<string, number>} */ ({ '@': ANY_CASE, '*': PREFIX, '%': PARTS })

const LABEL_LETTERS_MAX = 255

/** @typedef {{ text: string, flags: number }} Word */

const DIGIT = /\p{Nd}/u

/** @param {string | undefined} letter a character */
export function isLabelLetter(letter) {
  if (letter === undefined) return false
  const code = /** @type {number} */ (letter.codePointAt(0))
  if (code < 128) return /[A-Za-z0-9_]/.test(letter)
  return isTextLetter(code) || DIGIT.test(letter)
}

/** @param {string[]} letters @param {number} at behind them, from 0 @throws {DbError} 42622 */
export function checkLabel(letters, at) {
  if (letters.length <= LABEL_LETTERS_MAX) return
  throw ltreeLabelTooLong(letters.length, LABEL_LETTERS_MAX, at + 1)
}

/** @param {string} label @param {Word} word @returns {boolean} */
export function matchesWord(label, { text, flags }) {
  const [has, wanted] = flags & ANY_CASE ? [lowerText(label), lowerText(text)] : [label, text]
  const isPrefix = (flags & PREFIX) !== 0
  if (!(flags & PARTS)) return isPrefix ? has.startsWith(wanted) : has === wanted
  const parts = has.split('_').filter((part) => part !== '')
  return wanted.split('_').filter((part) => part !== '')
    .every((part) => parts.some((one) => isPrefix ? one.startsWith(part) : one === part))
}

/** @param {Word} word */
export const formatWord = ({ text, flags }) =>
  text + (flags & PARTS ? '%' : '') + (flags & ANY_CASE ? '@' : '') + (flags & PREFIX ? '*' : '')
