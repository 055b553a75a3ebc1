/**
 * Files on the operating system's disk, under one root directory. Synchronous calls are plain system calls;
 * asynchronous ones run on libuv's pool. A sync is fdatasync (libuv makes it a full flush on macOS). The lock is
 * process-lock.js.
 */
import fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileAccessError, notADirectory } from '../../errors/storage.js'
import { assert } from '../../util/assert.js'
import { FileReserve, TEMP_DIR } from './file-reserve.js'
import { HeldNames } from './held-names.js'
import { takeProcessLock } from './process-lock.js'
import { assertRelative } from './vfs.js'

/** @import { OpenOptions, Vfs, VfsFile } from './vfs.js' */

/**
 * By one call: what one call appends is one piece of the system's cache, and a later write of a page into it costs by
 * the piece (../README.md).
 */
const ZERO_BYTES = 1 << 15
const FILE_MODE = 0o600
/** ext4 gives back a MB in 0.3 ms; 240 MB at once kept a sync of the log waiting for 26. */
const STEP_BYTES = 1 << 20
/** Written by `allocate`; made on first use. @type {Uint8Array | null} */
let zeros = null

class DiskFile {
  #inFlight = 0
  #open = true
  #isFreed = false
  #fd

  /** @param {string} path @param {number} fd */
  constructor(path, fd) {
    this.path = path
    this.#fd = fd
  }

  /** @type {VfsFile['readSync']} */
  readSync(bytes, start, length, position) {
    assert(this.#open, 'the file is open')
    let done = 0
    try {
      while (done < length) {
        const count = fs.readSync(this.#fd, bytes, start + done, length - done, position + done)
        if (count === 0) break
        done += count
      }
    } catch (error) {
      throw fileAccessError('read', this.path, error)
    }
    return done
  }

  /** @type {VfsFile['writeSync']} */
  writeSync(bytes, start, length, position) {
    assert(this.#open, 'the file is open')
    try {
      for (let done = 0; done < length;)
        done += fs.writeSync(this.#fd, bytes, start + done, length - done, position + done)
    } catch (error) {
      throw fileAccessError('write', this.path, error)
    }
  }

  syncSync() {
    assert(this.#open, 'the file is open')
    try {
      fs.fdatasyncSync(this.#fd)
    } catch (error) {
      throw fileAccessError('fsync', this.path, error)
    }
  }

  /** @type {VfsFile['read']} */
  read(bytes, start, length, position) {
    return this.#offThread('read', (resolve, reject) => {
      let done = 0
      const step = () => fs.read(this.#fd, bytes, start + done, length - done, position + done, (error, count) => {
        if (error) return reject(error)
        done += count
        if (count === 0 || done === length) resolve(done)
        else step()
      })
      if (length === 0) resolve(0)
      else step()
    })
  }

  /** @type {VfsFile['write']} */
  write(bytes, start, length, position) {
    return this.#offThread('write', (resolve, reject) => {
      let done = 0
      const step = () => fs.write(this.#fd, bytes, start + done, length - done, position + done, (error, count) => {
        if (error) return reject(error)
        done += count
        if (done === length) resolve(undefined)
        else step()
      })
      if (length === 0) resolve(undefined)
      else step()
    })
  }

