/**
 * CREATE FOREIGN TABLE, which is a table of kind f with a row in pg_foreign_table, and OPTIONS of such tables and of
 * their columns. Nothing is stored under them; one that cannot be read fails when that is planned
 * (planner/build/unreachable.js).
 */
import { setForeignColumnOptions, setForeignTableOptions, makeForeign } from '../../../catalog/ddl/foreign.js'
import { attributeOf } from '../../../catalog/ddl/tables/attributes.js'
import { ATTRIBUTE, FOREIGN_TABLE, foreignTableOf, optionsOf, wrapperOf } from '../../../catalog/foreign.js'
import { isNot } from '../../../errors/ddl/alter.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { knownServer, requireServer } from '../objects/foreign-data.js'
import { changedOptions } from '../objects/foreign-options.js'
import { columnNamed } from './alter/columns.js'
import { makeTable } from './create-table.js'

/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { TableWork } from './alter/work.js' */
/** @typedef {Tree<import('@pgsql/types').AlterTableCmd>} AlterCommand */

/**
 * @param {Session} session @param {Tree<import('@pgsql/types').CreateForeignTableStmt>} node @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 42704, 42501
 */
export function* runCreateForeignTable(session, node, call) {
  const oid = yield* makeTable(session, node.base, call, true)
  if (oid !== 0) {
    const server = knownServer(session, node.servername)
    requireServer(session, server)
    const { validatorOid } = wrapperOf(session.catalog(), server.wrapperOid)
    const of = { current: [], validatorOid, classId: FOREIGN_TABLE }
    const options = yield* changedOptions(session, of, node.options)
    const ddl = beginDdl(session)
    makeForeign(ddl, oid, server, options)
    endDdl(session, ddl)
    yield* giveColumnOptions(session, oid, node.base.tableElts ?? [])
  }
  call.sink.commandComplete('CREATE FOREIGN TABLE')
}

/**
 * What CREATE says behind the columns.
 * @param {Session} session @param {number} oid @param {ParseNode[]} elements
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* giveColumnOptions(session, oid, elements) {
  for (const { ColumnDef: definition } of elements) {
    if (definition?.fdwoptions === undefined) continue
    const ddl = beginDdl(session)
    const column = ddl.view.relation(oid)?.columns.find(({ name }) => name === definition.colname)
    yield* changeColumn(session, ddl, oid, column?.attnum ?? 0, definition.fdwoptions)
    endDdl(session, ddl)
  }
}

/**
 * @param {Session} session @param {DdlContext} ddl @param {number} oid @param {number} attnum
 * @param {ParseNode[]} nodes DefElem nodes
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* changeColumn(session, ddl, oid, attnum, nodes) {
  const { row, at } = attributeOf(ddl, oid, attnum)
  const { validatorOid } = foreignTableOf(ddl.view, oid).wrapper
  const of = { current: optionsOf(row[at.attfdwoptions]), validatorOid, classId: ATTRIBUTE }
  setForeignColumnOptions(ddl, oid, attnum, yield* changedOptions(session, of, nodes))
}

/**
 * OPTIONS (…).
 * @param {TableWork} work @param {AlterCommand} command
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* alterForeignTable({ session, ddl, oid }, { def }) {
  const { wrapper, options } = foreignTableOf(ddl.view, oid)
  const of = { current: options, validatorOid: wrapper.validatorOid, classId: FOREIGN_TABLE }
  setForeignTableOptions(ddl, oid, yield* changedOptions(session, of, def.List.items))
}

/**
 * ALTER COLUMN … OPTIONS (…), and those of a column that is added.
 * @param {TableWork} work @param {AlterCommand} command
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 42809, 42703, 0A000
 */
export function* alterForeignColumn(work, { name, def }) {
  const { session, ddl, oid, relation } = work
  if (relation.kind !== 'f') throw isNot(relation.name, 'a foreign table')
  yield* changeColumn(session, ddl, oid, columnNamed(work, name).attnum, def.List.items)
}
