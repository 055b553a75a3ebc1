/** The bytes of a page of a gist tree; README.md has the layout. Free functions over (view, bytes, base). */
import {
  PAGE_BYTES, PAGE_HEADER_BYTES, PAGE_KINDS, initPage, pageKind, pageLower, pageUpper, setPageLower, setPageUpper,
} from '../page.js'

export const META_BLOCK = 0
export const ROOT_BLOCK = 1
export const CHILD_BYTES = 4
/** Key and tuple id. */
export const LEAF_ITEM_BYTES_MAX = 2000

const RIGHT = PAGE_HEADER_BYTES
const NSN = RIGHT + 4
const LEVEL = NSN + 6
const FLAGS = LEVEL + 1
const NEXT_FREE = FLAGS + 1
const DELETED_AT = NEXT_FREE + 4
export const SLOTS_OFFSET = DELETED_AT + 8
const SLOT_BYTES = 4
const DELETED = 1
const TWO_32 = 4294967296

const MAGIC = 0x73697367 // 'gsis'
const VERSION = 1
const META_MAGIC = PAGE_HEADER_BYTES
/** Where BTREE_CHANGE's META part puts it (btree/meta.js). */
const META_FREE = META_MAGIC + 8

/** @param {DataView} view @param {number} at */
const readU48 = (view, at) => view.getUint32(at, true) + view.getUint16(at + 4, true) * TWO_32
/** @param {DataView} view @param {number} at @param {number} value */
function writeU48(view, at, value) {
  view.setUint32(at, value % TWO_32, true)
  view.setUint16(at + 4, value / TWO_32, true)
}

/** @param {DataView} view @param {number} base */
export const pageRight = (view, base) => view.getUint32(base + RIGHT, true)
/** @param {DataView} view @param {number} base */
export const pageNsn = (view, base) => readU48(view, base + NSN)
/** @param {DataView} view @param {number} base */
export const pageLevel = (view, base) => view.getUint8(base + LEVEL)
/** @param {DataView} view @param {number} base */
export const isDeleted = (view, base) => (view.getUint8(base + FLAGS) & DELETED) !== 0
/** @param {DataView} view @param {number} base */
export const deletedAt = (view, base) => readU48(view, base + DELETED_AT)
/** @param {DataView} view @param {number} base */
export const nextFree = (view, base) => view.getUint32(base + NEXT_FREE, true)

/**
 * @param {DataView} view
 * @param {number} base
 * @param {number} next on the free list
 * @param {number} at the log's position
 */
export function markDeleted(view, base, next, at) {
  view.setUint8(base + FLAGS, DELETED)
  view.setUint32(base + NEXT_FREE, next, true)
  writeU48(view, base + DELETED_AT, at)
}

/**
 * An empty page.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} level
 * @param {number} right
 * @param {number} nsn
 */
export function initNode(view, bytes, base, level, right, nsn) {
  initPage(view, bytes, base, PAGE_KINDS.GIST)
  bytes.fill(0, base + PAGE_HEADER_BYTES, base + SLOTS_OFFSET)
  view.setUint32(base + RIGHT, right, true)
  writeU48(view, base + NSN, nsn)
  view.setUint8(base + LEVEL, level)
  setPageLower(view, base, SLOTS_OFFSET)
  setPageUpper(view, base, PAGE_BYTES)
}

/** @param {DataView} view @param {Uint8Array} bytes @param {number} base */
export function initMeta(view, bytes, base) {
  initPage(view, bytes, base, PAGE_KINDS.GIST_META)
  view.setUint32(base + META_MAGIC, MAGIC, true)
  view.setUint32(base + META_MAGIC + 4, VERSION, true)
  view.setUint32(base + META_FREE, 0, true)
  setPageLower(view, base, META_FREE + 4)
}

/** @param {DataView} view @param {number} base @returns {string} '' or what is wrong */
export function metaProblem(view, base) {
  if (pageKind(view, base) !== PAGE_KINDS.GIST_META || view.getUint32(base + META_MAGIC, true) !== MAGIC)
    return 'block 0 is no gist meta page'
  const version = view.getUint32(base + META_MAGIC + 4, true)
  return version === VERSION ? '' : `format version ${version}, expected ${VERSION}`
}

