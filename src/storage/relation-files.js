/**
 * Relation files: which exist, how long they are, and their open descriptors. A relation's pages lie one after the
 * other in base/<fileId, 8 hex digits>. No process uses a file id twice; a later one may, for the system catalogs of a
 * database made after another was dropped. So FILE_CREATE ends what the log said of the id before: a drop that was said
 * again by a checkpoint just before is of the file before, not of this one.
 *
 *            create (logged)            dropAtCommit (intent logged)         dropNow: durable and unseen
 *   ABSENT ────────────────────► LIVE ────────────────────────────► LEAVING ──────────────────────► ABSENT
 *     ▲                           │ ▲                                  │
 *     └─── undoCreate (rollback) ─┘ └──────── undoDrop (rollback) ─────┘
 *
 *   FILE_CREATE   fileId u32                       FILE_DROP      fileId u32, mode u8 (DROP_MODES)
 *
 * Relations of a template (template.js) are LIVE without a file until they are written.
 *
 * Promises: a file that a committed transaction created exists after a crash; one that a rolled back or crashed
 * transaction created does not; a dropped file is unlinked sooner or later, whatever crashes come between. Names are
 * durable once `syncNames` returned, which a checkpoint calls. A file only grows.
 */
import { assert } from '../util/assert.js'
import { fileAccessError, isShortage, systemError } from '../errors/storage.js'
import { relationFileMissing, relationPath, relationQuarantined } from '../errors/pages.js'
import { RECORD_KINDS } from '../wal/record-kinds.js'
import { findHoles, logLengths, RecordedLengths } from './file-lengths.js'
import { FileRemoval } from './file-removal.js'
import { PAGE_BYTES } from './page.js'
import { Quarantine } from './quarantine.js'
import { RelationFile } from './relation-file.js'
import { TemplateFile } from './template.js'

/** @import { BlockNumber, Lsn, Xid } from '../util/identifiers.js' */
/** @import { Vfs, VfsFile } from './vfs/vfs.js' */
/** @import { BufferPool } from './buffer-pool.js' */
/** @import { Template } from './template.js' */

/**
 * The log as this folder uses it; src/wal's Wal is one.
 * @typedef {object} StorageLog
 * @property {DataView} view @property {Uint8Array} buffer
 * @property {number} position where the next record will begin
 * @property {Lsn} durableLsn everything before this position is durable
 * @property {Lsn} pagesAfterLsn no page is written before the record there is durable, whatever the page's own LSN
 *   is
 * @property {(payloadBytesMax: number) => number} reserve
 * @property {(kind: number, xid: Xid, prevLsn: Lsn, end: number) => number} seal
 * @property {(lsn: Lsn) => void} syncSync returns when durableLsn >= lsn
 * @property {(lsn: Lsn) => Promise<unknown>} durable
 * @property {{ images: number }} [stats] counts whole pages
 * @property {(bytes: number) => boolean} [leavesRoom] whether a file may grow by so much: what is left may be the
 *   log's
 * @property {boolean} [spending] what is reserved ends or undoes something: it is not refused for want of space
 * @property {boolean} [isRecovering] recovery writes, which may use what is kept for it
 * @property {(shortage: unknown) => boolean} [freeReserve] a write over what is there finds no room: as giveSpace
 * @property {() => boolean} [giveSpace] a file finds no room: whether the log has made some
 */

/**
 * A transaction as this folder uses it. `lastLsn` is its newest record, the head of the chain that undo follows. The
 * two notes tell it what its rollback must call (`undoCreate`, `undoDrop`) and its commit may call later (`dropNow`). A
 * note may be refused, so it comes before the record: what a rollback does not know of must not be in the log. That the
 * record may be refused after the note does no harm: undoing what was not done does nothing.
 * @typedef {object} StorageTxn
 * @property {() => number} assignXid the transaction's id, assigned at the first call
 * @property {Lsn} lastLsn
 * @property {(fileId: number, prevLsn: Lsn) => void} noteFileCreated
 * @property {(fileId: number, prevLsn: Lsn) => void} noteFileDropped
 */

