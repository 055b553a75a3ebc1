/** Array and vector values for catalog columns, and the aclitem-free defaults of rows. */
import { PgArray } from '../../types/array.js'

/** @param {number} elementType @param {any[]} values @param {number} lowerBound */
const make = (elementType, values, lowerBound) =>
  new PgArray(
    elementType,
    values.length === 0 && lowerBound === 1 ? [] : [values.length],
    values.length === 0 && lowerBound === 1 ? [] : [lowerBound],
    values
  )

/** @param {number[]} values */
export const int2Vector = (values) => make(21, values, 0)
/** @param {number[]} values */
export const oidVector = (values) => make(26, values, 0)
/** @param {number[]} values */
export const int2Array = (values) => make(21, values, 1)
/** @param {number[]} values */
export const oidArray = (values) => make(26, values, 1)
/** @param {number[]} values bytes */
export const charArray = (values) => make(18, values, 1)
/** @param {string[]} values */
export const textArray = (values) => make(25, values, 1)
/** @param {boolean[]} values */
export const boolArray = (values) => make(16, values, 1)
/** @param {number[]} values */
export const float4Array = (values) => make(700, values, 1)
/** An array of any element type, for anyarray columns. @param {number} elementType @param {any[]} values */
export const anyArray = (elementType, values) => make(elementType, values, 1)

/** Element types of the array types system catalogs have columns of. */
const CATALOG_ARRAYS = /** @type {Record<number, number>} */ ({
  22: 21, 30: 26, 1002: 18, 1005: 21, 1009: 25, 1021: 700, 1028: 26, 1034: 1033,
})

/** A static value as a heap row holds it. @param {number} type of the column @param {any} value */
export const catalogValue = (type, value) =>
  Array.isArray(value) ? make(CATALOG_ARRAYS[type], value, type === 22 || type === 30 ? 0 : 1) : value
