/** Functions of point, line and lseg. */
import { invalidParameter } from '../../errors/data.js'
import {
  add, distance, divide, hypotenuse, inverseSlope, isZero, less, lessOrSame, lineBetween, more, moreOrSame, multiply,
  same, samePoint, slope, subtract,
} from '../../types/geometry/arithmetic.js'
import { Box, Point, Segment } from '../../types/geometry/values.js'
import { Family } from '../impl.js'
import {
  crossing, lineHas, lineSlope, nearestOfLine, nearestOfSegment, nearestOfSegments, nearestToLine, segmentHas,
  segmentMeetsLine, segmentsMeet,
} from './kernel.js'
/** @import { Line } from '../../types/geometry/values.js' */

const family = new Family()
export const pointFunctions = family.functions

// ---- points

/** @param {Point} p @param {Point} q */
export const plus = (p, q) => new Point(add(p.x, q.x), add(p.y, q.y))
/** @param {Point} p @param {Point} q */
export const minus = (p, q) => new Point(subtract(p.x, q.x), subtract(p.y, q.y))
/** As complex numbers: turned and scaled. @param {Point} p @param {Point} q */
export const times = (p, q) =>
  new Point(subtract(multiply(p.x, q.x), multiply(p.y, q.y)), add(multiply(p.x, q.y), multiply(p.y, q.x)))
/** @param {Point} p @param {Point} q */
export function dividedBy(p, q) {
  const square = add(multiply(q.x, q.x), multiply(q.y, q.y))
  return new Point(
    divide(add(multiply(p.x, q.x), multiply(p.y, q.y)), square),
    divide(subtract(multiply(q.x, p.y), multiply(p.x, q.y)), square)
  )
}
/** @param {Point} p of a complex number */
export const magnitude = (p) => hypotenuse(p.x, p.y)

family.all({
  construct_point: (x, y) => new Point(x, y),
  point_left: (p, q) => less(p.x, q.x),
  point_right: (p, q) => more(p.x, q.x),
  point_above: (p, q) => more(p.y, q.y),
  point_below: (p, q) => less(p.y, q.y),
  point_vert: (p, q) => same(p.x, q.x),
  point_horiz: (p, q) => same(p.y, q.y),
  point_eq: samePoint,
  point_ne: (p, q) => !samePoint(p, q),
  point_distance: distance,
  point_slope: slope,
  point_add: plus,
  point_sub: minus,
  point_mul: times,
  point_div: dividedBy,
  point_box: (p) => new Box(p, p),
})

// ---- lines

/** @param {Line} first @param {Line} second */
function perpendicular(first, second) {
  if (isZero(first.a)) return isZero(second.b)
  if (isZero(second.a)) return isZero(first.b)
  if (isZero(first.b)) return isZero(second.a)
  if (isZero(second.b)) return isZero(first.a)
  return same(divide(multiply(first.a, second.a), multiply(first.b, second.b)), -1)
}

/** @param {Line} line */
const hasNaN = ({ a, b, c }) => a !== a || b !== b || c !== c

/** @param {number} a @param {number} b */
const identical = (a, b) => a === b || (a !== a && b !== b)

/** With proportional coefficients. @param {Line} first @param {Line} second */
function sameLine(first, second) {
  if (hasNaN(first) || hasNaN(second))
    return identical(first.a, second.a) && identical(first.b, second.b) && identical(first.c, second.c)
  const ratio = !isZero(second.a)
    ? divide(first.a, second.a)
    : !isZero(second.b)
      ? divide(first.b, second.b)
      : !isZero(second.c)
        ? divide(first.c, second.c)
        : 1
  return (
    same(first.a, multiply(ratio, second.a)) &&
    same(first.b, multiply(ratio, second.b)) &&
    same(first.c, multiply(ratio, second.c))
  )
}

/** @param {number} a @param {number} b */
const usable = (a, b) => !isZero(a) && a === a && !isZero(b) && b === b

