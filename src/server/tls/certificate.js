/**
 * What is read out of a certificate (RFC 5280): whose it is and who says so, in the two forms in which PostgreSQL
 * shows names, and by which hash it was signed, which channel binding needs (RFC 5929).
 *
 *   Certificate  SEQUENCE { SEQUENCE { [0] version, serial, algorithm, issuer, validity, subject, … },
 *                           algorithm, … }
 *   Name         SEQUENCE OF SET OF SEQUENCE { OBJECT, string }
 */
import { createHash } from 'node:crypto'
import { itemAt, itemsOf, numbered, objectText, stringText } from './der.js'

/** @import { Item } from './der.js' */

/**
 * @typedef {object} PeerCertificate
 * @property {string | null} commonName the first one; null: there is none
 * @property {string} distinguishedName as RFC 2253 writes it, the last part first: `CN=alice,O=Sea`
 * @property {string} subject as it is shown: `/O=Sea/CN=alice` @property {string} issuer
 * @property {string} serial in decimal
 */
/**
 * Part of a name. @typedef {{ name: string, value: string, isKnown: boolean, raw: string, joins: boolean }} NamePart
 * joins: the one before
 */

const COMMON_NAME = 'CN'
/** Short names of parts, by OpenSSL's. @type {Record<string, string>} */
const NAMES = {
  '2.5.4.3': COMMON_NAME, '2.5.4.4': 'SN', '2.5.4.5': 'serialNumber', '2.5.4.6': 'C', '2.5.4.7': 'L', '2.5.4.8': 'ST',
  '2.5.4.9': 'street', '2.5.4.10': 'O', '2.5.4.11': 'OU', '2.5.4.12': 'title', '2.5.4.13': 'description',
  '2.5.4.17': 'postalCode', '2.5.4.41': 'name', '2.5.4.42': 'GN', '2.5.4.43': 'initials',
  '2.5.4.44': 'generationQualifier', '2.5.4.46': 'dnQualifier', '2.5.4.65': 'pseudonym',
  '1.2.840.113549.1.9.1': 'emailAddress', '0.9.2342.19200300.100.1.1': 'UID', '0.9.2342.19200300.100.1.25': 'DC',
}
/** Hashes of signatures; MD5 and SHA-1 are bound to by SHA-256. @type {Record<string, string>} */
const HASHES = {
  '1.2.840.113549.1.1.4': 'sha256', '1.2.840.113549.1.1.5': 'sha256', '1.2.840.113549.1.1.14': 'sha224',
  '1.2.840.113549.1.1.11': 'sha256', '1.2.840.113549.1.1.12': 'sha384', '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.113549.1.1.15': 'sha512-224', '1.2.840.113549.1.1.16': 'sha512-256',
  '1.2.840.10045.4.1': 'sha256', '1.2.840.10045.4.3.1': 'sha224', '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384', '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.10040.4.3': 'sha256', '2.16.840.1.101.3.4.3.1': 'sha224', '2.16.840.1.101.3.4.3.2': 'sha256',
  // Of hashes alone, which RSASSA-PSS names beside.
  '1.3.14.3.2.26': 'sha256', '2.16.840.1.101.3.4.2.1': 'sha256', '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512', '2.16.840.1.101.3.4.2.4': 'sha224',
}
const RSASSA_PSS = '1.2.840.113549.1.1.10'

/** @param {Buffer} der @returns {PeerCertificate} @throws {RangeError} it is no certificate */
export function readCertificate(der) {
  const [body] = itemsOf(der, itemAt(der, 0, der.length))
  const items = itemsOf(der, body)
  if (items[0].tag === numbered(0)) items.shift()
  const [serial, , issuer, , subject] = items
  const parts = nameParts(der, subject)
  return {
    commonName: parts.find(({ name }) => name === COMMON_NAME)?.value ?? null,
    distinguishedName: rfc2253(parts),
    subject: shown(parts),
    issuer: shown(nameParts(der, issuer)),
    serial: BigInt(`0x${Buffer.from(der.subarray(serial.body, serial.end)).toString('hex') || '0'}`).toString(),
  }
}

/**
 * What channel binding says of our certificate. @param {Buffer} der @returns {Buffer | null} null: it is signed without
 * a hash
 */
export function endPointHash(der) {
  const [, algorithm] = itemsOf(der, itemAt(der, 0, der.length))
  const [object, parameters] = itemsOf(der, algorithm)
  const signature = objectText(der, object)
  const hash = signature === RSASSA_PSS ? hashOfPss(der, parameters) : HASHES[signature]
  return hash === undefined ? null : createHash(hash).update(der).digest()
}

/** @param {Buffer} der @param {Item | undefined} parameters @returns {string | undefined} SHA-1 unless they say */
function hashOfPss(der, parameters) {
  const given = parameters === undefined ? undefined : itemsOf(der, parameters).find(({ tag }) => tag === numbered(0))
  if (given === undefined) return 'sha256'
  const [object] = itemsOf(der, itemsOf(der, given)[0])
  return HASHES[objectText(der, object)]
}

/** @param {Buffer} der @param {Item} name @returns {NamePart[]} */
const nameParts = (der, name) => itemsOf(der, name).flatMap((set) => itemsOf(der, set).map((pair, at) => {
  const [object, value] = itemsOf(der, pair)
  const dotted = objectText(der, object)
  return {
    name: NAMES[dotted] ?? dotted, value: stringText(der, value), isKnown: dotted in NAMES,
    raw: der.toString('hex', value.start, value.end).toUpperCase(), joins: at > 0,
  }
}))

/** @param {NamePart[]} parts */
const shown = (parts) => parts.map(({ name, value }) => `/${name}=${escaped(value)}`).join('')

/** @param {NamePart[]} parts */
function rfc2253(parts) {
  let text = ''
  for (let at = parts.length - 1; at >= 0; at--) {
    const { name, value, isKnown, raw, joins } = parts[at]
    text += `${name}=${isKnown ? asciiOnly(escaped(value)) : `#${raw}`}`
    if (at > 0) text += joins ? '+' : ','
  }
  return text
}

/** @param {string} value */
const escaped = (value) => value
  .replace(/[,+"\\<>;]/g, '\\$&').replace(/^[# ]/, '\\$&').replace(/(?<!\\) $/, '\\ ')
  .replace(/[\x00-\x1f\x7f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** @param {string} text */
const asciiOnly = (text) => text.replace(/[^\x00-\x7f]/gu, (letter) =>
  Array.from(Buffer.from(letter), (byte) => `\\${byte.toString(16).toUpperCase()}`).join(''))
