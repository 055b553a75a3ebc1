/**
 * SQL values as JSON: to_json(b), array_to_json, row_to_json, json(b)_build_object and _array, json(b)_object, and what
 * the aggregates share.
 *
 * By type: null, booleans and numbers are themselves (NaN and infinities strings), json and jsonb go in as they are,
 * arrays and rows become arrays and
 * objects, dates and timestamps are ISO 8601 whatever DateStyle says, the rest is its text as a string. A type of one's
 * own may have a cast to json.
 */
import { datatypeMismatch } from '../../errors/data.js'
import { featureNotSupported } from '../../errors/db-error.js'
import {
  jsonInvalid, jsonPairsNotInTwo, mismatchedArrayDimensions, nullObjectKey, unevenJsonPairs, wrongSubscripts,
} from '../../errors/json.js'
import { charge } from '../../errors/value-size.js'
import { formatDate, formatTimestamp, formatTimestamptz } from '../../types/datetime/datetime.js'
import { encodeJson, Jsonb } from '../../types/json/jsonb.js'
import { objectNode } from '../../types/json/node.js'
import { numberNode, parseJson } from '../../types/json/parse.js'
import { formatJsonb, quoteJson } from '../../types/json/text-output.js'
import { parseJsonbInSteps } from '../../types/json/types.js'
import { builtinType } from '../../types/lookup.js'
/** @import { PgArray } from '../../types/array.js' */
import { Numeric } from '../../types/numbers/numeric.js'
import * as T from '../../types/oids.js'
import { atOnce } from '../../util/effort.js'
import { baseTypeOf, fieldNames, fieldTypesOf } from './fields.js'
import { Family } from '../impl.js'
/** @import { TypeEnv } from '../../types/type-ops.js' */
/** @import { JsonNode } from '../../types/json/node.js' */
/** @import { CallTypes, FunctionContext } from '../impl.js' */

const family = new Family()
export const jsonBuildFunctions = family.functions

const NUMBERS = new Set([T.INT2, T.INT4, T.INT8, T.FLOAT4, T.FLOAT8, T.NUMERIC])
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether json_agg starts a new line before the next value. @param {TypeEnv} env @param {number} type */
export function isStructured(env, type) {
  const base = baseTypeOf(env.catalog, type)
  return base === T.RECORD || isArray(env, base) || env.catalog?.type(base)?.kind === 'c'
}

/** @param {TypeEnv} env @param {number} base */
const isArray = (env, base) => {
  const info = env.catalog?.type(base)
  return info === undefined
    ? T.elementTypeOf(base) !== 0
    : info.elementType !== 0 && info.length === -1 && base !== T.NAME
}

/**
 * @param {TypeEnv} env
 * @param {number} base
 * @param {any} value
 * @returns {string | undefined} the ISO form of a date or timestamp
 */
export function isoText(env, base, value) {
  const iso = env.dateStyle[0] === 'I' ? env : { ...env, now: env.now, dateStyle: 'ISO, MDY' }
  switch (base) {
    case T.DATE: return formatDate(value, iso)
    case T.TIMESTAMP: return withLetter(formatTimestamp(value, iso))
    case T.TIMESTAMPTZ: return withLetter(formatTimestamptz(value, iso)).replace(/([+-]\d\d)( BC)?$/, '$1:00$2')
    default: return undefined
  }
}

/** @param {string} text with a blank between date and time */
const withLetter = (text) => text.replace(' ', 'T').replace(/TBC$/, ' BC')

/** @param {TypeEnv} env @param {number} type @param {any} value not null */
function textOf(env, type, value) {
  const ops = builtinType(baseTypeOf(env.catalog, type))
  if (ops === undefined) throw featureNotSupported(`JSON of type ${env.catalog?.type(type)?.name ?? type}`)
  return ops.format(value, env)
}

// ---- as json

/**
 * @param {TypeEnv} env
 * @param {number} type of the value, a domain as well
 * @param {any} value
 * @param {string} [margin] line break for pretty printing: '' none
 * @returns {string}
 */
export function jsonText(env, type, value, margin = '') {
  if (value === null) return 'null'
  const base = baseTypeOf(env.catalog, type)
  if (base === T.BOOL) return value ? 'true' : 'false'
  if (NUMBERS.has(base)) {
    const text = textOf(env, base, value)
    return JSON_NUMBER.test(text) ? text : quoteJson(text)
  }
  if (base === T.JSON) return value
  if (base === T.JSONB) return formatJsonb(value)
  const iso = isoText(env, base, value)
  if (iso !== undefined) return quoteJson(iso)
  if (isArray(env, base)) return arrayText(env, value, margin)
  if (value.fieldTypes !== undefined || value.typeOid !== undefined) return rowText(env, value, margin)
  return quoteJson(textOf(env, base, value))
}

