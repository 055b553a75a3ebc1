/**
 * SERIALIZABLE: what transactions read is remembered, so that a write under somebody's snapshot is noticed; whoever
 * closes a dangerous structure is cancelled. Rules and names are those of README.md, "Serializable transactions" (after
 * Ports and Grittner, VLDB 2012).
 */
import { serializationFailure } from '../errors/txn.js'
import { OldWriters } from './old-writers.js'
import { PredicateLocks, Reads } from './predicate-locks.js'

/** @import { Tid, Xid } from '../util/identifiers.js' */
/** @import { Transaction } from './transaction.js' */
/** @import { PredicateLimits } from './predicate-locks.js' */

/**
 * Transactions that are over and still known one by one, for each connection, and edges between all; older ones are
 * summarised.
 */
const FINISHED_PER_CONNECTION = 10
const EDGES_PER_CONNECTION = 50

/** One serializable transaction; outlives it while others that ran beside it go on. */
export class SerializableTxn {
  /**
   * @param {SerializableState} state
   * @param {Transaction} txn
   * @param {number} lastCommit newest commit number its snapshot includes
   */
  constructor(state, txn, lastCommit) {
    this.state = state
    this.txn = txn
    this.readOnly = txn.readOnly
    this.lastCommitBeforeSnapshot = lastCommit
    /** Number given when the commit began; 0 before. */
    this.prepared = 0
    /** Number of the commit; 0 while it runs. */
    this.committed = 0
    this.doomed = false
    /** Whom it read under: it must come before them. @type {Set<SerializableTxn>} */
    this.out = new Set()
    /** Who read under it. @type {Set<SerializableTxn>} */
    this.in = new Set()
    /** It must come before, or after, somebody who is known by the summary alone. */
    this.summaryOut = false
    this.summaryIn = false
    /** It committed after somebody it must come before: the first such commit's number. */
    this.earliestOut = Infinity
    this.reads = new Reads(state.locks, this)
    /** Read only, and nobody it ran beside can make its snapshot wrong: nothing need be remembered. */
    this.safe = false
    /** Read only: who may still make its snapshot unsafe. @type {Set<SerializableTxn> | null} */
    this.undecided = null
    this.unsafe = false
    /** @type {(() => void)[]} */
    this.decided = []
  }

  // --- what it reads

  /** @param {number} fileId of a heap */
  readFile(fileId) { if (!this.safe) this.reads.file(fileId) }

  /** @param {number} fileId @param {Tid} tid */
  readRow(fileId, tid) { if (!this.safe) this.reads.row(fileId, tid) }

  /**
   * @param {number} fileId of an index @param {Uint8Array} low @param {number} lowEnd @param {boolean} lowAfter
   * @param {Uint8Array} high @param {number} highEnd @param {boolean} highAfter
   */
  readRange(fileId, low, lowEnd, lowAfter, high, highEnd, highAfter) {
    if (this.safe) return
    this.reads.range(fileId, {
      whole: false,
      low: low.subarray(0, lowEnd),
      lowAfter,
      high: high.subarray(0, highEnd),
      highAfter,
    })
  }

  /** One key. @param {number} fileId @param {Uint8Array} key @param {number} end */
  readKey(fileId, key, end) {
    this.readRange(fileId, key, end, false, key, end, true)
  }

  /** It passed over a version that it does not see. @param {Xid} xid of who wrote that @throws {DbError} 40001 */
  passOver(xid) {
    if (this.safe) return
    const writer = this.state.byXid.get(xid)
    if (writer === undefined) {
      if (this.state.oldWriters.size > 0) this.passOverOld(xid)
      return
    }
    if (writer === this) return
    if (this.doomed) throw serializationFailure('Canceled on identification as a pivot, during conflict out checking')
    if (writer.doomed && writer.committed === 0) return
    // A read-only transaction appears to run first, unless the writer comes after somebody it sees.
    if (this.readOnly && writer.committed > 0 && this.lastCommitBeforeSnapshot < writer.earliestOut) return
    if (!this.out.has(writer)) this.state.flag(this, writer, this)
  }

