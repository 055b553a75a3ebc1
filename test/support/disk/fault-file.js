/**
 * An open file of the simulated disk (fault-vfs.js). Asynchronous calls do their work some turns of the event loop
 * later: others overtake them, a power cut finds them half done, and so does who reads meanwhile.
 */
import { assert } from '../../../src/util/assert.js'

/** @import { VfsFile } from '../../../src/storage/vfs/vfs.js' */
/** @import { FaultVfs } from './fault-vfs.js' */
/** @import { Change, Inode } from './unsynced.js' */

export class FaultFile {
  #vfs
  #inode
  #open = true
  /** How many of the file's failed syncs this handle knows of. */
  #toldErrors

  /** @param {FaultVfs} vfs @param {string} path @param {Inode} inode */
  constructor(vfs, path, inode) {
    this.path = path
    this.#vfs = vfs
    this.#inode = inode
    this.#toldErrors = inode.syncErrors
    vfs.opened(inode, path)
  }

  /** @type {VfsFile['readSync']} */
  readSync(bytes, start, length, position) {
    this.#alive()
    return this.#read(bytes, start, length, position)
  }

  /** @type {VfsFile['writeSync']} */
  writeSync(bytes, start, length, position) {
    this.#alive()
    this.#change(this.#written(bytes, start, length, position))
  }

  syncSync() {
    this.#alive()
    this.#sync(this.#vfs.lastSerial)
  }

  /** @type {VfsFile['read']} */
  async read(bytes, start, length, position) {
    this.#alive()
    await turn()
    return this.#read(bytes, start, length, position)
  }

  /** @type {VfsFile['write']} */
  async write(bytes, start, length, position) {
    this.#alive()
    const change = this.#written(bytes, start, length, position)
    const begun = this.#vfs.underWay(this.#inode, change)
    try {
      await this.#vfs.takes('write', () => this.#vfs.halfDone(this.path, this.#inode, change))
      this.#vfs.alive()
      change.serial = this.#vfs.nextSerial()
      this.#change(change)
    } finally {
      begun.ended()
    }
  }

  async sync() {
    this.#alive()
    const upTo = this.#vfs.lastSerial
    await this.#vfs.takes('sync')
    this.#vfs.alive()
    this.#sync(upTo)
  }

  /** @param {number} size */
  truncate(size) {
    this.#alive()
    this.#change({ serial: this.#vfs.nextSerial(), kind: 'truncate', position: 0, size })
  }

  size() {
    this.#alive()
    this.#vfs.meet('size', this.path)
    return this.#inode.current.size
  }

  /** @param {number} size */
  allocate(size) {
    this.#alive()
    const position = this.#inode.current.size
    if (size > position) this.#change({ serial: this.#vfs.nextSerial(), kind: 'zeros', position, size })
  }

  close() {
    assert(this.#open, 'a file is closed once')
    this.#open = false
    this.#vfs.closed(this.#inode)
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} length @param {number} position */
  #read(bytes, start, length, position) {
    const error = this.#vfs.beginRead(this.path)
    if (error === null) return this.#inode.current.read(bytes, start, length, position)
    this.#inode.current.read(bytes, start, this.#vfs.random.below(length + 1), position) // some of it had come
    throw error
  }

  /** @param {number} upTo */
  #sync(upTo) {
    if (this.#inode.temporary) return this.#vfs.meet('sync', this.path)
    const inode = this.#inode
    const isNews = inode.syncErrors > this.#toldErrors
    try {
      this.#vfs.settle(this.path, inode, upTo)
    } finally {
      this.#toldErrors = inode.syncErrors
    }
    // another handle's sync failed: this one's bytes may be among those lost
    if (isNews && inode.syncError !== null) throw inode.syncError
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} length
   * @param {number} position
   * @returns {Change}
   */
  #written(bytes, start, length, position) {
    return { serial: this.#vfs.nextSerial(), kind: 'write', position, bytes: bytes.slice(start, start + length) }
  }

  /** @param {Change} change */
  #change(change) {
    this.#vfs.alive()
    this.#vfs.changeFile(this.path, this.#inode, change)
  }

  #alive() {
    assert(this.#open, 'the file is open')
    this.#vfs.alive()
  }
}

/** As the pool does: the answer comes in a later turn of the event loop. @returns {Promise<void>} */
export const turn = () => new Promise((resolve) => setImmediate(resolve))
