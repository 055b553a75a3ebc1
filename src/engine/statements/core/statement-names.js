/** What a statement is called in messages, from its parse tree's tag. */

/** CreateTableAsStmt → "CREATE TABLE AS". @param {string} tag */
export const statementName = (tag) =>
  NAMES[tag]
  ?? tag
    .replace(/Stmt$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toUpperCase()

/** Where the tag does not read as the command. @type {Record<string, string>} */
const NAMES = {
  CreateStmt: 'CREATE TABLE', IndexStmt: 'CREATE INDEX', TruncateStmt: 'TRUNCATE TABLE', ViewStmt: 'CREATE VIEW',
  CreateTableAsStmt: 'CREATE TABLE AS', CreateSeqStmt: 'CREATE SEQUENCE', AlterSeqStmt: 'ALTER SEQUENCE',
  CreateEnumStmt: 'CREATE TYPE AS ENUM', CompositeTypeStmt: 'CREATE TYPE', CreateDomainStmt: 'CREATE DOMAIN',
  CreateFunctionStmt: 'CREATE FUNCTION', CreateTrigStmt: 'CREATE TRIGGER', DoStmt: 'DO', NotifyStmt: 'NOTIFY',
  ListenStmt: 'LISTEN', UnlistenStmt: 'UNLISTEN', DeclareCursorStmt: 'DECLARE CURSOR', FetchStmt: 'FETCH',
  ClosePortalStmt: 'CLOSE', GrantStmt: 'GRANT', GrantRoleStmt: 'GRANT', RefreshMatViewStmt: 'REFRESH MATERIALIZED VIEW',
  ReindexStmt: 'REINDEX', ClusterStmt: 'CLUSTER', CallStmt: 'CALL', ConstraintsSetStmt: 'SET CONSTRAINTS',
  AlterObjectSchemaStmt: 'ALTER … SET SCHEMA', AlterOwnerStmt: 'ALTER … OWNER TO', RuleStmt: 'CREATE RULE',
  CreateExtensionStmt: 'CREATE EXTENSION', CreateCastStmt: 'CREATE CAST', DefineStmt: 'CREATE of this kind of object',
  AlterSystemStmt: 'ALTER SYSTEM', MergeStmt: 'MERGE', VariableSetStmt: 'SET', VariableShowStmt: 'SHOW',
}
