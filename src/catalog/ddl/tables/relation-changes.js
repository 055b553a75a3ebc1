/**
 * ALTER of a relation as a whole: owner, schema, persistence, replica identity, the index CLUSTER goes by, row
 * security.
 */
import { readAcl, withNewOwner, writeAcl } from '../../acl.js'
import { relationExistsInSchema } from '../../../errors/ddl/alter.js'
import { duplicateObject } from '../../../errors/ddl/catalog.js'
import { catalogShape } from '../../store/shapes.js'
import { CLASS, char } from '../context.js'
import { freeArrayName } from './table.js'

/** @import { RelationDesc } from '../../relation.js' */
/** @import { DdlContext } from '../context.js' */

/**
 * A relation that is not an index, or an index: whoever has a descriptor of it asks again.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {Record<string, any>} values of pg_class
 */
function updateRelation(ddl, oid, values) {
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [oid]), values)
  const index = ddl.view.index(oid)
  ddl.touch(index === undefined ? [oid] : [oid, index.relationOid])
}

/**
 * OWNER TO, with its indexes, its type, and the sequences its columns own.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {number} ownerOid
 */
export function changeRelationOwner(ddl, oid, ownerOid) {
  const { at } = catalogShape('pg_class')
  const { row } = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const from = row[at.relowner]
  updateRelation(ddl, oid, { relowner: ownerOid })
  changeColumnGrants(ddl, oid, from, ownerOid)
  for (const index of ddl.view.relation(oid)?.indexes ?? []) updateRelation(ddl, index.oid, { relowner: ownerOid })
  if (row[at.reltype] !== 0) changeTypeOwner(ddl, row[at.reltype], ownerOid)
  for (const sequence of ownedSequences(ddl, oid)) changeRelationOwner(ddl, sequence, ownerOid)
}

/**
 * What its old owner granted of columns, the new one has. @param {DdlContext} ddl
 * @param {number} oid @param {number} from @param {number} to
 */
function changeColumnGrants(ddl, oid, from, to) {
  if (from === to) return
  const { at } = catalogShape('pg_attribute')
  for (const found of ddl.find('pg_attribute', 'pg_attribute_relid_attnum_index', [oid])) {
    const acl = found.row[at.attacl]
    if (acl !== null) ddl.update('pg_attribute', found, { attacl: writeAcl(withNewOwner(readAcl(acl), from, to)) })
  }
}

/** With its array type. @param {DdlContext} ddl @param {number} oid @param {number} ownerOid */
export function changeTypeOwner(ddl, oid, ownerOid) {
  for (const typeOid of [oid, ddl.view.type(oid)?.arrayType ?? 0]) {
    if (typeOid === 0) continue
    ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [typeOid]), { typowner: ownerOid })
    ddl.touch([typeOid])
  }
}

/**
 * Sequences that go with a column of the table (serial, identity).
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @returns {number[]}
 */
function ownedSequences(ddl, relationOid) {
  const { at } = catalogShape('pg_depend')
  return ddl
    .find('pg_depend', 'pg_depend_reference_index', [CLASS.RELATION, relationOid])
    .filter(
      ({ row }) =>
        row[at.classid] === CLASS.RELATION &&
        row[at.refobjsubid] !== 0 &&
        row[at.objsubid] === 0 &&
        [char('a'), char('i')].includes(row[at.deptype]) &&
        ddl.view.relation(row[at.objid])?.kind === 'S'
    )
    .map(({ row }) => row[at.objid])
}

/**
 * SET SCHEMA: the relation, its type, indexes, constraints and owned sequences.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {number} namespaceOid
 * @throws {DbError} 42P07, 42710
 */
export function moveRelation(ddl, oid, namespaceOid) {
  const { at } = catalogShape('pg_class')
  const { row } = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const from = row[at.relnamespace]
  const name = row[at.relname]
  if (from === namespaceOid) return
  if (ddl.view.source.relationOid(namespaceOid, name) !== 0)
    throw relationExistsInSchema(name, ddl.view.namespace(namespaceOid)?.name ?? '')
  updateRelation(ddl, oid, { relnamespace: namespaceOid })
  moveDependency(ddl, CLASS.RELATION, oid, from, namespaceOid)
  ddl.touchRelationName(from, name)
  ddl.touchRelationName(namespaceOid, name)
  if (row[at.reltype] !== 0) moveType(ddl, row[at.reltype], namespaceOid)
  const relation = ddl.view.relation(oid)
  for (const index of relation?.indexes ?? []) moveRelation(ddl, index.oid, namespaceOid)
  for (const constraint of relation?.constraints ?? []) {
    ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraint.oid]), {
      connamespace: namespaceOid,
    })
  }
  for (const sequence of ownedSequences(ddl, oid)) moveRelation(ddl, sequence, namespaceOid)
}

