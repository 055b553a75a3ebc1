/** Functions of box, path, polygon and circle. */
import { invalidParameter, programLimit } from '../../errors/data.js'
import {
  add, below, distance, divide, isZero, less, lessOrSame, more, moreOrSame, multiply, same, samePoint, subtract,
} from '../../types/geometry/arithmetic.js'
import { above, boundsOf, Box, boxBetween, Circle, Path, Point, Polygon, Segment } from '../../types/geometry/values.js'
import { cos, sin } from '../numbers/elementary/circular.js'
import { atOnce, spend } from '../../util/effort.js'
import { Family } from '../impl.js'
import {
  boxCenter, boxesOverlap, boxHas, boxHolds, boxMeetsSegment, inside, nearestOfBox, nearestOfBoxToSegment,
  nearestOfSegment, nearestOfSegments, segmentInside, segmentMeetsLine, segmentsMeet, sidesOf,
} from './kernel.js'
import { dividedBy, magnitude, minus, plus, pointOrNull, times } from './points.js'
import { circleWithoutRadius } from '../../errors/values.js'
/** @import { Steps } from '../../util/effort.js' */

const family = new Family()
export const areaFunctions = family.functions

const TOLERANT = /** @type {[string, (a: number, b: number) => boolean][]} */ ([
  ['lt', less],
  ['le', lessOrSame],
  ['gt', more],
  ['ge', moreOrSame],
  ['eq', same],
])

// ---- boxes

/** @param {Box} box */
const width = ({ high, low }) => subtract(high.x, low.x)
/** @param {Box} box */
const height = ({ high, low }) => subtract(high.y, low.y)
/** @param {Box} box */
const boxArea = (box) => multiply(width(box), height(box))

/** @param {number} a @param {number} b */
const smaller = (a, b) => (below(a, b) ? a : b)
/** @param {number} a @param {number} b */
const larger = (a, b) => (above(a, b) ? a : b)

for (const [name, compare] of TOLERANT) family.add(`box_${name}`, (a, b) => compare(boxArea(a), boxArea(b)))
family.all({
  points_box: boxBetween,
  box_same: (a, b) => samePoint(a.high, b.high) && samePoint(a.low, b.low),
  box_overlap: boxesOverlap,
  box_left: (a, b) => less(a.high.x, b.low.x),
  box_overleft: (a, b) => lessOrSame(a.high.x, b.high.x),
  box_right: (a, b) => more(a.low.x, b.high.x),
  box_overright: (a, b) => moreOrSame(a.low.x, b.low.x),
  box_below: (a, b) => less(a.high.y, b.low.y),
  box_overbelow: (a, b) => lessOrSame(a.high.y, b.high.y),
  box_above: (a, b) => more(a.low.y, b.high.y),
  box_overabove: (a, b) => moreOrSame(a.low.y, b.low.y),
  box_below_eq: (a, b) => lessOrSame(a.high.y, b.low.y),
  box_above_eq: (a, b) => moreOrSame(a.low.y, b.high.y),
  box_contain: boxHolds,
  box_contained: (a, b) => boxHolds(b, a),
  box_contain_pt: boxHas,
  on_pb: (point, box) => boxHas(box, point),
  on_sb: (segment, box) => boxHas(box, segment.a) && boxHas(box, segment.b),
  inter_lb: (line, box) => sidesOf(box).some((side) => segmentMeetsLine(side, line) !== null),
  inter_sb: (segment, box) => boxMeetsSegment(box, segment),
  box_area: boxArea,
  box_width: width,
  box_height: height,
  box_center: boxCenter,
  box_distance: (a, b) => distance(boxCenter(a), boxCenter(b)),
  box_diagonal: ({ high, low }) => new Segment(high, low),
  box_intersect: (a, b) =>
    boxesOverlap(a, b)
      ? new Box(
          new Point(smaller(a.high.x, b.high.x), smaller(a.high.y, b.high.y)),
          new Point(larger(a.low.x, b.low.x), larger(a.low.y, b.low.y))
        )
      : null,
  boxes_bound_box: (a, b) =>
    new Box(
      new Point(larger(a.high.x, b.high.x), larger(a.high.y, b.high.y)),
      new Point(smaller(a.low.x, b.low.x), smaller(a.low.y, b.low.y))
    ),
  box_add: (box, point) => new Box(plus(box.high, point), plus(box.low, point)),
  box_sub: (box, point) => new Box(minus(box.high, point), minus(box.low, point)),
  box_mul: (box, point) => boxBetween(times(box.high, point), times(box.low, point)),
  box_div: (box, point) => boxBetween(dividedBy(box.high, point), dividedBy(box.low, point)),
  dist_pb: (point, box) => nearestOfBox(box, point).distance,
  dist_bp: (box, point) => nearestOfBox(box, point).distance,
  dist_sb: (segment, box) => nearestOfBoxToSegment(box, segment).distance,
  dist_bs: (box, segment) => nearestOfBoxToSegment(box, segment).distance,
  close_pb: (point, box) => pointOrNull(nearestOfBox(box, point)),
  close_sb: (segment, box) => pointOrNull(nearestOfBoxToSegment(box, segment)),
})

