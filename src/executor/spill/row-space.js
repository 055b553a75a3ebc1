/**
 * Rows as bytes, one behind the other in one chunk outside the heap: a row costs the collector nothing, and is the same
 * in memory, in a run of a temporary file and in the window of a merge. Generated code (operators/row-code.js) writes
 * and reads them; a row is known by the offset where it starts.
 *
 *   row    = u32 byte count | u32 its number, if values are kept beside (`boxed`) | cells, the widest first | what cells refer to
 *
 *   kind          cell
 *   INT           int32
 *   INT_OR_NULL   float64; null: NaN
 *   FLOAT         float64; null: a NaN whose low word is 1
 *   BOOL          uint8: 0, 1; null: 2
 *   WIDE          float64; null: NaN; a BigInt: a NaN whose low word says where its 8 bytes are
 *   NUMERIC       float64 coefficient, uint16 scale; null: NaN; what does not fit: a NaN whose low word says where its stored form is, behind its length
 *   TEXT          u32 where its UTF-8 is, u32 byte count; null: 0
 *   BYTES         the same of bytea and uuid
 *   ANY           u32 where its tagged bytes are (row-codec.js), u32 byte count; null: 0
 *
 * "Where" counts from the row's start. Words are little-endian.
 */
import { encodeUtf8, utf8Bytes } from '../../types/strings/text.js'
import { decodeUtf8 } from '../../types/strings/utf8.js'
import { tire } from '../../util/effort.js'
import { INT8_MAX } from '../../types/numbers/int8.js'
import { Numeric } from '../../types/numbers/numeric.js'
import { decodeNumeric, encodeNumeric, numericEncodedBytes } from '../../types/numbers/numeric-stored.js'
import { copyBytes } from '../../util/copy-bytes.js'
import { giveChunk, nextCapacity, takeChunk } from '../../util/chunks.js'
import { RowCodec, valueBytes } from './row-codec.js'

/** @import { TypeOps } from '../../types/type-ops.js' */
/** @import { ExecContext } from '../context.js' */

/** high word of the NaNs that mean something */
const NAN_HIGH = 0x7ff80000
/** The same of an integer beyond int8, which is unsigned (xid8, pg_lsn). */
const UPPER_HIGH = 0x7ff80001
const FIRST_BYTES = 2048
/** Up to so many bytes are copied one by one: a call costs more. */
const SHORT_BYTES = 64
/** Beyond, a text's bytes are counted before there is room for them: three times the room costs more. */
const LONG_TEXT = 65536

/** for values that are no cell of their own: one at a time */
const codec = new RowCodec([null])

export class RowSpace {
  /**
   * @param {number} memory bytes it is expected to stay below
   * @param {number} [byteCount] to begin with
   * @param {number} [generalCount] keys kept beside
   */
  constructor(memory, byteCount = FIRST_BYTES, generalCount = 0) {
    this.memory = memory
    this.chunk = takeChunk(byteCount)
    this.bytes = new Uint8Array(this.chunk)
    this.view = new DataView(this.chunk)
    /** where the next row goes */
    this.end = 0
    /** The number the next row is to have. */
    this.number = 0
    /** values of keys that only their type can compare, by number of row @type {unknown[][]} */
    this.boxed = generalCount === 0 ? NONE : Array.from({ length: generalCount }, () => [])
    /** what they weigh, about */
    this.boxedBytes = 0
    /** for comparisons that are functions of the user's @type {ExecContext | null} */
    this.ctx = null
  }

  /** @param {number} byteCount that are to be there */
  grow(byteCount) {
    const before = this.chunk
    const held = this.bytes
    this.chunk = takeChunk(Math.max(byteCount, nextCapacity(held.length, 1, this.memory + this.memory / 8)))
    this.bytes = new Uint8Array(this.chunk)
    this.view = new DataView(this.chunk)
    this.bytes.set(held)
    giveChunk(before)
  }

  /** As if it were new, for others' rows. @param {ExecContext} ctx @param {number} generalCount */
  begin(ctx, generalCount) {
    this.memory = ctx.workMem
    this.end = 0
    this.number = 0
    this.boxed = generalCount === 0 ? NONE : Array.from({ length: generalCount }, () => [])
    this.boxedBytes = 0
    this.ctx = ctx
  }

  /** Forgets all rows. */
  clear() {
    this.end = 0
    this.number = 0
    this.boxedBytes = 0
    for (let index = 0; index < this.boxed.length; index++) this.boxed[index] = []
  }

  /** Nobody reads any more. */
  release() {
    giveChunk(this.chunk)
    this.boxed = NONE
    this.ctx = null
  }

