/** SQL/XML's expressions in generated code: a call of functions/xml with the values gathered. */
import { xmlValue } from '../../functions/xml/build.js'
import { parseXml, readXml } from '../../types/xml/xml.js'
import { builtinType } from '../../types/lookup.js'
import { TEXT } from '../../types/oids.js'
import { guarded } from './guarded.js'
import { sizedSource } from './large-calls.js'
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
  if (op === 'parse') return parsed(fn, args[0], option)
  const list = (/** @type {Expr[]} */ exprs) => `[${exprs.map((one) => fn.expression(one).js).join(', ')}]`
  const call = fn.module.constant(xmlValue, 'xmlValue')
  const js = `${call}({ env: ctx.env, opsOf: ${opsOf} }, ${spec}, ${list(named)}, ${list(args)})`
  return { js, nullable: op !== 'element' }
}

/** To read a character of it takes as long as to go through so many of a text. */
const CHARACTER_WORK = 16

/** @param {'document' | 'content'} option */
const reader = (option) => ({
  name: 'XMLPARSE',
  call: (/** @type {string} */ text) => parseXml(text, option),
  work: (/** @type {string} */ text) => text.length * CHARACTER_WORK,
  steps: (/** @type {string} */ text) => readXml(text, option),
})
const READERS = { document: reader('document'), content: reader('content') }

/**
 * XMLPARSE, which rests where the text is long.
 * @param {FunctionBuilder} fn @param {Expr} arg @param {'document' | 'content'} option @returns {Value}
 */
function parsed(fn, arg, option) {
  const impl = READERS[option]
  const callee = fn.module.constant(impl.call, 'xmlparse')
  const source = sizedSource(fn, impl, callee, [builtinType(TEXT)], [], true)
  return guarded(fn, [fn.expression(arg)], source ?? (([name]) => `${callee}(${name})`), false)
}
