/** Values as interpreted statements order and tell them apart. */
import { canonicalKey } from '../canonical-key.js'
import { baseType, primitiveKey, typeOps } from '../expressions/operations.js'
import { UNFIT } from './scope.js'

/** @import { Scope } from './scope.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @typedef {(a: Datum, b: Datum) => number} Compare of values of one type */

/** @param {number} a @param {number} b */
const byOperators = (a, b) => a < b ? -1 : a > b ? 1 : 0

/** Types whose values order by JavaScript's operators. */
const PLAIN_TYPES = new Set([16, 20, 21, 23, 26, 1082, 1083, 1114, 1184])

/**
 * The order of values that are not null.
 * @param {Scope} scope @param {number} type what they are compared as @returns {Compare}
 */
export function orderOf({ module }, type) {
  const base = baseType(module, type)
  if (PLAIN_TYPES.has(base)) return /** @type {Compare} */ (/** @type {unknown} */ (byOperators))
  const { compare } = typeOps(module, base)
  if (compare === undefined) throw UNFIT
  return /** @type {Compare} */ (/** @type {unknown} */ (compare))
}

/**
 * What equal values of a type have in common, for JavaScript's Map; null stands for null.
 * @param {Scope} scope @param {number} type what they are compared as @returns {((value: Datum) => unknown) | null}
 *   null: the value itself
 */
export function keyOfType({ module }, type) {
  if (primitiveKey(module, type)) return null
  const base = baseType(module, type)
  return canonicalKey(base, typeOps(module, base))
}

/**
 * The same of several values together.
 * @param {Scope} scope @param {number[]} types @returns {(values: Datum[]) => unknown}
 */
export function keyOfTypes(scope, types) {
  const keys = types.map((type) => keyOfType(scope, type))
  if (keys.length === 1) {
    const [key] = keys
    return key === null ? ([value]) => value : ([value]) => value === null ? null : key(value)
  }
  return (values) => {
    let all = ''
    for (let at = 0; at < keys.length; at++) {
      const value = values[at]
      const key = keys[at]
      const text = value === null ? 'n' : `${typeof value === 'string' ? 's' : 'v'}${key === null ? value : key(value)}`
      all += `${text.length}:${text}`
    }
    return all
  }
}
