/**
 * Whether a role holds what something asks of a relation, by the relation's grants or, column by column, by theirs.
 */
import { INSERT, SELECT, UPDATE, USAGE } from './acl.js'
import { mayExecute, privilegesOn, privilegesOnColumn, RELATION, SCHEMA } from './guarded.js'
import { isSuperuser } from './roles.js'
import { catalogShape } from './store/shapes.js'
import { permissionDenied } from '../errors/privileges.js'

/** @import { CatalogSnapshot } from './snapshot.js' */
/** @import { ForeignKeyDesc } from './foreign-key.js' */
/** @import { RelationDesc } from './relation.js' */
/** @import { DbError } from '../errors/db-error.js' */

/**
 * @typedef {object} RelationNeed
 * @property {number} oid @property {number} mask privileges
 * @property {Set<number>} selected columns that are read; 0 among them: whole rows; none: any column will do
 * @property {Set<number>} inserted @property {Set<number>} updated
 */

/** @type {Set<number>} */
const ANY_COLUMN = new Set()

/**
 * Keys are looked for as the owner of the table that they are in, who may have lost the right to (or never had it: the
 * table became his without).
 * @param {CatalogSnapshot} catalog @param {ForeignKeyDesc} key @returns {DbError | null} 42501
 */
export function lookupRefusal(catalog, { referencedOid, referencedAttnums, operators }) {
  const { ownerOid, namespaceOid, name } = /** @type {RelationDesc} */ (catalog.relation(referencedOid))
  if (isSuperuser(catalog, ownerOid)) return null
  if (privilegesOn(catalog, ownerOid, SCHEMA, namespaceOid, USAGE) === 0) {
    return permissionDenied('schema', catalog.namespace(namespaceOid)?.name ?? '')
  }
  // SELECT … FOR KEY SHARE
  const need = {
    oid: referencedOid, mask: SELECT | UPDATE, selected: new Set(referencedAttnums),
    inserted: ANY_COLUMN, updated: ANY_COLUMN,
  }
  if (!relationGranted(catalog, ownerOid, need)) return permissionDenied('table', name)
  const called = operators.map((oid) => catalog.operator(oid)?.funcOid ?? 0)
  const refused = called.find((oid) => oid !== 0 && !mayExecute(catalog, ownerOid, oid))
  return refused === undefined ? null : permissionDenied('function', catalog.func(refused)?.name ?? '')
}

/** @param {CatalogSnapshot} catalog @param {number} role @param {RelationNeed} need @returns {boolean} */
export function relationGranted(catalog, role, need) {
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
