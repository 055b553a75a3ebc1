/** CASE, COALESCE, GREATEST, LEAST: only the branch that is taken is evaluated. */
import { indeterminateFunction } from '../../functions/strings/collated.js'
import { comparedAs, typeOps } from './operations.js'
import { greatest, least } from './extremes.js'

/** @import { CaseExpr } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** @param {FunctionBuilder} fn @param {CaseExpr} expr @returns {Value} */
export function compileCase(fn, expr) {
  let prefix = ''
  if (expr.arg !== null) {
    const arg = fn.expression(expr.arg)
    const { first, again } = fn.once(arg)
    if (!arg.atom) prefix = `${first}, `
    fn.caseTests.push({ js: again, nullable: arg.nullable, atom: true })
  }
  let js = ''
  let nullable = false
  for (const { when, then } of expr.whens) {
    const test = fn.condition(when)
    const saved = expr.arg === null ? null : fn.caseTests.pop()
    const value = fn.expression(then)
    if (saved) fn.caseTests.push(saved)
    nullable ||= value.nullable
    js += `${test} ? ${value.js} : `
  }
  if (expr.arg !== null) fn.caseTests.pop()
  const otherwise = expr.else === null ? { js: 'null', nullable: true } : fn.expression(expr.else)
  return { js: `(${prefix}${js}${otherwise.js})`, nullable: nullable || otherwise.nullable }
}

/** @param {FunctionBuilder} fn @param {any} expr @returns {Value} */
export function compileCoalesce(fn, expr) {
  const values = expr.args.map((/** @type {any} */ arg) => fn.expression(arg))
  const stop = values.findIndex((/** @type {Value} */ value) => !value.nullable)
  const used = stop < 0 ? values : values.slice(0, stop + 1)
  if (used.length === 1) return used[0]
  return { js: `(${used.map((/** @type {Value} */ value) => value.js).join(' ?? ')})`, nullable: stop < 0 }
}

/**
 * The largest or smallest of those that are not null.
 * @param {FunctionBuilder} fn
 * @param {any} expr
 * @returns {Value}
 */
export function compileExtreme(fn, expr) {
  const ops = fn.module.constant(typeOps(fn.module, comparedAs(fn.module, expr, expr.inputCollation ?? 0)), 'type')
  const values = expr.args.map((/** @type {any} */ arg) => fn.expression(arg))
  if (expr.inputCollation === -1 && values.length > 1)
    return { js: `${fn.module.constant(indeterminateFunction('text_lt'), 'indeterminate')}()`, nullable: true }
  const name = fn.module.constant(expr.kind === 'greatest' ? greatest : least, expr.kind)
  const js = values
    .map((/** @type {Value} */ value) => value.js)
    .reduce((/** @type {string} */ a, /** @type {string} */ b) => `${name}(${ops}, ${a}, ${b})`)
  return {
    js, nullable: values.every((/** @type {Value} */ value) => value.nullable),
    atom: values.length === 1 && values[0].atom,
  }
}
