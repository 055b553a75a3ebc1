/**
 * Tells the transaction layer how the heap's, the indexes' and the files' undo records are undone and purged. Once per
 * engine.
 */
import { DbError } from '../../errors/db-error.js'
import { UNDO_KINDS } from '../../txn/undo-kinds.js'
import { UNDO_BEFORE_BYTES, UNDO_BLOCK, UNDO_FILE, UNDO_LSN, UNDO_RECORD_BYTES, UNDO_SLOT } from '../../txn/undo-log.js'
import { heapUndoHandlers } from './heap-undo.js'
import { heapPurgeHandlers } from './heap-purge.js'
import { keyIsReachable } from './heap-versions.js'
import { tidOf } from '../../util/tuple-id.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { HeapEnv } from './heap-env.js' */
/** @import { Transaction } from '../../txn/transaction.js' */

/**
 * Removes an index entry and logs that as a compensation record with prevLsn = undoNext: btree's `undoInsert`.
 * @typedef {(txn: Transaction, fileId: number, bytes: Uint8Array, start: number, end: number, tid: Tid,
 *   undoNext: number) => void} UndoIndexInsert
 */

/**
 * @param {HeapEnv} env
 * @param {UndoIndexInsert} [undoIndexInsert] absent: the caller uses `registerIndexes` itself
 * @param {(indexFileId: number) => number} [heapFileOf] see registerIndexes
 */
export function registerHeap(env, undoIndexInsert, heapFileOf = () => 0) {
  const { handlers } = env.txns
  const undo = heapUndoHandlers(env)
  const purge = heapPurgeHandlers(env)
  for (const kind of new Set([...undo.keys(), ...purge.keys()]))
    handlers.register(kind, { ...undo.get(kind), purge: purge.get(kind) })

  if (undoIndexInsert !== undefined) registerIndexes(env, undoIndexInsert, heapFileOf)

  handlers.register(UNDO_KINDS.OVERFLOW_STORED, { undo: (txn, record, bytes, at) => {
    const fileId = record.getUint32(at + UNDO_FILE, true)
    if (!env.files.exists(fileId)) return
    try {
      env.overflow.free(env.files.open(fileId), bytes, at + UNDO_RECORD_BYTES)
    } catch (error) {
      // Nobody points at what is left of the value: VACUUM finds it.
      if (!(error instanceof DbError && error.code === 'XX001')) throw error
      env.txns.sweepFiles.add(fileId)
      env.txns.onPurgeFailure(error)
    }
  } })

  handlers.register(UNDO_KINDS.FILE_CREATED, { undo: (txn, record, bytes, at) => {
    env.releasePins()
    env.files.undoCreate(record.getUint32(at + UNDO_FILE, true), txn, record.getFloat64(at + UNDO_LSN, true))
  } })

  handlers.register(UNDO_KINDS.FILE_DROPPED, {
    undo: (txn, record, bytes, at) =>
      env.files.undoDrop(record.getUint32(at + UNDO_FILE, true), txn, record.getFloat64(at + UNDO_LSN, true)),
    purge: purge.get(UNDO_KINDS.FILE_DROPPED),
  })
}

/**
 * @param {HeapEnv} env
 * @param {UndoIndexInsert} undoIndexInsert
 * @param {(indexFileId: number) => number} heapFileOf the heap file an index file belongs to; 0: gone
 */
function registerIndexes(env, undoIndexInsert, heapFileOf) {
  const { handlers } = env.txns
  handlers.register(UNDO_KINDS.INDEX_INSERT, {
    undo: (txn, record, bytes, at) => {
      const start = at + UNDO_RECORD_BYTES
      undoIndexInsert(
        txn,
        record.getUint32(at + UNDO_FILE, true),
        bytes,
        start,
        start + record.getUint16(at + UNDO_BEFORE_BYTES, true),
        tidAt(record, at),
        record.getFloat64(at + UNDO_LSN, true)
      )
    },
  })

  handlers.register(UNDO_KINDS.INDEX_KEEP, {
    afterUndo: (txn, record, bytes, at) => {
      const fileId = record.getUint32(at + UNDO_FILE, true)
      const index = env.indexOf(fileId)
      const relation = env.relationOf(heapFileOf(fileId))
      // Gone with its relation, or not known yet: a stale entry costs time, not truth.
      if (index === null || relation === null) return
      const start = at + UNDO_RECORD_BYTES
      const length = record.getUint16(at + UNDO_BEFORE_BYTES, true)
      const key = new Uint8Array(length + 6)
      key.set(bytes.subarray(start, start + length))
      if (!keyIsReachable(relation.heap, index, tidAt(record, at), key, 0, length, env.keyBytes))
        index.tree.remove(key, 0, length, tidAt(record, at), 0, 0)
    },
  })
}

/** @param {DataView} record @param {number} at */
const tidAt = (record, at) => tidOf(record.getUint32(at + UNDO_BLOCK, true), record.getUint16(at + UNDO_SLOT, true))