/**
 * A record handed to redo and undo.
 * @typedef {{lsn: Lsn, xid: Xid, prevLsn: Lsn, view: DataView, bytes: Uint8Array, at: number, end: number}}
 *   LogRecord
 */

const DROP_MODES = Object.freeze({ INTENT: 0, NOW: 1, CANCEL: 2 })

/**
 * A file grows on disk by an eighth of itself, within these: space is found missing when a page is added, not when one
 * is written.
 */
const GROW_BLOCKS_MAX = 64

export { RelationFile }

export class FileManager {
  /**
   * @param {{vfs: Vfs, log: StorageLog, openFilesMax?: number, template?: Template | null, lengths?: RecordedLengths,
   *   quarantine?: Quarantine}} options template: relations that are there
   *   before they are written; lengths, quarantine: what the log says of files
   */
  constructor({
    vfs, log, openFilesMax = 256, template = null, lengths = new RecordedLengths(), quarantine = new Quarantine(),
  }) {
    this.vfs = vfs
    this.lengths = lengths
    this.quarantine = quarantine
    /** Quarantined files are read all the same, by who salvages them. */
    this.salvaging = false
    /**
     * Set by the engine: what messages call a file's relation.
     * @type {(fileId: number) => { name: string, isIndex: boolean } | null}
     */
    this.relationNamed = () => null
    this.template = template
    this.log = log
    this.openFilesMax = openFilesMax
    /** @type {BufferPool | null} set by the pool */
    this.pool = null
    /** @type {Map<number, RelationFile>} */
    this.known = new Map()
    /** @type {RelationFile[]} those with a handle */
    this.withHandle = []
    this.uses = 0
    /** Dropped, not unlinked yet: fileId -> xid of the drop. @type {Map<number, number>} */
    this.leaving = new Map()
    this.removal = new FileRemoval(vfs, () => { this.namesChanged = true })
    /** Redo met these and found no page: fileId -> blocks. @type {Map<number, Set<number>>} */
    this.missing = new Map()
    /** True at first: a killed process may have left names that are in no directory on disk yet. */
    this.namesChanged = true
    /** Told when a file is gone for good, so that others forget it, too. @type {(fileId: number) => void} */
    this.onRemoved = () => undefined
    /** Syncs of names off the main thread. */
    this.namesUnderWay = 0
    vfs.giveDescriptor = () => this.#closeOldest()
    vfs.mkdir('base')
    vfs.syncDir('')
  }

  /**
   * @param {number} fileId
   * @returns {RelationFile} always the same object for the same file
   * @throws {DbError} 58P01 no such file, 53000 no descriptor, 53200, 58030
   */
  open(fileId) {
    const known = this.known.get(fileId)
    if (known !== undefined) return known
    const file = new RelationFile(fileId, 0)
    file.quarantined = !this.salvaging && this.quarantine.has(fileId)
    if (!this.exists(fileId)) {
      if (!file.quarantined) throw relationFileMissing(fileId)
      // What is gone altogether can still be dropped; who reads it asks for a block, and is refused.
      file.isOwn = false
      file.blockCount = 1
      this.known.set(fileId, file)
      return file
    }
    file.isOwn = this.vfs.exists(file.path)
    // The template's pages are older than what was in a file that is lost.
    if (!file.isOwn && this.lengths.byFile.has(fileId)) throw relationFileMissing(fileId)
    // Known only once its length is: a file that cannot be opened now would be an empty one for everybody after.
    const handle = this.handle(file)
    try {
      file.blockCount = file.allocatedBlocks = Math.floor(handle.size() / PAGE_BYTES)
      if (file.isOwn) this.#recall(file, handle)
    } catch (error) {
      this.withHandle.splice(this.withHandle.indexOf(file), 1)
      this.#closeHandle(file)
      throw error
    }
    this.known.set(fileId, file)
    if (this.#inTemplate(fileId)) file.insertBlock = file.blockCount - 1 // its pages are full, perhaps not the last one
    return file
  }

  /**
   * What the log, or the file itself, says of pages that are in it and pages that should be.
   * @param {RelationFile} file
   * @param {VfsFile} handle
   */
  #recall(file, handle) {
    const { fileId, blockCount } = file
    const recorded =
      this.lengths.byFile.get(fileId)
      ?? (this.#inTemplate(fileId)
        ? { blockCount: /** @type {Template} */ (this.template).blockCount(fileId), holes: [] }
        : null)
    for (const blockNo of recorded === null ? findHoles(handle, blockCount) : recorded.holes) file.addHole(blockNo)
    if (recorded === null) return
    for (let blockNo = recorded.blockCount; blockNo < blockCount; blockNo++) file.addHole(blockNo)
    file.blockCount = Math.max(blockCount, recorded.blockCount)
    this.lengths.byFile.delete(fileId) // the file knows
  }

