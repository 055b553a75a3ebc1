/**
 * What conditions compare columns with, as far as it can be told before they run: `$1 + 99` once the parameter is
 * known, `now() - interval '7 days'`, `$1::date + 1`. For estimates alone: functions that are merely stable are called
 * too, with the clock and time zone of whoever plans, and one that fails leaves its value unknown.
 */
import { DbError, isInterruption } from '../../../errors/db-error.js'
import { builtinFunction } from '../../../functions/registry.js'
import { sqlValue } from '../../../functions/session/sql-values.js'
import { DEFAULT_ENV } from '../../../types/type-ops.js'
import { contains } from '../../expr-tools.js'
import { withValues } from './parameter-values.js'

/** @import { Const, Expr, FuncCall, OpCall, RowCompare } from '../../../catalog/expr.js' */
/** @import { FunctionContext, FunctionImpl } from '../../../functions/impl.js' */
/** @import { PlanState } from '../state.js' */

/** date, time, timestamp, timestamptz, interval, timetz: stable functions of them ask the zone and the clock alone. */
const TIMES = new Set([1082, 1083, 1114, 1184, 1186, 1266])
/** Sources of functions without arguments whose value is about now. */
const CLOCKS = new Set(['now', 'statement_timestamp'])
const MOMENTS = new Set(['current_date', 'current_timestamp', 'localtimestamp'])
/** Longer values are left unknown. */
const LENGTH_MAX = 1000

/**
 * Conditions in which what can be computed is a constant. Unchanged ones are shared.
 * @param {PlanState} state @param {Expr[]} conditions @returns {Expr[]}
 */
export const withKnown = (state, conditions) => mapped(conditions, (condition) => knownParts(state, condition))

/** Whether it is one value for all rows, known or not. @param {PlanState} state @param {Expr} expr */
export function isOneValue(state, expr) {
  if (expr.kind === 'const' || expr.kind === 'param') return true
  if (expr.kind === 'column' || expr.kind === 'slot') return false
  return !contains(expr, ({ kind }) => kind === 'column' || kind === 'slot' || kind === 'sublink')
    && !state.isVolatile(expr)
}

/**
 * What an expression is for the values that the plan is made with an eye on.
 * @param {PlanState} state @param {Expr} expr @returns {unknown} undefined: nobody knows
 */
export function knownValue(state, expr) {
  const [given] = state.paramValues === null ? [expr] : withValues([expr], state.paramValues)
  const value = known(state, given)
  return value.kind === 'const' ? value.value : undefined
}

/** @param {PlanState} state @param {Expr} condition @returns {Expr} */
function knownParts(state, condition) {
  switch (condition.kind) {
    case 'rowcompare': {
      const right = mapped(condition.right, (value) => known(state, value))
      return right === condition.right ? condition : { ...condition, right }
    }
    case 'op': {
      const args = mapped(condition.args, (arg) => known(state, arg))
      return args === condition.args ? condition : { ...condition, args }
    }
    case 'and': case 'or': {
      const args = mapped(condition.args, (arg) => knownParts(state, arg))
      return args === condition.args ? condition : { ...condition, args }
    }
    case 'not': {
      const arg = knownParts(state, condition.args[0])
      return arg === condition.args[0] ? condition : { ...condition, args: [arg] }
    }
    default: return condition
  }
}

/** @param {PlanState} state @param {Expr} expr @returns {Expr} */
function known(state, expr) {
  switch (expr.kind) {
    case 'relabel': {
      const arg = known(state, expr.arg)
      return arg.kind === 'const' && arg !== expr.arg ? constant(expr, arg.value) : expr
    }
    case 'sqlvalue': {
      const call = MOMENTS.has(expr.name) ? sqlValue(expr.name) : undefined
      return constant(expr, call === undefined ? undefined : called(() => call(contextOf(state), expr.typmod)))
    }
    case 'func': case 'op': {
      const args = mapped(expr.args, (arg) => known(state, arg)).filter((arg) => arg.kind === 'const')
      return args.length === expr.args.length ? constant(expr, computed(state, expr, args)) : expr
    }
    default: return expr
  }
}

/**
 * @param {PlanState} state @param {FuncCall | OpCall} expr @param {Const[]} args
 * @returns {unknown} undefined: not known
 */
function computed(state, expr, args) {
  const func = state.catalog.func(expr.kind === 'func' ? expr.oid : expr.funcOid)
  if (func === undefined || expr.inputCollation || func.language !== INTERNAL) return undefined
  if (CLOCKS.has(func.source)) return contextOf(state).now
  const values = args.map(({ value }) => value)
  if (values.some((value) => value === null)) return func.strict ? null : undefined
  const impl = builtinFunction(func.source)
  if (impl === undefined || !isSmall(impl) || values.some(isLong)) return undefined
  if ((impl.size?.(...values) ?? 0) > LENGTH_MAX) return undefined
  const isOfTimes = args.length > 0 && TIMES.has(expr.type) && args.every(({ type }) => TIMES.has(type))
  if (func.volatility === 'v') return undefined
  if ((func.volatility === 's' || impl.context) && !isOfTimes) return undefined
  return called(() => impl.context ? impl.call(contextOf(state), ...values) : impl.call(...values))
}

const INTERNAL = 12

/** Nothing in it waits, lasts or makes something large. @param {FunctionImpl} impl */
const isSmall = (impl) => !impl.set && !impl.waits && !impl.typed && !impl.long && !impl.routine
  && impl.work === undefined && impl.steps === undefined

/** @param {any} value */
const isLong = (value) =>
  (typeof value === 'string' ? value.length : value?.values?.length ?? value?.byteLength ?? 0) > LENGTH_MAX

/** @param {() => unknown} call @returns {unknown} undefined: it fails */
function called(call) {
  try {
    return call()
  } catch (error) {
    if (error instanceof DbError && !isInterruption(error)) return undefined
    throw error
  }
}

/** A statement begins with its transaction, as far as guesses go. */
const NO_SESSION = Object.freeze({ statementStart: 0 })

/**
 * There is no session in it: functions that ask one for more are not called.
 * @param {PlanState} state @returns {FunctionContext}
 */
function contextOf({ catalog, ctx }) {
  const env = ctx.env ?? DEFAULT_ENV
  return /** @type {FunctionContext} */ (/** @type {unknown} */ ({ catalog, env, session: NO_SESSION, now: env.now }))
}

/** @param {Expr} like @param {unknown} value undefined: it is not known @returns {Expr} */
const constant = (like, value) => value === undefined ? like
  : { kind: 'const', value, type: like.type, typmod: like.typmod, collation: like.collation, location: -1 }

/** @template T @param {T[]} list @param {(item: T) => T} change @returns {T[]} the same list if nothing changed */
function mapped(list, change) {
  /** @type {T[] | null} */
  let copy = null
  for (let at = 0; at < list.length; at++) {
    const next = change(list[at])
    if (next === list[at]) continue
    copy ??= list.slice()
    copy[at] = next
  }
  return copy ?? list
}
