/**
 * From a utility statement's tag to the function that runs it. Each stands in a file that is loaded when the first such
 * statement comes (util/later.js): before its work begins, at once, whichever way it came. What nearly every program
 * says is there from the start.
 */
import { runDiscard, runSet, runShow } from './conversation/settings.js'
import { runTransaction } from './conversation/transaction.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./tables/alter/attach.js')} */
const attach = later(import.meta.url, './tables/alter/attach.js')
/** @type {() => typeof import('./tables/alter/alter-table.js')} */
const alterTable = later(import.meta.url, './tables/alter/alter-table.js')
/** @type {() => typeof import('./objects/comment.js')} */
const comment = later(import.meta.url, './objects/comment.js')
/** @type {() => typeof import('./maintenance/cluster.js')} */
const clusterModule = later(import.meta.url, './maintenance/cluster.js')
/** @type {() => typeof import('./conversation/copy.js')} */
const copy = later(import.meta.url, './conversation/copy.js')
/** @type {() => typeof import('./databases/databases.js')} */
const databases = later(import.meta.url, './databases/databases.js')
/** @type {() => typeof import('./objects/drop.js')} */
const drop = later(import.meta.url, './objects/drop.js')
/** @type {() => typeof import('./conversation/explain.js')} */
const explain = later(import.meta.url, './conversation/explain.js')
/** @type {() => typeof import('./tables/create-index.js')} */
const createIndex = later(import.meta.url, './tables/create-index.js')
/** @type {() => typeof import('./objects/create-schema.js')} */
const createSchema = later(import.meta.url, './objects/create-schema.js')
/** @type {() => typeof import('./tables/create-trigger.js')} */
const createTrigger = later(import.meta.url, './tables/create-trigger.js')
/** @type {() => typeof import('./objects/extensions.js')} */
const extensions = later(import.meta.url, './objects/extensions.js')
/** @type {() => typeof import('./tables/drop-of-table.js')} */
const dropOfTable = later(import.meta.url, './tables/drop-of-table.js')
/** @type {() => typeof import('./tables/policies.js')} */
const policies = later(import.meta.url, './tables/policies.js')
/** @type {() => typeof import('./views/create-rule.js')} */
const createRule = later(import.meta.url, './views/create-rule.js')
/** @type {() => typeof import('./tables/create-table.js')} */
const createTable = later(import.meta.url, './tables/create-table.js')
/** @type {() => typeof import('./views/create-table-as.js')} */
const createTableAs = later(import.meta.url, './views/create-table-as.js')
/** @type {() => typeof import('./views/create-view.js')} */
const createView = later(import.meta.url, './views/create-view.js')
/** @type {() => typeof import('./maintenance/maintenance.js')} */
const maintenance = later(import.meta.url, './maintenance/maintenance.js')
/** @type {() => typeof import('./events/event-trigger.js')} */
const eventTrigger = later(import.meta.url, './events/event-trigger.js')
/** @type {() => typeof import('./conversation/lock.js')} */
const lock = later(import.meta.url, './conversation/lock.js')
/** @type {() => typeof import('./tables/sequences.js')} */
const sequences = later(import.meta.url, './tables/sequences.js')
/** @type {() => typeof import('./objects/object-names.js')} */
const objectNames = later(import.meta.url, './objects/object-names.js')
/** @type {() => typeof import('./maintenance/reindex.js')} */
const reindex = later(import.meta.url, './maintenance/reindex.js')
/** @type {() => typeof import('./objects/rename.js')} */
const rename = later(import.meta.url, './objects/rename.js')
/** @type {() => typeof import('./conversation/prepare.js')} */
const prepare = later(import.meta.url, './conversation/prepare.js')
/** @type {() => typeof import('./databases/role-members.js')} */
const roleMembers = later(import.meta.url, './databases/role-members.js')
/** @type {() => typeof import('./privileges/default-privileges.js')} */
const defaultPrivileges = later(import.meta.url, './privileges/default-privileges.js')
/** @type {() => typeof import('./privileges/grant.js')} */
const grant = later(import.meta.url, './privileges/grant.js')
/** @type {() => typeof import('./databases/owned.js')} */
const owned = later(import.meta.url, './databases/owned.js')
/** @type {() => typeof import('./databases/roles.js')} */
const roles = later(import.meta.url, './databases/roles.js')
/** @type {() => typeof import('./conversation/cursors.js')} */
const cursors = later(import.meta.url, './conversation/cursors.js')
/** @type {() => typeof import('./conversation/notify.js')} */
const notify = later(import.meta.url, './conversation/notify.js')
/** @type {() => typeof import('./objects/publications.js')} */
const publications = later(import.meta.url, './objects/publications.js')
/** @type {() => typeof import('./objects/foreign-data.js')} */
const foreignData = later(import.meta.url, './objects/foreign-data.js')
/** @type {() => typeof import('./tables/foreign-tables.js')} */
const foreignTables = later(import.meta.url, './tables/foreign-tables.js')
/** @type {() => typeof import('./constraints/set-constraints.js')} */
const setConstraints = later(import.meta.url, './constraints/set-constraints.js')
/** @type {() => typeof import('./objects/catalog-change.js')} */
const catalogChange = later(import.meta.url, './objects/catalog-change.js')
/** @type {() => typeof import('./objects/comment-rows.js')} */
const commentRows = later(import.meta.url, './objects/comment-rows.js')
/** @type {() => typeof import('./objects/security-label.js')} */
const securityLabel = later(import.meta.url, './objects/security-label.js')
/** @type {() => typeof import('./types/conversions.js')} */
const conversions = later(import.meta.url, './types/conversions.js')
/** @type {() => typeof import('./maintenance/statistics.js')} */
const statistics = later(import.meta.url, './maintenance/statistics.js')
/** @type {() => typeof import('./objects/subscriptions.js')} */
const subscriptions = later(import.meta.url, './objects/subscriptions.js')
/** @type {() => typeof import('./databases/alter-database.js')} */
const alterDatabase = later(import.meta.url, './databases/alter-database.js')
/** @type {() => typeof import('./databases/stored-settings.js')} */
const storedSettings = later(import.meta.url, './databases/stored-settings.js')
/** @type {() => typeof import('./routines/do.js')} */
const doModule = later(import.meta.url, './routines/do.js')
/** @type {() => typeof import('./databases/tablespaces.js')} */
const tablespaces = later(import.meta.url, './databases/tablespaces.js')
/** @type {() => typeof import('./types/type-statements.js')} */
const typeStatements = later(import.meta.url, './types/type-statements.js')

