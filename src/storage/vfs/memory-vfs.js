/**
 * Files in this process' memory: `open(':memory:')` and fast tests. Nothing outlives the object; syncs are no work.
 * Asynchronous calls do theirs at once and resolve in a microtask.
 */
import { directoryInUse, fileAccessError, systemError } from '../../errors/storage.js'
import { assert } from '../../util/assert.js'
import { HeldNames } from './held-names.js'
import { MemoryBytes } from './memory-file.js'
import { assertRelative, baseName, directoryOf } from './vfs.js'

/** @import { OpenOptions, Vfs, VfsFile } from './vfs.js' */

/** What a file is made of. @typedef {Pick<MemoryBytes, 'read' | 'write' | 'truncate' | 'size'>} Bytes */

class MemoryFile {
  #open = true

  /** @param {string} path @param {Bytes} bytes */
  constructor(path, bytes) {
    this.path = path
    this.bytes = bytes
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
    if (size > this.bytes.size) this.bytes.truncate(size)
  }

  close() {
    assert(this.#open, 'a file is closed once')
    this.#open = false
  }
}

export class MemoryVfs extends HeldNames {
  /** @type {Map<string, Bytes>} */
  #files = new Map()
  #directories = new Set([''])
  /** @type {Map<string, string>} */
  #locks = new Map()

  /** @param {string} [name] for messages */
  constructor(name = ':memory:') {
    super()
    this.name = name
  }

  /** @param {string} path @param {OpenOptions} [options] @returns {VfsFile} */
  open(path, options = {}) {
    assertRelative(path)
    const held = this.#files.get(path)
    if (held !== undefined) {
      if (options.create && options.exclusive) throw fileAccessError('create', path, systemError('EEXIST'))
      return new MemoryFile(path, held)
    }
    if (!options.create || !this.#directories.has(directoryOf(path)))
      throw fileAccessError('open', path, systemError('ENOENT'))
    if (this.#directories.has(path)) throw fileAccessError('open', path, systemError('EISDIR'))
    const bytes = new MemoryBytes()
    this.#files.set(path, bytes)
    return new MemoryFile(path, bytes)
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
    this.#files.set(to, bytes)
  }

  /** @param {string} path */
  unlink(path) {
    if (!this.#files.delete(path)) throw fileAccessError('remove', path, systemError('ENOENT'))
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

  freeBytes() { return Infinity }

  /** @returns {VfsFile} */
  tempFile() {
    return new MemoryFile('temporary file', new MemoryBytes())
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
