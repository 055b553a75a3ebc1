/**
 * Who is a member of which role (pg_auth_members): GRANT and REVOKE of roles, IN ROLE, ROLE and ADMIN of CREATE ROLE,
 * ALTER GROUP … ADD and DROP USER.
 */
import { catalogShape } from '../../../catalog/store/shapes.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import { invalidGrant, roleDenied, noExplicitMembers, memberOfNone } from '../../../errors/ddl/roles.js'
import { DATABASE_OWNER, hasCreateRole, hasPrivsOf, isAdminOf, isPlainMember } from '../../../catalog/roles.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { roleOf } from './role-spec.js'

/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

/** @typedef {{ oid: number, name: string, superuser: boolean }} Role */

const CATALOG = 'pg_auth_members'
const BY_ROLE = 'pg_auth_members_role_member_index'
const BY_MEMBER = 'pg_auth_members_member_role_index'

/** @param {Session} session @param {any} node GrantRoleStmt @param {UtilityCall} call */
export function runGrantRole(session, node, call) {
  const options = (node.opt ?? []).map((/** @type {ParseNode} */ item) => item.DefElem)
  const foreign = options.find(
    (/** @type {Tree<import('@pgsql/types').DefElem>} */ option) =>
      option.defname !== 'admin' || (option.arg?.Boolean?.boolval === true) !== (node.is_grant === true),
  )
  if (foreign !== undefined)
    throw featureNotSupported(
      `${node.is_grant ? 'GRANT' : 'REVOKE'} of a role with the option ${foreign.defname.toUpperCase()}`,
    )
  // A REVOKE's GRANTED BY is read and forgotten.
  const isNamed = node.is_grant === true && node.grantor
  const grantor = isNamed ? roleOf(session, node.grantor.RoleSpec ?? node.grantor).oid : session.roleOid
  const members = rolesNamed(session, node.grantee_roles ?? [])
  const ddl = beginDdl(session)
  for (const { AccessPriv: granted } of node.granted_roles ?? []) {
    if (!granted.priv_name || granted.cols) throw invalidGrant('column names cannot be included in GRANT/REVOKE ROLE')
    const role = roleOf(session, { roletype: 'ROLESPEC_CSTRING', rolename: granted.priv_name })
    if (node.is_grant) addMembers(session, ddl, role, members, grantor, options.length > 0)
    else removeMembers(session, ddl, role, members, options.length > 0)
  }
  endDdl(session, ddl)
  call.sink.commandComplete(node.is_grant ? 'GRANT ROLE' : 'REVOKE ROLE')
}

/** @param {Session} session @param {any[]} specs RoleSpec nodes @returns {Role[]} @throws {DbError} 42704 */
export const rolesNamed = (session, specs) => specs.map((item) => roleOf(session, item.RoleSpec))

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {Role} role
 * @param {Role[]} members
 * @param {number} grantor
 * @param {boolean} asAdmin
 * @throws {DbError} 42501, 0LP01
 */
export function addMembers(session, ddl, role, members, grantor, asAdmin) {
  if (members.length === 0) return
  requireAdmin(session, ddl, role, grantor)
  if (grantor !== session.roleOid && !session.superuser) throw roleDenied('must be superuser to set grantor')
  const { at } = catalogShape(CATALOG)
  for (const member of members) {
    // PostgreSQL gives these two no code of their own.
    if (role.oid === DATABASE_OWNER) throw noExplicitMembers(role.name)
    if (member.oid === DATABASE_OWNER) throw memberOfNone(member.name)
    if (isPlainMember(ddl.view, role.oid, member.oid))
      throw invalidGrant(`role "${role.name}" is a member of role "${member.name}"`)
    const [found] = ddl.find(CATALOG, BY_ROLE, [role.oid, member.oid])
    if (found !== undefined && (!asAdmin || found.row[at.admin_option])) {
      session.notice({
        severity: 'NOTICE', code: '00000', message: `role "${member.name}" is already a member of role "${role.name}"`,
      })
    } else if (found === undefined)
      ddl.insert(CATALOG, { roleid: role.oid, member: member.oid, grantor, admin_option: asAdmin })
    else ddl.update(CATALOG, found, { grantor, admin_option: true })
    session.block.txn.nextCommand()
  }
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {Role} role
 * @param {Role[]} members
 * @param {boolean} onlyAdmin they stay members
 * @throws {DbError} 42501
 */
export function removeMembers(session, ddl, role, members, onlyAdmin) {
  if (members.length === 0) return
  requireAdmin(session, ddl, role)
  for (const member of members) {
    const [found] = ddl.find(CATALOG, BY_ROLE, [role.oid, member.oid])
    if (found === undefined)
      session.notice({
        severity: 'WARNING', code: '01000', message: `role "${member.name}" is not a member of role "${role.name}"`,
      })
    else if (onlyAdmin) ddl.update(CATALOG, found, { admin_option: false })
    else ddl.remove(CATALOG, found)
    session.block.txn.nextCommand()
  }
}

/** A role goes, and with it all its memberships. @param {DdlContext} ddl @param {number} roleOid */
export function removeMemberships(ddl, roleOid) {
  ddl.removeAll(CATALOG, BY_ROLE, [roleOid])
  ddl.removeAll(CATALOG, BY_MEMBER, [roleOid])
}

/**
 * Whether the one may be changed by the session's role as if it were it.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} roleOid
 */
export const isOneOf = (session, ddl, roleOid) => hasPrivsOf(ddl.view, session.roleOid, roleOid)

/**
 * @param {Session} session @param {DdlContext} ddl @param {Role} role
 * @param {number} [grantor] in whose name @throws {DbError} 42501
 */
function requireAdmin(session, ddl, role, grantor = session.roleOid) {
  if (session.superuser) return
  if (role.superuser) throw roleDenied('must be superuser to alter superusers')
  if (hasCreateRole(ddl.view, session.roleOid) || isAdminOf(ddl.view, grantor, role.oid)) return
  throw roleDenied(`must have admin option on role "${role.name}"`)
}
