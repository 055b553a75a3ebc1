/**
 * The files of a directory that nobody writes while it is held: what databases opened from it read, each with its own
 * changes over it in memory (overlay-bytes.js). Any number of processes may hold one, any number of databases in a
 * process share what it has read:
 *
 *   process 1   MemoryVfs (overlays)   MemoryVfs (overlays)        process 2   MemoryVfs (overlays)
 *                        └── StillDirectory ──┘                                       │
 *                                  └──────────── files ── a shared lock ─────── StillDirectory
 *
 * Names and lengths are read once. Small files are read whole and closed; of large ones a descriptor stays open for a
 * while. Blocks that were read are kept, up to a limit.
 */
import fs from 'node:fs'
import { notADataDirectory } from '../../errors/clusters.js'
import { notADirectory } from '../../errors/storage.js'
import { BLOCK_BYTES } from './block-store.js'
import { DiskVfs } from './disk-vfs.js'
import { MemoryVfs } from './memory-vfs.js'
import { OverlayBytes } from './overlay-bytes.js'

/** @import { BlockNumber } from '../../util/identifiers.js' */
/** @import { VfsFile } from './vfs.js' */
/** @import { Below } from './overlay-bytes.js' */

/** Files up to here are read in one go. */
const SMALL_BYTES = 256 * 1024
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const DESCRIPTORS_MAX = 48
/** Folders of a data directory; what is in others (temporary files) belongs to a process that is gone. */
const FOLDERS = ['', 'base', 'wal']
/** Locks are of files, and so is nothing else that is left out. */
const LOCKS = /\.lock(\.|$)/

/** @implements {Below} */
class StillFile {
  /** @param {StillDirectory} directory @param {string} path */
  constructor(directory, path) {
    this.directory = directory
    this.path = path
    this.bytes = -1
    /** @type {Map<number, Uint8Array>} */
    this.blocks = new Map()
    /** @type {VfsFile | null} */
    this.file = null
  }

  sizeAt() {
    if (this.bytes < 0) {
      const file = this.directory.opened(this)
      this.bytes = file.size()
      if (this.bytes <= SMALL_BYTES) this.#readWhole(file)
    }
    return this.bytes
  }

  /** @param {number} _epoch there is one @param {BlockNumber} block @param {Uint8Array} bytes */
  readBlock(_epoch, block, bytes) {
    const kept = this.blocks.get(block)
    if (kept !== undefined) {
      bytes.set(kept)
      bytes.fill(0, kept.length)
      return
    }
    const count = this.directory.opened(this).readSync(bytes, 0, BLOCK_BYTES, block * BLOCK_BYTES)
    bytes.fill(0, count)
    this.#keep(block, bytes.slice(0, BLOCK_BYTES))
  }

  /** @param {VfsFile} file */
  #readWhole(file) {
    const bytes = new Uint8Array(this.bytes)
    file.readSync(bytes, 0, bytes.length, 0)
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      this.#keep(at / BLOCK_BYTES, bytes.subarray(at, Math.min(bytes.length, at + BLOCK_BYTES)))
    }
    this.directory.give(this)
  }

  /** @param {BlockNumber} block @param {Uint8Array} bytes */
  #keep(block, bytes) {
    this.blocks.set(block, bytes)
    this.directory.kept(this, block)
  }
}

export class StillDirectory {
  /** @type {Map<string, StillFile>} by path */
  #files = new Map()
  /** Those with a descriptor; the one opened last is last. @type {Set<StillFile>} */
  #open = new Set()
  /** Blocks in memory, oldest first. @type {Set<{ file: StillFile, block: BlockNumber }>} */
  #kept = new Set()

  /** @param {DiskVfs} disk @param {() => void} unlock */
  constructor(disk, unlock) {
    this.disk = disk
    this.unlock = unlock
    for (const folder of FOLDERS) {
      for (const name of disk.list(folder)) {
        const path = folder === '' ? name : `${folder}/${name}`
        if (!FOLDERS.includes(path) && !LOCKS.test(name)) this.#files.set(path, new StillFile(this, path))
      }
    }
  }

  /**
   * @param {string} path @param {string} lock its name
   * @param {string} holderText what others are told who would write there
   * @returns {Promise<StillDirectory>} to be closed
   * @throws {import('../../errors/db-error.js').DbError} 55006 somebody writes there; 58P01 there is no such directory
   */
  static async open(path, lock, holderText) {
    const disk = new DiskVfs(path)
    // Who only reads makes no directory, and is to hear of the path, not of a lock in it.
    const found = fs.statSync(path, { throwIfNoEntry: false })
    if (found === undefined) throw notADataDirectory(path)
    if (!found.isDirectory()) throw notADirectory(path)
    return new StillDirectory(disk, await disk.lock(lock, holderText, undefined, true))
  }

  /** @param {string} name for messages @returns {MemoryVfs} all its files, to be changed at will */
  overlay(name) {
    const files = new MemoryVfs(name)
    for (const folder of FOLDERS) files.mkdir(folder)
    for (const [path, file] of this.#files) {
      if (!path.endsWith('.sock')) files.adopt(path, new OverlayBytes(file, 0))
    }
    return files
  }

  /** @param {StillFile} file @returns {VfsFile} */
  opened(file) {
    if (file.file === null) {
      file.file = this.disk.open(file.path, { readOnly: true })
      this.#open.add(file)
      if (this.#open.size > DESCRIPTORS_MAX) for (const oldest of this.#open) { this.give(oldest); break }
    }
    return file.file
  }

  /** Closes a file's descriptor, for the time being. @param {StillFile} file */
  give(file) {
    this.#open.delete(file)
    file.file?.close()
    file.file = null
  }

  /** @param {StillFile} file @param {BlockNumber} block */
  kept(file, block) {
    this.#kept.add({ file, block })
    if (this.#kept.size * BLOCK_BYTES <= KEPT_BYTES_MAX) return
    for (const oldest of this.#kept) {
      oldest.file.blocks.delete(oldest.block)
      this.#kept.delete(oldest)
      break
    }
  }

  close() {
    for (const file of this.#open) this.give(file)
    this.#files.clear()
    this.unlock()
  }
}
