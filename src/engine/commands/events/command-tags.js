/**
 * What a utility statement is called before it runs: the tag that event triggers are told and are picked by. Only of
 * commands that such a trigger may stand at; PostgreSQL's table of command tags says which.
 */
import { later } from '../../../util/later.js'

/** @type {() => typeof import('../objects/object-address.js')} */
const addresses = later(import.meta.url, '../objects/object-address.js')

/** @typedef {import('../tables/create-trigger.js').ParseNode} ParseNode */

/** Objects of all databases: nothing fires where they change. */
const SHARED = new Set([
  'OBJECT_DATABASE', 'OBJECT_TABLESPACE', 'OBJECT_ROLE', 'OBJECT_EVENT_TRIGGER', 'OBJECT_PARAMETER_ACL',
])

const PARTS = new Set(['OBJECT_COLUMN', 'OBJECT_TABCONSTRAINT', 'OBJECT_ATTRIBUTE'])

/** Words of kinds of objects in tags, where they are not those of messages. @type {Record<string, string>} */
const WORDS = {
  OBJECT_FDW: 'FOREIGN DATA WRAPPER',
  OBJECT_DOMCONSTRAINT: 'DOMAIN',
  OBJECT_ATTRIBUTE: 'TYPE',
  OBJECT_TABCONSTRAINT: 'TABLE',
}

/** @param {string} type OBJECT_… */
const words = (type) => WORDS[type] ?? addresses().OBJECT_TYPES[type]?.words.toUpperCase() ?? ''

/** @param {string} type @param {string} verb */
const ofObject = (type, verb) => `${verb} ${words(type)}`

/** Tags that follow from the statement's kind alone. @type {Record<string, string>} */
const TAGS = {
  CreateStmt: 'CREATE TABLE', ViewStmt: 'CREATE VIEW', IndexStmt: 'CREATE INDEX', CreateSeqStmt: 'CREATE SEQUENCE',
  AlterSeqStmt: 'ALTER SEQUENCE', CreateSchemaStmt: 'CREATE SCHEMA', CreateTrigStmt: 'CREATE TRIGGER',
  CreateExtensionStmt: 'CREATE EXTENSION', AlterExtensionStmt: 'ALTER EXTENSION',
  AlterExtensionContentsStmt: 'ALTER EXTENSION', RuleStmt: 'CREATE RULE',
  RefreshMatViewStmt: 'REFRESH MATERIALIZED VIEW', CompositeTypeStmt: 'CREATE TYPE', CreateEnumStmt: 'CREATE TYPE',
  CreateRangeStmt: 'CREATE TYPE', CreateDomainStmt: 'CREATE DOMAIN', AlterTypeStmt: 'ALTER TYPE',
  AlterEnumStmt: 'ALTER TYPE', AlterDomainStmt: 'ALTER DOMAIN', AlterCollationStmt: 'ALTER COLLATION',
  AlterOperatorStmt: 'ALTER OPERATOR', CreateOpFamilyStmt: 'CREATE OPERATOR FAMILY',
  CreateOpClassStmt: 'CREATE OPERATOR CLASS', AlterOpFamilyStmt: 'ALTER OPERATOR FAMILY',
  CreateAmStmt: 'CREATE ACCESS METHOD', CreateCastStmt: 'CREATE CAST', CreateConversionStmt: 'CREATE CONVERSION',
  CreateStatsStmt: 'CREATE STATISTICS', AlterStatsStmt: 'ALTER STATISTICS', CreatePolicyStmt: 'CREATE POLICY',
  AlterPolicyStmt: 'ALTER POLICY', CreateTransformStmt: 'CREATE TRANSFORM', CreatePLangStmt: 'CREATE LANGUAGE',
  DropOwnedStmt: 'DROP OWNED', AlterDefaultPrivilegesStmt: 'ALTER DEFAULT PRIVILEGES',
  CreateFdwStmt: 'CREATE FOREIGN DATA WRAPPER', CreateForeignServerStmt: 'CREATE SERVER',
  CreateUserMappingStmt: 'CREATE USER MAPPING', CreateForeignTableStmt: 'CREATE FOREIGN TABLE',
  AlterFdwStmt: 'ALTER FOREIGN DATA WRAPPER', AlterForeignServerStmt: 'ALTER SERVER',
  AlterUserMappingStmt: 'ALTER USER MAPPING', DropUserMappingStmt: 'DROP USER MAPPING',
  ImportForeignSchemaStmt: 'IMPORT FOREIGN SCHEMA', AlterTSDictionaryStmt: 'ALTER TEXT SEARCH DICTIONARY',
  AlterTSConfigurationStmt: 'ALTER TEXT SEARCH CONFIGURATION', CreatePublicationStmt: 'CREATE PUBLICATION',
  AlterPublicationStmt: 'ALTER PUBLICATION', CreateSubscriptionStmt: 'CREATE SUBSCRIPTION',
  CommentStmt: 'COMMENT', SecLabelStmt: 'SECURITY LABEL', AlterSubscriptionStmt: 'ALTER SUBSCRIPTION',
  LockStmt: 'LOCK TABLE', CheckPointStmt: 'CHECKPOINT',
  CreateEventTrigStmt: 'CREATE EVENT TRIGGER', AlterEventTrigStmt: 'ALTER EVENT TRIGGER',
  CreateTableSpaceStmt: 'CREATE TABLESPACE', CreatedbStmt: 'CREATE DATABASE', DropdbStmt: 'DROP DATABASE',
  AlterDatabaseStmt: 'ALTER DATABASE', AlterDatabaseSetStmt: 'ALTER DATABASE',
}

