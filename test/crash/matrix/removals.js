/**
 * A file goes only when the log that is durable has an end for it: the commit of who drops it, or no commit of who made
 * it. Else a power cut leaves a table without its file. What the log says no more is not judged.
 */
import assert from 'node:assert/strict'
import { ControlFile } from '../../../src/wal/control-file.js'
import { LogReader } from '../../../src/wal/log-reader.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'

/** @import { DiskView } from '../../support/disk/disk-view.js' */

/** Modes of FILE_DROP records (src/storage/relation-files.js). */
const INTENT = 0, NOW = 1, CANCEL = 2

/**
 * What the durable log says of a file.
 * @param {DiskView} view of what is durable
 * @param {number} fileId
 * @returns {{ maker: number, mode: number, xid: number, committed: Set<number> }} maker: transaction that makes it, 0:
 *   the log does not say it any more; mode, xid: the last word about its drop, CANCEL of 0: there is none
 */
function wordsOf(view, fileId) {
  const { fields } = ControlFile.open(/** @type {any} */ (view))
  const geometry = { systemIdentifier: fields.systemIdentifier, segmentBytes: fields.walSegmentBytes }
  const reader = new LogReader(/** @type {any} */ (view), geometry, { closedCleanly: true })
  let words = { maker: 0, mode: CANCEL, xid: 0 }
  /** @type {Set<number>} */
  const committed = new Set()
  try {
    reader.seek(Math.min(fields.logStartLsn, fields.redoLsn))
    while (reader.next()) {
      const { kind, xid, view: bytes, at } = reader.record
      if (kind === RECORD_KINDS.COMMIT) committed.add(xid)
      else if (kind === RECORD_KINDS.FILE_CREATE && bytes.getUint32(at, true) === fileId)
        words = { maker: xid, mode: CANCEL, xid: 0 }
      else if (kind === RECORD_KINDS.FILE_DROP && bytes.getUint32(at, true) === fileId)
        words = { maker: words.maker, mode: bytes.getUint8(at + 4), xid }
    }
  } finally {
    reader.close()
  }
  return { ...words, committed }
}

/** @param {DiskView} view of what is durable @param {string} path of a relation that is about to be removed */
export function isOverForGood(view, path) {
  const { maker, mode, xid, committed } = wordsOf(view, parseInt(path.slice(5), 16))
  const isMade = maker === 0 ? xid !== 0 : committed.has(maker)
  if (!isMade || mode === NOW) return
  const whole = `${path} is removed, and the durable log`
  assert.ok(mode === INTENT, `${whole} has nothing of it since it was made`)
  assert.ok(xid === 0 || committed.has(xid), `${whole} has no commit of transaction ${xid}, which drops it`)
}
