/** CAST-128 (RFC 2144), called CAST5: blocks of eight bytes, keys of 5 to 16. */
import { CAST_BOXES } from './tables.js'

/** @import { BlockCipher } from './blocks.js' */

const BOX = 256
/** The fifth box, and so on: those of the key schedule. */
const KEY_BOX = 4
/** Keys of up to ten bytes go fewer rounds. */
const SHORT_KEY = 10

/** @param {number} box from 0 @param {number} byte */
const inBox = (box, byte) => CAST_BOXES[box * BOX + byte]

/**
 * Half a step of the key schedule: sixteen bytes are made of sixteen others. Of each word: where it is, the word it is
 * made of, the bytes for the four key boxes (those of the first word, and the last of each, are of the bytes before;
 * the others are of the ones that are made), and the box of the last byte.
 * @typedef {[made: number, from: number, bytes: number[], last: number, box: number]} Mix
 */
/** @type {Mix[]} */
const ODD = [
  [0, 0, [13, 15, 12, 14], 8, 6], [4, 8, [0, 2, 1, 3], 10, 7],
  [8, 12, [7, 6, 5, 4], 9, 4], [12, 4, [10, 9, 11, 8], 11, 5],
]
/** @type {Mix[]} */
const EVEN = [
  [0, 8, [5, 7, 4, 6], 0, 6], [4, 0, [0, 2, 1, 3], 2, 7],
  [8, 4, [7, 6, 5, 4], 1, 4], [12, 12, [10, 9, 11, 8], 3, 5],
]

/** Which bytes make a subkey, of each half step: the key boxes in turn, and one of them once more. */
const SUBKEYS = [
  ['89762', 'ab546', 'cd329', 'ef10c'],
  ['32cd8', '10efd', '76893', '54ab7'],
  ['32cd9', '10efc', '76892', '54ab6'],
  ['89763', 'ab547', 'cd328', 'ef10d'],
].map((four) => four.map((letters) => Array.from(letters, (letter) => parseInt(letter, 16))))

/** @param {Uint8Array} before @param {Mix[]} mixes @returns {Uint8Array} */
function mixed(before, mixes) {
  const bytes = new Uint8Array(16)
  const [from, to] = [new DataView(before.buffer), new DataView(bytes.buffer)]
  mixes.forEach(([made, word, four, last, box], at) => {
    const source = at === 0 ? before : bytes
    let value = from.getInt32(word) ^ inBox(box, before[last])
    four.forEach((byte, key) => { value ^= inBox(KEY_BOX + key, source[byte]) })
    to.setInt32(made, value)
  })
  return bytes
}

/** @param {Uint8Array} key @returns {Int32Array} 32 of them: sixteen masks, sixteen rotations */
function subkeys(key) {
  const keys = new Int32Array(32)
  /** @type {Uint8Array} */
  let bytes = new Uint8Array(16)
  bytes.set(key)
  for (let at = 0; at < 32;) {
    for (const half of [0, 1, 2, 3]) {
      bytes = mixed(bytes, half % 2 === 0 ? ODD : EVEN)
      SUBKEYS[half].forEach((five, box) => {
        keys[at++] = five.reduce((value, byte, place) =>
          value ^ inBox(KEY_BOX + (place === 4 ? box : place), bytes[byte]), 0)
      })
    }
  }
  return keys
}

/** @implements {BlockCipher} */
export class Cast5 {
  left = 0
  right = 0

  /** @param {Uint8Array} key at most 16 bytes */
  constructor(key) {
    this.keys = subkeys(key)
    this.rounds = key.length > SHORT_KEY ? 16 : 12
  }

  encrypt() {
    let { left, right } = this
    for (let round = 0; round < this.rounds; round++) {
      const next = left ^ this.#mixed(round, right)
      left = right
      right = next
    }
    this.left = right
    this.right = left
  }

  decrypt() {
    let { left, right } = this
    for (let round = this.rounds - 1; round >= 0; round--) {
      const next = left ^ this.#mixed(round, right)
      left = right
      right = next
    }
    this.left = right
    this.right = left
  }

  /** @param {number} round @param {number} word */
  #mixed(round, word) {
    const mask = this.keys[round]
    const turn = this.keys[round + 16] & 31
    const kind = round % 3
    const sum = kind === 0 ? mask + word : kind === 1 ? mask ^ word : mask - word
    const turned = (sum << turn) | (sum >>> (32 - turn))
    const a = CAST_BOXES[(turned >>> 24)]
    const b = CAST_BOXES[BOX + ((turned >>> 16) & 255)]
    const c = CAST_BOXES[2 * BOX + ((turned >>> 8) & 255)]
    const d = CAST_BOXES[3 * BOX + (turned & 255)]
    if (kind === 0) return ((a ^ b) - c + d) | 0
    return kind === 1 ? ((a - b + c) ^ d) | 0 : (((a + b) ^ c) - d) | 0
  }
}
