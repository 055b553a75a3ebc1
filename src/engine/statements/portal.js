/**
 * A portal: a bound statement on its way. Execute runs it to the end or to a row limit; what is left stays in `execution`, with its
 * snapshot, until the next Execute or the end of the transaction.
 */
import { DbError } from '../../errors/db-error.js'
import { commandTag } from './prepared.js'
import { Execution, runSteps } from './run.js'
import { runUtility, utilityColumns } from '../utility/dispatch.js'
import { ByteWriter } from '../../util/byte-writer.js'

/** @import { Prepared } from './prepared.js' */
/** @import { ResultSink } from './result-sink.js' */
/** @import { Session } from '../session/session.js' */

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
    /** The savepoint it was made under. */
    this.serial = 0
    /** A cursor's: it has outlived its transaction. */
    this.isPersistent = false
    this.isCursor = false
    /** Rows of a statement that ran to its end before the client took them all. @type {StoredRows | null} */
    this.stored = null
  }

  /**
   * @param {Session} session @param {number} rowsMax @param {ResultSink} sink
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *run(session, rowsMax, sink) {
    const prepared = this.prepared
    const returnsRows = prepared.isPlanned && prepared.columns !== null
    if (this.stored !== null) { this.stored.send(rowsMax, sink); return }
    if (this.done) {
      if (!returnsRows) throw new DbError('55000', `portal "${this.name}" cannot be run`)
      sink.commandComplete(commandTag(prepared, 0))
      return
    }
    this.started = true
    // A change and a utility statement run to their end whatever the row limit; what the client did not ask for yet waits.
    const stores = rowsMax < Infinity && sink.output === 'wire' && (!prepared.isPlanned || (returnsRows && prepared.planned?.command !== 'select'))
    if (stores && (prepared.isPlanned || utilityColumns(session, prepared) !== null)) {
      this.stored = new StoredRows(sink)
      sink = this.stored.sink
    }
    if (!prepared.isPlanned) {
      this.done = true
      yield* runUtility(session, prepared, { sink, params: this.params, formats: this.formats, alone: !session.pipelining, describe: false })
      this.stored?.send(rowsMax, this.stored.client)
      return
    }
    if (this.execution === null) this.execution = new Execution(sink, returnsRows ? sink.output : 'none', this.formats, sink.writer, sink.rows)
    const execution = this.execution
    const before = execution.ctx === null ? 0 : execution.ctx.rowCount
    execution.sink = sink
    execution.suspended = false
    execution.rowLimit = returnsRows && prepared.planned?.command === 'select' ? before + rowsMax : Infinity
    yield* runSteps(session, prepared, this.params, execution)
    if (returnsRows && session.block.txn !== null) session.raiseGate(session.block.txn.gateLsn)
    if (execution.suspended) { sink.portalSuspended(); return }
    this.done = true
    sink.commandComplete(commandTag(prepared, execution.rows - (prepared.planned?.command === 'select' ? before : 0)))
    this.stored?.send(rowsMax, this.stored.client)
  }

  /** Gives up what it holds. @param {Session} session */
  close(session) {
    this.done = true
    if (this.execution !== null) this.execution.finish(session)
  }
}

/** DataRow messages made before their client asked for them, and the command tag behind them. */
class StoredRows {
  /** @param {ResultSink} client */
  constructor(client) {
    this.client = client
    this.writer = new ByteWriter(4096)
    this.at = 0
    this.tag = ''
    /** What the statement runs with: rows are kept, the rest goes through. @type {any} */
    this.sink = Object.create(client, {
      writer: { value: this.writer },
      highWater: { value: Infinity },
      commandComplete: { value: (/** @type {string} */ tag) => { this.tag = tag } },
    })
  }

  /** @param {number} rowsMax @param {ResultSink} sink */
  send(rowsMax, sink) {
    const { bytes, view, at: end } = this.writer
    const start = this.at
    let rows = 0
    for (; rows < rowsMax && this.at < end; rows++) this.at += 1 + view.getInt32(this.at + 1)
    sink.writer.raw(bytes, start, this.at)
    if (rows === rowsMax) sink.portalSuspended()
    else sink.commandComplete(/^[A-Z]+ \d/.test(this.tag) ? this.tag.replace(/\d+$/, String(rows)) : this.tag)
  }
}
