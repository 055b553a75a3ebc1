/**
 * Rows that a gin index will have: entries that wait (README.md). A new row's keys go into one entry, or a few, behind
 * all others of the same tree; later, when its transaction is over, they are moved to where they belong, many rows at a
 * time and sorted.
 *
 *   waiting entry = key ++ tuple id, as every entry
 *   key = ff, tuple id (6 bytes), xid (6 bytes), keys; each key: u16 byte count, its bytes, big-endian
 *
 * Keys that belong somewhere begin with their column's number, which is below ff.
 */
import { copyEntry, ENTRY_BYTES_MAX } from '../btree/node.js'
import { putTid, TID_BYTES, tidAt } from '../../util/tuple-id.js'
/** @import { Tid, Xid } from '../../util/identifiers.js' */
/** @import { BTree } from '../btree/tree.js' */
/** @import { GinTree } from './tree.js' */
/** @import { BTreeEnv, BTreeTxn } from '../btree/env.js' */

const WAITS = 0xff
const XID_AT = 1 + TID_BYTES
const KEYS_AT = XID_AT + 6
/** Of the keys in one entry: what does not fit is a second entry of the row. */
export const WAITING_BYTES_MAX = 2600

/** Is this entry of a gin index one that waits? @param {Uint8Array} entry @param {number} at */
export const waits = (entry, at) => entry[at] === WAITS

/** Bytes that wait, about. @param {BTree} tree @returns {number} */
export function waitingBytes(tree) {
  const { waiting } = tree.env
  const { fileId } = tree.file
  let size = waiting.sizes.get(fileId)
  if (size === undefined) {
    let counted = 0
    eachWaiting(tree, -1, (_entry, end) => { counted += end })
    size = counted
    waiting.sizes.set(fileId, size)
  }
  return size
}

/**
 * @param {BTree} tree @param {number} bytes @param {number} limit
 * @returns {boolean} whether so much more may wait; it is counted then
 */
export function waitingRoom(tree, bytes, limit) {
  const { waiting } = tree.env
  const size = waitingBytes(tree) + bytes
  const isRoom = size <= limit
  if (isRoom) waiting.sizes.set(tree.file.fileId, size)
  waiting.isDue(tree.file.fileId, size - (waiting.left.get(tree.file.fileId) ?? 0) > limit / 2)
  return isRoom
}

/**
 * @param {Uint8Array} out
 * @param {number} at
 * @param {Tid} tid
 * @param {Xid} xid
 * @returns {number} where its keys begin
 */
export function putWaiting(out, at, tid, xid) {
  out[at] = WAITS
  const xidAt = putTid(out, at + 1, tid)
  const high = Math.floor(xid / 2 ** 32)
  out[xidAt] = high >>> 8
  out[xidAt + 1] = high
  out[xidAt + 2] = xid >>> 24
  out[xidAt + 3] = xid >>> 16
  out[xidAt + 4] = xid >>> 8
  out[xidAt + 5] = xid
  return xidAt + 6
}

/** @param {Uint8Array} entry @param {number} at */
const xidAt = (entry, at) => ((entry[at] << 8) | entry[at + 1]) * 2 ** 32
  + (((entry[at + 2] << 24) | (entry[at + 3] << 16) | (entry[at + 4] << 8) | entry[at + 5]) >>> 0)

const scratch = new Uint8Array(KEYS_AT + WAITING_BYTES_MAX + TID_BYTES)

/**
 * Keys of a new row, as entries that wait.
 * @param {BTree} tree @param {BTreeTxn} txn @param {Tid} tid
 * @param {Uint8Array} bytes @param {ArrayLike<number>} starts @param {ArrayLike<number>} ends @param {number} count
 * @param {number} limit bytes that may wait
 * @returns {boolean} false: there is no room, and nothing was done
 */
export function insertWaiting(tree, txn, tid, bytes, starts, ends, count, limit) {
  if (limit === 0 || count === 0) return count === 0
  let size = 0
  for (let i = 0; i < count; i++) {
    const length = ends[i] - starts[i]
    if (length + 2 > WAITING_BYTES_MAX) return false
    size += length + 2
  }
  if (!waitingRoom(tree, size, limit)) return false
  const xid = txn.assignXid()
  for (let i = 0; i < count;) {
    let at = putWaiting(scratch, 0, tid, xid)
    for (; i < count; i++) {
      const length = ends[i] - starts[i]
      if (at + 2 + length > KEYS_AT + WAITING_BYTES_MAX) break
      scratch[at++] = length >>> 8
      scratch[at++] = length
      for (let from = starts[i]; from < ends[i]; from++) scratch[at++] = bytes[from]
    }
    tree.insert(txn, scratch, 0, at, tid)
  }
  return true
}