/** @param {Line} first @param {Line} second */
function lineDistance(first, second) {
  if (crossing(first, second) !== null) return 0
  const ratio = usable(first.a, second.a)
    ? divide(first.a, second.a)
    : usable(first.b, second.b)
      ? divide(first.b, second.b)
      : 1
  return divide(Math.abs(subtract(first.c, multiply(ratio, second.c))), hypotenuse(first.a, first.b))
}

family.all({
  line_construct_pp: (p, q) => {
    const line = lineBetween(p, q)
    if (line === null) throw invalidParameter('invalid line specification: must be two distinct points')
    return line
  },
  line_intersect: (first, second) => crossing(first, second) !== null,
  line_parallel: (first, second) => crossing(first, second) === null,
  line_perp: perpendicular,
  line_vertical: (line) => isZero(line.b),
  line_horizontal: (line) => isZero(line.a),
  line_eq: sameLine,
  line_distance: lineDistance,
  line_interpt: crossing,
})

// ---- segments

/** @param {Segment} segment */
const lengthOf = ({ a, b }) => distance(a, b)
/** @param {Segment} segment */
const slopeOf = ({ a, b }) => slope(a, b)

for (const [name, compare] of /** @type {[string, (a: number, b: number) => boolean][]} */ ([
  ['lt', less],
  ['le', lessOrSame],
  ['gt', more],
  ['ge', moreOrSame],
])) {
  family.add(`lseg_${name}`, (first, second) => compare(lengthOf(first), lengthOf(second)))
}
family.all({
  lseg_construct: (a, b) => new Segment(a, b),
  lseg_length: lengthOf,
  lseg_parallel: (first, second) => same(slopeOf(first), slopeOf(second)),
  lseg_perp: (first, second) => same(slopeOf(first), inverseSlope(second.a, second.b)),
  lseg_vertical: ({ a, b }) => same(a.x, b.x),
  lseg_horizontal: ({ a, b }) => same(a.y, b.y),
  lseg_eq: (first, second) => samePoint(first.a, second.a) && samePoint(first.b, second.b),
  lseg_ne: (first, second) => !samePoint(first.a, second.a) || !samePoint(first.b, second.b),
  lseg_center: ({ a, b }) => new Point(divide(add(a.x, b.x), 2), divide(add(a.y, b.y), 2)),
  lseg_intersect: (first, second) => segmentsMeet(first, second) !== null,
  lseg_interpt: segmentsMeet,
  lseg_distance: (first, second) => nearestOfSegments(first, second).distance,
  inter_sl: (segment, line) => segmentMeetsLine(segment, line) !== null,
})

// ---- distances, nearest points and membership among them

/** @param {{ distance: number, point: Point }} nearest */
export const pointOrNull = (nearest) => (nearest.distance !== nearest.distance ? null : nearest.point)

family.all({
  dist_pl: (point, line) => nearestOfLine(line, point).distance,
  dist_lp: (line, point) => nearestOfLine(line, point).distance,
  dist_ps: (point, segment) => nearestOfSegment(segment, point).distance,
  dist_sp: (segment, point) => nearestOfSegment(segment, point).distance,
  dist_sl: (segment, line) => nearestToLine(segment, line).distance,
  dist_ls: (line, segment) => nearestToLine(segment, line).distance,
  close_pl: (point, line) => pointOrNull(nearestOfLine(line, point)),
  close_ps: (point, segment) => pointOrNull(nearestOfSegment(segment, point)),
  close_lseg: (first, second) =>
    slopeOf(first) === slopeOf(second) ? null : pointOrNull(nearestOfSegments(second, first)),
  close_ls: (line, segment) =>
    slopeOf(segment) === lineSlope(line) ? null : pointOrNull(nearestToLine(segment, line)),
  on_pl: (point, line) => lineHas(line, point),
  on_ps: (point, segment) => segmentHas(segment, point),
  on_sl: (segment, line) => lineHas(line, segment.a) && lineHas(line, segment.b),
})
