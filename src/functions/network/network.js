/** inet and cidr: comparison, containment, parts of an address and its network, bit operations. */
import { invalidParameter } from '../../errors/data.js'
import { arithmeticOverflow } from '../../errors/functions.js'
import { compareInet, formatAddress, Inet } from '../../types/network/inet.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { Family } from '../impl.js'

const family = new Family()
export const networkFunctions = family.functions

family.all({
  network_eq: (a, b) => compareInet(a, b) === 0,
  network_ne: (a, b) => compareInet(a, b) !== 0,
  network_lt: (a, b) => compareInet(a, b) < 0,
  network_le: (a, b) => compareInet(a, b) <= 0,
  network_gt: (a, b) => compareInet(a, b) > 0,
  network_ge: (a, b) => compareInet(a, b) >= 0,
  network_cmp: compareInet,
  network_larger: (a, b) => (compareInet(a, b) > 0 ? a : b),
  network_smaller: (a, b) => (compareInet(a, b) < 0 ? a : b),
})

/**
 * @param {Inet} value
 * @param {number} bits kept; the others are as `fill` says
 * @param {number} [fill] 0 or 255
 * @returns {Uint8Array}
 */
function masked(value, bits, fill = 0) {
  const bytes = value.bytes.slice()
  for (let at = 0; at < bytes.length; at++) {
    const kept = Math.min(Math.max(bits - at * 8, 0), 8)
    const mask = (0xff00 >> kept) & 255
    bytes[at] = (bytes[at] & mask) | (fill & ~mask & 255)
  }
  return bytes
}

/** @param {Inet} value */
const network = (value) => new Inet(masked(value, value.bits), value.bits)

/** Whether the first `bits` of both addresses agree. @param {Inet} a @param {Inet} b @param {number} bits */
const sameNetwork = (a, b, bits) =>
  a.bytes.length === b.bytes.length &&
  compareInet(new Inet(masked(a, bits), bits), new Inet(masked(b, bits), bits)) === 0

/** @param {Inet} a @param {Inet} b b's network holds a's */
const within = (a, b) => a.bits >= b.bits && sameNetwork(a, b, b.bits)

family.all({
  network_sub: (a, b) => a.bits > b.bits && within(a, b),
  network_subeq: within,
  network_sup: (a, b) => b.bits > a.bits && within(b, a),
  network_supeq: (a, b) => within(b, a),
  network_overlap: (a, b) => sameNetwork(a, b, Math.min(a.bits, b.bits)),
  inet_same_family: (a, b) => a.bytes.length === b.bytes.length,
  network_network: network,
  inet_to_cidr: network,
  network_broadcast: (value) => new Inet(masked(value, value.bits, 255), value.bits),
  network_netmask: (value) =>
    new Inet(masked(new Inet(new Uint8Array(value.bytes.length).fill(255), 0), value.bits), value.bytes.length * 8),
  network_hostmask: (value) =>
    new Inet(masked(new Inet(new Uint8Array(value.bytes.length), 0), value.bits, 255), value.bytes.length * 8),
  network_masklen: (value) => value.bits,
  network_family: (value) => (value.bytes.length === 4 ? 4 : 6),
  network_host: formatAddress,
  network_show: (value) => `${formatAddress(value)}/${value.bits}`,
  inet_abbrev: (value) => formatAddress(value) + (value.bits < value.bytes.length * 8 ? `/${value.bits}` : ''),
  cidr_abbrev: abbreviated,
})

/** Bytes behind the network's length are left out. @param {Inet} value */
function abbreviated(value) {
  if (value.bytes.length !== 4) return `${abbreviated6(value)}/${value.bits}`
  return `${Array.from(value.bytes.subarray(0, Math.max(1, Math.ceil(value.bits / 8)))).join('.')}/${value.bits}`
}

/**
 * The words that the network's length reaches, at least two; the longest run of zeros among them as `::`, and the last
 * two as IPv4 writes them where the zeros before them say that they are one's.
 * @param {Inet} value
 */
