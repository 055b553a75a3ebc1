/**
 * to_char and to_number of numbers. What a template asks for is gathered once (NumberFormat); the output is then
 * written pattern by pattern, the digits of the number spread over its 9s and 0s from the left, spaces (or zeros) where
 * it is shorter.
 */
import { integerOutOfRange } from '../../errors/data.js'
import { fromInteger, formatNumeric, multiplyNumeric, NAN } from '../../types/numbers/numeric.js'
import { numericToBigInt, roundNumeric } from '../../types/numbers/numeric-rounding.js'
import { parseNumeric } from '../../types/numbers/numeric-input.js'
import { pictureSize } from './picture-size.js'
import { Family } from '../impl.js'
import { cachedTemplates, ordinalSuffix, parseTemplate, romanNumber } from './template.js'
import { noIntegerOf, pointIsNoNumber, badNumberFormat } from '../../errors/formatting.js'
/** @import { Numeric } from '../../types/numbers/numeric.js' */

const family = new Family()
export const numberFormatFunctions = family.functions

const UPPER = ['EEEE', 'FM', 'MI', 'PL', 'PR', 'RN', 'SG', 'SP', 'TH', 'B', 'C', 'D', 'G', 'L', 'S', 'V']
const PATTERNS = [...UPPER, ...UPPER.map((word) => word.toLowerCase()), ',', '.', '0', '9'].sort(
  (a, b) => b.length - a.length
)

/** @param {string} message @param {string} [detail] */
const badFormat = (message, detail) => badNumberFormat(message, detail)

export class NumberFormat {
  /** @param {string} template @throws {DbError} 42601 */
  constructor(template) {
    this.items = parseTemplate(template, PATTERNS, false)
    /** digits before and behind the point, and by how many V shifts it */
    this.before = 0
    this.behind = 0
    this.shift = 0
    /** where the first 0 stands (1-based, 0: none) and the last */
    this.zeroStart = 0
    this.zeroEnd = 0
    this.fill = false
    this.point = false
    this.shifts = false
    this.bracket = false
    this.minus = false
    this.plus = false
    this.roman = false
    this.scientific = false
    /** @type {'' | 'before' | 'behind'} the place of S */
    this.leadingSign = ''
    this.digitsBeforeSign = 0
    for (const item of this.items) if (item.key !== '') this.take(item.key.toUpperCase())
  }

  /** @param {string} key */
  take(key) {
    if (this.scientific && key !== 'EEEE') throw badFormat('"EEEE" must be the last pattern used')
    switch (key) {
      case '9':
        if (this.bracket) throw badFormat('"9" must be ahead of "PR"')
        this.countDigit()
        break
      case '0':
        if (this.bracket) throw badFormat('"0" must be ahead of "PR"')
        if (this.zeroStart === 0 && !this.point) this.zeroStart = this.before + 1
        if (this.point) this.behind++
        else this.before++
        this.zeroEnd = this.before + this.behind
        break
      case 'D': case '.':
        if (this.point) throw badFormat('multiple decimal points')
        if (this.shifts) throw badFormat('cannot use "V" and decimal point together')
        this.point = true
        break
      case 'FM': this.fill = true; break
      case 'S':
        if (this.leadingSign !== '') throw badFormat('cannot use "S" twice')
        if (this.plus || this.minus || this.bracket) throw badFormat('cannot use "S" and "PL"/"MI"/"SG"/"PR" together')
        this.leadingSign = this.point ? 'behind' : 'before'
        if (!this.point) this.digitsBeforeSign = this.before
        break
      case 'MI': this.refuseWithSign('MI'); this.minus = true; break
      case 'PL': this.refuseWithSign('PL'); this.plus = true; break
      case 'SG': this.refuseWithSign('SG'); this.minus = this.plus = true; break
      case 'PR':
        if (this.leadingSign !== '' || this.plus || this.minus)
          throw badFormat('cannot use "PR" and "S"/"PL"/"MI"/"SG" together')
        this.bracket = true
        break
      case 'RN': this.roman = true; break
      case 'V':
        if (this.point) throw badFormat('cannot use "V" and decimal point together')
        this.shifts = true
        break
      case 'EEEE':
        if (this.scientific) throw badFormat('cannot use "EEEE" twice')
        if (
          this.fill || this.leadingSign !== '' || this.bracket || this.minus || this.plus || this.roman || this.shifts
        ) {
          throw badFormat(
            '"EEEE" is incompatible with other formats',
            '"EEEE" may only be used together with digit and decimal point patterns.',
          )
        }
        this.scientific = true
        break
      default:
    }
  }

