/** lquery: a regular expression over labels; each item a choice of words, or any label, so many times. */
import {
  lquerySyntax, lqueryEndsEarly, lqueryLimit, lqueryLowAboveHigh, tooManyLqueryItems,
} from '../../errors/ltree.js'
import { atOnce, spend } from '../../util/effort.js'
import { checkLabel, FLAGS, formatWord, isLabelLetter, matchesWord } from './words.js'

/** @import { Steps } from '../../util/effort.js' */
/** @import { Path } from './paths.js' */
/** @import { Word } from './words.js' */

const LEVELS_MAX = 65535

/**
 * @typedef {object} Item
 * @property {Word[]} words none: any label
 * @property {boolean} not
 * @property {boolean} counted by braces
 * @property {number} low
 * @property {number} high
 */

/** @param {number} at from 0 @param {string} [detail] */
const badSyntax = (at, detail) => lquerySyntax(at + 1, detail)
const endedEarly = () => lqueryEndsEarly()

/** @param {number} limit @param {string} which @param {number} at @returns {number} @throws {DbError} 54000 */
function limited(limit, which, at) {
  if (limit <= LEVELS_MAX) return limit
  throw lqueryLimit(which, limit, LEVELS_MAX, at + 1)
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.letters = Array.from(text)
    this.at = 0
  }

  /** @returns {Item[]} */
  items() {
    const items = []
    for (;;) {
      items.push(this.item())
      if (this.at === this.letters.length) return items
      if (this.letters[this.at] !== '.') throw badSyntax(this.at)
      this.at++
    }
  }

  /** @returns {Item} */
  item() {
    const { letters } = this
    if (letters[this.at] === '*') {
      this.at++
      return this.counted({ words: [], not: false, counted: false, low: 0, high: LEVELS_MAX })
    }
    const not = letters[this.at] === '!'
    if (not) this.at++
    const words = [this.word()]
    while (letters[this.at] === '|') {
      this.at++
      words.push(this.word())
    }
    return this.counted({ words, not, counted: false, low: 1, high: 1 })
  }

  /** @returns {Word} */
  word() {
    const { letters } = this
    const start = this.at
    while (isLabelLetter(letters[this.at])) this.at++
    if (this.at === start) {
      if (letters[start - 1] === '!') throw badSyntax(start, 'Empty labels are not allowed.')
      throw start === letters.length ? endedEarly() : badSyntax(start)
    }
    const label = letters.slice(start, this.at)
    checkLabel(label, this.at)
    let flags = 0
    for (; letters[this.at] in FLAGS; this.at++) flags |= FLAGS[letters[this.at]]
    if (isLabelLetter(letters[this.at])) throw badSyntax(this.at)
    return { text: label.join(''), flags }
  }

  /** @param {Item} item @returns {Item} with the count behind it */
  counted(item) {
    if (this.letters[this.at] !== '{') return item
    this.at++
    const low = this.number('Low')
    if (this.letters[this.at] === '}' && low !== null) {
      this.at++
      return { ...item, counted: true, low, high: low }
    }
    this.expect(',')
    const highAt = this.at
    const high = this.number('High') ?? LEVELS_MAX
    if (high < (low ?? 0)) throw lqueryLowAboveHigh(low, high, highAt + 1)
    this.expect('}')
    return { ...item, counted: true, low: low ?? 0, high }
  }

  /** @param {string} which @returns {number | null} */
  number(which) {
    const start = this.at
    while (/^[0-9]$/.test(this.letters[this.at] ?? '')) this.at++
    return this.at === start ? null : limited(Number(this.letters.slice(start, this.at).join('')), which, start)
  }

  /** @param {string} letter */
  expect(letter) {
    if (this.at === this.letters.length) throw endedEarly()
    if (this.letters[this.at] !== letter) throw badSyntax(this.at)
    this.at++
  }
}

/** @param {string} text @returns {Item[]} @throws {DbError} 42601, 42622, 54000 */
export function parseLquery(text) {
  if (text === '') throw endedEarly()
  const items = new Reader(text).items()
  if (items.length <= LEVELS_MAX) return items
  throw tooManyLqueryItems(items.length, LEVELS_MAX)
}

/** @param {Item} item */
function formatCount({ words, counted, low, high }) {
  if (!counted && words.length > 0) return ''
  if (low === high) return `{${low}}`
  if (low === 0) return high < LEVELS_MAX ? `{,${high}}` : words.length === 0 ? '' : '{,}'
  return high === LEVELS_MAX ? `{${low},}` : `{${low},${high}}`
}

/** @param {Item[]} items @returns {string} */
export const formatLquery = (items) => items.map((item) => {
  const words = item.words.length === 0 ? '*' : `${item.not ? '!' : ''}${item.words.map(formatWord).join('|')}`
  return words + formatCount(item)
}).join('.')

/** @param {Item} item @param {string} label */
const matchesItem = ({ words, not }, label) =>
  words.length === 0 ? !not : words.some((word) => matchesWord(label, word)) !== not

/**
 * The places in a path that an item leads to from some places: each to where so many labels behind it match. One pass:
 * a place is reached from any within its item's counts that no label parts from it which does not match.
 * @param {Item} item @param {Path} path @param {Uint8Array} from 1: reached; one place more than there are labels
 * @returns {Uint8Array | null} null: none is reached
 */
function placesBehind(item, path, from) {
  const to = new Uint8Array(from.length)
  const { low, high } = item
  const needs = item.words.length > 0 || item.not
  let start = 0 // since which place all labels match
  let count = 0 // of the places from which this one is reached
  let first = 0 // the first of these
  let next = 0 // the place behind the last of these
  let found = false
  for (let at = 0; at < from.length; at++) {
    if (at > 0 && needs && !matchesItem(item, path[at - 1])) start = at
    for (const end = at - low; next <= end; next++) count += from[next]
    for (const least = Math.max(start, at - high); first < least; first++) if (first < next) count -= from[first]
    if (first > next) next = first
    if (count === 0) continue
    to[at] = 1
    found = true
  }
  return found ? to : null
}

/** Items times labels that are gone through before others may have a turn: less than a millisecond. */
const REST_WORK = 10_000

/** What a match costs. @param {Path} path @param {Item[]} items */
export const lqueryWork = (path, items) => items.length * (path.length + 1) * WORK_BYTES
/** A label at an item takes as long as so many bytes. */
const WORK_BYTES = 8

/** @param {Path} path @param {Item[]} items @returns {Steps<boolean>} */
export function* matchesLquerySteps(path, items) {
  /** @type {Uint8Array} */
  let places = new Uint8Array(path.length + 1)
  places[0] = 1
  let work = 0
  for (const item of items) {
    const next = placesBehind(item, path, places)
    if (next === null) return false
    places = next
    if ((work += places.length) < REST_WORK) continue
    work = 0
    spend(REST_WORK)
    yield
  }
  return places[path.length] === 1
}

/** @param {Path} path @param {Item[]} items */
export const matchesLquery = (path, items) => atOnce(matchesLquerySteps(path, items))
