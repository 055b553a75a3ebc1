/**
 * Utility statements: everything that is not planned. One table from the parse tree's tag to the function that runs it;
 * what is not in it is 0A000 under its name.
 */
import { hasEventTriggers } from '../../catalog/event-triggers.js'
import { CatalogWait } from '../../catalog/store/heap-catalog-store.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { databaseIsReadOnly, readOnlyTransaction } from '../../errors/engine.js'
import { withPosition } from '../../errors/syntax.js'
import { requireOwnDatabases } from '../session/own-database.js'
import { waitFor } from '../session/wait.js'
import { alterTree, changesTree } from './tables/alter/attach.js'
import { runAlterTable } from './tables/alter/alter-table.js'
import { runComment } from './objects/comment.js'
import { runCluster } from './maintenance/cluster.js'
import { runCopy } from './conversation/copy.js'
import { openForeign } from './copy/file-table.js'
import { runCreateDatabase, runDropDatabase } from './databases/databases.js'
import { runDrop, runTruncate } from './objects/drop.js'
import { explainColumns, runExplain } from './conversation/explain.js'
import { runCreateIndex } from './tables/create-index.js'
import { schemaRunner } from './objects/create-schema.js'
import { runCreateTrigger, runRenameTrigger } from './tables/create-trigger.js'
import {
  extensionRunner, extensionUpdater, moveExtension, runDependsOnExtension, runExtensionContents,
} from './objects/extensions.js'
import { runDropOfTable } from './tables/drop-of-table.js'
import { runAlterPolicy, runCreatePolicy, runRenamePolicy } from './tables/policies.js'
import { runCreateRule, runRenameRule } from './views/create-rule.js'
import { runCreateTable } from './tables/create-table.js'
import { analyseCreateTableAs, runCreateTableAs, runRefresh } from './views/create-table-as.js'
import { runCreateView } from './views/create-view.js'
import { runAnalyzeOrVacuum, runCheckpoint } from './maintenance/maintenance.js'
import { runAlterEventTrigger, runCreateEventTrigger } from './events/event-trigger.js'
import { utilityName } from './events/command-tags.js'
import { withEvents } from './events/ddl-events.js'
import { runLock } from './conversation/lock.js'
import { runAlterSequence, runCreateSequence } from './tables/sequences.js'
import { runOwner, runSetSchema } from './objects/object-names.js'
import { runReindex } from './maintenance/reindex.js'
import { runRename } from './objects/rename.js'
import { executeTarget, runDeallocate, runExecute, runPrepare } from './conversation/prepare.js'
import { runGrantRole } from './databases/role-members.js'
import { runAlterDefaultPrivileges } from './privileges/default-privileges.js'
import { runGrant } from './privileges/grant.js'
import { runDropOwned, runReassignOwned } from './databases/owned.js'
import { runAlterRole, runCreateRole, runDropRole } from './databases/roles.js'
import { fetchColumns, runClose, runDeclareCursor, runFetch } from './conversation/cursors.js'
import { runListen, runNotify, runUnlisten } from './conversation/notify.js'
import { runAlterPublication, runCreatePublication } from './objects/publications.js'
import {
  runAlterMapping, runAlterServer, runAlterWrapper, runCreateMapping, runCreateServer, runCreateWrapper, runDropMapping,
  runImportSchema,
} from './objects/foreign-data.js'
import { runCreateForeignTable } from './tables/foreign-tables.js'
import { runSetConstraints } from './constraints/set-constraints.js'
import { catalogChanger } from './objects/catalog-change.js'
import { runDeleteComments, runInsertComments } from './objects/comment-rows.js'
import { runSecurityLabel } from './objects/security-label.js'
import { runCreateConversion } from './types/conversions.js'
import { runAlterStatistics, runCreateStatistics } from './maintenance/statistics.js'
import { runAlterSubscription, runCreateSubscription, runDropSubscription } from './objects/subscriptions.js'
import { runAlterDatabase, runRefreshDatabaseCollation } from './databases/alter-database.js'
import { runAlterDatabaseSet, runAlterRoleSet, runAlterSystem } from './databases/stored-settings.js'
import { runDiscard, runSet, runShow, showColumns } from './conversation/settings.js'
import { runTransaction } from './conversation/transaction.js'
import { callColumns } from '../statements/core/call.js'
import { runDo } from './routines/do.js'
import {
  runAlterTablespaceOptions, runCreateTablespace, runDropTablespace, runLoad, runMoveAll,
} from './databases/tablespaces.js'
import { objectOfParts } from './objects/object-parts.js'
import { isTold, Observed } from '../statements/core/observed.js'
import { statementName } from '../statements/core/statement-names.js'
import { typeRunners, withTypes } from './types/type-statements.js'

