/**
 * A cursor: a portal that SQL moves. Its rows come from an execution that stands still between FETCHes; a cursor that
 * may go back keeps the rows it has seen.
 *
 *   position 0   before the first row      position n   on row n      past the last: length + 1, and `ended`
 *
 * WITH HOLD: at COMMIT the rest is read and kept (`persist`), and the cursor lives on without a transaction.
 */
import { isNever } from '../../../catalog/expr.js'
import { DbError } from '../../../errors/db-error.js'
import { forwardOnly, portalCannotRun } from '../../../errors/cursors.js'
import { childrenOf, kindOf } from '../../../planner/plan-nodes.js'
import { RowStore } from '../../../executor/spill/row-store.js'
import { Portal } from './portal.js'
import { mayReadAhead } from './read-ahead.js'
import { commandTag } from './prepared.js'
import { begin, runSteps } from './run.js'
import { Execution } from './execution.js'
import { buildContext } from '../../session/context.js'
import { sendRows } from './rows.js'

/** @import { Prepared } from './prepared.js' */
/** @import { ResultSink } from './result-sink.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { PlannedStatement, ResultColumn } from '../../../planner/plan.js' */

/** Rows asked of the execution at a time. */
const ROWS_AT_ONCE = 512

/** Rows that are read before anybody asked for them. */
const STRIDE_MAX = 64

/** Codes of what is no row's fault: serialization, resources, the operator, the system, defects. */
const NOT_A_ROWS = /^(?:40|53|57|58|XX)/

/** Whether rows before it may still be had. @param {unknown} error @returns {error is DbError} */
export const isOfRow = (error) => error instanceof DbError && !NOT_A_ROWS.test(error.code)

/**
 * Between some rows of a FETCH and the next: each time rows are asked for, the execution begins a new turn.
 * @param {Session} session
 * @param {import('../../../catalog/ddl/indexes/index-build.js').BuildContext['breathe']} breathe
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rest(session, breathe) {
  const turn = breathe?.() ?? null
  if (turn === null) return
  yield turn
  session.checkInterrupts()
}

/** Where seen rows are kept. @param {Session} session @param {number[]} types of their columns */
export const rowsOf = (session, types) =>
  new RowStore(/** @type {any} */ ({ vfs: session.tempFiles, workMem: session.workMemBytes, cursors: [] }),
    types.map((type) => session.typeOps(type)))

const SINK = { drain: () => null, highWater: Infinity }

/**
 * Whether it could run backward from where it stands; others' cursors scroll only when told to.
 * @param {any} node
 * @returns {boolean}
 */
export function scansBackward(node) {
  // PostgreSQL reads recursive queries by a scan of its own, which can; samples cannot be.
  if (node.node === 'recursiveUnion') return true
  if (node.sample !== undefined && node.sample !== null) return false
  if (kindOf(node).backward !== true || isNever(node.filter)) return false
  if (node.node === 'sort' || node.node === 'materialize') return !node.presorted
  return childrenOf(node).every(scansBackward)
}

export class Cursor extends Portal {
  /**
   * @param {string} name @param {Prepared} prepared planned with row ids @param {unknown[]} params
   * @param {{ scroll: boolean, hold: boolean, binary: boolean, text: string, createdAt: number | bigint }} options
   */
  constructor(name, prepared, params, { scroll, hold, binary, text, createdAt }) {
    super(name, prepared, params, '')
    this.started = true
    this.scroll = scroll
    this.hold = hold
    this.binary = binary
    this.text = text
    this.createdAt = createdAt
    this.position = 0
    this.ended = false
    /** An error came in place of rows: there is no going on. */
    this.failed = false
    this.isCursor = true
    /** A loop is going through it. */
    this.pinned = false
    /** Rows seen, when it may go back. @type {RowStore | null} */
    this.store = null
    /** The row it stands on, row ids behind the columns. @type {any[] | null} */
    this.current = null
    /** @type {any[][]} rows the execution gave ahead of the position */
    this.ahead = []
    /** How many rows the execution is asked for at least: more each time, where nobody can tell. */
    this.stride = 1
    /** What a row said that was read ahead of its time. @type {DbError | null} */
    this.trouble = null
    this.rowsOut = /** @type {any[][]} */ ([])
    /** Of a function that is not volatile: its caller's. @type {any} */
    this.lentSnapshot = null
  }

  /** How many columns the client sees. */
  get width() { return this.columns.length }

  /** Of its rows. @returns {ResultColumn[]} */
  get columns() { return /** @type {ResultColumn[]} */ (this.prepared.columns) }

  /** The same inside the server. @returns {ResultColumn[]} */
  get ownColumns() { return /** @type {ResultColumn[]} */ (this.prepared.ownColumns) }

