/** Identity and generated columns: what their definitions and ALTER COLUMN can find wrong; texts are PostgreSQL's. */
import { DbError } from '../db-error.js'
import { located, syntaxError } from '../syntax.js'

/**
 * 42601: two clauses that exclude each other.
 * @param {string} what
 * @param {string} column
 * @param {string} table
 * @param {number} [location]
 */
export const clausesConflict = (what, column, table, location) =>
  syntaxError(`${what} specified for column "${column}" of table "${table}"`, { location })
/** 42601. @param {string} column @param {string} table @param {number} [location] */
export const multipleIdentity = (column, table, location) =>
  syntaxError(`multiple identity specifications for column "${column}" of table "${table}"`, { location })
/** 42601. @param {string} column @param {string} table @param {number} [location] */
export const conflictingNull = (column, table, location) =>
  syntaxError(`conflicting NULL/NOT NULL declarations for column "${column}" of table "${table}"`, { location })
/** 55000. @param {string} column @param {string} table */
export const mustBeNotNull = (column, table) =>
  new DbError(
    '55000',
    `column "${column}" of relation "${table}" must be declared NOT NULL before identity can be added`
  )
/** 55000. @param {string} column @param {string} table */
export const alreadyIdentity = (column, table) =>
  new DbError('55000', `column "${column}" of relation "${table}" is already an identity column`)
/** 55000. @param {string} column @param {string} table */
export const alreadyHasDefault = (column, table) =>
  new DbError('55000', `column "${column}" of relation "${table}" already has a default value`)
/** 55000. @param {string} column @param {string} table */
export const notIdentity = (column, table) =>
  new DbError('55000', `column "${column}" of relation "${table}" is not an identity column`)
/** 55000. @param {string} column @param {string} table */
export const notGenerated = (column, table) =>
  new DbError('55000', `column "${column}" of relation "${table}" is not a stored generated column`)
/** 42P17. @param {string} column @param {number} [location] */
export const generatedFromGenerated = (column, location) =>
  located('42P17', `cannot use generated column "${column}" in column generation expression`, {
    detail: 'A generated column cannot reference another generated column.',
    location,
  })
/** 42P17. @param {number} [location] */
export const generatedFromRow = (location) =>
  located('42P17', 'cannot use whole-row variable in column generation expression', {
    detail: 'This would cause the generated column to depend on its own value.',
    location,
  })
/** 42P10. @param {string} column @param {number} [location] */
export const generatedFromSystem = (column, location) =>
  located('42P10', `cannot use system column "${column}" in column generation expression`, { location })
/** 0A000. @param {string} what whose expression @param {string} table */
export const wholeRowInLike = (what, table) =>
  new DbError('0A000', 'cannot convert whole-row table reference', {
    detail: `${what} contains a whole-row reference to table "${table}".`,
  })
/** 42P10. @param {string} column @param {number} [location] */
export const checkOfSystem = (column, location) =>
  located('42P10', `system column "${column}" reference in check constraint is invalid`, { location })
/** 42P17 */
export const notImmutable = () => new DbError('42P17', 'generation expression is not immutable')
/** 42P16 */
export const expressionInherited = () => new DbError('42P16', 'cannot drop generation expression from inherited column')
/** 42P16 */
export const expressionOfChildren = () =>
  new DbError('0A000', 'ALTER TABLE / DROP EXPRESSION must be applied to child tables too')
