/**
 * Recovery: from a control file and a log to pages on which every committed change is, and no other. The steps and why
 * they suffice are in src/txn/README.md.
 *
 *   analyze(…)        one pass over the log from the redo point: where it ends, who was active, what was handed out
 *   [the engine makes Wal at the end, Storage, TransactionManager.startAt(nextXid, undoPointer), HeapEnv …]
 *   redo(…)           a second pass: every record through the redo table
 *   undoLosers(…)     newest record first over all losers, one log position per loser in memory
 *   [storage.finishRecovery(), then a checkpoint]
 *
 * Synchronous. A crash at any point of it leaves a log from which it can start again: redo is idempotent, undo is
 * logged.
 */
import { recoveryFailed } from '../../errors/txn.js'
import { LogReader } from '../../wal/log-reader.js'
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { readCheckpoint } from './checkpoint.js'

/** @import { Lsn, Xid } from '../../util/identifiers.js' */
/** @import { Vfs } from '../../storage/vfs/vfs.js' */
/** @import { ControlFields } from '../../wal/control-file.js' */
/** @import { LogGeometry } from '../../wal/frame.js' */
/** @import { LogRecord } from '../../storage/relation-files.js' */
/** @import { TxnLog } from '../../txn/manager.js' */

/**
 * @typedef {object} Analysis
 * @property {Lsn} endLsn where the log ends and a new frame may begin
 * @property {number} epoch of the newest frame
 * @property {Lsn} durableLsn what is logged before is on the disk, not in the system's cache alone
 * @property {Map<number, number>} losers xid -> LSN of its newest record
 * @property {Xid} nextXid nothing at or above was used
 * @property {number} undoPointer nothing at or above was used
 * @property {Set<number>} purgeFiles files with purge work as of the checkpoint
 * @property {number} records in the log behind the redo point
 */

/** @typedef {{recordsRedone: number, losersUndone: number, recordsUndone: number}} RecoveryReport */

/** A loser while it is undone: what undo tables see of a transaction. */
class Loser {
  /** @param {Xid} xid @param {Lsn} lastLsn */
  constructor(xid, lastLsn) {
    this.xid = xid
    /** Newest record, compensations included; undo handlers move it. */
    this.lastLsn = lastLsn
    /** Next record to undo. */
    this.undoNext = lastLsn
  }

  assignXid() {
    return this.xid
  }

  /** A file that an undone drop brings back needs nothing further. */
  noteFileCreated() { /* recovery undoes by the log, not by notes */ }
  noteFileDropped() { /* see above */ }
}

/**
 * @param {Vfs} vfs
 * @param {LogGeometry} geometry
 * @param {Pick<ControlFields, 'checkpointLsn' | 'redoLsn' | 'nextXid'> & Partial<Pick<ControlFields, 'cleanShutdown'>>}
 *   control
 * @param {(record: LogRecord & {kind: number}) => void} [visit] sees every record too (id ranges of other folders)
 * @returns {Analysis} @throws {DbError} XX001
 */
