/**
 * Flags of affix files: which affixes a word takes, and where in a compound word a part may stand. A set of flags is
 * written as letters (AB), pairs of letters (AaBb) or numbers (200,205).
 */
import { badAffixFlag, badLongFlag, flagCharacter, flagOutOfRange } from '../../../../errors/text-search.js'
import { isSqlSpace } from '../../../../util/ascii.js'

/** @typedef {'char' | 'long' | 'num'} FlagMode */

/** Only as a part of a compound word. */
export const ONLY = 0x01
/** The first part of one, one in between, the last. */
export const FIRST = 0x02
export const MIDDLE = 0x04
export const LAST = 0x08
export const ANYWHERE = FIRST | MIDDLE | LAST
/** What is asked of words. */
export const PLACES = ONLY | ANYWHERE
/** The affix may stand within a compound word; it may not. */
export const PERMITTED = 0x10
export const FORBIDDEN = 0x20
/** A prefix and a suffix that both have it go together. */
export const CROSS = 0x40

const FLAG_NUMBER_MAX = 65_000

/** As C reads the beginning of a text. @param {string} text @returns {{ number: number, rest: string } | null} */
export function leadingNumber(text) {
  const match = /^[ \t\n\v\f\r]*([+-]?\d+)/.exec(text)
  return match === null ? null : { number: Number(match[1]), rest: text.slice(match[0].length) }
}

/** @param {string} text @throws {DbError} F0000 */
export function flagNumber(text) {
  const read = leadingNumber(text)
  if (read === null || !Number.isSafeInteger(read.number)) throw badAffixFlag(text)
  if (read.number < 0 || read.number > FLAG_NUMBER_MAX) throw flagOutOfRange(text)
  return read
}

/**
 * One flag after another.
 * @param {string} set
 * @param {FlagMode} mode
 * @returns {Generator<string, void, void>}
 * @throws {DbError} F0000 where the set is malformed: flags before that place are answered
 */
export function* flagsOf(set, mode) {
  if (mode === 'num') yield* numbersOf(set)
  else if (mode === 'char') yield* set
  else {
    const letters = [...set]
    for (let at = 0; at < letters.length; at += 2) {
      if (at + 1 === letters.length) throw badLongFlag(letters[at])
      yield letters[at] + letters[at + 1]
    }
  }
}

/** @param {string} set @returns {Generator<string, void, void>} */
function* numbersOf(set) {
  while (set !== '') {
    const { number, rest } = flagNumber(set)
    set = afterComma(rest)
    yield String(number)
  }
}

/** @param {string} rest behind a number @returns {string} from the next number on */
function afterComma(rest) {
  let hasComma = false
  for (let at = 0; at < rest.length; at++) {
    const letter = rest[at]
    if (letter >= '0' && letter <= '9') {
      if (!hasComma) throw badAffixFlag(rest.slice(at))
      return rest.slice(at)
    }
    if (letter === ',') {
      if (hasComma) throw badAffixFlag(rest.slice(at))
      hasComma = true
    } else if (!isSqlSpace(letter.charCodeAt(0))) throw flagCharacter(rest.slice(at))
  }
  return ''
}

/** A set that is asked for its flags, as far as it can be read. */
export class FlagSet {
  /** @param {string} text @param {FlagMode} mode */
  constructor(text, mode) {
    this.text = text
    this.mode = mode
    /** @type {Set<string> | null} */
    this.flags = null
    /** why the rest cannot be read @type {unknown} */
    this.error = null
    /** what they mean in compound words, once somebody asked @type {number | null} */
    this.places = null
  }

  /** @param {string} flag '': every set has it @throws {DbError} F0000 */
  has(flag) {
    if (flag === '') return true
    this.flags ??= this.read()
    if (this.flags.has(flag)) return true
    if (this.error !== null) throw this.error
    return false
  }

  read() {
    const flags = new Set()
    try {
      for (const flag of flagsOf(this.text, this.mode)) flags.add(flag)
    } catch (error) {
      this.error = error
    }
    return flags
  }
}

/** What flags mean in compound words, as the affix file says. */
export class CompoundFlags {
  /** @param {FlagMode} mode */
  constructor(mode) {
    this.mode = mode
    /** ascending by flag @type {{ flag: string | number, places: number }[]} */
    this.known = []
  }

  /** @param {string} flag @param {number} places @throws {DbError} F0000 */
  add(flag, places) {
    this.known.push({ flag: this.keyOf(flag), places })
  }

  /** Once all are there. */
  sort() {
    this.known.sort((a, b) => a.flag < b.flag ? -1 : a.flag > b.flag ? 1 : 0)
  }

  /** @param {string} flag */
  keyOf(flag) {
    return this.mode === 'num' ? flagNumber(flag).number : flag
  }

  /** @param {string} set @returns {number} places @throws {DbError} F0000 */
  placesOf(set) {
    if (this.known.length === 0) return 0
    let places = 0
    for (const flag of flagsOf(set, this.mode)) places |= this.placesOfFlag(this.keyOf(flag))
    return places
  }

  /** @param {string | number} flag */
  placesOfFlag(flag) {
    let low = 0
    let high = this.known.length
    while (low < high) {
      const middle = (low + high) >> 1
      const { flag: found, places } = this.known[middle]
      if (found === flag) return places
      if (found < flag) low = middle + 1
      else high = middle
    }
    return 0
  }
}
