/**
 * Arrays that one variable of a body has alone: an element is put in or added in place, where an expression would copy
 * the whole. Whoever calls keeps the array it may change (`owned`) beside its variable, and forgets it when anybody
 * else gets to see the array.
 */
import { ownSubscripts } from '../../catalog/subscripts.js'
import { charge } from '../../errors/value-size.js'
import { concatenate, extend } from '../../functions/arrays.js'
import { PgArray } from '../../types/array.js'
import { fixedArray } from '../../types/fixed-arrays.js'
import { JSONB } from '../../types/oids.js'
import { checkGrown, withElement } from './array-assign.js'

/**
 * Whether an element of it is put in as an array's is; not a jsonb's, a point's or an extension's type's.
 * @param {import('../../catalog/snapshot.js').CatalogSnapshot} catalog @param {number} type not a domain
 */
export const hasElements = (catalog, type) =>
  type !== JSONB && ownSubscripts(catalog, type) === undefined && fixedArray(type) === undefined

/** What an element takes, at least. */
const ELEMENT_BYTES = 16

/**
 * `array || value`.
 * @param {unknown} value @param {PgArray | null} array @param {PgArray | null} owned @param {number} elementType
 * @returns {PgArray} the caller's alone
 */
export function appended(value, array, owned, elementType) {
  if (array === null || array !== owned || array.dims.length !== 1) return extend(array, value, elementType, true)
  push(array, value)
  return array
}

/**
 * `array || other`.
 * @param {PgArray | null} other @param {PgArray | null} array @param {PgArray | null} owned
 * @returns {PgArray | null} the caller's alone
 */
export function joined(other, array, owned) {
  if (array !== null && array === owned && other !== null && array.dims.length === 1 && other.dims.length === 1
    && array.elementType === other.elementType && other.values.length <= SHORT) {
    for (const value of other.values) push(array, value)
    return array
  }
  charge(ELEMENT_BYTES * ((array?.values.length ?? 0) + (other?.values.length ?? 0)), 'array_cat')
  const made = concatenate(array, other)
  if (made === null || (made !== array && made !== other)) return made
  return new PgArray(made.elementType, [...made.dims], made.lowerBounds, made.values.slice())
}

/** Elements that are added one by one. */
const SHORT = 1024

/**
 * `array[indexes] := value`.
 * @param {(number | null)[]} indexes @param {unknown} value @param {PgArray | null} array @param {PgArray | null} owned
 * @param {number} elementType @returns {PgArray} the caller's alone
 */
export function replacedElement(indexes, value, array, owned, elementType) {
  const [index] = indexes
  if (array === null || array !== owned || indexes.length !== 1 || array.dims.length !== 1 || index === null) {
    return withElement(array, indexes, elementType, value)
  }
  const at = index - array.lowerBounds[0]
  const [length] = array.dims
  if (at < 0 || at > length) return withElement(array, indexes, elementType, value)
  if (at === length) push(array, value)
  else array.values[at] = value
  return array
}

/** @param {PgArray} array of one dimension @param {unknown} value */
function push(array, value) {
  const [length] = array.dims
  checkGrown(array, array.lowerBounds[0] + length, 1)
  // As often as it doubles.
  if ((length & (length - 1)) === 0) charge(2 * ELEMENT_BYTES * length, 'the array')
  array.values.push(value)
  array.dims[0] = length + 1
}
