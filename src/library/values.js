/**
 * Values at the library's edge, as node-postgres has them: what a program gets for each type, and how what it passes
 * becomes a datum. The JavaScript type of a result depends on the SQL type and the options, never on the value.
 */
/** @import { DbError } from '../errors/db-error.js' */
import { isPromise } from './callbacks.js'
import { arrayInPieces, arrayLiteral, hexInPieces, isLarge, jsonInPieces } from './pieces/inputs.js'
import { jsonbToJs } from '../types/json/text-output.js'
import { parameterCannotBe, parameterIsInvalidDate, parameterIsPromise, zeroByteInText } from '../errors/library.js'
import { formatNumeric } from '../types/numbers/numeric.js'
import { FIRST_USER_OID } from '../types/oids.js'

/** @import { Types } from '../engine/door/door.js' */
/** @import { Numeric } from '../types/numbers/numeric.js' */
/**
 * @typedef
 *   {{ int8: 'string' | 'bigint' | 'number', numeric: 'string' | 'number', parsers: Record<number, (text: string) =>
 *   any> }} ValueOptions
 */

const BOOL = 16
const BYTEA = 17
const INT8 = 20
const INT2 = 21
const INT4 = 23
const TEXT = 25
const OID = 26
const JSON_TYPE = 114
const FLOAT4 = 700
const FLOAT8 = 701
const VARCHAR = 1043
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const NUMERIC = 1700
const JSONB = 3802

/** Microseconds between 1970 and 2000. */
const EPOCH_MICROS = 946684800000000
const MICROS_PER_DAY = 86400000000

/** Types whose datum is handed out as it is. */
const AS_IS = new Set([BOOL, INT2, INT4, OID, FLOAT4, FLOAT8, TEXT, VARCHAR])

/**
 * What turns a datum of this type into what the program sees; null when that is the datum itself.
 * @param {number} type OID @param {Types} types @param {ValueOptions} options
 * @returns {((value: any) => any) | null}
 */
export function outputConverter(type, types, options) {
  const parser = options.parsers[type]
  if (parser !== undefined && types.heed !== undefined) return parser
  if (parser !== undefined) return (value) => parser(types.typeOps(type).format(value, types.env))
  if (AS_IS.has(type)) return null
  switch (type) {
    case INT8: return options.int8 === 'number' ? asNumber : options.int8 === 'bigint' ? asBigInt : asString
    case NUMERIC: {
      // Elsewhere's come as texts.
      const { format } = types.typeOps(NUMERIC)
      if (format === formatNumeric) return options.numeric === 'number' ? numericNumber : numericText
      return options.numeric === 'number' ? (value) => Number(format(value, types.env))
        : (value) => format(value, types.env)
    }
    case BYTEA: return asBuffer
    case DATE: return dateOf
    case TIMESTAMP: return timestampOf
    case TIMESTAMPTZ: return timestamptzOf
    case JSON_TYPE: return parsedJson
    case JSONB: return jsonbToJs
    default: {
      const ops = types.typeOps(type)
      if (types.catalog().type(type)?.kind === 'd')
        return outputConverter(types.catalog().baseType(type), types, options)
      if (ops.elementType !== 0 && ops.category === 'A') {
        const element = outputConverter(ops.elementType, types, options)
        return (array) => nested(array, element)
      }
      // What a user-defined type's values are called is the catalog's matter: asked for when the value is at hand.
      return type < FIRST_USER_OID
        ? (value) => ops.format(value, types.env)
        : (value) => types.typeOps(type).format(value, types.env)
    }
  }
}

const asNumber = (/** @type {unknown} */ value) => Number(value)
const asBigInt = (/** @type {number | bigint | string} */ value) => BigInt(value)
const asString = (/** @type {unknown} */ value) => String(value)
const numericText = (/** @type {Numeric} */ value) => formatNumeric(value)
const numericNumber = (/** @type {Numeric} */ value) => Number(formatNumeric(value))
const asBuffer = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes)
const dateOf = (/** @type {number} */ days) =>
  typeof days === 'number' && Math.abs(days) < 2147483647
    ? localDate(EPOCH_MICROS / 1000 + days * 86400000)
    : days > 0
      ? Infinity
      : -Infinity
const timestampOf = (/** @type {number | bigint} */ micros) =>
  typeof micros === 'number' ? localDate((micros + EPOCH_MICROS) / 1000) : micros > 0n ? Infinity : -Infinity
const timestamptzOf = (/** @type {number | bigint} */ micros) =>
  typeof micros === 'number' ? new Date((micros + EPOCH_MICROS) / 1000) : micros > 0n ? Infinity : -Infinity
const parsedJson = (/** @type {string} */ value) => JSON.parse(value)

/** @type {Set<unknown>} */
const OF_NOBODY = new Set([
  null, asNumber, asBigInt, asString, numericText, numericNumber, asBuffer, dateOf, timestampOf, timestamptzOf,
  parsedJson, jsonbToJs,
])

