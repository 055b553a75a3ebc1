/** What typed tables and the types of stored columns refuse. */
import { DbError } from '../db-error.js'

/** @param {string} type */
export const notComposite = (type) => new DbError('42809', `type ${type} is not a composite type`)
export const typedTablesCannotInherit = () => new DbError('42809', 'typed tables cannot inherit')
/** @param {string} message */
export const columnsDiffer = (message) => new DbError('42804', message)
/** @param {string} action "add column to", … */
export const cannotChangeTyped = (action) => new DbError('42809', `cannot ${action} typed table`)
/** @param {string} type */
export const typedTablesExist = (type) =>
  new DbError('2BP01', `cannot alter type "${type}" because it is the type of a typed table`, {
    hint: 'Use ALTER ... CASCADE to alter the typed tables too.',
  })
/** @param {string} name @param {boolean} isType @param {string} table @param {string} column */
export const cannotAlterUsed = (name, isType, table, column) =>
  new DbError(
    '0A000',
    isType
      ? `cannot alter type "${name}" because column "${table}.${column}" uses it`
      : `cannot alter table "${name}" because column "${table}.${column}" uses its row type`
  )