  /** The writer may be one of the summary. @param {Xid} xid @throws {DbError} 40001 */
  passOverOld(xid) {
    const earliestOut = this.state.oldWriters.earliestOut(xid)
    if (earliestOut === 0) return
    if (this.doomed) throw serializationFailure('Canceled on identification as a pivot, during conflict out checking')
    if (earliestOut < Infinity && (!this.readOnly || earliestOut <= this.lastCommitBeforeSnapshot))
      throw serializationFailure(`Canceled on conflict out to old pivot ${xid}`)
    if (this.summaryIn || this.in.size > 0)
      throw serializationFailure(
        `Canceled on identification as a pivot, with conflict out to old committed transaction ${xid}`
      )
    this.summaryOut = true
  }

  // --- what it writes

  /** A row of the file appears. @param {number} fileId @throws {DbError} 40001 */
  writesFile(fileId) {
    this.checkUsable()
    const readers = this.state.locks.fileReaders.get(fileId)
    if (readers !== undefined) this.flagReaders(readers)
  }

  /** @param {number} fileId @param {Tid} tid @throws {DbError} 40001 */
  writesRow(fileId, tid) {
    this.checkUsable()
    const { locks } = this.state
    if (locks.fileReaders.size > 0 || locks.rowReaders.size > 0)
      locks.ofRow(fileId, tid, (readers) => this.flagReaders(readers))
  }

  /** All rows of the heap go: TRUNCATE, DROP. @param {number} fileId @throws {DbError} 40001 */
  writesAll(fileId) {
    this.checkUsable()
    this.flagReaders(this.state.locks.ofHeap(fileId))
  }

  /**
   * @param {number} fileId of an index
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @throws {DbError} 40001
   */
  writesKey(fileId, key, at, end) {
    const readers = this.state.locks.indexReaders.get(fileId)
    if (readers === undefined) return
    for (const reader of readers)
      if (reader !== this && reader.reads.hasKey(fileId, key, at, end)) this.flagReader(reader)
  }

  /**
   * A unique key is taken: if others read what would have been written, that is the error to report.
   * @param {number} heapFile
   * @param {Tid} tid of the row to be changed, -1: a new one
   * @param {number} indexFile
   * @param {Uint8Array} key
   * @param {number} at
   * @param {number} end
   * @throws {DbError} 40001
   */
  collides(heapFile, tid, indexFile, key, at, end) {
    if (tid < 0) this.writesFile(heapFile)
    else this.writesRow(heapFile, tid)
    this.writesKey(indexFile, key, at, end)
  }

  checkUsable() {
    if (this.doomed) throw serializationFailure('Canceled on identification as a pivot, during conflict in checking')
  }

  /** @param {Set<SerializableTxn>} readers */
  flagReaders(readers) {
    for (const reader of readers) if (reader !== this) this.flagReader(reader)
  }

  /** @param {SerializableTxn} reader */
  flagReader(reader) {
    const isBefore = reader.committed > 0 && reader.committed <= this.lastCommitBeforeSnapshot
    if (!reader.doomed && !isBefore && !reader.safe && !reader.out.has(this)) this.state.flag(reader, this, this)
  }

  // --- its end

  /** Before COMMIT; a second call does nothing. @throws {DbError} 40001 */
  prepare() {
    if (this.prepared > 0) return
    if (this.doomed) throw serializationFailure('Canceled on identification as a pivot, during commit attempt')
    for (const near of this.in) {
      if (near.committed > 0 || near.doomed) continue
      for (const far of near.in) {
        if (far !== this && (far.committed > 0 || far.readOnly || far.doomed)) continue
        near.doomed = true
        break
      }
    }
    this.prepared = ++this.state.lastCommit
  }

