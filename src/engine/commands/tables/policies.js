/** CREATE POLICY, ALTER POLICY, ALTER POLICY … RENAME TO, DROP POLICY; ALTER TABLE … ROW LEVEL SECURITY. */
import { withoutPlacesSteps } from '../../../errors/syntax.js'
import {
  changePolicy, findPolicy, renamePolicy, setRowSecurity, storePolicy,
} from '../../../catalog/ddl/tables/policies.js'
import { loadCondition } from '../../../catalog/stored-condition.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import {
  checkOfReadPolicy, duplicatePolicy, onlyUsing, onlyWithCheck, systemCatalog, undefinedPolicy, usingOfInsertPolicy,
} from '../../../errors/ddl/row-security.js'
import { notATable } from '../../../errors/commands/objects.js'
import { mustBeOwner } from '../../../errors/privileges.js'
import { hasPrivsOf } from '../../../catalog/roles.js'
import { bindPolicy } from '../../../planner/bind/policy.js'
import { ACCESS_EXCLUSIVE, ACCESS_SHARE, beginDdl, endDdl, lockOid, lockRelation } from '../../session/ddl.js'
import { roleOf } from '../databases/role-spec.js'
import { inTurns } from '../../turns/steps.js'
import { LAYER } from '../../../profile/profile.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../../../catalog/relation.js').RelationDesc} RelationDesc */
/** @typedef {import('../../../catalog/descriptors.js').CatalogRow} CatalogRow */
/** @typedef {import('../tables/alter/work.js').TableWork} TableWork */
/** @typedef {Record<string, any>} ParseNode of the parse tree */

const PUBLIC = 0

/**
 * @param {Session} session
 * @param {ParseNode} node CreatePolicyStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 42601, 42704, 42710, 42809
 */
export function* runCreatePolicy(session, node, call) {
  const command = node.cmd_name
  if ((command === 'select' || command === 'delete') && node.with_check) throw checkOfReadPolicy()
  if (command === 'insert' && node.qual) throw usingOfInsertPolicy()
  const roles = rolesOf(session, node.roles)
  const oid = yield* lockTable(session, node.table)
  const { relation, using, check } = yield* boundUnderLocks(session, node, oid, call.prepared.sourceText)
  const ddl = beginDdl(session)
  const permissive = node.permissive === true
  const policy = { name: node.policy_name, command, permissive, roles, using, check }
  yield* inTurns(session, storePolicy(ddl, relation, policy), LAYER.execute)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE POLICY')
}

/**
 * @param {Session} session
 * @param {ParseNode} node AlterPolicyStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 42601, 42704, 42809
 */
export function* runAlterPolicy(session, node, call) {
  const roles = node.roles === undefined ? undefined : rolesOf(session, node.roles)
  const oid = yield* lockTable(session, node.table)
  const { relation, using, check } = yield* boundUnderLocks(session, node, oid, call.prepared.sourceText)
  const ddl = beginDdl(session)
  const found = findPolicy(ddl, oid, node.policy_name)
  if (found === undefined) throw undefinedPolicy(node.policy_name, relation.name)
  const command = String.fromCharCode(found.row[catalogShape('pg_policy').at.polcmd])
  if ((command === 'r' || command === 'd') && check !== null) throw onlyUsing()
  if (command === 'a' && using !== null) throw onlyWithCheck()
  const relationOf = (/** @type {number} */ other) => ddl.view.relation(other)
  changePolicy(ddl, relation, found, { roles, using: using ?? undefined, check: check ?? undefined },
    (text) => loadCondition(text, relationOf).condition)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER POLICY')
}

/**
 * @param {Session} session
 * @param {ParseNode} rangeVar
 * @returns {Generator<Promise<unknown>, number, void>} OID of a table that may have policies
 * @throws {DbError} 42809, 42501
 */
