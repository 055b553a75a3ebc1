/**
 * What an error's DETAIL may say of a row: nothing to a role that may not read the table, or that row security keeps
 * from seeing all of its rows.
 * Asked when the error is made, since what is compiled serves every role.
 */
import { SELECT } from '../catalog/acl.js'
import { privilegesOn, RELATION } from '../catalog/guarded.js'
import { policiesFor } from '../catalog/policies.js'

/** @typedef {import('../catalog/relation.js').RelationDesc} RelationDesc */
/**
 * Whoever meets the error; nobody, for what the engine does by itself.
 * @typedef {Pick<import('./context.js').ExecContext, 'env'> &
 *   Partial<Pick<import('./context.js').ExecContext, 'session'>>} Asker
 */

/** @param {Asker} asker @param {RelationDesc} relation @returns {boolean} */
export function showsRows({ session }, relation) {
  if (!session) return true
  const catalog = session.catalog()
  if (privilegesOn(catalog, session.roleOid, RELATION, relation.oid, SELECT) === 0) return false
  if (!relation.rowSecurity) return true
  return policiesFor(catalog, relation, session.roleOid) === 'none'
}
