/**
 * What a trigger's function is given, and what it gives back.
 *
 * Rows come and go as arrays of values in the table's order of columns, dropped ones null.
 */
import { nonCompositeResult } from '../../errors/plpgsql-run.js'
import { PgArray } from '../../types/array.js'
import { PgRecord } from '../../types/record.js'
import { shapeOf, shapeOfValue } from './records.js'
import { StoredRow, SYSTEM_TYPES, UNSTORED } from './stored-row.js'

/** @import { Tid } from '../../util/identifiers.js' */

/** @typedef {import('../host.js').Value} Value */

/**
 * @typedef {object} TriggerCall
 * @property {'row' | 'statement' | 'event'} level
 * @property {'BEFORE' | 'AFTER' | 'INSTEAD OF'} timing
 * @property {'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE' | string} event of an event trigger: ddl_command_start …
 * @property {string} name of the trigger
 * @property {Value} relation RelationDesc; null: of an event trigger
 * @property {string} schema of the relation
 * @property {string[]} args
 * @property {Value[] | null} old
 * @property {Value[] | null} new
 * @property {Tid} oldTid where the old row is; -1: nowhere
 * @property {Tid} newTid where the new row is, once it is
 * @property {number} pointer the transaction's newest undo record when the row was changed; Infinity: it is not yet
 * @property {string} [tag] of an event trigger's command
 * @property {import('./transition.js').Transition | null} [transition] tables of the rows that a statement changed
 */

const TEXT = 25
const NAME = 19
const RECORD = 2249

/** @type {[string, number][]} in the order of `triggerValues` */
export const TRIGGER_VARIABLES =
  [['new', RECORD], ['old', RECORD], ['tg_name', NAME], ['tg_when', TEXT], ['tg_level', TEXT], ['tg_op', TEXT],
    ['tg_relid', 26], ['tg_relname', NAME],
  ['tg_table_name', NAME], ['tg_table_schema', NAME], ['tg_nargs', 23], ['tg_argv', 1009]]

/** @type {[string, number][]} */
export const EVENT_VARIABLES = [['tg_event', TEXT], ['tg_tag', TEXT]]

/**
 * A table's row, one object as long as the table is as it is: what was bound over it stays good.
 * @type {WeakMap<object, import('./records.js').Shape>}
 */
const SHAPES = new WeakMap()

/** @param {import('../host.js').ProcedureHost} host @param {Value} relation @returns {import('./records.js').Shape} */
export function rowShape(host, relation) {
  let shape = SHAPES.get(relation)
  if (shape === undefined) {
    shape = { ...shapeOf(host.catalog(), relation.typeOid), system: SYSTEM_TYPES }
    SHAPES.set(relation, shape)
  }
  return shape
}

/**
 * NEW or OLD. Where there is no such row the variable is NULL, of the table's row type: COALESCE(NEW, OLD).
 * @param {import('./records.js').Shape} shape @param {Value[] | null} values
 * @param {UNSTORED | StoredRow} system
 */
const rowOf = (shape, values, system) => ({ shape, values, system: values === null ? null : system })

/**
 * @param {import('../host.js').ProcedureHost} host @param {TriggerCall} call @param {Tid} tid
 * @param {boolean} isOld
 */
const systemOf = (host, call, tid, isOld) =>
  tid < 0 ? UNSTORED : new StoredRow(host, call.relation, tid, call.pointer, isOld)

/**
 * The same arguments for another row.
 * @param {import('../host.js').ProcedureHost} host @param {Value[]} values of `triggerValues`
 * @param {TriggerCall} call
 */
export function nextRow(host, values, call) {
  const { shape } = values[0]
  values[0] = rowOf(shape, call.new, systemOf(host, call, call.newTid, false))
  values[1] = rowOf(shape, call.old, systemOf(host, call, call.oldTid, true))
}

/** @param {import('../host.js').ProcedureHost} host @param {TriggerCall} call @returns {Value[]} */
export function triggerValues(host, call) {
  if (call.level === 'event') return [call.event, call.tag ?? '']
  const { relation, args } = call
  const shape = rowShape(host, relation)
  const list = args.length === 0 ? null : new PgArray(TEXT, [args.length], [0], args)
  return [rowOf(shape, call.new, systemOf(host, call, call.newTid, false)),
    rowOf(shape, call.old, systemOf(host, call, call.oldTid, true)),
    call.name, call.timing,
    call.level === 'row' ? 'ROW' : 'STATEMENT', call.event,
    relation.oid, relation.name, relation.name, call.schema, args.length, list]
}

/**
 * @param {import('./result-run.js').ResultRun} run @param {TriggerCall} call @param {Value} value that RETURN gave
 * @returns {Value[] | null}
 */
export function triggerResult(run, call, value) {
  if (call.level !== 'row' || value === null) return null
  if (!(value instanceof PgRecord)) {
    throw nonCompositeResult()
  }
  const catalog = run.catalog()
  const wanted = shapeOf(catalog, call.relation.typeOid)
  if (shapeOfValue(catalog, value).type === wanted.type) return value.values
  return run.conformed(value, wanted,
    'returned row structure does not match the structure of the triggering table').values
}
