/** Rows of pg_class and pg_attribute for a new relation. */
import { requireTypeUsage } from '../may-change.js'
import { pseudoTypeColumn } from '../../../errors/ddl/catalog.js'
import { formatType } from '../../deparse/types.js'
import { char } from '../context.js'

/** @import { DdlContext } from '../context.js' */
/** @import { ColumnDefinition } from './table.js' */

/** Fields of pg_class that most new relations share. */
export const CLASS_DEFAULTS = Object.freeze({
  reloftype: 0, reltablespace: 0, relpages: 0, relallvisible: 0, reltoastrelid: 0, relhasindex: false,
  relisshared: false, relchecks: 0, relhasrules: false, relhastriggers: false, relhassubclass: false,
  relrowsecurity: false, relforcerowsecurity: false, relispopulated: true, relispartition: false, relrewrite: 0,
  relacl: null, relpartbound: null,
})

/**
 * A row of pg_attribute.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {ColumnDefinition} column
 */
export function attributeRow(ddl, relationOid, attnum, column) {
  const type = /** @type {import('../../descriptors.js').TypeDesc} */ (ddl.view.type(column.typeOid))
  return {
    attrelid: relationOid, attname: column.name, atttypid: column.typeOid, attstattarget: -1, attlen: type.length,
    attnum, attndims: column.dimensions ?? 0, attcacheoff: -1, atttypmod: column.typmod ?? -1, attbyval: type.byValue,
    attalign: char(type.align), attstorage: char(column.storage ?? type.storage),
    attcompression: char(column.compression ?? ''), attnotnull: column.notNull === true,
    atthasdef: Boolean(column.default), atthasmissing: false, attidentity: char(column.identity ?? ''),
    attgenerated: char(column.generated ?? ''), attisdropped: false, attislocal: column.isLocal ?? true,
    attinhcount: column.inheritCount ?? 0, attcollation: collationOf(ddl, column), attacl: null, attoptions: null,
    attfdwoptions: null, attmissingval: null,
  }
}

/** What a column that is gone is called. @param {number} attnum */
export const droppedName = (attnum) => `........pg.dropped.${attnum}........`

/** @param {DdlContext} ddl @param {ColumnDefinition} column @throws {DbError} 42P16 */
export function checkColumnType(ddl, column) {
  requireTypeUsage(ddl, column.typeOid)
  if (ddl.view.type(column.typeOid)?.kind === 'p')
    throw pseudoTypeColumn(column.name, formatType(ddl.view, column.typeOid, -1))
}

/** @param {DdlContext} ddl @param {ColumnDefinition} column */
export const collationOf = (ddl, column) => column.collation ?? ddl.view.type(column.typeOid)?.collation ?? 0