  /**
   * @param {number} at the row
   * @param {number} cell its offset in the row
   * @param {number} end of the row so far
   * @param {string | null} value
   * @returns {number} its new end
   */
  putText(at, cell, end, value) {
    if (value === null) {
      this.view.setUint32(at + cell, 0, true)
      return end
    }
    const room = end + (value.length > LONG_TEXT ? utf8Bytes(value) : 3 * value.length)
    if (room > this.bytes.length) this.grow(room)
    const { view } = this
    const filled = encodeUtf8(value, this.bytes, end)
    view.setUint32(at + cell, end - at, true)
    view.setUint32(at + cell + 4, filled - end, true)
    return filled
  }

  /**
   * The same for a text that is bytes already.
   * @param {number} at
   * @param {number} cell
   * @param {number} end
   * @param {Uint8Array} from
   * @param {number} start
   * @param {number} stop negative: null
   */
  putBytes(at, cell, end, from, start, stop) {
    if (stop < 0) {
      this.view.setUint32(at + cell, 0, true)
      return end
    }
    const count = stop - start
    const filled = end + count
    if (filled > this.bytes.length) this.grow(filled)
    const { bytes, view } = this
    if (count <= SHORT_BYTES) for (let index = 0; index < count; index++) bytes[end + index] = from[start + index]
    else bytes.set(from.subarray(start, stop), end)
    view.setUint32(at + cell, end - at, true)
    view.setUint32(at + cell + 4, count, true)
    return filled
  }

  /**
   * The same out of memory that a view is at hand for.
   * @param {number} at
   * @param {number} cell
   * @param {number} end
   * @param {Uint8Array} from
   * @param {number} start
   * @param {number} stop negative: null
   * @param {DataView} fromView
   */
  putStored(at, cell, end, from, start, stop, fromView) {
    if (stop < 0) {
      this.view.setUint32(at + cell, 0, true)
      return end
    }
    const count = stop - start
    const filled = end + count
    if (filled > this.bytes.length) this.grow(filled)
    const { bytes, view } = this
    copyBytes(view, bytes, end, fromView, from, start, count)
    view.setUint32(at + cell, end - at, true)
    view.setUint32(at + cell + 4, count, true)
    return filled
  }

  /**
   * @param {number} at
   * @param {number} cell
   * @param {number} end
   * @param {unknown} value
   * @param {TypeOps} ops; null: values are never objects
   */
  putAny(at, cell, end, value, ops) {
    if (value === null) {
      this.view.setUint32(at + cell, 0, true)
      return end
    }
    codec.types[0] = ops
    const count = codec.encodeValue(value, 0, 0)
    if (end + count > this.bytes.length) this.grow(end + count)
    const { bytes, view } = this
    if (count <= SHORT_BYTES) for (let index = 0; index < count; index++) bytes[end + index] = codec.bytes[index]
    else bytes.set(codec.bytes.subarray(0, count), end)
    view.setUint32(at + cell, end - at, true)
    view.setUint32(at + cell + 4, count, true)
    return end + count
  }

  /** @param {number} at @param {number} cell @param {number} end @param {number | bigint | null} value */
  putWide(at, cell, end, value) {
    if (typeof value === 'number') {
      this.view.setFloat64(at + cell, value, true)
      return end
    }
    if (value === null) {
      this.view.setFloat64(at + cell, NaN, true)
      return end
    }
    if (end + 8 > this.bytes.length) this.grow(end + 8)
    this.view.setUint32(at + cell, end - at, true)
    this.view.setUint32(at + cell + 4, value > INT8_MAX ? UPPER_HIGH : NAN_HIGH, true)
    this.view.setBigInt64(end, value, true)
    return end + 8
  }

  /**
   * @param {number} at
   * @param {number} cell
   * @param {number} scale offset of the scale's cell
   * @param {number} end
   * @param {Numeric | null} value
   */
  putNumeric(at, cell, scale, end, value) {
    if (value === null) {
      this.view.setFloat64(at + cell, NaN, true)
      return end
    }
    if (typeof value.coef === 'number' && value.special === 0) {
      this.view.setFloat64(at + cell, value.coef, true)
      this.view.setUint16(at + scale, value.scale, true)
      return end
    }
    const room = end + 4 + numericEncodedBytes(value)
    if (room > this.bytes.length) this.grow(room)
    const filled = encodeNumeric(value, this.bytes, end + 4)
    this.view.setUint32(at + cell, end - at, true)
    this.view.setUint32(at + cell + 4, NAN_HIGH, true)
    this.view.setUint32(end, filled - end - 4, true)
    return filled
  }

  /** Keeps a key's value beside the row that is being written. @param {number} key @param {unknown} value */
  box(key, value) {
    const list = this.boxed[key]
    // The place of a row that was not wanted.
    if (this.number < list.length) this.boxedBytes -= 8 + valueBytes(list[this.number])
    list[this.number] = value
    this.boxedBytes += 8 + valueBytes(value)
  }
}

