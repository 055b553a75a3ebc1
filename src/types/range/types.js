/**
 * Range and multirange types. Stored form of a range: one byte of flags (those of PostgreSQL's binary format), then the
 * bounds there are, each in the subtype's stored form, after a u32 length where that is of varying length. Of a
 * multirange: u32 count, then per range u32 length and its stored form.
 *
 * Key bytes: 0 for empty; else 1, lower bound, upper bound. A bound is 0 (no lower one), 2 (no upper one), or the
 * subtype's key part and a byte that puts an inclusive lower bound before an exclusive one, an inclusive upper bound
 * behind it. A multirange: per range 1 and its bounds, 0 at the end.
 */
import { invalidBinary, messageTooShort } from '../../errors/data.js'
import { integerOutOfRange } from '../../errors/data.js'
import { DATE_INFINITY, DATE_MINUS_INFINITY, checkDate } from '../datetime/datetime.js'
import { int8Add, mix32 } from '../numbers/int8.js'
import { encodeKeyPart } from '../key.js'
import { ownType } from '../lookup.js'
import { readI32, TypeOps } from '../type-ops.js'
import { compareMultiranges, equalMultiranges, normalised, PgMultirange } from './multirange.js'
import { compareRanges, equalRanges, makeRange, PgRange, RangeKind } from './range.js'
import { formatMultirange, formatMultirangeSteps, formatRange, parseMultirange, parseRange } from './text.js'
import { atOnce } from '../../util/effort.js'
import { noDataLeftInMessage, noHashFunction } from '../../errors/values.js'
/** @import { ByteWriter } from '../../util/byte-writer.js' */
/** @import { TypeEnv } from '../type-ops.js' */

const EMPTY = 1
const LOWER_INC = 2
const UPPER_INC = 4
const LOWER_INF = 8
const UPPER_INF = 16

/**
 * Discrete subtypes: the function that makes the canonical form of their built-in range, and the value after one.
 * @type {Record<number, { source: string, next: (value: any) => any }>}
 */
export const CANONICAL = {
  23: {
    source: 'int4range_canonical',
    next: (value) => {
      if (value === 2147483647) throw integerOutOfRange()
      return value + 1
    },
  },
  20: { source: 'int8range_canonical', next: (value) => int8Add(value, 1) },
  1082: {
    source: 'daterange_canonical',
    next: (value) => (value === DATE_INFINITY || value === DATE_MINUS_INFINITY ? value : checkDate(value + 1)),
  },
}

/** The value after one of a discrete type. @param {number} subtype @returns {((value: any) => any) | null} */
export const nextOf = (subtype) => CANONICAL[subtype]?.next ?? null

/** @param {PgRange} range */
export const rangeFlags = (range) =>
  range.isEmpty
    ? EMPTY
    : (range.lower === null ? LOWER_INF : range.lowerInc ? LOWER_INC : 0) |
      (range.upper === null ? UPPER_INF : range.upperInc ? UPPER_INC : 0)

// ---- stored form

/** @param {PgRange} range */
function rangeBytes({ kind: { sub }, lower, upper }) {
  const head = sub.fixedBytes === 0 ? 4 : 0
  return (
    1 + (lower === null ? 0 : head + sub.encodedBytes(lower)) + (upper === null ? 0 : head + sub.encodedBytes(upper))
  )
}

