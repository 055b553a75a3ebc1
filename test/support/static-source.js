/**
 * The catalog of a freshly made database as an ObjectSource, from the static data alone: system catalogs without
 * storage, built-in namespaces, roles and databases. Bootstrap starts from it; tests define tables on top
 * (test/support/memory-catalog.js).
 */
import { hasStaticRows, staticTable } from '../../src/catalog/store/static-data.js'
import { databaseDesc, namespaceDesc } from '../../src/catalog/descriptors.js'
import { catalogRelation } from '../../src/catalog/relation.js'
import { Roles } from '../../src/catalog/roles.js'
import { catalogShapes } from '../../src/catalog/store/shapes.js'

/** @import { DatabaseDesc, FuncDesc, NamespaceDesc, TypeDesc } from '../../src/catalog/descriptors.js' */
/** @import { IndexDesc, RelationDesc } from '../../src/catalog/relation.js' */
/** @import { ObjectSource } from '../../src/catalog/snapshot.js' */

/** @implements {ObjectSource} */
export class StaticSource {
  constructor() {
    /** @type {Map<number, RelationDesc>} */
    this.relations = new Map()
    /** @type {Map<number, IndexDesc>} */
    this.indexes = new Map()
    /** @type {Map<string, number>} */
    this.relationOids = new Map()
    /** @type {Map<number, TypeDesc>} */
    this.types = new Map()
    /** @type {Map<number, NamespaceDesc>} */
    this.namespaces = rows('pg_namespace', (row) => namespaceDesc(row, 0))
    this.allRoles = new Roles(this.allRows('pg_authid'), this.allRows('pg_auth_members'))
    /** @type {Map<number, DatabaseDesc>} */
    this.databases = rows('pg_database', databaseDesc)
    /** @type {Map<number | string, number>} */
    this.versions = new Map()
    for (const name of catalogShapes().keys()) this.add(catalogRelation(name))
  }

  /** @param {RelationDesc} relation */
  add(relation) {
    this.relations.set(relation.oid, relation)
    this.relationOids.set(`${relation.namespaceOid}.${relation.name}`, relation.oid)
    for (const index of relation.indexes) {
      this.indexes.set(index.oid, index)
      this.relationOids.set(`${relation.namespaceOid}.${index.name}`, index.oid)
    }
  }

  /** @param {number} oid */
  relation(oid) {
    return this.relations.get(oid)
  }

  /** @param {number} namespaceOid @param {string} name */
  relationOid(namespaceOid, name) {
    return this.relationOids.get(`${namespaceOid}.${name}`) ?? 0
  }

  /** @param {number} oid */
  index(oid) {
    return this.indexes.get(oid)
  }

  /** @param {number} oid */
  type(oid) {
    return this.types.get(oid)
  }

  /** @param {number} namespaceOid @param {string} name */
  typeOid(namespaceOid, name) {
    for (const type of this.types.values())
      if (type.name === name && type.namespaceOid === namespaceOid) return type.oid
    return 0
  }

  /** @param {number} oid @returns {FuncDesc | undefined} */
  func(oid) {
    return undefined
  }

  /** @param {string} name @returns {FuncDesc[]} */
  functionsNamed(name) {
    return NONE
  }

  /** @param {number} oid */
  namespace(oid) {
    return this.namespaces.get(oid)
  }

  /** @param {string} name */
  namespaceOid(name) {
    return named(this.namespaces, name)?.oid ?? 0
  }

  roles() {
    return this.allRoles
  }

  /** @param {number} oid */
  role(oid) {
    return this.allRoles.byOid.get(oid)
  }

  /** @param {string} name */
  roleByName(name) {
    return this.allRoles.byName.get(name)
  }

  /** @param {number} oid */
  database(oid) {
    return this.databases.get(oid)
  }

  /** @param {string} name */
  databaseByName(name) {
    return named(this.databases, name)
  }

  /** Only the static data is known here: no index, no rows. @returns {any[]} */
  rows() {
    return []
  }

  /** @param {string} catalog @returns {any[][]} */
  allRows(catalog) {
    if (!hasStaticRows(catalog)) return []
    const table = staticTable(catalog)
    return Array.from({ length: table.count }, (_, row) => table.values(row))
  }

  /** @param {number | string} oid */
  version(oid) {
    return this.versions.get(oid) ?? 0
  }
}

/** @type {FuncDesc[]} */
const NONE = []

/**
 * @template T
 * @param {string} catalog
 * @param {(row: any[]) => T} make
 * @returns {Map<number, T>}
 */
function rows(catalog, make) {
  const table = staticTable(catalog)
  const made = new Map()
  for (let row = 0; row < table.count; row++) made.set(Number(table.cell(row, 0)), make(table.values(row)))
  return made
}

/**
 * @template {{ name: string }} T
 * @param {Map<number, T>} objects
 * @param {string} name
 * @returns {T | undefined}
 */
function named(objects, name) {
  for (const object of objects.values()) if (object.name === name) return object
  return undefined
}
