/** A table that this session itself is still about is not dropped, emptied or altered: a cursor or portal reads it, or events of its rows wait for the end of the transaction. */
import { DbError } from '../../errors/db-error.js'
import { refusePendingEvents } from '../statements/core/deferred.js'

/** @import { Session } from '../session/session.js' */

/** @param {Session} session @param {number[]} oids of tables @param {string} command @throws {DbError} 55006 */
export function refuseWhileInUse(session, oids, command) {
  for (const portal of session.portals.values()) {
    if (portal.done || portal.execution === null || portal.prepared.planned === null) continue
    const { locks, prunedLocks } = portal.prepared.planned
    for (const relationOid of [...locks.map((lock) => lock.relationOid), ...prunedLocks.flatMap((lock) => lock.oids)]) {
      if (oids.includes(relationOid)) throw new DbError('55006', `cannot ${command} "${session.catalog().relation(relationOid)?.name}" because it is being used by active queries in this session`)
    }
  }
  for (const oid of oids) refusePendingEvents(session, oid, command)
}
