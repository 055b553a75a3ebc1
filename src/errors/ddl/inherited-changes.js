/** What ALTER TABLE refuses because of the tables above or below. */
import { DbError } from '../db-error.js'

const refused = (/** @type {string} */ message, /** @type {{ hint?: string }} */ fields = {}) =>
  new DbError('42P16', message, fields)
const NO_ONLY = { hint: 'Do not specify the ONLY keyword.' }

export const columnToChildrenToo = () => refused('column must be added to child tables too')
export const columnOfPartition = () => new DbError('42809', 'cannot add column to a partition')
/** @param {'drop' | 'alter' | 'rename'} verb @param {string} column */
export const inheritedColumn = (verb, column) => refused(`cannot ${verb} inherited column "${column}"`)
export const dropOnlyPartitioned = () =>
  refused('cannot drop column from only the partitioned table when partitions exist', NO_ONLY)
/** @param {'drop' | 'alter'} verb @param {string} column @param {string} table */
export const keyColumn = (verb, column, table) =>
  refused(`cannot ${verb} column "${column}" because it is part of the partition key of relation "${table}"`)
/** A child's column has another parent as well. @param {string} column @param {string} table */
export const alsoInherited = (column, table) =>
  refused(`cannot alter inherited column "${column}" of relation "${table}"`)
/** @param {string} column */
export const typeInChildrenToo = (column) =>
  refused(`type of inherited column "${column}" must be changed in child tables too`)
/** @param {string} column */
export const renameInChildrenToo = (column) =>
  refused(`inherited column "${column}" must be renamed in child tables too`)
/** @param {string} constraint */
export const renameConstraintInChildrenToo = (constraint) =>
  refused(`inherited constraint "${constraint}" must be renamed in child tables too`)
/** @param {string} constraint */
export const inheritedConstraintRenamed = (constraint) => refused(`cannot rename inherited constraint "${constraint}"`)
/** @param {'added to' | 'validated on'} what */
export const constraintOnChildrenToo = (what) => refused(`constraint must be ${what} child tables too`)
/** @param {string} constraint @param {string} table */
export const inheritedConstraint = (constraint, table) =>
  refused(`cannot drop inherited constraint "${constraint}" of relation "${table}"`)
export const removeOnlyPartitioned = () =>
  refused('cannot remove constraint from only the partitioned table when partitions exist', NO_ONLY)
/** @param {string} table */
export const noInheritOnPartitioned = (table) =>
  refused(`cannot add NO INHERIT constraint to partitioned table "${table}"`)
/** @param {string} column */
export const notNullInParent = (column) => refused(`column "${column}" is marked NOT NULL in parent table`)
/** @param {string} column @param {string} table */
export const notNullToChildrenToo = (column, table) =>
  new DbError('42P16', 'constraint must be added to child tables too', {
    detail: `Column "${column}" of relation "${table}" is not already NOT NULL.`,
    ...NO_ONLY,
  })
export const identityBelow = () => refused('cannot recursively add identity column to table that has child tables')
