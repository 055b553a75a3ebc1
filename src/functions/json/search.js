/**
 * jsonb compared and searched: order, containment, existence of keys, hashing; and the casts of scalars to numbers and
 * booleans.
 */
import { cannotCastJsonb } from '../../errors/json.js'
import * as B from '../../types/json/jsonb.js'
import { compareJsonb, equalJsonb, hashJsonb } from '../../types/json/order.js'
import { membership } from '../../util/membership.js'
import { spend } from '../../util/effort.js'
import { Family } from '../impl.js'
/** @import { Jsonb } from '../../types/json/jsonb.js' */
/** @import { FunctionImpl } from '../impl.js' */

const family = new Family()
export const jsonSearchFunctions = family.functions

family.all({
  jsonb_eq: equalJsonb,
  jsonb_ne: (a, b) => !equalJsonb(a, b),
  jsonb_lt: (a, b) => compareJsonb(a, b) < 0,
  jsonb_le: (a, b) => compareJsonb(a, b) <= 0,
  jsonb_gt: (a, b) => compareJsonb(a, b) > 0,
  jsonb_ge: (a, b) => compareJsonb(a, b) >= 0,
  jsonb_cmp: (a, b) => Math.sign(compareJsonb(a, b)),
})

/** @param {Jsonb} value */
const isContainer = (value) => value.tag === B.ARRAY || value.tag === B.OBJECT

/**
 * Containers of one kind at the top; a scalar is a pseudo array, which an array may contain and which may not contain
 * an array.
 * @param {Jsonb} value
 * @param {Jsonb} part
 */
function containsJsonb(value, part) {
  if ((value.tag === B.OBJECT) !== (part.tag === B.OBJECT)) return false
  if (!isContainer(value)) return !isContainer(part) && equalJsonb(value, part)
  if (!isContainer(part)) return hasElement(value, part)
  return deepContains(value, part)
}

/** Both containers. @param {Jsonb} value @param {Jsonb} part @returns {boolean} */
function deepContains(value, part) {
  if (value.tag !== part.tag) return false
  const count = B.countOf(part)
  if (part.tag === B.OBJECT) {
    if (B.countOf(value) < count) return false
    for (let i = 0; i < count; i++) {
      const at = B.findKey(value, B.keyAt(part, i))
      if (at < 0) return false
      const left = B.valueView(value, at)
      const right = B.valueView(part, i)
      if (isContainer(right) ? !deepContains(left, right) : isContainer(left) || !equalJsonb(left, right)) return false
    }
    return true
  }
  const valueCount = B.countOf(value)
  if (valueCount * count > ELEMENTS_APART_MAX) return containsElements(value, part)
  /** @type {Jsonb[] | null} */
  let containers = null
  for (let i = 0; i < count; i++) {
    const right = B.elementView(part, i)
    if (isContainer(right)) {
      containers ??= B.elementsOf(value).filter(isContainer)
      if (!containers.some((left) => deepContains(left, right))) return false
    } else if (!hasElement(value, right)) {
      return false
    }
  }
  return true
}

/** So many comparisons may be made one by one. */
const ELEMENTS_APART_MAX = 4096

/** Long arrays: scalars by their hashes. @param {Jsonb} array @param {Jsonb} part @returns {boolean} */
function containsElements(array, part) {
  const elements = B.elementsOf(array)
  const containers = elements.filter(isContainer)
  const wanted = B.elementsOf(part)
  const isIn = membership(elements.filter((element) => !isContainer(element)), wanted.length, equalJsonb, hashJsonb)
  return wanted.every((right) => {
    if (!isContainer(right)) return isIn(right)
    return containers.some((left) => {
      spend(CONTAINER_STEPS)
      return deepContains(left, right)
    })
  })
}

/** What looking into a container costs, against a step of effort.js. */
const CONTAINER_STEPS = 20

/** A scalar among the elements of an array. @param {Jsonb} array @param {Jsonb} scalar */
function hasElement(array, scalar) {
  const count = B.countOf(array)
  for (let i = 0; i < count; i++) {
    const element = B.elementView(array, i)
    if (element.tag === scalar.tag && equalJsonb(element, scalar)) return true
  }
  return false
}

/** A key of an object, a string of an array, the string itself. @param {Jsonb} value @param {string} key */
function existsJsonb(value, key) {
  switch (value.tag) {
    case B.OBJECT: return B.findKey(value, key) >= 0
    case B.STRING: return B.stringOf(value) === key
    case B.ARRAY: {
      const count = B.countOf(value)
      for (let i = 0; i < count; i++) {
        const element = B.elementView(value, i)
        if (element.tag === B.STRING && B.stringOf(element) === key) return true
      }
      return false
    }
    default: return false
  }
}

family.all({
  jsonb_contains: containsJsonb,
  jsonb_contained: (part, value) => containsJsonb(value, part),
  jsonb_exists: existsJsonb,
  jsonb_exists_any: (value, keys) =>
    keys.values.some((/** @type {string | null} */ key) => key !== null && existsJsonb(value, key)),
  jsonb_exists_all: (value, keys) =>
    keys.values.every((/** @type {string | null} */ key) => key === null || existsJsonb(value, key)),
})

// ---- casts

const CAST_KINDS = ['null', 'boolean', 'boolean', 'string', 'numeric', 'array', 'object']

/** @param {string} typeName @param {(value: any) => any} convert of the number */
const numberCast = (typeName, convert) => (/** @type {Jsonb} */ value) => {
  if (value.tag !== B.NUMBER) throw cannotCastJsonb(CAST_KINDS[value.tag], typeName)
  return convert(B.numberOf(value))
}

/**
 * Casts that end in numeric's own.
 * @param {{ get: (prosrc: string) => FunctionImpl | undefined }} functions
 * @returns {FunctionImpl[]}
 */
export function jsonCastFunctions(functions) {
  const casts = new Family()
  casts.add(
    'jsonb_numeric',
    numberCast('numeric', (value) => value)
  )
  for (const [name, typeName, prosrc] of [
    ['jsonb_int2', 'smallint', 'numeric_int2'],
    ['jsonb_int4', 'integer', 'numeric_int4'],
    ['jsonb_int8', 'bigint', 'numeric_int8'],
    ['jsonb_float4', 'real', 'numeric_float4'],
    ['jsonb_float8', 'double precision', 'numeric_float8'],
  ]) {
    casts.add(name, numberCast(typeName, /** @type {FunctionImpl} */ (functions.get(prosrc)).call))
  }
  casts.add('jsonb_bool', (value) => {
    if (value.tag !== B.TRUE && value.tag !== B.FALSE) throw cannotCastJsonb(CAST_KINDS[value.tag], 'boolean')
    return value.tag === B.TRUE
  })
  return casts.functions
}
