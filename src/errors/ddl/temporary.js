/** What can be wrong with temporary relations, as PostgreSQL 15 words it. */
import { DbError } from '../db-error.js'

/** 42P16 */
export const temporaryElsewhere = () => new DbError('42P16', 'cannot create temporary relation in non-temporary schema')
/** 42P16 */
export const temporarySchemaOfOthers = () =>
  new DbError('42P16', 'cannot create relations in temporary schemas of other sessions')
/** 42P16 */
export const onlyTemporaryHere = () =>
  new DbError('42P16', 'only temporary relations may be created in temporary schemas')
/** 42P16 */
export const onCommitNeedsTemporary = () => new DbError('42P16', 'ON COMMIT can only be used on temporary tables')
/** 0A000: rows of another session's temporary tables are nobody else's to read or write. */
export const temporaryTableOfOthers = () => new DbError('0A000', 'cannot access temporary tables of other sessions')
/** 0A000. @param {string} doing such as 'truncate', 'create indexes on' */
export const refusedOnOthersTemporary = (doing) =>
  new DbError('0A000', `cannot ${doing} temporary tables of other sessions`)
/** 42809. @param {boolean} partition */
export const inheritsFromOthersTemporary = (partition) =>
  new DbError(
    '42809',
    `cannot ${partition ? 'create as partition of' : 'inherit from'} temporary relation of another session`
  )
/** 42809. @param {boolean} parent that, not the partition */
export const attachedToOthersTemporary = (parent) =>
  new DbError(
    '42809',
    parent ? 'cannot attach as partition of temporary relation of another session'
      : 'cannot attach temporary relation of another session as partition'
  )
/** 42P16 */
export const referencesOthersTemporary = () =>
  new DbError('42P16', 'constraints on temporary tables must involve temporary tables of this session')

/** @param {string} table @param {string} referenced */
export const differentOnCommit = (table, referenced) =>
  new DbError('0A000', 'unsupported ON COMMIT and foreign key combination', {
    detail: `Table "${table}" references "${referenced}", but they do not have the same ON COMMIT setting.`,
  })
