/**
 * CREATE TABLE's catalog part: pg_class, the row type and its array type, columns, defaults, checks, dependencies, the
 * file. Keys are added afterwards by addKeyConstraint.
 */
import { isTired } from '../../../util/effort.js'
import {
  duplicateObject, duplicateRelation, columnSpecifiedTwice, noCreationSchema, systemColumnName, tooManyTableColumns,
} from '../../../errors/ddl/catalog.js'
import { exprToText } from '../../expr-text.js'
import { textArray } from '../../store/vectors.js'
import { addChecks } from '../constraints/constraints.js'
import { CLASS, HEAP, char } from '../context.js'
import { catalogShape } from '../../store/shapes.js'
import { address, expressionDependencies, recordDependencies, removeDependenciesOf } from '../dependencies.js'
import { cutName, NAME_BYTES_MAX } from '../names.js'
import { storedOptions } from '../options.js'
import { CLASS_DEFAULTS, attributeRow, checkColumnType, collationOf } from './table-rows.js'

/** @import { Steps } from '../../../util/effort.js' */
/** @import { Expr } from '../../expr.js' */
/** @import { DdlContext } from '../context.js' */

/**
 * @typedef {object} ColumnDefinition
 * @property {string} name
 * @property {number} typeOid
 * @property {number} [typmod]
 * @property {number} [collation] the type's own unless given
 * @property {number} [dimensions] as declared, for attndims
 * @property {boolean} [notNull]
 * @property {Expr | null} [default] columns of the table as range-table number 1
 * @property {'' | 'a' | 'd'} [identity]
 * @property {'' | 's'} [generated]
 * @property {'p' | 'e' | 'x' | 'm'} [storage] the type's own unless given
 * @property {'' | 'p' | 'l'} [compression]
 * @property {boolean} [isLocal] declared here, not only by a parent
 * @property {number} [inheritCount] parents that have it
 */
/**
 * @typedef {object} TableDefinition
 * @property {string} name
 * @property {number} namespaceOid 0: no schema has been selected (3F000)
 * @property {ColumnDefinition[]} columns
 * @property {'r' | 'v' | 'S' | 'm' | 'c' | 'p' | 'f'} [kind]
 * @property {'p' | 'u' | 't'} [persistence]
 * @property {number} [ownerOid]
 * @property {Record<string, string | null>} [options] WITH (…)
 * @property {import('../constraints/constraints.js').NewCheck[]} [checks]
 * @property {number} [ofType] of a typed table
 * @property {number} [accessMethod] pg_am OID, unless given heap
 */

const SYSTEM_COLUMNS = [
  { attname: 'ctid', atttypid: 27, attlen: 6, attnum: -1, attbyval: false, attalign: 's' },
  { attname: 'xmin', atttypid: 28, attlen: 4, attnum: -2 }, { attname: 'cmin', atttypid: 29, attlen: 4, attnum: -3 },
  { attname: 'xmax', atttypid: 28, attlen: 4, attnum: -4 }, { attname: 'cmax', atttypid: 29, attlen: 4, attnum: -5 },
  { attname: 'tableoid', atttypid: 26, attlen: 4, attnum: -6 },
]

/**
 * @param {DdlContext} ddl
 * @param {TableDefinition} definition
 * @returns {number} OID
 * @throws {DbError} 42P07, 42701, 42710, 3F000, 42P16, 54011, 22023
 */
