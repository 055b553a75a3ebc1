/**
 * ASCII by the rules of those who read text byte by byte.
 *
 * What counts as blank. JavaScript's \s and trim() know Unicode's spaces; to PostgreSQL those are letters like any
 * others. It has two definitions, by who reads:
 *
 *   blank       what values' input skips: space, tab, new line, vertical tab, form feed, carriage return      [ \t-\r]
 *   SQL space   what separates words where text is read as SQL is (names, types, lists of them):             [ \t\n\f\r]
 *               the same without the vertical tab
 */

/** @param {number} unit UTF-16; NaN beyond the end of a text @returns {boolean} */
export const isBlank = (unit) => unit === 32 || (unit >= 9 && unit <= 13)

/** @param {number} unit UTF-16; NaN beyond the end of a text @returns {boolean} */
export const isSqlSpace = (unit) => unit === 32 || (unit >= 9 && unit <= 13 && unit !== 11)

/** @param {string} text @param {number} at @returns {number} of the next that is not blank */
export function blanksEnd(text, at) {
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

// Twice the same loop: texts may be blanks for megabytes, and a test that is handed in costs a call a letter.
/** @param {string} text @returns {string} without blanks around it */
export function trimBlanks(text) {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** @param {string} text @returns {string} without SQL's spaces around it */
export function trimSqlSpaces(text) {
  let start = 0
  let end = text.length
  while (start < end && isSqlSpace(text.charCodeAt(start))) start++
  while (end > start && isSqlSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * Letter cases of names and keywords: A to Z alone have one there. (The Kelvin sign's small letter is k, but it is no
 * k.)
 * @param {string} text
 * @returns {string}
 */
export const lowerAscii = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** @param {string} text @returns {string} */
export const upperAscii = (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
