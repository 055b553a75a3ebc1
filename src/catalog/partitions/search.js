/**
 * Which partition a key belongs to. Bounds of one partitioned table in order: list values and range ends sorted by the
 * key's type, hash remainders in a table of the greatest modulus. Used to route rows, to choose which partitions a
 * query needs, and to refuse a bound that overlaps.
 *
 * A null key is in the list partition that names NULL, in no range partition but the default one, and hashes to
 * nothing.
 */
import { builtinType } from '../../types/registry.js'
import { featureNotSupported } from '../../errors/db-error.js'

/** @import { PartitionBound, RangeDatum } from './bound.js' */
/** @import { PartitionKey } from './key.js' */
/** @import { RelationDesc } from '../relation.js' */

/**
 * One range: lower inclusive, upper exclusive.
 * @typedef {{ lower: RangeDatum[], upper: RangeDatum[], child: number }} Range
 */
/**
 * @typedef {{ relation: (oid: number) => RelationDesc | undefined, baseType: (oid: number) => number,
 *   type: (oid: number) => any, collatedType?: (type: number, collation: number) => number }} BoundCatalog
 */

const RECORD = 2249

/**
 * Operations of a key's type.
 * @param {BoundCatalog} catalog
 * @param {number} typeOid
 * @param {number} [collation] of its texts
 * @returns {any}
 */
function keyOps(catalog, typeOid, collation = 0) {
  const base = catalog.baseType(typeOid)
  const ops = builtinType(
    collation !== 0 && catalog.collatedType !== undefined
      ? catalog.collatedType(base, collation)
      : catalog.type(base)?.kind === 'c'
        ? RECORD
        : base
  )
  if (ops === undefined) throw featureNotSupported(`a partition key of the type with OID ${typeOid}`)
  return ops
}

export class PartitionSearch {
  /**
   * @param {BoundCatalog} catalog
   * @param {PartitionKey} key
   * @param {{ oid: number, bound: PartitionBound }[]} partitions
   */
  constructor(catalog, key, partitions) {
    this.strategy = key.strategy
    this.ops = key.parts.map((part) => keyOps(catalog, part.typeOid, part.collation))
    this.compares = this.ops.map((ops) => ops.compare)
    this.partitions = partitions
    /** Index among partitions, -1: none. */
    this.defaultAt = partitions.findIndex(({ bound }) => bound.isDefault)
    this.nullAt = -1
    /** list: sorted @type {{ value: any, child: number }[]} */
    this.values = []
    /** range: sorted @type {Range[]} */
    this.ranges = []
    this.modulus = 1
    /** hash: partition by remainder of the greatest modulus @type {Int32Array} */
    this.remainders = EMPTY
    if (key.strategy === 'l') this.readList()
    else if (key.strategy === 'r') this.readRanges()
    else this.readHash()
  }

  readList() {
    const [compare] = this.compares
    this.partitions.forEach(({ bound }, child) => {
      for (const { value } of bound.values) {
        if (value === null) this.nullAt = child
        else this.values.push({ value, child })
      }
    })
    this.values.sort((a, b) => compare(a.value, b.value))
  }

  readRanges() {
    this.partitions.forEach(({ bound }, child) => {
      if (!bound.isDefault) this.ranges.push({ lower: bound.lower, upper: bound.upper, child })
    })
    this.ranges.sort((a, b) => this.compareEnds(a.lower, b.lower))
  }

  readHash() {
    for (const { bound } of this.partitions) this.modulus = Math.max(this.modulus, bound.modulus)
    this.remainders = new Int32Array(this.modulus).fill(-1)
    this.partitions.forEach(({ bound }, child) => {
      for (let at = bound.remainder; at < this.modulus; at += bound.modulus) this.remainders[at] = child
    })
  }