/** @param {DataView} view @param {number} base */
export const metaFirstFree = (view, base) => view.getUint32(base + META_FREE, true)

/** @param {DataView} view @param {number} base */
export const itemCount = (view, base) => (pageLower(view, base) - SLOTS_OFFSET) >> 2
/** @param {DataView} view @param {number} base @param {number} position @returns {number} byte offset in pool memory */
export const itemAt = (view, base, position) => base + view.getUint16(base + SLOTS_OFFSET + position * SLOT_BYTES, true)
/** @param {DataView} view @param {number} base @param {number} position */
export const itemBytes = (view, base, position) => view.getUint16(base + SLOTS_OFFSET + position * SLOT_BYTES + 2, true)
/** @param {DataView} view @param {number} base */
const room = (view, base) => pageUpper(view, base) - pageLower(view, base)
/** @param {DataView} view @param {number} base @param {number} count bytes of a new item */
export const itemFits = (view, base, count) => room(view, base) >= count + SLOT_BYTES
/** @param {DataView} view @param {number} base @param {number} position @param {number} count of bytes it is to have */
export const replacementFits = (view, base, position, count) =>
  room(view, base) + itemBytes(view, base, position) >= count

/**
 * Behind the last one; it fits.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {Uint8Array} from
 * @param {number} at
 * @param {number} end
 */
export function appendItem(view, bytes, base, from, at, end) {
  const upper = pageUpper(view, base) - (end - at)
  const slot = pageLower(view, base)
  for (let to = base + upper, i = at; i < end; i++) bytes[to++] = from[i]
  view.setUint16(base + slot, upper, true)
  view.setUint16(base + slot + 2, end - at, true)
  setPageLower(view, base, slot + SLOT_BYTES)
  setPageUpper(view, base, upper)
}

/**
 * Takes an item's bytes out, not its slot.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} position
 */
function closeGap(view, bytes, base, position) {
  const upper = pageUpper(view, base)
  const offset = itemAt(view, base, position) - base
  const length = itemBytes(view, base, position)
  bytes.copyWithin(base + upper + length, base + upper, base + offset)
  for (let slot = pageLower(view, base) - SLOT_BYTES; slot >= SLOTS_OFFSET; slot -= SLOT_BYTES) {
    const other = view.getUint16(base + slot, true)
    if (other < offset) view.setUint16(base + slot, other + length, true)
  }
  setPageUpper(view, base, upper + length)
}

/** @param {DataView} view @param {Uint8Array} bytes @param {number} base @param {number} position */
export function removeItem(view, bytes, base, position) {
  closeGap(view, bytes, base, position)
  const slot = base + SLOTS_OFFSET + position * SLOT_BYTES
  const lower = pageLower(view, base)
  bytes.copyWithin(slot, slot + SLOT_BYTES, base + lower)
  setPageLower(view, base, lower - SLOT_BYTES)
}

/**
 * In its place; it fits.
 * @param {DataView} view
 * @param {Uint8Array} bytes
 * @param {number} base
 * @param {number} position
 * @param {Uint8Array} from
 * @param {number} at
 * @param {number} end
 */
export function replaceItem(view, bytes, base, position, from, at, end) {
  closeGap(view, bytes, base, position)
  const upper = pageUpper(view, base) - (end - at)
  for (let to = base + upper, i = at; i < end; i++) bytes[to++] = from[i]
  view.setUint16(base + SLOTS_OFFSET + position * SLOT_BYTES, upper, true)
  view.setUint16(base + SLOTS_OFFSET + position * SLOT_BYTES + 2, end - at, true)
  setPageUpper(view, base, upper)
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} length
 * @param {Uint8Array} other
 * @param {number} otherAt
 */
export function sameBytes(bytes, at, length, other, otherAt) {
  for (let i = length - 1; i >= 0; i--) if (bytes[at + i] !== other[otherAt + i]) return false
  return true
}
