/**
 * The session as functions see it (procedures/host.js): statements of their bodies are prepared and run like the
 * session's own, inside its transaction.
 */
import { Prepared } from './prepared.js'
import { SessionProgramHost } from './program-host.js'
import { driveSync } from '../../turns/drive.js'
import { permit } from './permit.js'
import { PointRunner } from './point.js'
import { runBounded, runSteps } from './run.js'
import { Execution } from './execution.js'
import { sessionContext } from '../../session/context.js'
import { callColumns } from './call.js'
import { makePrepared } from './statement-lookup.js'
import { statementName } from './statement-names.js'
import { LAYER, booked } from '../../../profile/profile.js'
import { WaitSignal } from '../../../executor/codes.js'
import { releaseCursors } from '../../../executor/context.js'
import { notInNonVolatile, waitsInFunction } from '../../../errors/engine.js'
import { javaScriptOff, noTransactionControl } from '../../../errors/procedures.js'
import { isOfRow } from './cursor.js'

/** @import { Datum } from '../../../types/datum.js' */
/** @import { Snapshot } from '../../../txn/snapshot.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Context } from '../../../procedures/host.js' */

/** Where answers of a body's statements go: nowhere. @type {any} */
const SILENT = Object.freeze({
  output: 'rows', writer: null, rows: null, highWater: Infinity, drain: () => null, rowDescription: nothing,
  parameterDescription: nothing, noData: nothing, commandComplete: nothing, emptyQuery: nothing,
  portalSuspended: nothing, copyInBegin: nothing, copyRead: () => null, copyOutBegin: nothing, copyData: nothing,
  copyOutEnd: nothing,
})

function nothing() { /* see SILENT */ }

