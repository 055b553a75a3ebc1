/** Putting entries into a node and taking them out; making a node. */
import { assert } from '../../util/assert.js'
import {
  PAGE_BYTES, PAGE_KINDS, initPage, pageLower, pageUpper, pageGarbage, setPageLower, setPageUpper, setPageGarbage,
} from '../page.js'
import {
  SLOT_BYTES, nodeFree, nodePrefix, SLOTS_OFFSET, headOf, copyEntry, ENTRY_BYTES_MAX, lowFenceBytes, highFenceBytes,
  PREVIOUS_OFFSET, NEXT_OFFSET, LEFTMOST_OFFSET, PREFIX_OFFSET, sharedBytes, LOW_OFFSET, HIGH_OFFSET, LEVEL_OFFSET,
  BOUNDED_OFFSET,
} from './node.js'

/** Of an entry's bytes behind the page's prefix: those that are in its slot. */
const HEAD_BYTES = 4

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
  const slot = base + SLOTS_OFFSET + position * SLOT_BYTES
  const length = view.getUint16(slot + 6, true)
  const from = keep - nodePrefix(view, base)
  assert(from >= 0 && from + drop <= length, 'what is put elsewise is a part of an entry')
  const more = end - at - drop
  if (from < HEAD_BYTES) spliceWhole(view, bytes, base, position, keep, drop, put, at, end)
  else {
    if (pageUpper(view, base) - pageLower(view, base) < more) compact(view, bytes, base, 0)
    const upper = pageUpper(view, base)
    assert(upper - pageLower(view, base) >= more, 'what is put into an entry fits')
    const cell = view.getUint16(slot + 4, true)
    let to = base + cell + from - HEAD_BYTES
    // The entry's beginning and all cells below it move; so nothing is left behind that would have to be compacted.
    bytes.copyWithin(base + upper - more, base + upper, to)
    to -= more
    for (let next = at; next < end; next++) bytes[to++] = put[next]
    view.setUint16(slot + 6, length + more, true)
    const slotsEnd = base + pageLower(view, base)
    for (let other = base + SLOTS_OFFSET; other < slotsEnd; other += SLOT_BYTES) {
      const place = view.getUint16(other + 4, true)
      if (place <= cell) view.setUint16(other + 4, place - more, true)
    }
    setPageUpper(view, base, upper - more)
  }
}

/**
 * The same where the part begins in the slot's head.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} base @param {number} position
 * @param {number} keep @param {number} drop @param {Uint8Array} put @param {number} at @param {number} end
 */
function spliceWhole(view, bytes, base, position, keep, drop, put, at, end) {
  const length = copyEntry(view, bytes, base, position, spliced, 0)
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
