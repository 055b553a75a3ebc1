/**
 * Row events in the order they happened: records of fixed size in pages, the oldest of which go to a temporary file
 * when there are many. See README.md.
 *
 *   0 u16 target   2 u16 firing: which round fired it, 0 none yet   4 u32 note: the statement run it belongs to, 0 none   8 f64 tuple id   16 f64 undo pointer of the transaction after the change
 */

/** @import { Tid } from '../../util/identifiers.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
const RECORD_BYTES = 24
const PAGE_RECORDS = 2730
const PAGE_BYTES = PAGE_RECORDS * RECORD_BYTES

/**
 * What is to be done about a row. The engine knows the kinds and fires them.
 * @typedef {object} EventTarget
 * @property {string} kind
 * @property {number} constraintOid
 * @property {boolean} deferrable
 * @property {boolean} initiallyDeferred
 * @property {RelationDesc} ownRelation whose rows its events are about
 */

export class EventLog {
  /** @param {{ tempFile(): any }} vfs @param {number} bytesMax in memory */
  constructor(vfs, bytesMax) {
    this.vfs = vfs
    this.pagesMax = Math.max(3, Math.floor(bytesMax / PAGE_BYTES))
    /** null: in the file. @type {(DataView | null)[]} */
    this.pages = []
    /** First page that may be in memory. */
    this.firstResident = 0
    this.count = 0
    /** @type {EventTarget[]} */
    this.targets = []
    /** @type {Map<EventTarget, number>} */
    this.targetNumbers = new Map()
    /** @type {any} */
    this.file = null
    /** One page of the file, read back; -1 none. */
    this.loaded = -1
    /** @type {DataView | null} */
    this.loadedPage = null
    this.loadedChanged = false
    /** What notes speak of, by number from 1. @type {import('./trigger-event.js').StatementRun[]} */
    this.runs = []
  }

  /** @param {EventTarget} target @param {Tid} tid @param {number} pointer @param {number} [note] */
  add(target, tid, pointer, note = 0) {
    let number = this.targetNumbers.get(target)
    if (number === undefined) {
      number = this.targets.push(target) - 1
      this.targetNumbers.set(target, number)
    }
    const pageNo = Math.floor(this.count / PAGE_RECORDS)
    const page = this.page(pageNo)
    const at = (this.count - pageNo * PAGE_RECORDS) * RECORD_BYTES
    page.setUint16(at, number, true)
    page.setUint16(at + 2, 0, true)
    page.setUint32(at + 4, note, true)
    page.setFloat64(at + 8, tid, true)
    page.setFloat64(at + 16, pointer, true)
    this.count++
    if (this.loaded === pageNo) this.loadedChanged = true
  }

  /** @param {number} index @returns {EventTarget} */
  targetOf(index) {
    return this.targets[
      this.page(Math.floor(index / PAGE_RECORDS)).getUint16((index % PAGE_RECORDS) * RECORD_BYTES, true)
    ]
  }

  /** @param {number} index */
  tidOf(index) {
    return this.page(Math.floor(index / PAGE_RECORDS)).getFloat64((index % PAGE_RECORDS) * RECORD_BYTES + 8, true)
  }

  /** @param {number} index */
  pointerOf(index) {
    return this.page(Math.floor(index / PAGE_RECORDS)).getFloat64((index % PAGE_RECORDS) * RECORD_BYTES + 16, true)
  }

  /** @param {number} index */
  noteOf(index) {
    return this.page(Math.floor(index / PAGE_RECORDS)).getUint32((index % PAGE_RECORDS) * RECORD_BYTES + 4, true)
  }

  /** @param {number} index */
  firingOf(index) {
    return this.page(Math.floor(index / PAGE_RECORDS)).getUint16((index % PAGE_RECORDS) * RECORD_BYTES + 2, true)
  }

  /** @param {number} index @param {number} round 0: to be fired (again) */
  setFiring(index, round) {
    const pageNo = Math.floor(index / PAGE_RECORDS)
    this.page(pageNo).setUint16((index % PAGE_RECORDS) * RECORD_BYTES + 2, round, true)
    if (this.loaded === pageNo) this.loadedChanged = true
  }

  /** Forgets events whose change was undone: those later than `pointer`. @param {number} pointer */
  cut(pointer) {
    while (this.count > 0 && this.pointerOf(this.count - 1) > pointer) this.count--
  }

  /** @param {number} pageNo @returns {DataView} */
  page(pageNo) {
    const page = this.pages[pageNo]
    if (page === undefined) {
      if (this.pages.length - this.firstResident >= this.pagesMax) this.spill()
      return this.pages[pageNo] = new DataView(new ArrayBuffer(PAGE_BYTES))
    }
    if (page !== null) return page
    if (this.loaded !== pageNo) {
      this.writeLoaded()
      this.loadedPage ??= new DataView(new ArrayBuffer(PAGE_BYTES))
      this.file.readSync(new Uint8Array(this.loadedPage.buffer), 0, PAGE_BYTES, pageNo * PAGE_BYTES)
      this.loaded = pageNo
    }
    return /** @type {DataView} */ (this.loadedPage)
  }

  /** The oldest page in memory goes to the file. */
  spill() {
    this.file ??= this.vfs.tempFile()
    const pageNo = this.firstResident++
    const page = /** @type {DataView} */ (this.pages[pageNo])
    this.file.writeSync(new Uint8Array(page.buffer), 0, PAGE_BYTES, pageNo * PAGE_BYTES)
    this.pages[pageNo] = null
  }

  writeLoaded() {
    if (!this.loadedChanged) return
    this.file.writeSync(
      new Uint8Array(/** @type {DataView} */ (this.loadedPage).buffer), 0, PAGE_BYTES, this.loaded * PAGE_BYTES,
    )
    this.loadedChanged = false
  }

  /** Everything has fired. */
  clear() {
    this.count = 0
  }

  /** Safe to call twice. */
  close() {
    for (const run of this.runs) run.rows?.close()
    this.runs = []
    this.file?.close()
    this.file = null
    this.pages = []
    this.count = 0
  }
}