/** @type {unknown[][]} */
const NONE = []

/** @param {RowSpace} space @param {number} at the row @param {number} cell offset in it @returns {string | null} */
export function textCell({ view, bytes }, at, cell) {
  const start = view.getUint32(at + cell, true)
  return start === 0 ? null : decodeUtf8(bytes, at + start, at + start + view.getUint32(at + cell + 4, true))
}

/** @param {RowSpace} space @param {number} at @param {number} cell @returns {Uint8Array | null} */
export function bytesCell({ view, bytes }, at, cell) {
  const start = view.getUint32(at + cell, true)
  return start === 0 ? null : bytes.slice(at + start, at + start + view.getUint32(at + cell + 4, true))
}

/** @param {RowSpace} space @param {number} at @param {number} cell @param {TypeOps} ops @returns {any} */
export function anyCell({ view, bytes }, at, cell, ops) {
  const start = view.getUint32(at + cell, true)
  if (start === 0) return null
  codec.types[0] = ops
  return codec.decodeValue(bytes, view, at + start, 0)
}

/** @param {RowSpace} space @param {number} at @param {number} cell @returns {number | bigint | null} */
export function wideCell({ view }, at, cell) {
  const value = view.getFloat64(at + cell, true)
  if (value === value) return value
  const start = view.getUint32(at + cell, true)
  if (start === 0) return null
  return view.getUint32(at + cell + 4, true) === UPPER_HIGH
    ? view.getBigUint64(at + start, true)
    : view.getBigInt64(at + start, true)
}

/** @param {RowSpace} space @param {number} at @param {number} cell @param {number} scale @returns {Numeric | null} */
export function numericCell({ view, bytes }, at, cell, scale) {
  const coef = view.getFloat64(at + cell, true)
  if (coef === coef) return new Numeric(coef, view.getUint16(at + scale, true), 0)
  const start = view.getUint32(at + cell, true)
  return start === 0 ? null : decodeNumeric(bytes, at + start + 4, at + start + 4 + view.getUint32(at + start, true))
}

/** @param {DataView} view @param {number} at of the cell @param {number | null} value */
export function putFloat(view, at, value) {
  view.setFloat64(at, value === null ? NaN : value, true)
  if (value === null) view.setUint32(at, 1, true)
}

/** @param {DataView} view @param {number} at of the cell @returns {number | null} */
export function floatCell(view, at) {
  const value = view.getFloat64(at, true)
  return value === value || view.getUint32(at, true) !== 1 ? value : null
}

/** Bytes without the blanks at their end. @param {Uint8Array} bytes @param {number} start @param {number} count */
export function trimmedCount(bytes, start, count) {
  while (count > 0 && bytes[start + count - 1] === 32) count--
  return count
}

/**
 * The order of UTF-8 bytes.
 * @param {Uint8Array} bytes
 * @param {number} a
 * @param {number} aCount
 * @param {number} b
 * @param {number} bCount
 */
export function compareBytes(bytes, a, aCount, b, bCount) {
  const count = aCount < bCount ? aCount : bCount
  if (count > LONG_BYTES) return compareLong(bytes, a, aCount, b, bCount)
  for (let index = 0; index < count; index++) {
    const difference = bytes[a + index] - bytes[b + index]
    if (difference !== 0) return difference
  }
  return aCount - bCount
}

/** From here on the machine's own comparison is the faster one, whatever its call costs. */
const LONG_BYTES = 256

/** @param {Uint8Array} bytes @param {number} a @param {number} aCount @param {number} b @param {number} bCount */
function compareLong(bytes, a, aCount, b, bCount) {
  if (aCount + bCount > TIRING_BYTES) tire()
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return all.compare(all, b, b + bCount, a, a + aCount)
}
const TIRING_BYTES = 1 << 18

/**
 * A double that orders numerics, but for some that are close: of those that do not fit a cell.
 * @param {Numeric} value
 */
function numericHead(value) {
  if (value.special !== 0) return value.special === 3 ? -Infinity : Infinity
  return Number(value.toString())
}

const POW10 = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
/**
 * The same of a cell: division of whole numbers that are exact is rounded right, so the order stays.
 * @param {RowSpace} space
 * @param {number} at
 * @param {number} cell
 * @param {number} scale
 */
export function numericCellHead(space, at, cell, scale) {
  const coef = space.view.getFloat64(at + cell, true)
  if (coef === coef) {
    const digits = space.view.getUint16(at + scale, true)
    return digits < POW10.length ? coef / POW10[digits] : Number(`${coef}e-${digits}`)
  }
  return numericHead(/** @type {Numeric} */ (numericCell(space, at, cell, scale)))
}
