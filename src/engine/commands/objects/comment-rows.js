/**
 * INSERT INTO and DELETE FROM pg_description and pg_shdescription by superusers, as extensions and upgrade scripts
 * write them: what COMMENT ON keeps, by hand. Nobody asks whether the object is there, as PostgreSQL does not.
 */
import { featureNotSupported } from '../../../errors/db-error.js'
import { notNullViolation, uniqueViolation } from '../../../errors/execution.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { tooFewCells, tooManyCells, undefinedColumn } from '../../../errors/syntax.js'
import { CHANGEABLE } from '../../../parser/catalog-change.js'
import { nodeOf } from '../../../parser/parser.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { isUsersTable, runAsWritten, selected } from './catalog-change.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityRunner } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/** @type {Record<string, string>} */
const INDEXES = { pg_description: 'pg_description_o_c_o_index', pg_shdescription: 'pg_shdescription_o_c_index' }

/** @type {UtilityRunner} */
export function* runInsertComments(session, { statement, query }, call) {
  if (isUsersTable(session, statement.relation)) {
    yield* runAsWritten(session, 'InsertStmt', statement, call)
    return
  }
  const name = targetOf(session, statement, 'INSERT')
  if (statement.onConflictClause) throw featureNotSupported(`ON CONFLICT of an INSERT into "${name}"`)
  const { key } = CHANGEABLE[name]
  const columns = [...key, 'description']
  const given = namesOf(statement, name, columns)
  const rows = yield* selected(session, query.SelectStmt, call)
  const ddl = beginDdl(session)
  for (const cells of rows) {
    const cellOf = new Map(given.map((column, at) => [column, cells[at]]))
    const row = columns.map((column) => cellOf.get(column) ?? null)
    const missing = row.indexOf(null)
    const where = { schema: 'pg_catalog', table: name }
    if (missing >= 0) {
      const shown = { columns: null, values: row.map((cell) => cell ?? 'null').join(', ') }
      throw notNullViolation(columns[missing], name, shown, where)
    }
    const values = row.slice(0, key.length)
    if (ddl.find(name, INDEXES[name], values).length > 0)
      throw uniqueViolation(INDEXES[name], { columns: key.join(', '), values: values.join(', ') }, where)
    ddl.insert(name, Object.fromEntries(columns.map((column, at) => [column, row[at]])))
  }
  endDdl(session, ddl)
  call.sink.commandComplete(`INSERT 0 ${rows.length}`)
}

/** @type {UtilityRunner} */
export function* runDeleteComments(session, { statement, query }, call) {
  if (isUsersTable(session, statement.relation)) {
    yield* runAsWritten(session, 'DeleteStmt', statement, call)
    return
  }
  const name = targetOf(session, statement, 'DELETE')
  const rows = yield* selected(session, query.SelectStmt, call)
  const ddl = beginDdl(session)
  let count = 0
  for (const key of rows) {
    // Said twice where the statement joins.
    const [found] = ddl.find(name, INDEXES[name], key)
    if (found === undefined) continue
    ddl.remove(name, found)
    count++
  }
  endDdl(session, ddl)
  call.sink.commandComplete(`DELETE ${count}`)
}

/**
 * @param {Session} session @param {{ relation: { relname: string }, returningClause?: object }} statement
 * @param {string} command @returns {string} the catalog
 */
function targetOf(session, { relation, returningClause }, command) {
  const name = relation.relname
  if (returningClause) throw featureNotSupported(`RETURNING of ${command} on "${name}"`)
  if (!session.identity.isSuperuser) throw permissionDenied('table', name)
  return name
}

/**
 * @param {Tree<import('@pgsql/types').InsertStmt>} statement @param {string} name @param {string[]} columns
 * @returns {string[]} of the cells
 */
function namesOf({ cols, selectStmt }, name, columns) {
  const { valuesLists, targetList } = selectStmt.SelectStmt
  const items = valuesLists?.[0]?.List.items ?? targetList
  const cells = items?.length
  const given = cols?.map((item) => item.ResTarget) ?? []
  for (const { name: column, location } of given) {
    if (!columns.includes(column))
      throw undefinedColumn(`column "${column}" of relation "${name}" does not exist`, { location })
  }
  if (given.length > 0 && cells > given.length) throw tooManyCells(nodeOf(items[given.length]).node.location)
  if (given.length > cells) throw tooFewCells(given[cells].location)
  return given.length > 0 ? given.map((item) => item.name) : columns
}

