/** Conditions of transactions, locks and row versions, each with its SQLSTATE. */
import { DbError } from './db-error.js'

/** 40001. @param {'update' | 'delete'} what the other transaction did */
export const concurrentUpdate = (what) => new DbError('40001', `could not serialize access due to concurrent ${what}`,
  { routine: 'ExecUpdate' })

/** 40001: VACUUM FULL, CLUSTER or REFRESH MATERIALIZED VIEW kept only what newer snapshots see. */
export const rewrittenSince = () => new DbError('40001', 'could not serialize access due to concurrent rewrite', {
  detail: 'VACUUM FULL, CLUSTER or REFRESH MATERIALIZED VIEW wrote the relation anew after the transaction\'s snapshot was taken, and older versions of its rows are not kept.', hint: 'The transaction might succeed if retried.' })

/** 40001: no way leads from a row to what became of it in another partition. */
export const movedToPartition = () =>
  new DbError('40001', 'tuple to be locked was already moved to another partition due to concurrent update')

/** 40P01. @param {string} detail who waits for what, one line per process */
export const deadlockDetected = (detail) =>
  new DbError('40P01', 'deadlock detected', { detail, hint: 'See server log for query details.' })

/** 72000. @param {number} limitBytes */
export const snapshotTooOld = (limitBytes) =>
  new DbError('72000', 'snapshot too old', {
    detail: `Older row versions kept for it have reached undo_file_limit (${limitBytes / 1024}kB).`,
    hint: 'Keep transactions shorter, or raise undo_file_limit.',
    routine: 'TestForOldSnapshot_impl',
  })

/** 53400. @param {number} limitKb */
export const tempFileLimit = (limitKb) =>
  new DbError('53400', `temporary file size exceeds temp_file_limit (${limitKb}kB)`)

/** 53400. @param {number} limitBytes */
export const undoFileFull = (limitBytes) =>
  new DbError('53400', `undo file size exceeds undo_file_limit (${limitBytes / 1024}kB)`, {
    hint: 'Commit in smaller pieces, or raise undo_file_limit.',
  })

/** 54000. @param {number} byteCount @param {number} byteCountMax */
export const rowTooBig = (byteCount, byteCountMax) =>
  new DbError('54000', `row is too big: size ${byteCount}, maximum size ${byteCountMax}`)

/** 54011: more attributes than a tuple can carry. @param {number} columnsMax */
export const tooManyColumns = (columnsMax) => new DbError('54011', `tables can have at most ${columnsMax} columns`)

/** XX001. @param {number} fileId @param {number} tid @param {string} why */
export const brokenRow = (fileId, tid, why) => new DbError('XX001',
  `damaged row (${Math.floor(tid / 512)},${tid % 512}) in relation file ${fileId}`, { detail: why })

/** XX001: a row says that an older version of it is where no undo was ever written. @param {number} pointer */
export const undoPointerInvalid = (pointer) =>
  new DbError('XX001', 'damaged row: its undo pointer leads nowhere', { detail: `The pointer is ${pointer}.` })

/** XX001: the checkpoint or the log contradicts itself. @param {string} why */
export const recoveryFailed = (why) => new DbError('XX001', `recovery failed: ${why}`, { severity: 'FATAL' })

/** 40001: SERIALIZABLE. @param {string} reason */
export const serializationFailure = (reason) =>
  new DbError('40001', 'could not serialize access due to read/write dependencies among transactions', {
    detail: `Reason code: ${reason}.`,
    hint: 'The transaction might succeed if retried.',
    routine: 'OnConflict_CheckForSerializationFailure',
  })

/** @param {string} name as given to SET TRANSACTION SNAPSHOT */
export const unknownSnapshot = (name) => new DbError('22023', `invalid snapshot identifier: "${name}"`)

export const snapshotNotSerializable = () =>
  new DbError('0A000', 'a serializable transaction cannot import a snapshot from a non-serializable transaction')

export const snapshotOfOtherDatabase = () =>
  new DbError('0A000', 'cannot import a snapshot from a different database')

/** 53200 */
export const outOfLocks = () => new DbError('53200', 'out of shared memory', {
  hint: 'You might need to increase max_locks_per_transaction.',
})
