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
/** An expression, or what holds some. @typedef {Parameters<typeof mapExpr>[0]} Tree */

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
  for (const part of closedParts(expr)) {
    mapExpr(part, (node) => {
      if (node.kind === 'const' || !isConstant(session, node)) return undefined
      requireCalls(session, node)
      if (!callsUsers(node)) evaluate(node, session.expressionContext([]))
      return node
    })
  }
}

/**
 * The largest parts with constants alone at their ends, in the order they are written.
 * @param {Expr} expr @returns {Expr[]}
 */
function closedParts(expr) {
  /** @type {Tree[]} */
  const found = []
  /** @param {Tree} node @returns {boolean} it is such a part */
  const look = (node) => {
    const { kind } = node
    if (kind === 'const') return true
    let isClosed = kind === undefined || (CLOSED.has(kind) && node.retset !== true)
    /** @type {Tree[]} its parts that are, as long as it may be one itself */
    const waiting = []
    for (const field in node) {
      const part = node[field]
      if (part === null || typeof part !== 'object') continue
      const from = found.length
      if (look(part)) {
        if (part.kind !== 'const') (isClosed ? waiting : found).push(part)
      } else if (isClosed) {
        isClosed = false
        found.splice(from, 0, ...waiting.splice(0))
      }
    }
    if (!isClosed) for (const part of waiting) found.push(part)
    return isClosed
  }
  return look(expr) ? [expr] : found
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
