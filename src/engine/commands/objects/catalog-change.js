/**
 * UPDATE of system catalogs, as migrations write it for what no command of PostgreSQL's does, or did: which rows are
 * meant, and what they are to hold, a SELECT says; the change itself is DDL's. So caches, locks and files follow it,
 * and what PostgreSQL would leave broken is not: an index that is ready again is built again, NOT NULL is verified.
 *
 * Columns that nothing here can change are refused by name. UPDATE of pg_settings is set_config(), as PostgreSQL's rule
 * has it.
 */
import { catalogShape } from '../../../catalog/store/shapes.js'
import { quoteIdentifier, quoteConstant } from '../../../catalog/deparse/names.js'
import { setComment } from '../../../catalog/ddl/comments.js'
import { setRelationSizes } from '../../../catalog/ddl/statistics.js'
import { replaceIndexFile } from '../../../catalog/ddl/tables/truncate.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { CHANGEABLE } from '../../../parser/catalog-change.js'
import { parse } from '../../../parser/parser.js'
import { ACCESS_EXCLUSIVE, SHARE_UPDATE_EXCLUSIVE, beginDdl, endDdl, lockOid } from '../../session/ddl.js'
import { REINDEX, buildToldOf } from '../../session/progress.js'
import { Execution } from '../../statements/core/execution.js'
import { Prepared, commandTag } from '../../statements/core/prepared.js'
import { resultColumn, sendRows } from '../../statements/core/rows.js'
import { runSteps } from '../../statements/core/run.js'
import { prepareWith } from '../../statements/core/statement-lookup.js'
import { fillKept } from '../tables/keep-keys.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall, UtilityRunner } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/** @typedef {Tree<import('@pgsql/types').UpdateStmt>} Update */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */
/** What is at hand for a change. @typedef {{ session: Session, command: (sql: string) => Work }} Tools */
/** @typedef {(tools: Tools, key: never, values: never) => Work} Change */

/** @type {Record<string, Change>} */
const CHANGES = {
  pg_index: changeIndex, pg_attribute: changeColumn, pg_enum: changeLabel, pg_constraint: changeConstraint,
  pg_database: changeDatabase, pg_class: changeSizes, pg_description: changeComment, pg_shdescription: changeComment,
}

/**
 * @param {(session: Session, prepared: Prepared, call: Omit<UtilityCall, 'prepared'>) => Work} run other commands
 * @returns {UtilityRunner}
 */
export const catalogChanger = (run) => function* (session, node, call) {
  const update = /** @type {Update} */ (node.statement)
  const name = String(update.relation.relname)
  if (isUsersTable(session, update.relation)) {
    yield* runAsWritten(session, 'UpdateStmt', update, call)
    return
  }
  const isSettings = name === 'pg_settings'
  if (isSettings && update.targetList.length !== 1)
    throw featureNotSupported('an UPDATE of more of "pg_settings" than "setting"')
  if (update.returningClause) throw featureNotSupported(`RETURNING of an UPDATE of "${name}"`)
  if (!isSettings && !session.identity.isSuperuser) throw permissionDenied('table', name)
  const { key } = CHANGEABLE[name]
  const columns = assignedBy(update, name)
  const shown = [resultColumn('set_config')]
  if (isSettings && call.describe) sendRows(session, call.sink, shown, [], call.formats, true)
  const rows = yield* selected(session, node.query.SelectStmt, call)
  if (isSettings) {
    if (call.describe) sendRows(session, call.sink, shown, rows, call.formats, false)
    call.sink.commandComplete('UPDATE 0')
    return
  }
  /** @param {string} sql */
  const command = function* (sql) {
    const commandComplete = { writable: true, configurable: true, value: () => {} }
    const sink = Object.create(call.sink, { commandComplete })
    for (const parsed of parse(sql)) yield* run(session, new Prepared(parsed, sql, []), { ...call, params: [], sink })
  }
  const seen = new Set()
  for (const row of rows) {
    const own = row.slice(0, key.length)
    if (seen.has(own.join())) continue
    seen.add(own.join())
    const values = Object.fromEntries(columns.map((column, at) => [column, row[key.length + at]]))
    yield* CHANGES[name]({ session, command }, /** @type {never} */ (own), /** @type {never} */ (values))
  }
  call.sink.commandComplete(`UPDATE ${seen.size}`)
}

/** @param {Update} update @param {string} name @returns {string[]} columns @throws {DbError} 0A000 */
function assignedBy(update, name) {
  return (update.targetList ?? []).map(({ ResTarget: item }) => {
    if (CHANGEABLE[name].columns[item.name] === undefined || item.indirection?.length)
      throw featureNotSupported(`an UPDATE of "${item.name}" of system catalog "${name}"`)
    if (item.val.MultiAssignRef || item.val.SetToDefault)
      throw featureNotSupported(`such an assignment to "${item.name}" of system catalog "${name}"`)
    return item.name
  })
}

