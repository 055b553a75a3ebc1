/**
 * FOREIGN KEY's catalog part: the constraint, the internal triggers that stand for it on both sides (psql, pg_dump and
 * DISABLE TRIGGER look at them), their dependencies. What the definition means was found out before
 * (src/engine/commands/constraints/foreign-keys.js).
 */
import { duplicateConstraint } from '../../../errors/ddl/catalog.js'
import { catalogShape } from '../../store/shapes.js'
import { int2Array, int2Vector, oidArray } from '../../store/vectors.js'
import { CONSTRAINT_DEFAULTS, relationOf } from './constraint-row.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { chooseConstraintName } from '../names.js'

/** @import { DdlContext } from '../context.js' */

/**
 * @typedef {object} ForeignKeyDefinition
 * @property {string} name
 * @property {number} referencedOid
 * @property {number[]} attnums
 * @property {number[]} referencedAttnums
 * @property {number} indexOid
 * @property {'s' | 'f'} match
 * @property {'a' | 'r' | 'c' | 'n' | 'd'} onUpdate
 * @property {'a' | 'r' | 'c' | 'n' | 'd'} onDelete
 * @property {number[]} deleteSetAttnums
 * @property {boolean} deferrable
 * @property {boolean} deferred
 * @property {boolean} validated
 * @property {number[]} pfeqop referenced = referring
 * @property {number[]} ppeqop referenced = referenced
 * @property {number[]} ffeqop referring = referring
 */

/**
 * Where partitions are concerned, one foreign key is several constraints: that of the two tables named; on the
 * referring table, one per partition of the referenced one (parts `referenced`, with the actions at its rows); and one
 * on each partition of the referring table (parts `referring`, with the checks of its rows).
 * @typedef {{ oid: number, side: 'referenced' | 'referring' }} PartOf
 */

/** pg_proc OIDs of the internal trigger functions. */
const CHECK_INSERT = 1644
const CHECK_UPDATE = 1645
/** @type {Record<string, [number, number]>} by action: on delete, on update */
const ACTIONS = { c: [1646, 1647], r: [1648, 1649], n: [1650, 1651], d: [1652, 1653], a: [1654, 1655] }
/** pg_trigger.tgtype: ROW, and the event. */
const ON_INSERT = 1 | 4
const ON_DELETE = 1 | 8
const ON_UPDATE = 1 | 16

/**
 * A free name for a foreign key.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {string[]} columns
 * @param {string[]} [taken]
 */
export function foreignKeyName(ddl, relationOid, columns, taken = []) {
  const relation = relationOf(ddl, relationOid)
  return chooseConstraintName(
    ddl, relation.name, columns.join('_'), 'fkey', relation.namespaceOid,
    new Set([...relation.constraints.map((constraint) => constraint.name), ...taken]),
  )
}

/**
 * The constraint and its actions at the referenced table; its checks come next, by addCheckTriggers.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {ForeignKeyDefinition} key
 * @param {PartOf | null} [part]
 * @returns {number} OID of the constraint
 * @throws {DbError} 42710
 */
