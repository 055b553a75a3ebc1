/**
 * ALTER TABLE's primitives that change one relation in place: columns, defaults, names, options. Constraints are in
 * constraints.js, drops in drop.js.
 */
import { extensionMethod } from '../../extension-methods.js'
import {
  duplicateColumn,
  duplicateObject,
  duplicateRelation,
  duplicateConstraint,
  tooManyTableColumns,
} from '../../../errors/ddl/catalog.js'
import { catalogShape } from '../../store/shapes.js'
import { anyArray, textArray } from '../../store/vectors.js'
import { optionsOf } from '../../store/options.js'
import { ADDED_LATER } from '../../store/relation-reader.js'
import { CLASS } from '../context.js'
import { address, recordDependencies, removeDependenciesOf } from '../dependencies.js'
import { checkColumnName, freeArrayName, makesWay, storeDefault } from './table.js'
import { attributeRow, checkColumnType } from './table-rows.js'
import { requireNoCycle } from '../types/containment.js'
import { relationOf } from '../constraints/constraint-row.js'
import { storedOptions } from '../options.js'

/** @import { Expr } from '../../expr.js' */
/** @import { ColumnDefinition } from './table.js' */
/** @import { DdlContext } from '../context.js' */

/**
 * ADD COLUMN without touching rows: those that are shorter read `missing`. `attcacheoff` says that there may be shorter
 * ones, whose fixed columns lie elsewhere. A default that is not the same for all rows needs a rewrite, which is the
 * caller's (the relation then has a new file already).
 * @param {DdlContext} ddl @param {number} relationOid @param {ColumnDefinition} column
 * @param {any} [missing] the default's value for existing rows, computed by the caller; null: none
 * @returns {number} attnum @throws {DbError} 42701, 42P16, 54011
 */
export function addColumn(ddl, relationOid, column, missing = null) {
  const relation = relationOf(ddl, relationOid)
  if (relation.columns.some((existing) => !existing.dropped && existing.name === column.name))
    throw duplicateColumn(column.name, relation.name)
  checkColumnName(column.name)
  checkColumnType(ddl, column)
  requireNoCycle(ddl, relation.typeOid, column.typeOid)
  const attnum = relation.columns.length + 1
  if (attnum > 1600) throw tooManyTableColumns()
  const row = attributeRow(ddl, relationOid, attnum, column)
  ddl.insert('pg_attribute', {
    ...row,
    attcacheoff: ADDED_LATER,
    atthasmissing: missing !== null,
    attmissingval: missing === null ? null : anyArray(column.typeOid, [missing]),
  })
  if (column.notNull) ddl.files?.nullsRemain(relationOid, ddl.txn)
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [relationOid]), { relnatts: attnum })
  recordDependencies(
    ddl,
    address(CLASS.RELATION, relationOid, attnum),
    [address(CLASS.TYPE, column.typeOid), address(CLASS.COLLATION, row.attcollation)].filter(
      (target) => target.objectId !== 0
    ),
    'n'
  )
  if (column.default) storeDefault(ddl, relationOid, attnum, column.default, column.generated === 's')
  ddl.touchRelation(relation)
  return attnum
}

/**
 * DROP DEFAULT, of which event triggers are told; not of one that another takes the place of.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 */
export function dropColumnDefault(ddl, relationOid, attnum) {
  const { at } = catalogShape('pg_attrdef')
  for (const { row } of ddl.find('pg_attrdef', 'pg_attrdef_adrelid_adnum_index', [relationOid, attnum])) {
    ddl.events?.drops(ddl.view, address(CLASS.ATTRDEF, row[at.oid]), true, false)
  }
  setColumnDefault(ddl, relationOid, attnum, null)
}

/**
 * SET DEFAULT, or none with null.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {Expr | null} expr
 * @param {boolean} [generated]
 */
export function setColumnDefault(ddl, relationOid, attnum, expr, generated = false) {
  const relation = relationOf(ddl, relationOid)
  const { at } = catalogShape('pg_attrdef')
  for (const found of ddl.find('pg_attrdef', 'pg_attrdef_adrelid_adnum_index', [relationOid, attnum])) {
    removeDependenciesOf(ddl, address(CLASS.ATTRDEF, found.row[at.oid]))
    ddl.remove('pg_attrdef', found)
  }
  if (expr !== null) storeDefault(ddl, relationOid, attnum, expr, generated)
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]), {
    atthasdef: expr !== null,
  })
  ddl.touchRelation(relation)
}

/**
 * What generates a column's values.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {{ attidentity?: string, attgenerated?: string }} change
 */
export function setColumnGeneration(ddl, relationOid, attnum, change) {
  ddl.update(
    'pg_attribute',
    ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]),
    Object.fromEntries(Object.entries(change).map(([name, letter]) => [name, letter === '' ? 0 : letter.charCodeAt(0)]))
  )
  ddl.touchRelation(relationOf(ddl, relationOid))
}

