/**
 * crypt()'s oldest kinds: DES (FIPS 46-3) over zeros, again and again, with the password as its key and some bits of
 * its expansion exchanged, as the salt says. The extended kind (BSDi's) takes passwords and counts of any length.
 */

/** The eight boxes: four rows of sixteen each. */
const BOXES = [
  'e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d',
  'f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9',
  'a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c',
  '7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e',
  '2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453',
  'c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d',
  '4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c',
  'd2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b',
]
/** Which bit comes where, counted from 1: of what the boxes give, and of the key. */
const MIX = [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
  2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25]
const KEY_BITS = [57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52,
  44, 36, 63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4]
const ROUND_BITS = [14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
  41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32]
/** How far the halves of the key turn before each round. */
const TURNS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]
const ROUNDS = TURNS.length
const HALF = 28

/** The first permutation: the bit of the data that comes at each place. */
const FIRST = Array.from({ length: 64 }, (_, at) => {
  const row = at >> 3
  return (row < 4 ? 2 * row + 2 : 2 * row - 7) + 56 - 8 * (at & 7)
})

/** @param {number[]} bits @param {number[]} places counted from 1 */
const picked = (bits, places) => places.map((place) => bits[place - 1])
/** @param {number[]} bits @param {number} from @param {number} to */
const numberOf = (bits, from, to) => bits.slice(from, to).reduce((value, bit) => (value << 1) | bit, 0)
/** @param {Uint8Array} bytes */
const bitsOf = (bytes) =>
  Array.from(bytes).flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1))

/** What a box makes of six bits, with the bits where they belong. @param {number} box @returns {number[]} */
const boxTable = (box) => Array.from({ length: 64 }, (_, six) => {
  const row = ((six >> 4) & 2) | (six & 1)
  const four = parseInt(BOXES[box][row * 16 + ((six >> 1) & 15)], 16)
  const bits = new Array(32).fill(0)
  for (let at = 0; at < 4; at++) bits[box * 4 + at] = (four >> (3 - at)) & 1
  return numberOf(picked(bits, MIX), 0, 32)
})

/** What two boxes make of twelve bits: four tables. */
const TABLES = Array.from({ length: 4 }, (_, pair) => {
  const [high, low] = [boxTable(2 * pair), boxTable(2 * pair + 1)]
  return Int32Array.from({ length: 4096 }, (_value, twelve) => high[twelve >> 6] | low[twelve & 63])
})

/** @param {Uint8Array} key eight bytes, the lowest bits of which do not count @returns {Int32Array} 24 bits each */
function roundKeys(key) {
  const bits = picked(bitsOf(key), KEY_BITS)
  let [left, right] = [bits.slice(0, HALF), bits.slice(HALF)]
  const keys = new Int32Array(2 * ROUNDS)
  TURNS.forEach((turn, round) => {
    left = [...left.slice(turn), ...left.slice(0, turn)]
    right = [...right.slice(turn), ...right.slice(0, turn)]
    const chosen = picked([...left, ...right], ROUND_BITS)
    keys[2 * round] = numberOf(chosen, 0, 24)
    keys[2 * round + 1] = numberOf(chosen, 24, 48)
  })
  return keys
}

/** Encryptions before others may have a turn: less than a millisecond. */
const PIECE = 500

/**
 * @param {Int32Array} keys @param {number} salt bits that are exchanged @param {number} count
 * @param {Uint8Array} data eight bytes
 * @returns {Generator<void, Uint8Array, void>}
 */
function* encrypted(keys, salt, count, data) {
  const bits = picked(bitsOf(data), FIRST)
  let [left, right] = [numberOf(bits, 0, 32), numberOf(bits, 32, 64)]
  const [first, second, third, fourth] = TABLES
  for (let time = 1; time <= count; time++) {
    for (let at = 0; at < keys.length; at += 2) {
      let high = ((right & 1) << 23) | ((right & 0xf8000000) >>> 9) | ((right & 0x1f800000) >>> 11)
        | ((right & 0x01f80000) >>> 13) | ((right & 0x001f8000) >>> 15)
      let low = ((right & 0x0001f800) << 7) | ((right & 0x00001f80) << 5) | ((right & 0x000001f8) << 3)
        | ((right & 0x0000001f) << 1) | (right >>> 31)
      const exchanged = (high ^ low) & salt
      high ^= exchanged ^ keys[at]
      low ^= exchanged ^ keys[at + 1]
      const next = left ^ first[high >> 12] ^ second[high & 4095] ^ third[low >> 12] ^ fourth[low & 4095]
      left = right
      right = next
    }
    const half = left
    left = right
    right = half
    if (time % PIECE === 0) yield
  }
  const made = new Uint8Array(8)
  FIRST.forEach((place, at) => {
    const bit = ((at < 32 ? left : right) >>> (31 - (at & 31))) & 1
    made[(place - 1) >> 3] |= bit << (7 - ((place - 1) & 7))
  })
  return made
}