/** Whether a converter depends on no session, nor on the program. @param {unknown} converter */
export const isOfNobody = (converter) => OF_NOBODY.has(converter)

/**
 * Does what a program sees of this type come from a parser of its own?
 * @param {number} type OID
 * @param {Types} types
 * @param {ValueOptions} options
 * @returns {boolean}
 */
export function usesParser(type, types, options) {
  if (options.parsers[type] !== undefined) return true
  if (types.catalog().type(type)?.kind === 'd') return usesParser(types.catalog().baseType(type), types, options)
  const { elementType, category } = types.typeOps(type)
  return elementType !== 0 && category === 'A' && usesParser(elementType, types, options)
}

/** A timestamp without zone is read as local time, as node-postgres does. @param {number} wallMs */
function localDate(wallMs) {
  const wall = new Date(wallMs)
  const local = new Date(
    wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate(), wall.getUTCHours(), wall.getUTCMinutes(),
    wall.getUTCSeconds(), wall.getUTCMilliseconds(),
  )
  if (wall.getUTCFullYear() < 100) local.setFullYear(wall.getUTCFullYear())
  return local
}

/** @param {any} array PgArray @param {((value: any) => any) | null} element */
function nested(array, element) {
  const flat = array.values.map((/** @type {any} */ value) =>
    value === null || element === null ? value : element(value)
  )
  let level = flat
  for (let dimension = array.dims.length - 1; dimension > 0; dimension--) {
    const size = array.dims[dimension]
    const grouped = []
    for (let at = 0; at < level.length; at += size) grouped.push(level.slice(at, at + size))
    level = grouped
  }
  return level
}

/**
 * A parameter as the program passed it, as a datum of the type the statement wants.
 * @param {unknown} value @param {number} type OID @param {Types} types @returns {any}
 * @throws {DbError} 22P02, 22003 …
 */
export function inputValue(value, type, types) {
  if (type === INT4 && typeof value === 'number' && (value | 0) === value && value !== 0) return value
  return anyValue(value, type, types)
}

/** @param {unknown} value @param {number} type @param {Types} types @returns {unknown} */
function anyValue(value, type, types) {
  if (value === null || value === undefined) return null
  switch (typeof value) {
    case 'number':
      if (
        ((type === INT4 && (value | 0) === value) || (type === INT8 && Number.isSafeInteger(value))) &&
        (value !== 0 || !Object.is(value, -0))
      )
        return value
      if (type === FLOAT8) return value
      return parseText(numberText(value), type, types)
    case 'string':
      if (type === TEXT || type === VARCHAR) {
        if (!types.takesLong?.(value) && value.includes('\0')) throw zeroByteInText()
        return value
      }
      return parseText(value, type, types)
    case 'boolean': return type === BOOL ? value : parseText(String(value), type, types)
    case 'bigint': return parseText(value.toString(), type, types)
    case 'object': return objectValue(/** @type {object} */ (value), type, types)
    default: throw parameterCannotBe(typeof value)
  }
}

/** @param {number} value */
const numberText = (value) => Object.is(value, -0) ? '-0' : String(value)

/** @param {string} text @param {number} type @param {Types} types */
const parseText = (text, type, types) => types.typeOps(type).parse(text, -1, types.env)

/** @param {object} value @param {number} type @param {Types} types */
function objectValue(value, type, types) {
  if (isPromise(value)) throw parameterIsPromise()
  if (value instanceof Date) return dateValue(value, type, types)
  if (value instanceof Uint8Array) {
    if (type === BYTEA) return types.takesLong?.(value) ? value : new Uint8Array(value)
    if (types.takesLong?.(value)) return hexInPieces(value)
    return parseText(`\\x${Buffer.from(value).toString('hex')}`, type, types)
  }
  const ops = types.typeOps(type)
  const isArray = Array.isArray(value) && ops.category === 'A'
  if (types.takesLong !== undefined && isLarge(value)) return isArray ? arrayInPieces(value) : jsonInPieces(value)
  if (isArray) return ops.parse(arrayLiteral(value), -1, types.env)
  return ops.parse(JSON.stringify(value), -1, types.env)
}

/** @param {Date} date @param {number} type @param {Types} types */
function dateValue(date, type, types) {
  const ms = date.getTime()
  if (Number.isNaN(ms)) throw parameterIsInvalidDate()
  if (type === TIMESTAMPTZ) return ms * 1000 - EPOCH_MICROS
  const wallMicros =
    Date.UTC(
      date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds(),
      date.getMilliseconds(),
    )
      * 1000
    - EPOCH_MICROS
  if (type === TIMESTAMP) return wallMicros
  if (type === DATE) return Math.floor(wallMicros / MICROS_PER_DAY)
  return parseText(date.toISOString(), type, types)
}
