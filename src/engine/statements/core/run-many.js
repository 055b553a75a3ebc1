/**
 * One statement for many rows of parameters, as if it ran for one after the other: the batches of an INSERT … VALUES
 * whose rows meet nobody, with or without ON CONFLICT, are written as one (executor/operators/write/insert-many.js). A
 * batch that meets an equal key, a value that cannot be computed, a lock, is left to the caller's single runs, from its
 * first row on. What does not go through a batch costs one in vain, so each failure sends twice as many rows the single
 * way, in later calls too. Rows that go the single way, an UPDATE's or an upsert's of rows that are there, are looked
 * at some at a time before they are changed (executor/operators/scan/look-ahead.js).
 */
import { releaseCursors } from '../../../executor/context.js'
import { acquireBatch, releaseBatch } from '../../../executor/operators/write/insert-batch.js'
import { worstVolatility } from '../../../planner/volatility.js'
import { MANY_PUNISHED_MIN } from './prepared.js'
import { enterPlain, leavePlain } from './run.js'

/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */

const ALONE_MAX = 16384
/** Rows looked at together. */
const AHEAD_MAX = 32

/**
 * @param {Session} session in a transaction @param {Prepared} prepared @param {ArrayLike<any>} rows
 * @param {(row: unknown) => unknown[]} convert a row to the statement's parameters
 * @param {(params: unknown[]) => number} single runs the statement once: rows changed
 * @returns {number} rows changed
 */
export function runMany(session, prepared, rows, convert, single) {
  let changes = 0
  const next = new NextParams(rows, convert)
  for (let at = 0; at < rows.length;) {
    session.checkInterrupts()
    if (prepared.isPlanned) prepared.prepare(session)
    const body = prepared.manyAlone === 0 && rows.length - at > 1 ? bodyOf(session, prepared) : null
    if (body !== null) {
      const done = writeBatch(session, prepared, body, rows, at, convert)
      if (done > 0) {
        at += done
        changes += done
        prepared.manyPunished = MANY_PUNISHED_MIN
        continue
      }
      prepared.manyAlone = prepared.manyPunished = Math.min(ALONE_MAX, 2 * prepared.manyPunished)
    }
    changes += single(next.has(at) ? next.take(at) : next.make(at, aheadOf(session, prepared)))
    at++
    if (prepared.manyAlone > 0) prepared.manyAlone--
  }
  return changes
}

/**
 * Parameters of the rows to come, which are made some at a time, so that what they look up is in the processor's cache
 * when they run.
 */
class NextParams {
  /** @param {ArrayLike<any>} rows @param {(row: unknown) => unknown[]} convert */
  constructor(rows, convert) {
    this.rows = rows
    this.convert = convert
    /** @type {(any[] | null)[]} */
    this.made = []
    this.from = 0
  }

  /** @param {number} at of the row */
  has(at) { return at >= this.from && at < this.from + this.made.length }

  /** @param {number} at of the row @returns {any[]} @throws {DbError} what is wrong with its values */
  take(at) {
    return this.made[at - this.from] ?? this.convert(this.rows[at])
  }

  /**
   * @param {number} from a row
   * @param {import('../../../executor/operators/scan/look-ahead.js').RowAhead | null} ahead
   * @returns {any[]} its parameters
   */
  make(from, ahead) {
    if (ahead === null) return this.convert(this.rows[from])
    this.from = from
    this.made = []
    for (let at = from; at < this.rows.length && this.made.length < AHEAD_MAX; at++) {
      let params = null
      try {
        params = this.convert(this.rows[at])
        const key = params[ahead.parameter]
        if (key !== null) ahead.rows.addKey(key)
      } catch {
        // Said when it is the row's turn.
      }
      this.made.push(params)
    }
    ahead.rows.look()
    return this.take(from)
  }
}

/** @param {Session} session @param {Prepared} prepared */
function aheadOf(session, prepared) {
  if (!prepared.isPlanned || !prepared.isBounded) return null
  const executable = prepared.executable(session, 'none', '')
  if (!executable.plainOk) return null
  // What a row's run may change of the session is not to be seen by the parameters of the next one too late.
  executable.mayLookAhead ??= worstVolatility(session.catalog(), [/** @type {any} */ (prepared.planned).root]) !== 'v'
  return executable.mayLookAhead ? executable.ahead() : null
}

/** @param {Session} session @param {Prepared} prepared */
function bodyOf(session, prepared) {
  if (!prepared.isPlanned || !prepared.isBounded || session.block.readOnly || session.block.txn?.serializable)
    return null
  const planned = /** @type {any} */ (prepared.planned)
  if (planned === null || planned.callsRoutines || planned.steps !== null || planned.prunedLocks.length > 0) return null
  const executable = prepared.executable(session, 'none', '')
  const body = executable.plainOk ? executable.many() : null
  if (body === null) return null
  // A row that falls back to a single run is computed twice.
  executable.manyIsRepeatable ??=
    worstVolatility(session.catalog(), [planned.root.values, planned.root.input, planned.root.checks]) !== 'v'
  return executable.manyIsRepeatable ? body : null
}

/**
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {import('../../../executor/operators/write/insert-many.js').ManyBody} body
 * @param {ArrayLike<any>} rows
 * @param {number} from
 * @param {(row: unknown) => unknown[]} convert @returns {number} rows written; 0: none, and nothing has changed
 */
function writeBatch(session, prepared, body, rows, from, convert) {
  const ctx = enterPlain(session, prepared, [])
  if (ctx === null) return 0
  const batch = acquireBatch(body.indexCount, 0)
  try {
    let at = from
    try {
      for (; at < rows.length && !batch.isFull(); at++) {
        ctx.params = convert(rows[at])
        body.gather(ctx, batch)
      }
    } catch {
      // The row's single run says what is wrong, when those before it are written.
    }
    const count = at - from
    const written = count > 0 && body.flush(ctx, batch) ? count : 0
    releaseBatch(batch)
    return written
  } finally {
    if (ctx.cursors.length > 0) releaseCursors(ctx, true)
    leavePlain(session, ctx)
  }
}
