/**
 * Directories of the version before become those of this one when they are opened: after recovery and before the first
 * session, in one transaction. What is merged and why a crash at any point does no harm is in catalog/README.md,
 * "Versions".
 */
import { isDeepStrictEqual } from 'node:util'
import { catalogShape, catalogShapes } from '../../catalog/store/shapes.js'
import { formatNotSupported } from '../../errors/storage.js'
import { openCatalogBase, removeCatalogBases, writeCatalogBase } from '../../storage/template.js'
import { DIRECTORY_VERSION } from '../../wal/directory-version.js'
import { Database, POSTGRES_SLOT } from './database.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../../catalog/template.js')} */
const templates = later(import.meta.url, '../../catalog/template.js')

/** @import { Cluster } from './cluster.js' */
/** @import { CatalogRow } from '../../catalog/descriptors.js' */
/** @import { Template } from '../../storage/template.js' */
/** @import { Transaction } from '../../txn/transaction.js' */

/**
 * What a catalog's built-in rows were, and what they become.
 * @typedef {{ name: string, old: CatalogRow[], next: CatalogRow[] }} CatalogChange
 */

/**
 * What rows cannot say, by the version it leads to: within the transaction, before the rows of that database are
 * merged.
 * @type {Record<number, (cluster: Cluster, database: Database) => void>}
 */
const STEPS = {
  // Logs of version 1 say nothing of the lengths of files: each is looked through once, and the checkpoint behind this
  // says what it found (storage/README.md).
  2: ({ storage: { files } }, database) => { for (const fileId of database.allFiles()) files.open(fileId) },
}

/**
 * @param {Cluster} cluster recovered
 * @returns {Template | null} the built-in rows its new databases get, where they are not those of its own template
 * @throws {import('../../errors/db-error.js').DbError} 22023 a directory from before there were templates; 23505 a
 *   user's object has the key of a new built-in one
 */
export function upgradeDirectory(cluster) {
  const { vfs, control, wal } = cluster
  const { version } = control.fields
  const base = openCatalogBase(vfs, version)
  if (version === DIRECTORY_VERSION) return base
  const old = base ?? cluster.storage.files.template
  if (old === null)
    throw formatNotSupported(
      'the data directory is from before its version was kept',
      'Dump it with the release that wrote it (pg_dump), and restore that into a new directory.',
    )
  const next = templates().catalogTemplate()
  const changes = [...catalogShapes().values()]
    .map(({ name }) =>
      withOwnLocale({ name, old: templates().rowsIn(old, name), next: templates().rowsIn(next, name) }))
    .filter((change) => !isDeepStrictEqual(change.old, change.next))
  const newBase = changes.length === 0 ? base : writeCatalogBase(vfs, DIRECTORY_VERSION, next.whole())
  applyToDatabases(cluster, changes, version)
  wal.syncSync(wal.position)
  control.update({ version: DIRECTORY_VERSION })
  cluster.maintenance.checkpointSync()
  if (newBase !== base) {
    base?.close()
    removeCatalogBases(vfs, DIRECTORY_VERSION)
  }
  cluster.log(`upgraded the data directory from version ${version} to ${DIRECTORY_VERSION}`)
  return newBase
}

/**
 * The databases that are there keep what they were made with: indexes go by it.
 * @param {CatalogChange} change
 * @returns {CatalogChange}
 */
function withOwnLocale(change) {
  if (change.name !== 'pg_database') return change
  const { at } = catalogShape('pg_database')
  const before = new Map(change.old.map((row) => [row[at.oid], row]))
  const isOwn = (/** @type {number} */ place) => place === at.datcollate || place === at.datctype
  const next = change.next.map((row) => {
    const old = before.get(row[at.oid])
    return row.map((value, place) => isOwn(place) ? old?.[place] ?? value : value)
  })
  return { ...change, next }
}

/**
 * In one transaction.
 * @param {Cluster} cluster
 * @param {CatalogChange[]} changes
 * @param {number} version the directory's
 */
export function applyToDatabases(cluster, changes, version) {
  const { txns } = cluster
  const txn = txns.begin()
  try {
    const seen = new Set()
    for (const database of databasesWithCatalogs(cluster)) {
      // The shared ones are every database's: they come with the first.
      const isFirst = seen.size === 0
      seen.add(database)
      for (let step = version + 1; step <= DIRECTORY_VERSION; step++) STEPS[step]?.(cluster, database)
      makeMissingFiles(cluster, database, txn, isFirst)
      for (const change of changes) {
        const { oid, shared } = catalogShape(change.name)
        if (shared && !isFirst) continue
        merge(database, txn, change)
        // Nobody knows the relation when this is purged: what it leaves is swept.
        txns.sweepFiles.add(database.storage.catalogFile(oid, shared))
      }
    }
    txns.commit(txn)
  } catch (error) {
    if (cluster.wal.failed === null) txns.abort(txn)
    throw error
  } finally {
    // What was read before is no longer so.
    cluster.heapEnv.releasePins()
    for (const database of cluster.databases.values()) database.close()
    cluster.databases.clear()
  }
}

