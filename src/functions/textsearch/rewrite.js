/**
 * ts_rewrite: parts of a query that equal another one are replaced. Both are flattened (ANDs of ANDs become one) and
 * sorted first, so that a part of an AND or OR is a subset of its sides.
 */
import * as Q from '../../types/textsearch/query.js'
import { wordChecksum } from '../../types/textsearch/query.js'
import { compareText } from '../../types/strings/text.js'
/** @import { QueryNode } from '../../types/textsearch/query.js' */

/**
 * @typedef {object} FlatNode an operator may have more than two sides; the first one is the right one
 * @property {number} kind
 * @property {FlatNode[]} sides
 * @property {QueryNode} node
 * @property {number} checksum of a word
 * @property {number} sign a bit per word below, by checksum
 * @property {boolean} settled came by a replacement
 */

/** @param {QueryNode} node @returns {FlatNode} */
function flatOf(node) {
  const sides = [node.right, node.left].flatMap((side) => (side === null ? [] : [flatOf(side)]))
  const checksum = node.kind === Q.WORD ? wordChecksum(node.bytes) : 0
  let sign = node.kind === Q.WORD ? 1 << (checksum & 31) : 0
  for (const side of sides) sign |= side.sign
  return { kind: node.kind, sides, node, checksum, sign, settled: false }
}

/** @param {FlatNode} node */
function flatten(node) {
  node.sides.forEach(flatten)
  if (node.kind !== Q.AND && node.kind !== Q.OR) return
  node.sides = node.sides.flatMap((side) => (side.kind === node.kind ? side.sides : [side]))
}

/** @param {FlatNode} node */
function sort(node) {
  node.sides.forEach(sort)
  if (node.kind !== Q.PHRASE) node.sides.sort(compare)
}

/** @param {FlatNode} a @param {FlatNode} b @returns {number} */
function compare(a, b) {
  if ((a.kind === Q.WORD) !== (b.kind === Q.WORD)) return a.kind === Q.WORD ? 1 : -1
  if (a.kind === Q.WORD) {
    if (a.checksum !== b.checksum) return a.checksum > b.checksum ? -1 : 1
    return compareText(a.node.word, b.node.word)
  }
  if (a.kind !== b.kind) return a.kind > b.kind ? -1 : 1
  if (a.sides.length !== b.sides.length) return a.sides.length > b.sides.length ? -1 : 1
  for (let i = 0; i < a.sides.length; i++) {
    const order = compare(a.sides[i], b.sides[i])
    if (order !== 0) return order
  }
  return a.node.distance === b.node.distance ? 0 : a.node.distance > b.node.distance ? -1 : 1
}

/** @param {FlatNode} a @param {FlatNode} b */
const equal = (a, b) => (a.sign & b.sign) === a.sign && (a.sign & b.sign) === b.sign && compare(a, b) === 0

/** @param {FlatNode} node @returns {QueryNode} */
function queryOf(node) {
  if (node.kind === Q.WORD) return node.node
  const sides = node.sides.map(queryOf)
  if (node.kind === Q.NOT) return Q.notNode(sides[0])
  const { distance } = node.node
  while (sides.length > 2) {
    sides[0] = Q.operatorNode(node.kind, sides[1], sides[0], distance)
    sides[1] = /** @type {QueryNode} */ (sides.pop())
  }
  return Q.operatorNode(node.kind, sides[1], sides[0], distance)
}

/** @param {QueryNode | null} subst @returns {FlatNode | null} */
function replacement(subst) {
  if (subst === null) return null
  const node = flatOf(subst)
  node.settled = true
  return node
}

/**
 * @param {FlatNode} node
 * @param {FlatNode} target
 * @param {QueryNode | null} subst
 * @returns {FlatNode | null}
 */
function replacedHere(node, target, subst) {
  if ((node.sign & target.sign) !== target.sign || node.kind !== target.kind || node.settled) return node
  if (node.sides.length === target.sides.length) return equal(node, target) ? replacement(subst) : node
  if (node.sides.length < target.sides.length || target.sides.length === 0) return node
  /** @type {Set<FlatNode>} */
  const matched = new Set()
  for (let i = 0, j = 0; i < node.sides.length && j < target.sides.length; i++) {
    const order = compare(node.sides[i], target.sides[j])
    if (order > 0) break
    if (order < 0) continue
    matched.add(node.sides[i])
    j++
  }
  if (matched.size < target.sides.length) return node
  node.sides = node.sides.filter((side) => !matched.has(side))
  const instead = replacement(subst)
  if (instead !== null) node.sides.push(instead)
  sort(node)
  return node
}

/** @param {FlatNode} node @param {FlatNode} target @param {QueryNode | null} subst @returns {FlatNode | null} */
function replaced(node, target, subst) {
  const found = replacedHere(node, target, subst)
  if (found === null || found.settled || found.kind === Q.WORD) return found
  found.sides = found.sides.flatMap((side) => replaced(side, target, subst) ?? [])
  if (found.sides.length === 0) return null
  return found.sides.length === 1 && found.kind !== Q.NOT ? found.sides[0] : found
}

/** @param {FlatNode} node */
function unsettle(node) {
  node.settled = false
  node.sides.forEach(unsettle)
}

/** Several replacements, one after the other. */
export class Rewriter {
  /** @param {Q.TsQuery} query */
  constructor(query) {
    /** @type {FlatNode | null} */
    this.tree = query.root === null ? null : flatOf(query.root)
    this.ready()
  }

  ready() {
    if (this.tree === null) return
    unsettle(this.tree)
    flatten(this.tree)
    sort(this.tree)
  }

  /** @param {Q.TsQuery} target @param {Q.TsQuery} subst empty: what is found is taken away */
  replace(target, subst) {
    if (this.tree === null || target.root === null) return
    const sought = flatOf(target.root)
    flatten(sought)
    sort(sought)
    this.tree = replaced(this.tree, sought, subst.root)
    this.ready()
  }

  result() {
    return new Q.TsQuery(this.tree === null ? null : queryOf(this.tree))
  }
}

/** @param {Q.TsQuery} query @param {Q.TsQuery} target @param {Q.TsQuery} subst @returns {Q.TsQuery} */
export function rewritten(query, target, subst) {
  if (query.root === null || target.root === null) return query
  const tree = flatOf(query.root)
  flatten(tree)
  sort(tree)
  const sought = flatOf(target.root)
  flatten(sought)
  sort(sought)
  const found = replaced(tree, sought, subst.root)
  return new Q.TsQuery(found === null ? null : queryOf(found))
}
