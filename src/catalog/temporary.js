/** Whose temporary relations are whose. */

/** @import { RelationDesc } from './relation.js' */

/**
 * Another session's: its rows, and what hangs on them, are nobody else's to read or change, whatever rights he has.
 * @param {{ temporaryNamespace: number }} catalog the session's view
 * @param {Pick<RelationDesc, 'persistence' | 'namespaceOid'>} relation
 */
export const isOthersTemporary = (catalog, { persistence, namespaceOid }) =>
  persistence === 't' && namespaceOid !== catalog.temporaryNamespace
