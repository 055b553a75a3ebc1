/**
 * The geometric types' values: plain data, frozen in practice (nobody changes one). Points are compared with a
 * tolerance by the functions (src/functions/geometry/), never here.
 */

export class Point {
  /** @param {number} x @param {number} y */
  constructor(x, y) {
    this.x = x
    this.y = y
  }
}

/** lseg. */
export class Segment {
  /** @param {Point} a @param {Point} b */
  constructor(a, b) {
    this.a = a
    this.b = b
  }
}

export class Box {
  /** @param {Point} high the upper right corner @param {Point} low the lower left one */
  constructor(high, low) {
    this.high = high
    this.low = low
  }
}

/**
 * The box between two corners, however they lie. NaN counts as the largest number.
 * @param {Point} p
 * @param {Point} q
 */
export function boxBetween(p, q) {
  const xOrdered = above(p.x, q.x)
  const yOrdered = above(p.y, q.y)
  return new Box(
    new Point(xOrdered ? p.x : q.x, yOrdered ? p.y : q.y),
    new Point(xOrdered ? q.x : p.x, yOrdered ? q.y : p.y)
  )
}

/** float8's order: NaN above everything. @param {number} a @param {number} b */
export const above = (a, b) => (a !== a ? b === b : a > b)

/** A x + B y + C = 0. */
export class Line {
  /** @param {number} a @param {number} b @param {number} c */
  constructor(a, b, c) {
    this.a = a
    this.b = b
    this.c = c
  }
}

export class Path {
  /** @param {boolean} closed @param {Point[]} points */
  constructor(closed, points) {
    this.closed = closed
    this.points = points
  }
}

export class Polygon {
  /** @param {Point[]} points */
  constructor(points) {
    this.points = points
    /** @type {Box | null} */
    this.knownBounds = null
  }

  get bounds() {
    return (this.knownBounds ??= boundsOf(this.points))
  }
}

export class Circle {
  /** @param {Point} center @param {number} radius */
  constructor(center, radius) {
    this.center = center
    this.radius = radius
  }
}

/** @param {Point[]} points at least one @returns {Box} */
export function boundsOf(points) {
  let { x: lowX, y: lowY } = points[0]
  let highX = lowX
  let highY = lowY
  for (const { x, y } of points) {
    if (above(lowX, x)) lowX = x
    if (above(x, highX)) highX = x
    if (above(lowY, y)) lowY = y
    if (above(y, highY)) highY = y
  }
  return new Box(new Point(highX, highY), new Point(lowX, lowY))
}
