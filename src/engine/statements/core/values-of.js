/**
 * Values of expressions that stand outside a plan: DEFAULT of a column that is added, what EXECUTE and DECLARE bring.
 * Where they call what users wrote, which may take long and may have to wait, they are a SELECT's.
 */
import { evaluate } from '../../../executor/evaluate.js'
import { BindContext } from '../../../planner/bind/context.js'
import { emptyQuery } from '../../../planner/bind/select.js'
import { contains } from '../../../planner/expr-tools.js'
import { mayWait, planBound } from '../../../planner/planner.js'
import { parse } from '../../../parser/parser.js'
import { Execution } from './execution.js'
import { requireCalls } from './permit.js'
import { Prepared } from './prepared.js'
import { runSteps } from './run.js'

/** @import { Session } from '../../session/session.js' */
/** @typedef {import('../../../catalog/expr.js').Expr} Expr */

/**
 * @param {Session} session inside a transaction
 * @param {Expr[]} exprs bound, of parameters alone
 * @param {unknown[]} params
 * @returns {Generator<Promise<unknown>, unknown[], void>}
 */
export function* valuesOf(session, exprs, params) {
  requireCalls(session, exprs)
  if (!contains(exprs, mayWait)) return exprs.map((expr) => evaluate(expr, session.expressionContext(params)))
  const ctx = new BindContext(session.catalog(), { settings: session.settings, env: session.env })
  const targets = exprs.map((expr) => ({ expr, name: '', resjunk: false, tableOid: 0, attnum: 0 }))
  const planned = planBound(({ ...emptyQuery(), targets }), ctx)
  if (planned.failure !== null) throw planned.failure
  const prepared = new Prepared(parse('SELECT')[0], '', [])
  prepared.adopt(session, planned)
  /** @type {any[][]} */
  const rows = []
  const execution = new Execution({ drain: () => null }, 'rows', '', null, rows)
  try {
    yield* runSteps(session, prepared, params, execution)
  } finally {
    execution.finish(session)
  }
  return rows[0]
}
