/** Fills the tree of a gin index: keys in order, each with its rows. */
import { checking } from '#invariants'
import { assert } from '../../util/assert.js'
import { putTid, TID_BYTES } from '../../util/tuple-id.js'
import { ENTRY_BYTES_MAX } from '../btree/node.js'
import { DELTA_BYTES, mayBePosted, POSTED_KEY_BYTES_MAX, putBound, putDelta, putTail } from './posting.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { BTreeBuilder } from '../btree/build.js' */

export class GinBuilder {
  /** @param {BTreeBuilder} builder of the tree */
  constructor(builder) {
    this.builder = builder
    this.entry = new Uint8Array(2 * ENTRY_BYTES_MAX)
    this.keyBytes = 0
    /** Where the deltas of the posting at hand end; 0: none is at hand. */
    this.at = 0
    this.stop = 0
    this.last = 0
    this.isPlain = false
  }

  /** Another key. @param {Uint8Array} bytes @param {number} start @param {number} end */
  open(bytes, start, end) {
    this.close()
    if (checking) this.assertOwnBeginning(bytes, start, end)
    this.keyBytes = end - start
    this.isPlain = this.keyBytes > POSTED_KEY_BYTES_MAX
    if (this.keyBytes + TID_BYTES > this.entry.length) this.entry = new Uint8Array(2 * this.keyBytes)
    for (let at = start; at < end; at++) this.entry[at - start] = bytes[at]
  }

  /**
   * Rule 6: the key before is not how this one begins.
   * @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  assertOwnBeginning(bytes, start, end) {
    if (this.keyBytes === 0 || this.keyBytes >= end - start) return
    let same = 0
    while (same < this.keyBytes && this.entry[same] === bytes[start + same]) same++
    assert(same < this.keyBytes, 'no key of a gin index begins with another')
  }

  /** A row that has it. @param {Tid} tid greater than those before, of this key */
  add(tid) {
    if (this.isPlain || !mayBePosted(tid)) this.addPlain(tid)
    else if (this.at === 0 || this.at >= this.stop) this.begin(tid)
    else {
      this.at = putDelta(this.entry, this.at, tid - this.last)
      this.last = tid
    }
  }

  /** @param {Tid} tid */
  begin(tid) {
    this.close()
    const at = putBound(this.entry, this.keyBytes, tid)
    this.stop = at + DELTA_BYTES
    this.at = putDelta(this.entry, at, 0)
    this.last = tid
  }

  /** @param {Tid} tid */
  addPlain(tid) {
    this.close()
    this.builder.add(this.entry, 0, putTid(this.entry, this.keyBytes, tid))
  }

  /** The posting at hand is whole. */
  close() {
    if (this.at === 0) return
    this.builder.add(this.entry, 0, putTail(this.entry, this.at, this.keyBytes, this.last))
    this.at = 0
  }

  finish() {
    this.close()
    this.builder.finish()
  }
}
