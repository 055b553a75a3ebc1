/**
 * BEGIN and COMMIT without anything else, which every transaction has. The rest of them is
 * commands/conversation/transaction.js.
 */
import { OPEN } from '../../session/transaction-block.js'
import { hasDeferredEvents } from './deferred.js'
import { PLAIN_BEGIN } from './edge-kind.js'

/** @import { Session } from '../../session/session.js' */
/** @import { ResultSink } from './result-sink.js' */

/** @type {{ isolation?: string, readOnly?: boolean, deferrable?: boolean }} */
const NO_OPTIONS = {}

/**
 * BEGIN and COMMIT as nearly every client sends them, without the way that may wait. The effect is runTransaction's.
 * @param {Session} session @param {number} edge of `plainEdge` @param {ResultSink} sink
 * @returns {boolean} false: nothing happened, it is for runTransaction
 */
export function runEdge(session, edge, sink) {
  const { block } = session
  if (session.cluster.observers !== null) return false
  if (edge === PLAIN_BEGIN) {
    session.settleStart()
    block.begin(NO_OPTIONS)
    sink.commandComplete('BEGIN')
    return true
  }
  if (block.state !== OPEN || hasDeferredEvents(session)) return false
  sink.commandComplete(block.commit())
  return true
}
