/** Whether a role has what a plan needs (planner/needs.js). */
import { USAGE } from '../../../catalog/acl.js'
import { mayExecute, privilegesOn, relationWord, requireExecute, SCHEMA } from '../../../catalog/guarded.js'
import { DbError } from '../../../errors/db-error.js'
import { relationGranted } from '../../../catalog/relation-grants.js'
import { isSuperuser } from '../../../catalog/roles.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { placed } from '../../../errors/syntax.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Needs } from '../../../planner/needs.js' */

/** @param {CatalogSnapshot} catalog @param {number} role @param {Needs} needs @throws {DbError} 42501 */
export function requireNeeds(catalog, role, needs) {
  requireSchemas(catalog, role, needs)
  requireRelations(catalog, role, needs)
  for (const oid of needs.functions) requireFunction(catalog, role, needs, oid)
  if (!isSuperuser(catalog, role)) for (const oid of needs.storing) requireExecute(catalog, role, oid)
}

/** @param {CatalogSnapshot} catalog @param {number} role @param {Needs} needs @throws {DbError} 42501, placed */
export function requireSchemas(catalog, role, needs) {
  if (isSuperuser(catalog, role)) return
  for (const [oid, location] of needs.schemas) {
    if (privilegesOn(catalog, role, SCHEMA, oid, USAGE) !== 0) continue
    throw placed(permissionDenied('schema', catalog.namespace(oid)?.name ?? ''), location)
  }
}

/** @param {CatalogSnapshot} catalog @param {number} role @param {Needs} needs @throws {DbError} 42501 */
export function requireRelations(catalog, role, needs) {
  const isSuper = isSuperuser(catalog, role)
  for (const need of needs.relations.values()) {
    const asUser = need.asUser || role
    if (asUser === role ? isSuper : isSuperuser(catalog, asUser)) continue
    if (!relationGranted(catalog, asUser, need)) throw permissionDenied(relationWord(catalog, need.oid), need.name)
  }
}

/**
 * @param {CatalogSnapshot} catalog @param {number} role @param {Needs} needs @param {number} oid
 * @throws {DbError} 42501
 */
export function requireFunction(catalog, role, needs, oid) {
  if (needs.overWindows.has(oid) && !mayExecute(catalog, role, oid))
    throw permissionDenied('function', catalog.func(oid)?.name ?? '')
  requireExecute(catalog, role, oid)
  if (oid >= FIRST_USER_OID) requireParts(catalog, oid)
}

/**
 * What an aggregate is made of is called by its owner's leave, whoever calls it.
 * @param {CatalogSnapshot} catalog @param {number} oid of a function
 */
function requireParts(catalog, oid) {
  const func = catalog.func(oid)
  const parts = func?.kind === 'a' ? catalog.aggregate(oid) : undefined
  for (const part of [parts?.transFunc ?? 0, parts?.finalFunc ?? 0])
    if (func !== undefined && part !== 0) requireExecute(catalog, func.ownerOid, part)
}

/**
 * @param {CatalogSnapshot} catalog @param {number} role @param {Needs} needs
 * @returns {Set<number>} functions that would be refused
 */
export function refusedFunctions(catalog, role, needs) {
  const isRefused = (/** @type {number} */ oid) => {
    try {
      requireFunction(catalog, role, needs, oid)
      return false
    } catch (error) {
      if (!(error instanceof DbError)) throw error
      return true
    }
  }
  return new Set([...needs.functions].filter(isRefused))
}
