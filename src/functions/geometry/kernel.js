/**
 * Where lines, segments, boxes and polygons meet, and how near they come: the geometry behind the operators. Orders of
 * evaluation are PostgreSQL's, so that rounding falls the same way.
 */
import {
  add, below, distance, divide, inverseSlope, isZero, less, lessOrSame, lineThrough, more, moreOrSame, multiply, same,
  samePoint, slope, subtract,
} from '../../types/geometry/arithmetic.js'
import { Point, Segment } from '../../types/geometry/values.js'
/** @import { Box, Line } from '../../types/geometry/values.js' */

/** A distance and the point that has it. @typedef {{ distance: number, point: Point }} Nearest */

/** @param {Line} line */
export function lineSlope(line) {
  if (isZero(line.a)) return 0
  return isZero(line.b) ? Infinity : divide(line.a, -line.b)
}

/** Of a perpendicular. @param {Line} line */
function inverseLineSlope(line) {
  if (isZero(line.a)) return Infinity
  return isZero(line.b) ? 0 : divide(line.b, line.a)
}

/** @param {Line} first @param {Line} second @returns {Point | null} null: parallel */
export function crossing(first, second) {
  if (isZero(first.b)) {
    if (isZero(second.b)) return null
    return crossing(second, first)
  }
  if (same(second.a, multiply(first.a, divide(second.b, first.b)))) return null
  const x = divide(
    subtract(multiply(first.b, second.c), multiply(second.b, first.c)),
    subtract(multiply(first.a, second.b), multiply(second.a, first.b))
  )
  const y = divide(-add(multiply(first.a, x), first.c), first.b)
  return new Point(x === 0 ? 0 : x, y === 0 ? 0 : y)
}

/** @param {Line} line @param {Point} point */
export const lineHas = (line, point) => isZero(add(add(multiply(line.a, point.x), multiply(line.b, point.y)), line.c))

/**
 * Where a perpendicular from the point meets the line.
 * @param {Line} line
 * @param {Point} point
 * @returns {Nearest} NaN when nothing does
 */
export function nearestOfLine(line, point) {
  const foot = crossing(lineThrough(point, inverseLineSlope(line)), line)
  return foot === null ? { distance: NaN, point } : { distance: distance(foot, point), point: foot }
}

/** @param {Segment} segment @param {Point} point */
export const segmentHas = ({ a, b }, point) => same(distance(point, a) + distance(point, b), distance(a, b))

/** @param {Segment} segment @param {Line} line @returns {Point | null} */
export function segmentMeetsLine(segment, line) {
  const point = crossing(lineThrough(segment.a, slope(segment.a, segment.b)), line)
  if (point === null || !segmentHas(segment, point)) return null
  // Rounding must not part a crossing from the end it falls on.
  return samePoint(segment.a, point) ? segment.a : samePoint(segment.b, point) ? segment.b : point
}

/** @param {Segment} first @param {Segment} second @returns {Point | null} */
export function segmentsMeet(first, second) {
  const point = segmentMeetsLine(first, lineThrough(second.a, slope(second.a, second.b)))
  return point !== null && segmentHas(second, point) ? point : null
}

/** @param {Segment} segment @param {Line} line @returns {Nearest} */
export function nearestToLine(segment, line) {
  const point = segmentMeetsLine(segment, line)
  if (point !== null) return { distance: 0, point }
  const first = nearestOfLine(line, segment.a).distance
  const second = nearestOfLine(line, segment.b).distance
  return first < second ? { distance: first, point: segment.a } : { distance: second, point: segment.b }
}

/** @param {Segment} segment @param {Point} point @returns {Nearest} */
export function nearestOfSegment(segment, point) {
  const near = nearestToLine(segment, lineThrough(point, inverseSlope(segment.a, segment.b))).point
  return { distance: distance(near, point), point: near }
}

/** The point of `on` next to `to`. @param {Segment} on @param {Segment} to @returns {Nearest} */
export function nearestOfSegments(on, to) {
  const meeting = segmentsMeet(on, to)
  if (meeting !== null) return { distance: 0, point: meeting }
  let best = nearestOfSegment(on, to.a)
  const other = nearestOfSegment(on, to.b)
  if (below(other.distance, best.distance)) best = other
  for (const end of [on.a, on.b]) {
    const reach = nearestOfSegment(to, end).distance
    if (below(reach, best.distance)) best = { distance: reach, point: end }
  }
  return best
}

// ---- boxes

/** @param {Box} box */
export const boxCenter = ({ high, low }) => new Point(divide(add(high.x, low.x), 2), divide(add(high.y, low.y), 2))

/** @param {Box} a @param {Box} b */
export const boxesOverlap = (a, b) =>
  lessOrSame(a.low.x, b.high.x) &&
  lessOrSame(b.low.x, a.high.x) &&
  lessOrSame(a.low.y, b.high.y) &&
  lessOrSame(b.low.y, a.high.y)

/** @param {Box} box @param {Point} point */
export const boxHas = ({ high, low }, point) =>
  high.x >= point.x && low.x <= point.x && high.y >= point.y && low.y <= point.y

/** @param {Box} outer @param {Box} inner */
export const boxHolds = (outer, inner) =>
  moreOrSame(outer.high.x, inner.high.x) &&
  lessOrSame(outer.low.x, inner.low.x) &&
  moreOrSame(outer.high.y, inner.high.y) &&
  lessOrSame(outer.low.y, inner.low.y)

/** Left, top, bottom and right side, in the order they are tried. @param {Box} box @returns {Segment[]} */
export function sidesOf({ high, low }) {
  const topLeft = new Point(low.x, high.y)
  const bottomRight = new Point(high.x, low.y)
  return [
    new Segment(low, topLeft),
    new Segment(high, topLeft),
    new Segment(low, bottomRight),
    new Segment(high, bottomRight),
  ]
}