/** @import { ResultColumn } from '../../planner/plan.js' */
/** @import { Prepared } from '../statements/core/prepared.js' */
/** @import { ResultSink } from '../statements/core/result-sink.js' */
/** @import { Session } from '../session/session.js' */

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
 * Their modules wait in the package until one of them is wanted.
 * @param {() => UtilityRunner} other
 * @returns {UtilityRunner}
 */
const alsoTypes = (other) => (session, node, call) => withTypes(other())(session, node, call)
const dropOther = alsoTypes(() => runDrop)
/** @type {Record<string, UtilityRunner>} */
const MOVES = { OBJECT_EXTENSION: moveExtension }
const renameOther = alsoTypes(() => runRename)
const moveOther = alsoTypes(() => runSetSchema)
/** Parts of tables have names of their own there. @type {Record<string, UtilityRunner>} */
const DROPS = { OBJECT_POLICY: runDropOfTable, OBJECT_RULE: runDropOfTable, OBJECT_TRIGGER: runDropOfTable }
/** @type {Record<string, UtilityRunner>} */
const RENAMES = { OBJECT_POLICY: runRenamePolicy, OBJECT_RULE: runRenameRule, OBJECT_TRIGGER: runRenameTrigger }

/**
 * `writes`: refused in a read-only transaction, under this name. `keeps`: may run there, but not where nothing is kept.
 * @type {Record<string, { run: UtilityRunner, writes?: string, keeps?: string }>}
 */
