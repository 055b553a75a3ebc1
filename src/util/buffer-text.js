/**
 * Where Node's Buffer is not what its types, or Uint8Array, say: it has a decoder that takes no subarray, and its
 * `slice` copies nothing.
 */

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string} bytes that are no UTF-8 become U+FFFD
 */
export const utf8Slice = (bytes, start, end) => /** @type {any} */ (bytes).utf8Slice(start, end)

/**
 * Bytes of their own, whatever they are part of: `slice` of a Buffer would be another view.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {Uint8Array}
 */
export const copyOf = (bytes, start, end) => Uint8Array.prototype.slice.call(bytes, start, end)

/**
 * What messages show of a long text: its first bytes, no letter cut in two, and dots.
 * @param {string} text
 * @param {number} bytes
 */
export function clipped(text, bytes) {
  if (text.length * 3 <= bytes) return text
  // A unit has one byte at least.
  const all = Buffer.from(text.length > bytes ? text.slice(0, bytes + 1) : text)
  if (all.length <= bytes && text.length <= bytes) return text
  let end = bytes
  while (end > 0 && (all[end] & 0xc0) === 0x80) end--
  return `${all.toString('utf8', 0, end)}...`
}
