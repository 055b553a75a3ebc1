/**
 * `a = 1 AND b = 2` by two indexes: the rows of the second's entries are noted, and of the first's only those that were
 * are looked up. (PostgreSQL makes a bitmap of each, and of both.)
 */
import { conjunction, freeRts } from '../../expr-tools.js'
import { CPU_INDEX_TUPLE_COST, CPU_OPERATOR_COST, CPU_TUPLE_COST, filterCost } from '../estimates/estimate.js'
import { selectivity } from '../estimates/selectivity.js'
import { boundedScan, readCost } from './bounded-scan.js'
import { conditionsOf } from './derived-bounds.js'
import { BTREE } from '../../../types/oids.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { RangeEntry } from '../../../catalog/query.js' */
/** @import { IndexScan } from '../../plan.js' */
/** @import { PlanState } from '../state.js' */
/** @import { Match } from './match-index.js' */
/** @typedef {{ index: IndexDesc, usable: { matches: Match[], unique: boolean } }} Way to read a relation */

/** Fewer entries are not worth a second index. */
const ENTRIES_MIN = 100
/** To read an entry and note its row takes an eighth of looking up a row of a page in memory: 60 and 500 ns. */
const NOTE_COST = 10 * CPU_TUPLE_COST

/**
 * The cheapest two of several ways together.
 * @param {PlanState} state @param {RangeEntry} entry @param {Expr[]} conditions @param {Way[]} ways
 * @param {number} costMax of the best other way @param {{ pages: number, rows: number, width: number }} size
 * @param {number} rows @returns {IndexScan | null} null: no two that cost less
 */
export function scanBoth(state, entry, conditions, ways, costMax, size, rows) {
  const usable = ways.filter(({ index, usable: { matches, unique } }) => index.method === BTREE && !unique
    && matches.every(({ bound }) => bound.any !== true && (bound.value === null || freeRts(bound.value).size === 0)))
    .map((way) => ({ ...way, entries: size.rows * selectivity(state, conditionsOf(way.usable.matches)) }))
    .filter(({ entries }) => entries >= ENTRIES_MIN)
    .sort((a, b) => a.entries - b.entries)
  let best = null
  let bestCost = costMax
  for (const [at, first] of usable.entries()) for (const second of usable.slice(at + 1)) {
    const of = conditionsOf([...first.usable.matches, ...second.usable.matches])
    if (new Set(of).size < of.length) continue
    const others = conditions.filter((condition) => !of.includes(condition))
    const read = readCost(entry, size, first.index, selectivity(state, of), filterCost(state, others), 1, 2)
    const total = read.total + first.entries * (CPU_INDEX_TUPLE_COST + CPU_OPERATOR_COST)
      + second.entries * NOTE_COST
    if (total < bestCost) { best = { first, second, startup: read.startup }; bestCost = total }
  }
  if (best === null) return null
  const { first, second, startup } = best
  const cost = { total: bestCost, startup }
  const also = boundedScan(state, entry, second.index, second.usable, conditionsOf(second.usable.matches),
    second.entries, { total: 0, startup: 0 }, 0)
  const scan = boundedScan(state, entry, first.index, first.usable, conditions, rows, cost, size.width)
  const of = conditionsOf([...first.usable.matches, ...second.usable.matches])
  const asked = { of: conjunction(of), rest: conjunction(conditions.filter((condition) => !of.includes(condition))) }
  return { ...scan, readable: [], also, asked }
}
