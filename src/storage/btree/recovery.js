/**
 * Replay and rollback of B+tree records. Redo is physical by page and position; undo is logical, by key: since the
 * insert, the entry may have moved to any page. Neither needs a catalog: a record names its file, a tree needs nothing
 * more.
 */
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { PAGE_BYTES } from '../page.js'
import { redoChange } from './change.js'
import { NodeEntries } from './entries.js'
import { insertAt, removeAt, spliceAt } from './node-change.js'
import { putTid, TID_BYTES } from '../../util/tuple-id.js'
import { BTree, SPLICE_HEADER_BYTES } from './tree.js'

/** @import { Lsn, Tid, Xid } from '../../util/identifiers.js' */
/** @import { BTreeEnv, BTreeTxn } from './env.js' */
/** @import { LogRecord } from '../relation-files.js' */

/** @param {BTreeEnv} env @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>} */
export function btreeRedo(env) {
  const entries = new NodeEntries()
  const { pool } = env
  return {
    [RECORD_KINDS.BTREE_INSERT]: ({ view, bytes, at, end }, lsn) => {
      const frame = pool.pinRedo(view.getUint32(at, true), view.getUint32(at + 4, true), lsn, false)
      if (frame < 0) return
      insertAt(pool.view, pool.bytes, frame * PAGE_BYTES, 0, view.getUint16(at + 8, true), bytes, at + 10, end, 0)
      pool.markDirty(frame, lsn)
      pool.unpin(frame)
    },
    [RECORD_KINDS.BTREE_REMOVE]: ({ view, at }, lsn) => {
      const frame = pool.pinRedo(view.getUint32(at, true), view.getUint32(at + 4, true), lsn, false)
      if (frame < 0) return
      removeAt(pool.view, pool.bytes, frame * PAGE_BYTES, 0, view.getUint16(at + 8, true))
      pool.markDirty(frame, lsn)
      pool.unpin(frame)
    },
    [RECORD_KINDS.BTREE_SPLICE]: ({ view, bytes, at, end }, lsn) => {
      const frame = pool.pinRedo(view.getUint32(at, true), view.getUint32(at + 4, true), lsn, false)
      if (frame < 0) return
      const position = view.getUint16(at + 8, true)
      const keep = view.getUint16(at + 10, true)
      const drop = view.getUint16(at + 12, true)
      spliceAt(pool.view, pool.bytes, frame * PAGE_BYTES, position, keep, drop, bytes, at + SPLICE_HEADER_BYTES, end)
      pool.markDirty(frame, lsn)
      pool.unpin(frame)
    },
    [RECORD_KINDS.BTREE_CHANGE]: (record, lsn) => redoChange(env, entries, record, lsn),
  }
}

/**
 * @param {BTreeEnv} env
 * @returns {Record<number, (record: LogRecord, txn: { xid: Xid, lastLsn: Lsn }) => void>}
 */
export function btreeUndo(env) {
  return {
    [RECORD_KINDS.BTREE_INSERT]: ({ view, bytes, at, end, prevLsn, xid }, txn) => {
      const fileId = view.getUint32(at, true)
      if (!env.files.exists(fileId)) return //        made by the same transaction and removed already
      const entry = bytes.slice(at + 10, end)
      const lsn = treeOf(env, fileId).removeEntry(entry, 0, entry.length, xid, prevLsn)
      if (lsn !== 0) txn.lastLsn = lsn
    },
  }
}

/**
 * Rollback while the engine runs: removes the entry and logs that as a compensation record.
 * @param {BTreeEnv} env @param {BTreeTxn} txn
 * @param {number} fileId of the index
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end the key, without the tuple id; copied
 * @param {Tid} tid
 * @param {Lsn} prevLsn the transaction's last LSN before the insert (offset 48 of the undo record)
 */
export function undoInsert(env, txn, fileId, bytes, start, end, tid, prevLsn) {
  const key = new Uint8Array(end - start + TID_BYTES)
  for (let i = start; i < end; i++) key[i - start] = bytes[i]
  putTid(key, end - start, tid)
  const lsn = treeOf(env, fileId).removeEntry(key, 0, key.length, txn.xid, prevLsn)
  if (lsn !== 0) txn.lastLsn = lsn
}

/** @param {BTreeEnv} env @param {number} fileId */
const treeOf = (env, fileId) => new BTree(env, env.files.open(fileId), `file ${fileId}`)
