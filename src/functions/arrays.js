/** Array functions and operators. Element equality and order are the element type's own. */
import {
  ARRAY_SIZE_MAX, arraySubscript, arrayTooLarge, datatypeMismatch, noEqualityOperator, nullNotAllowed
} from '../errors/data.js'
import { charge } from '../errors/value-size.js'
import { featureNotSupported } from '../errors/db-error.js'
import { arrayOf, elementOps, PgArray } from '../types/array.js'
import { atOnce, isTired } from '../util/effort.js'
import { membership, membershipSteps } from '../util/membership.js'
import { builtinType } from '../types/lookup.js'
import * as T from '../types/oids.js'
import { GrowingText } from './aggregates/gathering.js'
import { Family } from './impl.js'
import { notOneDimensional } from '../errors/values.js'
/** @import { FunctionContext, CallTypes } from './impl.js' */

/** What an element takes, at least. */
const ELEMENT_BYTES = 16

const family = new Family()
export const arrayFunctions = family.functions

/** Types whose equal values are the same to JavaScript. */
const IDENTICAL = new Set([T.BOOL, T.INT2, T.INT4, T.OID, T.DATE, T.TEXT, T.VARCHAR])

/** @param {number} elementType @returns {(a: any, b: any) => boolean} nulls equal each other */
function sameElement(elementType) {
  const ops = elementOps(elementType)
  const equals = ops.equals
  if (equals === undefined) throw noEqualityOperator(ops.display)
  if (IDENTICAL.has(elementType)) return (a, b) => a === b
  return (a, b) => (a === null || b === null ? a === b : equals(a, b))
}

/** @param {CallTypes} types @param {number} index of the element argument */
const elementOfCall = (types, index) => (types.args[index] === T.UNKNOWN ? T.TEXT : types.args[index])

/** @param {any} array */
function oneDimension(array) {
  if (array.dims.length > 1) throw featureNotSupported('searching for elements in multidimensional arrays')
}

/**
 * @param {any} array @param {any} value @param {number} elementType @param {boolean} atEnd
 * @returns {PgArray} a new one
 */
export function extend(array, value, elementType, atEnd) {
  if (array === null || array.values.length === 0) return arrayOf(elementType, [value])
  if (array.dims.length !== 1) throw notOneDimensional()
  return new PgArray(
    array.elementType, [array.dims[0] + 1], array.lowerBounds,
    atEnd ? [...array.values, value] : [value, ...array.values],
  )
}
family.typed('array_append', (ctx, types, array, value) => extend(array, value, elementOfCall(types, 1), true))
family.typed('array_prepend', (ctx, types, value, array) => extend(array, value, elementOfCall(types, 0), false))

/** @param {any} a @param {any} b @returns {any} perhaps one of them */
export function concatenate(a, b) {
  if (a === null || b === null) return a ?? b
  if (a.elementType !== b.elementType) throw datatypeMismatch('cannot concatenate incompatible arrays')
  if (a.values.length === 0) return b
  if (b.values.length === 0) return a
  const mismatch = () =>
    arraySubscript(
      'cannot concatenate incompatible arrays',
      'Arrays with differing dimensions are not compatible for concatenation.',
    )
  const values = a.values.concat(b.values)
  if (a.dims.length === b.dims.length) {
    for (let i = 1; i < a.dims.length; i++)
      if (a.dims[i] !== b.dims[i] || a.lowerBounds[i] !== b.lowerBounds[i]) throw mismatch()
    return new PgArray(a.elementType, [a.dims[0] + b.dims[0], ...a.dims.slice(1)], a.lowerBounds, values)
  }
  const [more, less] = a.dims.length > b.dims.length ? [a, b] : [b, a]
  if (more.dims.length !== less.dims.length + 1)
    throw arraySubscript(
      'cannot concatenate incompatible arrays',
      `Arrays of ${a.dims.length} and ${b.dims.length} dimensions are not compatible for concatenation.`,
    )
  for (let i = 0; i < less.dims.length; i++)
    if (less.dims[i] !== more.dims[i + 1] || less.lowerBounds[i] !== more.lowerBounds[i + 1]) throw mismatch()
  return new PgArray(a.elementType, [more.dims[0] + 1, ...more.dims.slice(1)], more.lowerBounds, values)
}
family.add('array_cat', concatenate, {
  size: (a, b) => ELEMENT_BYTES * ((a?.values.length ?? 0) + (b?.values.length ?? 0)),
})

