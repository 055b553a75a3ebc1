/**
 * Calls of immutable functions on constants become constants. One that fails fails the statement before it has begun,
 * but after it was described, as in PostgreSQL: the plan keeps the error (`state.failure`). Branches of CASE, AND, OR
 * and COALESCE that constants rule out are dropped unseen.
 *
 * Such calls on parameters are listed (`state.paramCalls`): where the parameters are literals that were lifted out of
 * the text, their failing must fail the statement too, whether or not it meets a row.
 */
import { mayExecute } from '../../catalog/guarded.js'
import { C_LANGUAGE } from '../../catalog/languages.js'
import { DbError, isInterruption } from '../../errors/db-error.js'
import { EXHAUSTED, limited } from '../../util/effort.js'
import { builtinFunction, plainFunction } from '../../functions/registry.js'
import { asArrayOf, PgArray } from '../../types/array.js'
import { builtinType } from '../../types/registry.js'
import { BYTEA, FLOAT4, FLOAT8 } from '../../types/oids.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'
import { turnedSign } from '../../types/numbers/integers.js'
import { rebuild } from '../expr-tools.js'
import { existenceOf } from './joins/existence.js'

/** @import { FuncDesc } from '../../catalog/descriptors.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../../functions/impl.js').FunctionImpl} FunctionImpl */
/** @typedef {import('../../functions/impl.js').FunctionContext} FunctionContext */

/** @param {PlanState} state @param {import('../../catalog/expr.js').Const} constant @param {number} type */
function relabelled(state, { value, type: from }, type) {
  if (value instanceof PgArray)
    return asArrayOf(value, state.catalog.elementType(state.catalog.baseType(type)) || value.elementType)
  const turned = value === null ? '' : turnedSign(state.catalog.baseType(from), state.catalog.baseType(type))
  return turned === '' ? value : turned === '|' ? value | 0 : value >>> 0
}

/**
 * @template T
 * @param {PlanState} state
 * @param {T} root expression, list or object of expressions
 * @returns {T} unchanged parts are shared
 */
export function foldConstants(state, root) {
  return rebuild(root, (node) => {
    if (node.kind === 'const' || node.kind === 'column' || node.kind === 'param') return node
    if (node.kind === 'relabel' || node.kind === 'viaio') return foldCast(state, node)
    if (node.kind === 'sublink' && node.link === 'exists' && node.query) {
      const query = existenceOf(node.query)
      return query === node.query ? undefined : foldConstants(state, { ...node, query })
    }
    if (node.kind === 'and' || node.kind === 'or') return foldLogic(state, node)
    if (node.kind === 'case') return foldCase(state, node)
    if (node.kind === 'coalesce') return foldCoalesce(state, node)
    if (node.kind === 'array' && !node.multidims) return foldArray(state, node)
    if (node.kind === 'isnull' || node.kind === 'booltest') return foldTest(state, node)
    if (node.kind === 'nullif' || node.kind === 'distinct') return foldEquality(state, node)
    if (node.kind !== 'func' && node.kind !== 'op') return undefined
    const args = foldConstants(state, node.args)
    const folded = evaluate(state, node, args)
    if (folded !== undefined) return folded
    const result = args === node.args ? node : { ...node, args }
    listParamCall(state, result)
    return result
  })
}

/**
 * Another name for a value, or the value by way of its text.
 * @param {PlanState} state
 * @param {any} node relabel, viaio
 * @returns {Expr}
 */
