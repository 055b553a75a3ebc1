/**
 * Splits and merges. Each is one structure change (change.js), complete in itself: the tree is valid before and after,
 * so an insert simply descends again afterwards. Both use the path of the newest descent (env.path).
 *
 *   split   left keeps its block, the right half gets a new one; the parent gets the shortest separator. A parent without room is split
 *           first, by itself. The root keeps its block: its two halves get new ones, and it becomes their parent.
 *   merge   a page less than a quarter full moves together with a neighbour under the same parent when both fill three quarters at most (an empty
 *           one: whenever they fit); the left block stays, the right one goes to the free list. A root with one child
 *           takes its place.
 *
 * Freed blocks may be reused at once: whoever may look at a page later (a released cursor) comes back by key, never by
 * block.
 */
import { PAGE_BYTES } from '../page.js'
import { ROOT_BLOCK } from './meta.js'
import { fence } from './entries.js'
import { childAt, copyEntry, ENTRY_BYTES_MAX, nodeCount, nodeFree, nodeLevel, nodeNext, NODE_ROOM } from './node.js'
import { entryFits, initNode, insertAt } from './node-change.js'

/** @import { BlockNumber, FrameNumber } from '../../util/identifiers.js' */
/** @import { BTree } from './tree.js' */

/** A page with more free bytes than this looks for a neighbour to merge with. */
export const SPARSE_FREE_BYTES = (NODE_ROOM * 3) >> 2
const MERGED_BYTES_MAX = (NODE_ROOM * 3) >> 2
const NOTHING = new Uint8Array(0)

/**
 * Makes room in the page at `depth` of the path, or in one above it: one split. The caller descends again.
 * @param {BTree} tree @param {number} depth @param {boolean} atEnd the entry to come goes behind all others of the page
 */
export function split(tree, depth, atEnd) {
  const { env } = tree
  const { pool, change, entries, path } = env
  env.settleCursors(tree.file.fileId)
  change.open(tree.file)
  try {
    const frame = change.pin(path[depth])
    entries.load(pool.view, pool.bytes, frame * PAGE_BYTES)
    const index = entries.splitIndex(atEnd && entries.next === 0)
    const separator = entries.separator(index)
    if (depth === 0) {
      const left = change.allocate()
      const right = change.allocate()
      change.begin(3, 0)
      splitRoot(tree, frame, left, right, index, separator)
    } else {
      const parent = change.pin(path[depth - 1])
      if (!entryFits(pool.view, parent * PAGE_BYTES, separator.length, 4)) {
        change.abandon()
        split(tree, depth - 1, atEnd)
        return
      }
      const right = change.allocate()
      const neighbour = entries.next === 0 ? -1 : change.pin(entries.next)
      change.begin(1, 3)
      splitBeside(tree, frame, right, neighbour, parent, env.positions[depth - 1], index, separator)
    }
  } catch (error) {
    change.abandon()
    throw error
  }
  change.commit()
  env.splits++
}

/**
 * @param {BTree} tree
 * @param {FrameNumber} frame
 * @param {number} right
 * @param {number} neighbour -1: none
 * @param {number} parent
 * @param {number} position of the split page among the parent's children
 * @param {number} index
 * @param {Uint8Array} separator
 */
function splitBeside(tree, frame, right, neighbour, parent, position, index, separator) {
  const { pool, change, entries } = tree.env
  const block = pool.frameBlock[frame]
  const rightBlock = pool.frameBlock[right]
  const bound = fence(separator)
  writeRight(tree, right, index, block, entries.next, bound)
  change.image(right)
  change.keep(frame, entries, index, rightBlock, bound)
  if (neighbour >= 0) change.previous(neighbour, rightBlock)
  change.addChild(parent, position, rightBlock, separator)
}

/**
 * @param {BTree} tree
 * @param {number} root
 * @param {number} left
 * @param {number} right
 * @param {number} index
 * @param {Uint8Array} separator
 */
function splitRoot(tree, root, left, right, index, separator) {
  const { pool, change, entries } = tree.env
  const { view, bytes } = pool
  const leftBlock = pool.frameBlock[left]
  const rightBlock = pool.frameBlock[right]
  const bound = fence(separator)
  entries.write(view, bytes, left * PAGE_BYTES, 0, index, entries.leftmost, 0, rightBlock, entries.low, bound)
  writeRight(tree, right, index, leftBlock, 0, bound)
  initNode(view, bytes, root * PAGE_BYTES, entries.level + 1, 0, 0, leftBlock, NOTHING, null)
  insertAt(view, bytes, root * PAGE_BYTES, 4, 0, separator, 0, separator.length, rightBlock)
  change.image(left)
  change.image(right)
  change.image(root)
}

/**
 * The right half of a split: from entry `index` on, which in inner nodes has moved up.
 * @param {BTree} tree
 * @param {number} right
 * @param {number} index
 * @param {number} previous
 * @param {number} next
 * @param {Uint8Array} low
 */
function writeRight(tree, right, index, previous, next, low) {
  const { pool, entries } = tree.env
  const [from, leftmost] = entries.level === 0 ? [index, 0] : [index + 1, entries.children[index]]
  entries.write(
    pool.view, pool.bytes, right * PAGE_BYTES, from, entries.count, leftmost, previous, next, low, entries.high,
  )
}