/** @param {any} array @param {number} dimension */
const hasDimension = (array, dimension) => dimension >= 1 && dimension <= array.dims.length
family.all({
  array_ndims: (array) => array.dims.length || null,
  array_dims: (array) =>
    array.dims.length === 0
      ? null
      : array.dims
          .map(
            (/** @type {number} */ size, /** @type {number} */ i) =>
              `[${array.lowerBounds[i]}:${array.lowerBounds[i] + size - 1}]`,
          )
          .join(''),
  array_lower: (array, dimension) => (hasDimension(array, dimension) ? array.lowerBounds[dimension - 1] : null),
  array_upper: (array, dimension) =>
    hasDimension(array, dimension) ? array.lowerBounds[dimension - 1] + array.dims[dimension - 1] - 1 : null,
  array_length: (array, dimension) => (hasDimension(array, dimension) ? array.dims[dimension - 1] : null),
  array_cardinality: (array) => array.values.length,
  trim_array: (array, count) => {
    const size = array.dims[0] ?? 0
    if (count < 0 || count > size) throw arraySubscript(`number of elements to trim must be between 0 and ${size}`)
    if (count === size) return arrayOf(array.elementType, [])
    const perRow = array.values.length / size
    return new PgArray(
      array.elementType, [size - count, ...array.dims.slice(1)], array.dims.map(() => 1),
      array.values.slice(0, (size - count) * perRow),
    )
  },
})

family.add('arraycontains', (array, part) => contains(array, part), { steps: containsSteps })
family.add('arraycontained', (part, array) => contains(array, part), {
  steps: (part, array) => containsSteps(array, part),
})
family.add('arrayoverlap', (a, b) => {
  const isIn = elementsOf(b, a.values.length)
  return a.values.some((/** @type {unknown} */ value) => value !== null && isIn(value))
}, { steps: overlapsSteps })

/** @param {PgArray} array @param {PgArray} part @returns {import('../util/effort.js').Steps<boolean>} */
function* containsSteps(array, part) {
  const isIn = yield* elementsSteps(array)
  for (const value of part.values) {
    if (isTired()) yield
    if (value === null || !isIn(value)) return false
  }
  return true
}

/** @param {PgArray} a @param {PgArray} b @returns {import('../util/effort.js').Steps<boolean>} */
function* overlapsSteps(a, b) {
  const isIn = yield* elementsSteps(b)
  for (const value of a.values) {
    if (isTired()) yield
    if (value !== null && isIn(value)) return true
  }
  return false
}

/**
 * As elementsOf, of a long one.
 * @param {PgArray} array @returns {import('../util/effort.js').Steps<(value: unknown) => boolean>}
 */
const elementsSteps = (array) => membershipSteps(
  array.values.filter((value) => value !== null), sameElement(array.elementType),
  elementOps(array.elementType).hash,
)

/** @param {any} array @param {any} part */
function contains(array, part) {
  const isIn = elementsOf(array, part.values.length)
  return part.values.every((/** @type {any} */ value) => value !== null && isIn(value))
}

/** Whether a value is an element. @param {any} array @param {number} askedCount @returns {(value: any) => boolean} */
function elementsOf(array, askedCount) {
  const same = sameElement(array.elementType)
  return membership(
    array.values.includes(null) ? array.values.filter((/** @type {any} */ value) => value !== null) : array.values,
    askedCount, same, elementOps(array.elementType).hash,
  )
}

