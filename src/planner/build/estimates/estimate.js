/**
 * How many rows and different values, from pg_class and pg_statistic where ANALYZE ran and PostgreSQL's defaults where
 * not; the cost units.
 */
import { conjuncts, freeRts, walk } from '../../expr-tools.js'

/** @import { ColumnDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { RangeEntry } from '../../../catalog/query.js' */
/** @import { SubLink } from '../../../catalog/expr.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */

export const SEQ_PAGE_COST = 1
export const RANDOM_PAGE_COST = 4
export const CPU_TUPLE_COST = 0.01
export const CPU_INDEX_TUPLE_COST = 0.005
export const CPU_OPERATOR_COST = 0.0025
/** going down a B+tree's pages */
export const DESCENT_COST = 0.25
const DEFAULT_DISTINCT = 200
const BOOL = 16
const NUMERIC = 1700
const BPCHAR = 1042

/**
 * Pages and rows of a table; an unanalysed one is taken for ten pages at least.
 * @param {RelationDesc} relation
 * @returns {{ pages: number, rows: number, width: number }}
 */
export function relationSize(relation) {
  const width = rowWidth(relation)
  const { relpages, reltuples } = relation.stats
  const current = relation.heap?.file?.blockCount ?? relation.heap?.blockCount
  let pages = typeof current === 'number' ? current : relpages
  if (reltuples < 0 && pages < 10) pages = 10
  const density =
    reltuples >= 0 && relpages > 0 ? reltuples / relpages : Math.max(1, Math.floor((8192 - 24) / (width + 28)))
  return {
    pages,
    rows: reltuples === 0 && relpages === 0 ? Math.max(1, pages * density) : Math.max(1, Math.round(pages * density)),
    width,
  }
}

/** Of whole rows, by their tables' descriptors, which are made anew when columns change or ANALYZE has looked. */
const widths = /** @type {WeakMap<RelationDesc, { stats: RelationDesc['stats'], width: number }>} */ (new WeakMap())

/** @param {RelationDesc} relation @returns {number} bytes */
function rowWidth(relation) {
  const known = widths.get(relation)
  if (known !== undefined && known.stats === relation.stats) return known.width
  let width = 0
  for (const column of relation.columns) if (!column.dropped) width += columnWidth(column, relation)
  if (width === 0) width = 4
  widths.set(relation, { stats: relation.stats, width })
  return width
}

/**
 * Bytes of a column's values: as ANALYZE saw them, otherwise as its type has them.
 * @param {ColumnDesc} column
 * @param {RelationDesc} [relation]
 */
function columnWidth(column, relation) {
  if (column.length > 0) return column.length
  const seen = relation?.stats.column(column.attnum)?.width ?? 0
  if (seen > 0) return seen
  if (column.typmod <= 4) return 32
  if (column.typeOid === NUMERIC) return Math.min(32, 8 + 2 * Math.ceil((((column.typmod - 4) >>> 16) + 6) / 4))
  const most = column.typmod - 4
  return column.typeOid === BPCHAR || most <= 32 ? Math.min(most, 1000) : most < 1000 ? 32 + ((most - 32) >> 1) : 516
}

/**
 * The column an expression is, through relabelling.
 * @param {Expr} expr
 * @returns {import('../../../catalog/expr.js').Column | null}
 */
export function columnOf(expr) {
  const inner = expr.kind === 'relabel' ? expr.arg : expr
  if (inner.kind === 'relabel') return columnOf(inner)
  return inner.kind === 'column' && inner.attnum > 0 ? inner : null
}

/**
 * How many different values a column has, null when nothing is known.
 * @param {PlanState} state
 * @param {Expr} expr
 * @returns {number | null}
 */
export function distinctCount(state, expr) {
  const column = columnOf(expr)
  if (column === null) return null
  const relation = state.entries.get(column.rt)?.relation
  if (!relation || state.entries.get(column.rt)?.kind !== 'relation') return null
  const { rows } = relationSize(relation)
  for (const index of relation.indexes)
    if (index.unique && index.keyAttnums.length === 1 && index.keyAttnums[0] === column.attnum && !index.predicate)
      return rows
  const stats = relation.stats.column(column.attnum)
  if (!stats) return Math.min(rows, column.type === 16 ? 2 : DEFAULT_DISTINCT)
  return stats.distinct < 0 ? Math.max(1, -stats.distinct * rows) : Math.max(1, stats.distinct)
}

/**
 * Rows of a set that a function gives.
 * @param {PlanState} state @param {import('../../../catalog/expr.js').FuncCall} call
 */
export function setRows(state, call) {
  const numbers = call.args.map((arg) => arg.kind === 'const' && typeof arg.value === 'number' ? arg.value : null)
  const func = state.view.function(call.oid)
  if (func.name === 'generate_series' && numbers.length >= 2 && numbers[0] !== null && numbers[1] !== null)
    return Math.max(1, Math.floor((numbers[1] - numbers[0]) / (numbers[2] || 1)) + 1)
  return func.rows || 1000
}

/**
 * Rows of a grouping, as PostgreSQL counts them: per table the different combinations of its keys (by a statistics
 * object that knows some together; no more than a tenth of the table's rows for several keys, unless one of them has
 * more values than that), of which the rows under the table's own conditions have met so many.
 * @param {PlanState} state @param {Expr[]} keys @param {number} rows
 */
