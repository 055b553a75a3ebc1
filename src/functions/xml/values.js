/** SQL values as XML content: numbers and texts as they are shown, dates as XML Schema has them, arrays by elements. */
import { infiniteInXml } from '../../errors/xml.js'
import { isInfinite, isInfiniteStamp } from '../../types/datetime/datetime.js'
import { PgArray } from '../../types/array.js'
import * as T from '../../types/oids.js'
import { shownXml } from '../../types/xml/declaration.js'
import { isoText } from '../json/from-values.js'
import { baseTypeOf } from '../json/fields.js'

/** @import { TypeEnv, TypeOps } from '../../types/type-ops.js' */
/** How values of a type are shown. @typedef {{ env: TypeEnv, opsOf: (type: number) => TypeOps }} XmlTypes */

/** Characters of a line of base64. */
const LINE = /.{72}(?=.)/g

/** @type {Record<string, string>} */
const CONTENT = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#x0d;' }
/** @type {Record<string, string>} */
const ATTRIBUTE = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;',
}

/** @param {string} text @returns {string} as character data */
export const escapeContent = (text) => /[&<>\r]/.test(text)
  ? text.replaceAll(/[&<>\r]/g, (character) => CONTENT[character]) : text

/** @param {string} text @returns {string} between double quotes */
export const escapeAttribute = (text) => text.replaceAll(/[&<>"\t\n\r]/g, (character) => ATTRIBUTE[character])

/**
 * @param {XmlTypes} types
 * @param {number} type of the value, a domain as well
 * @param {unknown} value not null
 * @param {boolean} escapes as content; an attribute's value is escaped by who writes it
 * @returns {string} @throws {DbError} 22008 infinite dates
 */
export function xmlText(types, type, value, escapes) {
  const { env } = types
  const base = baseTypeOf(env.catalog, type)
  switch (base) {
    case T.XML: return shownXml(/** @type {string} */ (value))
    case T.BOOL: return value ? 'true' : 'false'
    case T.DATE: if (isInfinite(Number(value))) throw infiniteInXml('date'); break
    case T.TIMESTAMP: case T.TIMESTAMPTZ:
      if (isInfiniteStamp(/** @type {number} */ (value))) throw infiniteInXml('timestamp')
      break
    case T.BYTEA: return binary(env, /** @type {Uint8Array} */ (value))
    default:
  }
  const iso = isoText(env, base, value)
  if (iso !== undefined) return iso
  if (value instanceof PgArray) return elements(types, value)
  const text = types.opsOf(base).format(value, env)
  return escapes ? escapeContent(text) : text
}

/** Nulls are left out. @param {XmlTypes} types @param {PgArray} array */
function elements(types, array) {
  let text = ''
  for (const value of array.values) {
    if (value !== null) text += `<element>${xmlText(types, array.elementType, value, true)}</element>`
  }
  return text
}

/** @param {TypeEnv} env @param {Uint8Array} bytes */
function binary(env, bytes) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return env.xmlBinary === 'hex' ? buffer.toString('hex').toUpperCase()
    : buffer.toString('base64').replaceAll(LINE, '$&\r\n')
}
