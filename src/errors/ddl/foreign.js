/** Conditions around foreign data: wrappers, servers, user mappings, foreign tables. Texts are PostgreSQL's. */
import { DbError, featureNotSupported } from '../db-error.js'

/** @typedef {'create' | 'alter' | 'change owner of'} WrapperChange */

/** 42501 @param {WrapperChange} what @param {string} name */
export const wrapperDenied = (what, name) =>
  new DbError('42501', `permission denied to ${what} foreign-data wrapper "${name}"`, {
    hint: `Must be superuser to ${what} a foreign-data wrapper.`,
  })

/** 42501 @param {string} name */
export const wrapperOwnerDenied = (name) =>
  new DbError('42501', `permission denied to change owner of foreign-data wrapper "${name}"`, {
    hint: 'The owner of a foreign-data wrapper must be a superuser.',
  })

/** 42710 @param {string} name */
export const duplicateWrapper = (name) => new DbError('42710', `foreign-data wrapper "${name}" already exists`)

/** 42704 @param {string} name */
export const undefinedWrapper = (name) => new DbError('42704', `foreign-data wrapper "${name}" does not exist`)

/** 42710 @param {string} name */
export const duplicateServer = (name) => new DbError('42710', `server "${name}" already exists`)

/** 42704 @param {string} name */
export const undefinedServer = (name) => new DbError('42704', `server "${name}" does not exist`)

/** 42710 @param {string} user @param {string} server */
export const duplicateMapping = (user, server) =>
  new DbError('42710', `user mapping for "${user}" already exists for server "${server}"`)

/** 42704 @param {string} user @param {string} server */
export const undefinedMapping = (user, server) =>
  new DbError('42704', `user mapping for "${user}" does not exist for server "${server}"`)

/** 42704 @param {string} name */
export const optionNotFound = (name) => new DbError('42704', `option "${name}" not found`)

/** 42710 @param {string} name */
export const optionTwice = (name) => new DbError('42710', `option "${name}" provided more than once`)

/** 22023 @param {string} name */
export const optionWithEquals = (name) =>
  new DbError('22023', `invalid option name "${name}": must not contain "="`)

/** 42601 @param {string} name @param {string[]} valid those that could stand there */
export const invalidOption = (name, valid) =>
  new DbError('42601', `invalid option "${name}"`, {
    hint: valid.length === 0 ? 'There are no valid options in this context.'
      : `Valid options in this context are: ${valid.join(', ')}`,
  })

/** 55000 @param {string} wrapper */
export const wrapperWithoutHandler = (wrapper) =>
  new DbError('55000', `foreign-data wrapper "${wrapper}" has no handler`)

/**
 * 0A000: what is not this database is nobody's to read by SQL.
 * @param {string} wrapper @param {'files' | 'other servers'} what
 */
export const notReached = (wrapper, what) =>
  featureNotSupported(`access to ${what} through foreign-data wrapper "${wrapper}"`)

const WRITES = /** @type {Record<string, string>} */ ({
  insert: 'insert into', update: 'update', delete: 'delete from', merge: 'insert into', truncate: 'truncate',
})

/** 0A000: of a wrapper that only reads. @param {string} command @param {string} table */
export const foreignTableIsRead = (command, table) =>
  new DbError('0A000', `cannot ${WRITES[command] ?? 'insert into'} foreign table "${table}"`)

/** 0A000: a row that comes from elsewhere has no ctid, no xmin. */
export const noSystemColumnsThere = () => new DbError('0A000', 'cannot retrieve a system column in this context')

/** 0A000 @param {'primary key' | 'unique' | 'exclusion' | 'foreign key'} kind */
export const constraintOnForeignTable = (kind) =>
  new DbError('0A000', `${kind} constraints are not supported on foreign tables`)

/** 42809: of a partition, which gets its parent's. */
export const foreignKeyOfForeignTable = () =>
  new DbError('42809', 'foreign key constraints are not supported on foreign tables')

/** 0A000 */
export const likeForForeignTable = () =>
  new DbError('0A000', 'LIKE is not supported for creating foreign tables')

/** 42809 @param {string} table */
export const foreignPartitionRefused = (table) =>
  new DbError('42809', `cannot create foreign partition of partitioned table "${table}"`, {
    detail: `Table "${table}" contains indexes that are unique.`,
  })

/** 42809 @param {string} foreign @param {string} table */
export const foreignAttachRefused = (foreign, table) =>
  new DbError('42809', `cannot attach foreign table "${foreign}" as partition of partitioned table "${table}"`, {
    detail: `Partitioned table "${table}" contains unique indexes.`,
  })

/** 42809 @param {string} table */
export const uniqueOverForeignPartitions = (table) =>
  new DbError('42809', `cannot create unique index on partitioned table "${table}"`, {
    detail: `Table "${table}" contains partitions that are foreign tables.`,
  })
