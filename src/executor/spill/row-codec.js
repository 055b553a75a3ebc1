/**
 * Rows (arrays of datums) as bytes of a temporary file, and back.
 *
 *   row   = u32 byte count behind this word, then per value a tag and its bytes (little-endian)
 *   tag   0 null   1 int32   2 float64   3 BigInt, 8 bytes   4 text: u32 bytes, UTF-8   5 true   6 false
 *         7 the column type's stored form: u32 bytes, then them   8 undefined
 */
import { decodeUtf8 } from '../../types/text.js'

const encoder = new TextEncoder()

export class RowCodec {
  /** @param {any[]} types TypeOps of each column (null: never an object) */
  constructor(types) {
    this.types = types
    this.bytes = new Uint8Array(1024)
    this.view = new DataView(this.bytes.buffer)
  }

  /** @param {number} at @param {number} byteCount */
  ensure(at, byteCount) {
    if (at + byteCount <= this.bytes.length) return
    const bytes = new Uint8Array(Math.max(2 * this.bytes.length, at + byteCount))
    bytes.set(this.bytes.subarray(0, at))
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }

  /** Encodes into `this.bytes`. @param {any[]} row @returns {number} bytes, the length word included */
  encode(row) {
    let at = 4
    for (let index = 0; index < row.length; index++) {
      const value = row[index]
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
        this.bytes[at] = 3
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
    }
    this.view.setUint32(0, at - 4, true)
    return at
  }

  /** @param {Uint8Array} bytes @param {DataView} view over the same memory @param {number} at behind the length word @param {number} count of values */
  decode(bytes, view, at, count) {
    const row = new Array(count)
    for (let index = 0; index < count; index++) {
      switch (bytes[at++]) {
        case 0: row[index] = null; break
        case 1: row[index] = view.getInt32(at, true); at += 4; break
        case 2: row[index] = view.getFloat64(at, true); at += 8; break
        case 3: row[index] = view.getBigInt64(at, true); at += 8; break
        case 4: { const end = at + 4 + view.getUint32(at, true); row[index] = decodeUtf8(bytes, at + 4, end); at = end; break }
        case 5: row[index] = true; break
        case 6: row[index] = false; break
        case 7: { const end = at + 4 + view.getUint32(at, true); row[index] = this.types[index].decode(bytes, view, at + 4, end); at = end; break }
        default: row[index] = undefined
      }
    }
    return row
  }
}

/** Roughly what a row occupies in memory. @param {any[]} row */
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
