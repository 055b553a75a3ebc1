/** A database's catalog on real heaps and trees over a disk in memory, with a log in memory. */
import { catalogTemplate } from '../../src/catalog/template.js'
import { Catalog } from '../../src/catalog/catalog.js'
import { DdlContext } from '../../src/catalog/ddl/context.js'
import { HeapCatalogStore } from '../../src/catalog/store/heap-catalog-store.js'
import { OidAllocator } from '../../src/catalog/store/oid-allocator.js'
import { StoredRelations } from '../../src/catalog/store/relation-storage.js'
import { BTree } from '../../src/storage/btree/tree.js'
import { BTreeEnv } from '../../src/storage/btree/env.js'
import { HeapEnv } from '../../src/storage/heap/heap-env.js'
import { heapUndoHandlers } from '../../src/storage/heap/heap-undo.js'
import { undoInsert } from '../../src/storage/btree/recovery.js'
import {
  UNDO_BEFORE_BYTES,
  UNDO_BLOCK,
  UNDO_FILE,
  UNDO_LSN,
  UNDO_RECORD_BYTES,
  UNDO_SLOT,
} from '../../src/txn/undo-log.js'
import { UNDO_KINDS } from '../../src/txn/undo-kinds.js'
import { Storage } from '../../src/storage/storage.js'
import { MemoryVfs } from '../../src/storage/vfs/memory-vfs.js'
import { TransactionManager } from '../../src/txn/manager.js'
import { FakeLog } from '../unit/storage/fake-log.js'

export function storedCatalog() {
  const vfs = new MemoryVfs()
  const log = new FakeLog()
  const storage = new Storage({ vfs, log, cachePages: 2048, template: catalogTemplate() })
  const txns = new TransactionManager({ wal: log, vfs })
  txns.startAt(3, 0)
  const btreeEnv = new BTreeEnv({ pool: storage.pool, wal: log, files: storage.files })
  const heapEnv = new HeapEnv({
    pool: storage.pool,
    wal: log,
    files: storage.files,
    freeSpace: storage.freeSpace,
    overflow: storage.overflow,
    txns,
  })
  for (const [kind, handler] of heapUndoHandlers(heapEnv)) txns.handlers.register(kind, handler)
  txns.handlers.register(UNDO_KINDS.INDEX_INSERT, {
    undo: (txn, view, bytes, at) => {
      const start = at + UNDO_RECORD_BYTES
      undoInsert(
        btreeEnv,
        txn,
        view.getUint32(at + UNDO_FILE, true),
        bytes,
        start,
        start + view.getUint16(at + UNDO_BEFORE_BYTES, true),
        view.getUint32(at + UNDO_BLOCK, true) * 512 + view.getUint16(at + UNDO_SLOT, true),
        view.getFloat64(at + UNDO_LSN, true)
      )
    },
  })
  txns.handlers.register(UNDO_KINDS.FILE_CREATED, {
    undo: (txn, view, bytes, at) =>
      storage.files.undoCreate(view.getUint32(at + UNDO_FILE, true), txn, view.getFloat64(at + UNDO_LSN, true)),
  })
  txns.handlers.register(UNDO_KINDS.FILE_DROPPED, {
    undo: (txn, view, bytes, at) =>
      storage.files.undoDrop(view.getUint32(at + UNDO_FILE, true), txn, view.getFloat64(at + UNDO_LSN, true)),
  })
  const relations = new StoredRelations({ heapEnv, btreeEnv, files: storage.files, databaseSlot: 1 })
  const store = new HeapCatalogStore(relations, txns)
  const catalog = new Catalog({
    store,
    storage: relations,
    oids: new OidAllocator(log),
    databaseOid: 5,
    durableLsn: () => Infinity,
  })
  const path = catalog.resolvePath(null, ['$user', 'public'], { roleOid: 10, temporary: 0 })
  const files = {
    /** @param {number} fileId @param {any} txn */
    createHeap: (fileId, txn) => { storage.files.create(fileId, txn) },
    /** @param {number} fileId @param {any} txn */
    createTree: (fileId, txn) => { BTree.create(btreeEnv, storage.files.create(fileId, txn), 'index') },
    createGist: () => { throw new Error('no gist indexes here') },
    setSequence: () => { /* tests of values have an engine */ },
    emptied: () => undefined, nullsRemain: () => undefined,
    readsMove: () => undefined,
    /** @param {number} fileId @param {any} txn */
    dropAtCommit: (fileId, txn) => storage.files.dropAtCommit(fileId, txn),
  }
  /** @param {any} txn */
  const ddl = (txn) => new DdlContext({ catalog, txn, path, userOid: 10, files })
  return { vfs, log, storage, txns, heapEnv, relations, store, catalog, path, ddl }
}
