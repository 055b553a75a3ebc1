/**
 * The layout of a relation's tuples: where each column is, how values become bytes and come back, and the source that
 * generated code reads columns with. The bytes are in README.md.
 *
 * Generated code is emitted against the names `view` and `bytes` (pool memory), `readInt8` (exported here) and the
 * layout object itself under a name the caller chooses; nothing else. Tuples of the newest layout are read at constant
 * offsets. A column added after tuples existed (`added`) is read through `layout.read`, which knows shorter tuples.
 */
import { tooManyColumns } from '../../errors/txn.js'
import { assert } from '../../util/assert.js'
import { builtinType } from '../../types/registry.js'
import { PAGE_ROOM, SLOT_BYTES } from '../page.js'

export const TUPLE_HEADER_BYTES = 16
export const XID_AT = 0
export const FLAGS_AT = 6
export const UNDO_AT = 8
export const ATTRIBUTES_AT = 14
/** What a tuple holds of its page at least: room for a stub. */
export const TUPLE_BYTES_MIN = 24
/** A tuple longer than this has its longest variable columns put out of line. */
export const TUPLE_BYTES_TARGET = 2000
/** The longest tuple one page can hold. */
export const TUPLE_BYTES_MAX = PAGE_ROOM - SLOT_BYTES
export const OVERFLOW_POINTER_BYTES = 16
export const OUT_OF_LINE = 0x8000
const COLUMNS_MAX = 1600
const TWO_32 = 4294967296

export const FLAG = Object.freeze({
  DELETED: 1, LOCKED: 2, STRENGTH: 12, KEY_CHANGED: 16, SHARED: 32, FORWARD: 64, MOVED: 128, OVERFLOW: 256,
  INDEX_CHANGED: 512, INSERTED: 1024, ELSEWHERE: 2048,
})

/**
 * @typedef {object} LayoutColumnSpec
 * @property {number} typeOid
 * @property {'bool' | 'char' | 'int2' | 'int4' | 'uint4' | 'int8' | 'float4' | 'float8' | 'fixed16' | 'var'} kind
 * @property {TupleTypeOps} [ops] when the type is not a built-in one (enum, composite …)
 * @property {boolean} [added] tuples without this column may exist
 * @property {any} [missing] its value in those (pg_attribute.attmissingval); null by default
 */

/**
 * @typedef {{encodedBytes(value: any): number, encode(value: any, bytes: Uint8Array, view: DataView, at:
 *   number): number, decode(bytes: Uint8Array, view: DataView, start: number, end: number): any}} TupleTypeOps
 */

/**
 * @typedef {object} LayoutColumn
 * @property {string} kind
 * @property {TupleTypeOps} ops
 * @property {boolean} isVar
 * @property {number} offset fixed columns: from the tuple's start; variable ones: -1
 * @property {number} width bytes of a fixed column
 * @property {number} varIndex variable columns: 0, 1 …; fixed ones: -1
 * @property {boolean} added
 * @property {any} missing
 */

const WIDTHS = /** @type {Record<string, number>} */ ({
  bool: 1, char: 1, int2: 2, int4: 4, uint4: 4, int8: 8, float4: 4, float8: 8, fixed16: 16, var: 0,
})

/**
 * An int8 column: a number when a safe integer, else a BigInt; the number case allocates nothing.
 * @param {DataView} view
 * @param {number} at
 */
export function readInt8(view, at) {
  const high = view.getInt32(at + 4, true)
  const low = view.getUint32(at, true)
  if (high >= -0x200000 && high <= 0x1fffff && (high !== -0x200000 || low !== 0)) return high * TWO_32 + low
  return view.getBigInt64(at, true)
}

/** @param {DataView} view @param {number} at @param {number | bigint} value */
export function writeInt8(view, at, value) {
  if (typeof value === 'bigint') return view.setBigInt64(at, value, true)
  view.setUint32(at, value, true) // stored modulo 2^32
  view.setInt32(at + 4, Math.floor(value / TWO_32), true)
}

export class TupleLayout {
  /** @param {readonly LayoutColumnSpec[]} columns in attribute order, dropped ones included @returns {TupleLayout} */
  static of(columns) {
    return new TupleLayout(columns, columns.length)
  }

