/**
 * Building a tree bottom-up from sorted entries: full pages left to right, each written and logged once, as an image.
 *
 * Each level gathers entries until a page is full to the fill factor, then closes it: what the page's fences share is
 * known only then, so a page that turns out too full gives its last entries to the next one. The last page of a level
 * waits for `finish`; a level that never closed one is the root. Nothing points at these pages before the root is
 * written, so a crash in between leaves an empty tree in a file that its transaction's undo removes.
 */
import { assert } from '../../util/assert.js'
import { indexRowTooLarge } from '../../errors/btree.js'
import { PAGE_BYTES } from '../page.js'
import { NodeEntries, fence } from './entries.js'
import { ROOT_BLOCK } from './meta.js'
import { entrySpace } from './node-change.js'
import { ENTRY_BYTES_MAX, isLeaf, nodeCount, NODE_ROOM } from './node.js'
import { tidAt, TID_BYTES } from '../../util/tuple-id.js'

/** @import { BlockNumber, FrameNumber } from '../../util/identifiers.js' */
/** @import { BTree } from './tree.js' */

const NOTHING = new Uint8Array(0)
/** Entries that a page too full gives up at a time: what stays free is a few bytes. */
const STEP_MAX = 8

export class BTreeBuilder {
  /** @param {BTree} tree without entries @param {number} fillFactor percent */
  constructor(tree, fillFactor) {
    assert(fillFactor >= 10 && fillFactor <= 100, 'a fill factor is a percentage from 10 on')
    this.tree = tree
    this.fillBytes = Math.floor((NODE_ROOM * fillFactor) / 100)
    /** @type {BuildLevel[]} leaves first */
    this.levels = [new BuildLevel(this, 0)]
    this.entryCount = 0
    const { pool } = tree.env
    const root = pool.pin(tree.file, ROOT_BLOCK)
    const empty = isLeaf(pool.view, root * PAGE_BYTES) && nodeCount(pool.view, root * PAGE_BYTES) === 0
    pool.unpin(root)
    assert(empty, 'a tree that is built has no entries')
  }

  /**
   * The next entry, greater than the one before: key and tuple id (6 bytes big-endian, `putTid` of node.js).
   * @param {Uint8Array} entry copied @param {number} at @param {number} end
   * @throws {DbError} 54000
   */
  add(entry, at, end) {
    if (end - at > ENTRY_BYTES_MAX)
      throw indexRowTooLarge(end - at, ENTRY_BYTES_MAX, this.tree, tidAt(entry, end - TID_BYTES))
    this.levels[0].add(entry, at, end, 0)
    this.entryCount++
  }

  /** Writes what waits, up to the root. The builder is done. */
  finish() {
    for (let level = 0; !this.levels[level].finish(); level++);
  }

  /** @param {number} level */
  parentOf(level) {
    if (this.levels.length === level + 1) this.levels.push(new BuildLevel(this, level + 1))
    return this.levels[level + 1]
  }
}

class BuildLevel {
  /** @param {BTreeBuilder} builder @param {number} level */
  constructor(builder, level) {
    this.builder = builder
    this.level = level
    this.entries = new NodeEntries()
    this.entries.reset(level)
    /** What entries would take without a common prefix. @type {number} */
    this.plainSpace = 0
    /**
     * Of the page being gathered: its block (0: not given yet), its left neighbour, its low separator, its leftmost
     * child.
     */
    /** @type {BlockNumber} */
    this.block = 0
    this.previous = 0
    this.lowSeparator = NOTHING
    /** that as a fence keeps it @type {Uint8Array} */
    this.low = NOTHING
    this.leftmost = 0
  }

  /** @param {Uint8Array} key @param {number} at @param {number} end @param {number} child */
  add(key, at, end, child) {
    const { entries, low } = this
    // While the low fence is shared as far as this entry, at most that much is saved on each.
    let shared = 0
    while (shared < low.length && shared < end - at && low[shared] === key[at + shared]) shared++
    this.plainSpace += entrySpace(end - at, entries.cellSkip)
    entries.add(key, at, end, child)
    if (
      this.plainSpace - shared * entries.count + low.length + Math.min(end - at, 16) > this.builder.fillBytes &&
      entries.count >= 3
    )
      this.closeFull()
  }

  /** Closes one page with as many entries as fit, keeping the rest. */
  closeFull() {
    const { entries, builder } = this
    const low = fence(this.lowSeparator)
    // Most often all but the last fit, or a few less.
    let count = entries.count - 1
    const isTooMuch = () => entries.space(0, count, low, fence(entries.separator(count))) > builder.fillBytes
    for (let step = 1; count > 1 && isTooMuch();) {
      count = Math.max(1, count - step)
      step = Math.min(2 * step, STEP_MAX)
    }
    this.close(count)
  }

  /** The page gets the first `count` entries; there are more. @param {number} count */
  close(count) {
    const { entries } = this
    const { tree } = this.builder
    const separator = entries.separator(count)
    const { change } = tree.env
    change.open(tree.file)
    let next = 0
    try {
      const own = this.block === 0 ? change.allocateNew() : change.pin(this.block)
      this.block = tree.env.pool.frameBlock[own]
      next = tree.env.pool.frameBlock[change.allocateNew()] // initialised when it closes
      change.begin(1, 0)
      this.write(own, count, next, separator)
    } catch (error) {
      change.abandon()
      throw error
    }
    change.commit()
    this.tellParent()
    const leftmost = this.level === 0 ? 0 : entries.children[count]
    entries.dropFirst(this.level === 0 ? count : count + 1)
    this.previous = this.block
    this.block = next
    this.lowSeparator = separator
    this.low = fence(separator)
    this.leftmost = leftmost
    this.plainSpace = 0
    for (let i = 0; i < entries.count; i++)
      this.plainSpace += entrySpace(entries.starts[i + 1] - entries.starts[i], entries.cellSkip)
  }

  tellParent() {
    const parent = this.builder.parentOf(this.level)
    if (this.previous === 0) parent.leftmost = this.block
    else parent.add(this.lowSeparator, 0, this.lowSeparator.length, this.block)
  }

  /** @param {FrameNumber} frame @param {number} count @param {number} next @param {Uint8Array | null} separator */
  write(frame, count, next, separator) {
    const { pool, change } = this.builder.tree.env
    this.entries.write(
      pool.view, pool.bytes, frame * PAGE_BYTES, 0, count, this.leftmost, this.previous, next, fence(this.lowSeparator),
      separator === null ? null : fence(separator),
    )
    change.image(frame)
  }

  /** Writes the level's last pages. @returns {boolean} whether this level is the root */
  finish() {
    const { entries } = this
    const { tree } = this.builder
    // no high fence, no prefix: it may take two
    while (entries.space(0, entries.count, fence(this.lowSeparator), null) > NODE_ROOM) this.closeFull()
    const isRoot = this.block === 0
    const { change } = tree.env
    change.open(tree.file)
    try {
      const frame = change.pin(isRoot ? ROOT_BLOCK : this.block)
      change.begin(1, 0)
      this.write(frame, entries.count, 0, null)
    } catch (error) {
      change.abandon()
      throw error
    }
    change.commit()
    if (!isRoot) this.tellParent()
    return isRoot
  }
}