export class SessionHost {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /**
     * The statement of a JavaScript body that would have had to wait.
     * @type {{ prepared: unknown, params: unknown[] } | null}
     */
    this.blocked = null
    /** @type {any} */
    this.readOnlySnapshot = null
    this.program = new SessionProgramHost(session)
    /** Contexts of bounded statements in bodies, by the depth of the call. @type {Context[]} */
    this.contexts = []
  }

  catalog() {
    return this.session.catalog()
  }

  /**
   * @param {any} parsed
   * @param {string} text
   * @param {number[]} argTypes
   * @param {{ name: string, argNames: string[] } | undefined} scope undefined: of no body
   */
  prepare(parsed, text, argTypes, scope) {
    const prepared = new Prepared(parsed, text, argTypes)
    prepared.functionScope = scope
    return prepared
  }

  /**
   * As `prepare`, for all sessions that run the same piece of the same function under the same search path and
   * settings: its plan and code are made, and made fast, once. Where policies make the plan a role's, once a role: they
   * would take it from each other call by call.
   * @param {string} key the function with its version, the place, and what its variables are there
   * @param {any} parsed @param {string} text @param {number[]} argTypes
   * @param {{ name: string, argNames: string[] }} scope
   */
  prepareShared(key, parsed, text, argTypes, scope) {
    const { session } = this
    // What a transaction has not committed may mean something else under the same version later.
    const catalog = session.catalog()
    if (catalog.isPrivate) return this.prepare(parsed, text, argTypes, scope)
    const { bodies } = session.plans
    let shared = `${key} ${catalog.pathKey} ${session.plannerKey} ${session.settings.get('timezone')}`
    let prepared = bodies.get(shared)
    if (prepared?.planned?.roleDependent === true) {
      shared += ` ${session.roleOid}`
      prepared = bodies.get(shared)
    }
    if (prepared === undefined) {
      prepared = this.prepare(parsed, text, argTypes, scope)
      if (prepared.isPlanned) bodies.set(shared, prepared)
    }
    return prepared
  }

  /** @param {Prepared} prepared @param {Datum[]} args @param {Snapshot} snapshot */
  open(prepared, args, snapshot) {
    return new BodyCursor(this.session, prepared, args, snapshot)
  }

  /** @param {Prepared} prepared @param {Datum[]} args @param {Snapshot} snapshot @returns {any[][]} */
  rowsNow(prepared, args, snapshot) {
    const { session } = this
    prepared.prepare(session)
    const planned = /** @type {any} */ (prepared.planned)
    if (!planned.readOnly) throw notInNonVolatile(planned.name)
    /** @type {any[][]} */
    const rows = []
    const { txns } = session.cluster
    const own = snapshot === null ? txns.snapshot(session.block.ensure()) : null
    const ctx = session.expressionContext(args)
    ctx.snapshot = snapshot ?? own
    ctx.rows = rows
    ctx.workMem = session.workMemBytes
    try {
      if (prepared.executable(session, 'rows', '').run(ctx, true) < 0) throw waitsHere()
    } catch (error) {
      if (error instanceof WaitSignal) throw waitsHere()
      throw error
    } finally {
      releaseCursors(ctx, true)
      if (own !== null) txns.releaseSnapshot(own)
    }
    return rows
  }

  /** @template T @param {Generator<Promise<unknown>, T, void>} work @returns {T} @throws {DbError} 0A000 */
  withoutRests(work) {
    const { session } = this
    const before = session.synchronous
    session.synchronous = true
    /** @type {T | undefined} */
    let value
    try {
      driveSync((function* run() { value = yield* work })(), waitsHere)
    } finally {
      session.synchronous = before
    }
    return /** @type {T} */ (value)
  }

  /** CALL of a procedure that gives rows. @param {Prepared} prepared @throws {DbError} 0A000 */
  refuseCallOutputs(prepared) {
    callColumns(this.session, prepared)
  }

  /** A command that gives rows: of a statement that is not there nobody can tell. @param {Prepared} prepared */
  answers(prepared) {
    const { session } = this
    if (prepared.tag === 'ExecuteStmt' && !session.prepared.has(prepared.node.name)) return false
    return session.commands.columns(session, prepared) !== null
  }

  /** @param {Prepared} prepared */
  tagOf(prepared) {
    if (prepared.node.ismove === true) return 'MOVE'
    if (prepared.isPlanned) return /** @type {any} */ (prepared.planned).name
    return this.session.commands.utilityName(prepared.tag, prepared.node) ?? statementName(prepared.tag)
  }

  expressionContext() {
    return this.session.expressionContext([])
  }

  /** @param {number} oid */
  javaScript(oid) {
    return this.session.database.javaScript.get(oid)
  }

  /** @returns {import('../../../procedures/javascript.js').JavaScriptBodies} @throws {DbError} 0A000 they are off */
  get javaScriptBodies() {
    const { javaScriptBodies } = this.session.cluster
    if (javaScriptBodies === null) throw javaScriptOff()
    return javaScriptBodies
  }

  /**
   * A body that stands in the catalog. @param {import('../../../catalog/descriptors.js').FuncDesc} func
   * @param {import('../../../procedures/javascript.js').BodyCall} call
   */
  compileJavaScript(func, call) { return this.javaScriptBodies.code(this, func, call) }

  /** @param {import('../../../catalog/descriptors.js').FuncDesc} func @throws {DbError} 42601 */
  checkJavaScript(func) { this.javaScriptBodies.check(func) }

  mark() {
    return this.session.cluster.txns.savepoint(this.session.block.ensure())
  }

  /** @param {any} mark */
  undoTo(mark) {
    this.session.cluster.txns.rollbackTo(this.session.block.txn, mark)
  }

  /** @param {Prepared} prepared */
  refuseWrite(prepared) {
    prepared.prepare(this.session)
    if (prepared.isPlanned && /** @type {any} */ (prepared.planned).readOnly) return
    throw notInNonVolatile(this.tagOf(prepared))
  }

  /** @param {Prepared} prepared planned @throws {DbError} 42501 it is not the current user's to run */
  permit(prepared) {
    permit(this.session, prepared)
  }

  /**
   * A statement of a JavaScript body, to its end; when it fails, nothing of it stays.
   * @param {Prepared} prepared
   * @param {any[]} params
   * @param {unknown[][]} rows
   * @param {PointRunner | null} [point] of this statement in this session
   * @returns {number} rows or changes @throws {DbError} 55P03 and `blocked`: it would have to wait
   */
  execute(prepared, params, rows, point = null) {
    const { session } = this
    if (!prepared.isPlanned) {
      if (prepared.isTransactionControl)
        throw noTransactionControl(prepared.node.kind.replace('TRANS_STMT_', '').replaceAll('_', ' '))
      if (this.readOnlySnapshot !== null) this.refuseWrite(prepared)
      session.runSync(
        session.commands.run(session, prepared, {
          sink: { ...SILENT, rows: [] }, params, formats: '', alone: false, describe: false,
        }),
      )
      return 0
    }
    prepared.prepare(session)
    const planned = /** @type {any} */ (prepared.planned)
    const lent = this.readOnlySnapshot
    if (lent !== null && !planned.readOnly) this.refuseWrite(prepared)
    // A savepoint, as numbers: an object is made of them only if the statement fails.
    const txn = session.block.ensure()
    const undo = txn.lastUndo
    const rowHolds = txn.rowHolds.length
    const tableLocks = txn.tableLocks.count
    const commitHooks = txn.commitHooks === null ? 0 : txn.commitHooks.length
    const abortHooks = txn.abortHooks === null ? 0 : txn.abortHooks.length
    const beforeHooks = txn.beforeHooks === null ? 0 : txn.beforeHooks.length
    try {
      if (prepared.isBounded) {
        const count =
          point !== null && lent === null
            ? point.run(params, null, rows)
            : this.runBounded(prepared, params, rows, lent)
        if (count >= 0) return count
        rows.length = 0
      }
      return this.executeSteps(prepared, params, rows, lent)
    } catch (error) {
      if (!planned.readOnly) this.undoTo({ undo, rowHolds, tableLocks, commitHooks, abortHooks, beforeHooks })
      throw error
    }
  }

  /**
   * @param {Prepared} prepared
   * @param {unknown[]} params
   * @param {unknown[][]} rows
   * @param {any} lent
   * @returns {number}
   */
  runBounded(prepared, params, rows, lent) {
    const { session } = this
    const context = this.contexts[session.procedures.depth] ??= sessionContext(session)
    return runBounded(
      session, prepared, prepared.executable(session, prepared.columns === null ? 'none' : 'rows', ''), params, null,
      rows, context, lent,
    )
  }

  /** @param {string} text @returns {Prepared} */
  statement(text) {
    const prepared = makePrepared(this.session, text, [])
    if (prepared.isPlanned) prepared.prepare(this.session)
    return prepared
  }

  /** @param {Prepared} prepared @returns {PointRunner | null} what runs it again and again, if it is planned */
  point(prepared) {
    return prepared.isPlanned ? new PointRunner(this.session, prepared, 'rows', '') : null
  }

  /**
   * The general path.
   * @param {Prepared} prepared
   * @param {unknown[]} params
   * @param {unknown[][]} rows
   * @param {any} lent
   * @returns {number}
   */
  executeSteps(prepared, params, rows, lent) {
    const { session } = this
    const execution = new Execution(SILENT, prepared.columns === null ? 'none' : 'rows', '', null, rows)
    execution.lentSnapshot = lent
    const before = session.synchronous
    session.synchronous = true
    const base = session.procedures.standsHere()
    try {
      driveSync(runSteps(session, prepared, params, execution), () => {
        this.blocked = { prepared, params }
        return session.refusedWait()
      })
    } finally {
      session.synchronous = before
      session.procedures.base = base
      execution.finish(session)
    }
    return execution.rows
  }
}

