/**
 * DROP OWNED BY and REASSIGN OWNED BY: everything of this database, and with REASSIGN what all databases share, that
 *   some roles own.
 */
import { guarded, GUARDED_CLASSES } from '../../../catalog/guarded.js'
import { hasPrivsOf } from '../../../catalog/roles.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { dependentsOfRole } from '../../../catalog/ddl/owners.js'
import { CLASS } from '../../../catalog/ddl/context.js'
import { removeRoleOfPolicy } from '../../../catalog/ddl/tables/policies.js'
import { dropObjects } from '../../../catalog/ddl/drop.js'
import { USER_MAPPING } from '../../../catalog/foreign.js'
import { DEFAULT_ACL_CLASS, withoutRole } from '../../../catalog/ddl/privileges.js'
import { ownedBySystem, roleDenied } from '../../../errors/ddl/roles.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockOid } from '../../session/ddl.js'
import { refuseWhileInUse } from '../in-use.js'
import { changeOwner, requireReceiver } from '../objects/object-names.js'
import { isOneOf, rolesNamed } from './role-members.js'
import { roleOf } from './role-spec.js'
import { lockTree } from '../tables/trees.js'
import { FIRST_UNPINNED_OID } from '../../../types/oids.js'

/** @import { SharedDependent } from '../../../catalog/ddl/owners.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const RELATION = 1259
/** Of these REASSIGN OWNED does not ask whether the new owner might have them where they are. */
const GIVEN_UNASKED = new Set([RELATION, CLASS.TYPE, USER_MAPPING])

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').DropOwnedStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 42501, 42704, 2BP01
 */
export function* runDropOwned(session, node, call) {
  const ddl = beginDdl(session)
  const roles = ownersNamed(session, ddl, node.roles, 'permission denied to drop objects', 'drop')
  for (const role of roles) revokeAll(session, ddl, role)
  const objects = yield* lockedObjects(session, ddl, roles, (one) => one.databaseOid === session.database.oid)
  refuseWhileInUse(
    session, objects.filter(({ classId }) => classId === RELATION).map(({ objectId }) => objectId), 'DROP OWNED',
  )
  const policies = leavePolicies(session, ddl, roles)
  // Newest first, as PostgreSQL reports them.
  dropObjects(
    ddl,
    [...objects, ...policies]
      .map(({ classId, objectId, subId }) => ({ classId, objectId, subId }))
      .sort((a, b) => b.objectId - a.objectId),
    { cascade: node.behavior === 'DROP_CASCADE' },
  )
  endDdl(session, ddl)
  call.sink.commandComplete('DROP OWNED')
}

/**
 * Policies name the roles no more. @param {Session} session @param {DdlContext} ddl @param {number[]} roles
 * @returns {SharedDependent[]} those that named no other, which go
 */
function leavePolicies(session, ddl, roles) {
  return roles.flatMap((role) => dependentsOfRole(ddl, role).filter(({ classId, objectId, databaseOid }) => {
    if (classId !== CLASS.POLICY || databaseOid !== session.database.oid) return false
    const goes = !removeRoleOfPolicy(ddl, objectId, role)
    session.block.txn.nextCommand()
    return goes
  }))
}

/**
 * What others granted to a role goes with what it owns. @param {Session} session
 * @param {DdlContext} ddl @param {number} role
 */
function revokeAll(session, ddl, role) {
  const isHere = (/** @type {number} */ oid) => oid === 0 || oid === session.database.oid
  for (const { classId, objectId, subId, databaseOid, kind } of dependentsOfRole(ddl, role)) {
    if (kind !== 'a' || !isHere(databaseOid)) continue
    if (!mayRevoke(session, ddl, classId, objectId)) continue
    withoutRole(ddl, { classId, objectId, subId }, role)
    session.block.txn.nextCommand()
  }
}

/**
 * What was granted of others' objects is not one's own to give up; PostgreSQL tells so of each column, too.
 * @param {Session} session @param {DdlContext} ddl @param {number} classId @param {number} oid
 */
