/**
 * Which pages of a heap hold nothing but rows that everybody sees, in their newest version: an index entry that leads
 * there is a row, and need not be looked up. (Some may have their bytes on another page, or be such bytes, to which no
 * entry leads.) Known in memory only, from whoever last looked at the
 * page; whoever changes or locks a row of it forgets it first (`raisePageUndo`). After a restart nothing is known.
 *
 * What makes it true is what `HeapCursor.settledAt` relies on: a page whose newest undo pointer is below undo.low was
 * changed by nobody who is not durable and purged, and purge and rollback take a row's entries away before its slot.
 */
import { PAGE_HEADER_BYTES, PAGE_KINDS, pageKind, pageLower } from '../page.js'
import { FLAG } from './tuple.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { RelationFile } from '../relation-file.js' */

export const UNKNOWN = 0
export const ALL_SETTLED = 1
/** Everybody sees the same of it, but some row is deleted and not purged: what a crash left, or a page of no rows. */
export const MIXED = 2

/** @param {RelationFile} file @param {BlockNumber} block @param {number} state */
export function notePage(file, block, state) {
  if (block >= file.settledPages.length) {
    const longer = new Uint8Array(Math.max(block + 1, file.blockCount, 2 * file.settledPages.length))
    longer.set(file.settledPages)
    file.settledPages = longer
  }
  file.settledPages[block] = state
}

/** @param {RelationFile} file @param {BlockNumber} block */
export function forgetPage({ settledPages }, block) {
  if (block < settledPages.length) settledPages[block] = UNKNOWN
}

/**
 * What a page is, of which everybody sees the same.
 * @param {DataView} view @param {number} base @returns {number}
 */
export function stateOf(view, base) {
  if (pageKind(view, base) !== PAGE_KINDS.HEAP) return MIXED
  const end = base + pageLower(view, base)
  for (let slotAt = base + PAGE_HEADER_BYTES; slotAt < end; slotAt += 4) {
    const offset = view.getUint16(slotAt, true)
    if (offset !== 0 && (view.getUint16(base + offset + 6, true) & FLAG.DELETED) !== 0) return MIXED
  }
  return ALL_SETTLED
}
