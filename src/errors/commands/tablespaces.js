/** Conditions around tablespaces. Messages as PostgreSQL 15 words them. */
import { DbError } from '../db-error.js'

/** 42704. @param {string} name */
export const undefinedTablespace = (name) => new DbError('42704', `tablespace "${name}" does not exist`)

/** 42602 */
export const quotedLocation = () => new DbError('42602', 'tablespace location cannot contain single quotes')

/** 42P17 */
export const relativeLocation = () => new DbError('42P17', 'tablespace location must be an absolute path')

/** 42939. @param {string} name */
export const reservedTablespaceName = (name) =>
  new DbError('42939', `unacceptable tablespace name "${name}"`, {
    detail: 'The prefix "pg_" is reserved for system tablespaces.',
  })

/** 42710. @param {string} name */
export const duplicateTablespace = (name) => new DbError('42710', `tablespace "${name}" already exists`)

/** 22023. @param {string} parameter */
export const unknownTablespaceParameter = (parameter) => new DbError('22023', `unrecognized parameter "${parameter}"`)

/** 42501. @param {string} name */
export const tablespaceDenied = (name) => new DbError('42501', `permission denied for tablespace ${name}`)

/** 22023 */
export const onlySharedInGlobal = () =>
  new DbError('22023', 'only shared relations can be placed in pg_global tablespace')

/** 22023 */
export const globalAsDefault = () => new DbError('22023', 'pg_global cannot be used as default tablespace')

/** 22023 */
export const noMoveIntoGlobal = () =>
  new DbError('22023', 'cannot move relations in to or out of pg_global tablespace')

/** 58P01. @param {string} filename */
export const inaccessibleFile = (filename) =>
  new DbError('58P01', `could not access file "${filename}": No such file or directory`)