  commit() {
    this.prepare()
    this.committed = ++this.state.lastCommit
    // Who wrote nothing cannot be the one others must come after.
    if (this.txn.xid === 0) this.readOnly = true
    // Nobody knows any more how early that one committed.
    if (!this.readOnly && this.summaryOut) this.earliestOut = 1
    if (!this.readOnly)
      for (const other of this.out)
        if (other.committed > 0) this.earliestOut = Math.min(this.earliestOut, other.prepared)
    this.state.finish(this, true)
  }

  abort() {
    this.doomed = true
    this.state.forget(this)
    this.state.finish(this, false)
  }

}

/** Whose transaction the summary is. */
const NOBODY = /** @type {Transaction} */ (/** @type {unknown} */ ({ xid: 0, readOnly: false }))

/** All serializable transactions of a cluster, and who reads what. */
export class SerializableState {
  constructor() {
    this.lastCommit = 1
    /** @type {Set<SerializableTxn>} */
    this.active = new Set()
    /**
     * Committed, but somebody runs that ran beside them; in the order of their commits.
     * @type {Set<SerializableTxn>}
     */
    this.finished = new Set()
    /** @type {Map<number, SerializableTxn>} */
    this.byXid = new Map()
    this.locks = new PredicateLocks()
    this.locks.onFull = (reader) => this.makeRoom(reader)
    this.makingRoom = false
    this.connections = 100
    /** Edges between transactions that are known one by one. */
    this.edges = 0
    /**
     * What those in the summary read, as if one had; committed when the last of them did.
     * @type {SerializableTxn | null}
     */
    this.summary = null
    /** Who of the summary wrote. */
    this.oldWriters = new OldWriters()
  }

  /** The transaction takes its snapshot. @param {Transaction} txn @returns {SerializableTxn} */
  register(txn) {
    const serial = new SerializableTxn(this, txn, this.lastCommit)
    if (txn.readOnly) {
      const writers = [...this.active].filter((other) => !other.readOnly)
      if (writers.length === 0) serial.safe = true
      else serial.undecided = new Set(writers)
    }
    this.active.add(serial)
    if (txn.xid !== 0) this.byXid.set(txn.xid, serial)
    return serial
  }

  /** What the settings say. @param {PredicateLimits} limits */
  setLimits(limits) {
    this.connections = limits.connections
    this.locks.setLimits(limits)
  }

  /**
   * There are too many predicate locks. PostgreSQL says so (53200); here what was read is remembered more coarsely: of
   * those that are over, the oldest first, in the summary; then of who has the most.
   * @param {SerializableTxn} reader who wants more
   */
  makeRoom(reader) {
    if (this.makingRoom) return
    this.makingRoom = true
    for (const other of this.finished) {
      if (this.locks.count <= this.locks.countMax) break
      if (other === reader) continue
      this.summarise(other)
      this.summary?.reads.coarsen()
    }
    while (this.locks.count > this.locks.countMax) {
      let most = reader
      for (const other of this.active) if (other.reads.count > most.reads.count) most = other
      if (most.reads.count === 0) break
      most.reads.coarsen()
    }
    this.makingRoom = false
  }

  /**
   * `reader` must come before `writer`.
   * @param {SerializableTxn} reader
   * @param {SerializableTxn} writer
   * @param {SerializableTxn} current whose code runs: the one that can be told
   * @throws {DbError} 40001
   */
  flag(reader, writer, current) {
    if (this.isDangerous(reader, writer)) {
      if (writer === current) throw serializationFailure('Canceled on identification as a pivot, during write')
      if (writer.prepared > 0)
        throw serializationFailure(`Canceled on conflict out to pivot ${writer.txn.xid}, during read`)
      writer.doomed = true
    }
    if (reader === this.summary) {
      writer.summaryIn = true
      return
    }
    reader.out.add(writer)
    writer.in.add(reader)
    this.edges++
  }

