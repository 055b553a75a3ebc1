/** Queries in which more stands than was written: what of them is to be printed. */

/** @import { Expr } from '../expr.js' */
/** @typedef {import('../query.js').Query} Query */
/** @typedef {import('../query.js').SetOperation} SetOperation */

/**
 * A recursive query without what SEARCH and CYCLE made of it: the terms inside.
 * @param {import('../query.js').CteEntry} cte
 * @returns {Query}
 */
export function withoutClauses({ query, clauses }) {
  const added = (clauses?.search ? 1 : 0) + (clauses?.cycle ? 2 : 0)
  const tree = /** @type {SetOperation} */ (query.setOperation)
  const term = (/** @type {any} */ wrapper) => {
    const inner = /** @type {Query} */ (wrapper.entries[0].query)
    const visible = inner.targets.filter((target) => !target.resjunk).slice(0, tree.columns.length - added)
    return { ...inner, targets: [...visible, ...inner.targets.filter((target) => target.resjunk)] }
  }
  return {
    ...query,
    setOperation: {
      ...tree, left: term(tree.left), right: term(tree.right),
      columns: tree.columns.slice(0, tree.columns.length - added),
    },
  }
}

/**
 * VALUES with nothing around it, under the names it has of itself.
 * @param {Query} query
 * @param {string[] | null} columns
 * @returns {Expr[][] | null}
 */
export function plainValues(query, columns) {
  const [entry] = query.entries
  if (query.entries.length !== 1 || entry.kind !== 'values' || !entry.rows) return null
  if (query.targets.length !== entry.columns.length) return null
  const same = query.targets.every(
    (target, at) => !target.resjunk && (columns?.[at] ?? target.name) === entry.columns[at].name
  )
  return same ? entry.rows : null
}
