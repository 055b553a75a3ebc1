/**
 * Files of the operator's beside the data directory: configuration by its full path, certificates and keys, the
 * directory of a Unix socket. Read whole; nothing here is written but that directory. And what SQL asks of any file but
 * its contents (server-streams.js): its data, a directory's names.
 */
import fs from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** System errors as the C library words them. @type {Record<string, string>} */
const WORDS = {
  ENOENT: 'No such file or directory', EACCES: 'Permission denied', EISDIR: 'Is a directory',
  EPERM: 'Operation not permitted', ENOTDIR: 'Not a directory', EMFILE: 'Too many open files',
  ELOOP: 'Too many levels of symbolic links', EIO: 'Input/output error',
}
/** A configuration file is no longer than that. */
const BYTES_MAX = 16 * 1048576

/** @param {unknown} error of the file system @returns {string} */
export function systemWords(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  return WORDS[code ?? ''] ?? message
}

/** @param {string} directory that relative paths are of @param {string} path */
export const serverPath = (directory, path) => isAbsolute(path) ? path : join(directory, path)

/** @param {string} path @returns {Buffer} @throws {NodeJS.ErrnoException} */
export function readServerFile(path) {
  const { size } = fs.statSync(path)
  if (size > BYTES_MAX) throw new Error('File too large')
  return fs.readFileSync(path)
}

/**
 * Whom a file belongs to, and who else may read it.
 * @param {string} path
 * @returns {{ isFile: boolean, owner: 'us' | 'root' | 'other', mode: number } | null} null: the system has no such
 *   notion (Windows) @throws {NodeJS.ErrnoException}
 */
export function fileRights(path) {
  const stat = fs.statSync(path)
  const uid = process.geteuid?.()
  if (uid === undefined) return null
  const owner = stat.uid === uid ? 'us' : stat.uid === 0 ? 'root' : 'other'
  return { isFile: stat.isFile(), owner, mode: stat.mode & 0o777 }
}

/**
 * What pg_stat_file tells. Async: the system may take its time.
 * @param {string} path @returns {Promise<fs.Stats>} @throws {NodeJS.ErrnoException}
 */
export const statOf = (path) => fs.promises.stat(path)

/** Of a file of ours; null: it is gone. @param {string} path @throws {NodeJS.ErrnoException} */
export const statNow = (path) => fs.statSync(path, { throwIfNoEntry: false }) ?? null

/**
 * A directory's names one by one, in the system's order, without '.' and '..'.
 * @param {string} path @throws {NodeJS.ErrnoException}
 */
export function openDirectory(path) {
  const directory = fs.opendirSync(path)
  return { next: () => directory.readSync()?.name ?? null, close: () => directory.closeSync() }
}

/** For a socket: made where it is absent, and then for nobody else. @param {string} dir */
export function makeSocketDirectory(dir) {
  if (!fs.existsSync(dir)) fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
}

/** @param {string} path of a socket @param {number} mode who may connect to it */
export function setSocketMode(path, mode) { fs.chmodSync(path, mode) }
