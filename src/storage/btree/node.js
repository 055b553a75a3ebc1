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
import {
  PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, initPage, pageKind, pageLower, pageUpper, pageGarbage, setPageLower,
  setPageUpper, setPageGarbage,
} from '../page.js'
import { TID_BYTES, tidOf } from '../../util/tuple-id.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */

const PREVIOUS_OFFSET = PAGE_HEADER_BYTES
const NEXT_OFFSET = PREVIOUS_OFFSET + 4
const LEFTMOST_OFFSET = NEXT_OFFSET + 4
const PREFIX_OFFSET = LEFTMOST_OFFSET + 4
const LOW_OFFSET = PREFIX_OFFSET + 2
const HIGH_OFFSET = LOW_OFFSET + 2
const LEVEL_OFFSET = HIGH_OFFSET + 2
const BOUNDED_OFFSET = LEVEL_OFFSET + 1
const SLOTS_OFFSET = BOUNDED_OFFSET + 5
assert(SLOTS_OFFSET === 56, 'B+tree page header fields add up to the documented size')

const SLOT_BYTES = 8
/** What entries, their slots and the fences share. */
export const NODE_ROOM = PAGE_BYTES - SLOTS_OFFSET
export const FENCE_BYTES_MAX = 256
/** Key bytes and tuple id of one entry. Two of these and both fences always fit a page, which is what splits need. */
export const ENTRY_BYTES_MAX = 2704
assert(2 * (ENTRY_BYTES_MAX + SLOT_BYTES) + 2 * FENCE_BYTES_MAX <= NODE_ROOM, 'a page holds two entries of any size')

/** Biases for `search`: what a key that agrees with an entry as far as the shorter of them goes counts as. */
export const BEFORE = 0 //            position of the first entry >= key
export const FOLLOWING = 1 //         position of the first entry > key
export const AFTER = 1 << 20 //       position of the first entry > key that does not begin with key

/**
 * Where a search begins: heads of numbers often rise evenly, so the place a straight line from the first to the last
 * head gives is tried first, this many slots (half a cache line) to both sides. Right, it saves four dependent cache
 * misses; wrong, it costs two looks. Lookup among 1M int4 keys 509 -> 441 ns, among 100,000 201 -> 161 ns; hashed text
 * 1290 -> 1328 ns (Node 20).
 */
const GUESS_REACH = 4
const GUESS_COUNT_MIN = 32

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
function headOf(key, at, end, pad) {
  if (end - at >= 4) return ((key[at] << 24) | (key[at + 1] << 16) | (key[at + 2] << 8) | key[at + 3]) ^ 0x80000000
  let head = 0
  for (let i = 0; i < 4; i++) head = (head << 8) | (at + i < end ? key[at + i] : pad)
  return head ^ 0x80000000
}

/**
 * Binary search. The page's prefix is taken as matched: `at` is the key's first byte behind it.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} base
 * @param {number} cellSkip 0 in leaves, 4 in inner pages
 * @param {Uint8Array} key @param {number} at @param {number} end
 * @param {number} bias BEFORE, FOLLOWING or AFTER
 * @returns {number} how many entries are less than the key, in the bias' sense
 */
export function search(view, bytes, base, cellSkip, key, at, end, bias) {
  const slots = base + SLOTS_OFFSET
  const keyBytes = end - at
  const head = headOf(key, at, end, bias === AFTER ? 255 : 0)
  let low = 0
  let high = (view.getUint16(base + 12, true) - SLOTS_OFFSET) >> 3
  let same = 4
  if (high >= GUESS_COUNT_MIN) {
    const first = view.getInt32(slots, true)
    const last = view.getInt32(slots + ((high - 1) << 3), true)
    if (first === head && last === head) {
      // Pages at the right edge have no prefix, and all their keys may begin alike.
      same = Math.min(
        sameBytes(view, bytes, base, cellSkip, 0, key, at, keyBytes),
        sameBytes(view, bytes, base, cellSkip, high - 1, key, at, keyBytes)
      )
    } else if (first < head && head < last) {
      const guess = ((head - first) / (last - first) * (high - 1)) | 0
      const left = guess - GUESS_REACH
      const right = guess + GUESS_REACH
      if (right < high) {
        const other = view.getInt32(slots + (right << 3), true)
        if (other > head) high = right
        else if (other < head) low = right + 1
      }
      if (left > low) {
        const other = view.getInt32(slots + (left << 3), true)
        if (other < head) low = left + 1
        else if (other > head) high = left
      }
    }
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    const slot = slots + (middle << 3)
    const other = view.getInt32(slot, true)
    if (other < head) {
      low = middle + 1
    } else if (other > head) {
      high = middle
    } else {
      const length = view.getUint16(slot + 6, true)
      const cell = base + view.getUint16(slot + 4, true) + cellSkip - 4
      const common = length < keyBytes ? length : keyBytes
      let i = same
      while (i < common && bytes[cell + i] === key[at + i]) i++
      if (i < common ? key[at + i] > bytes[cell + i] : keyBytes - length + bias > 0) low = middle + 1
      else high = middle
    }
  }
  return low
}

