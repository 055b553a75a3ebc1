/**
 * Triggers in the catalog: their rows in pg_trigger (and pg_constraint, of constraint triggers), what they depend on,
 * and the clones of a partitioned table's row triggers that its partitions have.
 */
import { exprFromText, exprTextSteps, mapExpr } from '../../expr-text.js'
import { TRIGGER_TYPE } from '../../triggers.js'
import { catalogShape } from '../../store/shapes.js'
import { int2Vector } from '../../store/vectors.js'
import { items } from '../../descriptors.js'
import { columnMap } from '../../inheritance.js'

import { duplicateTrigger } from '../../../errors/triggers.js'
import { atOnce } from '../../../util/effort.js'
import { CONSTRAINT_DEFAULTS } from '../constraints/constraint-row.js'
import { CLASS, char } from '../context.js'
import { address, expressionDependencySteps, recordDependencies, removeDependenciesOf } from '../dependencies.js'

/** @import { DdlContext } from '../context.js' */
/** @import { RelationDesc } from '../../relation.js' */
/** @import { Expr } from '../../expr.js' */
/** @typedef {import('../../store/contract.js').Found} FoundRow */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */

/**
 * @typedef {object} TriggerDefinition
 * @property {string} name
 * @property {number} functionOid
 * @property {number} type tgtype
 * @property {number[]} attnums
 * @property {Expr | null} when
 * @property {string[]} args
 * @property {boolean} isConstraint
 * @property {boolean} deferrable
 * @property {boolean} deferred
 * @property {number} referencedOid FROM of a constraint trigger, else 0
 * @property {string | null} oldTable
 * @property {string | null} newTable
 * @property {number} enabled tgenabled
 * @property {number} parentOid the partitioned table's trigger, else 0
 */

/**
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {string} name
 * @returns {FoundRow | undefined}
 */
export const findTrigger = (ddl, relationOid, name) =>
  ddl.find('pg_trigger', 'pg_trigger_tgrelid_tgname_index', [relationOid, name])[0]

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {TriggerDefinition} trigger
 * @param {FoundRow | undefined} replaced that has its name
 * @returns {Steps<number>} OID
 */
export function* storeTrigger(ddl, relation, trigger, replaced) {
  const { at } = catalogShape('pg_trigger')
  const oid = replaced === undefined ? ddl.newOid() : replaced.row[at.oid]
  const self = address(CLASS.TRIGGER, oid)
  const constraintOid = trigger.isConstraint
    ? storeConstraint(ddl, relation, trigger, replaced?.row[at.tgconstraint] ?? 0)
    : 0
  const row = {
    tgrelid: relation.oid,
    tgparentid: trigger.parentOid,
    tgname: trigger.name,
    tgfoid: trigger.functionOid,
    tgtype: trigger.type,
    tgenabled: trigger.enabled,
    tgisinternal: false,
    tgconstrrelid: trigger.referencedOid,
    tgconstrindid: 0,
    tgconstraint: constraintOid,
    tgdeferrable: trigger.deferrable,
    tginitdeferred: trigger.deferred,
    tgnargs: trigger.args.length,
    tgattr: int2Vector(trigger.attnums),
    tgargs: argumentBytes(trigger.args),
    tgqual: trigger.when === null ? null : yield* exprTextSteps(trigger.when),
    tgoldtable: trigger.oldTable,
    tgnewtable: trigger.newTable,
  }
  if (replaced === undefined) ddl.insert('pg_trigger', { oid, ...row })
  else {
    ddl.update('pg_trigger', replaced, row)
    removeDependenciesOf(ddl, self)
  }
  recordDependencies(ddl, self, [address(CLASS.PROC, trigger.functionOid)], 'n')
  if (trigger.parentOid !== 0) {
    recordDependencies(ddl, self, [address(CLASS.TRIGGER, trigger.parentOid)], 'P')
    recordDependencies(ddl, self, [address(CLASS.RELATION, relation.oid)], 'S')
  } else recordDependencies(ddl, self, [address(CLASS.RELATION, relation.oid)], 'a')
  if (trigger.referencedOid !== 0) recordDependencies(ddl, self, [address(CLASS.RELATION, trigger.referencedOid)], 'a')
  if (constraintOid !== 0) recordDependencies(ddl, address(CLASS.CONSTRAINT, constraintOid), [self], 'i')
  recordDependencies(
    ddl,
    self,
    trigger.attnums.map((attnum) => address(CLASS.RELATION, relation.oid, attnum)),
    'n',
  )
  if (trigger.when !== null) {
    const { columns, others } = yield* expressionDependencySteps(trigger.when, relation.oid, ddl.view)
    recordDependencies(ddl, self, [...columns.filter(({ subId }) => subId !== 0), ...others], 'n')
  }
  const found = ddl.one('pg_class', 'pg_class_oid_index', [relation.oid])
  if (!found.row[catalogShape('pg_class').at.relhastriggers]) ddl.update('pg_class', found, { relhastriggers: true })
  ddl.touch([relation.oid])
  return oid
}

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {TriggerDefinition} trigger
 * @param {number} known its constraint, 0: none yet
 * @returns {number} OID
 */