/**
 * Looks at the entries that wait, in the order of their rows; nothing is changed meanwhile.
 * @param {BTree} tree
 * @param {Tid} tid of one row; -1: of all
 * @param {(entry: Uint8Array, end: number) => boolean | void} told the entry is [0, end) of memory that is used again;
 *   false: that is enough
 */
export function eachWaiting(tree, tid, told) {
  const cursor = tree.cursor()
  const bounds = new Uint8Array(1 + TID_BYTES)
  bounds[0] = WAITS
  const length = tid < 0 ? 1 : putTid(bounds, 1, tid)
  try {
    cursor.setRange(bounds, 0, length, false, bounds, 0, length, true)
    cursor.toStart()
    while (cursor.nextRun())
      for (let index = cursor.index; index < cursor.high; index++)
        if (told(looked, copyEntry(cursor.view, cursor.bytes, cursor.base, index, looked, 0)) === false) return
  } finally {
    cursor.close()
  }
}
const looked = new Uint8Array(2 * ENTRY_BYTES_MAX)

/**
 * Copies of the entries that wait.
 * @param {BTree} tree
 * @param {Tid} tid of one row; -1: of all
 * @returns {Uint8Array[]}
 */
export function waitingEntries(tree, tid) {
  /** @type {Uint8Array[]} */
  const entries = []
  eachWaiting(tree, tid, (entry, end) => { entries.push(entry.slice(0, end)) })
  return entries
}

/** @param {BTree} tree @returns {boolean} nothing waits, for sure */
export const isNothingWaiting = (tree) => tree.env.waiting.sizes.get(tree.file.fileId) === 0

/**
 * Each key of an entry that waits.
 * @param {Uint8Array} entry
 * @param {number} entryEnd of it, its tuple id included
 * @param {(start: number, end: number) => void} told
 */
export function eachWaitingKey(entry, entryEnd, told) {
  const end = entryEnd - TID_BYTES
  for (let at = KEYS_AT; at < end;) {
    const start = at + 2
    at = start + ((entry[at] << 8) | entry[at + 1])
    told(start, at)
  }
}

/**
 * Has a row this key, waiting?
 * @param {BTree} tree
 * @param {Tid} tid
 * @param {Uint8Array} key
 * @param {number} from
 * @param {number} to
 */
export function hasWaiting(tree, tid, key, from, to) {
  let found = false
  for (const entry of waitingEntries(tree, tid)) {
    eachWaitingKey(entry, entry.length, (start, end) => {
      if (end - start !== to - from) return
      let same = 0
      while (same < to - from && entry[start + same] === key[from + same]) same++
      found ||= same === to - from
    })
  }
  return found
}

/** What waits for a row goes: the row is purged. @param {BTree} tree @param {Tid} tid */
export function removeWaiting(tree, tid) {
  if (waitingBytes(tree) === 0) return
  for (const entry of waitingEntries(tree, tid)) remove(tree, entry)
}

/** @param {BTree} tree @param {Uint8Array} entry */
function remove(tree, entry) {
  const { waiting } = tree.env
  const { fileId } = tree.file
  tree.removeEntry(entry, 0, entry.length, 0, 0)
  waiting.moving.get(fileId)?.add(tidAt(entry, entry.length - TID_BYTES))
  waiting.less(fileId, entry.length)
}

/**
 * What waits for a row goes where it belongs, before its entries are changed: what a change adds would otherwise look
 * new though a version before it has it (README.md). Entries of a transaction that is not over stay: it is the one that
 * changes its own row.
 * @param {GinTree} tree @param {Tid} tid
 */
export function settleWaiting(tree, tid) {
  if (waitingBytes(tree) === 0) return
  const row = Float64Array.of(tid)
  for (const entry of waitingEntries(tree, tid)) {
    if (!tree.env.waiting.isOver(xidAt(entry, XID_AT))) continue
    eachWaitingKey(entry, entry.length, (start, end) => {
      const key = new Uint8Array(end - start + TID_BYTES)
      for (let at = start; at < end; at++) key[at - start] = entry[at]
      tree.post(key, 0, end - start, row, 0, 1)
    })
    remove(tree, entry)
  }
}

/**
 * Whether what waits for a row may be moved by now.
 * @param {BTreeEnv} env @param {Uint8Array} entry
 */
export const isMovable = ({ waiting }, entry) => waiting.isOver(xidAt(entry, XID_AT))

/** In whose name entries are moved: nobody's, for nobody will undo it. @type {BTreeTxn} */
export const NOBODY = Object.freeze({
  xid: 0,
  get lastLsn() { return 0 },
  set lastLsn(_lsn) { /* there is no chain to follow */ },
  serializable: null,
  assignXid: () => 0,
  undo: { makeRoom() {}, indexInsert() {}, indexKeep() {} },
})
