/** Function and operator calls: strictness, inlining, variadic arguments; `= ANY (array)`; NULLIF. */
import { jsonbLook } from './jsonb-looks.js'
import { argumentOps, builtin, callName, collatedCall, equalsSource, functionInfo, plainComparison, primitiveKey } from './operations.js'
import { callProcedureNow, callSite, isProcedural, procedureCall, waitingCall } from './procedures.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { sizedSource } from './large-calls.js'
import { guarded } from './guarded.js'
import { longCall } from './long-calls.js'
import { INLINE_HELPERS } from '../../functions/impl.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** @param {FunctionBuilder} fn @param {any} expr FuncCall or OpCall @returns {Value} */
export function compileCall(fn, expr) {
  const oid = expr.kind === 'op' ? expr.funcOid : expr.oid
  if (expr.retset) throw featureNotSupported('a set-returning function here')
  const look = jsonbLook(fn, expr)
  if (look !== null) return look
  const args = expr.args.map((/** @type {any} */ arg) => fn.expression(arg))
  return callFunction(fn, oid, args, expr)
}

/**
 * @param {FunctionBuilder} fn @param {number} oid pg_proc OID @param {Value[]} args
 * @param {any} [expr] the call itself, for functions that want their argument types
 * @returns {Value}
 */
export function callFunction(fn, oid, args, expr) {
  const info = functionInfo(fn.module, oid)
  if (args.length === 2) {
    const written = plainComparison(fn, { funcOid: oid, inputCollation: expr?.inputCollation }, '\u0001', '\u0002')
    if (written !== null) return guarded(fn, args, (names) => written.replace('\u0001', names[0]).replace('\u0002', names[1]), false)
  }
  if (isProcedural(info)) {
    fn.settle()
    const call = (/** @type {string[]} */ names) => procedureCall(fn, info, expr, names)
    return info.strict ? guarded(fn, args, call, true) : { js: call(args.map((arg) => arg.js)), nullable: true }
  }
  const impl = builtin(fn.module, oid, expr?.inputCollation)
  if (impl.waits) {
    fn.settle()
    const call = (/** @type {string[]} */ names) => waitingCall(fn, impl, names)
    return info.strict ? guarded(fn, args, call, true) : { js: call(args.map((arg) => arg.js)), nullable: true }
  }
  const collated = expr?.inputCollation ? collatedCall(fn, { funcOid: oid, inputCollation: expr.inputCollation }) : null
  if (collated !== null) {
    const call = (/** @type {string[]} */ names) => `${collated}(${names.join(', ')})`
    return info.strict ? guarded(fn, args, call, true) : { js: call(args.map((arg) => arg.js)), nullable: true }
  }
  if (impl.long && !impl.context && !impl.typed) return longCall(fn, impl, info, args)
  const extra = impl.context ? ['ctx'] : []
  if (impl.typed) extra.push(fn.module.constant(callTypes(expr, info), 'types'))
  if (impl.inline) for (const helper of impl.inlineHelpers ?? []) fn.module.named(helper, INLINE_HELPERS[/** @type {keyof typeof INLINE_HELPERS} */ (helper)])
  const callee = impl.inline ? '' : fn.module.constant(impl.call, info.name)
  const types = args.map((_, at) => argumentOps(fn.module, expr?.args?.[at]?.type ?? info.argTypes?.[at]))
  const called = (/** @type {string[]} */ names) => `${callee}(${[...extra, ...names].join(', ')})`
  const source = impl.inline
    ? (/** @type {string[]} */ names) => impl.inline(...names)
    : sizedSource(fn, impl, callee, types, extra, info.strict) ?? called
  if (!info.strict) return { js: `(${source(args.map((arg) => arg.js))})`, nullable: true }
  return guarded(fn, args, source, impl.nullable !== false)
}

/** @param {any} expr @param {any} info */
function callTypes(expr, info) {
  return { result: expr?.type ?? info.returnType, args: (expr?.args ?? []).map((/** @type {any} */ arg) => arg.type), variadic: expr?.variadic ?? false, columns: expr?.columns }
}

/** @param {FunctionBuilder} fn @param {any} expr NullIf @returns {Value} */
export function compileNullIf(fn, expr) {
  const left = fn.expression(expr.args[0])
  const right = fn.expression(expr.args[1])
  const a = fn.once(left)
  const b = fn.once(right)
  const equal = equalsSource(fn, expr, a.again, b.again)
  return { js: `(${a.first}, ${b.first}, ${a.again} !== null && ${b.again} !== null && ${equal} ? null : ${a.again})`, nullable: true }
}

/** left op ANY|ALL (array). @param {FunctionBuilder} fn @param {any} expr @returns {Value} */
export function compileScalarArray(fn, expr) {
  const [leftExpr, arrayExpr] = expr.args
  const left = fn.expression(leftExpr)
  const info = functionInfo(fn.module, expr.funcOid)
  const written = plainComparison(fn, expr, 'left', 'right')
  const constant = arrayExpr.kind === 'const' && arrayExpr.value !== null ? arrayExpr.value : null
  if (constant !== null && !expr.all && written === 'left === right' && constant.values.length > 4
    && primitiveKey(fn.module, leftExpr.type)) {
    const values = constant.values.filter((/** @type {any} */ value) => value !== null)
    const set = fn.module.constant(new Set(values), 'set')
    const missed = values.length < constant.values.length ? 'null' : 'false'
    return guarded(fn, [left], ([name]) => `${set}.has(${name}) ? true : ${missed}`, missed === 'null')
  }
  const test = written ?? quantifiedCall(fn, expr)
  const decisive = expr.all ? 'false' : 'true'
  const strict = info.strict
  const helper = fn.module.helper(expr.all ? 'all' : 'any', 'ctx, left, array', `  if (array === null) return null
  let unknown = false
  const values = array.values
  for (let at = 0; at < values.length; at++) {
    const right = values[at]
    ${strict ? 'if (left === null || right === null) { unknown = true; continue }' : ''}
    const result = ${test}
    if (result === ${decisive}) return ${decisive}
    if (result === null) unknown = true
  }
  return unknown ? null : ${!expr.all === false}`)
  const array = fn.expression(arrayExpr)
  return { js: `${helper}(ctx, ${left.js}, ${array.js})`, nullable: true }
}

/** The operator's function over `left` and `right`, one array element. @param {FunctionBuilder} fn @param {any} expr ScalarArrayOp */
function quantifiedCall(fn, expr) {
  const info = functionInfo(fn.module, expr.funcOid)
  const collated = expr.inputCollation ? collatedCall(fn, expr) : null
  if (collated !== null) return `${collated}(left, right)`
  if (isProcedural(info)) return `${fn.module.constant(callProcedureNow, 'callProcedureNow')}(ctx, ${fn.module.constant(callSite(info, undefined), 'site')}, [left, right])`
  const impl = builtin(fn.module, expr.funcOid, expr.inputCollation)
  const [left, array] = expr.args
  const types = { result: 16, args: [left.type, fn.module.catalog.elementType(fn.module.catalog.baseType(array.type))], variadic: false }
  const extra = [...(impl.context ? ['ctx'] : []), ...(impl.typed ? [fn.module.constant(types, 'types')] : [])]
  return `${callName(fn, expr.funcOid, expr.inputCollation)}(${[...extra, 'left', 'right'].join(', ')})`
}

