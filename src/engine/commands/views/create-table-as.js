/**
 * Tables made from queries: CREATE TABLE AS (of a SELECT or an EXECUTE), SELECT INTO, CREATE MATERIALIZED VIEW, REFRESH
 * MATERIALIZED VIEW. The query is bound first; then the relation is made, and the query's rows are inserted by an
 * ordinary plan.
 */
import { asMaintainer } from '../../session/access.js'
import { formatType } from '../../../catalog/deparse/types.js'
import { noCollation } from '../../../errors/ddl/collations.js'
import { createView, setPopulated } from '../../../catalog/ddl/tables/views.js'
import { createTable } from '../../../catalog/ddl/tables/table.js'
import { truncateRelation } from '../../../catalog/ddl/tables/truncate.js'
import { qualifiedName } from '../../../catalog/deparse/objects.js'
import { duplicateRelation } from '../../../errors/ddl/catalog.js'
import { DbError } from '../../../errors/db-error.js'
import { tableMethod } from '../../session/access-methods.js'
import { onCommitNeedsTemporary } from '../../../errors/ddl/temporary.js'
import {
  duplicateNewData, concurrentlyNoData, concurrentlyNotPopulated, concurrentlyWithoutIndex, refusedInMaterialized,
  tooManyColumnNames, unloggedMaterialized,
} from '../../../errors/ddl/views.js'
import { bindForKeeping, bindStored, hasWrites, planEmpty, planFill } from '../../../planner/view-query.js'
import { Prepared } from '../../statements/core/prepared.js'
import { runSteps } from '../../statements/core/run.js'
import { Execution } from '../../statements/core/execution.js'
import { noteOnCommit } from '../../session/temporary.js'
import {
  ACCESS_EXCLUSIVE, ACCESS_SHARE, EXCLUSIVE, beginDdl, creationNamespace, endDdl, lockOid, lockRelation, persistenceIn,
  storageOptions,
} from '../../session/ddl.js'
import { refuseWhileInUse } from '../in-use.js'
import { executeParams, executeTarget } from '../conversation/prepare.js'
import { internalRows } from '../../statements/core/internal-query.js'
import { isNotAMaterializedView, preparedStatementIsNot } from '../../../errors/commands/views.js'
import { requireNewTablespace } from '../../session/tablespaces.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { BoundQuery } from '../../../planner/view-query.js' */
/** @import { Again } from '../../../planner/left-calls.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */
/** @import { PlannedStatement } from '../../../planner/plan.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @typedef {{ bound: BoundQuery, params: any[], rebound: (again: Again) => BoundQuery }} Source */

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateTableAsStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateTableAs(session, node, call) {
  const isView = node.objtype === 'OBJECT_MATVIEW'
  const word = isView ? 'CREATE MATERIALIZED VIEW' : 'CREATE TABLE AS'
  const { into } = node
  const accessMethod = tableMethod(session, into.accessMethod)
  if (isView && into.rel.relpersistence === 'u') throw unloggedMaterialized()
  const rangeVar = into.rel
  const namespaceOid = creationNamespace(session, rangeVar)
  const persistence = persistenceIn(session, namespaceOid, rangeVar)
  if (into.onCommit !== undefined && into.onCommit !== 'ONCOMMIT_NOOP' && persistence !== 't')
    throw onCommitNeedsTemporary()
  if (isThere(session, node, namespaceOid)) {
    call.sink.commandComplete(word)
    return
  }
  const { bound, params, rebound } = yield* boundSource(session, node.query, call)
  if (isView) checkMaterialized(bound)
  const names = (into.colNames ?? []).map((item) => item.String.sval)
  if (names.length > bound.columns.length) throw tooManyColumnNames()
  for (const [at, column] of bound.columns.entries()) {
    if (column.collation === 0 && session.catalog().type(column.type)?.collation)
      throw noCollation(names[at] ?? column.name, formatType(session.catalog(), column.type))
  }
  const columns = bound.columns.map((column, at) => ({
    name: names[at] ?? column.name, typeOid: column.type, typmod: column.typmod, collation: column.collation,
  }))
  for (const column of columns)
    if (session.catalog().type(column.typeOid)?.kind !== 'p') session.typeOps(column.typeOid)
  const definition = {
    name: rangeVar.relname, namespaceOid, columns, kind: /** @type {'m' | 'r'} */ (isView ? 'm' : 'r'), persistence,
    accessMethod, options: storageOptions(into.options, true),
  }
  requireNewTablespace(session, into.tableSpaceName, persistence === 't')
  const ddl = beginDdl(session)
  const oid = isView ? createView(ddl, definition, bound.query) : createTable(ddl, definition)
  if (isView && into.skipData) setPopulated(ddl, oid, false)
  noteOnCommit(session, oid, into.onCommit)
  endDdl(session, ddl)
  if (into.skipData) {
    call.sink.commandComplete(node.query.ExecuteStmt ? 'SELECT 0' : word)
    return
  }
  const relation = session.catalog().relation(oid)
  const { sourceText } = call.prepared
  const refill = (/** @type {Again} */ again) => planFill(rebound(again), relation, sourceText)
  const fill = () => runPlan(session, planFill(bound, relation, sourceText), params, call, refill)
  const rows = yield* isView ? session.identity.restricted(session.roleOid, fill) : fill()
  yield* session.envelope.beforeTag(call.describe)
  call.sink.commandComplete(`SELECT ${rows}`)
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateTableAsStmt>} node
 * @param {number} [namespaceOid]
 * @returns {boolean} with a notice, when that is no error
 * @throws {DbError} 42P07
 */
