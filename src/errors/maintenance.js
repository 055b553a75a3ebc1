/** What VACUUM, ANALYZE, CLUSTER and REINDEX can find wrong; texts are PostgreSQL's. */
import { DbError } from './db-error.js'
import { located } from './syntax.js'

/** 42601. @param {string} command @param {string} option @param {number} location */
export const unknownOption = (command, option, location) =>
  located('42601', `unrecognized ${command} option "${option}"`, { location })
/** 42601. @param {string} option */
export const optionNeedsBoolean = (option) => new DbError('42601', `${option} requires a Boolean value`)
/** 42601. @param {number} location */
export const parallelNeedsValue = (location) =>
  located('42601', 'parallel option requires a value between 0 and 1024', { location })
/** 42601. @param {number} location */
export const parallelOutOfRange = (location) =>
  located('42601', 'parallel workers for vacuum must be between 0 and 1024', { location })
/** 0A000. @param {string} message */
export const maintenanceRefuses = (message) => new DbError('0A000', message)
/** 42704. @param {string} index @param {string} table */
export const noIndexOfTable = (index, table) =>
  new DbError('42704', `index "${index}" for table "${table}" does not exist`)
/** 42704. @param {string} table */
export const neverClustered = (table) =>
  new DbError('42704', `there is no previously clustered index for table "${table}"`)
/** 42809. @param {string} index @param {string} table */
export const notIndexOf = (index, table) => new DbError('42809', `"${index}" is not an index for table "${table}"`)
/** 42701. @param {string} column @param {string} table */
export const columnTwice = (column, table) =>
  new DbError('42701', `column "${column}" of relation "${table}" appears more than once`)
