/** Keys that are made of passwords (RFC 4880, 3.7: "string to key"). */
import { newDigest } from './algorithms.js'
import { pgpError } from '../../../errors/pgcrypto.js'

/** @import { Reader } from './packets.js' */

export const SIMPLE = 0
export const SALTED = 1
export const ITERATED = 3
const SALT = 8

/**
 * count: the code of how many bytes the digest gets, of iterated ones.
 * @typedef {{ mode: number, digest: number, salt: Uint8Array, count: number }} KeyMaker
 */

/** @param {number} code @returns {number} bytes */
export const bytesOfCode = (code) => (16 + (code & 15)) * 2 ** ((code >> 4) + 6)

/** @param {Reader} reader @returns {KeyMaker} @throws {DbError} 39000 */
export function readKeyMaker(reader) {
  const [mode, digest] = [reader.byte(), reader.byte()]
  if (mode !== SIMPLE && mode !== SALTED && mode !== ITERATED) throw pgpError('Bad S2K mode')
  const salt = mode === SIMPLE ? new Uint8Array(0) : reader.take(SALT)
  return { mode, digest, salt, count: mode === ITERATED ? reader.byte() : 0 }
}

/** @param {KeyMaker} maker @returns {number[]} as messages hold it */
export const writtenKeyMaker = ({ mode, digest, salt, count }) =>
  [mode, digest, ...salt, ...mode === ITERATED ? [count] : []]

/** @param {number} mode @param {number} digest @param {number} count @param {(count: number) => Uint8Array} chance */
export const newKeyMaker = (mode, digest, count, chance) =>
  ({ mode, digest, salt: mode === SIMPLE ? new Uint8Array(0) : chance(SALT), count })

/** What a digest gets before others have a turn. */
const PIECE = 1 << 18

/**
 * @param {KeyMaker} maker @param {Uint8Array} password @param {number} size of the key
 * @returns {Generator<void, Uint8Array, void>}
 */
export function* keyOfPassword(maker, password, size) {
  const once = Buffer.concat([maker.salt, password])
  const total = maker.mode === ITERATED ? Math.max(bytesOfCode(maker.count), once.length) : once.length
  // Many times over: whole repetitions, so that each piece begins as the first does.
  const times = Math.max(1, Math.floor(Math.min(PIECE, total) / once.length))
  const block = Buffer.alloc(once.length * times, once)
  const key = new Uint8Array(size)
  for (let at = 0, round = 0; at < size; round++) {
    const digest = newDigest(maker.digest).update(Buffer.alloc(round))
    for (let left = total; left > 0; left -= block.length) {
      digest.update(left < block.length ? block.subarray(0, left) : block)
      yield
    }
    const made = digest.digest()
    key.set(made.subarray(0, size - at), at)
    at += made.length
  }
  return key
}
