/**
 * Undo records for what other folders do in a transaction's name. Each call comes before the change's own WAL record is
 * sealed, so that the record remembers where the transaction's log stood. `txn.undo` hands out the one writer, standing
 * on that transaction.
 *
 * A change that is logged and cannot be undone would be kept by a rollback: all that may refuse, `makeRoom` here
 * included, comes before the log record.
 */
import { UNDO_KINDS } from './undo-kinds.js'
import { UNDO_LSN, UNDO_RECORD_BYTES } from './undo-log.js'
import { blockOf, slotOf } from '../util/tuple-id.js'

/** @import { Lsn, Tid } from '../util/identifiers.js' */
/** @import { Transaction } from './transaction.js' */
/** @import { UndoLog } from './undo-log.js' */

export class UndoWriter {
  /** @param {UndoLog} log */
  constructor(log) {
    this.log = log
    /** @type {Transaction} */
    this.txn = /** @type {any} */ (null)
  }

  /**
   * The next record of at most so many before bytes is not refused. Gives the transaction its xid, too.
   * @param {number} beforeBytes
   * @throws {DbError} 53100, 53000, 58030
   */
  makeRoom(beforeBytes) {
    this.txn.assignXid()
    this.log.makeRoom(beforeBytes)
  }

  /**
   * An index entry that did not exist was inserted; rollback removes it.
   * @param {number} fileId of the index
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end the key, without the tuple id
   * @param {Tid} tid of the row
   */
  indexInsert(fileId, bytes, start, end, tid) {
    this.write(UNDO_KINDS.INDEX_INSERT, fileId, bytes, start, end, tid)
  }

  /**
   * An index entry that was to be inserted existed already; rollback removes it if no reachable version has the key.
   * Parameters as indexInsert.
   * @param {number} fileId @param {Uint8Array} bytes @param {number} start @param {number} end @param {Tid} tid
   */
  indexKeep(fileId, bytes, start, end, tid) {
    this.write(UNDO_KINDS.INDEX_KEEP, fileId, bytes, start, end, tid)
  }

  /**
   * An out-of-line value was stored; rollback frees it.
   * @param {number} fileId
   * @param {Uint8Array} bytes
   * @param {number} start of the 16-byte pointer
   * @param {Lsn} prevLsn txn.lastLsn before it was stored
   */
  overflowStored(fileId, bytes, start, prevLsn) {
    this.write(UNDO_KINDS.OVERFLOW_STORED, fileId, bytes, start, start + 16, 0)
    this.log.writeView.setFloat64(this.log.writeAt - UNDO_RECORD_BYTES + UNDO_LSN, prevLsn, true)
  }

  /**
   * A version that pointed at an out-of-line value is no longer the newest; purge frees it.
   * @param {number} fileId
   * @param {Uint8Array} bytes
   * @param {number} start
   */
  overflowDropped(fileId, bytes, start) {
    this.write(UNDO_KINDS.OVERFLOW_DROPPED, fileId, bytes, start, start + 16, 0)
    this.txn.needsPurge(fileId)
  }

  /**
   * A relation file is about to be created or dropped; what comes between may refuse.
   * @param {number} kind
   * @param {number} fileId
   * @param {Lsn} prevLsn of its record
   */
  file(kind, fileId, prevLsn) {
    this.txn.assignXid()
    this.log.append(kind, 0, this.txn, fileId, 0, 0, 0, 0, 0, 0, 0)
    this.log.writeView.setFloat64(this.log.writeAt - UNDO_RECORD_BYTES + UNDO_LSN, prevLsn, true)
  }

  /**
   * @param {number} kind
   * @param {number} fileId
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Tid} tid
   */
  write(kind, fileId, bytes, start, end, tid) {
    const slotIndex = slotOf(tid)
    this.txn.assignXid()
    this.log.append(kind, 0, this.txn, fileId, blockOf(tid), slotIndex, 0, 0, 0, 0, end - start)
    const to = this.log.writeBytes
    let at = this.log.writeAt
    for (let from = start; from < end; from++) to[at++] = bytes[from]
  }
}
