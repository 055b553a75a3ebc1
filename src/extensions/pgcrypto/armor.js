/** OpenPGP's ASCII armor (RFC 4880, 6): bytes as lines of base64 with a checksum, and headers before them. */
import { corruptArmor, wrongArmorSubscripts, mismatchedArmorDimensions, nullHeader } from '../../errors/pgcrypto.js'
import { invalidParameter } from '../../errors/syntax.js'

/** @import { PgArray } from '../../types/pg-array.js' */

const LINE = 76
const CRC_START = 0xb704ce
const CRC_POLYNOMIAL = 0x1864cfb
const DASHES = '-----'

const corrupt = () => corruptArmor()

/** By byte. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 16
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x800000 ? (crc << 1) ^ CRC_POLYNOMIAL : crc << 1
  return crc & 0xffffff
})

/** @param {Uint8Array} bytes @returns {Uint8Array} three bytes, the highest first */
function checksum(bytes) {
  let crc = CRC_START
  for (let at = 0; at < bytes.length; at++) crc = ((crc << 8) & 0xffffff) ^ CRC_TABLE[(crc >>> 16) ^ bytes[at]]
  return Uint8Array.of(crc >>> 16, crc >>> 8, crc)
}

/** @param {Uint8Array} bytes */
const base64 = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')

/**
 * @param {Uint8Array} data @param {PgArray} [keys] @param {PgArray} [values]
 * @returns {string} @throws {DbError} 2202E, 22004, 22023 keys and values that cannot be headers
 */
export function armored(data, keys, values) {
  const headers = keys === undefined || values === undefined ? '' : headerLines(keys, values)
  const lines = base64(data).replace(LINES, '$&\n')
  return `-----BEGIN PGP MESSAGE-----\n${headers}\n${lines}=${base64(checksum(data))}\n-----END PGP MESSAGE-----\n`
}
const LINES = new RegExp(`.{1,${LINE}}`, 'g')

/** @param {PgArray} keys @param {PgArray} values @returns {string} */
function headerLines(keys, values) {
  const [depth, other] = [keys.dims.length, values.dims.length]
  if (depth > 1 || depth !== other) throw wrongArmorSubscripts()
  if (keys.values.length !== values.values.length) throw mismatchedArmorDimensions()
  return keys.values.map((key, at) => {
    requirePart(key, 'key')
    if (key.includes(': ')) throw refused('header key must not contain ": "')
    if (key.includes('\n')) throw refused('header key must not contain newlines')
    const value = values.values[at]
    requirePart(value, 'value')
    if (value.includes('\n')) throw refused('header value must not contain newlines')
    return `${key}: ${value}\n`
  }).join('')
}

/** @param {string} message */
const refused = (message) => invalidParameter(message)

/** @param {string | null} part @param {string} what @throws {DbError} 22004, 22023 */
function requirePart(part, what) {
  if (part === null) throw nullHeader(what)
  for (let at = 0; at < part.length; at++) {
    if (part.charCodeAt(at) > 127) throw refused(`header ${what} must not contain non-ASCII characters`)
  }
}

/**
 * A line that begins or ends an armor.
 * @param {string} text @param {number} from where to look @param {string} mark BEGIN or END
 * @returns {{ at: number, after: number }} the line, and the next one @throws {DbError} 39000
 */
function frameLine(text, from, mark) {
  const wanted = DASHES + mark
  let at = text.indexOf(wanted, from)
  while (at > from && text[at - 1] !== '\n') at = text.indexOf(wanted, at + wanted.length)
  if (at < 0) throw corrupt()
  let after = at + wanted.length
  while (after < text.length && text[after] !== '-') if (text[after++] < ' ') throw corrupt()
  if (!text.startsWith(DASHES, after)) throw corrupt()
  after += DASHES.length
  if (after < text.length && text[after] !== '\n' && text[after] !== '\r') throw corrupt()
  if (text[after] === '\r') after++
  if (text[after] === '\n') after++
  return { at, after }
}

/** @param {string} text @returns {{ headers: string[], body: string }} lines, and what is after the empty one */
function partsOf(text) {
  const { after } = frameLine(text, 0, 'BEGIN')
  const { at: end } = frameLine(text, after, 'END')
  const headers = []
  let at = after
  while (at < end && text[at] !== '\n' && text[at] !== '\r') {
    const line = text.indexOf('\n', at)
    if (line < 0 || line >= end) throw corrupt()
    headers.push(text.slice(at, line).replace(/\r$/, ''))
    at = line + 1
  }
  return { headers, body: text.slice(at, end) }
}

/** @param {string} text @returns {Uint8Array} @throws {DbError} 39000 */
export function dearmored(text) {
  const { body } = partsOf(text)
  const sum = body.lastIndexOf('=')
  if (sum < 0) throw corrupt()
  const data = unarmored(body.slice(0, Math.max(0, sum - 1)))
  const said = unarmored(body.slice(sum + 1, sum + 5))
  if (said.length !== 3 || !Buffer.from(said).equals(checksum(data))) throw corrupt()
  return data
}

/** Base64, blanks anywhere. @param {string} text @returns {Uint8Array} @throws {DbError} 39000 */
function unarmored(text) {
  const letters = text.replace(/[ \t\n\r]+/g, '')
  if (letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(letters)) throw corrupt()
  return new Uint8Array(Buffer.from(letters, 'base64'))
}

/** @param {string} text @returns {[string, string][]} its headers @throws {DbError} 39000 */
export const armorHeaders = (text) => partsOf(text).headers.map((line) => {
  const at = line.indexOf(': ')
  if (at < 0) throw corrupt()
  return [line.slice(0, at), line.slice(at + 2)]
})
