/**
 * A call that is run in one go and meets a locked row has done nothing yet, but stands in the row's queue. It need not
 * go the way of generators from its beginning: when the wait is over it is run in one go again, and finds the row its
 * own, or gone. What it reads it reads as of the time before the wait, as the general way would and PostgreSQL does;
 * only the row it waited for is looked at as it is now.
 */
import { isTableWait } from '../../../txn/table-locks.js'
import { waitFor } from '../../session/wait.js'
import { dropRows, runsToEnd } from '../core/held-rows.js'
import { commandTag } from '../core/prepared.js'
import { runBounded } from '../core/run.js'

/** @import { Portal } from '../core/portal.js' */
/** @import { ResultSink } from '../core/result-sink.js' */
/** @import { Session } from '../../session/session.js' */

/**
 * Does its call wait for a row, and may it be run in one go again? Not where a wait is an error anyhow, nor where
 * functions of the program were run before. Who waits for a table takes its snapshot after that.
 * @param {Session} session @param {Portal} portal that is to be run whole
 */
export function waitsForRow({ block: { txn }, cluster, roleOid }, portal) {
  const { boundAs, prepared: { planned, isBounded } } = portal
  return txn !== null && txn.waiting !== null && !isTableWait(txn.waiting) && !txn.repeatableRead
    && isBounded && planned !== null && !planned.callsRoutines && !portal.started && boundAs === roleOid
    && cluster.observers === null
}

/**
 * @param {Session} session @param {Portal} portal for which `waitsForRow` holds @param {ResultSink} sink
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 40P01, 55P03, 57014, and what the statement throws
 */
export function* executeAfterWait(session, portal, sink) {
  const { prepared } = portal
  const { block, cluster: { txns } } = session
  session.settleStart()
  const snapshot = txns.snapshot(block.ensure())
  try {
    const executable = prepared.columns === null
      ? prepared.executable(session, 'none', '')
      : prepared.executable(session, 'wire', portal.formats)
    while (waitsForRow(session, portal)) {
      yield* waitFor(session, block.txn?.waiting, null)
      session.checkInterrupts()
      const mark = sink.writer.at
      let rows
      try {
        rows = runBounded(session, prepared, executable, portal.params, sink.writer, null, session.context, snapshot)
      } catch (error) {
        if (runsToEnd(prepared.planned)) dropRows(sink.writer, mark)
        throw error
      }
      if (rows < 0) continue
      portal.started = portal.done = true
      sink.commandComplete(commandTag(prepared, rows))
      return
    }
    portal.lentSnapshot = snapshot
    yield* portal.run(session, Infinity, sink)
  } finally {
    txns.releaseSnapshot(snapshot)
  }
}