  countDigit() {
    if (this.shifts) this.shift++
    else if (this.point) this.behind++
    else this.before++
  }

  /** @param {string} pattern */
  refuseWithSign(pattern) {
    if (this.leadingSign !== '') throw badFormat(`cannot use "S" and "${pattern}" together`)
  }
}

/** Significant digits a float surely has. */
const FLOAT8_DIGITS = 15
const FLOAT4_DIGITS = 6

export const formatOf = cachedTemplates((template) => new NumberFormat(template))

/** Writes one number by one format. */
class NumberWriter {
  /**
   * @param {NumberFormat} format
   * @param {string} digits without a sign
   * @param {boolean} negative
   * @param {number} missing digits before the point that the number lacks
   */
  constructor(format, digits, negative, missing) {
    this.format = format
    this.digits = digits
    this.negative = negative
    this.missing = missing
    this.out = ''
    this.at = 0 // in digits
    /** where a place for a digit has none left, as D with nothing behind it: PostgreSQL's text ends there */
    this.end = Infinity
    this.column = 0 // among the 9s, 0s and the point
    this.inNumber = false
    this.bracket = format.bracket && (negative || !format.fill)
    this.minus = format.minus
    this.leadingSign = format.leadingSign
    this.zeroStart = Math.max(0, format.zeroStart - 1)
    this.hasZero = format.zeroStart > 0
    if (format.plus || format.minus) this.signWritten = format.minus
    else {
      this.signWritten = !negative && format.fill && format.leadingSign === ''
      if (format.leadingSign === 'before' && format.before === format.digitsBeforeSign) this.leadingSign = 'behind'
    }
    this.columns = format.behind + format.before + this.shiftColumns() - 1
    /** index of the last digit worth showing behind the point, -1: all are */
    this.lastRelevant = format.fill && format.point ? this.lastRelevantDigit() : -1
    if (!this.signWritten && missing === 0) this.columns++
  }

  shiftColumns() {
    return this.format.shift
  }

  lastRelevantDigit() {
    const point = this.digits.indexOf('.')
    if (point < 0) return -1
    let last = point
    for (let at = point + 1; at < this.digits.length; at++) if (this.digits[at] !== '0') last = at
    const { zeroEnd } = this.format
    if (zeroEnd > this.missing) last = Math.max(last, Math.min(this.digits.length - 1, zeroEnd - this.missing))
    return last
  }

  /** A 0 before the point is not written when digits behind it follow and no 0 pattern asks for it. */
  isPlainZero() {
    return !this.hasZero && this.at === 0 && this.digits[0] === '0' && this.format.behind !== 0
  }

  /** @returns {boolean} only the point is left */
  endsWithPoint() {
    return this.lastRelevant >= 0 && this.digits[this.lastRelevant] === '.'
  }

  /** @param {string} key of 9, 0, D or the point */
  digit(key) {
    const { format } = this
    this.inNumber = false
    if (
      !this.signWritten &&
      (this.column >= this.missing || (this.hasZero && this.zeroStart === this.column)) &&
      (!this.isPlainZero() || this.endsWithPoint())
    )
      this.writeSign()
    if (this.column < this.missing && (!this.hasZero || this.zeroStart > this.column)) {
      if (!format.fill) this.out += ' '
    } else if (this.hasZero && this.column < this.missing) {
      this.out += '0'
      this.inNumber = true
    } else {
      const letter = this.digits[this.at]
      if (letter === '.') {
        if (!this.endsWithPoint() || format.fill) this.out += '.'
      } else if (this.lastRelevant >= 0 && this.at > this.lastRelevant && key !== '0') {
        // A trailing zero that FM leaves out.
      } else if (this.isPlainZero()) {
        if (!format.fill) this.out += ' '
        else if (this.endsWithPoint()) this.out += '0'
      } else if (letter !== undefined) {
        this.out += letter
        this.inNumber = true
      } else this.end = Math.min(this.end, this.out.length)
      if (letter !== undefined) this.at++
    }
    let end = this.columns + (this.missing > 0 ? 1 : 0) + (format.point ? 1 : 0)
    if (this.lastRelevant >= 0 && this.lastRelevant === this.at) end = this.column
    if (this.column + 1 === end) {
      if (this.signWritten && this.bracket) this.out += this.negative ? '>' : ' '
      else if (this.leadingSign === 'behind') this.out += this.negative ? '-' : '+'
    }
    this.column++
  }

