/** Blowfish (Bruce Schneier, 1993): blocks of eight bytes, keys of up to 56. */
import { PI_WORDS } from './tables.js'

/** @import { BlockCipher } from './blocks.js' */

const ROUNDS = 16
const BOX = 256

/** @implements {BlockCipher} */
export class Blowfish {
  left = 0
  right = 0

  /** @param {Uint8Array} key at least one byte */
  constructor(key) {
    const words = Int32Array.from(PI_WORDS)
    this.keys = words.subarray(0, ROUNDS + 2)
    this.boxes = words.subarray(ROUNDS + 2)
    for (let at = 0, byte = 0; at < this.keys.length; at++) {
      let word = 0
      for (let count = 0; count < 4; count++, byte++) word = (word << 8) | key[byte % key.length]
      this.keys[at] ^= word
    }
    for (let at = 0; at < words.length; at += 2) {
      this.encrypt()
      words[at] = this.left
      words[at + 1] = this.right
    }
  }

  encrypt() {
    const { keys } = this
    let { left, right } = this
    for (let round = 0; round < ROUNDS; round++) {
      left ^= keys[round]
      const next = right ^ this.#mixed(left)
      right = left
      left = next
    }
    this.left = right ^ keys[ROUNDS + 1]
    this.right = left ^ keys[ROUNDS]
  }

  decrypt() {
    const { keys } = this
    let { left, right } = this
    for (let round = ROUNDS + 1; round > 1; round--) {
      left ^= keys[round]
      const next = right ^ this.#mixed(left)
      right = left
      left = next
    }
    this.left = right ^ keys[0]
    this.right = left ^ keys[1]
  }

  /** @param {number} word */
  #mixed(word) {
    const { boxes } = this
    const sum = (boxes[word >>> 24] + boxes[BOX + ((word >>> 16) & 255)]) ^ boxes[2 * BOX + ((word >>> 8) & 255)]
    return (sum + boxes[3 * BOX + (word & 255)]) | 0
  }
}
