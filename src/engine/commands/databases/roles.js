/** CREATE ROLE / USER / GROUP, ALTER ROLE, DROP ROLE: who may log in, and with which password. */
import { dependentsOfRole, roleLock } from '../../../catalog/ddl/owners.js'
import { setComment } from '../../../catalog/ddl/comments.js'
import { describeIfExists } from '../../../catalog/object-classes.js'
import { hasCreateRole } from '../../../catalog/roles.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { invalidConnectionLimit } from '../../../errors/commands/databases.js'
import { featureNotSupported } from '../../../errors/db-error.js'
import {
  duplicateRole, featureRefused, reservedRole, reservedRoleAltered, roleDenied, roleDroppedMeanwhile, roleHasObjects,
  roleInUse, roleRequired, specialRoleIn, undefinedRole,
} from '../../../errors/ddl/roles.js'
import { located } from '../../../errors/syntax.js'
import { keptPassword } from './password.js'
import { dropStoredSettings } from '../../session/stored-settings.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockOid } from '../../session/ddl.js'
import { addMembers, removeMembers, removeMemberships, rolesNamed } from './role-members.js'
import { roleOf } from './role-spec.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { ParseNode, Tree } from '../../../parser/tree.js' */

const TIMESTAMPTZ = 1184

/** Attribute options of the grammar and their columns of pg_authid. @type {Record<string, string>} */
const FLAGS = {
  superuser: 'rolsuper', inherit: 'rolinherit', createrole: 'rolcreaterole', createdb: 'rolcreatedb',
  canlogin: 'rolcanlogin', isreplication: 'rolreplication', bypassrls: 'rolbypassrls',
}

/** Lists of roles. */
const MEMBERSHIPS = new Set(['addroleto', 'rolemembers', 'adminmembers'])

/**
 * @param {Session} session
 * @param {ParseNode[]} options DefElem
 * @param {string} name of the role
 * @returns {Record<string, any>} columns of pg_authid
 * @throws {DbError} 42601, 22023, 22007, 0A000
 */
function attributes(session, options, name) {
  /** @type {Record<string, any>} */
  const values = {}
  const seen = new Set()
  for (const { DefElem: option } of options ?? []) {
    if (seen.has(option.defname))
      throw located('42601', 'conflicting or redundant options', { location: option.location ?? 0 })
    seen.add(option.defname)
    const column = FLAGS[option.defname]
    if (column !== undefined) values[column] = option.arg?.Boolean?.boolval === true
    else if (option.defname === 'password')
      values.rolpassword = option.arg === undefined ? null : kept(session, name, option.arg.String?.sval ?? '')
    else if (option.defname === 'connectionlimit') {
      values.rolconnlimit = option.arg?.Integer?.ival ?? 0
      if (values.rolconnlimit < -1) throw invalidConnectionLimit(values.rolconnlimit)
    } else if (option.defname === 'validUntil')
      values.rolvaliduntil = session.typeOps(TIMESTAMPTZ).parse(option.arg.String.sval ?? '', -1, session.env)
    else if (option.defname === 'sysid')
      session.notice({ severity: 'NOTICE', code: '00000', message: 'SYSID can no longer be specified' })
    else if (!MEMBERSHIPS.has(option.defname)) throw featureNotSupported(`role option ${option.defname}`)
  }
  return values
}

/**
 * @param {Session} session @param {string} name @param {string} password @returns {string | null} what pg_authid keeps
 */
function kept(session, name, password) {
  const secret = keptPassword(password, name, String(session.settings.get('password_encryption')))
  if (secret === null)
    session.notice({
      severity: 'NOTICE', code: '00000', message: 'empty string is not a valid password, clearing password',
    })
  return secret
}

/**
 * @param {Session} session
 * @param {ParseNode[]} options
 * @param {string} name
 * @returns {import('./role-members.js').Role[]} of one of its lists
 */
const listed = (session, options, name) =>
  rolesNamed(session, options?.find((item) => item.DefElem.defname === name)?.DefElem.arg.List.items ?? [])

/** @param {Session} session */
const mayCreateRoles = (session) => hasCreateRole(session.identity.view(), session.roleOid)

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').CreateRoleStmt>} node
 * @param {UtilityCall} call
 * @throws {DbError} 42501, 42710, 42939
 */
