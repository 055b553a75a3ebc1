/**
 * How a cluster begins, before anybody else sees it: a new directory is made whole, its control file last; another is
 * as its log says, which is read first (analyze), then repeated (redo) and what nobody committed taken back (undo). On
 * top of the log stands the rest (assemble.js).
 */
import { isShortage } from '../../errors/storage.js'
import { btreeRedo, btreeUndo } from '../../storage/btree/recovery.js'
import { gistRedo, gistUndo } from '../../storage/gist/recovery.js'
import { heapRedoTable, sweptImages } from '../../storage/heap/heap-redo.js'
import { heapUndoTable } from '../../storage/heap/heap-undo.js'
import { sequenceRedoTable } from '../../storage/heap/sequence.js'
import { PAGE_BYTES } from '../../storage/page.js'
import { RecordedLengths } from '../../storage/file-lengths.js'
import { Quarantine } from '../../storage/quarantine.js'
import { openTemplate, TEMPLATE_SLOT, writeTemplate } from '../../storage/template.js'
import { ControlFile } from '../../wal/control-file.js'
import { RECORD_KINDS } from '../../wal/record-kinds.js'
import { Wal } from '../../wal/wal.js'
import { assemble, setAside, timersOf } from './assemble.js'
import { beginCreation, endCreation, syncCreated } from './creation.js'
import { removeOrphans } from './files.js'
import { RecordLookup } from '../../wal/log-reader.js'
import { analyze, redo, undoLosers } from './recovery.js'
import { upgradeDirectory } from './upgrade.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../../catalog/template.js')} */
const templates = later(import.meta.url, '../../catalog/template.js')

/** @import { Random } from '../../util/prng.js' */
/** @import { Template } from '../../storage/template.js' */
/** @import { ControlFields } from '../../wal/control-file.js' */
/** @import { LogGeometry } from '../../wal/frame.js' */
/** @import { Cluster } from './cluster.js' */
/** @import { Analysis } from './recovery.js' */

/** pg_ts_parser of the first database, which nobody writes. */
export const UNTOUCHED_PATH = `base/${(TEMPLATE_SLOT * 16384 + 3601).toString(16).padStart(8, '0')}`
const DISK_SEGMENT_BYTES = 16 * 1024 * 1024
const MEMORY_SEGMENT_BYTES = 1024 * 1024

/**
 * Makes or recovers what the cluster's directory holds; afterwards it is open, and does not run yet.
 * @param {Cluster} cluster
 * @throws {DbError} XX001, 58030, 22023
 */
export function start(cluster) {
  const { vfs, options, inMemory } = cluster
  const fresh = !ControlFile.exists(vfs)
  if (fresh) beginCreation(vfs)
  const control = fresh ? null : ControlFile.open(vfs)
  if (control !== null) cluster.control = control
  const fields = control?.fields
  const segmentBytes = fields?.walSegmentBytes ?? options.walSegmentBytes
    ?? (inMemory ? MEMORY_SEGMENT_BYTES : DISK_SEGMENT_BYTES)
  const systemIdentifier = fields?.systemIdentifier ?? newIdentifier(cluster.clock.nowMicros())
  const geometry = { segmentBytes, systemIdentifier, beginLsn: cluster.forked?.logBeginLsn }
  cluster.geometry = geometry
  const said = cluster.forked?.parent?.said ?? (fields === undefined ? nothingSaid() : readLog(vfs, geometry, fields))
  const { analysis } = said
  if (control !== null) {
    const epoch = Math.max(control.fields.epoch, analysis?.epoch ?? 0) + 1
    const mockSecret = control.fields.mockSecret || newSecret(cluster.random)
    control.update({ epoch, cleanShutdown: false, mockSecret })
  }
  cluster.wal = new Wal(vfs, {
    segmentBytes, systemIdentifier, epoch: control?.fields.epoch ?? 0, endLsn: analysis?.endLsn,
    syncedLsn: analysis?.durableLsn, mode: cluster.walSync, batchMs: options.walBatchMs,
    batchCommits: options.walBatchCommits, timers: timersOf(cluster.clock), clock: cluster.clock.monotonicMs,
  })
  // A segment in memory is made in no time.
  if (inMemory && cluster.memory.isLimited) cluster.wal.segments.readyMax = 1
  assemble(cluster, templateOf(cluster, fresh), fields?.cleanShutdown === true, said)
  cluster.txns.startAt(analysis?.nextXid ?? 3, analysis?.undoPointer ?? 0)
  cluster.oids.restore(Math.max(fields?.nextOid ?? 0, said.nextOid), Math.max(fields?.nextFileId ?? 0, said.nextFileId))
  if (fields === undefined || analysis === null) {
    createDirectory(cluster, geometry)
  } else {
    cluster.wal.spending = true
    recover(cluster, fields, geometry, analysis)
  }
  cluster.wal.spending = false
  if (!fresh) cluster.catalogBase = upgradeDirectory(cluster)
  endCreation(vfs)
  cluster.isOpen = true
  cluster.crashed = fields !== undefined && !fields.cleanShutdown
}

