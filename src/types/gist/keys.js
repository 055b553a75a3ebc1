/**
 * Keys of a gist index: per column null or what the operator class makes of a value. What storage/gist asks of keys,
 * over the classes of the columns.
 *
 *   bytes = per column u16 byte count + 1 (0: null), the class's form
 *
 * Null in an inner key: nothing but nulls below. A null is found by IS NULL only, wherever it may be.
 */
import { exactBoxColumn, outlineColumn } from './boxes.js'
import { rangeColumn } from './ranges.js'
import { gistClass, requireGistClass } from '../libraries.js'
import { networkColumn, orderedColumn, textColumn } from './scalars.js'
import { BRIN, GIST, SPGIST } from '../oids.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../textsearch/gist.js')} */
const textSearch = later(import.meta.url, '../textsearch/gist.js')

/** @import { QuerySession } from '../libraries.js' */

/**
 * One column's operator class. Keys are the class's own objects; a key encloses others.
 * @typedef {object} GistColumn
 * @property {(value: any) => any} leaf the key of a value
 * @property {(key: any) => number} size bytes of its form
 * @property {(key: any, bytes: Uint8Array, view: DataView, at: number) => number} encode
 * @property {(bytes: Uint8Array, view: DataView, at: number, end: number) => any} decode
 * @property {(a: any, b: any) => any} union
 * @property {(outer: any, key: any) => boolean} covers
 * @property {(outer: any, key: any) => number} penalty 0: it is covered; more for what makes the outer key worse
 * @property {((a: any, b: any) => number)[]} orders of keys, along any of which a page may be cut
 * @property {(strategy: number, value: any, session: QuerySession | null) => any} query the right side of an operator,
 *   made ready once
 * @property {(key: any, query: any, strategy: number, isLeaf: boolean) => boolean} consistent whether something below
 *   may satisfy the operator
 * @property {((key: any, query: any, strategy: number) => number) | null} distance at least this far, and at a leaf
 *   exactly; null: no order by distance
 * @property {number[]} [distances] strategies that it knows; all unless said
 */

/** Families of brin's bloom classes. */
const [BLOOM_FIRST, BLOOM_LAST] = [4572, 4590]

/** What a scan asks of a column besides its operators. */
export const IS_NULL = 0
export const IS_NOT_NULL = -1

/**
 * By operator family. btree_gist's families are made by CREATE EXTENSION: theirs are those not listed.
 * @type {Record<number, (typeOid: number) => GistColumn>}
 */
const BUILTIN = { 1029: exactBoxColumn, 4015: exactBoxColumn, 4016: exactBoxColumn, 2593: exactBoxColumn, 5000: exactBoxColumn, 2594: outlineColumn, 2595: outlineColumn, 5008: outlineColumn, 3919: rangeColumn, 3474: rangeColumn, 6158: rangeColumn, 3550: networkColumn, 3794: networkColumn, 4017: textColumn,
  get 3655() { return textSearch().vectorColumn }, get 3702() { return textSearch().queryColumn },
  // brin's inclusion classes
  4102: networkColumn, 4103: rangeColumn, 4104: exactBoxColumn }

/** Families there is code for: built-in ones, and classes of libraries. @param {number} family */
export const isGistFamily = (family) =>
  family < 0 ? gistClass(family) !== undefined : family in BUILTIN

/** Of brin: what encloses values, rather than an order of theirs. @param {number} family */
export const isInclusionFamily = (family) => family >= 4102 && family <= 4104

/**
 * brin's strategies whose numbers are others here, by family; 0: not answered.
 * @type {Record<number, Record<number, number>>}
 */
const INCLUSION_STRATEGIES = {
  4102: { 7: 27, 8: 25, 24: 26, 26: 24 },
  4103: { 17: 6, 20: 0, 21: 0, 22: 0, 23: 0 },
  4104: {},
}

/**
 * The number by which a column's keys know an operator of its family.
 * @param {number} method
 * @param {number} family
 * @param {number} strategy
 * @returns {number} 0: they do not
 */
export const keyStrategy = (method, family, strategy) =>
  method !== BRIN
    ? strategy
    : isInclusionFamily(family)
      ? (INCLUSION_STRATEGIES[family][strategy] ?? strategy)
      : isBloomFamily(family)
        ? 3
        : strategy

/** Of brin: equality alone. @param {number} family */
export const isBloomFamily = (family) => family >= BLOOM_FIRST && family <= BLOOM_LAST

