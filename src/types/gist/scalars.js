/**
 * gist keys of types with an order: the least and the greatest. What btree_gist brings, and inet's and text's own
 * classes.
 */
import { builtinType } from '../lookup.js'
import { Inet } from '../network/inet.js'
import { numberOf } from './ranges.js'
/** @import { GistColumn } from './keys.js' */
/** @import { TypeOps } from '../type-ops.js' */

/** @typedef {{ low: any, high: any }} Span */
/** @typedef {'<' | '<=' | '=' | '>=' | '>' | '<>' | 'prefix' | 'within' | 'around' | 'related'} Test */

/** By strategy, of each family of classes. */
const ORDERED = /** @type {Record<number, Test>} */ ({ 1: '<', 2: '<=', 3: '=', 4: '>=', 5: '>', 6: '<>' })
const NETWORK = /** @type {Record<number, Test>} */ ({
  3: 'related', 18: '=', 19: '<>', 20: '<', 21: '<=', 22: '>', 23: '>=', 24: 'within', 25: 'within', 26: 'around',
  27: 'around',
})
const TEXT = /** @type {Record<number, Test>} */ ({
  1: '<', 2: '<=', 3: '=', 4: '>=', 5: '>', 11: '<', 12: '<=', 14: '>=', 15: '>', 28: 'prefix',
})

/** @param {number} typeOid @returns {GistColumn} */
export const orderedColumn = (typeOid) => scalarColumn(typeOid, ORDERED)
/** @param {number} typeOid @returns {GistColumn} */
export const networkColumn = (typeOid) => scalarColumn(typeOid, NETWORK)
/** @param {number} typeOid @returns {GistColumn} */
export const textColumn = (typeOid) => scalarColumn(typeOid, TEXT)

/**
 * Types whose distances are differences of numbers: int2, int4, int8, oid, float4, float8, date, time, timestamp,
 * timestamptz, money.
 */
const MEASURED = new Set([21, 23, 20, 26, 700, 701, 1082, 1083, 1114, 1184, 790])

/** @param {number} typeOid @param {Record<number, Test>} tests @returns {GistColumn} */
function scalarColumn(typeOid, tests) {
  const ops = /** @type {TypeOps} */ (builtinType(typeOid))
  const compare = /** @type {(a: any, b: any) => number} */ (ops.compare)
  const head = ops.fixedBytes === 0 ? 2 : 0
  /** @param {any} value @param {Uint8Array} bytes @param {DataView} view @param {number} at */
  const put = (value, bytes, view, at) => {
    const end = ops.encode(value, bytes, view, at + head)
    if (head > 0) view.setUint16(at, end - at - head, true)
    return end
  }
  return {
    leaf: CUT.has(typeOid) ? spanOfText : (value) => ({ low: value, high: value }),
    size: ({ low, high }) => 1 + head + ops.encodedBytes(low) + (low === high ? 0 : head + ops.encodedBytes(high)),
    encode: ({ low, high }, bytes, view, at) => {
      bytes[at] = low === high ? 1 : 2
      const end = put(low, bytes, view, at + 1)
      return low === high ? end : put(high, bytes, view, end)
    },
    decode: (bytes, view, at) => {
      const lowEnd = head > 0 ? at + 3 + view.getUint16(at + 1, true) : at + 1 + ops.fixedBytes
      const low = ops.decode(bytes, view, at + 1 + head, lowEnd)
      if (bytes[at] === 1) return { low, high: low }
      return {
        low,
        high: ops.decode(
          bytes, view, lowEnd + head, head > 0 ? lowEnd + 2 + view.getUint16(lowEnd, true) : lowEnd + ops.fixedBytes,
        ),
      }
    },
    union: (a, b) => ({
      low: compare(a.low, b.low) <= 0 ? a.low : b.low,
      high: compare(a.high, b.high) >= 0 ? a.high : b.high,
    }),
    covers: (outer, key) => compare(outer.low, key.low) <= 0 && compare(outer.high, key.high) >= 0,
    penalty: (outer, key) => growth(compare, key.low, outer.low) + growth(compare, outer.high, key.high),
    orders: [(a, b) => compare(a.low, b.low) || compare(a.high, b.high)],
    query: (_strategy, value) => value,
    consistent: (key, value, strategy) => mayHold(compare, tests[strategy], key, value),
    distance: !MEASURED.has(typeOid) ? null : (key, value) => {
      const from = compare(value, key.low) < 0 ? key.low : compare(value, key.high) > 0 ? key.high : value
      return Math.abs(numberOf(value) - numberOf(from))
    },
  }
}

