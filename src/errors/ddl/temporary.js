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

/** @param {string} table @param {string} referenced */
export const differentOnCommit = (table, referenced) =>
  new DbError('0A000', 'unsupported ON COMMIT and foreign key combination', {
    detail: `Table "${table}" references "${referenced}", but they do not have the same ON COMMIT setting.`,
  })
