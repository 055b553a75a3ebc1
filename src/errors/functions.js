/** What calls of built-in functions can do wrong about objects of the catalog and the session. */
import { DbError } from './db-error.js'

/** 42809: an object of another kind. @param {string} message */
export const wrongObject = (message) => new DbError('42809', message)

/** 42703. @param {string} column @param {string} relation */
export const undefinedColumn = (column, relation) =>
  new DbError('42703', `column "${column}" of relation "${relation}" does not exist`)

/** 42704. @param {string} name */
export const undefinedRole = (name) => new DbError('42704', `role "${name}" does not exist`)

/** 22023. @param {string} text */
export const unknownPrivilege = (text) => new DbError('22023', `unrecognized privilege type: "${text}"`)

/** 3D000. @param {string} name */
export const undefinedDatabase = (name) => new DbError('3D000', `database "${name}" does not exist`)

/** 42704. @param {string} kind @param {string} name */
export const noSuchObject = (kind, name) => new DbError('42704', `${kind} "${name}" does not exist`)

/** 22023. @param {string} text @param {string} [detail] @param {string} [hint] */
export const invalidSize = (text, detail, hint) => new DbError('22023', `invalid size: "${text}"`, { detail, hint })

/** 22023. @param {string} target */
export const badResetTarget = (target) =>
  new DbError('22023', `unrecognized reset target: "${target}"`, {
    hint: 'Target must be "archiver", "bgwriter", "recovery_prefetch", or "wal".',
  })

/** 55000. @param {string} message */
export const notReady = (message) => new DbError('55000', message)

/** 22003. @param {string} message */
export const arithmeticOverflow = (message) => new DbError('22003', message)

/** 22003. @param {number | bigint} block */
export const blockNumberOutOfRange = (block) => new DbError('22003', `block number out of range: ${block}`)

/** 42P01. @param {number | string} oid */
export const relationNotOpened = (oid) => new DbError('42P01', `could not open relation with OID ${oid}`)

/** 42809. @param {string} name */
export const notAnIndex = (name) => new DbError('42809', `"${name}" is not an index`)

/** 42809. @param {string} name */
export const notABrinIndex = (name) => new DbError('42809', `"${name}" is not a BRIN index`)

/** 42809. @param {string | number} what */
export const relationIsIndex = (what) => new DbError('42809', `"${what}" is an index`)

/** 55000. */
export const notInRecovery = () =>
  new DbError('55000', 'recovery is not in progress', {
    hint: 'Recovery control functions can only be executed during recovery.',
  })

/** 25001. */
export const exportFromSubtransaction = () => new DbError('25001', 'cannot export a snapshot from a subtransaction')

/** 55000. */
export const noCommitTimestamps = () =>
  new DbError('55000', 'could not get commit timestamp data', {
    hint: 'Make sure the configuration parameter "track_commit_timestamp" is set.',
  })

/** 22003. */
export const negativeTimeout = () => new DbError('22003', '"timeout" must not be negative')
