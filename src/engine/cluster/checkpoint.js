/**
 * Checkpoints: so that recovery starts late and the log's old segments come free. Fuzzy: work goes on while pages are
 * written.
 *
 *   CHECKPOINT   nextXid f64, undo bound f64, active count u32, purge file count u32,
 *                active × {xid f64, last LSN f64}, purge files × u32
 *
 * The record's active list is exact at its position. Redo starts at the older of "where the log stood when the writing
 * of pages began" and the oldest change not in its file yet; undo may reach back to the first record of the oldest
 * active transaction, so that much log is kept.
 */
import { RECORD_KINDS } from '../../wal/record-kinds.js'

/** @import { Lsn, Xid } from '../../util/identifiers.js' */
/** @import { TransactionManager } from '../../txn/manager.js' */
/** @import { ControlFile, ControlFields } from '../../wal/control-file.js' */
/** @import { Storage } from '../../storage/storage.js' */
/** @import { Wal } from '../../wal/wal.js' */
/** @import { Pace } from '../../storage/page-writer.js' */

const FIXED_BYTES = 24

/**
 * @typedef {object} CheckpointParts
 * @property {Wal} wal @property {Storage} storage @property {TransactionManager} txns @property {ControlFile} control
 * @property {() => Partial<ControlFields>} [facts] nextOid, nextFileId, checkpointTime as of the record
 * @property {() => Lsn} [neededFrom] somebody else reads the log from there on
 * @property {() => void} [relog] logs again what redo from this checkpoint's start must find (id ranges)
 */

/** Async. @param {CheckpointParts} parts @param {Pace} [pace] @returns {Promise<number>} LSN of the record */
export async function checkpoint(parts, pace) {
  const { wal } = parts
  const start = spend(wal, () => begin(parts))
  await spend(wal, () => parts.storage.flush(start, pace)) // what it logs, it logs at once
  const lsn = spend(wal, () => logCheckpoint(wal, parts.txns))
  const redoLsn = Math.min(start, parts.storage.minRecLsn())
  const facts = factsNow(parts)
  const logStart = logStartOf(parts.txns, redoLsn)
  await parts.wal.durable(parts.wal.position)
  await parts.control.updateLater({
    ...facts, checkpointLsn: lsn, redoLsn, logStartLsn: logStart, cleanShutdown: false,
  })
  await parts.wal.recycleLater(keptFrom(parts, logStart))
  return lsn
}

/**
 * On the spot: at the end of recovery and at a clean close.
 * @param {CheckpointParts} parts
 * @param {boolean} [cleanShutdown]
 * @returns {number}
 */
export const checkpointSync = (parts, cleanShutdown = false) =>
  spend(parts.wal, () => flushAndLog(parts, cleanShutdown))

/** @param {CheckpointParts} parts @param {boolean} cleanShutdown @returns {number} */
function flushAndLog(parts, cleanShutdown) {
  const start = begin(parts)
  parts.storage.flushSync()
  const lsn = logCheckpoint(parts.wal, parts.txns)
  const redoLsn = Math.min(start, parts.storage.minRecLsn())
  const facts = factsNow(parts)
  const logStart = logStartOf(parts.txns, redoLsn)
  parts.wal.syncSync(parts.wal.position)
  parts.control.update({ ...facts, checkpointLsn: lsn, redoLsn, logStartLsn: logStart, cleanShutdown })
  parts.wal.recycleBefore(keptFrom(parts, logStart))
  return lsn
}

/**
 * A checkpoint gives log back: it may use the log's reserve.
 * @template T
 * @param {Wal} wal
 * @param {() => T} work
 * @returns {T}
 */
function spend(wal, work) {
  const before = wal.spending
  wal.spending = true
  try {
    return work()
  } finally {
    wal.spending = before
  }
}

/** @param {CheckpointParts} parts @returns {number} where the log stands */
function begin(parts) {
  const start = parts.wal.position
  parts.relog?.()
  return start
}

/** @param {CheckpointParts} parts @returns {Partial<ControlFields>} */
const factsNow = (parts) => ({ nextXid: parts.txns.xidBound, ...parts.facts?.() })

/**
 * What undo could need: from the first record of the oldest transaction that is still active.
 * @param {TransactionManager} txns
 * @param {Lsn} redoLsn
 */
function logStartOf(txns, redoLsn) {
  let start = redoLsn
  for (const { firstLsn } of txns.unfinished()) if (firstLsn < start) start = firstLsn
  return start
}

/** @param {CheckpointParts} parts @param {Lsn} logStart */
const keptFrom = ({ neededFrom }, logStart) => Math.min(logStart, neededFrom?.() ?? Infinity)

/** @param {Wal} wal @param {TransactionManager} txns @returns {number} LSN */
function logCheckpoint(wal, txns) {
  txns.owed.pay()
  const active = [...txns.unfinished()]
  const files = txns.filesWithPurgeWork()
  let at = wal.reserve(FIXED_BYTES + active.length * 16 + files.size * 4)
  const { view } = wal
  view.setFloat64(at, txns.xidBound, true)
  view.setFloat64(at + 8, Math.max(txns.undo.bound, txns.undo.next), true)
  view.setUint32(at + 16, active.length, true)
  view.setUint32(at + 20, files.size, true)
  at += FIXED_BYTES
  for (const txn of active) {
    view.setFloat64(at, txn.xid, true)
    view.setFloat64(at + 8, txn.lastLsn, true)
    at += 16
  }
  for (const fileId of files) {
    view.setUint32(at, fileId, true)
    at += 4
  }
  return wal.seal(RECORD_KINDS.CHECKPOINT, 0, 0, at)
}

/**
 * @param {{view: DataView, at: number}} record
 * @returns {{nextXid: Xid, undoBound: number, active: {xid: Xid, lastLsn: Lsn}[], purgeFiles: number[]}}
 */
export function readCheckpoint({ view, at }) {
  const activeCount = view.getUint32(at + 16, true)
  const fileCount = view.getUint32(at + 20, true)
  const active = []
  const purgeFiles = []
  let from = at + FIXED_BYTES
  for (let index = 0; index < activeCount; index++, from += 16)
    active.push({ xid: view.getFloat64(from, true), lastLsn: view.getFloat64(from + 8, true) })
  for (let index = 0; index < fileCount; index++, from += 4) purgeFiles.push(view.getUint32(from, true))
  return { nextXid: view.getFloat64(at, true), undoBound: view.getFloat64(at + 8, true), active, purgeFiles }
}
