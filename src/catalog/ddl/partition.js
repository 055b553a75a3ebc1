/** What a partitioned table and its partitions say of themselves: pg_partitioned_table, pg_class.relpartbound. */
import { exprToText } from '../expr-text.js'
import { boundToText } from '../partition-bound.js'
import { catalogShape } from '../shapes.js'
import { int2Vector, oidVector } from '../vectors.js'
import { CLASS, char } from './context.js'
import { address, expressionDependencies, recordDependencies } from './dependencies.js'
import { addParents, removeParent } from './inherit.js'

/** @import { DdlContext } from './context.js' */
/** @import { PartitionBound } from '../partition-bound.js' */
/** @import { PartitionKey } from '../partition-key.js' */

/** @param {DdlContext} ddl @param {number} relationOid @param {PartitionKey} key */
export function storePartitionKey(ddl, relationOid, { strategy, parts }) {
  const exprs = parts.flatMap((part) => part.expr === null ? [] : [part.expr])
  ddl.insert('pg_partitioned_table', { partrelid: relationOid, partstrat: char(strategy), partnatts: parts.length, partdefid: 0,
    partattrs: int2Vector(parts.map((part) => part.attnum)), partclass: oidVector(parts.map((part) => part.opclass)), partcollation: oidVector(parts.map((part) => part.collation)),
    partexprs: exprs.length === 0 ? null : exprToText(exprs) })
  const self = address(CLASS.RELATION, relationOid)
  recordDependencies(ddl, self, parts.flatMap((part) => part.collation === 0 || part.collation === 100 ? [] : [address(CLASS.COLLATION, part.collation)]), 'n')
  const found = expressionDependencies(exprs, relationOid)
  recordDependencies(ddl, self, found.others, 'n')
  // A key's column cannot be dropped: the table itself is in the way.
  recordDependencies(ddl, self, [...parts.flatMap((part) => part.attnum === 0 ? [] : [address(CLASS.RELATION, relationOid, part.attnum)]), ...found.columns], 'i')
  ddl.touch([relationOid])
}

/** A table becomes a partition. @param {DdlContext} ddl @param {number} childOid @param {number} parentOid @param {PartitionBound} bound */
export function attachPartition(ddl, childOid, parentOid, bound) {
  setBound(ddl, childOid, bound)
  addParents(ddl, childOid, [parentOid], { partition: true })
  if (bound.isDefault) setDefaultPartition(ddl, parentOid, childOid)
  touchPartitions(ddl, parentOid)
}

/** @param {DdlContext} ddl @param {number} childOid @param {PartitionBound | null} bound */
export function setBound(ddl, childOid, bound) {
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [childOid]), { relispartition: bound !== null, relpartbound: bound === null ? null : boundToText(bound) })
  ddl.touch([childOid])
}

/** @param {DdlContext} ddl @param {number} parentOid @param {number} childOid 0: none */
export function setDefaultPartition(ddl, parentOid, childOid) {
  ddl.update('pg_partitioned_table', ddl.one('pg_partitioned_table', 'pg_partitioned_table_partrelid_index', [parentOid]), { partdefid: childOid })
  ddl.touch([parentOid])
}

/** A partition becomes a table of its own. @param {DdlContext} ddl @param {number} childOid @param {number} parentOid */
export function detachPartition(ddl, childOid, parentOid) {
  forgetDefault(ddl, childOid, parentOid)
  setBound(ddl, childOid, null)
  removeParent(ddl, childOid, parentOid)
  touchPartitions(ddl, parentOid)
}

/** @param {DdlContext} ddl @param {number} childOid on its way out @param {number} parentOid */
export function forgetDefault(ddl, childOid, parentOid) {
  const { at } = catalogShape('pg_partitioned_table')
  const [found] = ddl.find('pg_partitioned_table', 'pg_partitioned_table_partrelid_index', [parentOid])
  if (found !== undefined && found.row[at.partdefid] === childOid) setDefaultPartition(ddl, parentOid, 0)
}

/** The DEFAULT partition's condition depends on its siblings' bounds. @param {DdlContext} ddl @param {number} parentOid */
export function touchPartitions(ddl, parentOid) {
  const key = ddl.view.relation(parentOid)?.partitionKey
  if (key && key.defaultOid !== 0) touchTree(ddl, key.defaultOid)
}

/** @param {DdlContext} ddl @param {number} oid */
function touchTree(ddl, oid) {
  ddl.touch([oid])
  for (const child of ddl.view.relation(oid)?.children ?? []) touchTree(ddl, child)
}
