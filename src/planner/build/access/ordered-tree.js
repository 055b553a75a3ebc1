/**
 * A tree of tables in an order: each member by an index of its own. Partitions by ranges of the order's first keys
 * follow each other (PostgreSQL's ordered Append); members whose ranges overlap are merged, which compares the bytes of
 * their entries and so wants indexes alike as far as the order goes (Merge Append).
 */
import { partitionSearch } from '../../../catalog/partitions/search.js'
import { conjuncts, exprKey } from '../../expr-tools.js'
import { CPU_OPERATOR_COST } from '../estimates/estimate.js'
import { indexScan } from './access.js'
import { indexOrder } from './index-order.js'
import { hasPlainOrder, isKey } from './keys.js'
import { asMember, inPlaceOf, memberOf, overMember } from './trees.js'
import { BTREE } from '../../../types/oids.js'

/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { RangeEntry } from '../../../catalog/query.js' */
/** @import { IndexBound, TreeMember, TreeScan } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../plan.js').SortKey} SortKey */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {{ rows: number, totalCost: number, startupCost: number }} Estimate */
/** @typedef {{ member: TreeMember, estimate: Estimate, way: 1 | -1 }} Way */


/**
 * @param {PlanState} state
 * @param {any} node the scan as it was planned
 * @param {SortKey[]} keys none of them a constant
 * @param {(estimate: Estimate) => number} costOf of the rows that are wanted
 * @returns {TreeScan | null} null: not every member has an index for it
 */
export function treeInOrder(state, node, keys, costOf) {
  if (node.node !== 'treeScan' || node.sample !== null || node.members.length === 0 || keys.length === 0) return null
  const entry = /** @type {RangeEntry} */ (state.entries.get(node.rt))
  const follow = partitionsInOrder(state, entry, node, keys)
  const members = follow === null ? node.members : inSequence(node.members, follow)
  const relations = new Map(/** @type {RelationDesc[]} */ (entry.tree).map((relation) => [relation.oid, relation]))
  /** By what is common to the indexes. @type {Map<string, Way[]> | null} */
  let shared = null
  for (const member of members) {
    const own = waysOf(state, entry, node, relations.get(member.relationOid), member.map, keys, costOf)
    if (shared === null) shared = new Map(Array.from(own, ([shape, way]) => [shape, [way]]))
    else {
      for (const [shape, ways] of shared) {
        const way = own.get(shape)
        if (way === undefined) shared.delete(shape)
        else ways.push(way)
      }
    }
    if (shared.size === 0) return null
  }
  let best = null
  for (const ways of /** @type {Map<string, Way[]>} */ (shared).values()) {
    const scan = orderedScan(state, node, keys, ways, follow === null && ways.length > 1)
    if (best === null || costOf(scan.estimate) < costOf(best.estimate)) best = scan
  }
  return best
}

/** @param {TreeMember[]} members @param {number[]} oids in their order; some may be pruned @returns {TreeMember[]} */
function inSequence(members, oids) {
  const byOid = new Map(members.map((member) => [member.relationOid, member]))
  return oids.flatMap((oid) => byOid.get(oid) ?? [])
}

/**
 * The cheapest scan of a member by each kind of index that gives the order.
 * @param {PlanState} state @param {RangeEntry} entry @param {TreeScan} node
 * @param {RelationDesc | undefined} relation @param {number[] | null} map of the member
 * @param {SortKey[]} keys @param {(estimate: Estimate) => number} costOf
 * @returns {Map<string, Way>}
 */