/**
 * Reads where `search` for the key would guess first: brings it nearer.
 * @param {DataView} view
 * @param {number} base of a page that has entries
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 * @returns {number} nothing of meaning
 */
export function touchSearch(view, base, key, at, end) {
  const slots = base + SLOTS_OFFSET
  const most = nodeCount(view, base) - 1
  if (most < GUESS_COUNT_MIN) return 0
  const head = headOf(key, at, end, 0)
  const first = view.getInt32(slots, true)
  const last = view.getInt32(slots + (most << 3), true)
  if (first >= head || head >= last) return 0
  const guess = (((head - first) / (last - first)) * most) | 0
  return (
    view.getInt32(slots + (Math.max(0, guess - GUESS_REACH) << 3), true) +
    view.getInt32(slots + (Math.min(most, guess + GUESS_REACH) << 3), true)
  )
}

/**
 * How many bytes an entry with the same head has in common with the key, behind the page's prefix.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} cellSkip
 * @param {number} position
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} keyBytes
 */
function sameBytes(view, bytes, base, cellSkip, position, key, at, keyBytes) {
  const slot = base + SLOTS_OFFSET + (position << 3)
  const common = Math.min(view.getUint16(slot + 6, true), keyBytes)
  const cell = base + view.getUint16(slot + 4, true) + cellSkip - 4
  let i = 4
  while (i < common && bytes[cell + i] === key[at + i]) i++
  return i
}

/**
 * Like `search` in a leaf, for a key that may lie outside the page's fences.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 * @param {number} bias
 */
export function searchAnywhere(view, bytes, base, key, at, end, bias) {
  const prefix = nodePrefix(view, base)
  const prefixAt = lowFenceAt(view, base)
  for (let i = 0; i < prefix; i++) {
    if (at + i >= end) return bias === AFTER ? nodeCount(view, base) : 0
    const difference = key[at + i] - bytes[prefixAt + i]
    if (difference !== 0) return difference > 0 ? nodeCount(view, base) : 0
  }
  return search(view, bytes, base, 0, key, at + prefix, end, bias)
}

/**
 * Whether the leaf entry at `position` begins with key[at, end) (behind the prefix) and has exactly `more` bytes beyond
 * it.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} base @param {number} position
 * @param {Uint8Array} key @param {number} at @param {number} end @param {number} more
 */
export function leafEntryIs(view, bytes, base, position, key, at, end, more) {
  const slot = base + SLOTS_OFFSET + (position << 3)
  const keyBytes = end - at
  if (view.getUint16(slot + 6, true) !== keyBytes + more) return false
  const head = view.getInt32(slot, true)
  if (keyBytes >= 4) {
    if (head !== headOf(key, at, end, 0)) return false
  } else if (keyBytes > 0) {
    const shift = 32 - 8 * keyBytes
    if (head >> shift !== headOf(key, at, end, 0) >> shift) return false
  }
  const cell = base + view.getUint16(slot + 4, true) - 4
  for (let i = 4; i < keyBytes; i++) if (bytes[cell + i] !== key[at + i]) return false
  return true
}

/**
 * Whether entries that begin with the key may lie right of a page that the key belongs to: not when its high fence
 * differs from the key (then it is above).
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {Uint8Array} key
 * @param {number} at whole key, prefix included
 * @param {number} end
 */
export function mayGoOn(view, bytes, base, key, at, end) {
  const highAt = lowFenceAt(view, base) - highFenceBytes(view, base)
  const common = Math.min(end - at, highFenceBytes(view, base))
  for (let i = nodePrefix(view, base); i < common; i++) if (key[at + i] !== bytes[highAt + i]) return false
  return true
}

/**
 * Whether entries that begin with the key may lie left of a page that the key belongs to. Parameters as mayGoOn.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 */
export function mayComeFrom(view, bytes, base, key, at, end) {
  const lowAt = lowFenceAt(view, base)
  const common = Math.min(end - at, lowFenceBytes(view, base))
  for (let i = nodePrefix(view, base); i < common; i++) if (key[at + i] !== bytes[lowAt + i]) return false
  return true
}

/**
 * Whether an entry that is not left of the page is in it for sure: below the high fence by a byte that differs.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 */
