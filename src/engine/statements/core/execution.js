/** What a running statement is while it stands still. */
import { checking } from '#invariants'
import { assertEmpty, releaseCursors } from '../../../executor/context.js'

/** @import { ByteWriter } from '../../../util/byte-writer.js' */
/** @import { ResultSink } from './result-sink.js' */
/** @import { Session } from '../../session/session.js' */

/** One running statement and what it needs to go on: kept by a portal between Execute messages. */
export class Execution {
  /**
   * @param {any} sink @param {'wire' | 'rows' | 'none'} output @param {string} formats
   * @param {ByteWriter | null} writer @param {unknown[][] | null} rowsOut
   */
  constructor(sink, output, formats, writer, rowsOut) {
    this.sink = sink
    this.output = output
    this.formats = formats
    this.writer = writer
    this.rowsOut = rowsOut
    this.rowLimit = Infinity
    this.rows = 0
    this.suspended = false
    this.finished = false
    /** What runs, once it does. @type {import('../../../planner/plan.js').PlannedStatement | null} */
    this.planned = null
    /** Its columns. @type {import('../../../planner/plan.js').ResultColumn[] | null} */
    this.columns = null
    /** @type {any} */
    this.executable = null
    /** A foreign key's action: changes queue their events here, for whoever runs it. @type {any} */
    this.events = null
    /** It looks at what is committed by now, in REPEATABLE READ too. */
    this.newest = false
    /** The client is told the rows of every SELECT that rules made of a statement, each with its own description. */
    this.tellsAll = false
    /**
     * EXPLAIN ANALYZE of such a statement: makes each one's code.
     * @type {((planned: any) => { executable: any, stats: any }) | null}
     */
    this.instrument = null
    /** Rows from outside, for COPY FROM. @type {any} */
    this.source = null
    /** @type {any} */
    this.stats = null
    /** @type {any} */
    this.generator = null
    /** @type {any} */
    this.ctx = null
    /** @type {any} */
    this.snapshot = null
    /** The caller's, for statements of functions that are not volatile. @type {any} */
    this.lentSnapshot = null
    /** Whose plan it runs: of a portal, who bound it; -1: whoever begins it. */
    this.boundAs = -1
    /** What it takes, where somebody observes. @type {import('./observed.js').Observed | null} */
    this.observed = null
  }

  /**
   * Goes on for so many rows, which are written where this call's sink says: another than the last one's, it may be.
   * @param {Pick<ResultSink, 'writer' | 'highWater' | 'drain'>} sink
   * @param {number} rows Infinity: all
   */
  resume(sink, rows) {
    const { ctx } = this
    this.sink = sink
    this.writer = sink.writer
    this.suspended = false
    this.rowLimit = ctx === null ? rows : ctx.rowCount + rows
    if (ctx === null) return
    ctx.writer = sink.writer
    ctx.highWater = sink.highWater
  }

  /** Gives up snapshot and pins; idempotent. @param {Session} session */
  finish(session) {
    if (this.finished) return
    this.finished = true
    if (this.generator !== null) this.generator.return(undefined)
    if (this.ctx !== null) {
      releaseCursors(this.ctx, true)
      if (checking) assertEmpty(this.ctx)
    }
    // Whoever closes it has had all that was wanted.
    if (this.observed !== null && this.suspended) this.observed.end(this.rows)
    if (this.snapshot !== null) session.cluster.txns.releaseSnapshot(this.snapshot)
    session.executions.delete(this)
  }
}
