/**
 * ts_rank, ts_rank_cd: how well a vector satisfies a query. PostgreSQL's figures to the last bit of a float4, so what
 * it keeps in 32 bits is rounded to 32 bits here.
 */
import { nullWeights, weightArray, weightOutOfRange } from '../../errors/text-search.js'
import { compareText } from '../../types/strings/text.js'
import { NO, YES, evaluate } from '../../types/textsearch/match.js'
import { quickSort } from '../../util/quick-sort.js'
import { spend } from '../../util/effort.js'
import * as Q from '../../types/textsearch/query.js'
import { hasPositions, placeOf, weightOf } from '../../types/textsearch/vector.js'
import { Family } from '../impl.js'
/** @import { QueryNode, TsQuery } from '../../types/textsearch/query.js' */
/** @import { TsVector } from '../../types/textsearch/vector.js' */
/** @import { Places } from '../../types/textsearch/match.js' */

const family = new Family()
export const rankFunctions = family.functions

const { fround } = Math
/** Of D, C, B, A. */
const WEIGHTS = [0.1, 0.2, 0.4, 1.0].map(fround)

const LOG_LENGTH = 1
const LENGTH = 2
const EXTENT_DISTANCE = 4
const UNIQUE = 8
const LOG_UNIQUE = 16
const R_DIV_R_PLUS_1 = 32

/** @param {any} array PgArray of float4 @returns {number[]} @throws {DbError} 2202E, 22004, 22023 */
function weightsOf(array) {
  if (array.dims.length !== 1) throw weightArray('array of weight must be one-dimensional')
  if (array.values.length < WEIGHTS.length) throw weightArray('array of weight is too short')
  if (array.values.includes(null)) throw nullWeights()
  return WEIGHTS.map((standard, at) => {
    const weight = array.values[at] >= 0 ? array.values[at] : standard
    if (weight > 1) throw weightOutOfRange()
    return weight
  })
}

/** Places of all lexemes. @param {TsVector} vector */
function lengthOf(vector) {
  let length = 0
  for (let index = 0; index < vector.count; index++) {
    const entry = vector.entry(index)
    length += hasPositions(entry) ? vector.u16(vector.positionsAt(entry)) : 1
  }
  return length
}

/** The query that was asked for last: rows come with the same one. @type {QueryNode | null} */
let lastRoot = null
/** @type {QueryNode[]} */
let lastWords = []

/** Words of the query, each once, in order. @param {QueryNode} root */
function uniqueWords(root) {
  if (root === lastRoot) return lastWords
  const words = Q.wordsOf(root)
  quickSort(words, (a, b) => compareText(a.word, b.word))
  lastWords = words.filter((each, at) => at === 0 || words[at - 1].word !== each.word)
  lastRoot = root
  return lastWords
}

/** Lexemes that are a word of the query, or begin with it: the first; -1: none. How many: `lastCount`.
 * @param {TsVector} vector @param {QueryNode} node */
function lexemesOf(vector, node) {
  const { bytes } = node
  const first = vector.lowerBound(bytes)
  let count = 0
  while (first + count < vector.count && (node.prefix || count === 0)
    && vector.compareAt(vector.entry(first + count), bytes, node.prefix) === 0) count++
  lastCount = count
  return count > 0 ? first : -1
}

let lastCount = 0

/** Of lexemes without positions. */
const NOWHERE = [0]
const NOWHERE_LAST = [16383]

/** @param {TsVector} vector @param {QueryNode} root @param {number[]} weights */
function rankOfOr(vector, root, weights) {
  const words = uniqueWords(root)
  let rank = 0
  for (const word of words) {
    const first = lexemesOf(vector, word)
    for (let index = first, end = first + lastCount; first >= 0 && index < end; index++) {
      const positions = hasPositions(vector.entry(index)) ? vector.positions(index) : NOWHERE
      let sum = 0
      let most = -1
      let mostAt = 0
      for (let j = 0; j < positions.length; j++) {
        const weight = weights[weightOf(positions[j])]
        sum = fround(sum + fround(weight / ((j + 1) * (j + 1))))
        if (weight > most) {
          most = weight
          mostAt = j
        }
      }
      // The sum of 1 / i² is pi² / 6.
      rank = fround(rank + fround(fround(most + sum) - fround(most / ((mostAt + 1) * (mostAt + 1)))) / 1.64493406685)
    }
  }
  return words.length > 0 ? fround(rank / words.length) : rank
}

