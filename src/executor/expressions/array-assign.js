/**
 * UPDATE … SET a[1] = …, a[2:3] = …: a copy of the array with an element or a slice replaced. One-dimensional arrays
 * grow, gaps become nulls. A jsonb is changed along the path its subscripts are.
 */
import { ownSubscripts } from '../../catalog/subscripts.js'
import {
  arrayBoundsRequired, arraySubscriptNull, arraySubscriptOutOfRange, sliceBoundsReversed, sourceArrayTooSmall,
  wrongSubscriptCount,
} from '../../errors/execution.js'
import { ARRAY_SIZE_MAX, arrayTooLarge, lowerBoundTooLarge } from '../../errors/data.js'
import { baseType } from './operations.js'
import { assignJsonb } from '../../functions/json/change.js'
import { JSONB } from '../../types/oids.js'
import { PgArray } from '../../types/array.js'
import { fixedArray } from '../../types/fixed-arrays.js'
import { partWriter } from './fixed-array.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

const INT4_MAX = 2147483647

/** @param {FunctionBuilder} fn @param {any} expr SubscriptAssign @returns {Value} */
export function compileSubscriptAssign(fn, expr) {
  const array = fn.expression(expr.arg).js
  /** @param {(any | null)[]} list */
  const bounds = (list) => `[${list.map((bound) => bound === null ? 'undefined' : fn.expression(bound).js).join(', ')}]`
  const source = fn.expression(expr.source).js
  if (baseType(fn.module, expr.arg.type) === JSONB) {
    return {
      js: `${fn.module.constant(assignJsonb, 'assignJsonb')}(${array}, ${bounds(expr.upper)}, ${source})`,
      nullable: false,
    }
  }
  const own = ownSubscripts(fn.module.catalog, baseType(fn.module, expr.arg.type))
  if (own !== undefined) {
    const set = fn.module.constant(withOwnPart, 'withOwnPart')
    const key = fn.expression(expr.upper[0]).js
    return { js: `${set}(${fn.module.constant(own, 'own')}, ${array}, ${key}, ${source})`, nullable: false }
  }
  const parts = fixedArray(baseType(fn.module, expr.arg.type))
  if (parts !== undefined) return { js: `${fn.module.constant(partWriter(parts, expr.lower !== null), 'withPart')}(${array}, ${bounds(expr.upper)}, ${source})`, nullable: true }
  if (expr.lower === null) return { js: `${fn.module.constant(withElement, 'withElement')}(${array}, ${bounds(expr.upper)}, ${expr.elementType}, ${source})`, nullable: false }
  return { js: `${fn.module.constant(withSlice, 'withSlice')}(${array}, ${bounds(expr.lower)}, ${bounds(expr.upper)}, ${expr.elementType}, ${source})`, nullable: true }
}

/**
 * @param {import('../../types/libraries.js').Subscripts} own @param {unknown} value @param {unknown} key
 * @param {unknown} element
 */
const withOwnPart = (own, value, key, element) => own.set(value, key, element)

/**
 * @param {PgArray | null} array
 * @param {(number | null)[]} indexes
 * @param {number} elementType
 * @param {any} value
 * @returns {PgArray} a new one
 */
export function withElement(array, indexes, elementType, value) {
  for (const index of indexes) if (index === null) throw arraySubscriptNull()
  const at = /** @type {number[]} */ (indexes)
  if (array === null || array.dims.length === 0) return checked(new PgArray(elementType, at.map(() => 1), at, [value]))
  if (array.dims.length !== at.length) throw wrongSubscriptCount()
  if (at.length === 1) {
    checkGrown(array, at[0], 1)
    return replaced(array, at[0], [value])
  }
  const values = array.values.slice()
  let position = 0
  at.forEach((index, dimension) => {
    const offset = index - array.lowerBounds[dimension]
    if (offset < 0 || offset >= array.dims[dimension]) throw arraySubscriptOutOfRange()
    position = position * array.dims[dimension] + offset
  })
  values[position] = value
  return new PgArray(array.elementType, array.dims, array.lowerBounds, values)
}

/**
 * @param {PgArray | null} array
 * @param {(number | null | undefined)[]} lower undefined: from the start
 * @param {(number | null | undefined)[]} upper
 * @param {number} elementType @param {PgArray | null} source @returns {PgArray}
 */
