/**
 * Date and time input, first half: text to fields, by the shape of the text alone. Digits with - / . are dates, with :
 * times, signs start zones, letters are words; what they mean is datetime-parse.js's business.
 */
import { blanksEnd, isBlank } from '../../util/ascii.js'

export class DatetimeProblem extends Error {
  /** @param {'format' | 'range' | 'order' | 'zone'} kind */
  constructor(kind) {
    super(kind)
    this.kind = kind
  }
}

/** @param {'format' | 'range' | 'order' | 'zone'} kind @returns {never} */
export const fail = (kind) => { throw new DatetimeProblem(kind) }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAMES = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november',
  'december',
]
/** @type {Map<string, number>} */
export const MONTH_WORDS = new Map([['sept', 9]])
for (let i = 0; i < 12; i++) MONTH_WORDS.set(MONTHS[i], i + 1).set(MONTH_NAMES[i], i + 1)
export const DAY_WORDS = new Set([
  'sun', 'sunday', 'mon', 'monday', 'tue', 'tues', 'tuesday', 'wed', 'weds', 'wednesday', 'thu', 'thur', 'thurs',
  'thursday', 'fri', 'friday', 'sat', 'saturday',
])

/** @typedef {{ kind: 'number' | 'date' | 'time' | 'zone' | 'word' | 'special', text: string }} Field */

/** PostgreSQL's room for the fields of a text: how many, and their characters, each field with its end. */
const FIELDS_MAX = 25
const FIELDS_ROOM = 153

/** @param {string} text @returns {Field[]} */
export function splitFields(text) {
  /** @type {Field[]} */
  const fields = []
  let at = 0
  const take = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const found = match === null ? '' : match[0]
    at += found.length
    return found
  }
  let seen = 0
  let room = FIELDS_ROOM
  while (at < text.length) {
    // What is too long for PostgreSQL is not read to its end.
    for (; seen < fields.length; seen++) room -= fields[seen].text.length + 1
    if (seen > FIELDS_MAX || room < 0) fail('format')
    const letter = text[at]
    if (isBlank(text.charCodeAt(at))) {
      at = blanksEnd(text, at)
    } else if (/\d/.test(letter)) {
      let found = take(/\d+/y)
      const delimiter = text[at]
      if (delimiter === ':') {
        found += take(/[\d:.]+/y)
        fields.push({ kind: 'time', text: found })
      } else if (delimiter === '-' || delimiter === '/' || delimiter === '.') {
        at++
        found += delimiter
        if (/\d/.test(text[at] ?? '')) {
          found += take(/\d+/y)
          let kind = /** @type {'number' | 'date'} */ (delimiter === '.' ? 'number' : 'date')
          if (text[at] === delimiter) {
            kind = 'date'
            at++
            found += delimiter + take(delimiter === '-' ? /[\d-]+/y : delimiter === '/' ? /[\d/]+/y : /[\d.]+/y)
          }
          fields.push({ kind, text: found })
        } else {
          found += take(delimiter === '-' ? /[a-z\d-]*/iy : delimiter === '/' ? /[a-z\d/]*/iy : /[a-z\d.]*/iy)
          fields.push({ kind: 'date', text: found.toLowerCase() })
        }
      } else {
        fields.push({ kind: 'number', text: found })
      }
    } else if (letter === '.') {
      fields.push({ kind: 'number', text: take(/\.\d*/y) })
    } else if (/[a-z]/i.test(letter)) {
      let found = take(/[a-z]+/iy).toLowerCase()
      const next = text[at] ?? ''
      if (/[-/.]/.test(next) || (/[+\d]/.test(next) && !isWord(found))) {
        found += take(/[a-z\d+\-/_.:]*/iy).toLowerCase()
        fields.push({ kind: 'date', text: found })
      } else {
        fields.push({ kind: 'word', text: found })
      }
    } else if (letter === '+' || letter === '-') {
      at++
      at = blanksEnd(text, at)
      if (/\d/.test(text[at] ?? '')) fields.push({ kind: 'zone', text: letter + take(/[\d:.-]+/y) })
      else if (/[a-z]/i.test(text[at] ?? ''))
        fields.push({ kind: 'special', text: letter + take(/[a-z]+/iy).toLowerCase() })
      else fail('format')
    } else if (take(/[!-*,/:-@[-`{-~]+/y) === '') {
      fail('format')
    }
  }
  if (fields.length > 25) fail('format')
  for (; seen < fields.length; seen++) room -= fields[seen].text.length + 1
  if (seen > FIELDS_MAX || room < 0) fail('format')
  return fields
}

const KNOWN_WORDS = new Set([
  'epoch', 'infinity', 'now', 'today', 'tomorrow', 'yesterday', 'allballs', 'am', 'pm', 'ad', 'bc', 'at', 'on', 'd',
  'h', 'j', 'jd', 'julian', 'm', 'mm', 's', 't', 'y', 'dow', 'doy', 'dst', 'isodow', 'isoyear',
])

/** @param {string} word */
const isWord = (word) => KNOWN_WORDS.has(word) || MONTH_WORDS.has(word) || DAY_WORDS.has(word)
