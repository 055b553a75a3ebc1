/** gist keys of vectors and queries: sets of their words' hashes, large ones as signatures (../gist/sets.js). */
import { setColumn } from '../gist/sets.js'
import { MAYBE, NO, evaluate } from './match.js'
import { wordChecksum, wordsOf } from './query.js'
import { lengthOf } from './vector.js'
/** @import { GistColumn } from '../gist/keys.js' */
/** @import { SetKey } from '../gist/sets.js' */
/** @import { QueryNode, TsQuery } from './query.js' */
/** @import { TsVector } from './vector.js' */

// The operator @> of tsquery.
const CONTAINS = 7

/** @param {Uint8Array} bytes */
const memberOf = (bytes) => wordChecksum(bytes) >>> 0

/** @param {TsVector} vector */
function* lexemesOf(vector) {
  for (let index = 0; index < vector.count; index++) {
    const entry = vector.entry(index)
    const start = vector.start(entry)
    yield memberOf(vector.bytes.subarray(start, start + lengthOf(entry)))
  }
}

/** @param {TsQuery} query */
const membersOf = ({ root }) => wordsOf(root).map((node) => memberOf(node.bytes))

/** @returns {GistColumn} */
export const vectorColumn = () => setColumn({
  members: lexemesOf,
  query: (strategy, /** @type {TsQuery} */ query) => query.root,
  consistent: (key, root) => root !== null && mayMatch(key, root),
})

/**
 * Words that a key has may be there; what begins with something always may.
 * @param {SetKey} key
 * @param {QueryNode} root
 */
const mayMatch = (key, root) =>
  evaluate(root, (node) => (node.prefix || key.has(memberOf(node.bytes)) ? MAYBE : NO), true) !== NO

/** @returns {GistColumn} */
export const queryColumn = () => setColumn({
  members: membersOf,
  query: (strategy, /** @type {TsQuery} */ query) => new Set(membersOf(query)),
  consistent: (key, wanted, strategy, isLeaf) => {
    if (strategy === CONTAINS) return [...wanted].every((member) => key.has(member))
    return !isLeaf || key.members === null || key.members.every((member) => wanted.has(member))
  },
})
