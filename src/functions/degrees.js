/**
 * Trigonometry in degrees, exact where the answer is: each piece is divided by what the same arithmetic gives at 30, 45 or 60 degrees. In the first quadrant the
 * sine is taken from the nearer end, the other quadrants are reflections.
 */
import { outOfRange } from '../errors/data.js'
import { Family } from './impl.js'

const family = new Family()
export const degreeFunctions = family.functions

const PER_DEGREE = 0.0174532925199432957692

const SINE_30 = Math.sin(30 * PER_DEGREE)
const ONE_MINUS_COSINE_60 = 1 - Math.cos(60 * PER_DEGREE)
const ARCSINE_HALF = Math.asin(0.5)
const ARCCOSINE_HALF = Math.acos(0.5)
const ARCTANGENT_ONE = Math.atan(1)

/** @param {number} x 0 to 30 */
const sineTo30 = (x) => Math.sin(x * PER_DEGREE) / SINE_30 / 2
/** @param {number} x 0 to 60 */
const cosineTo60 = (x) => 1 - (1 - Math.cos(x * PER_DEGREE)) / ONE_MINUS_COSINE_60 / 2
/** @param {number} x 0 to 90 */
const sine = (x) => (x <= 30 ? sineTo30(x) : cosineTo60(90 - x))
/** @param {number} x 0 to 90 */
const cosine = (x) => (x <= 60 ? cosineTo60(x) : sineTo30(90 - x))
const TANGENT_45 = sine(45) / cosine(45)
const COTANGENT_45 = cosine(45) / sine(45)

/** @param {number} x */
function finite(x) {
  if (x === Infinity || x === -Infinity) throw outOfRange('input is out of range')
  return x
}

/** @param {number} x 0 to 1 */
const arcsine = (x) => (x <= 0.5 ? Math.asin(x) / ARCSINE_HALF * 30 : 90 - Math.acos(x) / ARCCOSINE_HALF * 60)
/** @param {number} x 0 to 1 */
const arccosine = (x) => (x <= 0.5 ? 90 - Math.asin(x) / ARCSINE_HALF * 30 : Math.acos(x) / ARCCOSINE_HALF * 60)

/** @param {number} x */
function unit(x) {
  if (x < -1 || x > 1) throw outOfRange('input is out of range')
  return x
}

/** The angle in the first quadrant, and which signs its functions get. @param {number} x @returns {{ angle: number, sine: number, cosine: number }} */
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
    const result = at.sine * at.cosine * (sine(at.angle) / cosine(at.angle) / TANGENT_45)
    return result === 0 ? 0 : result
  },
  dcotd: (x) => {
    if (x !== x) return NaN
    const at = reduced(x)
    const result = at.sine * at.cosine * (cosine(at.angle) / sine(at.angle) / COTANGENT_45)
    return result === 0 ? 0 : result
  },
  dasind: (x) => (x !== x ? NaN : unit(x) >= 0 ? arcsine(x) : -arcsine(-x)),
  dacosd: (x) => (x !== x ? NaN : unit(x) >= 0 ? arccosine(x) : 90 + arcsine(-x)),
  datand: (x) => Math.atan(x) / ARCTANGENT_ONE * 45,
  datan2d: (y, x) => Math.atan2(y, x) / ARCTANGENT_ONE * 45,
})
