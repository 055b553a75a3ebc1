/** Casts through text, array casts, and the SQL-standard values (CURRENT_DATE …). */
import { guarded } from './guarded.js'
import { sizedInput, sizedOutput } from './large-calls.js'
import { baseType, typeOps } from './operations.js'
import { builtinType } from '../../types/registry.js'
import { keyBound } from '../../types/key-bounds.js'
import { RECORD } from '../../types/oids.js'
import { PgRecord } from '../../types/record.js'
import { sqlValue } from '../../functions/registry.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { turnedSign } from '../../types/numbers/integers.js'
import { asArrayOf, PgArray } from '../../types/array.js'

/** @import { CoerceViaIO, KeyBoundOf } from '../../catalog/expr.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { TypeEnv } from '../../types/type-ops.js' */
/** @import { ArrayCoerce, Relabel, SqlValue } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/**
 * Output function of one type, input function of the other.
 * @param {FunctionBuilder} fn
 * @param {CoerceViaIO} expr
 * @returns {Value}
 */
export function compileViaIO(fn, expr) {
  const fromOps = typeOps(fn.module, expr.arg.type)
  const from = fn.module.constant(fromOps, 'type')
  const to = typeOps(fn.module, expr.type)
  const arg = fn.expression(expr.arg)
  if (to.textIsStored && expr.type === 25) {
    return guarded(fn, [arg], sizedOutput(fn, fromOps) ?? (([name]) => `${from}.format(${name}, ctx.env)`), false)
  }
  const target = fn.module.constant(to, 'type')
  const composite = expr.arg.type === RECORD ? fn.module.catalog.type(baseType(fn.module, expr.type)) : undefined
  if (composite?.kind === 'c') {
    const columns = fn.module.catalog
      .relation(composite.relationOid)
      .columns.map((column) => ({
        type: column.dropped ? 0 : column.typeOid,
        typmod: column.typmod,
      }))
    const as = fn.module.constant(recordAs, 'recordAs')
    const of = fn.module.constant(columns, 'columns')
    return guarded(fn, [arg], ([value]) => `${as}(${value}, ${composite.oid}, ${of}, ctx.env)
      ?? ${target}.parse(${from}.format(${value}, ctx.env), -1, ctx.env)`, false)
  }
  if (fromOps.textIsStored && (!to.textIsStored || to.parseSteps !== undefined))
    return guarded(fn, [arg], sizedInput(fn, to), false)
  return guarded(fn, [arg], ([name]) => `${target}.parse(${from}.format(${name}, ctx.env), -1, ctx.env)`, false)
}

/**
 * An anonymous record as one of a composite type: field by field, through text where types differ.
 * @param {PgRecord} record
 * @param {number} typeOid
 * @param {{ type: number, typmod: number }[]} columns @param {TypeEnv} env
 * @returns {PgRecord | null} null: the whole of it has to go through text, which may say that it does not fit
 */
function recordAs(record, typeOid, columns, env) {
  const types = /** @type {number[]} */ (record.fieldTypes)
  if (types.length !== columns.filter((column) => column.type !== 0).length) return null
  let next = 0
  const values = []
  for (const column of columns) {
    if (column.type === 0) { values.push(null); continue }
    const at = next++
    const value = record.values[at]
    if (value === null || (types[at] === column.type && column.typmod < 0)) { values.push(value); continue }
    const [from, to] = [builtinType(types[at]), builtinType(column.type)]
    if (from === undefined || to === undefined) return null
    values.push(to.parse(from.format(value, env), column.typmod, env))
  }
  return new PgRecord(typeOid, values, columns.map((column) => column.type))
}

/** @param {FunctionBuilder} fn @param {ArrayCoerce} expr @returns {Value} */
export function compileArrayCoerce(fn, expr) {
  const arg = fn.expression(expr.arg)
  const element = fn.module.define('element', null, (inner) => {
    inner.ownParams = ['value']
    inner.caseTests.push({ js: 'value', nullable: true, atom: true })
    inner.line(`return ${inner.expression(expr.element).js}`)
  })
  const array = fn.module.constant(PgArray, 'PgArray')
  const elementType = elementTypeOf(fn, expr.type)
  const { first, again } = fn.once(arg)
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

/**
 * The same value as another type's; an array says of which type its elements are.
 * @param {FunctionBuilder} fn
 * @param {Relabel} expr
 * @returns {Value}
 */
export function compileRelabel(fn, expr) {
  const arg = fn.expression(expr.arg)
  const { catalog } = fn.module
  const turned = turnedSign(baseType(fn.module, expr.arg.type), baseType(fn.module, expr.type))
  if (turned !== '') return guarded(fn, [arg], ([value]) => `${value} ${turned} 0`, false)
  const element = catalog.elementType(baseType(fn.module, expr.type))
  if (!element || expr.type === expr.arg.type || element === catalog.elementType(baseType(fn.module, expr.arg.type)))
    return arg
  return { js: `${fn.module.constant(asArrayOf, 'asArrayOf')}(${arg.js}, ${element})`, nullable: arg.nullable }
}

/** @param {FunctionBuilder} fn @param {number} arrayType @returns {number} */
function elementTypeOf(fn, arrayType) {
  const ops = typeOps(fn.module, arrayType)
  if (ops.elementType) return ops.elementType
  throw featureNotSupported(`element of type ${ops.name}`)
}

/** @param {FunctionBuilder} fn @param {SqlValue} expr @returns {Value} */
export function compileSqlValue(fn, expr) {
  const value = sqlValue(expr.name.toLowerCase())
  if (value === undefined) throw featureNotSupported(expr.name.toUpperCase())
  return { js: `${fn.module.constant(value, 'sqlValue')}(ctx, ${expr.typmod})`, nullable: true }
}

/** @param {FunctionBuilder} fn @param {KeyBoundOf} expr @returns {Value} */
export function compileKeyBound(fn, expr) {
  const arg = fn.expression(expr.arg)
  const bound = keyBound(expr.of)
  /** @param {unknown} value @param {ExecContext} ctx */
  const call = (value, { env }) => value === null ? null : bound(/** @type {never} */ (value), env)
  return { js: `${fn.module.constant(call, 'keyBound')}(${arg.js}, ctx)`, nullable: arg.nullable }
}