export function isThere(session, node, namespaceOid = creationNamespace(session, node.into.rel)) {
  const { relname } = node.into.rel
  if (session.catalog().source.relationOid(namespaceOid, relname) === 0) return false
  if (node.if_not_exists !== true) throw duplicateRelation(relname, 'CreateTableAsRelExists')
  session.notice({ severity: 'NOTICE', code: '42P07', message: `relation "${relname}" already exists, skipping` })
  return true
}

/**
 * The query, bound under locks that keep what it names; `rebound` binds it again for who was refused something in it.
 * @param {Session} session
 * @param {ParseNode} query tagged
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, Source, void>}
 */
function* boundSource(session, query, call) {
  const { settings, env } = session
  let stmt = query
  let { sourceText } = call.prepared
  let { paramTypes, functionScope } = call.prepared
  let { params } = call
  if (query.ExecuteStmt) {
    const prepared = executeTarget(session, query.ExecuteStmt)
    if (!prepared.parsed.stmt.SelectStmt) throw preparedStatementIsNot()
    session.block.ensure()
    yield* prepared.prepareInTurns(session, true)
    params = yield* executeParams(session, query.ExecuteStmt, prepared, call)
    stmt = prepared.parsed.stmt
    sourceText = prepared.sourceText
    paramTypes = prepared.paramTypes
    functionScope = undefined
  }
  const options = { settings, env, sourceText, paramTypes, functionScope }
  const rebound = (/** @type {Again} */ again) => bindForKeeping(stmt, session.catalog(), { ...options, again })
  for (;;) {
    const bound = bindForKeeping(stmt, session.catalog(), options)
    let waited = false
    for (const relation of bound.relations) if (yield* lockOid(session, relation.oid, ACCESS_SHARE)) waited = true
    if (!waited) return { bound, params, rebound }
  }
}

/**
 * What is wrong with the query is said before event triggers hear of the command.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateTableAsStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* analyseCreateTableAs(session, node, call) {
  if (node.query.ExecuteStmt) return
  const { bound } = yield* boundSource(session, node.query, call)
  if (node.objtype !== 'OBJECT_MATVIEW') return
  checkMaterialized(bound)
  if (node.into.rel.relpersistence === 'u') throw unloggedMaterialized()
}

/** @param {BoundQuery} bound */
function checkMaterialized(bound) {
  if (hasWrites(bound.query)) throw refusedInMaterialized('not use data-modifying statements in WITH')
  if (bound.relations.some((relation) => relation.persistence === 't'))
    throw refusedInMaterialized('not use temporary tables or views')
  if (bound.ctx.params.types.length > 0) throw refusedInMaterialized('not be defined using bound parameters')
}

