/**
 * Which operator class orders or hashes a type by default, and the operators in it. A type without a class of its own
 * uses that of the type it is binary coercible to (varchar: text), or the polymorphic one (arrays, enums, ranges,
 * composites).
 */
import { builtins } from './store/builtins.js'
import { classNumber, isNatural } from '../types/libraries.js'
import { isLibrarySource } from './languages.js'
import { BTREE, FIRST_USER_OID, GIN, GIST, HASH, SPGIST } from '../types/oids.js'

/** @import { CatalogSnapshot } from './snapshot.js' */
/** @import { HashOps, OpClassDesc, OrderingOps } from './descriptors.js' */

/** Support functions that a class of a library is known by: gin's extractValue or extractQuery, gist's first. */
const KNOWN_BY = /** @type {Record<number, number[]>} */ ({ [GIN]: [2, 3], [GIST]: [1], [SPGIST]: [1] })

/** Results for built-in types, which never change. @type {Map<number, OrderingOps | undefined>} */
const builtinOrdering = new Map()
/** @type {Map<number, HashOps | undefined>} */
const builtinHashing = new Map()

/** @param {CatalogSnapshot} catalog @param {number} typeOid @returns {OrderingOps | undefined} */
export function orderingOps(catalog, typeOid) {
  if (builtinOrdering.has(typeOid)) return builtinOrdering.get(typeOid)
  const ops = findOrdering(catalog, typeOid)
  if (builtins.type(typeOid) !== undefined) builtinOrdering.set(typeOid, ops)
  return ops
}

/**
 * Which way an operator orders: whether it is "<" or ">" of a btree family.
 * @param {CatalogSnapshot} catalog @param {number} operatorOid
 * @returns {{ desc: boolean } | undefined} undefined: neither
 */
export function orderOf(catalog, operatorOid) {
  const place = catalog.familiesOf(operatorOid)
    .find(({ method, strategy }) => method === BTREE && (strategy === 1 || strategy === 5))
  return place && { desc: place.strategy === 5 }
}

/** @param {CatalogSnapshot} catalog @param {number} typeOid @returns {HashOps | undefined} */
export function hashOps(catalog, typeOid) {
  if (builtinHashing.has(typeOid)) return builtinHashing.get(typeOid)
  const ops = findHashing(catalog, typeOid)
  if (builtins.type(typeOid) !== undefined) builtinHashing.set(typeOid, ops)
  return ops
}

/**
 * @param {CatalogSnapshot} catalog
 * @param {number} typeOid
 * @param {number} method
 * @returns {OpClassDesc | undefined}
 */
export function defaultOpclass(catalog, typeOid, method) {
  const baseOid = catalog.baseType(typeOid)
  const own = builtins.defaultOpclass(method, baseOid)
  if (own !== undefined) return own
  const made = madeOpclass(catalog, baseOid, method)
  if (made !== undefined) return made
  const type = catalog.type(baseOid)
  if (type === undefined) return undefined
  for (const candidate of coercionTargets(type)) {
    const opclass = builtins.defaultOpclass(method, candidate) ?? madeOpclass(catalog, candidate, method)
    const cast = builtins.cast(baseOid, candidate)
    if (opclass !== undefined && (candidate >= 2249 || (cast?.method === 'b' && cast.context === 'i'))) return opclass
  }
  return undefined
}

/**
 * The default among those that were made here.
 * @param {CatalogSnapshot} catalog
 * @param {number} inputType
 * @param {number} method
 * @returns {OpClassDesc | undefined}
 */
const madeOpclass = (catalog, inputType, method) =>
  catalog
    .families()
    .opclasses.find((opclass) => opclass.isDefault && opclass.method === method && opclass.inputType === inputType)

/** Types a value may be compared as, best first. @param {import('./descriptors.js').TypeDesc} type */
function coercionTargets(type) {
  if (type.subscriptFunction === 6179) return [2277]
  switch (type.kind) {
    case 'e': return [3500]
    case 'r': return [3831]
    case 'm': return [4537]
    case 'c': return [2249]
    default: return [25, 26, 869, 1560]
  }
}

/** @param {CatalogSnapshot} catalog @param {number} typeOid @returns {OrderingOps | undefined} */
function findOrdering(catalog, typeOid) {
  const opclass = defaultOpclass(catalog, typeOid, BTREE)
  if (opclass === undefined) return undefined
  const { family, inputType } = opclass
  /** @param {number} strategy */
  const operator = (strategy) => catalog.familyOperator(family, inputType, inputType, strategy)
  return { lt: operator(1), le: operator(2), eq: operator(3), ge: operator(4), gt: operator(5),
    compare: catalog.familyFunction(family, inputType, inputType, 1), family, opclass: opclass.oid, inputType }
}

/** @param {CatalogSnapshot} catalog @param {number} typeOid @returns {HashOps | undefined} */
function findHashing(catalog, typeOid) {
  const opclass = defaultOpclass(catalog, typeOid, HASH)
  if (opclass === undefined) return undefined
  const { family, inputType } = opclass
  return {
    eq: catalog.familyOperator(family, inputType, inputType, 1),
    hash: catalog.familyFunction(family, inputType, inputType, 1),
    family,
    opclass: opclass.oid,
    inputType,
  }
}

/**
 * The comparison behind an ordering operator, when a user wrote it.
 * @param {CatalogSnapshot} catalog
 * @param {number} opOid < or > of a btree family
 * @returns {{ func: number, type: number, backward: boolean } | null} null: values compare as their type does.
 *   backward: the operator is the family's >
 */
export function userComparison(catalog, opOid) {
  if (builtins.familiesOf(opOid).length > 0) return null
  const member = catalog
    .familiesOf(opOid)
    .find((candidate) => candidate.method === BTREE && (candidate.strategy === 1 || candidate.strategy === 5))
  if (member === undefined) return null
  const func = catalog.familyFunction(member.family, member.left, member.right, 1)
  return isNaturalOrder(catalog, func) ? null : { func, type: member.left, backward: member.strategy === 5 }
}

/**
 * Whether values that a support function compares or hashes compare and hash like that by themselves.
 * @param {{ func: (oid: number) => { source: string } | undefined }} catalog @param {number} oid
 */
export const isNaturalOrder = (catalog, oid) =>
  oid < FIRST_USER_OID || isNatural(catalog.func(oid)?.source ?? '')

/**
 * What an index's entries are made by (IndexKey.keysBy).
 * @param {OpClassDesc} opclass
 * @param {(family: number, left: number, right: number, number: number) => string} supportSource the code of a support
 *   function, '' when there is none
 * @returns {number}
 */
export function keysByClass({ method, family, inputType }, supportSource) {
  if (family < FIRST_USER_OID) return family
  const sources = (KNOWN_BY[method] ?? [1]).map((number) => supportSource(family, inputType, inputType, number))
  const source = sources.find(isLibrarySource)
  if (source === undefined) return family
  if (method in KNOWN_BY) return classNumber(source)
  return isNatural(source) ? 0 : family
}
