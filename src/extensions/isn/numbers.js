/**
 * Product numbers: EAN-13, and what is part of it: ISBN, ISMN, ISSN, UPC. A value is the thirteen digits as a number,
 * doubled; odd where the check digit was wrong and has been put right.
 */
import { badCheckDigit, badNumber, cannotBeKind, numberTooLarge } from '../../errors/isn.js'
import { COUNTRIES, RANGES } from './ranges.js'

/** @typedef {'EAN13' | 'ISBN' | 'ISMN' | 'ISSN' | 'UPC'} Kind */

const DIGITS = 13

/** Digits weigh 1 and 3 in turn. @param {string} digits the first twelve @returns {number} */
function checkDigit(digits) {
  let sum = 0
  for (let at = 0; at < DIGITS - 1; at++) sum += (at % 2 === 0 ? 1 : 3) * Number(digits[at])
  return (10 - sum % 10) % 10
}

/**
 * The first digit weighs as much as there are.
 * @param {string} digits with the one to be checked @returns {number} 10: X
 */
function weightedDigit(digits) {
  let sum = 0
  for (let at = 0; at < digits.length - 1; at++) sum += (digits.length - at) * Number(digits[at])
  return (11 - sum % 11) % 11
}

/** @param {string} digits thirteen @returns {Kind} */
function kindOf(digits) {
  if (digits.startsWith('978')) return 'ISBN'
  if (digits.startsWith('977')) return 'ISSN'
  if (digits.startsWith('9790')) return 'ISMN'
  if (digits.startsWith('979')) return 'ISBN'
  return digits[0] === '0' ? 'UPC' : 'EAN13'
}

// ---- reading

/** @typedef {{ kind: Kind, digits: string, check: string, isMarked: boolean }} Written check: the last letter */

/** @param {string} text @param {number} at @returns {number} behind dashes and blanks, of which there may be many */
function separatorsEnd(text, at) {
  while (text[at] === '-' || text[at] === ' ') at++
  return at
}

/**
 * What is written: how many digits there are says what it is.
 * @param {string} text @param {Kind} wanted @returns {Written} @throws {DbError} 22P02, 22003
 */
function takeApart(text, wanted) {
  /** @type {Kind | null} */
  let kind = null
  let digits = ''
  let isMarked = false
  for (let at = 0; at < text.length; at++) {
    at = separatorsEnd(text, at)
    if (at === text.length) break
    const letter = text[at]
    const isLast = at + 1 === text.length || text[at + 1] === '!'
    const isDigit = /[0-9]/.test(letter) || (letter === '?' && isLast)
    const isX = letter === 'X' || letter === 'x'
    if (digits.length === 0 && (letter === 'M' || letter === 'm')) {
      kind = 'ISMN'
      digits = 'M'
    } else if (digits.length === 7 && (isDigit || isX) && isLast) {
      if (kind !== null) throw badNumber(wanted, text)
      kind = 'ISSN'
      digits += letter.toUpperCase()
    } else if (digits.length === 9 && (isDigit || isX) && isLast) {
      kind ??= 'ISBN'
      digits += letter.toUpperCase()
    } else if (digits.length === 11 && isDigit && isLast) {
      if (kind !== null) throw badNumber(wanted, text)
      kind = 'UPC'
      digits += letter
    } else if (letter === '!' && at + 1 === text.length) isMarked = true
    else if (isDigit) {
      digits += letter
      if (digits.length > DIGITS) throw numberTooLarge(text, wanted)
    } else throw badNumber(wanted, text)
  }
  const found = digits.length === DIGITS && kind === null ? 'EAN13' : kind
  const length = { EAN13: 13, UPC: 12, ISBN: 10, ISMN: 10, ISSN: 8 }[found ?? 'EAN13']
  if (found === null || digits.length !== length) throw badNumber(wanted, text)
  return { kind: found, digits, check: digits.at(-1) ?? '', isMarked }
}

/**
 * As thirteen digits, of which the last is not looked at; and what the check digit as written should be.
 * @param {Written} written
 */
