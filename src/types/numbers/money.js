/**
 * money: hundredths as an int8, in the format of the locale "C": $1,234.56. Input takes currency sign, thousands
 * separators, a sign before or behind, or parentheses; more than two decimals are rounded.
 */
import { invalidInput, valueOutOfRange } from '../../errors/data.js'
import { INT8_MAX, toInt8 } from './int8.js'
import { STORED_AS_INT8 } from './integers.js'
import * as T from '../oids.js'
import { TypeOps } from '../type-ops.js'

// space $ space sign or ( space $ space digits and commas . digits the rest
const MONEY_PATTERN = /^[ \t\n\v\f\r]*\$?[ \t\n\v\f\r]*(-|\(|\+)?[ \t\n\v\f\r]*\$?[ \t\n\v\f\r]*([\d,]*)(?:\.([\d,]*))?([ \t\n\v\f\r)+$-]*)$/

/** What is longer is larger than any int8. */
const DIGITS_MAX = 19

/** @param {string} text @returns {number | bigint} */
function parseMoney(text) {
  const match = MONEY_PATTERN.exec(text)
  if (match === null) throw invalidInput('money', text)
  const fraction = (match[3] ?? '').replaceAll(',', '')
  const whole = match[2].replaceAll(',', '').replace(/^0+/, '')
  if (whole.length > DIGITS_MAX) throw valueOutOfRange(text, 'money')
  const cents =
    BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) +
    (fraction.charCodeAt(2) >= 53 ? 1n : 0n)
  const isNegative = match[1] === '-' || match[1] === '(' || match[4].includes('-')
  if (cents > INT8_MAX + (isNegative ? 1n : 0n)) throw valueOutOfRange(text, 'money')
  return toInt8(isNegative ? -cents : cents)
}

/** @param {number | bigint} value */
function formatMoney(value) {
  const digits = String(value).replace('-', '').padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0 ? '-' : ''}$${whole}.${digits.slice(-2)}`
}

export const moneyType = new TypeOps({
  oid: T.MONEY,
  name: 'money',
  category: 'N',
  parse: parseMoney,
  format: formatMoney,
  ...STORED_AS_INT8,
})