  /** @param {readonly LayoutColumnSpec[]} specs @param {number} count of the first so many */
  constructor(specs, count) {
    if (count > COLUMNS_MAX) throw tooManyColumns(COLUMNS_MAX)
    this.specs = specs
    this.columnCount = count
    this.bitmapBytes = (count + 7) >>> 3
    let offset = TUPLE_HEADER_BYTES + this.bitmapBytes
    let varIndex = 0
    /** @type {LayoutColumn[]} */
    this.columns = []
    for (let index = 0; index < count; index++) {
      const { typeOid, kind, ops = builtinType(typeOid), added = false, missing = null } = specs[index]
      assert(ops !== undefined, 'a column has a type this engine knows')
      const isVar = kind === 'var'
      const width = WIDTHS[kind]
      assert(width !== undefined, 'a column kind is one of docs/seams.md section 1')
      this.columns.push({
        kind, ops, isVar, offset: isVar ? -1 : offset, width, varIndex: isVar ? varIndex : -1, added, missing,
      })
      if (isVar) varIndex++
      else offset += width
    }
    /** Where the end offsets of variable columns are. */
    this.endsAt = offset
    this.varCount = varIndex
    /** Where variable bytes begin; also the length of a tuple without any. */
    this.varStart = offset + 2 * varIndex
    /** @type {(TupleLayout | undefined)[]} layouts of shorter tuples, made when met */
    this.shorter = []
    /** The layout of longer tuples met last. @type {{ madeOf: TupleLayout, layout: TupleLayout } | null} */
    this.longer = null
    /**
     * Layouts of the same file by how many columns they have; set by who knows the file.
     * @type {Map<number, TupleLayout>}
     */
    this.ofFile = new Map()
    /** Reads an out-of-line value; set by the heap. @type {(bytes: Uint8Array, at: number) => Uint8Array} */
    this.load = () => { throw new Error('a layout without a heap reads no out-of-line values') }
  }

  /** The same for another heap, or for none. @returns {TupleLayout} */
  bare() { return new TupleLayout(this.specs, this.columnCount) }

  /**
   * The layout of a tuple with `count` attributes. More than this one has: a transaction that added columns changed it,
   * and who looks goes by what was before (purge, rollback: by what is committed).
   * @param {number} count @returns {TupleLayout}
   */
  ofCount(count) {
    if (count === this.columnCount) return this
    if (count > this.columnCount) {
      const longer = this.ofFile.get(count)
      assert(longer !== undefined, 'a tuple has as many attributes as its relation had when it was written')
      return this.#ahead(longer)
    }
    let layout = this.shorter[count]
    if (layout === undefined) {
      layout = this.shorter[count] = new TupleLayout(this.specs, count)
      layout.load = (bytes, at) => this.load(bytes, at)
    }
    return layout
  }