function storeConstraint(ddl, relation, trigger, known) {
  if (known !== 0) {
    const found = ddl.one('pg_constraint', 'pg_constraint_oid_index', [known])
    ddl.update('pg_constraint', found, { condeferrable: trigger.deferrable, condeferred: trigger.deferred })
    return known
  }
  const oid = ddl.newOid()
  ddl.insert('pg_constraint', {
    ...CONSTRAINT_DEFAULTS,
    oid,
    conname: trigger.name,
    connamespace: relation.namespaceOid,
    contype: char('t'),
    conrelid: relation.oid,
    condeferrable: trigger.deferrable,
    condeferred: trigger.deferred,
    connoinherit: true,
  })
  return oid
}

/** Arguments as pg_trigger keeps them. @param {string[]} args @returns {Uint8Array} */
const argumentBytes = (args) => new TextEncoder().encode(args.map((arg) => `${arg}\0`).join(''))

/**
 * @param {DdlContext} ddl
 * @param {FoundRow} found of pg_trigger
 * @param {Record<string, any>} changes
 */
export function changeTrigger(ddl, found, changes) {
  ddl.update('pg_trigger', found, changes)
  ddl.touch([found.row[catalogShape('pg_trigger').at.tgrelid]])
}

/**
 * The clones of a trigger, and theirs.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @returns {FoundRow[]}
 */
export function clonesOf(ddl, oid) {
  const { at } = catalogShape('pg_trigger')
  const own = ddl.view.rowsWith('pg_trigger', 'tgparentid', oid)
  return own.flatMap((/** @type {FoundRow['row']} */ row) => [
    ddl.one('pg_trigger', 'pg_trigger_oid_index', [row[at.oid]]),
    ...clonesOf(ddl, row[at.oid]),
  ])
}

/**
 * A partition's clones of its table's row triggers, and those of its own partitions.
 * @param {DdlContext} ddl
 * @param {RelationDesc} parent
 * @param {RelationDesc} partition
 * @param {number} [only] one of the parent's triggers; 0: all of them
 * @throws {DbError} 42710 it has a trigger of that name
 */