  /** XX001: the file is quarantined. @param {number} fileId */
  refusal(fileId) {
    return relationQuarantined(fileId, this.relationNamed(fileId), this.quarantine.byFile.get(fileId)?.why ?? '')
  }

  /** @param {number} fileId */
  exists(fileId) {
    return this.known.has(fileId) || this.vfs.exists(relationPath(fileId)) || this.#inTemplate(fileId)
  }

  /**
   * Makes an empty file; rollback removes it.
   * @param {number} fileId
   * @param {StorageTxn} txn
   * @returns {RelationFile}
   * @throws {DbError} 53100, 58P02, 58030
   */
  create(fileId, txn) {
    const xid = txn.assignXid()
    const prevLsn = txn.lastLsn
    txn.noteFileCreated(fileId, prevLsn)
    const at = this.log.reserve(4)
    const file = this.#make(fileId)
    this.log.view.setUint32(at, fileId, true)
    txn.lastLsn = this.log.seal(RECORD_KINDS.FILE_CREATE, xid, prevLsn, at + 4)
    return file
  }

  /**
   * The file goes when the transaction commits: the intent is logged now, `dropNow` unlinks once the commit is durable
   * and unseen.
   * @param {number} fileId @param {StorageTxn} txn
   */
  dropAtCommit(fileId, txn) {
    const xid = txn.assignXid()
    const prevLsn = txn.lastLsn
    txn.noteFileDropped(fileId, prevLsn)
    txn.lastLsn = this.#logDrop(fileId, DROP_MODES.INTENT, xid, prevLsn)
    this.leaving.set(fileId, xid)
  }

  /**
   * Unlinks a file whose drop is committed, durable, and that nobody will look at again. Again does nothing.
   * @param {number} fileId
   */
  dropNow(fileId) {
    this.leaving.delete(fileId)
    this.removal.gone.set(fileId, this.log.position)
    this.#remove(fileId, true)
  }

  /** Async: the files that left are gone. */
  async settled() {
    await this.removal.settled()
  }

  /**
   * Rollback of `create`: the file goes at once, nobody else ever saw it.
   * @param {number} fileId
   * @param {StorageTxn} txn
   * @param {number} undoNext lsn of the transaction's record before the creation
   */
  undoCreate(fileId, txn, undoNext) {
    txn.lastLsn = this.#logDrop(fileId, DROP_MODES.NOW, txn.assignXid(), undoNext)
    this.leaving.delete(fileId)
    this.#remove(fileId)
  }

  /** Rollback of `dropAtCommit`. @param {number} fileId @param {StorageTxn} txn @param {number} undoNext */
  undoDrop(fileId, txn, undoNext) {
    txn.lastLsn = this.#logDrop(fileId, DROP_MODES.CANCEL, txn.assignXid(), undoNext)
    this.leaving.delete(fileId)
  }

  /**
   * For a checkpoint, after its redo point is chosen, so that redo from there knows them: drops still pending, files
   * not gone yet, lengths, and what is quarantined.
   * @param {boolean} atOnce it does not wait for pages that are being written: redo starts before their changes
   */
  relog(atOnce) {
    const redoLsn = /** @type {BufferPool} */ (this.pool).minRecLsn()
    for (const fileId of [...this.leaving.keys(), ...this.removal.toSay(redoLsn, atOnce)])
      this.#logDrop(fileId, DROP_MODES.INTENT, 0, 0)
    this.quarantine.relog(this.log)
    logLengths(this.log, this.lengthsNow(atOnce))
  }

