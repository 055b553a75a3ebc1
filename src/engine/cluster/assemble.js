/** Everything that stands on a cluster's log, put together: pages, transactions, heaps, indexes, and who tells whom. */
import { SequenceCounters } from '../../catalog/sequences.js'
import { OidAllocator } from '../../catalog/store/oid-allocator.js'
import { DbError } from '../../errors/db-error.js'
import { BTreeEnv } from '../../storage/btree/env.js'
import { undoInsert } from '../../storage/btree/recovery.js'
import { BTree } from '../../storage/btree/tree.js'
import { isGistFile, undoGistInsert } from '../../storage/gist/recovery.js'
import { HeapEnv } from '../../storage/heap/heap-env.js'
import { registerHeap } from '../../storage/heap/heap-register.js'
import { setSequence } from '../../storage/heap/sequence.js'
import { PAGE_BYTES } from '../../storage/page.js'
import { Storage } from '../../storage/storage.js'
import { descriptorLimit, relationFilesMax } from '../../storage/vfs/descriptors.js'
import { TransactionManager } from '../../txn/manager.js'
import { countersOfFile, heapFileOfIndex, indexOfFile, relationNamed, relationOfFile, settleFile } from './files.js'
import { applyLimits } from './limits.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../../storage/gist/tree.js')} */
const gist = later(import.meta.url, '../../storage/gist/tree.js')

/** @import { Xid } from '../../util/identifiers.js' */
/** @import { DdlFiles } from '../../catalog/ddl/context.js' */
/** @import { RecordedLengths } from '../../storage/file-lengths.js' */
/** @import { Quarantine } from '../../storage/quarantine.js' */
/** @import { Template } from '../../storage/template.js' */
/** @import { Timers } from '../../wal/group-sync.js' */
/** @import { Clock } from '../turns/clock.js' */
/** @import { Cluster } from './cluster.js' */

const POOL_PAGES_MIN = 256

/**
 * @param {Cluster} cluster whose log is open
 * @param {Template | null} template
 * @param {boolean} wasClosed cleanly
 * @param {{ lengths: RecordedLengths, quarantine: Quarantine }} facts what the log says of files
 */
export function assemble(cluster, template, wasClosed, facts) {
  const cachePages = Math.max(POOL_PAGES_MIN, Math.floor(cluster.poolBytes / PAGE_BYTES))
  const { wal } = cluster
  cluster.storage = openStorage(cluster, cachePages, template, wasClosed, facts)
  cluster.txns = new TransactionManager({
    wal, vfs: cluster.vfs, gating: cluster.walSync === 'immediate',
    undoMemoryBytes: undoMemory(cachePages * PAGE_BYTES),
  })
  const { storage: { pool, files, freeSpace, overflow }, txns } = cluster
  cluster.heapEnv = new HeapEnv({ pool, wal, files, freeSpace, overflow, txns })
  cluster.btreeEnv = new BTreeEnv({ pool, wal, files })
  cluster.oids = new OidAllocator(wal)
  cluster.sequences = new SequenceCounters(cluster.heapEnv)
  cluster.ddlFiles = ddlFiles(cluster)
  connectLog(cluster)
  connectTransactions(cluster)
  connectFiles(cluster)
  connectIndexes(cluster)
  applyLimits(cluster)
}

/**
 * @param {Cluster} cluster @param {number} cachePages @param {Template | null} template closed, if this fails
 * @param {boolean} wasClosed @param {{ lengths: RecordedLengths, quarantine: Quarantine }} facts
 */
function openStorage(cluster, cachePages, template, wasClosed, facts) {
  try {
    return new Storage({
      vfs: cluster.vfs, log: cluster.wal, cachePages, template, wasClosed, ...facts,
      openFilesMax: relationFilesMax(descriptorLimit()), doubleWrite: !cluster.inMemory,
      clock: cluster.clock.monotonicMs, timers: timersOf(cluster.clock),
      onFailure: (error) => {
        cluster.log(`pages can no longer be written: ${error.message}`)
        cluster.fail(error)
      },
    })
  } catch (error) {
    template?.close()
    throw error
  }
}

/** @param {Cluster} cluster */
function connectLog({ wal, txns, maintenance }) {
  wal.rollbackBytes = () => txns.rollbackBytes()
  wal.onFull = () => maintenance.logIsFull()
  wal.onSpace = () => maintenance.logHasRoom()
}

