/**
 * A session's gate: nothing that a crash could take back leaves the session before the log is durable as far as it
 * tells (../README.md, "The gate").
 *
 * A statement is under way from `begin` to `end`. Whatever leaves between the two carries what its transaction has met
 * by then, and what is said of its end does so as well: that is the
 * rule for every statement there is, and nobody has to think of it. The one exception is made by `succeeded`.
 *
 * Who sends bytes asks for the gate with `ask`, who settles a promise or hands out a piece awaits `opened`, who returns
 * from a synchronous call calls `settle`, who calls the program's own function
 * does it by `tell`. No fifth way is needed; test/tidy.test.js looks for one.
 */
import { OPEN } from './transaction-block.js'
import { TellingQueue } from './telling-queue.js'

/** @import { Lsn } from '../../util/identifiers.js' */
/** @import { Prepared } from '../statements/core/prepared.js' */
/** @import { DbError } from '../../errors/db-error.js' */
/** @import { Session } from './session.js' */

export class Gate {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /** How far the log must be durable for what was said. Only ever grows: what is durable stays so. @type {Lsn} */
    this.lsn = 0
    /** A statement is under way, and may say something at any moment. */
    this.tells = false
    /** Calls of the program's functions that wait. @type {TellingQueue | null} */
    this.calls = null
  }

  /** @param {Lsn} lsn */
  raise(lsn) {
    if (lsn > this.lsn) this.lsn = lsn
  }

  /**
   * What is said now may have been learned in any way: an error tells of rows that no snapshot showed, a notice of
   * whatever its writer saw. It waits for all that is
   * committed. Rows are what matters to those in a hurry, and they know better.
   */
  raiseToNewest() { this.raise(this.session.cluster.txns.gatingLsn) }

  /** A statement begins. */
  begin() { this.tells = true }

  /** The statement is over: what is said from here on is not of its making. */
  end() {
    if (!this.tells) return
    this.tells = false
    const { txn } = this.session.block
    if (txn !== null) this.raise(txn.gateLsn)
  }

  /**
   * The statement ended well. If it was a change without rows, its tag goes at once within a block: the block's last
   * answer waits for all it has met. Who waited with each UPDATE would hold its
   * locks through a sync, which is what early release is there to avoid. Only the ways in say this, of what the client
   * has sent: of a statement inside another one nobody is told.
   * @param {Prepared} prepared
   */
  succeeded(prepared) {
    if (this.session.block.state === OPEN && tellsNoRows(this.session, prepared)) this.tells = false
  }

  /** @returns {number} how far the log must be durable before what was said up to now may be told */
  needed() {
    const { state, txn } = this.session.block
    return txn !== null && txn.gateLsn > this.lsn && (this.tells || state !== OPEN) ? txn.gateLsn : this.lsn
  }

  /**
   * For bytes on their way to a client; asks for the sync if nobody has.
   * @returns {number} how far the log must be durable before they may leave
   */
  ask() {
    const lsn = this.needed()
    const { wal } = this.session.cluster
    if (lsn > wal.durableLsn && wal.failed === null) wal.requestSync(lsn)
    return lsn
  }

  /**
   * For promises and pieces.
   * @returns {Promise<void> | undefined} resolves when what was said so far may be told
   * @throws {DbError} 58030
   */
  opened() {
    const lsn = this.needed()
    const { cluster } = this.session
    if (lsn > cluster.wal.durableLsn) return cluster.wal.durable(lsn)
    cluster.beforeAnswer()
    return cluster.turnWhenDue()
  }

  /** For synchronous calls: what was said may be told when this returns. @throws {DbError} 58030 */
  settle() {
    const lsn = this.needed()
    const { cluster } = this.session
    if (lsn > cluster.wal.durableLsn) cluster.wal.syncSync(lsn)
    else cluster.beforeAnswer()
    cluster.maintenance.catchUp()
  }

  /**
   * For a function of the program's that is told something in the middle of a statement: it is called when that may be
   * told, in order. What it tells of commits that wait for no sync has reached the operating system.
   * @param {() => void} call
   * @throws {DbError} 58030
   */
  tell(call) {
    this.session.cluster.beforeAnswer()
    this.calls ??= new TellingQueue(this.session.cluster.wal)
    this.calls.tell(this.needed(), call)
  }
}

/**
 * INSERT, UPDATE, DELETE and MERGE without RETURNING, CALL without OUT arguments, transactions' edges.
 * @param {Session} session
 * @param {Prepared} prepared
 * @returns {boolean}
 */
function tellsNoRows(session, prepared) {
  // Rules may have made SELECTs of it.
  if (prepared.isPlanned)
    return prepared.columns === null && prepared.planned !== null && prepared.planned.steps === null
  switch (prepared.tag) {
    case 'TransactionStmt': return true
    case 'CallStmt': return prepared.boundCall !== null && prepared.boundCall.columns.length === 0
    case 'ExecuteStmt': {
      const named = session.prepared.get(prepared.node.name)
      return named !== undefined && named.tag !== 'ExecuteStmt' && tellsNoRows(session, named)
    }
    default: return false
  }
}
