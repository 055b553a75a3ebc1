/**
 * Queries in queries, deeper than the machine's stack. What binds an expression is plain recursion, and a query in it
 * takes some 2 KB of stack for each level: a statement of some 400 levels was refused where V8 had not optimized the
 * functions yet. So from a depth on the queries in an expression are bound before the expression, in steps that are run
 * elsewhere (`deep-steps.js`), and are found when the expression comes to them.
 *
 * Not so in the arguments of calls: an aggregate tells from what is around it which query it belongs to.
 */

/** @import { BindContext, Level } from './context.js' */
/** @import { Query } from '../../catalog/query.js' */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** Queries around one whose own are bound so. */
export const DEEP = 16

/** What is looked into: no calls. */
const OPEN = new Set([
  'A_Expr', 'BoolExpr', 'SubLink', 'TypeCast', 'CaseExpr', 'CaseWhen', 'CoalesceExpr', 'NullTest', 'BooleanTest',
  'A_ArrayExpr', 'RowExpr', 'List',
])

/**
 * Binds what queries an expression has.
 * @param {BindContext} ctx @param {Level} level @param {unknown} node tagged expression
 * @param {string} clause
 * @param {(ctx: BindContext, level: Level, query: object) => Steps<Query>} selectSteps binds one
 * @returns {Steps<void>}
 */
export function* queriesFirst(ctx, level, node, clause, selectSteps) {
  if (ctx.nesting < DEEP || ctx.attempts !== null) return
  for (const query of queriesIn(node)) {
    if (ctx.boundFirst.has(query)) continue
    const before = level.clause
    level.clause = clause
    try {
      ctx.boundFirst.set(query, yield* selectSteps(ctx, level, query))
    } finally {
      level.clause = before
    }
  }
}

/** @param {BindContext} ctx @param {object} node @returns {Query | undefined} once */
export function boundFirst(ctx, node) {
  const query = ctx.boundFirst.get(node)
  if (query !== undefined) ctx.boundFirst.delete(node)
  return query
}

/** @param {unknown} node tagged @returns {object[]} tagged queries, not those in them */
function queriesIn(node) {
  /** @type {object[]} */
  const found = []
  const rest = [node]
  while (rest.length > 0) {
    const at = rest.pop()
    if (Array.isArray(at)) for (let index = at.length - 1; index >= 0; index--) rest.push(at[index])
    else if (typeof at === 'object' && at !== null) {
      for (const [tag, fields] of Object.entries(at)) {
        if (!OPEN.has(tag)) continue
        for (const [name, value] of Object.entries(fields).reverse())
          if (tag === 'SubLink' && name === 'subselect') found.push(value)
          else if (name !== 'typeName') rest.push(value)
      }
    }
  }
  return found
}
