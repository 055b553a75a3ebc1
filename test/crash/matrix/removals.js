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
 * The last word of the durable log about a file.
 * @param {DiskView} view of what is durable
 * @param {number} fileId
 * @returns {{ mode: number, xid: number, isOver: boolean }} mode: CANCEL also for its making; xid: whose word it is, 0:
 *   nobody's; isOver: that transaction has committed
 */
function lastWord(view, fileId) {
  const { fields } = ControlFile.open(/** @type {any} */ (view))
  const geometry = { systemIdentifier: fields.systemIdentifier, segmentBytes: fields.walSegmentBytes }
  const reader = new LogReader(/** @type {any} */ (view), geometry, { closedCleanly: true })
  let word = { mode: CANCEL, xid: 0, isOver: false }
  try {
    reader.seek(Math.min(fields.logStartLsn, fields.redoLsn))
    while (reader.next()) {
      const { kind, xid, view: bytes, at } = reader.record
      if (kind === RECORD_KINDS.COMMIT && xid === word.xid) word.isOver = true
      else if (kind !== RECORD_KINDS.FILE_CREATE && kind !== RECORD_KINDS.FILE_DROP) continue
      else if (bytes.getUint32(at, true) === fileId) {
        const mode = kind === RECORD_KINDS.FILE_CREATE ? CANCEL : bytes.getUint8(at + 4)
        // Who makes it and thinks better of dropping it is still to commit its making.
        word = { mode, xid, isOver: word.isOver && word.xid === xid }
      }
    }
  } finally {
    reader.close()
  }
  return word
}

/** @param {DiskView} view of what is durable @param {string} path of a relation that is about to be removed */
export function isOverForGood(view, path) {
  const { mode, xid, isOver } = lastWord(view, parseInt(path.slice(5), 16))
  if (mode === NOW || xid === 0) return
  const whole = `${path} is removed, and the durable log`
  if (mode === INTENT) assert.ok(isOver, `${whole} has no commit of transaction ${xid}, which drops it`)
  else assert.ok(!isOver, `${whole} has nothing of it since transaction ${xid} has made it`)
}
