/**
 * Trigrams: every three characters of a word in lower case, with two blanks before it and one behind. A trigram is a
 * number of 24 bits: its three bytes, or a checksum of the bytes where characters have more than one.
 */
import { isTextLetter, lowerText } from '../../types/collation/letters.js'
import { toUtf8 } from '../../types/strings/text.js'

/** Bounds of words among trigrams in their order. */
export const LEFT = 1
export const RIGHT = 2

/** @param {number} code */
export const isWordCode = (code) => code < 128
  ? (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  : isTextLetter(code) || DIGIT.test(String.fromCodePoint(code))
const DIGIT = /\p{Nd}/u

/** CRC-32's table, of the reflected polynomial. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/**
 * PostgreSQL's checksum, which steps through that table from the other end.
 * @param {Uint8Array} bytes @returns {number}
 */
function checksum(bytes) {
  let crc = -1
  for (const byte of bytes) crc = TABLE[((crc >>> 24) ^ byte) & 0xff] ^ (crc << 8)
  crc = ~crc
  return ((crc & 0xff) << 16) | (crc & 0xff00) | ((crc >>> 16) & 0xff)
}

/** @param {string} a @param {string} b @param {string} c characters @returns {number} */
export function trigramOf(a, b, c) {
  const [x, y, z] = [a.charCodeAt(0), b.charCodeAt(0), c.charCodeAt(0)]
  if ((x | y | z) < 128) return (x << 16) | (y << 8) | z
  return checksum(toUtf8(a + b + c))
}

/** @param {string} text @returns {boolean} */
function isAscii(text) {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/**
 * Trigrams of a text in its order, some perhaps more than once.
 * @param {string} text @param {number[]} [bounds] filled @returns {number[]}
 */
export function trigramsInOrder(text, bounds) {
  const lower = lowerText(text)
  if (!isAscii(lower)) return trigramsOfCharacters(Array.from(lower), bounds)
  /** @type {number[]} */
  const found = []
  for (let at = 0; at < lower.length;) {
    if (!isWordCode(lower.charCodeAt(at))) { at++; continue }
    let window = 0x2020
    const first = found.length
    for (; at < lower.length; at++) {
      const code = lower.charCodeAt(at)
      if (!isWordCode(code)) break
      window = ((window << 8) | code) & 0xffffff
      found.push(window)
    }
    found.push(((window << 8) | 32) & 0xffffff)
    mark(bounds, first, found.length)
  }
  return found
}

/** @param {string} letter a character */
const isWord = (letter) => isWordCode(/** @type {number} */ (letter.codePointAt(0)))

/** @param {string[]} letters @param {number[] | undefined} bounds @returns {number[]} */
function trigramsOfCharacters(letters, bounds) {
  /** @type {number[]} */
  const found = []
  for (let at = 0; at < letters.length;) {
    if (!isWord(letters[at])) { at++; continue }
    const word = [' ', ' ']
    for (; at < letters.length && isWord(letters[at]); at++) word.push(letters[at])
    word.push(' ')
    const first = found.length
    for (let end = 2; end < word.length; end++) found.push(trigramOf(word[end - 2], word[end - 1], word[end]))
    mark(bounds, first, found.length)
  }
  return found
}

/** @param {number[] | undefined} bounds @param {number} first @param {number} end */
function mark(bounds, first, end) {
  if (bounds === undefined) return
  for (let at = first; at < end; at++) bounds.push(0)
  bounds[first] |= LEFT
  bounds[end - 1] |= RIGHT
}

/** @param {string} text @returns {number[]} ascending, each once */
export function trigramsOf(text) {
  const all = ascending(trigramsInOrder(text))
  let count = 0
  for (let at = 0; at < all.length; at++) if (at === 0 || all[at] !== all[at - 1]) all[count++] = all[at]
  all.length = count
  return all
}

/** So many numbers are sorted sooner as an array of their own kind. */
const MANY = 256

/** @param {number[]} list @returns {number[]} */
const ascending = (list) =>
  list.length < MANY ? list.sort((a, b) => a - b) : Array.from(Int32Array.from(list).sort())

/** A letter of a text whose trigrams are made takes as long as so many that are only looked at. */
const TRIGRAM_WEIGHT = 16

/** What making both texts' trigrams takes. @param {string} a @param {string} b */
export const trigramWork = (a, b) => (a.length + b.length) * TRIGRAM_WEIGHT

/**
 * The stretch of a text that is like a word is looked through anew at each place.
 * @param {string} a @param {string} b
 */
export const stretchWork = (a, b) => trigramWork(a, b) + (a.length * b.length) / TRIGRAM_WEIGHT

/** @param {number} common @param {number} one @param {number} other counts @returns {number} float4 */
export const share = (common, one, other) => Math.fround(common / (one + other - common))

/** @param {number[]} a @param {number[]} b both ascending @returns {number} float4 */
export function similarityOf(a, b) {
  if (a.length === 0 || b.length === 0) return 0
  let common = 0
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) { common++; i++; j++ } else if (a[i] < b[j]) i++
    else j++
  }
  return share(common, a.length, b.length)
}

