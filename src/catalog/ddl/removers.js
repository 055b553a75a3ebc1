/**
 * How an object of each kind leaves its catalog, when the walk of drop.js has found that it goes: the table REMOVERS,
 * by the OID of the catalog that holds the kind. Its dependencies, comment and privileges are removed by the walk.
 * Whoever brings a new kind of object adds its remover here.
 */
import { LARGE_OBJECT } from '../guarded.js'
import { LargeObjects } from '../large-objects.js'
import { catalogShape } from '../store/shapes.js'
import { spend } from '../../util/effort.js'
import { CLASS, char } from './context.js'
import { forgetKeys } from './indexes/kept-columns.js'
import { droppedName } from './tables/table-rows.js'
import { removeCollation } from './types/collations.js'
import { removePolicy } from './tables/policies.js'
import { removeParent } from './tables/inherit.js'
import { removeTrigger } from './constraints/foreign-keys.js'
import { removeFamilyObject } from './routines/operator-families.js'
import { forgetDefault, touchPartitions } from './tables/partition.js'
import { PUBLICATION, PUBLICATION_NAMESPACE, PUBLICATION_REL } from '../publications.js'
import { removePublicationObject } from './publications.js'
import { SERVER, USER_MAPPING, WRAPPER } from '../foreign.js'
import { forgetForeign } from './foreign.js'
import { removeStatistics } from './extended-statistics.js'
import { TS_CONFIGURATION, TS_DICTIONARY, TS_PARSER, TS_TEMPLATE, removeTextSearchObject } from './text-search.js'

/** @import { DdlContext, ObjectAddress } from './context.js' */
/** @import { HeapCatalogStore } from '../store/heap-catalog-store.js' */

/** Steps that a run of a large object's pages is worth (effort.js). */
const LARGE_OBJECT_STEPS = 512_000
/** pg_language */
const LANGUAGE = 2612
/** pg_extension */
const EXTENSION = 3079
const EVENT_TRIGGER = 3466
/** pg_default_acl */
const DEFAULT_ACL = 826
/** pg_conversion */
const CONVERSION = 2607

/**
 * `goes(object)`: whether that object is dropped by the same statement. `isLeft(relationOid)`: whether the relation is
 * there afterwards, so that its own rows must tell what it lost.
 * @typedef {(ddl: DdlContext, object: ObjectAddress, goes: (object: ObjectAddress) => boolean,
 *   isLeft: (relationOid: number) => boolean) => void} Remover
 */

/** @type {Map<number, Remover>} */
export const REMOVERS = new Map([
  [CLASS.RELATION, removeRelationOrColumn],
  [CLASS.TYPE, (ddl, object) => removeType(ddl, object.objectId)],
  [CLASS.ATTRDEF, (ddl, object, _goes, isLeft) => removeDefault(ddl, object.objectId, isLeft)],
  [CLASS.CONSTRAINT, (ddl, object, _goes, isLeft) => removeConstraint(ddl, object.objectId, isLeft)],
  [CLASS.OPERATOR, (ddl, object) => removeOperator(ddl, object.objectId)],
  ...[CLASS.OPFAMILY, CLASS.OPCLASS, CLASS.AMOP, CLASS.AMPROC].map(
    (classId) => /** @type {[number, Remover]} */ ([classId, removeFamilyObject]),
  ),
  [CLASS.COLLATION, (ddl, object) => removeCollation(ddl, object.objectId)],
  [CLASS.CAST, (ddl, object) => removeCast(ddl, object.objectId)],
  [CLASS.PROC, (ddl, object) => removeFunction(ddl, object.objectId)],
  [CLASS.NAMESPACE, (ddl, object) => removeNamespace(ddl, object.objectId)],
  [CLASS.TRIGGER, (ddl, object) => removeTrigger(ddl, object.objectId)],
  [CLASS.ACCESS_METHOD, (ddl, object) => removeRow(ddl, 'pg_am', object.objectId)],
  [LARGE_OBJECT, (ddl, object) => removeLargeObject(ddl, object.objectId)],
  [LANGUAGE, (ddl, object) => removeRow(ddl, 'pg_language', object.objectId)],
  [DEFAULT_ACL, (ddl, object) => removeRow(ddl, 'pg_default_acl', object.objectId)],
  [CONVERSION, (ddl, object) => removeRow(ddl, 'pg_conversion', object.objectId)],
  [CLASS.STATISTICS, (ddl, object) => removeStatistics(ddl, object.objectId)],
  [EVENT_TRIGGER, (ddl, object) => removeRow(ddl, 'pg_event_trigger', object.objectId)],
  [EXTENSION, (ddl, object) => removeRow(ddl, 'pg_extension', object.objectId)],
  [WRAPPER, (ddl, object) => removeRow(ddl, 'pg_foreign_data_wrapper', object.objectId)],
  [SERVER, (ddl, object) => removeRow(ddl, 'pg_foreign_server', object.objectId)],
  [USER_MAPPING, (ddl, object) => removeRow(ddl, 'pg_user_mapping', object.objectId)],
  [CLASS.REWRITE, (ddl, object) => removeRule(ddl, object.objectId)],
  [CLASS.POLICY, (ddl, object) => removePolicy(ddl, object.objectId)],
  ...[TS_PARSER, TS_DICTIONARY, TS_TEMPLATE, TS_CONFIGURATION].map(
    (classId) => /** @type {[number, Remover]} */ ([classId, removeTextSearchObject]),
  ),
  ...[PUBLICATION, PUBLICATION_REL, PUBLICATION_NAMESPACE].map(
    (classId) => /** @type {[number, Remover]} */ ([classId, removePublicationObject]),
  ),
])

