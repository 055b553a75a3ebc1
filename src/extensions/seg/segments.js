/** Spans of measured numbers: each end with how many of its digits count, and whether it is about, below or above. */
import { badSeg, swappedBoundaries } from '../../errors/seg.js'
import { parseFloat4 } from '../../types/numbers/floats.js'

/**
 * @typedef {object} Seg
 * @property {number} lower of 32 bits
 * @property {number} upper
 * @property {number} lowerDigits that count
 * @property {number} upperDigits
 * @property {string} lowerMark '' or ~ < >; - when there is no end
 * @property {string} upperMark
 */

const DIGITS_MAX = 6

/** @param {string} text of a number */
function digitsOf(text) {
  const [, zeroes, rest] = /** @type {RegExpExecArray} */ (/^[-+0]*([0.]*)([0-9.]*)/.exec(text))
  const count = rest.replaceAll('.', '').length
  return Math.min(DIGITS_MAX, count > 0 ? count : 1 + zeroes.replaceAll('.', '').length)
}

// ---- text

const TOKEN =
  /[ \t\n\r\f\v]*(?:(\.\.\.?)|('\+-'|\(\+-\))|([+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|([~<>])|([^]))?/y

/** @typedef {{ value: number, digits: number, mark: string }} Boundary */

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.at = 0
    this.range = this.plusMinus = this.number = this.mark = this.other = ''
    this.next()
  }

  next() {
    TOKEN.lastIndex = this.at
    const match = /** @type {RegExpExecArray} */ (TOKEN.exec(this.text))
    this.at = TOKEN.lastIndex
    const [, range = '', plusMinus = '', number = '', mark = '', other = ''] = match
    Object.assign(this, { range, plusMinus, number, mark, other })
  }

  /** @returns {string} what stands here; '' at the end */
  get here() { return this.range + this.plusMinus + this.number + this.mark + this.other }

  /** @returns {Boundary} */
  boundary() {
    const { mark } = this
    if (mark !== '') this.next()
    const { number } = this
    if (number === '') throw badSeg(this.here)
    const boundary = { value: parseFloat4(number), digits: digitsOf(number), mark }
    this.next()
    return boundary
  }

  end() {
    if (this.here !== '') throw badSeg(this.here)
  }

  /** @returns {Seg} */
  seg() {
    if (this.range !== '') {
      this.next()
      const { value, digits, mark } = this.boundary()
      this.end()
      return { lower: -Infinity, upper: value, lowerDigits: 0, upperDigits: digits, lowerMark: '-', upperMark: mark }
    }
    const from = this.boundary()
    if (this.plusMinus !== '') {
      this.next()
      if (this.number === '') throw badSeg(this.here)
      const by = this.boundary()
      this.end()
      return around(from, by)
    }
    if (this.range === '') {
      this.end()
      return spanOf(from, from)
    }
    this.next()
    if (this.here === '') {
      return {
        lower: from.value, upper: Infinity, lowerDigits: from.digits, upperDigits: 0, lowerMark: from.mark,
        upperMark: '-',
      }
    }
    const to = this.boundary()
    this.end()
    if (from.value > to.value) throw swappedBoundaries(shortest(from.value), shortest(to.value))
    return spanOf(from, to)
  }
}

/** @param {Boundary} from @param {Boundary} to @returns {Seg} */
const spanOf = (from, to) => ({
  lower: from.value, upper: to.value, lowerDigits: from.digits, upperDigits: to.digits, lowerMark: from.mark,
  upperMark: to.mark,
})

/** @param {Boundary} middle @param {Boundary} by @returns {Seg} */
function around(middle, by) {
  const [lower, upper] = [Math.fround(middle.value - by.value), Math.fround(middle.value + by.value)]
  const digits = Math.max(middle.digits, by.digits)
  return {
    lower, upper, lowerDigits: Math.max(digits, digitsOf(shortest(lower))),
    upperDigits: Math.max(digits, digitsOf(shortest(upper))), lowerMark: '', upperMark: '',
  }
}

