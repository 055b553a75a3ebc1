/** Whether an expression may give another value for each row. */
import { walkExpr } from '../../../../catalog/expr-text.js'

/** @param {any} catalog CatalogSnapshot @param {any} expr @returns {boolean} */
export function isVolatile(catalog, expr) {
  let found = false
  walkExpr(expr, (/** @type {any} */ node) => {
    const oid = node.kind === 'func' ? node.oid : node.funcOid
    if (typeof oid === 'number' && catalog.func(oid)?.volatility === 'v') found = true
    // What a domain checks, or a type's input function reads, is not known here.
    if (node.kind === 'domain') found = true
  })
  return found
}
