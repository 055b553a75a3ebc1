/** What kind of relation an OID is, indexes included: descriptors keep those apart. */

/** @import { Session } from '../session.js' */

/** pg_class.relkind. @param {Session} session @param {number} oid @returns {string} '' when there is none */
export const kindOf = (session, oid) => session.catalog().relation(oid)?.kind ?? (session.catalog().index(oid) === undefined ? '' : 'i')

/** The table of an index. @param {Session} session @param {number} oid @returns {number} */
export const indexTable = (session, oid) => session.catalog().index(oid)?.relationOid ?? 0
