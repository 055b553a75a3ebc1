/**
 * An alert under TLS 1.3 (RFC 8446, sections 5.2, 6, 7.3). Node believes every certificate until the handshake is over
 * and has no call that sends an alert then, so a client would not hear of it as OpenSSL tells it. The record is made
 * here of the secret that Node tells those who keep a log of keys; it is the first under that secret, as no ticket is
 * sent to who is not believed, and the last.
 */
import { createCipheriv, createHmac } from 'node:crypto'

/** Kinds of records, and what is in the one. */
const [ALERT, APPLICATION_DATA] = [21, 23]
const FATAL = 2
const TAG_BYTES = 16

/** @typedef {{ cipher: import('node:crypto').CipherGCMTypes, hash: string, keyBytes: number }} Suite */
/** By OpenSSL's name. @type {Record<string, Suite>} */
const SUITES = {
  TLS_AES_128_GCM_SHA256: { cipher: 'aes-128-gcm', hash: 'sha256', keyBytes: 16 },
  TLS_AES_256_GCM_SHA384: { cipher: 'aes-256-gcm', hash: 'sha384', keyBytes: 32 },
  TLS_CHACHA20_POLY1305_SHA256: {
    cipher: /** @type {import('node:crypto').CipherGCMTypes} */ ('chacha20-poly1305'), hash: 'sha256', keyBytes: 32,
  },
}

const [BAD, REVOKED, EXPIRED, UNKNOWN, UNKNOWN_AUTHORITY, WRONG_SIGNATURE, WRONG_USE] = [42, 44, 45, 46, 48, 51, 43]
/** As OpenSSL's ssl_x509err2alert has it: X509_V_ERR_* without the prefix, as Node names them. */
const ALERTS = /** @type {Record<string, number>} */ ({
  CA_KEY_TOO_SMALL: BAD, CA_MD_TOO_WEAK: BAD, EE_KEY_TOO_SMALL: BAD, CERT_NOT_YET_VALID: BAD, CERT_REJECTED: BAD,
  CERT_UNTRUSTED: BAD, CRL_NOT_YET_VALID: BAD, ERROR_IN_CERT_NOT_AFTER_FIELD: BAD, ERROR_IN_CERT_NOT_BEFORE_FIELD: BAD,
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: BAD, UNABLE_TO_DECRYPT_CERT_SIGNATURE: BAD, CERT_REVOKED: REVOKED,
  CERT_HAS_EXPIRED: EXPIRED, CRL_HAS_EXPIRED: EXPIRED, CERT_CHAIN_TOO_LONG: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY, INVALID_CA: UNKNOWN_AUTHORITY,
  PATH_LENGTH_EXCEEDED: UNKNOWN_AUTHORITY, SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_CRL: UNKNOWN_AUTHORITY, UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY, UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: WRONG_SIGNATURE, CRL_SIGNATURE_FAILURE: WRONG_SIGNATURE, INVALID_PURPOSE: WRONG_USE,
})

/** A line of a log of keys: the server's first secret after the handshake. */
const SECRET = /^SERVER_TRAFFIC_SECRET_0 [0-9a-f]+ ([0-9a-f]+)/

/** @param {Buffer} line @returns {Buffer | null} */
export function serverSecret(line) {
  const [, digits] = SECRET.exec(line.toString('latin1')) ?? []
  return digits === undefined ? null : Buffer.from(digits, 'hex')
}

/**
 * @param {Buffer} secret @param {string} suite by OpenSSL's name
 * @param {string} reason why a certificate is not believed, as Node names it
 * @returns {Buffer | null} the record; null: of a suite that is not TLS 1.3's
 */
export function refusalRecord(secret, suite, reason) {
  const known = SUITES[suite]
  if (known === undefined) return null
  const { cipher, hash, keyBytes } = known
  const content = Buffer.of(FATAL, ALERTS[reason] ?? UNKNOWN, ALERT)
  const header = Buffer.of(APPLICATION_DATA, 3, 3, 0, content.length + TAG_BYTES)
  // The number of the record, 0, leaves the vector as it is.
  const sealed = createCipheriv(cipher, expanded(secret, hash, 'key', keyBytes), expanded(secret, hash, 'iv', 12),
    { authTagLength: TAG_BYTES })
  sealed.setAAD(header)
  return Buffer.concat([header, sealed.update(content), sealed.final(), sealed.getAuthTag()])
}

/** HKDF-Expand-Label. @param {Buffer} secret @param {string} hash @param {string} label @param {number} bytes */
function expanded(secret, hash, label, bytes) {
  const name = Buffer.from(`tls13 ${label}`)
  const info = Buffer.concat([Buffer.of(bytes >> 8, bytes & 0xff, name.length), name, Buffer.of(0, 1)])
  return createHmac(hash, secret).update(info).digest().subarray(0, bytes)
}
