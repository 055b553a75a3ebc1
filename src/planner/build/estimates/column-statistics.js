/** What statistics say of a column, and what is taken where there are none. */
import { columnOf } from './estimate.js'

/** @import { Const, Expr } from '../../../catalog/expr.js' */
/** @import { ColumnStats } from '../../../catalog/relation.js' */
/** @import { PlanState } from '../state.js' */

export const DEFAULT_EQ = 0.005
export const DEFAULT_INEQUALITY = 1 / 3
export const DEFAULT_UNKNOWN = 0.005
export const DEFAULT_DISTINCT = 200

/** Of a boolean expression, within 0 and 1. @param {number} fraction */
export const clamp = (fraction) => fraction < 0 ? 0 : fraction > 1 ? 1 : fraction

/** @param {PlanState} state @param {Expr} expr @returns {ColumnStats | null} */
export function statsOf(state, expr) {
  const column = columnOf(expr)
  return column === null ? null : state.entries.get(column.rt)?.relation?.stats.column(column.attnum) ?? null
}

/** @param {PlanState} state @param {Expr} expr */
export const nullFraction = (state, expr) => statsOf(state, expr)?.nullFraction ?? DEFAULT_UNKNOWN

/**
 * Whether a constant's value is of the kind the column's statistics hold.
 * @param {PlanState} state
 * @param {Expr} column
 * @param {Expr} value
 */
export function comparable(state, column, value) {
  const own = state.view.baseType(column.type)
  const other = state.view.baseType(value.type)
  return (
    own === other || (INTEGERS.has(own) && INTEGERS.has(other)) || (TEXTS.has(own) && TEXTS.has(other))
    || (DAYS.has(own) && DAYS.has(other))
  )
}

/**
 * A value as the column's statistics count: days, or microseconds.
 * @param {PlanState} state
 * @param {Expr} column
 * @param {Const} value const
 */
export function inUnits(state, column, value) {
  const own = state.view.baseType(column.type)
  const other = state.view.baseType(value.type)
  if (own === other || !DAYS.has(own) || (own !== DATE && other !== DATE)) return value.value
  return own === DATE ? Number(value.value) / DAY_MICROS : Number(value.value) * DAY_MICROS
}

const INTEGERS = new Set([20, 21, 23])
const TEXTS = new Set([19, 25, 1043])

/** date, timestamp, timestamptz: time zones do not matter to an estimate */
const DAYS = new Set([1082, 1114, 1184])
const DATE = 1082
const DAY_MICROS = 86_400_000_000