// ---- lists of points

/**
 * Each point with the one before it; the first with the last if the list closes.
 * @param {Point[]} points
 * @param {boolean} closed
 * @returns {Segment[]}
 */
function edges(points, closed) {
  const found = []
  for (let at = closed ? 0 : 1; at < points.length; at++)
    found.push(new Segment(points[at === 0 ? points.length - 1 : at - 1], points[at]))
  return found
}

/** @param {Segment[]} first @param {Segment[]} second @returns {number | null} null: one has no edges */
function edgeDistance(first, second) {
  /** @type {number | null} */
  let least = null
  for (const a of first) {
    spend(second.length * EDGE_STEPS)
    for (const b of second) {
      const one = nearestOfSegments(a, b).distance
      if (least === null || below(one, least)) least = one
    }
  }
  return least
}

/** @param {Point} point @param {Segment[]} of @returns {number | null} */
function pointDistance(point, of) {
  /** @type {number | null} */
  let least = null
  for (const edge of of) {
    const one = nearestOfSegment(edge, point).distance
    if (least === null || below(one, least)) least = one
  }
  return least
}

// ---- paths

/** @param {Path} path */
const pathEdges = ({ points, closed }) => edges(points, closed)

/** @param {Path} path */
function pathArea({ closed, points }) {
  if (!closed) return null
  let area = 0
  points.forEach((point, at) => {
    const next = points[(at + 1) % points.length]
    area = subtract(add(area, multiply(point.x, next.y)), multiply(point.y, next.x))
  })
  return divide(Math.abs(area), 2)
}

/** @param {Point} point @param {Path} path */
function pathDistance(point, path) {
  // An open path of one point has no edge: PostgreSQL finds 0 then.
  if (path.points.length === 1) return path.closed ? distance(point, path.points[0]) : 0
  return pointDistance(point, pathEdges(path))
}

/** @param {Point} point @param {Path} path */
function onPath(point, { closed, points }) {
  if (closed) return inside(point, points) !== 0
  for (let at = 1; at < points.length; at++) {
    if (same(add(distance(point, points[at - 1]), distance(point, points[at])), distance(points[at - 1], points[at])))
      return true
  }
  return false
}

/** @param {Path} a @param {Path} b */
function pathsMeet(a, b) {
  if (!boxesOverlap(boundsOf(a.points), boundsOf(b.points))) return false
  return edgesMeet(pathEdges(a), pathEdges(b))
}

/** What comparing two edges costs, against a step of effort.js. */
const EDGE_STEPS = 10

/** @param {Segment[]} first @param {Segment[]} second */
const edgesMeet = (first, second) => first.some((edge) => {
  spend(second.length * EDGE_STEPS)
  return second.some((other) => segmentsMeet(edge, other) !== null)
})

/** @param {(point: Point, by: Point) => Point} change */
const pointwise = (change) => (/** @type {Path} */ path, /** @type {Point} */ by) =>
  new Path(
    path.closed,
    path.points.map((point) => change(point, by))
  )

for (const [name, compare] of /** @type {[string, (a: number, b: number) => boolean][]} */ ([
  ['lt', (a, b) => a < b],
  ['le', (a, b) => a <= b],
  ['gt', (a, b) => a > b],
  ['ge', (a, b) => a >= b],
  ['eq', (a, b) => a === b],
])) {
  family.add(`path_n_${name}`, (a, b) => compare(a.points.length, b.points.length))
}
family.all({
  path_area: pathArea,
  path_isclosed: (path) => path.closed,
  path_isopen: (path) => !path.closed,
  path_npoints: (path) => path.points.length,
  path_close: (path) => new Path(true, path.points),
  path_open: (path) => new Path(false, path.points),
  path_length: (path) => pathEdges(path).reduce((sum, { a, b }) => add(sum, distance(a, b)), 0),
  path_add: (a, b) => (a.closed || b.closed ? null : new Path(false, [...a.points, ...b.points])),
  path_add_pt: pointwise(plus),
  path_sub_pt: pointwise(minus),
  path_mul_pt: pointwise(times),
  path_div_pt: pointwise(dividedBy),
  path_poly: (path) => {
    if (!path.closed) throw invalidParameter('open path cannot be converted to polygon')
    return new Polygon(path.points)
  },
  on_ppath: onPath,
  dist_ppath: pathDistance,
  dist_pathp: (path, point) => pathDistance(point, path),
})