function withSlice(array, lower, upper, elementType, source) {
  if (lower.includes(null) || upper.includes(null)) throw arraySubscriptNull()
  if (source === null) return array ?? new PgArray(elementType, [], [], [])
  const empty = array === null || array.dims.length === 0
  if (empty && (lower.includes(undefined) || upper.includes(undefined))) throw arrayBoundsRequired()
  if (!empty && lower.length > array.dims.length) throw wrongSubscriptCount()
  const count = empty ? lower.length : array.dims.length
  /** @type {number[]} */
  const from = []
  /** @type {number[]} */
  const dims = []
  for (let at = 0; at < count; at++) {
    const bottom = empty ? 1 : array.lowerBounds[at]
    const top = empty ? 0 : bottom + array.dims[at] - 1
    const start = lower[at] ?? bottom
    const end = upper[at] ?? top
    if (!empty && start > end) throw sliceBoundsReversed()
    if (!empty && count > 1 && (start < bottom || end > top)) throw arraySubscriptOutOfRange()
    from.push(start)
    dims.push(end - start + 1)
  }
  if (!empty && count === 1) checkGrown(array, from[0], dims[0])
  const wanted = elementCount(dims)
  if (source.values.length < wanted) throw sourceArrayTooSmall()
  if (empty)
    return wanted === 0
      ? new PgArray(elementType, [], [], [])
      : checked(new PgArray(elementType, dims, from, source.values.slice(0, wanted)))
  if (count === 1) return replaced(array, from[0], source.values.slice(0, wanted))
  const values = array.values.slice()
  let next = 0
  /** @param {number} dimension @param {number} position */
  const walk = (dimension, position) => {
    if (dimension === count) { values[position] = source.values[next++]; return }
    const offset = from[dimension] - array.lowerBounds[dimension]
    for (let index = 0; index < dims[dimension]; index++)
      walk(dimension + 1, position * array.dims[dimension] + offset + index)
  }
  walk(0, 0)
  return new PgArray(array.elementType, array.dims, array.lowerBounds, values)
}

/** @param {number[]} dims @returns {number} 54000 */
function elementCount(dims) {
  const count = dims.reduce((product, length) => product * length, 1)
  if (count > ARRAY_SIZE_MAX || dims.some((length) => length < 0)) throw arrayTooLarge()
  return count
}

/** Its last subscripts are integers too. @param {PgArray} array @returns {PgArray} */
function checked(array) {
  array.dims.forEach((length, at) => {
    if (array.lowerBounds[at] + length > INT4_MAX) throw lowerBoundTooLarge(array.lowerBounds[at])
  })
  return array
}

/**
 * What a one-dimensional array becomes with `count` elements from `start` on must be one still.
 * @param {PgArray} array
 * @param {number} start
 * @param {number} count
 */
export function checkGrown({ dims, lowerBounds }, start, count) {
  const bottom = Math.min(lowerBounds[0], start)
  const length = Math.max(lowerBounds[0] + dims[0], start + count) - bottom
  if (length > ARRAY_SIZE_MAX) throw arrayTooLarge()
  if (bottom + length > INT4_MAX) throw lowerBoundTooLarge(bottom)
}

/**
 * A one-dimensional array with `values` from subscript `start` on, longer where it must be.
 * @param {PgArray} array
 * @param {number} start
 * @param {unknown[]} values
 */
function replaced(array, start, values) {
  const bottom = Math.min(array.lowerBounds[0], start)
  const top = Math.max(array.lowerBounds[0] + array.dims[0], start + values.length)
  /** @type {unknown[]} */
  let all
  if (bottom === array.lowerBounds[0]) all = array.values.slice()
  else {
    // An array of a length given in advance is a table of places beyond 32 million.
    all = []
    for (let at = bottom; at < array.lowerBounds[0]; at++) all.push(null)
    for (let at = 0; at < array.values.length; at++) all.push(array.values[at])
  }
  while (all.length < top - bottom) all.push(null)
  for (let at = 0; at < values.length; at++) all[start - bottom + at] = values[at]
  return new PgArray(array.elementType, [all.length], [bottom], all)
}
