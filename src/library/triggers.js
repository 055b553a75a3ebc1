/**
 * Triggers whose function is the program's: what its body is told, and what it gives back.
 */
import { unknownTriggerColumn, badTriggerAnswer } from '../errors/library.js'
import { inputValue, outputConverter } from './values.js'

/** @import { ProcedureHost } from '../procedures/host.js' */
/** @import { TriggerCall } from '../procedures/plpgsql/trigger.js' */
/** @import { ValueOptions } from './values.js' */

/**
 * What the body of a function that returns `trigger` is told.
 * @typedef {object} TriggerEvent
 * @property {string} name of the trigger
 * @property {'BEFORE' | 'AFTER' | 'INSTEAD OF'} when
 * @property {'ROW' | 'STATEMENT'} level
 * @property {'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE'} operation
 * @property {string} table
 * @property {string} schema
 * @property {string[]} args of CREATE TRIGGER
 * @property {Record<string, unknown> | null} old the row before an UPDATE or DELETE
 * @property {Record<string, unknown> | null} new the row to be written by an INSERT or UPDATE; a BEFORE or INSTEAD OF
 *   trigger may change it
 * @property {Record<string, unknown>[]} oldRows of the OLD TABLE that CREATE TRIGGER names
 * @property {Record<string, unknown>[]} newRows of its NEW TABLE
 */
/**
 * What the body of a function that returns `event_trigger` is told.
 * @typedef {{ event: string, tag: string }} DdlEvent
 */
/** @typedef {((value: unknown) => unknown) | null} Converter */
/** @typedef {{ attnum: number, name: string, type: number, convert: Converter }} RowColumn */
/** @typedef {import('../catalog/relation.js').RelationDesc} RelationDesc */

/** Rows of a table, as the program has them and as the engine does. */
class RowForm {
  /** @param {RelationDesc} relation @param {ProcedureHost} host @param {ValueOptions} options */
  constructor(relation, host, options) {
    this.host = host
    this.width = relation.columns.length
    /** @type {RowColumn[]} */
    this.columns = relation.columns
      .filter((column) => !column.dropped)
      .map(({ attnum, name, typeOid }) => {
        const convert = outputConverter(typeOid, host.session, options)
        return { attnum, name, type: typeOid, convert }
      })
  }

  /** @param {unknown[] | null} values by attnum @returns {Record<string, unknown> | null} */
  toObject(values) {
    if (values === null) return null
    /** @type {Record<string, unknown>} */
    const row = {}
    for (const { attnum, name, convert } of this.columns) {
      const value = values[attnum - 1]
      row[name] = value === null || convert === null ? value : convert(value)
    }
    return row
  }

  /**
   * Columns that the program left alone keep their values.
   * @param {Record<string, unknown>} row that the body gave
   * @param {Record<string, unknown> | null} shown what it was told
   * @param {unknown[]} values what that was made of
   * @returns {unknown[]}
   * @throws {DbError} 42703 there is no such column; 22P02 and its like
   */
  toValues(row, shown, values) {
    const made = values.slice()
    let known = 0
    for (const { attnum, name, type } of this.columns) {
      if (!(name in row)) continue
      known++
      if (shown === null || row[name] !== shown[name]) made[attnum - 1] = inputValue(row[name], type, this.host.session)
    }
    if (known < Object.keys(row).length) {
      const extra = Object.keys(row).find((name) => !this.columns.some((column) => column.name === name))
      throw unknownTriggerColumn(extra)
    }
    return made
  }
}

/** @type {WeakMap<object, WeakMap<ProcedureHost, RowForm>>} */
const FORMS = new WeakMap()

/** @param {RelationDesc} relation @param {ProcedureHost} host @param {ValueOptions} options */
function formOf(relation, host, options) {
  let forms = FORMS.get(relation)
  if (forms === undefined) FORMS.set(relation, (forms = new WeakMap()))
  let form = forms.get(host)
  if (form === undefined) forms.set(host, (form = new RowForm(relation, host, options)))
  return form
}

/** A call of a trigger's function. */
export class TriggerConversation {
  /** @param {ProcedureHost} host @param {TriggerCall} call @param {ValueOptions} options */
  constructor(host, call, options) {
    this.call = call
    this.form = call.level === 'event' ? null : formOf(call.relation, host, options)
    this.shown = this.form === null ? null : this.form.toObject(call.new)
  }

  /** @returns {TriggerEvent | DdlEvent} */
  told() {
    const { call, form } = this
    if (form === null) return { event: call.event, tag: call.tag ?? '' }
    const { transition } = call
    const rows = (/** @type {'old' | 'new'} */ side, /** @type {string | null | undefined} */ name) => {
      if (!transition || !name) return []
      return Array.from(transition.rows.rows(side), (values) => form.toObject(values) ?? {})
    }
    return {
      name: call.name,
      when: call.timing,
      level: call.level === 'row' ? 'ROW' : 'STATEMENT',
      operation: /** @type {TriggerEvent['operation']} */ (call.event),
      table: call.relation.name,
      schema: call.schema,
      args: call.args,
      old: form.toObject(call.old),
      new: this.shown === null ? null : (this.given = { ...this.shown }),
      get oldRows() {
        return rows('old', transition?.oldTable)
      },
      get newRows() {
        return rows('new', transition?.newTable)
      },
    }
  }

  /** The row it was told, which it may have changed. @type {Record<string, unknown> | null} */
  given = null

  /**
   * @param {unknown} result undefined: the row as the body left it; null: leave it alone; an object: the row to write
   * @returns {unknown[] | null | undefined}
   * @throws {DbError} 39P01, 42703, 22P02 …
   */
  answer(result) {
    const { call, form } = this
    if (form === null || call.level !== 'row') return null
    if (result === null) return null
    if (call.new === null) return call.old
    if (result !== undefined && typeof result !== 'object')
      throw badTriggerAnswer()
    const row = /** @type {Record<string, unknown>} */ (result ?? this.given)
    return form.toValues(row, this.shown, call.new)
  }
}
