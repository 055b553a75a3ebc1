/**
 * What all B+trees of one engine share: the pool, the log, the files, working memory, and the list of cursors that hold
 * a page. One object per engine, whoever opens a tree: a change finds the cursors of every session here and has them
 * let go of their page first.
 */
import { NodeEntries } from './entries.js'
import { StructureChange } from './change.js'
import { RowHints } from './row-hints.js'
import { LeafTouch } from './touch.js'
import { WaitingLists } from './waiting-lists.js'

/** @import { Lsn, Tid, Xid } from '../../util/identifiers.js' */
/** @import { BufferPool } from '../buffer-pool.js' */
/** @import { FileManager } from '../relation-files.js' */
/** @import { BTreeCursor } from './cursor.js' */

/** Levels of a tree: far more than 2^32 blocks need. */
export const DEPTH_MAX = 32

/**
 * The part of the log that trees use (src/wal/).
 * @typedef {object} BTreeLog
 * @property {Uint8Array} buffer
 * @property {DataView} view
 * @property {(payloadBytesMax: number) => number} reserve
 * @property {(kind: number, xid: Xid, prevLsn: Lsn, end: number) => number} seal
 * @property {{ images: number }} [stats] counts whole pages
 */

/**
 * The part of a transaction that trees use (src/txn/).
 * @typedef {object} BTreeTxn
 * @property {Xid} xid 0 until the first write
 * @property {Lsn} lastLsn start of its newest log record, 0: none
 * @property {{ writesKey: (fileId: number, key: Uint8Array, at: number, end: number) => void } | null} [serializable]
 *   hears of new keys
 * @property {() => number} assignXid
 * @property {{ makeRoom: (beforeBytes: number) => void, indexInsert: (fileId: number, bytes: Uint8Array,
 *   start: number, end: number, tid: Tid) => void, indexKeep: (fileId: number, bytes: Uint8Array,
 *   start: number, end: number, tid: Tid) => void }} undo
 */

export class BTreeEnv {
  /** @param {{ pool: BufferPool, wal: BTreeLog, files: FileManager }} parts */
  constructor({ pool, wal, files }) {
    this.pool = pool
    this.wal = wal
    this.files = files
    /** @type {BTreeCursor[]} cursors with a page pinned */
    this.cursors = []
    this.entries = new NodeEntries()
    this.hints = new RowHints(pool.frameCount)
    this.leaves = new LeafTouch()
    /** Of the trees that are gin indexes. */
    this.waiting = new WaitingLists()
    /**
     * The newest descent for a change: block, and position of the child taken, per depth (root: 0); `depth` is the
     * leaf's.
     */
    this.path = new Uint32Array(DEPTH_MAX)
    this.positions = new Uint32Array(DEPTH_MAX)
    this.depth = 0
    this.change = new StructureChange(this)
    // Counters for tests and statistics views
    this.splits = 0
    this.merges = 0
  }

  /** A file's pages are about to change: its cursors remember their entry and let go. @param {number} fileId */
  settleCursors(fileId) {
    for (let index = this.cursors.length - 1; index >= 0; index--) {
      const cursor = this.cursors[index]
      if (cursor.tree.file.fileId === fileId) cursor.release()
    }
  }
}