function foldCast(state, node) {
  const arg = foldConstants(state, node.arg)
  if (arg.kind === 'const') {
    const made = { ...arg, type: node.type, typmod: node.typmod, collation: node.collation, location: node.location }
    if (node.kind === 'relabel') return { ...made, value: relabelled(state, arg, node.type) }
    if (arg.value === null) return made
    const value = throughText(state, node, arg)
    if (value !== undefined) return { ...made, value }
  }
  if (node.kind === 'relabel' && arg.kind === 'relabel' && state.catalog.type(arg.type)?.kind === 'd')
    return withoutLabel(node, arg.arg)
  const result = arg === node.arg ? node : { ...node, arg }
  if (
    (arg.kind === 'param' || state.paramCalls.has(arg))
    && (node.kind === 'relabel' ? arg.kind !== 'param' : readsTextOnly(state, arg.type, node.type))
  ) {
    state.paramCalls.delete(arg)
    state.paramCalls.add(result)
  }
  return result
}

/**
 * A value of a domain as one of its base type: what it was before it was called the domain's, so that conditions on
 * information_schema's columns are conditions on the catalogs'.
 * @param {import('../../catalog/expr.js').Relabel} node @param {Expr} arg @returns {Expr}
 */
const withoutLabel = (node, arg) =>
  arg.type === node.type && arg.typmod === node.typmod && arg.collation === node.collation ? arg : { ...node, arg }

/** A text so long that reading it is left to the statement, which can be cancelled. */
const LONG_TEXT = 10_000
/** Types whose text the session's settings decide, though PostgreSQL calls their output immutable. */
const SET_OUTPUTS = new Set([FLOAT4, FLOAT8, BYTEA])

/** Casts by text that always come out the same. @param {PlanState} state @param {number} from @param {number} to */
function readsTextOnly({ catalog }, from, to) {
  const [output, input] = [
    catalog.func(catalog.type(from)?.outputFunction ?? 0),
    catalog.func(catalog.type(to)?.inputFunction ?? 0),
  ]
  return (
    output?.volatility === 'i' && input?.volatility === 'i' && output.language === 12 && input.language === 12
    && !SET_OUTPUTS.has(from)
  )
}

/** @param {PlanState} state @param {Expr} node viaio @param {any} arg const @returns {any} undefined: not now */
function throughText(state, node, arg) {
  const [from, to] = [builtinType(arg.type), builtinType(node.type)]
  if (from === undefined || to === undefined || !readsTextOnly(state, arg.type, node.type)) return undefined
  const text = from.format(arg.value, state.ctx.env)
  if (text.length > LONG_TEXT) return undefined
  try {
    return to.parse(text, -1, state.ctx.env)
  } catch (error) {
    if (!(error instanceof DbError) || isInterruption(error)) throw error
    state.failure ??= error
    return undefined
  }
}

/**
 * The first argument that decides ends it; what does not matter is left out.
 * @param {PlanState} state
 * @param {any} node and, or
 * @returns {Expr}
 */
function foldLogic(state, node) {
  const decisive = node.kind === 'or'
  /** @type {Expr[]} */
  const args = []
  let changed = false
  for (const arg of node.args) {
    const folded = foldConstants(state, arg)
    if (folded !== arg) changed = true
    if (folded.kind === 'const' && folded.value === decisive) return folded
    if (folded.kind === 'const' && folded.value === !decisive) changed = true
    else if (folded.kind === node.kind) { args.push(...folded.args); changed = true } else args.push(folded)
  }
  if (!changed) return node
  if (args.length === 0) return constantOf(node, !decisive)
  return args.length === 1 ? args[0] : { ...node, args }
}

/** @param {PlanState} state @param {any} node @returns {Expr} */
function foldCase(state, node) {
  const arg = node.arg === null ? null : foldConstants(state, node.arg)
  /** @type {{ when: Expr, then: Expr }[]} */
  const whens = []
  let otherwise = node.else
  for (const branch of node.whens) {
    const test =
      arg?.kind === 'const'
        ? rebuild(branch.when, (child) =>
            child.kind === 'caseTest' ? arg : child.kind === 'case' && child.arg !== null ? child : undefined,
          )
        : branch.when
    const when = foldConstants(state, test)
    if (when.kind === 'const' && when.value !== true) continue
    if (when.kind === 'const') {
      otherwise = branch.then
      break
    }
    whens.push({ when, then: foldConstants(state, branch.then) })
  }
  const last = otherwise === null ? null : foldConstants(state, otherwise)
  if (whens.length > 0) return { ...node, arg: arg?.kind === 'const' ? null : arg, whens, else: last }
  return last ?? constantOf(node, null)
}

