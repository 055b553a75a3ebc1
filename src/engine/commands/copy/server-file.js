/**
 * The server's files as COPY's other side, in the place of the client: what the sink of a connection does with
 * messages, these do with a file. Reads and writes are awaited one by one, so no more than a piece is in memory.
 */
import { isAbsolute, join } from 'node:path'
import { relativePathInMemory, relativePathToWrite, serverFilesClosed } from '../../../errors/server-files.js'
import { openToRead, openToWrite } from '../../../storage/vfs/server-streams.js'

/** @import { Session } from '../../session/session.js' */
/** @import { ServerFile } from '../../../storage/vfs/server-streams.js' */

/** Bytes that wait to be written before the rows behind them do. */
const HIGH_WATER = 64 * 1024

/** @param {Session} session @throws {import('../../../errors/db-error.js').DbError} 42501 */
export function requireServerFiles(session) {
  if (session.cluster.options.serverFiles === false) throw serverFilesClosed()
}

/** @param {Session} session @param {string} path relative ones are the data directory's @returns {string} */
function pathToRead(session, path) {
  // An empty name is that of no file, as it is to the system.
  if (path === '' || isAbsolute(path)) return path
  const { name } = session.cluster.vfs
  if (!isAbsolute(name)) throw relativePathInMemory()
  return join(name, path)
}

/** @template T @param {Promise<T>} promise @returns {Generator<Promise<unknown>, T, void>} */
export function* awaited(promise) {
  /** @type {any} */
  let value
  yield promise.then((result) => { value = result })
  return value
}

/** A file that is open from `begin` to `close`, which gives it up whatever is under way. */
class OpenedFile {
  constructor() {
    /** @type {Promise<ServerFile> | null} */
    this.opening = null
    /** @type {ServerFile | null} */
    this.file = null
  }

  /** @param {Promise<ServerFile>} opening @returns {Generator<Promise<unknown>, void, void>} */
  * open(opening) {
    this.opening = opening
    this.file = yield* awaited(opening)
  }

  /** Of a statement that failed or has had what it wanted: nobody waits for it, or hears what went wrong. */
  abandon() {
    this.opening?.then((file) => file.close()).catch(() => { /* whoever waited for its opening was told */ })
    this.opening = null
  }
}

/** What COPY FROM and scans of file_fdw's tables read. */
export class FileToRead extends OpenedFile {
  /** @param {Session} session @param {string} path */
  constructor(session, path) {
    super()
    this.session = session
    this.path = path
  }

  /** @returns {Generator<Promise<unknown>, void, void>} */
  begin() { return this.open(openToRead(this.path, pathToRead(this.session, this.path))) }

  /** The same for who waits in another way. */
  async opened() {
    this.opening = openToRead(this.path, pathToRead(this.session, this.path))
    this.file = await this.opening
  }

  get size() { return this.file?.size ?? 0 }

  /** The next piece. @returns {Promise<Buffer | null>} null at the end */
  copyRead() { return /** @type {ServerFile} */ (this.file).read() }
}

/** What COPY TO writes. */
export class FileToWrite extends OpenedFile {
  /** @param {string} path */
  constructor(path) {
    super()
    this.path = path
    /** @type {Buffer[]} */
    this.pieces = []
    this.bytes = 0
  }

  /** @returns {Generator<Promise<unknown>, void, void>} */
  begin() {
    if (!isAbsolute(this.path)) throw relativePathToWrite()
    return this.open(openToWrite(this.path))
  }

  /** @param {Uint8Array} bytes the caller's, who uses them again @param {number} start @param {number} end */
  copyData(bytes, start, end) {
    this.pieces.push(Buffer.from(bytes.subarray(start, end)))
    this.bytes += end - start
  }

  /** @returns {Promise<void> | null} null: there is room for more */
  drain() { return this.bytes < HIGH_WATER ? null : this.flush() }

  /** @returns {Promise<void>} */
  flush() {
    const bytes = Buffer.concat(this.pieces)
    this.pieces = []
    this.bytes = 0
    return /** @type {ServerFile} */ (this.file).write(bytes)
  }

  /** All is written, and the system has taken it. @returns {Generator<Promise<unknown>, void, void>} */
  * end() {
    yield this.flush()
    const file = /** @type {ServerFile} */ (this.file)
    this.opening = null
    yield file.close()
  }
}
