/**
 * May this transaction change or lock a row, and which version would that be? One walk over the row's headers answers
 * for UPDATE, DELETE, FOR UPDATE and friends, and for granting a lock to who waited. README.md has the statuses.
 */
import { concurrentUpdate, movedToPartition } from '../../errors/txn.js'
import { UNDO_CID, UNDO_FLAGS, UNDO_HEADER_UNDO, UNDO_HEADER_XID, readU48 } from '../../txn/undo-log.js'
import { UNDO_KINDS } from '../../txn/undo-kinds.js'
import { strengthsConflict } from '../../txn/row-locks.js'
import { FLAG } from './tuple.js'
import { headerFlags, headerUndo, headerXid, raisePageUndo, setHeader, stubTarget } from './heap-env.js'
import { DELETED, INVISIBLE, OK, SELF_MODIFIED, UPDATED, WAIT } from './status.js'
import { blockOf, slotOf } from '../../util/tuple-id.js'

/** @import { Tid, Xid } from '../../util/identifiers.js' */
/** @import { Heap } from './heap.js' */
/** @import { HeapEnv } from './heap-env.js' */
/** @import { Transaction } from '../../txn/transaction.js' */
/** @import { Snapshot } from '../../txn/snapshot.js' */

/** Flags that say something of the tuple, not of who wrote the header. */
const TUPLE_FLAGS = FLAG.FORWARD | FLAG.MOVED | FLAG.OVERFLOW | FLAG.SHARED

/**
 * What `examine` found, read by its callers before anything else happens.
 */
export class RowState {
  /** Who holds what conflicts. @type {Transaction[]} */
  blockers = []
  /** This transaction holds a lock of some strength on the row; 0: none. */
  ownStrength = 0
  /** The version this transaction would work on is deleted. */
  deleted = false
  /** … because the row went to another partition. */
  elsewhere = false
  /** … was written by this transaction, by command: -1 no. */
  ownCommand = -1
  /** … csn of its commit, 0 when settled or own. */
  csn = 0
  /** Another active transaction's compatible change lies over it. */
  passed = false
  /** No version exists but an uncommitted insert of somebody else. */
  unborn = false
}

/**
 * @param {Heap} heap
 * @param {Transaction} txn
 * @param {Tid} tid
 * @param {number} at the home tuple
 * @param {number} strength
 * @param {RowState} state filled
 */
function examine(heap, txn, tid, at, strength, state) {
  const { undo, ring, txns, rowLocks } = heap.env
  const view = heap.rows.view
  if (state.blockers.length > 0) state.blockers = []
  state.ownStrength = 0
  state.deleted = false
  state.elsewhere = false
  state.ownCommand = -1
  state.csn = 0
  state.passed = false
  state.unborn = false
  let flags = headerFlags(view, at)
  let xid = headerXid(view, at)
  let pointer = headerUndo(view, at)
  if (flags & FLAG.SHARED) {
    for (const hold of rowLocks.holdsOf(heap.fileId, tid)) {
      if (hold.txn === txn) state.ownStrength = Math.max(state.ownStrength, hold.strength)
      else if (strengthsConflict(hold.strength, strength) && !state.blockers.includes(hold.txn))
        state.blockers.push(hold.txn)
    }
  }
  while (pointer >= undo.low) {
    undo.seek(pointer)
    const record = undo.view
    const recordAt = undo.at
    if (flags & FLAG.LOCKED) {
      const held = ((flags & FLAG.STRENGTH) >>> 2) + 1
      if (xid === txn.xid) state.ownStrength = Math.max(state.ownStrength, held)
      else if (ring.of(xid) === 0 && strengthsConflict(held, strength)) block(state, txns.activeWithXid(xid))
    } else if (xid === txn.xid) {
      state.ownStrength = Math.max(state.ownStrength, changeStrength(flags))
      state.ownCommand = record.getUint32(recordAt + UNDO_CID, true)
      break
    } else {
      const csn = ring.of(xid)
      if (csn !== 0) {
        state.csn = csn
        break
      }
      if (flags & FLAG.INSERTED) {
        state.unborn = true
        return
      }
      if (strengthsConflict(changeStrength(flags), strength)) {
        block(state, txns.activeWithXid(xid))
        return
      }
      state.passed = true
    }
    flags = record.getUint16(recordAt + UNDO_FLAGS, true)
    xid = readU48(record, recordAt + UNDO_HEADER_XID)
    pointer = readU48(record, recordAt + UNDO_HEADER_UNDO)
  }
  state.deleted = (flags & FLAG.DELETED) !== 0
  state.elsewhere = (flags & FLAG.ELSEWHERE) !== 0
}

