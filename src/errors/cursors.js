/** Conditions of cursors. Texts are PostgreSQL's. */
import { DbError } from './db-error.js'

/** 34000. @param {string} name @param {string} [routine] PostgreSQL's function */
export const noSuchCursor = (name, routine) => new DbError('34000', `cursor "${name}" does not exist`, { routine })
/** 24000. @param {string} name */
export const pinnedPortal = (name) => new DbError('24000', `cannot drop pinned portal "${name}"`)
/** 55000 */
export const forwardOnly = () =>
  new DbError('55000', 'cursor can only scan forward', {
    hint: 'Declare it with SCROLL option to enable backward scan.',
  })
/** 0A000. @param {string} name */
export const fetchOfBoundPortal = (name) =>
  new DbError('0A000', `FETCH of portal "${name}", which the protocol made, in another form than it was bound for`)
/** 42P11. @param {string} message */
export const invalidCursor = (message) => new DbError('42P11', message)
/**
 * 0A000: FOR UPDATE and a kind of cursor that must be read-only.
 * @param {string} what
 * @param {string} kind
 * @param {string} strength
 */
export const mustBeReadOnly = (what, kind, strength) =>
  new DbError(
    kind === 'Insensitive' ? '42P11' : '0A000',
    `DECLARE ${what} ... ${strength} is not ${kind === 'Insensitive' ? 'valid' : 'supported'}`,
    { detail: `${kind} cursors must be READ ONLY.` }
  )
/** 0A000 */
export const cursorMustNotWrite = () =>
  new DbError('0A000', 'DECLARE CURSOR must not contain data-modifying statements in WITH')
/** 24000. @param {string} name */
export const notPositioned = (name) => new DbError('24000', `cursor "${name}" is not positioned on a row`)
/** 24000. @param {string} name @param {string} table */
export const notSimplyUpdatable = (name, table) =>
  new DbError('24000', `cursor "${name}" is not a simply updatable scan of table "${table}"`)
/**
 * 24000.
 * @param {string} name
 * @param {string} table
 * @param {number} count of FOR UPDATE or FOR SHARE that mention it, never one
 */
export const lockedReferences = (name, table, count) =>
  new DbError('24000', count === 0 ? `cursor "${name}" does not have a FOR UPDATE/SHARE reference to table "${table}"`
    : `cursor "${name}" has multiple FOR UPDATE/SHARE references to table "${table}"`)
/** 24000. @param {string} name */
export const heldFromEarlier = (name) => new DbError('24000', `cursor "${name}" is held from a previous transaction`)
/** 24000. @param {string} name */
export const notSelectCursor = (name) => new DbError('24000', `cursor "${name}" is not a SELECT query`)
/** 0A000. */
export const currentOfView = () => new DbError('0A000', 'WHERE CURRENT OF on a view is not implemented')

/** 55000. @param {string} name */
export const portalCannotRun = (name) => new DbError('55000', `portal "${name}" cannot be run`)
