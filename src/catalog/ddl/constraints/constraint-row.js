/** A row of pg_constraint before anything is known of it, and the table it is about. */
import { char } from '../context.js'

/** @import { RelationDesc } from '../../relation.js' */
/** @import { DdlContext } from '../context.js' */

/** Fields of pg_constraint that most new constraints share. */
export const CONSTRAINT_DEFAULTS = Object.freeze({
  condeferrable: false, condeferred: false, convalidated: true, contypid: 0, conindid: 0, conparentid: 0, confrelid: 0,
  confupdtype: char(' '), confdeltype: char(' '), confmatchtype: char(' '), conislocal: true, coninhcount: 0,
  connoinherit: false,
})

/** @param {DdlContext} ddl @param {number} oid @returns {RelationDesc} which the caller knows exists */
export function relationOf(ddl, oid) {
  return /** @type {RelationDesc} */ (ddl.view.relation(oid))
}
