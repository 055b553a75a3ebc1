/**
 * asin, acos, atan and atan2: a table of arc tangents at every 64th, and the arc tangent of the difference by its
 * series; all of them come down to one of a quotient below one.
 */
import { arctangentTable } from './constants.js'
import { REST, restOfProduct, restOfSum } from './double-double.js'

const PI = 3.141592653589793
const PI_REST = 1.2246467991473532e-16
const ROUNDER = 6755399441055744

/** @type {Float64Array | null} */
let table = null

/**
 * The angle of a point in the first eighth; its rest is in REST.
 * @param {number} y positive, at most x
 * @param {number} yRest
 * @param {number} x
 * @param {number} xRest
 */
function angleOf(y, yRest, x, xRest) {
  table ??= arctangentTable()
  const steps = y / x * 64 + ROUNDER - ROUNDER
  const near = steps / 64
  const down = near * x
  const up = near * y
  const height = y - down
  const heightRest = restOfSum(y, -down, height) - restOfProduct(near, x, down) + yRest - near * xRest
  const width = x + up
  const widthRest = restOfSum(x, up, width) + restOfProduct(near, y, up) + xRest + near * yRest
  const z = (height + heightRest) / width
  const product = z * width
  const rest = (height - product - restOfProduct(z, width, product) + heightRest - z * widthRest) / width
  const square = z * z
  const tail =
    rest +
    table[2 * steps + 1] +
    z * square * (-1 / 3 + square * (0.2 + square * (-1 / 7 + square * (1 / 9 - square * (1 / 11)))))
  const sum = table[2 * steps] + z
  REST[0] = table[2 * steps] - sum + z + tail
  return sum
}

/**
 * The angle of a point in the upper half.
 * @param {number} y not negative
 * @param {number} yRest
 * @param {number} x
 * @param {number} xRest
 * @param {boolean} isLeft x is negative, though here it is not
 */
function angleAbove(y, yRest, x, xRest, isLeft) {
  if (y <= x) {
    const angle = angleOf(y, yRest, x, xRest)
    const rest = REST[0]
    return isLeft ? minus(PI, PI_REST, angle, rest) : angle + rest
  }
  const angle = angleOf(x, xRest, y, yRest)
  const rest = REST[0]
  return isLeft ? minus(PI / 2, PI_REST / 2, -angle, -rest) : minus(PI / 2, PI_REST / 2, angle, rest)
}

/** @param {number} a @param {number} aRest @param {number} b @param {number} bRest */
function minus(a, aRest, b, bRest) {
  const difference = a - b
  return difference + (restOfSum(a, -b, difference) + (aRest - bRest))
}

/** @param {number} x */
export function atan(x) {
  const size = Math.abs(x)
  if (size < 1e-8 || x !== x) return x
  const angle = size > 1e300 ? PI / 2 : angleAbove(size, 0, 1, 0, false)
  return x < 0 ? -angle : angle
}

/** @param {number} y @param {number} x */
export function atan2(y, x) {
  let height = Math.abs(y)
  let width = Math.abs(x)
  // What lies on an axis, is infinite or is no number has an answer without digits to lose.
  if (height === 0 || width === 0 || height === Infinity || width === Infinity || x !== x || y !== y)
    return Math.atan2(y, x)
  const slope = height / width
  const sign = y < 0 ? -1 : 1
  if (slope < 1e-20) return x < 0 ? sign * PI : sign * slope
  if (slope > 1e20) return sign * (PI / 2)
  if (height > 1e200 || width > 1e200) {
    height *= 2 ** -600
    width *= 2 ** -600
  } else if (height < 1e-200 || width < 1e-200) {
    height *= 2 ** 600
    width *= 2 ** 600
  }
  return sign * angleAbove(height, 0, width, 0, x < 0)
}

/** The other side of the right-angled triangle whose longest is one; its rest is in REST. @param {number} x */
function otherSide(x) {
  const square = x * x
  const first = 1 - square
  const second = restOfSum(1, -square, first) - restOfProduct(x, x, square)
  const left = first + second
  const rest = first - left + second
  const root = Math.sqrt(left)
  const again = root * root
  REST[0] = (left - again - restOfProduct(root, root, again) + rest) / (2 * root)
  return root
}

/** @param {number} x */
export function asin(x) {
  const size = Math.abs(x)
  if (size < 1e-8 || x !== x) return x
  if (size >= 1) return size === 1 ? x * (PI / 2) : NaN
  const side = otherSide(size)
  const angle = angleAbove(size, 0, side, REST[0], false)
  return x < 0 ? -angle : angle
}

/** @param {number} x */
export function acos(x) {
  const size = Math.abs(x)
  if (!(size < 1)) return x === 1 ? 0 : x === -1 ? PI : NaN
  const side = otherSide(size)
  return angleAbove(side, REST[0], size, 0, x < 0)
}
