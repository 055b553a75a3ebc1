/**
 * Every built-in type by OID. The one place that knows them all; the files beside it each know a family.
 */
import { boolType, charType, cidType, int2Type, int4Type, int8Type, lsnType, oidType, tidType, xid8Type, xidType } from './integers.js'
import { float4Type, float8Type } from './floats.js'
import { numericType } from './numeric-type.js'
import { byteaType, textTypes } from './text.js'
/** @import { TypeOps } from './type-ops.js' */

/** @type {Map<number, TypeOps>} */
const types = new Map()

/** @param {TypeOps} type */
const add = (type) => types.set(type.oid, type)

for (const type of [boolType, charType, int2Type, int4Type, int8Type, oidType, xidType, cidType, xid8Type, lsnType, tidType, float4Type, float8Type,
  numericType, byteaType, ...textTypes]) add(type)

/** @param {number} oid @returns {TypeOps | undefined} undefined: no such type, or one that is not there yet (0A000 for the caller to raise) */
export const builtinType = (oid) => types.get(oid)
