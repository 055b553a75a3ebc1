/** Errors of large objects and their descriptors. */
import { DbError } from './db-error.js'

/** @param {number} oid */
export const undefinedLargeObject = (oid) => new DbError('42704', `large object ${oid} does not exist`)
/** @param {number} oid */
export const largeObjectExists = (oid) =>
  new DbError('23505', 'duplicate key value violates unique constraint "pg_largeobject_metadata_oid_index"', {
    detail: `Key (oid)=(${oid}) already exists.`,
    schema: 'pg_catalog',
    table: 'pg_largeobject_metadata',
    constraint: 'pg_largeobject_metadata_oid_index',
  })
/** @param {number} descriptor */
export const invalidDescriptor = (descriptor) => new DbError('42704', `invalid large-object descriptor: ${descriptor}`)
/** @param {number} descriptor @param {'reading' | 'writing'} purpose */
export const notOpenedFor = (descriptor, purpose) =>
  new DbError('55000', `large object descriptor ${descriptor} was not opened for ${purpose}`)
/** @param {number} flags */
export const invalidOpenFlags = (flags) => new DbError('22023', `invalid flags for opening a large object: ${flags}`)
/** @param {number} whence */
export const invalidWhence = (whence) => new DbError('22023', `invalid whence setting: ${whence}`)
/** @param {number | bigint} target */
export const invalidSeekTarget = (target) => new DbError('22023', `invalid large object seek target: ${target}`)
/** @param {number | bigint} target */
export const invalidTruncationTarget = (target) =>
  new DbError('22023', `invalid large object truncation target: ${target}`)
/** @param {number} size */
export const invalidWriteSize = (size) => new DbError('22023', `invalid large object write request size: ${size}`)
/** @param {string} name of the function @param {number} descriptor */
export const resultOutOfRange = (name, descriptor) =>
  new DbError('22003', `${name} result out of range for large-object descriptor ${descriptor}`)
export const negativeLength = () => new DbError('22023', 'requested length cannot be negative')
export const readTooLarge = () => new DbError('54000', 'large object read request is too large')
