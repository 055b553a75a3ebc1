/**
 * Where the tokens of a text end, by the rules of PostgreSQL 15's lexer (scan.l). Whoever reads SQL without the grammar
 * reads it with these.
 *
 *   space     blank, tab, new line, carriage return, form feed; not the vertical tab
 *   comment   -- to the end of the line; /* to its own end, others nested in it
 *   name      a letter, _ or anything beyond ASCII, then those, digits and $; "…", where "" is a quote
 *   string    '…', N'…' and U&'…', where '' is a quote; E'…', where a backslash takes the next character along, too; B'…' and X'…', which end at the first quote. Behind a new line, perhaps with -- comments
 *             before and after it, the next quote goes on with the same string, by the rules it began with
 *   dollar    $tag$…$tag$: the tag is a name without $, or nothing. $ inside of a name begins none
 *   number    12, 1.5, 1., .5, each with an exponent if digits follow its letter. 1..2 begins with 1. What is stuck to it is the next token
 *   parameter $12
 *   ..        two dots
 *
 * All work on UTF-16 units, allocate nothing but a dollar quote's tag, and read past the end of the text as NaN. Where
 * a token is not finished they say -1.
 */

/** Of each UTF-16 unit below 128: what may begin with it. Those beyond begin names. */
export const OTHER = 0
export const SPACE = 1
export const NAME = 2
export const DIGIT = 3
export const QUOTE = 4
export const DOUBLE = 5
export const DOT = 6
export const DASH = 7
export const SLASH = 8
export const DOLLAR = 9
/** Characters that no token begins with. */
export const CONTROL = 10

export const KIND = new Uint8Array(128)
for (let unit = 0; unit < 128; unit++) {
  const text = String.fromCharCode(unit)
  KIND[unit] = /[ \t\n\r\f]/.test(text)
    ? SPACE
    : /[A-Za-z_]/.test(text)
      ? NAME
      : /\d/.test(text)
        ? DIGIT
        : unit < 32 || unit === 127
          ? CONTROL
          : text === "'"
            ? QUOTE
            : text === '"'
              ? DOUBLE
              : text === '.'
                ? DOT
                : text === '-'
                  ? DASH
                  : text === '/'
                    ? SLASH
                    : text === '$'
                      ? DOLLAR
                      : OTHER
}

/** @param {number} unit NaN beyond the end */
export const isDigit = (unit) => unit >= 48 && unit <= 57

/** @param {number} unit @returns {boolean} whether a name may begin with it */
export const isNameStart = (unit) => unit < 128 ? KIND[unit] === NAME : unit >= 128

/** @param {number} unit @returns {boolean} whether it can be part of a name */
export const isNamePart = (unit) => unit < 128 ? IN_NAME[unit] === 1 : unit >= 128

const IN_NAME = KIND.map((kind) => kind === NAME || kind === DIGIT || kind === DOLLAR ? 1 : 0)

/** @param {string} text @param {number} at @returns {number} */
export function spacesEnd(text, at) {
  for (let unit = text.charCodeAt(at); unit < 128 && KIND[unit] === SPACE; unit = text.charCodeAt(at)) at++
  return at
}

/** @param {string} text @param {number} at inside of a -- comment @returns {number} where its line ends */
export function lineEnd(text, at) {
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 10 || unit === 13) break
  }
  return at
}

/** @param {string} text @param {number} at of a comment's slash @returns {number} */
export function commentEnd(text, at) {
  let depth = 1
  for (at += 2; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    if (unit === 42 && next === 47) {
      at++
      if (--depth === 0) return at + 1
    } else if (unit === 47 && next === 42) {
      at++
      depth++
    }
  }
  return -1
}

/** Behind spaces and comments. @param {string} text @param {number} at @returns {number} */
export function blankEnd(text, at) {
  for (;;) {
    at = spacesEnd(text, at)
    const unit = text.charCodeAt(at)
    if (unit === 45 && text.charCodeAt(at + 1) === 45) at = lineEnd(text, at + 2)
    else if (unit === 47 && text.charCodeAt(at + 1) === 42) {
      at = commentEnd(text, at)
      if (at < 0) return -1
    } else return at
  }
}

/** @param {string} text @param {number} at inside of a name @returns {number} */
export function nameEnd(text, at) {
  while (isNamePart(text.charCodeAt(at))) at++
  return at
}

/** @param {string} text @param {number} at of the quote of "…" @returns {number} */
export function quotedNameEnd(text, at) {
  do {
    at = text.indexOf('"', at + 1) + 1
    if (at === 0) return -1
  } while (text.charCodeAt(at) === 34)
  return at
}

/**
 * One piece of a string in which backslashes are characters.
 * @param {string} text
 * @param {number} at of its quote
 * @returns {number}
 */
export function stringEnd(text, at) {
  do {
    at = text.indexOf("'", at + 1) + 1
    if (at === 0) return -1
  } while (text.charCodeAt(at) === 39)
  return at
}

/**
 * One piece of a string in which backslashes escape.
 * @param {string} text
 * @param {number} at of its quote
 * @returns {number}
 */
export function escapedStringEnd(text, at) {
  for (at++; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 92) at++
    else if (unit === 39) {
      if (text.charCodeAt(at + 1) !== 39) return at + 1
      at++
    }
  }
  return -1
}

/**
 * The quote that goes on with a string.
 * @param {string} text
 * @param {number} at behind a piece of it
 * @returns {number} -1: it was the last piece
 */
