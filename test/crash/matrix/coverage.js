/**
 * Which kinds of log records recoveries have replayed and undone, counted from outside: by what is read from the log,
 * asked of the pool, and logged in return. A kind that no crash ever had to replay is a kind whose redo nobody has
 * tested.
 */
import { btreeUndo } from '../../../src/storage/btree/recovery.js'
import { BufferPool } from '../../../src/storage/buffer-pool.js'
import { gistUndo } from '../../../src/storage/gist/recovery.js'
import { heapUndoTable } from '../../../src/storage/heap/heap-undo.js'
import { LogReader, RecordLookup } from '../../../src/wal/log-reader.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { Wal } from '../../../src/wal/wal.js'
import { DiskView } from '../../support/disk/disk-view.js'

/** @import { Database } from '../../../src/index.js' */

/** @type {Map<number, string>} */
const NAMES = new Map(Object.entries(RECORD_KINDS).map(([name, kind]) => [kind, name]))

export class Coverage {
  /**
   * Kinds that were read from the log; that asked the pool for a page; that were given one to apply to; that were
   * undone.
   */
  #read = new Set()
  #asked = new Set()
  #applied = new Set()
  #undone = new Set()
  /** Kinds that can be undone. @type {number[]} */
  #undoable = []

  /** Counts from here on, in all clusters of this process. @param {Database} db any, to ask what can be undone */
  begin(db) {
    const { storage, heapEnv, btreeEnv } = db.cluster
    this.#undoable = Object.keys({
      ...storage.undoTable(),
      ...heapUndoTable(heapEnv),
      ...btreeUndo(btreeEnv),
      ...gistUndo(btreeEnv),
    }).map(Number)
    const [read, asked, applied, undone] = [this.#read, this.#asked, this.#applied, this.#undone]
    let replaying = 0
    let undoing = 0
    const { next } = LogReader.prototype
    LogReader.prototype.next = function () {
      const found = next.call(this)
      if (/** @type {unknown} */ (this.vfs) instanceof DiskView) return found // who watches replays nothing
      replaying = found ? this.record.kind : 0
      if (found) read.add(replaying)
      return found
    }
    const { pinRedo } = BufferPool.prototype
    BufferPool.prototype.pinRedo = function (/** @type {Parameters<typeof pinRedo>} */ ...args) {
      const frame = pinRedo.apply(this, args)
      if (replaying !== 0) {
        asked.add(replaying)
        if (frame >= 0) applied.add(replaying)
      }
      return frame
    }
    const { readRecordAt } = RecordLookup.prototype
    RecordLookup.prototype.readRecordAt = function (/** @type {number} */ lsn) {
      const record = readRecordAt.call(this, lsn)
      undoing = record.kind
      return record
    }
    const { seal } = Wal.prototype
    Wal.prototype.seal = function (/** @type {Parameters<typeof seal>} */ ...args) {
      const [kind] = args
      if (undoing !== 0 && kind !== RECORD_KINDS.ABORT) undone.add(undoing)
      if (kind === RECORD_KINDS.ABORT || kind === RECORD_KINDS.CHECKPOINT) undoing = 0
      return seal.apply(this, args)
    }
  }

  /** Names of kinds that no recovery has replayed. @returns {string[]} */
  notReplayed() {
    const isMissing = (/** @type {number} */ kind) =>
      !this.#read.has(kind) || (this.#asked.has(kind) && !this.#applied.has(kind))
    return [...NAMES].filter(([kind, name]) => isMissing(kind)).map(([, name]) => name)
  }

  /** Names of kinds that no recovery has undone, although they can be. @returns {string[]} */
  notUndone() {
    return this.#undoable.filter((kind) => !this.#undone.has(kind)).map((kind) => NAMES.get(kind) ?? String(kind))
  }
}
