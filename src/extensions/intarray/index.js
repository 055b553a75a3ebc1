/** intarray 1.5: arrays of int4 as lists and as sets, queries over them, and their indexes. */
import { invalidParameter, nullNotAllowed } from '../../errors/data.js'
import { queryTreeIsGone } from '../../errors/extensions.js'
import { Family } from '../../functions/impl.js'
import { PgArray } from '../../types/array.js'
import { INT4 } from '../../types/oids.js'
import { encodeUtf8, utf8Bytes } from '../../types/strings/text.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'
import { TypeOps } from '../../types/type-ops.js'
import { lowerAscii } from '../../util/ascii.js'
import { setColumn } from '../../types/gist/sets.js'
import { keyType, valueFunctions } from '../value-functions.js'
import { formatQuery, matchesQuery, mayMatch, parseQuery, wantedOf } from './query.js'
import { intarrayScript } from './script.js'

/** @import { TypeOfLibrary } from '../../types/libraries.js' */
/** @import { Query } from './query.js' */

const family = new Family()

/** @param {PgArray} array @returns {number[]} */
function valuesOf({ values }) {
  if (values.includes(null)) throw nullNotAllowed('array must not contain nulls')
  return values
}

/** @param {number[]} values @returns {PgArray} */
const listOf = (values) =>
  values.length === 0 ? new PgArray(INT4, [], [], []) : new PgArray(INT4, [values.length], [1], values)

/** @param {number} a @param {number} b */
const ascending = (a, b) => a - b
/** @param {Iterable<number>} values @returns {PgArray} */
function setOf(values) {
  const all = Int32Array.from(values).sort()
  let count = 0
  for (let at = 0; at < all.length; at++) if (at === 0 || all[at] !== all[at - 1]) all[count++] = all[at]
  return listOf(Array.from(all.subarray(0, count)))
}

/** @param {PgArray} outer @param {PgArray} inner */
function contains(outer, inner) {
  const has = new Set(valuesOf(outer))
  return valuesOf(inner).every((value) => has.has(value))
}

/** @param {PgArray} a @param {PgArray} b */
const overlaps = (a, b) => {
  const has = new Set(valuesOf(a))
  return valuesOf(b).some((value) => has.has(value))
}

/** As sets. @param {PgArray} a @param {PgArray} b */
const isSame = (a, b) => [...valuesOf(a)].sort(ascending).join() === [...valuesOf(b)].sort(ascending).join()

/** @param {PgArray} array @param {Query} query */
const matches = (array, query) => {
  const has = new Set(valuesOf(array))
  return matchesQuery(query, (value) => has.has(value))
}

/** @param {PgArray} array @param {boolean} down */
const sorted = (array, down) => resized(array, [...valuesOf(array)].sort((a, b) => down ? b - a : a - b))

/**
 * An array's values changed: bounds are kept, and so are dimensions while nothing is gone; what is left is in the
 * first of them.
 * @param {PgArray} array @param {number[]} values @returns {PgArray}
 */
function resized({ dims, lowerBounds, values: before }, values) {
  if (values.length === 0) return listOf(values)
  const left = values.length === before.length ? dims : dims.map((_, at) => at === 0 ? values.length : 1)
  return new PgArray(INT4, left, lowerBounds, values)
}

family.all({
  boolop: matches,
  rboolop: (query, array) => matches(array, query),
  querytree: () => { throw queryTreeIsGone() },
  _int_contains: contains,
  _int_contained: (a, b) => contains(b, a),
  _int_overlap: overlaps,
  _int_same: isSame,
  _int_different: (a, b) => !isSame(a, b),
  _int_union: (a, b) => setOf([...valuesOf(a), ...valuesOf(b)]),
  _int_inter: (a, b) => {
    const has = new Set(valuesOf(b))
    return setOf(valuesOf(a).filter((value) => has.has(value)))
  },
  intset: (value) => listOf([value]),
  icount: ({ values }) => values.length,
  sort: (array, direction = 'asc') => {
    if (array.values.length < 2) return array
    const word = lowerAscii(direction)
    if (word !== 'asc' && word !== 'desc') throw invalidParameter('second parameter must be "ASC" or "DESC"')
    return sorted(array, word === 'desc')
  },
  sort_asc: (array) => sorted(array, false),
  sort_desc: (array) => sorted(array, true),
  uniq: (array) => resized(array, valuesOf(array).filter((value, at, all) => at === 0 || value !== all[at - 1])),
  idx: (array, value) => valuesOf(array).indexOf(value) + 1,
  subarray,
  intarray_push_elem: (array, value) => listOf([...valuesOf(array), value]),
  intarray_push_array: (a, b) => listOf([...valuesOf(a), ...valuesOf(b)]),
  intarray_del_elem: (array, gone) => resized(array, valuesOf(array).filter((value) => value !== gone)),
  intset_union_elem: (array, value) => setOf([...valuesOf(array), value]),
  intset_subtract: (a, b) => {
    const gone = new Set(valuesOf(b))
    return setOf(valuesOf(a).filter((value) => !gone.has(value)))
  },
})