/**
 * A type and its array type.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {number} namespaceOid
 * @throws {DbError} 42710
 */
export function moveType(ddl, oid, namespaceOid) {
  const { at } = catalogShape('pg_type')
  const found = ddl.one('pg_type', 'pg_type_oid_index', [oid])
  const from = found.row[at.typnamespace]
  if (from === namespaceOid) return
  const isArray = found.row[at.typelem] !== 0 && found.row[at.typsubscript] === 6179
  const name = found.row[at.typname]
  if (!isArray && ddl.view.typeIn(namespaceOid, name) !== undefined) throw duplicateObject('type', name)
  const newName = isArray ? freeArrayName(ddl, ddl.view.type(found.row[at.typelem])?.name ?? name, namespaceOid) : name
  ddl.update('pg_type', found, { typnamespace: namespaceOid, typname: newName })
  moveDependency(ddl, CLASS.TYPE, oid, from, namespaceOid)
  ddl.touchTypeName(from, name)
  ddl.touchTypeName(namespaceOid, newName)
  ddl.touch([oid])
  if (found.row[at.typarray] !== 0) moveType(ddl, found.row[at.typarray], namespaceOid)
}

/**
 * The dependency on the schema follows; to or from a pinned schema it comes or goes.
 * @param {DdlContext} ddl
 * @param {number} classId
 * @param {number} oid
 * @param {number} from
 * @param {number} to
 */
export function moveDependency(ddl, classId, oid, from, to) {
  const { at } = catalogShape('pg_depend')
  let had = false
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [classId, oid, 0])) {
    if (found.row[at.refclassid] !== CLASS.NAMESPACE || found.row[at.refobjid] !== from) continue
    had = true
    if (ddl.isPinned(to)) ddl.remove('pg_depend', found)
    else ddl.update('pg_depend', found, { refobjid: to })
  }
  if (!had && ddl.isPinned(from) && !ddl.isPinned(to)) {
    ddl.insert('pg_depend', {
      classid: classId, objid: oid, objsubid: 0, refclassid: CLASS.NAMESPACE, refobjid: to, refobjsubid: 0,
      deptype: char('n'),
    })
  }
}

/**
 * REPLICA IDENTITY.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {'d' | 'n' | 'f' | 'i'} identity
 * @param {number} indexOid 0 unless 'i'
 */
export function setReplicaIdentity(ddl, relation, identity, indexOid) {
  updateRelation(ddl, relation.oid, { relreplident: char(identity) })
  markOneIndex(ddl, relation, 'indisreplident', indexOid)
}

/**
 * CLUSTER ON, SET WITHOUT CLUSTER.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {number} indexOid 0: none
 */
export const setClusterIndex = (ddl, relation, indexOid) => markOneIndex(ddl, relation, 'indisclustered', indexOid)

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {'indisreplident' | 'indisclustered'} column
 * @param {number} indexOid
 */
function markOneIndex(ddl, relation, column, indexOid) {
  const { at } = catalogShape('pg_index')
  for (const index of relation.indexes) {
    const found = ddl.one('pg_index', 'pg_index_indexrelid_index', [index.oid])
    const wanted = index.oid === indexOid
    if (found.row[at[column]] !== wanted) ddl.update('pg_index', found, { [column]: wanted })
  }
  ddl.touchRelation(relation)
}

/**
 * SET LOGGED, SET UNLOGGED: the rows are logged either way.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {'p' | 'u'} persistence
 */
export function setPersistence(ddl, relation, persistence) {
  for (const oid of [relation.oid, ...relation.indexes.map((index) => index.oid), ...ownedSequences(ddl, relation.oid)])
    updateRelation(ddl, oid, { relpersistence: char(persistence) })
}
