/** Conditions around triggers. Texts are PostgreSQL's. */
import { DbError } from './db-error.js'

/** 39P01 */
export const triggerReturnsNothing = () =>
  new DbError('39P01', 'BEFORE STATEMENT trigger cannot return a value', { routine: 'ExecBSInsertTriggers' })

/** 27000. @param {'updated' | 'deleted' | 'updated or deleted'} change */
export const modifiedByTrigger = (change) =>
  new DbError('27000', `tuple to be ${change} was already modified by an operation triggered by the current command`, {
    hint: 'Consider using an AFTER trigger instead of a BEFORE trigger to propagate changes to other rows.',
    routine: { updated: 'ExecUpdate', deleted: 'ExecDelete', 'updated or deleted': 'ExecMergeMatched' }[change],
  })

/** 0A000. @param {string} trigger @param {string} schema @param {string} partition */
export const movedByTrigger = (trigger, schema, partition) =>
  new DbError('0A000', 'moving row to another partition during a BEFORE FOR EACH ROW trigger is not supported', {
    detail: `Before executing trigger "${trigger}", the row was to be in partition "${schema}.${partition}".`,
    routine: 'ExecBRInsertTriggers',
  })

/** @param {'statement' | 'insert' | 'delete'} kind */
export const refusedWhen = (kind) =>
  kind === 'statement'
    ? "statement trigger's WHEN condition cannot reference column values"
    : `${kind.toUpperCase()} trigger's WHEN condition cannot reference ${kind === 'insert' ? 'OLD' : 'NEW'} values`

export const whenSystemColumn = () => "BEFORE trigger's WHEN condition cannot reference NEW system columns"
export const whenGenerated = () => "BEFORE trigger's WHEN condition cannot reference NEW generated columns"

/** 42710. @param {string} name @param {string} relation */
export const duplicateTrigger = (name, relation) =>
  new DbError('42710', `trigger "${name}" for relation "${relation}" already exists`, {
    routine: 'CreateTriggerFiringOn',
  })

/** 42704. @param {string} name @param {string} relation */
export const undefinedTrigger = (name, relation) =>
  new DbError('42704', `trigger "${name}" for table "${relation}" does not exist`)

/** What a trigger may not be. @param {string} code @param {string} message @param {Record<string, string>} [fields] */
export const refusedTrigger = (code, message, fields = {}) =>
  new DbError(code, message, { ...fields, routine: 'CreateTriggerFiringOn' })

/** 42P17. @param {string} name of the function */
export const notTriggerFunction = (name) => new DbError('42P17', `function ${name} must return type trigger`)

/** 42809. @param {string} relation @param {import('./db-error.js').DbErrorFields} [fields] */
export const cannotHaveTriggers = (relation, fields) =>
  new DbError('42809', `relation "${relation}" cannot have triggers`, fields)

/** 0A000. @param {string} trigger @param {string} table @param {string | undefined} parent */
export const triggerOfParent = (trigger, table, parent) =>
  new DbError('0A000', `cannot rename trigger "${trigger}" on table "${table}"`, {
    hint: `Rename the trigger on the partitioned table "${parent}" instead.`,
  })

/** XX000. @param {string} why */
export const vectorTriggerMisused = (why) => new DbError('XX000', `tsvector_update_trigger: ${why}`)

/** 42703. @param {string} what @param {string} name */
export const undefinedTriggerColumn = (what, name) => new DbError('42703', `${what} "${name}" does not exist`)

/** 42804. @param {string} name @param {string} type */
export const triggerColumnType = (name, type) => new DbError('42804', `column "${name}" is not of ${type} type`)

/** 22004. @param {string} name */
export const nullConfiguration = (name) => new DbError('22004', `configuration column "${name}" must not be null`)

/** 42501 @param {string} name */
export const systemTrigger = (name) => new DbError('42501', `permission denied: "${name}" is a system trigger`)
