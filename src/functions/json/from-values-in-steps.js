/** Large arrays and rows as json, some elements at a time. */
import { charge } from '../../errors/value-size.js'
import { encodeJson } from '../../types/json/jsonb.js'
import { quoteJson } from '../../types/json/text-output.js'
import { parseJsonbInSteps } from '../../types/json/types.js'
import { baseTypeOf, fieldNames, fieldTypesOf } from './fields.js'
import { jsonText, isArray, jsonNode } from './from-values.js'

/** @import { Jsonb } from '../../types/json/jsonb.js' */
/** @import { TypeEnv } from '../../types/type-ops.js' */
/** @import { FunctionContext } from '../impl.js' */

/** @typedef {{ fieldTypes?: unknown, typeOid?: unknown, values: unknown[], dims?: unknown }} Whole a row or an array */

/**
 * A large array as JSON text, with a rest now and then.
 * @param {TypeEnv} env
 * @param {any} array PgArray
 * @param {string} [margin] between the members of the outermost level
 * @returns {Generator<void, string, void>} 53200
 */
export function* arrayTextInSteps(env, array, margin = '') {
  const { values, dims, elementType } = array
  if (values.length === 0) return '[]'
  // Elements of each array that begins or ends at some element, the innermost last.
  const sizes = dims.map((/** @type {number} */ _, /** @type {number} */ depth) =>
    dims.slice(depth).reduce((/** @type {number} */ product, /** @type {number} */ size) => product * size, 1),
  )
  const inner = sizes.length > 1 ? sizes[1] : 1
  let text = ''
  for (let at = 0; at < values.length; at++) {
    if (at > 0) text += at % inner === 0 ? `,${margin}` : ','
    for (const size of sizes) if (at % size === 0) text += '['
    text += jsonText(env, elementType, values[at])
    for (const size of sizes) if ((at + 1) % size === 0) text += ']'
    if (at % ELEMENTS_AT_ONCE !== ELEMENTS_AT_ONCE - 1) continue
    charge(text.length, 'the JSON text of an array')
    yield
  }
  return text
}

export const ELEMENTS_AT_ONCE = 2048

/** @param {TypeEnv} env @param {number} type @param {any} value @returns {Generator<void, string, void>} */
export function* textInSteps(env, type, value) {
  if (value === null) return 'null'
  if (isArray(env, baseTypeOf(env.catalog, type))) return yield* arrayTextInSteps(env, value)
  return isRecord(value) ? yield* rowTextInSteps(env, value, '') : jsonText(env, type, value)
}

/** @param {Whole} value */
const isRecord = (value) => value.fieldTypes !== undefined || value.typeOid !== undefined

/**
 * A row as JSON text, with rests between its fields, and within those that are large.
 * @param {TypeEnv} env @param {any} record PgRecord @param {string} margin
 * @returns {Generator<void, string, void>} 53200
 */
export function* rowTextInSteps(env, record, margin) {
  const names = fieldNames(env.catalog, record)
  const types = fieldTypesOf(env.catalog, record)
  let text = '{'
  for (let at = 0; at < names.length; at++) {
    const name = names[at]
    if (name === null) continue
    if (text !== '{') text += `,${margin}`
    text += `${quoteJson(name)}:${yield* textInSteps(env, types[at], record.values[at])}`
    charge(text.length, 'the JSON text of a row')
    yield
  }
  return `${text}}`
}

/** What the fields of a row take, about, where they have no bounds. @param {Whole | null} value @returns {number} */
export function rowBytes(value) {
  if (value === null || typeof value !== 'object' || !isRecord(value)) return 0
  let bytes = 0
  for (const one of value.values) {
    const field = /** @type {Whole | string | null} */ (one)
    if (typeof field === 'string') bytes += field.length
    else if (field?.dims !== undefined) bytes += field.values.length * FIELD_ELEMENT_BYTES
    else bytes += rowBytes(field)
  }
  return bytes
}
const FIELD_ELEMENT_BYTES = 64

/** @param {TypeEnv} env @param {number} type @param {any} value @returns {Generator<void, Jsonb, void>} */
export function* documentInSteps(env, type, value) {
  // Elements are the same by way of their text; what is no array is as fast by itself.
  return value !== null && isArray(env, baseTypeOf(env.catalog, type))
    ? yield* parseJsonbInSteps(yield* arrayTextInSteps(env, value))
    : encodeJson(jsonNode(env, type, value))
}

/**
 * Members made one by one, each charged for before the next.
 * @param {FunctionContext} ctx
 * @param {{ type: number, value: any }[]} list
 * @param {string} name of the function
 * @returns {Generator<void, string[], void>} 53200
 */
export function* membersInSteps(ctx, list, name) {
  const texts = []
  let length = 0
  for (const { type, value } of list) {
    const text = yield* textInSteps(ctx.env, type, value)
    charge(length += text.length, `the result of ${name}()`)
    texts.push(text)
    yield
  }
  return texts
}
