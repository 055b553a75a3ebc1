/** What a command asks before it locks or makes anything: whose a relation is, what was granted of it. */
import { REFERENCES, TRIGGER, TRUNCATE } from '../../catalog/acl.js'
import { requireOwner } from '../../catalog/ddl/may-change.js'
import { privilegesOn, RELATION, relationWord, SCHEMA } from '../../catalog/guarded.js'
import { USAGE } from '../../catalog/acl.js'
import { isMember } from '../../catalog/roles.js'
import { notATableOrView } from '../../errors/commands/maintenance.js'
import { denied, permissionDenied } from '../../errors/privileges.js'

/** @import { Session } from './session.js' */
/** Throws where the session's current user may not. @typedef {(session: Session, oid: number) => void} Access */

/** As the primitives below the engine ask. @param {Session} session */
export const asker = (session) => ({ view: session.catalog(), userOid: session.roleOid })

/** @type {Access} */
export const asOwner = (session, oid) => requireOwner(asker(session), { classId: RELATION, objectId: oid, subId: 0 })
/** Whoever rewrites rows or indexes: what it is asked of has some. @type {Access} 42809 */
export const asMaintainer = (session, oid) => {
  const relation = session.catalog().relation(oid)
  if (relation !== undefined && !'rmtp'.includes(relation.kind)) throw notATableOrView(relation.name)
  asOwner(session, oid)
}
/** @type {Access} */
export const asDropper = (session, oid) =>
  requireOwner(asker(session), { classId: RELATION, objectId: oid, subId: 0 }, { dropping: true })
/** @type {Access} */
export const asAnyone = () => undefined

/** Any of the privileges is enough. @param {number} mask @returns {Access} 42501 */
export const withPrivilege = (mask) => (session, oid) => {
  const catalog = session.catalog()
  if (privilegesOn(catalog, session.roleOid, RELATION, oid, mask) !== 0) return
  throw permissionDenied(relationWord(catalog, oid), catalog.relation(oid)?.name ?? '')
}
export const toTruncate = withPrivilege(TRUNCATE)
export const toReference = withPrivilege(REFERENCES)
export const toTrigger = withPrivilege(TRIGGER)

/**
 * Who gives something to a role acts for it. @param {Session} session
 * @param {{ oid: number, name: string }} role @throws {DbError} 42501
 */
export function requireMember(session, role) {
  if (!isMember(session.catalog(), session.roleOid, role.oid)) throw denied(`must be member of role "${role.name}"`)
}

/** A schema that is named. @param {Session} session @param {string} name @throws {DbError} 42501 */
export function requireSchemaUsage(session, name) {
  if (name === 'pg_catalog' || name === 'pg_temp') return
  const catalog = session.catalog()
  const oid = catalog.namespaceOid(name)
  if (oid === 0 || privilegesOn(catalog, session.roleOid, SCHEMA, oid, USAGE) !== 0) return
  throw permissionDenied('schema', name)
}