  /**
   * Columns that this layout has are what it says they are: the transaction that added some may have dropped others.
   * @param {TupleLayout} longer @returns {TupleLayout}
   */
  #ahead(longer) {
    if (this.longer?.madeOf === longer) return this.longer.layout
    const specs = [...this.specs.slice(0, this.columnCount), ...longer.specs.slice(this.columnCount)]
    const layout = new TupleLayout(specs, longer.columnCount)
    layout.load = (bytes, at) => this.load(bytes, at)
    this.longer = { madeOf: longer, layout }
    return layout
  }

  /** Bytes of the tuple, out-of-line values counted as if inline. @param {readonly any[]} values */
  measure(values) {
    let total = this.varStart
    for (let index = 0; index < this.columnCount; index++) {
      const column = this.columns[index]
      if (column.isVar && values[index] !== null) total += column.ops.encodedBytes(values[index])
    }
    return total
  }

  /**
   * Writes a tuple with an empty header (xid, flags and undo pointer zero). The caller has measured: everything inline.
   * @param {readonly any[]} values @param {Uint8Array} bytes @param {DataView} view @param {number} at
   * @returns {number} its end
   */
  encode(values, bytes, view, at) {
    this.encodeFixed(values, bytes, view, at)
    let end = at + this.varStart
    let endAt = at + this.endsAt
    for (let index = 0; index < this.columnCount; index++) {
      const column = this.columns[index]
      if (!column.isVar) continue
      if (values[index] !== null) end = column.ops.encode(values[index], bytes, view, end)
      view.setUint16(endAt, end - at, true)
      endAt += 2
    }
    return end
  }

  /**
   * Header, null bitmap and fixed columns.
   * @param {readonly any[]} values
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} at
   */
  encodeFixed(values, bytes, view, at) {
    bytes.fill(0, at, at + this.endsAt)
    view.setUint16(at + ATTRIBUTES_AT, this.columnCount, true)
    for (let index = 0; index < this.columnCount; index++) {
      const value = values[index]
      if (value === null) {
        bytes[at + TUPLE_HEADER_BYTES + (index >>> 3)] |= 1 << (index & 7)
        continue
      }
      const column = this.columns[index]
      if (!column.isVar) writeFixed(column, value, bytes, view, at + column.offset)
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} at
   * @returns {any[]} every column of the newest layout
   */
  decode(bytes, view, at) {
    const count = view.getUint16(at + ATTRIBUTES_AT, true)
    const { columns } = count === this.columnCount ? this : this.ofCount(count)
    const values = new Array(this.columnCount)
    for (let index = 0; index < this.columnCount; index++) {
      if (index >= count) values[index] = this.columns[index].missing
      else if (bytes[at + TUPLE_HEADER_BYTES + (index >>> 3)] & (1 << (index & 7))) values[index] = null
      else {
        const column = columns[index]
        // As readFixed does it, without a call for the most usual ones: catalogs are read row by row.
        switch (column.kind) {
          case 'bool': values[index] = bytes[at + column.offset] !== 0; break
          case 'char': values[index] = bytes[at + column.offset]; break
          case 'int2': values[index] = view.getInt16(at + column.offset, true); break
          case 'int4': values[index] = view.getInt32(at + column.offset, true); break
          case 'uint4': values[index] = view.getUint32(at + column.offset, true); break
          default: values[index] = this.read(index, bytes, view, at)
        }
      }
    }
    return values
  }

  /**
   * Column `index`, null included, whatever the tuple's attribute count.
   * @param {number} index
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} at
   */
  read(index, bytes, view, at) {
    const count = view.getUint16(at + ATTRIBUTES_AT, true)
    if (index >= count) return this.columns[index].missing
    const layout = count === this.columnCount ? this : this.ofCount(count)
    if (bytes[at + TUPLE_HEADER_BYTES + (index >>> 3)] & (1 << (index & 7))) return null
    const column = layout.columns[index]
    return column.isVar ? layout.readVar(index, bytes, view, at) : readFixed(column, bytes, view, at + column.offset)
  }

  /**
   * A variable column that is not null, of a tuple of exactly this layout.
   * @param {number} index
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} at
   */
  readVar(index, bytes, view, at) {
    const column = this.columns[index]
    const endAt = at + this.endsAt + 2 * column.varIndex
    const end = view.getUint16(endAt, true)
    const start = column.varIndex === 0 ? this.varStart : view.getUint16(endAt - 2, true) & ~OUT_OF_LINE
    if ((end & OUT_OF_LINE) === 0) return column.ops.decode(bytes, view, at + start, at + end)
    const value = this.load(bytes, at + start)
    return column.ops.decode(value, new DataView(value.buffer, value.byteOffset, value.length), 0, value.length)
  }

  /**
   * The stored bytes of a variable column, out of line or not, for code that sends or compares them undecoded.
   * @param {number} index @param {Uint8Array} bytes @param {DataView} view @param {number} at
   * @returns {Uint8Array | null} null: the column is null
   */
  varBytes(index, bytes, view, at) {
    const count = view.getUint16(at + ATTRIBUTES_AT, true)
    const layout = count === this.columnCount ? this : this.ofCount(count)
    if (index >= count) {
      const { missing, ops } = this.columns[index]
      if (missing === null) return null
      const value = new Uint8Array(ops.encodedBytes(missing))
      ops.encode(missing, value, new DataView(value.buffer), 0)
      return value
    }
    if (bytes[at + TUPLE_HEADER_BYTES + (index >>> 3)] & (1 << (index & 7))) return null
    const { varIndex } = layout.columns[index]
    const endAt = at + layout.endsAt + 2 * varIndex
    const end = view.getUint16(endAt, true)
    const start = varIndex === 0 ? layout.varStart : view.getUint16(endAt - 2, true) & ~OUT_OF_LINE
    return end & OUT_OF_LINE ? this.load(bytes, at + start) : bytes.subarray(at + start, at + end)
  }

  /** What the tuple uses of the bytes its slot holds. @param {DataView} view @param {number} at */
  tupleBytes(view, at) {
    const layout = this.ofCount(view.getUint16(at + ATTRIBUTES_AT, true))
    if (layout.varCount === 0) return layout.varStart
    return view.getUint16(at + layout.varStart - 2, true) & ~OUT_OF_LINE
  }

  /**
   * Calls back with the offset of each 16-byte pointer to an out-of-line value.
   * @param {DataView} view @param {number} at @param {(pointerAt: number) => void} visit
   */
  eachPointer(view, at, visit) {
    const layout = this.ofCount(view.getUint16(at + ATTRIBUTES_AT, true))
    let start = layout.varStart
    for (let index = 0; index < layout.varCount; index++) {
      const end = view.getUint16(at + layout.endsAt + 2 * index, true)
      if (end & OUT_OF_LINE) visit(at + start)
      start = end & ~OUT_OF_LINE
    }
  }

  /**
   * Source: is column `index` null in the tuple at `base`?
   * @param {number} index
   * @param {string} base
   * @param {string} [layout] name of this object in the code
   */
  emitIsNull(index, base, layout = 'layout') {
    if (this.columns[index].added) return `(${layout}.read(${index}, bytes, view, ${base}) === null)`
    const at = TUPLE_HEADER_BYTES + (index >>> 3)
    return `((bytes[${base} + ${at}] & ${1 << (index & 7)}) !== 0)`
  }

  /**
   * Source of a column's value in the tuple at `base`, which must not be null there (ask with emitIsNull; an added
   * column may be).
   * @param {number} index
   * @param {string} base a side-effect-free expression
   * @param {string} [layout] name of this object in the code
   */
  emitRead(index, base, layout = 'layout') {
    const column = this.columns[index]
    // Once any column was added, bitmap and end offsets of shorter tuples lie elsewhere.
    if (this.hasAdded()) return `${layout}.read(${index}, bytes, view, ${base})`
    const at = `${base} + ${column.offset}`
    switch (column.kind) {
      case 'bool':
        return `(bytes[${at}] !== 0)`
      case 'char':
        return `bytes[${at}]`
      case 'int2':
        return `view.getInt16(${at}, true)`
      case 'int4':
        return `view.getInt32(${at}, true)`
      case 'uint4':
        return `view.getUint32(${at}, true)`
      case 'int8':
        return `readInt8(view, ${at})`
      case 'float4':
        return `view.getFloat32(${at}, true)`
      case 'float8':
        return `view.getFloat64(${at}, true)`
      case 'fixed16':
        return `${layout}.columns[${index}].ops.decode(bytes, view, ${at}, ${base} + ${column.offset + 16})`
      default:
        return `${layout}.readVar(${index}, bytes, view, ${base})`
    }
  }

  /**
   * Source: offset in pool memory where a variable column starts, for layouts without added columns.
   * @param {number} index
   * @param {string} base
   */
  emitVarStart(index, base) {
    const { varIndex } = this.columns[index]
    return varIndex === 0
      ? `(${base} + ${this.varStart})`
      : `(${base} + (view.getUint16(${base} + ${this.endsAt + 2 * varIndex - 2}, true) & ${~OUT_OF_LINE & 0xffff}))`
  }

  /**
   * Source: its raw end word; bit 15 (OUT_OF_LINE) says that a pointer stands there. Relative to the tuple.
   * @param {number} index
   * @param {string} base
   */
  emitVarEnd(index, base) {
    return `view.getUint16(${base} + ${this.endsAt + 2 * this.columns[index].varIndex}, true)`
  }

  /** Tuples shorter than the layout may exist: then only `read` and `varBytes` are right. */
  hasAdded() {
    for (let index = 0; index < this.columnCount; index++) if (this.columns[index].added) return true
    return false
  }
}

