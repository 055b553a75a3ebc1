/**
 * Which characters are letters, digits and the like, and which are each other's other case: those of the locale C.UTF-8
 * (types/collation/letters.js), ASCII's in the collation "C", all of
 * Unicode's in ICU's. Which of them holds is said around a call (`withLetters`), because regular expressions are
 * compiled inside functions that take texts only; programs of each kind
 * are cached apart.
 */
import { casesWithin, lettersOf, lowerCode as lowerOfLibrary, upperCode } from '../../types/collation/letters.js'
import { charSet, complement } from './charset.js'
/** @import { CharSet } from './charset.js' */

export const LIBRARY = 0
export const ASCII = 1
export const ICU = 2
/** @typedef {0 | 1 | 2} Letters */

/** Planes with letters, and what an expression may name beyond them. */
const SCANNED_MAX = 0x323ff

/** @type {Record<string, CharSet>} */
export const ASCII_CLASSES = {
  alnum: [48, 57, 65, 90, 97, 122], alpha: [65, 90, 97, 122], ascii: [0, 127], blank: [9, 9, 32, 32],
  cntrl: [0, 31, 127, 127], digit: [48, 57], graph: [33, 126], lower: [97, 122], print: [32, 126],
  punct: [33, 47, 58, 64, 91, 96, 123, 126], space: [9, 13, 32, 32], upper: [65, 90],
  word: [48, 57, 65, 90, 95, 95, 97, 122], xdigit: [48, 57, 65, 70, 97, 102],
}

/** As ICU has them. @type {Record<string, RegExp>} */
const UNICODE = {
  alnum: /[\p{L}\p{Nd}]/u, alpha: /\p{L}/u, ascii: /[\0-\x7f]/u, blank: /[\t\p{Zs}]/u,
  cntrl: /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, digit: /\p{Nd}/u, graph: /[^\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}]/u, lower: /\p{Ll}/u,
  print: /[^\p{C}\p{Zl}\p{Zp}]/u, punct: /\p{P}/u, space: /[\t-\r\x1c-\x1f\x85\p{Z}]/u, upper: /\p{Lu}/u,
  word: /[\p{L}\p{Nd}_]/u, xdigit: /[0-9A-Fa-f]/u,
}
/** @type {Map<string, CharSet>} */
const unicodeClasses = new Map()
/** @type {Map<string, CharSet>} */
const libraryClasses = new Map()

/** @type {Letters} */
let letters = LIBRARY

/** Whose letters the expression that is compiled now knows. */
export const lettersNow = () => letters

/** @template T @param {Letters} whose @param {() => T} call @returns {T} */
export function withLetters(whose, call) {
  const before = letters
  letters = whose
  try {
    return call()
  } finally {
    letters = before
  }
}

/** @param {string} name one of ASCII_CLASSES @returns {CharSet} */
export function characterClass(name) {
  if (letters === ASCII) return ASCII_CLASSES[name]
  const classes = letters === ICU ? unicodeClasses : libraryClasses
  let set = classes.get(name)
  if (set === undefined) classes.set(name, set = letters === ICU ? scanned(UNICODE[name]) : libraryClass(name))
  return set
}

/** What PostgreSQL asks the library for, and what it knows by itself. @param {string} name @returns {CharSet} */
function libraryClass(name) {
  switch (name) {
    case 'alpha': return lettersOf('isAlpha')
    case 'alnum': return charSet([...lettersOf('isAlpha'), ...ASCII_CLASSES.digit])
    case 'word': return charSet([...lettersOf('isAlpha'), ...ASCII_CLASSES.word])
    case 'upper': return lettersOf('isUpper')
    case 'lower': return lettersOf('isLower')
    case 'space': return lettersOf('isSpace')
    case 'print': return lettersOf('isPrint')
    case 'graph': return without(lettersOf('isPrint'), lettersOf('isSpace'))
    case 'punct': return without(characterClass('graph'), characterClass('alnum'))
    case 'cntrl': return charSet([...ASCII_CLASSES.cntrl, 0x80, 0x9f])
    default: return ASCII_CLASSES[name]
  }
}

/** @param {CharSet} set @param {CharSet} other */
const without = (set, other) => complement(charSet([...complement(set), ...other]))

/** @param {RegExp} test @returns {CharSet} */
function scanned(test) {
  /** @type {number[]} */
  const ranges = []
  for (let code = 0; code <= SCANNED_MAX; code++) {
    if (!test.test(String.fromCodePoint(code))) continue
    if (ranges.length > 0 && ranges[ranges.length - 1] === code - 1) ranges[ranges.length - 1] = code
    else ranges.push(code, code)
  }
  return ranges
}

/** Letters with another case: the letter and that one. @type {[number, number][] | null} */
let pairs = null

function casePairs() {
  if (pairs !== null) return pairs
  pairs = []
  const cased = /\p{Changes_When_Casemapped}/u
  for (let code = 0; code <= 0x1e9ff; code++) {
    const letter = String.fromCodePoint(code)
    if (!cased.test(letter)) continue
    for (const other of [letter.toLowerCase(), letter.toUpperCase()])
      if (other !== letter && [...other].length === 1) pairs.push([code, /** @type {number} */ (other.codePointAt(0))])
  }
  return pairs
}

/**
 * Both cases of a character. One that is neither (a title's: U+01C5) is not itself, as in PostgreSQL. @param {number}
 * code @returns {CharSet}
 */
export function bothCasesOf(code) {
  if (letters !== LIBRARY) return bothCases([code, code])
  const [lower, upper] = [lowerOfLibrary(code), upperCode(code)]
  return charSet([lower, lower, upper, upper])
}

/** It, and both cases of what letters it has. @param {CharSet} set @returns {CharSet} */
export function bothCases(set) {
  const ranges = [...set]
  if (letters === ASCII) {
    for (let at = 0; at < set.length; at += 2) {
      const upper = [Math.max(set[at], 65), Math.min(set[at + 1], 90)]
      const lower = [Math.max(set[at], 97), Math.min(set[at + 1], 122)]
      if (upper[0] <= upper[1]) ranges.push(upper[0] + 32, upper[1] + 32)
      if (lower[0] <= lower[1]) ranges.push(lower[0] - 32, lower[1] - 32)
    }
  } else if (letters === LIBRARY) {
    for (let at = 0; at < set.length; at += 2) {
      for (const other of casesWithin(set[at], set[at + 1])) ranges.push(other, other)
    }
  } else {
    for (const [code, other] of casePairs()) {
      for (let at = 0; at < set.length; at += 2)
        if (code >= set[at] && code <= set[at + 1]) {
          ranges.push(other, other)
          break
        }
    }
  }
  return charSet(ranges)
}

/** @param {number} code @param {Letters} whose */
export function lowerCode(code, whose) {
  if (whose === ASCII || code < 128) return code >= 65 && code <= 90 ? code + 32 : code
  if (whose === LIBRARY) return lowerOfLibrary(code)
  const lower = String.fromCodePoint(code).toLowerCase()
  return [...lower].length === 1 ? /** @type {number} */ (lower.codePointAt(0)) : code
}