function mayRevoke(session, ddl, classId, oid) {
  if (!GUARDED_CLASSES.has(classId)) return true
  const owner = guarded(ddl.view, classId, oid)?.owner
  if (owner === undefined || hasPrivsOf(ddl.view, session.roleOid, owner)) return true
  const relation = classId === RELATION ? ddl.view.relation(oid) : undefined
  const name = relation?.name ?? nameOf(ddl, classId, oid)
  const tell = (/** @type {string} */ what) =>
    session.notice({ severity: 'WARNING', code: '01006', message: `no privileges could be revoked for ${what}` })
  tell(`"${name}"`)
  if (relation === undefined || relation.kind === 'S') return false
  const columns = relation.columns.filter((column) => !column.dropped).map((column) => column.name)
  if (relation.kind !== 'v') columns.unshift(...SYSTEM_COLUMNS)
  for (const column of columns) tell(`column "${column}" of relation "${name}"`)
  return false
}
const SYSTEM_COLUMNS = ['tableoid', 'cmax', 'xmax', 'cmin', 'xmin', 'ctid']

/** @param {DdlContext} ddl @param {number} classId @param {number} oid @returns {string} */
function nameOf(ddl, classId, oid) {
  const { catalog, name } =
    /** @type {import('../../../catalog/guarded.js').GuardedClass} */ (GUARDED_CLASSES.get(classId))
  return String(ddl.byOid(catalog, oid).row[catalogShape(catalog).at[name]])
}

/**
 * @param {Session} session @param {any} node ReassignOwnedStmt @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 42501, 42704, 2BP01
 */
export function* runReassignOwned(session, node, call) {
  const ddl = beginDdl(session)
  const roles = ownersNamed(session, ddl, node.roles, 'permission denied to reassign objects', 'reassign ownership of')
  const owner = roleOf(session, node.newrole.RoleSpec ?? node.newrole)
  if (!isOneOf(session, ddl, owner.oid)) throw roleDenied('permission denied to reassign objects')
  for (const object of yield* lockedObjects(
    session, ddl, roles, (one) => one.databaseOid === 0 || one.databaseOid === session.database.oid,
  )) {
    if (object.classId === DEFAULT_ACL_CLASS) continue
    if (!GIVEN_UNASKED.has(object.classId)) requireReceiver(session, ddl, object, owner)
    changeOwner(ddl, object, owner.oid)
    session.block.txn.nextCommand()
  }
  endDdl(session, ddl)
  call.sink.commandComplete('REASSIGN OWNED')
}

/**
 * @param {Session} session @param {DdlContext} ddl @param {unknown[]} specs @param {string} denied @param {string} what
 * @returns {number[]}
 */
function ownersNamed(session, ddl, specs, denied, what) {
  const roles = rolesNamed(session, specs)
  for (const role of roles) if (!isOneOf(session, ddl, role.oid)) throw roleDenied(denied)
  for (const role of roles) if (role.oid < FIRST_UNPINNED_OID) throw ownedBySystem(what, role.name)
  return roles.map((role) => role.oid)
}

/**
 * Asked for again after every wait, which may have changed them.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number[]} roles
 * @param {(object: SharedDependent) => boolean} isWanted
 * @returns {Generator<Promise<unknown>, SharedDependent[], void>}
 */
function* lockedObjects(session, ddl, roles, isWanted) {
  for (;;) {
    const objects = roles
      .flatMap((role) => dependentsOfRole(ddl, role))
      .filter((object) => object.kind === 'o' && isWanted(object))
    let waited = false
    for (const { classId, objectId } of objects) {
      if (classId !== RELATION) continue
      waited = (yield* lockOid(session, objectId, ACCESS_EXCLUSIVE)) || waited
      yield* lockTree(session, objectId, ACCESS_EXCLUSIVE)
    }
    if (!waited) return objects
    session.block.txn.nextCommand()
  }
}
