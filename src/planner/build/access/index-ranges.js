/**
 * `k BETWEEN 1 AND 5 OR k = 9` by one scan of one index: each part of the OR bounds it, the stretches are put in order
 * when the scan begins, those that overlap become one, and rows come in the index's order, each once. Equalities before
 * (of other conditions, or in each part) narrow every stretch: `a = 1 AND (b < 3 OR b > 7)`, `(a, b) IN ((1, 2), (3,
 * 4))`.
 */
import { conjunction, conjuncts, contains } from '../../expr-tools.js'
import { filterCost } from '../estimates/estimate.js'
import { selectivity } from '../estimates/selectivity.js'
import { cheapFirst, readCost } from './bounded-scan.js'
import { conditionsOf } from './derived-bounds.js'
import { matchIndex } from './match-index.js'
import { BTREE } from '../../../types/oids.js'

/** @import { BoolExpr, Expr } from '../../../catalog/expr.js' */
/** @import { PlanState } from '../state.js' */
/** @import { RangeEntry } from '../../../catalog/query.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { IndexScan } from '../../plan.js' */
/** @import { Match } from './match-index.js' */
/**
 * @typedef {{ condition: Expr, index: IndexDesc, parts: Match[][], cost: { total: number, startup: number } }} Ranges
 */

/** A line of code is written for each. */
const PARTS_MAX = 2000

/**
 * @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions @param {Set<number> | null} outer
 * @param {number} costMax of the best other way @param {{ pages: number, rows: number, width: number }} size
 * @param {number} rows @param {number} loops @returns {IndexScan | null} null: no way that costs less
 */
export function scanRanges(state, entry, conditions, outer, costMax, size, rows, loops) {
  /** @type {Ranges | null} */
  let best = null
  for (const condition of conditions) {
    if (condition.kind !== 'or' || condition.args.length > PARTS_MAX || state.isVolatile(condition)) continue
    if (contains(condition, (node) => node.kind === 'sublink')) continue
    const others = conditions.filter((other) => other !== condition)
    for (const index of entry.relation.indexes) {
      if (index.method !== BTREE || index.valid === false || state.ctx.unusableIndexes.has(index.oid)) continue
      const parts = partsOf(state, entry, index, condition, others, outer)
      if (parts === null) continue
      const fraction = Math.min(1, parts.reduce((sum, part) => sum + selectivity(state, conditionsOf(part)), 0))
      const cost = readCost(entry, size, index, fraction, filterCost(state, conditions), loops, parts.length)
      if (cost.total < (best?.cost.total ?? costMax)) best = { condition, index, parts, cost }
    }
  }
  return best === null ? null : scanOf(state, entry, best, conditions, rows, size.width)
}

/**
 * What bounds an index in each part. Null: not every part does, by a condition of its own.
 * @param {PlanState} state @param {RangeEntry} entry @param {IndexDesc} index @param {BoolExpr} condition
 * @param {Expr[]} others @param {Set<number> | null} outer @returns {Match[][] | null}
 */
function partsOf(state, entry, index, condition, others, outer) {
  const parts = []
  for (const arg of condition.args) {
    const own = conjuncts(arg)
    const usable = matchIndex(state, entry, index, [...own, ...others], outer)
    if (usable === null || !usable.matches.some((match) => own.includes(match.condition))) return null
    parts.push(usable.matches)
  }
  return parts
}

/** @param {import('../../plan.js').IndexBound} bound */
const isOne = (bound) => bound['any'] !== true

/**
 * @param {PlanState} state @param {RangeEntry} entry @param {Ranges} ranges @param {Expr[]} conditions
 * @param {number} rows @param {number} width @returns {IndexScan}
 */
function scanOf(state, entry, { condition, index, parts, cost }, conditions, rows, width) {
  // What bounds all parts alike fixes leading columns for whoever asks for the scan's order.
  const common = parts[0].filter(({ bound, condition: own }) => bound.op === '=' && isOne(bound)
    && parts.every((part) => part.some((match) => match.condition === own && match.bound.column === bound.column)))
  const used = [...conditionsOf(common), condition]
  const filter = conjunction(cheapFirst(conditions.filter((one) => !used.includes(one))))
  return state.node({
    node: 'indexScan', rt: entry.rt, relationOid: entry.relation.oid, indexOid: index.oid, alias: entry.alias,
    readable: [], implied: false,
    attnums: [], backward: false, keys: common.map(({ bound }) => bound),
    ranges: parts.map((part) => part.map(({ bound }) => bound)), filter, recheck: conjunction(used), uniqueMatch: false,
  }, rows, cost.total, cost.startup, width)
}