/**
 * The row alone, for kinds nothing else remembers.
 * @param {DdlContext} ddl
 * @param {string} catalog with an index over oid
 * @param {number} oid
 * @returns {any[]} what it was
 */
function removeRow(ddl, catalog, oid) {
  const found = ddl.byOid(catalog, oid)
  ddl.remove(catalog, found)
  ddl.touch([oid])
  return found.row
}

/** @param {DdlContext} ddl @param {number} oid */
function removeLargeObject(ddl, oid) {
  const objects = new LargeObjects(/** @type {HeapCatalogStore} */ (ddl.catalog.store))
  objects.removeMetadata(ddl, oid)
  while (objects.removePages(ddl.txn, oid, 0)) spend(LARGE_OBJECT_STEPS)
}

/** @param {DdlContext} ddl @param {number} oid */
function removeRule(ddl, oid) {
  const row = removeRow(ddl, 'pg_rewrite', oid)
  ddl.touch([row[catalogShape('pg_rewrite').at.ev_class]])
}

/** @param {DdlContext} ddl @param {ObjectAddress} object @param {(object: ObjectAddress) => boolean} goes */
function removeRelationOrColumn(ddl, object, goes) {
  if (object.subId === 0) removeRelation(ddl, object.objectId, goes)
  else if (!goes({ ...object, subId: 0 })) removeColumn(ddl, object.objectId, object.subId)
}

/** @param {DdlContext} ddl @param {number} oid @param {(object: ObjectAddress) => boolean} goes */
function removeRelation(ddl, oid, goes) {
  const { at } = catalogShape('pg_class')
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const { row } = found
  const owner =
    row[at.relkind] === char('i') || row[at.relkind] === char('I')
      ? ddl.catalog.reader.indexes.relationOfIndex(oid, ddl.catalog.store.own(ddl.txn))
      : 0
  if (row[at.relfilenode] !== 0) {
    if (owner === 0) ddl.files?.emptied(row[at.relfilenode], ddl.txn)
    else leaveReads(ddl, row[at.relfilenode], owner)
    ddl.files?.dropAtCommit(row[at.relfilenode], ddl.txn)
  }
  ddl.removeAll('pg_attribute', 'pg_attribute_relid_attnum_index', [oid])
  ddl.removeAll('pg_statistic', 'pg_statistic_relid_att_inh_index', [oid])
  if (owner !== 0 && !goes({ classId: CLASS.RELATION, objectId: owner, subId: 0 })) forgetKeys(ddl, owner, oid)
  ddl.removeAll('pg_index', 'pg_index_indexrelid_index', [oid])
  if (row[at.relkind] === char('f')) forgetForeign(ddl, oid)
  if (row[at.relkind] === char('S')) ddl.removeAll('pg_sequence', 'pg_sequence_seqrelid_index', [oid])
  ddl.remove('pg_class', found)
  leaveTree(ddl, oid)
  ddl.touchRelationName(row[at.relnamespace], row[at.relname])
  ddl.touch([oid, ...(owner === 0 ? [] : [owner])])
}

/**
 * Who read by the index has read of its table, if that stays.
 * @param {DdlContext} ddl
 * @param {number} indexFile
 * @param {number} relationOid
 */
function leaveReads(ddl, indexFile, relationOid) {
  const [table] = ddl.find('pg_class', 'pg_class_oid_index', [relationOid])
  if (table !== undefined) ddl.files?.readsMove(indexFile, table.row[catalogShape('pg_class').at.relfilenode])
}

/** What its parents, and the partitions beside it, knew of it. @param {DdlContext} ddl @param {number} oid */
function leaveTree(ddl, oid) {
  const { at } = catalogShape('pg_inherits')
  const parents = ddl.find('pg_inherits', 'pg_inherits_relid_seqno_index', [oid]).map(({ row }) => row[at.inhparent])
  for (const parent of parents) forgetDefault(ddl, oid, parent)
  removeParent(ddl, oid, null)
  for (const parent of parents) touchPartitions(ddl, parent)
  ddl.removeAll('pg_partitioned_table', 'pg_partitioned_table_partrelid_index', [oid])
}

