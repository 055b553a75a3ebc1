/**
 * The leaves that the next entries of a batch go to, found and brought from memory to the processor's cache together.
 * Entry by entry each leaf costs a chain of five or six cache misses, every one waiting for the one before; a loop that
 * does one step for many leaves has all their misses under way at once (Chen, Ailamaki, Gibbons, Mowry, "Improving hash
 * join performance through prefetching", ICDE 2004: group prefetching). Nothing is pinned, read from disk or changed:
 * `insertSorted` looks whether a leaf is still what it was. Random uuids into a tree of 4M: 1.72 -> 1.25 us an entry
 * (Node 20).
 */
import { PAGE_BYTES, pageUpper } from '../page.js'
import { ROOT_BLOCK } from './meta.js'
import { belowHigh, search, touchSearch } from './node-search.js'
import { childAt, nodeCount, nodeLevel, nodePrefix, suffixBytes, FOLLOWING } from './node.js'
import { putTid } from '../../util/tuple-id.js'

/** @import { FrameNumber } from '../../util/identifiers.js' */
/** @import { BTree } from './tree.js' */
/** @import { Keys } from './sorted-insert.js' */

/**
 * Entries whose leaves are touched together: more misses than a core has buffers for, and little enough to stay in its
 * first cache.
 */
export const TOUCH_ENTRIES = 16
/** Smaller trees are in the processor's cache anyway. */
export const TOUCH_BLOCKS_MIN = 256

export class LeafTouch {
  constructor() {
    /** Leaf of each entry of the group; -1: not in memory. */
    this.frames = new Int32Array(TOUCH_ENTRIES)
    this.blocks = new Uint32Array(TOUCH_ENTRIES)
    /** Splits and merges until then. */
    this.changes = 0
    /** What was touched, added up, so that no load is left out. */
    this.sum = 0
  }

  /**
   * @param {BTree} tree
   * @param {Keys} keys
   * @param {Uint32Array} order
   * @param {number} from
   * @param {number} to at most TOUCH_ENTRIES of them
   * @param {Float64Array} tids by row
   */
  touch(tree, keys, order, from, to, tids) {
    const { frames } = this
    const { pool, view, bytes } = tree
    this.changes = tree.env.splits + tree.env.merges
    this.#find(tree, keys, order, from, to, tids)
    const count = to - from
    let sum = 0
    for (let i = 0; i < count; i++) {
      const frame = frames[i]
      if (frame < 0) continue
      const base = frame * PAGE_BYTES
      sum += nodeCount(view, base) + bytes[base + PAGE_BYTES - 1] + pool.state[frame]
    }
    for (let i = 0; i < count; i++) {
      const base = frames[i] * PAGE_BYTES
      const last = base < 0 ? -1 : nodeCount(view, base) - 1
      if (last >= 0) sum += bytes[base + pageUpper(view, base)] + suffixBytes(view, base, last)
    }
    for (let i = 0; i < count; i++) {
      const row = order[from + i]
      const base = frames[i] * PAGE_BYTES
      if (base >= 0)
        sum += touchSearch(view, base, keys.bytes, keys.starts[row] + nodePrefix(view, base), keys.ends[row])
    }
    this.sum = (this.sum + sum) | 0
  }

  /**
   * Pins the leaf of an entry of the group, if no page was split or merged since and it is in memory still.
   * @param {BTree} tree
   * @param {number} entry
   * @returns {FrameNumber} frame, or -1
   */
  pin({ env, pool, file }, entry) {
    return this.frames[entry] < 0 || this.changes !== env.splits + env.merges
      ? -1
      : pool.tryPin(file, this.blocks[entry])
  }

  /**
   * The leaves that the keys belong to.
   * @param {BTree} tree
   * @param {Keys} keys
   * @param {Uint32Array} order
   * @param {number} from
   * @param {number} to
   * @param {Float64Array} tids
   */
  #find(tree, keys, order, from, to, tids) {
    const { frames, blocks } = this
    const { view, bytes, file: { directory } } = tree
    const key = keys.bytes
    /** Base of the page above the leaves. */
    let parent = -1
    for (let index = from; index < to; index++) {
      const row = order[index]
      const at = keys.starts[row]
      const end = putTid(key, keys.ends[row], tids[row])
      if (parent < 0 || !belowHigh(view, bytes, parent, key, at, end)) parent = parentOf(tree, key, at, end)
      let frame = -1
      if (parent >= 0) {
        const blockNo = childAt(
          view,
          parent,
          search(view, bytes, parent, 4, key, at + nodePrefix(view, parent), end, FOLLOWING)
        )
        const chunk = directory[blockNo >>> 10]
        if (chunk !== undefined) frame = chunk[blockNo & 1023] - 1
        blocks[index - from] = blockNo
      }
      frames[index - from] = frame
    }
  }
}

/**
 * The page above the leaf that a key belongs to, if it and those above it are in memory.
 * @param {BTree} tree
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 * @returns {number} base, or -1
 */
function parentOf(tree, key, at, end) {
  const { view, bytes, file: { directory } } = tree
  for (let blockNo = ROOT_BLOCK; ;) {
    const frame = (directory[blockNo >>> 10]?.[blockNo & 1023] ?? 0) - 1
    if (frame < 0) return -1
    const base = frame * PAGE_BYTES
    const level = nodeLevel(view, base)
    if (level < 2) return level === 1 ? base : -1
    blockNo = childAt(view, base, search(view, bytes, base, 4, key, at + nodePrefix(view, base), end, FOLLOWING))
  }
}