/** @param {TypeOps} sub @param {any} value @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function encodeBound(sub, value, bytes, view, at) {
  if (sub.fixedBytes !== 0) return sub.encode(value, bytes, view, at)
  const end = sub.encode(value, bytes, view, at + 4)
  view.setUint32(at, end - at - 4, true)
  return end
}

/** @param {PgRange} range @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function encodeRange(range, bytes, view, at) {
  bytes[at++] = rangeFlags(range)
  const { sub } = range.kind
  if (range.lower !== null) at = encodeBound(sub, range.lower, bytes, view, at)
  if (range.upper !== null) at = encodeBound(sub, range.upper, bytes, view, at)
  return at
}

/** @param {RangeKind} kind @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function decodeRange(kind, bytes, view, at) {
  const flags = bytes[at++]
  if ((flags & EMPTY) !== 0) return kind.empty
  const { sub } = kind
  const fixed = sub.fixedBytes
  let lower = null
  if ((flags & LOWER_INF) === 0) {
    const end = fixed !== 0 ? at + fixed : at + 4 + view.getUint32(at, true)
    lower = sub.decode(bytes, view, fixed !== 0 ? at : at + 4, end)
    at = end
  }
  let upper = null
  if ((flags & UPPER_INF) === 0) {
    const end = fixed !== 0 ? at + fixed : at + 4 + view.getUint32(at, true)
    upper = sub.decode(bytes, view, fixed !== 0 ? at : at + 4, end)
  }
  return new PgRange(kind, false, lower, upper, (flags & LOWER_INC) !== 0, (flags & UPPER_INC) !== 0)
}

// ---- binary format

/** @param {PgRange} range @param {ByteWriter} writer @param {TypeEnv} env */
function sendRange(range, writer, env) {
  writer.u8(rangeFlags(range))
  for (const bound of [range.lower, range.upper]) {
    if (bound === null) continue
    const mark = writer.reserveLength()
    range.kind.sub.send(bound, writer, env)
    writer.patchLength(mark)
  }
}


/** @param {RangeKind} kind @param {Uint8Array} bytes @param {number} start @param {number} end @param {TypeEnv} env */
function receiveRange(kind, bytes, start, end, env) {
  if (start >= end) throw noDataLeftInMessage()
  const flags = bytes[start] & (EMPTY | LOWER_INC | UPPER_INC | LOWER_INF | UPPER_INF)
  let at = start + 1
  const bound = (/** @type {number} */ infinite) => {
    if ((flags & (EMPTY | infinite)) !== 0) return null
    if (at + 4 > end) throw messageTooShort()
    const size = readI32(bytes, at)
    at += 4
    if (size < 0 || at + size > end) throw messageTooShort()
    const value = kind.sub.receive(bytes, at, at + size, -1, env)
    at += size
    return value
  }
  const lower = bound(LOWER_INF)
  const upper = bound(UPPER_INF)
  if (at !== end) throw invalidBinary('incorrect binary data format')
  return (flags & EMPTY) !== 0
    ? kind.empty
    : makeRange(kind, lower, upper, (flags & LOWER_INC) !== 0, (flags & UPPER_INC) !== 0)
}

/** @param {RangeKind} kind @param {Uint8Array} bytes @param {number} start @param {number} end @param {TypeEnv} env */
function receiveMultirange(kind, bytes, start, end, env) {
  if (start + 4 > end) throw messageTooShort()
  const count = readI32(bytes, start)
  let at = start + 4
  const ranges = []
  for (let i = 0; i < count; i++) {
    if (at + 4 > end) throw messageTooShort()
    const size = readI32(bytes, at)
    at += 4
    if (size < 0 || at + size > end) throw messageTooShort()
    ranges.push(receiveRange(kind, bytes, at, at + size, env))
    at += size
  }
  if (at !== end) throw invalidBinary('incorrect binary data format')
  return normalised(kind, ranges)
}

// ---- hash and key bytes

/** @param {PgRange} range */
function hashRange(range) {
  const { sub } = range.kind
  if (sub.hash === undefined) throw noHash(sub)
  const lower = range.lower === null ? 0 : sub.hash(range.lower)
  const upper = range.upper === null ? 0 : sub.hash(range.upper)
  return mix32(Math.imul(Math.imul(rangeFlags(range), 31) + lower, 31) + upper)
}

/** @param {TypeOps} sub */
export const noHash = (sub) => noHashFunction(sub.display)

