/**
 * The entries of one or two pages with whole keys, outside any page: what splits, merges and builds rearrange. A page
 * is loaded, others are written from it; prefixes and heads are made anew. Costs a copy of the page, once per a few
 * hundred inserts.
 *
 * Invariant: key i is bytes[starts[i], starts[i + 1]), keys ascend; in inner nodes children[i] is right of key i.
 */
import { assert } from '../../util/assert.js'
import {
  copyEntry, childAt, ENTRY_BYTES_MAX, FENCE_BYTES_MAX, highFenceBytes, lowFenceAt, lowFenceBytes, nodeCount,
  nodeHasHigh, nodeLevel, nodeNext, nodePrevious, NODE_ROOM, sharedBytes,
} from './node.js'
import { entrySpace, fillNode, initNode } from './node-change.js'

const NOTHING = new Uint8Array(0)

export class NodeEntries {
  constructor() {
    this.bytes = new Uint8Array(16384)
    /** @type {number[]} */
    this.starts = [0]
    /** @type {number[]} */
    this.children = []
    this.count = 0
    this.level = 0
    this.previous = 0
    this.next = 0
    this.leftmost = 0
    /** cut as in node.js @type {Uint8Array} */
    this.low = NOTHING
    /** @type {Uint8Array | null} */
    this.high = null
  }

  get cellSkip() {
    return this.level === 0 ? 0 : 4
  }

  /** Forgets everything. @param {number} level */
  reset(level) {
    this.count = 0
    this.starts.length = 1
    this.children.length = 0
    this.level = level
    this.previous = this.next = this.leftmost = 0
    this.low = NOTHING
    this.high = null
  }

  /** Takes a page's contents. @param {DataView} view @param {Uint8Array} bytes @param {number} base */
  load(view, bytes, base) {
    this.reset(nodeLevel(view, base))
    this.previous = nodePrevious(view, base)
    this.next = nodeNext(view, base)
    this.leftmost = childAt(view, base, 0)
    const lowAt = lowFenceAt(view, base)
    const highLength = highFenceBytes(view, base)
    this.low = bytes.slice(lowAt, lowAt + lowFenceBytes(view, base))
    this.high = nodeHasHigh(view, base) ? bytes.slice(lowAt - highLength, lowAt) : null
    this.append(view, bytes, base)
  }

  /**
   * Adds the entries of a page of the same level.
   * @param {DataView} view
   * @param {Uint8Array} bytes
   * @param {number} base
   */
  append(view, bytes, base) {
    const count = nodeCount(view, base)
    for (let position = 0; position < count; position++) {
      this.makeRoom(ENTRY_BYTES_MAX)
      this.starts.push(copyEntry(view, bytes, base, position, this.bytes, this.starts[this.count]))
      this.children.push(this.level === 0 ? 0 : childAt(view, base, position + 1))
      this.count++
    }
  }

  /** Adds one entry at the end. @param {Uint8Array} key @param {number} at @param {number} end @param {number} child */
  add(key, at, end, child) {
    this.makeRoom(end - at)
    const start = this.starts[this.count]
    for (let i = at; i < end; i++) this.bytes[start + i - at] = key[i]
    this.starts.push(start + end - at)
    this.children.push(child)
    this.count++
  }

  /** @param {number} more */
  makeRoom(more) {
    if (this.starts[this.count] + more <= this.bytes.length) return
    const grown = new Uint8Array(this.bytes.length * 2)
    grown.set(this.bytes)
    this.bytes = grown
  }

  /** Forgets the first entries. @param {number} count */
  dropFirst(count) {
    const start = this.starts[count]
    this.bytes.copyWithin(0, start, this.starts[this.count])
    this.starts.splice(0, count)
    for (let i = 0; i < this.starts.length; i++) this.starts[i] -= start
    this.children.splice(0, count)
    this.count -= count
  }

  /** The whole key of an entry, a view that the next change invalidates. @param {number} index */
  key(index) {
    return this.bytes.subarray(this.starts[index], this.starts[index + 1])
  }

  /**
   * How long the shortest separator between entries index - 1 and index is: it is the beginning of key `index` up to
   * the first byte that differs. (No entry is a prefix of another, so there is one.)
   * @param {number} index at least 1
   */
  separatorBytes(index) {
    const { bytes, starts } = this
    return sharedBytes(bytes, starts[index - 1], starts[index], bytes, starts[index], starts[index + 1]) + 1
  }

  /** A copy of the separator that a split before `index` sends up. @param {number} index */
  separator(index) {
    const start = this.starts[index]
    return this.bytes.slice(start, this.level === 0 ? start + this.separatorBytes(index) : this.starts[index + 1])
  }

  /**
   * Bytes a page with entries [from, to) and these fences takes of NODE_ROOM.
   * @param {number} from @param {number} to @param {Uint8Array} low @param {Uint8Array | null} high cut fences
   */
  space(from, to, low, high) {
    const prefix = high === null ? 0 : sharedBytes(low, 0, low.length, high, 0, high.length)
    let space = low.length + (high === null ? 0 : high.length)
    for (let index = from; index < to; index++)
      space += entrySpace(this.starts[index + 1] - this.starts[index] - prefix, this.cellSkip)
    return space
  }

  /**
   * Writes a page with entries [from, to).
   * @param {DataView} view @param {Uint8Array} bytes @param {number} base
   * @param {number} from @param {number} to @param {number} leftmost @param {number} previous @param {number} next
   * @param {Uint8Array} low @param {Uint8Array | null} high cut fences
   */
  write(view, bytes, base, from, to, leftmost, previous, next, low, high) {
    assert(this.space(from, to, low, high) <= NODE_ROOM, 'the entries given to a page fit')
    initNode(view, bytes, base, this.level, previous, next, leftmost, low, high)
    fillNode(view, bytes, base, this.cellSkip, this.bytes, this.starts, this.children, from, to)
  }

  /**
   * Where to split: near the middle by bytes (or near the end for a page that grows at its right edge), within a window
   * at the shortest separator. Leaves: entries [0, index) stay. Inner nodes: entry `index` moves up.
   * @param {boolean} atRightEdge
   * @returns {number} 1 .. count - 1
   */
  splitIndex(atRightEdge) {
    assert(this.count >= 2, 'a page that is split has two entries')
    const total = this.starts[this.count] + this.count * SLOT_AND_CHILD
    const goal = atRightEdge ? total * 0.9 : total / 2
    let index = 1
    while (index < this.count - 1 && this.starts[index] + index * SLOT_AND_CHILD < goal) index++
    const window = this.count >> 4
    let best = index
    let bestBytes = Infinity
    for (
      let candidate = Math.max(1, index - window);
      candidate <= Math.min(this.count - 1, index + window);
      candidate++
    ) {
      const bytes =
        this.level === 0 ? this.separatorBytes(candidate) : this.starts[candidate + 1] - this.starts[candidate]
      if (bytes < bestBytes || (bytes === bestBytes && Math.abs(candidate - index) < Math.abs(best - index))) {
        best = candidate
        bestBytes = bytes
      }
    }
    return best
  }
}
const SLOT_AND_CHILD = 12

/** @param {Uint8Array} key @returns {Uint8Array} a copy, as a fence keeps it */
export const fence = (key) => key.slice(0, FENCE_BYTES_MAX)