/**
 * What the log of a directory says before anything is repeated.
 * @typedef {object} LogSays
 * @property {Analysis | null} analysis null: a new directory, which has no log
 * @property {RecordedLengths} lengths of files, as of the last checkpoint
 * @property {Quarantine} quarantine files out of use
 * @property {number} nextOid none at or above was handed out
 * @property {number} nextFileId likewise
 */

/** @returns {LogSays} */
const nothingSaid = () =>
  ({ analysis: null, lengths: new RecordedLengths(), quarantine: new Quarantine(), nextOid: 0, nextFileId: 0 })

/**
 * @param {Cluster['vfs']} vfs @param {LogGeometry} geometry @param {ControlFields} fields
 * @returns {LogSays}
 */
function readLog(vfs, geometry, fields) {
  const said = nothingSaid()
  said.analysis = analyze(vfs, geometry, fields, (record) => {
    if (record.kind === RECORD_KINDS.FILE_QUARANTINE) {
      said.quarantine.note(record)
    } else if (record.kind === RECORD_KINDS.FILE_LENGTHS) {
      // What a checkpoint that was not finished says is not yet true of the disk.
      if (record.lsn < fields.checkpointLsn) said.lengths.note(record)
    } else if (record.kind === RECORD_KINDS.OID_RANGE) {
      said.nextOid = Math.max(said.nextOid, record.view.getUint32(record.at, true))
      said.nextFileId = Math.max(said.nextFileId, record.view.getUint32(record.at + 4, true))
    }
  })
  return said
}

/**
 * The system catalogs a new directory begins with; what is kept in memory only needs no copy.
 * @param {Cluster} cluster @param {boolean} fresh
 * @returns {Template | null} null: a directory that has none
 */
function templateOf({ vfs, inMemory, forked }, fresh) {
  if (!fresh) return forked?.template ?? openTemplate(vfs, UNTOUCHED_PATH)
  return inMemory ? templates().catalogTemplate() : writeTemplate(vfs, templates().catalogTemplate().whole())
}

/**
 * A new data directory: everything is on disk before the control file says so.
 * @param {Cluster} cluster @param {LogGeometry} geometry
 */
function createDirectory(cluster, { segmentBytes, systemIdentifier }) {
  const { position } = cluster.wal
  const fields = {
    systemIdentifier, pageBytes: PAGE_BYTES, walSegmentBytes: segmentBytes, epoch: 0,
    checkpointLsn: 0, redoLsn: position, logStartLsn: position,
    nextXid: 3, nextOid: cluster.oids.nextOid, nextFileId: cluster.oids.nextFile,
    checkpointTime: 0, cleanShutdown: false, mockSecret: cluster.inMemory ? '' : newSecret(cluster.random),
  }
  syncCreated(cluster.vfs)
  cluster.control = ControlFile.create(cluster.vfs, fields)
  cluster.maintenance.checkpointSync()
}

