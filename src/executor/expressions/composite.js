/** Arrays, rows, row comparison, subscripts, fields. */
import { ownSubscripts } from '../../catalog/subscripts.js'
import { indeterminateFunction } from '../../functions/strings/collated.js'
import { fixedArray } from '../../types/fixed-arrays.js'
import { partReader } from './fixed-array.js'
import { jsonbLook } from './jsonb-looks.js'
import { callFunction } from './calls.js'
import { baseType, comparedAs, compareSource } from './operations.js'
import { arrayDimensionMismatch } from '../../errors/execution.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { PgArray, PgRecord } from '../../types/array.js'
import { jsonbPart } from '../../functions/json/change.js'
import { JSONB, RECORD } from '../../types/oids.js'

/** @import { ArrayExpr, FieldSelect, RowExpr, Subscript } from '../../catalog/expr.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { ConvertRow } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/** ARRAY[…]. @param {FunctionBuilder} fn @param {ArrayExpr} expr @returns {Value} */
export function compileArray(fn, expr) {
  const elements = expr.elements.map((element) => fn.expression(element).js).join(', ')
  const make = fn.module.constant(
    expr.multidims ? stackArrays : makeArray,
    expr.multidims ? 'stackArrays' : 'makeArray',
  )
  return { js: `${make}(${expr.elementType}, [${elements}])`, nullable: false }
}

/** @param {number} elementType @param {unknown[]} values */
export function makeArray(elementType, values) {
  return values.length === 0
    ? new PgArray(elementType, [], [], [])
    : new PgArray(elementType, [values.length], [1], values)
}

/**
 * Arrays of one shape become an array with one more dimension.
 * @param {number} elementType
 * @param {any[]} arrays
 * @returns {PgArray}
 */
function stackArrays(elementType, arrays) {
  const present = arrays.filter((array) => array !== null && array.values.length > 0)
  if (present.length === 0) return new PgArray(elementType, [], [], [])
  const first = present[0]
  const values = []
  if (present.length < arrays.length) throw arrayDimensionMismatch()
  for (const array of present) {
    if (array.dims.length !== first.dims.length) throw arrayDimensionMismatch()
    for (let at = 0; at < first.dims.length; at++) {
      if (array.dims[at] !== first.dims[at] || array.lowerBounds[at] !== first.lowerBounds[at])
        throw arrayDimensionMismatch()
    }
    for (const value of array.values) values.push(value)
  }
  return new PgArray(elementType, [arrays.length, ...first.dims], [1, ...first.lowerBounds], values)
}

/** @param {FunctionBuilder} fn @param {RowExpr} expr @returns {Value} */
export function compileRow(fn, expr) {
  const given = expr.args.map((arg) => ({ js: fn.expression(arg).js, type: arg.type }))
  const columns = withDropped(fn, expr, given)
  const values = columns.map(({ js }) => js).join(', ')
  const types = columns.map(({ type }) => type)
  const make = fn.module.constant(makeRecord, 'makeRecord')
  const plain =
    expr.type !== RECORD
    || expr.names.every((/** @type {string} */ name, /** @type {number} */ at) => name === `f${at + 1}`)
  const names = plain ? 'undefined' : fn.module.constant(expr.names, 'names')
  const typmods =
    expr.type === RECORD
      ? fn.module.constant(
          expr.args.map(({ typmod }) => typmod),
          'typmods',
        )
      : 'undefined'
  return {
    js: `${make}(${expr.type}, [${values}], ${fn.module.constant(types, 'types')}, ${names}, ${typmods})`,
    nullable: false,
  }
}

/**
 * Dropped attributes of a composite type keep their places in its values.
 * @param {FunctionBuilder} fn
 * @param {RowExpr} expr
 * @param {{ js: string, type: number }[]} given its fields
 * @returns {{ js: string, type: number }[]}
 */
function withDropped(fn, expr, given) {
  if (expr.type === RECORD) return given
  const relationOid = fn.module.catalog.type?.(baseType(fn.module, expr.type))?.relationOid ?? 0
  const columns = relationOid === 0 ? [] : fn.module.catalog.relation(relationOid)?.columns ?? []
  if (columns.length === given.length || !columns.some((column) => column.dropped)) return given
  let next = 0
  return columns.map((column) => column.dropped ? { js: 'null', type: 0 } : given[next++])
}

