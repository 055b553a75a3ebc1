/** Identifiers and string literals as PostgreSQL prints them in generated SQL. */

export { quoteIdentifier } from '../../types/identifiers.js'

/** A constant of an expression: backslashes are what they are. @param {string} text @returns {string} */
export const quoteConstant = (text) => `'${text.replaceAll("'", "''")}'`

/** @param {string} text @returns {string} */
export function quoteLiteral(text) {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? `E${quoted}` : quoted
}

/** As definitions are printed: under standard_conforming_strings, where a backslash is one. @param {string} text */
export const simpleLiteral = (text) => `'${text.replaceAll("'", "''")}'`