/**
 * @param {number} family OID, or a library's class below 0 (../libraries.js)
 * @param {number} typeOid base type of the column
 * @returns {GistColumn}
 */
export const gistColumn = (family, typeOid) =>
  (family < 0 ? requireGistClass(family) : (BUILTIN[family] ?? orderedColumn))(typeOid)

/**
 * Whether an index's keys are gist's: a brin index is kept like this when one of its columns is of an inclusion class.
 * @param {{ method: number, keys: { family: number }[] }} index
 */
export const isGistIndex = ({ method, keys }) =>
  isGistMethod(method) || (method === BRIN && keys.some(({ family }) => isInclusionFamily(family)))

/** @param {number} method pg_am OID */
export const isGistMethod = (method) => method === GIST || method === SPGIST

export class GistKeys {
  /** @param {{ family: number, typeOid: number }[]} specs of the index's columns */
  constructor(specs) {
    this.specs = specs
    /** @type {GistColumn[] | null} */
    this.made = null
    /** Memory used last, that of pages and a buffer by turns, and views over it. @type {Uint8Array | null} */
    this.memory = null
    /** @type {DataView | null} */
    this.view = null
    /** @type {Uint8Array | null} */
    this.otherMemory = null
    /** @type {DataView | null} */
    this.otherView = null
  }

  /** Made when first wanted: user-defined types are known by then. @returns {GistColumn[]} */
  get columns() {
    return this.made ??= this.specs.map(({ family, typeOid }) => gistColumn(family, typeOid))
  }

  /** @param {any[]} values of a row @returns {any[]} */
  ofValues(values) {
    const { columns } = this
    const key = new Array(columns.length)
    for (let at = 0; at < columns.length; at++) key[at] = values[at] === null ? null : columns[at].leaf(values[at])
    return key
  }

  /**
   * Packs a row's key.
   * @param {any[]} values
   * @param {Uint8Array} out
   * @param {number} at
   * @returns {number} end; beyond out.length when there was too little room
   */
  pack(values, out, at) {
    return this.encode(this.ofValues(values), out, at)
  }

  /** @param {Uint8Array} bytes @returns {DataView} over the same memory */
  viewOver(bytes) {
    if (this.memory === bytes && this.view !== null) return this.view
    const view =
      this.otherMemory === bytes && this.otherView !== null
        ? this.otherView
        : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.otherMemory = this.memory
    this.otherView = this.view
    this.memory = bytes
    this.view = view
    return view
  }

  /** @param {any[]} key @param {Uint8Array} out @param {number} at @returns {number} */
  encode(key, out, at) {
    const { columns } = this
    let need = at
    for (let column = 0; column < columns.length; column++)
      need += 2 + (key[column] === null ? 0 : columns[column].size(key[column]))
    if (need > out.length) return need
    const view = this.viewOver(out)
    for (let column = 0; column < columns.length; column++) {
      let end = at + 2
      if (key[column] !== null) end = columns[column].encode(key[column], out, view, end)
      view.setUint16(at, key[column] === null ? 0 : end - at - 1, true)
      at = end
    }
    return at
  }

  /** @param {Uint8Array} bytes @param {number} at @param {number} _end @returns {any[]} */
  decode(bytes, at, _end) {
    const { columns } = this
    const view = this.viewOver(bytes)
    const key = new Array(columns.length)
    for (let column = 0; column < columns.length; column++) {
      const size = view.getUint16(at, true)
      const end = at + 2 + (size === 0 ? 0 : size - 1)
      key[column] = size === 0 ? null : columns[column].decode(bytes, view, at + 2, end)
      at = end
    }
    return key
  }

  /**
   * Which keys a scan wants. Null: one of the values compared with is null, no row.
   * @param {number[]} columns
   * @param {number[]} strategies of each condition; IS_NULL, IS_NOT_NULL
   * @param {any[]} values
   * @param {QuerySession | null} [session] that asks
   * @returns {((key: any[], isLeaf: boolean) => boolean) | null}
   */
  test(columns, strategies, values, session = null) {
    const classes = columns.map((column) => this.columns[column])
    for (let at = 0; at < values.length; at++) if (values[at] === null && strategies[at] > 0) return null
    const queries = values.map((value, at) =>
      strategies[at] > 0 ? classes[at].query(strategies[at], value, session) : null,
    )
    return (key, isLeaf) => {
      for (let at = 0; at < columns.length; at++) {
        const part = key[columns[at]]
        if (strategies[at] === IS_NULL) {
          if (isLeaf && part !== null) return false
        } else if (
          part === null ||
          (strategies[at] !== IS_NOT_NULL && !classes[at].consistent(part, queries[at], strategies[at], isLeaf))
        )
          return false
      }
      return true
    }
  }

