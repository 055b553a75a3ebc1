/** Addresses of clients, as rules by address have them: 4 or 16 bytes, and masks of as many. */
import { Inet, addressBytes, formatAddress } from '../../types/network/inet.js'

/** @param {string} text @returns {Uint8Array | null} null: it is no address, but perhaps a name */
export function parseAddress(text) {
  const zone = text.indexOf('%')
  return addressBytes(zone < 0 ? text : text.slice(0, zone)) ?? shortIpv4(text)
}

/** Two or three numbers: the last one fills what is left, as in 127.1. @param {string} text */
function shortIpv4(text) {
  if (!/^\d{1,10}(\.\d{1,10}){0,2}$/.test(text)) return null
  const parts = text.split('.').map(Number)
  const last = /** @type {number} */ (parts.pop())
  const room = 4 - parts.length
  if (parts.some((part) => part > 255) || last >= 256 ** room) return null
  const ends = Array.from({ length: room }, (_, at) => Math.floor(last / 256 ** (room - 1 - at)) % 256)
  return Uint8Array.from([...parts, ...ends])
}

/** @param {Uint8Array} bytes */
export const addressText = (bytes) => formatAddress(new Inet(bytes, bytes.length * 8))

/** So many bits. @param {number} bits @param {number} bytes of the mask */
export const maskOf = (bits, bytes) =>
  Uint8Array.from({ length: bytes }, (_, at) => (0xff00 >> Math.min(8, Math.max(0, bits - 8 * at))) & 255)

/** @param {Uint8Array} address @param {Uint8Array} network @param {Uint8Array} mask */
export function isWithin(address, network, mask) {
  if (address.length !== network.length) return false
  for (let at = 0; at < address.length; at++) if (((address[at] ^ network[at]) & mask[at]) !== 0) return false
  return true
}

/** An address that IPv4 has within IPv6 is IPv4's. @param {string} text @returns {string} */
export const unmapped = (text) => /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(text) ? text.slice(7) : text