/** Of a part, its whole; the grammar says no such thing of a table's constraint. @param {ParseNode} node */
const renamedType = ({ renameType, relationType }) =>
  PARTS.has(renameType) && relationType !== undefined && relationType !== 'OBJECT_ACCESS_METHOD'
    ? relationType
    : renameType

/** Those that follow from more. @type {Record<string, (node: ParseNode) => string>} */
const SPECIAL = {
  CreateTableAsStmt: (node) =>
    node.is_select_into
      ? 'SELECT INTO'
      : node.objtype === 'OBJECT_MATVIEW'
        ? 'CREATE MATERIALIZED VIEW'
        : 'CREATE TABLE AS',
  DefineStmt: (node) => ofObject(node.kind, 'CREATE'),
  CreateFunctionStmt: (node) => (node.is_procedure ? 'CREATE PROCEDURE' : 'CREATE FUNCTION'),
  AlterFunctionStmt: (node) => ofObject(node.objtype, 'ALTER'),
  AlterTableStmt: (node) => ofObject(node.objtype, 'ALTER'),
  DropStmt: (node) => ofObject(node.removeType, 'DROP'),
  GrantRoleStmt: (node) => (node.is_grant ? 'GRANT ROLE' : 'REVOKE ROLE'),
  VacuumStmt: (node) => (node.is_vacuumcmd ? 'VACUUM' : 'ANALYZE'),
  DiscardStmt: (node) => node.target.replace('_', ' '),
  DeallocateStmt: (node) => (node.name === undefined ? 'DEALLOCATE ALL' : 'DEALLOCATE'),
  VariableSetStmt: (node) => (/^VAR_RESET/.test(node.kind) ? 'RESET' : 'SET'),
  GrantStmt: (node) => (node.is_grant ? 'GRANT' : 'REVOKE'),
  RenameStmt: (node) => ofObject(renamedType(node), 'ALTER'),
  AlterOwnerStmt: (node) => ofObject(node.objectType, 'ALTER'),
  AlterObjectSchemaStmt: (node) => ofObject(node.objectType, 'ALTER'),
  AlterObjectDependsStmt: (node) => ofObject(node.objectType, 'ALTER'),
}

/**
 * What PostgreSQL calls a command.
 * @param {string} kind of the statement: its tag in the parse tree
 * @param {ParseNode} node
 * @returns {string | null} null: what its kind says
 */
export function utilityName(kind, node) {
  const special = SPECIAL[kind]
  return special === undefined ? (TAGS[kind] ?? null) : special(node)
}

/**
 * @param {string} kind of the statement: its tag in the parse tree
 * @param {ParseNode} node
 * @returns {string | null} null: no event trigger stands there
 */
export function eventTag(kind, node) {
  const name = utilityName(kind, node)
  if (name === null || !SUPPORTED.has(name)) return null
  return OF_OBJECTS.has(kind) && SHARED.has(node.objtype) ? null : name
}

/** Their tag does not tell of what. */
const OF_OBJECTS = new Set(['CommentStmt', 'SecLabelStmt', 'GrantStmt'])

