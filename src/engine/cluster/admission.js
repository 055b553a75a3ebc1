/** Who may have a session where: what is asked of every session's role and database, however it comes in. */
import { CONNECT } from '../../catalog/acl.js'
import { DATABASE, privilegesOn } from '../../catalog/guarded.js'
import { beingCopied } from '../../errors/commands/databases.js'
import { BOOTSTRAP_ROLE, isPlainMember } from '../../catalog/roles.js'
import { mayNotConnect, notAccepting, tooManyForDatabase, tooManyForRole } from '../../errors/engine.js'
import { roleDoesNotExist, roleMayNotLogin } from '../../errors/protocol.js'

/** @import { RoleDesc } from '../../catalog/descriptors.js' */
/** @import { Session } from '../session/session.js' */
/** @import { Cluster } from './cluster.js' */
/** @import { Database } from './database.js' */

/**
 * In the order in which PostgreSQL asks.
 * @param {Cluster} cluster
 * @param {{ user: string, database: string, mayLogIn?: boolean, isBackground?: boolean }} who mayLogIn: whatever the
 *   role says; isBackground: the engine's own
 * @param {(role: RoleDesc) => void} [requireRoom] between the role and the database: whether there is a place
 * @returns {{ role: RoleDesc, database: Database }}
 * @throws {DbError} 28000, 53300, 3D000, 55000, 42501
 */
export function admit(cluster, { user, database: name, mayLogIn = false, isBackground = false }, requireRoom) {
  const role = cluster.role(user)
  if (role === null) throw roleDoesNotExist(user)
  if (isBackground) {
    const database = cluster.database(name)
    if (cluster.copies.of(database.oid) !== null) throw beingCopied(name)
    return { role, database }
  }
  if (!role.canLogin && !mayLogIn) throw roleMayNotLogin(user)
  const others = [...cluster.sessions].filter((session) => !session.isBackground)
  if (role.connectionLimit >= 0 && !role.superuser
    && countOf(others, ({ identity }) => identity.authenticatedOid === role.oid) >= role.connectionLimit)
    throw tooManyForRole(user)
  requireRoom?.(role)
  const desc = cluster.anyDatabase().catalog.shared.databaseByName(name)
  if (desc?.allowConnections === false) throw notAccepting(name)
  const database = cluster.database(name)
  if (cluster.copies.of(database.oid) !== null) throw beingCopied(name)
  if (role.superuser) return { role, database }
  const place = { namespaces: [], temporary: 0, databaseOid: database.oid, roleOid: role.oid }
  const view = database.catalog.snapshot(null, place)
  if (privilegesOn(view, role.oid, DATABASE, database.oid, CONNECT) === 0) throw mayNotConnect(name)
  const limit = desc?.connectionLimit ?? -1
  if (limit >= 0 && countOf(others, (session) => session.database === database) >= limit) throw tooManyForDatabase(name)
  return { role, database }
}

/** @param {Session[]} sessions @param {(session: Session) => boolean} test */
const countOf = (sessions, test) => sessions.reduce((count, session) => test(session) ? count + 1 : count, 0)

/**
 * Whether one role is a member of another, both by name: superusers are of none by that. @param {Cluster} cluster
 * @param {string} user @param {string} group
 */
export function isMemberByName(cluster, user, group) {
  const [member, role] = [cluster.role(user), cluster.role(group)]
  if (member === null || role === null) return false
  const { shared } = cluster.anyDatabase().catalog
  const view = { roles: () => shared.roles(), database: () => undefined, databaseOid: 0 }
  return isPlainMember(view, member.oid, role.oid)
}

/**
 * Who holds a data directory may be its first role in it, whatever was forbidden to that one. @param {RoleDesc | null}
 * role
 */
export const isFirstRole = (role) => role?.oid === BOOTSTRAP_ROLE
