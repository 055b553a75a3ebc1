/**
 * How many rows: sizes of relations and selectivities of conditions, from pg_statistic where ANALYZE ran and PostgreSQL's defaults where not.
 */
import { conjuncts } from '../expr-tools.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */

export const SEQ_PAGE_COST = 1
export const RANDOM_PAGE_COST = 4
export const CPU_TUPLE_COST = 0.01
export const CPU_INDEX_TUPLE_COST = 0.005
export const CPU_OPERATOR_COST = 0.0025
const DEFAULT_EQ = 0.005
const DEFAULT_RANGE = 1 / 3
const DEFAULT_MATCH = 0.005
const DEFAULT_DISTINCT = 200

/** Pages and rows of a table; an unanalysed one is taken for ten pages at least. @param {any} relation @returns {{ pages: number, rows: number, width: number }} */
export function relationSize(relation) {
  const width = relation.columns.reduce((/** @type {number} */ sum, /** @type {any} */ column) => sum + (column.dropped ? 0 : columnWidth(column)), 0) || 4
  const { relpages, reltuples } = relation.stats
  const current = relation.heap?.file?.blockCount ?? relation.heap?.blockCount
  let pages = typeof current === 'number' ? current : relpages
  if (reltuples < 0 && pages < 10) pages = 10
  const density = reltuples >= 0 && relpages > 0 ? reltuples / relpages : Math.max(1, Math.floor((8192 - 24) / (width + 28)))
  return { pages, rows: reltuples === 0 && relpages === 0 ? Math.max(1, pages * density) : Math.max(1, Math.round(pages * density)), width }
}

/** @param {any} column ColumnDesc */
export function columnWidth(column) {
  if (column.length > 0) return column.length
  return column.typmod > 4 ? Math.min(column.typmod - 4, 1000) : 32
}

/** Restriction functions of pg_operator.oprrest: what kind of estimate an operator wants. */
const EQ = new Set([101, 105])
const NE = new Set([102, 106])
const RANGE = new Set([103, 104, 336, 337])

/**
 * The fraction of rows for which the conditions hold. @param {PlanState} state @param {Expr[]} conditions
 */
export function selectivity(state, conditions) {
  let result = 1
  let lower = 0
  let upper = 0
  for (const condition of conditions) {
    const operator = condition.kind === 'op' ? state.view.operator(condition.oid) : null
    if (operator && RANGE.has(operator.restrict)) { if (operator.restrict === 103 || operator.restrict === 336) upper++; else lower++ }
    result *= one(state, condition)
  }
  // A lower and an upper bound on the same thing select a narrow slice.
  if (lower > 0 && upper > 0) result = Math.min(result, 0.005)
  return Math.max(result, 1e-9)
}

/** @param {PlanState} state @param {Expr} condition @returns {number} */
function one(state, condition) {
  switch (condition.kind) {
    case 'and': return condition.args.reduce((product, arg) => product * one(state, arg), 1)
    case 'or': return 1 - condition.args.reduce((product, arg) => product * (1 - one(state, arg)), 1)
    case 'not': return 1 - one(state, condition.args[0])
    case 'const': return condition.value === true ? 1 : 0
    case 'isnull': return condition.not ? 1 - nullFraction(state, condition.arg) : nullFraction(state, condition.arg)
    case 'booltest': return 0.5
    case 'anyall': {
      const count = arrayLength(condition.args[1])
      const each = operatorSelectivity(state, condition.oid, condition.args[0], condition.args[1])
      return condition.all ? each ** Math.min(count, 8) : Math.min(1, each * count)
    }
    case 'op': return operatorSelectivity(state, condition.oid, condition.args[0], condition.args[1])
    case 'column': return 0.5
    case 'sublink': return 0.5
    default: return 0.25
  }
}

/** @param {Expr} array */
function arrayLength(array) {
  if (array.kind === 'array') return array.elements.length
  return array.kind === 'const' && array.value?.values ? array.value.values.length : 10
}

/** @param {PlanState} state @param {Expr} expr */
const nullFraction = (state, expr) => columnStats(state, expr)?.nullFraction ?? 0.005

/** @param {PlanState} state @param {number} oid @param {Expr} left @param {Expr | undefined} right @returns {number} */
function operatorSelectivity(state, oid, left, right) {
  const operator = state.view.operator(oid)
  if (!operator || right === undefined) return 0.5
  if (EQ.has(operator.restrict)) return Math.min(equalFraction(state, left, right), 1)
  if (NE.has(operator.restrict)) return 1 - equalFraction(state, left, right)
  if (RANGE.has(operator.restrict)) return DEFAULT_RANGE
  return operator.restrict === 0 ? 0.5 : DEFAULT_MATCH
}

/** @param {PlanState} state @param {Expr} left @param {Expr} right */
function equalFraction(state, left, right) {
  const a = distinctCount(state, left)
  const b = distinctCount(state, right)
  if (a === null && b === null) return DEFAULT_EQ
  return 1 / Math.max(a ?? 1, b ?? 1, 1)
}

/** @param {Expr} expr @returns {Expr} */
const bare = (expr) => expr.kind === 'relabel' ? bare(expr.arg) : expr

/** @param {PlanState} state @param {Expr} expr */
function columnStats(state, expr) {
  const column = bare(expr)
  if (column.kind !== 'column' || column.attnum <= 0) return null
  return state.entries.get(column.rt)?.relation?.stats.column(column.attnum) ?? null
}

/** How many different values a column has, null when nothing is known. @param {PlanState} state @param {Expr} expr @returns {number | null} */
export function distinctCount(state, expr) {
  const column = bare(expr)
  if (column.kind !== 'column' || column.attnum <= 0) return null
  const relation = state.entries.get(column.rt)?.relation
  if (!relation || state.entries.get(column.rt)?.kind !== 'relation') return null
  const { rows } = relationSize(relation)
  for (const index of relation.indexes) if (index.unique && index.keyAttnums.length === 1 && index.keyAttnums[0] === column.attnum && !index.predicate) return rows
  const stats = relation.stats.column(column.attnum)
  if (!stats) return Math.min(rows, DEFAULT_DISTINCT)
  return stats.distinct < 0 ? Math.max(1, -stats.distinct * rows) : Math.max(1, stats.distinct)
}

/** Rows of a grouping. @param {PlanState} state @param {Expr[]} keys @param {number} rows */
export function groupCount(state, keys, rows) {
  let groups = 1
  for (const key of keys) groups *= distinctCount(state, key) ?? DEFAULT_DISTINCT
  return Math.max(1, Math.min(groups, rows))
}

/** @param {Expr | null} filter */
export const filterCost = (filter) => conjuncts(filter).length * CPU_OPERATOR_COST
