/** Functions of text search that run a statement they are given: ts_stat, and ts_rewrite by rows. */
import { textSearchParameter } from '../../errors/text-search.js'
import { charge } from '../../errors/value-size.js'
import { TSQUERY, TSVECTOR } from '../../types/oids.js'
import { compareText } from '../../types/strings/text.js'
import { hasPositions, weightOf } from '../../types/textsearch/vector.js'
import { Family } from '../impl.js'
import { Rewriter } from './rewrite.js'
/** @import { RoutineCall, RoutineQuery } from '../routine-call.js' */
/** @import { TsQuery } from '../../types/textsearch/query.js' */
/** @import { TsVector } from '../../types/textsearch/vector.js' */

const family = new Family()
export const statementFunctions = family.functions

const BATCH = 500
/** A word with its counts, in memory. */
const BYTES_PER_WORD = 120
const WORDS_PER_CHARGE = 65_536

/**
 * Rows of a statement, with rests.
 * @param {RoutineCall} call
 * @param {string} text
 * @param {(query: RoutineQuery) => void} check throws where its columns are others
 * @param {(row: any[]) => boolean} goesOn false: no more are wanted
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* forRows(call, text, check, goesOn) {
  call.describe(text) // one query, as a cursor would have it
  const query = yield* call.query(text)
  try {
    check(query)
    for (;;) {
      const rows = yield* query.fetch(BATCH)
      for (let at = 0; at < rows.length; at++) if (!goesOn(rows[at])) return
      if (rows.length < BATCH) return
      if (call.isTired()) yield call.rest()
    }
  } finally {
    query.close()
  }
}

/**
 * Whether a query has columns of these types and no others.
 * @param {RoutineCall} call
 * @param {RoutineQuery} query
 * @param {number[]} types
 */
const hasColumns = ({ catalog }, { columns }, types) => columns.length === types.length
  && columns.every(({ type }, at) => catalog.baseType(type) === types[at])

/** Bits of weights, D lowest. @param {string} letters others count for nothing */
function weightBits(letters) {
  let bits = 0
  for (const letter of letters.toUpperCase()) {
    const at = 'DCBA'.indexOf(letter)
    if (at >= 0) bits |= 1 << at
  }
  return bits
}

/** @typedef {{ documents: number, places: number }} Counts */

/**
 * How often a lexeme stands in a vector, by positions of some weights.
 * @param {TsVector} vector @param {number} entry @param {number} index @param {number} bits 0: all
 */
function placesOf(vector, entry, index, bits) {
  if (!hasPositions(entry)) return bits === 0 ? 1 : 0
  if (bits === 0) return vector.u16(vector.positionsAt(entry))
  return vector.positions(index).filter((position) => bits & (1 << weightOf(position))).length
}

/** @param {RoutineCall} call @param {string} text @param {string} weights @returns {Generator<any, void, void>} */
function* statistics(call, text, weights) {
  /** @type {Map<string, Counts>} */
  const words = new Map()
  const bits = weightBits(weights)
  const check = (/** @type {RoutineQuery} */ query) => {
    if (!hasColumns(call, query, [TSVECTOR])) throw textSearchParameter('ts_stat query must return one tsvector column')
  }
  yield* forRows(call, text, check, ([vector]) => {
    if (vector !== null) count(words, vector, bits)
    return true
  })
  for (const word of [...words.keys()].sort((a, b) => compareText(b, a))) {
    const { documents, places } = /** @type {Counts} */ (words.get(word))
    yield [word, documents, places]
  }
}

/** @param {Map<string, Counts>} words @param {TsVector} vector @param {number} bits */
function count(words, vector, bits) {
  for (let index = 0; index < vector.count; index++) {
    const places = placesOf(vector, vector.entry(index), index, bits)
    if (places === 0) continue
    const word = vector.lexeme(index)
    const known = words.get(word)
    if (known === undefined) {
      words.set(word, { documents: 1, places })
      if (words.size % WORDS_PER_CHARGE === 0) charge(words.size * BYTES_PER_WORD, 'words')
    } else {
      known.documents++
      known.places += places
    }
  }
}
family.routine('ts_stat1', (call, text) => statistics(call, text, ''))
family.routine('ts_stat2', statistics)

/**
 * By each row's first query its second is put in place.
 * @param {RoutineCall} call @param {TsQuery} query @param {string} text @returns {Generator<any, TsQuery, void>}
 */
function* rewrittenByRows(call, query, text) {
  if (query.root === null) return query
  const rewriter = new Rewriter(query)
  const check = (/** @type {RoutineQuery} */ rows) => {
    if (!hasColumns(call, rows, [TSQUERY, TSQUERY])) {
      throw textSearchParameter('ts_rewrite query must return two tsquery columns')
    }
  }
  yield* forRows(call, text, check, ([target, substitute]) => {
    if (target !== null && substitute !== null) rewriter.replace(target, substitute)
    return rewriter.tree !== null
  })
  return rewriter.result()
}
family.routine('tsquery_rewrite_query', rewrittenByRows)
