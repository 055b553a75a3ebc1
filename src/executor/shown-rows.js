/**
 * What an error's DETAIL may say of a row: nothing to a role that row security keeps from seeing all of a table's rows;
 * of a table that it may not read, the columns that it may, and of a new row also those it named itself.
 * Asked when the error is made, since what is compiled serves every role.
 */
import { SELECT } from '../catalog/acl.js'
import { privilegesOn, privilegesOnColumn, RELATION } from '../catalog/guarded.js'
import { policiesFor } from '../catalog/policies.js'

/** @typedef {import('../catalog/relation.js').RelationDesc} RelationDesc */
/**
 * Whoever meets the error; nobody, for what the engine does by itself.
 * @typedef {Pick<import('./context.js').ExecContext, 'env'> &
 *   Partial<Pick<import('./context.js').ExecContext, 'session'>>} Asker
 */

/** @param {Asker} asker @param {RelationDesc} relation @returns {'all' | 'some' | 'none'} */
function shown({ session }, relation) {
  if (!session) return 'all'
  const catalog = session.catalog()
  if (relation.rowSecurity && policiesFor(catalog, relation, session.roleOid) !== 'none') return 'none'
  return privilegesOn(catalog, session.roleOid, RELATION, relation.oid, SELECT) === 0 ? 'some' : 'all'
}

/** @param {Asker} asker @param {RelationDesc} relation @param {number} attnum 0: an expression */
const showsColumn = ({ session }, relation, attnum) =>
  attnum > 0 && privilegesOnColumn(session.catalog(), session.roleOid, relation.oid, attnum, SELECT) > 0

/**
 * A key is shown whole or not at all. @param {Asker} asker @param {RelationDesc} relation
 * @param {number[]} attnums 0 for an expression @returns {boolean}
 */
export function showsKey(asker, relation, attnums) {
  const much = shown(asker, relation)
  return much === 'some' ? attnums.every((attnum) => showsColumn(asker, relation, attnum)) : much === 'all'
}

/**
 * Which columns of a new row. @param {Asker} asker @param {RelationDesc} relation
 * @param {readonly number[]} named those that the statement says something of
 * @returns {((attnum: number) => boolean) | null} null: all
 */
export function shownColumns(asker, relation, named) {
  const much = shown(asker, relation)
  if (much === 'all') return null
  if (much === 'none') return () => false
  return (attnum) => named.includes(attnum) || showsColumn(asker, relation, attnum)
}
