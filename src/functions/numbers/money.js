/** Functions of money: arithmetic in whole cents, amounts in words. */
import { cannotConvertSpecial, divisionByZero, floatingPointException, outOfRange } from '../../errors/data.js'
import { checkedInt8, compareInt8, INT8_MAX, INT8_MIN, toInt8 } from '../../types/numbers/int8.js'
import { fromInteger, multiplyNumeric, NAN, Numeric } from '../../types/numbers/numeric.js'
import { numericToBigInt } from '../../types/numbers/numeric-rounding.js'
import { roundHalfEven } from './float.js'
import { Family, float8Divide, float8Multiply } from '../impl.js'

const family = new Family()
export const moneyFunctions = family.functions

/** @typedef {number | bigint} Cents */

const tooLarge = () => outOfRange('money out of range')

/** @param {bigint} wide @returns {Cents} */
function checked(wide) {
  if (wide > INT8_MAX || wide < INT8_MIN) throw tooLarge()
  return toInt8(wide)
}

/** @param {Cents} a @param {Cents} b @returns {Cents} */
export function addMoney(a, b) {
  return checked(BigInt(a) + BigInt(b))
}

/** @param {number} value */
function fromFloat(value) {
  const rounded = roundHalfEven(value)
  if (!(rounded >= -9223372036854775808 && rounded < 9223372036854775808)) throw tooLarge()
  return Number.isSafeInteger(rounded) ? rounded + 0 : toInt8(BigInt(rounded))
}

/** @param {Cents} a @param {number} by */
const timesFloat = (a, by) => fromFloat(float8Multiply(Number(a), by))

/** @param {Cents} a @param {number} by */
function dividedByFloat(a, by) {
  return fromFloat(float8Divide(Number(a), by))
}

/** @param {Cents} a @param {Cents} by */
const timesInteger = (a, by) => checked(BigInt(a) * BigInt(by))

/** @param {Cents} a @param {Cents} by */
function dividedByInteger(a, by) {
  if (Number(by) === 0) throw divisionByZero()
  const quotient = BigInt(a) / BigInt(by)
  if (quotient > INT8_MAX) throw floatingPointException()
  return checked(quotient)
}

family.all({
  cash_eq: (a, b) => a === b,
  cash_ne: (a, b) => a !== b,
  cash_lt: (a, b) => a < b,
  cash_le: (a, b) => a <= b,
  cash_gt: (a, b) => a > b,
  cash_ge: (a, b) => a >= b,
  cash_cmp: compareInt8,
  cashlarger: (a, b) => (a > b ? a : b),
  cashsmaller: (a, b) => (a < b ? a : b),
  cash_pl: addMoney,
  cash_mi: (a, b) => checked(BigInt(a) - BigInt(b)),
  cash_div_cash: (a, b) => {
    if (Number(b) === 0) throw divisionByZero()
    return Number(a) / Number(b)
  },
})
for (const name of ['flt4', 'flt8']) {
  family.add(`cash_mul_${name}`, timesFloat)
  family.add(`${name}_mul_cash`, (by, a) => timesFloat(a, by))
  family.add(`cash_div_${name}`, dividedByFloat)
}
for (const name of ['int2', 'int4', 'int8']) {
  family.add(`cash_mul_${name}`, timesInteger)
  family.add(`${name}_mul_cash`, (by, a) => timesInteger(a, by))
  family.add(`cash_div_${name}`, dividedByInteger)
}
family.add(['int4_cash', 'int8_cash'], (value) => checkedInt8(BigInt(value) * 100n))
const HUNDRED = fromInteger(100)
family.add('numeric_cash', (value) => {
  if (value.special !== 0) throw cannotConvertSpecial(value.special === NAN ? 'NaN' : 'infinity', 'bigint')
  return checkedInt8(numericToBigInt(multiplyNumeric(value, HUNDRED)))
})
family.add('cash_numeric', (value) => new Numeric(value, 2, 0))

// ---- words

const SMALL = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen',
  'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
]
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const GROUPS = ['', ' thousand ', ' million ', ' billion ', ' trillion ', ' quadrillion ']

/** @param {number} value below 1000 */
function words(value) {
  const rest = value % 100
  const hundreds = value > 99 ? `${SMALL[Math.floor(value / 100)]} hundred` : ''
  if (rest === 0) return hundreds === '' ? SMALL[0] : hundreds
  const ending = rest < 20 ? SMALL[rest] : TENS[Math.floor(rest / 10)] + (rest % 10 === 0 ? '' : ` ${SMALL[rest % 10]}`)
  if (hundreds === '') return ending
  return `${hundreds} ${rest < 20 ? 'and ' : ''}${ending}`
}

family.add('cash_words', (value) => {
  const wide = BigInt(value)
  const magnitude = wide < 0n ? -wide : wide
  const dollars = magnitude / 100n
  let text = ''
  for (let group = GROUPS.length - 1; group >= 0; group--) {
    const part = Number((dollars / 1000n ** BigInt(group)) % 1000n)
    if (part !== 0) text += words(part) + GROUPS[group]
  }
  if (text === '') text = SMALL[0]
  const cents = Number(magnitude % 100n)
  const sentence = `${wide < 0n ? 'minus ' : ''}${text}${dollars === 1n ? ' dollar and ' : ' dollars and '}${words(cents)}${cents === 1 ? ' cent' : ' cents'}`
  return sentence[0].toUpperCase() + sentence.slice(1)
})