/** One for each set of catalogs, the templates' too. @param {Cluster} cluster @returns {Database[]} */
function databasesWithCatalogs(cluster) {
  const first = cluster.anyDatabase()
  const { at } = catalogShape('pg_database')
  /** @type {Map<number, Database>} by slot */
  const bySlot = new Map([[POSTGRES_SLOT, first]])
  for (const { row } of first.store.scan('pg_database', first.store.latest())) {
    const slot = row[at.datminmxid]
    if (!bySlot.has(slot)) bySlot.set(slot, new Database(cluster, row[at.oid], row[at.datname], slot))
  }
  return [...bySlot.values()]
}

/**
 * Catalogs and indexes that this version has and the directory's did not.
 * @param {Cluster} cluster
 * @param {Database} database
 * @param {Transaction} txn
 * @param {boolean} withShared
 */
function makeMissingFiles({ storage: { files }, ddlFiles }, { storage, store }, txn, withShared) {
  for (const { name, oid, shared, indexes } of catalogShapes().values()) {
    if (shared && !withShared) continue
    const heapFile = storage.catalogFile(oid, shared)
    if (!files.exists(heapFile)) ddlFiles.createHeap(heapFile, txn)
    const made = indexes.filter((index) => !files.exists(storage.catalogFile(index.oid, shared)))
    for (const index of made) ddlFiles.createTree(storage.catalogFile(index.oid, shared), txn)
    if (made.length === 0) continue
    const rows = store.scan(name, store.own(txn))
    for (const index of store.table(name).indexes.filter((candidate) => made.some((one) => one.oid === candidate.oid)))
      for (const { row, tid } of rows) store.addEntry(txn, index, row, tid)
  }
}

/**
 * Brings the rows of one catalog from what they were to what they become, and leaves what somebody changed.
 * @param {Database} database
 * @param {Transaction} txn
 * @param {CatalogChange} change
 */
function merge({ store }, txn, { name, old, next }) {
  const keyOf = keyFunction(name)
  const before = new Map(old.map((row) => [keyOf(row), row]))
  const after = new Map(next.map((row) => [keyOf(row), row]))
  txn.nextCommand()
  for (const { tid, row } of store.scan(name, store.own(txn))) {
    const key = keyOf(row)
    const was = before.get(key)
    const becomes = after.get(key)
    after.delete(key) // it is there
    if (was === undefined) continue
    if (becomes === undefined) store.remove(txn, name, tid)
    else {
      const merged = row.map((value, at) =>
        !isDeepStrictEqual(was[at], becomes[at]) && isDeepStrictEqual(value, was[at]) ? becomes[at] : value,
      )
      if (!isDeepStrictEqual(merged, row)) store.update(txn, name, tid, merged)
    }
  }
  // What was there and is not any more, somebody dropped.
  const isWanted = name === 'pg_depend' ? joinsWhatStands(store, txn) : () => true
  for (const [key, row] of after) if (!before.has(key) && isWanted(row)) store.insert(txn, name, row)
}

/**
 * A dependency whose ends were not dropped.
 * @param {Database['store']} store @param {Transaction} txn @returns {(row: CatalogRow) => boolean}
 */
function joinsWhatStands(store, txn) {
  const { at } = catalogShape('pg_depend')
  const nameOf = new Map([...catalogShapes().values()].map(({ oid, name }) => [oid, name]))
  /** @type {Map<number, Set<number>>} OIDs by catalog */
  const known = new Map()
  const stands = (/** @type {number} */ catalogOid, /** @type {number} */ oid) => {
    let oids = known.get(catalogOid)
    if (oids === undefined) {
      const name = nameOf.get(catalogOid) ?? ''
      const place = catalogShape(name).at.oid
      known.set(catalogOid, oids = new Set(store.scan(name, store.own(txn)).map(({ row }) => row[place])))
    }
    return oids.has(oid)
  }
  return (row) => stands(row[at.classid], row[at.objid]) && stands(row[at.refclassid], row[at.refobjid])
}

/**
 * What tells the rows of a catalog apart: the OID, or the columns of its first unique index, or everything.
 * @param {string} name
 * @returns {(row: CatalogRow) => string}
 */
function keyFunction(name) {
  const { at, indexes } = catalogShape(name)
  if (at.oid !== undefined) return (row) => String(row[at.oid])
  const index = indexes.find((candidate) => candidate.primary) ?? indexes.find((candidate) => candidate.unique)
  if (index === undefined)
    return (row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return (row) => index.attnums.map((attnum) => String(row[attnum - 1])).join('\0')
}
