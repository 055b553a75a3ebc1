/**
 * Numbers for new objects and their files, one allocator per cluster. Both are logged ahead in ranges: after a crash
 * counting goes on at the logged bound, so a number is skipped at times and never given twice.
 *
 *   OID_RANGE   next object id u32, next file id u32      everything below may have been handed out
 */
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { fileIdsUsedUp, oidsUsedUp } from '../../errors/ddl/definitions.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Xid } from '../../util/identifiers.js' */

const FIRST_USER_FILE = 2 ** 28
const RANGE = 8192
const OIDS_END = 2 ** 32

/**
 * @typedef {{ view: DataView, reserve: (bytes: number) => number, seal: (kind: number, xid: Xid, prevLsn:
 *   number, end: number) => number }} OidLog
 */

export class OidAllocator {
  /** @param {OidLog | null} log null: nothing survives anyway */
  constructor(log) {
    this.log = log
    this.nextOid = FIRST_USER_OID
    this.nextFile = FIRST_USER_FILE
    this.loggedOid = FIRST_USER_OID
    this.loggedFile = FIRST_USER_FILE
  }

  /** @returns {number} a new object id */
  next() {
    if (this.nextOid === this.loggedOid) {
      if (this.nextOid >= OIDS_END - RANGE) throw oidsUsedUp()
      this.#logBounds(this.loggedOid + RANGE, this.loggedFile)
    }
    return this.nextOid++
  }

  /** @returns {number} a new file id */
  nextFileId() {
    if (this.nextFile === this.loggedFile) {
      if (this.nextFile >= OIDS_END - RANGE) throw fileIdsUsedUp()
      this.#logBounds(this.loggedOid, this.loggedFile + RANGE)
    }
    return this.nextFile++
  }

  /** For a checkpoint: the bounds again, so that redo from it knows them. */
  relog() {
    this.#logBounds(this.loggedOid, this.loggedFile)
  }

  /**
   * They hold once the log has them: where it finds no room, nothing was given out.
   * @param {number} oid @param {number} file
   */
  #logBounds(oid, file) {
    if (this.log !== null) {
      const at = this.log.reserve(8)
      this.log.view.setUint32(at, oid, true)
      this.log.view.setUint32(at + 4, file, true)
      this.log.seal(RECORD_KINDS.OID_RANGE, 0, 0, at + 8)
    }
    this.loggedOid = oid
    this.loggedFile = file
  }

  /** @returns {Record<number, (record: { view: DataView, at: number }) => void>} by record kind */
  redoTable() {
    return {
      [RECORD_KINDS.OID_RANGE]: ({ view, at }) => this.restore(view.getUint32(at, true), view.getUint32(at + 4, true)),
    }
  }

  /** Counting goes on at these bounds or above. @param {number} oid @param {number} file */
  restore(oid, file) {
    this.nextOid = this.loggedOid = Math.max(this.loggedOid, oid)
    this.nextFile = this.loggedFile = Math.max(this.loggedFile, file)
  }
}
