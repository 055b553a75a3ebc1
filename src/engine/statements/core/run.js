/**
 * Running a prepared statement in a session: locks, snapshot, execution context, and what to do when the running code
 * says it must wait or has used up its time slice.
 *
 * Two ways lead to the same effects. `runBounded` is an ordinary call for statements that touch a bounded number of
 * rows: it takes the plain body, and if that meets a wait before it had any effect, says so and the caller takes the
 * other way. `runSteps` is the general one: a generator that yields promises, driven by drive.js.
 */
import { PROMISE, READ, SLICE, SUSPEND, WAIT, WaitSignal } from '../../../executor/codes.js'
import { countRows, releaseCursors, resetContext, rowsTaken } from '../../../executor/context.js'
import { readOnlyTransaction } from '../../../errors/engine.js'
import { othersTurn } from '../../turns/others-turn.js'
import { sessionContext } from '../../session/context.js'
import { waitFor } from '../../session/wait.js'
import { customExecutable } from './custom-plans.js'
import { runsToEnd } from './held-rows.js'
import { permit } from './permit.js'
import { tableLocks } from './table-locks.js'
import { watchedBy } from '../../../util/effort.js'
import { useTypes } from '../../../types/lookup.js'
import { fireEvents } from './events.js'
import { Observed } from './observed.js'
import { runRewritten } from './rewritten.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Execution } from './execution.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { Snapshot } from '../../../txn/snapshot.js' */
/** @import { ExecContext } from '../../../executor/context.js' */
/** @import { Wait } from '../../../txn/wait.js' */

/**
 * Loop steps between looks at the clock: few at first, for one may take longer than a slice; then as many as take a
 * part of a slice.
 */
const FUEL_FIRST = 4
const FUEL_MAX = 4096
/**
 * Rows on the wire leave in pieces that grow up to so much: the client reads the first while the next is made, and long
 * answers cost few calls.
 */
const PIECE_BYTES_MAX = 256 * 1024

/** @typedef {{ done: boolean, suspended: boolean, rows: number }} RunResult */

/**
 * Fills a context for one statement.
 * @param {Session} session
 * @param {any} ctx
 * @param {any[]} params
 * @param {Snapshot} snapshot
 */
function prepareContext(session, ctx, params, snapshot) {
  resetContext(ctx)
  ctx.txn = snapshot.txn
  ctx.startLsn = snapshot.txn === null ? 0 : snapshot.txn.lastLsn
  ctx.snapshot = snapshot
  ctx.params = params
  ctx.catalog = session.catalog()
  ctx.workMem = session.workMemBytes
  ctx.rowLimit = Infinity
  ctx.highWater = Infinity
  ctx.stats = null
}

/** @param {Session} session @param {Prepared} prepared @throws {DbError} 25006 */
export function requireWritable(session, prepared) {
  const planned = /** @type {any} */ (prepared.planned)
  if (planned.writesStored && session.block.readOnly) throw readOnlyTransaction(planned.name)
}

/**
 * The fast path.
 * @param {Session} session
 * @param {Prepared} prepared with a current plan
 * @param {any} executable
 * @param {any[]} params
 * @param {any} writer
 * @param {any[] | null} rows
 * @param {ExecContext} [ctx] another context than the session's, which a statement that calls this one uses
 * @param {any} [lent] snapshot to read under
 * @returns {number} rows, or -1: nothing happened yet, take the general path
 */
export function runBounded(session, prepared, executable, params, writer, rows, ctx = session.context, lent = null) {
  if (session.cluster.observers === null || prepared.isInternal)
    return bounded(session, prepared, executable, params, writer, rows, ctx, lent)
  const observed = new Observed(session, prepared)
  const count = bounded(session, prepared, executable, params, writer, rows, ctx, lent)
  if (count < 0) return count
  observed.pause()
  observed.end(count)
  return count
}