  /**
   * How long files are; those of the template's are not said that nobody has changed.
   * @param {boolean} atOnce as for relog @param {Set<RelationFile>} [also] some of the template's that are said, too
   * @returns {Map<number, { blockCount: number, holes: number[] }>}
   */
  lengthsNow(atOnce, also) {
    const now = new Map(this.lengths.byFile)
    const { unwritten, changed } = /** @type {BufferPool} */ (this.pool).writtenSoFar(atOnce)
    for (const file of this.known.values()) {
      // One of the template's that has changed has a name of its own when this checkpoint has ended.
      if (!file.dropped && (file.isOwn || changed.has(file) || also?.has(file) === true))
        now.set(file.fileId, {
          blockCount: file.blockCount,
          holes: [...(file.holes ?? []), ...(unwritten.get(file) ?? [])],
        })
    }
    return now
  }

  /** Names made and removed survive a power cut from here on: a checkpoint's redo no longer brings them about. */
  syncNames() {
    if (this.namesChanged || this.namesUnderWay > 0) this.vfs.syncDir('base')
    this.namesChanged = false
  }

  /** As syncNames, off the main thread. What is under way counts as unsynced. @returns {Promise<void>} */
  async syncNamesLater() {
    if (!this.namesChanged && this.namesUnderWay === 0) return
    this.namesUnderWay++
    this.namesChanged = false
    try {
      await this.vfs.syncDirLater('base')
    } catch (error) { // a shortage: it is as if it had not been begun
      this.namesChanged = true
      throw error
    } finally {
      this.namesUnderWay--
    }
  }

  /** @param {RelationFile} file @returns {VfsFile} open; valid until the next call unless file.busy */
  handle(file) {
    file.lastUse = ++this.uses
    if (file.handle !== null) return file.handle
    if (this.withHandle.length >= this.openFilesMax) this.#closeOldest()
    file.handle = this.#inTemplate(file.fileId) && !this.vfs.exists(file.path)
      ? new TemplateFile(this.vfs, /** @type {Template} */ (this.template), file.fileId, file.path, () => {
        this.namesChanged = true
        file.isOwn = true
      }) : this.vfs.open(file.path)
    this.withHandle.push(file)
    return file.handle
  }

