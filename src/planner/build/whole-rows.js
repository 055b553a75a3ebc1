/**
 * Whole rows of what is not a table (t.* of a subquery, function, VALUES or WITH query) on the nullable side of an
 * outer join. Elsewhere such a row is made of its columns where it is used; there it must be null, not a row of nulls,
 * where the join found no partner. So the row is made below the join, as one more column of the thing it is the row of.
 */
import { rebuild, walk } from '../expr-tools.js'
import { emptyQuery } from '../bind/select.js'
import { columnRef } from './state.js'

/** @import { Expr } from '../../catalog/expr.js' */

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').FromNode} FromNode */
/** @typedef {import('./state.js').PlanState} PlanState */

/** @param {PlanState} state @param {Query} query @returns {Query} */
export function keepWholeRows(state, query) {
  if (!query.from.some((node) => node.kind === 'join')) return query
  const nullable = new Set(
    query.from.flatMap((node) => nullableRts(node, false)).filter((rt) => state.entries.get(rt)?.kind !== 'relation'),
  )
  if (nullable.size === 0) return query
  /** row expressions by rt @type {Map<number, Expr>} */
  const wanted = new Map()
  walk(query, (node) => { if (isWhole(node, nullable)) wanted.set(node.syn.rt, node) })
  if (wanted.size === 0) return query
  const replaced = rebuild(query, (node) => {
    if (!isWhole(node, nullable)) return undefined
    const { rt } = node.syn
    return columnRef(rt, (query.entries.find((entry) => entry.rt === rt)?.columns.length ?? 0) + 1, node)
  })
  const entries = replaced.entries.map((entry) =>
    wanted.has(entry.rt) ? withRow(state, entry, wanted.get(entry.rt)) : entry,
  )
  for (const entry of entries) state.entries.set(entry.rt, entry)
  return { ...replaced, entries }
}

/** @param {Expr} node @param {Set<number>} rts */
const isWhole = (node, rts) => node.kind === 'row' && node.syn?.attnum === 0 && rts.has(node.syn.rt)

/** @param {FromNode} node @param {boolean} nullable @returns {number[]} */
function nullableRts(node, nullable) {
  if (node.kind !== 'join') return nullable && node.kind === 'entry' ? [node.rt] : []
  return [
    ...nullableRts(node.left, nullable || node.join === 'right' || node.join === 'full'),
    ...nullableRts(node.right, nullable || node.join === 'left' || node.join === 'full'),
  ]
}

/**
 * The entry as a subquery over itself that also gives the row.
 * @param {PlanState} state
 * @param {import('../../catalog/query.js').RangeEntry} entry
 * @param {any} row
 * @returns {import('../../catalog/query.js').RangeEntry}
 */
function withRow(state, entry, row) {
  const inner = { ...entry, rt: state.newRt() }
  state.entries.set(inner.rt, inner)
  const columns = entry.columns.map((column, at) => ({ expr: columnRef(inner.rt, at + 1, column), name: column.name }))
  const whole = { ...row, syn: undefined }
  const made = { ...whole, args: columns.map(({ expr }) => expr) }
  const targets = [...columns, { expr: made, name: entry.alias }].map((target) => ({
    ...target, resjunk: false, tableOid: 0, attnum: 0,
  }))
  const query = {
    ...emptyQuery(), entries: [inner], from: [{ kind: /** @type {const} */ ('entry'), rt: inner.rt }], targets,
  }
  return { kind: 'subquery', rt: entry.rt, alias: entry.alias, lateral: entry.lateral, query,
    columns: [...entry.columns, { ...entry.columns[0], name: entry.alias, type: row.type, typmod: -1, collation: 0 }] }
}