/** @param {Cluster} cluster */
function connectTransactions(cluster) {
  const { txns, wal } = cluster
  txns.undo.onGrown = () => cluster.undoWatch.grown()
  txns.onUndoFailure = (error) => cluster.fail(error)
  txns.setAside = (error, fileId, xid) => setAside(cluster, error, fileId, xid)
  txns.beforePurge = (fileId) => settleFile(cluster, fileId)
  txns.onPurgeFailure = (error) => cluster.log(`purge: ${error.message}`)
  txns.isOver = () => wal.failed !== null
}

/** @param {Cluster} cluster */
function connectFiles(cluster) {
  const { storage, heapEnv, databases } = cluster
  const { files, freeSpace } = storage
  freeSpace.onNotSaved = (error) => cluster.log(`free space map: ${error.message}`)
  files.relationNamed = (fileId) => cluster.isOpen ? relationNamed(cluster, fileId) : null
  files.onRemoved = (fileId) => { for (const { storage: of } of databases.values()) of.forgetFile(fileId) }
  storage.onQuarantine = (fileId) => { if (cluster.isOpen) cluster.log(files.refusal(fileId).message) }
  heapEnv.relationOf = (fileId) => relationOfFile(cluster, fileId)
  heapEnv.countersOf = (fileId) => countersOfFile(cluster, fileId)
}

/** @param {Cluster} cluster */
function connectIndexes(cluster) {
  const { heapEnv, btreeEnv, txns: { ring }, maintenance } = cluster
  btreeEnv.waiting.isOver = (xid) => xid < ring.low || ring.of(xid) > 0
  btreeEnv.waiting.onDue = (isSoon) => maintenance.entries.due(isSoon)
  heapEnv.indexOf = (fileId) => indexOfFile(cluster, fileId)
  // Rollback of an index entry while the engine runs.
  registerHeap(heapEnv, (txn, fileId, bytes, start, end, tid, undoNext) => {
    if (isGistFile(btreeEnv, fileId)) {
      const tree = indexOfFile(cluster, fileId)?.tree ?? null
      undoGistInsert(btreeEnv, tree, txn, fileId, bytes, start, end, tid, undoNext)
    } else {
      undoInsert(btreeEnv, txn, fileId, bytes, start, end, tid, undoNext)
    }
  }, (fileId) => heapFileOfIndex(cluster, fileId))
}

/** What DDL primitives do with files. @param {Cluster} cluster @returns {DdlFiles} */
const ddlFiles = ({ storage: { files }, txns, heapEnv, btreeEnv }) => ({
  createHeap(fileId, txn) {
    files.create(fileId, txn)
    txn.filesMade ??= new Map()
    txn.filesMade.set(fileId, txn.lastUndo)
  },
  createTree(fileId, txn) { BTree.create(btreeEnv, files.create(fileId, txn), `index file ${fileId}`) },
  createGist(fileId, txn) { gist().GistTree.create(btreeEnv, files.create(fileId, txn)) },
  setSequence(fileId, lastValue, isCalled) { setSequence(heapEnv, files.open(fileId), lastValue, 0, isCalled) },
  emptied(fileId, txn) { txns.ofSerializable(txn)?.writesAll(fileId) },
  nullsRemain(relationOid, txn) { txns.olderNulls.remain(relationOid, txn) },
  readsMove(fileId, heapFile) { txns.serializable.locks.move(fileId, heapFile) },
  dropAtCommit(fileId, txn) {
    heapEnv.releasePins()
    files.dropAtCommit(fileId, txn)
  },
})

/**
 * What cannot be undone because its page is damaged takes its relation out of use, and nothing else.
 * @param {Cluster} cluster @param {unknown} error @param {number} fileId @param {Xid} xid
 * @returns {boolean} whether it did
 */
export function setAside({ heapEnv, storage }, error, fileId, xid) {
  if (!(error instanceof DbError) || (error.code !== 'XX001' && error.code !== 'XX002')) return false
  heapEnv.releasePins()
  return storage.quarantine(fileId, xid, error.message)
}

/**
 * Undo beyond it goes to a temporary file: a sixteenth of the pool, so that a small pool means small memory.
 * @param {number} poolBytes
 */
const undoMemory = (poolBytes) => Math.min(64, Math.max(4, Math.floor(poolBytes / 16 / 1048576))) * 1048576

/** The log's timers, by the engine's clock. @param {Clock} clock @returns {Timers} */
export const timersOf = (clock) => ({
  setTimeout: (work, ms, awaited = false) => clock.setTimer(work, ms, !awaited),
  clearTimeout: (timer) => timer.cancel(),
  setImmediate,
})
