/**
 * Which files a cluster's catalogs know, and whose they are, for rollback and purge; and what a crash leaves for later,
 * once the cluster runs: files nobody knows (removed before the first session), and purge work of transactions whose
 * undo is gone (swept in the background, table by table).
 */
import { purgeIndex } from '../../catalog/store/relation-storage.js'
import { catalogShape, catalogShapes } from '../../catalog/store/shapes.js'
import { tableInUse } from '../../errors/clusters.js'
import { DbError } from '../../errors/db-error.js'
import { vacuum } from '../../storage/heap/heap-purge.js'
import { othersTurn } from '../turns/others-turn.js'
import { POSTGRES_OID, POSTGRES_SLOT } from './database.js'
import { SHARE_UPDATE_EXCLUSIVE } from '../session/ddl.js'

/** @import { Cluster } from './cluster.js' */
/** @import { Database } from './database.js' */
/** @import { PurgeRelation } from '../../storage/heap/heap-env.js' */

/** pg_class.relkind */
const INDEX = 'i'.charCodeAt(0)
/** A search path for looking things up by OID only. */
const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: 10 }

/**
 * The databases that have catalogs of their own; a template that nobody has connected to has none
 * (template-database.js).
 * @param {Cluster} cluster
 * @returns {Database[]}
 */
export function openDatabases(cluster) {
  const { store } = cluster.anyDatabase()
  const { at } = catalogShape('pg_database')
  return store
    .scan('pg_database', store.latest())
    .filter(({ row }) => row[at.oid] === POSTGRES_OID || row[at.datminmxid] !== POSTGRES_SLOT)
    .map(({ row }) => cluster.database(row[at.datname]))
}

/** Every file some database has, by what is committed. @param {Cluster} cluster @returns {Set<number>} */
export function knownFiles(cluster) {
  const { at } = catalogShape('pg_class')
  const known = new Set()
  for (const { store, storage } of openDatabases(cluster)) {
    for (const { oid, shared, indexes } of catalogShapes().values()) {
      for (const one of [oid, ...indexes.map((index) => index.oid)]) known.add(storage.catalogFile(one, shared))
    }
    for (const { row } of store.scan('pg_class', store.latest()))
      if (row[at.relfilenode] !== 0) known.add(row[at.relfilenode])
  }
  return known
}

/**
 * After recovery, before anybody writes: files whose names reached the disk and whose creation did not reach the log.
 * @param {Cluster} cluster
 * @returns {number} files removed
 */
export function removeOrphans(cluster) {
  const known = knownFiles(cluster)
  return cluster.storage.files.removeOrphans((fileId) => known.has(fileId))
}

/**
 * Async: purges what a crash left, in tables that nobody is changing the shape of; one that somebody is, is left for
 * the next time.
 * @param {Cluster} cluster @returns {Promise<boolean>} all is done
 */
export async function sweepAfterCrash(cluster) {
  const { txns, storage } = cluster
  if (txns.sweepFiles.size === 0) return true
  const known = knownFiles(cluster)
  for (const fileId of [...txns.sweepFiles])
    if (!known.has(fileId) || storage.files.quarantine.has(fileId)) txns.sweepFiles.delete(fileId)
  for (const database of openDatabases(cluster)) {
    for (const { oid, fileId } of heapsOf(database)) {
      await cluster.copies.of(database.oid)
      if (txns.sweepFiles.has(fileId)) {
        try {
          await sweep(cluster, database, oid)
        } catch (error) {
          if (!(error instanceof DbError)) throw error
          cluster.log(`sweep: ${error.message}`) // a damaged page: the other tables are swept all the same
        }
      }
      if (!cluster.isOpen || cluster.wal.failed !== null) return true
    }
  }
  return txns.sweepFiles.size === 0
}

