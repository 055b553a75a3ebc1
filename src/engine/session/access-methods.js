/** Which access method a table gets. */
import { HEAP, char } from '../../catalog/ddl/context.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { accessMethodDoesNotExist } from '../../errors/commands/routines.js'
import { notTableMethod } from '../../errors/engine.js'

/** @import { Session } from './session.js' */

/**
 * A table's access method. @param {Session} session @param {string | undefined} name of USING; undefined: the setting's
 * @returns {number} pg_am OID @throws {DbError} 42704, 55000
 */
export function tableMethod(session, name) {
  const wanted = name ?? String(session.settings.get('default_table_access_method'))
  if (wanted === 'heap') return HEAP
  const { at } = catalogShape('pg_am')
  const row = session.catalog().rows('pg_am', 'pg_am_name_index', [wanted])[0]
  if (row === undefined) throw accessMethodDoesNotExist(wanted)
  if (row[at.amtype] !== char('t')) throw notTableMethod(wanted)
  return row[at.oid]
}
