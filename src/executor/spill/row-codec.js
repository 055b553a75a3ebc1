/**
 * Rows (arrays of datums) as bytes of a temporary file, and back.
 *
 *   row   = u32 byte count behind this word, then per value a tag and its bytes (little-endian)
 *   tag   0 null   1 int32   2 float64   3 BigInt, 8 bytes   4 text: u32 bytes, UTF-8   5 true   6 false
 *         7 the column type's stored form: u32 bytes, then them   8 undefined
 *         9 BigInt of the upper half (xid8, pg_lsn), 8 bytes
 */
import { INT8_MAX } from '../../types/numbers/int8.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'

const encoder = new TextEncoder()

export class RowCodec {
  /** @param {any[]} types TypeOps of each column (null: never an object) */
  constructor(types) {
    this.types = types
    this.bytes = new Uint8Array(1024)
    this.view = new DataView(this.bytes.buffer)
    /** where the value that was decoded last ends */
    this.at = 0
  }

  /** @param {number} at @param {number} byteCount */
  ensure(at, byteCount) {
    if (at + byteCount <= this.bytes.length) return
    const bytes = new Uint8Array(Math.max(2 * this.bytes.length, at + byteCount))
    bytes.set(this.bytes.subarray(0, at))
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }

  /** Encodes into `this.bytes`. @param {unknown[]} row @returns {number} bytes, the length word included */
  encode(row) {
    let at = 4
    for (let index = 0; index < row.length; index++) at = this.encodeValue(row[index], index, at)
    this.view.setUint32(0, at - 4, true)
    return at
  }

  /** @param {any} value @param {number} index its column @param {number} at @returns {number} end */
  encodeValue(value, index, at) {
    this.ensure(at, 16)
    if (value === null) this.bytes[at++] = 0
    else if (typeof value === 'number') {
      if ((value | 0) === value && !Object.is(value, -0)) {
        this.bytes[at] = 1
        this.view.setInt32(at + 1, value, true)
        at += 5
      } else {
        this.bytes[at] = 2
        this.view.setFloat64(at + 1, value, true)
        at += 9
      }
    } else if (typeof value === 'string') {
      this.ensure(at, 5 + 3 * value.length)
      this.bytes[at] = 4
      const { written } = encoder.encodeInto(value, this.bytes.subarray(at + 5))
      this.view.setUint32(at + 1, written, true)
      at += 5 + written
    } else if (typeof value === 'boolean') this.bytes[at++] = value ? 5 : 6
    else if (typeof value === 'bigint') {
      this.bytes[at] = value > INT8_MAX ? 9 : 3
      this.view.setBigInt64(at + 1, value, true)
      at += 9
    } else if (value === undefined) this.bytes[at++] = 8
    else {
      const ops = this.types[index]
      this.ensure(at, 5 + ops.encodedBytes(value))
      const end = ops.encode(value, this.bytes, this.view, at + 5)
      this.bytes[at] = 7
      this.view.setUint32(at + 1, end - at - 5, true)
      at = end
    }
    return at
  }

  /**
   * @param {Uint8Array} bytes
   * @param {DataView} view over the same memory
   * @param {number} at behind the length word
   * @param {number} count of values
   */
  decode(bytes, view, at, count) {
    const row = new Array(count)
    this.at = at
    for (let index = 0; index < count; index++) row[index] = this.decodeValue(bytes, view, this.at, index)
    return row
  }

  /**
   * Also says where the value ends, in `this.at`.
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} at
   * @param {number} index its column
   * @returns {any}
   */
  decodeValue(bytes, view, at, index) {
    const tag = bytes[at++]
    switch (tag) {
      case 1: this.at = at + 4; return view.getInt32(at, true)
      case 2: this.at = at + 8; return view.getFloat64(at, true)
      case 3: this.at = at + 8; return view.getBigInt64(at, true)
      case 9: this.at = at + 8; return view.getBigUint64(at, true)
      case 4: {
        const end = this.at = at + 4 + view.getUint32(at, true)
        return decodeUtf8(bytes, at + 4, end)
      }
      case 7: {
        const end = this.at = at + 4 + view.getUint32(at, true)
        return this.types[index].decode(bytes, view, at + 4, end)
      }
      default:
        this.at = at
        return tag === 0 ? null : tag === 5 ? true : tag === 6 ? false : undefined
    }
  }
}

/** Roughly what a row occupies in memory. @param {unknown[]} row */
export function rowBytes(row) {
  let bytes = 32 + 8 * row.length
  for (let index = 0; index < row.length; index++) bytes += valueBytes(row[index])
  return bytes
}

/** Roughly what a value occupies besides the place that refers to it. @param {any} value */
export function valueBytes(value) {
  switch (typeof value) {
    case 'string': return 24 + value.length
    case 'number': return (value | 0) === value ? 0 : 16
    case 'bigint': return 24
    case 'object': return value === null ? 0 : 64 + (value.length ?? value.byteLength ?? value.values?.length * 16 | 0)
    default: return 0
  }
}