const RUNNERS = {
  TransactionStmt: { run: runTransaction },
  VariableSetStmt: { run: runSet },
  VariableShowStmt: { run: runShow },
  DiscardStmt: { run: runDiscard },
  PrepareStmt: { run: runPrepare },
  ExecuteStmt: { run: runExecute },
  DeallocateStmt: { run: runDeallocate },
  ExplainStmt: { run: runExplain },
  CopyStmt: { run: runCopy },
  CreateStmt: { run: runCreateTable, writes: 'CREATE TABLE' },
  CreateTableAsStmt: { run: runCreateTableAs, writes: 'CREATE TABLE AS' },
  RefreshMatViewStmt: { run: runRefresh, writes: 'REFRESH MATERIALIZED VIEW' },
  ViewStmt: { run: runCreateView, writes: 'CREATE VIEW' },
  IndexStmt: { run: runCreateIndex, writes: 'CREATE INDEX' },
  CommentStmt: { run: runComment, writes: 'COMMENT' },
  CreateSeqStmt: { run: runCreateSequence, writes: 'CREATE SEQUENCE' },
  AlterSeqStmt: { run: runAlterSequence, writes: 'ALTER SEQUENCE' },
  CreateSchemaStmt: {
    run: (session, node, call) => schemaRunner((tag) => runnerOf(tag)?.run)(session, node, call),
    writes: 'CREATE SCHEMA',
  },
  CreateEventTrigStmt: { run: runCreateEventTrigger, writes: 'CREATE EVENT TRIGGER' },
  AlterEventTrigStmt: { run: runAlterEventTrigger, writes: 'ALTER EVENT TRIGGER' },
  CreateTrigStmt: { run: runCreateTrigger, writes: 'CREATE TRIGGER' },
  CreateExtensionStmt: {
    run: (session, node, call) => extensionRunner(runUtility)(session, node, call), writes: 'CREATE EXTENSION',
  },
  AlterExtensionStmt: {
    run: (session, node, call) => extensionUpdater(runUtility)(session, node, call), writes: 'ALTER EXTENSION',
  },
  AlterExtensionContentsStmt: { run: runExtensionContents, writes: 'ALTER EXTENSION' },
  AlterObjectDependsStmt: { run: runDependsOnExtension, writes: 'ALTER … DEPENDS ON EXTENSION' },
  CreatePolicyStmt: { run: runCreatePolicy, writes: 'CREATE POLICY' },
  AlterPolicyStmt: { run: runAlterPolicy, writes: 'ALTER POLICY' },
  RuleStmt: { run: runCreateRule, writes: 'CREATE RULE' },
  DropStmt: { run: (session, node, call) => (DROPS[node.removeType] ?? dropOther)(session, node, call), writes: 'DROP' },
  TruncateStmt: { run: runTruncate, writes: 'TRUNCATE TABLE' },
  AlterTableStmt: {
    run: (session, node, call) =>
      changesTree(node) ? alterTree(session, node, call) : runAlterTable(session, node, call),
    writes: 'ALTER TABLE',
  },
  RenameStmt: {
    run: (session, node, call) => (RENAMES[node.renameType] ?? renameOther)(session, node, call),
    writes: 'ALTER TABLE',
  },
  AlterObjectSchemaStmt: {
    run: (session, node, call) => (MOVES[node.objectType] ?? moveOther)(session, node, call),
    writes: 'ALTER … SET SCHEMA',
  },
  AlterOwnerStmt: { run: alsoTypes(() => runOwner), writes: 'ALTER … OWNER TO' },
  VacuumStmt: { run: runAnalyzeOrVacuum, keeps: 'VACUUM' },
  ClusterStmt: { run: runCluster, writes: 'CLUSTER' },
  ReindexStmt: { run: runReindex, writes: 'REINDEX' },
  DoStmt: { run: runDo },
  CheckPointStmt: { run: runCheckpoint, keeps: 'CHECKPOINT' },
  LockStmt: { run: runLock },
  ListenStmt: { run: runListen },
  UnlistenStmt: { run: runUnlisten },
  NotifyStmt: { run: runNotify },
  DeclareCursorStmt: { run: runDeclareCursor },
  FetchStmt: { run: runFetch },
  ClosePortalStmt: { run: runClose },
  ConstraintsSetStmt: { run: runSetConstraints },
  CreateRoleStmt: { run: runCreateRole, writes: 'CREATE ROLE' },
  AlterRoleStmt: { run: runAlterRole, writes: 'ALTER ROLE' },
  GrantStmt: { run: runGrant, writes: 'GRANT' },
  AlterDefaultPrivilegesStmt: { run: runAlterDefaultPrivileges, writes: 'ALTER DEFAULT PRIVILEGES' },
  GrantRoleStmt: { run: runGrantRole, writes: 'GRANT' },
  DropOwnedStmt: { run: runDropOwned, writes: 'DROP OWNED' },
  ReassignOwnedStmt: { run: runReassignOwned, writes: 'REASSIGN OWNED' },
  CreatePublicationStmt: { run: runCreatePublication, writes: 'CREATE PUBLICATION' },
  AlterPublicationStmt: { run: runAlterPublication, writes: 'ALTER PUBLICATION' },
  CreateFdwStmt: { run: runCreateWrapper, writes: 'CREATE FOREIGN DATA WRAPPER' },
  AlterFdwStmt: { run: runAlterWrapper, writes: 'ALTER FOREIGN DATA WRAPPER' },
  CreateForeignServerStmt: { run: runCreateServer, writes: 'CREATE SERVER' },
  AlterForeignServerStmt: { run: runAlterServer, writes: 'ALTER SERVER' },
  CreateUserMappingStmt: { run: runCreateMapping, writes: 'CREATE USER MAPPING' },
  AlterUserMappingStmt: { run: runAlterMapping, writes: 'ALTER USER MAPPING' },
  DropUserMappingStmt: { run: runDropMapping, writes: 'DROP USER MAPPING' },
  CreateForeignTableStmt: { run: runCreateForeignTable, writes: 'CREATE FOREIGN TABLE' },
  ImportForeignSchemaStmt: { run: runImportSchema, writes: 'IMPORT FOREIGN SCHEMA' },
  CatalogChangeStmt: {
    run: (session, node, call) => catalogChanger(runUtility)(session, node, call), writes: 'UPDATE',
  },
  CatalogInsertStmt: { run: runInsertComments, writes: 'INSERT' },
  CatalogDeleteStmt: { run: runDeleteComments, writes: 'DELETE' },
  SecLabelStmt: { run: runSecurityLabel, writes: 'SECURITY LABEL' },
  CreateConversionStmt: { run: runCreateConversion, writes: 'CREATE CONVERSION' },
  CreateStatsStmt: { run: runCreateStatistics, writes: 'CREATE STATISTICS' },
  AlterStatsStmt: { run: runAlterStatistics, writes: 'ALTER STATISTICS' },
  AlterRoleSetStmt: { run: runAlterRoleSet, writes: 'ALTER ROLE' },
  AlterDatabaseStmt: { run: runAlterDatabase, writes: 'ALTER DATABASE' },
  AlterDatabaseRefreshCollStmt: { run: runRefreshDatabaseCollation, writes: 'ALTER DATABASE' },
  AlterDatabaseSetStmt: { run: runAlterDatabaseSet, writes: 'ALTER DATABASE' },
  AlterSystemStmt: { run: runAlterSystem, keeps: 'ALTER SYSTEM' },
  DropRoleStmt: { run: runDropRole, writes: 'DROP ROLE' },
  CreatedbStmt: { run: runCreateDatabase, writes: 'CREATE DATABASE' },
  DropdbStmt: { run: runDropDatabase, writes: 'DROP DATABASE' },
  CreateTableSpaceStmt: { run: runCreateTablespace, writes: 'CREATE TABLESPACE' },
  AlterTableSpaceOptionsStmt: { run: runAlterTablespaceOptions, writes: 'ALTER TABLESPACE' },
  DropTableSpaceStmt: { run: runDropTablespace, writes: 'DROP TABLESPACE' },
  AlterTableMoveAllStmt: { run: runMoveAll, writes: 'ALTER TABLE' },
  CreateSubscriptionStmt: { run: runCreateSubscription, writes: 'CREATE SUBSCRIPTION' },
  AlterSubscriptionStmt: { run: runAlterSubscription, writes: 'ALTER SUBSCRIPTION' },
  DropSubscriptionStmt: { run: runDropSubscription, writes: 'DROP SUBSCRIPTION' },
  LoadStmt: { run: runLoad },
}

