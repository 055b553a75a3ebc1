/**
 * As C's %g: up to six significant digits. @param {number} value a finite one
 * @returns {string}
 */
export function shortReal(value) {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const scientific = value.toExponential(5)
  const exponent = Number(scientific.slice(scientific.indexOf('e') + 1))
  if (exponent >= -4 && exponent < 6) return withoutZeros(value.toFixed(5 - exponent))
  const digits = withoutZeros(scientific.slice(0, scientific.indexOf('e')))
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** @param {string} digits */
const withoutZeros = (digits) => digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