export function createTable(ddl, definition) {
  const {
    name, namespaceOid, columns, kind = 'r', persistence = 'p', ownerOid = ddl.userOid, accessMethod = HEAP,
  } = definition
  if (namespaceOid === 0) throw noCreationSchema()
  const options = storedOptions(definition.options ?? {}, kind)
  const { source } = ddl.view
  if (source.relationOid(namespaceOid, name) !== 0) throw duplicateRelation(name, 'heap_create_with_catalog')
  if (source.typeOid(namespaceOid, name) !== 0 && !makesWay(ddl, namespaceOid, name))
    throw duplicateObject('type', name)
  checkColumns(ddl, columns, kind)
  const oid = ddl.newOid()
  const typeOid = kind === 'S' ? 0 : ddl.newOid()
  const stored = kind === 'r' || kind === 'm' || kind === 'S'
  const fileId = stored ? ddl.catalog.oids.nextFileId() : 0
  if (stored) ddl.files?.createHeap(fileId, ddl.txn)
  ddl.insert('pg_class', {
    ...CLASS_DEFAULTS, oid, relname: name, relnamespace: namespaceOid, reltype: typeOid,
    reloftype: definition.ofType ?? 0, relowner: ownerOid, relam: stored && kind !== 'S' ? accessMethod : 0,
    relfilenode: fileId, relpersistence: char(persistence), relkind: char(kind), relnatts: columns.length,
    relpages: kind === 'S' ? 1 : 0,
    reltuples: kind === 'S' ? 1 : stored || kind === 'p' || kind === 'c' || kind === 'f' ? -1 : 0,
    relreplident: char(kind === 'r' || kind === 'm' || kind === 'p' ? 'd' : 'n'),
    reloptions: options.length === 0 ? null : textArray(options), relfrozenxid: stored && kind !== 'S' ? 3 : 0,
    relminmxid: stored && kind !== 'S' ? 1 : 0,
  })
  ddl.insertMany('pg_attribute', [
    ...columns.map((column, index) => attributeRow(ddl, oid, index + 1, column)),
    ...(kind === 'v' || kind === 'c' ? [] : SYSTEM_COLUMNS.map((column) => systemAttributeRow(oid, column))),
  ], true)
  ddl.touchRelationName(namespaceOid, name)
  ddl.touch([oid])
  const self = address(CLASS.RELATION, oid)
  if (kind !== 'c')
    recordDependencies(
      ddl,
      self,
      [
        address(CLASS.NAMESPACE, namespaceOid), ...(definition.ofType ? [address(CLASS.TYPE, definition.ofType)] : []),
        ...(stored ? [address(CLASS.ACCESS_METHOD, accessMethod)] : []),
      ],
      'n',
    )
  columns.forEach((column, index) =>
    recordDependencies(
      ddl,
      address(CLASS.RELATION, oid, index + 1),
      [address(CLASS.TYPE, column.typeOid), address(CLASS.COLLATION, collationOf(ddl, column))].filter(
        (target) => target.objectId !== 0,
      ),
      'n',
    ),
  )
  if (typeOid !== 0) createRowType(ddl, { typeOid, relationOid: oid, name, namespaceOid, ownerOid }, kind === 'c')
  columns.forEach((column, index) => {
    if (column.default) storeDefault(ddl, oid, index + 1, column.default, column.generated === 's')
  })
  addChecks(ddl, oid, definition.checks ?? [])
  return oid
}

/** @param {number} relationOid @param {Record<string, any>} column */
function systemAttributeRow(relationOid, column) {
  return {
    attrelid: relationOid, attstattarget: 0, attndims: 0, attcacheoff: -1, atttypmod: -1,
    attbyval: column.attbyval ?? true, attstorage: char('p'), attcompression: 0, attnotnull: true, atthasdef: false,
    atthasmissing: false, attidentity: 0, attgenerated: 0, attisdropped: false, attislocal: true, attinhcount: 0,
    attcollation: 0, attname: column.attname, atttypid: column.atttypid, attlen: column.attlen, attnum: column.attnum,
    attalign: char(column.attalign ?? 'i'),
  }
}

/** The six hidden columns of a stored relation, as rows of pg_attribute. @param {number} relationOid */
export const systemAttributeRows = (relationOid) =>
  SYSTEM_COLUMNS.map((column) => systemAttributeRow(relationOid, column))

/** @param {DdlContext} ddl @param {ColumnDefinition[]} columns @param {string} kind */
function checkColumns(ddl, columns, kind) {
  if (columns.length > 1600) throw tooManyTableColumns()
  const names = new Set()
  for (const column of columns) {
    if (kind !== 'v' && kind !== 'c') checkColumnName(column.name)
    if (names.has(column.name)) throw columnSpecifiedTwice(column.name)
    names.add(column.name)
    checkColumnType(ddl, column)
  }
}

/** @param {string} name @throws {DbError} 42701 */
export function checkColumnName(name) {
  if (SYSTEM_COLUMNS.some((system) => system.attname === name)) throw systemColumnName(name)
}

/** Stores a default (or generation) expression; the column's row says so already or is told by the caller.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {Expr} expr
 * @param {boolean} generated
 */
export function storeDefault(ddl, relationOid, attnum, expr, generated) {
  const oid = ddl.newOid()
  ddl.insert('pg_attrdef', { oid, adrelid: relationOid, adnum: attnum, adbin: exprToText(expr) })
  const self = address(CLASS.ATTRDEF, oid)
  recordDependencies(ddl, self, [address(CLASS.RELATION, relationOid, attnum)], generated ? 'i' : 'a')
  const { columns, others } = expressionDependencies(expr, relationOid, ddl.view)
  recordDependencies(ddl, self, others, 'n')
  if (generated) recordDependencies(ddl, self, columns, 'n')
}

