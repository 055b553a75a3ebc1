/**
 * The bytes of a B+tree page, leaf or inner: reading, searching, adding and removing one entry. Free functions over
 * (view, bytes, base), where base is the page's byte offset in the pool's memory. Nothing allocates, logs or pins. The
 * only code that knows these offsets.
 *
 *   OFFSET SIZE FIELD (little-endian)           after the 32 bytes every page has (../page.js)
 *       32    4 previous page of the level, 0: none      44    2 prefix bytes: what every key of the page begins with
 *       36    4 next page of the level, 0: none          46    2 low fence bytes
 *       40    4 inner: child left of all separators      48    2 high fence bytes
 *       50    1 level, 0: leaf                           51    1 1: has a high fence    52 4 zero
 *       56      slots of {head i32, offset u16, length u16} up to `lower`
 *    upper      cells, in any order, with holes (`garbage` counts them); then the high fence; then the low fence, which ends the page
 *
 * An entry's key bytes are prefix ++ suffix. `length` is the suffix's; `head` its first four bytes, big-endian,
 * zero-padded, top bit flipped, so that one signed comparison decides most steps of a search. The cell holds the suffix
 * from its fifth byte on; in inner pages the child's block number (4 bytes) comes first.
 *
 * Low fence <= every key < high fence. Both are cut after FENCE_BYTES_MAX bytes (a cut high fence only bounds that many
 * bytes); the prefix is what they share, nothing when there is no high fence. So a page that a descent leads to shares
 * its prefix with the key sought.
 */
import { assert } from '../../util/assert.js'
import { PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, pageKind, pageLower, pageUpper, pageGarbage } from '../page.js'
import { TID_BYTES, tidOf } from '../../util/tuple-id.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */

export const PREVIOUS_OFFSET = PAGE_HEADER_BYTES
export const NEXT_OFFSET = PREVIOUS_OFFSET + 4
export const LEFTMOST_OFFSET = NEXT_OFFSET + 4
export const PREFIX_OFFSET = LEFTMOST_OFFSET + 4
export const LOW_OFFSET = PREFIX_OFFSET + 2
export const HIGH_OFFSET = LOW_OFFSET + 2
export const LEVEL_OFFSET = HIGH_OFFSET + 2
export const BOUNDED_OFFSET = LEVEL_OFFSET + 1
export const SLOTS_OFFSET = BOUNDED_OFFSET + 5
assert(SLOTS_OFFSET === 56, 'B+tree page header fields add up to the documented size')

export const SLOT_BYTES = 8
/** What entries, their slots and the fences share. */
export const NODE_ROOM = PAGE_BYTES - SLOTS_OFFSET
export const FENCE_BYTES_MAX = 256
/** Key bytes and tuple id of one entry. Two of these and both fences always fit a page, which is what splits need. */
export const ENTRY_BYTES_MAX = 2704
assert(2 * (ENTRY_BYTES_MAX + SLOT_BYTES) + 2 * FENCE_BYTES_MAX <= NODE_ROOM, 'a page holds two entries of any size')

/** Biases for `search`: what a key that agrees with an entry as far as the shorter of them goes counts as. */
export const BEFORE = 0
//            position of the first entry >= key
export const FOLLOWING = 1
//         position of the first entry > key
export const AFTER = 1 << 20