family.add(['array_position', 'array_position_start'], (array, value, start) => {
  if (array === null) return null
  oneDimension(array)
  if (array.values.length === 0 || (value === null && !array.values.includes(null))) return null
  if (start === null) throw nullNotAllowed('initial position must not be null')
  const same = sameElement(array.elementType)
  const low = array.lowerBounds[0] ?? 1
  for (let i = Math.max((start ?? low) - low, 0); i < array.values.length; i++)
    if (same(array.values[i], value)) return low + i
  return null
})

/** Elements looked at between two rests. */
const LOOKED_AT = 1 << 15

/**
 * @param {string} name
 * @param {(array: PgArray, ...args: unknown[]) => import('../util/effort.js').Steps<unknown>} steps of an array that
 *   is not null
 */
const addInSteps = (name, steps) => family.add(name,
  (array, ...args) => array === null ? null : atOnce(steps(array, ...args)),
  { steps: function* (array, ...args) { return array === null ? null : yield* steps(array, ...args) } })

addInSteps('array_positions', function* (array, value) {
  oneDimension(array)
  const same = sameElement(array.elementType)
  const found = []
  for (let i = 0; i < array.values.length; i++) {
    if (same(array.values[i], value)) found.push(array.lowerBounds[0] + i)
    if (i % LOOKED_AT === LOOKED_AT - 1) yield
  }
  return arrayOf(T.INT4, found)
})
addInSteps('array_remove', function* (array, value) {
  if (array.dims.length > 1) throw featureNotSupported('removing elements from multidimensional arrays')
  const same = sameElement(array.elementType)
  const values = []
  for (let i = 0; i < array.values.length; i++) {
    if (!same(array.values[i], value)) values.push(array.values[i])
    if (i % LOOKED_AT === LOOKED_AT - 1) yield
  }
  if (values.length === array.values.length) return array
  if (values.length === 0) return arrayOf(array.elementType, [])
  return new PgArray(array.elementType, [values.length], array.lowerBounds, values)
})
addInSteps('array_replace', function* (array, from, to) {
  const same = sameElement(array.elementType)
  const values = []
  for (let i = 0; i < array.values.length; i++) {
    values.push(same(array.values[i], from) ? to : array.values[i])
    if (i % LOOKED_AT === LOOKED_AT - 1) yield
  }
  return new PgArray(array.elementType, array.dims, array.lowerBounds, values)
})

/** @param {CallTypes} types @param {any} value @param {any} dims @param {any} lows */
function fill(types, value, dims, lows) {
  if (dims === null || lows === null) throw nullNotAllowed('dimension array or low bound array cannot be null')
  if (dims.dims.length > 1)
    throw arraySubscript('wrong number of array subscripts', 'Dimension array must be one dimensional.')
  if (dims.values.includes(null) || lows?.values.includes(null)) throw nullNotAllowed('dimension values cannot be null')
  const elementType = elementOfCall(types, 0)
  if (dims.values.some((/** @type {number} */ size) => size < 0)) throw arrayTooLarge()
  const count = dims.values.reduce(
    (/** @type {number} */ product, /** @type {number} */ size) => product * size,
    dims.values.length === 0 ? 0 : 1,
  )
  const bounds = lows === undefined ? dims.values.map(() => 1) : lows.values
  if (bounds.length !== dims.values.length)
    throw arraySubscript(
      'wrong number of array subscripts',
      'Low bound array has different size than dimensions array.',
    )
  if (count === 0) return arrayOf(elementType, [])
  if (count > ARRAY_SIZE_MAX) throw arrayTooLarge()
  // An array of a length given in advance is a table of places beyond 32 million.
  const values = count > 32_000_000 ? [] : new Array(count).fill(value)
  while (values.length < count) values.push(value)
  return new PgArray(elementType, dims.values, bounds, values)
}
family.typed(
  ['array_fill', 'array_fill_with_lower_bounds'],
  (ctx, types, value, dims, lows) => fill(types, value, dims, lows),
  {
    size: (value, dims) => {
      const count =
        dims === null
          ? 0
          : dims.values.reduce(
              (/** @type {number} */ product, /** @type {number} */ size) => product * Math.max(size, 0),
              1,
            )
      return count > ARRAY_SIZE_MAX ? 0 : ELEMENT_BYTES * count
    },
  },
)