/**
 * @param {number} typeOid
 * @param {unknown[]} values
 * @param {number[]} types
 * @param {string[]} [names]
 * @param {number[]} [typmods]
 */
export function makeRecord(typeOid, values, types, names, typmods) {
  return new PgRecord(typeOid, values, types, names, typmods)
}

/**
 * (a, b) < (c, d): decided by the first pair that differs; null if a pair before has a null.
 * @param {FunctionBuilder} fn
 * @param {any} expr
 * @returns {Value}
 */
export function compileRowCompare(fn, expr) {
  const name = fn.temp()
  const smaller = expr.op === '<' || expr.op === '<='
  /** @param {number} at @returns {string} */
  const from = (at) => {
    if (at === expr.left.length) return expr.op === '<=' || expr.op === '>=' ? 'true' : 'false'
    const left = fn.expression(expr.left[at])
    const right = fn.expression(expr.right[at])
    const a = fn.once(left)
    const b = fn.once(right)
    const nulls =
      [left.nullable ? `${a.again} === null` : '', right.nullable ? `${b.again} === null` : '']
        .filter(Boolean)
        .join(' || ') || 'false'
    if (expr.left[at].type !== expr.right[at].type) {
      // Two types: their = operator says whether the next pair decides, the pair's own operator decides otherwise.
      const sides = [a, b].map((side) => ({ js: side.again, atom: true, nullable: false }))
      const equal = callFunction(fn, equalityFunction(fn, expr.opOids[at]), sides, {
        inputCollation: expr.inputCollations?.[at],
      }).js
      return `(${a.first}, ${b.first}, ${nulls} ? null : ${equal} ? ${from(at + 1)} : ${callFunction(fn, expr.funcOids[at], sides, { inputCollation: expr.inputCollations?.[at] }).js})`
    }
    if (expr.inputCollations?.[at] === -1) return `(${a.first}, ${b.first}, ${nulls} ? null : ${fn.module.constant(indeterminateFunction('text_lt'), 'indeterminate')}())`
    const order = compareSource(
      fn.module, comparedAs(fn.module, expr.left[at], Math.max(0, expr.inputCollations?.[at] ?? 0)), a.again, b.again,
    )
    return `(${a.first}, ${b.first}, ${nulls} ? null : (${name} = ${order}) ${smaller ? '<' : '>'} 0 ? true : ${name} !== 0 ? false : ${from(at + 1)})`
  }
  return { js: from(0), nullable: true }
}

/**
 * The function of the = operator between the types an ordering operator compares.
 * @param {FunctionBuilder} fn
 * @param {number} opOid
 */
function equalityFunction(fn, opOid) {
  const { catalog } = fn.module
  const { left, right } = catalog.operator(opOid)
  const equal = catalog
    .operatorsNamed('=')
    .find((operator) => operator.left === left && operator.right === right)
  if (equal === undefined) throw featureNotSupported('a row comparison of these types')
  return equal.funcOid
}

/** @param {FunctionBuilder} fn @param {Subscript} expr @returns {Value} */
export function compileSubscript(fn, expr) {
  const look = jsonbLook(fn, expr)
  if (look !== null) return look
  const arg = fn.expression(expr.arg).js
  /** @param {(any | null)[]} list */
  const bounds = (list) => `[${list.map((bound) => bound === null ? 'undefined' : fn.expression(bound).js).join(', ')}]`
  if (baseType(fn.module, expr.arg.type) === JSONB)
    return { js: `${fn.module.constant(jsonbPart, 'jsonbPart')}(${arg}, ${bounds(expr.upper)})`, nullable: true }
  const own = ownSubscripts(fn.module.catalog, baseType(fn.module, expr.arg.type))
  if (own !== undefined) {
    const key = fn.expression(/** @type {any} */ (expr.upper[0])).js
    return {
      js: `${fn.module.constant(partOf, 'partOf')}(${fn.module.constant(own, 'own')}, ${arg}, ${key})`,
      nullable: true,
    }
  }
  const parts = fixedArray(baseType(fn.module, expr.arg.type))
  if (parts !== undefined)
    return {
      js: `${fn.module.constant(partReader(parts, expr.lower !== null), 'partAt')}(${arg}, ${bounds(expr.upper)})`,
      nullable: true,
    }
  if (expr.lower === null)
    return { js: `${fn.module.constant(elementAt, 'elementAt')}(${arg}, ${bounds(expr.upper)})`, nullable: true }
  return {
    js: `${fn.module.constant(sliceArray, 'sliceArray')}(${arg}, ${bounds(expr.lower)}, ${bounds(expr.upper)})`,
    nullable: true,
  }
}

