/**
 * Empty files that are made off the main thread before anybody asks for one. To make a file can take the system a
 * millisecond (ext4 passes over inodes that were freed a short while ago), and a table with its keys is several; to
 * give one that is ready its name takes twenty microseconds.
 *
 *   temp/ready.<n>   open, empty          rename                base/<fileId>
 *        ▲ made on libuv's pool  ─────────────────────────────►  the same descriptor
 *
 * Only who holds the directory's lock has a reserve: nobody else gives names there. What a killed process left of one
 * is swept by who takes the lock next. A name that was given is as durable as that of a file made in place, that is
 * once its directory is synced: should a crash leave the old name beside it, sweeping takes that away.
 */
/** @import { VfsFile } from './vfs.js' */

export const TEMP_DIR = 'temp'
/** Two tables with their sequences and keys. */
const READY_FILES = 8
const NAMES = /^ready\.\d+$/

/**
 * What it asks of a file system: calls of a Vfs, and one that makes an exclusive file off the main thread, whose `path`
 * may be changed.
 * @typedef {object} ReserveVfs
 * @property {(path: string) => boolean} exists
 * @property {(dir: string) => string[]} list
 * @property {(dir: string) => void} mkdir
 * @property {(from: string, to: string) => void} rename
 * @property {(path: string) => void} unlink
 * @property {(path: string) => Promise<VfsFile & { path: string }>} createLater
 */

export class FileReserve {
  /** @type {(VfsFile & { path: string })[]} */
  #ready = []
  #serial = 0
  /** The one that is being made. @type {Promise<void> | null} */
  #making = null
  #isOpen = false
  /** As far as is known. */
  #hasDir = false

  /** @param {ReserveVfs} vfs */
  constructor(vfs) {
    this.vfs = vfs
  }

  /** The directory is ours from here on: takes away what another process left. */
  begin() {
    // Windows gives no new name to a file that is open.
    this.#isOpen = process.platform !== 'win32'
    try {
      for (const name of this.vfs.list(TEMP_DIR)) if (NAMES.test(name)) this.vfs.unlink(`${TEMP_DIR}/${name}`)
    } catch { /* these names are passed over: one that is taken is not made again */ }
  }

  /**
   * Makes `path`, which is not there, if a file is ready.
   * @param {string} path @returns {VfsFile | null} null: none is ready, or it could not be named
   */
  take(path) {
    this.#refill()
    const file = this.#ready.pop()
    if (file === undefined) return null
    try {
      // Nobody else gives names here, so it stays absent until the next line.
      if (!this.vfs.exists(path)) {
        this.vfs.rename(file.path, path)
        file.path = path
        return file
      }
    } catch { /* why not, the system tells whoever makes the file in place */ }
    this.#forget(file)
    return null
  }

  /** Gives back a descriptor, when the system has no other. @returns {boolean} false: there was none */
  giveDescriptor() {
    const file = this.#ready.pop()
    if (file === undefined) return false
    this.#forget(file)
    return true
  }

  /** Nothing is made any more, and what is ready goes. @returns {Promise<void>} resolves when nothing is under way */
  async end() {
    this.#isOpen = false
    for (const file of this.#ready.splice(0)) this.#forget(file)
    await this.#making
  }

  /** One file after the other, while syncs of the log need the pool as well. */
  #refill() {
    if (!this.#isOpen || this.#making !== null || this.#ready.length >= READY_FILES) return
    this.#making = this.#make().then((made) => {
      this.#making = null
      if (made) this.#refill()
    })
  }

  /** Async: makes one. @returns {Promise<boolean>} false: not now */
  async #make() {
    const file = await this.#made(`${TEMP_DIR}/ready.${this.#serial++}`)
    if (file === null) return false
    if (this.#isOpen) this.#ready.push(file)
    else this.#forget(file)
    return true
  }

  /** Async. @param {string} path @returns {Promise<(VfsFile & { path: string }) | null>} null: it cannot be made */
  async #made(path) {
    const { vfs } = this
    try {
      if (!this.#hasDir && !vfs.exists(TEMP_DIR)) vfs.mkdir(TEMP_DIR)
      this.#hasDir = true
      return await vfs.createLater(path)
    } catch {
      this.#hasDir = false
      return null // why not, the system tells whoever makes a file in place
    }
  }

  /** @param {VfsFile & { path: string }} file */
  #forget(file) {
    try {
      file.close()
      this.vfs.unlink(file.path)
    } catch { /* swept by who opens the directory next */ }
  }
}
