/**
 * A refusal looked at again. A plan serves every role and needs leave for all that its statement mentions; PostgreSQL
 * asks for what is left when constants have decided and nobody reads what views have besides (planner/left-calls.js).
 * So who was refused has the statement planned once more, and is told what is still asked of him, or may run the plan
 * that is there: of the functions that he may not call nothing is left in that one either.
 */
import { DbError, isInterruption } from '../../../errors/db-error.js'
import { duringInlining } from '../../../planner/build/fold.js'
import { Again, callsLeft, comparesInPlans } from '../../../planner/left-calls.js'
import { refusedFunctions, requireFunction, requireRelations, requireSchemas } from './require-needs.js'

/** @import { PlannedStatement } from '../../../planner/plan.js' */
/** @import { Needs } from '../../../planner/needs.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */

/** Plans of more nodes took long to make: what was refused stays so. */
const NODES_MAX = 500

/**
 * @param {Session} session @param {Prepared} prepared with its plan @param {unknown} error what was refused
 * @throws {DbError} 42501 what is refused still
 */
export function lookAgain(session, prepared, error) {
  if (!(error instanceof DbError) || !prepared.mayLookAgain) throw error
  const catalog = session.catalog()
  const { roleOid } = session
  const planned = /** @type {PlannedStatement} */ (prepared.planned)
  const needs = /** @type {Needs} */ (planned.needs)
  if ((planned.root?.id ?? 0) > NODES_MAX) throw error
  requireSchemas(catalog, roleOid, needs)
  const refused = refusedFunctions(catalog, roleOid, needs)
  const again = new Again(refused)
  const seen = plannedAgain(session, prepared, again)
  if (seen === null) throw error
  for (const [oid, body] of again.computed) {
    try {
      requireFunction(catalog, roleOid, needs, oid)
    } catch (refusal) {
      if (refusal instanceof DbError && body !== undefined) refusal.where = duringInlining(body)
      throw refusal
    }
  }
  requireRelations(catalog, roleOid, /** @type {Needs} */ (seen.needs))
  const left = new Set([...callsLeft(catalog, seen), ...callsLeft(catalog, planned), ...again.firm, ...needs.comparing])
  for (const oid of refused) if (comparesInPlans(catalog, oid)) left.add(oid)
  for (const oid of left) if (refused.has(oid)) requireFunction(catalog, roleOid, needs, oid)
  for (const oid of needs.storing) requireFunction(catalog, roleOid, needs, oid)
}

/** @param {Session} session @param {Prepared} prepared @param {Again} again @returns {PlannedStatement | null} */
function plannedAgain(session, prepared, again) {
  try {
    return prepared.planAgain(session, again)
  } catch (error) {
    if (!(error instanceof DbError) || isInterruption(error)) throw error
    return null
  }
}