/** @type {(...args: Required<Parameters<typeof runBounded>>) => number} */
function bounded(session, prepared, executable, params, writer, rows, ctx, lent) {
  const cluster = session.cluster
  if (!executable.plainOk) return -1
  permit(session, prepared)
  const planned = /** @type {any} */ (prepared.planned)
  const txn = session.block.ensure()
  if (session.block.deferrable && needsSafeSnapshot(session)) return -1
  if (!planned.readOnly) {
    requireWritable(session, prepared)
    txn.nextCommand()
  }
  const locks = planned.prunedLocks.length === 0 ? planned.locks : tableLocks(planned, params, session.catalog())
  for (let index = 0; index < locks.length; index++) {
    if (cluster.txns.locks.acquire(txn, locks[index].relationOid, locks[index].mode) !== null) return -1
  }
  session.block.started = true
  const mark = planned.callsRoutines ? cluster.txns.savepoint(txn) : null
  const snapshot = lent ?? cluster.txns.snapshotIn(txn, ctx.spareSnapshot)
  ctx.spareSnapshot = null
  prepareContext(session, ctx, params, snapshot)
  ctx.writer = writer
  ctx.rows = rows
  watchedBy(session)
  let done = -1
  try {
    done = executable.run(ctx)
  } catch (error) {
    if (!(error instanceof WaitSignal)) throw error
  } finally {
    if (ctx.cursors.length > 0) releaseCursors(ctx, true)
    if (lent === null) {
      cluster.txns.releaseSnapshot(snapshot)
      if (!txn.repeatableRead) ctx.spareSnapshot = snapshot
    }
    cluster.trimPins()
  }
  // What functions of the program did before one had to wait is no effect of the statement.
  if (done < 0 && mark !== null) cluster.txns.rollbackTo(txn, mark)
  return done
}

/**
 * The beginning of a plain body that only INSERTs: locks, command, snapshot, the session's context.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {any[]} params
 * @returns {ExecContext | null} context; null: a lock would have to be waited for
 */
export function enterPlain(session, prepared, params) {
  permit(session, prepared)
  const { txns } = session.cluster
  const txn = session.block.ensure()
  txn.nextCommand()
  const { locks } = /** @type {any} */ (prepared.planned)
  for (let index = 0; index < locks.length; index++)
    if (txns.locks.acquire(txn, locks[index].relationOid, locks[index].mode) !== null) return null
  session.block.started = true
  const ctx = session.context
  prepareContext(session, ctx, params, txns.snapshot(txn))
  watchedBy(session)
  return ctx
}

/** @param {Session} session @param {any} ctx of `enterPlain` */
export function leavePlain(session, ctx) {
  session.cluster.txns.releaseSnapshot(ctx.snapshot)
  session.cluster.trimPins()
}