/** @param {Database} database @returns {{ oid: number, fileId: number }[]} */
function heapsOf({ store, storage }) {
  const { at } = catalogShape('pg_class')
  return store
    .scan('pg_class', store.latest())
    .filter(({ row }) => row[at.relkind] === 114 || row[at.relkind] === 109)
    .map(({ row }) => ({
      oid: row[at.oid],
      fileId: row[at.relfilenode] === 0 ? storage.catalogFile(row[at.oid], row[at.relisshared]) : row[at.relfilenode],
    }))
}

/** @param {Cluster} cluster @param {Database} database @param {number} oid */
async function sweep(cluster, database, oid) {
  const { txns, heapEnv, clock, slices } = cluster
  const txn = txns.begin({ lockSpace: database.lockSpace })
  try {
    const wait = txns.locks.acquire(txn, oid, SHARE_UPDATE_EXCLUSIVE)
    if (wait !== null) {
      wait.promise.catch(() => undefined)
      wait.cancel(tableInUse())
      return
    }
    const relation = database.catalog.snapshot(null, EVERYWHERE).relation(oid)
    const purge = relation === undefined ? null : database.storage.purgeRelation(relation.fileId)
    if (purge === null) return
    const sliceEnds = () => {
      const nowMs = clock.monotonicMs()
      return nowMs + slices.next(nowMs)
    }
    let endsMs = sliceEnds()
    for (const seen of vacuum(heapEnv, purge)) {
      if (seen === 0 || clock.monotonicMs() < endsMs) continue
      await othersTurn(cluster)
      await cluster.copies.of(database.oid)
      if (!cluster.isOpen || cluster.wal.failed !== null) return
      endsMs = sliceEnds()
    }
  } finally {
    if (txn.state === 0) txns.abort(txn)
  }
}

/**
 * What messages call a file's relation: looked up in every database.
 * @param {Cluster} cluster
 * @param {number} fileId
 * @returns {{ name: string, isIndex: boolean } | null}
 */
export function relationNamed(cluster, fileId) {
  const { at } = catalogShape('pg_class')
  for (const { store } of openDatabases(cluster)) {
    const found = store.scan('pg_class', store.latest()).find(({ row }) => row[at.relfilenode] === fileId)
    if (found !== undefined) return { name: found.row[at.relname], isIndex: found.row[at.relkind] === INDEX }
  }
  return null
}

// --- whose a file is, as far as sessions have opened relations

/** What purge goes by is read again where it has changed. @param {Cluster} cluster @param {number} fileId of a heap */
export function settleFile(cluster, fileId) {
  for (const { catalog, storage } of cluster.databases.values()) {
    const oid = storage.ownerOf(fileId)
    if (oid !== 0) catalog.settle(oid)
  }
}

/**
 * @param {Cluster} cluster
 * @param {number} fileId of a heap
 * @returns {PurgeRelation | null} PurgeRelation, null when nobody knows it
 */
export function relationOfFile(cluster, fileId) {
  for (const database of cluster.databases.values()) {
    const relation = database.storage.purgeRelation(fileId)
    if (relation !== null) return relation
  }
  return null
}

/** @param {Cluster} cluster @param {number} fileId of a heap */
export function countersOfFile(cluster, fileId) {
  for (const { storage } of cluster.databases.values()) {
    const relation = storage.relationOfFile.get(fileId)
    if (relation !== undefined) return storage.counters.table(relation.oid)
  }
  return null
}

/** The heap file an index file belongs to, 0 when nobody knows it. @param {Cluster} cluster @param {number} fileId */
export function heapFileOfIndex(cluster, fileId) {
  for (const database of cluster.databases.values()) {
    for (const [heapFileId, relation] of database.storage.relationOfFile)
      if (relation.indexes.some((index) => index.fileId === fileId)) return heapFileId
  }
  return 0
}

/** @param {Cluster} cluster @param {number} fileId @returns {any} PurgeIndex, null when nobody knows it */
export function indexOfFile(cluster, fileId) {
  for (const database of cluster.databases.values()) {
    for (const relation of database.storage.relationOfFile.values()) {
      const index = relation.indexes.find((candidate) => candidate.fileId === fileId)
      if (index !== undefined) return purgeIndex(index)
    }
  }
  return null
}
