/** Errors of commands on views. */
import { DbError } from '../db-error.js'

/** 42809. @param {string} name */
export const partitionedTableToView = (name) =>
  new DbError('42809', `cannot convert partitioned table "${name}" to a view`)

/** 42809. @param {string} name */
export const partitionToView = (name) => new DbError('42809', `cannot convert partition "${name}" to a view`)

/** 55000. @param {string} name */
export const filledTableToView = (name) =>
  new DbError('55000', `could not convert table "${name}" to a view because it is not empty`)

/** 42809. */
export const preparedStatementIsNot = () => new DbError('42809', 'prepared statement is not a SELECT')

/** 0A000. @param {string} relname */
export const isNotAMaterializedView = (relname) => new DbError('0A000', `"${relname}" is not a materialized view`)
