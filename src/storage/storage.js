/**
 * The storage layer put together: what the engine makes one of for a data directory, in this order:
 *
 *   new Storage(…)      torn pages are restored from the double-write areas before anything is read
 *   redoTable, undoTable   recovery replays the log through them, then undoes losers
 *   finishRecovery      drops left over are carried out; a relation with a page that the log expects and cannot find is quarantined, a system catalog stops the open (XX001)
 *   checkpoint          flush(position) … while running
 *   close               everything written, or closeWithoutFlush after a failure
 */
import { missingAfterRedo, relationPath } from '../errors/pages.js'
import { RECORD_KINDS } from '../wal/record-kinds.js'
import { BufferPool } from './buffer-pool.js'
import { BulkGate } from './bulk-gate.js'
import { restoreTornPages } from './double-write.js'
import { FreeSpace } from './free-space.js'
import { Overflow } from './overflow.js'
import { redoPageImage } from './page-image.js'
import { PageWriter } from './page-writer.js'
import { FileManager } from './relation-files.js'
import { removeHalfCopied } from './template.js'

/** @import { Lsn, Xid } from '../util/identifiers.js' */
/** @import { Vfs } from './vfs/vfs.js' */
/** @import { LogRecord, StorageLog, StorageTxn } from './relation-files.js' */
/** @import { Pace } from './page-writer.js' */
/** @import { Quarantine } from './quarantine.js' */
/** @import { RecordedLengths } from './file-lengths.js' */
/** @import { Template } from './template.js' */

/** Files below are of system catalogs. */
const USER_FILES = 2 ** 28

export class Storage {
  /**
   * @param {object} options
   * @param {Vfs} options.vfs @param {StorageLog} options.log
   * @param {number} options.cachePages pages kept in memory
   * @param {number} [options.openFilesMax]
   * @param {Template | null} [options.template] relations that are there before they are written; closed with the
   *   storage
   * @param {boolean} [options.doubleWrite] false for files in memory, which no power cut survives anyway
   * @param {boolean} [options.wasClosed] cleanly: all pages are on disk, none is torn
   * @param {() => number} [options.clock] milliseconds, to measure synchronous reads by
   * @param {Pick<import('../wal/group-sync.js').Timers, 'setTimeout'>} [options.timers]
   * @param {RecordedLengths} [options.lengths] @param {Quarantine} [options.quarantine] what the log says of files
   * @param {(error: Error) => void} [options.onFailure] told once that pages can no longer be written
   */
  constructor({
    vfs, log, cachePages, openFilesMax, template, doubleWrite, wasClosed = false, clock, lengths, quarantine, onFailure,
    timers,
  }) {
    const { restored, nextSequence } = restoreTornPages(vfs, wasClosed)
    /** Pages the last crash tore, now whole again. */
    this.pagesRestored = restored
    this.log = log
    const gate = new BulkGate()
    if (!wasClosed) removeHalfCopied(vfs)
    this.files = new FileManager({ vfs, log, openFilesMax, template, lengths, quarantine })
    this.pool = new BufferPool({ frameCount: cachePages, files: this.files, gate, clock })
    this.writer = new PageWriter({
      vfs, pool: this.pool, files: this.files, log, gate, nextSequence, doubleWrite, onFailure, timers,
    })
    this.freeSpace = new FreeSpace({ pool: this.pool, files: this.files })
    /** Told of a relation that is quarantined. @type {(fileId: number) => void} */
    this.onQuarantine = () => undefined
    this.overflow = new Overflow({ pool: this.pool, files: this.files, freeSpace: this.freeSpace, log })
  }

  /** @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>} by record kind */
  redoTable() {
    return {
      ...this.files.redoTable(),
      ...this.overflow.redoTable(),
      [RECORD_KINDS.PAGE_IMAGE]: redoPageImage(this.pool),
    }
  }

  /**
   * @returns {Record<number, (record: LogRecord, txn: StorageTxn) => void>} by record kind; what is not in it is
   *   redo-only
   */
  undoTable() {
    return { ...this.files.undoTable(), ...this.overflow.undoTable() }
  }

  /** After redo and undo. @throws {DbError} XX001 the log changes a page of a system catalog that is not there */
  finishRecovery() {
    for (const [fileId, blocks] of this.files.finishRecovery()) {
      const [blockNo] = blocks
      const what = `block ${blockNo} of file "${relationPath(fileId)}"`
      if (!this.quarantine(fileId, 0, `the log changes ${what}, which is damaged or not there`))
        throw missingAfterRedo(what)
    }
  }

  /**
   * Takes a damaged relation out of use: what is to be changed on a page of it cannot be. Heaps hold no page of it.
   * @param {number} fileId @param {Xid} xid whose change stays as it is, 0: nobody's @param {string} why
   * @returns {boolean} false: it is a system catalog, without which nothing works
   */
  quarantine(fileId, xid, why) {
    const { files, pool, writer } = this
    if (fileId < USER_FILES) return false
    const isNews = files.quarantine.add(this.log, fileId, xid, why)
    const file = files.known.get(fileId)
    if (isNews) this.onQuarantine(fileId)
    if (file === undefined || file.quarantined) return true
    writer.flushAllSync() // what was changed is not lost: salvage reads it from the file
    file.quarantined = true
    pool.letGo(file)
    return true
  }

  /**
   * Async: a checkpoint's share. Changes older than `position` are in their files when it returns; redo may then start
   * at min(position, minRecLsn()).
   * @param {number} position the log's position when the checkpoint began @param {Pace} [pace]
   */
  async flush(position, pace) {
    this.files.relog(false)
    await this.writer.flushAll(position, pace)
    this.freeSpace.save()
  }

  /** As `flush` of everything, on the spot: at the end of recovery. */
  flushSync() {
    this.files.relog(true)
    this.writer.flushAllSync()
    this.freeSpace.save()
  }

  /** The oldest change in no file yet, Infinity if none. */
  minRecLsn() {
    return this.pool.minRecLsn()
  }

  /** Async: writes everything and closes the files, which are closed also where something could not be written. */
  async close() {
    try {
      await this.writer.flushAll()
      this.freeSpace.save()
      await this.writer.close()
      this.pool.assertUnpinned()
      // the checkpoint has said the drop again: the next open removes what is left
      await this.files.settled().catch(() => undefined)
      this.files.close()
      this.pool.close()
    } catch (error) {
      await this.closeWithoutFlush()
      throw error
    }
  }

  /** Async: after a failure, gives descriptors back; what was not written is in the log. */
  async closeWithoutFlush() {
    await this.writer.close()
    await this.files.settled().catch(() => undefined) // what is left is removed by the next open
    this.files.closeWithoutSync()
    this.pool.close()
  }
}
