/**
 * A portal: a bound statement on its way. Execute runs it to the end or to a row limit; what is left stays in `execution`, with its
 * snapshot, until the next Execute or the end of the transaction.
 */
import { DbError } from '../errors/db-error.js'
import { Execution, runSteps } from './run.js'
import { runUtility } from './utility/dispatch.js'

/** @import { Prepared } from './prepared.js' */
/** @import { ResultSink, Session } from './session.js' */

export class Portal {
  /** @param {string} name @param {Prepared} prepared @param {any[]} params @param {string} formats '' all text, else a digit per column */
  constructor(name, prepared, params, formats) {
    this.name = name
    this.prepared = prepared
    this.params = params
    this.formats = formats
    this.started = false
    this.done = false
    /** @type {Execution | null} */
    this.execution = null
  }

  /**
   * @param {Session} session @param {number} rowsMax @param {ResultSink} sink
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *run(session, rowsMax, sink) {
    const prepared = this.prepared
    const returnsRows = prepared.isPlanned && prepared.columns !== null
    if (this.done) {
      if (!returnsRows) throw new DbError('55000', `portal "${this.name}" cannot be run`)
      sink.commandComplete(selectTag(prepared, 0))
      return
    }
    this.started = true
    if (!prepared.isPlanned) {
      this.done = true
      yield* runUtility(session, prepared, { sink, params: this.params, formats: this.formats, alone: true, describe: false })
      return
    }
    if (this.execution === null) this.execution = new Execution(sink, returnsRows ? sink.output : 'none', this.formats, sink.writer, sink.rows)
    const execution = this.execution
    const before = execution.ctx === null ? 0 : execution.ctx.rowCount
    execution.sink = sink
    execution.suspended = false
    // Rows of a change are counted as changes, so a limit would cut the change short: it runs to its end, as in PostgreSQL.
    execution.rowLimit = returnsRows && prepared.planned?.command === 'select' ? before + rowsMax : Infinity
    yield* runSteps(session, prepared, this.params, execution)
    if (returnsRows && session.block.txn !== null) session.raiseGate(session.block.txn.gateLsn)
    if (execution.suspended) { sink.portalSuspended(); return }
    this.done = true
    sink.commandComplete(selectTag(prepared, execution.rows - (prepared.planned?.command === 'select' ? before : 0)))
  }

  /** Gives up what it holds. @param {Session} session */
  close(session) {
    this.done = true
    if (this.execution !== null) this.execution.finish(session)
  }
}

/** @param {Prepared} prepared @param {number} rows */
function selectTag(prepared, rows) {
  const tag = /** @type {any} */ (prepared.planned).tag
  return tag === 'INSERT' ? `INSERT 0 ${rows}` : `${tag} ${rows}`
}
