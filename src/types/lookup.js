/** The table behind registry.js, apart from it so that arrays and records can look their elements up while the registry imports them. */
/** @import { TypeOps } from './type-ops.js' */

/** @type {Map<number, TypeOps>} */
export const types = new Map()

/** @param {number} oid @returns {TypeOps | undefined} undefined: no such type, or one that is not there yet (0A000 for the caller to raise) */
export const builtinType = (oid) => types.get(oid)
