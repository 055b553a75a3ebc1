/**
 * What a log says must be on the pages, read without the engine's own redo and undo: for each page the newest change of
 * it, what transactions that had not ended changed, and which files were made. A page carries the LSN of its newest
 * change, so that looking at it takes one number:
 *
 *  - after a recovery every page is at least as new as the log's newest record about it;
 *  - whatever an unfinished transaction changed was changed again since: by its undo;
 *  - ids of new files lie above those of all files that the log makes.
 *
 * It holds whatever the record does to the page, so that no lane needs to show what a forgotten one would look like.
 */
import assert from 'node:assert/strict'
import { relationPath } from '../../../src/errors/pages.js'
import { PAGE_BYTES, pageLsn } from '../../../src/storage/page.js'
import { ControlFile } from '../../../src/wal/control-file.js'
import { LogReader } from '../../../src/wal/log-reader.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'

/** @import { LogRecord } from '../../../src/wal/frame.js' */
/** @import { DiskView } from '../../support/disk/disk-view.js' */

const KINDS = RECORD_KINDS
/** @type {Map<number, string>} */
const NAMES = new Map(Object.entries(KINDS).map(([name, kind]) => [kind, name]))
/** Records that undo gives back. @type {Set<number>} */
const UNDONE = new Set([
  KINDS.HEAP_INSERT, KINDS.HEAP_INSERT_MANY, KINDS.HEAP_PATCH, KINDS.HEAP_UPDATE, KINDS.HEAP_DELETE,
  KINDS.BTREE_INSERT, KINDS.GIST_INSERT, KINDS.OVERFLOW_PAGE,
])
/** Records that begin with a file and a block. @type {Set<number>} */
const OF_A_PAGE = new Set([
  ...UNDONE, KINDS.PAGE_IMAGE, KINDS.HEAP_UNDO, KINDS.HEAP_PURGE, KINDS.BTREE_REMOVE, KINDS.BTREE_SPLICE,
  KINDS.GIST_REMOVE, KINDS.GIST_KEY, KINDS.OVERFLOW_FREE,
])
/** Ids of files below are catalogs', which have theirs by themselves. */
const FIRST_USER_FILE = 2 ** 28

/** A change of a page. @typedef {{ fileId: number, block: number, lsn: number, kind: number }} Change */

export class LogFacts {
  /** By page. @type {Map<string, Change>} */
  newest = new Map()
  /** Changes of transactions that had not ended, by their xid. @type {Map<number, Change[]>} */
  unfinished = new Map()
  /** Of the files that are made. */
  fileIdMax = 0
  /**
   * Files that a checkpoint says are to be removed, for good: what a failed unlink has left of them.
   * @type {Set<number>}
   */
  leaving = new Set()

  /**
   * @param {DiskView} view with a control file
   * @param {number} [redoLsn] changes before it are on their pages, for sure
   * @param {number} [untilLsn]
   */
  constructor(view, redoLsn, untilLsn = Infinity) {
    const { fields } = ControlFile.open(/** @type {any} */ (view))
    this.redoLsn = redoLsn ?? fields.redoLsn
    const geometry = { systemIdentifier: fields.systemIdentifier, segmentBytes: fields.walSegmentBytes }
    const reader = new LogReader(/** @type {any} */ (view), geometry, { closedCleanly: true })
    try {
      reader.seek(Math.min(fields.logStartLsn, this.redoLsn))
      while (reader.next()) {
        const { kind, xid, lsn, view: bytes, at } = reader.record
        if (kind === KINDS.FILE_DROP && xid === 0) this.leaving.add(bytes.getUint32(at, true))
        if (lsn < untilLsn) this.#note(reader.record)
      }
    } finally {
      reader.close()
    }
  }

  /** @param {LogRecord} record */
  #note(record) {
    const { kind, xid, lsn, view, at } = record
    if (kind === KINDS.COMMIT || kind === KINDS.ABORT) this.unfinished.delete(xid)
    else if (kind === KINDS.BTREE_CHANGE) {
      const fileId = view.getUint32(at, true)
      for (let part = at + 4; part < record.end; part += 8 + view.getUint16(part + 2, true))
        this.#changes({ fileId, block: view.getUint32(part + 4, true), lsn, kind }, xid)
    } else if (kind === KINDS.SEQUENCE_SET)
      this.#changes({ fileId: view.getUint32(at, true), block: 0, lsn, kind }, xid)
    else if (kind === KINDS.FILE_CREATE) this.fileIdMax = Math.max(this.fileIdMax, view.getUint32(at, true))
    else if (OF_A_PAGE.has(kind))
      this.#changes({ fileId: view.getUint32(at, true), block: view.getUint32(at + 4, true), lsn, kind }, xid)
  }

  /** @param {Change} change @param {number} xid */
  #changes(change, xid) {
    if (change.lsn >= this.redoLsn) this.newest.set(`${change.fileId} ${change.block}`, change)
    if (xid === 0 || !UNDONE.has(change.kind)) return
    const changes = this.unfinished.get(xid)
    if (changes === undefined) this.unfinished.set(xid, [change])
    else changes.push(change)
  }

  /**
   * Every page is as new as the log's last word about it; files that are gone were dropped.
   * @param {DiskView} view
   * @param {string} when
   */
  areOnPages(view, when) {
    for (const { fileId, block, lsn, kind } of this.newest.values()) {
      if (this.leaving.has(fileId)) continue
      const found = lsnOf(view, fileId, block)
      assert.ok(found >= lsn, `${when} block ${block} of ${relationPath(fileId)} is as of ${found}, the log has `
        + `${NAMES.get(kind)} of it at ${lsn}`)
    }
  }

  /**
   * After a recovery whose checkpoint has written all it did.
   * @param {DiskView} view
   * @param {number} nextFileId
   */
  areRecovered(view, nextFileId) {
    this.areOnPages(view, 'after a recovery')
    for (const [xid, changes] of this.unfinished) {
      for (const { fileId, block, lsn, kind } of changes) {
        const found = lsnOf(view, fileId, block)
        assert.ok(found > lsn, `block ${block} of ${relationPath(fileId)} is as of ${found}, where transaction ${xid}, `
          + `which had not ended, has changed it by ${NAMES.get(kind)}`)
      }
    }
    const { fileIdMax } = this
    if (fileIdMax >= FIRST_USER_FILE)
      assert.ok(nextFileId > fileIdMax, `the next file's id is ${nextFileId}, the log makes a file ${fileIdMax}`)
  }
}

const header = new Uint8Array(32)
const headerView = new DataView(header.buffer)

/** @param {DiskView} view @param {number} fileId @param {number} block @returns {number} Infinity: the file is gone */
function lsnOf(view, fileId, block) {
  const path = relationPath(fileId)
  if (!view.exists(path)) return Infinity
  header.fill(0)
  view.open(path).readSync(header, 0, header.length, block * PAGE_BYTES)
  return pageLsn(headerView, 0)
}
