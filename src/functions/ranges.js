/**
 * Functions and operators of ranges and multiranges. A value knows its kind; only constructors ask the call what to
 * make.
 */
import { invalidBoundFlags, multirangeOfMatrix, nullBoundFlags, nullInMultirange } from '../errors/ranges.js'
import { builtins } from '../catalog/store/builtins.js'
import { toInt8 } from '../types/numbers/int8.js'
import { builtinType, typesInUse } from '../types/lookup.js'
import { subtractNumeric } from '../types/numbers/numeric.js'
import * as M from '../types/range/multirange.js'
import * as R from '../types/range/range.js'
import { noHash, rangeFlags } from '../types/range/types.js'
import { hashInteger } from './comparison/hash.js'
import { ByteWriter } from '../util/byte-writer.js'
import { numericToFloat } from './conversion.js'
import { Family } from './impl.js'
import { lookup } from './lookup.js'
import { notARangeType } from '../errors/values.js'
/** @import { CallTypes } from './impl.js' */

const family = new Family()
export const rangeFunctions = family.functions

/** @typedef {import('../types/range/range.js').PgRange} PgRange */
/** @typedef {import('../types/range/range.js').RangeKind} RangeKind */
/** @typedef {import('../types/range/multirange.js').PgMultirange} PgMultirange */

// ---- constructors

/** @param {CallTypes} types @returns {RangeKind} of what the call is to give */
function kindOfResult(types) {
  const kind = builtinType(types.result)?.range
  if (!kind) throw notARangeType(types.result)
  return kind
}

family.add('range_constructor2', (types, lower, upper) => R.makeRange(kindOfResult(types), lower, upper, true, false), {
  typed: true,
})
family.add(
  'range_constructor3',
  (types, lower, upper, flags) => {
    if (flags === null) throw nullBoundFlags()
    if (!/^[[(][\])]$/.test(flags)) throw invalidBoundFlags()
    return R.makeRange(kindOfResult(types), lower, upper, flags[0] === '[', flags[1] === ']')
  },
  { typed: true }
)
family.add('multirange_constructor0', (types) => new M.PgMultirange(kindOfResult(types), []), { typed: true })
family.add('multirange_constructor1', (range) => M.normalised(range.kind, [range]))
family.add('multirange_constructor2', (types, array) => {
  checkRangesOf(array)
  return M.normalised(kindOfResult(types), array.values)
}, { typed: true, steps: (types, array) => {
  checkRangesOf(array)
  return M.normalisedSteps(kindOfResult(types), array.values)
} })

/** @param {import('../types/pg-array.js').PgArray} array @throws {DbError} 22000 */
function checkRangesOf(array) {
  if (array.dims.length > 1) throw multirangeOfMatrix()
  if (array.values.includes(null)) throw nullInMultirange()
}

// ---- parts

/** @param {PgRange} range */
const hasLower = (range) => !range.isEmpty && range.lower !== null
/** @param {PgRange} range */
const hasUpper = (range) => !range.isEmpty && range.upper !== null
family.all({
  range_lower: (range) => range.lower,
  range_upper: (range) => range.upper,
  multirange_lower: ({ ranges }) => ranges.length === 0 ? null : ranges[0].lower,
  multirange_upper: ({ ranges }) => ranges.length === 0 ? null : ranges[ranges.length - 1].upper,
})

/** @param {string} name @param {(value: any) => boolean} test */
const question = (name, test) => family.add(name, test, { nullable: false })
question('range_empty', (range) => range.isEmpty)
question('range_lower_inc', (range) => hasLower(range) && range.lowerInc)
question('range_upper_inc', (range) => hasUpper(range) && range.upperInc)
question('range_lower_inf', (range) => !range.isEmpty && range.lower === null)
question('range_upper_inf', (range) => !range.isEmpty && range.upper === null)
question('multirange_empty', ({ ranges }) => ranges.length === 0)
question('multirange_lower_inc', ({ ranges }) => ranges.length > 0 && ranges[0].lowerInc)
question('multirange_upper_inc', ({ ranges }) => ranges.length > 0 && ranges[ranges.length - 1].upperInc)
question('multirange_lower_inf', ({ ranges }) => ranges.length > 0 && ranges[0].lower === null)
question('multirange_upper_inf', ({ ranges }) => ranges.length > 0 && ranges[ranges.length - 1].upper === null)

// ---- comparison

/** @param {string} prefix @param {(a: any, b: any) => number} compare @param {(a: any, b: any) => boolean} equals */
function comparisons(prefix, compare, equals) {
  const options = { nullable: false }
  family.add(`${prefix}_eq`, equals, options)
  family.add(`${prefix}_ne`, (a, b) => !equals(a, b), options)
  family.add(`${prefix}_lt`, (a, b) => compare(a, b) < 0, options)
  family.add(`${prefix}_le`, (a, b) => compare(a, b) <= 0, options)
  family.add(`${prefix}_gt`, (a, b) => compare(a, b) > 0, options)
  family.add(`${prefix}_ge`, (a, b) => compare(a, b) >= 0, options)
  family.add(`${prefix}_cmp`, (a, b) => Math.sign(compare(a, b)), options)
}
comparisons('range', R.compareRanges, R.equalRanges)
comparisons('multirange', M.compareMultiranges, M.equalMultiranges)

// ---- operators

