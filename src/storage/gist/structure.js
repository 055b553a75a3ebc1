/**
 * Changes of a gist tree's shape: parting a page that is full, and taking an empty leaf out. Each is one BTREE_CHANGE
 * record of page images.
 */
import { PAGE_BYTES } from '../page.js'
import {
  appendItem, CHILD_BYTES, deletedAt, initNode, isDeleted, itemAt, itemBytes, itemCount, markDeleted, META_BLOCK,
  metaFirstFree, metaProblem, nextFree, pageLevel, pageNsn, pageRight, removeItem, replacementFits, replaceItem,
  ROOT_BLOCK,
} from './page.js'

/** @import { BlockNumber, FrameNumber } from '../../util/identifiers.js' */
/** @import { GistTree } from './tree.js' */

/** Where the old page is read from while it is written anew. */
const copy = new Uint8Array(PAGE_BYTES)
const copyView = new DataView(copy.buffer)
const leftItem = new Uint8Array(PAGE_BYTES)
const rightItem = new Uint8Array(PAGE_BYTES)

/** A page that is free for good, or a new one. @param {GistTree} tree @returns {FrameNumber} frame */
function allocate(tree) {
  const { env: { change }, view } = tree
  const meta = change.pin(META_BLOCK)
  const problem = metaProblem(view, meta * PAGE_BYTES)
  if (problem !== '') throw tree.corrupted(problem)
  change.metaFrame = meta
  const first = change.metaChanged ? change.firstFree : metaFirstFree(view, meta * PAGE_BYTES)
  if (first === 0) return change.allocateNew()
  const frame = change.pin(first)
  const base = frame * PAGE_BYTES
  if (!isDeleted(view, base)) throw tree.corrupted(`block ${first} is on the free list and not free`)
  if (deletedAt(view, base) >= tree.horizon()) return change.allocateNew()
  change.firstFree = nextFree(view, base)
  change.metaChanged = true
  return frame
}

/**
 * Parts the page at a depth of the tree's path. If its parent has no room, the parent is parted instead, and the caller
 * comes again.
 * @param {GistTree} tree @param {number} depth
 */
export function splitPage(tree, depth) {
  const { pool, file, keys, view } = tree
  const block = tree.path[depth]
  const frame = pool.pin(file, block)
  const base = frame * PAGE_BYTES
  copy.set(tree.bytes.subarray(base, base + PAGE_BYTES))
  pool.unpin(frame)
  const level = pageLevel(copyView, 0)
  const keyAt = level === 0 ? 0 : CHILD_BYTES
  const keyTail = level === 0 ? 6 : 0
  const count = itemCount(copyView, 0)
  if (count < 2) throw tree.corrupted(`block ${block} is full with ${count} entries`)
  const decoded = []
  for (let position = 0; position < count; position++) {
    const at = itemAt(copyView, 0, position)
    decoded.push(keys.decode(copy, at + keyAt, at + itemBytes(copyView, 0, position) - keyTail))
  }
  const order = keys.split(decoded)
  const cut = middle(order)
  const leftEnd = keys.encode(unionOf(tree, decoded, order, 0, cut), leftItem, CHILD_BYTES)
  const rightEnd = keys.encode(unionOf(tree, decoded, order, cut, count), rightItem, CHILD_BYTES)
  if (block === ROOT_BLOCK) {
    splitRoot(tree, frame, level, order, cut, leftEnd, rightEnd)
    return
  }
  const parent = tree.path[depth - 1]
  const position = tree.positions[depth - 1]
  const parentFrame = pool.pin(file, parent)
  const fits = replacementFits(view, parentFrame * PAGE_BYTES, position, leftEnd + rightEnd + 4)
  pool.unpin(parentFrame)
  if (fits) splitInto(tree, block, parent, position, level, order, cut, leftEnd, rightEnd)
  else splitPage(tree, depth - 1)
}

/** Where an order of items is cut: half of the bytes on each side, something on both. @param {number[]} order */
function middle(order) {
  let total = 0
  for (let position = 0; position < order.length; position++) total += itemBytes(copyView, 0, position)
  let left = 0
  let cut = 0
  while (cut < order.length - 1 && (cut === 0 || 2 * (left + itemBytes(copyView, 0, order[cut])) <= total))
    left += itemBytes(copyView, 0, order[cut++])
  return cut
}

/** @param {GistTree} tree @param {any[]} decoded @param {number[]} order @param {number} from @param {number} to */
function unionOf({ keys }, decoded, order, from, to) {
  let all = decoded[order[from]]
  for (let i = from + 1; i < to; i++) all = keys.union(all, decoded[order[i]])
  return all
}

/**
 * Items of the copied page.
 * @param {GistTree} tree
 * @param {number} base
 * @param {number[]} order
 * @param {number} from
 * @param {number} to
 */