export function continuation(text, at) {
  let isBelow = false
  for (;;) {
    const unit = text.charCodeAt(at)
    if (unit === 10 || unit === 13) isBelow = true
    else if (unit === 45 && text.charCodeAt(at + 1) === 45) {
      at = lineEnd(text, at + 2)
      continue
    } else if (!(unit < 128 && KIND[unit] === SPACE)) return isBelow && unit === 39 ? at : -1
    at++
  }
}

/**
 * One piece of B'…' or X'…', which has no quotes in it.
 * @param {string} text
 * @param {number} at of its quote
 * @returns {number}
 */
const bitsEnd = (text, at) => text.indexOf("'", at + 1) + 1 || -1

/**
 * How the pieces of a string end.
 * @param {number} letter that it begins with, or its quote
 * @param {boolean} escapes as for `tokenEnd`
 * @returns {(text: string, at: number) => number}
 */
export function pieceEndOf(letter, escapes) {
  switch (letter | 32) {
    case 101: return escapedStringEnd // E
    case 98: case 120: return bitsEnd // B, X
    case 117: return stringEnd // U&
    default: return escapes ? escapedStringEnd : stringEnd // none, N
  }
}

/**
 * A string with all of its pieces.
 * @param {string} text
 * @param {number} at of its first quote
 * @param {number} letter that it begins with, or its quote
 * @param {boolean} escapes
 * @returns {number}
 */
function wholeStringEnd(text, at, letter, escapes) {
  const pieceEnd = pieceEndOf(letter, escapes)
  for (;;) {
    const end = pieceEnd(text, at)
    if (end < 0) return -1
    at = continuation(text, end)
    if (at < 0) return end
  }
}

/**
 * @param {string} text
 * @param {number} at of a dollar sign that is not part of a name
 * @returns {number} `at`: no dollar quote begins here
 */
export function dollarQuoteEnd(text, at) {
  let tagEnd = at + 1
  if (isNameStart(text.charCodeAt(tagEnd)))
    while (text.charCodeAt(tagEnd) !== 36 && isNamePart(text.charCodeAt(tagEnd))) tagEnd++
  if (text.charCodeAt(tagEnd) !== 36) return at
  const tag = text.slice(at, tagEnd + 1)
  const end = text.indexOf(tag, tagEnd + 1)
  return end < 0 ? -1 : end + tag.length
}

/** @param {string} text @param {number} at @returns {number} */
function digitsEnd(text, at) {
  while (isDigit(text.charCodeAt(at))) at++
  return at
}

/** @param {string} text @param {number} at of its first digit, or of the dot before it @returns {number} */
export function numberEnd(text, at) {
  let unit = text.charCodeAt(at)
  while (isDigit(unit)) unit = text.charCodeAt(++at)
  if (unit === 46 && text.charCodeAt(at + 1) !== 46) {
    at = digitsEnd(text, at + 1)
    unit = text.charCodeAt(at)
  }
  if ((unit | 32) !== 101) return at
  const sign = text.charCodeAt(at + 1)
  const exponent = sign === 43 || sign === 45 ? at + 2 : at + 1
  const end = digitsEnd(text, exponent)
  return end > exponent ? end : at
}

/**
 * The end of the token, the comment or the spaces that begin here; operators are read one character at a time.
 * @param {string} text
 * @param {number} at
 * @param {boolean} [escapes] backslashes escape in plain strings, too (standard_conforming_strings = off)
 * @returns {number}
 */
export function tokenEnd(text, at, escapes = false) {
  const unit = text.charCodeAt(at)
  switch (unit < 128 ? KIND[unit] : NAME) {
    case SPACE: return spacesEnd(text, at + 1)
    case NAME: return prefixedEnd(text, at, unit, escapes)
    case DIGIT: return numberEnd(text, at)
    case QUOTE: return wholeStringEnd(text, at, unit, escapes)
    case DOUBLE: return quotedNameEnd(text, at)
    case DOT: {
      const next = text.charCodeAt(at + 1)
      return next === 46 ? at + 2 : isDigit(next) ? numberEnd(text, at) : at + 1
    }
    case DASH: return text.charCodeAt(at + 1) === 45 ? lineEnd(text, at + 2) : at + 1
    case SLASH: return text.charCodeAt(at + 1) === 42 ? commentEnd(text, at) : at + 1
    case DOLLAR: {
      if (isDigit(text.charCodeAt(at + 1))) return digitsEnd(text, at + 2)
      const end = dollarQuoteEnd(text, at)
      return end === at ? at + 1 : end
    }
    default: return at + 1
  }
}

/**
 * A name, or what its one letter begins.
 * @param {string} text
 * @param {number} at
 * @param {number} letter
 * @param {boolean} escapes
 * @returns {number}
 */
function prefixedEnd(text, at, letter, escapes) {
  const next = text.charCodeAt(at + 1)
  if (next === 39 && BEGINS_STRING.has(letter | 32)) return wholeStringEnd(text, at + 1, letter, escapes)
  if (next === 38 && (letter | 32) === 117) { // U&
    if (text.charCodeAt(at + 2) === 39) return wholeStringEnd(text, at + 2, letter, escapes)
    if (text.charCodeAt(at + 2) === 34) return quotedNameEnd(text, at + 2)
  }
  return nameEnd(text, at + 1)
}

const BEGINS_STRING = new Set([...'ebxn'].map((letter) => letter.charCodeAt(0)))
