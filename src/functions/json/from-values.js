/**
 * SQL values as json texts and jsonb nodes.
 *
 * By type: null, booleans and numbers are themselves (NaN and infinities strings), json and jsonb go in as they are,
 * arrays and rows become arrays and objects, dates and timestamps are ISO 8601 whatever DateStyle says, the rest is its
 * text as a string. A type of one's own may have a cast to json.
 */
import * as T from '../../types/oids.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { jsonInvalid } from '../../errors/json.js'
import { formatDate, formatTimestamp, formatTimestamptz } from '../../types/datetime/datetime.js'
import { Jsonb } from '../../types/json/jsonb.js'
import { objectNode } from '../../types/json/node.js'
import { numberNode, parseJson } from '../../types/json/parse.js'
import { formatJsonb, quoteJson } from '../../types/json/text-output.js'
import { builtinType } from '../../types/lookup.js'
import { Numeric } from '../../types/numbers/numeric.js'
import { baseTypeOf, fieldNames, fieldTypesOf } from './fields.js'

/** @import { TypeEnv } from '../../types/type-ops.js' */
/** @import { JsonNode } from '../../types/json/node.js' */

const NUMBERS = new Set([T.INT2, T.INT4, T.INT8, T.FLOAT4, T.FLOAT8, T.NUMERIC])
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether json_agg starts a new line before the next value. @param {TypeEnv} env @param {number} type */
export function isStructured(env, type) {
  const base = baseTypeOf(env.catalog, type)
  return base === T.RECORD || isArray(env, base) || env.catalog?.type(base)?.kind === 'c'
}

/** @param {TypeEnv} env @param {number} base */
export const isArray = (env, base) => {
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
export function arrayText(env, array, margin) {
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
export function rowText(env, record, margin) {
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
