/**
 * Makes certificates (RFC 5280), for development and tests: a server's own, signed by itself, and clients' that are
 * signed by that one. Keys are of the curve P-256, signatures ECDSA with SHA-256.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { parseAddress } from '../../config/access/address.js'
import {
  BIT_STRING, INTEGER, OCTET_STRING, SEQUENCE, SET, UTF8, encoded, integer, itemAt, itemsOf, numbered, object,
} from './der.js'

/** @import { KeyObject } from 'node:crypto' */

/** Who signs. @typedef {{ name: Buffer, key: KeyObject }} Signer name: as DER */
/** @typedef {{ cert: string, key: string, signer: Signer }} Made cert, key: PEM */
/**
 * @typedef {object} CertificateWish
 * @property {[type: 'CN' | 'O' | 'OU', value: string][]} subject
 * @property {Date} now @property {number} days for which it holds from then on
 * @property {string[]} [hosts] names and addresses of a server
 * @property {boolean} [signsOthers]
 * @property {Signer} [signer] itself where there is none
 */

const ECDSA_SHA256 = encoded(SEQUENCE, object('1.2.840.10045.4.3.2'))
const PARTS = { CN: '2.5.4.3', O: '2.5.4.10', OU: '2.5.4.11' }
const DAY_MS = 86400000
const TRUE = Buffer.of(0x01, 0x01, 0xff)

/** @param {CertificateWish} wish @returns {Made} */
export function makeCertificate({ subject, now, days, hosts = [], signsOthers = false, signer }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = encoded(SEQUENCE, ...subject.map(([type, value]) =>
    encoded(SET, encoded(SEQUENCE, object(PARTS[type]), encoded(UTF8, Buffer.from(value))))))
  const issuer = signer ?? { name, key: privateKey }
  const serial = randomBytes(16)
  serial[0] = serial[0] & 0x7f | 0x40
  const body = encoded(SEQUENCE,
    encoded(numbered(0), encoded(INTEGER, Buffer.of(2))),
    integer(serial),
    ECDSA_SHA256,
    issuer.name,
    // From yesterday on: clocks differ.
    encoded(SEQUENCE, timeOf(new Date(now.getTime() - DAY_MS)), timeOf(new Date(now.getTime() + days * DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encoded(numbered(3), encoded(SEQUENCE, ...extensions(hosts, signsOthers))))
  const signature = sign('sha256', body, issuer.key)
  const der = encoded(SEQUENCE, body, ECDSA_SHA256, encoded(BIT_STRING, Buffer.of(0), signature))
  return {
    cert: pem('CERTIFICATE', der), key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    signer: { name, key: privateKey },
  }
}

/** Its name, as DER. @param {Buffer} der of a certificate @returns {Buffer} */
export function subjectOf(der) {
  const [body] = itemsOf(der, itemAt(der, 0, der.length))
  const [, , , , , { start, end }] = itemsOf(der, body)
  return der.subarray(start, end)
}

/** @param {string[]} hosts @param {boolean} signsOthers @returns {Buffer[]} */
function extensions(hosts, signsOthers) {
  const basic = extension('2.5.29.19', encoded(SEQUENCE, ...(signsOthers ? [TRUE] : [])), true)
  // digitalSignature, and keyCertSign
  const usage = extension('2.5.29.15', encoded(BIT_STRING, signsOthers ? Buffer.of(2, 0x84) : Buffer.of(7, 0x80)), true)
  if (hosts.length === 0) return [basic, usage]
  const names = hosts.map((host) => isIP(host) === 0 ? encoded(0x82, Buffer.from(host))
    : encoded(0x87, /** @type {Uint8Array} */ (parseAddress(host))))
  return [basic, usage, extension('2.5.29.17', encoded(SEQUENCE, ...names), false)]
}

/** @param {string} id @param {Buffer} value @param {boolean} isCritical */
const extension = (id, value, isCritical) =>
  encoded(SEQUENCE, object(id), ...(isCritical ? [TRUE] : []), encoded(OCTET_STRING, value))

/** Two digits of the year until 2049, as RFC 5280 has it. @param {Date} date */
function timeOf(date) {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050 ? encoded(0x17, Buffer.from(text.slice(2))) : encoded(0x18, Buffer.from(text))
}

/** @param {string} label @param {Buffer} der */
const pem = (label, der) =>
  `-----BEGIN ${label}-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`
