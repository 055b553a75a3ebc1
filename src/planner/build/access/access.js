/**
 * One relation's access paths: a sequential scan, or an index whose leading columns the conditions bound
 * (match-index.js; bounded-scan.js has the costs).
 */
import { conjunction } from '../../expr-tools.js'
import { isGistIndex } from '../../../types/gist/keys.js'
import { foldConstants } from '../fold.js'
import { failUnreachable, isReadable } from '../unreachable.js'
import { boundedScan, cheapFirst, indexCost } from './bounded-scan.js'
import { matchGin } from './gin.js'
import { matchDistance, matchGist } from './gist.js'
import { selectivity } from '../estimates/selectivity.js'
import { scanBoth } from './index-and.js'
import { scanAnyOf } from './index-or.js'
import { scanRanges } from './index-ranges.js'
import { hasAllRows, matchIndex } from './match-index.js'
import { securedScan } from './secured.js'
import { scanTree } from './trees.js'
import { sampleMethod } from '../../../functions/sampling.js'
import {
  relationSize, filterCost, SEQ_PAGE_COST, RANDOM_PAGE_COST, CPU_TUPLE_COST, CPU_INDEX_TUPLE_COST, CPU_OPERATOR_COST,
  DESCENT_COST,
} from '../estimates/estimate.js'
import { GIN } from '../../../types/oids.js'

/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { PlanNode } from '../../plan.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */


/**
 * The cheapest scan of a relation under conditions that may also refer to `outer` relations (a nested loop's inner
 * side).
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {Expr[]} conditions
 * @param {Set<number> | null} outer rts whose columns may be used as values; null: any other
 * @param {number} [loops] how often it is run, with other values: pages read before are in memory then. The cost is
 *   that of one run
 * @param {boolean} [alone] whether the node stands by itself rather than in a scan of a tree of tables, which knows no
 *   gin indexes
 * @returns {any} a seqScan, indexScan, indexOr or treeScan node
 */
export function scanRelation(state, entry, conditions, outer = null, loops = 1, alone = true) {
  if (entry.security !== undefined) {
    return securedScan(state, entry, conditions, (plain, own) => scanRelation(state, plain, own, outer, loops, alone))
  }
  if (entry.relation.kind === 'f') {
    if (alone && isReadable(state, entry.relation)) return foreignScan(state, entry, conditions)
    failUnreachable(state, entry.relation)
  }
  if (entry.tree) return scanTree(state, entry, conditions, outer, loops, scanRelation)
  if (entry.sample) return sampleScan(state, entry, conditions)
  const size = relationSize(entry.relation)
  const rows = size.rows * selectivity(state, conditions)
  const sequential = size.pages * SEQ_PAGE_COST + size.rows * (CPU_TUPLE_COST + filterCost(state, conditions))
  let best = null
  let bestCost = sequential + state.penalty('seqScan')
  /** @type {import('./index-and.js').Way[]} */
  const ways = []
  const penalty = state.penalty('indexScan')
  for (const index of entry.relation.indexes) {
    if (state.ctx.unusableIndexes.has(index.oid)) continue
    if (index.valid === false || ((index.method === GIN || isGistIndex(index)) && !alone)) continue
    const usable =
      index.method === GIN
        ? matchGin(state, entry, index, conditions, outer)
        : isGistIndex(index)
          ? matchGist(state, entry, index, conditions, outer)
          : matchIndex(state, entry, index, conditions, outer)
    if (usable === null) continue
    ways.push({ index, usable })
    const cost = indexCost(state, entry, size, index, usable, conditions, loops)
    const total = cost.total + penalty
    if (
      best === null ? total <= bestCost || usable.unique : total < bestCost || (usable.unique && !best.usable.unique)
    ) {
      best = { index, usable, cost }
      bestCost = total
    }
  }
  if (ways.length > 1 && loops === 1 && alone && !best?.usable.unique && state.penalty('bitmapScan') === 0) {
    const both = scanBoth(state, entry, conditions, ways, bestCost, size, rows)
    if (both !== null) return both
  }
  const anyOf = best?.usable.unique ? null : scanAnyOf(state, entry, conditions, outer, bestCost, size, rows, loops)
  if (!best?.usable.unique && alone && !isBounded(anyOf)) {
    const costMax = Math.min(bestCost, anyOf?.estimate.totalCost ?? Infinity)
    const ranges = scanRanges(state, entry, conditions, outer, costMax, size, rows, loops)
    if (ranges !== null) return ranges
  }
  if (anyOf !== null) return anyOf
  if (best === null) {
    return state.node(
      {
        node: 'seqScan', rt: entry.rt, relationOid: entry.relation.oid, alias: entry.alias, attnums: [],
        filter: conjunction(cheapFirst(conditions)),
      },
      rows,
      sequential,
      0,
      size.width,
    )
  }
  return boundedScan(state, entry, best.index, best.usable, conditions, rows, best.cost, size.width)
}