function abbreviated6({ bytes, bits }) {
  if (bits === 0) return '::'
  const count = Math.max(2, Math.ceil(bits / 16))
  const words = Array.from({ length: count }, (_, at) => bytes[2 * at] * 256 + bytes[2 * at + 1])
  const zeros = { start: 0, length: 0 }
  let start = 0
  let length = 0
  words.forEach((word, at) => {
    if (word === 0 && length++ === 0) start = at
    const ended = word !== 0 || at === count - 1
    if (!ended || length <= zeros.length) return
    Object.assign(zeros, { start, length })
    // A shorter run than the longest is not forgotten: the next goes on from it, as in PostgreSQL.
    length = 0
  })
  const isMapped = zeros.length === 5 && bytes[10] === 255 && bytes[11] === 255
  const isOld = zeros.length === 7 && bytes[14] !== 0 && bytes[15] !== 1
  const isIpv4 = zeros.length !== count && zeros.start === 0 && (zeros.length === 6 || isMapped || isOld)
  let text = ''
  words.forEach((word, at) => {
    if (at >= zeros.start && at < zeros.start + zeros.length) {
      if (at === zeros.start) text += ':'
      if (at === count - 1) text += ':'
    } else if (isIpv4 && at > 5) {
      text += `${at === 6 ? ':' : '.'}${word >> 8}`
      if (at !== 7 || bits > 120) text += `.${word & 255}`
    } else text += (text === '' ? '' : ':') + word.toString(16)
  })
  return text
}

/** @param {Inet} value @param {number} bits -1: all */
function checkedBits(value, bits) {
  if (bits === -1) return value.bytes.length * 8
  if (bits < 0 || bits > value.bytes.length * 8) throw invalidParameter(`invalid mask length: ${bits}`)
  return bits
}
family.add('inet_set_masklen', (value, bits) => new Inet(value.bytes, checkedBits(value, bits)))
family.add('cidr_set_masklen', (value, bits) => network(new Inet(value.bytes, checkedBits(value, bits))))
family.add('inet_merge', (a, b) => {
  if (a.bytes.length !== b.bytes.length) throw invalidParameter('cannot merge addresses from different families')
  let bits = Math.min(a.bits, b.bits)
  while (bits > 0 && !sameNetwork(a, b, bits)) bits--
  return network(new Inet(a.bytes, bits))
})

/** @param {Inet} a @param {Inet} b @param {string} operation @param {(x: number, y: number) => number} combine */
function bitwise(a, b, operation, combine) {
  if (a.bytes.length !== b.bytes.length) throw invalidParameter(`cannot ${operation} inet values of different sizes`)
  return new Inet(a.bytes.map((byte, at) => combine(byte, b.bytes[at])), Math.max(a.bits, b.bits))
}
family.add('inetnot', (value) => new Inet(value.bytes.map((/** @type {number} */ byte) => ~byte & 255), value.bits))
family.add('inetand', (a, b) => bitwise(a, b, 'AND', (x, y) => x & y))
family.add('inetor', (a, b) => bitwise(a, b, 'OR', (x, y) => x | y))

/** @param {Uint8Array} bytes */
const toBig = (bytes) => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** @param {Inet} value @param {number | bigint} by */
function moved(value, by) {
  let rest = toBig(value.bytes) + BigInt(by)
  if (rest < 0n || rest >= 1n << BigInt(value.bytes.length * 8)) throw arithmeticOverflow('result is out of range')
  const bytes = new Uint8Array(value.bytes.length)
  for (let at = bytes.length - 1; at >= 0; at--, rest >>= 8n) bytes[at] = Number(rest & 255n)
  return new Inet(bytes, value.bits)
}
family.add('inetpl', (value, by) => moved(value, by))
family.add('int8pl_inet(int8,inet)', (by, value) => moved(value, by))
// The negative of the smallest int8 is itself there.
family.add('inetmi_int8', (value, by) => moved(value, BigInt.asIntN(64, -BigInt(by))))
family.add('inetmi', (a, b) => {
  if (a.bytes.length !== b.bytes.length) throw invalidParameter('cannot subtract inet values of different sizes')
  // Of 128 bits the difference goes round; 32 bits are no matter.
  const difference = BigInt.asIntN(128, toBig(a.bytes) - toBig(b.bytes))
  if (difference !== BigInt.asIntN(64, difference)) throw arithmeticOverflow('result is out of range')
  return toInt8(difference)
})
