/**
 * What names mean to a session: the catalog as its transaction sees it, through its search_path. The snapshot is kept
 * until something changes: a commit of DDL, the path, the session's own transaction.
 */
import { quoteIdentifier } from '../../catalog/deparse/names.js'
import { versionMismatch } from '../../errors/ddl/collations.js'
import { unsupportedTypeOf } from '../../errors/settings.js'
import { COLLATION_VERSION } from '../../types/collation/collator.js'
import { isBuiltinType, useTypes } from '../../types/lookup.js'
import { builtinType } from '../../types/registry.js'
import { nameList } from '../../types/identifiers.js'

/** @import { Session } from './session.js' */
/** @import { CatalogSnapshot, SearchPath } from '../../catalog/snapshot.js' */
/** @import { TypeOps } from '../../types/type-ops.js' */

/** @type {string[]} */
const NOWHERE = []

export class Names {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** @type {CatalogSnapshot | null} */
    this.snapshot = null
    this.snapshotEpoch = -1
    /**
     * The catalog's last commit when the snapshot was what all see, and durable: as long as that stays the last one
     * nobody has to look again. -1: it was not.
     */
    this.settledAt = -1
    /** See makesIn. */
    this.making = NOWHERE
    /** @type {SearchPath | null} */
    this.path = null
    this.pathEpoch = -1
    /** The catalog's touches when a transaction with changes looked its schemas up; -1: one without. */
    this.pathOwnAt = -1
    /** Collations whose version the session was told of. @type {Set<number>} */
    this.warnedOf = new Set()
  }

  /** The snapshot is made anew when it is asked for: a transaction or a part of it ended. */
  forget() {
    this.snapshot = null
  }

  /** What the transaction alone saw is gone; what all see stays good until the catalog's epoch says otherwise. */
  transactionEnded() {
    if (this.snapshot !== null && this.snapshot.isPrivate) this.snapshot = null
  }

  /** The path changed, or the schemas on it. */
  forgetPath() {
    this.path = null
    this.snapshot = null
  }

  /** What names mean to this session now. @returns {CatalogSnapshot} */
  catalog() {
    const { session } = this
    const { catalog } = session.database
    const cached = this.snapshot
    if (cached !== null && this.snapshotEpoch === catalog.lastVersion && this.settledAt === catalog.lastCommitLsn) {
      useTypes(cached)
      return cached
    }
    return this.catalogAnew()
  }

  /** @returns {CatalogSnapshot} */
  catalogAnew() {
    const { session } = this
    const { catalog } = session.database
    session.gate.raise(catalog.gateLsn)
    const snapshot = catalog.snapshot(session.block.txn, this.searchPath())
    this.snapshot = snapshot
    snapshot.onOtherVersion = this.warnOfVersion
    this.snapshotEpoch = catalog.epoch
    const isSettled = !snapshot.isPrivate && catalog.lastCommitLsn <= session.cluster.wal.durableLsn
    this.settledAt = isSettled ? catalog.lastCommitLsn : -1
    session.env.catalog = snapshot
    snapshot.env = session.env
    useTypes(snapshot)
    return snapshot
  }

  /**
   * The order of a collation may have changed since what depends on it was made. Said once.
   * @param {any} collation CollationDesc
   */
  warnOfVersion = (collation) => {
    if (this.warnedOf.has(collation.oid)) return
    this.warnedOf.add(collation.oid)
    const schema = this.catalog().namespace(collation.namespaceOid)?.name ?? ''
    this.session.notice(
      versionMismatch(
        collation.name, `${quoteIdentifier(schema)}.${quoteIdentifier(collation.name)}`, collation.version,
        COLLATION_VERSION,
      ),
    )
  }

  /** While CREATE SCHEMA makes what it lists, its schema is the first of the path. @param {string | null} schema */
  makesIn(schema) {
    this.making = schema === null ? NOWHERE : [schema]
    this.forgetPath()
  }

  /** The search_path setting as schemas that exist now. @returns {SearchPath} */
  searchPath() {
    const { session } = this
    const { catalog } = session.database
    const own = session.block.txn !== null && catalog.changing > 0 && catalog.changesOf.has(session.block.txn)
    // What the transaction itself has changed may have changed again; others' changes count as ever.
    const ownAt = own ? catalog.touches : -1
    if (this.path === null || this.pathOwnAt !== ownAt || this.pathEpoch !== catalog.namespaceEpoch) {
      const names = [...this.making, ...splitPath(String(session.settings.get('search_path')))]
      this.path = catalog.resolvePath(session.block.txn, names, {
        roleOid: session.roleOid, temporary: session.temporaryOid, replicates: session.replicates,
      })
      this.pathEpoch = catalog.namespaceEpoch
      this.pathOwnAt = ownAt
    }
    return this.path
  }

  /** @param {number} oid @returns {TypeOps | undefined} TypeOps */
  typeOps(oid) {
    if (isBuiltinType(oid)) return builtinType(oid)
    const ops = this.catalog().userTypeOps(oid)
    if (ops !== undefined) return ops
    const type = this.catalog().type(oid)
    throw unsupportedTypeOf(type === undefined ? oid : type.name)
  }

  /** Whether unqualified names are made in the temporary schema: the search path begins with it. */
  createsTemporary() {
    const { session } = this
    for (const name of splitPath(String(session.settings.get('search_path')))) {
      if (name === 'pg_temp') return true
      if (this.catalog().namespaceOid(name === '$user' ? session.user : name) !== 0) return false
    }
    return false
  }
}

/** The setting as it was last asked for, and its names: it is asked for after each change of the catalog. */
let [lastText, lastNames] = ['', /** @type {readonly string[]} */ ([])]

/** search_path's names. Empty ones name nothing. @param {string} text @returns {readonly string[]} */
function splitPath(text) {
  if (text !== lastText) [lastText, lastNames] = [text, (nameList(text) ?? []).filter((name) => name !== '')]
  return lastNames
}