/** @param {DdlContext} ddl @param {number} oid @param {number} attnum */
function removeColumn(ddl, oid, attnum) {
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, attnum]), {
    attname: droppedName(attnum), atttypid: 0, attnotnull: false, attstattarget: 0, atthasdef: false,
    atthasmissing: false, attmissingval: null, attisdropped: true, attidentity: 0, attgenerated: 0, attcollation: 0,
    attacl: null, attoptions: null, attfdwoptions: null,
  })
  ddl.removeAll('pg_statistic', 'pg_statistic_relid_att_inh_index', [oid, attnum])
  ddl.touch([oid])
}

/** @param {DdlContext} ddl @param {number} oid */
function removeType(ddl, oid) {
  const { at } = catalogShape('pg_type')
  const found = ddl.one('pg_type', 'pg_type_oid_index', [oid])
  ddl.remove('pg_type', found)
  if (found.row[at.typtype] === char('e')) ddl.removeAll('pg_enum', 'pg_enum_typid_sortorder_index', [oid])
  if (found.row[at.typtype] === char('r')) ddl.removeAll('pg_range', 'pg_range_rngtypid_index', [oid])
  ddl.touchTypeName(found.row[at.typnamespace], found.row[at.typname])
  ddl.touch([oid])
}

/** Others that called it commutator or negator do so no more. @param {DdlContext} ddl @param {number} oid */
function removeOperator(ddl, oid) {
  const { at } = catalogShape('pg_operator')
  const [found] = ddl.find('pg_operator', 'pg_operator_oid_index', [oid])
  for (const column of ['oprcom', 'oprnegate']) {
    const other = found.row[at[column]]
    if (other === 0 || other === oid) continue
    for (const partner of ddl.find('pg_operator', 'pg_operator_oid_index', [other])) {
      if (partner.row[at[column]] === oid) {
        ddl.update('pg_operator', partner, { [column]: 0 })
        ddl.touch([other], [`o:${partner.row[at.oprname]}`])
      }
    }
  }
  ddl.remove('pg_operator', ddl.one('pg_operator', 'pg_operator_oid_index', [oid]))
  ddl.touch([oid, found.row[at.oprnamespace]], [`o:${found.row[at.oprname]}`])
}

/** @param {DdlContext} ddl @param {number} oid */
function removeCast(ddl, oid) {
  const { at } = catalogShape('pg_cast')
  const found = ddl.one('pg_cast', 'pg_cast_oid_index', [oid])
  ddl.remove('pg_cast', found)
  ddl.touch(
    [oid, found.row[at.castsource], found.row[at.casttarget]],
    [`c:${found.row[at.castsource]}.${found.row[at.casttarget]}`],
  )
}

/** @param {DdlContext} ddl @param {number} oid */
function removeFunction(ddl, oid) {
  const { at } = catalogShape('pg_proc')
  const found = ddl.one('pg_proc', 'pg_proc_oid_index', [oid])
  ddl.remove('pg_proc', found)
  if (found.row[at.prokind] === char('a')) ddl.removeAll('pg_aggregate', 'pg_aggregate_fnoid_index', [oid])
  ddl.touch([oid, found.row[at.pronamespace]], [`f:${found.row[at.proname]}`])
}

/** @param {DdlContext} ddl @param {number} oid of pg_attrdef @param {(relationOid: number) => boolean} isLeft */
function removeDefault(ddl, oid, isLeft) {
  const { at } = catalogShape('pg_attrdef')
  const found = ddl.one('pg_attrdef', 'pg_attrdef_oid_index', [oid])
  const relationOid = found.row[at.adrelid]
  ddl.remove('pg_attrdef', found)
  if (isLeft(relationOid))
    for (const column of ddl.find('pg_attribute', 'pg_attribute_relid_attnum_index', [
      relationOid,
      found.row[at.adnum],
    ])) {
      ddl.update('pg_attribute', column, { atthasdef: false, attgenerated: 0 })
    }
  ddl.touch([relationOid])
}

/** @param {DdlContext} ddl @param {number} oid of pg_constraint @param {(relationOid: number) => boolean} isLeft */
function removeConstraint(ddl, oid, isLeft) {
  const { at } = catalogShape('pg_constraint')
  const found = ddl.one('pg_constraint', 'pg_constraint_oid_index', [oid])
  const relationOid = found.row[at.conrelid]
  if (found.row[at.contype] === char('c') && relationOid !== 0 && isLeft(relationOid)) {
    const relation = ddl.one('pg_class', 'pg_class_oid_index', [relationOid])
    ddl.update('pg_class', relation, { relchecks: relation.row[catalogShape('pg_class').at.relchecks] - 1 })
  }
  ddl.remove('pg_constraint', found)
  ddl.touch([
    oid, relationOid || found.row[at.contypid], ...(found.row[at.confrelid] === 0 ? [] : [found.row[at.confrelid]]),
  ])
}

/** @param {DdlContext} ddl @param {number} oid */
function removeNamespace(ddl, oid) {
  const found = ddl.one('pg_namespace', 'pg_namespace_oid_index', [oid])
  ddl.remove('pg_namespace', found)
  ddl.touch([oid], [`n:${found.row[catalogShape('pg_namespace').at.nspname]}`])
}
