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
  /** @type {Set<Tree>} */
  const closed = new Set()
  /** @param {Tree} node @returns {boolean} it is such a part */
  const look = (node) => {
    if (node.kind === 'const') return true
    let isClosed = node.kind === undefined || (CLOSED.has(node.kind) && node.retset !== true)
    for (const part of partsOf(node)) if (!look(part)) isClosed = false
    if (isClosed) closed.add(node)
    return isClosed
  }
  look(expr)
  /** @type {Tree[]} */
  const found = []
  /** @param {Tree} node */
  const gather = (node) => {
    if (closed.has(node)) found.push(node)
    else if (node.kind !== 'const') for (const part of partsOf(node)) gather(part)
  }
  gather(expr)
  return found
}

/** @param {Tree} node @returns {Tree[]} */
const partsOf = (node) => Object.values(node).filter((part) => part !== null && typeof part === 'object')

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
