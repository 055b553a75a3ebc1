/**
 * Copies of bound queries and expressions whose range-table entries and WITH queries are their own: one part of a
 * statement used in several places. References to what lies outside the copied part stay.
 */
import { walk } from '../expr-tools.js'

/** @import { Query } from '../../catalog/query.js' */
/** @import { CteEntry } from '../../catalog/query.js' */

/** @typedef {import('../bind/context.js').BindContext} BindContext */

/** Fields that hold range-table numbers. */
const RT_FIELDS = new Set(['rt', 'newRt', 'excludedRt'])
/** Fields shared with the original: descriptors. */
const SHARED = new Set(['relation', 'tree'])

/**
 * @template T
 * @param {BindContext} ctx
 * @param {T} root
 * @param {{ outerCtes?: 'copied' | 'shared' }} [options] WITH queries named in `root` but defined around it: copied
 *   too, or the same ones
 * @returns {T}
 */
export function copyTree(ctx, root, { outerCtes = 'copied' } = {}) {
  /** @type {Map<number, number>} */
  const rts = new Map()
  /** @type {Set<unknown>} */
  const seen = new Set()
  const collect = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) { for (const item of node) collect(item); return }
    if (node.kind === 'const') return
    if (isEntry(node) || (node.kind === 'join' && typeof node.rt === 'number')) {
      if (!rts.has(node.rt)) rts.set(node.rt, ctx.nextRt++)
    }
    if (isCte(node)) {
      if (seen.has(node)) return
      seen.add(node)
    }
    for (const field in node)
      if (!SHARED.has(field) && (field !== 'cte' || outerCtes === 'copied')) collect(node[field])
  }
  collect(root)
  return copied(ctx, root, rts, new Map([...seen].map((cte) => [cte, null])))
}

/** @param {any} node */
const isEntry = (node) =>
  typeof node.rt === 'number' && typeof node.alias === 'string' && Array.isArray(node.columns) && node.kind !== 'join'
/** @param {CteEntry} node */
const isCte = (node) => typeof node.materialize === 'string'

/**
 * @param {BindContext} ctx
 * @param {any} node
 * @param {Map<number, number>} rts
 * @param {Map<any, any>} ctes the copied part's own, with their copies
 * @returns {any}
 */
function copied(ctx, node, rts, ctes) {
  if (node === null || typeof node !== 'object') return node
  if (Array.isArray(node)) return node.map((item) => copied(ctx, item, rts, ctes))
  if (Object.getPrototypeOf(node) !== Object.prototype) return node
  /** @type {Record<string, any>} */
  const copy = {}
  if (isCte(node)) {
    if (!ctes.has(node)) return node
    const known = ctes.get(node)
    if (known !== null) return known
    ctes.set(node, copy)
  }
  for (const field in node) {
    const value = node[field]
    if (SHARED.has(field) || (field === 'value' && node.kind === 'const')) copy[field] = value
    else if (typeof value === 'number' && RT_FIELDS.has(field)) copy[field] = rts.get(value) ?? value
    else copy[field] = copied(ctx, value, rts, ctes)
  }
  if (isCte(node)) copy.id = ctx.nextCte++
  if (isEntry(node)) ctx.entryOf.set(copy.rt, /** @type {any} */ (copy))
  return copy
}

/** Entries that rebuilding made anew are those the planner is to find. @param {BindContext} ctx @param {Query} query */
export function registerEntries(ctx, query) {
  walk(query, (node) => { if (isEntry(node)) ctx.entryOf.set(node.rt, node) })
}
