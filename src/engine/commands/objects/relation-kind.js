/** What kind of relation an OID is, indexes included: descriptors keep those apart. */

import { isNot } from '../../../errors/ddl/alter.js'

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

/** Relations by the word of a statement. @type {Record<string, [string, string]>} */
export const RELATION_TYPES = {
  OBJECT_TABLE: ['rp', 'a table'], OBJECT_VIEW: ['v', 'a view'], OBJECT_MATVIEW: ['m', 'a materialized view'],
  OBJECT_INDEX: ['iI', 'an index'], OBJECT_SEQUENCE: ['S', 'a sequence'],
  OBJECT_FOREIGN_TABLE: ['f', 'a foreign table'],
}

/**
 * @param {Session} session @param {string} type one of these @param {number} oid @param {string} name as it was written
 * @throws {DbError} 42809
 */
export function requireKind(session, type, oid, name) {
  const [kinds, words] = RELATION_TYPES[type]
  if (!kinds.includes(kindOf(session, oid))) throw isNot(name, words)
}