function waysOf(state, entry, node, relation, map, keys, costOf) {
  /** @type {Map<string, Way>} */
  const ways = new Map()
  if (relation === undefined || relation.kind === 'f') return ways
  const over = (/** @type {Expr} */ expr) => map === null ? expr : overMember(expr, entry.rt, map)
  const own = keys.map((key) => ({ ...key, expr: over(key.expr) }))
  /** @type {Expr[] | null} */
  let conditions = null
  inPlaceOf(state, asMember(entry, relation), (table) => {
    for (const index of relation.indexes) {
      if (index.method !== BTREE || state.ctx.unusableIndexes.has(index.oid) || !names(table, index, own[0])) continue
      conditions ??= conjuncts(node.filter).map(over)
      const scan = /** @type {any} */ (indexScan(state, table, index, conditions))
      if (scan === null || scan.keys.some((/** @type {IndexBound} */ key) => key.any)) continue
      const order = indexOrder(state, table, index, scan, own)
      if (order === null) continue
      const shape = `${order.way} ${shapeOf(index, order.columns, map)}`
      const known = ways.get(shape)
      if (known !== undefined && costOf(known.estimate) <= costOf(scan.estimate)) continue
      ways.set(shape, { member: memberOf(relation.oid, map, scan), estimate: scan.estimate, way: order.way })
    }
  })
  return ways
}

/** Does an index know the first key at all? @param {RangeEntry} table @param {IndexDesc} index @param {SortKey} key */
const names = (table, index, { expr }) => index.keys.some((own) => isKey(table, own, expr))

/**
 * What entries of two indexes must have in common for their bytes to be compared: how the first columns' values are put
 * into keys, and which columns they are, where one value is all that is read of them.
 * @param {IndexDesc} index @param {number} columns @param {number[] | null} map
 */
const shapeOf = (index, columns, map) => index.keys.slice(0, columns).map((key) => {
  const source = key.attnum > 0 ? (map === null ? key.attnum : map.indexOf(key.attnum) + 1)
    : exprKey(/** @type {Expr} */ (key.expr))
  return `${source} ${key.typeOid} ${key.desc} ${key.nullsFirst}`
}).join()

/**
 * The leaves in the order of their ranges, where that is the order of the rows; null: they overlap in it. Rows of the
 * default partition may be anywhere; nulls are nowhere else.
 * @param {PlanState} state @param {RangeEntry} entry @param {TreeScan} node @param {SortKey[]} keys
 * @returns {number[] | null}
 */
function partitionsInOrder(state, entry, node, keys) {
  const { relation } = entry
  const key = relation.partitionKey
  if (relation.kind !== 'p' || !key || key.strategy !== 'r') return null
  const search = partitionSearch(state.catalog, relation)
  const oids = search.ranges.map(({ child }) => search.partitions[child].oid)
  const known = new Set(oids)
  if (!node.members.every((/** @type {TreeMember} */ member) => known.has(member.relationOid))) return null
  const count = Math.min(keys.length, key.parts.length)
  for (let at = 0; at < count; at++) {
    const [part, wanted] = [key.parts[at], keys[at]]
    const isOrder = state.catalog.familiesOf(wanted.opOid)
      .some((member) => member.method === BTREE && member.family === part.family)
    if (
      !isOrder || wanted.desc !== keys[0].desc || !isKey(entry, part, wanted.expr) || !hasPlainOrder(state, part)
      || !hasPlainOrder(state, wanted)
    )
      return null
  }
  return keys[0].desc ? oids.reverse() : oids
}

/**
 * @param {PlanState} state @param {TreeScan} node @param {SortKey[]} keys @param {Way[]} ways
 * @param {boolean} merged their entries
 * @returns {TreeScan}
 */
function orderedScan(state, node, keys, ways, merged) {
  const sum = (/** @type {(way: Way) => number} */ of) => ways.reduce((total, way) => total + of(way), 0)
  const rows = sum(({ estimate }) => estimate.rows)
  const comparisons = merged ? 2 * CPU_OPERATOR_COST * Math.log2(ways.length) : 0
  const first = merged ? sum(({ estimate }) => estimate.startupCost) : ways[0].estimate.startupCost
  return /** @type {TreeScan} */ (state.node(
    {
      ...node, members: ways.map(({ member }) => member), indexed: true,
      order: { keys, backward: ways[0].way < 0, merged },
    },
    rows, sum(({ estimate }) => estimate.totalCost) + rows * comparisons, first + comparisons * ways.length,
    node.estimate.width,
  ))
}
