/**
 * Operator families and classes in the catalogs: pg_opfamily, pg_opclass, and the operators (pg_amop) and functions
 * (pg_amproc) that belong to them. Everything is resolved and checked before. A member is part of a class (it goes with
 * it, and dropping what it stands for is refused) or hangs loosely in a family.
 */
import { duplicateFamilyMember } from '../../../errors/ddl/operator-families.js'
import { formatType } from '../../deparse/types.js'
import { CLASS, char } from '../context.js'
import { address, recordDependencies } from '../dependencies.js'
import { BRIN, BTREE, GIN, GIST, HASH, SPGIST } from '../../../types/oids.js'

/** @import { DdlContext } from '../context.js' */

/**
 * @typedef {object} Member
 * @property {boolean} isFunction
 * @property {number} number strategy or support number
 * @property {number} object operator or function OID
 * @property {number} left
 * @property {number} right
 * @property {number} sortFamily of an ordering operator, else 0
 */
/**
 * How members hang on classes in each access method: of a btree and hash by their types, of others only functions that
 * are needed do.
 */
/** Functions without which a class cannot work. @type {Map<number, Set<number>>} */
const NEEDED = new Map([
  [BTREE, new Set([1])], [HASH, new Set([1])], [GIST, new Set([1, 2, 5, 6, 7])], [GIN, new Set([2, 3])],
  [SPGIST, new Set([1, 2, 3, 4, 5])], [BRIN, new Set([1, 2, 3, 4])],
])

/** @param {DdlContext} ddl */
const touchFamilies = (ddl) => ddl.touch([], ['x:families'])

/**
 * @param {DdlContext} ddl
 * @param {{ name: string, namespaceOid: number, method: number }} family
 * @returns {number} OID
 */
export function createFamily(ddl, { name, namespaceOid, method }) {
  const oid = ddl.newOid()
  ddl.insert('pg_opfamily', {
    oid, opfmethod: method, opfname: name, opfnamespace: namespaceOid, opfowner: ddl.userOid,
  })
  recordDependencies(ddl, address(CLASS.OPFAMILY, oid), [address(CLASS.ACCESS_METHOD, method)], 'a')
  recordDependencies(ddl, address(CLASS.OPFAMILY, oid), [address(CLASS.NAMESPACE, namespaceOid)], 'n')
  touchFamilies(ddl)
  ddl.touch([oid])
  return oid
}

/**
 * @param {DdlContext} ddl
 * @param {{ name: string, namespaceOid: number, method: number, family: number, inputType: number, isDefault: boolean,
 *   keyType: number }} opclass
 * @param {Member[]} members @returns {number} OID
 */
export function createOperatorClass(ddl, opclass, members) {
  const oid = ddl.newOid()
  const { name, namespaceOid, method, family, inputType, isDefault, keyType } = opclass
  ddl.insert('pg_opclass', {
    oid, opcmethod: method, opcname: name, opcnamespace: namespaceOid, opcowner: ddl.userOid, opcfamily: family,
    opcintype: inputType, opcdefault: isDefault, opckeytype: keyType,
  })
  const self = address(CLASS.OPCLASS, oid)
  recordDependencies(
    ddl,
    self,
    [
      address(CLASS.NAMESPACE, namespaceOid), address(CLASS.TYPE, inputType),
      ...(keyType === 0 ? [] : [address(CLASS.TYPE, keyType)]),
    ],
    'n',
  )
  recordDependencies(ddl, self, [address(CLASS.OPFAMILY, family)], 'a')
  touchFamilies(ddl)
  ddl.touch([oid, inputType])
  addMembers(ddl, { family, method, opclass: { oid, inputType } }, members)
  return oid
}

/**
 * @param {DdlContext} ddl
 * @param {{ family: number, method: number, opclass: { oid: number, inputType: number } | null }} to
 * @param {Member[]} members
 */