export function addForeignKey(ddl, relationOid, key, part = null) {
  const relation = relationOf(ddl, relationOid)
  const referenced = relationOf(ddl, key.referencedOid)
  if (relation.constraints.some((constraint) => constraint.name === key.name))
    throw duplicateConstraint(key.name, relation.name)
  const oid = ddl.newOid()
  ddl.insert('pg_constraint', {
    ...CONSTRAINT_DEFAULTS,
    oid,
    conname: key.name,
    connamespace: relation.namespaceOid,
    contype: char('f'),
    condeferrable: key.deferrable,
    condeferred: key.deferred,
    convalidated: key.validated,
    conrelid: relationOid,
    conindid: key.indexOid,
    confrelid: key.referencedOid,
    confupdtype: char(key.onUpdate),
    confdeltype: char(key.onDelete),
    confmatchtype: char(key.match),
    connoinherit: part === null && relation.kind !== 'p',
    conparentid: part?.oid ?? 0,
    conislocal: part === null,
    coninhcount: part === null ? 0 : 1,
    conkey: int2Array(key.attnums),
    confkey: int2Array(key.referencedAttnums),
    conpfeqop: oidArray(key.pfeqop),
    conppeqop: oidArray(key.ppeqop),
    conffeqop: oidArray(key.ffeqop),
    confdelsetcols: key.deleteSetAttnums.length === 0 ? null : int2Array(key.deleteSetAttnums),
  })
  const self = address(CLASS.CONSTRAINT, oid)
  recordDependencies(
    ddl,
    self,
    key.attnums.map((attnum) => address(CLASS.RELATION, relationOid, attnum)),
    'a'
  )
  recordDependencies(
    ddl,
    self,
    [
      ...key.referencedAttnums.map((attnum) => address(CLASS.RELATION, key.referencedOid, attnum)),
      address(CLASS.RELATION, key.indexOid),
      ...new Set([...key.pfeqop, ...key.ppeqop, ...key.ffeqop]),
    ].map((target) => (typeof target === 'number' ? address(CLASS.OPERATOR, target) : target)),
    'n'
  )
  if (part !== null) recordPart(ddl, oid, relationOid, part)
  if (part?.side !== 'referring') addActionTriggers(ddl, oid, relationOid, key, part?.oid ?? 0)
  ddl.touchRelation(relation)
  ddl.touchRelation(referenced)
  ddl.touch([oid])
  return oid
}

/**
 * A part goes with its whole, and (on a partition) with its table.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {number} relationOid
 * @param {PartOf} part
 */
export function recordPart(ddl, oid, relationOid, part) {
  const self = address(CLASS.CONSTRAINT, oid)
  const whole = [address(CLASS.CONSTRAINT, part.oid)]
  if (part.side === 'referenced') recordDependencies(ddl, self, whole, 'i')
  else {
    recordDependencies(ddl, self, whole, 'P')
    recordDependencies(ddl, self, [address(CLASS.RELATION, relationOid)], 'S')
  }
}

/**
 * @param {DdlContext} ddl
 * @param {number} oid of the constraint
 * @param {number} relationOid that refers
 * @param {ForeignKeyDefinition} key
 * @param {number} wholeOid constraint it is part of, or 0
 */
export function addActionTriggers(ddl, oid, relationOid, key, wholeOid) {
  const [onDelete] = ACTIONS[key.onDelete]
  const [, onUpdate] = ACTIONS[key.onUpdate]
  const common = {
    constraint: oid,
    indexOid: key.indexOid,
    relationOid: key.referencedOid,
    otherOid: relationOid,
    prefix: 'RI_ConstraintTrigger_a',
    wholeOid,
  }
  const later = { deferrable: key.deferrable, deferred: key.deferred }
  const now = { deferrable: false, deferred: false }
  addConstraintTrigger(ddl, { ...common, function: onDelete, type: ON_DELETE, ...(key.onDelete === 'a' ? later : now) })
  addConstraintTrigger(ddl, { ...common, function: onUpdate, type: ON_UPDATE, ...(key.onUpdate === 'a' ? later : now) })
  ddl.touch([key.referencedOid])
}

/**
 * Behind addForeignKey, which has touched the relation's indexes.
 * @param {DdlContext} ddl
 * @param {number} oid of the constraint
 * @param {number} relationOid that refers
 * @param {ForeignKeyDefinition} key
 * @param {number} [wholeOid] constraint it is part of
 */
export function addCheckTriggers(ddl, oid, relationOid, key, wholeOid = 0) {
  const common = {
    constraint: oid, indexOid: key.indexOid, relationOid, otherOid: key.referencedOid, prefix: 'RI_ConstraintTrigger_c',
    wholeOid, deferrable: key.deferrable, deferred: key.deferred,
  }
  addConstraintTrigger(ddl, { ...common, function: CHECK_INSERT, type: ON_INSERT })
  addConstraintTrigger(ddl, { ...common, function: CHECK_UPDATE, type: ON_UPDATE })
  ddl.touch([relationOid])
}

