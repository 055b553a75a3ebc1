/** Tables have one access method. */
import { catalogShape } from '../../catalog/store/shapes.js'
import { DbError } from '../../errors/db-error.js'

/** @import { Session } from './session.js' */

/** Why another cannot be a table's. @param {Session} session @param {string} name of USING @returns {DbError} 42704, 55000 */
export function otherAccessMethod(session, name) {
  const { at } = catalogShape('pg_am')
  const known = session.catalog().rows('pg_am', 'pg_am_name_index', [name])[0]
  return known === undefined ? new DbError('42704', `access method "${name}" does not exist`) : new DbError('55000', `access method "${known[at.amname]}" is not of type TABLE`)
}
