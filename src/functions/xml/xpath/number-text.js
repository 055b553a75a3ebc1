/** Numbers as XPath shows them: whole ones as they are, others by 15 digits, very large or small ones by a power. */

/** Beyond these a power of ten is written. */
const LARGE = 1e9
const SMALL = 1e-5
const DIGITS = 15
/** What is a whole number to XPath. */
const WHOLE_MAX = 2 ** 31

/** @param {number} value @returns {string} */
export function numberText(value) {
  if (!Number.isFinite(value)) return String(value)
  if (Number.isInteger(value) && value < WHOLE_MAX && value >= -WHOLE_MAX) return String(value + 0)
  const size = Math.abs(value)
  if (size > LARGE || size < SMALL) {
    const [digits, power] = value.toExponential(DIGITS - 1).split('e')
    return `${shortened(digits)}e${power[0]}${power.slice(1).padStart(2, '0')}`
  }
  const place = Math.trunc(Math.log10(size))
  return shortened(value.toFixed(place > 0 ? DIGITS - place - 1 : DIGITS - place))
}

/** @param {string} digits */
const shortened = (digits) => digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
