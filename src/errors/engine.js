/** Conditions of sessions and transaction blocks. */
import { DbError } from './db-error.js'
import { fileAccessError } from './storage.js'

/** 25P02. */
export const inFailedTransaction = () =>
  new DbError('25P02', 'current transaction is aborted, commands ignored until end of transaction block')

/** 25001. @param {string} command */
export const notInsideBlock = (command) => new DbError('25001', `${command} cannot run inside a transaction block`)

/** 25001. @param {string} command */
export const notFromFunction = (command) => new DbError('25001', `${command} cannot be executed from a function`)

/** 25P01. @param {string} command */
export const onlyInsideBlock = (command) => new DbError('25P01', `${command} can only be used in transaction blocks`)

/** 25006. @param {string} command */
export const readOnlyTransaction = (command) =>
  new DbError('25006', `cannot execute ${command} in a read-only transaction`)

/** 25006. @param {string} command */
export const databaseIsReadOnly = (command) =>
  new DbError('25006', `cannot execute ${command}: the database is open for reading only`)

/** 0A000. */
export const staysReadOnly = () =>
  new DbError('0A000', 'cannot set transaction read-write mode: the database is open for reading only')

/** 3B001. @param {string} name @param {'ReleaseSavepoint' | 'RollbackToSavepoint'} routine PostgreSQL's function */
export const noSuchSavepoint = (name, routine) =>
  new DbError('3B001', `savepoint "${name}" does not exist`, { routine })

/** 26000. @param {string} name */
export const noSuchPrepared = (name) => name === ''
  ? new DbError('26000', 'unnamed prepared statement does not exist', { routine: 'exec_bind_message' })
  : new DbError('26000', `prepared statement "${name}" does not exist`)

/** 42P05. @param {string} name */
export const duplicatePrepared = (name) => new DbError('42P05', `prepared statement "${name}" already exists`)

/** 34000. @param {string} name */
export const noSuchPortal = (name) =>
  new DbError('34000', `portal "${name}" does not exist`, { routine: 'exec_execute_message' })

/** 42P03. @param {string} name */
export const duplicatePortal = (name) => new DbError('42P03', `cursor "${name}" already exists`)

/** 57014. */
export const canceledByUser = () => new DbError('57014', 'canceling statement due to user request')

/** 57014. */
export const canceledByTimeout = () => new DbError('57014', 'canceling statement due to statement timeout')

/** 55P03. */
export const canceledByLockTimeout = () =>
  new DbError('55P03', 'canceling statement due to lock timeout', { routine: 'ProcessInterrupts' })

/** 55P03. @param {string} relation */
export const lockNotAvailable = (relation) => new DbError('55P03', `could not obtain lock on relation "${relation}"`,
  { routine: 'RangeVarGetRelidExtended' })

/** 55P03: the synchronous API cannot wait. */
export const wouldWait = () =>
  new DbError(
    '55P03',
    'the statement would have to wait for another transaction, which the synchronous API cannot do',
    { hint: 'Use the asynchronous query(), or end the transaction that holds the lock.' }
  )

/** 0A000: nor can it for what is no lock. */
export const waitsElsewhere = () =>
  new DbError('0A000', 'the statement waits for files, threads or time, which the synchronous API cannot do', {
    hint: 'Use the asynchronous query().',
  })

/** 57P03. */
export const shuttingDown = () => new DbError('57P03', 'the database system is shutting down', { severity: 'FATAL' })

/** 53300. @param {string} name */
export const tooManyForDatabase = (name) =>
  new DbError('53300', `too many connections for database "${name}"`, { severity: 'FATAL' })
/** 53300. @param {string} name */
export const tooManyForRole = (name) =>
  new DbError('53300', `too many connections for role "${name}"`, { severity: 'FATAL' })
/** 42501. @param {string} name */
export const mayNotConnect = (name) => new DbError('42501', `permission denied for database "${name}"`, {
  severity: 'FATAL', detail: 'User does not have CONNECT privilege.',
})
/** 55000. @param {string} name */
export const notAccepting = (name) =>
  new DbError('55000', `database "${name}" is not currently accepting connections`, { severity: 'FATAL' })
/** 3D000. @param {string} name */
export const noSuchDatabase = (name) =>
  new DbError('3D000', `database "${name}" does not exist`, { severity: 'FATAL', routine: 'InitPostgres' })

/** 0A000: a prepared statement was analysed again and gives other columns now. */
export const resultTypeChanged = () =>
  new DbError('0A000', 'cached plan must not change result type', { routine: 'RevalidateCachedQuery' })

/** 42601. */
export const onlyOneStatement = () => new DbError('42601', 'cannot insert multiple commands into a prepared statement',
  { routine: 'exec_parse_message' })

/** Means that a process may run out of, where Node has a module to open. */
const SHORTAGES = ['EMFILE', 'ENFILE', 'ENOMEM']

/**
 * What JavaScript itself refuses, or Node's loader, as PostgreSQL names it; everything else as it is.
 * @param {unknown} error
 * @returns {unknown} 54001 a stack that overflowed, 54000 a string too long, 53200 no memory, 53000 no descriptors
 */
export function asDbError(error) {
  if (!(error instanceof RangeError)) return error instanceof Error ? asShortage(error) : error
  // No pattern: to read one, stack is needed.
  if (error.message.includes('call stack'))
    return new DbError('54001', 'stack depth limit exceeded', { hint: 'Simplify the statement.', cause: error })
  if (/string length|Cannot create a string/i.test(error.message))
    return new DbError('54000', 'a value would be longer than 512 MB', { cause: error })
  if (/Array buffer|array length|allocation/i.test(error.message))
    return new DbError('53200', 'out of memory', { cause: error })
  return error
}

/** @param {NodeJS.ErrnoException} error */
function asShortage(error) {
  const { code = '', syscall, path = '' } = error
  return syscall === 'open' && SHORTAGES.includes(code) ? fileAccessError('open', path, error) : error
}

/** 0A000. @param {string} hint */
export const copyPrepared = (hint) =>
  new DbError('0A000', 'COPY through a prepared statement is not supported', { hint })

/** 55000. @param {string} method */
export const notTableMethod = (method) => new DbError('55000', `access method "${method}" is not of type TABLE`)

/** 0A000 */
export const outputArgumentsInSql = () =>
  new DbError('0A000', 'calling procedures with output arguments is not supported in SQL functions')

/** 22023. @param {number} format */
export const unsupportedFormatCode = (format) => new DbError('22023', `unsupported format code: ${format}`)

/** 0A000. @param {string} command */
export const notInNonVolatile = (command) =>
  new DbError('0A000', `${command} is not allowed in a non-volatile function`)

/** 0A000 */
export const waitsInFunction = () => new DbError('0A000', 'a function that waits in this place is not supported')

/** 2D000. @param {boolean} isCommit */
export const endInSubtransaction = (isCommit) =>
  new DbError('2D000', `cannot ${isCommit ? 'commit' : 'roll back'} while a subtransaction is active`)

/** 55000 */
export const endInCursorLoop = () =>
  new DbError('55000', 'cannot perform transaction commands inside a cursor loop that is not read-only')

/** 0A000. @param {string} name */
export const notByFastpath = (name) => new DbError('0A000', `cannot call function "${name}" via fastpath interface`)