// What compares each edge with each is made elsewhere where it takes long.
const LONG = { long: true }
family.add('path_inter', pathsMeet, LONG)
family.add('path_distance', (a, b) => edgeDistance(pathEdges(a), pathEdges(b)), LONG)

// ---- polygons

/** The same points in the same or the opposite direction, from any of them. @param {Polygon} a @param {Polygon} b */
function samePolygon({ points: a }, { points: b }) {
  const count = a.length
  if (b.length !== count) return false
  for (let start = 0; start < count; start++) {
    if (!samePoint(b[start], a[0])) continue
    for (const step of [1, count - 1]) {
      let at = 1
      while (at < count && samePoint(b[(start + at * step) % count], a[at])) at++
      spend(at * EDGE_STEPS)
      if (at === count) return true
    }
  }
  return false
}

/** @param {Polygon} a @param {Polygon} b */
function polygonsOverlap(a, b) {
  if (!boxesOverlap(a.bounds, b.bounds)) return false
  return (
    edgesMeet(edges(a.points, true), edges(b.points, true)) ||
    inside(a.points[0], b.points) !== 0 ||
    inside(b.points[0], a.points) !== 0
  )
}

/** @param {Polygon} outer @param {Polygon} inner */
const polygonHolds = (outer, inner) =>
  boxHolds(outer.bounds, inner.bounds) &&
  edges(inner.points, true).every(({ a, b }) => {
    spend(outer.points.length * EDGE_STEPS)
    return segmentInside(a, b, outer.points, 0)
  })

/** @param {Point} point @param {Polygon} polygon */
function polygonDistance(point, { points }) {
  if (inside(point, points) !== 0) return 0
  return /** @type {number} */ (pointDistance(point, edges(points, true)))
}

/** Around the mean of the points, with their mean distance. @param {Polygon} polygon */
function circleOf({ points }) {
  let sum = new Point(0, 0)
  for (const point of points) sum = plus(sum, point)
  const center = new Point(divide(sum.x, points.length), divide(sum.y, points.length))
  return new Circle(
    center,
    divide(
      points.reduce((total, point) => add(total, distance(point, center)), 0),
      points.length
    )
  )
}

family.all({
  poly_left: (a, b) => a.bounds.high.x < b.bounds.low.x,
  poly_overleft: (a, b) => a.bounds.high.x <= b.bounds.high.x,
  poly_right: (a, b) => a.bounds.low.x > b.bounds.high.x,
  poly_overright: (a, b) => a.bounds.low.x >= b.bounds.low.x,
  poly_below: (a, b) => a.bounds.high.y < b.bounds.low.y,
  poly_overbelow: (a, b) => a.bounds.high.y <= b.bounds.high.y,
  poly_above: (a, b) => a.bounds.low.y > b.bounds.high.y,
  poly_overabove: (a, b) => a.bounds.low.y >= b.bounds.low.y,
  poly_contain_pt: (polygon, point) => inside(point, polygon.points) !== 0,
  pt_contained_poly: (point, polygon) => inside(point, polygon.points) !== 0,
  poly_npoints: (polygon) => polygon.points.length,
  poly_center: (polygon) => circleOf(polygon).center,
  poly_box: (polygon) => polygon.bounds,
  spg_poly_quad_compress: (polygon) => polygon.bounds,
  poly_path: (polygon) => new Path(true, polygon.points),
  poly_circle: circleOf,
  box_poly: ({ high, low }) => new Polygon([low, new Point(low.x, high.y), high, new Point(high.x, low.y)]),
  dist_ppoly: polygonDistance,
  dist_polyp: (polygon, point) => polygonDistance(point, polygon),
})
family.add('poly_same', samePolygon, LONG)
family.add('poly_overlap', polygonsOverlap, LONG)
family.add('poly_contain', polygonHolds, LONG)
family.add('poly_contained', (a, b) => polygonHolds(b, a), LONG)
family.add('poly_distance', (a, b) => polygonsOverlap(a, b) ? 0
  : edgeDistance(edges(a.points, true), edges(b.points, true)), LONG)

// ---- circles

