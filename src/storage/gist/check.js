/**
 * Looks at every page of a gist tree and says what is wrong with it. Reads synchronously, changes nothing: for tests
 * and for `seawall check`.
 */
import { indexCorrupted } from '../../errors/btree.js'
import { PAGE_BYTES, PAGE_KINDS, pageKind, pageLower, pageLsn, pageUpper } from '../page.js'
import {
  isDeleted, itemAt, itemBytes, itemCount, META_BLOCK, metaFirstFree, metaProblem, nextFree, pageLevel, ROOT_BLOCK,
  SLOTS_OFFSET,
} from './page.js'
import { TID_BYTES } from '../../util/tuple-id.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { GistTree } from './tree.js' */

/**
 * @param {GistTree} tree
 * @returns {{ entryCount: number, height: number, freeCount: number }}
 * @throws {DbError} XX002
 */
export function checkGist(tree) {
  const { pool, file, view, bytes, keys } = tree
  /** @type {Set<number>} */
  const seen = new Set([META_BLOCK])
  let entryCount = 0
  const fail = (/** @type {BlockNumber} */ block, /** @type {string} */ problem) =>
    indexCorrupted(tree.name, `block ${block} ${problem}`)

  /**
   * @param {BlockNumber} block
   * @param {number} level -1: any
   * @param {any[]} outers keys above
   * @returns {number} level
   */
  const visit = (block, level, outers) => {
    if (seen.has(block)) throw fail(block, 'is in the tree twice')
    if (block >= file.blockCount) throw fail(block, 'is beyond the file')
    seen.add(block)
    const frame = pool.pin(file, block)
    /** @type {{ child: number, key: any }[]} */
    const children = []
    let own = 0
    try {
      const base = frame * PAGE_BYTES
      if (pageKind(view, base) !== PAGE_KINDS.GIST || isDeleted(view, base)) throw fail(block, 'is no page of the tree')
      own = pageLevel(view, base)
      if (level >= 0 && own !== level) throw fail(block, `is of level ${own} under one of level ${level + 1}`)
      const count = itemCount(view, base)
      let used = 0
      for (let position = 0; position < count; position++) {
        const at = itemAt(view, base, position)
        const end = at + itemBytes(view, base, position)
        used += end - at
        if (at < base + pageUpper(view, base) || end > base + PAGE_BYTES)
          throw fail(block, `has item ${position} outside of its items`)
        const key = keys.decode(bytes, own === 0 ? at : at + 4, own === 0 ? end - TID_BYTES : end)
        if (!outers.every((outer) => keys.covers(outer, key)))
          throw fail(block, `has item ${position} that a key above does not cover`)
        if (own > 0) children.push({ child: view.getUint32(at, true), key })
        else entryCount++
      }
      if (pageUpper(view, base) + used !== PAGE_BYTES) throw fail(block, 'has gaps between its items')
      if (pageLower(view, base) !== SLOTS_OFFSET + 4 * count) throw fail(block, 'has half a slot')
      if (own > 0 && count === 0) throw fail(block, 'is an inner page without entries')
    } finally {
      pool.unpin(frame)
    }
    for (const { child, key } of children) visit(child, own - 1, [...outers, key])
    return own
  }

  const meta = pool.pin(file, META_BLOCK)
  const problem = metaProblem(view, meta * PAGE_BYTES)
  const first = metaFirstFree(view, meta * PAGE_BYTES)
  pool.unpin(meta)
  if (problem !== '') throw indexCorrupted(tree.name, problem)
  const height = visit(ROOT_BLOCK, -1, []) + 1
  let freeCount = 0
  for (let block = first; block !== 0; freeCount++) {
    if (seen.has(block)) throw fail(block, 'is on the free list and elsewhere')
    seen.add(block)
    const frame = pool.pin(file, block)
    const base = frame * PAGE_BYTES
    const isFree = isDeleted(view, base)
    block = nextFree(view, base)
    pool.unpin(frame)
    if (!isFree) throw indexCorrupted(tree.name, 'a page on the free list is not free')
  }
  for (let block = 0; block < file.blockCount; block++) {
    if (seen.has(block)) continue
    const frame = pool.pin(file, block)
    const used = pageKind(view, frame * PAGE_BYTES) !== PAGE_KINDS.FREE || pageLsn(view, frame * PAGE_BYTES) !== 0
    pool.unpin(frame)
    if (used) throw fail(block, 'is neither in the tree nor free')
  }
  return { entryCount, height, freeCount }
}
