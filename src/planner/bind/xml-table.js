/** XMLTABLE in FROM: an expression whose value is a set of rows, and the columns they have. */
import { located, syntaxError } from '../../errors/syntax.js'
import { INT4, RECORD, TEXT, XML } from '../../types/oids.js'

/** @import { Expr, XmlTable, XmlTableColumn } from '../../catalog/expr.js' */
/** @import { Parts } from './expressions/xml.js' */
/** @import { ParseNode, Tree } from '../../parser/tree.js' */

const CLAUSE = 'XMLTABLE'

/**
 * @param {Parts} parts @param {Tree<import('@pgsql/types').RangeTableFunc>} node
 * @returns {XmlTable} @throws {DbError} 42601, 42804, 42P16
 */
export function bindXmlTable(parts, node) {
  const as = (/** @type {ParseNode} */ tree, /** @type {number} */ type) =>
    parts.coerce(parts.bind(tree), type, CLAUSE)
  const row = as(node.rowexpr, TEXT)
  const document = as(node.docexpr, XML)
  const columns = boundColumns(parts, node.columns ?? [])
  /** @type {XmlTable['namespaces']} */
  const namespaces = []
  for (const { ResTarget: target } of node.namespaces ?? []) {
    const uri = as(target.val, TEXT)
    const name = target.name ?? null
    if (namespaces.some((other) => other.name === name)) {
      const message = name === null ? 'only one default namespace is allowed' : `namespace name "${name}" is not unique`
      throw syntaxError(message, { location: target.location ?? 0 })
    }
    namespaces.push({ name, uri })
  }
  return {
    kind: 'xmltable', namespaces, row, document, columns, type: RECORD, typmod: -1, collation: 0,
    location: node.location ?? -1,
  }
}

/** @param {Parts} parts @param {Tree<any>[]} nodes @returns {XmlTableColumn[]} */
function boundColumns(parts, nodes) {
  /** @type {XmlTableColumn[]} */
  const columns = []
  for (const { RangeTableFuncCol: node } of nodes) {
    const location = node.location ?? 0
    const column = node.for_ordinality ? ordinality(node) : boundColumn(parts, node)
    if (column.ordinality && columns.some((other) => other.ordinality)) {
      throw syntaxError('only one FOR ORDINALITY column is allowed', { location })
    }
    if (columns.some(({ name }) => name === column.name)) {
      throw syntaxError(`column name "${column.name}" is not unique`, { location })
    }
    columns.push(column)
  }
  return columns
}

/** @param {Tree<import('@pgsql/types').RangeTableFuncCol>} node @returns {XmlTableColumn} */
const ordinality = (node) => ({
  name: node.colname, type: INT4, typmod: -1, collation: 0, ordinality: true, path: null, fallback: null,
  notNull: false,
})

/**
 * @param {Parts} parts @param {Tree<import('@pgsql/types').RangeTableFuncCol>} node
 * @returns {XmlTableColumn}
 */
function boundColumn(parts, node) {
  const name = node.colname
  if (node.typeName.setof) {
    throw located('42P16', `column "${name}" cannot be declared SETOF`, { location: node.location ?? 0 })
  }
  const { type, typmod, collation } = parts.typeOf(node.typeName)
  const as = (/** @type {ParseNode | undefined} */ tree, /** @type {number} */ wanted) =>
    tree === undefined ? null : parts.coerce(parts.bind(tree), wanted, CLAUSE)
  const path = as(node.colexpr, TEXT)
  let fallback = as(node.coldefexpr, type)
  if (fallback !== null && typmod >= 0) fallback = parts.assign(fallback, type, typmod)
  return { name, type, typmod, collation, ordinality: false, path, fallback, notNull: node.is_not_null === true }
}
