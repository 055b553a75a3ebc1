/** What all heaps of an engine share, and the small page helpers they are built of. */
import { checking } from '#invariants'
import { assert } from '../../util/assert.js'
import { forgetPage } from './settled-pages.js'
import { ATTRIBUTES_AT, FLAG, FLAGS_AT, UNDO_AT, XID_AT } from './tuple.js'
import { PAGE_KINDS, pageKind, pageXid, setPageXid, slotCount, slotOffset } from '../page.js'
import { blockOf, slotOf, tidOf } from '../../util/tuple-id.js'

/** @import { BlockNumber, Lsn, Tid, Xid } from '../../util/identifiers.js' */
/** @import { BufferPool } from '../buffer-pool.js' */
/** @import { FileManager, RelationFile } from '../relation-files.js' */
/** @import { FreeSpace } from '../free-space.js' */
/** @import { Overflow } from '../overflow.js' */
/** @import { TransactionManager, TxnLog } from '../../txn/manager.js' */
/** @import { Heap } from './heap.js' */

const TWO_32 = 4294967296

/**
 * An index as purge and vacuum see it.
 * @typedef {object} PurgeIndex
 * @property {boolean} [multi] many keys per row: extractKey packs them (types/key-list.js)
 * @property {{remove(key: Uint8Array, at: number, end: number, tid: Tid, xid: Xid, prevLsn: Lsn):
 *   number, cursor(): any}} tree
 * @property {(bytes: Uint8Array, view: DataView, tupleAt: number, out: Uint8Array, outAt: number) => number} extractKey
 *   writes the key of the tuple at byte offset tupleAt of pool memory; returns its end, or -1: the row is not in this
 *   (partial) index. Must not throw
 */
/** @typedef {{heap: Heap, indexes: PurgeIndex[]}} PurgeRelation */

export class HeapEnv {
  /**
   * @param {object} parts
   * @param {BufferPool} parts.pool
   * @param {TxnLog} parts.wal
   * @param {FileManager} parts.files
   * @param {FreeSpace} parts.freeSpace
   * @param {Overflow} parts.overflow @param {TransactionManager} parts.txns
   */
  constructor({ pool, wal, files, freeSpace, overflow, txns }) {
    this.pool = pool
    this.wal = wal
    this.files = files
    this.freeSpace = freeSpace
    this.overflow = overflow
    this.txns = txns
    this.undo = txns.undo
    this.ring = txns.ring
    this.rowLocks = txns.rowLocks
    /** Grows with every change of any row header: a scan that saw a settled page looks again. */
    this.changes = 0
    /** Grows whenever a slot is emptied. */
    this.frees = 0
    /** Heaps holding a pin for `currentAt`. @type {Set<Heap>} */
    this.pinned = new Set()
    /**
     * Where tuples are formed, and where a patch becomes an update or purge looks at an old version. Good for one call.
     */
    this.tupleAt = pool.scratch()
    this.workAt = pool.scratch()
    this.keyBytes = new Uint8Array(16384)
    /**
     * Set by the engine: the relation of a heap file, for purge; null when it is gone.
     * @type {(fileId: number) => PurgeRelation | null}
     */
    this.relationOf = () => null
    /** Set by the engine: the tree of an index file. @type {(fileId: number) => PurgeIndex | null} */
    this.indexOf = () => null
    /**
     * Set by the engine: the counters of a heap file's relation.
     * @type {(fileId: number) => import('../access-counters.js').TableCounters | null}
     */
    this.countersOf = () => null
    if (checking && pool.writer !== null) pool.writer.inspect = (view, at) => assertLoggedAhead(txns, view, at)
  }

  /** O(n), for #invariants: between statements, the pins that heaps keep for their next row are all there are. */
  assertPinsKnown() {
    let known = 0
    for (const heap of this.pinned) known += heap.pinCount
    this.pool.assertPinCount(known)
  }

  /** Gives up the pins behind every `currentAt`: before files are dropped or cut, and at close. */
  releasePins() {
    for (const heap of this.pinned) heap.release()
  }
}

