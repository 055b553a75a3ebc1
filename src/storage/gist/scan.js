/**
 * Searches of a gist tree. A visited leaf's matching entries are copied, so nothing is pinned between two calls, and
 * the tree may change meanwhile: README.md says how a search learns of splits. `GistScan` gives entries in no order,
 * `NearestScan` by distance, `PageWalk` all of them, page by page.
 */
import { TID_BYTES, tidAt } from '../../util/tuple-id.js'
import { PAGE_BYTES, PAGE_KINDS, pageKind } from '../page.js'
import { isDeleted, itemAt, itemBytes, itemCount, pageLevel, pageNsn, pageRight, ROOT_BLOCK } from './page.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { GistTree } from './tree.js' */

/** next() besides a tuple id. */
const END = -1
/** Only of patient searches: the next page is not in memory; await prefetch(), ask again. */
const READ = -2

export class GistScan {
  /** @param {GistTree} tree @param {(key: any, isLeaf: boolean) => boolean} test false: nothing there, or below it */
  constructor(tree, test) {
    this.tree = tree
    this.test = test
    /** @type {number[]} still to visit */
    this.blocks = [ROOT_BLOCK]
    /** @type {number[]} */
    this.marks = [tree.mark]
    /** Matching entries of the leaf visited last: its items, one behind the other. @type {Uint8Array} */
    this.bytes = new Uint8Array(256)
    /** @type {number[]} */
    this.ends = []
    this.at = 0
    /** Of the entry given last: its key in `bytes`. */
    this.keyAt = 0
    this.keyEnd = 0
    this.patient = false
    /** @type {BlockNumber} */
    this.wantedBlock = 0
  }

  /** @returns {number} a tuple id, END or READ */
  next() {
    while (this.at === this.ends.length) {
      if (this.blocks.length === 0) return END
      if (!this.#visit()) return READ
    }
    this.keyAt = this.at === 0 ? 0 : this.ends[this.at - 1]
    this.keyEnd = this.ends[this.at++] - TID_BYTES
    return tidAt(this.bytes, this.keyEnd)
  }

  /** @returns {boolean} false: the page is not in memory */
  #visit() {
    const { tree: { pool, file, view, bytes }, tree } = this
    const block = this.blocks[this.blocks.length - 1]
    const frame = this.patient ? pool.tryPin(file, block) : pool.pin(file, block)
    if (frame < 0) {
      this.wantedBlock = block
      return false
    }
    this.blocks.pop()
    const mark = /** @type {number} */ (this.marks.pop())
    this.at = 0
    this.ends.length = 0
    try {
      const base = frame * PAGE_BYTES
      if (pageKind(view, base) !== PAGE_KINDS.GIST)
        throw tree.corrupted(`block ${block} is in the tree and no page of it`)
      if (pageNsn(view, base) >= mark && pageRight(view, base) !== 0 && block !== ROOT_BLOCK)
        this.#later(pageRight(view, base), mark)
      if (isDeleted(view, base)) return true
      if (pageLevel(view, base) > 0) {
        const page = tree.innerPage(base, block)
        const now = tree.mark
        for (let position = 0; position < page.children.length; position++)
          if (this.test(page.keys[position], false)) this.#later(page.children[position], now)
        return true
      }
      const keys = tree.leafKeys(base, block)
      for (let position = 0, to = 0; position < keys.length; position++) {
        if (!this.test(keys[position], true)) continue
        const at = itemAt(view, base, position)
        const end = at + itemBytes(view, base, position)
        if (to + end - at > this.bytes.length) this.#grow(to)
        for (let from = at; from < end; from++) this.bytes[to++] = bytes[from]
        this.ends.push(to)
      }
      return true
    } finally {
      pool.unpin(frame)
    }
  }

  /** @param {number} filled */
  #grow(filled) {
    const larger = new Uint8Array(PAGE_BYTES)
    larger.set(this.bytes.subarray(0, filled))
    this.bytes = larger
  }

  /** @param {BlockNumber} block @param {number} mark */
  #later(block, mark) {
    this.blocks.push(block)
    this.marks.push(mark)
  }

  /** Async: brings in what READ asked for. */
  async prefetch() {
    if (this.wantedBlock < this.tree.file.blockCount) await this.tree.pool.prefetch(this.tree.file, this.wantedBlock, 1)
  }

  /** Brings in the page READ asked for, for callers that cannot wait. */
  readNow() {
    const { pool, file } = this.tree
    if (this.wantedBlock < file.blockCount) pool.unpin(pool.pin(file, this.wantedBlock))
  }

  /** Nothing is held. */
  release() {}

  close() {
    this.blocks.length = 0
    this.at = this.ends.length
  }
}

/**
 * @typedef {{ distance: number, block: BlockNumber, mark: number, item: Uint8Array | null, serial: number }} Waiting a
 *   page,
 *   or an entry: item
 */

/**
 * Entries by distance, the nearest first: pages and entries wait in one heap, ordered by how near what they hold may
 * be.
 */