/**
 * Line feeds stand between the members of the outermost level only.
 * @param {TypeEnv} env
 * @param {any} array PgArray
 * @param {string} margin
 */
function arrayText(env, array, margin) {
  let index = 0
  return array.values.length === 0 ? '[]' : level(0, margin)

  /** @param {number} depth @param {string} outer @returns {string} */
  function level(depth, outer) {
    const parts = []
    for (let i = 0; i < array.dims[depth]; i++)
      parts.push(
        depth + 1 < array.dims.length ? level(depth + 1, '') : jsonText(env, array.elementType, array.values[index++]),
      )
    return `[${parts.join(`,${outer}`)}]`
  }
}

/** @param {TypeEnv} env @param {any} record PgRecord @param {string} margin */
function rowText(env, record, margin) {
  const names = fieldNames(env.catalog, record)
  const types = fieldTypesOf(env.catalog, record)
  return `{${record.values.flatMap((/** @type {any} */ value, /** @type {number} */ at) => names[at] === null ? [] : [`${quoteJson(/** @type {string} */ (names[at]))}:${jsonText(env, types[at], value)}`]).join(`,${margin}`)}}`
}

// ---- as jsonb

/** @param {TypeEnv} env @param {number} type @param {any} value @returns {JsonNode} */
export function jsonNode(env, type, value) {
  if (value === null) return null
  const base = baseTypeOf(env.catalog, type)
  if (base === T.BOOL || value instanceof Jsonb) return value
  if (NUMBERS.has(base)) {
    if (base === T.INT4 || base === T.INT2 || base === T.INT8) return new Numeric(value, 0, 0)
    if (value instanceof Numeric && value.special === 0) return value
    const text = textOf(env, base, value)
    return JSON_NUMBER.test(text) ? numberNode(text) : text
  }
  if (base === T.JSON) return parseJson(value)
  const iso = isoText(env, base, value)
  if (iso !== undefined) return iso
  if (isArray(env, base)) return arrayNode(env, value)
  if (value.fieldTypes !== undefined || value.typeOid !== undefined) {
    const names = fieldNames(env.catalog, value)
    const types = fieldTypesOf(env.catalog, value)
    const present = names.flatMap((name, at) => (name === null ? [] : [at]))
    return objectNode(
      present.map((at) => /** @type {string} */ (names[at])),
      present.map((at) => jsonNode(env, types[at], value.values[at])),
    )
  }
  return textOf(env, base, value)
}

/** @param {TypeEnv} env @param {any} array PgArray @returns {JsonNode} */
function arrayNode(env, array) {
  let index = 0
  return array.values.length === 0 ? [] : level(0)

  /** @param {number} depth @returns {JsonNode[]} */
  function level(depth) {
    return Array.from({ length: array.dims[depth] }, () =>
      depth + 1 < array.dims.length ? level(depth + 1) : jsonNode(env, array.elementType, array.values[index++]),
    )
  }
}

/**
 * The name under which a value becomes a member.
 * @param {TypeEnv} env
 * @param {number} type
 * @param {any} value not null
 * @returns {string} 22023
 */
export function keyText(env, type, value) {
  const base = baseTypeOf(env.catalog, type)
  if (base === T.JSON || base === T.JSONB || isStructured(env, base))
    throw jsonInvalid('key value must be scalar, not array, composite, or json')
  return isoText(env, base, value) ?? (base === T.BOOL ? (value ? 'true' : 'false') : textOf(env, base, value))
}

// ---- functions

/** @param {CallTypes} types */
const argType = (types) => {
  if (types.args[0] === T.UNKNOWN)
    throw datatypeMismatch('could not determine polymorphic type because input has type unknown')
  return types.args[0]
}
/**
 * A large array as JSON text, with a rest now and then.
 * @param {TypeEnv} env
 * @param {any} array PgArray
 * @param {string} [margin] between the members of the outermost level
 * @returns {Generator<void, string, void>} 53200
 */