/** @param {string | string[]} names @param {(a: any, b: any) => boolean} test */
const operator = (names, test) => family.add(names, test, { nullable: false })
operator('range_contains_elem', R.containsElement)
operator('elem_contained_by_range', (value, range) => R.containsElement(range, value))
operator('range_contains', R.contains)
operator('range_contained_by', (a, b) => R.contains(b, a))
operator('range_overlaps', R.overlaps)
operator('range_before', R.before)
operator('range_after', (a, b) => R.before(b, a))
operator('range_overleft', R.overleft)
operator('range_overright', R.overright)
operator('range_adjacent', R.adjacent)
operator('multirange_contains_elem', M.multirangeContainsElement)
operator('elem_contained_by_multirange', (value, multirange) => M.multirangeContainsElement(multirange, value))
operator(['multirange_contains_range', 'multirange_contains_multirange', 'range_contains_multirange'], M.containsAll)
operator(
  ['range_contained_by_multirange', 'multirange_contained_by_multirange', 'multirange_contained_by_range'],
  (a, b) => M.containsAll(b, a)
)

/** A name for each of the three mixtures. @param {string} name */
const mixed = (name) => [`range_${name}_multirange`, `multirange_${name}_range`, `multirange_${name}_multirange`]
operator(mixed('overlaps'), M.overlap)
operator(mixed('before'), M.allBefore)
operator(mixed('after'), (a, b) => M.allBefore(b, a))
operator(mixed('overleft'), M.noFurtherRight)
operator(mixed('overright'), M.noFurtherLeft)
operator(mixed('adjacent'), M.sideBySide)

/**
 * @param {string | string[]} names @param {(a: any, b: any) => unknown} call
 * @param {(a: any, b: any) => Generator<void, unknown, void>} [steps]
 */
const combination = (names, call, steps) =>
  family.add(names, call, { nullable: false, ...(steps === undefined ? {} : { steps }) })
combination('range_union', R.union)
combination('range_merge', R.spanOf)
combination(['range_intersect', 'range_intersect_agg_transfn'], R.intersection)
combination('range_minus', R.difference)
combination('multirange_union', (a, b) => M.normalised(a.kind, a.ranges.concat(b.ranges)),
  (a, b) => M.normalisedSteps(a.kind, a.ranges.concat(b.ranges)))
combination(['multirange_intersect', 'multirange_intersect_agg_transfn'], M.multirangeIntersection,
  M.intersectionSteps)
combination('multirange_minus', M.multirangeDifference, M.differenceSteps)
family.add('range_merge_from_multirange', M.spanOfAll, { nullable: false })
family.add('multirange_unnest', (multirange) => multirange.ranges, { set: true })

// ---- canonical form, distance

family.add(['int4range_canonical', 'int8range_canonical', 'daterange_canonical'], (range) => range, { nullable: false })
family.add(['int4range_subdiff', 'int8range_subdiff', 'daterange_subdiff'], (a, b) => Number(BigInt(a) - BigInt(b)), {
  nullable: false,
})
family.add('numrange_subdiff', (a, b) => numericToFloat(subtractNumeric(a, b)), { nullable: false })
family.add(['tsrange_subdiff', 'tstzrange_subdiff'], (a, b) => (Number(a) - Number(b)) / 1000000, {
  nullable: false,
})

/** @type {ByteWriter | null} */
let writer = null

family.context(['range_send', 'multirange_send'], ({ session }, value) => {
  writer ??= new ByteWriter(256)
  writer.reset()
  const type = builtinType(value instanceof M.PgMultirange ? value.kind.multirangeOid : value.kind.oid)
  type?.send(value, writer, session.clientEnv)
  return writer.copy()
}, { nullable: false })

// ---- hash

/**
 * The subtype's hash function as SQL has it.
 * @param {RangeKind} kind
 * @param {boolean} extended
 * @returns {(value: any, seed: number | bigint) => number | bigint}
 */
function subtypeHash({ sub, subtype }, extended) {
  const ops = /** @type {any} */ (typesInUse())?.hashOps(subtype)
  if (ops === undefined) throw noHash(sub)
  const impl = lookup(
    builtins.func(extended ? builtins.familyFunction(ops.family, ops.inputType, ops.inputType, 2) : ops.hash)?.source ??
      ''
  )
  if (impl === undefined || impl.context || impl.typed) throw noHash(sub)
  return impl.call
}

const MASK = 0xffffffffffffffffn

/** @param {PgRange} range @returns {number} signed */
function hashOf(range) {
  const hash = subtypeHash(range.kind, false)
  let result = Number(hashInteger(rangeFlags(range))) ^ (range.lower === null ? 0 : Number(hash(range.lower, 0)))
  result = (result << 1) | (result >>> 31)
  return result ^ (range.upper === null ? 0 : Number(hash(range.upper, 0)))
}

/** @param {PgRange} range @param {number | bigint} seed @returns {bigint} unsigned */
function wideHashOf(range, seed) {
  const hash = subtypeHash(range.kind, true)
  const part = (/** @type {any} */ bound) => bound === null ? 0n : BigInt.asUintN(64, BigInt(hash(bound, seed)))
  let result = BigInt.asUintN(64, BigInt(hashInteger(rangeFlags(range), BigInt(seed)))) ^ part(range.lower)
  // Each half is rotated by itself.
  result = ((result << 1n) & 0xfffffffefffffffen) | ((result >> 31n) & 0x100000001n)
  return result ^ part(range.upper)
}

family.add('hash_range', hashOf)
family.add('hash_range_extended', (range, seed) => toInt8(BigInt.asIntN(64, wideHashOf(range, seed))))
family.add('hash_multirange', (multirange) => {
  let result = 1
  for (const range of multirange.ranges) result = (Math.imul(result, 31) + hashOf(range)) | 0
  return result
})
family.add('hash_multirange_extended', (multirange, seed) => {
  let result = 1n
  for (const range of multirange.ranges) result = (result * 31n + wideHashOf(range, seed)) & MASK
  return toInt8(BigInt.asIntN(64, result))
})