/** @param {number} flags of an active change */
const changeStrength = (flags) => flags & (FLAG.DELETED | FLAG.KEY_CHANGED) ? 4 : 3

/** @param {RowState} state @param {Transaction | null} holder */
function block(state, holder) {
  if (holder !== null && !state.blockers.includes(holder)) state.blockers.push(holder)
}

/**
 * @param {Heap} heap @param {Transaction} txn @param {Tid} tid @param {Snapshot} snapshot @param {number} strength
 * @param {boolean} keepLock leave a lock also when nothing was in the way
 * @returns {number} status
 */
export function lockRow(heap, txn, tid, snapshot, strength, keepLock) {
  const { env, rows, state } = heap
  heap.wait = null
  const at = rows.locate(tid)
  if (!heap.holding) heap.hold()
  if (at < 0) return INVISIBLE
  const view = rows.view
  const flags = headerFlags(view, at)
  if (flags & FLAG.MOVED) return INVISIBLE
  if (
    headerUndo(view, at) < env.undo.low &&
    (flags & (FLAG.DELETED | FLAG.SHARED)) === 0 &&
    env.rowLocks.queueCount === 0
  ) {
    heap.currentAt = flags & FLAG.FORWARD ? rows.body(stubTarget(view, at)) : at
    if (keepLock) writeLock(heap, txn, tid, at, strength)
    return OK
  }
  examine(heap, txn, tid, at, strength, state)
  if (state.unborn) return INVISIBLE
  const { csn } = state
  if (state.ownCommand >= snapshot.cid) return SELF_MODIFIED
  // Who conflicts with no holder passes those who wait, as in PostgreSQL: a sharer joins sharers while an update waits
  // for them.
  const waits = state.blockers.length > 0
  if (csn > snapshot.lockCsn) {
    if ((csn & 1) === 1 && csn > env.wal.durableLsn * 2 + 1) noteGate(txn, csn)
    if (txn.repeatableRead && !(strength === 1 && !state.deleted && keySince(heap, at, snapshot) === false))
      throw concurrentUpdate(state.deleted && !state.elsewhere ? 'delete' : 'update')
    if (state.elsewhere && !waits) throw movedToPartition()
    if (state.deleted && !waits) return DELETED
  } else {
    if ((csn & 1) === 1 && csn > env.wal.durableLsn * 2 + 1) noteGate(txn, csn)
    if (state.deleted && !waits) return INVISIBLE
  }
  if (waits) {
    const { blockers } = state
    state.blockers = []
    heap.wait = env.rowLocks.wait(txn, heap, heap.fileId, tid, strength, blockers, state.ownStrength > 0)
    return WAIT
  }
  // A KEY SHARE lock takes the version the snapshot sees, if its key is still the row's.
  const newer =
    csn > snapshot.csn && !txn.repeatableRead && (strength !== 1 || state.deleted || keySince(heap, at, snapshot))
  if ((keepLock || newer) && state.ownStrength < strength) writeLock(heap, txn, tid, at, strength)
  if (csn > snapshot.csn && !newer) heap.currentAt = rows.versionAt(at, snapshot)
  else if (state.passed) {
    const latest = env.txns.snapshot(txn)
    heap.currentAt = rows.versionAt(at, latest)
    env.txns.releaseSnapshot(latest)
  } else {
    const flagsNow = headerFlags(view, at)
    heap.currentAt = flagsNow & FLAG.FORWARD ? rows.body(stubTarget(view, at)) : at
  }
  return newer ? UPDATED : OK
}

/**
 * Did a commit that the snapshot does not see change the row's key (or delete it)?
 * @param {Heap} heap
 * @param {number} at the home tuple
 * @param {Snapshot} snapshot
 */
function keySince(heap, at, snapshot) {
  const { undo, ring } = heap.env
  const { view } = heap.rows
  let flags = headerFlags(view, at)
  let xid = headerXid(view, at)
  let pointer = headerUndo(view, at)
  while (pointer >= undo.low) {
    undo.seek(pointer)
    if ((flags & FLAG.LOCKED) === 0) {
      const csn = ring.of(xid)
      if (xid === snapshot.xid || (csn > 0 && csn <= snapshot.csn)) break
      if (csn > 0 && flags & (FLAG.KEY_CHANGED | FLAG.DELETED)) return true
    }
    flags = undo.view.getUint16(undo.at + UNDO_FLAGS, true)
    xid = readU48(undo.view, undo.at + UNDO_HEADER_XID)
    pointer = readU48(undo.view, undo.at + UNDO_HEADER_UNDO)
  }
  return false
}

