/** Whole numbers of any size: how OpenPGP writes them (RFC 4880, 3.2), RSA and ElGamal. */
import { wrongKey } from '../../../errors/pgcrypto.js'

/** @import { Reader } from './packets.js' */

/** @param {Uint8Array} bytes the highest first */
export const bigOf = (bytes) => bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** @param {bigint} value @returns {Uint8Array} without zeros before it */
export function bytesOfBig(value) {
  const hex = value.toString(16)
  return new Uint8Array(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}

/** @param {Reader} reader @returns {bigint} @throws {DbError} 39000 */
export const readBig = (reader) => bigOf(reader.take((reader.number(2) + 7) >> 3))

/** @param {bigint} value @returns {Uint8Array} */
export function writtenBig(value) {
  const bytes = bytesOfBig(value)
  const bits = bitsOf(value)
  return Uint8Array.of(bits >> 8, bits & 255, ...bytes)
}

/** @param {bigint} value */
const bitsOf = (value) => value === 0n ? 0 : value.toString(2).length
/** @param {bigint} value */
export const byteCount = (value) => (bitsOf(value) + 7) >> 3

const WINDOW = 4

/**
 * @param {bigint} base @param {bigint} exponent @param {bigint} modulus more than 1
 * @returns {Generator<void, bigint, void>}
 */
export function* power(base, exponent, modulus) {
  const powers = [1n]
  for (let at = 1; at < 1 << WINDOW; at++) powers.push(powers[at - 1] * base % modulus)
  let value = 1n
  for (const digit of exponent.toString(1 << WINDOW)) {
    for (let count = 0; count < WINDOW; count++) value = value * value % modulus
    value = value * powers[parseInt(digit, 1 << WINDOW)] % modulus
    yield
  }
  return value
}

/** @param {bigint} value @param {bigint} modulus @returns {bigint} @throws {DbError} 39000 it has none */
function inverse(value, modulus) {
  let [high, low, before, now] = [modulus, value % modulus, 0n, 1n]
  while (low > 0n) {
    const quotient = high / low;
    [high, low] = [low, high - quotient * low];
    [before, now] = [now, before - quotient * now]
  }
  if (high !== 1n) throw wrongKey()
  return before < 0n ? before + modulus : before
}

/**
 * RSA's other direction, by the factors.
 * @param {bigint} value @param {{ n: bigint, d: bigint, p: bigint, q: bigint, u: bigint }} key
 * @returns {Generator<void, bigint, void>}
 */
export function* rsaDecrypted(value, { d, p, q, u }) {
  const [a, b] = [yield* power(value, d % (p - 1n), p), yield* power(value, d % (q - 1n), q)]
  const turn = ((b - a) * u % q + q) % q
  return a + turn * p
}

/**
 * @param {bigint} value @param {{ p: bigint, g: bigint, y: bigint }} key @param {(count: number) => Uint8Array} chance
 * @returns {Generator<void, [bigint, bigint], void>}
 */
export function* elgamalEncrypted(value, { p, g, y }, chance) {
  const bits = bitsOf(p)
  // As many bits of chance as the key is worth: less than all of p's.
  const count = bits <= 5120 ? bits / 10 + 160 : (bits / 8 + 200) * 3 / 2
  const bytes = Uint8Array.from(chance((count + 7) >> 3))
  bytes[0] |= 0x80
  const exponent = bigOf(bytes)
  return [yield* power(g, exponent, p), value * (yield* power(y, exponent, p)) % p]
}

/**
 * @param {bigint} first @param {bigint} second @param {bigint} p @param {bigint} x
 * @returns {Generator<void, bigint, void>}
 */
export function* elgamalDecrypted(first, second, p, x) {
  return second * inverse(yield* power(first, x, p), p) % p
}