/**
 * The page at `depth` of the path became sparse: merges it if a neighbour lets it, then looks at the parent.
 * @param {BTree} tree @param {number} depth at least 1
 * @returns {boolean} whether to descend again and try once more: it was an only child, and now it has neighbours
 */
export function merge(tree, depth) {
  const { env } = tree
  const { pool, path } = env
  let onlyChild = false
  for (; depth > 0; depth--) {
    env.settleCursors(tree.file.fileId)
    const parent = pool.pin(tree.file, path[depth - 1])
    const parentCount = nodeCount(pool.view, parent * PAGE_BYTES)
    pool.unpin(parent)
    if (parentCount === 0 && depth > 1) {
      onlyChild = true //                nothing to merge with before the parent has merged
      continue
    }
    const position = env.positions[depth - 1]
    const merged =
      (position < parentCount && mergePair(tree, path[depth - 1], position)) ||
      (position > 0 && mergePair(tree, path[depth - 1], position - 1))
    if (!merged) return false
    env.merges++
    if (depth === 1) collapseRoot(tree)
    else if (!onlyChild && !isSparse(tree, path[depth - 1])) return false
    if (onlyChild) return true
  }
  return false
}

/** @param {BTree} tree @param {BlockNumber} blockNo */
function isSparse(tree, blockNo) {
  const { pool } = tree.env
  const frame = pool.pin(tree.file, blockNo)
  const sparse = nodeFree(pool.view, frame * PAGE_BYTES) > SPARSE_FREE_BYTES
  pool.unpin(frame)
  return sparse
}

/**
 * Merges the children at `position` and `position + 1` of the parent, if they fit together.
 * @param {BTree} tree @param {BlockNumber} parentBlock @param {number} position
 * @returns {boolean} whether it did
 */
function mergePair(tree, parentBlock, position) {
  const { change } = tree.env
  change.open(tree.file)
  let fits = false
  try {
    fits = preparePair(tree, parentBlock, position)
  } catch (error) {
    change.abandon()
    throw error
  }
  if (fits) change.commit()
  else change.abandon()
  return fits
}

/**
 * @param {BTree} tree
 * @param {BlockNumber} parentBlock
 * @param {number} position
 * @returns {boolean} false: they do not fit, nothing is changed
 */
function preparePair(tree, parentBlock, position) {
  const { pool, change, entries } = tree.env
  const { view, bytes } = pool
  const parent = change.pin(parentBlock)
  const parentBase = parent * PAGE_BYTES
  const left = change.pin(childAt(view, parentBase, position))
  const right = change.pin(childAt(view, parentBase, position + 1))
  const leftBase = left * PAGE_BYTES
  const rightBase = right * PAGE_BYTES
  const anyEmpty = nodeCount(view, leftBase) === 0 || nodeCount(view, rightBase) === 0
  const used = 2 * NODE_ROOM - nodeFree(view, leftBase) - nodeFree(view, rightBase)
  const most = anyEmpty ? NODE_ROOM : MERGED_BYTES_MAX
  if (!anyEmpty && used > most) return false
  entries.load(view, bytes, rightBase)
  const { high, next } = entries
  const rightLeftmost = entries.leftmost
  entries.load(view, bytes, leftBase)
  if (entries.level > 0) { //           the separator between them comes down
    const separator = new Uint8Array(ENTRY_BYTES_MAX)
    entries.add(separator, 0, copyEntry(view, bytes, parentBase, position, separator, 0), rightLeftmost)
  }
  entries.append(view, bytes, rightBase)
  if (entries.space(0, entries.count, entries.low, high) > most) return false
  const neighbour = next === 0 ? -1 : change.pin(next)
  change.pinMeta()
  change.begin(1, 3)
  entries.write(view, bytes, leftBase, 0, entries.count, entries.leftmost, entries.previous, next, entries.low, high)
  change.image(left)
  if (neighbour >= 0) change.previous(neighbour, pool.frameBlock[left])
  change.dropChild(parent, position)
  change.free(right)
  return true
}

/** A root with one child and no separator becomes that child. @param {BTree} tree */
function collapseRoot(tree) {
  const { env } = tree
  const { pool, change, entries } = env
  const { view, bytes } = pool
  for (;;) {
    change.open(tree.file)
    try {
      const root = change.pin(ROOT_BLOCK)
      const rootBase = root * PAGE_BYTES
      if (nodeLevel(view, rootBase) === 0 || nodeCount(view, rootBase) > 0) {
        change.abandon()
        return
      }
      const child = change.pin(childAt(view, rootBase, 0))
      change.pinMeta()
      entries.load(view, bytes, child * PAGE_BYTES)
      change.begin(1, 1)
      entries.write(
        view, bytes, rootBase, 0, entries.count, entries.leftmost, 0, nodeNext(view, child * PAGE_BYTES), entries.low,
        entries.high,
      )
      change.image(root)
      change.free(child)
    } catch (error) {
      change.abandon()
      throw error
    }
    change.commit()
  }
}
