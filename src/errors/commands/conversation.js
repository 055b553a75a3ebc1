/** Errors of COPY, cursors, EXPLAIN, SET and their like. */
import { DbError } from '../db-error.js'

/** 42601. @param {string} name @param {number} wanted @param {number} given */
export const wrongNumberOfParameters = (name, wanted, given) =>
  new DbError('42601', `wrong number of parameters for prepared statement "${name}"`, {
    detail: `Expected ${wanted} parameters but got ${given}.`,
  })

/** 22023. @param {string} name */
export const setTakesConstantsOnly = (name) => new DbError('22023', `SET ${name} takes constants only`)

/** 22023. @param {string} name */
export const setTakesOnlyOneArgument = (name) => new DbError('22023', `SET ${name} takes only one argument`)

/** 22023. */
export const cannotSpecifyMonthsInTime = () => new DbError('22023', 'cannot specify months in time zone interval')

/** 22023. */
export const cannotSpecifyDaysInTime = () => new DbError('22023', 'cannot specify days in time zone interval')

/** 55000. */
export const preparedTransactionsAreDisabled = () =>
  new DbError('55000', 'prepared transactions are disabled', {
    hint: 'Set max_prepared_transactions to a nonzero value.',
  })

/** 42704. @param {string} gid */
export const preparedTransactionWithIdentifier = (gid) =>
  new DbError('42704', `prepared transaction with identifier "${gid}" does not exist`)

/** 42601. @param {string} defname */
export const unrecognizedTransactionOption = (defname) =>
  new DbError('42601', `unrecognized transaction option "${defname}"`)

/** 22023 */
export const explainWalNeedsAnalyze = () => new DbError('22023', 'EXPLAIN option WAL requires ANALYZE')

/** 22023 */
export const explainTimingNeedsAnalyze = () => new DbError('22023', 'EXPLAIN option TIMING requires ANALYZE')

/** 42809. @param {string} relation @param {import('../db-error.js').DbErrorFields} [fields] */
export const cannotLock = (relation, fields) => new DbError('42809', `cannot lock relation "${relation}"`, fields)
