/**
 * An ObjectSource over catalog rows that remembers what it read. Two roles:
 *
 *   shared    committed objects of one database, filled on demand, emptied object by object when a transaction that changed them commits
 *   private   one transaction's view: what it touched is read with its own snapshot, everything else comes from the shared one
 *
 * Touched things are OIDs (of any kind of object) and names ('r:2200.t' relation, 't:…' type, 'f:…' function, 'o:…'
 * operator, 'c:from.to' cast, 'l:…' collation, 'n:…' schema, 'x:families' all operator classes and families of users,
 * 'x:roles' all roles and members, 'x:text search' all of text search's objects). The set only grows; being in it only
 * means "ask the heap". Roles are kept once for
 * all databases (roles.js); databases are read each time, for they are asked for rarely.
 */
import { userTypeOps } from '../user-types.js'
import { readUserFamilies } from '../user-families.js'
import { Roles, ROLES } from '../roles.js'
import { views } from '../views/views.js'

/** @import { ObjectReader } from './object-reader.js' */
/** @import { OwnReads } from './own-reads.js' */
/** @import { SharedRoles } from '../roles.js' */
/**
 * @import { AggregateDesc, CastDesc, CollationDesc, OperatorDesc, CatalogRow, DatabaseDesc, FuncDesc,
 *   NamespaceDesc, RoleDesc, TypeDesc } from '../descriptors.js'
 */
/** @import { IndexDesc, RelationDesc } from '../relation.js' */
/** @import { UserFamilies } from '../user-families.js' */
/** @import { ObjectSource } from '../snapshot.js' */
/** @import { TypeOps } from '../../types/type-ops.js' */

/** What a transaction touches that changes configurations, dictionaries, templates or parsers of text search. */
export const TEXT_SEARCH = 'x:text search'

export class CachedSource {
  /**
   * @param {ObjectReader} reader
   * @param {() => any} snapshot makes the snapshot rows are read under
   * @param {(oid: number | string) => number} versionOf
   * @param {CachedSource | null} shared what a private view falls back to
   * @param {SharedRoles} sharedRoles the committed ones, of all databases
   * @param {OwnReads | null} [ownReads] of a private view's transaction
   */
  constructor(reader, snapshot, versionOf, shared, sharedRoles, ownReads = null) {
    this.reader = reader
    this.ownReads = ownReads
    this.snapshot = snapshot
    this.version = versionOf
    this.shared = shared
    this.sharedRoles = sharedRoles
    /** The transaction's own, once it has changed any. @type {Roles | null} */
    this.ownRoles = null
    /** @type {Set<number>} */
    this.touchedOids = new Set()
    /** @type {Set<string>} */
    this.touchedNames = new Set()
    /**
     * pg_enum OIDs this transaction added to types that were there before: not to be used until it commits.
     * @type {Set<number>}
     */
    this.unsafeEnumValues = new Set()
    /** Objects by OID, `undefined` where there is none. @type {Map<number, RelationDesc | undefined>} */
    this.relations = new Map()
    /** @type {Map<number, IndexDesc | undefined>} */
    this.indexes = new Map()
    /** @type {Map<number, TypeDesc | undefined>} */
    this.types = new Map()
    /** @type {Map<number, FuncDesc | undefined>} */
    this.functions = new Map()
    /** @type {Map<number, NamespaceDesc | undefined>} */
    this.namespaces = new Map()
    /** OIDs by name key. @type {Map<string, number>} */
    this.oids = new Map()
    /** @type {Map<string, FuncDesc[]>} */
    this.functionLists = new Map()
    /** @type {Map<string, OperatorDesc[]>} */
    this.operatorLists = new Map()
    /** @type {Map<number, OperatorDesc | undefined>} */
    this.operators = new Map()
    /** @type {Map<string, CastDesc | undefined>} */
    this.casts = new Map()
    /** @type {Map<number, AggregateDesc | undefined>} */
    this.aggregates = new Map()
    /** @type {Map<number, CollationDesc | undefined>} */
    this.collations = new Map()
    /** @type {Map<string, CollationDesc[]>} */
    this.collationLists = new Map()
    /** @type {UserFamilies | null} */
    this.families = null
    /** Relations that a sibling has read, without their stores (common-reads.js). @type {Map<number, RelationDesc>} */
    this.readBefore = new Map()
    /** Relations by indexes of theirs, which the same siblings have met. @type {Map<number, number>} */
    this.indexOwners = new Map()
  }

  /** The one to ask about an object. @param {number} oid @returns {CachedSource} */
  ofOid(oid) {
    return this.shared === null || this.touchedOids.has(oid) ? this : this.shared
  }

