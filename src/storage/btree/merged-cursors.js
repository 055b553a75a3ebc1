/**
 * The entries of several trees in one order. Where their keys are made alike (types, directions, places of nulls), the
 * order of keys is the order of their bytes, so the trees' cursors are merged without looking at a value: a heap of
 * the entries that each cursor gave last (Knuth, The Art of Computer Programming, volume 3, 5.4.1).
 *
 * Keys need be alike only as far as the caller's order goes: what stands behind decides among equals, in any way.
 */
import { copyEntry, ENTRY_BYTES_MAX, entryBytes } from './node.js'
import { END, READ } from './cursor.js'

/** @import { BTreeCursor } from './cursor.js' */

/** So many cursors keep their pages; of more trees, each gives its page up until it is its turn again. */
const PINNED_MAX = 16

/** A cursor and the entry it gave last, which is copied: its page may change meanwhile. */
class Head {
  constructor() {
    /** The caller's number of the tree. */
    this.number = 0
    this.cursor = /** @type {BTreeCursor} */ (/** @type {unknown} */ (null))
    this.tid = 0
    this.key = new Uint8Array(64)
    this.end = 0
  }
}

export class MergedCursors {
  constructor() {
    /** From the highest entries down. */
    this.backward = false
    /** All that ever were in use; the first `count` are. @type {Head[]} */
    this.heads = []
    this.count = 0
    /** How many of them have been asked for their first entry. */
    this.begun = 0
    /** A binary heap of those that have an entry; the first is the one given last, if `given`. @type {Head[]} */
    this.heap = []
    this.given = false
    /** Whose page is missing. @type {BTreeCursor | null} */
    this.wanting = null
  }

  /** No trees. @param {boolean} backward from the highest entries down */
  clear(backward) {
    this.backward = backward
    this.count = 0
    this.begun = 0
    this.heap.length = 0
    this.given = false
    this.wanting = null
  }

  /** @param {number} number what `number` says of its entries @param {BTreeCursor} cursor where its range begins */
  add(number, cursor) {
    if (this.count === this.heads.length) this.heads.push(new Head())
    const head = this.heads[this.count++]
    head.number = number
    head.cursor = cursor
  }

  /** @returns {number} the next entry's tuple id; END, READ (see BTreeCursor) */
  next() {
    while (this.begun < this.count) {
      const head = this.heads[this.begun]
      if (this.#step(head) === READ) return READ
      this.begun++
      if (head.tid !== END) this.#rise(head)
    }
    const { heap } = this
    if (this.given) {
      if (this.#step(heap[0]) === READ) return READ
      const last = heap[0].tid === END ? heap.pop() : heap[0]
      if (heap.length > 0) this.#sink(/** @type {Head} */ (last))
    }
    this.given = heap.length > 0
    return this.given ? heap[0].tid : END
  }

  /** Of the entry given last: whose it is. */
  get number() {
    return this.heap[0].number
  }

  /** Its bytes, with its tuple id, begin here. */
  get key() {
    return this.heap[0].key
  }

  /** And end there. */
  get end() {
    return this.heap[0].end
  }

  /** Gives up all pages, keeps the positions. */
  release() {
    for (let at = 0; at < this.count; at++) this.heads[at].cursor.release()
  }

  /** Brings in what READ asked for. */
  async prefetch() {
    await this.wanting?.prefetch()
  }

  /** The same for callers that cannot wait. */
  readNow() {
    this.wanting?.readNow()
  }

  /** A head's next entry. @param {Head} head @returns {number} its tuple id, END or READ */
  #step(head) {
    const { cursor } = head
    const tid = this.backward ? cursor.prev() : cursor.next()
    if (tid === READ) {
      this.wanting = cursor
      return READ
    }
    head.tid = tid
    if (tid === END) return END
    const { view, bytes, base } = cursor
    const place = this.backward ? cursor.index : cursor.index - 1
    const length = entryBytes(view, base, place)
    if (head.key.length < length) head.key = new Uint8Array(Math.min(ENTRY_BYTES_MAX, 2 * length))
    head.end = copyEntry(view, bytes, base, place, head.key, 0)
    if (this.count > PINNED_MAX) cursor.release()
    return tid
  }

  /** A new head's place. @param {Head} head */
  #rise(head) {
    const { heap } = this
    let at = heap.length
    heap.push(head)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.#precedes(head, heap[above])) break
      heap[at] = heap[above]
      at = above
    }
    heap[at] = head
  }

  /** The place of a head that stands at the top or takes its place. @param {Head} head */
  #sink(head) {
    const { heap } = this
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && this.#precedes(heap[below + 1], heap[below])) below++
      if (!this.#precedes(heap[below], head)) break
      heap[at] = heap[below]
      at = below
    }
    heap[at] = head
  }

  /** @param {Head} a @param {Head} b @returns {boolean} whether a's entry comes before b's */
  #precedes(a, b) {
    const order = compare(a.key, a.end, b.key, b.end)
    return order === 0 ? a.number < b.number : (order < 0) !== this.backward
  }
}

/** @param {Uint8Array} a @param {number} aEnd @param {Uint8Array} b @param {number} bEnd @returns {number} */
function compare(a, aEnd, b, bEnd) {
  const end = Math.min(aEnd, bEnd)
  for (let at = 0; at < end; at++) if (a[at] !== b[at]) return a[at] - b[at]
  return aEnd - bEnd
}
