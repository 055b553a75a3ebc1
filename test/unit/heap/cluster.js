/** Opens (and recovers) log, storage, transactions and one heap, as the engine does with many. */
import { checkpointSync } from '../../../src/engine/cluster/checkpoint.js'
import { analyze, redo, undoLosers } from '../../../src/engine/cluster/recovery.js'
import { Storage } from '../../../src/storage/storage.js'
import { Heap } from '../../../src/storage/heap/heap.js'
import { HeapEnv } from '../../../src/storage/heap/heap-env.js'
import { registerHeap } from '../../../src/storage/heap/heap-register.js'
import { heapRedoTable } from '../../../src/storage/heap/heap-redo.js'
import { heapUndoTable } from '../../../src/storage/heap/heap-undo.js'
import { TupleLayout } from '../../../src/storage/heap/tuple.js'
import { BTreeEnv } from '../../../src/storage/btree/env.js'
import { BTree } from '../../../src/storage/btree/tree.js'
import { btreeRedo, btreeUndo, undoInsert } from '../../../src/storage/btree/recovery.js'
import { TransactionManager } from '../../../src/txn/manager.js'
import { ControlFile } from '../../../src/wal/control-file.js'
import { firstLsn } from '../../../src/wal/frame.js'
import { RecordLookup } from '../../../src/wal/log-reader.js'
import { Wal } from '../../../src/wal/wal.js'
import { encodeKeyPart } from '../../../src/types/key.js'

export const GEOMETRY = { segmentBytes: 256 * 1024, systemIdentifier: 5n }
export const FILE_OF_TEST = 2 ** 28
export const INDEX_OF_TEST = FILE_OF_TEST + 1
/** id int4, amount int8, note text. */
export const COLUMNS = [
  { typeOid: 23, kind: /** @type {const} */ ('int4') },
  { typeOid: 20, kind: /** @type {const} */ ('int8') },
  { typeOid: 25, kind: /** @type {const} */ ('var') },
]

/**
 * @param {any} vfs
 * @param {{ cachePages?: number, mode?: 'immediate' | 'none', undoMemoryBytes?: number, index?: boolean,
 *   gating?: boolean }} [options]
 */
export function openCluster(
  vfs,
  { cachePages = 64, mode = 'none', undoMemoryBytes, index = false, gating = mode === 'immediate' } = {}
) {
  const isNew = !ControlFile.exists(vfs)
  /** @type {any} */
  let control
  /** @type {any} */
  let found = {
    endLsn: firstLsn(GEOMETRY.segmentBytes),
    losers: new Map(),
    nextXid: 3,
    undoPointer: 0,
    purgeFiles: new Set(),
  }
  if (!isNew) {
    control = ControlFile.open(vfs)
    found = analyze(vfs, GEOMETRY, control.fields)
    control.update({ epoch: control.fields.epoch + 1 })
  }
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: isNew ? 1 : control.fields.epoch, endLsn: found.endLsn, mode })
  const storage = new Storage({ vfs, log: wal, cachePages })
  const txns = new TransactionManager({ wal, vfs, undoMemoryBytes, gating })
  txns.startAt(found.nextXid, found.undoPointer)
  const { pool, files, freeSpace, overflow } = storage
  const env = new HeapEnv({ pool, wal, files, freeSpace, overflow, txns })
  const trees = new BTreeEnv({ pool, wal, files })
  registerHeap(
    env,
    (txn, fileId, bytes, start, end, tid, undoNext) => undoInsert(trees, txn, fileId, bytes, start, end, tid, undoNext),
    (fileId) => fileId - 1
  )
  if (!isNew) {
    for (const fileId of found.purgeFiles) txns.sweepFiles.add(fileId)
    redo(vfs, GEOMETRY, control.fields.redoLsn, found.endLsn, {
      ...storage.redoTable(),
      ...heapRedoTable(env),
      ...btreeRedo(trees),
    })
    undoLosers(new RecordLookup(vfs, GEOMETRY), found.losers, wal, {
      ...storage.undoTable(), ...heapUndoTable(env), ...btreeUndo(trees),
    })
    storage.finishRecovery()
  }
  /** @type {any} */
  let tree = null
  if (isNew) {
    const txn = txns.begin()
    files.create(FILE_OF_TEST, txn)
    if (index) tree = BTree.create(trees, files.create(INDEX_OF_TEST, txn), 'test_index')
    txns.commit(txn)
    wal.syncSync(wal.position)
    storage.flushSync()
    vfs.syncDir('wal')
    control = ControlFile.create(vfs, {
      systemIdentifier: GEOMETRY.systemIdentifier,
      pageBytes: 8192,
      walSegmentBytes: GEOMETRY.segmentBytes,
      epoch: 1,
      checkpointLsn: 0,
      redoLsn: firstLsn(GEOMETRY.segmentBytes),
      logStartLsn: firstLsn(GEOMETRY.segmentBytes),
      nextXid: 3,
      nextOid: 0,
      nextFileId: 0,
      checkpointTime: 0,
      cleanShutdown: false,
    })
  } else if (index) tree = new BTree(trees, files.open(INDEX_OF_TEST), 'test_index')
  const heap = new Heap(env, files.open(FILE_OF_TEST), TupleLayout.of(COLUMNS))
  const parts = { wal, storage, txns, control }
  if (!isNew) checkpointSync(parts)
  /**
   * @param {Uint8Array} bytes
   * @param {DataView} view
   * @param {number} at
   * @param {Uint8Array} out
   * @param {number} outAt
   */
  const extractKey = (bytes, view, at, out, outAt) =>
    encodeKeyPart(20, heap.layout.read(1, bytes, view, at), false, false, out, outAt)
  const relation = { heap, indexes: tree === null ? [] : [{ tree, extractKey }] }
  env.relationOf = (fileId) => (fileId === FILE_OF_TEST ? relation : null)
  env.indexOf = (fileId) => (fileId === INDEX_OF_TEST && tree !== null ? relation.indexes[0] : null)
  return {
    wal, storage, txns, env, heap, tree, trees, control, parts, relation, extractKey,
    checkpoint: () => checkpointSync(parts),
  }
}