/**
 * @param {Session} session
 * @param {PlannedStatement} planned
 * @param {unknown[]} params
 * @param {UtilityCall} call
 * @param {(again: Again) => PlannedStatement} [remake] the plan
 * @returns {Generator<Promise<unknown>, number, void>} rows written
 */
function* runPlan(session, planned, params, call, remake) {
  const prepared = new Prepared(call.prepared.parsed, call.prepared.sourceText, [])
  prepared.adopt(session, planned, remake)
  const execution = new Execution(call.sink, 'none', '', null, null)
  if (call.instrument !== undefined) Object.assign(execution, call.instrument(planned))
  try {
    yield* runSteps(session, prepared, params, execution)
  } finally {
    execution.finish(session)
  }
  session.block.txn.nextCommand()
  return execution.rows
}

/**
 * Rows that are the same in every column are another error than rows that are the same in a key.
 * @param {Session} session
 * @param {RelationDesc} view
 * @param {() => Generator<Promise<unknown>, number, void>} fill
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 21000
 */
function* refuseDuplicates(session, view, fill) {
  const { txns } = session.cluster
  const { txn } = session.block
  const mark = txns.savepoint(txn)
  try {
    yield* fill()
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== '23505') throw error
    txns.rollbackTo(txn, mark)
    session.names.forget()
    const [[definition]] = yield* internalRows(session, `select pg_catalog.pg_get_viewdef(${view.oid}::pg_catalog.oid)`)
    const [twice] = yield* internalRows(session, `select m::pg_catalog.text from (${definition.replace(/;$/, '')}) m where m is not null group by m having pg_catalog.count(*) > 1 limit 1`)
    if (twice !== undefined) throw duplicateNewData(view.name, twice[0])
    throw error
  }
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').RefreshMatViewStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runRefresh(session, node, call) {
  const concurrently = node.concurrent === true
  const oid = yield* lockRelation(
    session, node.relation, concurrently ? EXCLUSIVE : ACCESS_EXCLUSIVE, false, asMaintainer,
  )
  const view = session.catalog().relation(oid)
  if (view === undefined || view.kind !== 'm') throw isNotAMaterializedView(node.relation.relname)
  if (concurrently && !view.populated) throw concurrentlyNotPopulated()
  if (concurrently && node.skipData) throw concurrentlyNoData()
  refuseWhileInUse(session, [oid], 'REFRESH MATERIALIZED VIEW')
  if (
    concurrently
    && !view.indexes.some(
      (/** @type {any} */ index) =>
        index.unique && index.valid && index.immediate && index.predicate === null
        && index.keys.every((/** @type {any} */ key) => key.expr === null),
    )
  ) {
    throw concurrentlyWithoutIndex(qualifiedName(session.catalog(), view.name, view.namespaceOid))
  }
  const { settings, env } = session
  if (concurrently) {
    // Readers go on seeing the old rows until this commits.
    yield* runPlan(session, planEmpty(session.catalog(), view, { settings, env }), [], call)
  } else {
    const ddl = beginDdl(session)
    truncateRelation(ddl, oid)
    const { txn } = session.block
    // older snapshots see neither what was there nor what is
    txn.onCommit(() => { session.cluster.txns.noteRewritten(txn.lockSpace, oid, txn.csn) })
    setPopulated(ddl, oid, node.skipData !== true)
    endDdl(session, ddl)
  }
  if (node.skipData !== true) {
    const relation = session.catalog().relation(oid)
    const stored = /** @type {string} */ (relation?.viewSql)
    const made = (/** @type {Again | undefined} */ again = undefined) =>
      planFill(bindStored(stored, session.catalog(), { settings, env, again }), relation)
    const fill = () => runPlan(session, made(), [], call, made)
    // Its query is the owner's: whose rights count in it, and who is told apart by policies and functions.
    yield* session.identity.restricted(view.ownerOid, function* filled() {
      if (concurrently) yield* refuseDuplicates(session, view, fill)
      else yield* fill()
    })
  }
  yield* session.envelope.beforeTag(call.describe)
  call.sink.commandComplete('REFRESH MATERIALIZED VIEW')
}