/** Kinds of objects that commands are about, in CREATE, ALTER and DROP. @type {Record<string, string>} */
const COMMANDS = {
  'ACCESS METHOD': 'CD', AGGREGATE: 'CAD', CAST: 'CD', COLLATION: 'CAD', CONSTRAINT: 'CAD', CONVERSION: 'CAD',
  DOMAIN: 'CAD', EXTENSION: 'CAD', 'FOREIGN DATA WRAPPER': 'CAD', 'FOREIGN TABLE': 'CAD', FUNCTION: 'CAD', INDEX: 'CAD',
  LANGUAGE: 'CAD', 'MATERIALIZED VIEW': 'CAD', OPERATOR: 'CAD', 'OPERATOR CLASS': 'CAD', 'OPERATOR FAMILY': 'CAD',
  POLICY: 'CAD', PROCEDURE: 'CAD', PUBLICATION: 'CAD', ROUTINE: 'CAD', RULE: 'CAD', SCHEMA: 'CAD', SEQUENCE: 'CAD',
  SERVER: 'CAD', STATISTICS: 'CAD', SUBSCRIPTION: 'CAD', TABLE: 'CAD', 'TEXT SEARCH CONFIGURATION': 'CAD',
  'TEXT SEARCH DICTIONARY': 'CAD', 'TEXT SEARCH PARSER': 'CAD', 'TEXT SEARCH TEMPLATE': 'CAD', TRANSFORM: 'CAD',
  TRIGGER: 'CAD', TYPE: 'CAD', 'USER MAPPING': 'CAD', VIEW: 'CAD',
}

const VERBS = /** @type {Record<string, string>} */ ({ C: 'CREATE', A: 'ALTER', D: 'DROP' })

/** Tags that event triggers may be picked by. */
const SUPPORTED = new Set([
  ...Object.entries(COMMANDS).flatMap(([what, verbs]) => [...verbs].map((verb) => `${VERBS[verb]} ${what}`)),
  'ALTER DEFAULT PRIVILEGES', 'ALTER LARGE OBJECT', 'COMMENT', 'CREATE TABLE AS', 'DROP OWNED', 'GRANT',
  'IMPORT FOREIGN SCHEMA', 'REFRESH MATERIALIZED VIEW', 'REVOKE', 'SECURITY LABEL', 'SELECT INTO',
])

/** Commands that exist and fire none. */
const UNSUPPORTED = new Set([
  ...['DATABASE', 'EVENT TRIGGER', 'ROLE', 'TABLESPACE'].flatMap((what) => ['CREATE', 'ALTER', 'DROP'].map((verb) => `${verb} ${what}`)),
  'ALTER SYSTEM', 'ANALYZE', 'BEGIN', 'CALL', 'CHECKPOINT', 'CLOSE', 'CLOSE CURSOR', 'CLOSE CURSOR ALL', 'CLUSTER', 'COMMIT',
  'COMMIT PREPARED', 'COPY', 'COPY FROM', 'DEALLOCATE', 'DEALLOCATE ALL', 'DECLARE CURSOR', 'DELETE', 'DISCARD',
  'DISCARD ALL', 'DISCARD PLANS', 'DISCARD SEQUENCES', 'DISCARD TEMP', 'DO', 'DROP REPLICATION SLOT', 'EXECUTE', 'EXPLAIN',
  'FETCH', 'GRANT ROLE', 'INSERT', 'LISTEN', 'LOAD', 'LOCK TABLE', 'MERGE', 'MOVE', 'NOTIFY', 'PREPARE',
  'PREPARE TRANSACTION', 'REASSIGN OWNED', 'REINDEX', 'RELEASE', 'RESET', 'REVOKE ROLE', 'ROLLBACK', 'ROLLBACK PREPARED',
  'SAVEPOINT', 'SELECT', 'SELECT FOR KEY SHARE', 'SELECT FOR NO KEY UPDATE', 'SELECT FOR SHARE', 'SELECT FOR UPDATE',
  'SET', 'SET CONSTRAINTS', 'SHOW', 'START TRANSACTION', 'TRUNCATE TABLE', 'UNLISTEN', 'UPDATE', 'VACUUM',
])

const REWRITING = new Set(['ALTER TABLE', 'ALTER TYPE', 'ALTER MATERIALIZED VIEW'])

/**
 * @param {string} tag upper case
 * @param {import('../../../catalog/event-triggers.js').DdlEvent} event
 * @returns {'known' | 'unknown' | 'unsupported'}
 */
export function tagFor(tag, event) {
  if (!SUPPORTED.has(tag) && !UNSUPPORTED.has(tag)) return 'unknown'
  return (event === 'table_rewrite' ? REWRITING : SUPPORTED).has(tag) ? 'known' : 'unsupported'
}
