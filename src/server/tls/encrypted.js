/** A connection that is encrypted: how, and what the client has shown of itself. */
import { readCertificate } from './certificate.js'

/** @import { TLSSocket } from 'node:tls' */
/** @import { PeerCertificate } from './certificate.js' */

/** PostgreSQL shows so many bytes of a name. */
const NAME_BYTES = 63

/**
 * @typedef {object} Encrypted
 * @property {string} version TLSv1.2, TLSv1.3 @property {string} cipher by OpenSSL's name
 * @property {number} bits of its keys
 * @property {{ subject: string, serial: string, issuer: string } | null} client what pg_stat_ssl shows of its
 *   certificate
 * @property {PeerCertificate | null} peer a certificate that who we trust vouches for; null: it has shown none
 * @property {string | null} refusal why the one that it has shown is not believed
 * @property {boolean} hasRoots there is somebody whom we trust
 * @property {Buffer | null} binding the hash of our own certificate, for channel binding
 */

/** What we go into a handshake with. @typedef {Pick<Encrypted, 'hasRoots' | 'binding'>} Ours */

/** @param {TLSSocket} socket @param {Ours} ours @returns {Encrypted} */
export function encryptedBy(socket, { hasRoots, binding }) {
  const { name } = socket.getCipher()
  const der = hasRoots ? socket.getPeerCertificate(false)?.raw : undefined
  const { peer, refusal } = der === undefined ? { peer: null, refusal: null }
    : socket.authorized ? readPeer(der) : { peer: null, refusal: String(socket.authorizationError) }
  return {
    version: socket.getProtocol() ?? '', cipher: name, bits: bitsOf(name), hasRoots, binding, peer, refusal,
    client: peer === null ? null
      : { subject: cut(peer.subject), serial: peer.serial, issuer: cut(peer.issuer) },
  }
}

/**
 * A certificate that somebody whom we trust has signed, whatever is in it.
 * @param {Buffer} der @returns {{ peer: PeerCertificate | null, refusal: string | null }}
 */
export function readPeer(der) {
  try {
    const peer = readCertificate(der)
    // What others take for the end of a name is none.
    const isCut = peer.commonName?.includes('\0') === true
    return isCut
      ? { peer: null, refusal: "SSL certificate's common name contains embedded null" }
      : { peer, refusal: null }
  } catch (error) {
    return { peer: null, refusal: error instanceof Error ? error.message : String(error) }
  }
}

/** @param {string} cipher */
const bitsOf = (cipher) => /256|CHACHA20/.test(cipher) ? 256 : /DES/.test(cipher) ? 168 : 128

/** @param {string} name */
function cut(name) {
  const bytes = Buffer.from(name)
  if (bytes.length <= NAME_BYTES) return name
  let end = NAME_BYTES
  while ((bytes[end] & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
