/**
 * A page's bytes: the header every page has, and the slotted layout most share. Free functions over (view, base), where
 * base is the byte offset of the page in the pool's memory; nothing is allocated. The only code that knows these
 * offsets.
 *
 *   OFFSET SIZE FIELD (little-endian)
 *        0    4 crc32 of bytes [4, 8192)          16    4 blockNo
 *        4    6 lsn                               20    4 fileId
 *       10    1 kind                              24    6 newest xid that wrote the page
 *       11    1 flags, the owner's                30    2 garbage bytes above upper
 *       12    2 lower, 14 2 upper                 32      slots of {offset u16, length u16}, or the owner's own layout
 *
 * Valid iff all bytes are zero (never written), or the crc matches and blockNo and fileId are those asked for.
 */
import { assert } from '../util/assert.js'
import { checking } from '#invariants'
import { crc32 } from '../util/crc32.js'
import { SLOTS_MAX } from '../util/tuple-id.js'

/** @import { BlockNumber, Lsn, SlotNumber, Xid } from '../util/identifiers.js' */

export const PAGE_BYTES = 8192

export const CRC_OFFSET = 0
const LSN_OFFSET = CRC_OFFSET + 4
const KIND_OFFSET = LSN_OFFSET + 6
const FLAGS_OFFSET = KIND_OFFSET + 1
const LOWER_OFFSET = FLAGS_OFFSET + 1
const UPPER_OFFSET = LOWER_OFFSET + 2
const BLOCK_OFFSET = UPPER_OFFSET + 2
const FILE_OFFSET = BLOCK_OFFSET + 4
const XID_OFFSET = FILE_OFFSET + 4
const GARBAGE_OFFSET = XID_OFFSET + 6
export const PAGE_HEADER_BYTES = GARBAGE_OFFSET + 2
assert(PAGE_HEADER_BYTES === 32, 'page header fields add up to the documented size')

export const SLOT_BYTES = 4
/** What an empty slotted page can hold: one item of this less SLOT_BYTES. */
export const PAGE_ROOM = PAGE_BYTES - PAGE_HEADER_BYTES

/** Who owns a page's layout. Part of the format: numbers never change meaning. */
export const PAGE_KINDS = Object.freeze({
  FREE: 0, HEAP: 1, BTREE_META: 2, BTREE_LEAF: 3, BTREE_INNER: 4, OVERFLOW: 5, SEQUENCE: 6, GIST: 8, GIST_META: 9,
})

const TWO_32 = 4294967296

/** @param {DataView} view @param {number} base @returns {Lsn} lsn, exact */
export const pageLsn = (view, base) =>
  view.getUint32(base + LSN_OFFSET, true) + view.getUint16(base + LSN_OFFSET + 4, true) * TWO_32

/** @param {DataView} view @param {number} base @param {Lsn} lsn */
export function setPageLsn(view, base, lsn) {
  view.setUint32(base + LSN_OFFSET, lsn, true) // stored modulo 2^32
  view.setUint16(base + LSN_OFFSET + 4, lsn / TWO_32, true)
}

