/**
 * What became of each recent xid, in one typed array: 0 active or rolling back, ABORTED, EFFECTLESS, or its csn. Index
 * is the xid's low bits, so a lookup is one load. Covers [low, next); who asks about an older xid has met a settled
 * version and should not have asked.
 */
import { assert } from '../util/assert.js'

/** @import { Xid } from '../util/identifiers.js' */

const ACTIVE = 0
/** Rolled back. */
export const ABORTED = -1
/** Committed, and has changed nothing: rows it only locked are as they were. */
export const EFFECTLESS = -2

export class XidRing {
  /**
   * @param {() => number} oldestNeeded smallest xid that may still be asked about
   * @param {number} [capacity] a power of two
   */
  constructor(oldestNeeded, capacity = 1 << 14) {
    this.oldestNeeded = oldestNeeded
    this.csn = new Float64Array(capacity)
    this.mask = capacity - 1
    this.low = 1
    this.next = 1
  }

  /** @param {Xid} xid the first to be handed out */
  startAt(xid) {
    this.low = xid
    this.next = xid
  }

  /** @returns {Xid} a new xid, active */
  begin() {
    const xid = this.next
    if (xid - this.low > this.mask) this.makeRoom()
    this.csn[indexOf(xid, this.mask)] = ACTIVE
    this.next = xid + 1
    return xid
  }

  /** @param {Xid} xid @returns {number} */
  of(xid) {
    return this.csn[indexOf(xid, this.mask)]
  }

  /** @param {Xid} xid @param {number} csn */
  set(xid, csn) {
    assert(xid >= this.low && xid < this.next, 'the ring covers every unsettled xid')
    this.csn[indexOf(xid, this.mask)] = csn
  }

  makeRoom() {
    this.low = Math.min(this.oldestNeeded(), this.next)
    if (this.next - this.low <= this.mask >>> 1) return
    const before = this.csn
    const maskBefore = this.mask
    this.csn = new Float64Array(before.length * 2)
    this.mask = this.csn.length - 1
    for (let xid = this.low; xid < this.next; xid++)
      this.csn[indexOf(xid, this.mask)] = before[indexOf(xid, maskBefore)]
  }
}

/** @param {Xid} xid @param {number} mask */
const indexOf = (xid, mask) => xid & mask // `&` takes the low 32 bits of any exact integer
