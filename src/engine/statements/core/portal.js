/**
 * A portal: a bound statement on its way. Execute runs it to the end or to a row limit; what is left stays in
 * `execution`, with its snapshot, until the next Execute or the end of the transaction.
 *
 *   MADE ──run──► running ──the row limit──► SUSPENDED ──run──► running
 *     │              │                           │
 *     │              ├──────── the end ─────────►│ close
 *     └── close ─────┴──────────────────────► DONE
 *
 * MADE holds nothing. SUSPENDED has an execution that can go on: its snapshot, its cursors without pins. DONE has none
 * that could; a statement that runs to its end before its client hears of a row (HeldRows) is DONE with its rows in
 * `stored`, of which each Execute sends some. Between two messages it is in one of the three (assertDrawn).
 */
import { checking } from '#invariants'
import { portalCannotRun } from '../../../errors/cursors.js'
import { HeldRows, runsToEnd } from './held-rows.js'
import { commandTag } from './prepared.js'
import { runSteps } from './run.js'
import { Execution } from './execution.js'
import { assert } from '../../../util/assert.js'

/** @import { Prepared } from './prepared.js' */
/** @import { ResultSink } from './result-sink.js' */
/** @import { Session } from '../../session/session.js' */

/** What may end the transaction between the messages of a pipeline, which are no block. */
const ENDS_BETWEEN = new Set(['CallStmt', 'DoStmt'])

export class Portal {
  /**
   * @param {string} name
   * @param {Prepared} prepared
   * @param {unknown[]} params
   * @param {string} formats '' all text, else a digit per column
   */
  constructor(name, prepared, params, formats) {
    this.name = name
    this.prepared = prepared
    this.params = params
    this.formats = formats
    /** Who bound it: the plan is this role's, and so are the rights by which rows are read; -1: whoever runs it. */
    this.boundAs = -1
    this.started = false
    this.done = false
    /** @type {Execution | null} */
    this.execution = null
    /** The savepoint it was made under. */
    this.serial = 0
    /** A cursor's: it has outlived its transaction. */
    this.isPersistent = false
    this.isCursor = false
    /** Its block failed: its name is all that is left. */
    this.isFailed = false
    /** Rows of a statement that runs to its end before the client is told any. @type {HeldRows | null} */
    this.stored = null
    /**
     * What it is to read under; null: one of its own.
     * @type {import('../../../txn/snapshot.js').Snapshot | null}
     */
    this.lentSnapshot = null
  }

  /**
   * @param {Session} session @param {number} rowsMax @param {ResultSink} sink
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *run(session, rowsMax, sink) {
    const prepared = this.prepared
    const returnsRows = prepared.isPlanned && prepared.columns !== null
    if (this.stored !== null) {
      yield* this.stored.send(rowsMax, sink)
      return
    }
    if (this.done) {
      if (!returnsRows) throw portalCannotRun(this.name)
      sink.commandComplete(commandTag(prepared, 0))
      return
    }
    this.started = true
    // A change runs to its end before its client hears of a row, a utility statement if there is a row limit; what the
    // client did not ask for yet waits.
    const stores =
      sink.output === 'wire'
      && (prepared.isPlanned
        ? returnsRows && runsToEnd(prepared.planned)
        : rowsMax < Infinity && session.commands.columns(session, prepared) !== null)
    if (stores) {
      this.stored = new HeldRows(session, sink)
      sink = this.stored.sink
    }
    if (!prepared.isPlanned) {
      this.done = true
      yield* session.commands.run(session, prepared, {
        sink, params: this.params, formats: this.formats, alone: !session.pipelining || ENDS_BETWEEN.has(prepared.tag),
        describe: false,
      })
      if (this.stored !== null) yield* this.stored.send(rowsMax, this.stored.client)
      return
    }
    const execution = this.execution ??= this.toRun(sink, returnsRows ? sink.output : 'none', sink.rows)
    const before = execution.ctx === null ? 0 : execution.ctx.rowCount
    const isLimited = returnsRows && this.stored === null && prepared.planned?.command === 'select'
    execution.resume(sink, isLimited ? rowsMax : Infinity)
    yield* runSteps(session, prepared, this.params, execution)
    if (execution.suspended) {
      if (checking) this.assertDrawn()
      sink.portalSuspended()
      return
    }
    this.done = true
    if (checking) this.assertDrawn()
    sink.commandComplete(commandTag(prepared, execution.rows - (prepared.planned?.command === 'select' ? before : 0)))
    if (this.stored !== null) yield* this.stored.send(rowsMax, this.stored.client)
  }

  /**
   * What is to run it.
   * @param {Pick<ResultSink, 'writer' | 'highWater' | 'drain'>} sink @param {Execution['output']} output
   * @param {ResultSink['rows']} rows
   */
  toRun(sink, output, rows) {
    const execution = new Execution(sink, output, this.formats, sink.writer, rows)
    execution.boundAs = this.boundAs
    execution.lentSnapshot = this.lentSnapshot
    return execution
  }

  /** Gives up what it holds. @param {Session} session */
  close(session) {
    this.done = true
    this.stored?.close()
    if (this.execution !== null) this.execution.finish(session)
    if (checking) this.assertDrawn()
  }

  /** What holds of each state. */
  assertDrawn() {
    const { done, execution } = this
    if (done) {
      assert(execution === null || execution.generator === null || execution.finished, 'what is done cannot go on')
    } else if (execution === null) {
      assert(this.stored === null, 'a portal that has not run has no rows')
    } else {
      assert(execution.suspended && !execution.finished && execution.generator !== null, 'what stands still can go on')
      assert(this.stored === null, 'rows are kept of what has run to its end')
    }
  }
}
