/**
 * Letters as the locale C.UTF-8 has them: each character is a letter, capital and so on by itself, and has at most one
 * other case, which is one character ("ß" stays itself, there
 * is no final sigma). That is what the C library's towupper, towlower and isw* say, and PostgreSQL with them. By a
 * table of our own: what Node knows of Unicode changes from
 * version to version, and indexes on lower(x) must not.
 */
import { LETTERS } from './letters-table.js'

/** low, high, low, high …: ascending, not touching @typedef {number[]} CodeRanges */
/** @typedef {keyof typeof TESTS} LetterClass */

const BMP_CODES = 0x10000
/** Units that String.fromCharCode is given at a time. */
const UNITS = 4096

/** The other case of every character that has one. */
class Mapping {
  /** @param {string} stretches as scripts/extract-letters.js writes them */
  constructor(stretches) {
    this.stretches = stretches
    /** of the basic plane, by code @type {Uint16Array | null} */
    this.units = null
    /** of the rest: the second half that becomes of a character; the first one stays @type {Map<number, number>} */
    this.beyond = new Map()
    /** characters that have one, ascending @type {number[]} */
    this.codes = []
  }

  /** @returns {Uint16Array} */
  read() {
    const units = Uint16Array.from({ length: BMP_CODES }, (_, code) => code)
    let code = 0
    for (const stretch of this.stretches.replaceAll('\n', '').split(',')) {
      const [gap, count, step, distance] = stretch.split(' ').map((text) => parseInt(text, 36))
      code += gap
      for (let at = 0; at < count; at++) {
        if (at > 0) code += step
        this.codes.push(code)
        if (code < BMP_CODES) units[code] = code + distance
        else this.beyond.set(code, code + distance)
      }
    }
    return this.units = units
  }

  /** @param {number} code */
  of(code) {
    const units = this.units ?? this.read()
    return code < BMP_CODES ? units[code] : this.beyond.get(code) ?? code
  }

  /** @param {string} text */
  text(text) {
    const units = this.units ?? this.read()
    const made = new Uint16Array(Math.min(text.length, UNITS))
    let result = ''
    for (let from = 0; from < text.length; from += UNITS) {
      const count = Math.min(UNITS, text.length - from)
      for (let at = 0; at < count; at++) {
        const unit = text.charCodeAt(from + at)
        made[at] = unit >= 0xdc00 && unit < 0xe000 ? this.secondHalf(text, from + at) : units[unit]
      }
      result += String.fromCharCode(...(count === made.length ? made : made.subarray(0, count)))
    }
    return result
  }

  /**
   * What becomes of the second half of a character beyond the basic plane. @param {string} text @param {number} at
   * @returns {number}
   */
  secondHalf(text, at) {
    const unit = text.charCodeAt(at)
    const other = at === 0 ? undefined : this.beyond.get(/** @type {number} */ (text.codePointAt(at - 1)))
    return other === undefined ? unit : 0xdc00 | other & 0x3ff
  }
}

const LOWER = new Mapping(LETTERS.lower)
const UPPER = new Mapping(LETTERS.upper)
const BEYOND_ASCII = /[^\0-\x7f]/

/** @param {string} text */
export const lowerText = (text) => !/[A-Z\x80-\uffff]/.test(text) ? text
  : BEYOND_ASCII.test(text) ? LOWER.text(text) : text.toLowerCase()

/** @param {string} text */
export const upperText = (text) => !/[a-z\x80-\uffff]/.test(text) ? text
  : BEYOND_ASCII.test(text) ? UPPER.text(text) : text.toUpperCase()

/** Words are letters and digits. @param {string} text */
export function capitalText(text) {
  if (!BEYOND_ASCII.test(text)) {
    return text.toLowerCase().replace(/[a-z0-9]+/g, (word) => word[0].toUpperCase() + word.slice(1))
  }
  let result = ''
  let inWord = false
  for (const letter of text) {
    const from = /** @type {number} */ (letter.codePointAt(0))
    const code = inWord ? LOWER.of(from) : UPPER.of(from)
    result += code === from ? letter : String.fromCodePoint(code)
    inWord = isAlnum(code)
  }
  return result
}

/** @param {number} code */
export const lowerCode = (code) => code < 128 ? (code >= 65 && code <= 90 ? code + 32 : code) : LOWER.of(code)

/** @param {number} code */
export const upperCode = (code) => code < 128 ? (code >= 97 && code <= 122 ? code - 32 : code) : UPPER.of(code)

/**
 * The other cases of what characters of a stretch have one.
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function casesWithin(low, high) {
  const found = []
  for (const mapping of [LOWER, UPPER]) {
    if (mapping.units === null) mapping.read()
    const { codes } = mapping
    for (let at = firstFrom(codes, low); at < codes.length && codes[at] <= high; at++) found.push(mapping.of(codes[at]))
  }
  return found
}

/**
 * @param {number[]} codes ascending @param {number} low @returns {number} the place of the first one that is not below
 */
function firstFrom(codes, low) {
  let from = 0
  let to = codes.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (codes[middle] < low) from = middle + 1
    else to = middle
  }
  return from
}

const { isAlpha, isPrint, isUpper, isLower, isSpace } = LETTERS
const TESTS = { isAlpha, isPrint, isUpper, isLower, isSpace }
/** @type {Map<string, CodeRanges>} */
const classes = new Map()

/** The characters of a class. @param {LetterClass} name @returns {CodeRanges} */
export function lettersOf(name) {
  let ranges = classes.get(name)
  if (ranges === undefined) {
    ranges = []
    let end = 0
    const numbers = TESTS[name].slice(1).split(/[ \n]/)
    for (let at = 0; at < numbers.length; at += 2) {
      const from = end + parseInt(numbers[at], 36)
      end = from + parseInt(numbers[at + 1], 36)
      ranges.push(from, end)
    }
    classes.set(name, ranges)
  }
  return ranges
}

/** @param {LetterClass} name @param {number} code */
function isOfClass(name, code) {
  const ranges = lettersOf(name)
  const at = firstFrom(ranges, code)
  return at % 2 === 1 || ranges[at] === code
}

/** @param {number} code */
export const isTextLetter = (code) => isOfClass('isAlpha', code)

/** @param {number} code */
export const isTextSpace = (code) => isOfClass('isSpace', code)

/** @param {number} code */
const isAlnum = (code) => (code >= 48 && code <= 57) || isTextLetter(code)
