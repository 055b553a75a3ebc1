/** What an expression (or a plan inside a sublink) mentions. */
import { keyOf } from '../codegen/function.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/**
 * @param {any} root Expr, plan node, or a list of them
 * @param {Map<string, any>} [found]
 * @returns {Map<string, any>} key -> Expr
 */
export function references(root, found = new Map()) {
  if (root === null || typeof root !== 'object' || root instanceof Uint8Array) return found
  if (Array.isArray(root)) {
    for (const item of root) references(item, found)
    return found
  }
  if (root.kind === 'column' || root.kind === 'slot') {
    if (!found.has(keyOf(root))) found.set(keyOf(root), root)
    return found
  }
  if (root.kind === 'const') return found
  for (const value of Object.values(root)) if (value !== null && typeof value === 'object') references(value, found)
  return found
}

/**
 * Does it read tables of its own or call functions that users wrote, so that evaluating it may yield?
 * @param {any} root Expr or a list
 * @returns {boolean}
 */
export function mayYield(root) {
  if (root === null || typeof root !== 'object' || root instanceof Uint8Array || root.kind === 'const') return false
  if (Array.isArray(root)) return root.some(mayYield)
  if (root.kind === 'sublink' || root.funcOid >= FIRST_USER_OID) return true
  return (root.kind === 'func' && root.oid >= FIRST_USER_OID) || Object.values(root).some(mayYield)
}


/**
 * Does it call volatile functions that users wrote, so that it sees what its statement has written so far? Functions in
 * FROM are over before the first of their rows.
 * @param {any} root plan node, Expr, or a list
 * @param {{ func: (oid: number) => { volatility: string } | undefined }} catalog
 * @returns {boolean}
 */
export function seesOwnRows(root, catalog) {
  if (root === null || typeof root !== 'object' || root instanceof Uint8Array || root.kind === 'const') return false
  if (Array.isArray(root)) return root.some((item) => seesOwnRows(item, catalog))
  const oid = root.kind === 'func' ? root.oid : root.funcOid
  if (oid >= FIRST_USER_OID && (catalog.func(oid)?.volatility ?? 'v') === 'v') return true
  for (const field in root)
    if (!BESIDE.has(field) && seesOwnRows(root[field], catalog)) return true
  return false
}

/** Fields of nodes that are no part of what is computed row by row; `functions` are those in FROM. */
const BESIDE = new Set(['functions', 'relation', 'tree', 'cte'])
