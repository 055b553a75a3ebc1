/** LOCK TABLE. */
import { featureNotSupported } from '../../errors/db-error.js'
import { onlyInsideBlock } from '../../errors/engine.js'
import { OPEN } from '../transaction-block.js'
import { lockRelation } from './ddl.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** @param {Session} session @param {any} node LockStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runLock(session, node, call) {
  if (session.block.state !== OPEN) throw onlyInsideBlock('LOCK TABLE')
  if (node.nowait) throw featureNotSupported('LOCK TABLE NOWAIT')
  for (const { RangeVar: rangeVar } of node.relations) yield* lockRelation(session, rangeVar, node.mode)
  call.sink.commandComplete('LOCK TABLE')
}
