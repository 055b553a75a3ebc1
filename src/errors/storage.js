/**
 * What the file system refuses, as the DbErrors every Vfs throws: the same codes and words whatever the implementation.
 */
import { constants } from 'node:os'
import { DbError } from './db-error.js'

/** System error code -> [SQLSTATE, the system's words]. What is not listed is 58030 with the system's own message. */
export const SYSTEM_ERRORS = /** @type {Record<string, [string, string]>} */ ({
  ENOENT: ['58P01', 'No such file or directory'],
  ENOTDIR: ['58P01', 'Not a directory'],
  EEXIST: ['58P02', 'File exists'],
  EACCES: ['42501', 'Permission denied'],
  EPERM: ['42501', 'Operation not permitted'],
  EROFS: ['42501', 'Read-only file system'],
  EISDIR: ['42809', 'Is a directory'],
  ENOSPC: ['53100', 'No space left on device'],
  EDQUOT: ['53100', 'Disk quota exceeded'],
  EMFILE: ['53000', 'Too many open files'],
  ENFILE: ['53000', 'Too many open files in system'],
  ENOMEM: ['53200', 'Cannot allocate memory'],
  EIO: ['58030', 'Input/output error'],
})

/**
 * @param {string} action what was tried, as the verb of "could not … file": open, create, read, write, fsync, rename,
 *   remove
 * @param {string} path @param {unknown} cause the system's error
 */
export function fileAccessError(action, path, cause) {
  const { code = '', message = String(cause) } = /** @type {{code?: string, message?: string}} */ (cause)
  const [state, words] = SYSTEM_ERRORS[code] ?? ['58030', message]
  // After a sync that failed, for want of space or not, nobody knows what is on the disk.
  return new DbError(
    action === 'fsync' && state.startsWith('53') ? '58030' : state,
    `could not ${action} file "${path}": ${words}`,
    { cause }
  )
}

/**
 * An error as the operating system would raise it, for file systems that have none.
 * @param {string} code such as ENOENT
 */
export function systemError(code) {
  const errno = /** @type {Record<string, number>} */ (constants.errno)[code]
  return Object.assign(new Error(`${code}: ${SYSTEM_ERRORS[code]?.[1] ?? 'system error'}`), { code, errno: -errno })
}

/**
 * 55006.
 * @param {string} directory
 * @param {number} pid of the holder
 * @param {string} holderText what the holder says about itself
 */
export const directoryInUse = (directory, pid, holderText) => new DbError('55006',
  `data directory "${directory}" is in use by process ${pid}${holderText === '' ? '' : ` (${holderText})`}`,
  {
    severity: 'FATAL', hint: 'Only one process opens a data directory; connect to that one, or stop it.',
    cause: { pid },
  })

/**
 * The system is out of something that comes back: space, descriptors, memory. What was tried has done nothing.
 * @param {unknown} error
 */
export const isShortage = (error) =>
  error instanceof DbError && (error.code === '53100' || error.code === '53000' || error.code === '53200')

/** 53100, 53000: no room for the log to grow; refused until there is. @param {DbError} cause */
export const logFull = (cause) => new DbError(cause.code, 'could not extend the write-ahead log', {
  detail: cause.message, hint: 'Reading goes on. Writing goes on, too, as soon as the system has room again.', cause,
})

/** 58030: the log could not be written or synced; nothing is acknowledged from here on. @param {unknown} cause */
export const logFailed = (cause) => new DbError('58030', 'the write-ahead log failed, the database must be reopened', {
  severity: 'FATAL', detail: cause instanceof Error ? cause.message : String(cause),
  hint: 'Reopening recovers every transaction whose commit was acknowledged.', cause,
})

/**
 * XX001: the log, or the control file.
 * @param {string} message
 * @param {import('./db-error.js').DbErrorFields} [fields]
 */
export const dataCorrupted = (message, fields = {}) => new DbError('XX001', message, { severity: 'FATAL', ...fields })

/** 58P02. @param {string} directory @param {string} name of what is in it */
export const notOurDirectory = (directory, name) =>
  new DbError('58P02', `directory "${directory}" is not empty, and no data directory of Seawall`, {
    severity: 'FATAL',
    detail: `It holds "${name}".`,
    hint:
      name === 'PG_VERSION'
        ? 'It is a data directory of PostgreSQL: load a dump of it into an empty one.'
        : 'Choose an empty directory, or one that does not exist.',
  })

/** 58P02. @param {string} path */
export const notADirectory = (path) =>
  new DbError('58P02', `"${path}" is a file, not a data directory`, { severity: 'FATAL' })

/**
 * 22023: the data directory has another format than this version reads.
 * @param {string} message
 * @param {string} [hint]
 */
export const formatNotSupported = (message, hint) => new DbError('22023', message, { severity: 'FATAL', hint })
