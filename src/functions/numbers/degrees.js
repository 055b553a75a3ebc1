/**
 * Trigonometry in degrees, exact where the answer is: each piece is divided by what the same arithmetic gives at 30, 45
 * or 60 degrees. In the first quadrant the sine is taken from the nearer end, the other quadrants are reflections.
 */
import { outOfRange } from '../../errors/data.js'
import { acos, asin, atan, atan2 } from './elementary/arcs.js'
import { cos, sin } from './elementary/circular.js'
import { Family } from '../impl.js'

const family = new Family()
export const degreeFunctions = family.functions

const PER_DEGREE = 0.0174532925199432957692

// What the functions of radians give there: written down, because their tables are made on first use.
const SINE_30 = 0.49999999999999994
const ONE_MINUS_COSINE_60 = 0.4999999999999999
const ARCSINE_HALF = 0.5235987755982989
const ARCCOSINE_HALF = 1.0471975511965979
const ARCTANGENT_ONE = 0.7853981633974483

/** @param {number} x 0 to 30 */
const sineTo30 = (x) => sin(x * PER_DEGREE) / SINE_30 / 2
/** @param {number} x 0 to 60 */
const cosineTo60 = (x) => 1 - (1 - cos(x * PER_DEGREE)) / ONE_MINUS_COSINE_60 / 2
/** @param {number} x 0 to 90 */
const sine = (x) => (x <= 30 ? sineTo30(x) : cosineTo60(90 - x))
/** @param {number} x 0 to 90 */
const cosine = (x) => (x <= 60 ? cosineTo60(x) : sineTo30(90 - x))

/** @param {number} x */
function finite(x) {
  if (x === Infinity || x === -Infinity) throw outOfRange('input is out of range')
  return x
}

/** @param {number} x 0 to 1 */
const arcsine = (x) => (x <= 0.5 ? asin(x) / ARCSINE_HALF * 30 : 90 - acos(x) / ARCCOSINE_HALF * 60)
/** @param {number} x 0 to 1 */
const arccosine = (x) => (x <= 0.5 ? 90 - asin(x) / ARCSINE_HALF * 30 : acos(x) / ARCCOSINE_HALF * 60)

/** @param {number} x */
function unit(x) {
  if (x < -1 || x > 1) throw outOfRange('input is out of range')
  return x
}

/**
 * The angle in the first quadrant, and which signs its functions get.
 * @param {number} x
 * @returns {{ angle: number, sine: number, cosine: number }}
 */
function reduced(x) {
  let angle = finite(x) % 360
  let sineSign = 1
  let cosineSign = 1
  if (angle < 0) {
    angle = -angle
    sineSign = -1
  }
  if (angle > 180) {
    angle = 360 - angle
    sineSign = -sineSign
  }
  if (angle > 90) {
    angle = 180 - angle
    cosineSign = -1
  }
  return { angle, sine: sineSign, cosine: cosineSign }
}

family.all({
  degrees: (x) => {
    const result = x / PER_DEGREE
    if (!Number.isFinite(result) && Number.isFinite(x)) throw outOfRange('value out of range: overflow')
    return result
  },
  radians: (x) => x * PER_DEGREE,
  dsind: (x) => {
    if (x !== x) return NaN
    const at = reduced(x)
    return at.sine * sine(at.angle)
  },
  dcosd: (x) => {
    if (x !== x) return NaN
    const at = reduced(x)
    return at.cosine * cosine(at.angle)
  },
  dtand: (x) => {
    if (x !== x) return NaN
    const at = reduced(x)
    const result = at.sine * at.cosine * (sine(at.angle) / cosine(at.angle))
    return result === 0 ? 0 : result
  },
  dcotd: (x) => {
    if (x !== x) return NaN
    const at = reduced(x)
    const result = at.sine * at.cosine * (cosine(at.angle) / sine(at.angle))
    return result === 0 ? 0 : result
  },
  dasind: (x) => (x !== x ? NaN : unit(x) >= 0 ? arcsine(x) : -arcsine(-x)),
  dacosd: (x) => (x !== x ? NaN : unit(x) >= 0 ? arccosine(x) : 90 + arcsine(-x)),
  datand: (x) => atan(x) / ARCTANGENT_ONE * 45,
  datan2d: (y, x) => atan2(y, x) / ARCTANGENT_ONE * 45,
})