/** @param {string} tag */
const runnerOf = (tag) => RUNNERS[tag] ?? typeRunners[tag]

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
 * @param {{ run: UtilityRunner, writes?: string }} entry
 * @param {Omit<UtilityCall, 'prepared'>} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* runOnce(session, prepared, entry, call) {
  requireOwnDatabases(session, prepared.parsed, prepared.sourceText)
  if (entry.writes === undefined || !hasEventTriggers(session.catalog())) {
    const work = entry.run(session, prepared.node, { ...call, prepared })
    if (work !== undefined) yield* work
    return
  }
  if (prepared.tag === 'CreateTableAsStmt') yield* analyseCreateTableAs(session, prepared.node, { ...call, prepared })
  // The client hears that it is done when its triggers are.
  const held = Object.create(call.sink)
  let tag = ''
  held.commandComplete = (/** @type {string} */ text) => void (tag = text)
  yield* withEvents(session, prepared, function* () {
    const work = entry.run(session, prepared.node, { ...call, sink: held, prepared })
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
    case 'ExplainStmt': return explainColumns(prepared.node)
    case 'CallStmt': return callColumns(session, prepared)
    case 'FetchStmt': return fetchColumns(session, prepared.node)
    case 'ExecuteStmt': {
      const target = executeTarget(session, prepared.node)
      return target.isPlanned ? target.columns : utilityColumns(session, target)
    }
    default: return null
  }
}

/** What is handed down to sessions (session/above.js). @type {import('../session/above.js').Commands} */
export const COMMANDS = { run: runUtility, columns: utilityColumns, utilityName, objectOfParts, openForeign }
