/**
 * A session's transaction block: whose transaction the next statement runs in, and what its end means.
 *
 *            statement                    end of message (Sync, end of a simple query)
 *   IDLE ───────────────► IMPLICIT ─────────────────────────────────────────────────────► IDLE
 *    │                        │ BEGIN                                                       ▲
 *    │ BEGIN                  ▼              error             COMMIT (rolls back), ROLLBACK │
 *    └────────────────────► OPEN ─────────────────► FAILED ─────────────────────────────────┤
 *                             ▲       ROLLBACK TO     │                                      │
 *                             ├───────────────────────┘                                      │
 *                             └────────────── COMMIT, ROLLBACK ──────────────────────────────┘
 *
 * IDLE: no transaction. IMPLICIT: a transaction that ends with the message. OPEN: the client's own block. FAILED:
 * changes since the innermost savepoint (or all) are already undone and their locks free; only ROLLBACK, COMMIT and
 * ROLLBACK TO are accepted (25P02).
 */
import { inFailedTransaction, noSuchSavepoint, staysReadOnly } from '../../errors/engine.js'
import {
  isolationAfterQuery, isolationInSubtransaction, writeInReadOnly, writeAfterQuery, deferrableInSubtransaction,
  deferrableAfterQuery, snapshotAfterQuery, snapshotNeedsIsolation,
} from '../../errors/transactions.js'
import { assert } from '../../util/assert.js'
import { actOnCommit } from './temporary.js'

/** @import { DbError } from '../../errors/db-error.js' */
/** @import { Session } from './session.js' */
/** @import { Transaction } from '../../txn/transaction.js' */

export const IDLE = 0
export const IMPLICIT = 1
export const OPEN = 2
export const FAILED = 3

/** What no savepoint of SQL's is called. */
const PART = ''

/** @typedef {{ name: string, mark: any, settingsMark: number, serial: number, readOnly: boolean }} Savepoint */