/**
 * An internal trigger of a constraint.
 * @param {DdlContext} ddl
 * @param {{ constraint: number, relationOid: number, otherOid: number, indexOid: number, prefix: string,
 *   function: number, type: number, deferrable: boolean, deferred: boolean, wholeOid?: number }} trigger wholeOid: the
 *   constraint this one is part of, whose trigger is above this
 */
export function addConstraintTrigger(ddl, trigger) {
  const oid = ddl.newOid()
  ddl.insert('pg_trigger', {
    oid,
    tgrelid: trigger.relationOid,
    tgparentid: trigger.wholeOid ? triggerOf(ddl, trigger.wholeOid, trigger.function) : 0,
    tgname: `${trigger.prefix}_${oid}`,
    tgfoid: trigger.function,
    tgtype: trigger.type,
    tgenabled: char('O'),
    tgisinternal: true,
    tgconstrrelid: trigger.otherOid,
    tgconstrindid: trigger.indexOid,
    tgconstraint: trigger.constraint,
    tgdeferrable: trigger.deferrable,
    tginitdeferred: trigger.deferred,
    tgnargs: 0,
    tgattr: int2Vector([]),
    tgargs: new Uint8Array(0),
  })
  recordDependencies(ddl, address(CLASS.TRIGGER, oid), [address(CLASS.CONSTRAINT, trigger.constraint)], 'i')
  const found = ddl.one('pg_class', 'pg_class_oid_index', [trigger.relationOid])
  if (!found.row[catalogShape('pg_class').at.relhastriggers]) ddl.update('pg_class', found, { relhastriggers: true })
}

/** @param {DdlContext} ddl @param {number} constraintOid @param {number} functionOid @returns {number} 0: none */
function triggerOf(ddl, constraintOid, functionOid) {
  const { at } = catalogShape('pg_trigger')
  return (
    ddl
      .find('pg_trigger', 'pg_trigger_tgconstraint_index', [constraintOid])
      .find(({ row }) => row[at.tgfoid] === functionOid)?.row[at.oid] ?? 0
  )
}

/** DROP of a trigger. @param {DdlContext} ddl @param {number} oid */
export function removeTrigger(ddl, oid) {
  const { at } = catalogShape('pg_trigger')
  const found = ddl.one('pg_trigger', 'pg_trigger_oid_index', [oid])
  const relationOid = found.row[at.tgrelid]
  ddl.remove('pg_trigger', found)
  ddl.touchRelationOnce(relationOid)
}

/** VALIDATE CONSTRAINT. @param {DdlContext} ddl @param {number} relationOid @param {number} constraintOid */
export function setValidated(ddl, relationOid, constraintOid) {
  ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraintOid]), {
    convalidated: true,
  })
  ddl.touchRelation(relationOf(ddl, relationOid))
  ddl.touch([constraintOid])
}

/**
 * ALTER CONSTRAINT … [NOT] DEFERRABLE: the constraint, and those of its triggers that may wait.
 * @param {DdlContext} ddl
 * @param {number} constraintOid
 * @param {boolean} deferrable
 * @param {boolean} deferred
 */
export function setDeferrable(ddl, constraintOid, deferrable, deferred) {
  const { at } = catalogShape('pg_constraint')
  const found = ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraintOid])
  ddl.update('pg_constraint', found, { condeferrable: deferrable, condeferred: deferred })
  const { at: triggerAt } = catalogShape('pg_trigger')
  const fixed = new Set([...ACTIONS.c, ...ACTIONS.r, ...ACTIONS.n, ...ACTIONS.d])
  for (const trigger of ddl.find('pg_trigger', 'pg_trigger_tgconstraint_index', [constraintOid])) {
    if (!fixed.has(trigger.row[triggerAt.tgfoid]))
      ddl.update('pg_trigger', trigger, { tgdeferrable: deferrable, tginitdeferred: deferred })
  }
  for (const oid of new Set([found.row[at.conrelid], found.row[at.confrelid]])) {
    const relation = ddl.view.relation(oid)
    if (relation !== undefined) ddl.touchRelation(relation)
  }
  ddl.touch([constraintOid])
}

