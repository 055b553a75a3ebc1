/** ALTER ROLE … SET, ALTER DATABASE … SET: settings that sessions begin with; ALTER SYSTEM: the server's own. */
import { ALTER_SYSTEM } from '../../../catalog/acl.js'
import { hasCreateRole, hasPrivsOf } from '../../../catalog/roles.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { items } from '../../../catalog/descriptors.js'
import { textArray } from '../../../catalog/store/vectors.js'
import { checkSetting } from '../../../config/settings.js'
import { lowerAscii } from '../../../util/ascii.js'
import { undefinedDatabase } from '../../../errors/functions.js'
import { denied } from '../../../errors/privileges.js'
import { roleDenied } from '../../../errors/ddl/roles.js'
import { changedAtStartOnly, maySetNothing, noLineBreaks, unknownSetting } from '../../../errors/settings.js'
import { hasParameter, requireStorable, requireStorableValue, warnIfIdle } from '../../session/change-setting.js'
import { forgetAtCommit, readServerSettings, writeServerSettings } from '../../session/stored-settings.js'
import { requireAlone } from '../alone.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { roleOf } from './role-spec.js'
import { requireAlterable } from './roles.js'
import { argumentText } from '../conversation/settings.js'

/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { Found } from '../../../catalog/store/contract.js' */

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterRoleSetStmt>} node @param {UtilityCall} call */
export function runAlterRoleSet(session, node, call) {
  if (node.role) requireAlterable(node.role)
  const role = node.role ? roleOf(session, node.role) : null
  const databaseOid = node.database ? databaseNamed(session, node.database) : 0
  const view = session.identity.view()
  if (role !== null && !session.superuser) {
    if (role.superuser) throw roleDenied('must be superuser to alter superusers')
    if (!hasCreateRole(view, session.roleOid) && role.oid !== session.roleOid) throw roleDenied('permission denied')
  }
  if (role === null && databaseOid !== 0) requireDatabaseOwner(session, databaseOid, node.database)
  if (role === null && databaseOid === 0 && !session.superuser) {
    throw roleDenied('must be superuser to alter settings globally')
  }
  store(session, databaseOid, role?.oid ?? 0, node.setstmt)
  call.sink.commandComplete('ALTER ROLE')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').AlterDatabaseSetStmt>} node
 * @param {UtilityCall} call
 */
export function runAlterDatabaseSet(session, node, call) {
  const databaseOid = databaseNamed(session, node.dbname)
  requireDatabaseOwner(session, databaseOid, node.dbname)
  store(session, databaseOid, 0, node.setstmt)
  call.sink.commandComplete('ALTER DATABASE')
}

/** @param {Session} session @param {number} databaseOid @param {string} name @throws {DbError} 42501 */
export function requireDatabaseOwner(session, databaseOid, name) {
  const view = session.identity.view()
  const owner = view.database(databaseOid)?.ownerOid ?? 0
  if (!hasPrivsOf(view, session.roleOid, owner)) throw roleDenied(`must be owner of database ${name}`)
}

/** @param {Session} session @param {string} name @returns {number} @throws {DbError} 3D000 */
export function databaseNamed(session, name) {
  const found = session.catalog().databaseByName(name)
  if (found === undefined) throw undefinedDatabase(name)
  return found.oid
}

/**
 * What a SET says: a value, or null for the default.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').VariableSetStmt>} node
 * @returns {{ name: string, value: string | null }}
 */
function assignment(session, node) {
  switch (node.kind) {
    case 'VAR_SET_VALUE': return { name: node.name, value: argumentText(node.name, node.args) }
    case 'VAR_SET_CURRENT': return { name: node.name, value: session.settings.show(node.name) }
    default: return { name: node.name, value: null }
  }
}

/**
 * @param {Session} session
 * @param {number} databaseOid
 * @param {number} roleOid
 * @param {Tree<import('@pgsql/types').VariableSetStmt>} node
 */
function store(session, databaseOid, roleOid, node) {
  const ddl = beginDdl(session)
  const [found] = ddl.find('pg_db_role_setting', 'pg_db_role_setting_databaseid_rol_index', [databaseOid, roleOid])
  const old = found === undefined ? [] : configOf(found.row)
  if (node.kind === 'VAR_RESET_ALL') keep(ddl, found, notTheirs(session, old), databaseOid, roleOid)
  else {
    const { name: written, value } = assignment(session, node)
    requireStorable(session, written)
    const { name } = checkSetting(written, value)
    if (value !== null) requireStorableValue(session, name, value)
    if (value !== null && (name === 'role' || name === 'session_authorization')) session.identity.foretell(name, value)
    const at = old.findIndex((item) => item.slice(0, item.indexOf('=')).toLowerCase() === name.toLowerCase())
    const config =
      value === null
        ? old.filter((_, index) => index !== at)
        : at < 0
          ? [...old, `${name}=${value}`]
          : old.with(at, `${name}=${value}`)
    keep(ddl, found, config, databaseOid, roleOid)
    if (value !== null) warnIfIdle(session, name, value)
  }
  endDdl(session, ddl)
  forgetAtCommit(session)
}

/**
 * What RESET ALL leaves: settings that were made by who may. @param {Session} session @param {string[]} config
 * @returns {string[]}
 */
function notTheirs(session, config) {
  return session.superuser ? [] : config.filter((item) => {
    try {
      requireStorable(session, item.slice(0, item.indexOf('=')))
      return false
    } catch {
      return true
    }
  })
}

/** @param {any} row of pg_db_role_setting @returns {string[]} */
function configOf(row) {
  const config = row[catalogShape('pg_db_role_setting').at.setconfig]
  return config === null ? [] : items(config)
}

/**
 * @param {DdlContext} ddl
 * @param {Found} found the row there is
 * @param {string[]} config
 * @param {number} databaseOid
 * @param {number} roleOid
 */
function keep(ddl, found, config, databaseOid, roleOid) {
  if (found === undefined && config.length === 0) return
  if (found === undefined)
    ddl.insert('pg_db_role_setting', { setdatabase: databaseOid, setrole: roleOid, setconfig: textArray(config) })
  else if (config.length === 0) ddl.remove('pg_db_role_setting', found)
  else ddl.update('pg_db_role_setting', found, { setconfig: textArray(config) })
}

/** @param {Session} session @param {Tree<import('@pgsql/types').AlterSystemStmt>} node @param {UtilityCall} call */
export function runAlterSystem(session, node, call) {
  requireAlone(session, call, 'ALTER SYSTEM')
  if (!session.superuser) {
    if (node.setstmt.kind === 'VAR_RESET_ALL') throw denied('permission denied to perform ALTER SYSTEM RESET ALL')
    const { name } = node.setstmt
    if (!hasParameter(session, lowerAscii(name), ALTER_SYSTEM)) throw maySetNothing(name)
  }
  const { vfs, log } = session.cluster
  const chosen = readServerSettings(vfs, log)
  if (node.setstmt.kind === 'VAR_RESET_ALL') writeServerSettings(vfs, {})
  else {
    const { name: written, value } = assignment(session, node.setstmt)
    const { name, context, custom } = checkSetting(written, null)
    if (context === 'internal') changedAtStartOnly(name, context)
    if (custom) throw unknownSetting(written)
    checkSetting(written, value)
    if (value?.includes('\n')) throw noLineBreaks()
    const key = name.toLowerCase()
    if (value === null) delete chosen[key]
    else chosen[key] = value
    writeServerSettings(vfs, chosen)
    if (value !== null) warnIfIdle(session, key, value)
  }
  call.sink.commandComplete('ALTER SYSTEM')
}
