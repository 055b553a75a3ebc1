/**
 * The catalog of one database: hands out CatalogSnapshots, keeps the shared cache of committed objects, gives a
 * transaction that does DDL its private view, and moves versions when it commits. Rules: README.md, 3 to 5.
 */
import { CachedSource, TEXT_SEARCH } from './store/cached-source.js'
import { ObjectReader } from './store/object-reader.js'
import { CatalogSnapshot } from './snapshot.js'
import { USAGE } from './acl.js'
import { privilegesOn, SCHEMA } from './guarded.js'
import { ROLES, SharedRoles } from './roles.js'
import { typesInUse, useTypes } from '../types/lookup.js'

/** @import { Lsn } from '../util/identifiers.js' */
/** @import { CatalogStore, RelationStorage } from './store/contract.js' */
/** @import { OidAllocator } from './store/oid-allocator.js' */
/** @import { SearchPath } from './snapshot.js' */

/**
 * What this layer needs of a transaction.
 * @typedef {object} CatalogTxn
 * @property {Lsn} gateLsn
 * @property {() => number} assignXid
 * @property {(hook: (commitLsn: Lsn) => void) => void} onCommit
 * @property {(hook: () => void) => void} onAbort
 */

/** A transaction's DDL so far. */
class Changes {
  /** @param {Catalog} catalog @param {CatalogTxn} txn */
  constructor(catalog, txn) {
    this.txn = txn
    /** Of what it touched: negative, and no other transaction's. @type {Map<number | string, number>} */
    this.versions = new Map()
    this.source = new CachedSource(
      catalog.reader,
      () => catalog.store.own(txn),
      (oid) => this.versions.get(oid) ?? catalog.version(oid),
      catalog.shared,
      catalog.sharedRoles,
      catalog.store.beginOwn(txn)
    )
    /** @type {CatalogSnapshot | null} */
    this.view = null
    /** @type {SearchPath | null} */
    this.viewPath = null
    /** What all others had committed when the view was made. */
    this.viewEpoch = 0
  }
}

/** Names that plans depend on: functions', operators', casts' and types'. */
const IN_PLANS = /^[foct]:/

/** A search path for looking things up by OID only. */
const EVERYWHERE = { namespaces: [11, 2200], temporary: 0, databaseOid: 0, roleOid: 10 }

export class Catalog {
  /**
   * @param {object} parts
   * @param {CatalogStore} parts.store
   * @param {RelationStorage | null} parts.storage null in tests that store nothing
   * @param {OidAllocator} parts.oids
   * @param {number} parts.databaseOid
   * @param {() => number} [parts.durableLsn] how far the log is durable; unset: nothing gates
   * @param {SharedRoles} [parts.sharedRoles] of all databases; unset: of this one
   */
  constructor({ store, storage, oids, databaseOid, durableLsn, sharedRoles = new SharedRoles() }) {
    this.store = store
    this.storage = storage
    this.oids = oids
    this.databaseOid = databaseOid
    this.durableLsn = durableLsn ?? (() => Infinity)
    this.reader = new ObjectReader(store, storage)
    /**
     * Versions of what has changed since the database was opened; everything else is at 1 (built-ins too: they never
     * change). Of names, too: of the functions, operators, casts and types that bear them.
     * @type {Map<number | string, number>}
     */
    this.versions = new Map()
    this.lastVersion = 1
    /** Versions that transactions gave to what they touched, so far. */
    this.touches = 0
    /** Grows when schemas come, go or are renamed: a resolved search path is good while it stays. */
    this.namespaceEpoch = 0
    /**
     * The same without the schemas of temporary tables, which no name in a plan of others can mean. Text search's
     * objects count, too: constants of plans were made with them ('english'::regconfig, to_tsquery of a constant).
     */
    this.schemaEpoch = 0
    /** The last commit that changed the catalog: who reads the cache has met it. @type {Lsn} */
    this.lastCommitLsn = 0
    this.version = (/** @type {number | string} */ oid) => this.versions.get(oid) ?? 1
    this.sharedRoles = sharedRoles
    sharedRoles.catalogs.add(this)
    this.shared = new CachedSource(this.reader, () => store.latest(), this.version, null, sharedRoles)
    /** @type {WeakMap<SearchPath, CatalogSnapshot>} */
    this.sharedViews = new WeakMap()
    /** @type {WeakMap<CatalogTxn, Changes>} */
    this.changesOf = new WeakMap()
    /** Transactions with DDL under way: while 0, nobody is looked up. */
    this.changing = 0
    /** Called before what is committed changes, for the first time. @type {(() => void) | null} */
    this.beforeChange = null
  }

  /** Moves with every committed change of the catalog: while it stays, every plan and snapshot is as good as it was. */
  get epoch() {
    return this.lastVersion
  }

  /** How far the log must be durable before what the catalog says may be told; 0: it is. */
  get gateLsn() {
    return this.lastCommitLsn > this.durableLsn() ? this.lastCommitLsn : 0
  }

  /**
   * What a statement of this transaction sees. The same object for the same path while nothing private is involved.
   * @param {CatalogTxn | null} txn null: committed objects
   * @param {SearchPath} path from `resolvePath`, kept by the session
   * @returns {CatalogSnapshot}
   */
  snapshot(txn, path) {
    if (txn !== null) {
      if (this.lastCommitLsn > txn.gateLsn) txn.gateLsn = Math.max(txn.gateLsn, this.gateLsn)
      if (this.changing > 0) {
        const changes = this.changesOf.get(txn)
        if (changes !== undefined) return this.privateView(changes, path)
      }
    }
    let view = this.sharedViews.get(path)
    if (view === undefined) this.sharedViews.set(path, view = new CatalogSnapshot(this.shared, path, false))
    return view
  }

