/**
 * What PostgreSQL computes at once of an expression that is made for later: its parts of constants alone, by functions
 * that always answer alike. Who may not call them is refused when it is made, and so is what fails.
 */
import { calledBy, mapExpr, walkExpr } from '../../../catalog/expr-text.js'
import { evaluate } from '../../../executor/compile.js'
import { isImmutable } from '../../../planner/table-expressions.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { requireCalls } from './permit.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Session } from '../../session/session.js' */

/** What is a constant when all below it are. */
const CLOSED = new Set([
  'const', 'func', 'op', 'anyall', 'distinct', 'nullif', 'and', 'or', 'not', 'isnull', 'booltest', 'case', 'coalesce',
  'greatest', 'least', 'relabel', 'viaio', 'array', 'row', 'collate',
])

/**
 * @param {Session} session
 * @param {Expr | null} expr of an index's key or condition, a generated column, a partition key, a CHECK that is added
 * @throws {DbError} 42501, and what the calls throw
 */
export function computeConstantParts(session, expr) {
  if (expr === null) return
  mapExpr(expr, (node) => {
    if (node.kind === 'const' || !isConstant(session, node)) return undefined
    requireCalls(session, node)
    if (!callsUsers(node)) evaluate(node, session.expressionContext([]))
    return node
  })
}

/** @param {Session} session @param {Expr} expr */
function isConstant(session, expr) {
  let isClosed = true
  walkExpr(expr, (node) => {
    if (!CLOSED.has(node.kind) || (node.kind === 'func' && node.retset)) isClosed = false
  })
  return isClosed && isImmutable(session.catalog(), expr)
}

/** @param {Expr} expr */
function callsUsers(expr) {
  let found = false
  walkExpr(expr, (node) => {
    if (calledBy(node) >= FIRST_USER_OID) found = true
  })
  return found
}