  /** Partitions in the order of their bounds, the default one last. @returns {number[]} indexes */
  inOrder() {
    if (this.strategy === 'h')
      return this.partitions
        .map((_, at) => at)
        .sort(
          (a, b) =>
            this.partitions[a].bound.modulus - this.partitions[b].bound.modulus ||
            this.partitions[a].bound.remainder - this.partitions[b].bound.remainder
        )
    const order = this.strategy === 'l' ? this.values.map(({ child }) => child) : this.ranges.map(({ child }) => child)
    if (this.nullAt >= 0) order.push(this.nullAt)
    if (this.defaultAt >= 0) order.push(this.defaultAt)
    return [...new Set(order)]
  }

  /** Where an end of a range lies to another. @param {RangeDatum[]} a @param {RangeDatum[]} b */
  compareEnds(a, b) {
    for (let at = 0; at < a.length; at++) {
      const x = a[at]
      const y = b[at]
      if (x.end !== y.end) return rank(x) - rank(y)
      if (x.end !== 'value') return 0
      const order = this.compares[at](x.value.value, /** @type {any} */ (y).value.value)
      if (order !== 0) return order
    }
    return 0
  }

  /**
   * Where a key lies to an end: < 0 before it.
   * @param {any[]} key perhaps only the first columns
   * @param {RangeDatum[]} end
   */
  compareKey(key, end) {
    for (let at = 0; at < key.length; at++) {
      const datum = end[at]
      if (datum.end !== 'value') return datum.end === 'min' ? 1 : -1
      const order = this.compares[at](key[at], datum.value.value)
      if (order !== 0) return order
    }
    return 0
  }

  /** The partition of a list value. @param {any} value @returns {number} index, -1 when there is none */
  findValue(value) {
    if (value === null) return this.nullAt >= 0 ? this.nullAt : this.defaultAt
    const at = this.valueIndex(value)
    return at < this.values.length && this.compares[0](this.values[at].value, value) === 0
      ? this.values[at].child
      : this.defaultAt
  }

  /** How many list values are below. @param {any} value */
  valueIndex(value) {
    const [compare] = this.compares
    let low = 0
    let high = this.values.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(this.values[middle].value, value) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The partition of a whole key. @param {any[]} key @returns {number} index, -1 when there is none */
  findRange(key) {
    for (let at = 0; at < key.length; at++) if (key[at] === null) return this.defaultAt
    const at = this.lastRangeFrom(key)
    return at >= 0 && this.compareKey(key, this.ranges[at].upper) < 0 ? this.ranges[at].child : this.defaultAt
  }

  /** The last range that begins at the key or before, -1 when none. @param {any[]} key whole */
  lastRangeFrom(key) {
    let low = 0
    let high = this.ranges.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compareKey(key, this.ranges[middle].lower) >= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** The partition of a row hash. @param {bigint} hash unsigned @returns {number} */
  findHash(hash) {
    return this.remainders[Number(hash % BigInt(this.modulus))]
  }
}

const EMPTY = new Int32Array(0)

/** @param {RangeDatum} datum */
const rank = (datum) => datum.end === 'min' ? -1 : datum.end === 'max' ? 1 : 0

/** @type {WeakMap<RelationDesc, { catalog: any, search: PartitionSearch }>} */
const searches = new WeakMap()

/**
 * Kept with the descriptor: a new one comes with every change of its partitions.
 * @param {BoundCatalog} catalog
 * @param {RelationDesc} relation partitioned
 * @returns {PartitionSearch} partitions in the order of relation.children
 */
export function partitionSearch(catalog, relation) {
  const known = searches.get(relation)
  if (known !== undefined) return known.search
  const partitions = relation.children.flatMap((oid) => {
    const bound = catalog.relation(oid)?.bound
    return bound ? [{ oid, bound }] : []
  })
  const search = new PartitionSearch(catalog, /** @type {PartitionKey} */ (relation.partitionKey), partitions)
  searches.set(relation, { catalog, search })
  return search
}

export const HASH_SEED = 0x7A5B22367996DCFDn
const MASK = 0xffffffffffffffffn

/** Adds one column's hash to a row's. @param {bigint} row @param {bigint} column both unsigned */
export function combineHash(row, column) {
  return row ^ ((column + 0x49a0f4dd15e5a8e3n + (row << 54n) + (row >> 7n)) & MASK)
}
