/**
 * Row triggers whose functions are ordinary code: PL/pgSQL in which nothing waits, over the rows of one table. What
 * such a call needs is kept from row to row.
 */
import { PLPGSQL, languageCode } from '../catalog/languages.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./plpgsql/trigger.js')} */
const plpgsqlTrigger = later(import.meta.url, './plpgsql/trigger.js')

/** @import { PlpgsqlRoutine } from './plpgsql/routine.js' */

/** @typedef {import('./host.js').Value} Value */
/** @typedef {import('./plpgsql/trigger.js').TriggerCall} TriggerCall */
/** @typedef {import('../catalog/triggers.js').TriggerData} TriggerData */
/**
 * A trigger over a table, as it is called; routine null: not by ordinary code.
 * @typedef {{ catalog: object, version: number, relation: object, operation: string, routine: PlpgsqlRoutine,
 *   call: TriggerCall, values: Value[] }} KnownTrigger version: of the function
 */
/** @typedef {{ catalog: object, version: number, relation: object, operation: string, routine: null }} OtherTrigger */

/** @type {Record<string, TriggerCall['timing']>} */
const TIMINGS = { before: 'BEFORE', after: 'AFTER', instead: 'INSTEAD OF' }

/** @param {Value} catalog @param {TriggerData} data @returns {TriggerCall} */
export const triggerCall = (catalog, { trigger, relation, operation, rows, ...row }) => ({
  level: trigger.level, timing: TIMINGS[trigger.timing], event: operation.toUpperCase(), name: trigger.name, relation,
  schema: catalog.namespace(relation.namespaceOid)?.name ?? '', args: trigger.args,
  old: row.old, new: row.new, oldTid: row.oldTid, newTid: row.newTid,
  pointer: row.pointer,
  transition: rows === null ? null : { oldTable: trigger.oldTable, newTable: trigger.newTable, rows },
})

export class PlainTriggers {
  /** @param {import('./procedures.js').Procedures} procedures */
  constructor(procedures) {
    this.procedures = procedures
    /** What triggers called last. @type {WeakMap<object, KnownTrigger | OtherTrigger>} */
    this.known = new WeakMap()
  }

  /**
   * How a trigger is called over a table.
   * @param {TriggerData['trigger']} trigger @param {TriggerData['relation']} relation
   * @param {TriggerData['operation']} operation @returns {KnownTrigger | null} null: not by ordinary code
   */
  of(trigger, relation, operation) {
    const catalog = this.procedures.host.catalog()
    if (catalog.isPrivate) return null
    let known = this.known.get(trigger)
    if (known === undefined || known.catalog !== catalog || known.relation !== relation
      || known.operation !== operation || known.version !== catalog.version(trigger.functionOid)) {
      const found = this.find(trigger, relation, operation, catalog)
      if (found === null) return null
      this.known.set(trigger, known = found)
    }
    return known.routine === null ? null : known
  }

  /**
   * @param {TriggerData['trigger']} trigger @param {TriggerData['relation']} relation
   * @param {TriggerData['operation']} operation @param {Value} catalog
   * @returns {KnownTrigger | OtherTrigger | null} null: not known yet
   */
  find(trigger, relation, operation, catalog) {
    const { procedures } = this
    const version = catalog.version(trigger.functionOid)
    const other = { catalog, version, relation, operation, routine: null }
    const func = catalog.func(trigger.functionOid)
    if (func === undefined || trigger.oldTable || trigger.newTable) return other
    if (languageCode(catalog, func.language) !== PLPGSQL) return other
    const site = procedures.triggerSite(trigger, relation, func)
    // Its first call makes it, between the turns of others.
    if (procedures.longUnmade(site) !== null) return null
    const { routine, config, definer } = procedures.routineOf(site)
    if (!('isPlainTrigger' in routine) || !routine.isPlainTrigger) return other
    if (config.length > 0 || definer !== 0) return other
    const call = triggerCall(catalog, { trigger, relation, operation, old: null, new: null, oldTid: -1, newTid: -1,
      pointer: Infinity, rows: null })
    const values = plpgsqlTrigger().triggerValues(procedures.host, call)
    return { catalog, version, relation, operation, routine, call, values }
  }
}