function fill({ view, bytes }, base, order, from, to) {
  for (let i = from; i < to; i++) {
    const at = itemAt(copyView, 0, order[i])
    appendItem(view, bytes, base, copy, at, at + itemBytes(copyView, 0, order[i]))
  }
}

/**
 * @param {GistTree} tree
 * @param {BlockNumber} block
 * @param {number} parent
 * @param {number} position
 * @param {number} level
 * @param {number[]} order
 * @param {number} cut
 * @param {number} leftEnd
 * @param {number} rightEnd
 */
function splitInto(tree, block, parent, position, level, order, cut, leftEnd, rightEnd) {
  const { env, view, bytes, pool } = tree
  const { change } = env
  const nsn = tree.mark
  change.open(tree.file)
  try {
    const left = change.pin(block)
    const above = change.pin(parent)
    const right = allocate(tree)
    const rightBlock = pool.frameBlock[right]
    leftItemChild(block)
    rightItemChild(rightBlock)
    change.begin(3, 0)
    initNode(view, bytes, right * PAGE_BYTES, level, pageRight(copyView, 0), pageNsn(copyView, 0))
    fill(tree, right * PAGE_BYTES, order, cut, order.length)
    change.image(right)
    initNode(view, bytes, left * PAGE_BYTES, level, rightBlock, nsn)
    fill(tree, left * PAGE_BYTES, order, 0, cut)
    change.image(left)
    replaceItem(view, bytes, above * PAGE_BYTES, position, leftItem, 0, leftEnd)
    appendItem(view, bytes, above * PAGE_BYTES, rightItem, 0, rightEnd)
    change.image(above)
  } catch (error) {
    change.abandon()
    throw error
  }
  change.commit()
  env.splits++
}

/** @param {BlockNumber} block */
const leftItemChild = (block) => new DataView(leftItem.buffer).setUint32(0, block, true)
/** @param {BlockNumber} block */
const rightItemChild = (block) => new DataView(rightItem.buffer).setUint32(0, block, true)

/**
 * @param {GistTree} tree
 * @param {FrameNumber} frame of the root
 * @param {number} level
 * @param {number[]} order
 * @param {number} cut
 * @param {number} leftEnd
 * @param {number} rightEnd
 */
function splitRoot(tree, frame, level, order, cut, leftEnd, rightEnd) {
  const { env, view, bytes, pool } = tree
  const { change } = env
  change.open(tree.file)
  try {
    const root = change.pin(ROOT_BLOCK)
    const left = allocate(tree)
    const right = allocate(tree)
    leftItemChild(pool.frameBlock[left])
    rightItemChild(pool.frameBlock[right])
    change.begin(3, 0)
    initNode(view, bytes, right * PAGE_BYTES, level, 0, 0)
    fill(tree, right * PAGE_BYTES, order, cut, order.length)
    change.image(right)
    initNode(view, bytes, left * PAGE_BYTES, level, pool.frameBlock[right], 0)
    fill(tree, left * PAGE_BYTES, order, 0, cut)
    change.image(left)
    // Where entries of the time when the root was a leaf have gone.
    const heir = level === 0 ? pool.frameBlock[left] : pageRight(copyView, 0)
    initNode(view, bytes, root * PAGE_BYTES, level + 1, heir, 0)
    appendItem(view, bytes, root * PAGE_BYTES, leftItem, 0, leftEnd)
    appendItem(view, bytes, root * PAGE_BYTES, rightItem, 0, rightEnd)
    change.image(root)
  } catch (error) {
    change.abandon()
    throw error
  }
  change.commit()
  env.splits++
}

/**
 * Takes the leaf at the end of the tree's path out if it is empty and not the last of its parent.
 * @param {GistTree} tree
 */
export function dropLeaf(tree) {
  const { env: { change }, env, view, bytes, pool, file, depth } = tree
  const leafFrame = pool.pin(file, tree.path[depth])
  const empty = itemCount(view, leafFrame * PAGE_BYTES) === 0
  pool.unpin(leafFrame)
  if (!empty) return
  const parentFrame = pool.pin(file, tree.path[depth - 1])
  const alone = itemCount(view, parentFrame * PAGE_BYTES) < 2
  pool.unpin(parentFrame)
  if (alone) return
  change.open(file)
  try {
    const leaf = change.pin(tree.path[depth])
    const parent = change.pin(tree.path[depth - 1])
    const meta = change.pin(META_BLOCK)
    change.metaFrame = meta
    const at = tree.mark
    change.begin(2, 0)
    removeItem(view, bytes, parent * PAGE_BYTES, tree.positions[depth - 1])
    change.image(parent)
    markDeleted(view, leaf * PAGE_BYTES, metaFirstFree(view, meta * PAGE_BYTES), at)
    change.image(leaf)
    change.firstFree = pool.frameBlock[leaf]
    change.metaChanged = true
  } catch (error) {
    change.abandon()
    throw error
  }
  change.commit()
  env.merges++
}

