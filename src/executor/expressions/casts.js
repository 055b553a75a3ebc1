/** Casts through text, array casts, and the SQL-standard values (CURRENT_DATE …). */
import { expression, once } from './compile.js'
import { guarded } from './calls.js'
import { typeOps } from './operations.js'
import { sqlValue } from '../../functions/registry.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { PgArray } from '../../types/array.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** Output function of one type, input function of the other. @param {FunctionBuilder} fn @param {any} expr CoerceViaIO @returns {Value} */
export function compileViaIO(fn, expr) {
  const from = fn.module.constant(typeOps(fn.module, expr.arg.type), 'type')
  const to = typeOps(fn.module, expr.type)
  const arg = expression(fn, expr.arg)
  if (to.textIsStored && expr.type === 25) return guarded(fn, [arg], ([name]) => `${from}.format(${name}, ctx.env)`, false)
  const target = fn.module.constant(to, 'type')
  return guarded(fn, [arg], ([name]) => `${target}.parse(${from}.format(${name}, ctx.env), -1, ctx.env)`, false)
}

/** @param {FunctionBuilder} fn @param {any} expr ArrayCoerce @returns {Value} */
export function compileArrayCoerce(fn, expr) {
  const arg = expression(fn, expr.arg)
  const element = fn.module.define('element', null, (inner) => {
    inner.ownParams = ['value']
    inner.caseTests.push({ js: 'value', nullable: true, atom: true })
    inner.line(`return ${expression(inner, expr.element).js}`)
  })
  const array = fn.module.constant(PgArray, 'PgArray')
  const elementType = elementTypeOf(fn, expr.type)
  const { first, again } = once(fn, arg)
  const out = fn.temp()
  const loop = fn.module.generator
    ? `(yield* mapArrayG_${element.name}(ctx, ${again}))`
    : `mapArray_${element.name}(ctx, ${again})`
  const star = fn.module.generator ? '*' : ''
  const prefix = fn.module.generator ? 'mapArrayG_' : 'mapArray_'
  fn.module.functions.push(`function${star} ${prefix}${element.name}(ctx, array) {
  const values = []
  for (const value of array.values) values.push(${element.call(['value'])})
  return new ${array}(${elementType}, array.dims, array.lowerBounds, values)
}`)
  return { js: `(${first} === null ? null : (${out} = ${loop}))`, nullable: arg.nullable }
}

/** @param {FunctionBuilder} fn @param {number} arrayType @returns {number} */
export function elementTypeOf(fn, arrayType) {
  const ops = typeOps(fn.module, arrayType)
  if (ops.elementType) return ops.elementType
  throw featureNotSupported(`element of type ${ops.name}`)
}

/** @param {FunctionBuilder} fn @param {any} expr SqlValue @returns {Value} */
export function compileSqlValue(fn, expr) {
  const value = sqlValue(expr.name.toLowerCase())
  if (value === undefined) throw featureNotSupported(expr.name.toUpperCase())
  return { js: `${fn.module.constant(value, 'sqlValue')}(ctx, ${expr.typmod})`, nullable: true }
}