/**
 * The general path, in one go from locks to the last row or the row limit.
 * @param {Session} session @param {Prepared} prepared @param {any[]} params
 * @param {Execution} execution what goes on across portal suspensions
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runSteps(session, prepared, params, execution) {
  if (execution.generator === null) {
    if (session.cluster.observers !== null && !prepared.isInternal) execution.observed = new Observed(session, prepared)
    const { boundAs } = execution
    if (boundAs < 0 || boundAs === session.roleOid) yield* begin(session, prepared, params, execution)
    else yield* beginAsBound(session, prepared, params, execution)
    if (execution.generator === null) {
      yield* runRewritten(session, prepared, params, execution, runSteps)
      return
    }
  }
  const ctx = execution.ctx
  const { observed } = execution
  ctx.rowLimit = execution.rowLimit
  const sink = execution.sink
  const generator = execution.generator
  const { clock, slices } = session.cluster
  let lookedMs = clock.monotonicMs()
  let sliceMs = slices.next(lookedMs)
  let sliceEndsMs = lookedMs + sliceMs
  let fuel = FUEL_FIRST
  /** @type {{ error: unknown } | null} */
  let failure = null
  for (;;) {
    ctx.fuel = fuel
    useTypes(ctx.catalog)
    watchedBy(session)
    if (observed !== null) observed.resume()
    const step = failure === null ? generator.next() : generator.throw(failure.error)
    if (observed !== null) observed.pause()
    failure = null
    session.cluster.trimPins()
    if (step.done) {
      execution.rows = step.value ?? ctx.rowCount
      if (ctx.events !== null && execution.events === null) {
        const { events } = ctx
        ctx.events = null
        releaseCursors(ctx)
        yield* fireEvents(session, events, runSteps)
      }
      if (observed !== null) observed.end(execution.rows)
      execution.observed = null
      execution.finish(session)
      if (prepared.callLooks > 0) prepared.lookAtCalls(session)
      return
    }
    switch (step.value) {
      case SLICE: {
        session.checkInterrupts()
        if (session.memory.isLimited) countRows(ctx)
        const nowMs = clock.monotonicMs()
        fuel = nextFuel(fuel, nowMs - lookedMs, sliceMs)
        lookedMs = nowMs
        if (session.synchronous || nowMs < sliceEndsMs) break
        yield othersTurn(session.cluster)
        session.checkInterrupts()
        lookedMs = clock.monotonicMs()
        sliceMs = slices.next(lookedMs)
        sliceEndsMs = lookedMs + sliceMs
        break
      }
      case WAIT:
        yield* waitFor(session, ctx.wait, (error) => generator.throw(error))
        lookedMs = clock.monotonicMs()
        sliceMs = slices.next(lookedMs)
        sliceEndsMs = lookedMs + sliceMs
        break
      case READ:
        yield ctx.wait.promise
        session.checkInterrupts()
        lookedMs = clock.monotonicMs()
        break
      case PROMISE:
        try {
          yield ctx.wait.promise
        } catch (error) {
          failure = { error }
        }
        lookedMs = clock.monotonicMs()
        sliceMs = slices.next(lookedMs)
        sliceEndsMs = lookedMs + sliceMs
        break
      case SUSPEND: {
        if (ctx.rowCount >= ctx.rowLimit) {
          execution.suspended = true
          execution.rows = ctx.rowCount
          return
        }
        if (session.memory.isLimited) countRows(ctx)
        const pending = sink.drain(session)
        if (session.memory.isLimited) rowsTaken(ctx, pending !== null)
        if (pending !== null) yield pending
        if (execution.output === 'wire' && ctx.highWater < PIECE_BYTES_MAX) ctx.highWater *= 4
        session.checkInterrupts()
        lookedMs = clock.monotonicMs()
        // Rows leave more often than fuel runs out; who takes them at once does not end the turn.
        if (pending === null && (session.synchronous || lookedMs < sliceEndsMs)) break
        if (pending === null) {
          yield othersTurn(session.cluster)
          session.checkInterrupts()
          lookedMs = clock.monotonicMs()
        }
        sliceMs = slices.next(lookedMs)
        sliceEndsMs = lookedMs + sliceMs
        break
      }
      default:
        throw new Error(`unknown yield ${step.value}`)
    }
  }
}

/**
 * Steps until the next look. Those of some statements take a microsecond, of others a hundred thousand times that,
 * and of one and the same statement both: what took longer than a slice is cut to what will fit in one, at once.
 * @param {number} fuel steps that were taken @param {number} tookMs by them @param {number} sliceMs @returns {number}
 */
export function nextFuel(fuel, tookMs, sliceMs) {
  if (tookMs < sliceMs / 8) return fuel < FUEL_MAX ? fuel * 2 : fuel
  if (tookMs > sliceMs) return Math.max(1, Math.floor(fuel * sliceMs / tookMs / 2))
  return tookMs > sliceMs / 2 ? Math.max(1, fuel >> 1) : fuel
}

/** SERIALIZABLE READ ONLY DEFERRABLE, and nothing was read yet. @param {Session} session */
const needsSafeSnapshot = ({ block }) =>
  block.readOnly && block.txn !== null && block.txn.isSerializable && block.txn.baseSnapshot === null

/**
 * Takes snapshots until one is safe: those who ran beside it are over, and none of them can make it wrong.
 * @param {Session} session
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* awaitSafeSnapshot(session) {
  const { txn } = session.block
  const { txns } = session.cluster
  txn.readOnly = true
  for (;;) {
    txns.releaseSnapshot(txns.snapshot(txn))
    const serial = txn.serializable
    if (serial.undecided !== null) {
      const promise = new Promise((resolve) => { serial.decided.push(() => resolve(undefined)) })
      const wait = {
        promise, done: false,
        cancel: () => serial.decided.splice(0).forEach((/** @type {() => void} */ tell) => tell()),
      }
      yield* waitFor(session, wait, null)
      session.checkInterrupts()
    }
    if (serial.safe) return
    txns.dropSnapshot(txn)
  }
}

