/** What kind of relation an OID is, indexes included: descriptors keep those apart. */

/** @import { Session } from '../../session/session.js' */

/** pg_class.relkind. @param {Session} session @param {number} oid @returns {string} '' when there is none */
export function kindOf(session, oid) {
  const catalog = session.catalog()
  const kind = catalog.relation(oid)?.kind
  if (kind !== undefined) return kind
  const index = catalog.index(oid)
  return index === undefined ? '' : catalog.relation(index.relationOid)?.kind === 'p' ? 'I' : 'i'
}

/** The table of an index. @param {Session} session @param {number} oid @returns {number} */
export const indexTable = (session, oid) => session.catalog().index(oid)?.relationOid ?? 0