/** As C's %g has it. @param {number} value */
function shortest(value) {
  const rounded = Number(value.toPrecision(DIGITS_MAX))
  const size = Math.abs(rounded)
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) return rounded.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  return String(rounded)
}

/** @param {string} text @returns {Seg} @throws {DbError} 42601, 22003, 22023 */
export const parseSeg = (text) => new Reader(text).seg()

/**
 * With so many digits; powers of ten where that says more digits than count.
 * @param {number} value @param {number} digits
 */
function numberText(value, digits) {
  const count = Math.min(digits, DIGITS_MAX)
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  const [, sign, first, rest = '', power] =
    /** @type {RegExpExecArray} */ (/^(-?)(\d)\.?(\d*)e([+-]\d+)$/.exec(value.toExponential(Math.max(0, count - 1))))
  const exponent = Number(power)
  const mantissa = `${sign}${first}${rest === '' ? '' : `.${rest}`}`
  if (exponent === 0) return mantissa
  if (Math.abs(exponent) > 4) return `${mantissa}e${power[0]}${power.slice(1).padStart(2, '0')}`
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${first}${rest}`
  if (exponent + 1 >= count) return `${mantissa}e${exponent}`
  return `${sign}${first}${rest.slice(0, exponent)}.${rest.slice(exponent)}`
}

/** @param {Seg} seg @returns {string} */
export function formatSeg({ lower, upper, lowerDigits, upperDigits, lowerMark, upperMark }) {
  const mark = lowerMark === '-' ? '' : lowerMark
  if (lower === upper && lowerMark === upperMark) return mark + numberText(lower, lowerDigits)
  return `${lowerMark === '-' ? '' : `${mark}${numberText(lower, lowerDigits)} `}..` +
    (upperMark === '-' ? '' : ` ${upperMark}${numberText(upper, upperDigits)}`)
}

// ---- order

/** Of ends at one place. */
const LOWER_RANK = /** @type {Record<string, number>} */ ({ '-': 0, '<': 1, '>': 3 })
const UPPER_RANK = /** @type {Record<string, number>} */ ({ '<': 0, '>': 2, '-': 3 })

/** What segments sort by, in order: fewer digits, and about, are wider. @param {Seg} seg */
export const sortParts = ({ lower, upper, lowerDigits, upperDigits, lowerMark, upperMark }) => [
  lower, LOWER_RANK[lowerMark] ?? 2, lowerDigits, lowerMark === '~' ? 0 : 1,
  upper, UPPER_RANK[upperMark] ?? 1, -upperDigits, upperMark === '~' ? 1 : 0,
]

/** @param {Seg} one @param {Seg} other */
export function compareSegs(one, other) {
  if (one.lower !== other.lower) return one.lower < other.lower ? -1 : 1
  const [mine, its] = [sortParts(one), sortParts(other)]
  for (let at = 1; at < mine.length; at++) if (mine[at] !== its[at]) return mine[at] < its[at] ? -1 : 1
  return 0
}

/** @param {Seg} one @param {Seg} other */
export const contains = (one, other) => one.lower <= other.lower && one.upper >= other.upper
/** @param {Seg} one @param {Seg} other */
export const overlaps = (one, other) => one.upper >= other.lower && one.lower <= other.upper

/** @param {Seg} lower whose beginning it has @param {Seg} upper whose end @returns {Seg} */
const joined = (lower, upper) => ({
  lower: lower.lower, lowerDigits: lower.lowerDigits, lowerMark: lower.lowerMark,
  upper: upper.upper, upperDigits: upper.upperDigits, upperMark: upper.upperMark,
})

/** @param {Seg} a @param {Seg} b */
export const union = (a, b) => joined(a.lower < b.lower ? a : b, a.upper > b.upper ? a : b)
/** @param {Seg} a @param {Seg} b */
export const intersection = (a, b) => joined(a.lower > b.lower ? a : b, a.upper < b.upper ? a : b)
