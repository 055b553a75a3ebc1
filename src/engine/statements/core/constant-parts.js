/**
 * What PostgreSQL computes at once of an expression that is made for later: its parts of constants alone, by functions
 * that always answer alike. Who may not call them is refused when it is made, and so is what fails.
 */
import { calledBy, mapExpr, walkExpr } from '../../../catalog/expr-text.js'
import { evaluateAll } from '../../../executor/compile.js'
import { isImmutable } from '../../../planner/table-expressions.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import { atOnce, isTired } from '../../../util/effort.js'
import { requireCalls } from './permit.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Session } from '../../session/session.js' */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */
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
export const computeConstantParts = (session, expr) => atOnce(constantParts(session, expr))

/** Parts that are compiled together. */
const TOGETHER = 64

/**
 * The same of what may have tens of thousands of them, with rests.
 * @param {Session} session
 * @param {Expr | null} expr
 * @returns {Steps<void>}
 */
export function* constantParts(session, expr) {
  if (expr === null) return
  const parts = yield* closedParts(expr)
  if (isTired()) yield
  for (let at = 0; at < parts.length; at += TOGETHER) {
    /** @type {Expr[]} */
    const nodes = []
    for (const part of parts.slice(at, at + TOGETHER)) {
      mapExpr(part, (node) => {
        if (node.kind === 'const' || !isConstant(session, node)) return undefined
        requireCalls(session, node)
        if (!callsUsers(node)) nodes.push(node)
        return node
      })
    }
    if (nodes.length > 0) evaluateAll(nodes, session.expressionContext([]))
    if (isTired()) yield
  }
}

/** Nodes between two looks at the clock. */
const REST_MASK = 2047

/**
 * The largest parts with constants alone at their ends, in the order they are written.
 * @param {Expr} expr @returns {Steps<Expr[]>}
 */
function* closedParts(expr) {
  if (expr.kind === 'const') return []
  /** @type {Set<Tree>} */
  const closed = new Set()
  /** @param {Tree} node */
  const frame = (node) => ({
    node, parts: partsOf(node), at: 0,
    isClosed: node.kind === undefined || (CLOSED.has(node.kind) && node.retset !== true),
  })
  const stack = [frame(expr)]
  for (let seen = 1; stack.length > 0; seen++) {
    if ((seen & REST_MASK) === 0 && isTired()) yield
    const top = stack[stack.length - 1]
    if (top.at < top.parts.length) {
      const part = top.parts[top.at++]
      if (part.kind !== 'const') stack.push(frame(part))
      continue
    }
    stack.pop()
    if (top.isClosed) closed.add(top.node)
    else if (stack.length > 0) stack[stack.length - 1].isClosed = false
  }
  /** @type {Tree[]} */
  const found = []
  const waiting = [/** @type {Tree} */ (expr)]
  for (let seen = 1; waiting.length > 0; seen++) {
    if ((seen & REST_MASK) === 0 && isTired()) yield
    const node = waiting.pop()
    if (closed.has(node)) found.push(node)
    else if (node.kind !== 'const') for (const part of partsOf(node).reverse()) waiting.push(part)
  }
  return found
}

/** @param {Tree} node @returns {Tree[]} a list of its own */
function partsOf(node) {
  const parts = []
  for (const field in node) if (node[field] !== null && typeof node[field] === 'object') parts.push(node[field])
  return parts
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