/** @param {Circle} circle */
const circleArea = ({ radius }) => multiply(multiply(radius, radius), Math.PI)
/** @param {Circle} a @param {Circle} b */
const between = (a, b) => distance(a.center, b.center)
/** @param {number} value */
const notNegative = (value) => (value < 0 ? 0 : value)
/** @param {Circle} circle */
const right = ({ center, radius }) => add(center.x, radius)
/** @param {Circle} circle */
const left = ({ center, radius }) => subtract(center.x, radius)
/** @param {Circle} circle */
const top = ({ center, radius }) => add(center.y, radius)
/** @param {Circle} circle */
const bottom = ({ center, radius }) => subtract(center.y, radius)
/** @param {Point} point @param {Circle} circle */
const circleDistance = (point, { center, radius }) => notNegative(subtract(distance(point, center), radius))
/** @param {Circle} circle @param {Polygon} polygon */
const circleToPolygon = ({ center, radius }, polygon) => notNegative(subtract(polygonDistance(center, polygon), radius))
/** @param {Circle} circle @param {Point} point */
const circleHas = ({ center, radius }, point) => distance(center, point) <= radius

/** What making a point costs. */
const POINT_STEPS = 100
/** What it occupies. */
const POINT_BYTES = 16

/** @param {number} count @param {Circle} circle */
function polygonBytes(count, { radius }) {
  if (isZero(radius)) throw circleWithoutRadius()
  if (count * POINT_BYTES > 2147483647) throw programLimit('too many points requested')
  return count * POINT_BYTES
}

/** Counterclockwise from the left. @param {number} count @param {Circle} circle @returns {Steps<Polygon>} */
function* polygonSteps(count, { center, radius }) {
  if (isZero(radius)) throw circleWithoutRadius()
  if (count < 2) throw invalidParameter('must request at least 2 points')
  const step = divide(2 * Math.PI, count)
  const points = []
  for (let at = 0; at < count; at++) {
    spend(POINT_STEPS)
    const angle = multiply(step, at)
    points.push(
      new Point(subtract(center.x, multiply(radius, cos(angle))), add(center.y, multiply(radius, sin(angle)))),
    )
    if ((at & 1023) === 1023) yield
  }
  return new Polygon(points)
}

/** @param {number} count @param {Circle} circle */
const polygonOf = (count, circle) => atOnce(polygonSteps(count, circle))

for (const [name, compare] of TOLERANT) family.add(`circle_${name}`, (a, b) => compare(circleArea(a), circleArea(b)))
family.all({
  circle_ne: (a, b) => !same(circleArea(a), circleArea(b)),
  cr_circle: (center, radius) => new Circle(center, radius),
  circle_same: (a, b) =>
    ((a.radius !== a.radius && b.radius !== b.radius) || same(a.radius, b.radius)) && samePoint(a.center, b.center),
  circle_overlap: (a, b) => lessOrSame(between(a, b), add(a.radius, b.radius)),
  circle_overleft: (a, b) => lessOrSame(right(a), right(b)),
  circle_left: (a, b) => less(right(a), left(b)),
  circle_right: (a, b) => more(left(a), right(b)),
  circle_overright: (a, b) => moreOrSame(left(a), left(b)),
  circle_below: (a, b) => less(top(a), bottom(b)),
  circle_above: (a, b) => more(bottom(a), top(b)),
  circle_overbelow: (a, b) => lessOrSame(top(a), top(b)),
  circle_overabove: (a, b) => moreOrSame(bottom(a), bottom(b)),
  circle_contain: (a, b) => lessOrSame(between(a, b), subtract(a.radius, b.radius)),
  circle_contained: (a, b) => lessOrSame(between(a, b), subtract(b.radius, a.radius)),
  circle_contain_pt: circleHas,
  pt_contained_circle: (point, circle) => circleHas(circle, point),
  circle_add_pt: (circle, point) => new Circle(plus(circle.center, point), circle.radius),
  circle_sub_pt: (circle, point) => new Circle(minus(circle.center, point), circle.radius),
  circle_mul_pt: (circle, point) => new Circle(times(circle.center, point), multiply(circle.radius, magnitude(point))),
  circle_div_pt: (circle, point) =>
    new Circle(dividedBy(circle.center, point), divide(circle.radius, magnitude(point))),
  circle_area: circleArea,
  circle_diameter: (circle) => multiply(circle.radius, 2),
  circle_radius: (circle) => circle.radius,
  circle_center: (circle) => circle.center,
  circle_distance: (a, b) => notNegative(subtract(between(a, b), add(a.radius, b.radius))),
  dist_pc: circleDistance,
  dist_cpoint: (circle, point) => circleDistance(point, circle),
  dist_cpoly: circleToPolygon,
  dist_polyc: (polygon, circle) => circleToPolygon(circle, polygon),
  circle_box: ({ center, radius }) => {
    const reach = divide(radius, Math.sqrt(2))
    return new Box(
      new Point(add(center.x, reach), add(center.y, reach)),
      new Point(subtract(center.x, reach), subtract(center.y, reach))
    )
  },
  box_circle: (box) => {
    const center = boxCenter(box)
    return new Circle(center, distance(center, box.high))
  },
})
family.add('circle_poly', polygonOf, { steps: polygonSteps, size: polygonBytes })
