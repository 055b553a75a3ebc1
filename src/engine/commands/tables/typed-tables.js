/**
 * Typed tables (CREATE TABLE OF type, ALTER TABLE … OF and NOT OF): a table whose columns are a composite type's
 * attributes. It changes through the type alone: ALTER TYPE … CASCADE does to each of its tables what it does to the
 * type.
 */
import { requireTypeUsage } from '../../../catalog/ddl/may-change.js'
import { asker } from '../../session/access.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { setOfType } from '../../../catalog/ddl/tables/typed-table.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { isNot } from '../../../errors/ddl/alter.js'
import { columnSpecifiedTwice } from '../../../errors/ddl/catalog.js'
import {
  cannotAlterUsed, cannotChangeTyped, columnsDiffer, notComposite, typedTablesCannotInherit, typedTablesExist,
} from '../../../errors/ddl/typed-tables.js'
import { columnDoesNotExist } from '../../../errors/commands/maintenance.js'
import { requireType } from '../types/types.js'

/** @import { Session } from '../../session/session.js' */
/** @import { ColumnDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { TableWork } from './alter/work.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * A composite type of its own, not a table's row type.
 * @param {Session} session
 * @param {unknown} typeName
 * @returns {{ oid: number, relation: RelationDesc }}
 * @throws {DbError} 42809
 */
function compositeNamed(session, typeName) {
  const type = requireType(session, typeName)
  const relation = type.kind === 'c' ? session.catalog().relation(type.relationOid) : undefined
  if (relation?.kind !== 'c') throw notComposite(formatType(session.catalog(), type.oid))
  return { oid: type.oid, relation }
}

/**
 * CREATE TABLE OF: the type's attributes become the columns, with the options the statement gives some of them.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateStmt>} node
 * @returns {{ node: any, ofType: number }} @throws {DbError} 42809, 42703, 42701
 */
export function withTypedColumns(session, node) {
  if (!node.ofTypename) return { node, ofType: 0 }
  const { oid, relation } = compositeNamed(session, node.ofTypename)
  requireTypeUsage(asker(session), oid)
  const elements = node.tableElts ?? []
  /** @type {Map<string, any>} */
  const options = new Map()
  for (const { ColumnDef: column } of elements) {
    if (column === undefined) continue
    if (options.has(column.colname)) throw columnSpecifiedTwice(column.colname)
    options.set(column.colname, column)
  }
  const live = relation.columns.filter((column) => !column.dropped)
  const columns = live.map((column) => ({
    ColumnDef: {
      is_local: true, location: -1, ...options.get(column.name), colname: column.name, ...declared(session, column),
    },
  }))
  for (const name of options.keys())
    if (!live.some((column) => column.name === name)) throw columnDoesNotExist(name, 'MergeAttributes')
  return {
    node: { ...node, tableElts: [...columns, ...elements.filter((element) => element.ColumnDef === undefined)] },
    ofType: oid,
  }
}

/**
 * An attribute's type and collation, as a column definition has them.
 * @param {Session} session
 * @param {ColumnDesc} column
 */
function declared(session, column) {
  const catalog = session.catalog()
  const typeName = { names: [], typeOid: column.typeOid, typemod: column.typmod, location: -1 }
  const collation =
    column.collation === 0 || column.collation === catalog.type(column.typeOid)?.collation
      ? undefined
      : catalog.collation(column.collation)
  if (collation === undefined) return { typeName }
  const names = [catalog.namespace(collation.namespaceOid)?.name ?? 'pg_catalog', collation.name]
  return { typeName, collClause: { collname: names.map((sval) => ({ String: { sval } })), location: -1 } }
}

