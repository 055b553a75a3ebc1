/** Functions and operators of tsvector that need no configuration. */
import {
  emptyLexeme, nullLexeme, nullWeight, unrecognizedWeight, unknownWeightLetter,
} from '../../errors/text-search.js'
import * as T from '../../types/oids.js'
import { PgArray } from '../../types/pg-array.js'
import { compareText, utf8Of } from '../../types/strings/text.js'
import * as V from '../../types/textsearch/vector.js'
import { vectorMatches } from '../../types/textsearch/match.js'
import { Family } from '../impl.js'
/** @import { TsVector } from '../../types/textsearch/vector.js' */
/** @import { TsQuery } from '../../types/textsearch/query.js' */

const family = new Family()
export const vectorFunctions = family.functions

/** @typedef {string[]} Words */
/** @typedef {(number[] | null)[]} Positions */

/** @param {TsVector} vector @returns {Words} */
const wordsOf = (vector) => Array.from({ length: vector.count }, (_, index) => vector.lexeme(index))

/** @param {unknown[]} values @param {number} type */
const listOf = (values, type) =>
  new PgArray(type, values.length === 0 ? [] : [values.length], values.length === 0 ? [] : [1], values)

// ---- comparison, matching

/** @param {string} name @param {(order: number) => boolean} test */
const comparison = (name, test) => family.add(`tsvector_${name}`,
  (/** @type {TsVector} */ a, /** @type {TsVector} */ b) => test(V.compareVectors(a, b)), { nullable: false })
comparison('lt', (order) => order < 0)
comparison('le', (order) => order <= 0)
comparison('eq', (order) => order === 0)
comparison('ne', (order) => order !== 0)
comparison('ge', (order) => order >= 0)
comparison('gt', (order) => order > 0)
family.add('tsvector_cmp', V.compareVectors, { nullable: false })

/** @param {TsVector} vector @param {TsQuery} query */
export const vectorSatisfies = (vector, query) => query.root !== null && vectorMatches(vector, query.root)

family.add('ts_match_vq', vectorSatisfies, { nullable: false })
family.add('ts_match_qv', (query, vector) => vectorSatisfies(vector, query), { nullable: false })

// ---- weights

/** @param {number} letter a "char" @returns {number} -1: none */
function weightOfLetter(letter) {
  const index = 'DCBA'.indexOf(String.fromCharCode(letter & ~0x20))
  return letter > 64 ? index : -1
}

/** @param {number} letter @param {string | number} told as its error names it */
function weightToSet(letter, told = letter) {
  const weight = weightOfLetter(letter)
  if (weight < 0) throw unknownWeightLetter(told)
  return weight
}

/**
 * The vector with other positions.
 * @param {TsVector} vector
 * @param {(positions: number[], index: number) => number[] | null} change
 */
function withPositions(vector, change) {
  const words = wordsOf(vector)
  return V.makeVector(words, words.map((_, index) => change(vector.positions(index), index)))
}

family.add('tsvector_setweight', (/** @type {TsVector} */ vector, /** @type {number} */ letter) => {
  const weight = weightToSet(letter)
  return withPositions(vector, (positions) => positions.map((position) => V.placeOf(position) | (weight << 14)))
})

family.add('tsvector_setweight_by_filter',
  (/** @type {TsVector} */ vector, /** @type {number} */ letter, /** @type {PgArray} */ lexemes) => {
    const weight = weightToSet(letter, String.fromCharCode(letter))
    const chosen = indexesOf(vector, lexemes)
    return withPositions(vector, (positions, index) => !chosen.has(index) ? positions
      : positions.map((position) => V.placeOf(position) | (weight << 14)))
  })

/** Where lexemes of an array are. @param {TsVector} vector @param {PgArray} lexemes */
function indexesOf(vector, lexemes) {
  /** @type {Set<number>} */
  const found = new Set()
  for (const lexeme of lexemes.values) if (lexeme !== null) found.add(vector.find(utf8Of(lexeme)))
  return found
}