  /**
   * @param {number} column @param {any} value @param {number} [strategy]
   * @returns {(key: any[]) => number} NaN for a null
   */
  distance(column, value, strategy = 0) {
    const measure = /** @type {(key: any, query: any, strategy: number) => number} */ (this.columns[column].distance)
    return (key) => (key[column] === null ? NaN : measure(key[column], value, strategy))
  }

  /** @param {any[]} a @param {any[]} b */
  union(a, b) {
    return this.columns.map((column, at) =>
      a[at] === null ? b[at] : b[at] === null ? a[at] : column.union(a[at], b[at])
    )
  }

  /** @param {any[]} outer @param {any[]} key */
  covers(outer, key) {
    for (let at = 0; at < key.length; at++) {
      if (key[at] !== null && (outer[at] === null || !this.columns[at].covers(outer[at], key[at]))) return false
    }
    return true
  }

  /**
   * @param {unknown} outer
   * @param {unknown} key
   * @param {number} at column
   * @returns {number} a null among values, or the other way round, is worse than anything else
   */
  penalty(outer, key, at) {
    if (outer === null || key === null) return outer === key ? 0 : Infinity
    return this.columns[at].penalty(outer, key)
  }

  /** The outer key that gets least worse; earlier columns decide first. @param {any[][]} outers @param {any[]} key */
  choose(outers, key) {
    let best = 0
    const least = key.map((part, at) => this.penalty(outers[0][at], part, at))
    for (let candidate = 1; candidate < outers.length; candidate++) {
      for (let at = 0; at < key.length; at++) {
        const cost = this.penalty(outers[candidate][at], key[at], at)
        if (cost > least[at]) break
        if (cost === least[at]) continue
        best = candidate
        least[at] = cost
        for (let rest = at + 1; rest < key.length; rest++)
          least[rest] = this.penalty(outers[candidate][rest], key[rest], rest)
        break
      }
    }
    return best
  }

  /**
   * Positions of a page's keys, to be cut in two near the middle: along the order that makes the halves cover least of
   * each other.
   * @param {any[][]} keys
   * @returns {number[]}
   */
  split(keys) {
    /** @type {number[] | null} */
    let best = null
    let bestCost = Infinity
    for (let at = 0; at < this.columns.length; at++) {
      const column = this.columns[at]
      if (keys.every((key) => key[at] === null)) continue
      for (const compare of column.orders) {
        const order = keys.map((_, position) => position).sort((a, b) => this.inOrder(keys, a, b, at, compare))
        const middle = keys.length >> 1
        // all alike in this column
        if (this.inOrder(keys, order[0], order[keys.length - 1], at, compare) === 0) continue
        const cost = this.overlap(keys, order, middle, at)
        if (cost < bestCost) {
          best = order
          bestCost = cost
        }
      }
      if (best !== null) break
    }
    return best ?? keys.map((_, position) => position)
  }

  /**
   * Nulls behind.
   * @param {any[][]} keys
   * @param {number} a
   * @param {number} b
   * @param {number} at
   * @param {(a: any, b: any) => number} compare
   */
  inOrder(keys, a, b, at, compare) {
    const left = keys[a][at]
    const right = keys[b][at]
    return left === null || right === null ? Number(left === null) - Number(right === null) : compare(left, right)
  }

  /**
   * How many keys of either half the other half's union covers.
   * @param {any[][]} keys
   * @param {number[]} order
   * @param {number} middle
   * @param {number} at
   */
  overlap(keys, order, middle, at) {
    const column = this.columns[at]
    const half = (/** @type {number} */ from, /** @type {number} */ to) => {
      let all = null
      for (let i = from; i < to; i++) {
        const key = keys[order[i]][at]
        if (key !== null) all = all === null ? key : column.union(all, key)
      }
      return all
    }
    const left = half(0, middle)
    const right = half(middle, order.length)
    let cost = 0
    order.forEach((position, i) => {
      const other = i < middle ? right : left
      if (other !== null && keys[position][at] !== null) cost += column.penalty(other, keys[position][at]) === 0 ? 1 : 0
    })
    return cost
  }
}