/** @param {Box} box @param {Segment} segment */
export function boxMeetsSegment(box, segment) {
  const { a, b } = segment
  const around = {
    low: new Point(Math.min(a.x, b.x), Math.min(a.y, b.y)),
    high: new Point(Math.max(a.x, b.x), Math.max(a.y, b.y)),
  }
  if (!boxesOverlap(around, box)) return false
  return boxHas(box, a) || boxHas(box, b) || sidesOf(box).some((side) => segmentsMeet(side, segment) !== null)
}

/** @param {Nearest[]} all @returns {Nearest} the first of the nearest */
function best(all) {
  let found = all[0]
  for (const one of all) if (below(one.distance, found.distance)) found = one
  return found
}

/** @param {Box} box @param {Point} point @returns {Nearest} */
export function nearestOfBox(box, point) {
  if (boxHas(box, point)) return { distance: 0, point }
  return best(sidesOf(box).map((side) => nearestOfSegment(side, point)))
}

/** @param {Box} box @param {Segment} segment @returns {Nearest} */
export function nearestOfBoxToSegment(box, segment) {
  if (boxMeetsSegment(box, segment)) return { distance: 0, point: nearestOfSegment(segment, boxCenter(box)).point }
  return best(sidesOf(box).map((side) => nearestOfSegments(side, segment)))
}

// ---- inside polygons

/** The point lies on the polygon's edge. */
const ON_EDGE = Infinity

/**
 * Whether a closed list of points has the point inside: 0 outside, 1 inside, 2 on its edge.
 * @param {Point} point
 * @param {Point[]} points
 */
export function inside(point, points) {
  const firstX = subtract(points[0].x, point.x)
  const firstY = subtract(points[0].y, point.y)
  let previousX = firstX
  let previousY = firstY
  let total = 0
  for (let at = 1; at <= points.length; at++) {
    const x = at === points.length ? firstX : subtract(points[at].x, point.x)
    const y = at === points.length ? firstY : subtract(points[at].y, point.y)
    const cross = axisCrossing(x, y, previousX, previousY)
    if (cross === ON_EDGE) return 2
    total += cross
    previousX = x
    previousY = y
  }
  return total !== 0 ? 1 : 0
}

/**
 * Twice how an edge crosses the positive x axis, half crossings at its ends counted once.
 * @param {number} x
 * @param {number} y
 * @param {number} previousX
 * @param {number} previousY
 */
function axisCrossing(x, y, previousX, previousY) {
  if (isZero(y)) {
    if (isZero(x)) return ON_EDGE
    if (more(x, 0)) {
      if (isZero(previousY)) return more(previousX, 0) ? 0 : ON_EDGE
      return less(previousY, 0) ? 1 : -1
    }
    if (isZero(previousY)) return less(previousX, 0) ? 0 : ON_EDGE
    return 0
  }
  const sign = more(y, 0) ? 1 : -1
  if (isZero(previousY)) return less(previousX, 0) ? 0 : sign
  if ((sign < 0 && less(previousY, 0)) || (sign > 0 && more(previousY, 0))) return 0
  if (moreOrSame(x, 0) && more(previousX, 0)) return 2 * sign
  if (less(x, 0) && lessOrSame(previousX, 0)) return 0
  const side = subtract(multiply(subtract(x, previousX), y), multiply(subtract(y, previousY), x))
  if (isZero(side)) return ON_EDGE
  return (sign < 0 && less(side, 0)) || (sign > 0 && more(side, 0)) ? 0 : 2 * sign
}

/**
 * Whether the segment from a to b lies within the polygon: cut where it crosses an edge, and asked in the middle where
 * it crosses none.
 * @param {Point} a
 * @param {Point} b
 * @param {Point[]} points
 * @param {number} start first edge to look at
 * @returns {boolean}
 */
export function segmentInside(a, b, points, start) {
  const segment = new Segment(a, b)
  let from = points[start === 0 ? points.length - 1 : start - 1]
  let crossed = false
  for (let at = start; at < points.length; at++) {
    const edge = new Segment(from, points[at])
    let ok = true
    if (segmentHas(edge, a)) {
      if (segmentHas(edge, b)) return true
      ok = touchingInside(a, b, edge, points, at + 1)
    } else if (segmentHas(edge, b)) {
      ok = touchingInside(b, a, edge, points, at + 1)
    } else {
      const cut = segmentsMeet(segment, edge)
      if (cut !== null) {
        crossed = true
        ok = segmentInside(a, cut, points, at + 1) && segmentInside(b, cut, points, at + 1)
      }
    }
    if (!ok) return false
    from = points[at]
  }
  if (crossed) return true
  return inside(new Point(divide(add(a.x, b.x), 2), divide(add(a.y, b.y), 2)), points) !== 0
}

/**
 * The same where a lies on the edge and b does not.
 * @param {Point} a
 * @param {Point} b
 * @param {Segment} edge
 * @param {Point[]} points
 * @param {number} start
 * @returns {boolean}
 */
function touchingInside(a, b, edge, points, start) {
  const segment = new Segment(a, b)
  if (samePoint(a, edge.a)) return segmentHas(segment, edge.b) ? segmentInside(b, edge.b, points, start) : true
  if (samePoint(a, edge.b)) return segmentHas(segment, edge.a) ? segmentInside(b, edge.a, points, start) : true
  if (segmentHas(segment, edge.a)) return segmentInside(b, edge.a, points, start)
  if (segmentHas(segment, edge.b)) return segmentInside(b, edge.b, points, start)
  return true
}
