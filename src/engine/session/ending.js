/**
 * How a session ends: by its client's leaving, by somebody's wish, with its database.
 *
 *     open ──terminate──► told ──end──► closed ──the statement under way, if any, unwinds──► gone
 */
import { canceledByUser } from '../../errors/engine.js'
import { unwatchedBy } from '../../util/effort.js'
import { settle } from '../../util/memory-account.js'
import { saysDisconnected } from './server-log.js'

/** @import { DbError } from '../../errors/db-error.js' */
/** @import { Session } from './session.js' */

/** What a session counts for: itself, its settings, prepared statements, buffers of its connection. */
export const SESSION_BYTES = 512 * 1024

/** @param {Session} session @param {DbError} [error] what its client is told instead of 57P01 */
export function terminate(session, error) {
  session.onTerminate(error)
  session.close()
}

/** Its client is gone: what was open is rolled back. @param {Session} session */
export function end(session) {
  if (session.closed) return
  session.closed = true
  if (session.wait !== null) session.wait.cancel(canceledByUser())
  session.cancelRequested = true
  // A statement under way unwinds first: it may hold pages, and is about to look at what a rollback would take away.
  if (!session.running) finishEnd(session)
}

/** No statement of it is under way any more. @param {Session} session */
export function finishEnd(session) {
  const { cluster } = session
  unwatchedBy(session)
  for (const table of session.tables) settle(table)
  if (cluster.sessions.has(session)) session.memory.give(SESSION_BYTES)
  if (session.isClients && cluster.sessions.has(session)) saysDisconnected(session)
  if (cluster.isOpen) {
    rollbackForGood(session)
    session.portals.closeAll(true)
    cluster.txns.advisory.releaseAll(session)
    session.database.channels.removeAll(session)
    session.database.sessionClosed(session)
  }
  cluster.sessions.delete(session)
}

/**
 * What cannot be undone now (no room for the record) nobody is left to undo: the next open does it.
 * @param {Session} session
 */
function rollbackForGood({ block, cluster }) {
  try {
    if (block.txn !== null) block.rollback()
  } catch (error) {
    cluster.fail(error)
    block.rollback()
  }
}