/**
 * @param {PgArray} array @param {number} start from 1, below 0 from the end
 * @param {number} [length] 0: all to the end; below 0: up to that many before it
 */
function subarray(array, start, length) {
  const values = valuesOf(array)
  const first = start > 0 ? start - 1 : start
  let from = first < 0 ? values.length + first : first
  let end = values.length
  if (length !== undefined && length !== 0) end = length < 0 ? values.length + length : from + length
  from = Math.max(0, from)
  end = Math.min(values.length, end)
  return listOf(from >= end ? [] : values.slice(from, end))
}

// ---- indexes

const [OVERLAPS, EQUAL, CONTAINS, CONTAINED, MATCHES] = [3, 6, 7, 8, 20]

/** @param {number} value */
const memberOf = (value) => value >>> 0
/** @param {number} value */
const keyOf = (value) => Uint8Array.of(1, (value >> 24) ^ 0x80, value >> 16, value >> 8, value)
const EMPTY = Uint8Array.of(0)

/** @type {import('../../types/libraries.js').GinClass} */
const ginClass = {
  strategies: [OVERLAPS, EQUAL, CONTAINS, CONTAINED, MATCHES],
  extract: (array, put) => {
    if (array.values.length === 0) put(EMPTY)
    for (const value of array.values) if (value !== null) put(keyOf(value))
  },
  query: (strategy, value) => {
    if (strategy === MATCHES) return wantedOf(value, keyOf)
    const keys = value.values.filter((/** @type {number | null} */ one) => one !== null).map(keyOf)
    switch (strategy) {
      case OVERLAPS: return { all: false, keys }
      case CONTAINED: return { all: false, keys: [EMPTY, ...keys] }
      default: return keys.length === 0 ? null : { all: true, keys }
    }
  },
}

const gistColumn = () => setColumn({
  members: (/** @type {PgArray} */ array) => array.values.filter((value) => value !== null).map(memberOf),
  query: (strategy, value) => strategy === MATCHES ? { query: value, members: [] }
    : { query: null, members: value.values.filter((/** @type {number | null} */ one) => one !== null).map(memberOf) },
  consistent: (key, { query, members }, strategy) => {
    if (strategy === MATCHES) return mayMatch(query, (value) => key.has(memberOf(value)))
    return strategy === OVERLAPS ? members.some((/** @type {number} */ member) => key.has(member))
      : strategy === CONTAINED || members.every((/** @type {number} */ member) => key.has(member))
  },
})

/** @param {TypeOfLibrary} type */
const queryType = ({ oid, name, category }) => new TypeOps({
  oid, name, category, kind: 'var', parse: parseQuery, format: (query) => formatQuery(query),
  encodedBytes: (query) => utf8Bytes(formatQuery(query)),
  encode: (query, bytes, _view, at) => encodeUtf8(formatQuery(query), bytes, at),
  decode: (bytes, _view, start, end) => parseQuery(decodeUtf8(bytes, start, end)),
})

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: intarrayScript,
  library: '_int',
  functions: [
    ...valueFunctions({ input: ['bqarr_in', '_intbig_in'], output: ['bqarr_out', '_intbig_out'] }), ...family.functions,
  ],
  values: {
    types: { bqarr_in: queryType, _intbig_in: keyType },
    gin: { ginint4_queryextract: ginClass },
    gist: { g_int_consistent: gistColumn, g_intbig_consistent: gistColumn },
  },
}