/** @param {PlanState} state @param {any} node @returns {Expr} */
function foldCoalesce(state, node) {
  /** @type {Expr[]} */
  const args = []
  for (const arg of node.args) {
    const folded = foldConstants(state, arg)
    if (folded.kind === 'const' && folded.value === null) continue
    args.push(folded)
    if (folded.kind === 'const') break
  }
  if (args.length === 0) return constantOf(node, null)
  return args.length === 1 ? args[0] : { ...node, args }
}

/** @param {Expr} node of another type @param {unknown} value @returns {Expr} */
const constantOf = (node, value) => ({
  kind: 'const', value, type: node.type, typmod: node.typmod, collation: node.collation, location: node.location ?? -1,
})

/**
 * IS NULL, IS TRUE and their kin of a constant that is no row.
 * @param {PlanState} state
 * @param {any} node isnull, booltest
 * @returns {Expr}
 */
function foldTest(state, node) {
  const arg = foldConstants(state, node.arg)
  if (arg.kind === 'const') {
    if (node.kind === 'isnull' && (arg.value === null || !state.view.testsFields(node)))
      return constantOf(node, (arg.value === null) !== node.not)
    if (node.kind === 'booltest')
      return constantOf(node, (arg.value === TESTED[/** @type {keyof TESTED} */ (node.test)]) !== node.not)
  }
  return arg === node.arg ? node : { ...node, arg }
}

const TESTED = { true: true, false: false, unknown: null }

/**
 * NULLIF and IS DISTINCT FROM, where a null decides or both sides are constants.
 * @param {PlanState} state
 * @param {any} node nullif, distinct
 * @returns {Expr}
 */
function foldEquality(state, node) {
  const args = foldConstants(state, node.args)
  const nulls = args.filter((/** @type {Expr} */ arg) => arg.kind === 'const' && arg.value === null).length
  if (node.kind === 'nullif' && nulls > 0) return args[0]
  if (node.kind === 'distinct' && nulls === 2) return constantOf(node, false)
  if (nulls === 0 && args.every((/** @type {Expr} */ arg) => arg.kind === 'const')) {
    const equal = /** @type {any} */ (evaluate(state, { ...node, kind: 'op' }, args))
    if (equal !== undefined)
      return node.kind === 'distinct'
        ? constantOf(node, !equal.value)
        : equal.value === true
          ? constantOf(node, null)
          : args[0]
  }
  return args === node.args ? node : { ...node, args }
}

/** ARRAY[…] of constants is one. @param {PlanState} state @param {any} node @returns {Expr} */
function foldArray(state, node) {
  const elements = foldConstants(state, node.elements)
  if (elements.some((/** @type {Expr} */ element) => element.kind !== 'const'))
    return elements === node.elements ? node : { ...node, elements }
  const values = elements.map((/** @type {any} */ element) => element.value)
  const value =
    values.length === 0
      ? new PgArray(node.elementType, [], [], [])
      : new PgArray(node.elementType, [values.length], [1], values)
  return constantOf(node, value)
}

