/** pg_sleep() and its kin. */
/** @import { Session } from '../session/session.js' */

/** A longer one would fire at once. */
const LONGEST_TIMER_MS = 0x7fffffff

/**
 * Others run meanwhile; cancel and statement_timeout end it.
 * @param {Session} session
 * @param {number} milliseconds
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* sleep(session, milliseconds) {
  if (!(milliseconds > 0)) return
  const { clock } = session.cluster
  const endsMs = clock.monotonicMs() + milliseconds
  for (;;) {
    session.checkInterrupts()
    const leftMs = Math.min(endsMs, session.statementDeadlineMs) - clock.monotonicMs()
    if (leftMs <= 0 && clock.monotonicMs() >= endsMs) return
    /** @type {(value?: unknown) => void} */
    let wake = () => undefined
    const promise = new Promise((resolve) => { wake = resolve })
    const timer = clock.setTimer(() => wake(), Math.min(Math.max(0, leftMs), LONGEST_TIMER_MS))
    session.wait = { cancel: () => wake() }
    try {
      yield promise
    } finally {
      session.wait = null
      timer.cancel()
    }
  }
}
