/**
 * Looks at every page of a tree and says what is wrong with it; and compares a tree with what it should hold. Reads
 * synchronously, changes nothing: for tests and for `seawall check`.
 *
 * Holds for a sound tree: levels fall by one from the root; keys ascend within a page and across pages, each at least
 * the separator left of its page and less than the one right of it; fences are those separators, cut; the prefix is
 * what the fences share; heads match keys; cells, slots, fences and garbage add up to the page; siblings of a level are
 * linked both ways in key order; every block is the meta page, in the tree, on the free list, or never used.
 */
import { indexCorrupted } from '../../errors/btree.js'
import { PAGE_BYTES, PAGE_KINDS, pageGarbage, pageKind, pageLower, pageLsn, pageUpper } from '../page.js'
import { META_BLOCK, metaFirstFree, metaProblem, ROOT_BLOCK } from './meta.js'
import {
  childAt, copyEntry, ENTRY_BYTES_MAX, FENCE_BYTES_MAX, highFenceBytes, leafTid, lowFenceAt, lowFenceBytes, nodeCount,
  nodeHasHigh, nodeLevel, nodeNext, nodePrefix, nodePrevious, sharedBytes, suffixBytes,
} from './node.js'
import { entrySpace } from './node-change.js'
import { putTid, TID_BYTES } from '../../util/tuple-id.js'

/** @import { BlockNumber, Tid } from '../../util/identifiers.js' */
/** @import { BTree } from './tree.js' */

/**
 * @typedef {{ entryCount: number, leafCount: number, innerCount: number, freeCount: number, unusedCount:
 *   number, height: number }} TreeFacts
 */

/**
 * @param {BTree} tree
 * @returns {TreeFacts}
 * @throws {DbError} XX002 naming the block and the problem
 */
export function checkTree(tree) {
  return new Checker(tree).run()
}

/**
 * Compares a tree with what it should hold.
 * @param {BTree} tree
 * @param {Iterable<{ key: Uint8Array, tid: Tid }>} expected in the tree's order
 * @returns {{ problem: string } | null} null: equal
 */
export function compareTree(tree, expected) {
  const wanted = expected[Symbol.iterator]()
  for (const { key, tid } of treeEntries(tree)) {
    const { done, value } = wanted.next()
    if (done === true) return { problem: `has an entry too many: (${hex(key)}, ${tid})` }
    if (value.tid !== tid || Buffer.compare(value.key, key) !== 0) {
      return { problem: `has (${hex(key)}, ${tid}) where (${hex(value.key)}, ${value.tid}) should be` }
    }
  }
  const { done, value } = wanted.next()
  return done === true ? null : { problem: `lacks (${hex(value.key)}, ${value.tid})` }
}

/**
 * Every entry in order, by the leaves' links. The tree must not change meanwhile.
 * @param {BTree} tree
 * @returns {Generator<{ key: Uint8Array, tid: Tid }>}
 */
export function* treeEntries(tree) {
  const { pool, view, bytes, file } = tree
  let blockNo = ROOT_BLOCK
  for (let level = Infinity; level > 0;) {
    const frame = pool.pin(file, blockNo)
    level = nodeLevel(view, frame * PAGE_BYTES)
    if (level > 0) blockNo = childAt(view, frame * PAGE_BYTES, 0)
    pool.unpin(frame)
  }
  const entry = new Uint8Array(ENTRY_BYTES_MAX)
  while (blockNo !== 0) {
    const frame = pool.pin(file, blockNo)
    const base = frame * PAGE_BYTES
    try {
      const count = nodeCount(view, base)
      for (let position = 0; position < count; position++) {
        const end = copyEntry(view, bytes, base, position, entry, 0)
        yield { key: entry.slice(0, end - TID_BYTES), tid: leafTid(view, bytes, base, position) }
      }
      blockNo = nodeNext(view, base)
    } finally {
      pool.unpin(frame)
    }
  }
}

