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
