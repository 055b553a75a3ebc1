/**
 * Expressions that the catalog keeps: default arguments of functions, defaults and checks of columns. They are bound
 * already; what changes is which row their columns mean.
 */
import { exprFromText } from '../../catalog/expr-text.js'
import { rebuild, walk } from '../expr-tools.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./context.js').BindContext} BindContext */

/**
 * Expressions of a function's last arguments.
 * @param {BindContext} ctx
 * @param {import('../catalog-view.js').FunctionInfo} func
 * @returns {Expr[]}
 */
export function parseDefaults(ctx, func) {
  if (func.defaults === null || func.defaults === undefined) return []
  if (!func.defaults.startsWith('[')) return []
  const list = exprFromText(func.defaults)
  dependOnTypes(ctx, list)
  return Array.isArray(list) ? list : []
}

/**
 * A stored expression over its table's columns, made to speak of range-table entry `rt`.
 * @template T
 * @param {T} expr
 * @param {number} rt
 * @returns {T}
 */
export const overRow = (expr, rt) => rebuild(expr, (node) => node.kind === 'column' ? { ...node, rt } : undefined)

/**
 * What a stored tree means by users' types is what they are now: a domain's rules, a composite constant's attributes.
 * @param {BindContext} ctx
 * @param {any} tree a query or expression
 */
export function dependOnTypes(ctx, tree) {
  walk(tree, (node) => {
    if ((node.kind === 'const' || node.kind === 'domain') && node.type >= FIRST_USER_OID) dependOnType(ctx, node.type)
  })
}

/** @param {BindContext} ctx @param {number} typeOid */
function dependOnType(ctx, typeOid) {
  const { baseType, elementType, kind, relationOid } = ctx.view.type(typeOid)
  if (kind === 'c')
    for (const column of ctx.catalog.relation(relationOid)?.columns ?? [])
      if (column.typeOid >= FIRST_USER_OID && !column.dropped) dependOnType(ctx, column.typeOid)
  if (elementType >= FIRST_USER_OID) dependOnType(ctx, elementType)
  if (kind === 'd' && baseType >= FIRST_USER_OID) dependOnType(ctx, baseType)
}
