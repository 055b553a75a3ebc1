/** What utility statements ask of inheritance trees: every table below one, locked. */
import { inheritors } from '../../../catalog/inheritance.js'
import { ACCESS_EXCLUSIVE, lockOid, relationOidOf } from '../../session/ddl.js'

/** @import { Session } from '../../session/session.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */

/**
 * A table and all below it, each locked; children that came meanwhile too.
 * @param {Session} session
 * @param {number} oid locked already
 * @param {number} mode
 * @returns {Generator<Promise<unknown>, RelationDesc[], void>}
 */
export function* lockTree(session, oid, mode) {
  const locked = new Set([oid])
  for (;;) {
    const found = inheritors(session.catalog(), oid)
    const fresh = found.filter((relation) => !locked.has(relation.oid))
    if (fresh.length === 0) return found
    for (const relation of fresh) {
      yield* lockOid(session, relation.oid, mode)
      locked.add(relation.oid)
    }
  }
}

/**
 * Who drops a partition changes what is above it: that is locked first, as whoever works from above does.
 * @param {Session} session
 * @param {unknown} rangeVar
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* lockAbove(session, rangeVar) {
  const relation = session.catalog().relation(relationOidOf(session, rangeVar))
  if (relation?.isPartition) yield* lockOid(session, relation.parents[0], ACCESS_EXCLUSIVE)
}
