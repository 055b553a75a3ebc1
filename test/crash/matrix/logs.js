/**
 * What a crash may make of the log: the beginning of what this engine wrote, and nothing else. Frames of an earlier
 * incarnation that happen to lie where the next one would, torn ones and other leftovers, must not be taken for a
 * continuation. Reading logs is quick, so many images of one cut can be looked at.
 */
import assert from 'node:assert/strict'
import { ControlFile } from '../../../src/wal/control-file.js'
import { LogReader } from '../../../src/wal/log-reader.js'
import { segmentPath } from '../../../src/wal/segment.js'

/** @import { FaultVfs } from '../../support/disk/fault-vfs.js' */

/** The files that are needed for it. */
export const LOG_FILES = /^(control|wal\/)/

/**
 * @param {FaultVfs} cut the disk as it was, every write in it
 * @param {FaultVfs} image what the cut made of it
 * @param {number} logEnd everything that was logged lies before
 * @param {number} needed the log goes on behind this position
 */
export function compareLogs(cut, image, logEnd, needed) {
  const control = ControlFile.open(image)
  const { redoLsn, walSegmentBytes: segmentBytes, systemIdentifier } = control.fields
  control.close()
  const reader = new LogReader(image, { segmentBytes, systemIdentifier })
  /** Segments of both disks, as far as they were looked at. @type {Map<number, Uint8Array[]>} */
  const segments = new Map()
  try {
    reader.seek(redoLsn)
    while (reader.next()) {
      const { lsn, endLsn, kind } = reader.record
      assert.ok(endLsn <= logEnd, `a record of kind ${kind} at ${lsn} is read behind the end of the log at ${logEnd}`)
      const number = Math.floor(lsn / segmentBytes)
      let both = segments.get(number)
      if (both === undefined)
        segments.set(number, (both = [image, cut].map((disk) => bytesOf(disk, segmentPath(number)))))
      const [found, written] = both.map((bytes) =>
        bytes.subarray(lsn % segmentBytes, (lsn % segmentBytes) + endLsn - lsn)
      )
      assert.ok(
        Buffer.compare(found, written) === 0,
        `the record of kind ${kind} at ${lsn} is another than was written there`
      )
    }
    assert.ok(
      needed === 0 || reader.endOfLog > needed,
      `what was told was logged behind ${needed}, the log that is left ends at ${reader.endOfLog}`
    )
  } finally {
    reader.close()
  }
}

/** @param {FaultVfs} disk @param {string} path */
function bytesOf(disk, path) {
  const [stored] = disk.atRest(path)
  const bytes = new Uint8Array(stored.size)
  stored.read(bytes, 0, bytes.length, 0)
  return bytes
}
