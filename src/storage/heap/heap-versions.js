/**
 * Does any version of a row that somebody may still see have this index key? What purge, rollback of a kept entry, and
 * vacuum ask before they remove an index entry. Reachable are the newest version, committed or not, and those behind it
 * up to the newest one that the oldest snapshot sees.
 */
import { UNDO_FLAGS, UNDO_HEADER_UNDO, UNDO_HEADER_XID, readU48 } from '../../txn/undo-log.js'
import { KeyList } from '../../types/key-list.js'
import { FLAG } from './tuple.js'
import { headerFlags, headerUndo, headerXid, stubTarget } from './heap-env.js'
import { blockOf } from '../../util/tuple-id.js'

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { Heap } from './heap.js' */
/** @import { PurgeIndex } from './heap-env.js' */

/** Keys of a version, where there are many. */
const list = new KeyList()

/**
 * @param {Heap} heap @param {PurgeIndex} index @param {Tid} tid
 * @param {Uint8Array} key @param {number} at @param {number} end the key asked about
 * @param {Uint8Array} work for keys of versions
 */
export function keyIsReachable(heap, index, tid, key, at, end, work) {
  const { env, reader } = heap
  const { view, bytes } = reader
  if (!heap.holding) heap.hold()
  if (blockOf(tid) >= heap.file.blockCount) return false
  const home = reader.locate(tid)
  if (home < 0) return false
  let flags = headerFlags(view, home)
  if (flags & FLAG.MOVED) return false
  let xid = headerXid(view, home)
  let pointer = headerUndo(view, home)
  let copied = -1
  const oldest = env.txns.oldestCsn()
  for (;;) {
    if ((flags & FLAG.LOCKED) === 0 || pointer < env.undo.low) {
      const csn = pointer < env.undo.low ? 1 : env.ring.of(xid)
      const seenByAll = csn > 0 && csn <= oldest
      if (seenByAll && flags & FLAG.DELETED) return false
      const tuple = copied >= 0 ? copied : flags & FLAG.FORWARD ? reader.body(stubTarget(view, home)) : home
      if (index.multi) {
        if (list.fill(index.extractKey, bytes, view, tuple) && list.has(key, at, end)) return true
      }
      const keyEnd = index.multi ? -1 : index.extractKey(bytes, view, tuple, work, 0)
      if (keyEnd === end - at && sameBytes(work, 0, key, at, keyEnd)) return true
      if (seenByAll || flags & FLAG.INSERTED) return false
    }
    env.undo.seek(pointer)
    const record = env.undo.view
    const recordAt = env.undo.at
    if ((flags & FLAG.LOCKED) === 0) copied = reader.stepBack(home, flags, copied)
    flags = record.getUint16(recordAt + UNDO_FLAGS, true)
    xid = readU48(record, recordAt + UNDO_HEADER_XID)
    pointer = readU48(record, recordAt + UNDO_HEADER_UNDO)
  }
}

/** @param {Uint8Array} a @param {number} aAt @param {Uint8Array} b @param {number} bAt @param {number} count */
function sameBytes(a, aAt, b, bAt, count) {
  for (let index = 0; index < count; index++) if (a[aAt + index] !== b[bAt + index]) return false
  return true
}
