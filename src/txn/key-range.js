/**
 * Ranges of index keys as serializable transactions remember them: the bounds of a B+tree cursor, each before or after
 * all keys that begin with it.
 */

/** @typedef {{ whole: boolean, low: Uint8Array, lowAfter: boolean, high: Uint8Array, highAfter: boolean }} KeyRange */

/** @param {KeyRange} range @param {Uint8Array} key @param {number} at @param {number} end */
export function covers(range, key, at, end) {
  if (range.whole) return true
  const low = compareStart(key, at, end, range.low)
  if (low < 0 || (low === 0 && range.lowAfter)) return false
  const high = compareStart(key, at, end, range.high)
  return high < 0 || (high === 0 && range.highAfter)
}

/**
 * 0: the key begins with the bound.
 * @param {Uint8Array} key
 * @param {number} at
 * @param {number} end
 * @param {Uint8Array} bound
 */
function compareStart(key, at, end, bound) {
  for (let byte = 0; byte < bound.length; byte++) {
    if (at + byte >= end) return -1
    const difference = key[at + byte] - bound[byte]
    if (difference !== 0) return difference
  }
  return 0
}
