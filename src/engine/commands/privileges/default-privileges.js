/** ALTER DEFAULT PRIVILEGES: what objects begin with that a role makes from then on (pg_default_acl). */
import { ACL_KINDS, changedAcl, defaultAcl, readAcl, sameAcl, sortedAcl, writeAcl } from '../../../catalog/acl.js'
import { DEFAULT_ACL_CLASS, removeDefaultPrivileges } from '../../../catalog/ddl/privileges.js'
import { address, recordDependencies } from '../../../catalog/ddl/dependencies.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import { invalidGrantOperation, schemasInSchema } from '../../../errors/privileges.js'
import { requireMember } from '../../session/access.js'
import { beginDdl, endDdl } from '../../session/ddl.js'
import { roleOf } from '../databases/role-spec.js'
import { granteesOf } from './grant.js'
import { wantedPrivileges } from './privilege-words.js'

/** @import { Change } from '../../../catalog/acl.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { GrantNode, RoleSpec } from './privilege-words.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */

/**
 * @typedef {{ String: { sval: string }, RoleSpec: RoleSpec }} OptionItem a schema's name or a role
 * @typedef {{ DefElem: { defname: string, arg: { List: { items: OptionItem[] } } } }} OptionNode
 * @typedef {{ options?: OptionNode[], action: GrantNode }} DefaultsNode
 */

/** Letters of defaclobjtype. @type {Record<string, string>} */
const LETTERS = {
  OBJECT_TABLE: 'r', OBJECT_SEQUENCE: 'S', OBJECT_FUNCTION: 'f', OBJECT_ROUTINE: 'f', OBJECT_TYPE: 'T',
  OBJECT_SCHEMA: 'n',
}
const INDEX = 'pg_default_acl_role_nsp_obj_index'

/**
 * @param {Session} session @param {DefaultsNode} node AlterDefaultPrivilegesStmt @param {UtilityCall} call
 * @throws {DbError} 42501, 42704, 3F000, 0LP01, 2BP01
 */
export function runAlterDefaultPrivileges(session, node, call) {
  session.block.ensure()
  const listOf = (/** @type {string} */ name) =>
    node.options?.find(({ DefElem: option }) => option.defname === name)?.DefElem.arg.List.items
  const { action } = node
  const letter = LETTERS[action.objtype]
  const grantees = granteesOf(session, action.grantees)
  const wanted = wantedPrivileges(action.privileges, action.objtype, true)
  const kind = letter === 'S' ? 's' : letter
  const privileges = wanted.all ? ACL_KINDS[kind].all : wanted.bits
  if (wanted.ofColumns.length > 0) throw invalidGrantOperation('default privileges cannot be set for columns')
  const change = {
    isGrant: action.is_grant === true, optionOnly: action.grant_option === true,
    cascade: action.behavior === 'DROP_CASCADE', grantees, privileges,
  }
  const roles = listOf('roles')?.map((item) => roleOf(session, item.RoleSpec)) ?? [
    { oid: session.roleOid, name: session.user },
  ]
  const ddl = beginDdl(session)
  for (const role of roles) {
    // Who may become it by SET ROLE, though he inherits nothing.
    requireMember(session, role)
    for (const schema of schemasNamed(session, listOf('schemas'), action.objtype)) {
      setDefault(ddl, role.oid, schema, letter, change)
      session.block.txn.nextCommand()
    }
  }
  endDdl(session, ddl)
  call.sink.commandComplete('ALTER DEFAULT PRIVILEGES')
}

/**
 * @param {Session} session @param {{ String: { sval: string } }[] | undefined} items @param {string} objectType
 * @returns {number[]} 0: everywhere
 */
function schemasNamed(session, items, objectType) {
  if (items === undefined) return [0]
  return items.map(({ String: { sval: name } }) => {
    const oid = session.catalog().namespaceOid(name)
    if (oid === 0) throw undefinedSchema(name)
    if (objectType === 'OBJECT_SCHEMA') throw schemasInSchema()
    return oid
  })
}

/** @param {DdlContext} ddl @param {number} role @param {number} schema @param {string} letter @param {Change} change */
export function setDefault(ddl, role, schema, letter, change) {
  const { at } = catalogShape('pg_default_acl')
  const usual = schema === 0 ? defaultAcl(letter === 'S' ? 's' : letter, role) : []
  const [found] = ddl.find('pg_default_acl', INDEX, [role, schema, letter.charCodeAt(0)])
  const old = found === undefined ? usual : readAcl(found.row[at.defaclacl])
  // Kept in order, as PostgreSQL keeps them: pg_dump writes the grants in it.
  const acl = sortedAcl(changedAcl(ddl.view, old, change, role, role))
  if (sameAcl(acl, usual)) {
    if (found !== undefined) {
      ddl.events?.drops(ddl.view, address(DEFAULT_ACL_CLASS, found.row[at.oid]), true, false)
      removeDefaultPrivileges(ddl, found)
    }
    return
  }
  if (found !== undefined) {
    ddl.update('pg_default_acl', found, { defaclacl: writeAcl(acl) })
    return
  }
  const oid = ddl.newOid()
  ddl.insert('pg_default_acl', {
    oid, defaclrole: role, defaclnamespace: schema, defaclobjtype: letter.charCodeAt(0), defaclacl: writeAcl(acl),
  })
  if (schema !== 0) recordDependencies(ddl, address(DEFAULT_ACL_CLASS, oid), [address(2615, schema)], 'a')
}
