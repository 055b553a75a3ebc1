/** One file of the log: where it is, what has been written to it, and how much of that is synced. */
import { leaveLastRoom } from '../storage/vfs/last-room.js'
import { writeOverSync } from '../storage/vfs/write-over.js'
import { assert } from '../util/assert.js'

/** @import { Vfs } from '../storage/vfs/vfs.js' */

export const WAL_DIR = 'wal'

/** @param {number} number */
export const segmentPath = (number) => `${WAL_DIR}/${number.toString(16).padStart(16, '0')}`

/** Numbers of the segments that exist, ascending. @param {Vfs} vfs @returns {number[]} */
export const listSegments = (vfs) =>
  vfs
    .list(WAL_DIR)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => parseInt(name, 16))

export class Segment {
  /** Writes made, and how many of them a successful sync has covered. */
  writes = 0
  synced = 0

  /** @param {Vfs} vfs @param {number} number */
  constructor(vfs, number) {
    this.vfs = vfs
    this.number = number
    this.file = vfs.open(segmentPath(number))
    try {
      /** Up to here the file has blocks, for whole frames. */
      this.allocatedBytes = this.file.size() & -8
      /** For `syncSync`, open before it is needed: a sync is not to wait for a descriptor. */
      this.syncFile = vfs.open(segmentPath(number))
    } catch (error) {
      this.file.close()
      throw error
    }
  }

  /** @param {Uint8Array} bytes @param {number} length @param {number} position */
  write(bytes, length, position) {
    assert(position + length <= this.allocatedBytes, 'the log is written where it has blocks')
    writeOverSync(this.file, bytes, 0, length, position)
    this.writes++
  }

  /** @param {number} end within the segment @throws {DbError} 53100 */
  grow(end) {
    leaveLastRoom(this.vfs, this.file.path, end - this.allocatedBytes)
    this.file.allocate(end)
    this.allocatedBytes = end
  }

  async sync() {
    const writes = this.writes
    await this.file.sync()
    this.synced = Math.max(this.synced, writes)
  }

  /** Syncs through a handle of its own: see "Failure" in README.md. */
  syncSync() {
    this.syncFile.syncSync()
    this.synced = this.writes
  }

  close() {
    this.file.close()
    this.syncFile.close()
  }
}
