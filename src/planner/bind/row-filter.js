/** A publication's WHERE: a condition that every node, old or new, computes alike. */
import { invalidRowFilter } from '../../errors/ddl/publications.js'
import { bindStandalone } from './bind.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Expr } from '../../catalog/expr.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { CatalogSnapshot } from '../../catalog/snapshot.js' */
/** @import { BindOptions } from './bind.js' */

const SIMPLE = new Set(['const', 'column', 'func', 'op', 'anyall', 'distinct', 'nullif', 'and', 'or', 'not', 'wide',
  'isnull', 'booltest', 'case', 'caseTest', 'coalesce', 'greatest', 'least', 'relabel', 'array', 'row', 'rowcompare',
  'collate', 'xml'])

/**
 * @param {object} node of the parse tree
 * @param {RelationDesc} relation
 * @param {CatalogSnapshot} catalog
 * @param {BindOptions} options
 * @returns {Expr}
 * @throws {DbError} 42804, 42803, 0A000
 */
export function bindRowFilter(node, relation, catalog, options) {
  const filter = bindStandalone(node, catalog, { ...options, clause: 'WHERE', relation, type: 16 })
  requireSimple(catalog, filter)
  return filter
}

/** @param {CatalogSnapshot} catalog @param {Expr} node an expression or a part of one @throws {DbError} 0A000 */
function requireSimple(catalog, node) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const item of node) requireSimple(catalog, item)
    return
  }
  if (typeof node.kind === 'string') {
    const detail = objection(catalog, node)
    if (detail !== null) throw invalidRowFilter(detail)
    if (node.kind === 'const') return
  }
  for (const value of Object.values(node)) requireSimple(catalog, value)
}

/** @param {CatalogSnapshot} catalog @param {any} node of an expression @returns {string | null} */
function objection(catalog, node) {
  if (node.kind === 'column' && node.attnum < 0) return 'System columns are not allowed.'
  const operators = node.kind === 'rowcompare' ? node.opOids : node.kind === 'func' ? [] : [node.oid ?? 0]
  if (operators.some((/** @type {number} */ oid) => oid >= FIRST_USER_OID)) {
    return 'User-defined operators are not allowed.'
  }
  if (!SIMPLE.has(node.kind)) {
    return 'Only columns, constants, built-in operators, built-in data types, built-in collations, and immutable '
      + 'built-in functions are allowed.'
  }
  if ((node.type ?? 0) >= FIRST_USER_OID) return 'User-defined types are not allowed.'
  const operatorFunctions = node.funcOids ?? (node.funcOid === undefined ? [] : [node.funcOid])
  const functions = node.kind === 'func' ? [node.oid] : operatorFunctions
  const isStable = (/** @type {number} */ oid) => oid < FIRST_USER_OID && catalog.func(oid)?.volatility === 'i'
  if (!functions.every(isStable)) return 'User-defined or built-in mutable functions are not allowed.'
  return (node.collation ?? 0) >= FIRST_USER_OID ? 'User-defined collations are not allowed.' : null
}
