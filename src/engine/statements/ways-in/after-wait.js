/**
 * A call that is run in one go and meets a lock has done nothing yet, but stands in the lock's queue. It need not go
 * the way of generators from its beginning: when the wait is over it begins anew, and finds the lock its own, or the
 * row gone.
 */
import { waitFor } from '../../session/wait.js'
import { dropRows, runsToEnd } from '../core/held-rows.js'

/** @import { Portal } from '../core/portal.js' */
/** @import { ResultSink } from '../core/result-sink.js' */
/** @import { Session } from '../../session/session.js' */

/**
 * Does its call wait, and may begin anew? Not where what it read is to stay so, nor where functions of the program were
 * run before.
 * @param {Session} session @param {Portal} portal
 */
export function waitsToBegin({ block: { txn } }, portal) {
  const { planned } = portal.prepared
  return txn !== null && txn.waiting !== null && !txn.repeatableRead && planned !== null && !planned.callsRoutines
}

/**
 * @param {Session} session @param {Portal} portal for which `waitsToBegin` holds @param {ResultSink} sink
 * @param {() => boolean} executeNow false: nothing has happened, whether or not it waits again
 * @returns {Generator<Promise<unknown>, boolean, void>} false: it is for the general way
 * @throws {DbError} 40P01, 55P03, 57014, and what the statement throws
 */
export function* executeAfterWait(session, portal, sink, executeNow) {
  session.settleStart() // its clock is that before the wait
  for (;;) {
    yield* waitFor(session, session.block.txn?.waiting, null)
    session.checkInterrupts()
    const mark = sink.writer.at
    try {
      if (executeNow()) return true
    } catch (error) {
      if (runsToEnd(portal.prepared.planned)) dropRows(sink.writer, mark)
      throw error
    }
    if (!waitsToBegin(session, portal)) return false
  }
}
