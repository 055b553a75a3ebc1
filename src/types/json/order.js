/**
 * jsonb's btree order, equality, hash and key bytes.
 *
 * Object > array > boolean > number > string > null; a container with more members is greater; a scalar at the top
 * counts as an array of one, below a real array of one (so an empty array at the top is below everything). Then member
 * by member; objects as key, value, key, value. Numbers compare as numeric, strings and keys as UTF-8 bytes.
 *
 * Key bytes: 2 object | 1 array or scalar; u32 count; for non-objects 0 scalar | 1 array; members. A member begins with
 * its rank (0 null, 1 string, 2 number, 3 boolean, 4 array, 5 object); strings and keys are closed by 00 and have no 00
 * in them; nested containers have their count behind the rank.
 */
import { putNumeric, putTextBytes } from '../key/variable.js'
import { compareNumeric, hashNumeric } from '../numbers/numeric.js'
import { decodeNumeric } from '../numbers/numeric-stored.js'
import { mix32 } from '../numbers/int8.js'
import { ARRAY, NULL, NUMBER, OBJECT, readU32, STRING, TRUE } from './jsonb.js'
/** @import { Jsonb } from './jsonb.js' */

const RANK = [0, 3, 3, 1, 2, 4, 5]

/** @param {Jsonb} a @param {Jsonb} b */
export function compareJsonb(a, b) {
  const left = a.bytes[a.start]
  const right = b.bytes[b.start]
  if ((left === OBJECT) !== (right === OBJECT)) return left === OBJECT ? 1 : -1
  if (left !== OBJECT) {
    const leftCount = left === ARRAY ? readU32(a.bytes, a.start + 1) : 1
    const rightCount = right === ARRAY ? readU32(b.bytes, b.start + 1) : 1
    if (leftCount !== rightCount) return leftCount > rightCount ? 1 : -1
    if ((left === ARRAY) !== (right === ARRAY)) return left === ARRAY ? 1 : -1
  }
  return compareAt(a.bytes, a.start, a.end, b.bytes, b.start, b.end)
}

/**
 * @param {Uint8Array} a
 * @param {number} aStart
 * @param {number} aEnd
 * @param {Uint8Array} b
 * @param {number} bStart
 * @param {number} bEnd
 * @returns {number}
 */
function compareAt(a, aStart, aEnd, b, bStart, bEnd) {
  const left = a[aStart]
  const right = b[bStart]
  if (left !== right) {
    const difference = RANK[left] - RANK[right]
    return difference !== 0 ? difference : left - right
  }
  switch (left) {
    case STRING: return compareRange(a, aStart + 1, aEnd, b, bStart + 1, bEnd)
    case NUMBER: return compareNumeric(decodeNumeric(a, aStart + 1, aEnd), decodeNumeric(b, bStart + 1, bEnd))
    case ARRAY: case OBJECT: break
    default: return 0
  }
  const count = readU32(a, aStart + 1)
  const other = readU32(b, bStart + 1)
  if (count !== other) return count > other ? 1 : -1
  const words = left === OBJECT ? 2 * count : count
  const aEnds = aStart + 5
  const bEnds = bStart + 5
  const aData = aEnds + 4 * words
  const bData = bEnds + 4 * words
  for (let i = 0; i < count; i++) {
    if (left === OBJECT) {
      const order = compareRange(
        a,
        aData + endBefore(a, aEnds, i),
        aData + readU32(a, aEnds + 4 * i),
        b,
        bData + endBefore(b, bEnds, i),
        bData + readU32(b, bEnds + 4 * i)
      )
      if (order !== 0) return order
    }
    const at = words - count + i
    const order = compareAt(
      a,
      aData + endBefore(a, aEnds, at),
      aData + readU32(a, aEnds + 4 * at),
      b,
      bData + endBefore(b, bEnds, at),
      bData + readU32(b, bEnds + 4 * at)
    )
    if (order !== 0) return order
  }
  return 0
}

/** @param {Uint8Array} bytes @param {number} ends @param {number} index */
const endBefore = (bytes, ends, index) => (index === 0 ? 0 : readU32(bytes, ends + 4 * index - 4))

/**
 * @param {Uint8Array} a
 * @param {number} aAt
 * @param {number} aEnd
 * @param {Uint8Array} b
 * @param {number} bAt
 * @param {number} bEnd
 */
