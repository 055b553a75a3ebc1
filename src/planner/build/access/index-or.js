/**
 * `a = 1 OR b = 2` by an index for each part: the parts' scans one after the other, each leaving out rows that a part
 * before it has given. (PostgreSQL makes one bitmap of them.)
 */
import { conjunction, conjuncts, contains } from '../../expr-tools.js'
import { boundedScan, indexCost } from './bounded-scan.js'
import { matchIndex } from './match-index.js'
import { BTREE } from '../../../types/oids.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */

const BOOL = 16
/** What follows is written once per part. */
const PARTS_MAX = 6

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {Expr[]} conditions
 * @param {Set<number> | null} outer
 * @param {number} costMax of the best other way
 * @param {{ pages: number, rows: number, width: number }} size
 * @param {number} rows
 * @param {number} loops
 * @returns {any} an indexOr node; null: no way that costs less
 */
export function scanAnyOf(state, entry, conditions, outer, costMax, size, rows, loops) {
  let best = null
  let bestCost = costMax
  for (const condition of conditions) {
    if (
      condition.kind !== 'or' || condition.args.length > PARTS_MAX || state.isVolatile(condition)
      || contains(condition, (node) => node.kind === 'sublink')
    )
      continue
    const others = conditions.filter((other) => other !== condition)
    const found = condition.args.map((part) => cheapest(state, entry, size, conjuncts(part), others, outer, loops))
    if (found.some((one) => one === null)) continue
    const parts = /** @type {NonNullable<ReturnType<typeof cheapest>>[]} */ (found)
    const cost = parts.reduce((sum, one) => sum + one.cost.total, 0)
    if (cost < bestCost) { best = { condition, others, parts }; bestCost = cost }
  }
  if (best === null) return null
  const { condition, others, parts } = best
  const inputs = parts.map(({ index, usable, cost }, at) => {
    const own = [...others, ...conjuncts(condition.args[at]), ...condition.args.slice(0, at).map(isNotTrue)]
    return {
      input: boundedScan(state, entry, index, usable, own, Math.max(1, rows / parts.length), cost, size.width),
      outputs: [],
    }
  })
  const asked = { of: condition, rest: conjunction(others) }
  const { rt, alias, relation } = entry
  return state.node({ node: 'indexOr', rt, alias, relationOid: relation.oid, inputs, asked }, rows, bestCost,
    parts[0].cost.startup, size.width)
}

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {{ pages: number, rows: number, width: number }} size
 * @param {Expr[]} part
 * @param {Expr[]} others
 * @param {Set<number> | null} outer
 * @param {number} loops
 */
function cheapest(state, entry, size, part, others, outer, loops) {
  let best = null
  const conditions = [...others, ...part]
  for (const index of entry.relation.indexes) {
    if (index.method !== BTREE || index.valid === false || state.ctx.unusableIndexes.has(index.oid)) continue
    const usable = matchIndex(state, entry, index, conditions, outer)
    // What bounds all parts alike bounds them better together.
    if (usable === null || !usable.matches.some((match) => part.includes(match.condition))) continue
    const cost = indexCost(state, entry, size, index, usable, conditions, loops)
    if (best === null || cost.total < best.cost.total) best = { index, usable, cost }
  }
  return best
}

/** @param {Expr} arg @returns {Expr} */
const isNotTrue = (arg) => ({
  kind: 'booltest', arg, test: 'true', not: true, type: BOOL, typmod: -1, collation: 0, location: -1,
})