/**
 * The name was read as the catalog's, but the search path has a table of a user's before it.
 * @param {Session} session @param {{ schemaname?: string, relname?: string }} relation
 */
export const isUsersTable = (session, { schemaname, relname }) =>
  !schemaname && session.catalog().relationOid(null, String(relname)) >= FIRST_USER_OID

/**
 * An UPDATE, INSERT or DELETE that is nothing special.
 * @param {Session} session @param {string} tag
 * @param {{ relation: { relname?: string }, returningClause?: object }} node @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 0A000: it returns rows
 */
export function* runAsWritten(session, tag, node, call) {
  if (node.returningClause) throw featureNotSupported(`RETURNING where "${node.relation.relname}" is a user's table`)
  const { prepared, count } = yield* ran(session, tag, node, call, [])
  call.sink.commandComplete(commandTag(prepared, count))
}

/**
 * @param {Session} session @param {ParseNode} node the query @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, any[][], void>}
 */
export function* selected(session, node, call) {
  /** @type {any[][]} */
  const rows = []
  yield* ran(session, 'SelectStmt', node, call, rows)
  return rows
}

/**
 * @param {Session} session @param {string} tag @param {object} node @param {UtilityCall} call
 * @param {unknown[][]} rows filled
 * @returns {Generator<Promise<unknown>, { prepared: Prepared, count: number }, void>}
 */
function* ran(session, tag, node, call, rows) {
  session.block.ensure()
  const { parsed, sourceText, paramTypes } = call.prepared
  const { text, location, length } = parsed
  const prepared = new Prepared({ stmt: { [tag]: node }, tag, node, text, location, length }, sourceText, paramTypes)
  prepared.functionScope = call.prepared.functionScope
  yield* prepareWith(session, prepared, call.params.length)
  const execution = new Execution({ drain: () => null }, 'rows', '', null, rows)
  try {
    yield* runSteps(session, prepared, call.params, execution)
  } finally {
    execution.finish(session)
  }
  session.block.txn.nextCommand()
  return { prepared, count: execution.rows }
}

/** @param {number} oid @param {string} catalog @throws {DbError} 0A000 */
function refuseBuiltIn(oid, catalog) {
  if (oid < FIRST_USER_OID) throw featureNotSupported(`an UPDATE of what "${catalog}" says of built-in objects`)
}

/** @param {Session} session @param {number} oid of a relation @returns {string} */
function relationName(session, oid) {
  const relation = session.catalog().relation(oid)
  const schema = session.catalog().namespace(relation.namespaceOid)?.name ?? ''
  return `${quoteIdentifier(schema)}.${quoteIdentifier(relation.name)}`
}

/**
 * @param {Tools} tools @param {[index: number, table: number]} key
 * @param {{ indisready?: boolean, indisvalid?: boolean }} values @returns {Work}
 */
function* changeIndex({ session }, [oid, tableOid], values) {
  refuseBuiltIn(oid, 'pg_index')
  yield* lockOid(session, tableOid, values.indisready === undefined ? SHARE_UPDATE_EXCLUSIVE : ACCESS_EXCLUSIVE)
  yield* lockOid(session, oid, ACCESS_EXCLUSIVE)
  const ddl = beginDdl(session)
  const before = ddl.view.index(oid)
  ddl.update('pg_index', ddl.one('pg_index', 'pg_index_indexrelid_index', [oid]), values)
  ddl.touch([oid, tableOid])
  if (values.indisready === true && before?.ready === false && before.fileId !== 0) {
    // Nobody has kept it meanwhile.
    session.block.txn.nextCommand()
    replaceIndexFile(ddl, oid)
    session.block.txn.nextCommand()
    yield* fillKept(session, ddl, oid)
    yield* buildToldOf(session, ddl, oid, REINDEX)
    session.database.indexBuilt(session.block.txn, oid)
  }
  endDdl(session, ddl)
}

/**
 * @param {Tools} tools @param {[table: number, attnum: number]} key
 * @param {{ atttypmod?: number, attnotnull?: boolean }} values @returns {Work}
 */