export class NearestScan {
  /**
   * @param {GistTree} tree
   * @param {(key: any, isLeaf: boolean) => boolean} test
   * @param {(key: any, isLeaf: boolean) => number} distance at least that; of a leaf's key: that, NaN last
   */
  constructor(tree, test, distance) {
    this.tree = tree
    this.test = test
    this.distance = distance
    /** @type {Waiting[]} a binary heap */
    this.heap = [{ distance: -Infinity, block: ROOT_BLOCK, mark: tree.mark, item: null, serial: 0 }]
    this.serial = 0
    /** @type {Uint8Array} */
    this.bytes = new Uint8Array(0)
    this.keyAt = 0
    this.keyEnd = 0
    /** Of the entry given last. */
    this.reached = 0
  }

  /** @returns {number} a tuple id or END */
  next() {
    while (this.heap.length > 0) {
      const nearest = this.#pop()
      if (nearest.item !== null) {
        this.bytes = nearest.item
        this.keyEnd = nearest.item.length - TID_BYTES
        this.reached = nearest.distance
        return tidAt(nearest.item, this.keyEnd)
      }
      this.#visit(nearest)
    }
    return END
  }

  /** @param {Waiting} waiting */
  #visit({ distance, block, mark }) {
    const { tree: { pool, file, view, bytes, keys }, tree } = this
    const frame = pool.pin(file, block)
    try {
      const base = frame * PAGE_BYTES
      if (pageKind(view, base) !== PAGE_KINDS.GIST)
        throw tree.corrupted(`block ${block} is in the tree and no page of it`)
      if (pageNsn(view, base) >= mark && pageRight(view, base) !== 0 && block !== ROOT_BLOCK)
        this.#push({ distance, block: pageRight(view, base), mark, item: null, serial: ++this.serial })
      if (isDeleted(view, base)) return
      if (pageLevel(view, base) > 0) {
        const page = tree.innerPage(base, block)
        const now = tree.mark
        for (let position = 0; position < page.children.length; position++) {
          if (this.test(page.keys[position], false))
            this.#push({
              distance: this.distance(page.keys[position], false),
              block: page.children[position],
              mark: now,
              item: null,
              serial: ++this.serial,
            })
        }
        return
      }
      for (let position = 0; position < itemCount(view, base); position++) {
        const at = itemAt(view, base, position)
        const end = at + itemBytes(view, base, position)
        const key = keys.decode(bytes, at, end - TID_BYTES)
        if (this.test(key, true))
          this.#push({
            distance: this.distance(key, true),
            block: 0,
            mark: 0,
            item: bytes.slice(at, end),
            serial: ++this.serial,
          })
      }
    } finally {
      pool.unpin(frame)
    }
  }

  /** @param {Waiting} waiting */
  #push(waiting) {
    const { heap } = this
    let at = heap.length
    heap.push(waiting)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isNearer(waiting, heap[above])) break
      heap[at] = heap[above]
      at = above
    }
    heap[at] = waiting
  }

  #pop() {
    const { heap } = this
    const first = heap[0]
    const last = /** @type {Waiting} */ (heap.pop())
    if (heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isNearer(heap[child + 1], heap[child])) child++
      if (!isNearer(heap[child], last)) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = last
    return first
  }

  release() {}

  close() {
    this.heap.length = 0
  }
}

/**
 * Entries go before pages that may hold others as near, the one met last before the others; what has no distance goes
 * last.
 * @param {Waiting} a
 * @param {Waiting} b
 */
function isNearer(a, b) {
  const left = a.distance === a.distance ? a.distance : Number.MAX_VALUE
  const right = b.distance === b.distance ? b.distance : Number.MAX_VALUE
  const aIsLast = a.distance !== a.distance
  const bIsLast = b.distance !== b.distance
  if (aIsLast !== bIsLast) return bIsLast
  if (left !== right) return left < right
  return (a.item === null) === (b.item === null) ? a.serial > b.serial : a.item !== null
}

/**
 * Every entry of every leaf, block by block; what moves to a later page meanwhile may come twice, to an earlier one not
 * at all.
 */
export class PageWalk {
  /** @param {GistTree} tree */
  constructor(tree) {
    this.tree = tree
    this.block = ROOT_BLOCK
    /** @type {Uint8Array[]} of the page at hand */
    this.items = []
    this.at = 0
    /** The entry given last: key and tuple id. @type {Uint8Array} */
    this.saved = new Uint8Array(0)
    this.savedEnd = 0
  }

  setWholeRange() {
    this.toStart()
  }

  toStart() {
    this.block = ROOT_BLOCK
    this.items.length = 0
    this.at = 0
  }

  /** @returns {number} a tuple id or END */
  next() {
    const { pool, file, view, bytes } = this.tree
    while (this.at === this.items.length) {
      if (this.block >= file.blockCount) return END
      const frame = pool.pin(file, this.block++)
      const base = frame * PAGE_BYTES
      this.items.length = 0
      this.at = 0
      if (pageKind(view, base) === PAGE_KINDS.GIST && pageLevel(view, base) === 0 && !isDeleted(view, base)) {
        for (let position = 0; position < itemCount(view, base); position++) {
          const at = itemAt(view, base, position)
          this.items.push(bytes.slice(at, at + itemBytes(view, base, position)))
        }
      }
      pool.unpin(frame)
    }
    this.saved = this.items[this.at++]
    this.savedEnd = this.saved.length
    return tidAt(this.saved, this.savedEnd - TID_BYTES)
  }

  release() {}

  close() {
    this.items.length = 0
    this.at = 0
    this.block = this.tree.file.blockCount
  }
}