/**
 * Locks, snapshot and context, before the first row is asked for. Without a generator afterwards, the statement is
 * several (rewritten.js).
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {any[]} params
 * @param {Execution} execution
 * @param {boolean} [isPermitted] it need not be asked whether the session's role may run it
 */
export function* begin(session, prepared, params, execution, isPermitted = false) {
  const cluster = session.cluster
  const txn = session.block.ensure()
  session.settleStart()
  yield* lockAndValidate(session, prepared, params)
  if (!isPermitted) permit(session, prepared)
  requireWritable(session, prepared)
  if (session.block.deferrable && needsSafeSnapshot(session)) {
    yield* awaitSafeSnapshot(session)
    prepared.prepareFor(session, prepared.paramTypes, prepared.columns !== null) // others may have planned it meanwhile
  }
  const planned = /** @type {any} */ (prepared.planned)
  if (planned.steps !== null) return
  if (!planned.readOnly) txn.nextCommand()
  session.block.started = true
  const snapshot =
    execution.lentSnapshot
    ?? (execution.newest
      ? cluster.txns.newestSnapshot(txn, !planned.readOnly && planned.command !== 'select')
      : cluster.txns.snapshot(txn))
  const ctx = sessionContext(session)
  prepareContext(session, ctx, params, snapshot)
  ctx.events = execution.events
  ctx.lateFailure = planned.lateFailure
  if (execution.lentSnapshot === null) execution.snapshot = snapshot
  execution.ctx = ctx
  ctx.writer = execution.writer
  ctx.rows = execution.rowsOut
  ctx.highWater = execution.sink.highWater
  // By the plan at hand: it may have been made anew behind the locks.
  if (execution.instrument !== null) Object.assign(execution, execution.instrument(planned))
  ctx.stats = execution.stats
  ctx.source = execution.source
  execution.planned = planned
  execution.columns = prepared.columns
  session.executions.add(execution)
  const executable = execution.executable ?? customExecutable(session, prepared, params, execution)
    ?? prepared.executable(session, execution.output, execution.formats)
  execution.generator = executable.start(ctx)
}

/**
 * The same for a portal that was bound before SET ROLE: its plan, with the policies that hold, is that of who bound it.
 * Who bound it was asked for leave to read then; for leave to write, who runs it is asked. As whom functions see
 * themselves is who runs it, too.
 * @param {Session} session @param {Prepared} prepared @param {unknown[]} params @param {Execution} execution
 */
function* beginAsBound(session, prepared, params, execution) {
  const { identity } = session
  const before = identity.enter(execution.boundAs)
  try {
    yield* begin(session, prepared, params, execution, true)
  } finally {
    identity.leave(before)
  }
  if (runsToEnd(prepared.planned)) permit(session, prepared)
  if (execution.ctx !== null) execution.ctx.catalog = session.catalog()
}

/**
 * The plan's table locks before the client is told the result columns.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {any[]} params
 * @returns {Wait | null} Wait, null: all are held
 */
export function firstTableWait(session, prepared, params) {
  const { txns } = session.cluster
  const locks = tableLocks(prepared.planned, params, session.catalog())
  for (let index = 0; index < locks.length; index++) {
    const wait = txns.locks.acquire(session.block.txn, locks[index].relationOid, locks[index].mode)
    if (wait !== null) return wait
  }
  return null
}

/**
 * Takes the plan's table locks. After a wait the world may have changed: the statement is planned again and locks what
 * is new.
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {any[]} params
 * @param {boolean} [keepColumns] the client was told the result columns
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* lockAndValidate(session, prepared, params, keepColumns = prepared.columns !== null) {
  const txn = session.block.ensure()
  for (;;) {
    prepared.prepareFor(session, prepared.paramTypes, keepColumns)
    let waited = false
    for (const { relationOid, mode } of tableLocks(prepared.planned, params, session.catalog())) {
      const wait = session.cluster.txns.locks.acquire(txn, relationOid, mode)
      if (wait !== null) {
        yield* waitFor(session, wait, null)
        waited = true
      }
    }
    if (!waited) return
  }
}
