/** Roles as statements name them: by name, CURRENT_USER, SESSION_USER. */
import { DbError } from '../../../errors/db-error.js'

/** @import { Session } from '../../session/session.js' */

/** @param {Session} session @param {any} spec RoleSpec @returns {{ oid: number, name: string, superuser: boolean }} @throws {DbError} 42704 */
export function roleOf(session, spec) {
  switch (spec.roletype) {
    case 'ROLESPEC_CURRENT_ROLE': case 'ROLESPEC_CURRENT_USER': return { oid: session.roleOid, name: session.user, superuser: session.superuser }
    case 'ROLESPEC_SESSION_USER': return named(session, session.sessionUser ?? session.user)
    case 'ROLESPEC_PUBLIC': throw new DbError('42704', 'role "public" does not exist')
    default: return named(session, spec.rolename)
  }
}

/** @param {Session} session @param {string} name */
function named(session, name) {
  const role = session.catalog().roleByName(name)
  if (role === undefined) throw new DbError('42704', `role "${name}" does not exist`)
  return role
}
