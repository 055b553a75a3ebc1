/** Which types anyelement, anyarray and their kin stand for in a call. */
import {
  ANYARRAY, ANYELEMENT, ANYENUM, ANYNONARRAY, ANYRANGE, ANYCOMPATIBLE, ANYCOMPATIBLEARRAY, ANYCOMPATIBLENONARRAY,
  ANYMULTIRANGE, TEXT, UNKNOWN,
} from '../../../types/oids.js'
import { commonType } from './common-type.js'
import { canCoerce } from './coerce.js'

/** @import { Settled } from './coerce.js' */
/** @import { BindContext } from '../context.js' */
const ANYCOMPATIBLERANGE = 5080
const ANYCOMPATIBLEMULTIRANGE = 4538
export const POLYMORPHIC = new Set([
  ANYELEMENT, ANYARRAY, ANYNONARRAY, ANYENUM, ANYRANGE, ANYMULTIRANGE, ANYCOMPATIBLE, ANYCOMPATIBLEARRAY,
  ANYCOMPATIBLENONARRAY, ANYCOMPATIBLERANGE, ANYCOMPATIBLEMULTIRANGE,
])

/** @param {number} type */
export const isPolymorphic = (type) => POLYMORPHIC.has(type)

/**
 * What the anyelement and anycompatible families stand for in a call, or null when the arguments disagree.
 * @param {BindContext} ctx @param {number[]} actual @param {number[]} declared @returns {Settled | null}
 */
export function resolvePolymorphic(ctx, actual, declared) {
  const { view } = ctx
  /** @type {Settled} */
  const settled = {
    element: 0, array: 0, range: 0, multirange: 0, compatible: 0, compatibleRange: 0, compatibleMultirange: 0,
  }
  /** Whether it is the first, or the same again. @param {keyof Settled} name @param {number} type */
  const take = (name, type) => {
    if (settled[name] !== 0 && settled[name] !== type) return false
    settled[name] = type
    return true
  }
  let count = 0
  let nonArray = false
  let needsEnum = false
  let commonNonArray = false
  let seenCommon = false
  /** @type {number[]} */
  const common = []
  for (let at = 0; at < declared.length; at++) {
    const want = declared[at]
    if (!POLYMORPHIC.has(want)) continue
    count++
    if (want === ANYNONARRAY) nonArray = true
    if (want === ANYENUM) needsEnum = true
    if (want === ANYCOMPATIBLENONARRAY) commonNonArray = true
    if (COMMON_FAMILY.has(want)) seenCommon = true
    const have = actual[at]
    if (have === UNKNOWN) continue
    const base = have === ANYARRAY ? have : view.baseType(have)
    switch (want) {
      case ANYELEMENT: case ANYNONARRAY: case ANYENUM: if (!take('element', have)) return null; break
      case ANYARRAY: if (!take('array', base)) return null; break
      case ANYRANGE: if (!take('range', base)) return null; break
      case ANYMULTIRANGE: if (!take('multirange', base)) return null; break
      case ANYCOMPATIBLE: case ANYCOMPATIBLENONARRAY: common.push(have); break
      case ANYCOMPATIBLEARRAY: {
        const inner = arrayElement(ctx, base)
        if (inner === 0) return null
        common.push(inner)
        break
      }
      case ANYCOMPATIBLERANGE: {
        const inner = ctx.rangeSubtype(base)
        if (inner === 0 || !take('compatibleRange', base)) return null
        common.push(inner)
        break
      }
      default: {
        const inner = ctx.rangeSubtype(ctx.multirangeRange(base))
        if (inner === 0 || !take('compatibleMultirange', base)) return null
        common.push(inner)
      }
    }
  }
  if (settled.array === ANYARRAY) {
    if (count > 1 && settled.element !== 0) return null
    settled.element ||= ANYELEMENT
  } else if (settled.array !== 0) {
    const inner = arrayElement(ctx, settled.array)
    if (inner === 0 || !take('element', inner)) return null
  }
  if (settled.multirange !== 0) {
    const inner = ctx.multirangeRange(settled.multirange)
    if (inner === 0 || !take('range', inner)) return null
  }
  if (settled.range !== 0) {
    const inner = ctx.rangeSubtype(settled.range)
    if (inner === 0 || !take('element', inner)) return null
  }
  // What is unknown is no enum yet: such a function is not found, rather than undetermined.
  if (needsEnum && settled.element === 0) return null
  if (settled.element !== 0 && settled.element !== ANYELEMENT) {
    if (nonArray && view.elementType(settled.element)) return null
    if (needsEnum && view.type(view.baseType(settled.element)).kind !== 'e') return null
  }
  if (common.length > 0) {
    settled.compatible = commonType(ctx, common.map((type) => /** @type {any} */ ({ type, typmod: -1 })), null)
    if (settled.compatible === 0 || !common.every((type) => canCoerce(ctx, [type], [settled.compatible], 'implicit')))
      return null
    if (commonNonArray && view.elementType(settled.compatible)) return null
    if (settled.compatibleMultirange !== 0) {
      const inner = ctx.multirangeRange(settled.compatibleMultirange)
      if (settled.compatibleRange !== 0 && settled.compatibleRange !== inner) return null
      settled.compatibleRange = inner
    }
    if (settled.compatibleRange !== 0 && ctx.rangeSubtype(settled.compatibleRange) !== settled.compatible) return null
  } else if (seenCommon) settled.compatible = TEXT
  if (settled.element !== 0 && settled.array === 0 && settled.element !== ANYELEMENT)
    settled.array = view.arrayType(settled.element)
  return settled
}

/** Of true arrays, and of the vectors. @param {BindContext} ctx @param {number} type */
const arrayElement = (ctx, type) =>
  ctx.view.elementType(type) || (type === 22 || type === 30 ? ctx.view.type(type).elementType : 0)

const COMMON_FAMILY = new Set([
  ANYCOMPATIBLE, ANYCOMPATIBLEARRAY, ANYCOMPATIBLENONARRAY, ANYCOMPATIBLERANGE, ANYCOMPATIBLEMULTIRANGE,
])

/** @param {BindContext} ctx @param {number} type declared @param {Settled} settled @returns {number} 0: nothing says */
export function substitute(ctx, type, settled) {
  switch (type) {
    case ANYELEMENT: case ANYNONARRAY: case ANYENUM: return settled.element
    case ANYARRAY: return settled.array || (settled.element ? ctx.view.arrayType(settled.element) : 0)
    case ANYRANGE: return settled.range
    case ANYMULTIRANGE: return settled.multirange || ctx.rangeMultirange(settled.range)
    case ANYCOMPATIBLE: case ANYCOMPATIBLENONARRAY: return settled.compatible
    case ANYCOMPATIBLEARRAY: return settled.compatible ? ctx.view.arrayType(settled.compatible) : 0
    case ANYCOMPATIBLERANGE: return settled.compatibleRange
    case ANYCOMPATIBLEMULTIRANGE: return settled.compatibleMultirange || ctx.rangeMultirange(settled.compatibleRange)
    default: return type
  }
}
