/**
 * Calls of immutable strict functions on constants become constants. A call that fails is left alone: whether its error is raised is for run time to decide.
 */
import { builtinFunction } from '../../functions/registry.js'
import { rebuild } from '../expr-tools.js'
import { DbError } from '../../errors/db-error.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */

/** @template T @param {PlanState} state @param {T} root expression, list or object of expressions @returns {T} unchanged parts are shared */
export function foldConstants(state, root) {
  return rebuild(root, (node) => {
    if (node.kind === 'const' || node.kind === 'column' || node.kind === 'param') return node
    if (node.kind === 'relabel' && node.arg.kind === 'const') return { ...node.arg, type: node.type, typmod: node.typmod, collation: node.collation, location: node.location }
    if (node.kind !== 'func' && node.kind !== 'op') return undefined
    const args = foldConstants(state, node.args)
    const folded = evaluate(state, node, args)
    if (folded !== undefined) return folded
    return args === node.args ? node : { ...node, args }
  })
}

/** @param {PlanState} state @param {any} node @param {Expr[]} args @returns {Expr | undefined} */
function evaluate(state, node, args) {
  if (node.retset || args.length === 0) return undefined
  let allConstant = true
  let hasNull = false
  for (const arg of args) {
    if (arg.kind !== 'const') allConstant = false
    else if (arg.value === null) hasNull = true
  }
  if (!allConstant && !hasNull) return undefined
  const func = state.catalog.func(node.kind === 'func' ? node.oid : node.funcOid)
  if (func === undefined || !func.strict) return undefined
  const make = (/** @type {any} */ value) => /** @type {Expr} */ ({ kind: 'const', value, type: node.type, typmod: node.typmod, collation: node.collation, location: node.location ?? -1 })
  // A strict function is never called with a null, whatever it is and whatever its other arguments are.
  if (hasNull) return make(null)
  if (func.volatility !== 'i' || func.language !== 12) return undefined
  const impl = builtinFunction(func.source)
  if (impl === undefined || impl.context || impl.set) return undefined
  const values = args.map((arg) => /** @type {any} */ (arg).value)
  try {
    const value = impl.typed ? impl.call({ result: node.type, args: args.map((arg) => arg.type), variadic: node.variadic === true }, ...values) : impl.call(...values)
    return value === undefined ? undefined : make(value)
  } catch (error) {
    if (error instanceof DbError) return undefined
    throw error
  }
}
