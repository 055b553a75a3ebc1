/**
 * Where calls that return sets may stand. A level remembers the last one it met: whoever refuses sets in its parts
 * (CASE, COALESCE, aggregates, functions in FROM) compares what it was before and after them. A window's definition is
 * bound on its own, so that what is in it counts for nobody around the call.
 */
import { datatypeMismatch, notSupportedAt } from '../../../errors/syntax.js'
import { walk, startOf } from '../../expr-tools.js'
import { REFUSED } from './aggregates.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../context.js').BindContext} BindContext */
/** @typedef {import('../context.js').Level} Level */
/** @typedef {{ location: number } | null} LastSet */

const ELSEWHERE = 'You might be able to move the set-returning function into a LATERAL FROM item.'
const SET_CLAUSES = new Set([
  'SELECT', 'FROM', 'ORDER BY', 'GROUP BY', 'DISTINCT ON', 'INSERT', 'VALUES_SINGLE', 'window',
])

/**
 * A call returns a set.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {number} location
 * @param {LastSet} before the last one before its arguments
 */
export function allowSet(ctx, level, location, before) {
  const { clause } = level
  if (!SET_CLAUSES.has(clause)) throw notSupportedAt(`set-returning functions are not allowed in ${clause.startsWith('window') ? 'window definitions' : REFUSED[clause] ?? (clause || 'this context')}`, { location })
  if (clause === 'FROM') atTopOfFrom(level, before)
  else level.hasSetReturning = true
  level.lastSet = { location }
  ctx.hasSets = true
}

/** @param {Level} level @param {LastSet} before */
export function atTopOfFrom(level, before) {
  if (level.lastSet !== null && level.lastSet !== before)
    throw notSupportedAt('set-returning functions must appear at top level of FROM', level.lastSet)
}

/**
 * What `body` binds may hold no sets.
 * @template T
 * @param {Level} level
 * @param {string} name CASE or COALESCE
 * @param {() => T} body
 */
export function withoutSets(level, name, body) {
  const before = level.lastSet
  const result = body()
  if (level.lastSet !== null && level.lastSet !== before)
    throw notSupportedAt(`set-returning functions are not allowed in ${name}`, { ...level.lastSet, hint: ELSEWHERE })
  return result
}

/**
 * @param {Level} level
 * @param {LastSet} before
 * @param {'aggregate' | 'window'} kind of a call whose arguments came since then
 */
export function withoutSetsInCall(level, before, kind) {
  if (level.lastSet !== null && level.lastSet !== before)
    throw notSupportedAt(`${kind} function calls cannot contain set-returning function calls`, {
      ...level.lastSet,
      hint: ELSEWHERE,
    })
}

/**
 * A condition, a limit and the like are of one value.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {string} clause
 * @returns {Expr}
 */
export function single(ctx, expr, clause) {
  if (ctx.hasSets && returnsSet(expr))
    throw datatypeMismatch(`argument of ${clause} must not return a set`, { location: startOf(expr) })
  return expr
}

/** What was looked through: conditions in conditions are asked about one after the other. @type {WeakSet<object>} */
const WITHOUT_SETS = new WeakSet()

/** Subqueries, aggregates and windows have one value each. @param {Expr} node @returns {boolean} */
function returnsSet(node) {
  let found = false
  walk(node, (inner) => {
    if (WITHOUT_SETS.has(inner)) return true
    if (inner.kind === 'sublink') found ||= returnsSet(inner.test)
    else found ||= inner.retset === true
    return found || inner.kind === 'sublink' || inner.kind === 'agg' || inner.kind === 'window'
  })
  if (!found && node !== null) WITHOUT_SETS.add(node)
  return found
}