function* arrayTextInSteps(env, array, margin = '') {
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
const ELEMENTS_AT_ONCE = 2048

/** @param {TypeEnv} env @param {number} type @param {any} value @returns {Generator<void, string, void>} */
function* textInSteps(env, type, value) {
  if (value === null) return 'null'
  if (isArray(env, baseTypeOf(env.catalog, type))) return yield* arrayTextInSteps(env, value)
  return isRecord(value) ? yield* rowTextInSteps(env, value, '') : jsonText(env, type, value)
}

/** @typedef {{ fieldTypes?: unknown, typeOid?: unknown, values: unknown[], dims?: unknown }} Whole a row or an array */

/** @param {Whole} value */
const isRecord = (value) => value.fieldTypes !== undefined || value.typeOid !== undefined

/**
 * A row as JSON text, with rests between its fields, and within those that are large.
 * @param {TypeEnv} env @param {any} record PgRecord @param {string} margin
 * @returns {Generator<void, string, void>} 53200
 */
function* rowTextInSteps(env, record, margin) {
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
function rowBytes(value) {
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
function* documentInSteps(env, type, value) {
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
function* membersInSteps(ctx, list, name) {
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

family.typed('to_json', (ctx, types, value) => jsonText(ctx.env, argType(types), value),
  { work: rowBytes, steps: (ctx, types, value) => textInSteps(ctx.env, argType(types), value) })
family.typed('to_jsonb', (ctx, types, value) => encodeJson(jsonNode(ctx.env, argType(types), value)), {
  steps: (ctx, types, value) => documentInSteps(ctx.env, argType(types), value),
})
family.context('array_to_json', (ctx, array) => arrayText(ctx.env, array, ''), {
  steps: (ctx, array) => arrayTextInSteps(ctx.env, array),
})
family.context('array_to_json_pretty', (ctx, array, pretty) => arrayText(ctx.env, array, pretty ? '\n ' : ''),
  { steps: (ctx, array, pretty) => arrayTextInSteps(ctx.env, array, pretty ? '\n ' : '') })
family.context('row_to_json', (ctx, row) => rowText(ctx.env, row, ''),
  { work: rowBytes, steps: (ctx, row) => rowTextInSteps(ctx.env, row, '') })
family.context('row_to_json_pretty', (ctx, row, pretty) => rowText(ctx.env, row, pretty ? '\n ' : ''),
  { work: rowBytes, steps: (ctx, row, pretty) => rowTextInSteps(ctx.env, row, pretty ? '\n ' : '') })

/**
 * Arguments with their types, an explicit VARIADIC array spread; null when that array is null.
 * @param {CallTypes} types
 * @param {any[]} args
 */
function spread(types, args) {
  if (!types.variadic)
    return args.map((value, at) => ({ value, type: types.args[at] === T.UNKNOWN ? T.TEXT : types.args[at] }))
  const array = args[args.length - 1]
  return array === null ? null : array.values.map((/** @type {any} */ value) => ({ value, type: array.elementType }))
}

/**
 * @param {FunctionContext} ctx
 * @param {CallTypes} types
 * @param {any[]} args
 * @param {string} name
 * @param {(at: number) => Error} nullKey
 * @returns {{ key: string, type: number, value: any }[] | null}
 */
function memberArguments(ctx, types, args, name, nullKey) {
  const list = spread(types, args)
  if (list === null) return null
  if (list.length % 2 !== 0)
    throw jsonInvalid(
      'argument list must have even number of elements',
      `The arguments of ${name}() must consist of alternating keys and values.`,
    )
  const result = []
  for (let at = 0; at < list.length; at += 2) {
    if (list[at].value === null) throw nullKey(at + 1)
    result.push({
      key: keyText(ctx.env, list[at].type, list[at].value), type: list[at + 1].type, value: list[at + 1].value,
    })
  }
  return result
}
family.typed(['json_build_object', 'json_build_object_noargs'], (ctx, types, ...args) => {
  const list = memberArguments(ctx, types, args, 'json_build_object', (at) =>
    jsonInvalid(`argument ${at} cannot be null`, 'Object keys should be text.'),
  )
  return list === null
    ? null
    : `{${list.map(({ key, type, value }) => `${quoteJson(key)} : ${jsonText(ctx.env, type, value)}`).join(', ')}}`
}, { steps: function* (ctx, types, ...args) {
  const list = memberArguments(ctx, types, args, 'json_build_object', (at) =>
    jsonInvalid(`argument ${at} cannot be null`, 'Object keys should be text.'),
  )
  if (list === null) return null
  const texts = yield* membersInSteps(ctx, list, 'json_build_object')
  return `{${list.map(({ key }, at) => `${quoteJson(key)} : ${texts[at]}`).join(', ')}}`
} })
family.typed(['jsonb_build_object', 'jsonb_build_object_noargs'], (ctx, types, ...args) => {
  const list = memberArguments(ctx, types, args, 'jsonb_build_object', (at) =>
    jsonInvalid(`argument ${at}: key must not be null`),
  )
  return list === null
    ? null
    : encodeJson(
        objectNode(
          list.map(({ key }) => key),
          list.map(({ type, value }) => jsonNode(ctx.env, type, value)),
        ),
      )
})
family.typed(['json_build_array', 'json_build_array_noargs'], (ctx, types, ...args) => {
  const list = spread(types, args)
  return list === null
    ? null
    : `[${list.map((/** @type {any} */ { type, value }) => jsonText(ctx.env, type, value)).join(', ')}]`
}, { steps: function* (ctx, types, ...args) {
  const list = spread(types, args)
  return list === null ? null : `[${(yield* membersInSteps(ctx, list, 'json_build_array')).join(', ')}]`
} })
family.typed(['jsonb_build_array', 'jsonb_build_array_noargs'], (ctx, types, ...args) => {
  const list = spread(types, args)
  return list === null
    ? null
    : encodeJson(list.map((/** @type {any} */ { type, value }) => jsonNode(ctx.env, type, value)))
})

/** Names and values of an object: of each list so many in a row belong to one pair. */
class Pairs {
  /**
   * @param {(string | null)[]} keys @param {(string | null)[]} values @param {number} stride
   * @param {number} offset of the first value
   */
  constructor(keys, values, stride, offset) {
    this.keys = keys
    this.values = values
    this.stride = stride
    this.offset = offset
    this.count = keys.length / stride
  }

  /** @param {number} at @returns {string} 22004 */
  key(at) {
    const key = this.keys[at * this.stride]
    if (key === null) throw nullObjectKey()
    return key
  }

  /** @param {number} at */
  value(at) { return this.values[at * this.stride + this.offset] }

  /** @param {number} at */
  text(at) {
    const key = quoteJson(this.key(at))
    const value = this.value(at)
    return `${key} : ${value === null ? 'null' : quoteJson(value)}`
  }
}

/** json_object(text[]): pairs in a row, or one a row. @param {PgArray} array @returns {Pairs} */
function textPairs(array) {
  if (array.dims.length === 1 && array.dims[0] % 2 !== 0) throw unevenJsonPairs()
  if (array.dims.length === 2 && array.dims[1] !== 2) throw jsonPairsNotInTwo()
  if (array.dims.length > 2) throw wrongSubscripts()
  return new Pairs(array.values, array.values, 2, 1)
}

/** @param {PgArray} keys @param {PgArray} values of text @returns {Pairs} */
function zippedPairs(keys, values) {
  if (keys.dims.length > 1 || keys.dims.length !== values.dims.length) throw wrongSubscripts()
  if (keys.values.length !== values.values.length) throw mismatchedArrayDimensions()
  return new Pairs(keys.values, values.values, 1, 0)
}

/** @param {Pairs} pairs @returns {string} */
const pairsText = (pairs) => atOnce(pairsTextInSteps(pairs))

/** @param {Pairs} pairs */
function pairsValue(pairs) {
  const keys = Array.from({ length: pairs.count }, (_, at) => pairs.key(at))
  return encodeJson(objectNode(keys, keys.map((_, at) => pairs.value(at))))
}

/**
 * The text of pairs, with a rest now and then.
 * @param {Pairs} pairs
 * @returns {Generator<void, string, void>} 53200
 */
function* pairsTextInSteps(pairs) {
  let text = '{'
  for (let at = 0; at < pairs.count; at++) {
    text += at > 0 ? `, ${pairs.text(at)}` : pairs.text(at)
    if (at % ELEMENTS_AT_ONCE !== ELEMENTS_AT_ONCE - 1) continue
    charge(text.length, 'the result of json_object()')
    yield
  }
  return `${text}}`
}
family.add('json_object', (array) => pairsText(textPairs(array)), {
  steps: (array) => pairsTextInSteps(textPairs(array)),
})
family.add('json_object_two_arg', (keys, values) => pairsText(zippedPairs(keys, values)), {
  steps: (keys, values) => pairsTextInSteps(zippedPairs(keys, values)),
})
family.add('jsonb_object', (array) => pairsValue(textPairs(array)), {
  steps: function* (array) {
    return yield* parseJsonbInSteps(yield* pairsTextInSteps(textPairs(array)))
  },
})
family.add('jsonb_object_two_arg', (keys, values) => pairsValue(zippedPairs(keys, values)), {
  steps: function* (keys, values) {
    return yield* parseJsonbInSteps(yield* pairsTextInSteps(zippedPairs(keys, values)))
  },
})