/** @param {DataView} view @param {number} base */
export const nodePrevious = (view, base) => view.getUint32(base + PREVIOUS_OFFSET, true)
/** @param {DataView} view @param {number} base @param {BlockNumber} blockNo */
export const setNodePrevious = (view, base, blockNo) => view.setUint32(base + PREVIOUS_OFFSET, blockNo, true)
/** @param {DataView} view @param {number} base */
export const nodeNext = (view, base) => view.getUint32(base + NEXT_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const nodePrefix = (view, base) => view.getUint16(base + PREFIX_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const nodeLevel = (view, base) => view.getUint8(base + LEVEL_OFFSET)
/** @param {DataView} view @param {number} base */
export const nodeHasHigh = (view, base) => view.getUint8(base + BOUNDED_OFFSET) === 1
/** @param {DataView} view @param {number} base */
export const nodeCount = (view, base) => (pageLower(view, base) - SLOTS_OFFSET) >> 3
/** @param {DataView} view @param {number} base @returns {number} bytes obtainable, after compaction if need be */
export const nodeFree = (view, base) => pageUpper(view, base) - pageLower(view, base) + pageGarbage(view, base)
/** @param {DataView} view @param {number} base */
export const isLeaf = (view, base) => pageKind(view, base) === PAGE_KINDS.BTREE_LEAF
/** @param {DataView} view @param {number} base @param {number} position */
export const suffixBytes = (view, base, position) =>
  view.getUint16(base + SLOTS_OFFSET + position * SLOT_BYTES + 6, true)
/** Of a leaf entry, the prefix included. @param {DataView} view @param {number} base @param {number} position */
export const entryBytes = (view, base, position) => nodePrefix(view, base) + suffixBytes(view, base, position)
/** @param {DataView} view @param {number} base @returns {number} absolute start of the low fence (and of the prefix) */
export const lowFenceAt = (view, base) => base + PAGE_BYTES - view.getUint16(base + LOW_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const lowFenceBytes = (view, base) => view.getUint16(base + LOW_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const highFenceBytes = (view, base) => view.getUint16(base + HIGH_OFFSET, true)

/**
 * Block of the child at `position`: 0 is left of all separators, n right of separator n - 1.
 * @param {DataView} view @param {number} base @param {number} position
 */
export function childAt(view, base, position) {
  if (position === 0) return view.getUint32(base + LEFTMOST_OFFSET, true)
  return view.getUint32(base + view.getUint16(base + SLOTS_OFFSET + (position - 1) * SLOT_BYTES + 4, true), true)
}

/**
 * The head of key[at, end).
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 * @param {number} pad what follows a short key: 0 or 255
 */
export function headOf(key, at, end, pad) {
  if (end - at >= 4) return ((key[at] << 24) | (key[at + 1] << 16) | (key[at + 2] << 8) | key[at + 3]) ^ 0x80000000
  let head = 0
  for (let i = 0; i < 4; i++) head = (head << 8) | (at + i < end ? key[at + i] : pad)
  return head ^ 0x80000000
}

/**
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} position
 * @param {number} index of a byte of the whole key
 */
function entryByte(view, bytes, base, position, index) {
  const prefix = nodePrefix(view, base)
  if (index < prefix) return bytes[lowFenceAt(view, base) + index]
  const slot = base + SLOTS_OFFSET + position * SLOT_BYTES
  const i = index - prefix
  if (i < 4) return ((view.getInt32(slot, true) ^ 0x80000000) >>> (24 - 8 * i)) & 255
  return bytes[base + view.getUint16(slot + 4, true) + (isLeaf(view, base) ? 0 : 4) + i - 4]
}

/**
 * The tuple id that ends a leaf entry.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} base @param {number} position
 */
export function leafTid(view, bytes, base, position) {
  const slot = base + SLOTS_OFFSET + (position << 3)
  const rest = view.getUint16(slot + 6, true) - 4
  const cell = base + view.getUint16(slot + 4, true)
  if (rest >= 6) return tidOf(view.getUint32(cell + rest - 6), view.getUint16(cell + rest - 2))
  if (rest >= 2) { //                 the block number begins in the head
    let blockNo = view.getInt32(slot, true) ^ 0x80000000
    for (let i = 0; i < rest - 2; i++) blockNo = (blockNo << 8) | bytes[cell + i]
    return tidOf(blockNo >>> 0, view.getUint16(cell + rest - 2))
  }
  const first = nodePrefix(view, base) + rest + 4 - TID_BYTES
  let blockNo = 0
  for (let i = 0; i < 4; i++) blockNo = (blockNo << 8) | entryByte(view, bytes, base, position, first + i)
  const slotIndex = (entryByte(view, bytes, base, position, first + 4) << 8)
    + entryByte(view, bytes, base, position, first + 5)
  return tidOf(blockNo >>> 0, slotIndex)
}

/**
 * Copies the whole key of an entry (of a leaf: with its tuple id) to out[at].
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} position
 * @param {Uint8Array} out
 * @param {number} at
 * @returns {number} end
 */
export function copyEntry(view, bytes, base, position, out, at) {
  const prefix = nodePrefix(view, base)
  const prefixAt = lowFenceAt(view, base)
  for (let i = 0; i < prefix; i++) out[at + i] = bytes[prefixAt + i]
  at += prefix
  const slot = base + SLOTS_OFFSET + position * SLOT_BYTES
  const head = view.getInt32(slot, true) ^ 0x80000000
  const length = view.getUint16(slot + 6, true)
  for (let i = 0; i < 4 && i < length; i++) out[at + i] = head >>> (24 - 8 * i)
  const cell = base + view.getUint16(slot + 4, true) + (isLeaf(view, base) ? 0 : 4) - 4
  for (let i = 4; i < length; i++) out[at + i] = bytes[cell + i]
  return at + length
}

/**
 * Copies the beginning of a leaf entry to out[0].
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} position
 * @param {Uint8Array} out
 * @param {number} most bytes
 * @returns {number} how many: fewer where the entry is shorter
 */
export function copyHead(view, bytes, base, position, out, most) {
  const prefix = Math.min(nodePrefix(view, base), most)
  const prefixAt = lowFenceAt(view, base)
  for (let i = 0; i < prefix; i++) out[i] = bytes[prefixAt + i]
  const slot = base + SLOTS_OFFSET + position * SLOT_BYTES
  const head = view.getInt32(slot, true) ^ 0x80000000
  const length = Math.min(view.getUint16(slot + 6, true), most - prefix)
  for (let i = 0; i < 4 && i < length; i++) out[prefix + i] = head >>> (24 - 8 * i)
  const cell = base + view.getUint16(slot + 4, true) - 4
  for (let i = 4; i < length; i++) out[prefix + i] = bytes[cell + i]
  return prefix + length
}

/**
 * How many bytes a[aAt, aEnd) and b[bAt, bEnd) begin with in common.
 * @param {Uint8Array} a
 * @param {number} aAt
 * @param {number} aEnd
 * @param {Uint8Array} b
 * @param {number} bAt
 * @param {number} bEnd
 */
export function sharedBytes(a, aAt, aEnd, b, bAt, bEnd) {
  const most = Math.min(aEnd - aAt, bEnd - bAt)
  let count = 0
  while (count < most && a[aAt + count] === b[bAt + count]) count++
  return count
}