function compareRange(a, aAt, aEnd, b, bAt, bEnd) {
  const shorter = Math.min(aEnd - aAt, bEnd - bAt)
  for (let i = 0; i < shorter; i++) if (a[aAt + i] !== b[bAt + i]) return a[aAt + i] - b[bAt + i]
  return (aEnd - aAt) - (bEnd - bAt)
}

/** @param {Jsonb} a @param {Jsonb} b */
export function equalJsonb(a, b) {
  return compareJsonb(a, b) === 0
}

/** @param {Jsonb} value */
export const hashJsonb = (value) => mix32(hashAt(value.bytes, value.start, value.end))

/**
 * Numbers hash by value, everything else by its bytes.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number}
 */
function hashAt(bytes, start, end) {
  const tag = bytes[start]
  if (tag === NUMBER) return hashNumeric(decodeNumeric(bytes, start + 1, end))
  if (tag === STRING) return hashRange(bytes, start, end)
  if (tag !== ARRAY && tag !== OBJECT) return tag + 1
  const count = readU32(bytes, start + 1)
  const words = tag === OBJECT ? 2 * count : count
  const ends = start + 5
  const data = ends + 4 * words
  let hash = tag + count
  if (tag === OBJECT && count > 0)
    hash = Math.imul(hash, 31) + hashRange(bytes, data, data + readU32(bytes, ends + 4 * count - 4))
  for (let at = words - count; at < words; at++)
    hash =
      (Math.imul(hash, 31) + hashAt(bytes, data + endBefore(bytes, ends, at), data + readU32(bytes, ends + 4 * at))) | 0
  return hash
}

/** @param {Uint8Array} bytes @param {number} start @param {number} end */
function hashRange(bytes, start, end) {
  let hash = end - start
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x5bd1e995) ^ (hash >>> 15)
  return hash
}

// ---- key bytes

/** @param {Jsonb} value @param {Uint8Array} out @param {number} at @returns {number} end */
export function putJsonb({ bytes, start, end }, out, at) {
  const tag = bytes[start]
  out[at] = tag === OBJECT ? 2 : 1
  if (tag === OBJECT) return putMembers(bytes, start, out, at + 1)
  if (tag !== ARRAY) {
    at = putCount(1, out, at + 1)
    out[at] = 0
    return putMember(bytes, start, end, out, at + 1)
  }
  at = putCount(readU32(bytes, start + 1), out, at + 1)
  out[at] = 1
  return putElements(bytes, start, out, at + 1)
}

/** @param {number} count @param {Uint8Array} out @param {number} at */
function putCount(count, out, at) {
  out[at] = count >>> 24
  out[at + 1] = count >>> 16
  out[at + 2] = count >>> 8
  out[at + 3] = count
  return at + 4
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} out
 * @param {number} at
 * @returns {number}
 */
function putMember(bytes, start, end, out, at) {
  const tag = bytes[start]
  out[at++] = RANK[tag]
  switch (tag) {
    case NULL: return at
    case STRING: return putTextBytes(bytes, start + 1, end, out, at)
    case NUMBER: return putNumeric(decodeNumeric(bytes, start + 1, end), out, at)
    case ARRAY: return putElements(bytes, start, out, putCount(readU32(bytes, start + 1), out, at))
    case OBJECT: return putMembers(bytes, start, out, at)
    default:
      out[at] = tag === TRUE ? 1 : 0
      return at + 1
  }
}

/** @param {Uint8Array} bytes @param {number} start @param {Uint8Array} out @param {number} at */
function putElements(bytes, start, out, at) {
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + 4 * count
  for (let i = 0; i < count; i++)
    at = putMember(bytes, data + endBefore(bytes, ends, i), data + readU32(bytes, ends + 4 * i), out, at)
  return at
}

/** @param {Uint8Array} bytes @param {number} start @param {Uint8Array} out @param {number} at */
function putMembers(bytes, start, out, at) {
  const count = readU32(bytes, start + 1)
  const ends = start + 5
  const data = ends + 8 * count
  at = putCount(count, out, at)
  for (let i = 0; i < count; i++) {
    at = putTextBytes(bytes, data + endBefore(bytes, ends, i), data + readU32(bytes, ends + 4 * i), out, at)
    at = putMember(
      bytes,
      data + endBefore(bytes, ends, count + i),
      data + readU32(bytes, ends + 4 * (count + i)),
      out,
      at
    )
  }
  return at
}
