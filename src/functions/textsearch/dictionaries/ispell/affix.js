/**
 * An affix: `added` stands at a word's beginning or end in the text; with `found` in its place, and if that satisfies
 * the mask, it is the word that the dictionary may have. Words are strings of UTF-8's bytes here: a dictionary compares
 * and measures bytes.
 */
import { ANYWHERE, ONLY, PERMITTED } from './flags.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const ASCII = /^[\x00-\x7f]*$/

/** @param {string} text @returns {string} a character per byte of UTF-8 */
export const toBytes = (text) => ASCII.test(text) ? text : String.fromCharCode(...encoder.encode(text))

/** @param {string} bytes */
export const fromBytes = (bytes) => ASCII.test(bytes) ? bytes
  : decoder.decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)))

/** @typedef {(word: string) => boolean} Mask */

export class Affix {
  /**
   * @param {string} flag
   * @param {number} places and CROSS
   * @param {boolean} isSuffix
   * @param {string} found bytes
   * @param {string} added bytes
   * @param {Mask | null} mask null: every word
   */
  constructor(flag, places, isSuffix, found, added, mask) {
    this.flag = flag
    this.places = places & (ONLY | PERMITTED) && !(places & ANYWHERE) ? places | ANYWHERE : places
    this.isSuffix = isSuffix
    this.found = found
    this.added = added
    this.mask = mask
  }

  /** @param {string} bytes */
  fits(bytes) {
    return this.mask === null || this.mask(fromBytes(bytes))
  }
}

/**
 * Letters and sets of letters, one behind the other: what most masks are.
 * @param {string} mask
 * @param {boolean} isSuffix
 * @param {(code: number) => boolean} isLetter
 * @returns {Mask | null} null: it needs a regular expression
 */
export function simpleMask(mask, isSuffix, isLetter) {
  /** @type {{ letters: Set<string>, isNegated: boolean }[]} */
  const places = []
  const all = [...mask]
  for (let at = 0; at < all.length; at++) {
    const letters = new Set()
    let isNegated = false
    if (all[at] === '[') {
      isNegated = all[++at] === '^'
      if (isNegated) at++
      else if (all[at] === ']') return null
      for (; all[at] !== ']'; at++) {
        if (at >= all.length || !isLetter(Number(all[at].codePointAt(0)))) return null
        letters.add(all[at])
      }
    } else if (isLetter(Number(all[at].codePointAt(0)))) letters.add(all[at])
    else return null
    places.push({ letters, isNegated })
  }
  return (word) => {
    const letters = [...word]
    if (letters.length < places.length) return false
    const from = isSuffix ? letters.length - places.length : 0
    return places.every((place, at) => place.letters.has(letters[from + at]) !== place.isNegated)
  }
}