/** @typedef {{ attnum: number, expr: Expr, generated: boolean }} NewDefault */

/**
 * Defaults of a table that was just made: they may name it.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {NewDefault[]} defaults
 * @returns {Steps<void>}
 */
export function* addDefaults(ddl, relationOid, defaults) {
  for (const { attnum, expr, generated } of defaults) {
    // LIKE's comes over a parent's.
    for (const found of ddl.find('pg_attrdef', 'pg_attrdef_adrelid_adnum_index', [relationOid, attnum])) {
      removeDependenciesOf(ddl, address(CLASS.ATTRDEF, found.row[catalogShape('pg_attrdef').at.oid]))
      ddl.remove('pg_attrdef', found)
    }
    storeDefault(ddl, relationOid, attnum, expr, generated)
    ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]), {
      atthasdef: true,
    })
    if (isTired()) yield
  }
  if (defaults.length > 0) ddl.touch([relationOid])
}

/** @typedef {{ typeOid: number, relationOid: number, name: string, namespaceOid: number, ownerOid: number }} RowType */

/** The composite type every relation has, and the array type over it.
 * @param {DdlContext} ddl
 * @param {RowType} row
 * @param {boolean} alone a type of its own: its
 * relation is the part
 */
function createRowType(ddl, { typeOid, relationOid, name, namespaceOid, ownerOid }, alone) {
  const arrayOid = ddl.newOid()
  const arrayName = freeArrayName(ddl, name, namespaceOid)
  const common = {
    typnamespace: namespaceOid, typowner: ownerOid, typlen: -1, typbyval: false, typispreferred: false,
    typisdefined: true, typdelim: char(','), typmodin: 0, typmodout: 0, typalign: char('d'), typstorage: char('x'),
    typnotnull: false, typbasetype: 0, typtypmod: -1, typndims: 0, typcollation: 0,
  }
  ddl.insert('pg_type', {
    ...common, oid: arrayOid, typname: arrayName, typtype: char('b'), typcategory: char('A'), typrelid: 0,
    typsubscript: 6179, typelem: typeOid, typarray: 0, typinput: 750, typoutput: 751, typreceive: 2400, typsend: 2401,
    typanalyze: 3816,
  })
  ddl.insert('pg_type', {
    ...common, oid: typeOid, typname: name, typtype: char('c'), typcategory: char('C'), typrelid: relationOid,
    typsubscript: 0, typelem: 0, typarray: arrayOid, typinput: 2290, typoutput: 2291, typreceive: 2402, typsend: 2403,
    typanalyze: 0,
  })
  if (alone) {
    recordDependencies(ddl, address(CLASS.TYPE, typeOid), [address(CLASS.NAMESPACE, namespaceOid)], 'n')
    recordDependencies(ddl, address(CLASS.RELATION, relationOid), [address(CLASS.TYPE, typeOid)], 'i')
  } else recordDependencies(ddl, address(CLASS.TYPE, typeOid), [address(CLASS.RELATION, relationOid)], 'i')
  recordDependencies(ddl, address(CLASS.TYPE, arrayOid), [address(CLASS.TYPE, typeOid)], 'i')
  ddl.touchTypeName(namespaceOid, name)
  ddl.touchTypeName(namespaceOid, arrayName)
  ddl.touch([typeOid, arrayOid])
}

/** @param {DdlContext} ddl @param {string} name @param {number} namespaceOid */
export function freeArrayName(ddl, name, namespaceOid) {
  for (let prefix = '_'; ; prefix += '_') {
    const arrayName = prefix + cutName(name, NAME_BYTES_MAX - prefix.length)
    if (ddl.view.typeIn(namespaceOid, arrayName) === undefined) return arrayName
  }
}

/**
 * An array type in the way of a new type's name steps aside to another name.
 * @param {DdlContext} ddl
 * @param {number} namespaceOid
 * @param {string} name
 */
export function makesWay(ddl, namespaceOid, name) {
  const type = ddl.view.typeIn(namespaceOid, name)
  if (
    type === undefined || type.category !== 'A' || type.elementType === 0
    || ddl.view.type(type.elementType)?.arrayType !== type.oid
  )
    return false
  const newName = freeArrayName(ddl, name, namespaceOid)
  ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [type.oid]), { typname: newName })
  ddl.touch([type.oid])
  ddl.touchTypeName(namespaceOid, name)
  ddl.touchTypeName(namespaceOid, newName)
  return true
}
