/** SET TRANSACTION too late, or where it may not be. Messages as PostgreSQL 15 words them. */
import { DbError } from './db-error.js'

/** 25001 */
export const isolationAfterQuery = () =>
  new DbError('25001', 'SET TRANSACTION ISOLATION LEVEL must be called before any query')

/** 25001 */
export const isolationInSubtransaction = () =>
  new DbError('25001', 'SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction')

/** 25001 */
export const writeInReadOnly = () =>
  new DbError('25001', 'cannot set transaction read-write mode inside a read-only transaction')

/** 25001 */
export const writeAfterQuery = () => new DbError('25001', 'transaction read-write mode must be set before any query')

/** 25001 */
export const deferrableInSubtransaction = () =>
  new DbError('25001', 'SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction')

/** 25001 */
export const deferrableAfterQuery = () =>
  new DbError('25001', 'SET TRANSACTION [NOT] DEFERRABLE must be called before any query')

/** 25001 */
export const snapshotAfterQuery = () => new DbError('25001', 'SET TRANSACTION SNAPSHOT must be called before any query')

/** 0A000 */
export const snapshotNeedsIsolation = () =>
  new DbError('0A000', 'a snapshot-importing transaction must have isolation level SERIALIZABLE or REPEATABLE READ')
