/**
 * Expressions that the catalog keeps: default arguments of functions, defaults and checks of columns. They are bound already; what changes is
 * which row their columns mean.
 */
import { exprFromText } from '../../catalog/expr-text.js'
import { rebuild } from '../expr-tools.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./context.js').BindContext} BindContext */

/** Expressions of a function's last arguments. @param {BindContext} ctx @param {import('../catalog-view.js').FunctionInfo} func @returns {Expr[]} */
export function parseDefaults(ctx, func) {
  if (func.defaults === null || func.defaults === undefined) return []
  if (!func.defaults.startsWith('[')) return []
  const list = exprFromText(func.defaults)
  return Array.isArray(list) ? list : []
}

/** A stored expression over its table's columns, made to speak of range-table entry `rt`. @template T @param {T} expr @param {number} rt @returns {T} */
export const overRow = (expr, rt) => rebuild(expr, (node) => node.kind === 'column' ? { ...node, rt } : undefined)
