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
import fs from 'node:fs'
import { dirname, join } from 'node:path'

/** Two tables with their sequences and keys. */
const READY_FILES = 8
const NAMES = /^ready\.\d+$/
const MODE = 0o600

export class FileReserve {
  /** @type {{ path: string, fd: number }[]} */
  #ready = []
  #serial = 0
  /** The one that is being made. @type {Promise<void> | null} */
  #making = null
  #isOpen = false

  /** @param {string} dir where its files wait: of the file system that they are for */
  constructor(dir) {
    this.dir = dir
  }

  /** The directory is ours from here on: takes away what another process left. */
  begin() {
    // Windows gives no new name to a file that is open.
    this.#isOpen = process.platform !== 'win32'
    try {
      for (const name of fs.readdirSync(this.dir)) if (NAMES.test(name)) fs.unlinkSync(join(this.dir, name))
    } catch { /* there is none yet, or these names are passed over: one that is taken is not made again */ }
  }

  /**
   * Makes `path`, which is not there, if a file is ready.
   * @param {string} path @returns {number} its descriptor; -1: none is ready, or it could not be named
   */
  take(path) {
    this.#refill()
    const file = this.#ready.pop()
    if (file === undefined) return -1
    try {
      // Nobody else gives names here, so it stays absent until the next line.
      if (fs.statSync(path, { throwIfNoEntry: false }) === undefined) {
        fs.renameSync(file.path, path)
        return file.fd
      }
    } catch { /* why not, the system tells whoever makes the file in place */ }
    forget(file)
    return -1
  }

  /** Gives back a descriptor, when the system has no other. @returns {boolean} false: there was none */
  giveDescriptor() {
    const file = this.#ready.pop()
    if (file === undefined) return false
    forget(file)
    return true
  }

  /** Nothing is made any more, and what is ready goes. @returns {Promise<void>} resolves when nothing is under way */
  async end() {
    this.#isOpen = false
    for (const file of this.#ready.splice(0)) forget(file)
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
    const path = join(this.dir, `ready.${this.#serial++}`)
    const fd = await made(path)
    if (fd < 0) return false
    if (this.#isOpen) this.#ready.push({ path, fd })
    else forget({ path, fd })
    return true
  }
}

/** Async. @param {string} path @returns {Promise<number>} its descriptor; -1: it cannot be made */
async function made(path) {
  try {
    return await opened(path)
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== 'ENOENT') return -1
  }
  try {
    await fs.promises.mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return await opened(path)
  } catch {
    return -1 // why not, the system tells whoever makes a file in place
  }
}

/** Async. @param {string} path @returns {Promise<number>} its descriptor */
function opened(path) {
  const { O_CREAT, O_EXCL, O_RDWR } = fs.constants
  return new Promise((resolve, reject) => {
    fs.open(path, O_RDWR | O_CREAT | O_EXCL, MODE, (error, fd) => error === null ? resolve(fd) : reject(error))
  })
}

/** @param {{ path: string, fd: number }} file */
function forget({ path, fd }) {
  try {
    fs.closeSync(fd)
    fs.unlinkSync(path)
  } catch { /* swept by who opens the directory next */ }
}
