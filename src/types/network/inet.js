/**
 * inet and cidr: an address and a network's length. A value is an `Inet`; its stored form is one byte family (4 or 6),
 * one byte length, then the 4 or 16 bytes of the address. cidr has no bits set behind its length. The order is by
 * family, common network bits, length, then the whole address.
 */
import { invalidInput, invalidBinary } from '../../errors/data.js'
import { copyOf } from '../../util/buffer-text.js'
import { mix32 } from '../numbers/int8.js'
import * as T from '../oids.js'
import { TypeOps } from '../type-ops.js'
import { invalidCidrValue, invalidExternalCidrValue } from '../../errors/values.js'

export class Inet {
  /** @param {Uint8Array} bytes 4 or 16 @param {number} bits of the network */
  constructor(bytes, bits) {
    this.bytes = bytes
    this.bits = bits
  }
}

/** @param {string} text @returns {Uint8Array | null} */
function parseIpv6(text) {
  const embedded = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  if (embedded !== null) {
    const low = parseIpv4(embedded[2])
    if (low === null || low.length !== 4) return null
    text = `${embedded[1]}${((low[0] << 8) | low[1]).toString(16)}:${((low[2] << 8) | low[3]).toString(16)}`
  }
  const halves = text.split('::')
  if (halves.length > 2) return null
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const count = groups.reduce((sum, half) => sum + half.length, 0)
  if (halves.length === 1 ? count !== 8 : count > 7) return null
  const all = halves.length === 1 ? groups[0] : [...groups[0], ...Array(8 - count).fill('0'), ...groups[1]]
  const bytes = new Uint8Array(16)
  for (let at = 0; at < 8; at++) {
    if (!/^[0-9a-fA-F]{1,4}$/.test(all[at])) return null
    const group = parseInt(all[at], 16)
    bytes[at * 2] = group >> 8
    bytes[at * 2 + 1] = group & 255
  }
  return bytes
}

/** One to four bytes. @param {string} text @returns {Uint8Array | null} */
function parseIpv4(text) {
  if (!/^\d+(\.\d+){0,3}$/.test(text)) return null
  const parts = text.split('.').map(Number)
  return parts.some((part) => part > 255) ? null : Uint8Array.from(parts)
}

/** What cidr alone takes: up to four bytes as digits behind 0x. @param {string} text @returns {Uint8Array | null} */
function parseHexadecimal(text) {
  const digits = /^0[xX]([0-9a-fA-F]{1,8})$/.exec(text)?.[1]
  if (digits === undefined) return null
  const whole = digits.length % 2 === 0 ? digits : `${digits}0`
  return Uint8Array.from({ length: whole.length / 2 }, (_, at) => parseInt(whole.slice(2 * at, 2 * at + 2), 16))
}

/** A whole address without a network. @param {string} text @returns {Uint8Array | null} null: it is none */
export function addressBytes(text) {
  const bytes = text.includes(':') ? parseIpv6(text) : parseIpv4(text)
  return bytes === null || bytes.length < 4 ? null : bytes
}

/** @param {Inet} value whether a bit behind the network's length is set */
function hasHostBits({ bytes, bits }) {
  for (let at = bits; at < bytes.length * 8; at++) if ((bytes[at >> 3] & (128 >> (at & 7))) !== 0) return true
  return false
}

/**
 * The length a cidr without one has: by the old classes, at least as many bytes as were written.
 * @param {Uint8Array} given
 */
function classBits(given) {
  const [first] = given
  const bits = first >= 240 ? 32 : first >= 224 ? 8 : first >= 192 ? 24 : first >= 128 ? 16 : 8
  const longer = Math.max(bits, given.length * 8)
  return longer === 8 && first === 224 ? 4 : longer
}

/** @param {string} text @param {boolean} cidr @returns {Inet} */
function parseInet(text, cidr) {
  const name = cidr ? 'cidr' : 'inet'
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text)
  const host = match?.[1] ?? ''
  const given = host.includes(':') ? parseIpv6(host) : parseIpv4(host) ?? (cidr ? parseHexadecimal(host) : null)
  if (match === null || given === null) throw invalidInput(name, text)
  // An inet of fewer than four bytes says how long its network is, and has the bytes for it.
  if (!cidr && given.length < 4 && (match[2] === undefined || Number(match[2]) >> 3 > given.length))
    throw invalidInput(name, text)
  const bytes = given.length === 16 ? given : new Uint8Array(4)
  if (given.length !== 16) bytes.set(given)
  const bits = match[2] !== undefined ? Number(match[2]) : given.length === 16 ? 128 : cidr ? classBits(given) : 32
  if (bits > bytes.length * 8) throw invalidInput(name, text)
  const value = new Inet(bytes, bits)
  if (cidr && hasHostBits(value))
    throw invalidCidrValue(text)
  return value
}

/**
 * The longest run of zero groups, of two or more, as "::"; an address mapped from IPv4 ends as one.
 * @param {Uint8Array} bytes
 */
