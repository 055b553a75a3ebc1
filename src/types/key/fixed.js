/**
 * Key bytes of fixed-width values: unsigned byte order is the type's order. Big-endian; the sign bit of signed integers
 * is flipped; floats are their IEEE bits with the sign flipped (positive) or all bits flipped (negative).
 *
 * Every `put` writes the value part (no marker byte) at `out[at]` and returns the end. Nothing here allocates, except
 * for an int8 that is a BigInt. A `put` that runs past `out.length` writes nothing there and still returns the true
 * end: see key.js.
 */
import { blockOf, slotOf } from '../../util/tuple-id.js'

const floatBytes = new DataView(new ArrayBuffer(8))
const MICROS_PER_DAY = 86_400_000_000

/** @param {boolean} value @param {Uint8Array} out @param {number} at */
export function putBool(value, out, at) {
  out[at] = value ? 1 : 0
  return at + 1
}

/** "char": one unsigned byte. @param {number} value @param {Uint8Array} out @param {number} at */
export function putChar(value, out, at) {
  out[at] = value
  return at + 1
}

/** @param {number} value @param {Uint8Array} out @param {number} at */
export function putInt2(value, out, at) {
  out[at] = (value >> 8) ^ 0x80
  out[at + 1] = value
  return at + 2
}

/** int4, date. @param {number} value @param {Uint8Array} out @param {number} at */
export function putInt4(value, out, at) {
  out[at] = (value >> 24) ^ 0x80
  out[at + 1] = value >> 16
  out[at + 2] = value >> 8
  out[at + 3] = value
  return at + 4
}

/** oid and its kin: unsigned. @param {number} value @param {Uint8Array} out @param {number} at */
export function putUint4(value, out, at) {
  out[at] = value >>> 24
  out[at + 1] = value >>> 16
  out[at + 2] = value >>> 8
  out[at + 3] = value
  return at + 4
}

/** int8, timestamps, time. @param {number | bigint} value @param {Uint8Array} out @param {number} at */
export function putInt8(value, out, at) {
  let low = 0
  let high = 0
  if (typeof value === 'number') {
    low = value >>> 0 //                          modulo 2^32, exact for every safe integer
    high = (value - low) / 4294967296
  } else {
    low = Number(value & 0xffffffffn)
    high = Number(BigInt.asIntN(64, value) >> 32n)
  }
  putInt4(high, out, at)
  return putUint4(low, out, at + 4)
}

/**
 * float4 and float8 alike, as 8 bytes, so that either may be compared with the other's index. -0 is 0; NaN is last.
 * @param {number} value @param {Uint8Array} out @param {number} at
 */
export function putFloat(value, out, at) {
  if (value !== value) value = NaN
  floatBytes.setFloat64(0, value === 0 ? 0 : value)
  let high = value !== value ? 0x7ff80000 : floatBytes.getInt32(0)
  let low = value !== value ? 0 : floatBytes.getInt32(4)
  if (high < 0) {
    high = ~high
    low = ~low
  } else {
    high ^= 0x80000000
  }
  putUint4(high, out, at)
  return putUint4(low, out, at + 4)
}

/** Unsigned 64 bits: xid8, pg_lsn. @param {number | bigint} value @param {Uint8Array} out @param {number} at */
export function putUint8(value, out, at) {
  if (typeof value === 'number') {
    const low = value >>> 0
    return putUint4(low, out, putUint4((value - low) / 4294967296, out, at))
  }
  return putUint4(Number(value & 0xffffffffn), out, putUint4(Number(value >> 32n), out, at))
}

/** @param {Uint8Array} value 16 bytes @param {Uint8Array} out @param {number} at */
export function putUuid(value, out, at) {
  for (let i = 0; i < 16; i++) out[at + i] = value[i]
  return at + 16
}

/**
 * As a tuple stores it.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} out
 * @param {number} at
 */
export function putUuidBytes(bytes, start, end, out, at) {
  for (let from = start; from < end; from++) out[at++] = bytes[from]
  return at
}

/**
 * Of a type whose values all have the same length.
 * @param {Uint8Array} value
 * @param {Uint8Array} out
 * @param {number} at
 */
export function putBytes(value, out, at) {
  for (let i = 0; i < value.length; i++) out[at + i] = value[i]
  return at + value.length
}

/**
 * Tid: block 4 bytes, slot 2 bytes.
 * @param {number} tid blockNo * 512 + slotIndex
 * @param {Uint8Array} out
 * @param {number} at
 */
export function putTid(tid, out, at) {
  const slot = slotOf(tid)
  putUint4(blockOf(tid), out, at)
  out[at + 4] = slot >>> 8
  out[at + 5] = slot
  return at + 6
}

/**
 * interval orders by its length with 30-day months and 24-hour days; equal lengths ('1 month', '30 days') are equal.
 * Written as whole days (int8) and the microseconds left over (int8).
 * @param {{ months: number, days: number, micros: number | bigint }} value @param {Uint8Array} out @param {number} at
 */
export function putInterval(value, out, at) {
  const micros = BigInt(value.micros)
  const perDay = BigInt(MICROS_PER_DAY)
  let wholeDays = micros / perDay
  let rest = micros % perDay
  if (rest < 0n) {
    rest += perDay
    wholeDays -= 1n
  }
  putInt8(value.months * 30 + value.days + Number(wholeDays), out, at)
  return putInt8(Number(rest), out, at + 8)
}
