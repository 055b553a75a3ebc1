/**
 * `left op ANY (array)`, `left op ALL (array)`, and so IN and NOT IN. Elements are compared one by one; but where an
 * operator is equality (ANY) or its negation (ALL) and one array is asked about row after row, from the second row on
 * its elements are looked up in a set (array-keys.js).
 */
import { canonicalKey } from '../canonical-key.js'
import { hasKeyBytes } from '../../types/key.js'
import { BPCHAR, NUMERIC } from '../../types/oids.js'
import { atOnce, isTired } from '../../util/effort.js'
import { ArrayKeys } from './array-keys.js'
import { guarded } from './guarded.js'
import { sizedSource } from './large-calls.js'
import {
  baseType, builtin, callName, collatedCall, functionInfo, plainComparison, primitiveKey, typeOps,
} from './operations.js'
import { callProcedureNow, callSite, isProcedural } from './procedures.js'

/** @import { Expr, ScalarArrayOp } from '../../catalog/expr.js' */
/** @import { PgArray } from '../../types/array.js' */
/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** Arrays up to this length are compared faster than looked up. */
const FEW = 8
/** Comparisons that weigh as much as a step of a loop, as a shift. */
const COMPARISONS_A_STEP = 5

/** @param {FunctionBuilder} fn @param {ScalarArrayOp} expr @returns {Value} */
export function compileScalarArray(fn, expr) {
  const [leftExpr, arrayExpr] = expr.args
  const left = fn.expression(leftExpr)
  const written = plainComparison(fn, expr, 'left', 'right')
  const constant = arrayExpr.kind === 'const' ? /** @type {PgArray | null} */ (arrayExpr.value) : null
  if (constant !== null && !expr.all && written === 'left === right' && constant.values.length > 4
    && primitiveKey(fn.module, leftExpr.type)) {
    const values = constant.values.filter((value) => value !== null)
    const set = fn.module.constant(new Set(values), 'set')
    const missed = values.length < constant.values.length ? 'null' : 'false'
    return guarded(fn, [left], ([name]) => `${set}.has(${name}) ? true : ${missed}`, missed === 'null')
  }
  const name = expr.all ? 'all' : 'any'
  const { strict, source } = functionInfo(fn.module, expr.funcOid)
  const key = strict && fn.module.ownsState ? keyOfElements(fn, expr, written) : null
  if (written !== null || key !== null || isProcedural(functionInfo(fn.module, expr.funcOid))) {
    const body = bodyOf(fn, expr, written ?? quantifiedCall(fn, expr), key)
    const helper = fn.module.helper(name, 'ctx, left, array', body)
    return { js: `${helper}(ctx, ${left.js}, ${madeOnce(fn, arrayExpr)})`, nullable: true }
  }
  const one = fn.module.helper('one', 'ctx, left, right', `  return ${quantifiedCall(fn, expr)}`)
  const helper = fn.module.helper(name, 'ctx, one, left, array', bodyOf(fn, expr, 'one(ctx, left, right)', null))
  const patient = patientOf(expr.all, strict, PATTERNS.test(source))
  const sized = sizedSource(fn, patient, helper, [undefined, undefined], ['ctx', one], false)
  return { js: /** @type {(names: string[]) => string} */ (sized)([left.js, madeOnce(fn, arrayExpr)]), nullable: true }
}

/** Functions whose argument is read before it is used. */
const PATTERNS = /regex|like|_query|tsq/
/** What a comparison counts as, in bytes that are looked at (large-calls.js). */
const PATTERN_WEIGHT = 2048
const CALL_WEIGHT = 64

/** @type {Map<string, import('./large-calls.js').SizedImpl>} one object of each kind, for who compares */
const patients = new Map()

/**
 * The comparisons of a long array as a call that rests.
 * @param {boolean} all
 * @param {boolean} strict
 * @param {boolean} ofPatterns
 * @returns {import('./large-calls.js').SizedImpl}
 */
function patientOf(all, strict, ofPatterns) {
  const kind = `${all} ${strict} ${ofPatterns}`
  let impl = patients.get(kind)
  if (impl === undefined) {
    const weight = ofPatterns ? PATTERN_WEIGHT : CALL_WEIGHT
    const steps = (/** @type {unknown[]} */ ...args) => compared(all, strict, args)
    impl = {
      name: all ? 'ALL' : 'ANY', call: (...args) => atOnce(steps(...args)), steps,
      work: (_left, /** @type {PgArray | null} */ array) => array === null ? 0 : array.values.length * weight,
    }
    patients.set(kind, impl)
  }
  return impl
}

/**
 * @param {boolean} all
 * @param {boolean} strict
 * @param {any[]} args ctx, the comparison, what is compared, and the array
 * @returns {import('../../util/effort.js').Steps<boolean | null>}
 */
function* compared(all, strict, [ctx, one, left, array]) {
  let unknown = false
  for (const right of array.values) {
    if (isTired()) yield
    const result = strict && (left === null || right === null) ? null : one(ctx, left, right)
    if (result === !all) return result
    if (result === null) unknown = true
  }
  return unknown ? null : all
}

/**
 * @param {FunctionBuilder} fn
 * @param {ScalarArrayOp} expr
 * @param {string} comparison of `left` and `right`
 * @param {string | null} key as keyOfElements gives it
 */