/** @param {PlanState} state @param {any} node @param {Expr[]} args @returns {Expr | undefined} */
function evaluate(state, node, args) {
  if (node.retset || (args.length === 0 && state.ctx.again === null)) return undefined
  let allConstant = true
  let hasNull = false
  for (const arg of args) {
    if (arg.kind !== 'const') allConstant = false
    else if (arg.value === null) hasNull = true
  }
  if (!allConstant && !hasNull) return undefined
  const { again } = state.ctx
  const func = state.catalog.func(node.kind === 'func' ? node.oid : node.funcOid)
  if (func === undefined) return undefined
  // A strict function is never called with a null, whatever it is and whatever its other arguments are.
  if (hasNull && func.strict) return constantOf(node, null)
  if (!allConstant || func.volatility !== 'i') return undefined
  state.ctx.computed?.add(func.oid)
  if (again?.refused.has(func.oid) === true && !again.computed.has(func.oid))
    again.computed.set(func.oid, node.inlinedFrom)
  if (!isCompiledIn(func) || args.length === 0) return undefined
  if (node.inputCollation) return undefined
  const impl = state.catalog.hasPlainLetters(0) ? plainFunction(func.source) : builtinFunction(func.source)
  if (impl === undefined || (impl.context && impl.folds === undefined) || impl.set || impl.waits) return undefined
  // Who may not call it is refused before it is called.
  if (!mayExecute(state.catalog, state.catalog.roleOid, func.oid)) return undefined
  const values = args.map((arg) => /** @type {any} */ (arg).value)
  // What takes long is left to the statement, which can be cancelled.
  if (
    values.some(isLarge) || (impl.size?.(...values) ?? 0) > LARGE_BYTES || (impl.work?.(...values) ?? 0) > LARGE_BYTES
  )
    return undefined
  try {
    if (impl.folds !== undefined) return constantOf(node, fromCatalog(state, impl, impl.folds, values))
    const value = impl.typed
      ? impl.call({ result: node.type, args: args.map((arg) => arg.type), variadic: node.variadic === true }, ...values)
      : impl.long
        ? limited(impl.call, values)
        : impl.call(...values)
    return value === undefined || value === EXHAUSTED ? undefined : constantOf(node, value)
  } catch (error) {
    if (!(error instanceof DbError) || isInterruption(error)) throw error
    if (node.inlinedFrom !== undefined) error.where = duringInlining(node.inlinedFrom)
    state.failure ??= error
    return undefined
  }
}

/** Context of an error in a body that took its call's place. @param {string} name of the function */
export const duringInlining = (name) => `SQL function "${name}" during inlining`

/**
 * @param {PlanState} state
 * @param {FunctionImpl} impl
 * @param {NonNullable<FunctionImpl['folds']>} folds
 * @param {unknown[]} values
 */
function fromCatalog(state, impl, folds, values) {
  const ctx = /** @type {FunctionContext} */ (
    /** @type {unknown} */ ({ catalog: state.catalog, env: DEFAULT_ENV, session: null, now: 0 })
  )
  for (const oid of folds(ctx, ...values)) state.view.dependsOn(oid, state.catalog.version(oid))
  return impl.call(ctx, ...values)
}

/** Built in, or of an extension's library: nobody's statements run in it. @param {FuncDesc} func FuncDesc */
const isCompiledIn = (func) => func.language === 12 || func.language === C_LANGUAGE

/** So much is computed in no time. */
const LARGE_BYTES = 65536

/** @param {any} value */
const isLarge = (value) =>
  value !== null
  && (typeof value === 'string'
    ? value.length
    : typeof value === 'object'
      ? (value.values?.length ?? value.byteLength ?? 0)
      : 0) > LARGE_BYTES

/** Keeps the outermost of calls within each other. @param {PlanState} state @param {any} node func or op, folded */
function listParamCall(state, node) {
  const { paramCalls } = state
  let hasParam = false
  for (const arg of node.args) {
    if (arg.kind === 'param' || paramCalls.has(arg)) hasParam = true
    else if (arg.kind !== 'const') return
  }
  if (!hasParam || node.retset) return
  const func = state.catalog.func(node.kind === 'func' ? node.oid : node.funcOid)
  if (func === undefined || !func.strict || func.volatility !== 'i' || !isCompiledIn(func)) return
  for (const arg of node.args) paramCalls.delete(arg)
  paramCalls.add(node)
}
