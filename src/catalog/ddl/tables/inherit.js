/**
 * Links between tables: rows of pg_inherits, and what the two ends say of each other in pg_class, pg_depend and
 * pg_attribute.
 */
import { catalogShape } from '../../store/shapes.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'

/** @import { DdlContext } from '../context.js' */

/**
 * A child gets its parents, after the ones it has. A partition goes with its parent; any other child keeps it from
 * being dropped.
 * @param {DdlContext} ddl @param {number} childOid @param {number[]} parents @param {{ partition?: boolean }} [options]
 */
export function addParents(ddl, childOid, parents, { partition = false } = {}) {
  const { at } = catalogShape('pg_inherits')
  const existing = ddl.find('pg_inherits', 'pg_inherits_relid_seqno_index', [childOid])
  let seqno = existing.reduce((last, { row }) => Math.max(last, row[at.inhseqno]), 0)
  for (const parentOid of parents) {
    ddl.insert('pg_inherits', { inhrelid: childOid, inhparent: parentOid, inhseqno: ++seqno, inhdetachpending: false })
    recordDependencies(
      ddl,
      address(CLASS.RELATION, childOid),
      [address(CLASS.RELATION, parentOid)],
      partition ? 'a' : 'n'
    )
    setHasSubclass(ddl, parentOid)
    ddl.touch([parentOid])
  }
  ddl.touch([childOid])
}

/** @param {DdlContext} ddl @param {number} oid */
export function setHasSubclass(ddl, oid) {
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  if (!found.row[catalogShape('pg_class').at.relhassubclass]) ddl.update('pg_class', found, { relhassubclass: true })
}

/**
 * A child loses one parent, or (null) all of them.
 * @param {DdlContext} ddl
 * @param {number} childOid
 * @param {number | null} parentOid
 */
export function removeParent(ddl, childOid, parentOid) {
  const { at } = catalogShape('pg_inherits')
  for (const found of ddl.find('pg_inherits', 'pg_inherits_relid_seqno_index', [childOid])) {
    const parent = found.row[at.inhparent]
    if (parentOid !== null && parent !== parentOid) continue
    ddl.remove('pg_inherits', found)
    ddl.touch([parent])
  }
  if (parentOid !== null) removeLink(ddl, childOid, parentOid)
  ddl.touch([childOid])
}

/** @param {DdlContext} ddl @param {number} childOid @param {number} parentOid */
function removeLink(ddl, childOid, parentOid) {
  const { at } = catalogShape('pg_depend')
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [CLASS.RELATION, childOid, 0])) {
    const { row } = found
    if (
      row[at.refclassid] === CLASS.RELATION &&
      row[at.refobjid] === parentOid &&
      row[at.refobjsubid] === 0 &&
      row[at.deptype] !== char('i')
    )
      ddl.remove('pg_depend', found)
  }
}

/**
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {{ inheritCount?: number, isLocal?: boolean }} change
 */
export function setColumnInheritance(ddl, relationOid, attnum, { inheritCount, isLocal }) {
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]), {
    ...(inheritCount === undefined ? {} : { attinhcount: inheritCount }),
    ...(isLocal === undefined ? {} : { attislocal: isLocal }),
  })
  ddl.touch([relationOid])
}

/**
 * @param {DdlContext} ddl
 * @param {number} constraintOid
 * @param {number} relationOid
 * @param {{ inheritCount?: number, isLocal?: boolean, parentOid?: number, noInherit?: boolean }} change
 */
export function setConstraintInheritance(
  ddl, constraintOid, relationOid, { inheritCount, isLocal, parentOid, noInherit },
) {
  ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraintOid]), {
    ...(inheritCount === undefined ? {} : { coninhcount: inheritCount }),
    ...(isLocal === undefined ? {} : { conislocal: isLocal }),
    ...(parentOid === undefined ? {} : { conparentid: parentOid }),
    ...(noInherit === undefined ? {} : { connoinherit: noInherit }),
  })
  ddl.touch([relationOid])
}
