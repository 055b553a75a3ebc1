/**
 * One database of a cluster: its catalog, the plans its sessions share, and what they do to all of it (temporary
 * schemas, VACUUM).
 */
import { CallCounters } from '../../procedures/call-counters.js'
import { Extractors } from './extractors.js'
import { C_LANGUAGE } from '../../catalog/languages.js'
import { keptExprs } from '../../catalog/kept-keys.js'
import { Catalog } from '../../catalog/catalog.js'
import { HeapCatalogStore } from '../../catalog/store/heap-catalog-store.js'
import { catalogShapes } from '../../catalog/store/shapes.js'
import { StoredRelations } from '../../catalog/store/relation-storage.js'
import { compileKeyExtractor } from '../../executor/evaluate.js'
import { walkExpr } from '../../catalog/expr-text.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { simplifiedForKeys } from '../../planner/table-expressions.js'
import { USUAL_LOCALE } from '../../types/collation/locale-names.js'
import { typesInUse } from '../../types/lookup.js'
import { vacuum } from '../../storage/heap/heap-purge.js'
import { Turns } from '../turns/steps.js'
import { beginDdl, endDdl } from '../session/ddl.js'
import { setRelationSizes } from '../../catalog/ddl/statistics.js'
import { Channels } from '../session/notify.js'
import { userHash } from './partition-hashes.js'
import { PlanCache } from '../statements/core/plan-cache.js'
import { setUserHashes } from '../../functions/comparison/partition-hash.js'
import { dropTemporaryAtEnd } from '../session/temporary.js'
import { FIRST_USER_OID } from '../../types/oids.js'
import { TEMPLATE_SLOT } from '../../storage/template.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../session/progress.js')} */
const progress = later(import.meta.url, '../session/progress.js')

/** @import { Cluster } from './cluster.js' */
/** @import { Session } from '../session/session.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { Expr } from '../../catalog/expr.js' */

setUserHashes(userHash)

/** The first database's number in file ids of system catalogs, and its OID. */
export const POSTGRES_SLOT = TEMPLATE_SLOT
export const POSTGRES_OID = 5

export class Database {
  /**
   * The stored part of a database's relations.
   * @param {Cluster} cluster
   * @param {number} slot number in file ids of system catalogs
   * @param {() => any} [catalogNow]
   */
  static storageFor(cluster, slot, catalogNow = () => undefined) {
    const extractors = new Extractors()
    return new StoredRelations({
      heapEnv: cluster.heapEnv,
      btreeEnv: cluster.btreeEnv,
      files: cluster.storage.files,
      databaseSlot: slot,
      compileKey: (index, relation) =>
        extractors.of(index, relation, () => {
          const simple = simplifiedIndex(catalogNow(), index)
          return {
            extract: compileKeyExtractor(simple, relation.layout, {
              catalog: withRelation(catalogNow(), relation),
              old: true,
            }),
            computed: { exprs: simple.keys.map((key) => key.expr), predicate: simple.predicate },
          }
        }),
    })
  }

  /** @param {Cluster} cluster @param {number} oid @param {string} name @param {number} slot */
  constructor(cluster, oid, name, slot) {
    this.cluster = cluster
    this.oid = oid
    this.name = name
    this.lockSpace = cluster.txns.locks.spaceOf(oid)
    this.storage = Database.storageFor(cluster, slot, () => {
      const committed = this.catalog.snapshot(null, EVERYWHERE)
      const inUse = typesInUse()
      return inUse !== null && committed.knows(inUse) ? inUse : committed
    })
    this.store = new HeapCatalogStore(this.storage, cluster.txns)
    this.catalog = new Catalog({
      store: this.store, storage: this.storage, oids: cluster.oids, databaseOid: oid,
      durableLsn: () => cluster.wal.durableLsn, sharedRoles: cluster.roles,
    })
    this.storage.types = this.catalog.snapshot(null, EVERYWHERE)
    /**
     * Statements of foreign keys' actions, by constraint and kind.
     * @type {Map<string, import('../statements/core/foreign-key-statements.js').Known>}
     */
    this.foreignKeyPlans = new Map()
    /**
     * Code of JavaScript functions that the program has entered, by pg_proc OID.
     * @type {Map<number, import('../../procedures/javascript.js').JavaScriptCode>}
     */
    this.javaScript = new Map()
    /** What track_functions counts. */
    this.calls = new CallCounters()
    /** @type {{ collate: string, ctype: string } | null} */
    this.ownLocale = null
    this.channels = new Channels(cluster.wal)
    this.planCache = new PlanCache()
    /**
     * Indexes built lately, and the commit that made them visible: transactions with an older snapshot do not use them.
     * @type {Map<number, number>}
     */
    this.youngIndexes = new Map()
    /**
     * Partitions marked by DETACH CONCURRENTLY, by parent, with the commit that marked them.
     * @type {Map<number, { childOid: number, csn: number }>}
     */
    this.detaching = new Map()
  }

