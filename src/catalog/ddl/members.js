/** Which extension an object is of: a row of pg_depend (deptype e), written with the object's own (context.js). */
import { catalogShape } from '../store/shapes.js'
import { USER_MAPPING } from '../foreign.js'
import { OWNED, followsAnother } from './owners.js'

/** @import { DdlContext } from './context.js' */

const EXTENSION = 3079
const OF_EXTENSION = 'e'.charCodeAt(0)
/** Objects without an owner that stand by themselves all the same. */
const OWNERLESS = new Map([
  ['pg_cast', 2605], ['pg_am', 2601], ['pg_ts_parser', 3601], ['pg_ts_template', 3764],
])

/**
 * An object was made while an extension's script runs. Parts of another object follow that one.
 * @param {DdlContext} ddl @param {string} catalog @param {any[]} row of it
 */
export function noteMember(ddl, catalog, row) {
  const classId = OWNED.get(catalog)?.classId ?? OWNERLESS.get(catalog)
  if (classId === undefined || classId === EXTENSION || followsAnother(ddl, catalog, row)) return
  // Roles are of no extension, nor is what maps them.
  if (classId === USER_MAPPING) return
  ddl.insert('pg_depend', {
    classid: classId, objid: row[catalogShape(catalog).at.oid], objsubid: 0,
    refclassid: EXTENSION, refobjid: ddl.extensionOid, refobjsubid: 0, deptype: OF_EXTENSION,
  })
}
