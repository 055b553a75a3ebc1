/** seg 1.4: spans of measured numbers. */
import { Family } from '../../functions/impl.js'
import { putFloat } from '../../types/key/fixed.js'
import { TypeOps } from '../../types/type-ops.js'
import { hash32 } from '../index-keys.js'
import { valueFunctions } from '../value-functions.js'
import {
  compareSegs, contains, formatSeg, intersection, overlaps, parseSeg, sortParts, union,
} from './segments.js'
import { segScript } from './script.js'

/** @import { GistColumn } from '../../types/gist/keys.js' */
/** @import { TypeOfLibrary } from '../../types/libraries.js' */
/** @import { Seg } from './segments.js' */

const family = new Family()
family.all({
  seg_cmp: compareSegs,
  seg_lt: (a, b) => compareSegs(a, b) < 0,
  seg_le: (a, b) => compareSegs(a, b) <= 0,
  seg_gt: (a, b) => compareSegs(a, b) > 0,
  seg_ge: (a, b) => compareSegs(a, b) >= 0,
  seg_same: (a, b) => compareSegs(a, b) === 0,
  seg_different: (a, b) => compareSegs(a, b) !== 0,
  seg_contains: contains,
  seg_contained: (a, b) => contains(b, a),
  seg_overlap: overlaps,
  seg_left: (a, b) => a.upper < b.lower,
  seg_right: (a, b) => a.lower > b.upper,
  seg_over_left: (a, b) => a.upper <= b.upper,
  seg_over_right: (a, b) => a.lower >= b.lower,
  seg_union: union,
  seg_inter: intersection,
  seg_size: ({ lower, upper }) => Math.fround(Math.abs(Math.fround(upper - lower))),
  seg_center: ({ lower, upper }) => Math.fround((lower + upper) / 2),
  seg_lower: ({ lower }) => lower,
  seg_upper: ({ upper }) => upper,
})

// ---- stored form: two float4, then how many digits and the marks of each

const BYTES = 12
const MARKS = ['', '~', '<', '>', '-']

/** @param {Seg} seg @param {DataView} view @param {number} at */
function put({ lower, upper, lowerDigits, upperDigits, lowerMark, upperMark }, view, at) {
  view.setFloat32(at, lower, true)
  view.setFloat32(at + 4, upper, true)
  view.setUint8(at + 8, lowerDigits)
  view.setUint8(at + 9, upperDigits)
  view.setUint8(at + 10, MARKS.indexOf(lowerMark))
  view.setUint8(at + 11, MARKS.indexOf(upperMark))
  return at + BYTES
}

/** @param {DataView} view @param {number} at @returns {Seg} */
const take = (view, at) => ({
  lower: view.getFloat32(at, true), upper: view.getFloat32(at + 4, true), lowerDigits: view.getUint8(at + 8),
  upperDigits: view.getUint8(at + 9), lowerMark: MARKS[view.getUint8(at + 10)],
  upperMark: MARKS[view.getUint8(at + 11)],
})

/** @param {Seg} seg @param {Uint8Array} out @param {number} at */
function putKey(seg, out, at) {
  for (const part of sortParts(seg)) at = putFloat(part, out, at)
  return at
}

const scratch = new Uint8Array(128)

/** @param {TypeOfLibrary} type */
const segType = ({ oid, name, category }) => new TypeOps({
  oid, name, category, kind: 'var', parse: parseSeg, format: (seg) => formatSeg(seg),
  encodedBytes: () => BYTES,
  encode: (seg, _bytes, view, at) => put(seg, view, at),
  decode: (_bytes, view, start) => take(view, start),
  compare: compareSegs,
  hash: (seg) => hash32(scratch.subarray(0, putKey(seg, scratch, 0)), 0) | 0,
  putKey,
})

// ---- gist: the span around all below

const [LEFT, OVER_LEFT, OVERLAPS, OVER_RIGHT, RIGHT, SAME, CONTAINS, CONTAINED] = [1, 2, 3, 4, 5, 6, 7, 8]

/** @type {() => GistColumn} */
const segColumn = () => ({
  leaf: (seg) => seg,
  size: () => BYTES,
  encode: (seg, _bytes, view, at) => put(seg, view, at),
  decode: (_bytes, view, at) => take(view, at),
  union,
  covers: contains,
  penalty: (outer, key) => {
    if (contains(outer, key)) return 0
    const growth = Math.max(0, outer.lower - key.lower) + Math.max(0, key.upper - outer.upper)
    return growth > 0 ? growth : Number.MIN_VALUE
  },
  orders: [compareSegs],
  query: (_strategy, value) => value,
  consistent: (key, value, strategy, isLeaf) => {
    switch (strategy) {
      case LEFT: return key.lower < value.lower && (!isLeaf || key.upper < value.lower)
      case OVER_LEFT: return key.lower <= value.upper && (!isLeaf || key.upper <= value.upper)
      case OVERLAPS: return overlaps(key, value)
      case OVER_RIGHT: return key.upper >= value.lower && (!isLeaf || key.lower >= value.lower)
      case RIGHT: return key.upper > value.upper && (!isLeaf || key.lower > value.upper)
      case SAME: return isLeaf ? compareSegs(key, value) === 0 : contains(key, value)
      case CONTAINS: return contains(key, value)
      case CONTAINED: return isLeaf ? contains(value, key) : overlaps(key, value)
      default: return true
    }
  },
  distance: null,
})

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: segScript,
  functions: [...valueFunctions({ input: ['seg_in'], output: ['seg_out'] }), ...family.functions],
  values: {
    types: { seg_in: segType }, natural: ['seg_cmp'], gist: { gseg_consistent: segColumn },
  },
}
