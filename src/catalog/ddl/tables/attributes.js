/**
 * ALTER COLUMN … SET of what does not touch rows: statistics target, options, storage, compression. Of a table's column
 * or of an index's.
 */
import { cannotStoreOutOfLine, noCompression } from '../../../errors/ddl/alter.js'
import { formatType } from '../../deparse/types.js'
import { optionsOf } from '../../store/options.js'
import { catalogShape } from '../../store/shapes.js'
import { textArray } from '../../store/vectors.js'
import { char } from '../context.js'
import { storedColumnOptions } from '../options.js'

/** @import { DdlContext } from '../context.js' */

/** @param {DdlContext} ddl @param {number} relationOid @param {number} attnum @param {Record<string, any>} values */
export function updateAttribute(ddl, relationOid, attnum, values) {
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]), values)
  const index = ddl.view.index(relationOid)
  ddl.touch(index === undefined ? [relationOid] : [relationOid, index.relationOid])
}

/**
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @returns {{ row: any[], at: Record<string, number> }}
 */
export function attributeOf(ddl, relationOid, attnum) {
  return {
    row: ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]).row,
    at: catalogShape('pg_attribute').at,
  }
}

/** SET STATISTICS. @param {DdlContext} ddl @param {number} relationOid @param {number} attnum @param {number} target */
export const setColumnStatisticsTarget = (ddl, relationOid, attnum, target) =>
  updateAttribute(ddl, relationOid, attnum, { attstattarget: target })

/**
 * SET (n_distinct = …) and RESET.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {Record<string, string | null>} set
 * @param {string[]} reset
 */
export function setColumnOptions(ddl, relationOid, attnum, set, reset) {
  const { row, at } = attributeOf(ddl, relationOid, attnum)
  const changed = storedColumnOptions(set)
  const names = new Set([...Object.keys(set), ...reset])
  const kept = Object.entries(optionsOf(row[at.attoptions]))
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `${name}=${value}`)
  const options = [...kept, ...changed]
  updateAttribute(ddl, relationOid, attnum, { attoptions: options.length === 0 ? null : textArray(options) })
}

/**
 * SET STORAGE; indexes over the column take it too.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {'p' | 'e' | 'x' | 'm'} storage
 * @throws {DbError} 0A000
 */
export function setColumnStorage(ddl, relationOid, attnum, storage) {
  const { row, at } = attributeOf(ddl, relationOid, attnum)
  if (storage !== 'p' && !isToastable(ddl, row[at.atttypid]))
    throw cannotStoreOutOfLine(formatType(ddl.view, row[at.atttypid]))
  forColumnAndIndexes(ddl, relationOid, attnum, { attstorage: char(storage) })
}

/**
 * SET COMPRESSION.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {'' | 'p' | 'l'} method
 * @throws {DbError} 0A000
 */
export function setColumnCompression(ddl, relationOid, attnum, method) {
  const { row, at } = attributeOf(ddl, relationOid, attnum)
  if (!isToastable(ddl, row[at.atttypid])) throw noCompression(formatType(ddl.view, row[at.atttypid]))
  forColumnAndIndexes(ddl, relationOid, attnum, { attcompression: char(method) })
}

/** @param {DdlContext} ddl @param {number} typeOid */
const isToastable = (ddl, typeOid) => ddl.view.type(typeOid)?.storage !== 'p'

/** @param {DdlContext} ddl @param {number} relationOid @param {number} attnum @param {Record<string, any>} values */
function forColumnAndIndexes(ddl, relationOid, attnum, values) {
  for (const index of ddl.view.relation(relationOid)?.indexes ?? []) {
    const key = [...index.keyAttnums, ...index.includedAttnums].indexOf(attnum)
    if (key >= 0) updateAttribute(ddl, index.oid, key + 1, values)
  }
  updateAttribute(ddl, relationOid, attnum, values)
}