export class TransactionBlock {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    this.state = IDLE
    /** @type {any} Transaction while state is IMPLICIT or OPEN, and FAILED under a savepoint */
    this.txn = null
    /** Transactions begun so far: the number of the one that there is. */
    this.starts = 0
    /** @type {Savepoint[]} innermost last */
    this.savepoints = []
    /** Counts savepoints: tells what was made under which. */
    this.savepointSerial = 0
    /** COMMIT AND CHAIN takes these over. */
    /** @type {any} */
    this.isolation = 'read committed'
    this.readOnly = false
    this.deferrable = false
    /**
     * What they were before BEGIN's own options and SET TRANSACTION: a block that fails as a whole chains with these.
     */
    this.inherited = { isolation: 'read committed', readOnly: false, deferrable: false }
    /** Some statement has taken a snapshot: the isolation level is settled. */
    this.started = false
    /** What SHOW says, and `settings.changes` when it was put there. */
    this.shownAt = -1
    this.shownIsolation = ''
    this.shownReadOnly = false
    this.shownDeferrable = false
    /** A transaction that nobody remembers: its object serves the next one. @type {any} */
    this.spare = null
    /** Why the block failed while its client was idle, until a statement was told. @type {DbError | null} */
    this.abandonedFor = null
  }

  /** @returns {number} 'I', 'T' or 'E' for ReadyForQuery */
  statusByte() {
    return this.state === OPEN ? 84 : this.state === FAILED ? 69 : 73
  }

  /** The transaction to run in, begun if there is none. @returns {any} */
  ensure() {
    if (this.txn !== null) return this.txn
    this.inheritDefaults()
    this.state = IMPLICIT
    this.start()
    return this.txn
  }

  inheritDefaults() {
    const { inherited, session } = this
    this.isolation = inherited.isolation = session.defaultIsolation
    this.readOnly = inherited.readOnly = session.defaultReadOnly || session.cluster.isReadOnly
    this.deferrable = inherited.deferrable = session.defaultDeferrable
  }

  start() {
    const session = this.session
    if (
      session.settings.changes !== this.shownAt || this.isolation !== this.shownIsolation
      || this.readOnly !== this.shownReadOnly || this.deferrable !== this.shownDeferrable
    )
      this.show()
    const { spare } = this
    if (spare !== null && this.isolation === 'read committed') {
      this.spare = null
      this.txn = session.cluster.txns.beginAgain(spare, this.readOnly, session.waitsForSync)
    } else this.txn = this.another()
    this.starts++
    this.started = false
    session.transactionStarted()
  }

  /** @returns {Transaction} */
  another() {
    const { session } = this
    return session.cluster.txns.begin({
      isolation: this.isolation, readOnly: this.readOnly, synchronousCommit: session.waitsForSync, pid: session.pid,
      lockSpace: session.database.lockSpace,
    })
  }

  /** Puts the transaction's characteristics where SHOW finds them. */
  show() {
    const { settings } = this.session
    settings.assign('transaction_isolation', 'transaction_isolation', this.isolation)
    settings.assign('transaction_read_only', 'transaction_read_only', this.readOnly)
    settings.assign('transaction_deferrable', 'transaction_deferrable', this.deferrable)
    this.shownAt = settings.changes
    this.shownIsolation = this.isolation
    this.shownReadOnly = this.readOnly
    this.shownDeferrable = this.deferrable
  }

  /** @param {{ isolation?: string, readOnly?: boolean, deferrable?: boolean }} options */
  begin(options) {
    if (this.state === OPEN || this.state === FAILED) {
      this.session.notice({ severity: 'WARNING', code: '25001', message: 'there is already a transaction in progress' })
      this.setCharacteristics(options)
      return
    }
    // BEGIN behind other statements of one message makes their implicit transaction the block's.
    if (this.state === IMPLICIT) { this.state = OPEN; this.setCharacteristics(options); return }
    this.inheritDefaults()
    if (options.readOnly === false && this.session.cluster.isReadOnly) throw staysReadOnly()
    this.isolation = options.isolation ?? this.isolation
    this.readOnly = options.readOnly ?? this.readOnly
    this.deferrable = options.deferrable ?? this.deferrable
    this.start()
    this.session.settleStart()
    this.state = OPEN
  }

  /** SET TRANSACTION. @param {{ isolation?: string, readOnly?: boolean, deferrable?: boolean }} options */
  setCharacteristics(options) {
    if (options.isolation !== undefined && options.isolation !== this.isolation) {
      if (this.started) throw isolationAfterQuery()
      if (this.savepoints.length > 0) throw isolationInSubtransaction()
      this.isolation = options.isolation
      this.txn.repeatableRead = options.isolation === 'repeatable read' || options.isolation === 'serializable'
      this.txn.isSerializable = options.isolation === 'serializable'
      this.session.settings.assign('transaction_isolation', 'transaction_isolation', options.isolation)
    }
    if (options.readOnly !== undefined) {
      if (!options.readOnly && this.session.cluster.isReadOnly) throw staysReadOnly()
      if (this.readOnly && !options.readOnly && this.savepoints.at(-1)?.readOnly === true) throw writeInReadOnly()
      if (this.readOnly && !options.readOnly && this.started) throw writeAfterQuery()
      this.readOnly = options.readOnly
      this.txn.readOnly = options.readOnly
      this.session.settings.assign('transaction_read_only', 'transaction_read_only', options.readOnly)
    }
    if (options.deferrable !== undefined) {
      // Saying what holds already is refused as well.
      if (this.savepoints.length > 0) throw deferrableInSubtransaction()
      if (this.started) throw deferrableAfterQuery()
      this.deferrable = options.deferrable
      this.session.settings.assign('transaction_deferrable', 'transaction_deferrable', options.deferrable)
    }
  }

  /**
   * SET TRANSACTION that a query has come before. @param {{ isolation?: string, readOnly?: boolean, deferrable?:
   * boolean }} options @throws {DbError} 25001
   */
  refuseAfterQuery({ isolation, readOnly, deferrable }) {
    if (isolation !== undefined && isolation !== this.isolation) throw isolationAfterQuery()
    if (readOnly === false && this.readOnly) throw writeAfterQuery()
    if (deferrable === undefined) return
    throw this.savepoints.length > 0 ? deferrableInSubtransaction() : deferrableAfterQuery()
  }

  /** SET TRANSACTION SNAPSHOT. @param {string} name @throws {DbError} 25001, 0A000, 22023 */
  importSnapshot(name) {
    const { session } = this
    const repeatable =
      this.isolation !== 'read committed' || (this.txn === null && session.defaultIsolation !== 'read committed')
    if (this.txn !== null && (this.started || this.savepoints.length > 0 || this.txn.xid !== 0))
      throw snapshotAfterQuery()
    if (!repeatable) throw snapshotNeedsIsolation()
    const txn = this.ensure()
    session.cluster.txns.exported.take(txn, name, session.catalog().databaseOid)
    this.started = true
  }

  /** What the drawing says of its states. @throws {AssertionFailed} */
  assertDrawn() {
    const { state, txn, savepoints } = this
    assert(state !== IDLE || txn === null, 'IDLE has no transaction')
    assert((state !== IMPLICIT && state !== OPEN) || txn !== null, 'IMPLICIT and OPEN have a transaction')
    assert(state !== FAILED || (txn === null) === (savepoints.length === 0), 'FAILED keeps one under savepoints only')
    assert(txn !== null || savepoints.length === 0, 'savepoints are of a transaction')
  }

  /** Refuses what a failed block does not take. @throws {DbError} 25P02 */
  requireUsable() {
    if (this.state === FAILED) throw this.refusal()
  }

  /**
   * COMMIT, or the end of an implicit transaction. In a failed block it rolls back.
   * @param {boolean} [chain] begin the next one with the same characteristics
   * @returns {'COMMIT' | 'ROLLBACK'} what happened
   */
  commit(chain = false) {
    if (this.state === FAILED) { this.rollback(chain); return 'ROLLBACK' }
    const session = this.session
    const txn = this.txn
    if (txn === null) return 'COMMIT'
    try {
      if (session.onCommit.length > 0) actOnCommit(session)
      // SET LOCAL synchronous_commit counts as of now.
      txn.synchronousCommit = session.waitsForSync
      const commitLsn = session.cluster.txns.commit(txn)
      session.committed(txn, commitLsn)
    } catch (error) {
      this.notCommitted(txn)
      throw error
    }
    if (txn.isForgotten()) this.spare = txn
    this.clear()
    session.settings.commit()
    if (chain) this.chain()
    return 'COMMIT'
  }

  /** What was to be done before the commit failed. @param {Transaction} txn */
  notCommitted(txn) {
    const { session } = this
    if (this.txn === txn && txn.state === 0) { this.abort(txn); session.rolledBack() }
    this.clear()
    session.settings.rollbackTo(0)
  }

  /** ROLLBACK. @param {boolean} [chain] */
  rollback(chain = false) {
    const session = this.session
    if (this.txn !== null) {
      this.abort(this.txn)
      session.rolledBack()
    }
    this.clear()
    session.settings.rollbackTo(0)
    if (chain) this.chain()
  }

  /**
   * Once the log has failed nothing can be undone, and nobody will look: the next open does it.
   * @param {Transaction} txn
   */
  abort(txn) {
    const { txns, wal } = this.session.cluster
    this.session.gate.raise(txn.gateLsn)
    if (wal.failed !== null) return
    try {
      txns.abort(txn)
    } catch (error) {
      if (wal.failed === null) throw error
    }
  }

  /** As abort, back to a savepoint. @param {any} mark */
  undoTo(mark) {
    const { txns, wal } = this.session.cluster
    if (wal.failed !== null) return
    try {
      txns.rollbackTo(this.txn, mark)
    } catch (error) {
      if (wal.failed === null) throw error
    }
  }

  clear() {
    this.txn = null
    if (this.savepoints.length > 0) this.savepoints.length = 0
    this.state = IDLE
    this.abandonedFor = null
    this.session.transactionEnded()
  }

  chain() {
    const { inherited } = this
    inherited.isolation = this.isolation
    inherited.readOnly = this.readOnly
    inherited.deferrable = this.deferrable
    this.start()
    this.state = OPEN
  }

  /** A statement failed: an implicit transaction is gone, a block is failed and gives its locks back at once. */
  fail() {
    if (this.state === IMPLICIT) { this.rollback(); return }
    if (this.state !== OPEN) return
    const session = this.session
    const innermost = this.savepoints[this.savepoints.length - 1]
    if (innermost === undefined) {
      this.abort(this.txn)
      this.txn = null
      session.rolledBack()
      session.settings.rollbackTo(0)
      this.isolation = this.inherited.isolation
      this.readOnly = this.inherited.readOnly
      this.deferrable = this.inherited.deferrable
    } else {
      this.undoTo(innermost.mark)
      session.settings.rollbackTo(innermost.settingsMark)
      session.failedToSavepoint(innermost.serial)
    }
    this.state = FAILED
  }

  /**
   * An idle session's block is failed from outside, savepoints and all.
   * @param {DbError} error what its next statement is told
   */
  abandon(error) {
    this.savepoints.length = 0
    this.state = OPEN
    this.session.failed(error)
    this.abandonedFor = error
  }

  /** Why a failed block takes no statement. @returns {DbError} 25P02, or once what it was abandoned for */
  refusal() {
    const error = this.abandonedFor ?? inFailedTransaction()
    this.abandonedFor = null
    return error
  }

  /** @param {string} name */
  savepoint(name) {
    const session = this.session
    this.savepoints.push({
      name, mark: session.cluster.txns.savepoint(this.ensure()), settingsMark: session.settings.mark(),
      serial: ++this.savepointSerial, readOnly: this.readOnly,
    })
  }

  /** Whether a heap file was made since the innermost savepoint, or the transaction's begin. @param {number} fileId */
  madeHere(fileId) {
    const made = this.txn?.filesMade?.get(fileId)
    const innermost = this.savepoints[this.savepoints.length - 1]
    return made !== undefined && (innermost === undefined || made > innermost.mark.undo)
  }

  /** A part of a statement, which can be undone alone: an exception block's body. @returns {Savepoint} */
  beginPart() {
    this.savepoint(PART)
    return this.savepoints[this.savepoints.length - 1]
  }

  /** Whether what runs is in an exception block's body. */
  get isInPart() { return this.savepoints.length > 0 && this.savepoints[this.savepoints.length - 1].name === PART }

  /** It stays, and with it what parts inside of it left. @param {Savepoint} part */
  endPart(part) {
    const index = this.savepoints.indexOf(part)
    if (index < 0) return
    this.session.cluster.txns.release(this.txn, part.mark)
    this.restoreReadOnly(part.readOnly)
    this.savepoints.length = index
  }

  /** @param {Savepoint} part */
  undoPart(part) {
    const index = this.savepoints.indexOf(part)
    if (index < 0) return
    const { lastUndo, abortHooks } = this.txn
    const isUnchanged = lastUndo === part.mark.undo && (abortHooks?.length ?? 0) === part.mark.abortHooks
    this.undoTo(part.mark)
    this.session.settings.rollbackTo(part.settingsMark)
    this.session.rolledBackToSavepoint(part.serial, isUnchanged)
    this.savepoints.length = index
    this.restoreReadOnly(part.readOnly)
  }

  /** @param {string} name @throws {DbError} 3B001 */
  release(name) {
    const index = this.find(name, 'ReleaseSavepoint')
    this.session.cluster.txns.release(this.txn, this.savepoints[index].mark)
    // SET TRANSACTION READ ONLY inside a savepoint ends with it.
    this.restoreReadOnly(this.savepoints[index].readOnly)
    this.savepoints.length = index
  }

  /** @param {string} name of a savepoint @returns {number} the newest undo record before it @throws {DbError} 3B001 */
  markOf(name) {
    return this.savepoints[this.find(name, 'RollbackToSavepoint')].mark.undo
  }

  /** @param {string} name @throws {DbError} 3B001 */
  rollbackTo(name) {
    const index = this.find(name, 'RollbackToSavepoint')
    const savepoint = this.savepoints[index]
    const session = this.session
    session.cluster.txns.rollbackTo(this.txn, savepoint.mark)
    session.settings.rollbackTo(savepoint.settingsMark)
    session.rolledBackToSavepoint(savepoint.serial)
    this.savepoints.length = index + 1
    this.restoreReadOnly(savepoint.readOnly)
    this.state = OPEN
  }

  /** @param {boolean} readOnly as it was when the savepoint was made */
  restoreReadOnly(readOnly) {
    if (this.readOnly === readOnly) return
    this.readOnly = readOnly
    this.txn.readOnly = readOnly
    this.session.settings.assign('transaction_read_only', 'transaction_read_only', readOnly)
  }

  /**
   * @param {string} name @param {'ReleaseSavepoint' | 'RollbackToSavepoint'} routine PostgreSQL's, that misses it
   * @returns {number}
   */
  find(name, routine) {
    for (let index = this.savepoints.length - 1; index >= 0; index--)
      if (this.savepoints[index].name === name) return index
    throw noSuchSavepoint(name, routine)
  }
}
