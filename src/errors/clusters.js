/** A directory or an option with which no cluster can be opened, and what its upkeep meets. */
import { DbError } from './db-error.js'

/** XX001 */
export const cannotBeDescribed = () => new DbError('XX001', 'is in pg_class, and cannot be described')

/** 58P01. @param {string | undefined} path */
export const notADataDirectory = (path) => new DbError('58P01', `"${path}" is not a data directory`)

/** 22023. @param {string} given */
export const badWalSync = (given) =>
  new DbError('22023', `walSync must be "immediate", "batch" or "none", not "${given}"`)

/** 55P03 */
export const tableInUse = () => new DbError('55P03', 'the table is in use')

/** 22023. @param {string | number} limit */
export const memoryLimitTooSmall = (limit) => new DbError('22023', `memoryLimit must be at least 32MB, not "${limit}"`)

/** 22023. @param {number} megabytes */
export const memoryLimitExceeded = (megabytes) =>
  new DbError('22023', `bufferPool and maxWal are too large for the memoryLimit: with them ${megabytes} MB are taken`, {
    hint: 'What is taken from the beginning may be three quarters of the memoryLimit.',
  })

/** 42P01. @param {string} relation */
export const nothingToSalvage = (relation) =>
  new DbError('42P01', `relation "${relation}" does not exist or has no rows`)

/** 54000 */
export const tooManyDatabases = () => new DbError('54000', 'too many databases were made in this cluster')
