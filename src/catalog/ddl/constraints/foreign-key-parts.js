/**
 * Foreign keys of partitioned tables: parts that are looked up, join a whole, leave it, or go. Who makes them is
 * src/engine/commands/constraints/foreign-key-trees.js.
 */
import { foreignKeyDesc } from '../../foreign-key.js'
import { catalogShape } from '../../store/shapes.js'
import { items } from '../../descriptors.js'
import { CLASS, char } from '../context.js'
import { address, removeDependenciesOf } from '../dependencies.js'
import { dropConstraint } from '../drop.js'
import { addActionTriggers, recordPart, removeTrigger } from './foreign-keys.js'
import { setConstraintInheritance } from '../tables/inherit.js'

/** @import { DdlContext } from '../context.js' */
/** @import { ForeignKeyDefinition } from './foreign-keys.js' */

/** RI_FKey_check_ins, RI_FKey_check_upd */
const CHECKS = new Set([1644, 1645])

/**
 * A constraint's definition, for another like it.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @returns {ForeignKeyDefinition}
 */
export function foreignKeyDefinition(ddl, oid) {
  const { at } = catalogShape('pg_constraint')
  const { row } = ddl.one('pg_constraint', 'pg_constraint_oid_index', [oid])
  return {
    ...foreignKeyDesc(row),
    validated: row[at.convalidated],
    pfeqop: items(row[at.conpfeqop]),
    ppeqop: items(row[at.conppeqop]),
    ffeqop: items(row[at.conffeqop]),
  }
}

/**
 * Foreign keys that are parts of one.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {'referenced' | 'referring'} [side] null: both
 * @returns {{ oid: number, relationOid: number, referencedOid: number }[]} by OID
 */
export function partsOf(ddl, oid, side) {
  const { at } = catalogShape('pg_constraint')
  const relationOid = ddl.one('pg_constraint', 'pg_constraint_oid_index', [oid]).row[at.conrelid]
  const tables = [
    ...(side === 'referring' ? [] : [relationOid]),
    ...(side === 'referenced' ? [] : (ddl.view.relation(relationOid)?.children ?? [])),
  ]
  return tables
    .flatMap((table) => ddl.find('pg_constraint', 'pg_constraint_conrelid_contypid_conname_index', [table]))
    .filter(({ row }) => row[at.conparentid] === oid)
    .map(({ row }) => ({ oid: row[at.oid], relationOid: row[at.conrelid], referencedOid: row[at.confrelid] }))
    .sort((a, b) => a.oid - b.oid)
}

/**
 * A foreign key that a new partition has already becomes its part of the whole's.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {number} relationOid
 * @param {number} wholeOid
 */
export function joinWhole(ddl, oid, relationOid, wholeOid) {
  for (const part of partsOf(ddl, oid, 'referenced')) dropPart(ddl, part.oid)
  const { at } = catalogShape('pg_trigger')
  for (const found of ddl.find('pg_trigger', 'pg_trigger_tgconstraint_index', [oid])) {
    const { row } = found
    if (CHECKS.has(row[at.tgfoid]))
      ddl.update('pg_trigger', found, { tgparentid: checkTrigger(ddl, wholeOid, row[at.tgfoid]) })
    else {
      removeTrigger(ddl, row[at.oid])
      removeDependenciesOf(ddl, address(CLASS.TRIGGER, row[at.oid]))
    }
  }
  setConstraintInheritance(ddl, oid, relationOid, { inheritCount: 1, isLocal: false, parentOid: wholeOid })
  recordPart(ddl, oid, relationOid, { oid: wholeOid, side: 'referring' })
  ddl.touch([oid])
}

/** @param {DdlContext} ddl @param {number} constraintOid @param {number} functionOid */
const checkTrigger = (ddl, constraintOid, functionOid) => {
  const { at } = catalogShape('pg_trigger')
  return (
    ddl
      .find('pg_trigger', 'pg_trigger_tgconstraint_index', [constraintOid])
      .find(({ row }) => row[at.tgfoid] === functionOid)?.row[at.oid] ?? 0
  )
}

/**
 * A partition that leaves keeps its part as a foreign key of its own, which then acts by itself.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {number} relationOid
 */
export function leaveWhole(ddl, oid, relationOid) {
  unlink(ddl, oid)
  setConstraintInheritance(ddl, oid, relationOid, { inheritCount: 0, isLocal: true, parentOid: 0 })
  const { at } = catalogShape('pg_trigger')
  for (const found of ddl.find('pg_trigger', 'pg_trigger_tgconstraint_index', [oid]))
    if (found.row[at.tgparentid] !== 0) ddl.update('pg_trigger', found, { tgparentid: 0 })
  addActionTriggers(ddl, oid, relationOid, foreignKeyDefinition(ddl, oid), 0)
  ddl.touch([oid])
}

/** A part goes while its whole stays. @param {DdlContext} ddl @param {number} oid */
export function dropPart(ddl, oid) {
  unlink(ddl, oid)
  dropConstraint(ddl, oid, { cascade: true, quiet: true })
}

/** What ties a part to its whole. @param {DdlContext} ddl @param {number} oid */
function unlink(ddl, oid) {
  const { at } = catalogShape('pg_depend')
  for (const found of ddl.find('pg_depend', 'pg_depend_depender_index', [CLASS.CONSTRAINT, oid])) {
    if ([char('P'), char('S'), char('i')].includes(found.row[at.deptype])) ddl.remove('pg_depend', found)
  }
}
