/**
 * A JSON value taken apart, as the functions that build or change one handle it. Parts that stay as they are remain
 * encoded (Jsonb).
 *
 *   null, true, false, string, Numeric     scalars
 *   JsonNode[]                             an array
 *   JsonObject                             keys unique and in jsonb's order: shorter first (in UTF-8 bytes), then by bytes
 *   Jsonb                                  an encoded part (jsonb.js)
 */
import { compareText, utf8Bytes } from '../strings/text.js'
/** @import { Numeric } from '../numbers/numeric.js' */
/** @import { Jsonb } from './jsonb.js' */

/** @typedef {null | boolean | string | Numeric | Jsonb | JsonObject | any[]} JsonNode */

export class JsonObject {
  /** Use objectNode unless keys are in order and unique. @param {string[]} keys @param {JsonNode[]} values */
  constructor(keys, values) {
    this.keys = keys
    this.values = values
  }
}

/** jsonb's order of keys. @param {string} a @param {string} b */
export function compareKeys(a, b) {
  const difference = utf8Bytes(a) - utf8Bytes(b)
  return difference !== 0 ? difference : compareText(a, b)
}

/**
 * Sorts; of equal keys the last counts.
 * @param {string[]} keys
 * @param {JsonNode[]} values both are kept by the result
 */
export function objectNode(keys, values) {
  const count = keys.length
  let sorted = true
  for (let i = 1; i < count && sorted; i++) sorted = compareKeys(keys[i - 1], keys[i]) < 0
  if (sorted) return new JsonObject(keys, values)
  const order = keys.map((_, at) => at).sort((a, b) => compareKeys(keys[a], keys[b]) || a - b)
  /** @type {string[]} */
  const outKeys = []
  /** @type {JsonNode[]} */
  const outValues = []
  for (let i = 0; i < count; i++) {
    const at = order[i]
    if (i + 1 < count && keys[order[i + 1]] === keys[at]) continue
    outKeys.push(keys[at])
    outValues.push(values[at])
  }
  return new JsonObject(outKeys, outValues)
}

/** Where a key is, or ~(where it would go). @param {JsonObject} object @param {string} key */
export function findNodeKey(object, key) {
  let low = 0
  let high = object.keys.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareKeys(object.keys[middle], key)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return ~low
}

/** A copy with one more or another value. @param {JsonObject} object @param {string} key @param {JsonNode} value */
export function withKey(object, key, value) {
  const at = findNodeKey(object, key)
  const values = object.values.slice()
  if (at >= 0) {
    values[at] = value
    return new JsonObject(object.keys, values)
  }
  const keys = object.keys.slice()
  keys.splice(~at, 0, key)
  values.splice(~at, 0, value)
  return new JsonObject(keys, values)
}
