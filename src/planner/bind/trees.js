/** A table that others inherit from, or that has partitions, stands for all of them. */
import { columnMap, inheritors } from '../../catalog/inheritance.js'
import { columnsOf } from '../../catalog/expr-text.js'
import { partitionConstraint } from '../../catalog/partitions/constraint.js'
import { partitionSearch } from '../../catalog/partitions/search.js'
import { triggersFor } from '../../catalog/triggers.js'
import { overRow } from './stored.js'

/** @typedef {import('./context.js').BindContext} BindContext */
/** @typedef {import('../../catalog/relation.js').RelationDesc} RelationDesc */

/**
 * The stored tables a relation's rows are in, locked like it; every table on the way is something the plan depends on.
 * @param {BindContext} ctx
 * @param {RelationDesc} relation
 * @param {boolean} inherit false: ONLY
 * @param {number} mode
 * @returns {RelationDesc[] | null} null: the relation alone
 */
export function bindTree(ctx, relation, inherit, mode) {
  if (relation.kind !== 'p' && (!inherit || relation.children.length === 0)) return null
  if (!inherit) return []
  const found = inheritors(ctx.catalog, relation.oid)
  for (const { oid, version, kind } of found) {
    ctx.view.dependsOn(oid, version)
    // Partitions' locks depend on which are read; see build/tree-locks.js.
    if (relation.kind !== 'p' || kind === 'p') ctx.lock(oid, mode)
  }
  ctx.hasTrees = true
  const stored = relation.kind === 'p' ? leaves(ctx, relation) : found
  return stored.length === 1 && stored[0] === relation ? null : stored
}

/**
 * Partitions in the order of their bounds, each with its own below it.
 * @param {BindContext} ctx
 * @param {RelationDesc} relation
 * @returns {RelationDesc[]}
 */
function leaves(ctx, relation) {
  const search = partitionSearch(ctx.catalog, relation)
  return search.inOrder().flatMap((at) => {
    const child = /** @type {RelationDesc} */ (ctx.catalog.relation(search.partitions[at].oid))
    return child.kind === 'p' ? leaves(ctx, child) : [child]
  })
}

/**
 * The bound of a partition that is written directly, checked like a constraint; of a partitioned one, where its rows
 * are routed.
 * @param {BindContext} ctx
 * @param {RelationDesc} relation
 * @param {number} rt
 */
export function boundChecks(ctx, relation, rt) {
  if (!relation.isPartition) return []
  for (let above = relation; above.isPartition;) {
    above = /** @type {RelationDesc} */ (ctx.catalog.relation(above.parents[0]))
    ctx.view.dependsOn(above.oid, above.version)
    // A DEFAULT partition's bound is what its siblings leave.
    if (above.partitionKey?.defaultOid)
      for (const { oid, version } of above.children.flatMap((child) => ctx.catalog.relation(child) ?? []))
        ctx.view.dependsOn(oid, version)
  }
  return relation.kind === 'p'
    ? []
    : partitionConstraint(ctx.catalog, relation).map((expr) => ({ name: '', expr: overRow(expr, rt), partition: true }))
}

/**
 * Whether an UPDATE may change columns that it does not assign: a row's BEFORE triggers may.
 * @param {RelationDesc} relation
 */
export const mayChangeMore = (relation) => triggersFor(relation, 'row', 'before', 'update').length > 0

/**
 * Whether an UPDATE of these columns may take rows to other partitions.
 * @param {BindContext} ctx
 * @param {import('../../catalog/query.js').RangeEntry} target
 * @param {Set<number>} changed attnums
 */
export function movesRows(ctx, target, changed) {
  const { relation, tree } = target
  if (relation.kind !== 'p' || !tree) return false
  if (tree.some(mayChangeMore)) return true
  if (keyAttnums(relation).some((attnum) => changed.has(attnum))) return true
  // Rows that no longer belong to the table itself are found by the same means.
  for (let above = relation; above.isPartition;) {
    above = /** @type {RelationDesc} */ (ctx.catalog.relation(above.parents[0]))
    const map = columnMap(above, relation)
    if (keyAttnums(above).some((attnum) => changed.has(map === null ? attnum : map[attnum - 1]))) return true
  }
  // Below it other columns may be keys.
  return inheritors(ctx.catalog, relation.oid).some((below) => {
    if (below.kind !== 'p') return false
    const map = columnMap(relation, below)
    const there = new Set([...changed].map((attnum) => map === null ? attnum : map[attnum - 1]))
    return keyAttnums(below).some((attnum) => there.has(attnum))
  })
}

/** @param {RelationDesc} relation @returns {number[]} columns its partition key looks at */
function keyAttnums(relation) {
  const attnums =
    relation.partitionKey?.parts.flatMap((part) => (part.attnum > 0 ? [part.attnum] : columnsOf(part.expr))) ?? []
  return attnums.includes(WHOLE_ROW) ? relation.columns.map((column) => column.attnum) : attnums
}
const WHOLE_ROW = 0