/** @param {PgRange} range not empty @param {Uint8Array} out @param {number} at */
function putBounds(range, out, at) {
  const { subtype } = range.kind
  if (range.lower === null) out[at++] = 0
  else {
    at = encodeKeyPart(subtype, range.lower, false, false, out, at)
    out[at++] = range.lowerInc ? 0 : 1
  }
  if (range.upper === null) out[at++] = 2
  else {
    at = encodeKeyPart(subtype, range.upper, false, false, out, at)
    out[at++] = range.upperInc ? 1 : 0
  }
  return at
}

/** @param {PgRange} range @param {Uint8Array} out @param {number} at */
function putRange(range, out, at) {
  out[at] = range.isEmpty ? 0 : 1
  return range.isEmpty ? at + 1 : putBounds(range, out, at + 1)
}

/** @param {PgMultirange} multirange @param {Uint8Array} out @param {number} at */
function putMultirange({ ranges }, out, at) {
  for (const range of ranges) {
    out[at] = 1
    at = putBounds(range, out, at + 1)
  }
  out[at] = 0
  return at + 1
}

// ---- types

/** @param {RangeKind} kind @param {string} [display] @returns {TypeOps} */
export function rangeType(kind, display) {
  return new TypeOps({
    oid: kind.oid, name: kind.name, display, kind: 'var', category: 'R', range: kind,
    parse: (text, _typmod, env) => parseRange(text, kind, env),
    format: formatRange,
    receive: (bytes, start, end, _typmod, env) => receiveRange(kind, bytes, start, end, env),
    send: sendRange,
    compare: compareRanges, equals: equalRanges, hash: hashRange,
    encodedBytes: rangeBytes, encode: encodeRange,
    decode: (bytes, view, start) => decodeRange(kind, bytes, view, start),
    putKey: putRange,
  })
}

/** @param {RangeKind} kind @param {string} name @param {string} [display] @returns {TypeOps} */
export function multirangeType(kind, name, display) {
  return new TypeOps({
    oid: kind.multirangeOid, name, display, kind: 'var', category: 'R', range: kind,
    parse: (text, _typmod, env) => atOnce(parseMultirange(text, kind, env)),
    parseSteps: (text, _typmod, env) => parseMultirange(text, kind, env),
    format: formatMultirange,
    formatSteps: formatMultirangeSteps,
    receive: (bytes, start, end, _typmod, env) => receiveMultirange(kind, bytes, start, end, env),
    send: (value, writer, env) => {
      writer.i32(value.ranges.length)
      for (const range of value.ranges) {
        const mark = writer.reserveLength()
        sendRange(range, writer, env)
        writer.patchLength(mark)
      }
    },
    compare: compareMultiranges, equals: equalMultiranges,
    hash: (value) => {
      let hash = 1
      for (const range of value.ranges) hash = mix32(Math.imul(hash, 31) + hashRange(range))
      return hash
    },
    encodedBytes: ({ ranges }) => {
      let bytes = 4
      for (const range of ranges) bytes += 4 + rangeBytes(range)
      return bytes
    },
    encode: ({ ranges }, bytes, view, at) => {
      view.setUint32(at, ranges.length, true)
      at += 4
      for (const range of ranges) {
        const end = encodeRange(range, bytes, view, at + 4)
        view.setUint32(at, end - at - 4, true)
        at = end
      }
      return at
    },
    decode: (bytes, view, start) => {
      const count = view.getUint32(start, true)
      const ranges = []
      for (let i = 0, at = start + 4; i < count; i++) {
        const size = view.getUint32(at, true)
        ranges.push(decodeRange(kind, bytes, view, at + 4))
        at += 4 + size
      }
      return new PgMultirange(kind, ranges)
    },
    putKey: putMultirange,
  })
}

/** @param {import('../oids.js').RangePair} pair of a built-in one @returns {TypeOps[]} */
export function builtinRangeTypes({ oid, name, multirangeOid, multirangeName, subtype }) {
  const kind = new RangeKind({
    oid, name, multirangeOid, sub: /** @type {TypeOps} */ (ownType(subtype)), next: nextOf(subtype),
  })
  return [rangeType(kind), multirangeType(kind, multirangeName)]
}
