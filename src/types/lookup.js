/**
 * Type operations by OID: the table behind registry.js, and the types that users make. Apart from registry.js so that
 * arrays and records can look their elements up while the registry imports them.
 *
 * An array or a record names the types of its parts by OID, and what a user-defined OID means is a matter of the
 * catalog. So the engine says, before a session's code runs (one thread: it holds until the next wait), whose catalog
 * that is: `useTypes`. Work without a session (purge) runs under none, and what needs user types there brings its own
 * (catalog/store/relation-storage.js).
 */
/** @import { TypeOps } from './type-ops.js' */

/**
 * Where user-defined types come from: a CatalogSnapshot.
 * @typedef {object} TypeSource
 * @property {(oid: number) => TypeOps | undefined} userTypeOps
 * @property {(oid: number) => any} type TypeDesc
 * @property {(relationOid: number) => any} relation RelationDesc, for the columns of a composite type
 * @property {(oid: number) => boolean} isUnsafeEnumValue
 */

/** Those that are made. @type {Map<number, TypeOps>} */
export const types = new Map()
/** What makes the others, by OID. @type {Map<number, () => TypeOps[]>} */
const makers = new Map()

/** Types that are made when one of them is asked for. @param {number[]} oids @param {() => TypeOps[]} make */
export function laterTypes(oids, make) {
  for (const oid of oids) makers.set(oid, make)
}

/** @param {number} oid @returns {TypeOps | undefined} */
function made(oid) {
  const make = makers.get(oid)
  if (make === undefined) return undefined
  for (const ops of make()) {
    makers.delete(ops.oid)
    types.set(ops.oid, ops)
  }
  return types.get(oid)
}

/** @type {TypeSource | null} */
let current = null

/** Whose user-defined types the code that runs now means. @param {TypeSource | null} source */
export function useTypes(source) {
  if (current !== source) current = source
}

/** @returns {TypeSource | null} */
export const typesInUse = () => current

/**
 * @param {number} oid
 * @returns {TypeOps | undefined} undefined: no such type, or one that is not there yet (0A000 for the caller to raise)
 */
export const builtinType = (oid) =>
  types.get(oid) ?? made(oid) ?? (current === null ? undefined : current.userTypeOps(oid))

/** Of ours alone. @param {number} oid @returns {TypeOps | undefined} */
export const ownType = (oid) => types.get(oid) ?? made(oid)

/** Whether the type is one of ours: the same in every database. @param {number} oid */
export const isBuiltinType = (oid) => types.has(oid) || makers.has(oid)