  /** @param {string} key @returns {CachedSource} */
  ofName(key) {
    return this.shared === null || this.touchedNames.has(key) ? this : this.shared
  }

  /** Drops what was read (all of it); what was touched stays so. */
  forget() {
    for (const map of [
      this.relations, this.indexes, this.types, this.functions, this.namespaces, this.oids, this.functionLists,
      this.operatorLists, this.operators, this.casts, this.aggregates, this.collations, this.collationLists,
      this.readBefore, this.indexOwners,
    ])
      if (map.size > 0) map.clear() // asked thousands of times at a rollback
    this.families = null
    this.ownRoles = null
  }

  /** @param {number} oid */
  forgetOid(oid) {
    const relation = this.relations.get(oid)
    if (relation !== undefined)
      for (const index of [...relation.indexes, ...relation.unreadyIndexes]) this.indexes.delete(index.oid)
    this.relations.delete(oid)
    this.indexes.delete(oid)
    this.readBefore.delete(oid)
    this.indexOwners.delete(oid)
    this.types.delete(oid)
    this.functions.delete(oid)
    this.namespaces.delete(oid)
    this.operators.delete(oid)
    this.aggregates.delete(oid)
    this.collations.delete(oid)
  }

  /** @param {string} key */
  forgetName(key) {
    this.oids.delete(key)
    this.functionLists.delete(key)
    this.operatorLists.delete(key)
    this.casts.delete(key)
    this.collationLists.delete(key)
    if (key === 'x:families') this.families = null
    if (key === ROLES) this.ownRoles = null
  }

  /** @param {number} oid @returns {RelationDesc | undefined} */
  relation(oid) {
    const source = this.ofOid(oid)
    const cached = source.relations.get(oid)
    if (cached !== undefined || source.relations.has(oid)) return cached
    const known = source.readBefore.get(oid)
    const relation =
      views.byOid(oid) ??
      (known === undefined
        ? source.reader.relations.relation(
          oid, source.snapshot(), source.version(oid), source, source.ownReads, source.shared?.relations.get(oid),
        )
        : source.reader.relations.attached(known))
    source.relations.set(oid, relation)
    return relation
  }

  /** @param {number} namespaceOid @param {string} name */
  relationOid(namespaceOid, name) {
    return this.named(
      `r:${namespaceOid}.${name}`,
      (source) => source.reader.relations.relationOid(namespaceOid, name, source.snapshot())
    )
  }

  /** @param {number} oid @returns {IndexDesc | undefined} */
  index(oid) {
    const source = this.ofOid(oid)
    const cached = source.indexes.get(oid)
    if (cached !== undefined || source.indexes.has(oid)) return cached
    const relationOid = source.indexOwners.get(oid) ?? source.reader.indexes.relationOfIndex(oid, source.snapshot())
    const relation = relationOid === 0 ? undefined : this.relation(relationOid)
    const index =
      relation?.indexes.find((candidate) => candidate.oid === oid) ??
      relation?.unreadyIndexes.find((candidate) => candidate.oid === oid)
    source.indexes.set(oid, index)
    return index
  }

  /** @param {number} oid @returns {TypeDesc | undefined} */
  type(oid) {
    const source = this.ofOid(oid)
    const cached = source.types.get(oid)
    if (cached !== undefined || source.types.has(oid)) return cached
    const type = source.reader.type(oid, source.snapshot(), source.version(oid))
    source.types.set(oid, type)
    return type
  }

  /** @param {number} oid @returns {TypeOps | undefined} */
  userTypeOps(oid) {
    const type = this.type(oid)
    return type === undefined ? undefined : (type.ops ??= userTypeOps(this, type)) ?? undefined
  }

  /** @param {number} namespaceOid @param {string} name */
  typeOid(namespaceOid, name) {
    return this.named(`t:${namespaceOid}.${name}`, (source) =>
      source.reader.typeOid(namespaceOid, name, source.snapshot())
    )
  }

  /** @param {number} oid @returns {FuncDesc | undefined} */
  func(oid) {
    const source = this.ofOid(oid)
    const cached = source.functions.get(oid)
    if (cached !== undefined || source.functions.has(oid)) return cached
    const func = source.reader.func(oid, source.snapshot(), source.version(oid))
    source.functions.set(oid, func)
    return func
  }

  /** @param {string} name @returns {FuncDesc[]} */
  functionsNamed(name) {
    const key = `f:${name}`
    const source = this.ofName(key)
    let list = source.functionLists.get(key)
    if (list === undefined)
      source.functionLists.set(key, (list = source.reader.functionsNamed(name, source.snapshot(), source.version)))
    return list
  }