function* changeColumn({ session, command }, [oid, attnum], { atttypmod, attnotnull }) {
  refuseBuiltIn(oid, 'pg_attribute')
  const column = session.catalog().relation(oid)?.columns[attnum - 1]
  if (column === undefined || column.dropped)
    throw featureNotSupported('an UPDATE of what "pg_attribute" says of other columns than those of tables')
  if (attnotnull !== undefined && attnotnull !== column.notNull) {
    const own = `${relationName(session, oid)} ALTER ${quoteIdentifier(column.name)}`
    yield* command(`ALTER TABLE ONLY ${own} ${attnotnull ? 'SET' : 'DROP'} NOT NULL`)
  }
  if (atttypmod === undefined || atttypmod === column.typmod) return
  yield* lockOid(session, oid, ACCESS_EXCLUSIVE)
  const ddl = beginDdl(session)
  ddl.update('pg_attribute', ddl.one('pg_attribute', 'pg_attribute_relid_attnum_index', [oid, attnum]), { atttypmod })
  ddl.touch([oid])
  endDdl(session, ddl)
}

/**
 * @param {Tools} tools @param {[type: number, label: string]} key
 * @param {{ enumlabel?: string }} values @returns {Work}
 */
function* changeLabel({ session, command }, [oid, label], { enumlabel = label }) {
  if (enumlabel === label) return
  const type = session.catalog().type(oid)
  const schema = session.catalog().namespace(type.namespaceOid)?.name ?? ''
  const own = `${quoteIdentifier(schema)}.${quoteIdentifier(type.name)}`
  yield* command(`ALTER TYPE ${own} RENAME VALUE ${quoteConstant(label)} TO ${quoteConstant(enumlabel)}`)
}

/**
 * @param {Tools} tools @param {[constraint: number, table: number, name: string]} key
 * @param {{ conname?: string, convalidated?: boolean }} values @returns {Work}
 */
function* changeConstraint({ session, command }, [oid, tableOid, name], { conname = name, convalidated }) {
  if (tableOid === 0) throw featureNotSupported('an UPDATE of what "pg_constraint" says of domains')
  refuseBuiltIn(tableOid, 'pg_constraint')
  const table = relationName(session, tableOid)
  if (convalidated === true) yield* command(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${quoteIdentifier(name)}`)
  if (convalidated === false) {
    yield* lockOid(session, tableOid, SHARE_UPDATE_EXCLUSIVE)
    const ddl = beginDdl(session)
    const found = ddl.one('pg_constraint', 'pg_constraint_oid_index', [oid])
    const { at } = catalogShape('pg_constraint')
    const referenced = found.row[at.confrelid]
    // Only what VALIDATE CONSTRAINT can take back.
    if (!['c', 'f'].includes(String.fromCharCode(found.row[at.contype])))
      throw featureNotSupported('a key that is not validated')
    ddl.update('pg_constraint', found, { convalidated: false })
    ddl.touch([oid, tableOid, ...(referenced === 0 ? [] : [referenced])])
    endDdl(session, ddl)
  }
  if (conname === name) return
  yield* command(`ALTER TABLE ${table} RENAME CONSTRAINT ${quoteIdentifier(name)} TO ${quoteIdentifier(conname)}`)
}

/**
 * @param {Tools} tools @param {[oid: number, name: string]} key
 * @param {{ datallowconn?: boolean, datconnlimit?: number, datistemplate?: boolean }} values @returns {Work}
 */
function* changeDatabase({ command }, [, name], { datallowconn, datconnlimit, datistemplate }) {
  const options = [
    ...(datallowconn === undefined ? [] : [`ALLOW_CONNECTIONS ${datallowconn}`]),
    ...(datconnlimit === undefined ? [] : [`CONNECTION LIMIT ${datconnlimit}`]),
    ...(datistemplate === undefined ? [] : [`IS_TEMPLATE ${datistemplate}`]),
  ]
  yield* command(`ALTER DATABASE ${quoteIdentifier(name)} WITH ${options.join(' ')}`)
}

/**
 * @param {Tools} tools @param {[oid: number]} key @param {{ reltuples?: number, relpages?: number }} values
 * @returns {Work}
 */
function* changeSizes({ session }, [oid], { reltuples, relpages }) {
  refuseBuiltIn(oid, 'pg_class')
  const ddl = beginDdl(session)
  const { row } = ddl.one('pg_class', 'pg_class_oid_index', [oid])
  const { at } = catalogShape('pg_class')
  setRelationSizes(ddl, oid, { relpages: relpages ?? row[at.relpages], reltuples: reltuples ?? row[at.reltuples] })
  endDdl(session, ddl)
}

/**
 * @param {Tools} tools @param {[object: number, catalog: number, part?: number]} key
 * @param {{ description?: string }} values @returns {Work}
 */
function* changeComment({ session }, [objectId, classId, subId = 0], { description }) {
  if (description === undefined) return
  const ddl = beginDdl(session)
  setComment(ddl, { objectId, classId, subId }, description)
  endDdl(session, ddl)
}
