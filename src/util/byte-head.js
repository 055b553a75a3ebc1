/** The number that stands for the beginning of a byte string in a sort (pair-sort.js). */

const words = new Uint32Array(2)
const double = new Float64Array(words.buffer)
/** Which word of a double is which, in the machine's byte order. */
export const [LOW, HIGH] = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0]
/** The high word of the first doubles that are no numbers. */
const NOT_FINITE = 0x7ff00000

/**
 * The first 63 bits are those of a positive double, which orders as they do; what is shorter counts as if zeros
 * followed. Infinity stands for all that are no finite number: UTF-8, which has no byte above 0xf4, never is.
 * @param {Uint8Array} bytes @param {number} start @param {number} count
 */
export function byteHead(bytes, start, count) {
  let high = 0
  let low = 0
  if (count >= 8) {
    high = bytes[start] << 24 | bytes[start + 1] << 16 | bytes[start + 2] << 8 | bytes[start + 3]
    low = bytes[start + 4] << 24 | bytes[start + 5] << 16 | bytes[start + 6] << 8 | bytes[start + 7]
  } else {
    for (let index = 0; index < 4; index++) high = high << 8 | (index < count ? bytes[start + index] : 0)
    for (let index = 4; index < count; index++) low |= bytes[start + index] << (8 * (7 - index))
  }
  if (high >>> 1 >= NOT_FINITE) return Infinity
  words[HIGH] = high >>> 1
  words[LOW] = low >>> 1 | high << 31
  return double[0]
}
