/** Conditions as they are for the values that a plan is made with an eye on. */
import { rebuild } from '../../expr-tools.js'

/** @import { Expr } from '../../../catalog/expr.js' */

/** A parameter of its own, not one of a list. @param {import('../../../catalog/expr.js').Param} param */
export const isPlain = (param) => param.list === undefined && param.fromEnd === undefined

/**
 * Conditions in which parameters are the values at hand.
 * @param {Expr[]} conditions @param {unknown[]} values @returns {Expr[]}
 */
export const withValues = (conditions, values) => rebuild(conditions, (node) => {
  if (node.kind !== 'param' || !isPlain(node) || node.number > values.length) return undefined
  const { type, typmod, collation } = node
  return { kind: 'const', value: values[node.number - 1], type, typmod, collation, location: -1 }
})