class Checker {
  /** @param {BTree} tree */
  constructor(tree) {
    this.tree = tree
    this.pool = tree.pool
    /** Who claimed each block. @type {Map<number, string>} */
    this.claims = new Map([[META_BLOCK, 'meta']])
    /**
     * The last page met on each level, left to right: what the next one's `previous` must be.
     * @type {{ block: BlockNumber, next: number }[]}
     */
    this.lastOfLevel = []
    /** @type {TreeFacts} */
    this.facts = { entryCount: 0, leafCount: 0, innerCount: 0, freeCount: 0, unusedCount: 0, height: 0 }
  }

  run() {
    const { pool, tree, facts } = this
    const root = pool.pin(tree.file, ROOT_BLOCK)
    facts.height = nodeLevel(pool.view, root * PAGE_BYTES) + 1
    pool.unpin(root)
    this.node(ROOT_BLOCK, facts.height - 1, new Uint8Array(0), null)
    for (const { block, next } of this.lastOfLevel)
      this.expect(next === 0, block, `is the last of its level and has a next page ${next}`)
    this.freeList()
    for (let blockNo = 0; blockNo < tree.file.blockCount; blockNo++) {
      if (this.claims.has(blockNo)) continue
      // extended by a change that was never logged: its page was never written
      const frame = pool.pin(tree.file, blockNo)
      const neverUsed =
        pageKind(pool.view, frame * PAGE_BYTES) === PAGE_KINDS.FREE && pageLsn(pool.view, frame * PAGE_BYTES) === 0
      pool.unpin(frame)
      this.expect(neverUsed, blockNo, 'is neither in the tree nor on the free list')
      facts.unusedCount++
    }
    return facts
  }

  /** @param {boolean} holds @param {BlockNumber} blockNo @param {string} problem */
  expect(holds, blockNo, problem) {
    if (!holds) throw indexCorrupted(this.tree.name, `block ${blockNo} ${problem}`)
  }

  /** @param {BlockNumber} blockNo @param {string} role */
  claim(blockNo, role) {
    this.expect(blockNo < this.tree.file.blockCount, blockNo, `is beyond the file's end (${role})`)
    this.expect(!this.claims.has(blockNo), blockNo, `is met twice: ${this.claims.get(blockNo)} and ${role}`)
    this.claims.set(blockNo, role)
  }

  freeList() {
    const { pool, tree } = this
    const meta = pool.pin(tree.file, META_BLOCK)
    const problem = metaProblem(pool.view, meta * PAGE_BYTES)
    let blockNo = metaFirstFree(pool.view, meta * PAGE_BYTES)
    pool.unpin(meta)
    this.expect(problem === '', META_BLOCK, problem)
    while (blockNo !== 0) {
      this.claim(blockNo, 'free')
      const frame = pool.pin(tree.file, blockNo)
      const kind = pageKind(pool.view, frame * PAGE_BYTES)
      const next = nodeNext(pool.view, frame * PAGE_BYTES)
      pool.unpin(frame)
      this.expect(kind === PAGE_KINDS.FREE, blockNo, 'is on the free list and not free')
      this.facts.freeCount++
      blockNo = next
    }
  }

  /**
   * A page and all below it.
   * @param {BlockNumber} blockNo
   * @param {number} level
   * @param {Uint8Array} low full separators around it
   * @param {Uint8Array | null} high
   */
  node(blockNo, level, low, high) {
    this.claim(blockNo, `level ${level}`)
    const { pool, tree, facts } = this
    const { view } = pool
    const frame = pool.pin(tree.file, blockNo)
    const base = frame * PAGE_BYTES
    /** @type {{ block: BlockNumber, low: Uint8Array, high: Uint8Array | null }[]} */
    const below = []
    try {
      this.header(base, blockNo, level, low, high)
      const count = nodeCount(view, base)
      const keys = this.keys(base, blockNo, level)
      for (let index = 0; index < count; index++) {
        this.expect(
          Buffer.compare(index === 0 ? low : keys[index - 1], keys[index]) < (index === 0 ? 1 : 0),
          blockNo,
          `entry ${index} is out of order`
        )
      }
      if (count > 0 && high !== null)
        this.expect(Buffer.compare(keys[count - 1], high) < 0, blockNo, 'its last entry is beyond its high separator')
      const last = this.lastOfLevel[level]
      this.expect(
        nodePrevious(view, base) === (last?.block ?? 0),
        blockNo,
        `says its previous page is ${nodePrevious(view, base)}, not ${last?.block ?? 0}`
      )
      if (last !== undefined)
        this.expect(last.next === blockNo, last.block, `says its next page is ${last.next}, not ${blockNo}`)
      this.lastOfLevel[level] = { block: blockNo, next: nodeNext(view, base) }
      if (level === 0) {
        facts.leafCount++
        facts.entryCount += count
        return
      }
      facts.innerCount++
      for (let index = 0; index <= count; index++) {
        below.push({
          block: childAt(view, base, index),
          low: index === 0 ? low : keys[index - 1],
          high: index === count ? high : keys[index],
        })
      }
    } finally {
      pool.unpin(frame)
    }
    for (const child of below) this.node(child.block, level - 1, child.low, child.high)
  }

