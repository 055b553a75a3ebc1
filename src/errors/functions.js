/** What calls of built-in functions can do wrong about objects of the catalog and the session. */
import { DbError } from './db-error.js'

/** 42809: an object of another kind. @param {string} message */
export const wrongObject = (message) => new DbError('42809', message)

/** 42703. @param {string} column @param {string} relation */
export const undefinedColumn = (column, relation) =>
  new DbError('42703', `column "${column}" of relation "${relation}" does not exist`)

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

/** 22003. @param {string} fraction */
export const percentileOutOfRange = (fraction) =>
  new DbError('22003', `percentile value ${fraction} is not between 0 and 1`)

/** 22023. @param {string} format */
export const unknownLogFormat = (format) =>
  new DbError('22023', `log format "${format}" is not supported`, {
    hint: 'The supported log formats are "stderr", "csvlog", and "jsonlog".',
  })

/** 55000 */
export const recoveryNotInProgress = () =>
  new DbError('55000', 'recovery is not in progress', {
    hint: 'Recovery control functions can only be executed during recovery.',
  })

/** 55000 */
export const noReplicationOrigin = () => new DbError('55000', 'no replication origin is configured')

/** 55P02 */
export const onlyInBinaryUpgrade = () =>
  new DbError('55P02', 'function can only be called when server is in binary upgrade mode')

/** XX000. @param {number} oid */
export const noOperatorClassWithOid = (oid) => new DbError('XX000', `cache lookup failed for operator class ${oid}`)

/** XX000. @param {string} message */
export const cannotReadTid = (message) => new DbError('XX000', message)

/** 0A000. @param {string} unit @param {string} type */
export const unitNotSupported = (unit, type) => new DbError('0A000', `unit "${unit}" not supported for type ${type}`)

/** 22023. @param {string} text @param {string | undefined} detail */
export const notAnIdentifier = (text, detail) =>
  new DbError('22023', `string is not a valid identifier: "${text}"`, { detail })

/** 42704 @param {string} name */
export const noReplicationSlot = (name) => new DbError('42704', `replication slot "${name}" does not exist`)
/** 55000 */
export const notLogical = () => new DbError('55000', 'logical decoding requires wal_level >= logical')
/** 22023 */
export const lengthTooLarge = () => new DbError('22023', 'requested length too large')
export const readsNegative = () => new DbError('22023', 'requested length cannot be negative')
/** 42704 @param {number} oid */
export const noTablespaceWithOid = (oid) => new DbError('42704', `tablespace with OID ${oid} does not exist`)
/** 42883 @param {number} oid */
export const noFunctionWithOid = (oid) => new DbError('42883', `function with OID ${oid} does not exist`)
/** 42501 @param {number} validator that was called @param {number} language @param {number} wanted its validator */
export const otherLanguagesValidator = (validator, language, wanted) => new DbError('42501',
  `language validation function ${validator} called for language ${language} instead of ${wanted}`)