/** Of a file nobody has looked at. */
const FOREIGN_ROWS = 1000

/** @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions */
const foreignScan = (state, entry, conditions) => state.node(
  {
    node: 'foreignScan', rt: entry.rt, relationOid: entry.relation.oid, alias: entry.alias, attnums: [],
    filter: conjunction(cheapFirst(conditions)),
  },
  FOREIGN_ROWS * selectivity(state, conditions),
  FOREIGN_ROWS * (10 * CPU_TUPLE_COST + filterCost(state, conditions)),
  0,
  8 * entry.columns.length,
)

/** A few rows by their keys. @param {import('../../plan.js').IndexOr | null} anyOf */
const isBounded = (anyOf) => anyOf !== null && anyOf.inputs.every(({ input }) => input.uniqueMatch)

/**
 * A scan of one btree index in its order, bounded by whatever conditions bound it.
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {Expr[]} conditions
 * @returns {PlanNode | null} indexScan; null: the index does not have all the rows
 */
export function indexScan(state, entry, index, conditions) {
  if (entry.security !== undefined) {
    return securedScan(state, entry, conditions, (plain, own) => indexScan(state, plain, index, own))
  }
  if (entry.sample || index.valid === false || !hasAllRows(state, entry, index, conditions)) return null
  const size = relationSize(entry.relation)
  const usable = matchIndex(state, entry, index, conditions, null) ?? { matches: [], unique: false }
  return boundedScan(
    state, entry, index, usable, conditions, size.rows * selectivity(state, conditions),
    indexCost(state, entry, size, index, usable, conditions, 1), size.width,
  )
}

/**
 * Rows by their distance from a value; null when the index does not give that.
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {Expr[]} conditions
 * @param {Expr} expr
 * @returns {any}
 */
export function nearestScan(state, entry, index, conditions, expr) {
  if (entry.security !== undefined) {
    return securedScan(state, entry, conditions, (plain, own) => nearestScan(state, plain, index, own, expr))
  }
  if (entry.sample || index.valid === false || !hasAllRows(state, entry, index, conditions)) return null
  const orderBy = matchDistance(state, entry, index, expr)
  if (orderBy === null) return null
  const size = relationSize(entry.relation)
  const rows = size.rows * selectivity(state, conditions)
  const usable = matchGist(state, entry, index, conditions, null) ?? { matches: [], unique: false }
  const total =
    size.rows * (CPU_INDEX_TUPLE_COST + CPU_TUPLE_COST + conditions.length * CPU_OPERATOR_COST)
    + Math.min(size.rows, 2 * size.pages) * RANDOM_PAGE_COST
  return {
    ...boundedScan(state, entry, index, usable, conditions, rows, { total, startup: DESCENT_COST }, size.width),
    orderBy: { ...orderBy, expr },
  }
}

/**
 * @param {NonNullable<RangeEntry['sample']>} sample @param {{ rows: number, pages: number }} size of the table
 * @returns {{ rows: number, pages: number }} looked at
 */
function sampledSize({ percent, source }, size) {
  const value = percent.kind === 'const' ? percent.value : null
  const method = source === undefined ? undefined : sampleMethod(source)
  if (method !== undefined) return method.estimate(value, size)
  return { rows: size.rows * (value === null ? 0.1 : Math.min(1, Math.max(0, value / 100))), pages: size.pages }
}

/**
 * The part of a table that TABLESAMPLE names.
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {Expr[]} conditions
 * @returns {any}
 */
function sampleScan(state, entry, conditions) {
  const size = relationSize(entry.relation)
  const sample = foldConstants(state, /** @type {NonNullable<RangeEntry['sample']>} */ (entry.sample))
  const { rows, pages } = sampledSize(sample, size)
  return state.node(
    {
      node: 'seqScan', rt: entry.rt, relationOid: entry.relation.oid, alias: entry.alias, attnums: [],
      filter: conjunction(cheapFirst(conditions)), sample,
    },
    rows * selectivity(state, conditions),
    pages * SEQ_PAGE_COST + rows * (CPU_TUPLE_COST + filterCost(state, conditions)),
    0,
    size.width,
  )
}

