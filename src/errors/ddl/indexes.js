/** What CREATE INDEX and its relatives can find wrong. Messages as PostgreSQL 15 words them. */
import { DbError } from '../db-error.js'

/** 0A000. @param {string} method @param {string} what */
export const methodLacks = (method, what) => new DbError('0A000', `access method "${method}" does not support ${what}`)
/** 42P17. @param {'expression' | 'predicate'} part */
export const notImmutable = (part) => new DbError('42P17', `functions in index ${part} must be marked IMMUTABLE`)
/** 0A000 */
export const expressionsIncluded = () => new DbError('0A000', 'expressions are not supported in included columns')
/** 42P17. @param {string} what */
export const includedColumnHas = (what) => new DbError('42P17', `including column does not support ${what}`)
/** 42804. @param {string} opclass @param {string} type */
export const opclassRefuses = (opclass, type) =>
  new DbError('42804', `operator class "${opclass}" does not accept data type ${type}`)
/** 42704. @param {string} opclass @param {string} method */
export const undefinedOpclass = (opclass, method) =>
  new DbError('42704', `operator class "${opclass}" does not exist for access method "${method}"`)

/** 42809. @param {string} relation @param {import('../db-error.js').DbErrorFields} [fields] */
export const noIndexOn = (relation, fields) =>
  new DbError('42809', `cannot create index on relation "${relation}"`, fields)

/** 0A000. @param {string} relation */
export const partitionedConcurrently = (relation) =>
  new DbError('0A000', `cannot create index on partitioned table "${relation}" concurrently`)

/** 0A000 */
export const indexOfSystemColumn = () => new DbError('0A000', 'index creation on system columns is not supported')
