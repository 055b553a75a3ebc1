/**
 * fuzzystrmatch: how far words are from each other (Levenshtein 1965, by the rows of Wagner and Fischer 1974), and how
 * English names sound: Soundex (Russell and Odell 1918), and both kinds of Metaphone.
 */
import {
  levenshteinArgumentTooLong, metaphoneArgumentTooLong, metaphoneOutputTooLong, emptyOutputLength,
} from '../../errors/fuzzystrmatch.js'
import { Family } from '../../functions/impl.js'
import { toUtf8 } from '../../types/strings/text.js'
import { functionScript } from '../script.js'
import { doubleMetaphone } from './double-metaphone.js'
import { metaphone } from './metaphone.js'

const family = new Family()

const script = functionScript('fuzzystrmatch', [
  ['levenshtein(text, text)', 'int', 'levenshtein', 'is'],
  ['levenshtein(text, text, int, int, int)', 'int', 'levenshtein_with_costs', 'is'],
  ['levenshtein_less_equal(text, text, int)', 'int', 'levenshtein_less_equal', 'is'],
  ['levenshtein_less_equal(text, text, int, int, int, int)', 'int', 'levenshtein_less_equal_with_costs', 'is'],
  ['metaphone(text, int)', 'text', 'metaphone', 'is'],
  ['soundex(text)', 'text', 'soundex', 'is'],
  ['text_soundex(text)', 'text', 'soundex', 'is'],
  ['difference(text, text)', 'int', 'difference', 'is'],
  ['dmetaphone(text)', 'text', 'dmetaphone', 'is'],
  ['dmetaphone_alt(text)', 'text', 'dmetaphone_alt', 'is'],
])

/** Characters that an argument may have: more would take long. */
const LENGTH_MAX = 255

/**
 * The least cost of making one text into the other.
 * @param {string} from @param {string} to @param {{ insert: number, remove: number, replace: number }} costs
 * @returns {number} @throws {DbError} 22023
 */
function distance(from, to, { insert, remove, replace }) {
  const source = Array.from(from)
  const target = Array.from(to)
  if (source.length > LENGTH_MAX || target.length > LENGTH_MAX) {
    throw levenshteinArgumentTooLong(LENGTH_MAX)
  }
  let above = Array.from({ length: target.length + 1 }, (_, at) => at * insert)
  for (const letter of source) {
    const row = [above[0] + remove]
    for (let at = 0; at < target.length; at++) {
      const kept = above[at] + (letter === target[at] ? 0 : replace)
      row.push(Math.min(kept, above[at + 1] + remove, row[at] + insert))
    }
    above = row
  }
  return above[target.length]
}

const ONE_EACH = { insert: 1, remove: 1, replace: 1 }
/** @param {number} found @param {number} most @returns {number} beyond it, any number that is larger is right */
const upTo = (found, most) => most >= 0 && found > most ? most + 1 : found

family.add('levenshtein', (from, to) => distance(from, to, ONE_EACH))
/**
 * Where one of them is empty, PostgreSQL has counted before it asks how far to count.
 * @param {string} from @param {string} to @param {typeof ONE_EACH} costs @param {number} most
 */
function within(from, to, costs, most) {
  const far = distance(from, to, costs)
  return from === '' || to === '' ? far : upTo(far, most)
}

family.add('levenshtein_with_costs', (from, to, insert, remove, replace) =>
  distance(from, to, { insert, remove, replace }))
family.add('levenshtein_less_equal', (from, to, most) => within(from, to, ONE_EACH, most))
family.add('levenshtein_less_equal_with_costs', (from, to, insert, remove, replace, most) =>
  within(from, to, { insert, remove, replace }, most))

// ---- Soundex

/** A to Z: what a letter sounds like; 0 separates nothing, vowels separate. */
const SOUNDS = '01230120022455012623010202'
const CODE_LENGTH = 4

/** @param {string} letter @returns {string} one digit */
const soundOf = (letter) => SOUNDS[letter.charCodeAt(0) - 65]

/** @param {string} text @returns {string} a letter and three digits; empty where there is no letter */
function soundex(text) {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, ' ').replace(/^ +/, '')
  if (letters === '') return ''
  let code = letters[0]
  for (let at = 1; at < letters.length && code.length < CODE_LENGTH; at++) {
    const letter = letters[at]
    if (letter === ' ' || soundOf(letter) === '0') continue
    if (letters[at - 1] === ' ' || soundOf(letter) !== soundOf(letters[at - 1])) code += soundOf(letter)
  }
  return code.padEnd(CODE_LENGTH, '0')
}

family.add('soundex', soundex)
family.add('difference', (one, other) => {
  const [a, b] = [soundex(one).padEnd(CODE_LENGTH, '\0'), soundex(other).padEnd(CODE_LENGTH, '\0')]
  let same = 0
  for (let at = 0; at < CODE_LENGTH; at++) if (a[at] === b[at]) same++
  return same
})

// ---- Metaphone

/** A letter per byte. @param {string} text @returns {string} */
const asBytes = (text) => Buffer.from(toUtf8(text)).toString('latin1')

family.add('metaphone', (text, most) => {
  const letters = asBytes(text)
  if (letters === '') return ''
  if (letters.length > LENGTH_MAX)
    throw metaphoneArgumentTooLong(LENGTH_MAX)
  if (most > LENGTH_MAX) throw metaphoneOutputTooLong(LENGTH_MAX)
  if (most <= 0) throw emptyOutputLength()
  return metaphone(letters, most)
})
family.add('dmetaphone', (text) => doubleMetaphone(asBytes(text))[0])
family.add('dmetaphone_alt', (text) => doubleMetaphone(asBytes(text))[1])

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = { script, functions: family.functions }