/**
 * ALTER TABLE … OF: the table has exactly the type's attributes, in their order.
 * @param {TableWork} work
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 */
export function alterAddOf(work, command) {
  const { relation } = work
  const { oid, relation: type } = compositeNamed(work.session, command.def.TypeName)
  if (relation.parents.length > 0) throw typedTablesCannotInherit()
  const columns = relation.columns.filter((column) => !column.dropped)
  let at = 0
  for (const attribute of type.columns) {
    if (attribute.dropped) continue
    const column = columns[at++]
    if (column === undefined) throw columnsDiffer(`table is missing column "${attribute.name}"`)
    if (column.name !== attribute.name)
      throw columnsDiffer(`table has column "${column.name}" where type requires "${attribute.name}"`)
    if (
      column.typeOid !== attribute.typeOid || column.typmod !== attribute.typmod
      || column.collation !== attribute.collation
    ) {
      throw columnsDiffer(`table "${relation.name}" has different type for column "${attribute.name}"`)
    }
  }
  if (at < columns.length) throw columnsDiffer(`table has extra column "${columns[at].name}"`)
  setOfType(work.ddl, relation, oid)
}

/** NOT OF. @param {TableWork} work */
export function alterDropOf(work) {
  if (work.relation.ofType === 0) throw isNot(work.relation.name, 'a typed table')
  setOfType(work.ddl, work.relation, 0)
}

/** What only the type may do to a typed table, as its message says it. */
const OF_TYPE = /** @type {Record<string, string>} */ ({
  AT_AddColumn: 'add column to', AT_DropColumn: 'drop column from', AT_AlterColumnType: 'alter column type of',
})

/**
 * Which tables follow an ALTER TYPE, and that a typed table is not changed by itself.
 * @param {Session} session
 * @param {RelationDesc | undefined} relation what the statement names
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @returns {number[]} OIDs of typed tables
 * @throws {DbError} 42809, 2BP01
 */
export function typedFollowers(session, relation, command) {
  if (relation === undefined || OF_TYPE[command.subtype] === undefined) return []
  if (relation.ofType !== 0) throw cannotChangeTyped(OF_TYPE[command.subtype])
  if (relation.kind !== 'c') return []
  if (command.subtype === 'AT_AlterColumnType') requireUnused(session, relation)
  return typedTables(session, relation, command.behavior)
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation of a composite type
 * @param {string | undefined} behavior
 * @returns {number[]} OIDs, ascending
 * @throws {DbError} 2BP01
 */
export function typedTables(session, relation, behavior) {
  const oids = dependents(session, relation.typeOid)
    .filter(
      ({ classId, subId, objectId }) =>
        classId === CLASS.RELATION && subId === 0 && session.catalog().relation(objectId)?.ofType === relation.typeOid,
    )
    .map(({ objectId }) => objectId)
  if (oids.length > 0 && behavior !== 'DROP_CASCADE') throw typedTablesExist(relation.name)
  return oids.sort((a, b) => a - b)
}

/**
 * @param {Session} session
 * @param {number} typeOid
 * @returns {{ classId: number, objectId: number, subId: number }[]}
 */
function dependents(session, typeOid) {
  const { store } = session.database.catalog
  const rows = store.find(
    'pg_depend', 'pg_depend_reference_index', [CLASS.TYPE, typeOid], store.own(session.block.ensure()),
  )
  return rows.map(({ row }) => ({ classId: row[0], objectId: row[1], subId: row[2] }))
}

/**
 * That no stored column holds values of a relation's row type, directly or inside arrays, domains and other composites:
 * stored values would have to change with the type.
 * @param {Session} session @param {RelationDesc} relation @throws {DbError} 0A000
 */
export function requireUnused(session, relation) {
  const seen = new Set([0])
  const queue = [relation.typeOid]
  for (let typeOid = queue.pop(); typeOid !== undefined; typeOid = queue.pop()) {
    if (seen.has(typeOid)) continue
    seen.add(typeOid)
    for (const { classId, objectId, subId } of dependents(session, typeOid)) {
      if (classId === CLASS.TYPE) { queue.push(objectId); continue }
      if (classId !== CLASS.RELATION || objectId === relation.oid) continue
      const user = session.catalog().relation(objectId)
      const column = user?.columns.find((/** @type {ColumnDesc} */ candidate) =>
        subId === 0 ? candidate.typeOid === typeOid : candidate.attnum === subId,
      )
      if (user === undefined || column === undefined) continue
      if (user.fileId !== 0 || user.kind === 'p')
        throw cannotAlterUsed(relation.name, relation.kind === 'c', user.name, column.name)
      queue.push(user.typeOid)
    }
  }
}