export function belowHigh(view, bytes, base, key, at, end) {
  if (!nodeHasHigh(view, base)) return true
  const highAt = lowFenceAt(view, base) - highFenceBytes(view, base)
  const common = Math.min(end - at, highFenceBytes(view, base))
  for (let i = 0; i < common; i++) if (key[at + i] !== bytes[highAt + i]) return key[at + i] < bytes[highAt + i]
  return false
}

/**
 * Whether the leaf entry's key is one text, by the bytes text[start, stop): a marker byte, they, and a zero byte.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} position
 * @param {Uint8Array} text
 * @param {number} start
 * @param {number} stop
 */
export function leafTextIs(view, bytes, base, position, text, start, stop) {
  const slot = base + SLOTS_OFFSET + (position << 3)
  const prefix = nodePrefix(view, base)
  const last = stop - start + 1 //                    place of the zero byte in the key
  if (prefix + view.getUint16(slot + 6, true) - TID_BYTES !== last + 1) return false
  const prefixAt = base + PAGE_BYTES - view.getUint16(base + LOW_OFFSET, true)
  const shared = prefix < last ? prefix : last
  let i = 1
  for (let from = start; i < shared; i++, from++) if (bytes[prefixAt + i] !== text[from]) return false
  if (i < prefix) i = prefix
  if (i < last && i < prefix + 4) {
    const head = view.getInt32(slot, true) ^ 0x80000000
    for (; i < last && i < prefix + 4; i++)
      if (((head >>> (24 - 8 * (i - prefix))) & 255) !== text[start + i - 1]) return false
  }
  const cell = base + view.getUint16(slot + 4, true) - prefix - 4
  for (; i < last; i++) if (bytes[cell + i] !== text[start + i - 1]) return false
  return true
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
 * @param {number} suffixLength
 * @param {number} cellSkip
 * @returns {number} bytes an entry takes of a page, its slot included
 */
export const entrySpace = (suffixLength, cellSkip) => SLOT_BYTES + cellSkip + (suffixLength > 4 ? suffixLength - 4 : 0)

/**
 * Whether an entry with these whole key bytes fits.
 * @param {DataView} view @param {number} base @param {number} keyBytes @param {number} cellSkip
 */
export const entryFits = (view, base, keyBytes, cellSkip) =>
  nodeFree(view, base) >= entrySpace(keyBytes - nodePrefix(view, base), cellSkip)

/**
 * Adds an entry that fits. In inner pages `child` becomes the child right of the new separator.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} cellSkip
 * @param {number} position
 * @param {Uint8Array} key
 * @param {number} at whole key, prefix included
 * @param {number} end
 * @param {number} child 0 in leaves
 */
export function insertAt(view, bytes, base, cellSkip, position, key, at, end, child) {
  at += nodePrefix(view, base)
  const length = end - at
  const rest = length > 4 ? length - 4 : 0
  let lower = pageLower(view, base)
  let upper = pageUpper(view, base)
  if (upper - lower < SLOT_BYTES + cellSkip + rest) {
    compact(view, bytes, base, cellSkip)
    lower = pageLower(view, base)
    upper = pageUpper(view, base)
  }
  assert(upper - lower >= SLOT_BYTES + cellSkip + rest, 'an entry is added where it fits')
  const slot = base + SLOTS_OFFSET + (position << 3)
  if (slot < base + lower) bytes.copyWithin(slot + SLOT_BYTES, slot, base + lower)
  upper -= cellSkip + rest
  const cell = base + upper
  if (cellSkip !== 0) view.setUint32(cell, child, true)
  for (let i = 4; i < length; i++) bytes[cell + cellSkip - 4 + i] = key[at + i]
  view.setInt32(slot, headOf(key, at, end, 0), true)
  view.setUint16(slot + 4, upper, true)
  view.setUint16(slot + 6, length, true)
  setPageLower(view, base, lower + SLOT_BYTES)
  setPageUpper(view, base, upper)
}

/**
 * Adds entries that fit to an empty node, in their order: entry i is keys[starts[i], starts[i + 1]), children[i] right
 * of it.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} base @param {number} cellSkip
 * @param {Uint8Array} keys @param {number[]} starts @param {number[]} children @param {number} from @param {number} to
 */
export function fillNode(view, bytes, base, cellSkip, keys, starts, children, from, to) {
  const prefix = nodePrefix(view, base)
  let slot = base + SLOTS_OFFSET
  let cell = base + pageUpper(view, base)
  for (let index = from; index < to; index++) {
    const at = starts[index] + prefix
    const end = starts[index + 1]
    const length = end - at
    if (length > 4) {
      cell -= cellSkip + length - 4
      for (let i = at + 4, into = cell + cellSkip; i < end; i++) bytes[into++] = keys[i]
    } else cell -= cellSkip
    if (cellSkip !== 0) view.setUint32(cell, children[index], true)
    view.setInt32(slot, headOf(keys, at, end, 0), true)
    view.setUint16(slot + 4, cell - base, true)
    view.setUint16(slot + 6, length, true)
    slot += SLOT_BYTES
  }
  assert(slot <= cell, 'the entries given to a node fit')
  setPageLower(view, base, slot - base)
  setPageUpper(view, base, cell - base)
}

/**
 * Removes an entry; in inner pages with the child right of it.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} cellSkip
 * @param {number} position
 */
export function removeAt(view, bytes, base, cellSkip, position) {
  const slot = base + SLOTS_OFFSET + position * SLOT_BYTES
  const lower = pageLower(view, base)
  const length = view.getUint16(slot + 6, true)
  const cellBytes = cellSkip + (length > 4 ? length - 4 : 0)
  if (view.getUint16(slot + 4, true) === pageUpper(view, base))
    setPageUpper(view, base, pageUpper(view, base) + cellBytes)
  else setPageGarbage(view, base, pageGarbage(view, base) + cellBytes)
  bytes.copyWithin(slot, slot + SLOT_BYTES, base + lower)
  setPageLower(view, base, lower - SLOT_BYTES)
}

/**
 * Puts other bytes where [keep, keep + drop) of a leaf entry are, counted with the page's prefix. Its place stays, and
 * there is room.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} position
 * @param {number} keep not less than the prefix
 * @param {number} drop
 * @param {Uint8Array} put
 * @param {number} at
 * @param {number} end
 */
export function spliceAt(view, bytes, base, position, keep, drop, put, at, end) {
  const length = copyEntry(view, bytes, base, position, spliced, 0)
  assert(keep >= nodePrefix(view, base) && keep + drop <= length, 'what is put elsewise is a part of an entry')
  spliced.copyWithin(keep + end - at, keep + drop, length)
  for (let from = at, to = keep; from < end; from++, to++) spliced[to] = put[from]
  removeAt(view, bytes, base, 0, position)
  insertAt(view, bytes, base, 0, position, spliced, 0, length - drop + end - at, 0)
}
const spliced = new Uint8Array(2 * ENTRY_BYTES_MAX)

/**
 * Closes the holes between cells.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} cellSkip
 */
function compact(view, bytes, base, cellSkip) {
  const cells = bytes.slice(base, base + PAGE_BYTES) // once per few hundred inserts into a page that had removals
  let upper = PAGE_BYTES - lowFenceBytes(view, base) - highFenceBytes(view, base)
  const end = base + pageLower(view, base)
  for (let slot = base + SLOTS_OFFSET; slot < end; slot += SLOT_BYTES) {
    const length = view.getUint16(slot + 6, true)
    const cellBytes = cellSkip + (length > 4 ? length - 4 : 0)
    const from = view.getUint16(slot + 4, true)
    upper -= cellBytes
    for (let i = 0; i < cellBytes; i++) bytes[base + upper + i] = cells[from + i]
    view.setUint16(slot + 4, upper, true)
  }
  setPageUpper(view, base, upper)
  setPageGarbage(view, base, 0)
}

/**
 * Makes an empty node of the page, keeping its identity and lsn.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} level
 * @param {number} previous
 * @param {number} next
 * @param {number} leftmost 0 in leaves
 * @param {Uint8Array} low fence, cut
 * @param {Uint8Array | null} high fence, cut; null: none
 */
export function initNode(view, bytes, base, level, previous, next, leftmost, low, high) {
  initPage(view, bytes, base, level === 0 ? PAGE_KINDS.BTREE_LEAF : PAGE_KINDS.BTREE_INNER)
  view.setUint32(base + PREVIOUS_OFFSET, previous, true)
  view.setUint32(base + NEXT_OFFSET, next, true)
  view.setUint32(base + LEFTMOST_OFFSET, leftmost, true)
  view.setUint16(base + PREFIX_OFFSET, high === null ? 0 : sharedBytes(low, 0, low.length, high, 0, high.length), true)
  view.setUint16(base + LOW_OFFSET, low.length, true)
  view.setUint16(base + HIGH_OFFSET, high === null ? 0 : high.length, true)
  view.setUint8(base + LEVEL_OFFSET, level)
  view.setUint8(base + BOUNDED_OFFSET, high === null ? 0 : 1)
  bytes.set(low, base + PAGE_BYTES - low.length)
  const upper = PAGE_BYTES - low.length - (high === null ? 0 : high.length)
  if (high !== null) bytes.set(high, base + upper)
  setPageLower(view, base, SLOTS_OFFSET)
  setPageUpper(view, base, upper)
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