/** @param {FunctionContext} ctx @param {any} array @param {string} separator @param {string | null} [nullText] */
function join(ctx, array, separator, nullText = null) {
  if (array === null || separator === null) return null
  const ops = elementOps(array.elementType)
  const parts = []
  for (const value of array.values) {
    if (value !== null) parts.push(ops.format(value, ctx.env))
    else if (nullText !== null) parts.push(nullText)
  }
  return parts.join(separator)
}
family.context(['array_to_text', 'array_to_text_null'], join, { steps: joinInSteps })

/**
 * With a rest now and then.
 * @param {FunctionContext} ctx
 * @param {any} array
 * @param {string} separator
 * @param {string | null} [nullText]
 * @returns {Generator<void, string | null, void>}
 */
function* joinInSteps(ctx, array, separator, nullText = null) {
  if (array === null || separator === null) return null
  const ops = elementOps(array.elementType)
  const result = new GrowingText('')
  for (let at = 0, isFirst = true; at < array.values.length; at++) {
    const text = array.values[at] === null ? nullText : ops.format(array.values[at], ctx.env)
    if (text !== null) {
      result.add(isFirst ? text : separator + text)
      isFirst = false
    }
    if (at % ELEMENTS === 0) yield
  }
  return result.toString()
}

/** Between two rests. */
const ELEMENTS = 4096

/**
 * @param {string} text
 * @param {string | null} separator
 * @param {string | null} [nullText]
 * @param {(a: string, b: string) => boolean} [same]
 */
export function splitText(text, separator, nullText = null, same = (a, b) => a === b) {
  const parts = separator === null ? [...text] : text === '' ? [] : separator === '' ? [text] : text.split(separator)
  return nullText === null ? parts : parts.map((part) => (same(part, nullText) ? null : part))
}
family.add(
  ['text_to_array', 'text_to_array_null'],
  (text, separator, nullText) => (text === null ? null : arrayOf(T.TEXT, splitText(text, separator, nullText))),
  { steps: splitInSteps },
)
family.add(['text_to_table', 'text_to_table_null'], fieldsInTurn, { set: true })

/**
 * With a rest now and then.
 * @param {string} text
 * @param {string | null} separator
 * @param {string | null} [nullText]
 * @returns {Generator<void, any, void>}
 */
function* splitInSteps(text, separator, nullText = null) {
  if (text === null) return null
  /** @type {(string | null)[]} */
  const values = []
  let count = 0
  for (const field of fieldsInTurn(text, separator, nullText)) {
    values.push(field)
    if (++count % ELEMENTS !== 0) continue
    charge(values.length * ELEMENT_BYTES, 'the result of string_to_array()')
    yield
  }
  return arrayOf(T.TEXT, values)
}

/**
 * @param {string} text
 * @param {string | null} separator
 * @param {string | null} [nullText]
 * @returns {Generator<string | null, void, void>}
 */
function* fieldsInTurn(text, separator, nullText = null) {
  if (text === null || (text === '' && separator !== null)) return
  const shown = (/** @type {string} */ part) => part === nullText ? null : part
  if (separator === null) for (const letter of text) yield shown(letter)
  else if (separator === '') yield shown(text)
  else {
    let from = 0
    for (let to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
      yield shown(text.slice(from, to))
      from = to + separator.length
    }
    yield shown(text.slice(from))
  }
}
family.add('width_bucket_array', (value, thresholds) => {
  if (thresholds.dims.length > 1) throw arraySubscript('thresholds must be one-dimensional array')
  if (thresholds.values.includes(null)) throw nullNotAllowed('thresholds array must not contain NULLs')
  const compare = builtinType(thresholds.elementType)?.compare ?? (() => 0)
  let low = 0
  let high = thresholds.values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(value, thresholds.values[middle]) < 0) high = middle
    else low = middle + 1
  }
  return low
})
