/** Privileges as GRANT and REVOKE write them. */
import { ACL_KINDS } from '../../../catalog/acl.js'
import { invalidGrantOperation, invalidPrivilege, unknownPrivilegeWord } from '../../../errors/privileges.js'
import { PRIVILEGES } from '../../../types/acl-item.js'

/** @typedef {{ roletype: string, rolename?: string }} RoleSpec */
/** @typedef {{ AccessPriv: { priv_name?: string, cols?: { String: { sval: string } }[] } }} PrivilegeNode */
/**
 * An object as the grammar names it: one of these.
 * @typedef {{ RangeVar: { relname: string, schemaname?: string }, String: { sval: string },
 *   List?: { items: { String: { sval: string } }[] }, TypeName?: { names: { String: { sval: string } }[] } }}
 *   ObjectNode
 */
/**
 * @typedef {{ is_grant?: boolean, grant_option?: boolean, targtype: string, objtype: string, objects?: ObjectNode[],
 *   privileges?: PrivilegeNode[], grantees?: { RoleSpec: RoleSpec }[], behavior: string,
 *   grantor?: RoleSpec & { RoleSpec?: RoleSpec } }} GrantNode
 */

/** @type {Map<string, number>} */
const BITS = new Map(PRIVILEGES.map(([, name], bit) => [name.toLowerCase(), 1 << bit]))
BITS.set('temp', 1 << PRIVILEGES.findIndex(([, name]) => name === 'TEMPORARY'))

/** @param {number} bits one of them @returns {string} */
const nameOf = (bits) => PRIVILEGES[Math.log2(bits & -bits)][1]

/**
 * What a statement that names a kind may grant, by letters of acldefault(), and its word.
 * @type {Record<string, { kinds: string, word: string }>}
 */
export const GRANTED_KINDS = {
  OBJECT_TABLE: { kinds: 'rs', word: 'relation' },
  OBJECT_SEQUENCE: { kinds: 's', word: 'sequence' },
  OBJECT_DATABASE: { kinds: 'd', word: 'database' },
  OBJECT_DOMAIN: { kinds: 'T', word: 'domain' },
  OBJECT_FUNCTION: { kinds: 'f', word: 'function' },
  OBJECT_PROCEDURE: { kinds: 'f', word: 'procedure' },
  OBJECT_ROUTINE: { kinds: 'f', word: 'routine' },
  OBJECT_LANGUAGE: { kinds: 'l', word: 'language' },
  OBJECT_LARGEOBJECT: { kinds: 'L', word: 'large object' },
  OBJECT_SCHEMA: { kinds: 'n', word: 'schema' },
  OBJECT_TABLESPACE: { kinds: 't', word: 'tablespace' },
  OBJECT_TYPE: { kinds: 'T', word: 'type' },
  OBJECT_FDW: { kinds: 'F', word: 'foreign-data wrapper' },
  OBJECT_FOREIGN_SERVER: { kinds: 'S', word: 'foreign server' },
  OBJECT_PARAMETER_ACL: { kinds: 'p', word: 'parameter' },
}

/** @param {string} kinds letters */
const allOf = (kinds) => [...kinds].reduce((sum, kind) => sum | ACL_KINDS[kind].all, 0)

/** @param {string} word lower case @returns {number} @throws {DbError} 42601 */
function bitOf(word) {
  const bit = BITS.get(word)
  if (bit === undefined) throw unknownPrivilegeWord(word)
  return bit
}

/**
 * @typedef {object} WantedPrivileges
 * @property {number} bits of the object; 0 and `all`: whatever its kind has
 * @property {boolean} all
 * @property {{ columns: string[], bits: number, all: boolean }[]} ofColumns
 */

/**
 * @param {PrivilegeNode[] | undefined} nodes AccessPriv nodes; none: ALL @param {string} objectType OBJECT_…
 * @param {boolean} [isDefault] of ALTER DEFAULT PRIVILEGES, where a table is no sequence
 * @returns {WantedPrivileges} @throws {DbError} 0LP01, 42601
 */
export function wantedPrivileges(nodes, objectType, isDefault = false) {
  const { kinds, word } = GRANTED_KINDS[objectType]
  if (nodes === undefined || nodes.length === 0) return { bits: 0, all: true, ofColumns: [] }
  /** @type {WantedPrivileges} */
  const wanted = { bits: 0, all: false, ofColumns: [] }
  for (const { AccessPriv: node } of nodes) {
    const bits = node.priv_name ? bitOf(node.priv_name) : 0
    if (node.cols?.length) {
      if (objectType !== 'OBJECT_TABLE') throw invalidGrantOperation('column privileges are only valid for relations')
      const columns = node.cols.map((item) => item.String.sval)
      wanted.ofColumns.push({ columns, bits, all: !node.priv_name })
      continue
    }
    if ((bits & ~allOf(isDefault ? kinds[0] : kinds)) !== 0) throw invalidPrivilege(nameOf(bits), word)
    wanted.bits |= bits
  }
  return wanted
}

/** @param {number} bits some of which are not for columns @returns {never} @throws {DbError} 0LP01 */
export function refuseColumnPrivileges(bits) {
  throw invalidPrivilege(nameOf(bits & ~ACL_KINDS.c.all), 'column')
}
