/** What a partitioned table and its partitions say of themselves: pg_partitioned_table, pg_class.relpartbound. */
import { exprToText } from '../../expr-text.js'
import { boundToText } from '../../partitions/bound.js'
import { catalogShape } from '../../store/shapes.js'
import { int2Vector, oidVector } from '../../store/vectors.js'
import { CLASS, char } from '../context.js'
import { address, expressionDependencies, recordDependencies } from '../dependencies.js'
import { addParents, removeParent, setConstraintInheritance, setHasSubclass } from './inherit.js'

/** @import { DdlContext } from '../context.js' */
/** @import { PartitionBound } from '../../partitions/bound.js' */
/** @import { PartitionKey } from '../../partitions/key.js' */

/** @param {DdlContext} ddl @param {number} relationOid @param {PartitionKey} key */
export function storePartitionKey(ddl, relationOid, { strategy, parts }) {
  const exprs = parts.flatMap((part) => (part.expr === null ? [] : [part.expr]))
  ddl.insert('pg_partitioned_table', {
    partrelid: relationOid,
    partstrat: char(strategy),
    partnatts: parts.length,
    partdefid: 0,
    partattrs: int2Vector(parts.map((part) => part.attnum)),
    partclass: oidVector(parts.map((part) => part.opclass)),
    partcollation: oidVector(parts.map((part) => part.collation)),
    partexprs: exprs.length === 0 ? null : exprToText(exprs),
  })
  const self = address(CLASS.RELATION, relationOid)
  recordDependencies(
    ddl,
    self,
    parts.flatMap((part) =>
      part.collation === 0 || part.collation === 100 ? [] : [address(CLASS.COLLATION, part.collation)],
    ),
    'n',
  )
  recordDependencies(ddl, self, parts.map((part) => address(CLASS.OPCLASS, part.opclass)), 'n')
  const found = expressionDependencies(exprs, relationOid, ddl.view)
  recordDependencies(ddl, self, found.others, 'n')
  // A key's column cannot be dropped without its table.
  const columns = [
    ...parts.flatMap((part) => (part.attnum === 0 ? [] : [part.attnum])),
    ...found.columns.map(({ subId }) => subId),
  ]
  for (const attnum of new Set(columns))
    recordDependencies(ddl, address(CLASS.RELATION, relationOid, attnum), [self], 'i')
  ddl.touch([relationOid])
}

/**
 * A table becomes a partition.
 * @param {DdlContext} ddl
 * @param {number} childOid
 * @param {number} parentOid
 * @param {PartitionBound} bound
 */
export function attachPartition(ddl, childOid, parentOid, bound) {
  setBound(ddl, childOid, bound)
  addParents(ddl, childOid, [parentOid], { partition: true })
  if (bound.isDefault) setDefaultPartition(ddl, parentOid, childOid)
  touchPartitions(ddl, parentOid)
}

/** @param {DdlContext} ddl @param {number} childOid @param {PartitionBound | null} bound */
function setBound(ddl, childOid, bound) {
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [childOid]), {
    relispartition: bound !== null,
    relpartbound: bound === null ? null : boundToText(bound),
  })
  ddl.touch([childOid])
}

/** @param {DdlContext} ddl @param {number} parentOid @param {number} childOid 0: none */
function setDefaultPartition(ddl, parentOid, childOid) {
  ddl.update(
    'pg_partitioned_table',
    ddl.one('pg_partitioned_table', 'pg_partitioned_table_partrelid_index', [parentOid]),
    { partdefid: childOid }
  )
  ddl.touch([parentOid])
}

/**
 * A partition becomes a table of its own.
 * @param {DdlContext} ddl
 * @param {number} childOid
 * @param {number} parentOid
 */
export function detachPartition(ddl, childOid, parentOid) {
  forgetDefault(ddl, childOid, parentOid)
  setBound(ddl, childOid, null)
  removeParent(ddl, childOid, parentOid)
  touchPartitions(ddl, parentOid)
}

/**
 * A partition is left out by whoever plans from now on; it is no table of its own yet.
 * @param {DdlContext} ddl
 * @param {number} childOid
 * @param {number} parentOid
 */
export function markDetached(ddl, childOid, parentOid) {
  const found = ddl.one('pg_inherits', 'pg_inherits_relid_seqno_index', [childOid])
  ddl.update('pg_inherits', found, { inhdetachpending: true })
  ddl.touch([childOid, parentOid])
  touchPartitions(ddl, parentOid)
}

/**
 * The partition whose DETACH CONCURRENTLY is not finished.
 * @param {DdlContext} ddl
 * @param {number} parentOid
 * @returns {number} 0: none
 */
export function pendingPartition(ddl, parentOid) {
  const { at } = catalogShape('pg_inherits')
  const rows = ddl.find('pg_inherits', 'pg_inherits_parent_index', [parentOid])
  const found = rows.find(({ row }) => row[at.inhdetachpending])
  return found === undefined ? 0 : found.row[at.inhrelid]
}

/** @param {DdlContext} ddl @param {number} childOid on its way out @param {number} parentOid */
export function forgetDefault(ddl, childOid, parentOid) {
  const { at } = catalogShape('pg_partitioned_table')
  const [found] = ddl.find('pg_partitioned_table', 'pg_partitioned_table_partrelid_index', [parentOid])
  if (found !== undefined && found.row[at.partdefid] === childOid) setDefaultPartition(ddl, parentOid, 0)
}

/**
 * The DEFAULT partition's condition depends on its siblings' bounds.
 * @param {DdlContext} ddl
 * @param {number} parentOid
 */