  /** User-defined ones. @param {string} name @returns {OperatorDesc[]} */
  operatorsNamed(name) {
    const key = `o:${name}`
    const source = this.ofName(key)
    let list = source.operatorLists.get(key)
    if (list === undefined) source.operatorLists.set(key, list = source.reader.operatorsNamed(name, source.snapshot()))
    return list
  }

  /** @param {number} oid @returns {OperatorDesc | undefined} */
  operator(oid) {
    const source = this.ofOid(oid)
    if (!source.operators.has(oid)) source.operators.set(oid, source.reader.operator(oid, source.snapshot()))
    return source.operators.get(oid)
  }

  /** @param {number} from @param {number} to @returns {CastDesc | undefined} */
  cast(from, to) {
    const key = `c:${from}.${to}`
    const source = this.ofName(key)
    if (!source.casts.has(key)) source.casts.set(key, source.reader.cast(from, to, source.snapshot()))
    return source.casts.get(key)
  }

  /** @param {number} oid of the function @returns {AggregateDesc | undefined} */
  aggregate(oid) {
    const source = this.ofOid(oid)
    if (!source.aggregates.has(oid)) source.aggregates.set(oid, source.reader.aggregate(oid, source.snapshot()))
    return source.aggregates.get(oid)
  }

  /** One that is not built in. @param {number} oid @returns {CollationDesc | undefined} */
  collation(oid) {
    const source = this.ofOid(oid)
    if (!source.collations.has(oid)) source.collations.set(oid, source.reader.collation(oid, source.snapshot()))
    return source.collations.get(oid)
  }

  /** Those that are not built in. @param {string} name @returns {CollationDesc[]} */
  collationsNamed(name) {
    const key = `l:${name}`
    const source = this.ofName(key)
    let list = source.collationLists.get(key)
    if (list === undefined)
      source.collationLists.set(key, (list = source.reader.collationsNamed(name, source.snapshot())))
    return list
  }

  /** Operator classes and families that are not built in. @returns {UserFamilies} */
  userFamilies() {
    const source = this.ofName('x:families')
    return source.families ??= readUserFamilies((catalog) => source.allRows(catalog))
  }

  /** @param {number} oid @returns {NamespaceDesc | undefined} */
  namespace(oid) {
    const source = this.ofOid(oid)
    const cached = source.namespaces.get(oid)
    if (cached !== undefined || source.namespaces.has(oid)) return cached
    const namespace = source.reader.namespace(oid, source.snapshot(), source.version(oid))
    source.namespaces.set(oid, namespace)
    return namespace
  }

  /** @param {string} name */
  namespaceOid(name) {
    return this.named(`n:${name}`, (source) => source.reader.namespaceOid(name, source.snapshot()))
  }

  /** @returns {Roles} */
  roles() {
    const isOwn = this.shared !== null && this.touchedNames.has(ROLES)
    const known = isOwn ? this.ownRoles : this.sharedRoles.current
    if (known !== null) return known
    const source = isOwn || this.shared === null ? this : this.shared
    const roles = new Roles(source.allRows('pg_authid'), source.allRows('pg_auth_members'))
    if (isOwn) this.ownRoles = roles
    else this.sharedRoles.current = roles
    return roles
  }

  /** @param {number} oid @returns {RoleDesc | undefined} */
  role(oid) {
    return this.roles().byOid.get(oid)
  }

  /** @param {string} name @returns {RoleDesc | undefined} */
  roleByName(name) {
    return this.roles().byName.get(name)
  }

  /** @param {number} oid @returns {DatabaseDesc | undefined} */
  database(oid) {
    return this.reader.database('pg_database_oid_index', oid, this.snapshot())
  }

  /** @param {string} name @returns {DatabaseDesc | undefined} */
  databaseByName(name) {
    return this.reader.database('pg_database_datname_index', name, this.snapshot())
  }

  /**
   * @param {string} catalog
   * @param {string} index
   * @param {any[]} values of its first columns
   * @returns {CatalogRow[]} in key order
   */
  rows(catalog, index, values) {
    return this.reader.store.find(catalog, index, values, this.snapshot()).map(({ row }) => row)
  }

  /** @param {string} catalog @returns {CatalogRow[]} */
  allRows(catalog) {
    return this.reader.store.scan(catalog, this.snapshot()).map(({ row }) => row)
  }

  /** @param {string} key @param {(source: CachedSource) => number} read */
  named(key, read) {
    const source = this.ofName(key)
    let oid = source.oids.get(key)
    if (oid === undefined) source.oids.set(key, oid = read(source))
    return oid
  }
}
