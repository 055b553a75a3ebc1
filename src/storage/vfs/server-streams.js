/**
 * Files of the server that statements read or write piece by piece (COPY, file_fdw), or as one value (pg_read_file).
 * They are no part of the database: nothing here is synced, and what a statement wrote before it failed stays, as in
 * PostgreSQL. All of it runs on libuv's pool. Nothing that may wait for somebody else is opened (a pipe, a terminal):
 * it would keep a thread of that pool, which the log's syncs need.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import {
  cannotCloseServerFile, cannotDoWithFile, cannotOpenForValue, cannotOpenServerFile, cannotReadServerFile,
  cannotWriteServerFile, isDirectory, notAFile,
} from '../../errors/server-files.js'

/** @import { FileHandle } from 'node:fs/promises' */

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_NONBLOCK = 0 } = constants
/** Nobody but the owner may write what COPY TO made. */
const MODE = 0o644
const PIECE_BYTES = 64 * 1024

export class ServerFile {
  /** @param {string} path as messages show it @param {FileHandle} handle @param {number} size when it was opened */
  constructor(path, handle, size) {
    this.path = path
    this.handle = handle
    this.size = size
  }

  /** @returns {Promise<Buffer | null>} the next piece, its reader's to keep; null: that was all */
  async read() {
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
    try {
      const { bytesRead } = await this.handle.read(piece, 0, PIECE_BYTES, null)
      return bytesRead === 0 ? null : piece.subarray(0, bytesRead)
    } catch (error) {
      throw cannotReadServerFile(error)
    }
  }

  /**
   * What stands from there on, as one value.
   * @param {number} from @param {number} bytes so many of it at most, or Infinity
   * @param {number} max if there are more @param {() => Error} tooLong
   */
  async readFrom(from, bytes, max, tooLong) {
    const pieces = []
    let got = 0
    for (let left = bytes; left > 0;) {
      const piece = Buffer.allocUnsafeSlow(Math.min(left, PIECE_BYTES))
      let bytesRead
      try {
        ({ bytesRead } = await this.handle.read(piece, 0, piece.length, from + got))
      } catch (error) {
        throw cannotDoWithFile('read file', this.path, error)
      }
      if (bytesRead === 0) break
      pieces.push(piece.subarray(0, bytesRead))
      got += bytesRead
      left -= bytesRead
      if (got > max) throw tooLong()
    }
    return Buffer.concat(pieces)
  }

  /** @param {Uint8Array} bytes */
  async write(bytes) {
    try {
      for (let done = 0; done < bytes.length;)
        done += (await this.handle.write(bytes, done, bytes.length - done, null)).bytesWritten
    } catch (error) {
      throw cannotWriteServerFile(error)
    }
  }

  async close() {
    try {
      await this.handle.close()
    } catch (error) {
      throw cannotCloseServerFile(this.path, error)
    }
  }
}

/**
 * @param {string} path as messages show it @param {string} fullPath @param {number} flags
 * @param {'reading' | 'writing'} purpose @returns {Promise<ServerFile>}
 */
async function opened(path, fullPath, flags, purpose) {
  let handle
  try {
    handle = await open(fullPath, flags | O_NONBLOCK, MODE)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    // What a pipe without a reader says to who would write and not wait.
    if (code === 'ENXIO') throw notAFile(path)
    throw cannotOpenServerFile(path, purpose, error)
  }
  const stat = await handle.stat()
  const refusal = stat.isDirectory() ? isDirectory(path) : stat.isFile() || isNull(stat) ? null : notAFile(path)
  if (refusal === null) return new ServerFile(path, handle, stat.size)
  await handle.close()
  throw refusal
}

/** /dev/null, or what is as little of a file: of Linux's devices 1:3. @param {import('node:fs').Stats} stat */
const isNull = (stat) => stat.isCharacterDevice() && (stat.rdev === 0x103 || process.platform !== 'linux')

/**
 * For a function that reads it. Directories can be opened, and refuse to be read.
 * @param {string} path as messages show it @param {string} fullPath @param {boolean} missingOk
 * @returns {Promise<ServerFile | null>} null: there is none
 */
export async function openForValue(path, fullPath, missingOk) {
  let handle
  try {
    handle = await open(fullPath, O_RDONLY | O_NONBLOCK)
  } catch (error) {
    if (missingOk && /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null
    throw cannotOpenForValue(path, error)
  }
  const stat = await handle.stat()
  if (stat.isFile() || stat.isDirectory() || isNull(stat)) return new ServerFile(path, handle, stat.size)
  await handle.close()
  throw notAFile(path, 'reading')
}

/** @param {string} path @param {string} fullPath */
export const openToRead = (path, fullPath) => opened(path, fullPath, O_RDONLY, 'reading')

/** What it held is gone then. @param {string} path absolute */
export const openToWrite = (path) => opened(path, path, O_WRONLY | O_CREAT | O_TRUNC, 'writing')