function formatIpv6(bytes) {
  const groups = Array.from({ length: 8 }, (_, at) => (bytes[at * 2] << 8) | bytes[at * 2 + 1])
  let best = { start: -1, length: 1 }
  for (let start = 0; start < 8; start++) {
    let length = 0
    while (start + length < 8 && groups[start + length] === 0) length++
    if (length > best.length) best = { start, length }
  }
  const mapped =
    best.start === 0 &&
    (best.length === 6 || (best.length === 5 && groups[5] === 0xffff))
  const words = groups.map((group) => group.toString(16))
  if (mapped) words.splice(6, 2, Array.from(bytes.subarray(12)).join('.'))
  if (best.start < 0) return words.join(':')
  const length = mapped ? Math.min(best.length, 6) : best.length
  return `${words.slice(0, best.start).join(':')}::${words.slice(best.start + length).join(':')}`
}

/** The address alone. @param {Inet} value */
export const formatAddress = ({ bytes }) => (bytes.length === 4 ? Array.from(bytes).join('.') : formatIpv6(bytes))

/** @param {Inet} value @param {boolean} cidr shows the length always */
const formatInet = (value, cidr) =>
  formatAddress(value) + (cidr || value.bits < value.bytes.length * 8 ? `/${value.bits}` : '')

/** @param {Inet} a @param {Inet} b @param {number} bits */
function compareBits(a, b, bits) {
  const whole = bits >> 3
  for (let at = 0; at < whole; at++) if (a.bytes[at] !== b.bytes[at]) return a.bytes[at] - b.bytes[at]
  if ((bits & 7) === 0) return 0
  const mask = (0xff00 >> (bits & 7)) & 255
  return (a.bytes[whole] & mask) - (b.bytes[whole] & mask)
}

/** @param {Inet} a @param {Inet} b */
export function compareInet(a, b) {
  if (a.bytes.length !== b.bytes.length) return a.bytes.length - b.bytes.length
  return compareBits(a, b, Math.min(a.bits, b.bits)) || a.bits - b.bits || compareBits(a, b, a.bytes.length * 8)
}

/** @param {Inet} value */
function hashInet({ bytes, bits }) {
  let hash = bits
  for (const byte of bytes) hash = Math.imul(hash, 31) + byte
  return mix32(hash)
}

/**
 * Key bytes: family, network with zeros behind it, length, address. A shorter network is not above a longer one that
 * begins like it, and where the zeros make them alike the length decides.
 * @param {Inet} value
 * @param {Uint8Array} out
 * @param {number} at
 */
function putInet({ bytes, bits }, out, at) {
  out[at++] = bytes.length
  for (let i = 0; i < bytes.length; i++) {
    const kept = Math.min(Math.max(bits - i * 8, 0), 8)
    out[at++] = bytes[i] & (0xff00 >> kept) & 255
  }
  out[at++] = bits
  for (let i = 0; i < bytes.length; i++) out[at + i] = bytes[i]
  return at + bytes.length
}

const WIRE_IPV4 = 2
const WIRE_IPV6 = 3

/** @param {number} oid @param {string} name @param {boolean} cidr */
const inetType = (oid, name, cidr) =>
  new TypeOps({
    oid,
    name,
    kind: 'var',
    category: 'I',
    parse: (text) => parseInet(text, cidr),
    format: (value) => formatInet(value, cidr),
    receive: (bytes, start, end) => {
      const size = bytes[start + 3]
      const bits = bytes[start + 1]
      const family = bytes[start]
      if (family !== WIRE_IPV4 && family !== WIRE_IPV6)
        throw invalidBinary(`invalid address family in external "${name}" value`)
      if (size !== (family === WIRE_IPV4 ? 4 : 16) || end - start !== size + 4)
        throw invalidBinary(`invalid length in external "${name}" value`)
      if (bits > size * 8) throw invalidBinary(`invalid bits in external "${name}" value`)
      const value = new Inet(copyOf(bytes, start + 4, end), bits)
      if (cidr && hasHostBits(value))
        throw invalidExternalCidrValue()
      return value
    },
    send: (value, writer) => {
      writer.u8(value.bytes.length === 4 ? WIRE_IPV4 : WIRE_IPV6)
      writer.u8(value.bits)
      writer.u8(cidr ? 1 : 0)
      writer.u8(value.bytes.length)
      writer.raw(value.bytes)
    },
    compare: compareInet,
    hash: hashInet,
    encodedBytes: (value) => value.bytes.length + 2,
    encode: (value, bytes, view, at) => {
      bytes[at] = value.bytes.length === 4 ? 4 : 6
      bytes[at + 1] = value.bits
      bytes.set(value.bytes, at + 2)
      return at + 2 + value.bytes.length
    },
    decode: (bytes, view, start, end) => new Inet(bytes.slice(start + 2, end), bytes[start + 1]),
    putKey: putInet,
  })

export const inetTypes = [inetType(T.INET, 'inet', false), inetType(T.CIDR, 'cidr', true)]
