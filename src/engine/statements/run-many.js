/**
 * One statement for many rows of parameters, as if it ran for one after the other: the batches of an INSERT … VALUES whose rows meet nobody, with or without ON CONFLICT, are written
 * as one (executor/operators/write/insert-many.js). A batch that meets an equal key, a value that cannot be computed, a lock, is left to the caller's single runs, from its
 * first row on. What does not go through a batch costs one in vain, so each failure sends twice as many rows the single way.
 */
import { releaseCursors } from '../../executor/context.js'
import { acquireBatch, releaseBatch } from '../../executor/operators/write/insert-batch.js'
import { worstVolatility } from '../../planner/volatility.js'
import { enterPlain, leavePlain } from './run.js'

/** @import { Session } from '../session/session.js' */
/** @import { Prepared } from './prepared.js' */

const ALONE_MIN = 64
const ALONE_MAX = 16384

/**
 * @param {Session} session in a transaction @param {Prepared} prepared @param {ArrayLike<any>} rows
 * @param {(row: any) => any[]} convert a row to the statement's parameters @param {(params: any[]) => number} single runs the statement once: rows changed
 * @returns {number} rows changed
 */
export function runMany(session, prepared, rows, convert, single) {
  let changes = 0
  let alone = 0
  let punished = ALONE_MIN / 2
  for (let at = 0; at < rows.length;) {
    session.checkInterrupts()
    if (prepared.isPlanned) prepared.prepare(session)
    const body = alone === 0 && rows.length - at > 1 ? bodyOf(session, prepared) : null
    if (body !== null) {
      const done = writeBatch(session, prepared, body, rows, at, convert)
      if (done > 0) {
        at += done
        changes += done
        punished = ALONE_MIN / 2
        continue
      }
      punished = Math.min(ALONE_MAX, 2 * punished)
      alone = punished
    }
    changes += single(convert(rows[at++]))
    if (alone > 0) alone--
  }
  return changes
}

/** @param {Session} session @param {Prepared} prepared */
function bodyOf(session, prepared) {
  if (!prepared.isPlanned || !prepared.isBounded || session.block.readOnly || session.block.txn?.serializable) return null
  const planned = /** @type {any} */ (prepared.planned)
  if (planned === null || planned.callsRoutines || planned.steps !== null || planned.prunedLocks.length > 0) return null
  const executable = prepared.executable(session, 'none', '')
  const body = executable.plainOk ? executable.many() : null
  if (body === null) return null
  // A row that falls back to a single run is computed twice.
  executable.manyIsRepeatable ??= worstVolatility(session.catalog(), [planned.root.values, planned.root.input, planned.root.checks]) !== 'v'
  return executable.manyIsRepeatable ? body : null
}

/**
 * @param {Session} session @param {Prepared} prepared @param {import('../../executor/operators/write/insert-many.js').ManyBody} body @param {ArrayLike<any>} rows @param {number} from
 * @param {(row: any) => any[]} convert @returns {number} rows written; 0: none, and nothing has changed
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
