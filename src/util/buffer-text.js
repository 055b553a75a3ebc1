/** Node's Buffer has a decoder that takes no subarray; its types do not mention it. */

/** @param {Buffer} bytes @param {number} start @param {number} end @returns {string} bytes that are no UTF-8 become U+FFFD */
export const utf8Slice = (bytes, start, end) => /** @type {any} */ (bytes).utf8Slice(start, end)