  /**
   * What orders texts and what letters are, where no collation says otherwise; it never changes. @returns {{ collate:
   * string, ctype: string }}
   */
  get locale() {
    if (this.ownLocale !== null) return this.ownLocale
    const known = this.catalog.shared.database(this.oid)
    return this.ownLocale = { collate: known?.collate ?? USUAL_LOCALE, ctype: known?.ctype ?? USUAL_LOCALE }
  }

  /**
   * An index holds the row versions that were newest when it was built; a REPEATABLE READ transaction that began before
   * may need older ones.
   * @param {Transaction} txn @returns {Set<number> | undefined} indexes it must not use; undefined: none
   */
  indexesTooYoungFor(txn) {
    if (this.youngIndexes.size === 0 || txn === null || txn.baseSnapshot === null) return undefined
    const young = new Set()
    for (const [oid, csn] of this.youngIndexes) if (csn > txn.baseSnapshot.csn) young.add(oid)
    return young.size === 0 ? undefined : young
  }

  /** @param {Transaction} txn that builds it @param {number} oid */
  indexBuilt(txn, oid) {
    const { txns } = this.cluster
    txn.onCommit(() => {
      const oldest = txns.oldestCsn()
      for (const [known, csn] of this.youngIndexes) if (csn <= oldest) this.youngIndexes.delete(known)
      this.youngIndexes.set(oid, txns.lastCsn)
    })
  }

  /**
   * A partition is marked as leaving (alter/detach.js): snapshots from before the commit have it still.
   * @param {Transaction} txn that marks it @param {number} parentOid @param {number} childOid
   */
  willDetach(txn, parentOid, childOid) {
    const { txns } = this.cluster
    txn.onCommit(() => {
      const oldest = txns.oldestCsn()
      for (const [known, { csn }] of this.detaching) if (csn <= oldest) this.detaching.delete(known)
      this.detaching.set(parentOid, { childOid, csn: txns.lastCsn })
    })
  }

  /**
   * Partitions on their way out that a REPEATABLE READ transaction has still.
   * @param {Transaction | null} txn @returns {Map<number, number> | undefined} by parent; undefined: none
   */
  detachingFor(txn) {
    if (this.detaching.size === 0 || txn === null || txn.baseSnapshot === null) return undefined
    const { csn: from } = txn.baseSnapshot
    /** @type {Map<number, number>} */
    const found = new Map()
    for (const [parentOid, { childOid, csn }] of this.detaching) if (csn > from) found.set(parentOid, childOid)
    return found.size === 0 ? undefined : found
  }

  /**
   * Transactions with a snapshot from before a partition of this table was marked.
   * @param {number} parentOid @returns {Transaction[]}
   */
  seesDetaching(parentOid) {
    const csn = this.detaching.get(parentOid)?.csn ?? 0
    const found = []
    for (let txn = this.cluster.txns.firstActive; txn !== null; txn = txn.nextActive) {
      const { baseSnapshot, snapshots } = txn
      const isOld = baseSnapshot !== null ? baseSnapshot.csn < csn : snapshots.some((snapshot) => snapshot.csn < csn)
      if (isOld) found.push(txn)
    }
    return found
  }

  /**
   * Tables and materialized views of everybody, for VACUUM and ANALYZE without a name.
   * @param {Session} session
   * @returns {number[]} OIDs
   */
  userTables(session) {
    const { at } = shapeOf(this.store, 'pg_class')
    return this.store
      .scan('pg_class', this.store.own(session.block.ensure()))
      .filter(
        ({ row }) =>
          row[at.oid] >= FIRST_USER_OID && (row[at.relkind] === 114 || row[at.relkind] === 109)
          && (row[at.relpersistence] !== 116 || row[at.relnamespace] === session.temporaryOid),
      )
      .map(({ row }) => row[at.oid])
  }