/** @import { UtilityRunner } from './dispatch.js' */

/**
 * @typedef {object} Runner
 * @property {() => UtilityRunner} run
 * @property {string} [writes] refused in a read-only transaction, under this name
 * @property {string} [keeps] may run there, but not where nothing is kept
 */

/** @param {() => UtilityRunner} other @returns {UtilityRunner} */
const alsoTypes = (other) => (session, node, call) => typeStatements().withTypes(other())(session, node, call)
const dropOther = alsoTypes(() => drop().runDrop)
/** @type {Record<string, () => UtilityRunner>} */
const MOVES = { OBJECT_EXTENSION: () => extensions().moveExtension }
const renameOther = alsoTypes(() => rename().runRename)
const moveOther = alsoTypes(() => objectNames().runSetSchema)
/** Parts of tables have names of their own there. @type {Record<string, () => UtilityRunner>} */
const DROPS = {
  OBJECT_POLICY: () => dropOfTable().runDropOfTable,
  OBJECT_RULE: () => dropOfTable().runDropOfTable,
  OBJECT_TRIGGER: () => dropOfTable().runDropOfTable,
}
/** @type {Record<string, () => UtilityRunner>} */
const RENAMES = {
  OBJECT_POLICY: () => policies().runRenamePolicy,
  OBJECT_RULE: () => createRule().runRenameRule,
  OBJECT_TRIGGER: () => createTrigger().runRenameTrigger,
}

