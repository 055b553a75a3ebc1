/** Function and operator calls: strictness, inlining, variadic arguments; NULLIF. */
import { jsonbLook } from './jsonb-looks.js'
import { argumentOps, builtin, collatedCall, equalsSource, functionInfo, plainComparison } from './operations.js'
import { isProcedural, procedureCall, waitingCall } from './procedures.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { sizedSource } from './large-calls.js'
import { guarded } from './guarded.js'
import { longCall } from './long-calls.js'
import { INLINE_HELPERS } from '../../functions/impl.js'
/** @import { Expr, FuncCall } from '../../catalog/expr.js' */
/** @import { FuncDesc } from '../../catalog/descriptors.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** @param {FunctionBuilder} fn @param {any} expr FuncCall or OpCall @returns {Value} */
export function compileCall(fn, expr) {
  const oid = expr.kind === 'op' ? expr.funcOid : expr.oid
  if (expr.retset) throw featureNotSupported('a set-returning function here')
  const look = jsonbLook(fn, expr)
  if (look !== null) return look
  const args = expr.args.map((/** @type {Expr} */ arg) => fn.expression(arg))
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
    if (written !== null)
      return guarded(fn, args, (names) => written.replace('\u0001', names[0]).replace('\u0002', names[1]), false)
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
  if (impl.inline)
    for (const helper of impl.inlineHelpers ?? [])
      fn.module.named(helper, INLINE_HELPERS[/** @type {keyof typeof INLINE_HELPERS} */ (helper)])
  const callee = impl.inline ? '' : fn.module.constant(impl.call, info.name)
  const types = args.map((_, at) => argumentOps(fn.module, expr?.args?.[at]?.type ?? info.argTypes?.[at]))
  const called = (/** @type {string[]} */ names) => `${callee}(${[...extra, ...names].join(', ')})`
  const source = impl.inline
    ? (/** @type {string[]} */ names) => impl.inline(...names)
    : sizedSource(fn, impl, callee, types, extra, info.strict) ?? called
  if (!info.strict) return { js: `(${source(args.map((arg) => arg.js))})`, nullable: true }
  return guarded(fn, args, source, impl.nullable !== false)
}

/** @param {FuncCall} expr @param {FuncDesc} info */
function callTypes(expr, info) {
  return {
    result: expr?.type ?? info.returnType, args: (expr?.args ?? []).map((/** @type {Expr} */ arg) => arg.type),
    variadic: expr?.variadic ?? false, columns: expr?.columns,
  }
}

/** @param {FunctionBuilder} fn @param {any} expr NullIf @returns {Value} */
export function compileNullIf(fn, expr) {
  const left = fn.expression(expr.args[0])
  const right = fn.expression(expr.args[1])
  const a = fn.once(left)
  const b = fn.once(right)
  const equal = equalsSource(fn, expr, a.again, b.again)
  return {
    js: `(${a.first}, ${b.first}, ${a.again} !== null && ${b.again} !== null && ${equal} ? null : ${a.again})`,
    nullable: true,
  }
}