/** @param {Transaction} txn @param {number} csn */
function noteGate(txn, csn) {
  const lsn = (csn - 1) / 2
  if (lsn > txn.gateLsn) txn.gateLsn = lsn
}

/**
 * Locks the row for a transaction that waited, if nobody conflicts any more.
 * @param {Heap} heap
 * @param {Transaction} txn
 * @param {Tid} tid
 * @param {number} strength
 * @param {Transaction[]} blockers gets who conflicts
 * @returns {boolean} false: no row to lock is left; the waiter looks again
 */
export function grantRow(heap, txn, tid, strength, blockers) {
  const { rows, state } = heap
  const at = rows.locate(tid)
  if (!heap.holding) heap.hold()
  if (at < 0) return false
  examine(heap, txn, tid, at, strength, state)
  if (state.unborn || (state.deleted && state.blockers.length === 0)) return false
  for (const blocker of state.blockers) blockers.push(blocker)
  if (blockers.length === 0 && state.ownStrength < strength) writeLock(heap, txn, tid, at, strength)
  return true
}

/**
 * Nobody conflicts: makes the lock. In the header, or, when the header speaks of somebody else who is active, in the
 * table of shared holders.
 * @param {Heap} heap @param {Transaction} txn @param {Tid} tid @param {number} at @param {number} strength
 */
function writeLock(heap, txn, tid, at, strength) {
  const { env, rows } = heap
  const { view, frame, base } = rows
  txn.assignXid()
  const flags = headerFlags(view, at)
  const xid = headerXid(view, at)
  const pointer = headerUndo(view, at)
  if (pointer >= env.undo.low && xid !== txn.xid && env.ring.of(xid) === 0) {
    env.rowLocks.hold(txn, heap.fileId, tid, strength)
    setHeader(view, at, xid, flags | FLAG.SHARED, pointer)
    env.pool.markHint(frame)
    return
  }
  const slotIndex = slotOf(tid)
  const record = env.undo.append(
    UNDO_KINDS.LOCK, 0, txn, heap.fileId, blockOf(tid), slotIndex, xid, flags, pointer, 0, 0,
  )
  setHeader(view, at, txn.xid, (flags & TUPLE_FLAGS) | FLAG.LOCKED | ((strength - 1) << 2), record)
  raisePageUndo(view, base, record, heap.file, blockOf(tid))
  env.changes++
  env.pool.markHint(frame)
}

/**
 * Before a change writes over the header: a compatible lock that another active transaction has there moves to the
 * table of shared holders.
 * @param {Heap} heap
 * @param {Transaction} txn
 * @param {Tid} tid
 * @param {number} flags
 * @param {Xid} xid
 * @param {number} pointer
 * @returns {number} SHARED when somebody else may hold a lock, else 0
 */
export function carryLockers(heap, txn, tid, flags, xid, pointer) {
  const { env } = heap
  let shared = flags & FLAG.SHARED
  if ((flags & FLAG.LOCKED) !== 0 && pointer >= env.undo.low && xid !== txn.xid && env.ring.of(xid) === 0) {
    const holder = env.txns.activeWithXid(xid)
    if (holder !== null) {
      env.rowLocks.hold(holder, heap.fileId, tid, ((flags & FLAG.STRENGTH) >>> 2) + 1)
      shared = FLAG.SHARED
    }
  }
  return shared
}

/**
 * @param {HeapEnv} env @param {DataView} view @param {number} at the home tuple
 * @returns {Xid} xid of the active transaction that changed the row last, 0: none did
 */
export function activeChange(env, view, at) {
  let flags = headerFlags(view, at)
  let xid = headerXid(view, at)
  let pointer = headerUndo(view, at)
  while (pointer >= env.undo.low && flags & FLAG.LOCKED) {
    env.undo.seek(pointer)
    flags = env.undo.view.getUint16(env.undo.at + UNDO_FLAGS, true)
    xid = readU48(env.undo.view, env.undo.at + UNDO_HEADER_XID)
    pointer = readU48(env.undo.view, env.undo.at + UNDO_HEADER_UNDO)
  }
  return pointer >= env.undo.low && env.ring.of(xid) === 0 ? xid : 0
}
