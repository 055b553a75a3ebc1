/**
 * Whether a session's current user may run a plan. Settled when the plan is fetched and remembered per plan: for the
 * role and the state of the catalog it was settled for, so that a run costs a comparison. Grants, owners, roles and
 * memberships all move the catalog's epoch (catalog/README.md).
 */
import { requireExecute } from '../../../catalog/guarded.js'
import { isSuperuser } from '../../../catalog/roles.js'
import { isPlaced, withPosition } from '../../../errors/syntax.js'

import { functionsIn } from '../../../planner/needs.js'
import { RunsAsWritten } from './prepared.js'
import { requireNeeds } from './require-needs.js'
import { later } from '../../../util/later.js'

/** @type {() => typeof import('./refusal.js')} */
const refusal = later(import.meta.url, './refusal.js')

/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { Needs } from '../../../planner/needs.js' */

/** @param {Session} session @param {Prepared} prepared with its plan @throws {DbError} 42501 */
export function permit(session, prepared) {
  if (prepared.isInternal && !prepared.asksOwner) return
  const { lastVersion } = session.database.catalog
  if (prepared.permittedRole !== session.roleOid || prepared.permittedAt !== lastVersion) settle(session, prepared)
}

/** @param {Session} session @param {Prepared} prepared @throws {DbError} 42501 */
function settle(session, prepared) {
  const catalog = session.catalog()
  const { lastVersion } = session.database.catalog
  const { roleOid } = session
  const needs = prepared.planned?.needs ?? null
  if (prepared.permittedAt !== lastVersion || prepared.permittedRoles === null) prepared.permittedRoles = new Set()
  if (needs !== null && !prepared.permittedRoles.has(roleOid)) {
    try {
      settleNeeds(session, prepared, needs)
    } catch (error) {
      // The place of a schema's name is another in the text that was asked.
      throw prepared.hasLiterals && isPlaced(error) ? new RunsAsWritten() : withPosition(error, prepared.sourceText)
    }
  }
  // What a transaction sees that changed the catalog is nobody else's.
  if (catalog.isPrivate) return
  prepared.permittedRoles.add(roleOid)
  prepared.permittedAt = lastVersion
  prepared.permittedRole = roleOid
}

/** @param {Session} session @param {Prepared} prepared @param {Needs} needs @throws {DbError} 42501 */
function settleNeeds(session, prepared, needs) {
  try {
    requireNeeds(session.catalog(), session.roleOid, needs)
  } catch (error) {
    refusal().lookAgain(session, prepared, error)
  }
}

/**
 * What expressions outside of a plan call. @param {Session} session @param {unknown} exprs an expression, or some
 * @throws {DbError} 42501
 */
export function requireCalls(session, exprs) {
  requireCallsAs(session, session.roleOid, exprs)
}

/**
 * The same of another role. @param {Session} session @param {number} role @param {unknown} exprs
 * @throws {DbError} 42501
 */
export function requireCallsAs(session, role, exprs) {
  const catalog = session.catalog()
  if (isSuperuser(catalog, role)) return
  for (const oid of functionsIn(exprs)) requireExecute(catalog, role, oid)
}