  /** Every file of the database: its system catalogs' and its users'. @returns {number[]} */
  allFiles() {
    const { files } = this.cluster.storage
    const { at } = shapeOf(this.store, 'pg_class')
    const own = this.store
      .scan('pg_class', this.store.latest())
      .map(({ row }) => row[at.relfilenode])
      .filter((fileId) => fileId !== 0)
    const system = [...catalogShapes().values()]
      .filter(({ shared }) => !shared)
      .flatMap(({ oid, indexes }) => [oid, ...indexes.map((index) => index.oid)])
      .map((oid) => this.storage.catalogFile(oid, false))
    return [...own, ...system].filter((fileId) => files.exists(fileId))
  }

  /**
   * @param {Session} session
   * @param {RelationDesc} relation
   * @param {boolean} whole its indexes too, even though no crash has left anything there
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *vacuum(session, relation, whole) {
    // What is already visible to everybody is purged first, so that the sweep meets it settled.
    const turns = new Turns(session)
    while (this.cluster.maintenance.purge(PURGED_AT_ONCE)) if (turns.isOver()) yield turns.next()
    this.catalog.settle(relation.oid)
    const purge = this.storage.purgeRelation(relation.fileId)
    if (purge === null) return
    let pages = 0
    const { file } = purge.heap
    const params = () =>
      pages < 0
        ? { 1: VACUUMING_INDEXES, 2: file.blockCount, 3: file.blockCount }
        : { 1: SCANNING_HEAP, 2: file.blockCount, 3: pages }
    const work = vacuum(this.cluster.heapEnv, purge, whole || this.cluster.txns.sweepFiles.has(relation.fileId))
    yield* progress().toldOf(session, { command: 'VACUUM', relationOid: relation.oid, params }, (function* steps() {
      for (const step of work) {
        pages = step
        if (turns.isOver()) yield turns.next()
      }
    })())
    const counters = this.storage.counters.table(relation.oid)
    counters.noteVacuum(counters.live, Number(this.cluster.clock.nowMicros()))
    const ddl = beginDdl(session)
    setRelationSizes(ddl, relation.oid, {
      relpages: relation.heap.file.blockCount,
      reltuples: relation.stats.reltuples,
    })
    endDdl(session, ddl)
  }

  /** @param {Session} session */
  sessionClosed(session) { dropTemporaryAtEnd(session) }

  close() { this.storage.close() }
}

/** Records of undo, some of which free long values. */
const PURGED_AT_ONCE = 100

/** PostgreSQL's numbers for what VACUUM does. */
const SCANNING_HEAP = 1
const VACUUMING_INDEXES = 2

/**
 * An index whose expressions call no SQL functions any more, nor what constants leave out: keys are made without a
 * session too (purge). What rows keep (catalog/kept-keys.js) is a column; in directories of earlier versions functions
 * are single expressions.
 * @param {CatalogSnapshot} catalog @param {import('../../catalog/relation.js').IndexDesc} index
 * @returns {import('../../catalog/relation.js').IndexDesc}
 * @throws {import('../../errors/db-error.js').DbError} 0A000 for other functions
 */
function simplifiedIndex(catalog, index) {
  const kept = keptExprs(index)
  const expand = (/** @type {Expr | null} */ expr) => {
    const made = expr === null ? null : simplifiedForKeys(catalog, expr)
    walkExpr(made, (/** @type {any} */ node) => {
      const oid = node.kind === 'func' ? node.oid : node.funcOid
      if (oid >= FIRST_USER_OID && ![12, C_LANGUAGE].includes(catalog.func(oid)?.language ?? 0))
        throw featureNotSupported('an index over a function that is more than one expression in SQL')
    })
    return made
  }
  const keys = index.keys.map((key, at) => ({ ...key, expr: expand(kept.exprs[at]) }))
  return { ...index, keys, predicate: expand(kept.predicate), computed: null }
}

const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: 10 }

/**
 * The catalog as it is, but answering for one relation with the descriptor at hand: it may be just being made.
 * @param {any} catalog
 * @param {RelationDesc} relation
 */
function withRelation(catalog, relation) {
  return new Proxy(catalog, {
    get: (target, name) =>
      name === 'relation'
        ? (/** @type {number} */ oid) => (oid === relation.oid ? relation : target.relation(oid))
        : typeof target[name] === 'function'
          ? target[name].bind(target)
          : target[name],
  })
}

/** @param {HeapCatalogStore} store @param {string} name */
function shapeOf(store, name) {
  const { columns } = store.table(name)
  return { at: Object.fromEntries(columns.map((column, index) => [column.name, index])) }
}
