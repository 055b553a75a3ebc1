/** What CREATE TABLE and ALTER TABLE … ATTACH can find wrong. Messages as PostgreSQL 15 words them. */
import { DbError } from '../db-error.js'

/** 42P17. @param {string} name */
export const notPartitionedTable = (name) => new DbError('42P17', `"${name}" is not a partitioned table`)

/** 0A000 */
export const accessMethodOnPartitioned = () =>
  new DbError('0A000', 'specifying a table access method is not supported on a partitioned table')

/** 0A000 */
export const identityOnPartition = () => new DbError('0A000', 'identity columns are not supported on partitions')

/** 42P16. @param {string} column */
export const setofColumn = (column) => new DbError('42P16', `column "${column}" cannot be declared SETOF`)

/** 0A000 */
export const tablesWithOids = () => new DbError('0A000', 'tables declared WITH OIDS are not supported')
