/**
 * Whether something that has words at places satisfies a query. Answers are no, yes, or maybe: where places are wanted
 * and not known.
 *
 * A phrase is matched by the places where its parts end. `Places` is such a set, with how far a match reaches to the
 * left, and perhaps negated: everywhere but there.
 */
import { AND, NOT, OR, PHRASE, WORD } from './query.js'
import { hasPositions, placeOf, weightOf } from './vector.js'
/** @import { QueryNode } from './query.js' */
/** @import { TsVector } from './vector.js' */

export const NO = 0
export const YES = 1
export const MAYBE = 2

/** A set of places: ascending. */
export class Places {
  constructor() {
    /** @type {number[]} */
    this.at = []
    this.width = 0
    this.negate = false
  }
}

/**
 * Whether a word is there, and where, if `places` are asked for.
 * @typedef {(word: QueryNode, places: Places | null) => number} FindWord
 */

/** @param {QueryNode} query @param {FindWord} find */
export const matches = (query, find) => evaluate(query, find, false) !== NO

/**
 * The same, where who finds words may not know places: MAYBE then.
 * @param {QueryNode} node
 * @param {FindWord} find
 * @param {boolean} maybe phrases without places answer MAYBE, not NO
 * @param {boolean} [skipNot] what is negated may be
 * @returns {number}
 */
export function evaluate(node, find, maybe, skipNot = false) {
  switch (node.kind) {
    case WORD: return find(node, null)
    case NOT: {
      if (skipNot) return YES
      const inner = evaluate(/** @type {QueryNode} */ (node.left), find, maybe, skipNot)
      return inner === MAYBE ? MAYBE : inner === YES ? NO : YES
    }
    case AND: {
      const left = evaluate(/** @type {QueryNode} */ (node.left), find, maybe, skipNot)
      if (left === NO) return NO
      const right = evaluate(/** @type {QueryNode} */ (node.right), find, maybe, skipNot)
      return right === NO ? NO : left === MAYBE ? MAYBE : right
    }
    case OR: {
      const left = evaluate(/** @type {QueryNode} */ (node.left), find, maybe, skipNot)
      if (left === YES) return YES
      const right = evaluate(/** @type {QueryNode} */ (node.right), find, maybe, skipNot)
      return right === YES ? YES : left === MAYBE ? MAYBE : right
    }
    default: {
      const found = phrase(node, find, new Places(), skipNot)
      return found === MAYBE && !maybe ? NO : found
    }
  }
}

const BOTH = 1
const LEFT_ONLY = 2
const RIGHT_ONLY = 4

/**
 * @param {QueryNode} node
 * @param {FindWord} find
 * @param {Places} out
 * @param {boolean} skipNot
 * @returns {number}
 */
export function phrase(node, find, out, skipNot) {
  if (node.kind === WORD) return find(node, out)
  if (node.kind === NOT) return negated(node, find, out, skipNot)
  const left = new Places()
  const right = new Places()
  const ofLeft = phrase(/** @type {QueryNode} */ (node.left), find, left, skipNot)
  if (ofLeft === NO && node.kind !== OR) return NO
  const ofRight = phrase(/** @type {QueryNode} */ (node.right), find, right, skipNot)
  if (ofRight === NO && (node.kind !== OR || ofLeft === NO)) return NO
  if (ofLeft === MAYBE || ofRight === MAYBE) return MAYBE
  if (node.kind === PHRASE) {
    out.width = node.distance + left.width + right.width
    return conjunction(out, left, right, node.distance + right.width, 0)
  }
  if (ofLeft === NO) left.width = 0
  if (ofRight === NO) right.width = 0
  const width = Math.max(left.width, right.width)
  out.width = width
  return node.kind === AND ? conjunction(out, left, right, width - left.width, width - right.width)
    : disjunction(out, left, right, width - left.width, width - right.width)
}

/** @param {QueryNode} node @param {FindWord} find @param {Places} out @param {boolean} skipNot @returns {number} */
function negated(node, find, out, skipNot) {
  if (skipNot) {
    out.negate = true
    return YES
  }
  const inner = phrase(/** @type {QueryNode} */ (node.left), find, out, skipNot)
  if (inner === MAYBE) return MAYBE
  if (inner === NO) {
    out.negate = true
    return YES
  }
  if (out.at.length > 0) {
    out.negate = !out.negate
    return YES
  }
  // Everywhere becomes nowhere.
  out.negate = false
  return NO
}