  /** @returns {Promise<void>} */
  sync() {
    return this.#offThread('fsync', (resolve, reject) => {
      fs.fdatasync(this.#fd, (error) => error ? reject(error) : resolve(undefined))
    })
  }

  /** @param {number} size */
  truncate(size) {
    assert(this.#open, 'the file is open')
    try {
      fs.ftruncateSync(this.#fd, size)
    } catch (error) {
      throw fileAccessError('truncate', this.path, error)
    }
  }

  size() {
    assert(this.#open, 'the file is open')
    try {
      return fs.fstatSync(this.#fd).size
    } catch (error) {
      throw fileAccessError('stat', this.path, error)
    }
  }

  /** @param {number} size */
  allocate(size) {
    zeros ??= new Uint8Array(ZERO_BYTES)
    for (let at = this.size(); at < size;) {
      const count = Math.min(ZERO_BYTES, size - at)
      this.writeSync(zeros, 0, count, at)
      at += count
    }
  }

  close() {
    assert(this.#open, 'a file is closed once')
    this.#open = false
    if (this.#inFlight === 0) this.#closeNow()
  }

  /** A file without a name gives back its room when it is closed, which takes as long as there is room. */
  closeLater() {
    assert(this.#open, 'a file is closed once')
    this.#open = false
    this.#isFreed = true
    if (this.#inFlight === 0) this.#closeNow()
  }

  #closeNow() {
    try {
      if (this.#isFreed) fs.close(this.#fd, () => undefined)
      else fs.closeSync(this.#fd)
    } catch (error) {
      throw fileAccessError('close', this.path, error)
    }
  }

  /**
   * Counts the call as under way until it settles, so that `close` never takes the descriptor from under it.
   * @template T
   * @param {string} action @param {(resolve: (value: T) => void, reject: (error: unknown) => void) => void} start
   * @returns {Promise<T>}
   */
  #offThread(action, start) {
    assert(this.#open, 'the file is open')
    this.#inFlight++
    return new Promise((resolve, reject) => {
      const settled = () => {
        if (--this.#inFlight === 0 && !this.#open) this.#closeNow()
      }
      start(
        (value) => {
          settled()
          resolve(value)
        },
        (error) => {
          settled()
          reject(fileAccessError(action, this.path, error))
        },
      )
    })
  }
}

/**
 * Descriptors kept for when the system has no other: sockets of others may take all there are, and the log must go on.
 */
const SPARE_DESCRIPTORS = 4

/** @param {unknown} error */
const isOutOfDescriptors = (error) => ['EMFILE', 'ENFILE'].includes(/** @type {{ code?: string }} */ (error).code ?? '')

export class DiskVfs extends HeldNames {
  #tempSerial = 0
  /** @type {number[]} */
  #spares = []
  /** The directory is ours: spare descriptors are kept. */
  #isLocked = false
  /** Files for who makes one and minds that it takes long: exclusive ones. @type {FileReserve} */
  #reserve
  /** See Vfs. @type {() => boolean} */
  giveDescriptor = () => false

  /** @param {string} rootDir need not exist: mkdir('') makes it */
  constructor(rootDir) {
    super()
    this.name = rootDir
    this.#reserve = new FileReserve(this)
  }

  /** @param {string} path @param {OpenOptions} [options] @returns {VfsFile} */
  open(path, options = {}) {
    const full = this.#full(path)
    if (this.#isLocked && options.create && options.exclusive) {
      const ready = this.#reserve.take(path)
      if (ready !== null) return ready
    }
    const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL } = fs.constants
    const flags = (options.readOnly ? O_RDONLY : O_RDWR)
      | (options.create ? O_CREAT : 0) | (options.create && options.exclusive ? O_EXCL : 0)
    try {
      return new DiskFile(path, this.#openDescriptor(full, flags))
    } catch (error) {
      throw fileAccessError(options.create ? 'create' : 'open', path, error)
    }
  }

  /** Of the reserve: an exclusive file, made on libuv's pool. @param {string} path @returns {Promise<DiskFile>} */
  createLater(path) {
    const { O_CREAT, O_EXCL, O_RDWR } = fs.constants
    return new Promise((resolve, reject) => {
      fs.open(this.#full(path), O_RDWR | O_CREAT | O_EXCL, FILE_MODE, (error, fd) => {
        if (error === null) resolve(new DiskFile(path, fd))
        else reject(fileAccessError('create', path, error))
      })
    })
  }

  /** @param {string} path */
  exists(path) {
    try {
      return fs.statSync(this.#full(path), { throwIfNoEntry: false }) !== undefined
    } catch (error) {
      throw fileAccessError('stat', path, error) // whether it is there is not known: "no" would be a wrong answer
    }
  }

  /** @param {string} dir @returns {string[]} */
  list(dir) {
    try {
      return this.#withDescriptor(() => fs.readdirSync(this.#full(dir))).sort()
    } catch (error) {
      if (/** @type {{code?: string}} */ (error).code === 'ENOENT') return []
      throw fileAccessError('list', dir, error)
    }
  }

  /** @param {string} path */
  mkdir(path) {
    try {
      const full = resolve(this.#full(path))
      const first = fs.mkdirSync(full, { recursive: true, mode: 0o700 })
      if (path !== '') return
      // The root's name is in a directory that no syncDir reaches, and so are those of parents made with it. One that
      // is there already may be of a process that was killed before it could sync.
      try {
        syncDirectory(dirname(full))
      } catch (error) {
        // A directory that others made and that may only be passed through.
        if (first !== undefined || /** @type {{code?: string}} */ (error).code !== 'EACCES') throw error
      }
      for (let made = full; first !== undefined && made !== first; made = dirname(made))
        syncDirectory(dirname(dirname(made)))
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error)
      if (path === '' && code === 'EEXIST') throw notADirectory(this.name)
      throw fileAccessError('create', path === '' ? this.name : path, error)
    }
  }

  /** @param {string} from @param {string} to */
  rename(from, to) {
    try {
      fs.renameSync(this.#full(from), this.#full(to))
    } catch (error) {
      throw fileAccessError('rename', from, error)
    }
  }

  /** @param {string} path */
  unlink(path) {
    try {
      fs.unlinkSync(this.#full(path))
    } catch (error) {
      throw fileAccessError('remove', path, error)
    }
  }

  /** @param {string} path @returns {Promise<void>} */
  unlinkLater(path) {
    return new Promise((resolve, reject) => {
      fs.unlink(this.#full(path), (error) => {
        if (error === null) resolve()
        else reject(fileAccessError('remove', path, error))
      })
    })
  }

  /** @param {string} path @returns {Promise<void>} */
  async unlinkInSteps(path) {
    try {
      const full = this.#full(path)
      // Most files that are dropped are small: asking costs less than the three calls on the pool that shortening
      // begins and ends with.
      if ((fs.statSync(full, { throwIfNoEntry: false })?.size ?? 0) > STEP_BYTES) await shorten(full)
    } catch { /* the system may still remove it, or says why not */ }
    await this.unlinkLater(path)
  }

  /** @param {string} dir @returns {Promise<void>} */
  syncDirLater(dir) {
    if (process.platform === 'win32') return Promise.resolve()
    return new Promise((resolve, reject) => {
      let fd = 0
      try {
        fd = this.#openDescriptor(this.#full(dir), fs.constants.O_RDONLY)
      } catch (error) {
        return reject(fileAccessError('open', dir, error))
      }
      fs.fsync(fd, (error) =>
        fs.close(fd, (closeError) => {
          if (error ?? closeError) reject(fileAccessError('fsync', dir, error ?? closeError))
          else resolve()
        })
      )
    })
  }

  /** @override @param {string} dir */
  syncNames(dir) {
    try {
      syncDirectory(this.#full(dir), (full, flags) => this.#openDescriptor(full, flags))
    } catch (error) {
      throw fileAccessError(
        /** @type {{ syscall?: string }} */ (error).syscall === 'open' ? 'open' : 'fsync',
        dir,
        error
      )
    }
  }

  /**
   * @param {string} path
   * @param {string} holderText
   * @param {(error: Error) => void} [onLost]
   * @param {boolean} [shared]
   * @returns {Promise<() => void>}
   */
  async lock(path, holderText, onLost, shared = false) {
    const release = await takeProcessLock(this.name, this.#full(path), holderText, onLost, shared)
    if (shared) return release
    this.#isLocked = true
    this.#keepSpares()
    this.#reserve.begin()
    return () => {
      this.#isLocked = false
      void this.rest()
      for (const spare of this.#spares.splice(0)) fs.closeSync(spare)
      release()
    }
  }

  /** @param {string} full @param {number} flags */
  #openDescriptor(full, flags) {
    const descriptor = this.#withDescriptor(() => fs.openSync(full, flags, FILE_MODE))
    if (this.#isLocked && this.#spares.length < SPARE_DESCRIPTORS) this.#keepSpares()
    return descriptor
  }

  /**
   * Where the system has no descriptor left, an idle file gives its own, then the spare ones go.
   * @template T
   * @param {() => T} work
   * @returns {T}
   */
  #withDescriptor(work) {
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (!isOutOfDescriptors(error)) throw error
        if (this.#reserve.giveDescriptor() || this.giveDescriptor()) continue
        const spare = this.#spares.pop()
        if (spare === undefined) throw error
        fs.closeSync(spare)
      }
    }
  }

  #keepSpares() {
    try {
      while (this.#spares.length < SPARE_DESCRIPTORS) this.#spares.push(fs.openSync(this.name, fs.constants.O_RDONLY))
    } catch { /* with the next file that is opened, then */ }
  }

  /** @returns {Promise<void>} */
  rest() { return this.#reserve.end() }

  freeBytes() {
    try {
      const { bavail, bsize } = fs.statfsSync(this.name)
      return bavail * bsize
    } catch {
      return Infinity // who writes hears of it
    }
  }

  /** @returns {VfsFile} */
  tempFile() {
    this.mkdir(TEMP_DIR)
    const path = `${TEMP_DIR}/${process.pid}.${this.#tempSerial++}`
    const file = this.open(path, { create: true })
    this.unlink(path)
    return file
  }

  /** @param {string} path */
  #full(path) {
    assertRelative(path)
    return join(this.name, path)
  }
}

/** @param {string} full @param {(full: string, flags: number) => number} [open] */
function syncDirectory(full, open = fs.openSync) {
  if (process.platform === 'win32') return // directories cannot be opened there; NTFS journals names itself
  const fd = open(full, fs.constants.O_RDONLY)
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Async: all but the first step of a file is given back. @param {string} path */
async function shorten(path) {
  const file = await fs.promises.open(path, 'r+')
  try {
    let { size } = await file.stat()
    while (size > STEP_BYTES) {
      size -= STEP_BYTES
      await file.truncate(size)
    }
  } finally {
    await file.close()
  }
}
