/**
 * What PL/pgSQL asks of a session beyond single statements (procedures/host.js, `ProgramHost`): parts that can be
 *   undone, the transaction's end inside a
 * procedure, cursors, utility statements whose rows somebody wants, and turns for others inside of long loops.
 */
import { expectErrors } from '../../../errors/db-error.js'
import { invalidTermination } from '../../../errors/plpgsql.js'
import { notACursor } from '../../../errors/procedures.js'
import { duplicatePortal, onlyInsideBlock, endInSubtransaction, endInCursorLoop } from '../../../errors/engine.js'
import { othersTurn } from '../../turns/others-turn.js'
import { IMPLICIT, OPEN } from '../../session/transaction-block.js'
import { callOutputs } from './call.js'
import { CommandCursor } from './command-cursor.js'
import { Cursor, scansBackward } from './cursor.js'
import { mayReadAhead } from './read-ahead.js'
import { nextFuel } from './run.js'
import { UNTOLD } from './untold.js'

/** @import { Prepared } from './prepared.js' */
/** @import { ResultColumn, PlannedStatement } from '../../../planner/plan.js' */
/** @import { Snapshot, Value } from '../../../procedures/host.js' */
/** @import { OwnWork } from '../../../procedures/plpgsql/own-work.js' */
/** @import { Run } from '../../../procedures/plpgsql/run.js' */
/** @import { Savepoint } from '../../session/transaction-block.js' */
/** @import { Session } from '../../session/session.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */

/** Steps of loops between two looks at the clock: few at first, then as many as take a part of a slice. */
const FUEL_FIRST = 64
const FUEL_MAX = 8192
/** A command takes so long that the clock is looked at behind it. */
const COMMAND_STEPS = FUEL_MAX

export class SessionProgramHost {
  /** @param {Session} session */
  constructor(session) {
    this.session = session
    /**
     * Loops over rows that are under way: a COMMIT reads what is left of them first.
     * @type {Set<{ hold: () => Work, isQuery: boolean }>}
     */
    this.loops = new Set()
    /** The CALL or DO under way may end the transaction. */
    this.mayEnd = false
    /** The PL/pgSQL call under way. @type {Run | OwnWork | null} */
    this.run = null
    /** Counts portals without a name. */
    this.unnamed = 0
    this.sliceEndsMs = 0
    this.sliceMs = 1
    this.lookedMs = 0
    /** The session's statement that the slice is of. */
    this.statement = 0
    /** Steps until the next look at the clock; loops count it down. */
    this.fuel = FUEL_FIRST
    this.fuelNow = FUEL_FIRST
  }

  /** Whether the call that begins now may end the transaction; a call inside of it has to be told anew. */
  takeMayEnd() {
    const { mayEnd } = this
    this.mayEnd = false
    return mayEnd
  }

  // --- parts that can be undone ------------------------------------------------------------------------------------

  /** @returns {Savepoint} what `leave` and `undo` want */
  enter() {
    const part = this.session.block.beginPart()
    expectErrors(true)
    return part
  }

  /** @param {Savepoint} part */
  leave(part) {
    const { block } = this.session
    block.endPart(part)
    expectErrors(block.isInPart)
  }

  /** @param {Savepoint} part */
  undo(part) {
    const { block } = this.session
    block.undoPart(part)
    expectErrors(block.isInPart)
  }

  // --- the transaction's end ---------------------------------------------------------------------------------------

  /** @param {boolean} isCommit @param {boolean} chain @returns {Work} @throws {DbError} 2D000 */
  *end(isCommit, chain) {
    const { session } = this
    const { block } = session
    if (block.savepoints.length > 0) {
      throw endInSubtransaction(isCommit)
    }
    if (block.state === OPEN) throw invalidTermination()
    for (const loop of this.loops) {
      if (!loop.isQuery) {
        throw endInCursorLoop()
      }
      yield* loop.hold()
    }
    block.ensure()
    if (isCommit) yield* session.envelope.commit(chain)
    else block.rollback(chain)
    block.ensure()
    // The next transaction is the statement's, too.
    block.state = IMPLICIT
    session.settleStart()
  }

  /**
   * Whether a loop comes to each row by itself: PostgreSQL fetches one at a time where the transaction may end.
   * @param {boolean} mayEnd
   */
  loopsSingly(mayEnd) { return mayEnd && this.session.block.state !== OPEN }

  /**
   * Whether such a loop may have rows before it comes to them, which nobody sees.
   * @param {import('./prepared.js').Prepared} prepared
   */
  loopsAhead(prepared) { return mayReadAhead(this.session, prepared) }

  // --- utility statements ------------------------------------------------------------------------------------------