/**
 * What a page that is to be written says of transactions was logged ahead; the writer sees to it that this log is
 * durable first.
 * @param {TransactionManager} txns @param {DataView} view @param {number} base of the copy
 */
function assertLoggedAhead({ xidBound, undo }, view, base) {
  if (pageKind(view, base) !== PAGE_KINDS.HEAP) return
  for (let slotIndex = 0; slotIndex < slotCount(view, base); slotIndex++) {
    const offset = slotOffset(view, base, slotIndex)
    assert(
      offset === 0 || (headerXid(view, base + offset) < xidBound && headerUndo(view, base + offset) < undo.bound),
      'a header on disk has ids and pointers below the logged bounds'
    )
  }
  assert(pageXid(view, base) < undo.bound, 'a page on disk has seen no pointer beyond the logged bound')
}

/** @param {DataView} view @param {number} at of the tuple */
export const headerXid = (view, at) =>
  view.getUint32(at + XID_AT, true) + view.getUint16(at + XID_AT + 4, true) * TWO_32
/** @param {DataView} view @param {number} at */
export const headerFlags = (view, at) => view.getUint16(at + FLAGS_AT, true)
/** @param {DataView} view @param {number} at */
export const headerUndo = (view, at) =>
  view.getUint32(at + UNDO_AT, true) + view.getUint16(at + UNDO_AT + 4, true) * TWO_32

/** @param {DataView} view @param {number} at @param {Xid} xid @param {number} flags @param {number} undo */
export function setHeader(view, at, xid, flags, undo) {
  view.setUint32(at + XID_AT, xid, true)
  view.setUint32(at + XID_AT + 4, (xid / TWO_32) & 0xffff | (flags << 16), true)
  view.setUint32(at + UNDO_AT, undo, true)
  view.setUint16(at + UNDO_AT + 4, undo / TWO_32, true)
}

/**
 * The page's newest undo pointer lives where the header has its newest xid.
 * @param {DataView} view
 * @param {number} base
 */
export const pageUndo = pageXid
/**
 * Before or after any change of a row's header.
 * @param {DataView} view
 * @param {number} base
 * @param {number} undo
 * @param {RelationFile} file
 * @param {BlockNumber} block
 */
export function raisePageUndo(view, base, undo, file, block) {
  if (undo > pageXid(view, base)) setPageXid(view, base, undo)
  forgetPage(file, block)
}

/**
 * A row at its own place, not deleted, that nobody has changed or locked since it was settled.
 * @param {HeapEnv} env
 * @param {DataView} view
 * @param {number} at of the home tuple
 */
export const isPlainRow = (env, view, at) =>
  headerUndo(view, at) < env.undo.low &&
  (headerFlags(view, at) & (FLAG.DELETED | FLAG.FORWARD | FLAG.MOVED | FLAG.SHARED)) === 0

/** Where a stub says its body is. @param {DataView} view @param {number} at of the stub @returns {Tid} tid */
export const stubTarget = (view, at) => tidOf(view.getUint32(at + 16, true), view.getUint16(at + 20, true))
/** @param {DataView} view @param {number} at @param {Tid} tid */
export function setStubTarget(view, at, tid) {
  const slotIndex = slotOf(tid)
  view.setUint16(at + ATTRIBUTES_AT, 0, true)
  view.setUint32(at + 16, blockOf(tid), true)
  view.setUint16(at + 20, slotIndex, true)
}
export const STUB_BYTES = 22

/**
 * Copies within one buffer. A loop of words beats the built-ins for the sizes rows have.
 * @param {DataView} view @param {Uint8Array} bytes @param {number} to @param {number} from @param {number} count
 */
export function copyWithin(view, bytes, to, from, count) {
  if (count > 256) { bytes.copyWithin(to, from, from + count); return }
  const words = from + (count & ~3)
  while (from < words) { view.setUint32(to, view.getUint32(from, true), true); to += 4; from += 4 }
  for (let rest = count & 3; rest > 0; rest--) bytes[to++] = bytes[from++]
}