/** @param {number} distance */
const nearness = (distance) => distance > 100 ? fround(1e-30)
  : fround(1.0 / (1.005 + 0.05 * Math.exp(fround(distance) / 1.5 - 2)))

/**
 * Every two places of different words count.
 * @param {TsVector} vector
 * @param {QueryNode} root
 * @param {number[]} weights
 */
function rankOfAnd(vector, root, weights) {
  const words = uniqueWords(root)
  if (words.length < 2) return rankOfOr(vector, root, weights)
  /** @type {(number[] | null)[]} */
  const places = words.map(() => null)
  let rank = -1
  for (let i = 0; i < words.length; i++) {
    const first = lexemesOf(vector, words[i])
    if (first < 0) continue
    for (let index = first, end = first + lastCount; index < end; index++) {
      const here = hasPositions(vector.entry(index)) ? vector.positions(index) : NOWHERE_LAST
      places[i] = here
      for (let k = 0; k < i; k++) {
        const others = places[k]
        if (others === null) continue
        const unknown = here === NOWHERE_LAST || others === NOWHERE_LAST
        for (let a = 0; a < here.length; a++) {
          const one = here[a]
          spend(others.length)
          for (let b = 0; b < others.length; b++) {
            const other = others[b]
            let distance = Math.abs(placeOf(one) - placeOf(other))
            if (distance === 0 && !unknown) continue
            if (distance === 0) distance = 16384
            const both = fround(weights[weightOf(one)] * weights[weightOf(other)])
            const near = fround(Math.sqrt(fround(both * nearness(distance))))
            rank = rank < 0 ? near : fround(1.0 - (1.0 - rank) * (1.0 - near))
          }
        }
      }
    }
  }
  return rank
}

/**
 * @param {number[]} weights
 * @param {TsVector} vector
 * @param {TsQuery} query
 * @param {number} method
 * @returns {number}
 */
function rank(weights, vector, { root }, method) {
  if (vector.count === 0 || root === null) return 0
  let result = root.kind === Q.AND || root.kind === Q.PHRASE ? rankOfAnd(vector, root, weights)
    : rankOfOr(vector, root, weights)
  if (result < 0) result = fround(1e-20)
  if (method & LOG_LENGTH) result = fround(result / (Math.log(lengthOf(vector) + 1) / Math.log(2)))
  if (method & LENGTH) {
    const length = lengthOf(vector)
    if (length > 0) result = fround(result / length)
  }
  if (method & UNIQUE) result = fround(result / vector.count)
  if (method & LOG_UNIQUE) result = fround(result / (Math.log(vector.count + 1) / Math.log(2)))
  return method & R_DIV_R_PLUS_1 ? fround(result / fround(result + 1)) : result
}

// ---- cover density

/** Of the query's words: where they were seen, in the part of the document that is looked at. @type
 * {Map<QueryNode, number[]>} */
let seen = new Map()

/** @param {QueryNode} node @param {Places | null} places */
function findSeen(node, places) {
  const at = seen.get(node)
  if (at === undefined) return NO
  if (places !== null) places.at = [...at]
  return YES
}

/** @typedef {{ position: number, nodes: QueryNode[] }} Spot a place of the document with words of the query */

/** @param {TsVector} vector @param {QueryNode} root @returns {Spot[]} ascending */
function spotsOf(vector, root) {
  /** @type {{ position: number, index: number, node: QueryNode }[]} */
  const found = []
  for (const node of Q.wordsOf(root)) {
    const first = lexemesOf(vector, node)
    if (first < 0) continue
    for (let index = first, end = first + lastCount; index < end; index++)
      for (const position of vector.positions(index))
        if (node.weights === 0 || node.weights & (1 << weightOf(position))) found.push({ position, index, node })
  }
  found.sort((a, b) => placeOf(a.position) - placeOf(b.position) || weightOf(a.position) - weightOf(b.position)
    || a.index - b.index)
  /** @type {Spot[]} */
  const spots = []
  for (let i = 0; i < found.length; i++) {
    const { position, index, node } = found[i]
    const before = i > 0 ? found[i - 1] : null
    if (before?.position === position && before.index === index) spots[spots.length - 1].nodes.push(node)
    else spots.push({ position, nodes: [node] })
  }
  return spots
}