  /**
   * @param {Prepared} prepared @param {Value[]} params @param {boolean} mayEnd of a CALL or DO: it may end the
   *   transaction
   * @returns {Generator<Promise<unknown>, { rows: Value[][], columns: ResultColumn[] | null, tag: string }, void>}
   */
  *utility(prepared, params, mayEnd) {
    const { session } = this
    const { commands } = session
    const columns = commands.columns(session, prepared)
    /** @type {Value[][]} */
    const rows = []
    let tag = ''
    const sink = { ...UNTOLD, rows, commandComplete: (/** @type {string} */ text) => { tag = text } }
    this.mayEnd = mayEnd
    this.fuel -= COMMAND_STEPS
    try {
      yield* commands.run(session, prepared, { sink, params, formats: '', alone: false, describe: false })
    } finally {
      this.mayEnd = false
    }
    return { rows, columns, tag }
  }

  /**
   * The parameters that a CALL's outputs are.
   * @param {Prepared} prepared @returns {{ number: number, name: string }[]} number 0: something else
   */
  outputArguments(prepared) { return callOutputs(this.session, prepared) }

  // --- cursors -----------------------------------------------------------------------------------------------------

  /** @returns {string} a name that no portal has */
  freeName() {
    let name
    do name = `<unnamed portal ${++this.unnamed}>`
    while (this.session.portals.has(name))
    return name
  }

  /**
   * @param {string} name
   * @param {Prepared} prepared a query, or a command that answers with rows
   * @param {Value[]} params
   * @param {boolean | null} scroll null:
   *   if it can without keeping rows @param {Snapshot} lent snapshot, null: one of its own
   * @returns {Work} @throws {DbError} 42P03, 42P11
   */
  *openCursor(name, prepared, params, scroll, lent) {
    const { session } = this
    if (session.portals.has(name)) throw duplicatePortal(name)
    if (session.block.state === 0) throw onlyInsideBlock('DECLARE CURSOR')
    const cursor = this.madeCursor(name, prepared, params, scroll)
    cursor.serial = session.block.savepointSerial
    cursor.lentSnapshot = lent
    yield* cursor.open(session)
    session.portals.set(name, cursor)
  }

  /**
   * @param {string} name @param {Prepared} prepared @param {Value[]} params @param {boolean | null} scroll
   * @returns {Cursor} @throws {DbError} 42P11
   */
  madeCursor(name, prepared, params, scroll) {
    const { session } = this
    const options = { scroll: scroll ?? false, hold: false, binary: false, text: prepared.sourceText,
      createdAt: session.statementStart || session.transactionStart }
    if (!prepared.isPlanned) {
      const columns = /** @type {ResultColumn[]} */ (session.commands.columns(session, prepared))
      return new CommandCursor(name, prepared, columns, params, options)
    }
    prepared.withRowIds = true
    prepared.prepare(session)
    const planned = /** @type {PlannedStatement} */ (prepared.planned)
    if (prepared.columns === null) throw notACursor(planned.tag)
    const locks = (prepared.node.lockingClause?.length ?? 0) > 0
    options.scroll = scroll ?? (!locks && planned.root !== null && scansBackward(planned.root))
    return new Cursor(name, prepared, params, options)
  }

  /** @param {string} name @returns {Cursor | null} */
  cursor(name) {
    const found = this.session.portals.get(name)
    return found instanceof Cursor ? found : null
  }

  /** @param {string} name */
  closeCursor(name) { this.session.portals.close(name) }

  // --- turns -------------------------------------------------------------------------------------------------------

  /**
   * Whether there is fuel for so many steps: a statement that begins has a slice of its own.
   * @param {number} steps
   */
  hasFuel(steps) {
    if (this.fuel >= steps) return true
    if (this.statement === this.session.statements || steps > FUEL_FIRST) return false
    this.beginStatement(this.session.cluster.clock.monotonicMs())
    return true
  }

  /** What has passed since the last look was others', or nobody's. @param {number} nowMs */
  beginStatement(nowMs) {
    this.statement = this.session.statements
    this.beginSlice(nowMs)
    this.fuelNow = Math.max(this.fuelNow, FUEL_FIRST)
    this.fuel = this.fuelNow
  }

  /** Steps are used up: others have a turn if this one was long. @returns {Promise<void> | null} null: go on */
  rest() {
    const { session } = this
    session.checkInterrupts()
    const nowMs = session.cluster.clock.monotonicMs()
    if (this.statement !== session.statements) {
      this.beginStatement(nowMs)
      return null
    }
    // Steps of some loops take a nanosecond, of others a hundred thousand times that.
    const tookMs = nowMs - this.lookedMs
    // Beyond what was given counts what calls and commands took of it (CALL_STEPS, COMMAND_STEPS).
    this.fuelNow = Math.min(FUEL_MAX, nextFuel(this.fuelNow, tookMs, this.sliceMs))
    this.fuel = this.fuelNow
    this.lookedMs = nowMs
    return session.synchronous || nowMs < this.sliceEndsMs ? null : this.turn()
  }

  /** @returns {Promise<void>} */
  async turn() {
    const { session } = this
    const { cluster } = session
    await othersTurn(cluster)
    this.beginSlice(cluster.clock.monotonicMs())
    session.checkInterrupts()
  }

  /** @param {number} nowMs */
  beginSlice(nowMs) {
    this.sliceMs = this.session.cluster.slices.next(nowMs)
    this.sliceEndsMs = nowMs + this.sliceMs
    this.lookedMs = nowMs
  }
}
