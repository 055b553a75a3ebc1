/**
 * Utility statements: everything that is not planned. The parse tree's tag says which function runs it (runners.js);
 * what has none is 0A000 under its name.
 */
import { hasEventTriggers } from '../../catalog/event-triggers.js'
import { CatalogWait } from '../../catalog/store/heap-catalog-store.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { databaseIsReadOnly, readOnlyTransaction } from '../../errors/engine.js'
import { withPosition } from '../../errors/syntax.js'
import { requireOwnDatabases } from '../session/own-database.js'
import { waitFor } from '../session/wait.js'
import { utilityName } from './events/command-tags.js'
import { showColumns } from './conversation/settings.js'
import { runnerOf } from './runners.js'
import { isTold, Observed } from '../statements/core/observed.js'
import { statementName } from '../statements/core/statement-names.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./copy/file-table.js')} */
const fileTable = later(import.meta.url, './copy/file-table.js')
/** @type {() => typeof import('./conversation/explain.js')} */
const explain = later(import.meta.url, './conversation/explain.js')
/** @type {() => typeof import('./views/create-table-as.js')} */
const createTableAs = later(import.meta.url, './views/create-table-as.js')
/** @type {() => typeof import('./events/ddl-events.js')} */
const ddlEvents = later(import.meta.url, './events/ddl-events.js')
/** @type {() => typeof import('./conversation/prepare.js')} */
const prepare = later(import.meta.url, './conversation/prepare.js')
/** @type {() => typeof import('./conversation/cursors.js')} */
const cursors = later(import.meta.url, './conversation/cursors.js')
/** @type {() => typeof import('../statements/core/call.js')} */
const callModule = later(import.meta.url, '../statements/core/call.js')
/** @type {() => typeof import('./objects/object-parts.js')} */
const objectParts = later(import.meta.url, './objects/object-parts.js')

/** @import { ResultColumn } from '../../planner/plan.js' */
/** @import { Prepared } from '../statements/core/prepared.js' */
/** @import { ResultSink } from '../statements/core/result-sink.js' */
/** @import { Session } from '../session/session.js' */
/** @import { Runner } from './runners.js' */

/**
 * @typedef {object} UtilityCall
 * @property {ResultSink} sink
 * @property {any[]} params
 * @property {string} formats
 * @property {boolean} alone the only statement of its message: what cannot run in a transaction block may run
 * @property {boolean} describe a row description is still to be sent
 * @property {Prepared} prepared
 * @property {(planned: any) => any} [instrument] of EXPLAIN ANALYZE: the code that fills what is made, counting
 */

/**
 * @typedef {(session: Session, node: any, call: UtilityCall) => void | Generator<Promise<unknown>, void, void>}
 *   UtilityRunner
 */

/**
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {Omit<UtilityCall, 'prepared'>} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runUtility(session, prepared, call) {
  if (session.cluster.observers === null || !isTold(prepared)) {
    yield* runAny(session, prepared, call)
    return
  }
  const observed = new Observed(session, prepared)
  let rows = 0
  // COPY keeps its place in the sink: it is to be the sink itself, where that can be.
  const sink = Object.isExtensible(call.sink) ? call.sink : Object.create(call.sink)
  const before = Object.getOwnPropertyDescriptor(sink, 'commandComplete')
  const { commandComplete } = call.sink
  Object.defineProperty(sink, 'commandComplete', { writable: true, configurable: true, enumerable: true,
    value: (/** @type {string} */ tag) => {
      rows = Number(ROWS_IN_TAG.exec(tag)?.[1] ?? 0)
      commandComplete.call(sink, tag)
    } })
  session.utilityDepth++
  try {
    yield* runAny(session, prepared, { ...call, sink })
  } finally {
    session.utilityDepth--
    if (before === undefined) delete sink.commandComplete
    else Object.defineProperty(sink, 'commandComplete', before)
  }
  observed.pause()
  observed.end(rows)
}

const ROWS_IN_TAG = /^(?:COPY|FETCH|SELECT|REFRESH MATERIALIZED VIEW) (\d+)$/

