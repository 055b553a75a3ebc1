/**
 * A text out of a row of a RowSpace, as bytes, which the next rows' are compared with. It has memory of its own: where
 * runs are merged, a row's place is the next one's.
 */
import { copyBytes } from '../../util/copy-bytes.js'
import { tire } from '../../util/effort.js'
import { trimmedCount } from './row-space.js'

/** @import { RowSpace } from './row-space.js' */

const FIRST_BYTES = 128
/** From here on the machine's own comparison is the faster one, whatever its call costs. */
const LONG_BYTES = 256
const TIRING_BYTES = 1 << 17
/** Instead of a number of bytes. */
const NONE_YET = -2
const NULL = -1

export class KeptText {
  constructor() {
    this.bytes = new Uint8Array(FIRST_BYTES)
    this.view = new DataView(this.bytes.buffer)
    this.count = NONE_YET
  }

  /**
   * Is a row's text another than the one before? Then it is the one from here on.
   * @param {RowSpace} space
   * @param {number} at the row
   * @param {number} cell of kind TEXT
   * @param {boolean} isBlank blanks at the end count for nothing
   * @returns {boolean}
   */
  differs({ bytes, view }, at, cell, isBlank) {
    const place = view.getUint32(at + cell, true)
    if (place === 0) {
      const differs = this.count !== NULL
      this.count = NULL
      return differs
    }
    const start = at + place
    const stored = view.getUint32(at + cell + 4, true)
    const count = isBlank ? trimmedCount(bytes, start, stored) : stored
    if (count === this.count && isSame(this.bytes, bytes, start, count)) return false
    if (count > this.bytes.length) {
      this.bytes = new Uint8Array(2 * count)
      this.view = new DataView(this.bytes.buffer)
    }
    copyBytes(this.view, this.bytes, 0, view, bytes, start, count)
    this.count = count
    return true
  }
}

/** @param {Uint8Array} kept @param {Uint8Array} bytes @param {number} start @param {number} count of either */
function isSame(kept, bytes, start, count) {
  if (count > LONG_BYTES) {
    if (count > TIRING_BYTES) tire()
    return Buffer.from(kept.buffer, 0, count).equals(bytes.subarray(start, start + count))
  }
  for (let index = 0; index < count; index++) if (kept[index] !== bytes[start + index]) return false
  return true
}