/** @type {Record<string, Runner>} */
const RUNNERS = {
  TransactionStmt: { run: () => runTransaction },
  VariableSetStmt: { run: () => runSet },
  VariableShowStmt: { run: () => runShow },
  DiscardStmt: { run: () => runDiscard },
  PrepareStmt: { run: () => prepare().runPrepare },
  ExecuteStmt: { run: () => prepare().runExecute },
  DeallocateStmt: { run: () => prepare().runDeallocate },
  ExplainStmt: { run: () => explain().runExplain },
  CopyStmt: { run: () => copy().runCopy },
  CreateStmt: { run: () => createTable().runCreateTable, writes: 'CREATE TABLE' },
  CreateTableAsStmt: { run: () => createTableAs().runCreateTableAs, writes: 'CREATE TABLE AS' },
  RefreshMatViewStmt: { run: () => createTableAs().runRefresh, writes: 'REFRESH MATERIALIZED VIEW' },
  ViewStmt: { run: () => createView().runCreateView, writes: 'CREATE VIEW' },
  IndexStmt: { run: () => createIndex().runCreateIndex, writes: 'CREATE INDEX' },
  CommentStmt: { run: () => comment().runComment, writes: 'COMMENT' },
  CreateSeqStmt: { run: () => sequences().runCreateSequence, writes: 'CREATE SEQUENCE' },
  AlterSeqStmt: { run: () => sequences().runAlterSequence, writes: 'ALTER SEQUENCE' },
  CreateSchemaStmt: {
    run: () => createSchema().schemaRunner((tag) => runnerOf(tag)?.run()),
    writes: 'CREATE SCHEMA',
  },
  CreateEventTrigStmt: { run: () => eventTrigger().runCreateEventTrigger, writes: 'CREATE EVENT TRIGGER' },
  AlterEventTrigStmt: { run: () => eventTrigger().runAlterEventTrigger, writes: 'ALTER EVENT TRIGGER' },
  CreateTrigStmt: { run: () => createTrigger().runCreateTrigger, writes: 'CREATE TRIGGER' },
  CreateExtensionStmt: {
    run: () => (session, node, call) => extensions().extensionRunner(session.commands.run)(session, node, call),
    writes: 'CREATE EXTENSION',
  },
  AlterExtensionStmt: {
    run: () => (session, node, call) => extensions().extensionUpdater(session.commands.run)(session, node, call),
    writes: 'ALTER EXTENSION',
  },
  AlterExtensionContentsStmt: { run: () => extensions().runExtensionContents, writes: 'ALTER EXTENSION' },
  AlterObjectDependsStmt: { run: () => extensions().runDependsOnExtension, writes: 'ALTER … DEPENDS ON EXTENSION' },
  CreatePolicyStmt: { run: () => policies().runCreatePolicy, writes: 'CREATE POLICY' },
  AlterPolicyStmt: { run: () => policies().runAlterPolicy, writes: 'ALTER POLICY' },
  RuleStmt: { run: () => createRule().runCreateRule, writes: 'CREATE RULE' },
  DropStmt: {
    run: () => (session, node, call) => (DROPS[node.removeType]?.() ?? dropOther)(session, node, call),
    writes: 'DROP',
  },
  TruncateStmt: { run: () => drop().runTruncate, writes: 'TRUNCATE TABLE' },
  AlterTableStmt: {
    run: () => (session, node, call) =>
      (attach().changesTree(node) ? attach().alterTree : alterTable().runAlterTable)(session, node, call),
    writes: 'ALTER TABLE',
  },
  RenameStmt: {
    run: () => (session, node, call) => (RENAMES[node.renameType]?.() ?? renameOther)(session, node, call),
    writes: 'ALTER TABLE',
  },
  AlterObjectSchemaStmt: {
    run: () => (session, node, call) => (MOVES[node.objectType]?.() ?? moveOther)(session, node, call),
    writes: 'ALTER … SET SCHEMA',
  },
  AlterOwnerStmt: { run: () => alsoTypes(() => objectNames().runOwner), writes: 'ALTER … OWNER TO' },
  VacuumStmt: { run: () => maintenance().runAnalyzeOrVacuum, keeps: 'VACUUM' },
  ClusterStmt: { run: () => clusterModule().runCluster, writes: 'CLUSTER' },
  ReindexStmt: { run: () => reindex().runReindex, writes: 'REINDEX' },
  DoStmt: { run: () => doModule().runDo },
  CheckPointStmt: { run: () => maintenance().runCheckpoint, keeps: 'CHECKPOINT' },
  LockStmt: { run: () => lock().runLock },
  ListenStmt: { run: () => notify().runListen },
  UnlistenStmt: { run: () => notify().runUnlisten },
  NotifyStmt: { run: () => notify().runNotify },
  DeclareCursorStmt: { run: () => cursors().runDeclareCursor },
  FetchStmt: { run: () => cursors().runFetch },
  ClosePortalStmt: { run: () => cursors().runClose },
  ConstraintsSetStmt: { run: () => setConstraints().runSetConstraints },
  CreateRoleStmt: { run: () => roles().runCreateRole, writes: 'CREATE ROLE' },
  AlterRoleStmt: { run: () => roles().runAlterRole, writes: 'ALTER ROLE' },
  GrantStmt: { run: () => grant().runGrant, writes: 'GRANT' },
  AlterDefaultPrivilegesStmt: {
    run: () => defaultPrivileges().runAlterDefaultPrivileges, writes: 'ALTER DEFAULT PRIVILEGES',
  },
  GrantRoleStmt: { run: () => roleMembers().runGrantRole, writes: 'GRANT' },
  DropOwnedStmt: { run: () => owned().runDropOwned, writes: 'DROP OWNED' },
  ReassignOwnedStmt: { run: () => owned().runReassignOwned, writes: 'REASSIGN OWNED' },
  CreatePublicationStmt: { run: () => publications().runCreatePublication, writes: 'CREATE PUBLICATION' },
  AlterPublicationStmt: { run: () => publications().runAlterPublication, writes: 'ALTER PUBLICATION' },
  CreateFdwStmt: { run: () => foreignData().runCreateWrapper, writes: 'CREATE FOREIGN DATA WRAPPER' },
  AlterFdwStmt: { run: () => foreignData().runAlterWrapper, writes: 'ALTER FOREIGN DATA WRAPPER' },
  CreateForeignServerStmt: { run: () => foreignData().runCreateServer, writes: 'CREATE SERVER' },
  AlterForeignServerStmt: { run: () => foreignData().runAlterServer, writes: 'ALTER SERVER' },
  CreateUserMappingStmt: { run: () => foreignData().runCreateMapping, writes: 'CREATE USER MAPPING' },
  AlterUserMappingStmt: { run: () => foreignData().runAlterMapping, writes: 'ALTER USER MAPPING' },
  DropUserMappingStmt: { run: () => foreignData().runDropMapping, writes: 'DROP USER MAPPING' },
  CreateForeignTableStmt: { run: () => foreignTables().runCreateForeignTable, writes: 'CREATE FOREIGN TABLE' },
  ImportForeignSchemaStmt: { run: () => foreignData().runImportSchema, writes: 'IMPORT FOREIGN SCHEMA' },
  CatalogChangeStmt: {
    run: () => (session, node, call) => catalogChange().catalogChanger(session.commands.run)(session, node, call),
    writes: 'UPDATE',
  },
  CatalogInsertStmt: { run: () => commentRows().runInsertComments, writes: 'INSERT' },
  CatalogDeleteStmt: { run: () => commentRows().runDeleteComments, writes: 'DELETE' },
  SecLabelStmt: { run: () => securityLabel().runSecurityLabel, writes: 'SECURITY LABEL' },
  CreateConversionStmt: { run: () => conversions().runCreateConversion, writes: 'CREATE CONVERSION' },
  CreateStatsStmt: { run: () => statistics().runCreateStatistics, writes: 'CREATE STATISTICS' },
  AlterStatsStmt: { run: () => statistics().runAlterStatistics, writes: 'ALTER STATISTICS' },
  AlterRoleSetStmt: { run: () => storedSettings().runAlterRoleSet, writes: 'ALTER ROLE' },
  AlterDatabaseStmt: { run: () => alterDatabase().runAlterDatabase, writes: 'ALTER DATABASE' },
  AlterDatabaseRefreshCollStmt: { run: () => alterDatabase().runRefreshDatabaseCollation, writes: 'ALTER DATABASE' },
  AlterDatabaseSetStmt: { run: () => storedSettings().runAlterDatabaseSet, writes: 'ALTER DATABASE' },
  AlterSystemStmt: { run: () => storedSettings().runAlterSystem, keeps: 'ALTER SYSTEM' },
  DropRoleStmt: { run: () => roles().runDropRole, writes: 'DROP ROLE' },
  CreatedbStmt: { run: () => databases().runCreateDatabase, writes: 'CREATE DATABASE' },
  DropdbStmt: { run: () => databases().runDropDatabase, writes: 'DROP DATABASE' },
  CreateTableSpaceStmt: { run: () => tablespaces().runCreateTablespace, writes: 'CREATE TABLESPACE' },
  AlterTableSpaceOptionsStmt: { run: () => tablespaces().runAlterTablespaceOptions, writes: 'ALTER TABLESPACE' },
  DropTableSpaceStmt: { run: () => tablespaces().runDropTablespace, writes: 'DROP TABLESPACE' },
  AlterTableMoveAllStmt: { run: () => tablespaces().runMoveAll, writes: 'ALTER TABLE' },
  CreateSubscriptionStmt: { run: () => subscriptions().runCreateSubscription, writes: 'CREATE SUBSCRIPTION' },
  AlterSubscriptionStmt: { run: () => subscriptions().runAlterSubscription, writes: 'ALTER SUBSCRIPTION' },
  DropSubscriptionStmt: { run: () => subscriptions().runDropSubscription, writes: 'DROP SUBSCRIPTION' },
  LoadStmt: { run: () => tablespaces().runLoad },
}

/** @param {string} tag @returns {Runner | undefined} */
export const runnerOf = (tag) => RUNNERS[tag] ?? typeStatements().typeRunners[tag]