function asThirteen({ kind, digits }) {
  switch (kind) {
    case 'ISBN': return { thirteen: `978${digits}`, right: weightedDigit(digits) }
    case 'ISSN': return { thirteen: `977${digits.slice(0, 7)}00?`, right: weightedDigit(digits) }
    case 'ISMN': {
      const thirteen = `9790${digits.slice(1)}`
      return { thirteen, right: checkDigit(thirteen) }
    }
    case 'UPC': return { thirteen: `0${digits}`, right: checkDigit(`0${digits}`) }
    default: return { thirteen: digits, right: checkDigit(digits) }
  }
}

/**
 * @param {string} text @param {Kind} wanted @param {boolean} isWeak a wrong check digit is put right
 * @returns {number} @throws {DbError} 22P02, 22003
 */
export function parseNumber(text, wanted, isWeak) {
  const written = takeApart(text, wanted)
  let { kind } = written
  if (kind !== 'EAN13' && kind !== wanted) throw cannotBeKind(kind, wanted, text)
  const { thirteen, right } = asThirteen(written)
  if (kind === 'EAN13' && wanted !== 'EAN13') {
    kind = kindOf(thirteen)
    if (kind !== wanted) throw cannotBeKind(kind, wanted, text)
  }
  const { check, isMarked } = written
  const isRight = check === '?' || check === (right === 10 ? 'X' : String(right))
  if (!isRight && !isMarked && !isWeak) throw badCheckDigit(wanted, text, right === 10 ? 'X' : String(right))
  const first = thirteen.slice(0, DIGITS - 1)
  return 2 * Number(first + checkDigit(first)) + (isMarked || !isRight ? 1 : 0)
}

// ---- printing

/** @type {Map<string, { from: string, groups: string }[]>} */
const ranges = new Map()

/** @param {string} prefix @returns {{ from: string, groups: string }[]} in order */
function rangesOf(prefix) {
  let known = ranges.get(prefix)
  if (known === undefined) {
    known = (RANGES[prefix] ?? '0:9').split(' ').map((range) => {
      const [from, groups] = range.split(':')
      return { from: from.padEnd(9, '0'), groups }
    })
    ranges.set(prefix, known)
  }
  return known
}

/** @param {string} digits thirteen @returns {string} */
function hyphenated(digits) {
  const [prefix, rest, check] = [digits.slice(0, 3), digits.slice(3, 12), digits[12]]
  const turns = COUNTRIES.filter((from) => from <= prefix).length
  if (turns % 2 === 0) return `${prefix}${rest}-${check}`
  const { groups } = /** @type {{ groups: string }} */ (rangesOf(prefix).findLast(({ from }) => from <= rest))
  const parts = [prefix]
  let at = 0
  for (const length of groups) {
    parts.push(rest.slice(at, at + Number(length)))
    at += Number(length)
  }
  return [...parts, check].join('-')
}

/** @param {number} value @param {boolean} isShort as its own kind writes it @returns {string} */
export function formatNumber(value, isShort) {
  const mark = value % 2 === 1 ? '!' : ''
  const digits = String(Math.floor(value / 2)).padStart(DIGITS, '0')
  const text = hyphenated(digits)
  if (!isShort) return text + mark
  switch (kindOf(digits)) {
    case 'ISBN': {
      if (!digits.startsWith('978')) return text + mark
      const check = weightedDigit(digits.slice(3))
      return `${text.slice(4, -1)}${check === 10 ? 'X' : check}${mark}`
    }
    case 'ISMN': return `M${text.slice(5)}${mark}`
    case 'ISSN': {
      const check = weightedDigit(digits.slice(3, 11))
      return `${digits.slice(3, 7)}-${digits.slice(7, 10)}${check === 10 ? 'X' : check}`
    }
    case 'UPC': return digits.slice(1)
    default: return text + mark
  }
}

/** @param {number} value @param {Kind} wanted @returns {number} @throws {DbError} 22P02 */
export function castTo(value, wanted) {
  const digits = String(Math.floor(value / 2)).padStart(DIGITS, '0')
  const kind = kindOf(digits)
  if (kind === wanted) return value
  throw cannotBeKind(kind === 'EAN13' ? kind : `EAN13(${kind})`, wanted, digits)
}