const LETTERS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** What a letter stands for; others for nothing. @param {string} letter */
const valueOf = (letter) => Math.max(0, LETTERS.indexOf(letter))
/** @param {string} letters the lowest six bits first */
const valueOfLetters = (letters) =>
  Array.from(letters).reduceRight((value, letter) => (value << 6) | valueOf(letter), 0)

/** The first bit exchanges the first two. @param {number} salt 24 bits */
function exchangedBits(salt) {
  let bits = 0
  for (let at = 0; at < 24; at++) if (((salt >> at) & 1) === 1) bits |= 0x800000 >> at
  return bits
}

/** Eleven letters, the highest bits first. @param {Uint8Array} bytes eight of them */
function lettersOf(bytes) {
  const bits = [...bitsOf(bytes), 0, 0]
  return Array.from({ length: 11 }, (_, at) => LETTERS[numberOf(bits, at * 6, at * 6 + 6)]).join('')
}

const ZEROS = new Uint8Array(8)
const USUAL_COUNT = 25

/** @param {Uint8Array} password @param {number} from which byte */
function keyBytes(password, from) {
  const key = new Uint8Array(8)
  for (let at = 0; at < 8 && from + at < password.length; at++) key[at] = password[from + at] << 1
  return key
}

/**
 * Only the first eight bytes of the password count.
 * @param {Uint8Array} password @param {string} setting two letters and more @returns {string}
 */
export function desCrypt(password, setting) {
  const salt = setting.slice(0, 2)
  const work = encrypted(roundKeys(keyBytes(password, 0)), exchangedBits(valueOfLetters(salt)), USUAL_COUNT, ZEROS)
  return salt + lettersOf(/** @type {Uint8Array} */ (work.next().value))
}

/** Bytes of a password that are gone through before others may have a turn: less than a millisecond. */
const KEY_PIECE = 128

/** `_`, four letters of the count, four of the salt. */
export const EXTENDED_SETTING = 9

/**
 * @param {Uint8Array} password @param {string} setting EXTENDED_SETTING letters and more
 * @returns {Generator<void, string | null, void>} null: no count
 */
export function* extendedDesCrypt(password, setting) {
  const [count, salt] = [valueOfLetters(setting.slice(1, 5)), valueOfLetters(setting.slice(5, EXTENDED_SETTING))]
  if (count === 0) return null
  let key = keyBytes(password, 0)
  for (let at = 8; at < password.length; at += 8) {
    key = /** @type {typeof key} */ (yield* encrypted(roundKeys(key), 0, 1, key))
    keyBytes(password, at).forEach((byte, place) => { key[place] ^= byte })
    if (at % KEY_PIECE === 0) yield
  }
  const made = yield* encrypted(roundKeys(key), exchangedBits(salt), count, ZEROS)
  return setting.slice(0, EXTENDED_SETTING) + lettersOf(made)
}

const EXTENDED_COUNT = 725
const EXTENDED_COUNT_MAX = 0xffffff

/** @param {number} value @param {number} count lowest six bits first */
const lettersOfNumber = (value, count) =>
  Array.from({ length: count }, (_, at) => LETTERS[(value >>> (6 * at)) & 63]).join('')

/** @param {(count: number) => Uint8Array} chance @param {number} count */
const saltLetters = (chance, count) =>
  Array.from(chance(count), (byte) => LETTERS[byte & 63]).join('')

/** @param {number | null} rounds @param {(count: number) => Uint8Array} chance @returns {string | null} null: wrong */
export function desSalt(rounds, chance) {
  return rounds === null || rounds === 0 || rounds === USUAL_COUNT ? saltLetters(chance, 2) : null
}

/** @param {number | null} rounds @param {(count: number) => Uint8Array} chance @returns {string | null} null: wrong */
export function extendedDesSalt(rounds, chance) {
  const count = rounds === null || rounds === 0 ? EXTENDED_COUNT : rounds
  // Even counts would show weak keys.
  if (count < 1 || count > EXTENDED_COUNT_MAX || count % 2 === 0) return null
  return `_${lettersOfNumber(count, 4)}${saltLetters(chance, 4)}`
}