/** What would stay in the session. @type {Record<string, string>} */
const LASTING = {
  ClosePortalStmt: 'CLOSE', PrepareStmt: 'PREPARE', DeallocateStmt: 'DEALLOCATE', ListenStmt: 'LISTEN',
  UnlistenStmt: 'UNLISTEN', DiscardStmt: 'DISCARD',
}

/** @param {Session} session @param {Prepared} prepared @throws {DbError} 42501 */
function refuseRestricted(session, { tag }) {
  if (LASTING[tag] !== undefined) session.identity.refuseRestricted(`execute ${LASTING[tag]}`)
}

/**
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {Omit<UtilityCall, 'prepared'>} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runAny(session, prepared, call) {
  const entry = runnerOf(prepared.tag)
  if (entry === undefined) throw featureNotSupported(statementName(prepared.tag))
  session.settleStart()
  if (session.identity.restrictions > 0) refuseRestricted(session, prepared)
  if (entry.keeps !== undefined && session.cluster.isReadOnly) throw databaseIsReadOnly(entry.keeps)
  if (entry.writes !== undefined) {
    session.block.ensure()
    if (session.block.readOnly) throw readOnlyTransaction(entry.writes)
  }
  for (;;) {
    const { txn } = session.block
    const mark = entry.writes === undefined || txn === null ? null : session.cluster.txns.savepoint(txn)
    try {
      yield* runOnce(session, prepared, entry, call)
      return
    } catch (error) {
      if (!(error instanceof CatalogWait) || mark === null) throw withPosition(error, prepared.sourceText)
      // Another transaction is changing the same catalog row: what was done so far is undone, and all of it is done
      // again after the wait.
      session.cluster.txns.rollbackTo(txn, mark)
      session.names.forget()
      yield* waitFor(session, error.wait, null)
    }
  }
}

/**
 * @param {Session} session
 * @param {Prepared} prepared
 * @param {Runner} entry
 * @param {Omit<UtilityCall, 'prepared'>} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runOnce(session, prepared, entry, call) {
  requireOwnDatabases(session, prepared.parsed, prepared.sourceText)
  if (entry.writes === undefined || !hasEventTriggers(session.catalog())) {
    const work = entry.run()(session, prepared.node, { ...call, prepared })
    if (work !== undefined) yield* work
    return
  }
  if (prepared.tag === 'CreateTableAsStmt')
    yield* createTableAs().analyseCreateTableAs(session, prepared.node, { ...call, prepared })
  // The client hears that it is done when its triggers are.
  const held = Object.create(call.sink)
  let tag = ''
  held.commandComplete = (/** @type {string} */ text) => void (tag = text)
  yield* ddlEvents().withEvents(session, prepared, function* () {
    const work = entry.run()(session, prepared.node, { ...call, sink: held, prepared })
    if (work !== undefined) yield* work
  })
  call.sink.commandComplete(tag)
}

/**
 * Columns a utility statement returns, null when it returns none.
 * @param {Session} session
 * @param {Prepared} prepared
 * @returns {ResultColumn[] | null}
 */
function utilityColumns(session, prepared) {
  switch (prepared.tag) {
    case 'VariableShowStmt': return showColumns(prepared.node)
    case 'ExplainStmt': return explain().explainColumns(prepared.node)
    case 'CallStmt': return callModule().callColumns(session, prepared)
    case 'FetchStmt': return cursors().fetchColumns(session, prepared.node)
    case 'ExecuteStmt': {
      const target = prepare().executeTarget(session, prepared.node)
      return target.isPlanned ? target.columns : utilityColumns(session, target)
    }
    default: return null
  }
}

/** What is handed down to sessions (session/above.js). @type {import('../session/above.js').Commands} */
export const COMMANDS = {
  run: runUtility, columns: utilityColumns, utilityName,
  objectOfParts: (...asked) => objectParts().objectOfParts(...asked),
  openForeign: (...asked) => fileTable().openForeign(...asked),
}
