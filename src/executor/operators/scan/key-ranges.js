/**
 * Several stretches of one index, put in order: what overlaps or touches becomes one, so that each entry is met once
 * and entries come in the index's order. A boundary is a key and whether it is behind all entries that begin with it
 * (storage/btree/cursor.js).
 */

/** @import { BTreeCursor } from '../../../storage/btree/cursor.js' */
/** @import { ExecContext } from '../../context.js' */

/** Where the parts of a stretch are in `ends`: where its low and its high key end, each with its `after` as bit 0. */
const LOW = 0
const HIGH = 1
const WORDS = 2

export class KeyRanges {
  constructor() {
    this.bytes = new Uint8Array(256)
    /** Of stretch s its low key begins where the high one of s - 1 ends. @type {number[]} */
    this.ends = []
    this.used = 0
    /**
     * Stretches in order, after settle(): numbers of them, the low one's and the high one's by turns.
     * @type {number[]}
     */
    this.order = []
    this.at = 0
  }

  /** None. */
  clear() {
    this.ends.length = 0
    this.order.length = 0
    this.used = 0
    this.at = 0
  }

  /**
   * One more, from boundary to boundary; both keys are copied.
   * @param {Uint8Array} low @param {number} lowEnd @param {boolean} lowAfter
   * @param {Uint8Array} high @param {number} highEnd @param {boolean} highAfter
   */
  add(low, lowEnd, lowAfter, high, highEnd, highAfter) {
    const needed = this.used + lowEnd + highEnd
    if (needed > this.bytes.length) {
      const bytes = new Uint8Array(2 * needed)
      bytes.set(this.bytes.subarray(0, this.used))
      this.bytes = bytes
    }
    for (let at = 0; at < lowEnd; at++) this.bytes[this.used + at] = low[at]
    this.used += lowEnd
    this.ends.push(2 * this.used + (lowAfter ? 1 : 0))
    for (let at = 0; at < highEnd; at++) this.bytes[this.used + at] = high[at]
    this.used += highEnd
    this.ends.push(2 * this.used + (highAfter ? 1 : 0))
  }

  /** Puts them in order, and leaves out those that hold nothing. @param {boolean} backward the last comes first */
  settle(backward) {
    const numbers = []
    for (let number = 0; number < this.ends.length / WORDS; number++)
      if (this.compare(number, LOW, number, HIGH) < 0) numbers.push(number)
    numbers.sort((a, b) => this.compare(a, LOW, b, LOW))
    for (const number of numbers) {
      const last = this.order.length - 1
      if (last < 0 || this.compare(number, LOW, this.order[last], HIGH) > 0) this.order.push(number, number)
      else if (this.compare(number, HIGH, this.order[last], HIGH) > 0) this.order[last] = number
    }
    this.at = backward ? this.order.length : -2
  }

  /**
   * Takes a cursor to the beginning (backward: the end) of the next stretch.
   * @param {ExecContext} ctx @param {number} fileId @param {BTreeCursor} cursor @param {boolean} backward
   * @returns {boolean} false: there is none
   */
  next(ctx, fileId, cursor, backward) {
    this.at += backward ? -2 : 2
    if (this.at < 0 || this.at >= this.order.length) return false
    const low = this.order[this.at]
    const high = this.order[this.at + 1]
    const lowAt = this.start(low, LOW)
    const lowEnd = this.ends[WORDS * low] >> 1
    const highAt = this.start(high, HIGH)
    const highEnd = this.ends[WORDS * high + 1] >> 1
    const lowAfter = (this.ends[WORDS * low] & 1) === 1
    const highAfter = (this.ends[WORDS * high + 1] & 1) === 1
    const serializable = ctx.txn?.serializable
    if (serializable) {
      const [from, to] = [this.bytes.slice(lowAt, lowEnd), this.bytes.slice(highAt, highEnd)]
      serializable.readRange(fileId, from, from.length, lowAfter, to, to.length, highAfter)
    }
    cursor.setRange(this.bytes, lowAt, lowEnd, lowAfter, this.bytes, highAt, highEnd, highAfter)
    if (backward) cursor.toEnd()
    else cursor.toStart()
    return true
  }

  /** @param {number} number @param {number} side */
  start(number, side) {
    const before = WORDS * number + side - 1
    return before < 0 ? 0 : this.ends[before] >> 1
  }

  /**
   * @param {number} a
   * @param {number} aSide
   * @param {number} b
   * @param {number} bSide
   * @returns {number} boundaries in order
   */
  compare(a, aSide, b, bSide) {
    const aAt = this.start(a, aSide)
    const bAt = this.start(b, bSide)
    const aWord = this.ends[WORDS * a + aSide]
    const bWord = this.ends[WORDS * b + bSide]
    const aLength = (aWord >> 1) - aAt
    const bLength = (bWord >> 1) - bAt
    const shorter = Math.min(aLength, bLength)
    for (let at = 0; at < shorter; at++) {
      const difference = this.bytes[aAt + at] - this.bytes[bAt + at]
      if (difference !== 0) return difference
    }
    if (aLength === bLength) return (aWord & 1) - (bWord & 1)
    // A boundary of the shorter key is before or behind all that begin with it, the longer one too.
    return aLength < bLength ? ((aWord & 1) === 1 ? 1 : -1) : (bWord & 1) === 1 ? -1 : 1
  }
}