/** text, varchar: in the order of their bytes, which is that of code points. */
const CUT = new Set([25, 1043])
/** No entry of a leaf is that long (storage/gist/page.js): such a text is known by how it begins. */
const TEXT_BYTES_MAX = 2000
const KEPT_CHARS = 200

/** @param {string} value @returns {Span} */
function spanOfText(value) {
  const isShort = value.length * 3 <= TEXT_BYTES_MAX || Buffer.byteLength(value) <= TEXT_BYTES_MAX
  if (isShort) return { low: value, high: value }
  const low = [...value.slice(0, 2 * KEPT_CHARS)].slice(0, KEPT_CHARS)
  return { low: low.join(''), high: textAbove(low) ?? value }
}

/** The first text behind all that begin so. @param {string[]} chars @returns {string | null} null: there is none */
function textAbove(chars) {
  for (let at = chars.length - 1; at >= 0; at--) {
    const code = /** @type {number} */ (chars[at].codePointAt(0))
    if (code === LAST_CODE) continue
    const next = code === BEFORE_SURROGATES ? BEHIND_SURROGATES : code + 1
    return chars.slice(0, at).join('') + String.fromCodePoint(next)
  }
  return null
}

const LAST_CODE = 0x10ffff
const BEFORE_SURROGATES = 0xd7ff
const BEHIND_SURROGATES = 0xe000

/** How far the first is below the second. @param {(a: any, b: any) => number} compare @param {any} a @param {any} b */
function growth(compare, a, b) {
  if (compare(a, b) >= 0) return 0
  const length = numberOf(b) - numberOf(a)
  return length > 0 ? length : Number.MIN_VALUE
}

/** @param {(a: any, b: any) => number} compare @param {Test} test @param {Span} key @param {any} value */
function mayHold(compare, test, { low, high }, value) {
  switch (test) {
    case '<': return compare(low, value) < 0
    case '<=': return compare(low, value) <= 0
    case '=': return compare(low, value) <= 0 && compare(high, value) >= 0
    case '>=': return compare(high, value) >= 0
    case '>': return compare(high, value) > 0
    case '<>': return compare(low, value) !== 0 || compare(high, value) !== 0
    case 'prefix': return compare(high, value) >= 0 && (compare(low, value) <= 0 || low.startsWith(value))
    // Networks within another one are in order between it and its last address; those around it, or as large, are
    // before the last address that is written with as many bits: host bits count last.
    case 'within': return compare(high, firstOf(value)) >= 0 && compare(low, lastOf(value)) <= 0
    case 'around': return compare(low, withHost(value, 255, value.bits)) <= 0
    default: return compare(low, lastOf(value)) <= 0
  }
}

/** @param {Inet} network @param {number} fill 0 or 255 @param {number} bits */
function withHost({ bytes, bits: kept }, fill, bits) {
  const made = bytes.slice()
  for (let bit = kept; bit < bytes.length * 8; bit++) {
    if (fill === 0) made[bit >> 3] &= ~(128 >> (bit & 7))
    else made[bit >> 3] |= 128 >> (bit & 7)
  }
  return new Inet(made, bits)
}

/** @param {Inet} network */
const firstOf = (network) => withHost(network, 0, network.bits)
/** @param {Inet} network */
const lastOf = (network) => withHost(network, 255, network.bytes.length * 8)