export function touchPartitions(ddl, parentOid) {
  const key = ddl.view.relation(parentOid)?.partitionKey
  if (key && key.defaultOid !== 0) touchTree(ddl, key.defaultOid)
}

/** @param {DdlContext} ddl @param {number} oid */
function touchTree(ddl, oid) {
  ddl.touch([oid])
  for (const child of ddl.view.relation(oid)?.children ?? []) touchTree(ddl, child)
}

/**
 * An index of a partition becomes part of the partitioned table's; a constraint it belongs to, of that one's.
 * @param {DdlContext} ddl
 * @param {number} childOid index
 * @param {number} parentOid index
 * @param {{ isMade?: boolean }} [child] made for the partitioned table's, not found
 */
export function attachIndex(ddl, childOid, parentOid, { isMade = false } = {}) {
  const child = /** @type {import('../../relation.js').IndexDesc} */ (ddl.view.index(childOid))
  const parent = /** @type {import('../../relation.js').IndexDesc} */ (ddl.view.index(parentOid))
  const table = address(CLASS.RELATION, child.relationOid)
  ddl.insert('pg_inherits', { inhrelid: childOid, inhparent: parentOid, inhseqno: 1, inhdetachpending: false })
  setHasSubclass(ddl, parentOid)
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [childOid]), { relispartition: true })
  recordDependencies(ddl, address(CLASS.RELATION, childOid), [address(CLASS.RELATION, parentOid)], 'P')
  recordDependencies(ddl, address(CLASS.RELATION, childOid), [table], 'S')
  if (child.constraintOid !== 0 && parent.constraintOid !== 0) {
    setConstraintInheritance(ddl, child.constraintOid, child.relationOid, {
      inheritCount: 1,
      isLocal: false,
      parentOid: parent.constraintOid,
      ...(isMade ? { noInherit: false } : {}),
    })
    recordDependencies(
      ddl,
      address(CLASS.CONSTRAINT, child.constraintOid),
      [address(CLASS.CONSTRAINT, parent.constraintOid)],
      'P'
    )
    recordDependencies(ddl, address(CLASS.CONSTRAINT, child.constraintOid), [table], 'S')
  }
  ddl.touch([childOid, parentOid, child.relationOid, parent.relationOid])
}

/** @param {DdlContext} ddl @param {number} childOid index, of a partition that leaves */
export function detachIndex(ddl, childOid) {
  const child = /** @type {import('../../relation.js').IndexDesc} */ (ddl.view.index(childOid))
  ddl.removeAll('pg_inherits', 'pg_inherits_relid_seqno_index', [childOid])
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [childOid]), { relispartition: false })
  removePartLinks(ddl, CLASS.RELATION, childOid)
  if (child.constraintOid !== 0) {
    setConstraintInheritance(ddl, child.constraintOid, child.relationOid, {
      inheritCount: 0,
      isLocal: true,
      parentOid: 0,
    })
    removePartLinks(ddl, CLASS.CONSTRAINT, child.constraintOid)
  }
  ddl.touch([childOid, child.relationOid])
}

/** @param {DdlContext} ddl @param {number} classId @param {number} oid */
function removePartLinks(ddl, classId, oid) {
  const { at } = catalogShape('pg_depend')
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [classId, oid])) {
    if (found.row[at.deptype] === char('P') || found.row[at.deptype] === char('S')) ddl.remove('pg_depend', found)
  }
}

/** The partitioned index an index is part of. @param {DdlContext} ddl @param {number} oid @returns {number} 0: none */
export function parentIndex(ddl, oid) {
  const [found] = ddl.find('pg_inherits', 'pg_inherits_relid_seqno_index', [oid])
  return found === undefined ? 0 : found.row[catalogShape('pg_inherits').at.inhparent]
}

/** @param {DdlContext} ddl @param {number} oid @param {boolean} valid */
export function setIndexValid(ddl, oid, valid) {
  ddl.update('pg_index', ddl.one('pg_index', 'pg_index_indexrelid_index', [oid]), { indisvalid: valid })
  const index = ddl.view.index(oid)
  ddl.touch(index === undefined ? [oid] : [oid, index.relationOid])
}

/**
 * Whether an index is kept: written with its table, read by plans.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {boolean} ready
 */
export function setIndexReady(ddl, oid, ready) {
  ddl.update('pg_index', ddl.one('pg_index', 'pg_index_indexrelid_index', [oid]), {
    indisready: ready,
    indisvalid: ready,
  })
  const index = ddl.view.index(oid)
  ddl.touch(index === undefined ? [oid] : [oid, index.relationOid])
}

/**
 * A partitioned index is valid once every partition has a valid part of it.
 * @param {DdlContext} ddl
 * @param {number} oid
 */
export function validatePartitionedIndex(ddl, oid) {
  const index = /** @type {import('../../relation.js').IndexDesc} */ (ddl.view.index(oid))
  if (index.valid) return
  const relation = /** @type {import('../../relation.js').RelationDesc} */ (ddl.view.relation(index.relationOid))
  const parts = ddl
    .find('pg_inherits', 'pg_inherits_parent_index', [oid])
    .map(({ row }) => ddl.view.index(row[catalogShape('pg_inherits').at.inhrelid]))
  if (parts.filter((part) => part?.valid).length < relation.children.length) return
  setIndexValid(ddl, oid, true)
  const above = parentIndex(ddl, oid)
  if (above !== 0) validatePartitionedIndex(ddl, above)
}
