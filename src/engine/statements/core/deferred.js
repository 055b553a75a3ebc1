/** What waits for the end of a transaction: deferred constraints, SERIALIZABLE's last look, cursors WITH HOLD. */
import { pendingEvents } from '../../../errors/ddl/foreign-keys.js'
import { checkQueue } from '../../session/notify.js'
import { fireRound } from './events.js'
import { runSteps } from './run.js'

/** @import { Session } from '../../session/session.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */

/** Before COMMIT: what waited for the end of the transaction. @param {Session} session @returns {Work} */
export function* fireDeferred(session) {
  if (hasEvents(session)) yield* fireWaiting(session)
  session.block.txn?.serializable?.prepare()
  checkQueue(session)
  for (const portal of session.portals.named.values()) {
    if (!isToPersist(portal)) continue
    yield* /** @type {any} */ (portal).persist(session)
    // What its query calls may have left more to do.
    if (hasEvents(session)) yield* fireWaiting(session)
  }
}

/** @param {any} portal a cursor WITH HOLD of this transaction */
const isToPersist = (portal) => portal.hold === true && !portal.isPersistent

/** @param {Session} session @returns {Work} */
function* fireWaiting(session) {
  const { events } = session.block.txn
  // What waits keeps waiting, for its turn in the round: whatever it sets off comes after all that is here.
  yield* fireRound(session, events, ++events.rounds, runSteps, true)
  events.log.clear()
}

/** Whether a commit has something to do first. @param {Session} session */
export function hasDeferredEvents(session) {
  const { txn } = session.block
  if (session.toldBytes > 0) return true
  if (txn !== null && (txn.serializable !== null || (txn.events !== null && hasEvents(session)))) return true
  return session.portals.named.size > 0 && hasPortalsToPersist(session)
}

/** @param {Session} session */
function hasPortalsToPersist(session) {
  for (const portal of session.portals.named.values()) if (isToPersist(portal)) return true
  return false
}

/** @param {Session} session */
function hasEvents(session) {
  const { txn } = session.block
  return txn !== null && txn.events !== null && txn.events.log.count > 0
}

/**
 * A table whose rows have events waiting is not altered under them.
 * @param {Session} session @param {number} relationOid @param {string} command @throws {DbError} 55006
 */
export function refusePendingEvents(session, relationOid, command) {
  if (!hasEvents(session)) return
  const { log } = session.block.txn.events
  for (let index = 0; index < log.count; index++) {
    const relation = log.targetOf(index).ownRelation
    if (relation.oid === relationOid && log.firingOf(index) === 0) throw pendingEvents(command, relation.name)
  }
}
