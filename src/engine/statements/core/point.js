/**
 * A bounded statement that one session runs again and again: everything which stays the same from one run to the next
 * is settled once per plan, and a run takes the session's transaction, a snapshot and the parameters to the plain body.
 * The prepared statements of the library, of bodies of JavaScript functions and of the extended protocol have one.
 *
 * A program that calls the library synchronously gets objects (`shape`), made where the row is, and statements of any
 * length that are straight run here as well: nobody else has a turn meanwhile.
 *
 * The effect is runBounded's, to which it turns wherever something is out of the ordinary: REPEATABLE READ, a read-only
 * block, locks that depend on parameters, a run inside a run.
 *
 * Its snapshot is listed (and so holds purge back) only if none of the transaction's is: the one of the calling
 * statement is as old or older, and lives longer.
 */
import { WaitSignal } from '../../../executor/codes.js'
import { clearState, releaseCursors } from '../../../executor/context.js'
import { watchedBy } from '../../../util/effort.js'
import { Snapshot } from '../../../txn/snapshot.js'
import { BEGINNING } from '../../../txn/transaction.js'
import { permit } from './permit.js'
import { runBounded } from './run.js'
import { sessionContext } from '../../session/context.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */

/**
 * @typedef {{ formats: string, convert: (((value: any) => any) | null)[] }} RowShape of output 'objects': which columns
 *   are converted, and by what
 */

export class PointRunner {
  /**
   * @param {Session} session
   * @param {Prepared} prepared
   * @param {'wire' | 'rows'} output
   * @param {string} formats '' when all text, else a digit per column
   * @param {((columns: any[]) => RowShape | null) | null} [shape] of a synchronous caller who wants objects; null from
   *   it: arrays, which the caller converts
   */
  constructor(session, prepared, output, formats, shape = null) {
    this.shape = shape
    /** Do rows leave as objects? */
    this.asObjects = false
    this.session = session
    this.prepared = prepared
    this.output = output
    this.formats = formats
    this.ctx = sessionContext(session)
    this.ctx.rowLimit = Infinity
    this.ctx.highWater = Infinity
    /** @type {Snapshot | null} */
    this.snapshot = null
    /** What the rest was settled for. */
    this.planned = null
    this.executable = null
    this.usable = false
    this.callsRoutines = false
    /** The plan's table locks. @type {number[]} */
    this.lockOids = []
    /** @type {number[]} */
    this.lockModes = []
    /** Of the transaction that holds them. */
    this.lockSerial = -1
    this.busy = false
  }

  /**
   * Runs the statement, which was prepared just before.
   * @param {any[]} params
   * @param {any} writer
   * @param {any[] | null} rows
   * @returns {number} rows, or -1: nothing happened yet, take the general path
   */
  run(params, writer, rows) {
    const { session, ctx } = this
    const { block } = session
    if (this.prepared.planned !== this.planned) this.settle()
    permit(session, this.prepared)
    const txn = block.ensure()
    if (
      !this.usable || this.busy || session.cluster.observers !== null || txn.repeatableRead
      || (block.readOnly && !this.planned.readOnly)
    )
      return this.ordinary(params, writer, rows)
    const { txns } = session.cluster
    if (this.lockSerial !== txn.serial) {
      const { lockOids, lockModes } = this
      for (let index = 0; index < lockOids.length; index++)
        if (txns.locks.acquire(txn, lockOids[index], lockModes[index]) !== null) return -1
      this.lockSerial = txn.serial
    }
    if (session.watcher !== null) session.watcher.note(this, params)
    block.started = true
    txn.nextCommand()
    // What functions of the program do before one has to wait is taken back.
    const mark = !this.callsRoutines ? null : txn.isUntouched() ? BEGINNING : txns.savepoint(txn)
    const snapshot =
      this.snapshot === null
        ? (this.snapshot = new Snapshot(txn, txns.lastCsn, txn.cid))
        : this.snapshot.renew(txn, txns.lastCsn, txn.cid)
    const isListed = txn.snapshots.length === 0
    if (isListed) txns.list(snapshot)
    ctx.rowCount = 0
    ctx.wait = null
    ctx.events = null
    ctx.startLsn = txn.lastLsn
    clearState(ctx.state)
    // Mostly the same as last time, and a store of an object costs more than a look: the collector is to know of it.
    if (ctx.txn !== txn) ctx.txn = txn
    if (ctx.snapshot !== snapshot) ctx.snapshot = snapshot
    if (ctx.params !== params) ctx.params = params
    const catalog = session.catalog()
    if (ctx.catalog !== catalog) ctx.catalog = catalog
    ctx.workMem = session.workMemBytes
    if (ctx.writer !== writer) ctx.writer = writer
    if (ctx.rows !== rows) ctx.rows = rows
    this.busy = true
    watchedBy(session)
    let done = -1
    try {
      const { executable } = this
      done = executable.plain === null ? executable.run(ctx) : executable.plain(ctx)
    } catch (error) {
      if (!(error instanceof WaitSignal)) throw error
    } finally {
      this.busy = false
      if (ctx.cursors.length > 0) releaseCursors(ctx, true)
      if (isListed) txns.releaseSnapshot(snapshot)
      session.cluster.trimPins()
    }
    if (done < 0 && mark !== null) txns.rollbackTo(txn, mark)
    return done
  }

  /** @param {unknown[]} params @param {unknown} writer @param {unknown[] | null} rows */
  ordinary(params, writer, rows) {
    return runBounded(
      this.session, this.prepared, this.executable, params, writer, rows,
      this.busy ? sessionContext(this.session) : this.ctx,
    )
  }

  /** There is a new plan. */
  settle() {
    const { prepared, session } = this
    const planned = /** @type {any} */ (prepared.planned)
    const { columns } = prepared
    const shape = this.shape === null || columns === null ? null : this.shape(columns)
    this.asObjects = shape !== null
    this.ctx.convert = shape === null ? [] : shape.convert
    if (shape !== null) this.executable = prepared.executable(session, 'objects', shape.formats)
    else
      this.executable = prepared.executable(
        session, columns === null ? 'none' : this.output, columns === null ? '' : this.formats,
      )
    this.usable = !prepared.isAdopted && this.executable.plainOk && planned.prunedLocks.length === 0
    this.callsRoutines = planned.callsRoutines
    // The plan is frozen: what is asked for with each run is copied out of it.
    this.lockOids = planned.locks.map((/** @type {any} */ lock) => lock.relationOid)
    this.lockModes = planned.locks.map((/** @type {any} */ lock) => lock.mode)
    this.lockSerial = -1
    this.planned = planned
  }
}
