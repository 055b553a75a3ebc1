/** Waiting for a lock. */
import { logsWait } from './log-messages.js'
import { canceledByLockTimeout, canceledByTimeout } from '../../errors/engine.js'

/** @import { Session } from './session.js' */

/**
 * Waits for a lock, at most lock_timeout, and not beyond a cancel or statement_timeout.
 * @param {Session} session
 * @param {any} wait
 * @param {((error: unknown) => void) | null} fail hands a failed wait to the running generator, which rethrows
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* waitFor(session, wait, fail) {
  const cluster = session.cluster
  session.wait = wait
  const told = logsWait(session, wait)
  const { lockTimeoutMs } = session
  const timer =
    lockTimeoutMs > 0 ? cluster.clock.setTimer(() => wait.cancel(canceledByLockTimeout()), lockTimeoutMs) : null
  const statementTimer =
    session.statementDeadlineMs === Infinity
      ? null
      : cluster.clock.setTimer(
          () => wait.cancel(canceledByTimeout()),
          Math.max(0, session.statementDeadlineMs - cluster.clock.monotonicMs()),
        )
  try {
    if (session.cancelRequested) session.checkInterrupts()
    yield wait.promise
    told?.over(true)
  } catch (error) {
    if (!wait.done) wait.cancel(error)
    if (fail !== null) fail(error)
    throw error
  } finally {
    told?.over(false)
    session.wait = null
    timer?.cancel()
    statementTimer?.cancel()
  }
}
