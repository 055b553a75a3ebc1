/**
 * Whether computing an expression may tell the values of columns it reads, by an error, a notice or a side effect, to
 * somebody who may not see the row: unless every function that is given columns is LEAKPROOF. Such a condition is asked
 * only of rows that have passed row security and security barrier views.
 */
import { contains } from './expr-tools.js'

/** @typedef {import('../catalog/expr.js').Expr} Expr */
/** @typedef {import('../catalog/snapshot.js').CatalogSnapshot} CatalogSnapshot */

/** Nothing is called to compute them, but for what is below them. */
const SILENT = new Set([
  'column', 'slot', 'const', 'param', 'listed', 'and', 'or', 'not', 'isnull', 'booltest', 'case', 'caseTest',
  'coalesce', 'relabel', 'array', 'row', 'field', 'collate', 'sqlvalue', 'arraycoerce', 'subscript',
])
const CALLS = new Set(['func', 'op', 'anyall', 'distinct', 'nullif'])

/** @param {CatalogSnapshot} catalog @param {Expr} expr @returns {boolean} */
export function mayLeak(catalog, expr) {
  return contains(expr, (node) => {
    if (SILENT.has(node.kind)) return false
    if (!readsColumns(node)) return node.kind === 'sublink'
    if (CALLS.has(node.kind)) return !isLeakproof(catalog, node.kind === 'func' ? node.oid : node.funcOid)
    if (node.kind === 'rowcompare') return node.funcOids.some((/** @type {number} */ oid) => !isLeakproof(catalog, oid))
    if (node.kind === 'greatest' || node.kind === 'least')
      return !isLeakproof(catalog, catalog.orderingOps(node.type)?.compare ?? 0)
    return true
  })
}

const VARIABLES = new Set(['column', 'slot', 'subcolumn'])
/** @param {Expr} node */
const readsColumns = (node) => contains(node, ({ kind }) => VARIABLES.has(kind))

/** @param {CatalogSnapshot} catalog @param {number} oid */
const isLeakproof = (catalog, oid) => catalog.func(oid)?.leakproof === true