/**
 * @param {LayoutColumn} column
 * @param {any} value
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @param {number} at
 */
function writeFixed(column, value, bytes, view, at) {
  switch (column.kind) {
    case 'bool': bytes[at] = value ? 1 : 0; break
    case 'char': bytes[at] = value; break
    case 'int2': view.setInt16(at, value, true); break
    case 'int4': view.setInt32(at, value, true); break
    case 'uint4': view.setUint32(at, value, true); break
    case 'int8': writeInt8(view, at, value); break
    case 'float4': view.setFloat32(at, value, true); break
    case 'float8': view.setFloat64(at, value, true); break
    default: column.ops.encode(value, bytes, view, at)
  }
}

/** @param {LayoutColumn} column @param {Uint8Array} bytes @param {DataView} view @param {number} at */
function readFixed(column, bytes, view, at) {
  switch (column.kind) {
    case 'bool': return bytes[at] !== 0
    case 'char': return bytes[at]
    case 'int2': return view.getInt16(at, true)
    case 'int4': return view.getInt32(at, true)
    case 'uint4': return view.getUint32(at, true)
    case 'int8': return readInt8(view, at)
    case 'float4': return view.getFloat32(at, true)
    case 'float8': return view.getFloat64(at, true)
    default: return column.ops.decode(bytes, view, at, at + column.width)
  }
}
