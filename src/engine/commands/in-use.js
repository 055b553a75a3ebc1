/**
 * A table that this session itself is still about is not dropped, emptied or altered: a cursor or portal reads it, or
 * events of its rows wait for the end of the transaction.
 */
import { isOthersTemporary } from '../../catalog/temporary.js'
import { usedByActiveQueries } from '../../errors/commands/objects.js'
import { refusedOnOthersTemporary } from '../../errors/ddl/temporary.js'
import { refusePendingEvents } from '../statements/core/deferred.js'

/** @import { Session } from '../session/session.js' */

/**
 * @param {Session} session @param {number[]} oids of relations @param {string} doing 'truncate' …
 * @throws {DbError} 0A000
 */
export function refuseOthersTemporary(session, oids, doing) {
  const catalog = session.catalog()
  for (const oid of oids) {
    const relation = catalog.relation(catalog.index(oid)?.relationOid ?? oid)
    if (relation !== undefined && isOthersTemporary(catalog, relation)) throw refusedOnOthersTemporary(doing)
  }
}

/** @param {Session} session @param {number[]} oids of tables @param {string} command @throws {DbError} 55006 */
export function refuseWhileInUse(session, oids, command) {
  for (const planned of underWay(session)) {
    const { locks, prunedLocks } = planned
    for (const relationOid of [...locks.map((lock) => lock.relationOid), ...prunedLocks.flatMap((lock) => lock.oids)]) {
      if (oids.includes(relationOid)) throw usedByActiveQueries(command, session.catalog().relation(relationOid)?.name)
    }
  }
  for (const oid of oids) refusePendingEvents(session, oid, command)
}

/**
 * Statements that have begun and not ended: of portals, and those whose functions or triggers the command is in.
 * @param {Session} session
 * @returns {Generator<import('../../planner/plan.js').PlannedStatement, void, void>}
 */
function* underWay(session) {
  for (const { done, execution, prepared } of session.portals.values())
    if (!done && execution !== null && prepared.planned !== null) yield prepared.planned
  for (const { planned } of session.executions) if (planned !== null) yield planned
}