/** @param {DataView} view @param {number} base */
export const pageKind = (view, base) => view.getUint8(base + KIND_OFFSET)
/** @param {DataView} view @param {number} base */
export const pageFlags = (view, base) => view.getUint8(base + FLAGS_OFFSET)
/** @param {DataView} view @param {number} base */
export const pageLower = (view, base) => view.getUint16(base + LOWER_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const pageUpper = (view, base) => view.getUint16(base + UPPER_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const pageBlockNo = (view, base) => view.getUint32(base + BLOCK_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const pageFileId = (view, base) => view.getUint32(base + FILE_OFFSET, true)
/** @param {DataView} view @param {number} base */
export const pageGarbage = (view, base) => view.getUint16(base + GARBAGE_OFFSET, true)
/** @param {DataView} view @param {number} base @param {number} bytes */
export const setPageGarbage = (view, base, bytes) => view.setUint16(base + GARBAGE_OFFSET, bytes, true)
/** @param {DataView} view @param {number} base @param {number} lower */
export const setPageLower = (view, base, lower) => view.setUint16(base + LOWER_OFFSET, lower, true)
/** @param {DataView} view @param {number} base @param {number} upper */
export const setPageUpper = (view, base, upper) => view.setUint16(base + UPPER_OFFSET, upper, true)

/** The newest xid that wrote the page, 0 for none. @param {DataView} view @param {number} base */
export const pageXid = (view, base) =>
  view.getUint32(base + XID_OFFSET, true) + view.getUint16(base + XID_OFFSET + 4, true) * TWO_32
/** @param {DataView} view @param {number} base @param {Xid} xid */
export function setPageXid(view, base, xid) {
  view.setUint32(base + XID_OFFSET, xid, true)
  view.setUint16(base + XID_OFFSET + 4, xid / TWO_32, true)
}

/**
 * Says which page these bytes are.
 * @param {DataView} view
 * @param {number} base
 * @param {number} fileId
 * @param {BlockNumber} blockNo
 */
export function setPageIdentity(view, base, fileId, blockNo) {
  view.setUint32(base + BLOCK_OFFSET, blockNo, true)
  view.setUint32(base + FILE_OFFSET, fileId, true)
}

/**
 * Makes an empty page of `kind`, keeping its identity (file and block) and lsn: everything else becomes zero, the slot
 * array empty.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} base @param {number} kind
 */
export function initPage(view, bytes, base, kind) {
  bytes.fill(0, base + KIND_OFFSET, base + BLOCK_OFFSET)
  bytes.fill(0, base + XID_OFFSET, base + PAGE_BYTES)
  view.setUint8(base + KIND_OFFSET, kind)
  view.setUint16(base + LOWER_OFFSET, PAGE_HEADER_BYTES, true)
  view.setUint16(base + UPPER_OFFSET, PAGE_BYTES, true)
}

/** @param {Uint8Array} bytes @param {number} base @returns {number} what the crc field should hold */
export const pageCrc = (bytes, base) => crc32(bytes, base + LSN_OFFSET, base + PAGE_BYTES)

/** crc of an all-zero page, so that "never written" is recognised without a second look at the bytes. */
const ZERO_PAGE_CRC = pageCrc(new Uint8Array(PAGE_BYTES), 0)

/**
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} fileId
 * @param {BlockNumber} blockNo
 * @returns {string} '' when the page is whole and is the one asked for (or all zero); else what is wrong with it
 */
export function pageProblem(view, bytes, base, fileId, blockNo) {
  const stored = view.getUint32(base + CRC_OFFSET, true)
  const actual = pageCrc(bytes, base)
  if (stored !== actual) {
    if (stored === 0 && actual === ZERO_PAGE_CRC) return ''
    return `The checksum is ${hex(actual)}, the page says ${hex(stored)}.`
  }
  if (pageFileId(view, base) !== fileId || pageBlockNo(view, base) !== blockNo) {
    return `The page says it is block ${pageBlockNo(view, base)} of file ${hex(pageFileId(view, base))}.`
  }
  return ''
}

/** @param {number} value */
const hex = (value) => value.toString(16).padStart(8, '0')

// ── Slotted layout
// ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Slots in use or once used; indexes below this are readable. @param {DataView} view @param {number} base */
export const slotCount = (view, base) => (view.getUint16(base + LOWER_OFFSET, true) - PAGE_HEADER_BYTES) >>> 2

/**
 * Byte offset of an item within its page, 0: the slot is empty.
 * @param {DataView} view
 * @param {number} base
 * @param {SlotNumber} slotIndex
 */
export const slotOffset = (view, base, slotIndex) =>
  view.getUint16(base + PAGE_HEADER_BYTES + slotIndex * SLOT_BYTES, true)

/** Bytes the item holds of the page. @param {DataView} view @param {number} base @param {SlotNumber} slotIndex */
export const slotLength = (view, base, slotIndex) =>
  view.getUint16(base + PAGE_HEADER_BYTES + slotIndex * SLOT_BYTES + 2, true)

/**
 * @param {DataView} view
 * @param {number} base
 * @param {SlotNumber} slotIndex
 * @param {number} offset
 * @param {number} length
 */
function setSlot(view, base, slotIndex, offset, length) {
  const at = base + PAGE_HEADER_BYTES + slotIndex * SLOT_BYTES
  view.setUint16(at, offset, true)
  view.setUint16(at + 2, length, true)
}

/** Bytes obtainable for items and slots, after compaction if need be. @param {DataView} view @param {number} base */
export const freeBytes = (view, base) =>
  view.getUint16(base + UPPER_OFFSET, true) -
  view.getUint16(base + LOWER_OFFSET, true) +
  view.getUint16(base + GARBAGE_OFFSET, true)

/**
 * What any page offers to a new item, kind 0 included; the free space map's figure.
 * @param {DataView} view
 * @param {number} base
 */
export const pageRoom = (view, base) => pageKind(view, base) === PAGE_KINDS.FREE ? PAGE_ROOM : freeBytes(view, base)

/**
 * The lowest empty slot below the count, or the count itself (a new slot).
 * @param {DataView} view
 * @param {number} base
 */
export function firstEmptySlot(view, base) {
  const count = slotCount(view, base)
  for (let slotIndex = 0; slotIndex < count; slotIndex++) if (slotOffset(view, base, slotIndex) === 0) return slotIndex
  return count
}

/**
 * Whether an item of `length` bytes fits at `slotIndex`, the slots up to it included. Check this, then `slotInsert`.
 * @param {DataView} view @param {number} base @param {SlotNumber} slotIndex @param {number} length
 */
export function slotFits(view, base, slotIndex, length) {
  const missing = slotIndex + 1 - slotCount(view, base)
  return slotIndex < SLOTS_MAX && freeBytes(view, base) >= length + (missing > 0 ? missing * SLOT_BYTES : 0)
}

/**
 * Gives `slotIndex`, empty or just beyond the count, `length` bytes, compacting first if the gap is too small. Slots in
 * between become empty ones (redo may name any slot). The bytes returned are not cleared.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {SlotNumber} slotIndex
 * @param {number} length
 * @returns {number} the item's offset within the page
 */
export function slotInsert(view, bytes, base, slotIndex, length) {
  assert(slotFits(view, base, slotIndex, length), 'whoever inserts checked that it fits')
  const count = slotCount(view, base)
  assert(slotIndex >= count || slotOffset(view, base, slotIndex) === 0, 'an item goes into an empty slot')
  const lowerAfter = slotIndex >= count ? PAGE_HEADER_BYTES + (slotIndex + 1) * SLOT_BYTES : pageLower(view, base)
  if (pageUpper(view, base) - lowerAfter < length) compactPage(view, bytes, base)
  if (slotIndex >= count) {
    bytes.fill(0, base + pageLower(view, base), base + lowerAfter)
    setPageLower(view, base, lowerAfter)
  }
  const offset = pageUpper(view, base) - length
  setPageUpper(view, base, offset)
  setSlot(view, base, slotIndex, offset, length)
  if (checking) assertSlots(view, base)
  return offset
}

/**
 * Empties a slot; its bytes become garbage. Trailing empty slots are given back.
 * @param {DataView} view
 * @param {number} base
 * @param {SlotNumber} slotIndex
 */
export function slotRemove(view, base, slotIndex) {
  assert(slotOffset(view, base, slotIndex) !== 0, 'a slot that is removed holds an item')
  giveUp(view, base, slotOffset(view, base, slotIndex), slotLength(view, base, slotIndex))
  setSlot(view, base, slotIndex, 0, 0)
  let count = slotCount(view, base)
  while (count > 0 && slotOffset(view, base, count - 1) === 0) count--
  setPageLower(view, base, PAGE_HEADER_BYTES + count * SLOT_BYTES)
  if (checking) assertSlots(view, base)
}

/**
 * Lets an item hold fewer bytes than before: its tail becomes garbage. Call it when no rollback can want them back.
 * @param {DataView} view @param {number} base @param {SlotNumber} slotIndex @param {number} length at least 1
 */
export function slotShrink(view, base, slotIndex, length) {
  const offset = slotOffset(view, base, slotIndex)
  const held = slotLength(view, base, slotIndex)
  assert(offset !== 0 && length > 0 && length <= held, 'an item shrinks to what it has at most')
  setSlot(view, base, slotIndex, offset, length)
  setPageGarbage(view, base, pageGarbage(view, base) + held - length)
  if (checking) assertSlots(view, base)
}

/**
 * Gives an item more bytes, elsewhere on the page if need be; its first bytes are kept. Check first:
 * `freeBytes >= length - slotLength`.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {SlotNumber} slotIndex
 * @param {number} length
 * @returns {number} the item's new offset within the page
 */
export function slotGrow(view, bytes, base, slotIndex, length) {
  const held = slotLength(view, base, slotIndex)
  assert(length >= held && freeBytes(view, base) >= length - held, 'whoever grows an item checked that it fits')
  const gap = pageUpper(view, base) - pageLower(view, base)
  if (gap < length) {
    // Too tight to hold old and new at once: compact with this item lowest, right above the gap, then let it grow
    // downwards.
    compactPage(view, bytes, base, slotIndex)
    const offset = slotOffset(view, base, slotIndex)
    const moved = offset - (length - held)
    bytes.copyWithin(base + moved, base + offset, base + offset + held)
    setPageUpper(view, base, moved)
    setSlot(view, base, slotIndex, moved, length)
  } else {
    const offset = slotOffset(view, base, slotIndex)
    const moved = pageUpper(view, base) - length
    bytes.copyWithin(base + moved, base + offset, base + offset + held)
    setPageUpper(view, base, moved)
    setSlot(view, base, slotIndex, moved, length)
    giveUp(view, base, offset, held)
  }
  if (checking) assertSlots(view, base)
  return slotOffset(view, base, slotIndex)
}

/**
 * Returns an item's bytes to the page.
 * @param {DataView} view
 * @param {number} base
 * @param {number} offset
 * @param {number} length
 */
function giveUp(view, base, offset, length) {
  if (offset === pageUpper(view, base)) setPageUpper(view, base, offset + length)
  else setPageGarbage(view, base, pageGarbage(view, base) + length)
}

const compactOrder = new Uint32Array(SLOTS_MAX)
const compactCopy = new Uint8Array(PAGE_BYTES)

/**
 * Moves all items to the page's end, without holes. Slot numbers and lengths stay; offsets change, so nobody holds one
 * across this.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} base
 * @param {SlotNumber} [lowestSlot] the item to put last, right above the gap
 */
export function compactPage(view, bytes, base, lowestSlot = -1) {
  const count = slotCount(view, base)
  let items = 0
  // Highest first: offset descending in the upper bits, slot in the lower ten.
  for (let slotIndex = 0; slotIndex < count; slotIndex++) {
    const offset = slotOffset(view, base, slotIndex)
    if (offset === 0) continue
    compactOrder[items++] = slotIndex === lowestSlot ? slotIndex : (offset << 10) | slotIndex
  }
  const order = compactOrder.subarray(0, items).sort()
  const upper = pageUpper(view, base)
  if (lowestSlot >= 0) compactCopy.set(bytes.subarray(base + upper, base + PAGE_BYTES), upper)
  let at = PAGE_BYTES
  for (let index = items - 1; index >= 0; index--) {
    const slotIndex = order[index] & 1023
    const offset = slotOffset(view, base, slotIndex)
    const length = slotLength(view, base, slotIndex)
    at -= length
    if (lowestSlot >= 0) bytes.set(compactCopy.subarray(offset, offset + length), base + at)
    else if (at !== offset) bytes.copyWithin(base + at, base + offset, base + offset + length)
    setSlot(view, base, slotIndex, at, length)
  }
  setPageUpper(view, base, at)
  setPageGarbage(view, base, 0)
  if (checking) assertSlots(view, base)
}

/**
 * Items lie between upper and the end, do not overlap, and with the garbage fill that space.
 * @param {DataView} view
 * @param {number} base
 */
function assertSlots(view, base) {
  const lower = pageLower(view, base)
  const upper = pageUpper(view, base)
  assert(lower >= PAGE_HEADER_BYTES && lower <= upper && upper <= PAGE_BYTES, 'lower and upper are in order')
  let held = 0
  const spans = []
  for (let slotIndex = 0; slotIndex < slotCount(view, base); slotIndex++) {
    const offset = slotOffset(view, base, slotIndex)
    if (offset === 0) continue
    const length = slotLength(view, base, slotIndex)
    assert(offset >= upper && offset + length <= PAGE_BYTES, 'an item lies between upper and the end of its page')
    held += length
    spans.push([offset, length])
  }
  assert(held + pageGarbage(view, base) === PAGE_BYTES - upper, 'items and garbage fill the space above upper')
  spans.sort((a, b) => a[0] - b[0])
  for (let index = 1; index < spans.length; index++) {
    assert(spans[index - 1][0] + spans[index - 1][1] <= spans[index][0], 'items do not overlap')
  }
}
