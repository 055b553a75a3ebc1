/**
 * A relation gets a new file: rewritten tables, REINDEX, CLUSTER, VACUUM FULL, SET LOGGED. The old file goes when the
 * transaction commits; until then a descriptor of before still reads it. No descriptor ever puts new column types over
 * an old file: the file changes first.
 */
import { catalogShape } from '../../store/shapes.js'
import { relationOf } from '../constraints/constraint-row.js'
import { replaceIndexFile, swapFile } from './truncate.js'

/** @import { DdlContext } from '../context.js' */

/**
 * A new, empty heap; every tuple written to it will have all columns.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 */
export function replaceHeapFile(ddl, relationOid) {
  const relation = relationOf(ddl, relationOid)
  swapFile(ddl, relationOid, 'createHeap', {})
  ddl.touchRelation(relation)
}

/**
 * After the last change of columns: no tuple of the new file is short.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 */
export function clearMissing(ddl, relationOid) {
  const { at } = catalogShape('pg_attribute')
  for (const found of ddl.find('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid])) {
    if (found.row[at.attcacheoff] === -1 && !found.row[at.atthasmissing]) continue
    ddl.update('pg_attribute', found, { attcacheoff: -1, atthasmissing: false, attmissingval: null })
  }
  ddl.touchRelation(relationOf(ddl, relationOid))
}

/**
 * New, empty trees for all its indexes.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @returns {number[]} their OIDs
 */
export function replaceIndexFiles(ddl, relationOid) {
  const oids = relationOf(ddl, relationOid).indexes.map((index) => index.oid)
  for (const oid of oids) replaceIndexFile(ddl, oid)
  return oids
}