  /**
   * Would reader -> writer complete T1 -> T2 -> T3 with T3 the first to commit?
   * @param {SerializableTxn} reader
   * @param {SerializableTxn} writer
   */
  isDangerous(reader, writer) {
    if (
      writer.committed > 0 &&
      writer.earliestOut < Infinity &&
      (!reader.readOnly || writer.earliestOut <= reader.lastCommitBeforeSnapshot)
    )
      return true
    if (writer.summaryOut) return true
    for (const third of writer.out) {
      if (
        third.prepared > 0 &&
        (reader.committed === 0 || third.prepared <= reader.committed) &&
        (writer.committed === 0 || third.prepared <= writer.committed) &&
        (!reader.readOnly || third.prepared <= reader.lastCommitBeforeSnapshot)
      )
        return true
    }
    if (writer.prepared === 0 || reader.readOnly) return false
    if (reader.summaryIn) return true
    for (const first of reader.in) {
      if (
        !first.doomed &&
        (first.committed === 0 || first.committed >= writer.prepared) &&
        (!first.readOnly || first.lastCommitBeforeSnapshot >= writer.prepared)
      )
        return true
    }
    return false
  }

  /** A transaction is over. @param {SerializableTxn} serial @param {boolean} committed */
  finish(serial, committed) {
    this.active.delete(serial)
    for (const other of this.active) if (other.undecided !== null) this.decide(other, serial, committed)
    if (committed && !serial.safe) this.finished.add(serial)
    else if (serial.safe) this.forget(serial)
    // What committed before every snapshot that is still in use can no longer matter.
    let oldest = Infinity
    for (const other of this.active) oldest = Math.min(oldest, other.lastCommitBeforeSnapshot)
    for (const other of this.finished) {
      if (other.committed > oldest) break
      this.finished.delete(other)
      this.forget(other)
    }
    if (this.summary !== null && this.summary.committed <= oldest) {
      this.summary.reads.drop()
      this.summary = null
    }
    this.oldWriters.forget(oldest)
    for (const other of this.finished) {
      if (
        this.finished.size <= this.connections * FINISHED_PER_CONNECTION &&
        this.edges <= this.connections * EDGES_PER_CONNECTION
      )
        break
      this.summarise(other)
    }
  }

  /**
   * The oldest of those that are over leaves what it read to the summary, and what it wrote to a number.
   * @param {SerializableTxn} serial
   */
  summarise(serial) {
    this.finished.delete(serial)
    const summary = this.summary ??= new SerializableTxn(this, NOBODY, 0)
    summary.committed = serial.committed
    summary.reads.take(serial.reads)
    for (const writer of serial.out) writer.summaryIn = true
    for (const reader of serial.in) reader.summaryOut = true
    if (serial.txn.xid !== 0) this.oldWriters.add(serial.txn.xid, serial.earliestOut, serial.committed)
    this.forget(serial)
  }

  /**
   * One of those that might make a read-only snapshot unsafe is over.
   * @param {SerializableTxn} reader
   * @param {SerializableTxn} writer
   * @param {boolean} committed
   */
  decide(reader, writer, committed) {
    const undecided = /** @type {Set<SerializableTxn>} */ (reader.undecided)
    if (!undecided.delete(writer)) return
    if (committed && !writer.readOnly && writer.earliestOut <= reader.lastCommitBeforeSnapshot) reader.unsafe = true
    if (reader.unsafe) reader.undecided = null
    else if (undecided.size === 0) {
      reader.undecided = null
      reader.safe = true
      reader.reads.drop()
    } else return
    for (const tell of reader.decided.splice(0)) tell()
  }

  /** @param {SerializableTxn} serial */
  forget(serial) {
    serial.reads.drop()
    this.edges -= serial.out.size + serial.in.size
    for (const other of serial.out) other.in.delete(serial)
    for (const other of serial.in) other.out.delete(serial)
    serial.out.clear()
    serial.in.clear()
    if (serial.txn.xid !== 0 && this.byXid.get(serial.txn.xid) === serial) this.byXid.delete(serial.txn.xid)
  }
}