  /**
   * @param {number} base
   * @param {BlockNumber} blockNo
   * @param {number} level
   * @param {Uint8Array} low
   * @param {Uint8Array | null} high
   */
  header(base, blockNo, level, low, high) {
    const { view, bytes } = this.pool
    this.expect(
      pageKind(view, base) === (level === 0 ? PAGE_KINDS.BTREE_LEAF : PAGE_KINDS.BTREE_INNER),
      blockNo,
      `is of kind ${pageKind(view, base)} on level ${level}`
    )
    this.expect(nodeLevel(view, base) === level, blockNo, `says it is on level ${nodeLevel(view, base)}, not ${level}`)
    const lowAt = lowFenceAt(view, base)
    const lowFence = bytes.slice(lowAt, lowAt + lowFenceBytes(view, base))
    const highFence = bytes.slice(lowAt - highFenceBytes(view, base), lowAt)
    this.expect(Buffer.compare(lowFence, low.slice(0, FENCE_BYTES_MAX)) === 0, blockNo, 'has a wrong low fence')
    this.expect(nodeHasHigh(view, base) === (high !== null), blockNo, 'has a high fence and should not, or the reverse')
    this.expect(
      Buffer.compare(highFence, (high ?? new Uint8Array(0)).slice(0, FENCE_BYTES_MAX)) === 0,
      blockNo,
      'has a wrong high fence'
    )
    const shared = high === null ? 0 : sharedBytes(lowFence, 0, lowFence.length, highFence, 0, highFence.length)
    this.expect(
      nodePrefix(view, base) === shared,
      blockNo,
      `has a prefix of ${nodePrefix(view, base)} bytes, its fences share ${shared}`
    )
    const cellSkip = level === 0 ? 0 : 4
    let used = PAGE_BYTES - pageUpper(view, base) - lowFence.length - highFence.length - pageGarbage(view, base)
    for (let position = 0; position < nodeCount(view, base); position++)
      used -= entrySpace(suffixBytes(view, base, position), cellSkip) - 8
    this.expect(
      used === 0 && pageLower(view, base) <= pageUpper(view, base),
      blockNo,
      `has ${used} bytes that no entry accounts for`
    )
  }

  /** @param {number} base @param {BlockNumber} blockNo @param {number} level @returns {Uint8Array[]} whole keys */
  keys(base, blockNo, level) {
    const { view, bytes } = this.pool
    const entry = new Uint8Array(ENTRY_BYTES_MAX + TID_BYTES)
    const keys = []
    for (let position = 0; position < nodeCount(view, base); position++) {
      const end = copyEntry(view, bytes, base, position, entry, 0)
      keys.push(entry.slice(0, end))
      if (level > 0) continue
      const tid = leafTid(view, bytes, base, position)
      putTid(entry, ENTRY_BYTES_MAX, tid)
      const same = Buffer.compare(entry.subarray(end - TID_BYTES, end), entry.subarray(ENTRY_BYTES_MAX)) === 0
      this.expect(same, blockNo, `entry ${position}: its tuple id reads as ${tid}`)
    }
    return keys
  }
}

/** @param {Uint8Array} key */
const hex = (key) => Buffer.from(key).toString('hex')
