/**
 * Relations that nobody may touch, because what had to be changed on a damaged page of theirs could not be (README.md,
 * "What a disk may lose at rest").
 *
 *   FILE_QUARANTINE   fileId u32, xid f64: whose change stayed as it was (0: nobody's), why: UTF-8
 */
import { RECORD_KINDS } from '../wal/record-kinds.js'

/** @import { Xid } from '../util/identifiers.js' */
/** @import { StorageLog } from './relation-files.js' */

/** @typedef {{ why: string, xids: Set<number> }} Quarantined */

const FIXED_BYTES = 12

export class Quarantine {
  constructor() {
    /** @type {Map<number, Quarantined>} by file id */
    this.byFile = new Map()
  }

  /** @param {number} fileId */
  has(fileId) { return this.byFile.has(fileId) }

  /** A record of the log. @param {{ view: DataView, bytes: Uint8Array, at: number, end: number }} record */
  note({ view, bytes, at, end }) {
    this.#put(
      view.getUint32(at, true),
      view.getFloat64(at + 4, true),
      new TextDecoder().decode(bytes.subarray(at + FIXED_BYTES, end))
    )
  }

  /**
   * @param {StorageLog} log
   * @param {number} fileId
   * @param {Xid} xid
   * @param {string} why
   * @returns {boolean} it is news
   */
  add(log, fileId, xid, why) {
    const known = this.byFile.get(fileId)
    if (known !== undefined && (xid === 0 || known.xids.has(xid))) return false
    this.#put(fileId, xid, why)
    this.#log(log, fileId, xid, known?.why ?? why)
    return known === undefined
  }

  /** For a checkpoint, after its redo point is chosen. @param {StorageLog} log */
  relog(log) {
    for (const [fileId, { why, xids }] of this.byFile) {
      this.#log(log, fileId, 0, why)
      for (const xid of xids) this.#log(log, fileId, xid, why)
    }
  }

  /** @param {number} fileId @param {Xid} xid @param {string} why */
  #put(fileId, xid, why) {
    let entry = this.byFile.get(fileId)
    if (entry === undefined) this.byFile.set(fileId, entry = { why, xids: new Set() })
    if (xid !== 0) entry.xids.add(xid)
  }

  /** @param {StorageLog} log @param {number} fileId @param {Xid} xid @param {string} why */
  #log(log, fileId, xid, why) {
    const text = new TextEncoder().encode(why)
    const at = log.reserve(FIXED_BYTES + text.length)
    log.view.setUint32(at, fileId, true)
    log.view.setFloat64(at + 4, xid, true)
    log.buffer.set(text, at + FIXED_BYTES)
    log.seal(RECORD_KINDS.FILE_QUARANTINE, 0, 0, at + FIXED_BYTES + text.length)
  }
}