/**
 * @param {Cluster} cluster @param {ControlFields} fields as they were found @param {LogGeometry} geometry
 * @param {Analysis} analysis
 */
function recover(cluster, fields, geometry, analysis) {
  const { vfs, storage, heapEnv, btreeEnv, txns } = cluster
  const startedMs = cluster.clock.monotonicMs()
  const parent = cluster.forked?.parent
  for (const [fileId, xid] of parent?.leaving ?? []) storage.files.leaving.set(fileId, xid)
  const redone = parent ? 0 : redo(vfs, geometry, fields.redoLsn, analysis.endLsn, {
    ...sweptImages(heapEnv, storage.redoTable()), ...heapRedoTable(heapEnv),
    ...sequenceRedoTable(heapEnv), ...btreeRedo(btreeEnv),
    ...gistRedo(btreeEnv), ...cluster.oids.redoTable(),
  })
  const undone = undoLosers(parent?.records ?? new RecordLookup(vfs, geometry), analysis.losers, cluster.wal, {
    ...storage.undoTable(), ...heapUndoTable(heapEnv), ...btreeUndo(btreeEnv), ...gistUndo(btreeEnv),
  }, (error, fileId, xid) => setAside(cluster, error, fileId, xid))
  storage.finishRecovery()
  for (const fileId of analysis.purgeFiles) txns.sweepFiles.add(fileId)
  // Drops stand in the purge queue too: a close that left some of it may have left files.
  // In a fork they take no room.
  if ((!fields.cleanShutdown || txns.sweepFiles.size > 0) && cluster.forked === null) removeOrphans(cluster)
  // A fork's pages are its parent's, and nobody recovers it.
  if (parent) {
    cluster.maintenance.checkpointLsn = analysis.endLsn
    return
  }
  // After a clean close its checkpoint still stands: nothing came after it.
  if (fields.cleanShutdown) {
    cluster.maintenance.checkpointLsn = fields.checkpointLsn
    return
  }
  checkpointAfterRecovery(cluster, fields.checkpointLsn)
  const tookMs = Math.round(cluster.clock.monotonicMs() - startedMs)
  cluster.recovered = `recovered from an unclean shutdown: ${redone} log records replayed, ${analysis.losers.size} `
    + `unfinished transactions undone (${undone} records), ${tookMs} ms`
  cluster.log(cluster.recovered)
}

/**
 * On a full disk there may be no room for one: then the next recovery does all of this again.
 * @param {Cluster} cluster @param {number} before LSN of the checkpoint that stands
 */
function checkpointAfterRecovery(cluster, before) {
  try {
    cluster.maintenance.checkpointSync()
  } catch (error) {
    if (!isShortage(error)) throw error
    cluster.maintenance.checkpointLsn = before
    cluster.log(`no checkpoint after recovery: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * What salts of roles that do not exist are made of. In memory it is made when a server first asks: to load
 * node:crypto takes a tenth of what a database in memory takes to open.
 * @param {Cluster} cluster
 * @returns {string} 16 bytes, in hexadecimal
 */
export const mockSecretOf = (cluster) =>
  cluster.control?.fields.mockSecret || (cluster.ownMockSecret ||= newSecret(cluster.random))

/** 16 bytes, in hexadecimal. @param {Random} random */
const newSecret = (random) => Array.from({ length: 4 }, () => random.uint32().toString(16).padStart(8, '0')).join('')

let identifiersMade = 0

/** Which directory a log belongs to: when it was made, and by whom. @param {number} micros */
const newIdentifier = (micros) =>
  BigInt.asUintN(63, (BigInt(micros) << 12n) + BigInt((process.pid + identifiersMade++) & 4095))