  /**
   * Another one once the transaction or somebody else has changed anything: what was made under it is good while it is
   * the same.
   * @param {Changes} changes @param {SearchPath} path
   */
  privateView(changes, path) {
    if (changes.view === null || changes.viewPath !== path || changes.viewEpoch !== this.lastVersion) {
      changes.view = new CatalogSnapshot(changes.source, path, true)
      changes.viewPath = path
      changes.viewEpoch = this.lastVersion
    }
    return changes.view
  }

  /**
   * Resolves a search_path setting. Names of schemas that do not exist are skipped, "$user" is the role's name, pg_temp
   * the session's own.
   * @param {CatalogTxn | null} txn
   * @param {string[]} names
   * @param {{ roleOid: number, temporary: number, replicates?: boolean }} session the current role; temporary: OID of
   *   its temporary schema, 0 while it has none
   * @returns {SearchPath}
   */
  resolvePath(txn, names, { roleOid, temporary, replicates = false }) {
    const changes = txn === null || this.changing === 0 ? undefined : this.changesOf.get(txn)
    const source = changes?.source ?? this.shared
    const user = source.role(roleOid)?.name ?? ''
    /** @type {number[]} */
    const namespaces = []
    for (const name of names) {
      const oid = name === 'pg_temp' ? temporary : source.namespaceOid(name === '$user' ? user : name)
      if (oid !== 0 && !namespaces.includes(oid)) namespaces.push(oid)
    }
    const path = { namespaces, temporary, databaseOid: this.databaseOid, roleOid, replicates }
    if (namespaces.length > 0 && source.role(roleOid)?.superuser !== true) {
      const view = new CatalogSnapshot(source, path, false)
      path.namespaces = namespaces.filter((oid) => privilegesOn(view, roleOid, SCHEMA, oid, USAGE) !== 0)
    }
    return path
  }

  /**
   * The transaction is about to change objects or names: its own view of them begins, and at commit everybody's
   * changes.
   * @param {CatalogTxn} txn
   * @param {number[]} oids
   * @param {string[]} [names] keys as CachedSource has them
   */
  touch(txn, oids, names = []) {
    const changes = this.begin(txn)
    const { source } = changes
    changes.view = null
    for (const oid of oids) {
      source.touchedOids.add(oid)
      source.forgetOid(oid)
      changes.versions.set(oid, -++this.touches)
    }
    for (const name of names) {
      source.touchedNames.add(name)
      source.forgetName(name)
      changes.versions.set(name, -++this.touches)
    }
    // Rolled back to before this point, what was read since is no longer so; reading again is all it takes.
    txn.onAbort(() => {
      source.forget()
      changes.view = null
      for (const key of [...oids, ...names]) changes.versions.set(key, -++this.touches)
    })
  }

  /** @param {CatalogTxn} txn @returns {Changes} */
  begin(txn) {
    const known = this.changesOf.get(txn)
    if (known !== undefined) return known
    const changes = new Changes(this, txn)
    this.changesOf.set(txn, changes)
    this.changing++
    txn.onAbort(() => this.end(txn))
    txn.onCommit((commitLsn) => this.publish(txn, changes, commitLsn))
    return changes
  }

  /** @param {CatalogTxn} txn */
  end(txn) {
    if (!this.changesOf.delete(txn)) return
    this.changing--
    this.store.endOwn(txn)
  }

  /**
   * Purge is about to begin and goes by the committed table and its indexes: if it has changed it is read again.
   * @param {number} oid
   */
  settle(oid) {
    if (this.shared.relations.has(oid)) return
    // Purge runs in nobody's name; a default of a user's type is read by that type all the same.
    const inUse = typesInUse()
    useTypes(this.snapshot(null, EVERYWHERE))
    try {
      this.shared.relation(oid)
    } finally {
      useTypes(inUse)
    }
  }

  /** A transaction committed that changed what is told of the catalog. @param {Lsn} commitLsn */
  noteCommit(commitLsn) { this.lastCommitLsn = Math.max(this.lastCommitLsn, commitLsn) }

  /**
   * The transaction committed: the shared cache forgets what it touched, versions move.
   * @param {CatalogTxn} txn
   * @param {Changes} changes
   * @param {Lsn} commitLsn
   */
  publish(txn, changes, commitLsn) {
    this.end(txn)
    if (this.beforeChange !== null) {
      this.beforeChange()
      this.beforeChange = null
    }
    this.noteCommit(commitLsn)
    for (const oid of changes.source.touchedOids) {
      this.shared.forgetOid(oid)
      this.versions.set(oid, ++this.lastVersion)
    }
    for (const name of changes.source.touchedNames) {
      this.shared.forgetName(name)
      if (IN_PLANS.test(name)) this.versions.set(name, ++this.lastVersion)
      if (name === ROLES) this.sharedRoles.changed()
      if (name === TEXT_SEARCH) this.schemaEpoch++
      if (!name.startsWith('n:')) continue
      this.namespaceEpoch++
      if (!name.startsWith('n:pg_temp_')) this.schemaEpoch++
    }
  }
}
