/** How changeable an expression's value is: the worst of the functions in it. */

import { CHILDLESS } from './expr-tools.js'

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */

/** @typedef {'i' | 's' | 'v'} Volatility immutable, stable, volatile */

/**
 * text || anything and the other way round, quote_literal and quote_nullable of anything: one-line SQL functions, which
 * are as changeable as the conversion to text in them.
 */
const BY_TEXT = new Set([2003, 2004, 1285, 1290])

/**
 * A conversion through text: as changeable as the more changeable of the two types' functions.
 * @param {CatalogSnapshot} catalog CatalogSnapshot @param {{ arg: { type: number }, type: number }} node
 * @returns {'i' | 's'}
 */
export function throughText(catalog, node) {
  const functions = [
    catalog.type(node.arg.type)?.outputFunction,
    catalog.type(catalog.baseType(node.type))?.inputFunction,
  ]
  return functions.some((oid) => catalog.func(oid ?? 0)?.volatility !== 'i') ? 's' : 'i'
}

/**
 * @param {any} catalog CatalogSnapshot @param {any} node
 * @param {boolean} [exact] conversions through text are as changeable as their types' functions; otherwise they count
 *   as stable
 * @returns {Volatility}
 */
export function worstVolatility(catalog, node, exact = false) {
  if (node === null || typeof node !== 'object') return 'i'
  let result = /** @type {'i' | 's'} */ ('i')
  const take = (/** @type {'i' | 's'} */ other) => { if (other === 's') result = other }
  if (Array.isArray(node)) {
    for (const item of node) {
      const inner = worstVolatility(catalog, item, exact)
      if (inner === 'v') return 'v'
      take(inner)
    }
    return result
  }
  if (CHILDLESS.has(node.kind)) return 'i'
  if (
    node.kind === 'func' || node.kind === 'op' || node.kind === 'anyall' || node.kind === 'distinct'
    || node.kind === 'nullif'
  ) {
    const func = catalog.func(node.kind === 'func' ? node.oid : node.funcOid)
    if (func === undefined || func.volatility === 'v') return 'v'
    if (exact && BY_TEXT.has(func.oid))
      for (const arg of node.args) take(catalog.func(catalog.type(arg.type)?.outputFunction ?? 0)?.volatility ?? 's')
    else take(func.volatility)
  } else if (node.kind === 'viaio' && exact) {
    take(throughText(catalog, node))
  } else if (node.kind === 'sqlvalue' || node.kind === 'viaio' || (node.kind === 'domain' && !exact)) take('s')
  for (const field in node) {
    const value = node[field]
    if (
      value !== null && typeof value === 'object' && field !== 'value' && field !== 'relation' && field !== 'tree'
      && field !== 'cte'
    ) {
      const inner = worstVolatility(catalog, value, exact)
      if (inner === 'v') return 'v'
      take(inner)
    }
  }
  return result
}

/**
 * Volatile functions that change nothing: what is begun again has another answer of theirs, as good as the first.
 * random, gen_random_uuid, the clock, sizes, positions of the log, currval and lastval.
 */
const WITHOUT_EFFECT = new Set([1598, 3432, 2649, 274, 817, 2168, 2324, 2322, 2323, 2286, 2332, 2997, 2998, 2849, 2852,
  3330, 3810, 1575, 2559])

/**
 * Whether a call changes something that is not given back when the statement begins again.
 * @param {{ func: (oid: number) => { volatility: string } | undefined }} catalog
 * @param {{ kind?: string, oid?: number, funcOid?: number }} node of a plan
 */
export function hasEffect(catalog, node) {
  const oid = node.kind === 'func' ? node.oid : node.funcOid
  return oid !== undefined && !WITHOUT_EFFECT.has(oid) && (catalog.func(oid)?.volatility ?? 'v') === 'v'
}
