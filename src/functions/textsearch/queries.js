/** Functions and operators of tsquery that need no configuration; ts_rewrite in rewrite.js. */
import { badDistance } from '../../errors/text-search.js'
import * as Q from '../../types/textsearch/query.js'
import { Family } from '../impl.js'
/** @import { QueryNode, TsQuery } from '../../types/textsearch/query.js' */

const family = new Family()
export const queryFunctions = family.functions

/** @param {string} name @param {(order: number) => boolean} test */
const comparison = (name, test) => family.add(`tsquery_${name}`,
  (/** @type {TsQuery} */ a, /** @type {TsQuery} */ b) => test(Q.compareQueries(a, b)), { nullable: false })
comparison('lt', (order) => order < 0)
comparison('le', (order) => order <= 0)
comparison('eq', (order) => order === 0)
comparison('ne', (order) => order !== 0)
comparison('ge', (order) => order >= 0)
comparison('gt', (order) => order > 0)
family.add('tsquery_cmp', Q.compareQueries, { nullable: false })

/**
 * An empty side counts for nothing.
 * @param {number} kind
 * @param {TsQuery} a
 * @param {TsQuery} b
 * @param {number} [distance]
 */
function joined(kind, a, b, distance = 0) {
  if (a.root === null) return b
  if (b.root === null) return a
  return new Q.TsQuery(Q.operatorNode(kind, a.root, b.root, distance))
}

/** @param {TsQuery} a @param {TsQuery} b @param {number} distance @throws {DbError} 22023 */
function phrase(a, b, distance) {
  if (distance < 0 || distance > 16384) throw badDistance()
  return joined(Q.PHRASE, a, b, distance)
}

/** @param {TsQuery} query */
const wordSet = ({ root }) => new Set(Q.wordsOf(root).map(({ word }) => word))

/** @param {TsQuery} a @param {TsQuery} b */
const contains = (a, b) => {
  const words = wordSet(a)
  for (const word of wordSet(b)) if (!words.has(word)) return false
  return true
}

/**
 * What an index could be asked: the tree without what is negated.
 * @param {QueryNode} node
 * @returns {QueryNode | null}
 */
function withoutNegations(node) {
  if (node.kind === Q.WORD) return node
  if (node.kind === Q.NOT) return null
  const left = withoutNegations(/** @type {QueryNode} */ (node.left))
  const right = withoutNegations(/** @type {QueryNode} */ (node.right))
  if (left !== null && right !== null) return Q.operatorNode(node.kind, left, right, node.distance)
  return node.kind === Q.OR ? null : left ?? right
}

family.all({
  tsquery_and: (a, b) => joined(Q.AND, a, b),
  tsquery_or: (a, b) => joined(Q.OR, a, b),
  tsquery_not: (/** @type {TsQuery} */ query) => query.root === null ? query : new Q.TsQuery(Q.notNode(query.root)),
  tsquery_phrase: (a, b) => phrase(a, b, 1),
  tsquery_phrase_distance: phrase,
  tsquery_numnode: (/** @type {TsQuery} */ query) => query.size,
  tsq_mcontains: contains,
  tsq_mcontained: (a, b) => contains(b, a),
  tsquerytree: (/** @type {TsQuery} */ { root }) => {
    if (root === null) return ''
    const rest = withoutNegations(root)
    return rest === null ? 'T' : Q.formatQuery(new Q.TsQuery(rest))
  },
})
