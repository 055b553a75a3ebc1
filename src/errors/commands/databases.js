/** What CREATE, ALTER and DROP DATABASE can find wrong. Messages as PostgreSQL 15 words them. */
import { DbError } from '../db-error.js'

/** 22023. @param {string} word */
export const invalidDatabaseStrategy = (word) =>
  new DbError('22023', `invalid create database strategy "${word}"`, {
    hint: 'Valid strategies are "wal_log" and "file_copy".',
  })

/** 3D000. @param {string} name */
export const undefinedTemplate = (name) => new DbError('3D000', `template database "${name}" does not exist`)

/** 42601. @param {string} option */
export const optionNeedsInteger = (option) => new DbError('42601', `${option} requires an integer value`)

/** 22023. @param {number} limit */
export const invalidConnectionLimit = (limit) => new DbError('22023', `invalid connection limit: ${limit}`)

/** 55006 */
export const currentDatabaseDropped = () => new DbError('55006', 'cannot drop the currently open database')

/** 0A000 */
export const currentDatabaseRenamed = () => new DbError('0A000', 'current database cannot be renamed')

/** 42P04. @param {string} name */
export const duplicateDatabase = (name) => new DbError('42P04', `database "${name}" already exists`)

/** 22023. @param {string} what @param {string} asked @param {string} whose @param {string} own */
export const unlikeTemplate = (what, asked, whose, own) =>
  new DbError('22023', `new ${what} (${asked}) is incompatible with the ${whose} of the template database (${own})`, {
    hint: `Use the same ${whose} as in the template database, or use template0 as template.`,
  })

/** 42809 */
export const templateDropped = () => new DbError('42809', 'cannot drop a template database')

/** 0A000 */
export const startingDatabaseDropped = () =>
  new DbError('0A000', 'dropping the database "postgres" is not supported: the cluster starts from it')

/** @param {number} others sessions */
const usedBy = (others) => ({
  detail: others === 1 ? 'There is 1 other session using the database.'
    : `There are ${others} other sessions using the database.`,
})

/** 55006. @param {string} name @param {number} others sessions */
export const databaseInUse = (name, others) =>
  new DbError('55006', `database "${name}" is being accessed by other users`, usedBy(others))

/** 55006. @param {string} name @param {number} others sessions */
export const templateInUse = (name, others) =>
  new DbError('55006', `source database "${name}" is being accessed by other users`, usedBy(others))

/** 55006: where a connection cannot wait, as PostgreSQL's do. @param {string} name */
export const beingCopied = (name) => new DbError('55006', `database "${name}" is being copied`)
