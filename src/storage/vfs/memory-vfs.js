/**
 * Files in this process' memory: `open(':memory:')` and fast tests. Nothing outlives the object; syncs are no work.
 * Asynchronous calls do theirs at once and resolve in a microtask.
 */
import { directoryInUse, fileAccessError, systemError } from '../../errors/storage.js'
import { assert } from '../../util/assert.js'
import { HeldNames } from './held-names.js'
import { UNLIMITED } from '../../util/memory-account.js'
import { MemoryBytes } from './memory-file.js'
import { assertRelative, baseName, directoryOf } from './vfs.js'

/** @import { OpenOptions, Vfs, VfsFile } from './vfs.js' */

/** @import { MemoryAccount } from '../../util/memory-account.js' */

/**
 * What a file is made of.
 * @typedef {Pick<MemoryBytes, 'read' | 'write' | 'truncate' | 'size' | 'allocate' | 'release'>} Bytes
 */

class MemoryFile {
  #open = true

  /** @param {string} path @param {Bytes} bytes @param {() => void} onClose */
  constructor(path, bytes, onClose) {
    this.path = path
    this.bytes = bytes
    this.onClose = onClose
  }

  /** @type {VfsFile['readSync']} */
  readSync(bytes, start, length, position) {
    assert(this.#open, 'the file is open')
    return this.bytes.read(bytes, start, length, position)
  }

  /** @type {VfsFile['writeSync']} */
  writeSync(bytes, start, length, position) {
    assert(this.#open, 'the file is open')
    this.bytes.write(bytes, start, length, position)
  }

  syncSync() {
    assert(this.#open, 'the file is open')
  }

  /** @type {VfsFile['read']} */
  async read(bytes, start, length, position) {
    return this.readSync(bytes, start, length, position)
  }

  /** @type {VfsFile['write']} */
  async write(bytes, start, length, position) {
    this.writeSync(bytes, start, length, position)
  }

  async sync() {
    this.syncSync()
  }

  /** @param {number} size */
  truncate(size) {
    assert(this.#open, 'the file is open')
    this.bytes.truncate(size)
  }

  size() {
    return this.bytes.size
  }

  /** @param {number} size */
  allocate(size) {
    assert(this.#open, 'the file is open')
    this.bytes.allocate(size)
  }

  close() {
    assert(this.#open, 'a file is closed once')
    this.#open = false
    this.onClose()
  }
}

export class MemoryVfs extends HeldNames {
  /** @type {Map<string, Bytes>} */
  #files = new Map()
  /** How often files are open. @type {Map<Bytes, number>} */
  #open = new Map()
  /** Files without a name that are open. @type {Set<Bytes>} */
  #nameless = new Set()
  #directories = new Set([''])
  /** @type {Map<string, string>} */
  #locks = new Map()

  /**
   * @param {string} [name] for messages
   * @param {MemoryAccount} [account] that its files count for
   * @param {(path: string) => Bytes} [newBytes] of a file that is made
   */
  constructor(name = ':memory:', account = UNLIMITED, newBytes = () => new MemoryBytes(account)) {
    super()
    this.name = name
    this.account = account
    this.newBytes = newBytes
    /** Where temporary files are, if not in memory. @type {() => VfsFile | null} */
    this.temporary = () => null
  }

  /** @param {string} path @param {OpenOptions} [options] @returns {VfsFile} */
  open(path, options = {}) {
    assertRelative(path)
    const held = this.#files.get(path)
    if (held !== undefined) {
      if (options.create && options.exclusive) throw fileAccessError('create', path, systemError('EEXIST'))
      return this.#opened(path, held)
    }
    if (!options.create || !this.#directories.has(directoryOf(path)))
      throw fileAccessError('open', path, systemError('ENOENT'))
    if (this.#directories.has(path)) throw fileAccessError('open', path, systemError('EISDIR'))
    const bytes = this.newBytes(path)
    this.#files.set(path, bytes)
    return this.#opened(path, bytes)
  }

  /** @param {string} path @param {Bytes} bytes @returns {VfsFile} */
  #opened(path, bytes) {
    this.#open.set(bytes, (this.#open.get(bytes) ?? 0) + 1)
    return new MemoryFile(path, bytes, () => {
      const left = /** @type {number} */ (this.#open.get(bytes)) - 1
      if (left > 0) this.#open.set(bytes, left)
      else this.#open.delete(bytes)
      if (left === 0 && this.#nameless.delete(bytes)) bytes.release()
    })
  }

  /** Its last name is gone; who has it open reads on. @param {Bytes} bytes */
  #leaves(bytes) {
    if (this.#open.has(bytes)) this.#nameless.add(bytes)
    else bytes.release()
  }

  /** Has a file that is there already. @param {string} path @param {Bytes} bytes */
  adopt(path, bytes) {
    this.mkdir(directoryOf(path))
    this.#files.set(path, bytes)
  }

  /** @param {string} path */
  exists(path) {
    return this.#files.has(path) || this.#directories.has(path)
  }

  /** @param {string} dir */
  list(dir) {
    return namesIn(dir, this.#files.keys(), this.#directories)
  }

  /** @param {string} path */
  mkdir(path) {
    assertRelative(path)
    for (let dir = path; dir !== ''; dir = directoryOf(dir)) {
      if (this.#files.has(dir)) throw fileAccessError('create', path, systemError('ENOTDIR'))
      this.#directories.add(dir)
    }
  }

  /** @param {string} from @param {string} to */
  rename(from, to) {
    assertRelative(to)
    const bytes = this.#files.get(from)
    if (bytes === undefined || !this.#directories.has(directoryOf(to)))
      throw fileAccessError('rename', from, systemError('ENOENT'))
    this.#files.delete(from)
    const replaced = this.#files.get(to)
    this.#files.set(to, bytes)
    if (replaced !== undefined) this.#leaves(replaced)
  }

  /** @param {string} path */
  unlink(path) {
    const bytes = this.#files.get(path)
    if (bytes === undefined) throw fileAccessError('remove', path, systemError('ENOENT'))
    this.#files.delete(path)
    this.#leaves(bytes)
  }

  /** Nobody opens it any more: gives back what its files hold. */
  discard() {
    for (const bytes of [...this.#files.values(), ...this.#nameless]) bytes.release()
    this.#files.clear()
    this.#nameless.clear()
  }

  /** @param {string} path @returns {Promise<void>} */
  async unlinkLater(path) { this.unlink(path) }

  /** @param {string} path @returns {Promise<void>} */
  async unlinkInSteps(path) { this.unlink(path) }

  /** @param {string} dir */
  async syncDirLater(dir) { this.syncDir(dir) }

  /** @override @param {string} dir */
  syncNames(dir) {
    if (!this.#directories.has(dir)) throw fileAccessError('sync', dir, systemError('ENOENT'))
  }

  /** @param {string} path @param {string} holderText @returns {() => void} */
  lock(path, holderText) {
    const holder = this.#locks.get(path)
    if (holder !== undefined) throw directoryInUse(this.name, process.pid, holder)
    this.#locks.set(path, holderText)
    return () => assert(this.#locks.delete(path), 'a lock is released once')
  }

  /** What a file may not have is refused where it is allocated; the log, which rollbacks need, is refused nothing. */
  freeBytes() { return Infinity }

  /** @returns {VfsFile} */
  tempFile() {
    const elsewhere = this.temporary()
    if (elsewhere !== null) return elsewhere
    const bytes = new MemoryBytes(this.account)
    this.#nameless.add(bytes)
    return this.#opened('temporary file', bytes)
  }
}

/**
 * Names of files and directories directly inside `dir`, sorted.
 * @param {string} dir
 * @param {Iterable<string>} files
 * @param {Iterable<string>} dirs
 */
export function namesIn(dir, files, dirs) {
  const names = []
  for (const path of files) if (directoryOf(path) === dir) names.push(baseName(path))
  for (const path of dirs) if (path !== '' && directoryOf(path) === dir) names.push(baseName(path))
  return names.sort()
}
