/** Keys that index classes of extensions are made of: texts as bytes of bounded length, and as numbers. */
import { toUtf8 } from '../types/strings/text.js'

/** Of gin keys. */
export const KEY_BYTES_MAX = 120

/**
 * FNV-1a, stirred.
 * @param {Uint8Array} bytes @param {number} seed @returns {number} 32 bits, not negative
 */
export function hash32(bytes, seed) {
  let hash = (0x811c9dc5 ^ seed) | 0
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const HASH_BYTES = 8

/**
 * Bytes of a text and a zero, or what stands for a long one (conditions are looked at again): no key begins with
 * another.
 * @param {string} text @returns {Uint8Array}
 */
export function textKey(text) {
  const bytes = toUtf8(text)
  const kept = KEY_BYTES_MAX - HASH_BYTES
  if (bytes.length < kept) {
    const key = new Uint8Array(bytes.length + 1)
    key.set(bytes)
    return key
  }
  const key = new Uint8Array(KEY_BYTES_MAX)
  key.set(bytes.subarray(0, kept))
  const view = new DataView(key.buffer)
  view.setUint32(kept, hash32(bytes, 1))
  view.setUint32(kept + 4, hash32(bytes, 2))
  return key
}