/** @param {Places} out @param {Places} left @param {Places} right @param {number} leftBy @param {number} rightBy */
function conjunction(out, left, right, leftBy, rightBy) {
  if (left.negate && right.negate) {
    merge(out, left, right, BOTH | LEFT_ONLY | RIGHT_ONLY, leftBy, rightBy)
    out.negate = true
    return YES
  }
  return merge(out, left, right, left.negate ? RIGHT_ONLY : right.negate ? LEFT_ONLY : BOTH, leftBy, rightBy)
}

/** @param {Places} out @param {Places} left @param {Places} right @param {number} leftBy @param {number} rightBy */
function disjunction(out, left, right, leftBy, rightBy) {
  if (!left.negate && !right.negate) return merge(out, left, right, BOTH | LEFT_ONLY | RIGHT_ONLY, leftBy, rightBy)
  merge(out, left, right, left.negate && right.negate ? BOTH : left.negate ? LEFT_ONLY : RIGHT_ONLY, leftBy, rightBy)
  out.negate = true
  return YES
}

/**
 * Places, moved, that are in both or in one of two sets.
 * @param {Places} out @param {Places} left @param {Places} right @param {number} which
 * @param {number} leftBy @param {number} rightBy
 */
function merge(out, left, right, which, leftBy, rightBy) {
  const made = []
  for (let i = 0, j = 0; i < left.at.length || j < right.at.length;) {
    const l = i < left.at.length ? left.at[i] + leftBy : Infinity
    const r = j < right.at.length ? right.at[j] + rightBy : Infinity
    if (l === Infinity && !(which & RIGHT_ONLY)) break
    if (r === Infinity && !(which & LEFT_ONLY)) break
    if (l < r) {
      if (which & LEFT_ONLY) made.push(l)
      i++
    } else if (l === r) {
      if (which & BOTH) made.push(l)
      i++
      j++
    } else {
      if (which & RIGHT_ONLY) made.push(r)
      j++
    }
  }
  out.at = made
  return made.length > 0 ? YES : NO
}

// ---- of a vector

/** @param {TsVector} vector @param {QueryNode} query */
export function vectorMatches(vector, query) {
  current = vector
  return evaluate(query, findInVector, false) !== NO
}

/** Whose words are looked for: one thread. @type {TsVector | null} */
let current = null

/** @param {QueryNode} node @param {Places | null} places */
function findInVector(node, places) {
  const vector = /** @type {TsVector} */ (current)
  const word = node.bytes
  let index = vector.lowerBound(word)
  let found = NO
  if (index < vector.count && vector.compareAt(vector.entry(index), word, false) === 0) {
    found = wordAt(vector, index, node, places)
    index++
  }
  if (!node.prefix || (found !== NO && places === null)) return found
  if (found === MAYBE) return found
  /** @type {number[]} */
  let all = places === null ? [] : places.at
  for (; index < vector.count && vector.compareAt(vector.entry(index), word, true) === 0; index++) {
    const one = wordAt(vector, index, node, places)
    if (one === NO) continue
    if (places === null || one === MAYBE) return one
    found = YES
    all = all.concat(places.at)
  }
  if (places !== null) places.at = [...new Set(all)].sort((a, b) => a - b)
  return found
}

/**
 * A lexeme that has the word.
 * @param {TsVector} vector
 * @param {number} index
 * @param {QueryNode} node
 * @param {Places | null} places
 */
function wordAt(vector, index, node, places) {
  const entry = vector.entry(index)
  if (places !== null) places.at = []
  if (!hasPositions(entry)) return places === null ? YES : MAYBE
  if (node.weights === 0 && places === null) return YES
  const at = vector.positionsAt(entry)
  const end = at + 2 + 2 * vector.u16(at)
  for (let each = at + 2; each < end; each += 2) {
    const position = vector.u16(each)
    if (node.weights !== 0 && !(node.weights & (1 << weightOf(position)))) continue
    if (places === null) return YES
    places.at.push(placeOf(position))
  }
  return places !== null && places.at.length > 0 ? YES : NO
}