/** @param {import('../../types/libraries.js').Subscripts} own @param {unknown} value @param {unknown} key */
const partOf = (own, value, key) => value === null || key === null ? null : own.get(value, key)

/** @param {PgArray} array @param {(number | null)[]} indexes */
function elementAt(array, indexes) {
  if (array === null || indexes.length !== array.dims.length) return null
  let position = 0
  for (let at = 0; at < indexes.length; at++) {
    const index = indexes[at]
    if (index === null) return null
    const offset = index - array.lowerBounds[at]
    if (offset < 0 || offset >= array.dims[at]) return null
    position = position * array.dims[at] + offset
  }
  return array.values[position]
}

/** @param {PgArray} array @param {any[]} lower undefined: from the start @param {any[]} upper */
function sliceArray(array, lower, upper) {
  if (array === null) return null
  const count = array.dims.length
  if (lower.includes(null) || upper.includes(null)) return null
  if (lower.length > count || count === 0) return new PgArray(array.elementType, [], [], [])
  /** @type {number[]} */
  const from = []
  /** @type {number[]} */
  const dims = []
  for (let at = 0; at < count; at++) {
    const bottom = array.lowerBounds[at]
    const top = bottom + array.dims[at] - 1
    const start = at < lower.length ? Math.max(lower[at] ?? bottom, bottom) : bottom
    const end = at < lower.length ? Math.min(upper[at] ?? top, top) : top
    if (start > end) return new PgArray(array.elementType, [], [], [])
    from.push(start - bottom)
    dims.push(end - start + 1)
  }
  if (count === 1) return new PgArray(array.elementType, dims, [1], array.values.slice(from[0], from[0] + dims[0]))
  /** @type {Datum[]} */
  const values = []
  /** @param {number} at @param {number} position */
  const walk = (at, position) => {
    if (at === count) { values.push(array.values[position]); return }
    for (let index = 0; index < dims[at]; index++) walk(at + 1, position * array.dims[at] + from[at] + index)
  }
  walk(0, 0)
  return new PgArray(array.elementType, dims, dims.map(() => 1), values)
}

/** @param {FunctionBuilder} fn @param {FieldSelect} expr @returns {Value} */
export function compileField(fn, expr) {
  if (expr.arg.kind === 'sublink' && expr.arg.link === 'multiexpr') return multiField(fn, expr)
  const { first, again } = fn.once(fn.expression(expr.arg))
  return { js: `(${first} === null ? null : ${again}.values[${expr.attnum - 1}])`, nullable: true }
}

/**
 * SET (a, b) = (SELECT …): the first column's assignment runs the subquery for all.
 * @param {FunctionBuilder} fn
 * @param {any} expr FieldSelect
 * @returns {Value}
 */
function multiField(fn, expr) {
  let row = fn.multiRows.get(expr.arg.location)
  if (row === undefined || expr.attnum === 1) {
    row = fn.temp()
    fn.multiRows.set(expr.arg.location, row)
    return {
      js: `((${row} = ${fn.expression(expr.arg).js}) === null ? null : ${row}.values[${expr.attnum - 1}])`,
      nullable: true,
    }
  }
  return { js: `(${row} === null ? null : ${row}.values[${expr.attnum - 1}])`, nullable: true }
}

/**
 * A row as a row of another type that has its columns.
 * @param {FunctionBuilder} fn
 * @param {ConvertRow} expr
 * @returns {Value}
 */
export function compileRowConvert(fn, expr) {
  const { module } = fn
  const arg = fn.expression(expr.arg)
  const { first, again } = fn.once(arg)
  const make = `${module.constant(convertRecord, 'convertRecord')}(${arg.nullable ? again : first}, ${expr.type}, ${module.constant(expr.map, 'map')})`
  return arg.nullable ? { js: `(${first} === null ? null : ${make})`, nullable: true } : { js: make, nullable: false }
}

/** @param {PgRecord} record @param {number} typeOid @param {number[]} map */
function convertRecord(record, typeOid, map) {
  const types = record.fieldTypes ?? []
  return new PgRecord(
    typeOid, map.map((from) => (from === 0 ? null : record.values[from - 1])),
    map.map((from) => (from === 0 ? 0 : types[from - 1])),
  )
}
