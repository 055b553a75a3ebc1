/** How the texts of the system views are written down: a line per column, "name type expression"; the query casts each expression to its column's type. */

/** @typedef {import('./views.js').SystemView} SystemView */

export const CATALOG_SCHEMA = 11
export const INFORMATION_SCHEMA = 13207

/**
 * @param {number} namespaceOid @param {number} oid @param {string} name
 * @param {string} lines columns @param {string} rest the query from its FROM on, or a FROM-less condition
 * @returns {SystemView}
 */
export function systemView(namespaceOid, oid, name, lines, rest) {
  const columns = lines.trim().split('\n').map((line) => /** @type {RegExpExecArray} */ (/^\s*(\w+) (\w+) (.*?),?\s*$/.exec(line)).slice(1))
  return {
    oid, name, namespaceOid, columns: columns.map(([column, type]) => `${column} ${type}`).join(', '),
    sql: `select ${columns.map(([column, type, expression]) => `(${expression})::pg_catalog.${type} as ${column}`).join(', ')} ${rest}`,
  }
}