export function runCreateRole(session, node, call) {
  const values = attributes(session, node.options, node.role)
  if (!session.superuser) {
    if (values.rolsuper) throw roleDenied('must be superuser to create superusers')
    if (values.rolreplication) throw roleDenied('must be superuser to create replication users')
    if (values.rolbypassrls) throw roleDenied('must be superuser to create bypassrls users')
    if (!mayCreateRoles(session)) throw roleDenied('permission denied to create role')
  }
  if (node.role.startsWith('pg_')) throw reservedRole(node.role, true)
  if (session.catalog().roleByName(node.role) !== undefined) throw duplicateRole(node.role)
  const ddl = beginDdl(session)
  const oid = ddl.newOid()
  ddl.insert('pg_authid', {
    oid, rolname: node.role, rolsuper: false, rolinherit: true, rolcreaterole: false, rolcreatedb: false,
    rolcanlogin: node.stmt_type === 'ROLESTMT_USER', rolreplication: false, rolbypassrls: false, rolconnlimit: -1,
    rolpassword: null, rolvaliduntil: null, ...values,
  })
  session.block.txn.nextCommand()
  session.names.forget()
  const role = { oid, name: node.role, superuser: values.rolsuper === true }
  for (const whole of listed(session, node.options, 'addroleto'))
    addMembers(session, ddl, whole, [role], session.roleOid, false)
  addMembers(session, ddl, role, listed(session, node.options, 'adminmembers'), session.roleOid, true)
  addMembers(session, ddl, role, listed(session, node.options, 'rolemembers'), session.roleOid, false)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE ROLE')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterRoleStmt>} node
 * @param {UtilityCall} call
 * @throws {DbError} 42501, 42704
 */
export function runAlterRole(session, node, call) {
  requireAlterable(node.role)
  const role = roleOf(session, node.role)
  const values = attributes(session, node.options, role.name)
  if (!session.superuser) requireMayAlter(session, role, values)
  const members = listed(session, node.options, 'rolemembers')
  const ddl = beginDdl(session)
  if (Object.keys(values).length > 0) {
    ddl.update('pg_authid', ddl.one('pg_authid', 'pg_authid_oid_index', [role.oid]), values)
    session.block.txn.nextCommand()
  }
  if (node.action === -1) removeMembers(session, ddl, role, members, false)
  else addMembers(session, ddl, role, members, session.roleOid, false)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER ROLE')
}

/**
 * Roles of the system's own names stay as they are.
 * @param {Tree<import('@pgsql/types').RoleSpec>} spec @throws {DbError} 42939
 */
export function requireAlterable({ roletype, rolename }) {
  if (roletype === 'ROLESPEC_CSTRING' && rolename?.startsWith('pg_')) throw reservedRoleAltered(rolename)
}

/**
 * @param {Session} session not a superuser's
 * @param {{ oid: number, superuser: boolean }} role
 * @param {Record<string, any>} values
 * @throws {DbError} 42501
 */
function requireMayAlter(session, role, values) {
  if (role.superuser || 'rolsuper' in values)
    throw roleDenied('must be superuser to alter superuser roles or change superuser attribute')
  if (session.catalog().role(role.oid)?.replication || 'rolreplication' in values)
    throw roleDenied('must be superuser to alter replication roles or change replication attribute')
  if ('rolbypassrls' in values) throw roleDenied('must be superuser to change bypassrls attribute')
  const onlyPassword = Object.keys(values).every((column) => column === 'rolpassword') && 'rolpassword' in values
  if (!mayCreateRoles(session) && !(onlyPassword && role.oid === session.roleOid)) throw roleDenied('permission denied')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropRoleStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 42501, 42704, 22023, 55006, 2BP01
 */
export function* runDropRole(session, node, call) {
  if (!mayCreateRoles(session)) throw roleDenied('permission denied to drop role')
  for (const { RoleSpec: spec } of node.roles) {
    if (spec.roletype !== 'ROLESPEC_CSTRING') throw specialRoleIn('DROP ROLE')
    const name = spec.rolename
    const role = session.catalog().roleByName(name)
    if (role === undefined) {
      if (!node.missing_ok) throw undefinedRole(name)
      session.notice({ severity: 'NOTICE', code: '00000', message: `role "${name}" does not exist, skipping` })
      continue
    }
    const { outerOid, sessionOid } = session.identity
    if (role.oid === session.roleOid || role.oid === outerOid) throw roleInUse('current user cannot be dropped')
    if (role.oid === sessionOid) throw roleInUse('session user cannot be dropped')
    if (role.superuser && !session.superuser) throw roleDenied('must be superuser to drop superusers')
    if (role.oid < FIRST_USER_OID) throw roleRequired(name)
    // Who is making something of the role's, or granting it something, comes first.
    yield* lockOid(session, roleLock(role.oid), ACCESS_EXCLUSIVE)
    const ddl = beginDdl(session)
    if (ddl.view.role(role.oid) === undefined) throw roleDroppedMeanwhile(role.oid)
    const reasons = whatDepends(session, ddl, role.oid)
    if (reasons.length > 0) throw roleHasObjects(name, reasons.join('\n'))
    removeMemberships(ddl, role.oid)
    setComment(ddl, { classId: 1260, objectId: role.oid, subId: 0 }, null)
    dropStoredSettings(session, ddl, { roleOid: role.oid })
    ddl.remove('pg_authid', ddl.one('pg_authid', 'pg_authid_oid_index', [role.oid]))
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP ROLE')
}

/**
 * ALTER ROLE … RENAME TO. @param {Session} session @param {DdlContext} ddl @param {string} name @param {string} newName
 * @throws {DbError} 42704, 0A000, 42939, 42710, 42501
 */
export function renameRole(session, ddl, name, newName) {
  const role = ddl.view.roleByName(name)
  if (role === undefined) throw undefinedRole(name)
  if (role.oid === session.identity.sessionOid) throw featureRefused('session user cannot be renamed')
  if (role.oid === session.identity.outerOid) throw featureRefused('current user cannot be renamed')
  for (const one of [name, newName]) if (one.startsWith('pg_')) throw reservedRole(one, true)
  if (ddl.view.roleByName(newName) !== undefined) throw duplicateRole(newName)
  if (role.superuser && !session.superuser) throw roleDenied('must be superuser to rename superusers')
  if (!mayCreateRoles(session)) throw roleDenied('permission denied to rename role')
  const isMd5 = role.password !== null && /^md5/.test(role.password)
  if (isMd5)
    session.notice({ severity: 'NOTICE', code: '00000', message: 'MD5 password cleared because of role rename' })
  ddl.update('pg_authid', ddl.one('pg_authid', 'pg_authid_oid_index', [role.oid]), {
    rolname: newName, ...(isMd5 ? { rolpassword: null } : {}),
  })
}

const LINES_MAX = 100

/** What a row of pg_shdepend says of its object, by its type. @type {Record<string, string>} */
const DEPENDS_AS = { o: 'owner of', a: 'privileges for', r: 'target of' }

/**
 * Lines for whoever would drop the role: objects here and shared ones by name, those of other databases by number.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} roleOid
 * @returns {string[]}
 */
function whatDepends(session, ddl, roleOid) {
  const all = dependentsOfRole(ddl, roleOid)
  const isHere = (/** @type {number} */ databaseOid) => databaseOid === 0 || databaseOid === session.database.oid
  const here = all.filter(({ databaseOid }) => isHere(databaseOid)).map((object) => {
    const name = describeIfExists(ddl.view, object) ?? `object ${object.objectId}`
    return `${DEPENDS_AS[object.kind]} ${name}`
  })
  /** @type {Map<number, number>} */
  const elsewhere = new Map()
  for (const { databaseOid } of all)
    if (!isHere(databaseOid)) elsewhere.set(databaseOid, (elsewhere.get(databaseOid) ?? 0) + 1)
  const { at } = catalogShape('pg_database')
  const others = Array.from(
    elsewhere,
    ([oid, count]) =>
      `${count} object${count === 1 ? '' : 's'} in database ${ddl.byOid('pg_database', oid).row[at.datname]}`,
  )
  if (here.length <= LINES_MAX) return [...here, ...others]
  const rest = here.length - LINES_MAX
  return [
    ...here.slice(0, LINES_MAX), ...others,
    `and ${rest} other object${rest === 1 ? '' : 's'} (see server log for list)`,
  ]
}
