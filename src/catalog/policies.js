/**
 * Row security policies of a relation as everything above sees them, read from pg_policy with the rest of the
 * relation's descriptor. pg_policy.polqual and polwithcheck hold stored expressions (stored-query.js: they may have
 * subqueries) in which range-table number 1 is a row of the relation.
 */
import { catalogShape } from './store/shapes.js'
import { items } from './descriptors.js'
import { hasBypassRls, hasPrivsOf } from './roles.js'

/** @import { CatalogRow } from './descriptors.js' */
/** @import { RoleView } from './roles.js' */

/**
 * @typedef {object} PolicyDesc
 * @property {number} oid
 * @property {string} name
 * @property {'*' | 'r' | 'a' | 'w' | 'd'} command as pg_policy.polcmd: all, select, insert, update, delete
 * @property {boolean} permissive
 * @property {number[]} roles OIDs; 0 is PUBLIC
 * @property {string | null} using the stored condition on rows that are there
 * @property {string | null} check the same for rows as they become; null: what `using` says
 */

/** @type {PolicyDesc[]} */
export const NO_POLICIES = []

/** A row of the relation, in a stored policy. */
export const POLICY_RT = 1

/** pg_policy.polcmd by the command's name. */
export const POLICY_COMMANDS = /** @type {Record<string, PolicyDesc['command']>} */ ({
  all: '*', select: 'r', insert: 'a', update: 'w', delete: 'd',
})

/** @param {CatalogRow} row of pg_policy @returns {PolicyDesc} */
export function policyDesc(row) {
  const { at } = catalogShape('pg_policy')
  return {
    oid: row[at.oid],
    name: row[at.polname],
    command: /** @type {PolicyDesc['command']} */ (String.fromCharCode(row[at.polcmd])),
    permissive: row[at.polpermissive],
    roles: items(row[at.polroles]),
    using: row[at.polqual],
    check: row[at.polwithcheck],
  }
}

/**
 * Whether policies hold for a role at a table with row security.
 * @param {RoleView} catalog a snapshot
 * @param {{ rowSecurity: boolean, forceRowSecurity: boolean, ownerOid: number }} relation
 * @param {number} role
 * @returns {'none' | 'owner' | 'other'} none: it may pass them by; owner: it owns the table, which forces them on it
 */
export function policiesFor(catalog, relation, role) {
  if (!relation.rowSecurity || hasBypassRls(catalog, role)) return 'none'
  if (!hasPrivsOf(catalog, role, relation.ownerOid)) return 'other'
  return relation.forceRowSecurity ? 'owner' : 'none'
}