  writeSign() {
    if (this.leadingSign !== '') {
      if (this.leadingSign !== 'before') return
      this.out += this.negative ? '-' : '+'
    } else if (this.bracket) {
      this.out += this.negative ? '<' : ' '
    } else if (this.negative) {
      this.out += '-'
    } else if (!this.format.fill) {
      this.out += ' '
    }
    this.signWritten = true
  }

  /** @returns {string} */
  write() {
    const { format } = this
    for (const item of format.items) {
      const key = item.key
      switch (key.toUpperCase()) {
        case '': this.out += item.text; break
        case '9': case '0': case '.': case 'D': this.digit(key); break
        case ',': case 'G':
          if (this.inNumber) this.out += ','
          else if (!format.fill) this.out += ' '
          break
        case 'L': this.out += ' '; break
        case 'TH':
          if (this.digits[0] === '.' && !this.negative && !format.point) throw pointIsNoNumber()
          if (this.digits[0] !== '#' && !this.negative && !format.point)
            this.out += ordinalSuffix(this.digits, key === 'TH' ? 'TH' : 'th')
          break
        case 'MI': this.out += this.negative ? '-' : format.fill ? '' : ' '; break
        case 'PL': this.out += !this.negative ? '+' : format.fill ? '' : ' '; break
        case 'SG': this.out += this.negative ? '-' : '+'; break
        default:
      }
    }
    return this.out.slice(0, this.end)
  }
}

/**
 * Digits that fit, or a row of #.
 * @param {NumberFormat} format
 * @param {string} text of the rounded number
 * @param {number} before digits the format has
 * @param {number} [behind]
 */
function written(format, text, before, behind = format.behind) {
  const negative = text[0] === '-'
  let digits = negative ? text.slice(1) : text
  const point = digits.indexOf('.')
  const have = point < 0 ? digits.length : point
  if (have > before) digits = `${'#'.repeat(before)}.${'#'.repeat(behind)}`
  return new NumberWriter(format, digits, negative, Math.max(0, before - have)).write()
}

/** @param {NumberFormat} format @param {number | null} value null: beyond the range of Roman numbers */
function roman(format, value) {
  const text = value === null || value > 3999 || value < 1 ? '#'.repeat(15) : romanNumber(value)
  let out = ''
  for (const { key, text: literal } of format.items) {
    switch (key.toUpperCase()) {
      case '': out += literal; break
      case 'RN': {
        const cased = key === 'rn' ? text.toLowerCase() : text
        out += format.fill ? cased : cased.padStart(15)
        break
      }
      case ',': case 'G': case 'MI': case 'PL': if (!format.fill) out += ' '; break
      case 'L': out += ' '; break
      // There is no sign, and what stands for none ends PostgreSQL's text.
      case 'SG': return out
      default:
    }
  }
  return out
}

/** NaN and the infinities under EEEE: the exponent's places are filled, too. @param {NumberFormat} format */
const noExponent = (format) => ` ${'#'.repeat(format.before)}.${'#'.repeat(format.behind + 4)}`

