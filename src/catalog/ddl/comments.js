/**
 * COMMENT ON: one row of pg_description per commented object, of pg_shdescription for those that all databases share.
 * Drops take them along (drop.js).
 */

import { catalogShape } from '../store/shapes.js'

/** @import { DdlContext, ObjectAddress } from './context.js' */

/** Databases, roles, tablespaces. */
const SHARED = new Set([1262, 1260, 1213])

/**
 * What is said of the one is said of the other too; neither is shared.
 * @param {DdlContext} ddl
 * @param {ObjectAddress} from
 * @param {ObjectAddress} to
 */
export function copyComment(ddl, from, to) {
  const [found] = ddl.find('pg_description', 'pg_description_o_c_o_index', [from.objectId, from.classId, from.subId])
  if (found !== undefined) setComment(ddl, to, found.row[catalogShape('pg_description').at.description])
}

/** @param {DdlContext} ddl @param {ObjectAddress} object @param {string | null} text null or empty: none */
export function setComment(ddl, { classId, objectId, subId }, text) {
  const shared = SHARED.has(classId)
  const [catalog, index] = shared
    ? ['pg_shdescription', 'pg_shdescription_o_c_index']
    : ['pg_description', 'pg_description_o_c_o_index']
  const key = shared ? [objectId, classId] : [objectId, classId, subId]
  const [found] = ddl.find(catalog, index, key)
  const wanted = text === null || text === '' ? null : text
  if (wanted === null) {
    if (found !== undefined) ddl.remove(catalog, found)
  } else if (found !== undefined) ddl.update(catalog, found, { description: wanted })
  else
    ddl.insert(catalog, {
      objoid: objectId,
      classoid: classId,
      ...(shared ? {} : { objsubid: subId }),
      description: wanted,
    })
}
