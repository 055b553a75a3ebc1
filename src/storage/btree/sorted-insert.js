/**
 * Many entries of one tree in the order of their keys: neighbours share the page, so a batch descends once per page
 * instead of once per entry, and uniqueness is looked at where the entry goes. Records and undo are those of single
 * inserts.
 *
 * An equal key lies beside the place of the new entry, or, at an end of the page, possibly beyond it; only then
 * somebody has to ask rows whether they live.
 */
import { indexRowTooLarge } from '../../errors/btree.js'
import { PAGE_BYTES } from '../page.js'
import { belowHigh, leafEntryIs, mayComeFrom, mayGoOn, search } from './node-search.js'
import { entryFits } from './node-change.js'
import { ENTRY_BYTES_MAX, nodeCount, nodeNext, nodePrefix, nodePrevious, BEFORE } from './node.js'
import { putTid, TID_BYTES } from '../../util/tuple-id.js'
import { split } from './structure.js'
import { TOUCH_BLOCKS_MIN, TOUCH_ENTRIES } from './touch.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { BTree } from './tree.js' */
/** @import { BTreeTxn } from './env.js' */

/**
 * Keys of rows, each with TID_BYTES spare bytes behind its end.
 * @typedef {{ bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array }} Keys
 */

/**
 * Whether a row with this key (or one that may become one) is there, other than `tid`.
 * @typedef {(row: number, key: Uint8Array, at: number, end: number, tid: Tid) => boolean} IsTaken
 */

/**
 * Adds the entries of rows order[from, to), which ascend by key and tuple id.
 * @param {BTree} tree
 * @param {BTreeTxn} txn
 * @param {Keys} keys
 * @param {Uint32Array} order
 * @param {number} from
 * @param {number} to
 * @param {Float64Array} tids by row
 * @param {IsTaken | null} isTaken asked about entries that meet an equal key
 * @returns {boolean} false: one was taken, and it and what follows were not added
 */
export function insertSorted(tree, txn, keys, order, from, to, tids, isTaken) {
  const { env, pool, view, bytes, file } = tree
  const key = keys.bytes
  const { leaves } = env
  let frame = -1
  /**
   * Where the next group of entries begins, how many leaves the group before met, and the first entry that `leaves`
   * knows the leaf of.
   */
  let groupAt = from
  let met = file.blockCount > TOUCH_BLOCKS_MIN ? TOUCH_ENTRIES : 0
  let known = to
  try {
    for (let index = from; index < to; index++) {
      if (index === groupAt) {
        known = to
        if (met * 2 > TOUCH_ENTRIES) {
          leaves.touch(tree, keys, order, index, Math.min(index + TOUCH_ENTRIES, to), tids)
          known = index
        }
        groupAt += TOUCH_ENTRIES
        met = 0
      }
      const row = order[index]
      const at = keys.starts[row]
      const end = keys.ends[row]
      const entryEnd = end + TID_BYTES
      if (entryEnd - at > ENTRY_BYTES_MAX || entryEnd > key.length)
        throw indexRowTooLarge(entryEnd - at, ENTRY_BYTES_MAX, tree, tids[row])
      if (txn.serializable) txn.serializable.writesKey(file.fileId, key, at, end)
      putTid(key, end, tids[row])
      if (frame >= 0 && !belowHigh(view, bytes, frame * PAGE_BYTES, key, at, entryEnd)) {
        pool.unpin(frame)
        frame = -1
      }
      for (let asked = isTaken === null; ;) {
        let descended = false
        if (frame < 0) {
          met++
          if (index >= known) frame = leaves.pin(tree, index - known)
          if (frame < 0) {
            frame = tree.descend(key, at, entryEnd)
            descended = true
          }
        }
        const base = frame * PAGE_BYTES
        const suffixAt = at + nodePrefix(view, base)
        const position = search(view, bytes, base, 0, key, suffixAt, entryEnd, BEFORE)
        const count = nodeCount(view, base)
        if (position < count && leafEntryIs(view, bytes, base, position, key, suffixAt, entryEnd, 0)) {
          txn.undo.indexKeep(file.fileId, key, at, end, tids[row])
          break
        }
        if (!asked && meets(tree, base, position, count, key, at, suffixAt, end)) {
          if (/** @type {IsTaken} */ (isTaken)(row, key, at, end, tids[row])) return false
          putTid(key, end, tids[row]) // who looks overwrites it
          asked = true
        }
        if (!entryFits(view, base, entryEnd - at, 0)) {
          pool.unpin(frame)
          frame = -1
          known = to
          // A split wants the path of the newest descent.
          if (descended) split(tree, env.depth, position === count)
          continue
        }
        tree.logInsert(txn, frame, position, key, at, end, tids[row])
        break
      }
    }
  } finally {
    if (frame >= 0) pool.unpin(frame)
  }
  return true
}

/**
 * May an entry with the same key be there?
 * @param {BTree} tree
 * @param {number} base
 * @param {number} position
 * @param {number} count
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} suffixAt
 * @param {number} end
 */
function meets({ view, bytes }, base, position, count, key, at, suffixAt, end) {
  if (position < count) {
    if (leafEntryIs(view, bytes, base, position, key, suffixAt, end, TID_BYTES)) return true
  } else if (nodeNext(view, base) !== 0 && mayGoOn(view, bytes, base, key, at, end)) return true
  if (position > 0) return leafEntryIs(view, bytes, base, position - 1, key, suffixAt, end, TID_BYTES)
  return nodePrevious(view, base) !== 0 && mayComeFrom(view, bytes, base, key, at, end)
}
