/**
 * Files of the server that SQL reads and writes (COPY, file_fdw, pg_read_file): PostgreSQL's words for what the system
 * refuses.
 */
import { DbError, featureNotSupported } from './db-error.js'
import { SYSTEM_ERRORS } from './storage.js'

/** What differs, or what a data directory does not meet. @type {Record<string, [string, string]>} */
const REFUSALS = {
  ...SYSTEM_ERRORS,
  ENOTDIR: ['42809', 'Not a directory'],
  ELOOP: ['58030', 'Too many levels of symbolic links'],
  ENAMETOOLONG: ['XX000', 'File name too long'],
  ETXTBSY: ['58030', 'Text file busy'],
  EFBIG: ['58030', 'File too large'],
  EINVAL: ['XX000', 'Invalid argument'],
  EAGAIN: ['58030', 'Resource temporarily unavailable'],
  ENXIO: ['58030', 'No such device or address'],
}

/**
 * @param {string} what could not be done @param {unknown} cause the system's error @param {string} [hint]
 */
function refused(what, cause, hint) {
  const { code = '', message = String(cause) } = /** @type {NodeJS.ErrnoException} */ (cause)
  const [state, words] = REFUSALS[code] ?? ['58030', message]
  return new DbError(state, `could not ${what}: ${words}`, { cause, hint })
}

const HINTS = {
  reading: 'COPY FROM instructs the PostgreSQL server process to read a file. ' +
    "You may want a client-side facility such as psql's \\copy.",
  writing: 'COPY TO instructs the PostgreSQL server process to write a file. ' +
    "You may want a client-side facility such as psql's \\copy.",
}

/** @param {string} path as it was written @param {'reading' | 'writing'} purpose @param {unknown} cause */
export function cannotOpenServerFile(path, purpose, cause) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (cause)
  return refused(`open file "${path}" for ${purpose}`, cause,
    code === 'ENOENT' || code === 'EACCES' ? HINTS[purpose] : undefined)
}

/** @param {string} what as "stat file" @param {string} path as it was written @param {unknown} cause */
export const cannotDoWithFile = (what, path, cause) => refused(`${what} "${path}"`, cause)

/** @param {string} path as it was written @param {unknown} cause */
export const cannotOpenForValue = (path, cause) => refused(`open file "${path}" for reading`, cause)

/** 54000 */
export const fileTooLong = () => new DbError('54000', 'file length too large')

/** 42809. @param {string} path */
export const isDirectory = (path) => new DbError('42809', `"${path}" is a directory`)

/**
 * 0A000: opening one may wait for ever for whoever is at its other end.
 * @param {string} path @param {string} [what]
 */
export const notAFile = (path, what = 'COPY with') =>
  featureNotSupported(`${what} "${path}", which is a pipe, a socket or a device,`)

/** @param {unknown} cause */
export const cannotReadServerFile = (cause) => refused('read from COPY file', cause)
/** @param {unknown} cause */
export const cannotWriteServerFile = (cause) => refused('write to COPY file', cause)
/** @param {string} path @param {unknown} cause */
export const cannotCloseServerFile = (path, cause) => refused(`close file "${path}"`, cause)

/** 42602 */
export const relativePathToWrite = () => new DbError('42602', 'relative path not allowed for COPY to file')

/** 42602: there is no directory that it could be relative to. */
export const relativePathInMemory = () =>
  new DbError('42602', 'relative path not allowed for a database in memory')

/** 42501: whoever opened the database has said so. */
export const serverFilesClosed = () => new DbError('42501', 'files of the server are not open to SQL', {
  hint: 'The database was opened with serverFiles: false, or served with --no-server-files.',
})