  /** @param {number} fileId */
  #inTemplate(fileId) {
    return this.template !== null && this.template.has(fileId)
  }

  /** A read or write that made the file busy has ended. @param {RelationFile} file */
  leave(file) {
    assert(file.busy > 0, 'who leaves a file was busy with it')
    file.busy--
    if (file.busy === 0 && file.dropped) this.#closeHandle(file)
  }

  /**
   * Finds room on disk for the file to have `blockCount` blocks.
   * @param {RelationFile} file
   * @param {number} blockCount
   * @throws {DbError} 53100 there is none, or it is the log's
   */
  growFor(file, blockCount) {
    if (blockCount <= file.allocatedBlocks) return
    const leavesRoom = (/** @type {number} */ count) =>
      this.log.leavesRoom?.((count - file.allocatedBlocks) * PAGE_BYTES) !== false
    let target = Math.max(blockCount, file.blockCount + Math.min(GROW_BLOCKS_MAX, file.blockCount >>> 3))
    if (!leavesRoom(target)) {
      if (target === blockCount || !leavesRoom(blockCount))
        throw fileAccessError('extend', file.path, systemError('ENOSPC'))
      target = blockCount
    }
    try {
      this.handle(file).allocate(target * PAGE_BYTES)
    } catch (error) {
      if (!isShortage(error) || this.log.giveSpace?.() !== true) throw error
      this.handle(file).allocate(blockCount * PAGE_BYTES)
      file.allocatedBlocks = blockCount
      return
    }
    file.allocatedBlocks = target
  }

  /**
   * Redo makes the file longer, if only in memory: what a full disk has no room for is written when it has.
   * @param {RelationFile} file
   * @param {number} blockCount
   */
  growForRedo(file, blockCount) {
    try {
      this.growFor(file, blockCount)
    } catch (error) {
      if (!isShortage(error)) throw error
    }
    for (let blockNo = file.blockCount; blockNo < blockCount; blockNo++) file.addHole(blockNo)
    file.blockCount = Math.max(file.blockCount, blockCount)
  }

  /**
   * A file for redo; null and noted when it is gone.
   * @param {number} fileId
   * @param {BlockNumber} blockNo that redo wants
   * @returns {RelationFile | null}
   */
  openForRedo(fileId, blockNo) {
    if (this.quarantine.has(fileId)) return null
    if (this.exists(fileId)) return this.open(fileId)
    this.noteMissing(fileId, blockNo)
    return null
  }

  /**
   * Redo met a page that is not there; a later record must explain it.
   * @param {number} fileId
   * @param {BlockNumber} blockNo
   */
  noteMissing(fileId, blockNo) {
    let blocks = this.missing.get(fileId)
    if (blocks === undefined) this.missing.set(fileId, blocks = new Set())
    blocks.add(blockNo)
  }

  /**
   * A record makes the page from nothing: whatever changed it before does not matter.
   * @param {number} fileId
   * @param {BlockNumber} blockNo
   */
  noteMade(fileId, blockNo) {
    const blocks = this.missing.get(fileId)
    if (blocks !== undefined && blocks.delete(blockNo) && blocks.size === 0) this.missing.delete(fileId)
  }

  /**
   * After redo, and after undo of the losers: what is still leaving was dropped by committed transactions and goes now.
   * @returns {Map<number, Set<number>>} blocks that the log changes, that are not there or damaged, and that the log
   *   does not take away: by file
   */
  finishRecovery() {
    for (const fileId of this.leaving.keys()) {
      this.removal.gone.set(fileId, this.log.position) // there may be no room for a checkpoint now
      this.#remove(fileId)
    }
    this.leaving.clear()
    const { missing } = this
    this.missing = new Map()
    return missing
  }

  /**
   * After a crash: removes files whose creation never reached the log (their names got to the disk first). Only the
   * catalog can tell them from tables that are empty.
   * @param {(fileId: number) => boolean} isKnown whether the catalog, as recovered, has the file
   * @returns {number} files removed
   */
  removeOrphans(isKnown) {
    let removed = 0
    for (const name of this.vfs.list('base')) {
      const fileId = Number.parseInt(name, 16)
      if (!/^[0-9a-f]{8}$/.test(name) || isKnown(fileId)) continue
      this.#remove(fileId)
      removed++
    }
    return removed
  }

  /** Closes every file, giving back what was allocated ahead. Pages were written before (`PageWriter.close`). */
  close() {
    for (const file of this.known.values()) {
      assert(file.busy === 0, 'no input or output is under way at close')
      if (file.allocatedBlocks > file.blockCount) this.handle(file).truncate(file.blockCount * PAGE_BYTES)
    }
    this.syncNames()
    for (const file of this.withHandle) this.#closeHandle(file)
    this.withHandle.length = 0
    this.known.clear()
    this.template?.close()
  }

  /**
   * After a failure: gives back the descriptors. What is under way ends first (`VfsFile.close`), and nothing gets a
   * name any more.
   */
  closeWithoutSync() {
    for (const file of this.withHandle) {
      const { handle } = file
      file.handle = null
      if (handle instanceof TemplateFile) handle.abandon()
      else handle?.close()
    }
    this.withHandle.length = 0
    this.known.clear()
    this.template?.close()
  }

  /** @returns {Record<number, (record: LogRecord, lsn: Lsn) => void>} */
  redoTable() {
    return {
      [RECORD_KINDS.FILE_CREATE]: ({ view, at }) => {
        const fileId = view.getUint32(at, true)
        // The id was another file's, and its drop was said before this one was made: all that is in this one comes
        // further on in the log.
        const isOthers = this.leaving.delete(fileId) || this.removal.pending.has(fileId)
        if (isOthers) this.#remove(fileId)
        if (isOthers || !this.exists(fileId))
          this.#make(fileId) // fails where the other's cannot be removed
        else if (!this.known.has(fileId) && !this.lengths.byFile.has(fileId))
          this.lengths.byFile.set(fileId, { blockCount: 0, holes: [] })
      },
      [RECORD_KINDS.FILE_LENGTHS]: () => undefined, // read before redo begins
      [RECORD_KINDS.FILE_QUARANTINE]: (record) => this.quarantine.note(record),
      [RECORD_KINDS.FILE_DROP]: ({ view, at, xid }) => {
        const fileId = view.getUint32(at, true)
        const mode = view.getUint8(at + 4)
        if (mode === DROP_MODES.INTENT) this.leaving.set(fileId, xid)
        else this.leaving.delete(fileId)
        if (mode === DROP_MODES.NOW) this.#remove(fileId)
      },
    }
  }

  /** @returns {Record<number, (record: LogRecord, txn: StorageTxn) => void>} */
  undoTable() {
    return {
      [RECORD_KINDS.FILE_CREATE]: ({ view, at, prevLsn }, txn) =>
        this.undoCreate(view.getUint32(at, true), txn, prevLsn),
      [RECORD_KINDS.FILE_DROP]: ({ view, at, prevLsn }, txn) => {
        // NOW and CANCEL are compensations: they are not undone.
        if (view.getUint8(at + 4) === DROP_MODES.INTENT) this.undoDrop(view.getUint32(at, true), txn, prevLsn)
      },
    }
  }

  /** @param {number} fileId */
  #make(fileId) {
    assert(!this.known.has(fileId), 'no process uses a file id twice')
    const file = new RelationFile(fileId, 0)
    if (this.withHandle.length >= this.openFilesMax) this.#closeOldest()
    file.handle = this.vfs.open(file.path, { create: true, exclusive: true })
    this.removal.pending.delete(fileId) // the name is this one's now, whatever is left of another's
    file.lastUse = ++this.uses
    this.withHandle.push(file)
    this.known.set(fileId, file)
    this.namesChanged = true
    return file
  }

  /** @param {number} fileId @param {boolean} [later] its blocks are given back off the main thread */
  #remove(fileId, later = false) {
    this.missing.delete(fileId)
    this.lengths.byFile.delete(fileId)
    this.quarantine.byFile.delete(fileId)
    const file = this.known.get(fileId)
    if (file !== undefined) {
      this.pool?.discard(file, 0)
      file.dropped = true
      if (file.handle !== null) {
        this.withHandle.splice(this.withHandle.indexOf(file), 1)
        if (file.busy === 0) this.#closeHandle(file) // else whoever is busy with it does
      }
      this.known.delete(fileId)
    }
    const paths = [relationPath(fileId), `${relationPath(fileId)}.free`]
    if (later) this.removal.later(fileId, paths)
    else this.removal.now(fileId, paths)
    this.onRemoved(fileId)
  }

  #closeOldest() {
    let oldest = -1
    for (let index = 0; index < this.withHandle.length; index++) {
      const file = this.withHandle[index]
      if (file.busy > file.waiting || (file.handle instanceof TemplateFile && file.handle.isUnnamed)) continue
      if (file.earlySyncs > 0) continue
      if (oldest < 0 || file.lastUse < this.withHandle[oldest].lastUse) oldest = index
    }
    if (oldest < 0) return false // all are being read or written: one more than the cap, then
    const [file] = this.withHandle.splice(oldest, 1)
    this.#closeHandle(file)
    return true
  }

  /** @param {RelationFile} file */
  #closeHandle(file) {
    const { handle } = file
    file.handle = null
    handle?.close()
  }

  /** @param {number} fileId @param {number} mode @param {Xid} xid @param {Lsn} prevLsn */
  #logDrop(fileId, mode, xid, prevLsn) {
    const at = this.log.reserve(5)
    this.log.view.setUint32(at, fileId, true)
    this.log.view.setUint8(at + 4, mode)
    return this.log.seal(RECORD_KINDS.FILE_DROP, xid, prevLsn, at + 5)
  }
}
