/**
 * gist keys of the geometric types: the box around. The operators forgive small differences, so the tests here forgive
 * more of them: conditions are looked at again on the row. NaN, which is above every number, stands as infinity.
 */
import { hypotenuse } from '../geometry/arithmetic.js'
import { Circle, Point, Polygon } from '../geometry/values.js'
/** @import { GistColumn } from './keys.js' */
/** @import { Box } from '../geometry/values.js' */

/** @typedef {{ lowX: number, lowY: number, highX: number, highY: number }} Bounds */

const TOLERANCE = 1e-5
const BYTES = 32

/** @param {number} value */
const number = (value) => (value === value ? value : Infinity)

/** @param {Point | Box | Polygon | Circle} value @returns {Bounds} */
function boundsOf(value) {
  if (value instanceof Point) {
    const x = number(value.x)
    const y = number(value.y)
    return { lowX: x, lowY: y, highX: x, highY: y }
  }
  if (value instanceof Circle) {
    const { center: { x, y }, radius } = value
    return { lowX: number(x - radius), lowY: number(y - radius), highX: number(x + radius), highY: number(y + radius) }
  }
  const { low, high } = value instanceof Polygon ? value.bounds : value
  return { lowX: number(low.x), lowY: number(low.y), highX: number(high.x), highY: number(high.y) }
}

/** @param {Bounds} a @param {Bounds} b */
const overlap = (a, b) =>
  a.lowX <= b.highX + TOLERANCE &&
  b.lowX <= a.highX + TOLERANCE &&
  a.lowY <= b.highY + TOLERANCE &&
  b.lowY <= a.highY + TOLERANCE
/** @param {Bounds} a @param {Bounds} b */
const around = (a, b) =>
  a.lowX <= b.lowX + TOLERANCE &&
  a.highX >= b.highX - TOLERANCE &&
  a.lowY <= b.lowY + TOLERANCE &&
  a.highY >= b.highY - TOLERANCE

/** @type {Record<number, (key: Bounds, query: Bounds) => boolean>} */
const TESTS = {
  1: (key, query) => key.lowX <= query.lowX + TOLERANCE,
  2: (key, query) => key.lowX <= query.highX + TOLERANCE,
  3: overlap,
  4: (key, query) => key.highX >= query.lowX - TOLERANCE,
  5: (key, query) => key.highX >= query.highX - TOLERANCE,
  6: overlap,
  7: around,
  8: overlap,
  9: (key, query) => key.lowY <= query.highY + TOLERANCE,
  10: (key, query) => key.lowY <= query.lowY + TOLERANCE,
  11: (key, query) => key.highY >= query.highY - TOLERANCE,
  12: (key, query) => key.highY >= query.lowY - TOLERANCE,
  28: overlap,
  29: (key, query) => key.lowY <= query.lowY + TOLERANCE,
  30: (key, query) => key.highY >= query.highY - TOLERANCE,
  48: overlap,
  68: overlap,
}

/** Distance of a point from a box. @param {Bounds} key @param {Point} point */
const distance = ({ lowX, lowY, highX, highY }, { x, y }) =>
  hypotenuse(x < lowX ? lowX - x : x > highX ? x - highX : x - x, y < lowY ? lowY - y : y > highY ? y - highY : y - y)

/** @param {boolean} exact the key is all there is to the value: distances are its own @returns {GistColumn} */
const boxColumn = (exact) => ({
  leaf: boundsOf,
  size: () => BYTES,
  encode: ({ lowX, lowY, highX, highY }, _bytes, view, at) => {
    view.setFloat64(at, lowX, true)
    view.setFloat64(at + 8, lowY, true)
    view.setFloat64(at + 16, highX, true)
    view.setFloat64(at + 24, highY, true)
    return at + BYTES
  },
  decode: (_bytes, view, at) => ({
    lowX: view.getFloat64(at, true),
    lowY: view.getFloat64(at + 8, true),
    highX: view.getFloat64(at + 16, true),
    highY: view.getFloat64(at + 24, true),
  }),
  union: (a, b) => ({
    lowX: Math.min(a.lowX, b.lowX),
    lowY: Math.min(a.lowY, b.lowY),
    highX: Math.max(a.highX, b.highX),
    highY: Math.max(a.highY, b.highY),
  }),
  covers: (outer, key) =>
    outer.lowX <= key.lowX && outer.lowY <= key.lowY && outer.highX >= key.highX && outer.highY >= key.highY,
  penalty: (outer, key) =>
    (key.lowX < outer.lowX ? outer.lowX - key.lowX : 0) +
    (key.highX > outer.highX ? key.highX - outer.highX : 0) +
    (key.lowY < outer.lowY ? outer.lowY - key.lowY : 0) +
    (key.highY > outer.highY ? key.highY - outer.highY : 0),
  orders: [(a, b) => a.lowX - b.lowX || a.highX - b.highX || 0, (a, b) => a.lowY - b.lowY || a.highY - b.highY || 0],
  query: (_strategy, value) => boundsOf(value),
  consistent: (key, query, strategy) => TESTS[strategy](key, query),
  distance: exact ? distance : null,
})

/** Points and boxes. */
export const exactBoxColumn = () => boxColumn(true)
/** Polygons and circles. */
export const outlineColumn = () => boxColumn(false)
