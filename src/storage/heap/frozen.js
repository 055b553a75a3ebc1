/**
 * Heap pages of rows that were always there: no transaction wrote them, every snapshot sees them. For templates, which
 * are made without a log.
 */
import { PAGE_BYTES, PAGE_KINDS, PAGE_ROOM, SLOT_BYTES, initPage, slotInsert } from '../page.js'
import { assert } from '../../util/assert.js'
import { setHeader } from './heap-env.js'
import { ATTRIBUTES_AT, FLAG, TUPLE_BYTES_MAX, TUPLE_BYTES_MIN } from './tuple.js'
import { SLOTS_MAX, tidOf } from '../../util/tuple-id.js'

/** PostgreSQL's too: the transaction that made the built-in rows. */
const BOOTSTRAP_XID = 1

/**
 * @param {Uint8Array} source tuples, one after the other
 * @param {Uint32Array} ends of each
 * @param {Float64Array} tids filled in
 * @returns {Uint8Array} pages without identity and crc
 */
export function frozenPages(source, ends, tids) {
  /** @type {number[]} rows that begin a page */
  const firsts = []
  let room = 0
  for (let row = 0, start = 0; row < ends.length; start = ends[row++]) {
    assert(ends[row] - start <= TUPLE_BYTES_MAX, 'a built-in row fits a page')
    const wanted = Math.max(TUPLE_BYTES_MIN, ends[row] - start) + SLOT_BYTES
    if (firsts.length === 0 || wanted > room || row - /** @type {number} */ (firsts.at(-1)) === SLOTS_MAX) {
      firsts.push(row)
      room = PAGE_ROOM
    }
    room -= wanted
  }
  const pages = new Uint8Array(firsts.length * PAGE_BYTES)
  const view = new DataView(pages.buffer)
  for (let block = 0; block < firsts.length; block++) {
    const base = block * PAGE_BYTES
    initPage(view, pages, base, PAGE_KINDS.HEAP)
    const stop = block + 1 < firsts.length ? firsts[block + 1] : ends.length
    for (let row = firsts[block]; row < stop; row++) {
      const start = row === 0 ? 0 : ends[row - 1]
      const slotIndex = row - firsts[block]
      const at = base + slotInsert(view, pages, base, slotIndex, Math.max(TUPLE_BYTES_MIN, ends[row] - start))
      pages.set(source.subarray(start + ATTRIBUTES_AT, ends[row]), at + ATTRIBUTES_AT)
      setHeader(view, at, BOOTSTRAP_XID, FLAG.INSERTED, 0)
      tids[row] = tidOf(block, slotIndex)
    }
  }
  return pages
}
