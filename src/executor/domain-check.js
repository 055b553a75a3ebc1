/**
 * A domain's rules over values that come as text or bytes: compiled once per state of the domain and of the domains
 * below it.
 */
import { compileDomainCheck } from './compile.js'

/** @import { Datum } from '../types/datum.js' */
/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { ExecContext } from './context.js' */
/** @import { TypeDesc } from '../catalog/descriptors.js' */

/** @typedef {{ chain: TypeDesc[], check: (ctx: any, value: any) => any }} Compiled */

/** @type {WeakMap<any, Compiled>} by the domain's TypeDesc */
const compiled = new WeakMap()

/**
 * @param {{ catalog: () => CatalogSnapshot, expressionContext: (params: unknown[]) => ExecContext }} session
 * @param {number} typeOid
 * @param {unknown} value of the base type
 * @returns {Datum} the value
 * @throws {DbError} 23502, 23514
 */
export function checkDomain(session, typeOid, value) {
  const catalog = session.catalog()
  const type = catalog.type(typeOid)
  let known = compiled.get(type)
  if (known === undefined || !isCurrent(known.chain, catalog, type)) {
    known = { chain: chainOf(catalog, type), check: compileDomainCheck(typeOid, catalog) }
    compiled.set(type, known)
  }
  return known.check(session.expressionContext([]), value)
}

/** The domain and those below it. @param {CatalogSnapshot} catalog @param {TypeDesc | undefined} type */
function chainOf(catalog, type) {
  const chain = []
  for (let at = type; at !== undefined && at.kind === 'd'; at = catalog.type(at.baseType)) chain.push(at)
  return chain
}

/** @param {any[]} chain @param {CatalogSnapshot} catalog @param {any} type */
function isCurrent(chain, catalog, type) {
  let at = type
  for (const link of chain) {
    if (at !== link) return false
    at = catalog.type(at.baseType)
  }
  return at?.kind !== 'd'
}
