/**
 * Catalog rows -> descriptors: reads what one object consists of through the catalog's indexes, under the snapshot it
 * is given. Keeps nothing. What belongs to a relation has readers of its own.
 */
import { catalogShape } from './shapes.js'
import {
  aggregateDesc, castDesc, collationDesc, operatorDesc, databaseDesc, funcDesc, namespaceDesc, roleDesc, typeDesc,
} from '../descriptors.js'
import { EnumValues } from '../../types/enum.js'
import { builtins } from './builtins.js'
import { IndexReader } from './index-reader.js'
import { RelationReader } from './relation-reader.js'
import { StatisticsReader } from './statistics-reader.js'

/**
 * @import { AggregateDesc, CastDesc, CollationDesc, OperatorDesc, DatabaseDesc, DomainConstraint, FuncDesc,
 * NamespaceDesc, RoleDesc, TypeDesc } from '../descriptors.js'
 */
/** @import { CatalogStore, RelationStorage } from './contract.js' */

export class ObjectReader {
  /** @param {CatalogStore} store @param {RelationStorage | null} storage */
  constructor(store, storage) {
    this.store = store
    this.storage = storage
    this.indexes = new IndexReader(store, storage, this)
    this.relations = new RelationReader(store, storage, this.indexes, new StatisticsReader(store))
  }

  /** @param {number} oid @param {any} snapshot @param {number} version @returns {TypeDesc | undefined} */
  type(oid, snapshot, version) {
    const [found] = this.store.find('pg_type', 'pg_type_oid_index', [oid], snapshot)
    if (found === undefined) return undefined
    const type = typeDesc(found.row, version)
    if (type.kind === 'e') type.enumValues = this.enumValues(oid, snapshot)
    else if (type.kind === 'r' || type.kind === 'm')
      type.range = this.range(type.kind === 'r' ? 'rngtypid' : 'rngmultitypid', oid, snapshot)
    else if (type.kind === 'd') type.constraints = this.domainConstraints(oid, snapshot)
    return type
  }

  /** @param {string} column of pg_range @param {number} oid @param {any} snapshot */
  range(column, oid, snapshot) {
    const { at } = catalogShape('pg_range')
    const found = column === 'rngtypid' ? this.store.find('pg_range', 'pg_range_rngtypid_index', [oid], snapshot)
      : this.store.scan('pg_range', snapshot).filter(({ row }) => row[at[column]] === oid)
    return found.length === 0
      ? null
      : {
          oid: found[0].row[at.rngtypid],
          subtype: found[0].row[at.rngsubtype],
          multirange: found[0].row[at.rngmultitypid],
          collation: found[0].row[at.rngcollation],
          canonical: found[0].row[at.rngcanonical],
        }
  }

  /** @param {number} typeOid @param {any} snapshot */
  enumValues(typeOid, snapshot) {
    const { at } = catalogShape('pg_enum')
    const list = this.store.find('pg_enum', 'pg_enum_typid_sortorder_index', [typeOid], snapshot)
      .map(({ row }) => ({ oid: row[at.oid], label: row[at.enumlabel], order: row[at.enumsortorder] }))
    return new EnumValues(list.sort((a, b) => a.order - b.order))
  }