function* lockTable(session, rangeVar) {
  const oid = yield* lockRelation(session, rangeVar, ACCESS_EXCLUSIVE)
  if (oid < FIRST_USER_OID) throw systemCatalog(rangeVar.relname)
  requireOwner(session, oid, rangeVar.relname)
  const kind = session.catalog().relation(oid)?.kind
  if (kind !== 'r' && kind !== 'p') throw notATable(rangeVar.relname)
  return oid
}

/** @param {Session} session @param {number} oid of a relation @param {string} name @throws {DbError} 42501 */
function requireOwner(session, oid, name) {
  const catalog = session.catalog()
  const relation = catalog.relation(oid)
  if (relation === undefined || hasPrivsOf(catalog, session.roleOid, relation.ownerOid)) return
  throw mustBeOwner(relation.kind === 'v' ? 'view' : 'table', name)
}

/**
 * Bound again after a wait.
 * @param {Session} session
 * @param {ParseNode} node
 * @param {number} oid
 * @param {string} sourceText
 * @returns {Generator<Promise<unknown>, { relation: RelationDesc, using: Expr | null, check: Expr | null }, void>}
 */
function* boundUnderLocks(session, node, oid, sourceText) {
  for (;;) {
    const catalog = session.catalog()
    const relation = /** @type {RelationDesc} */ (catalog.relation(oid))
    const options = { settings: session.settings, sourceText, env: session.env }
    /** @type {RelationDesc[]} */
    const named = []
    const bound = function* (/** @type {ParseNode | undefined} */ part) {
      if (!part) return null
      const steps = withoutPlacesSteps(bindPolicy(part, relation, catalog, options))
      const { condition, relations } = yield* inTurns(session, steps, LAYER.analyze)
      named.push(...relations)
      return condition
    }
    const using = yield* bound(node.qual)
    const check = yield* bound(node.with_check)
    let waited = false
    for (const other of named) if (yield* lockOid(session, other.oid, ACCESS_SHARE)) waited = true
    if (!waited) return { relation, using, check }
  }
}

/**
 * TO …: whoever names PUBLIC needs to name no one else.
 * @param {Session} session
 * @param {ParseNode[] | undefined} specs
 * @returns {number[]}
 * @throws {DbError} 42704
 */
function rolesOf(session, specs) {
  if (specs === undefined || specs.length === 0) return [PUBLIC]
  const isPublic = (/** @type {ParseNode} */ { RoleSpec: spec }) => spec.roletype === 'ROLESPEC_PUBLIC'
  if (!specs.some(isPublic)) return specs.map(({ RoleSpec: spec }) => roleOf(session, spec).oid)
  if (specs.length > 1) {
    session.notice({
      severity: 'WARNING', code: '22023', message: 'ignoring specified roles other than PUBLIC',
      hint: 'All roles are members of the PUBLIC role.',
    })
  }
  return [PUBLIC]
}

/**
 * @param {Session} session
 * @param {ParseNode} node RenameStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 42704, 42710
 */
export function* runRenamePolicy(session, node, call) {
  const oid = yield* lockTable(session, node.relation)
  const ddl = beginDdl(session)
  const name = /** @type {RelationDesc} */ (ddl.view.relation(oid)).name
  if (findPolicy(ddl, oid, node.newname) !== undefined) throw duplicatePolicy(node.newname, name)
  const found = findPolicy(ddl, oid, node.subname)
  if (found === undefined) throw undefinedPolicy(node.subname, name)
  renamePolicy(ddl, found, node.newname)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER POLICY')
}

/** @type {Record<string, Parameters<typeof setRowSecurity>[2]>} */
const SWITCHES = {
  AT_EnableRowSecurity: { relrowsecurity: true },
  AT_DisableRowSecurity: { relrowsecurity: false },
  AT_ForceRowSecurity: { relforcerowsecurity: true },
  AT_NoForceRowSecurity: { relforcerowsecurity: false },
}

/** ENABLE, DISABLE, FORCE, NO FORCE ROW LEVEL SECURITY. @param {TableWork} work @param {{ subtype: string }} command */
export function alterRowSecurity(work, command) {
  setRowSecurity(work.ddl, work.oid, SWITCHES[command.subtype])
}
