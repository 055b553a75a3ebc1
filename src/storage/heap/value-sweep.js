/**
 * Out-of-line values that no row has: what VACUUM and the sweep after a crash give back. A crash loses the undo records
 * by which purge would have freed the values that updates replaced. Beside the walk over the pages, which goes on in
 * slices:
 *
 *   a row's values are noted at its home slot, which never moves, whatever page its body is on by then; rows under
 *   change are noted again in the end values stored since the sweep began are younger than its start: a chain's id is
 *   the log position at which it was stored
 */
import { chainOf, chainOfPointer } from '../overflow.js'
import { PAGE_BYTES, PAGE_KINDS, pageKind } from '../page.js'
import { FLAG } from './tuple.js'
import { headerFlags, stubTarget } from './heap-env.js'
import { itemAt } from './heap-undo.js'
import { blockOf, slotOf } from '../../util/tuple-id.js'

/** @import { BlockNumber, Tid } from '../../util/identifiers.js' */
/** @import { Heap } from './heap.js' */

export class ValueSweep {
  /** @param {Heap} heap */
  constructor(heap) {
    this.heap = heap
    this.startLsn = heap.env.wal.position
    /** Pages by block: their chains. @type {Map<number, number>} */
    this.pages = new Map()
    /** Chains that rows name. @type {Set<number>} */
    this.named = new Set()
  }

  /** @param {number} base of a page of kind OVERFLOW @param {BlockNumber} block */
  page(base, block) {
    const chain = chainOf(this.heap.env.pool.view, base)
    if (chain < this.startLsn) this.pages.set(block, chain)
  }

  /** Notes the values of a row. @param {Tid} tid of its home */
  row(tid) {
    const { heap } = this
    const { pool } = heap.env
    const { view } = pool
    let place = tid
    for (let hops = 0; hops < 2; hops++) {
      const frame = pool.pin(heap.file, blockOf(place))
      const at = pageKind(view, frame * PAGE_BYTES) === PAGE_KINDS.HEAP ? itemAt(view, frame, slotOf(place)) : 0
      const flags = at === 0 ? 0 : headerFlags(view, at)
      const next = flags & FLAG.FORWARD ? stubTarget(view, at) : -1
      if (at !== 0 && next < 0 && flags & FLAG.OVERFLOW)
        heap.layout.eachPointer(view, at, (/** @type {number} */ pointerAt) =>
          this.named.add(chainOfPointer(view, pointerAt))
        )
      pool.unpin(frame)
      if (next < 0) return
      place = next
    }
  }

  /**
   * Frees what no row has: all rows noted while nothing was unsettled. Between two pieces rows may change: what they
   * store then is younger, and nobody names again what nobody names.
   * @returns {Generator<number, void>} yields the blocks of the file
   */
  *free() {
    const { heap, pages, named } = this
    for (const [block, chain] of pages)
      if (!named.has(chain) && heap.env.overflow.freeLeft(heap.file, block, chain)) yield heap.file.blockCount
  }
}
