/**
 * Triggers of a relation as everything above sees them: what stands at its row-change door (src/executor/README.md),
 * read from pg_trigger with the rest of the relation's descriptor.
 */
import { catalogShape } from './store/shapes.js'
import { items } from './descriptors.js'

/** @import { Tid } from '../util/identifiers.js' */
/** @import { CatalogRow } from './descriptors.js' */
/** @import { Expr } from './expr.js' */

/** @typedef {'insert' | 'update' | 'delete' | 'truncate'} TriggerOperation */
/** @typedef {'before' | 'after' | 'instead'} TriggerTiming */

/** What fires where rows come from (session_replication_role): for its origin, never, for replicas, always.
 * @typedef {'O' | 'D' | 'R' | 'A'} FiresIn */

/**
 * @typedef {object} TriggerDesc
 * @property {number} oid 0: of the engine's own
 * @property {string} name
 * @property {number} relationOid
 * @property {number} functionOid
 * @property {TriggerTiming} timing
 * @property {'row' | 'statement'} level
 * @property {TriggerOperation[]} operations
 * @property {number[]} attnums of UPDATE OF; empty: any
 * @property {Expr | null} when over OLD (rt 1) and NEW (rt 2)
 * @property {string[]} args
 * @property {FiresIn} enabled
 * @property {number} constraintOid of a constraint trigger, else 0
 * @property {number} referencedOid FROM of a constraint trigger, else 0
 * @property {boolean} deferrable
 * @property {boolean} deferred initially
 * @property {string | null} oldTable name of the transition table
 * @property {string | null} newTable
 * @property {number} parentOid of a partition's clone: the partitioned table's trigger, else 0
 * @property {((data: TriggerData) => any[] | null | undefined) | null} listener code of the engine's own in place of a
 *   function
 */

/**
 * What a trigger's function is told. Rows are arrays in attnum order, dropped columns null; a new row's generated
 * columns are null before it is written.
 * @typedef {object} TriggerData
 * @property {TriggerDesc} trigger name, args, timing, level …
 * @property {import('./relation.js').RelationDesc} relation of the table whose row or statement it is
 * @property {TriggerOperation} operation
 * @property {any[] | null} old row, of an update or a delete
 * @property {any[] | null} new row, of an insert or an update
 * @property {Tid} oldTid where the old row is; -1: nowhere
 * @property {Tid} newTid where the new row is, once it is
 * @property {number} pointer the transaction's newest undo record when the row was changed; Infinity: it is not yet
 * @property {{ rows: (side: 'old' | 'new') => Iterable<any[]> } | null} rows what its transition tables hold; null: it
 *   has none
 */

/** Bits of tgtype. */
export const TRIGGER_TYPE = Object.freeze({
  ROW: 1,
  BEFORE: 2,
  INSERT: 4,
  DELETE: 8,
  UPDATE: 16,
  TRUNCATE: 32,
  INSTEAD: 64,
})

/** OLD and NEW in a trigger's WHEN. */
export const OLD_RT = 1
export const NEW_RT = 2

/** @param {number} type tgtype @returns {TriggerOperation[]} */
export function operationsOf(type) {
  /** @type {TriggerOperation[]} */
  const operations = []
  if (type & TRIGGER_TYPE.INSERT) operations.push('insert')
  if (type & TRIGGER_TYPE.DELETE) operations.push('delete')
  if (type & TRIGGER_TYPE.UPDATE) operations.push('update')
  if (type & TRIGGER_TYPE.TRUNCATE) operations.push('truncate')
  return operations
}

/** @param {number} type tgtype @returns {TriggerTiming} */
export const timingOf = (type) =>
  type & TRIGGER_TYPE.BEFORE ? 'before' : type & TRIGGER_TYPE.INSTEAD ? 'instead' : 'after'

/** Arguments as pg_trigger has them: each ended by a zero byte. @param {Uint8Array} bytes @returns {string[]} */
export function argumentsOf(bytes) {
  return bytes.length === 0 ? [] : new TextDecoder().decode(bytes.subarray(0, bytes.length - 1)).split('\0')
}

/** @param {CatalogRow} row of pg_trigger @param {(text: string) => Expr} readExpr @returns {TriggerDesc} */
export function triggerDesc(row, readExpr) {
  const { at } = catalogShape('pg_trigger')
  const type = row[at.tgtype]
  return {
    oid: row[at.oid],
    name: row[at.tgname],
    relationOid: row[at.tgrelid],
    functionOid: row[at.tgfoid],
    timing: timingOf(type),
    level: type & TRIGGER_TYPE.ROW ? 'row' : 'statement',
    operations: operationsOf(type),
    attnums: items(row[at.tgattr]),
    when: row[at.tgqual] === null ? null : readExpr(row[at.tgqual]),
    args: argumentsOf(row[at.tgargs]),
    enabled: /** @type {TriggerDesc['enabled']} */ (String.fromCharCode(row[at.tgenabled])),
    constraintOid: row[at.tgconstraint],
    referencedOid: row[at.tgconstrrelid],
    deferrable: row[at.tgdeferrable],
    deferred: row[at.tginitdeferred],
    oldTable: row[at.tgoldtable],
    newTable: row[at.tgnewtable],
    parentOid: row[at.tgparentid],
    listener: null,
  }
}

/** @type {TriggerDesc[]} */
export const NO_TRIGGERS = []

/** In the order they fire. @param {TriggerDesc[]} triggers @returns {TriggerDesc[]} */
export const byName = (triggers) =>
  triggers.length < 2 ? triggers : triggers.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))

/**
 * What may fire.
 * @param {{ triggers: TriggerDesc[] }} relation
 * @param {'row' | 'statement'} level
 * @param {TriggerTiming} timing
 * @param {TriggerOperation} operation
 * @param {number[] | null} [changed] assigned columns of an update @returns {TriggerDesc[]}
 */
export function triggersFor({ triggers }, level, timing, operation, changed = null) {
  if (triggers.length === 0) return NO_TRIGGERS
  return triggers.filter(
    (trigger) =>
      trigger.level === level &&
      trigger.timing === timing &&
      trigger.enabled !== 'D' &&
      trigger.operations.includes(operation) &&
      (operation !== 'update' ||
        changed === null ||
        trigger.attnums.length === 0 ||
        trigger.attnums.some((attnum) => changed.includes(attnum))),
  )
}

/**
 * Whether a view's writes go to its triggers, those that are switched off included.
 * @param {{ triggers: TriggerDesc[] }} relation
 * @param {string} operation
 */
export const hasInsteadTrigger = ({ triggers }, operation) =>
  triggers.some(({ timing, operations }) =>
    timing === 'instead' && operations.includes(/** @type {TriggerOperation} */ (operation)))

/** @param {FiresIn} mode @param {boolean} isReplica @returns {boolean} */
export const firesIn = (mode, isReplica) => mode === 'A' || mode === (isReplica ? 'R' : 'O')