/**
 * The greatest similarity of a word's trigrams with those of any stretch of a text; strict: of a stretch of whole
 * words. A sliding stretch grows to the right; its left end moves on where that makes it more alike.
 * @param {string} word @param {string} text @param {boolean} strict @returns {number} float4
 */
export function wordSimilarityOf(word, text, strict) {
  const wanted = new Set(trigramsInOrder(word))
  /** @type {number[]} */
  const bounds = []
  const row = trigramsInOrder(text, bounds)
  /** Newest place of each trigram of the stretch. @type {Map<number, number>} */
  const last = new Map()
  let best = 0
  let count = 0
  let distinct = 0
  let lower = strict ? 0 : -1
  for (let at = 0; at < row.length; at++) {
    const trigram = row[at]
    const isWanted = wanted.has(trigram)
    if (lower >= 0 || isWanted) {
      if (!last.has(trigram)) {
        distinct++
        if (isWanted) count++
      }
      last.set(trigram, at)
    }
    if (strict ? (bounds[at] & RIGHT) === 0 : !isWanted) continue
    if (lower === -1) {
      lower = at
      distinct = 1
    }
    let found = share(count, wanted.size, distinct)
    let [left, leftCount, leftDistinct] = [lower, count, distinct]
    let [triedCount, triedDistinct] = [count, distinct]
    for (let tried = lower; tried <= at; tried++) {
      if (!strict || (bounds[tried] & LEFT) !== 0) {
        const alike = share(triedCount, wanted.size, triedDistinct)
        if (alike > found) {
          found = alike
          ;[left, leftCount, leftDistinct] = [tried, triedCount, triedDistinct]
        }
      }
      if (last.get(row[tried]) === tried) {
        triedDistinct--
        if (wanted.has(row[tried])) triedCount--
      }
    }
    if (found > best) best = found
    for (let gone = lower; gone < left; gone++) if (last.get(row[gone]) === gone) last.delete(row[gone])
    ;[lower, count, distinct] = [left, leftCount, leftDistinct]
  }
  return best
}

/** A byte as C's char is. @param {number} byte */
const signed = (byte) => (byte << 24) >> 24

/** In PostgreSQL's order, as show_trgm has them. @param {number[]} trigrams @returns {string[]} */
export function shownTrigrams(trigrams) {
  return [...trigrams]
    .sort((a, b) => signed(a >> 16) - signed(b >> 16) || signed(a >> 8) - signed(b >> 8) || signed(a) - signed(b))
    .map((trigram) => {
      const text = String.fromCharCode(trigram >> 16, (trigram >> 8) & 0xff, trigram & 0xff)
      return /^[A-Za-z0-9 \t]{3}$/.test(text) ? text : `0x${trigram.toString(16).padStart(6, '0')}`
    })
}
