/** query_int: numbers that an array has, with &, | and !. */
import { badIntArrayQuery } from '../../errors/intarray.js'
import { stackTooDeep } from '../../errors/data.js'
import { isBlank } from '../../util/ascii.js'

/** @import { LibraryQuery } from '../../types/libraries.js' */

/**
 * @typedef {{ kind: 'value', value: number } | { kind: 'not', of: Query }
 *   | { kind: 'and' | 'or', left: Query, right: Query }} Query
 */

const DEPTH_MAX = 3000
const badSyntax = () => badIntArrayQuery()

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.at = 0
    this.depth = 0
  }

  /** @returns {string} the next that is not blank, '' at the end */
  peek() {
    while (isBlank(this.text.charCodeAt(this.at))) this.at++
    return this.text[this.at] ?? ''
  }

  /** @returns {Query} */
  either() {
    if (++this.depth > DEPTH_MAX) throw stackTooDeep()
    let query = this.both()
    while (this.peek() === '|') {
      this.at++
      query = { kind: 'or', left: query, right: this.both() }
    }
    this.depth--
    return query
  }

  /** @returns {Query} */
  both() {
    let query = this.operand()
    while (this.peek() === '&') {
      this.at++
      query = { kind: 'and', left: query, right: this.operand() }
    }
    return query
  }

  /** @returns {Query} */
  operand() {
    const letter = this.peek()
    if (letter === '!') {
      this.at++
      return { kind: 'not', of: this.operand() }
    }
    if (letter === '(') {
      this.at++
      const query = this.either()
      if (this.peek() !== ')') throw badSyntax()
      this.at++
      return query
    }
    const [digits] = /^-?[0-9]+/.exec(this.text.slice(this.at)) ?? ['']
    if (digits === '' || Number(digits) !== (Number(digits) | 0)) throw badSyntax()
    this.at += digits.length
    return { kind: 'value', value: Number(digits) }
  }
}

/** @param {string} text @returns {Query} @throws {DbError} 42601 */
export function parseQuery(text) {
  const reader = new Reader(text)
  const query = reader.either()
  if (reader.peek() !== '') throw badSyntax()
  return query
}

/** @param {Query} query @param {boolean} [isFirst] not within another @returns {string} */
export function formatQuery(query, isFirst = true) {
  switch (query.kind) {
    case 'value': return String(query.value)
    case 'not': return query.of.kind === 'value' ? `!${query.of.value}` : `!( ${formatQuery(query.of)} )`
    case 'and': return `${formatQuery(query.left, false)} & ${formatQuery(query.right, false)}`
    default: {
      const both = `${formatQuery(query.left, false)} | ${formatQuery(query.right, false)}`
      return isFirst ? both : `( ${both} )`
    }
  }
}

/** @param {Query} query @param {(value: number) => boolean} has @returns {boolean} */
export function matchesQuery(query, has) {
  switch (query.kind) {
    case 'value': return has(query.value)
    case 'not': return !matchesQuery(query.of, has)
    case 'and': return matchesQuery(query.left, has) && matchesQuery(query.right, has)
    default: return matchesQuery(query.left, has) || matchesQuery(query.right, has)
  }
}

/**
 * Whether it may hold where one knows of some numbers only that they may be there.
 * @param {Query} query @param {(value: number) => boolean} mayHave @returns {boolean}
 */
export function mayMatch(query, mayHave) {
  switch (query.kind) {
    case 'value': return mayHave(query.value)
    case 'not': return true
    case 'and': return mayMatch(query.left, mayHave) && mayMatch(query.right, mayHave)
    default: return mayMatch(query.left, mayHave) || mayMatch(query.right, mayHave)
  }
}

/**
 * What an index is asked for.
 * @param {Query} query @param {(value: number) => Uint8Array} keyOf
 * @returns {LibraryQuery | null} null: nothing is known
 */
export function wantedOf(query, keyOf) {
  if (query.kind === 'value') return { all: true, keys: [keyOf(query.value)], parts: [] }
  if (query.kind === 'not') return null
  const [left, right] = [wantedOf(query.left, keyOf), wantedOf(query.right, keyOf)]
  if (query.kind === 'and') {
    return left === null ? right : right === null ? left : { all: true, keys: [], parts: [left, right] }
  }
  return left === null || right === null ? null : { all: false, keys: [], parts: [left, right] }
}
