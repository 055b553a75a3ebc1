/**
 * A view's part of the catalog: its rule `_RETURN` in pg_rewrite, which holds the query and depends on all that the
 * query names. The rule is a part of the view (deptype i), so dropping something the query needs reaches the view
 * through it.
 */
import { duplicateColumn } from '../../../errors/ddl/catalog.js'
import {
  cannotChangeViewCollation,
  cannotChangeViewType,
  cannotDropViewColumns,
  cannotRenameViewColumn,
} from '../../../errors/ddl/views.js'
import { formatType } from '../../deparse/types.js'
import { catalogShape } from '../../store/shapes.js'
import { queryDependencies, queryToText } from '../../stored-query.js'
import { textArray } from '../../store/vectors.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies, removeDependenciesOf } from '../dependencies.js'
import { storedOptions } from '../options.js'
import { createTable } from './table.js'
import { attributeRow, checkColumnType } from './table-rows.js'

/** @import { DdlContext } from '../context.js' */
/** @import { ColumnDefinition, TableDefinition } from './table.js' */
/** @import { RelationDesc } from '../../relation.js' */

export const RETURN_RULE = '_RETURN'

/**
 * @param {DdlContext} ddl
 * @param {TableDefinition} definition kind v or m
 * @param {any} query bound
 * @returns {number} OID
 */
export function createView(ddl, definition, query) {
  const oid = createTable(ddl, definition)
  storeReturnRule(ddl, oid, query)
  return oid
}

/** @param {DdlContext} ddl @param {number} oid of the view @param {any} query bound */
export function storeReturnRule(ddl, oid, query) {
  const text = queryToText(query)
  const { at } = catalogShape('pg_rewrite')
  const [found] = ddl.find('pg_rewrite', 'pg_rewrite_rel_rulename_index', [oid, RETURN_RULE])
  const ruleOid = found === undefined ? ddl.newOid() : found.row[at.oid]
  const self = address(CLASS.REWRITE, ruleOid)
  if (found === undefined) {
    ddl.insert('pg_rewrite', {
      oid: ruleOid, rulename: RETURN_RULE, ev_class: oid, ev_type: char('1'), ev_enabled: char('O'), is_instead: true,
      ev_qual: '<>', ev_action: text,
    })
    ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [oid]), { relhasrules: true })
  } else {
    ddl.update('pg_rewrite', found, { ev_action: text })
    removeDependenciesOf(ddl, self)
  }
  recordDependencies(ddl, self, [address(CLASS.RELATION, oid)], 'i')
  recordDependencies(
    ddl,
    self,
    queryDependencies(query, (type) => ddl.view.type(type)?.relationOid ?? 0).filter(
      (target) => target.classId !== CLASS.RELATION || target.objectId !== oid
    ),
    'n'
  )
  ddl.touch([oid])
}

/**
 * CREATE OR REPLACE VIEW over a view: its columns stay, new ones may follow.
 * @param {DdlContext} ddl
 * @param {RelationDesc} view
 * @param {ColumnDefinition[]} columns
 * @param {any} query
 * @param {Record<string, string | null>} options all of them, from now on
 * @throws {DbError} 42P16
 */
export function replaceView(ddl, view, columns, query, options) {
  if (columns.length < view.columns.length) throw cannotDropViewColumns()
  view.columns.forEach((old, index) => checkSameColumn(ddl, old, columns[index]))
  const added = columns.slice(view.columns.length)
  const names = new Set(view.columns.map((column) => column.name))
  for (const column of added) {
    if (names.has(column.name)) throw duplicateColumn(column.name, view.name)
    names.add(column.name)
    checkColumnType(ddl, column)
  }
  ddl.insertMany(
    'pg_attribute',
    added.map((column, index) => attributeRow(ddl, view.oid, view.columns.length + index + 1, column))
  )
  added.forEach((column, index) =>
    recordDependencies(
      ddl,
      address(CLASS.RELATION, view.oid, view.columns.length + index + 1),
      [address(CLASS.TYPE, column.typeOid)],
      'n'
    )
  )
  const stored = storedOptions(options, 'v')
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [view.oid]), {
    relnatts: columns.length,
    reloptions: stored.length === 0 ? null : textArray(stored),
  })
  ddl.touch([view.oid])
  storeReturnRule(ddl, view.oid, query)
}

/** @param {DdlContext} ddl @param {import('../../relation.js').ColumnDesc} old @param {ColumnDefinition} column */
function checkSameColumn(ddl, old, column) {
  if (old.name !== column.name) throw cannotRenameViewColumn(old.name, column.name)
  const typmod = column.typmod ?? -1
  if (old.typeOid !== column.typeOid || old.typmod !== typmod)
    throw cannotChangeViewType(
      old.name,
      formatType(ddl.view, old.typeOid, old.typmod),
      formatType(ddl.view, column.typeOid, typmod)
    )
  const collation = column.collation ?? 0
  if (old.collation !== collation) {
    throw cannotChangeViewCollation(
      old.name,
      ddl.view.collation(old.collation)?.name ?? '',
      ddl.view.collation(collation)?.name ?? ''
    )
  }
}

/** Whether a materialized view can be read. @param {DdlContext} ddl @param {number} oid @param {boolean} populated */
export function setPopulated(ddl, oid, populated) {
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [oid]), { relispopulated: populated })
  ddl.touch([oid])
}