/** d.ddde+dd, a space where a minus might stand. @param {Numeric} value @param {NumberFormat} format */
function scientific(value, format) {
  if (value.special !== 0) return noExponent(format)
  const text = formatNumeric(value)
  const negative = text[0] === '-'
  const [whole, fraction = ''] = text.replace('-', '').split('.')
  const all = whole + fraction
  const first = all.search(/[1-9]/)
  if (first < 0) return ` ${zeroDigits(format)}e+00`
  const exponent = whole.length - 1 - first
  // Rounded up to ten it stays 10.0e+01, as PostgreSQL has it.
  const kept = all.slice(first, first + 1 + format.behind).padEnd(1 + format.behind, '0')
  const digits = (all[first + 1 + format.behind] ?? '0') >= '5' ? String(BigInt(kept) + 1n) : kept
  const point = digits.length - format.behind
  return `${negative ? '-' : ' '}${digits.slice(0, point)}${format.behind > 0 ? '.' : ''}${digits.slice(point)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** @param {NumberFormat} format */
const zeroDigits = (format) => (format.behind === 0 ? '0' : `0.${'0'.repeat(format.behind)}`)

/** @param {Numeric} value @param {string} template */
function numericToChar(value, template) {
  if (template === '') return ''
  const format = formatOf(template)
  if (format.roman) return roman(format, int4Of(value))
  if (format.scientific) return scientific(value, format)
  const shifted = format.shift > 0 ? multiplyNumeric(value, parseNumeric(`1e${format.shift}`)) : value
  return written(
    format,
    value.special === 0 ? formatNumeric(roundNumeric(shifted, format.behind)) : formatNumeric(value),
    format.before + format.shift
  )
}

/** @param {Numeric} value */
function int4Of(value) {
  if (value.special !== 0)
    throw noIntegerOf(value.special === NAN ? 'NaN' : 'infinity')
  const whole = numericToBigInt(value)
  if (whole > 2147483647n || whole < -2147483648n) throw integerOutOfRange()
  return Number(whole)
}

/** @param {number} value @param {string} template @param {number} precision significant digits the type has */
function floatToChar(value, template, precision) {
  if (template === '') return ''
  const format = formatOf(template)
  if (format.roman) return roman(format, roundHalfEven(value))
  if (format.scientific) {
    if (!Number.isFinite(value)) return noExponent(format)
    return floatScientific(value, format.behind)
  }
  if (!Number.isFinite(value)) return written(format, String(value), format.before + format.shift)
  const product = value * 10 ** format.shift
  const shifted = precision === FLOAT4_DIGITS ? Math.fround(product) : product
  const have = exactDigits(Math.abs(shifted), 0).length
  const behind = have >= precision ? 0 : Math.min(format.behind, precision - have)
  return written(
    format,
    (shifted < 0 || Object.is(shifted, -0) ? '-' : '') + exactDigits(Math.abs(shifted), behind),
    format.before + format.shift,
    behind
  )
}

/** As C's %.ne, half to even. @param {number} value @param {number} digits */
function floatScientific(value, digits) {
  const [mantissa, power] = Math.abs(value).toExponential(100).split('e')
  const all = mantissa.replace('.', '')
  let kept = BigInt(all.slice(0, digits + 1))
  const rest = all.slice(digits + 1)
  const isTie = rest[0] === '5' && /^50*$/.test(rest)
  if (isTie ? (kept & 1n) === 1n : rest[0] >= '5') kept++
  let text = String(kept)
  let exponent = Number(power)
  if (text.length > digits + 1) {
    text = text.slice(0, -1)
    exponent++
  }
  text = text.padStart(digits + 1, '0')
  return `${value < 0 || Object.is(value, -0) ? '-' : ' '}${text[0]}${digits > 0 ? `.${text.slice(1)}` : ''}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** @param {number} value */
function roundHalfEven(value) {
  if (!Number.isFinite(value)) return null
  const floor = Math.floor(value)
  return value - floor === 0.5 ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(value)
}

/**
 * As C's %.nf: the exact value of the double rounded, half to even.
 * @param {number} value finite, not negative
 * @param {number} digits
 * @returns {string}
 */
function exactDigits(value, digits) {
  let twos = 0
  while (!Number.isInteger(value)) { value *= 2; twos++ }
  const scaled = BigInt(value) * 10n ** BigInt(digits)
  const divisor = 1n << BigInt(twos)
  let quotient = scaled / divisor
  const twice = (scaled % divisor) * 2n
  if (twice > divisor || (twice === divisor && (quotient & 1n) === 1n)) quotient++
  const text = String(quotient).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

family.add('numeric_to_char', numericToChar, { size: pictureSize })
family.add(
  'int4_to_char',
  (value, template) =>
    formatOf(template).scientific
      ? floatScientific(value, formatOf(template).behind)
      : numericToChar(fromInteger(value), template),
  { size: pictureSize }
)
family.add('int8_to_char', (value, template) => numericToChar(fromInteger(value), template), { size: pictureSize })
family.add('float8_to_char', (value, template) => floatToChar(value, template, FLOAT8_DIGITS), { size: pictureSize })
family.add('float4_to_char', (value, template) => floatToChar(value, template, FLOAT4_DIGITS), { size: pictureSize })