export function analyze(vfs, geometry, control, visit = () => undefined) {
  /** @type {Analysis} */
  const found = {
    endLsn: 0, epoch: 0, durableLsn: 0, losers: new Map(), nextXid: Math.max(3, control.nextXid), undoPointer: 0,
    purgeFiles: new Set(), records: 0,
  }
  // Behind the end of a copy is nothing.
  const isCopy = geometry.beginLsn !== undefined
  const reader = new LogReader(vfs, geometry, { closedCleanly: control.cleanShutdown || isCopy })
  let sawCheckpoint = control.checkpointLsn === 0
  try {
    reader.seek(control.redoLsn)
    while (reader.next()) {
      const record = reader.record
      found.records++
      visit(record)
      if (record.kind === RECORD_KINDS.XID_RANGE) {
        found.nextXid = Math.max(found.nextXid, record.view.getFloat64(record.at, true))
        found.undoPointer = Math.max(found.undoPointer, record.view.getFloat64(record.at + 8, true))
      } else if (record.kind === RECORD_KINDS.CHECKPOINT) {
        const facts = readCheckpoint(record)
        found.nextXid = Math.max(found.nextXid, facts.nextXid)
        found.undoPointer = Math.max(found.undoPointer, facts.undoBound)
        if (record.lsn === control.checkpointLsn) {
          sawCheckpoint = true
          for (const fileId of facts.purgeFiles) found.purgeFiles.add(fileId)
          // Whoever wrote nothing since the redo point is known from here alone.
          for (const { xid, lastLsn } of facts.active) if (!found.losers.has(xid)) found.losers.set(xid, lastLsn)
        }
      } else if (record.xid !== 0) {
        if (record.kind === RECORD_KINDS.COMMIT || record.kind === RECORD_KINDS.ABORT) found.losers.delete(record.xid)
        else found.losers.set(record.xid, record.lsn)
      }
    }
    found.endLsn = reader.endOfLog
    found.epoch = reader.epoch
    // The control file names a checkpoint once that is durable; a clean close syncs everything before it says so.
    found.durableLsn = control.cleanShutdown ? found.endLsn : Math.max(reader.syncedLsn, control.checkpointLsn)
  } finally {
    reader.close()
  }
  if (!sawCheckpoint)
    throw recoveryFailed(`the log has no checkpoint record at ${control.checkpointLsn}, which the control file names`)
  return found
}

/**
 * @param {Vfs} vfs @param {LogGeometry} geometry @param {Lsn} redoLsn @param {Lsn} endLsn of the analysis
 * @param {Record<number, (record: any, lsn: Lsn) => void>} table by record kind
 * @returns {number} records handed to the table
 */
export function redo(vfs, geometry, redoLsn, endLsn, table) {
  const reader = new LogReader(vfs, geometry, { closedCleanly: true }) // the analysis has looked behind the end
  let count = 0
  try {
    reader.seek(redoLsn)
    while (reader.next() && reader.record.lsn < endLsn) {
      const apply = table[reader.record.kind]
      if (apply === undefined) continue
      apply(reader.record, reader.record.lsn)
      count++
    }
  } finally {
    reader.close()
  }
  return count
}

/**
 * @param {{ readRecordAt: (lsn: Lsn) => LogRecord & { kind: number } }} lookup of the log
 * @param {Map<number, number>} losers
 * @param {TxnLog} wal new, at the end of the log
 * @param {Record<number, (record: any, txn: any) => void>} table by record kind; kinds not in it are passed over
 * @param {(error: unknown, fileId: number, xid: Xid) => boolean} [setAside] may go on without an undo that failed:
 *   the first four bytes of what is undone say which file it is about
 * @returns {number} records undone
 */
export function undoLosers(lookup, losers, wal, table, setAside = () => false) {
  const active = [...losers].map(([xid, lastLsn]) => new Loser(xid, lastLsn))
  let count = 0
  while (active.length > 0) {
    let newest = 0
    for (let index = 1; index < active.length; index++)
      if (active[index].undoNext > active[newest].undoNext) newest = index
    const loser = active[newest]
    const record = lookup.readRecordAt(loser.undoNext)
    if (record.xid !== loser.xid)
      throw recoveryFailed(`the record at ${record.lsn} belongs to transaction ${record.xid}, not ${loser.xid}`)
    const next = record.prevLsn
    const undo = table[record.kind]
    if (undo !== undefined) {
      try {
        undo(record, loser)
      } catch (error) {
        if (!setAside(error, record.view.getUint32(record.at, true), record.xid)) throw error
      }
      count++
    }
    loser.undoNext = next
    if (next !== 0) continue
    const at = wal.reserve(0)
    wal.seal(RECORD_KINDS.ABORT, loser.xid, loser.lastLsn, at)
    active[newest] = active[active.length - 1]
    active.pop()
  }
  return count
}
