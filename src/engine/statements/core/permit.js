/**
 * Whether a session's current user may run a plan. Settled when the plan is fetched and remembered per plan: for the
 * role and the state of the catalog it was settled for, so that a run costs a comparison. Grants, owners, roles and
 * memberships all move the catalog's epoch (catalog/README.md).
 */
import { INSERT, SELECT, UPDATE, USAGE } from '../../../catalog/acl.js'
import {
  privilegesOn, privilegesOnColumn, RELATION, relationWord, requireExecute, SCHEMA,
} from '../../../catalog/guarded.js'
import { isSuperuser } from '../../../catalog/roles.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { isPlaced, placed, withPosition } from '../../../errors/syntax.js'

import { functionsIn } from '../../../planner/needs.js'
import { RunsAsWritten } from './prepared.js'

/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { Needs, RelationNeed } from '../../../planner/needs.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Prepared } from './prepared.js' */

/** @param {Session} session @param {Prepared} prepared with its plan @throws {DbError} 42501 */
export function permit(session, prepared) {
  if (prepared.isInternal && !prepared.asksOwner) return
  const { lastVersion } = session.database.catalog
  if (prepared.permittedRole !== session.roleOid || prepared.permittedAt !== lastVersion) settle(session, prepared)
}

/** @param {Session} session @param {Prepared} prepared @throws {DbError} 42501 */
function settle(session, prepared) {
  const catalog = session.catalog()
  const { lastVersion } = session.database.catalog
  const { roleOid } = session
  const needs = prepared.planned?.needs ?? null
  if (prepared.permittedAt !== lastVersion || prepared.permittedRoles === null) prepared.permittedRoles = new Set()
  if (needs !== null && !prepared.permittedRoles.has(roleOid)) {
    try {
      requireNeeds(catalog, roleOid, needs)
    } catch (error) {
      // The place of a schema's name is another in the text that was asked.
      throw prepared.hasLiterals && isPlaced(error) ? new RunsAsWritten() : withPosition(error, prepared.sourceText)
    }
  }
  // What a transaction sees that changed the catalog is nobody else's.
  if (catalog.isPrivate) return
  prepared.permittedRoles.add(roleOid)
  prepared.permittedAt = lastVersion
  prepared.permittedRole = roleOid
}

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
  for (const reference of needs.references.values()) requireReference(catalog, reference)
  if (isSuper) return
  for (const oid of needs.functions) requireExecute(catalog, role, oid)
}

/**
 * What expressions outside of a plan call. @param {Session} session @param {any} exprs an expression, or some
 * @throws {DbError} 42501
 */
export function requireCalls(session, exprs) {
  if (session.superuser) return
  const catalog = session.catalog()
  for (const oid of functionsIn(exprs)) requireExecute(catalog, session.roleOid, oid)
}

/**
 * Keys are looked for as the owner of the table that they are in. @param {CatalogSnapshot} catalog
 * @param {RelationNeed} need of a referenced table @throws {DbError} 42501
 */
function requireReference(catalog, need) {
  const { asUser, oid, name } = need
  if (isSuperuser(catalog, asUser)) return
  const { namespaceOid } = /** @type {import('../../../catalog/relation.js').RelationDesc} */ (catalog.relation(oid))
  if (privilegesOn(catalog, asUser, SCHEMA, namespaceOid, USAGE) === 0) {
    throw permissionDenied('schema', catalog.namespace(namespaceOid)?.name ?? '')
  }
  if (!relationGranted(catalog, asUser, need)) throw permissionDenied('table', name)
}

/** @param {CatalogSnapshot} catalog @param {number} role @param {RelationNeed} need */
function relationGranted(catalog, role, need) {
  const held = privilegesOn(catalog, role, RELATION, need.oid, need.mask)
  const missing = need.mask & ~held
  if (held >= 0 && missing === 0) return true
  if ((missing & ~(SELECT | INSERT | UPDATE)) !== 0) return false
  return ((missing & SELECT) === 0 || columnsGranted(catalog, role, need.oid, need.selected, SELECT))
    && ((missing & INSERT) === 0 || columnsGranted(catalog, role, need.oid, need.inserted, INSERT))
    && ((missing & UPDATE) === 0 || columnsGranted(catalog, role, need.oid, need.updated, UPDATE))
}

/**
 * By the columns' own grants. @param {CatalogSnapshot} catalog @param {number} role
 * @param {number} oid @param {Set<number>} columns none: any will do; 0: all @param {number} mask
 */
function columnsGranted(catalog, role, oid, columns, mask) {
  const holds = (/** @type {number} */ attnum) => privilegesOnColumn(catalog, role, oid, attnum, mask) > 0
  if (columns.size === 0) return attnumsOf(catalog, oid).some(holds)
  for (const attnum of columns) {
    if (attnum === 0 ? !attnumsOf(catalog, oid).every(holds) : !holds(attnum)) return false
  }
  return true
}

/** @param {CatalogSnapshot} catalog @param {number} oid @returns {number[]} */
function attnumsOf(catalog, oid) {
  const { at } = catalogShape('pg_attribute')
  return catalog.rows('pg_attribute', 'pg_attribute_relid_attnum_index', [oid])
    .filter((row) => row[at.attnum] > 0 && !row[at.attisdropped]).map((row) => row[at.attnum])
}
