/** Commands that run by themselves: what they do cannot be a part of a transaction. */
import { notFromFunction, notInsideBlock } from '../../errors/engine.js'
import { IDLE, IMPLICIT } from '../session/transaction-block.js'

/** @import { Session } from '../session/session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/**
 * @param {Session} session @param {UtilityCall} call @param {string} command as messages name it
 * @throws {DbError} 25001 in a block, among other statements of a message, in a function
 */
export function requireAlone({ block, procedures }, call, command) {
  if (block.state !== IMPLICIT && block.state !== IDLE) throw notInsideBlock(command)
  if (call.alone) return
  // An exception block is as a block of transactions.
  throw procedures.depth > 0 && block.savepoints.length === 0 ? notFromFunction(command) : notInsideBlock(command)
}