  /** Rows are read without changing anything: a SELECT without changes in WITH. */
  get isQuery() {
    const { planned } = this.prepared
    return planned !== null && planned.command === 'select' && !planned.ctes.some(({ modifies }) => modifies)
  }

  /**
   * Its rows are those of now, whatever is done before they are fetched.
   * @param {Session} session
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *open(session) {
    this.execution = new Execution(SINK, 'rows', '', null, this.rowsOut)
    this.execution.lentSnapshot = this.lentSnapshot
    const outputs = /** @type {PlannedStatement} */ (this.prepared.planned).outputs
    if (this.scroll || this.hold) this.store = rowsOf(session, outputs.map(({ type }) => type))
    yield* begin(session, this.prepared, this.params, this.execution)
  }

  /**
   * A row that is here already: FETCH in a loop asks for one after the other.
   * @returns {unknown[] | null} null: `fetch` finds out
   */
  oneMore() {
    const { store } = this
    if (this.ahead.length === 0 || (store !== null && this.position < store.length)) return null
    const row = /** @type {unknown[]} */ (this.ahead.shift())
    store?.push(row)
    this.position++
    this.current = row
    return row
  }

  /**
   * The row behind the position, or null.
   * @param {Session} session
   * @param {number} wanted how many more are likely to be asked for
   * @returns {Generator<Promise<unknown>, any[] | null, void>}
   */
  *next(session, wanted) {
    const { store } = this
    if (store !== null && this.position < store.length) return store.row(this.position)
    if (this.ahead.length === 0 && !this.done) yield* this.pull(session, wanted)
    const row = this.ahead.shift()
    if (row === undefined) return null
    store?.push(row)
    return row
  }

  /** @param {Session} session @param {number} wanted @returns {Generator<Promise<unknown>, void, void>} */
  *pull(session, wanted) {
    const execution = /** @type {Execution} */ (this.execution)
    const before = execution.ctx === null ? 0 : execution.ctx.rowCount
    execution.suspended = false
    execution.rowLimit = before + Math.min(Math.max(wanted, this.stride), ROWS_AT_ONCE)
    if (this.failed) {
      const { trouble } = this
      this.trouble = null
      throw trouble ?? portalCannotRun(this.name)
    }
    this.failed = true
    try {
      yield* runSteps(session, this.prepared, this.params, execution)
    } catch (error) {
      // It stays, to say that it cannot go on; what it holds does not.
      execution.finish(session)
      // Rows before it are still to be fetched, and perhaps it never is.
      if (this.rowsOut.length < wanted || !isOfRow(error)) throw error
      this.trouble = error
    }
    this.ahead.push(...this.rowsOut.splice(0))
    if (this.trouble !== null) return
    this.failed = false
    if (!execution.suspended) this.done = true
    else if (this.stride < STRIDE_MAX && mayReadAhead(session, this.prepared)) this.stride *= 2
  }

  /**
   * @param {Session} session
   * @param {number} count Infinity: all
   * @param {((row: any[]) => Generator<Promise<unknown>, void, void> | void) | null} emit
   * @returns {Generator<Promise<unknown>, number, void>} rows
   */
  *forward(session, count, emit) {
    let rows = 0
    if (this.ended) return 0
    const breathe = count > ROWS_AT_ONCE ? buildContext(session).breathe : undefined
    for (; rows < count; rows++) {
      if (rows % ROWS_AT_ONCE === 0) yield* rest(session, breathe)
      const row = yield* this.next(session, count - rows)
      this.position++
      this.current = row
      if (row === null) {
        this.ended = true
        break
      }
      const sent = emit?.(row)
      if (sent) yield* sent
    }
    return rows
  }

  /**
   * @param {Session} session
   * @param {number} count
   * @param {((row: any[]) => Generator<Promise<unknown>, void, void> | void) | null} emit
   * @returns {Generator<Promise<unknown>, number, void>} rows
   */
  *backward(session, count, emit) {
    if (this.store === null || !this.scroll) throw forwardOnly()
    let rows = 0
    const breathe = count > ROWS_AT_ONCE ? buildContext(session).breathe : undefined
    while (rows < count && this.position > 0) {
      if (rows % ROWS_AT_ONCE === 0) yield* rest(session, breathe)
      this.position--
      this.ended = false
      this.current = this.position === 0 ? null : this.store.row(this.position - 1)
      if (this.current === null) break
      rows++
      const sent = emit?.(this.current)
      if (sent) yield* sent
    }
    return rows
  }

  /** MOVE BACKWARD ALL: no going back where it has not moved. @returns {number} rows it was ahead */
  toStart() {
    const rows = Math.max(0, this.position - 1)
    this.rewind()
    return rows
  }

  rewind() {
    if (this.position === 0) return
    if (!this.scroll || this.store === null) throw forwardOnly()
    this.position = 0
    this.ended = false
    this.current = null
  }

  /**
   * FETCH and MOVE.
   * @param {Session} session
   * @param {'FETCH_FORWARD' | 'FETCH_BACKWARD' | 'FETCH_ABSOLUTE' | 'FETCH_RELATIVE'} direction
   * @param {number} count
   * @param {((row: any[]) => Generator<Promise<unknown>, void, void> | void) | null} emit null: MOVE
   * @returns {Generator<Promise<unknown>, number, void>} rows
   */
  *fetch(session, direction, count, emit) {
    switch (direction) {
      case 'FETCH_ABSOLUTE':
        if (count > 0) {
          if (count <= this.position && this.scroll) yield* this.backward(session, this.position - count + 1, null)
          else if (count <= this.position) this.rewind()
          yield* this.forward(session, count - 1 - this.position, null)
          return yield* this.forward(session, 1, emit)
        }
        if (count < 0) {
          yield* this.forward(session, Infinity, null)
          if (count < -1) yield* this.backward(session, -count - 1, null)
          return yield* this.backward(session, 1, emit)
        }
        this.rewind()
        return 0
      case 'FETCH_RELATIVE':
        if (count > 0) {
          yield* this.forward(session, count - 1, null)
          return yield* this.forward(session, 1, emit)
        }
        if (count < 0) {
          yield* this.backward(session, -count - 1, null)
          return yield* this.backward(session, 1, emit)
        }
        return yield* this.again(emit)
      default: {
        const ahead = direction === 'FETCH_FORWARD' ? count : -count
        if (ahead > 0) return yield* this.forward(session, ahead, emit)
        if (ahead === -Infinity && emit === null) return this.toStart()
        if (ahead < 0) return yield* this.backward(session, -ahead, emit)
        return yield* this.again(emit)
      }
    }
  }

  /**
   * The row it stands on.
   * @param {((row: any[]) => Generator<Promise<unknown>, void, void> | void) | null} emit
   * @returns {Generator<Promise<unknown>, number, void>}
   */
  *again(emit) {
    if (this.current === null) return 0
    if (emit !== null && !this.scroll) throw forwardOnly()
    const sent = emit?.(this.current)
    if (sent) yield* sent
    return 1
  }

  /**
   * The transaction ends and the cursor stays: what is left is read now.
   * @param {Session} session
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *persist(session) {
    const { breathe } = buildContext(session)
    for (const row of this.ahead.splice(0)) /** @type {RowStore} */ (this.store).push(row)
    while (!this.done) {
      yield* rest(session, breathe)
      yield* this.pull(session, Infinity)
      for (const row of this.ahead.splice(0)) /** @type {RowStore} */ (this.store).push(row)
    }
    this.keep(session)
  }

  /** All that it reads has been read: its name lives on without the transaction. @param {Session} session */
  keep(session) {
    this.execution?.finish(session)
    this.execution = null
    this.isPersistent = true
  }

  /**
   * Execute of the extended protocol on a cursor's name.
   * @override
   * @param {Session} session
   * @param {number} rowsMax
   * @param {ResultSink} sink
   * @returns {Generator<Promise<unknown>, void, void>}
   */
  *run(session, rowsMax, sink) {
    const rows = yield* this.forward(session, rowsMax, this.sender(session, sink, this.formats, false).emit)
    if (rows === rowsMax) sink.portalSuspended()
    else sink.commandComplete(commandTag(this.prepared, rows))
  }

  /**
   * Sends rows to a client; the description goes before the first, or when `end` is called: a FETCH that is refused has
   * said nothing.
   * @param {Session} session
   * @param {ResultSink} sink
   * @param {string} formats
   * @param {boolean} describe
   * @returns {{ emit: (row: any[]) => Generator<Promise<unknown>, void, void> | void, end: () => void }}
   */
  sender(session, sink, formats, describe) {
    const { columns } = this
    const chosen = formats !== '' ? formats : this.binary ? '1'.repeat(columns.length) : ''
    let described = !describe
    return {
      emit: (row) => {
        sendRows(
          session, sink, columns, [row.length === columns.length ? row : row.slice(0, columns.length)], chosen,
          !described,
        )
        described = true
        if ((sink.rows === null ? sink.writer.at : sink.rows.length) < sink.highWater) return undefined
        const pending = sink.drain(session)
        return pending === null ? undefined : wait(pending)
      },
      end: () => { if (!described) sendRows(session, sink, columns, [], chosen, true) },
    }
  }

  /** @override @param {Session} session */
  close(session) {
    super.close(session)
    this.store?.reset()
  }
}

/** @param {Promise<void>} pending @returns {Generator<Promise<unknown>, void, void>} */
function* wait(pending) {
  yield pending
}
