/** Whether a role has what a plan needs (planner/needs.js). */
import { USAGE } from '../../../catalog/acl.js'
import { mayExecute, privilegesOn, relationWord, requireExecute, SCHEMA } from '../../../catalog/guarded.js'
import { relationGranted } from '../../../catalog/relation-grants.js'
import { isSuperuser } from '../../../catalog/roles.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { placed } from '../../../errors/syntax.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Needs } from '../../../planner/needs.js' */

/** @param {CatalogSnapshot} catalog @param {number} role @param {Needs} needs @throws {DbError} 42501 */
export function requireNeeds(catalog, role, needs) {
  const isSuper = isSuperuser(catalog, role)
  if (!isSuper) {
    for (const [oid, location] of needs.schemas) {
      if (privilegesOn(catalog, role, SCHEMA, oid, USAGE) !== 0) continue
      throw placed(permissionDenied('schema', catalog.namespace(oid)?.name ?? ''), location)
    }
  }
  for (const need of needs.relations.values()) {
    const asUser = need.asUser || role
    if (asUser === role ? isSuper : isSuperuser(catalog, asUser)) continue
    if (!relationGranted(catalog, asUser, need)) throw permissionDenied(relationWord(catalog, need.oid), need.name)
  }
  if (isSuper) return
  for (const oid of needs.functions) {
    if (needs.overWindows.has(oid) && !mayExecute(catalog, role, oid))
      throw permissionDenied('function', catalog.func(oid)?.name ?? '')
    requireExecute(catalog, role, oid)
  }
  for (const oid of needs.storing) requireExecute(catalog, role, oid)
}