/** One statement of a body, run as far as asked. */
class BodyCursor {
  /** @param {Session} session @param {Prepared} prepared @param {Datum[]} args @param {Snapshot} snapshot */
  constructor(session, prepared, args, snapshot) {
    this.session = session
    this.prepared = prepared
    this.args = args
    this.snapshot = snapshot
    /** @type {any[][]} */
    this.rows = []
    /** @type {Execution | null} */
    this.execution = null
    this.done = false
    /**
     * What became of a row behind those that were given.
     * @type {import('../../../errors/db-error.js').DbError | null}
     */
    this.trouble = null
  }

  /** @returns {Generator<Promise<unknown>, void, void>} */
  *run() {
    if (!this.prepared.isPlanned) {
      yield* this.session.commands.run(this.session, this.prepared, {
        sink: { ...SILENT, rows: [] }, params: this.args, formats: '', alone: false, describe: false,
      })
      return
    }
    try {
      while (!this.done) {
        yield* this.step(BATCH)
        this.rows.length = 0
      }
    } finally {
      this.close()
    }
  }

  /** @returns {Generator<Promise<unknown>, any[][], void>} */
  *first() {
    if (!this.prepared.isPlanned) {
      yield* this.run()
      return []
    }
    try {
      yield* this.step(1)
      const [row] = this.rows
      const selects = this.ran().command === 'select'
      while (!this.done && !selects) {
        this.rows.length = 0
        yield* this.step(BATCH)
      }
      return row === undefined ? [] : [row]
    } finally {
      this.close()
    }
  }

  /** @param {number} count @param {boolean} [keeps] @returns {Generator<Promise<unknown>, any[][], void>} */
  *fetch(count, keeps = false) {
    if (!this.prepared.isPlanned) {
      yield* this.run()
      return []
    }
    const { trouble } = this
    this.trouble = null
    if (trouble !== null) throw trouble
    if (this.done) return []
    try {
      yield* this.step(count)
    } catch (error) {
      if (!keeps || this.rows.length === 0 || !isOfRow(error)) throw error
      this.execution?.finish(this.session)
      this.trouble = error
    }
    return this.rows.splice(0)
  }

  /** @param {number} count more rows @returns {Generator<Promise<unknown>, void, void>} */
  *step(count) {
    const { session, prepared } = this
    if (this.execution === null) {
      prepared.prepare(session)
      const returns = prepared.columns !== null
      this.execution = new Execution(SILENT, returns ? 'rows' : 'none', '', null, this.rows)
      this.execution.lentSnapshot = this.snapshot
    }
    const { execution } = this
    execution.suspended = false
    execution.rowLimit = prepared.columns === null ? Infinity : (execution.ctx?.rowCount ?? 0) + count
    const { profile } = session.cluster
    const work = runSteps(session, prepared, this.args, execution)
    yield* profile === null ? work : booked(profile, LAYER.execute, work)
    if (!execution.suspended) this.done = true
  }

  /** What has run: meanwhile others may have planned the statement anew. */
  ran() {
    const { execution, prepared } = this
    const planned = execution?.planned ?? null
    return planned === null ? { columns: prepared.ownColumns, command: prepared.planned?.command ?? '' }
      : { columns: execution?.columns === null ? null : planned.columns, command: planned.command }
  }

  /** Rows given, or changed, so far. */
  get count() { return this.execution?.rows ?? 0 }

  close() {
    this.done = true
    this.execution?.finish(this.session)
  }
}

/** Rows per turn of a statement whose rows nobody wants. */
const BATCH = 1000

const waitsHere = () => waitsInFunction()
