/** Roles as statements name them: by name, CURRENT_USER, SESSION_USER. */
import { publicIsNoRole, undefinedRole } from '../../../errors/ddl/roles.js'

/** @import { Session } from '../../session/session.js' */

/**
 * @param {Session} session
 * @param {any} spec RoleSpec
 * @returns {{ oid: number, name: string, superuser: boolean }}
 * @throws {DbError} 42704
 */
export function roleOf(session, spec) {
  switch (spec.roletype) {
    case 'ROLESPEC_CURRENT_ROLE': case 'ROLESPEC_CURRENT_USER': return current(session)
    case 'ROLESPEC_SESSION_USER': return named(session, session.sessionUser)
    case 'ROLESPEC_PUBLIC': throw publicIsNoRole()
    default: return named(session, spec.rolename)
  }
}

/** @param {Session} session @param {string} name */
function named(session, name) {
  const role = session.catalog().roleByName(name)
  if (role === undefined) throw undefinedRole(name)
  return role
}

/** @param {Session} session @throws {DbError} 42704 somebody dropped it */
const current = (session) => ({
  oid: session.roleOid, name: session.identity.existingNameOf(session.roleOid), superuser: session.superuser,
})
