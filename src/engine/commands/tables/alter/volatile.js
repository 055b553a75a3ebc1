/** Whether an expression may give another value for each row. */
import { walkExpr } from '../../../../catalog/expr-text.js'

/** @import { CatalogSnapshot } from '../../../../catalog/snapshot.js' */
/** @import { Expr } from '../../../../catalog/expr.js' */

/** @param {CatalogSnapshot} catalog @param {Expr} expr @returns {boolean} */
export function isVolatile(catalog, expr) {
  let found = false
  walkExpr(expr, (/** @type {any} */ node) => {
    const oid = node.kind === 'func' ? node.oid : node.funcOid
    if (typeof oid === 'number' && catalog.func(oid)?.volatility === 'v') found = true
    // What a domain checks is not known here.
    if (node.kind === 'domain' && isConstrained(catalog, node.type)) found = true
  })
  return found
}

/**
 * Whether a domain, or one below it, asks anything of its values.
 * @param {CatalogSnapshot} catalog
 * @param {number} typeOid
 * @returns {boolean}
 */
function isConstrained(catalog, typeOid) {
  const type = catalog.type(typeOid)
  return type?.kind === 'd' && (type.notNull || type.constraints.length > 0 || isConstrained(catalog, type.baseType))
}