/** What looking at one more spot costs, as steps (util/effort.js). */
const SPOT_STEPS = 50

/** @param {Spot} spot @param {boolean} backwards */
function see({ position, nodes }, backwards) {
  const place = placeOf(position)
  for (const node of nodes) {
    const at = seen.get(node)
    if (at === undefined) seen.set(node, [place])
    else if (backwards ? at[0] !== place : at[at.length - 1] !== place) {
      if (backwards) at.unshift(place)
      else at.push(place)
    }
  }
}

/**
 * The shortest stretch that satisfies the query, from a spot on.
 * @param {Spot[]} spots @param {QueryNode} root @param {number} from
 * @returns {{ first: number, last: number } | null}
 */
function cover(spots, root, from) {
  for (; ; from++) {
    seen = new Map()
    let last = -1
    for (let at = from; at < spots.length && last < 0; at++) {
      spend(SPOT_STEPS)
      see(spots[at], false)
      if (evaluate(root, findSeen, false) !== NO) last = at
    }
    if (last < 0 || placeOf(spots[last].position) === 0) return null
    seen = new Map()
    for (let first = last; first >= from; first--) {
      spend(SPOT_STEPS)
      see(spots[first], true)
      if (evaluate(root, findSeen, false) !== NO) return { first, last }
    }
  }
}

/**
 * @param {number[]} weights
 * @param {TsVector} vector
 * @param {TsQuery} query
 * @param {number} method
 * @returns {number}
 */
function rankByCovers(weights, vector, { root }, method) {
  if (root === null) return 0
  const inverse = weights.map((weight) => 1 / weight)
  const spots = spotsOf(vector, root)
  if (spots.length === 0) return 0
  let result = 0
  let distances = 0
  let covers = 0
  let before = 0
  for (let from = 0; ;) {
    const found = cover(spots, root, from)
    if (found === null) break
    const { first, last } = found
    from = first + 1
    let sum = 0
    for (let at = first; at <= last; at++) sum += inverse[weightOf(spots[at].position)]
    const start = placeOf(spots[first].position)
    const end = placeOf(spots[last].position)
    let noise = end - start - (last - first)
    if (noise < 0) noise = Math.trunc((last - first) / 2)
    result += (last - first + 1) / sum / (1 + noise)
    const middle = (start + end) / 2
    if (covers > 0 && middle > before) distances += 1 / (middle - before)
    before = middle
    covers++
  }
  if (method & LOG_LENGTH && vector.count > 0) result /= Math.log(lengthOf(vector) + 1)
  if (method & LENGTH && vector.count > 0) result /= lengthOf(vector)
  if (method & EXTENT_DISTANCE && covers > 0 && distances > 0) result /= covers / distances
  if (method & UNIQUE && vector.count > 0) result /= vector.count
  if (method & LOG_UNIQUE && vector.count > 0) result /= Math.log(vector.count + 1) / Math.log(2)
  if (method & R_DIV_R_PLUS_1) result /= result + 1
  return fround(result)
}

/** Covers are looked for from each place on. */
const LONG = { long: true }
/** @type {[string, typeof rank][]} */
const KINDS = [['ts_rank', rank], ['ts_rankcd', rankByCovers]]
for (const [name, rankBy] of KINDS) {
  family.add(`${name}_wttf`, (weights, vector, query, method) =>
    rankBy(weightsOf(weights), vector, query, method), LONG)
  family.add(`${name}_wtt`, (weights, vector, query) => rankBy(weightsOf(weights), vector, query, 0), LONG)
  family.add(`${name}_ttf`, (vector, query, method) => rankBy(WEIGHTS, vector, query, method), LONG)
  family.add(`${name}_tt`, (vector, query) => rankBy(WEIGHTS, vector, query, 0), LONG)
}