/**
 * A table's column; columns of indexes keep the names they were made with, as in PostgreSQL.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} attnum
 * @param {string} name
 */
export function renameColumn(ddl, relationOid, attnum, name) {
  const relation = relationOf(ddl, relationOid)
  if (relation.columns.some((existing) => existing.name === name)) throw duplicateColumn(name, relation.name)
  checkColumnName(name)
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [relationOid, attnum]), {
    attname: name,
  })
  ddl.touchRelation(relation)
}

/**
 * A table, view, sequence or index, with the type or constraint that shares its name.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {string} name
 * @throws {DbError} 42P07, 42710
 */
export function renameRelation(ddl, oid, name) {
  const { at } = catalogShape('pg_class')
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const namespaceOid = found.row[at.relnamespace]
  const oldName = found.row[at.relname]
  if (ddl.view.source.relationOid(namespaceOid, name) !== 0) throw duplicateRelation(name)
  const typeOid = found.row[at.reltype]
  if (typeOid !== 0) renameType(ddl, typeOid, namespaceOid, name)
  ddl.update('pg_class', found, { relname: name })
  const index = ddl.view.index(oid)
  if (index !== undefined && index.constraintOid !== 0) {
    ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [index.constraintOid]), {
      conname: name,
    })
  }
  ddl.touchRelationName(namespaceOid, oldName)
  ddl.touchRelationName(namespaceOid, name)
  ddl.touch(index === undefined ? [oid] : [oid, index.relationOid])
}

/** @param {DdlContext} ddl @param {number} typeOid @param {number} namespaceOid @param {string} name */
export function renameType(ddl, typeOid, namespaceOid, name) {
  const inTheWay = ddl.view.typeIn(namespaceOid, name)
  if (inTheWay !== undefined && !makesWay(ddl, namespaceOid, name)) throw duplicateObject('type', name)
  const type = /** @type {import('../../descriptors.js').TypeDesc} */ (ddl.view.type(typeOid))
  const array = ddl.view.type(type.arrayType)
  ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [typeOid]), { typname: name })
  ddl.touchTypeName(namespaceOid, type.name)
  ddl.touchTypeName(namespaceOid, name)
  ddl.touch([typeOid])
  if (array === undefined || array.oid === inTheWay?.oid) return
  const arrayName = freeArrayName(ddl, name, namespaceOid)
  ddl.update('pg_type', ddl.one('pg_type', 'pg_type_oid_index', [array.oid]), { typname: arrayName })
  ddl.touchTypeName(namespaceOid, array.name)
  ddl.touchTypeName(namespaceOid, arrayName)
  ddl.touch([array.oid])
}

/**
 * RENAME CONSTRAINT; a key's index goes along.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} constraintOid
 * @param {string} name
 */
export function renameConstraint(ddl, relationOid, constraintOid, name) {
  const relation = relationOf(ddl, relationOid)
  const constraint = relation.constraints.find((candidate) => candidate.oid === constraintOid)
  const ofIndex = constraint !== undefined && constraint.indexOid !== 0 && constraint.type !== 'f'
  if (ofIndex && ddl.view.source.relationOid(relation.namespaceOid, name) !== 0) throw duplicateRelation(name)
  if (relation.constraints.some((other) => other.name === name)) throw duplicateConstraint(name, relation.name)
  if (ofIndex) renameRelation(ddl, constraint.indexOid, name)
  else
    ddl.update('pg_constraint', ddl.one('pg_constraint', 'pg_constraint_oid_index', [constraintOid]), { conname: name })
  ddl.touchRelation(relation)
}

/**
 * SET (…) and RESET (…) of a table or index.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {Record<string, string | null>} set
 * @param {string[]} [reset]
 */
export function setOptions(ddl, oid, set, reset = []) {
  const { at } = catalogShape('pg_class')
  const found = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const kind = String.fromCharCode(found.row[at.relkind])
  const methodOid = found.row[at.relam]
  const method = extensionMethod(ddl.view, methodOid)?.name
    ?? ddl.view.rowsWith('pg_am', 'oid', methodOid)[0]?.[catalogShape('pg_am').at.amname]
  const changed = storedOptions(set, kind, method)
  const names = new Set([...Object.keys(set), ...reset])
  const kept = Object.entries(optionsOf(found.row[at.reloptions]))
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `${name}=${value}`)
  const options = [...kept, ...changed]
  ddl.update('pg_class', found, { reloptions: options.length === 0 ? null : textArray(options) })
  const index = ddl.view.index(oid)
  ddl.touch(index === undefined ? [oid] : [oid, index.relationOid])
}
