/** Values on their way from thread to thread, where objects lose their class. */
import { PgArray } from '../../types/array.js'
import { Jsonb } from '../../types/json/jsonb.js'
import { JsonPath, jsonpathType } from '../../types/jsonpath/type.js'
import { Numeric } from '../../types/numbers/numeric.js'
import { BitString } from '../../types/strings/bit.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'

/** @param {unknown} value @returns {boolean} whether toMessage knows it */
export const isSendable = (value) => value === null || typeof value !== 'object' || value instanceof Uint8Array || value instanceof Jsonb || value instanceof JsonPath || value instanceof Numeric || value instanceof BitString
  || ((value instanceof PgArray || Array.isArray(value)) && (Array.isArray(value) ? value : value.values).every((item) => item === null || typeof item !== 'object'))

/** @param {unknown} value @returns {any} */
export function toMessage(value) {
  if (value === null || typeof value !== 'object') return { value }
  if (value instanceof PgArray) return { array: [value.elementType, value.dims, value.lowerBounds, value.values] }
  // A part of a larger document alone; what is only lent is copied by being sent.
  if (value instanceof Jsonb) return { jsonb: value.start === 0 && value.end === value.bytes.length ? value.bytes : value.bytes.slice(value.start, value.end) }
  if (value instanceof JsonPath) return { path: value.text }
  if (value instanceof Numeric) return { numeric: [value.coef, value.scale, value.special] }
  if (value instanceof BitString) return { bits: [value.bits, value.bytes] }
  return Array.isArray(value) ? { list: value.map(toMessage) } : { value }
}

/** @param {any} message @returns {any} */
export function fromMessage(message) {
  if (message.array !== undefined) return new PgArray(message.array[0], message.array[1], message.array[2], message.array[3])
  if (message.jsonb !== undefined) return new Jsonb(message.jsonb, 0, message.jsonb.length)
  if (message.path !== undefined) return jsonpathType.parse(message.path, -1, DEFAULT_ENV)
  if (message.numeric !== undefined) return new Numeric(message.numeric[0], message.numeric[1], message.numeric[2])
  if (message.bits !== undefined) return new BitString(message.bits[0], message.bits[1])
  return message.list !== undefined ? message.list.map(fromMessage) : message.value
}