  /**
   * A domain's own checks; those of the domains below it are theirs.
   * @param {number} typeOid
   * @param {any} snapshot
   * @returns {DomainConstraint[]}
   */
  domainConstraints(typeOid, snapshot) {
    const { at } = catalogShape('pg_constraint')
    return this.store
      .find('pg_constraint', 'pg_constraint_contypid_index', [typeOid], snapshot)
      .map(({ row }) => ({
        oid: row[at.oid], name: row[at.conname], text: row[at.conbin], expr: null, validated: row[at.convalidated],
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @param {number} namespaceOid @param {string} name @param {any} snapshot @returns {number} 0 when none */
  typeOid(namespaceOid, name, snapshot) {
    const [found] = this.store.find('pg_type', 'pg_type_typname_nsp_index', [name, namespaceOid], snapshot)
    return found === undefined ? 0 : found.row[catalogShape('pg_type').at.oid]
  }

  /** @param {number} oid @param {any} snapshot @param {number} version @returns {FuncDesc | undefined} */
  func(oid, snapshot, version) {
    const [found] = this.store.find('pg_proc', 'pg_proc_oid_index', [oid], snapshot)
    return found === undefined ? undefined : funcDesc(found.row, version)
  }

  /**
   * User-defined ones only.
   * @param {string} name
   * @param {any} snapshot
   * @param {(oid: number) => number} versionOf
   * @returns {FuncDesc[]}
   */
  functionsNamed(name, snapshot, versionOf) {
    if (!this.store.hasUserObjects('pg_proc', 'pg_proc_oid_index')) return []
    const { at } = catalogShape('pg_proc')
    return this.store
      .find('pg_proc', 'pg_proc_proname_args_nsp_index', [name], snapshot)
      .filter(({ row }) => builtins.func(row[at.oid]) === undefined)
      .map(({ row }) => funcDesc(row, versionOf(row[at.oid])))
  }

  /** User-defined ones only. @param {string} name @param {any} snapshot @returns {OperatorDesc[]} */
  operatorsNamed(name, snapshot) {
    if (!this.store.hasUserObjects('pg_operator', 'pg_operator_oid_index')) return []
    const { at } = catalogShape('pg_operator')
    return this.store.find('pg_operator', 'pg_operator_oprname_l_r_n_index', [name], snapshot)
      .filter(({ row }) => builtins.operator(row[at.oid]) === undefined).map(({ row }) => operatorDesc(row))
  }

  /** @param {number} oid @param {any} snapshot @returns {OperatorDesc | undefined} */
  operator(oid, snapshot) {
    const [found] = this.store.find('pg_operator', 'pg_operator_oid_index', [oid], snapshot)
    return found === undefined ? undefined : operatorDesc(found.row)
  }

  /** @param {number} oid @param {any} snapshot @returns {CollationDesc | undefined} */
  collation(oid, snapshot) {
    const [found] = this.store.find('pg_collation', 'pg_collation_oid_index', [oid], snapshot)
    return found === undefined ? undefined : collationDesc(found.row)
  }

  /** Those that are not built in. @param {string} name @param {any} snapshot @returns {CollationDesc[]} */
  collationsNamed(name, snapshot) {
    const { at } = catalogShape('pg_collation')
    return this.store.find('pg_collation', 'pg_collation_name_enc_nsp_index', [name], snapshot)
      .filter(({ row }) => builtins.collation(row[at.oid]) === undefined).map(({ row }) => collationDesc(row))
  }

  /** @param {number} source @param {number} target @param {any} snapshot @returns {CastDesc | undefined} */
  cast(source, target, snapshot) {
    const [found] = this.store.find('pg_cast', 'pg_cast_source_target_index', [source, target], snapshot)
    return found === undefined ? undefined : castDesc(found.row)
  }

  /** @param {number} oid of the function @param {any} snapshot @returns {AggregateDesc | undefined} */
  aggregate(oid, snapshot) {
    const [found] = this.store.find('pg_aggregate', 'pg_aggregate_fnoid_index', [oid], snapshot)
    return found === undefined ? undefined : aggregateDesc(found.row)
  }

  /** @param {number} oid @param {any} snapshot @param {number} version @returns {NamespaceDesc | undefined} */
  namespace(oid, snapshot, version) {
    const [found] = this.store.find('pg_namespace', 'pg_namespace_oid_index', [oid], snapshot)
    return found === undefined ? undefined : namespaceDesc(found.row, version)
  }

  /** @param {string} name @param {any} snapshot @returns {number} 0 when none */
  namespaceOid(name, snapshot) {
    const [found] = this.store.find('pg_namespace', 'pg_namespace_nspname_index', [name], snapshot)
    return found === undefined ? 0 : found.row[catalogShape('pg_namespace').at.oid]
  }

  /** @param {string} index @param {any} key @param {any} snapshot @returns {RoleDesc | undefined} */
  role(index, key, snapshot) {
    const [found] = this.store.find('pg_authid', index, [key], snapshot)
    return found === undefined ? undefined : roleDesc(found.row)
  }

  /** @param {string} index @param {any} key @param {any} snapshot @returns {DatabaseDesc | undefined} */
  database(index, key, snapshot) {
    const [found] = this.store.find('pg_database', index, [key], snapshot)
    return found === undefined ? undefined : databaseDesc(found.row)
  }
}