export function addMembers(ddl, { family, method, opclass }, members) {
  for (const member of members) {
    const { isFunction, number, object, left, right, sortFamily } = member
    const [catalog, index] = isFunction
      ? ['pg_amproc', 'pg_amproc_fam_proc_index']
      : ['pg_amop', 'pg_amop_fam_strat_index']
    if (opclass === null && ddl.find(catalog, index, [family, left, right, number]).length > 0)
      throw duplicateFamilyMember(memberText(ddl, member), familyName(ddl, family))
    const oid = ddl.newOid()
    if (isFunction)
      ddl.insert(catalog, {
        oid, amprocfamily: family, amproclefttype: left, amprocrighttype: right, amprocnum: number, amproc: object,
      })
    else {
      ddl.insert(catalog, {
        oid, amopfamily: family, amoplefttype: left, amoprighttype: right, amopstrategy: number,
        amoppurpose: char(sortFamily === 0 ? 's' : 'o'), amopopr: object, amopmethod: method,
        amopsortfamily: sortFamily,
      })
    }
    const hard = hardClass(ddl, family, method, opclass, member)
    const self = address(isFunction ? CLASS.AMPROC : CLASS.AMOP, oid)
    recordDependencies(
      ddl,
      self,
      [
        address(isFunction ? CLASS.PROC : CLASS.OPERATOR, object),
        ...(sortFamily === 0 ? [] : [address(CLASS.OPFAMILY, sortFamily)]),
      ],
      hard === 0 ? 'a' : 'n',
    )
    recordDependencies(
      ddl, self, [hard === 0 ? address(CLASS.OPFAMILY, family) : address(CLASS.OPCLASS, hard)], hard === 0 ? 'a' : 'i',
    )
  }
  touchFamilies(ddl)
}

/**
 * The class a member is part of, 0: only the family's.
 * @param {DdlContext} ddl
 * @param {number} family
 * @param {number} method
 * @param {{ oid: number, inputType: number } | null} opclass
 * @param {Member} member
 */
function hardClass(ddl, family, method, opclass, { isFunction, number, left, right }) {
  if (isFunction && NEEDED.get(method)?.has(number) !== true) return 0
  if (method === BTREE || method === HASH) {
    if (left !== right) return 0
    if (opclass?.inputType === left) return opclass.oid
    return (
      ddl.view.families().opclasses.find((candidate) => candidate.family === family && candidate.inputType === left)
        ?.oid ?? 0
    )
  }
  return isFunction ? opclass?.oid ?? 0 : 0
}

/**
 * "operator 1(integer,integer)".
 * @param {DdlContext} ddl
 * @param {{ isFunction: boolean, number: number, left: number, right: number }} member
 */
export const memberText = (ddl, { isFunction, number, left, right }) =>
  `${isFunction ? 'function' : 'operator'} ${number}(${formatType(ddl.view, left)},${formatType(ddl.view, right)})`

/** @param {DdlContext} ddl @param {number} family */
export const familyName = (ddl, family) => ddl.one('pg_opfamily', 'pg_opfamily_oid_index', [family]).row[2]

/**
 * The row of a member.
 * @param {DdlContext} ddl
 * @param {number} family
 * @param {{ isFunction: boolean, number: number, left: number, right: number }} member
 * @returns {import('../context.js').ObjectAddress | null}
 */
export function findMember(ddl, family, { isFunction, number, left, right }) {
  const [found] = isFunction
    ? ddl.find('pg_amproc', 'pg_amproc_fam_proc_index', [family, left, right, number])
    : ddl.find('pg_amop', 'pg_amop_fam_strat_index', [family, left, right, number])
  return found === undefined ? null : address(isFunction ? CLASS.AMPROC : CLASS.AMOP, found.row[0])
}

/** @param {DdlContext} ddl @param {import('../context.js').ObjectAddress} object a family, a class or a member */
export function removeFamilyObject(ddl, { classId, objectId }) {
  const catalog =
    {
      [CLASS.OPFAMILY]: 'pg_opfamily', [CLASS.OPCLASS]: 'pg_opclass', [CLASS.AMOP]: 'pg_amop',
      [CLASS.AMPROC]: 'pg_amproc',
    }[classId] ?? ''
  const found = ddl.byOid(catalog, objectId)
  ddl.remove(catalog, found)
  ddl.touch(classId === CLASS.OPCLASS ? [objectId, found.row[6]] : [objectId])
  touchFamilies(ddl)
}
