/**
 * The undo of a large change, in slices, before ROLLBACK, ROLLBACK TO or a failed statement ends it at once: a million
 * rows take seconds. On a full disk of any: it may have to wait for room. Until then the transaction is active and
 * keeps its locks; rows undone already are free. Whatever stops it here, a wait or an error, is met again by what ends
 * the change.
 */
import { isShortage } from '../../errors/storage.js'
import { rollbackSteps } from '../../txn/rollback.js'
import { othersTurn } from '../turns/others-turn.js'
import { OPEN, IMPLICIT } from './transaction-block.js'

/** @import { Session } from './session.js' */

/**
 * Pointers of undo records, 16 bytes each, between the oldest and the newest: fewer are undone at once. A few may be
 * of values of many megabytes.
 */
const MUCH = 64
/** Between two looks whether the system has room for the rest. */
const ROOM_MS = 100

/**
 * What is little is undone at once, unless there may be no room for it: what a full disk's log had kept for rollbacks
 * is spent.
 * @param {Session} session @param {number} keep the newest record that stays, 0: none
 */
export function hasMuchToUndo(session, keep) {
  const { txn } = session.block
  if (txn === null || txn.state !== 0 || txn.lastUndo === keep || session.synchronous) return false
  return session.cluster.wal.isSpent || txn.lastUndo - (keep === 0 ? txn.firstUndo : keep) > MUCH
}

/** @param {Session} session @param {number} keep @returns {Generator<Promise<unknown>, void, void>} */
export function* undoAhead(session, keep) {
  if (!hasMuchToUndo(session, keep)) return
  const { cluster } = session
  const { clock, slices, txns, heapEnv, wal } = cluster
  let endsMs = clock.monotonicMs() + slices.next(clock.monotonicMs())
  for (let steps = rollbackSteps(txns, session.block.txn, keep); wal.failed === null;) {
    let waits = wal.isNearlySpent && !wal.tryOpen()
    try {
      if (!waits && steps.next().done) return
    } catch (error) {
      if (!isShortage(error)) return // see above
      steps = rollbackSteps(txns, session.block.txn, keep)
      waits = true
    }
    if (!waits && clock.monotonicMs() < endsMs) continue
    heapEnv.releasePins()
    yield waits ? new Promise((resolve) => clock.setTimer(() => resolve(undefined), ROOM_MS)) : othersTurn(cluster)
    endsMs = clock.monotonicMs() + slices.next(clock.monotonicMs())
  }
}

/**
 * Before a statement's failure is dealt with.
 * @param {Session} session
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* undoFailed(session) {
  const { state, savepoints } = session.block
  if (state === IMPLICIT) yield* undoAhead(session, 0)
  else if (state === OPEN)
    yield* undoAhead(session, savepoints.length === 0 ? 0 : savepoints[savepoints.length - 1].mark.undo)
}
