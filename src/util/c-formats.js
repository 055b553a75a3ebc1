/** Numbers as C's printf writes them, for messages. */

/** C's %02d. @param {number} value */
export const twoDigits = (value) => (value < 0 ? `-${-value}` : String(value).padStart(2, '0'))

/** C's %g. @param {number} value */
export function general(value) {
  if (!Number.isFinite(value)) return String(value)
  const [mantissa, power] = value.toExponential(5).split('e')
  const exponent = Number(power)
  const sign = Object.is(value, -0) ? '-' : ''
  if (value === 0 || (exponent >= -4 && exponent < 6)) return sign + Number(value.toFixed(5 - exponent))
  return `${mantissa.replace(/\.?0+$/, '')}e${exponent < 0 ? '-' : '+'}${twoDigits(Math.abs(exponent))}`
}
