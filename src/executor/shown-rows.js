/**
 * What an error's DETAIL may say of a row: nothing to a role that row security keeps from seeing all rows of the table.
 * Asked when the error is made, since what is compiled serves every role.
 */
import { policiesFor } from '../catalog/policies.js'

/** @typedef {import('../catalog/relation.js').RelationDesc} RelationDesc */
/**
 * Whoever meets the error; nobody, for what the engine does by itself.
 * @typedef {Pick<import('./context.js').ExecContext, 'env'> &
 *   Partial<Pick<import('./context.js').ExecContext, 'session'>>} Asker
 */

/** @param {Asker} asker @param {RelationDesc} relation @returns {boolean} */
export function showsRows({ session }, relation) {
  if (!relation.rowSecurity || !session) return true
  return policiesFor(session.catalog(), relation, session.roleOid) === 'none'
}
