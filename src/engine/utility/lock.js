/** LOCK TABLE. */
import { lockNotAvailable, onlyInsideBlock } from '../../errors/engine.js'
import { OPEN } from '../transaction-block.js'
import { lockRelation, rangeName, relationOidOf, undefinedRelation } from './ddl.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** @param {Session} session @param {any} node LockStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runLock(session, node, call) {
  if (session.block.state !== OPEN) throw onlyInsideBlock('LOCK TABLE')
  for (const { RangeVar: rangeVar } of node.relations) {
    if (node.nowait) lockAtOnce(session, rangeVar, node.mode)
    else yield* lockRelation(session, rangeVar, node.mode)
  }
  call.sink.commandComplete('LOCK TABLE')
}

/** NOWAIT. @param {Session} session @param {any} rangeVar @param {number} mode @throws {DbError} 55P03, 42P01 */
function lockAtOnce(session, rangeVar, mode) {
  const oid = relationOidOf(session, rangeVar)
  if (oid === 0) throw undefinedRelation(session, rangeVar)
  const wait = session.cluster.txns.locks.acquire(session.block.ensure(), oid, mode)
  if (wait === null) return
  const refusal = lockNotAvailable(rangeName(rangeVar))
  wait.promise.catch(() => undefined)
  wait.cancel(refusal)
  throw refusal
}