export function cloneTriggers(ddl, parent, partition, only = 0) {
  const { at } = catalogShape('pg_trigger')
  for (const { row } of ddl.find('pg_trigger', 'pg_trigger_tgrelid_tgname_index', [parent.oid])) {
    if (row[at.tgisinternal] || (row[at.tgtype] & TRIGGER_TYPE.ROW) === 0 || (only !== 0 && row[at.oid] !== only))
      continue
    const name = row[at.tgname]
    const known = findTrigger(ddl, partition.oid, name)
    if (known !== undefined && known.row[at.tgparentid] !== row[at.oid]) throw duplicateTrigger(name, partition.name)
    const map = columnMap(parent, partition)
    const attnum = (/** @type {number} */ own) => (map === null || own <= 0 ? own : map[own - 1])
    const when =
      row[at.tgqual] === null
        ? null
        : mapExpr(exprFromText(row[at.tgqual]), (node) => overPartition(parent, partition, map, node))
    const clone = atOnce(storeTrigger(
      ddl,
      partition,
      {
        name,
        functionOid: row[at.tgfoid],
        type: row[at.tgtype],
        attnums: items(row[at.tgattr]).map(attnum),
        when,
        args: argumentTexts(row[at.tgargs]),
        isConstraint: row[at.tgconstraint] !== 0,
        deferrable: row[at.tgdeferrable],
        deferred: row[at.tginitdeferred],
        referencedOid: row[at.tgconstrrelid],
        oldTable: row[at.tgoldtable],
        newTable: row[at.tgnewtable],
        enabled: row[at.tgenabled],
        parentOid: row[at.oid],
      },
      known,
    ))
    // Its own triggers' clones stay what ALTER TABLE has made of them.
    for (const oid of partition.kind === 'p' ? partition.children : []) {
      const below = ddl.view.relation(oid)
      if (below !== undefined) cloneTriggers(ddl, partition, below, clone)
    }
  }
}

/**
 * A column of the parent's WHEN, of the partition's row. The whole row is converted, once however deep it lies.
 * @param {RelationDesc} parent
 * @param {RelationDesc} partition
 * @param {number[] | null} map the partition's columns by the parent's; null: they are in the same places
 * @param {Expr} node
 * @returns {Expr | undefined}
 */
function overPartition(parent, partition, map, node) {
  const attnum = (/** @type {number} */ own) => (map === null || own <= 0 ? own : map[own - 1])
  if (node.kind === 'rowconvert' && node.arg.kind === 'column' && node.arg.attnum === 0)
    return { ...node, arg: { ...node.arg, type: partition.typeOid }, map: node.map.map(attnum) }
  if (node.kind !== 'column') return undefined
  if (node.attnum !== 0) return { ...node, attnum: attnum(node.attnum) }
  const places = parent.columns.map((column) => (column.dropped ? 0 : attnum(column.attnum)))
  const arg = { ...node, type: partition.typeOid }
  return {
    kind: 'rowconvert', arg, map: places, type: node.type, typmod: -1, collation: 0, display: 'cast', location: -1,
  }
}

/** @param {Uint8Array} bytes @returns {string[]} */
const argumentTexts = (bytes) => (bytes.length === 0 ? [] : new TextDecoder().decode(bytes.subarray(0, -1)).split('\0'))

/** A partition comes, or is made. @param {DdlContext} ddl @param {number} parentOid @param {number} partitionOid */
export function givePartitionTriggers(ddl, parentOid, partitionOid) {
  const parent = ddl.view.relation(parentOid)
  const partition = ddl.view.relation(partitionOid)
  if (parent !== undefined && partition !== undefined && parent.triggers.length > 0)
    cloneTriggers(ddl, parent, partition)
}

/**
 * A partition leaves its table: the clones go, and those of its own partitions.
 * @param {DdlContext} ddl
 * @param {number} partitionOid
 */
export function dropClones(ddl, partitionOid) {
  const { at } = catalogShape('pg_trigger')
  for (const found of ddl.find('pg_trigger', 'pg_trigger_tgrelid_tgname_index', [partitionOid])) {
    if (found.row[at.tgisinternal] || found.row[at.tgparentid] === 0) continue
    for (const one of [...clonesOf(ddl, found.row[at.oid]), found]) {
      removeDependenciesOf(ddl, address(CLASS.TRIGGER, one.row[at.oid]))
      ddl.remove('pg_trigger', one)
      ddl.touch([one.row[at.tgrelid]])
    }
  }
}