family.add('tsvector_filter', (/** @type {TsVector} */ vector, /** @type {PgArray} */ letters) => {
  let mask = 0
  for (const letter of letters.values) {
    if (letter === null) throw nullWeight()
    const weight = weightOfLetter(letter)
    if (weight < 0) throw unrecognizedWeight(String.fromCharCode(letter))
    mask |= 1 << weight
  }
  /** @type {Words} */
  const words = []
  /** @type {Positions} */
  const kept = []
  for (let index = 0; index < vector.count; index++) {
    const positions = vector.positions(index).filter((position) => mask & (1 << V.weightOf(position)))
    if (positions.length === 0) continue
    words.push(vector.lexeme(index))
    kept.push(positions)
  }
  return V.makeVector(words, kept)
})

// ---- lexemes

family.add('tsvector_length', (/** @type {TsVector} */ vector) => vector.count, { nullable: false })
family.add('tsvector_strip', (/** @type {TsVector} */ vector) => withPositions(vector, () => null))

/** @param {TsVector} vector @param {Set<number>} gone */
function without(vector, gone) {
  /** @type {Words} */
  const words = []
  /** @type {Positions} */
  const positions = []
  for (let index = 0; index < vector.count; index++) {
    if (gone.has(index)) continue
    words.push(vector.lexeme(index))
    positions.push(vector.positions(index))
  }
  return V.makeVector(words, positions)
}

family.all({
  tsvector_delete_str: (/** @type {TsVector} */ vector, /** @type {string} */ lexeme) =>
    without(vector, new Set([vector.find(utf8Of(lexeme))])),
  tsvector_delete_arr: (/** @type {TsVector} */ vector, /** @type {PgArray} */ lexemes) =>
    without(vector, indexesOf(vector, lexemes)),
  tsvector_to_array: (/** @type {TsVector} */ vector) => listOf(wordsOf(vector), T.TEXT),
  array_to_tsvector: (/** @type {PgArray} */ array) => {
    for (const value of array.values) {
      if (value === null) throw nullLexeme()
      if (value === '') throw emptyLexeme()
    }
    const words = [...new Set(array.values)].sort(compareText)
    return V.makeVector(words, words.map(() => null))
  },
})

const LETTERS = 'DCBA'

family.add('tsvector_unnest', function* (/** @type {TsVector} */ vector) {
  for (let index = 0; index < vector.count; index++) {
    const positions = vector.positions(index)
    yield positions.length === 0 ? [vector.lexeme(index), null, null] : [
      vector.lexeme(index),
      listOf(positions.map(V.placeOf), T.INT2),
      listOf(positions.map((position) => LETTERS[V.weightOf(position)]), T.TEXT),
    ]
  }
}, { set: true })

/**
 * The second one's places come behind the first one's.
 * @param {TsVector} a @param {TsVector} b
 */
export function concatenated(a, b) {
  let last = 0
  for (let index = 0; index < a.count; index++)
    for (const position of a.positions(index)) if (V.placeOf(position) > last) last = V.placeOf(position)
  /** @type {Words} */
  const words = []
  /** @type {Positions} */
  const positions = []
  const ofA = wordsOf(a)
  const ofB = wordsOf(b)
  for (let i = 0, j = 0; i < ofA.length || j < ofB.length;) {
    const order = i === ofA.length ? 1 : j === ofB.length ? -1 : compareText(ofA[i], ofB[j])
    words.push(order <= 0 ? ofA[i] : ofB[j])
    const all = order <= 0 ? a.positions(i) : []
    if (order >= 0) append(all, b.positions(j), last)
    positions.push(all)
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return V.makeVector(words, positions)
}

/** @param {number[]} to @param {number[]} positions @param {number} by */
function append(to, positions, by) {
  for (const position of positions) {
    if (to.length >= V.POSITIONS_MAX || (to.length > 0 && V.placeOf(to[to.length - 1]) === V.PLACE_MAX)) return
    to.push(V.limitedPlace(V.placeOf(position) + by) | (position & 0xc000))
  }
}

family.add('tsvector_concat', concatenated)
