/**
 * Row security policies in the catalog: their rows in pg_policy, what they depend on (pg_depend), the roles they name
 * (pg_shdepend), and a table's two switches.
 */
import { POLICY_COMMANDS, POLICY_RT } from '../../policies.js'
import { catalogShape } from '../../store/shapes.js'
import { items } from '../../descriptors.js'
import { queryDependencies, queryTextSteps, queryToText } from '../../stored-query.js'
import { duplicatePolicy } from '../../../errors/ddl/row-security.js'
import { arrayOf } from '../../../types/array.js'
import { OID } from '../../../types/oids.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies, removeDependenciesOf } from '../dependencies.js'
import { setSharedDependencies } from '../owners.js'

/** @import { DdlContext, ObjectAddress } from '../context.js' */
/** @import { RelationDesc } from '../../relation.js' */
/** @import { Expr } from '../../expr.js' */
/** @typedef {import('../../store/contract.js').Found} FoundRow */
/** @template T @typedef {import('../../../util/effort.js').Steps<T>} Steps */

/** A condition as it was bound: over POLICY_RT, with the entries of its own subqueries. @typedef {Expr} Condition */

/**
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {string} name
 * @returns {FoundRow | undefined}
 */
export const findPolicy = (ddl, relationOid, name) =>
  ddl.find('pg_policy', 'pg_policy_polrelid_polname_index', [relationOid, name])[0]

/**
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {{ name: string, command: string, permissive: boolean, roles: number[], using: Condition | null,
 *   check: Condition | null }} policy roles: OIDs, 0 of PUBLIC
 * @returns {Steps<void>}
 * @throws {DbError} 42710
 */
export function* storePolicy(ddl, relation, { name, command, permissive, roles, using, check }) {
  if (findPolicy(ddl, relation.oid, name) !== undefined) throw duplicatePolicy(name, relation.name)
  const oid = ddl.newOid()
  ddl.insert('pg_policy', {
    oid,
    polname: name,
    polrelid: relation.oid,
    polcmd: char(POLICY_COMMANDS[command]),
    polpermissive: permissive,
    polroles: arrayOf(OID, roles),
    polqual: using === null ? null : yield* queryTextSteps(using),
    polwithcheck: check === null ? null : yield* queryTextSteps(check),
  })
  note(ddl, relation.oid, oid, [using, check])
  setSharedDependencies(ddl, CLASS.POLICY, oid, 'r', roles)
  ddl.touch([relation.oid])
}

/**
 * ALTER POLICY: what is undefined stays.
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {FoundRow} found
 * @param {{ roles?: number[], using?: Condition, check?: Condition }} changes
 * @param {(text: string) => Condition} loaded what stays, for what it depends on
 */
export function changePolicy(ddl, relation, found, { roles, using, check }, loaded) {
  const { at } = catalogShape('pg_policy')
  const oid = found.row[at.oid]
  /** @type {Record<string, unknown>} */
  const columns = {}
  if (roles !== undefined) columns.polroles = arrayOf(OID, roles)
  if (using !== undefined) columns.polqual = queryToText(using)
  if (check !== undefined) columns.polwithcheck = queryToText(check)
  ddl.update('pg_policy', found, columns)
  const kept = (/** @type {string | null} */ text) => (text === null ? null : loaded(text))
  removeDependenciesOf(ddl, address(CLASS.POLICY, oid))
  note(ddl, relation.oid, oid, [using ?? kept(found.row[at.polqual]), check ?? kept(found.row[at.polwithcheck])])
  if (roles !== undefined) setSharedDependencies(ddl, CLASS.POLICY, oid, 'r', roles)
  ddl.touch([relation.oid])
}

/** @param {DdlContext} ddl @param {FoundRow} found @param {string} name */
export function renamePolicy(ddl, found, name) {
  ddl.update('pg_policy', found, { polname: name })
  ddl.touch([found.row[catalogShape('pg_policy').at.polrelid]])
}

/** Its row and whose it is; the rest is the walk's (drop.js). @param {DdlContext} ddl @param {number} oid */
export function removePolicy(ddl, oid) {
  const found = ddl.byOid('pg_policy', oid)
  ddl.remove('pg_policy', found)
  setSharedDependencies(ddl, CLASS.POLICY, oid, 'r', [])
  ddl.touch([oid, found.row[catalogShape('pg_policy').at.polrelid]])
}

/**
 * A role that owns nothing more is named by no policy any more (DROP OWNED).
 * @param {DdlContext} ddl
 * @param {number} oid of a policy
 * @param {number} roleOid
 * @returns {boolean} false: it was the policy's last role, nothing was changed
 */
export function removeRoleOfPolicy(ddl, oid, roleOid) {
  const { at } = catalogShape('pg_policy')
  const found = ddl.byOid('pg_policy', oid)
  const rest = items(found.row[at.polroles]).filter((role) => role !== roleOid)
  if (rest.length === 0) return false
  ddl.update('pg_policy', found, { polroles: arrayOf(OID, rest) })
  setSharedDependencies(ddl, CLASS.POLICY, oid, 'r', rest)
  ddl.touch([found.row[at.polrelid]])
  return true
}

/**
 * ALTER TABLE … ROW LEVEL SECURITY.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {{ relrowsecurity?: boolean, relforcerowsecurity?: boolean }} columns
 */
export function setRowSecurity(ddl, relationOid, columns) {
  ddl.update('pg_class', ddl.one('pg_class', 'pg_class_oid_index', [relationOid]), columns)
  ddl.touch([relationOid])
}

/**
 * What a policy needs: its table, with which it goes, and what its conditions name.
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {number} oid
 * @param {(Condition | null)[]} conditions
 */
function note(ddl, relationOid, oid, conditions) {
  const self = address(CLASS.POLICY, oid)
  recordDependencies(ddl, self, [address(CLASS.RELATION, relationOid)], 'a')
  for (const condition of conditions) {
    if (condition === null) continue
    const rowRelation = (/** @type {number} */ type) => ddl.view.type(type)?.relationOid ?? 0
    const found = queryDependencies(condition, rowRelation, [[POLICY_RT, relationOid]])
    const isWhole = (/** @type {ObjectAddress} */ { classId, objectId, subId }) =>
      classId === CLASS.RELATION && objectId === relationOid && subId === 0
    recordDependencies(ddl, self, found.filter((object) => !isWhole(object)), 'n')
  }
}
