/**
 * Values that JavaScript's Map does not compare as SQL does (numeric, uuid, bytea, arrays …) as strings that are equal
 * if and only if the values are: the type's order-preserving key bytes, one character each, or the stored form of a
 * type that has no key bytes.
 */
import { encodeKeyPart, hasKeyBytes, KEY_BUFFER_BYTES } from '../types/key.js'
import { collatedInfo } from '../types/collation/types.js'
import { builtinType } from '../types/registry.js'
import { isBuiltinType } from '../types/lookup.js'
import { BPCHAR, NUMERIC, RECORD } from '../types/oids.js'
import { featureNotSupported } from '../errors/db-error.js'
/** @import { Datum } from '../types/datum.js' */

let scratch = new Uint8Array(KEY_BUFFER_BYTES)

/** @type {Map<number, (value: any) => string>} */
const byType = new Map()

/** @param {number} typeOid @param {unknown} ops TypeOps @returns {(value: any) => string} */
export function canonicalKey(typeOid, ops) {
  const collated = typeOid < 0 ? collatedInfo(typeOid)?.canonical ?? null : null
  if (collated !== null) return collated
  const known = byType.get(typeOid)
  if (known !== undefined) return known
  const made = make(typeOid, ops)
  if (isBuiltinType(typeOid)) byType.set(typeOid, made)
  return made
}

/** @param {number} typeOid @param {any} ops @returns {(value: any) => string} */
function make(typeOid, ops) {
  if (ops?.oid === RECORD || ops?.category === 'C') return recordKey
  if (ops !== null && ops.equals === undefined) throw featureNotSupported(`grouping by type ${ops.display ?? ops.name}`)
  if (typeOid === BPCHAR) return withoutBlanks
  if (typeOid === NUMERIC) return numericKey
  if (hasKeyBytes(typeOid) || (ops?.elementType ?? 0) !== 0) {
    return (value) => {
      let end = encodeKeyPart(typeOid, value, false, false, scratch, 0)
      if (end > scratch.length) {
        scratch = new Uint8Array(2 * end)
        end = encodeKeyPart(typeOid, value, false, false, scratch, 0)
      }
      return asText(end)
    }
  }
  throw featureNotSupported(`grouping by type ${ops?.display ?? typeOid}`)
}

/** Trailing blanks count for nothing. @param {string} value */
function withoutBlanks(value) {
  let end = value.length
  while (end > 0 && value.charCodeAt(end - 1) === 32) end--
  return end === value.length ? value : value.slice(0, end)
}

/** Coefficient and scale without trailing zeros. @param {import('../types/numbers/numeric.js').Numeric} value */
function numericKey(value) {
  if (value.special !== 0) return `s${value.special}`
  let { coef, scale } = value
  if (typeof coef === 'number') {
    for (; scale > 0 && coef % 10 === 0; coef /= 10) scale--
    return scale === 0 ? `${coef}` : `${coef}e${scale}`
  }
  for (; scale > 0 && coef % 10n === 0n; coef /= 10n) scale--
  return scale === 0 ? `${coef}` : `${coef}e${scale}`
}

/** @param {number} end */
function asText(end) {
  let text = ''
  for (let at = 0; at < end; at++) text += String.fromCharCode(scratch[at] + 1)
  return text
}

/**
 * Records are equal when their fields are, nulls included.
 * @param {{ values: Datum[], fieldTypes?: number[] }} record
 * @returns {string}
 */
function recordKey({ values, fieldTypes = [] }) {
  return values.map((value, at) => {
    if (fieldTypes[at] === 0) return ''
    if (value === null) return '\udffe'
    const key = canonicalKey(fieldTypes[at], builtinType(fieldTypes[at]) ?? null)(value)
    return `${key.length}:${key}`
  }).join('')
}
