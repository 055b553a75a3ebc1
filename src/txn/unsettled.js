/**
 * Ended transactions whose undo is still needed, as numbers: their objects serve the next transactions of their
 * sessions meanwhile. Two queues in rings of typed arrays, grown when full.
 *
 *   Unsettled    every transaction with undo records, active ones too, by its first record: the first one's is undo.low
 *   PurgeQueue   committed ones among them, in commit order, until purge is through with them
 */

/** @import { Transaction } from './transaction.js' */

const CAPACITY_FIRST = 256

export class Unsettled {
  constructor() {
    this.mask = CAPACITY_FIRST - 1
    this.firsts = new Float64Array(CAPACITY_FIRST)
    this.settled = new Uint8Array(CAPACITY_FIRST)
    /** Places count on for ever; those before `head` are settled. */
    this.head = 0
    this.tail = 0
  }

  get isEmpty() { return this.head === this.tail }

  /** The oldest one's first undo record. */
  get first() { return this.firsts[this.head & this.mask] }

  /**
   * @param {number} pointer of the first undo record, larger than any before
   * @returns {number} the transaction's place
   */
  add(pointer) {
    if (this.tail - this.head > this.mask) this.grow()
    const place = this.tail++
    this.firsts[place & this.mask] = pointer
    this.settled[place & this.mask] = 0
    return place
  }

  /** Nobody needs its undo any more. @param {number} place @returns {boolean} whether `first` is another one now */
  settle(place) {
    this.settled[place & this.mask] = 1
    if (place !== this.head) return false
    do this.head++; while (this.head < this.tail && this.settled[this.head & this.mask] === 1)
    return true
  }

  grow() {
    const { firsts, settled, mask } = this
    this.mask = 2 * mask + 1
    this.firsts = new Float64Array(this.mask + 1)
    this.settled = new Uint8Array(this.mask + 1)
    for (let place = this.head; place < this.tail; place++) {
      this.firsts[place & this.mask] = firsts[place & mask]
      this.settled[place & this.mask] = settled[place & mask]
    }
  }
}

export class PurgeQueue {
  constructor() {
    this.mask = CAPACITY_FIRST - 1
    this.csns = new Float64Array(CAPACITY_FIRST)
    this.places = new Float64Array(CAPACITY_FIRST)
    /** Those that purge has to visit. @type {(Transaction | null)[]} */
    this.visited = new Array(CAPACITY_FIRST).fill(null)
    this.head = 0
    this.tail = 0
  }

  get isEmpty() { return this.head === this.tail }
  get csn() { return this.csns[this.head & this.mask] }
  get place() { return this.places[this.head & this.mask] }
  /** The first one, if purge has more to do with it than forgetting it. */
  get txn() { return this.visited[this.head & this.mask] }

  /**
   * @param {number} csn
   * @param {number} place in Unsettled
   * @param {Transaction | null} txn if purge has to visit its records
   */
  add(csn, place, txn) {
    if (this.tail - this.head > this.mask) this.grow()
    const at = this.tail++ & this.mask
    this.csns[at] = csn
    this.places[at] = place
    if (txn !== null) this.visited[at] = txn
  }

  /** The first one is through. */
  drop() {
    const at = this.head++ & this.mask
    if (this.visited[at] !== null) this.visited[at] = null
  }

  /** Transactions purge has to visit. @returns {Transaction[]} */
  work() {
    return this.visited.filter((txn) => txn !== null)
  }

  grow() {
    const { csns, places, visited, mask } = this
    this.mask = 2 * mask + 1
    this.csns = new Float64Array(this.mask + 1)
    this.places = new Float64Array(this.mask + 1)
    this.visited = new Array(this.mask + 1).fill(null)
    for (let at = this.head; at < this.tail; at++) {
      this.csns[at & this.mask] = csns[at & mask]
      this.places[at & this.mask] = places[at & mask]
      this.visited[at & this.mask] = visited[at & mask]
    }
  }
}