function bodyOf(fn, expr, comparison, key) {
  const decisive = expr.all ? 'false' : 'true'
  const { strict } = functionInfo(fn.module, expr.funcOid)
  return `  if (array === null) return null
  let unknown = false
  let at = 0
  const values = array.values
  const count = values.length${key === null ? '' : lookedUp(fn, key, decisive)}
  ctx.fuel -= count - at >> ${COMPARISONS_A_STEP}
  for (; at < count; at++) {
    const right = values[at]
    ${strict ? 'if (left === null || right === null) { unknown = true; continue }' : ''}
    const result = ${comparison}
    if (result === ${decisive}) return ${decisive}
    if (result === null) unknown = true
  }
  return unknown ? null : ${expr.all}`
}

/**
 * The part that looks up. It leaves `at` where the elements begin that are not in the set yet.
 * @param {FunctionBuilder} fn
 * @param {string} key as keyOfElements gives it
 * @param {string} decisive what the whole is where the set has the value
 */
function lookedUp(fn, key, decisive) {
  const state = fn.module.state()
  const held = fn.module.constant(ArrayKeys, 'ArrayKeys')
  return `
  if (count > ${FEW}) {
    if (left === null) return null
    const keys = ${state}
    if (keys !== undefined && keys.array === array) {
      if (keys.has(${key === '' ? 'left' : `${key}(left)`})) return ${decisive}
      at = keys.end
      unknown = keys.hasNull
    } else ${state} = new ${held}(array, ${key === '' ? 'null' : key}, ctx.session.memory)
  }`
}

/** Equality of types whose equal values may be different values of JavaScript, and its negation, by prosrc. */
const BY_KEY = new Set([
  'numeric_', 'uuid_', 'bpchar', 'bytea', 'interval_', 'timetz_', 'network_', 'macaddr_', 'macaddr8_',
].flatMap((type) => [`${type}eq`, `${type}ne`]))
const OF_FLOATS = /^float(4|8|48|84)(eq|ne)$/

/**
 * What equal elements have in common.
 * @param {FunctionBuilder} fn
 * @param {ScalarArrayOp} expr
 * @param {string | null} written
 * @returns {string | null} name of the function that gives a value's key; '': the value itself; null: there is none, or
 *   the operator is neither equality with ANY nor its negation with ALL
 */
function keyOfElements(fn, expr, written) {
  if (written !== null) return written === (expr.all ? 'left !== right' : 'left === right') ? '' : null
  const { module } = fn
  const { source, namespaceOid } = functionInfo(module, expr.funcOid)
  if (namespaceOid !== PG_CATALOG || !source.endsWith(expr.all ? 'ne' : 'eq')) return null
  if (expr.inputCollation && collatedCall(fn, expr) !== null) return null
  if (OF_FLOATS.test(source)) return ''
  const type = baseType(module, expr.args[0].type)
  if (!BY_KEY.has(source) || baseType(module, elementType(fn, expr.args[1])) !== type) return null
  return type === NUMERIC || type === BPCHAR || hasKeyBytes(type)
    ? module.constant(canonicalKey(type, typeOps(module, type)), 'key') : null
}
const PG_CATALOG = 11

/** @param {FunctionBuilder} fn @param {Expr} array @returns {number} */
const elementType = (fn, array) => fn.module.catalog.elementType(fn.module.catalog.baseType(array.type))

/**
 * An array that is written out of values at hand is one array for the whole execution.
 * @param {FunctionBuilder} fn
 * @param {Expr} array
 * @returns {string}
 */
function madeOnce(fn, array) {
  const { js } = fn.expression(array)
  const written = array.kind === 'relabel' ? array.arg : array
  if (written.kind !== 'array' || written.elements.length <= FEW) return js
  return fn.module.ownsState && written.elements.every(isAtHand) ? `(${fn.module.state()} ??= ${js})` : js
}

/** @param {Expr} expr @returns {boolean} */
const isAtHand = (expr) => expr.kind === 'relabel' ? isAtHand(expr.arg) : expr.kind === 'const' || expr.kind === 'param'

/**
 * The operator's function over `left` and `right`, one array element.
 * @param {FunctionBuilder} fn
 * @param {ScalarArrayOp} expr
 */
function quantifiedCall(fn, expr) {
  const info = functionInfo(fn.module, expr.funcOid)
  const collated = expr.inputCollation ? collatedCall(fn, expr) : null
  if (collated !== null) return `${collated}(left, right)`
  if (isProcedural(info)) {
    const call = fn.module.constant(callProcedureNow, 'callProcedureNow')
    return `${call}(ctx, ${fn.module.constant(callSite(info, undefined), 'site')}, [left, right])`
  }
  const impl = builtin(fn.module, expr.funcOid, expr.inputCollation)
  const [left, array] = expr.args
  const types = { result: 16, args: [left.type, elementType(fn, array)], variadic: false }
  const extra = [...(impl.context ? ['ctx'] : []), ...(impl.typed ? [fn.module.constant(types, 'types')] : [])]
  return `${callName(fn, expr.funcOid, expr.inputCollation)}(${[...extra, 'left', 'right'].join(', ')})`
}
