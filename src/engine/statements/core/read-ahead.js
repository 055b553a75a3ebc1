/** Which queries may be read before anybody asks for their rows. */

import { PlanCalls } from '../../../planner/calls.js'
import { contains } from '../../../planner/expr-tools.js'
import { mayWait } from '../../../planner/planner.js'
import { throughText } from '../../../planner/volatility.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */
/** @import { PlannedStatement } from '../../../planner/plan.js' */

/** By plan: see mayReadAhead. @type {WeakMap<PlannedStatement, boolean>} */
const quiet = new WeakMap()

/** now() */
const NOW = 1299

/** concat, concat_ws, format, array_to_string, ||, quote_literal, quote_nullable: what settings make of arguments. */
const BY_OUTPUT = new Set([3058, 3059, 3539, 3540, 395, 384, 2003, 2004, 1285, 1290])

/**
 * Whether its rows are the same whenever they are read, and reading them shows nobody anything: no locks, no users'
 * functions, nothing volatile, and nothing that asks who reads or under which settings. A policy may.
 * @param {Session} session @param {Prepared} prepared @returns {boolean}
 */
export function mayReadAhead(session, prepared) {
  const planned = /** @type {PlannedStatement} */ (prepared.planned)
  let may = quiet.get(planned)
  if (may === undefined) {
    const { root, outputs, ctes } = planned
    const parts = [root, outputs, ctes]
    const catalog = session.catalog()
    const calls = new PlanCalls(catalog, parts)
    may = planned.readOnly && planned.repeatable && !calls.mayChange()
      && !calls.some((node) => node.kind !== 'sublink' && mayWait(node))
      && !contains(parts, (node) => asksSession(catalog, node))
    quiet.set(planned, may)
  }
  return may
}

/**
 * Whether a node alone has another value in another role or under other settings. A domain's checks are not in sight.
 * @param {CatalogSnapshot} catalog @param {import('../../../planner/calls.js').Call} node of an expression
 * @returns {boolean}
 */
function asksSession(catalog, node) {
  switch (node.kind) {
    case 'sqlvalue': return node.name !== 'current_timestamp'
    case 'domain': return true
    case 'viaio': return throughText(catalog, node) === 's'
    case 'func': return callAsks(catalog, node.oid, node.args)
    case 'op': case 'anyall': case 'distinct': case 'nullif': return callAsks(catalog, node.funcOid, [])
    default: return false
  }
}

/**
 * @param {CatalogSnapshot} catalog @param {number} oid @param {{ type: number }[] | undefined} args
 * @returns {boolean}
 */
function callAsks(catalog, oid, args = []) {
  if (oid === NOW || catalog.func(oid)?.volatility === 'i') return false
  return !BY_OUTPUT.has(oid)
    || args.some(({ type }) => catalog.func(catalog.type(type)?.outputFunction ?? 0)?.volatility !== 'i')
}
