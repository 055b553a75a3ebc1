/** SQL/XML's expressions in generated code: a call of functions/xml with the values gathered. */
import { xmlValue } from '../../functions/xml/build.js'
import { typeOps } from './operations.js'

/** @import { Expr, XmlExpr } from '../../catalog/expr.js' */
/** @import { FunctionBuilder, Value } from '../codegen/function.js' */

/** @param {FunctionBuilder} fn @param {XmlExpr} expr @returns {Value} */
export function compileXml(fn, expr) {
  const { op, name, argNames, option, named, args } = expr
  const typesOf = (/** @type {Expr[]} */ exprs) => exprs.map(({ type }) => type)
  const spec = fn.module.constant({
    op, name, argNames, option, namedTypes: typesOf(named), argTypes: typesOf(args),
  }, 'spec')
  const opsOf = fn.module.constant((/** @type {number} */ type) => typeOps(fn.module, type), 'opsOf')
  const list = (/** @type {Expr[]} */ exprs) => `[${exprs.map((one) => fn.expression(one).js).join(', ')}]`
  const call = fn.module.constant(xmlValue, 'xmlValue')
  const js = `${call}({ env: ctx.env, opsOf: ${opsOf} }, ${spec}, ${list(named)}, ${list(args)})`
  return { js, nullable: op !== 'element' }
}