export function groupCount(state, keys, rows) {
  let groups = 1
  /** @type {Map<number, Map<number, number>>} */
  const byTable = new Map()
  for (const key of keys) {
    if (key.type === BOOL) { groups *= 2; continue }
    for (const part of partsOf(state, key)) {
      const count = part.kind === 'slot' ? state.setRows.get(part.node) ?? null : distinctCount(state, part)
      if (part.kind === 'slot' && count !== null) groups *= count
      else if (count === null) groups *= DEFAULT_DISTINCT
      else byTable.set(part.rt, (byTable.get(part.rt) ?? new Map()).set(part.attnum, count))
    }
  }
  for (const [rt, counts] of byTable) groups *= tableGroups(state, rt, counts)
  return Math.max(1, Math.min(Math.ceil(groups), rows))
}

/**
 * What the values of a key depend on: columns of tables, where a query in FROM only hands them on.
 * @param {PlanState} state @param {Expr} key @returns {any[]}
 */
function partsOf(state, key) {
  const plain = columnOf(key)
  const given = plain === null ? null : handedOn(state, plain)
  if (given !== null) return partsOf(state, given)
  return plain === null ? columnsIn(key) : [plain]
}

/** What a query in FROM makes a column of. @param {PlanState} state @param {{ rt: number, attnum: number }} column */
function handedOn(state, { rt, attnum }) {
  const entry = state.entries.get(rt)
  const query =
    entry?.kind === 'subquery'
      ? entry.query
      : entry?.kind === 'cte' && state.inlinedAt.get(entry.cte?.id ?? -1) === rt
        ? state.cteOf.get(entry.cte?.id ?? -1)?.query
        : null
  if (!query || query.setOperation || query.grouped || query.distinct !== null) return null
  return query.targets.filter(({ resjunk }) => !resjunk)[attnum - 1]?.expr ?? null
}

/** What an expression's values depend on, columns and slots. @param {Expr} expr @returns {any[]} */
function columnsIn(expr) {
  /** @type {any[]} */
  const found = []
  walk(expr, (node) => {
    if (node.kind === 'column' || node.kind === 'slot' || node.kind === 'sublink') found.push(node)
    return node.kind === 'sublink'
  })
  return found
}

/** @param {PlanState} state @param {number} rt @param {Map<number, number>} counts different values by attnum */
function tableGroups(state, rt, counts) {
  const { relation } = /** @type {RangeEntry} */ (state.entries.get(rt))
  const tuples = relationSize(relation).rows
  let groups = 1
  let largest = 1
  let parts = 0
  const left = new Map(counts)
  while (left.size > 0) {
    parts++
    const known = left.size < 2 ? null : knownTogether(relation, left)
    if (known !== null) {
      groups *= known.count
      for (const attnum of known.attnums) left.delete(attnum)
      continue
    }
    const [[attnum, count]] = left
    groups *= count
    largest = Math.max(largest, count)
    left.delete(attnum)
  }
  groups = Math.min(groups, parts > 1 ? Math.max(0.1 * tuples, Math.min(largest, tuples)) : tuples)
  const own = state.ownRows.get(rt) ?? tuples
  if (own < tuples && groups > 0) groups *= 1 - ((tuples - own) / tuples) ** (tuples / groups)
  return Math.max(1, groups)
}

/**
 * The statistics object that knows most of these columns together.
 * @param {RelationDesc} relation
 * @param {Map<number, number>} wanted
 * @returns {{ attnums: number[], count: number } | null}
 */
function knownTogether(relation, wanted) {
  let best = null
  for (const { attnums, ndistinct } of relation.stats.joint?.() ?? []) {
    const own = attnums.filter((/** @type {number} */ attnum) => wanted.has(attnum))
    if (own.length < 2 || (best !== null && own.length <= best.attnums.length)) continue
    const item = ndistinct.find(
      (/** @type {{ attnums: number[] }} */ candidate) =>
        candidate.attnums.length === own.length
        && own.every((/** @type {number} */ attnum) => candidate.attnums.includes(attnum)),
    )
    if (item !== undefined) best = { attnums: own, count: item.count }
  }
  return best
}

/**
 * Of asking these conditions about one row. A subquery that looks at the row runs each time.
 * @param {PlanState} state
 * @param {Expr[]} conditions
 */
export function filterCost(state, conditions) {
  let cost = 0
  for (const condition of conditions) {
    cost += CPU_OPERATOR_COST
    if (PLAIN.has(condition.kind))
      walk(condition, (node) => {
        if (node.kind === 'sublink') {
          cost += sublinkCost(node)
          return true
        }
        return false
      })
  }
  return cost
}

/** Kinds of conditions that may hold a subquery. */
const PLAIN = new Set([
  'op', 'and', 'or', 'not', 'sublink', 'func', 'booltest', 'isnull', 'case', 'coalesce', 'distinct', 'anyall',
])

/**
 * A guess before it is planned: its largest table read from end to end, or by an index of a column that the row around
 * gives a value.
 * @param {SubLink} link
 */
export function sublinkCost(link) {
  const query = link.query
  if (!query || freeRts(query).size === 0) return CPU_OPERATOR_COST
  // One row made of nothing but the row around.
  if (query.from?.length === 0 && !query.setOperation) return CPU_TUPLE_COST + CPU_OPERATOR_COST
  let cost = 1
  for (const entry of query.entries ?? []) {
    if (entry.kind !== 'relation') { cost += 1; continue }
    const { pages, rows } = relationSize(entry.relation)
    const given = new Set(
      conjuncts(query.where).flatMap((part) =>
        part.kind === 'op'
          ? part.args.flatMap((arg) => (arg.kind === 'column' && arg.rt === entry.rt ? [arg.attnum] : []))
          : [],
      ),
    )
    const indexed = entry.relation.indexes.some((/** @type {IndexDesc} */ index) => given.has(index.keys[0]?.attnum))
    cost += indexed ? 10 * CPU_TUPLE_COST + 0.5 : pages + rows * CPU_TUPLE_COST
  }
  return cost
}
