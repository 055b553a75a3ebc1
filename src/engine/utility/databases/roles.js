/** CREATE ROLE / USER, ALTER ROLE, DROP ROLE: who may log in, and with which password. Privileges are a later story: roles differ only in their attributes. */
import { randomBytes } from 'node:crypto'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { located } from '../../../errors/syntax.js'
import { isVerifier, makeVerifier } from '../../password.js'
import { dropStoredSettings } from '../../stored-settings.js'
import { beginDdl, endDdl } from '../ddl.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */

const TIMESTAMPTZ = 1184

/** Attribute options of the grammar and their columns of pg_authid. @type {Record<string, string>} */
const FLAGS = { superuser: 'rolsuper', inherit: 'rolinherit', createrole: 'rolcreaterole', createdb: 'rolcreatedb', canlogin: 'rolcanlogin', isreplication: 'rolreplication', bypassrls: 'rolbypassrls' }

/** @param {Session} session @param {any[]} options DefElem nodes @returns {Record<string, any>} columns of pg_authid @throws {DbError} 42601, 22023, 22007, 0A000 */
function attributes(session, options) {
  /** @type {Record<string, any>} */
  const values = {}
  const seen = new Set()
  for (const { DefElem: option } of options ?? []) {
    if (seen.has(option.defname)) throw located('42601', 'conflicting or redundant options', { location: option.location ?? 0 })
    seen.add(option.defname)
    const column = FLAGS[option.defname]
    if (column !== undefined) values[column] = option.arg?.Boolean?.boolval === true
    else if (option.defname === 'password') values.rolpassword = option.arg === undefined ? null : verifierOf(session, option.arg.String?.sval ?? '')
    else if (option.defname === 'connectionlimit') {
      values.rolconnlimit = option.arg?.Integer?.ival ?? 0
      if (values.rolconnlimit < -1) throw new DbError('22023', `invalid connection limit: ${values.rolconnlimit}`)
    } else if (option.defname === 'validUntil') values.rolvaliduntil = session.typeOps(TIMESTAMPTZ).parse(option.arg.String.sval ?? '', -1, session.env)
    else throw featureNotSupported(`role option ${option.defname}`)
  }
  return values
}

/** What is a hash already is kept: md5's, too, with which nobody logs in by SCRAM. @param {Session} session @param {string} password @returns {string | null} */
function verifierOf(session, password) {
  if (password === '') {
    session.notice({ severity: 'NOTICE', code: '00000', message: 'empty string is not a valid password, clearing password' })
    return null
  }
  return isVerifier(password) || /^md5[0-9a-f]{32}$/.test(password) ? password : makeVerifier(password, randomBytes(16))
}

/** @param {Session} session */
function requireSuperuser(session) {
  if (!session.superuser) throw new DbError('42501', 'permission denied to change roles')
}

/** @param {Session} session @param {any} node CreateRoleStmt @param {UtilityCall} call */
export function runCreateRole(session, node, call) {
  requireSuperuser(session)
  if (session.catalog().roleByName(node.role) !== undefined) throw new DbError('42710', `role "${node.role}" already exists`)
  if (node.role.startsWith('pg_')) throw new DbError('42939', `role name "${node.role}" is reserved`, { detail: 'Role names starting with "pg_" are reserved.' })
  if (node.role === 'public' || node.role === 'none') throw new DbError('42939', `role name "${node.role}" is reserved`)
  const ddl = beginDdl(session)
  const oid = ddl.newOid()
  ddl.insert('pg_authid', { oid, rolname: node.role, rolsuper: false, rolinherit: true, rolcreaterole: false, rolcreatedb: false, rolcanlogin: node.stmt_type === 'ROLESTMT_USER',
    rolreplication: false, rolbypassrls: false, rolconnlimit: -1, rolpassword: null, rolvaliduntil: null, ...attributes(session, node.options) })
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE ROLE')
}

/** @param {Session} session @param {any} node AlterRoleStmt @param {UtilityCall} call */
export function runAlterRole(session, node, call) {
  requireSuperuser(session)
  const name = node.role.rolename ?? session.user
  const role = existing(session, name)
  const values = attributes(session, node.options)
  const ddl = beginDdl(session)
  ddl.update('pg_authid', ddl.one('pg_authid', 'pg_authid_oid_index', [role.oid]), values)
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER ROLE')
}

/** @param {Session} session @param {any} node DropRoleStmt @param {UtilityCall} call */
export function runDropRole(session, node, call) {
  requireSuperuser(session)
  for (const { RoleSpec: spec } of node.roles) {
    const name = spec.rolename ?? session.user
    if (session.catalog().roleByName(name) === undefined && node.missing_ok) {
      session.notice({ severity: 'NOTICE', code: '00000', message: `role "${name}" does not exist, skipping` })
      continue
    }
    const role = existing(session, name)
    if (name === session.user) throw new DbError('55006', 'current user cannot be dropped')
    if (role.oid < 16384) throw new DbError('2BP01', `cannot drop role ${name} because it is required by the database system`)
    if ([...session.cluster.sessions].some((other) => other.user === name)) throw new DbError('55006', `role "${name}" cannot be dropped while it is connected`)
    const ddl = beginDdl(session)
    dropStoredSettings(session, ddl, { roleOid: role.oid })
    ddl.remove('pg_authid', ddl.one('pg_authid', 'pg_authid_oid_index', [role.oid]))
    endDdl(session, ddl)
  }
  call.sink.commandComplete('DROP ROLE')
}

/** @param {Session} session @param {string} name */
function existing(session, name) {
  const role = session.catalog().roleByName(name)
  if (role === undefined) throw new DbError('42704', `role "${name}" does not exist`)
  return role
}
