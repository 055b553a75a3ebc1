/** A scan of an index within bounds, and what it costs. */
import { conjunction, contains } from '../../expr-tools.js'
import { CPU_INDEX_TUPLE_COST, CPU_OPERATOR_COST, CPU_TUPLE_COST, DESCENT_COST, RANDOM_PAGE_COST, SEQ_PAGE_COST,
  filterCost } from '../estimates/estimate.js'
import { selectivity } from '../estimates/selectivity.js'
import { conditionsOf } from './derived-bounds.js'
import { entrySays } from './index-only.js'
import { GIN } from '../../../types/oids.js'

/** @import { IndexDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('./match-index.js').Match} Match */
/** @typedef {import('../../../catalog/relation.js').IndexDesc} IndexDesc */

/**
 * Tuple ids of several keys are agreed upon, and each row is fetched alone: 1.6 us, where a scan takes 0.2 for a row
 * and its LIKE (200,000 rows, pg_trgm). Beyond a tenth of a table the scan is quicker.
 */
const GIN_FETCH_COST = 8 * CPU_TUPLE_COST

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {{ matches: Match[], unique: boolean }} usable
 * @param {Expr[]} conditions
 * @param {number} rows @param {{ total: number, startup: number }} cost @param {number} width @returns {any}
 */
export function boundedScan(state, entry, index, usable, conditions, rows, cost, width) {
  const used = new Set(usable.matches.map((match) => match.condition))
  const rest = conditions.filter((condition) => !used.has(condition))
  return state.node(
    {
      node: 'indexScan', rt: entry.rt, relationOid: entry.relation.oid, indexOid: index.oid, alias: entry.alias,
      attnums: [], backward: false, keys: usable.matches.map((match) => match.bound),
      filter: conjunction(cheapFirst(rest)), recheck: conjunction([...used]), uniqueMatch: usable.unique,
      ...entrySays(state, index, usable),
    },
    usable.unique ? 1 : rows,
    cost.total,
    cost.startup,
    width,
  )
}

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {{ pages: number, rows: number }} size
 * @param {IndexDesc} index
 * @param {{ matches: Match[], unique: boolean }} usable @param {Expr[]} conditions @param {number} loops
 */
export function indexCost(state, entry, size, index, usable, conditions, loops) {
  const fraction = usable.unique ? 1 / size.rows : selectivity(state, conditionsOf(usable.matches))
  // What a gin index answers is asked again of every row.
  const rest = index.method === GIN ? conditions
    : conditions.filter((condition) => !usable.matches.some((match) => match.condition === condition))
  // Entries of one key are in the order of their rows.
  const equal = usable.matches.filter(({ bound: { op, any } }) => op === '=' && any !== true)
  const isOneKey = equal.length === index.keys.length
  return readCost(entry, size, index, fraction, filterCost(state, rest), loops, 1,
    index.method === GIN || isOneKey)
}

/**
 * What it costs to read a share of a table by stretches of an index.
 *
 * Pages are those a scan reads for the first time: running it `loops` times reads no page of a table that fits in
 * memory twice (Mackert and Lohman's formula).
 * @param {RangeEntry} entry @param {{ pages: number, rows: number }} size @param {IndexDesc} index
 * @param {number} fraction of the rows @param {number} perRow what else is asked of a row @param {number} loops
 * @param {number} stretches @param {boolean} [inRowOrder] whether rows come in the order of their places
 */
export function readCost(entry, size, index, fraction, perRow, loops, stretches, inRowOrder = index.method === GIN) {
  const tuples = Math.max(1, size.rows * fraction)
  const descent = stretches * (Math.ceil(Math.log2(Math.max(2, size.rows))) * CPU_OPERATOR_COST + DESCENT_COST)
  // Between rows in the index's order (neighbours) and rows anywhere, as the column's correlation says.
  const pages = pagesRead(tuples * loops, size.pages)
  // Many pages of one scan lie close to each other, as those of PostgreSQL's bitmap scans; but rows are fetched in the
  // index's order, not in theirs, unless it is a gin index or of one key.
  const atBest = (inRowOrder ? 1 : 2) * SEQ_PAGE_COST
  const perPage = loops > 1
    ? RANDOM_PAGE_COST : RANDOM_PAGE_COST - (RANDOM_PAGE_COST - atBest) * Math.sqrt(pages / size.pages)
  const scattered = pages / loops * perPage
  const neighbours = Math.max(1, Math.ceil(fraction * size.pages))
  const ordered = loops > 1
    ? RANDOM_PAGE_COST * pagesRead(neighbours * loops, size.pages) / loops
    : RANDOM_PAGE_COST + (neighbours - 1) * SEQ_PAGE_COST
  const known = index.method === GIN ? 0 : entry.relation.stats.column(index.keys[0].attnum)?.correlation ?? 0
  const correlation = known * (index.keys.length > 1 ? 0.75 : 1)
  const io = scattered + correlation * correlation * Math.min(0, ordered - scattered)
  const perTuple = CPU_INDEX_TUPLE_COST + CPU_TUPLE_COST + (index.method === GIN ? GIN_FETCH_COST : 0) + perRow
  return { total: descent + io + tuples * perTuple, startup: descent }
}

/** Of a table's pages, how many hold this many rows at random places. @param {number} rows @param {number} pages */
const pagesRead = (rows, pages) =>
  Math.max(1, Math.min(pages, Math.ceil((2 * pages * rows) / Math.max(1, 2 * pages + rows))))

/** Subqueries are asked of those rows only that everything else leaves. @param {Expr[]} conditions */
export function cheapFirst(conditions) {
  const hasSublink = (/** @type {Expr} */ condition) => contains(condition, (node) => node.kind === 'sublink')
  return conditions.length > 1 && conditions.some(hasSublink)
    ? [...conditions.filter((condition) => !hasSublink(condition)), ...conditions.filter(hasSublink)]
    : conditions
}
