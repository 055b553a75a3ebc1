/**
 * Conditions made smaller before planning: constants in AND, OR and NOT; NOT pushed to what negates; what all arms of
 * an OR demand stands before it. Nothing that could raise an error is evaluated here.
 */
import { conjuncts, conjunction, sameExpr } from '../expr-tools.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../../catalog/query.js').Query} Query */

/** @param {PlanState} state @param {Query} query @returns {Query} */
export function simplify(state, query) {
  const where = query.where && condition(state, query.where)
  const having = query.having && condition(state, query.having)
  return where === query.where && having === query.having && !isTrue(where)
    ? query
    : { ...query, where: isTrue(where) ? null : where, having: having }
}

/** @param {Expr | null} expr */
const isTrue = (expr) => expr?.kind === 'const' && expr.value === true

/** @param {PlanState} state @param {Expr} expr @returns {Expr} */
export function condition(state, expr) {
  if (expr.kind !== 'and' && expr.kind !== 'or' && expr.kind !== 'not') return expr
  if (expr.kind === 'not') {
    const [inner] = expr.args
    if (inner.kind === 'not') return condition(state, inner.args[0])
    if (inner.kind === 'const') return { ...inner, value: inner.value === null ? null : !inner.value }
    if (inner.kind === 'isnull' && !state.view.testsFields(inner)) return { ...inner, not: !inner.not }
    if (inner.kind === 'op' && !inner.retset) {
      const negator = state.view.operator(inner.oid)?.negator
      if (negator) return { ...inner, oid: negator, funcOid: state.view.operator(negator).funcOid }
    }
    if (inner.kind === 'and' || inner.kind === 'or') {
      return condition(state, {
        ...inner,
        kind: inner.kind === 'and' ? 'or' : 'and',
        args: inner.args.map(
          (arg) => /** @type {Expr} */ ({ kind: 'not', args: [arg], type: 16, typmod: -1, collation: 0, location: -1 }),
        ),
      })
    }
    const simpler = condition(state, inner)
    return simpler === inner ? expr : condition(state, { ...expr, args: [simpler] })
  }
  const { kind } = expr
  /** @type {Expr[]} */
  const args = []
  for (const arg of expr.args) {
    const simpler = condition(state, arg)
    if (simpler.kind === 'const' && simpler.value !== null) {
      if (simpler.value === (kind === 'or')) return simpler
      continue
    }
    if (simpler.kind === kind) args.push(...simpler.args)
    else args.push(simpler)
  }
  if (kind === 'or' && args.length > 1) {
    const factored = commonFactors(state, expr, args)
    if (factored !== null) return factored
  }
  if (args.length === 0)
    return { kind: 'const', value: kind === 'and', type: 16, typmod: -1, collation: 0, location: -1 }
  return args.length === 1 ? args[0] : { ...expr, args }
}


/**
 * (a AND b) OR (a AND c) is a AND (b OR c), which lets a order joins and bound scans.
 * @param {PlanState} state
 * @param {Expr} expr
 * @param {Expr[]} args of OR
 * @returns {Expr | null}
 */
function commonFactors(state, expr, args) {
  if (!args.some((arg) => arg.kind === 'and')) return null
  const arms = args.map((arg) => conjuncts(arg))
  const shared = arms[0].filter(
    (part) => !state.isVolatile(part) && arms.every((arm) => arm.some((other) => sameExpr(other, part))),
  )
  if (shared.length === 0) return null
  const rest = arms.map((arm) => arm.filter((part) => !shared.some((known) => sameExpr(known, part))))
  if (rest.some((arm) => arm.length === 0)) return conjunction(shared)
  const either = /** @type {Expr} */ ({ ...expr, args: rest.map((arm) => /** @type {Expr} */ (conjunction(arm))) })
  return conjunction([...shared, either])
}
