/**
 * Text input of the geometric types. A point is x,y with or without parentheses; a list of points may stand in a pair
 * of its own, an open path in brackets. White space may stand around numbers and in front of brackets.
 */
import { invalidInput, invalidText, outOfRange } from '../../errors/data.js'
import { atOnce } from '../../util/effort.js'
import { boxBetween, Circle, Line, Path, Point, Polygon, Segment } from './values.js'

const NUMBER = /[ \t\n\v\f\r]*([+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|nan|infinity|inf))[ \t\n\v\f\r]*/iy
const POINTS_BETWEEN_RESTS = 2048
const SPACES = /[ \t\n\v\f\r]*/y

class GeometryReader {
  /** @param {string} text @param {string} typeName */
  constructor(text, typeName) {
    this.text = text
    this.typeName = typeName
    this.at = 0
  }

  /** 22P02. */
  invalid() {
    return invalidInput(this.typeName, this.text)
  }

  skipSpaces() {
    SPACES.lastIndex = this.at
    SPACES.exec(this.text)
    this.at = SPACES.lastIndex
  }

  /** @param {string} mark @returns {boolean} whether it was there; then it is passed */
  take(mark) {
    if (this.text[this.at] !== mark) return false
    this.at++
    return true
  }

  /** @param {string} mark */
  expect(mark) {
    if (!this.take(mark)) throw this.invalid()
  }

  end() {
    if (this.at < this.text.length) throw this.invalid()
  }

  number() {
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(this.text)
    if (match === null) throw this.invalid()
    this.at = NUMBER.lastIndex
    const word = match[1].toLowerCase()
    if (word.endsWith('nan')) return NaN
    if (/inf/.test(word)) return word[0] === '-' ? -Infinity : Infinity
    const value = Number(word)
    if (!Number.isFinite(value) || (value === 0 && /[1-9]/.test(word.replace(/e.*$/, ''))))
      throw outOfRange(`"${match[1]}" is out of range for type double precision`)
    return value
  }

  /** @returns {Point} */
  point() {
    this.skipSpaces()
    const bracketed = this.take('(')
    const x = this.number()
    this.expect(',')
    const y = this.number()
    if (bracketed) {
      this.expect(')')
      this.skipSpaces()
    }
    return new Point(x, y)
  }

  /**
   * So many points. A parenthesis around them all is told from that of the first point by the one behind it, or by
   * being the only one.
   * @param {number} count @param {boolean} mayBeOpen in brackets
   * @returns {import('../../util/effort.js').Steps<{ isOpen: boolean, points: Point[] }>}
   */
  *pointSteps(count, mayBeOpen) {
    let depth = 0
    this.skipSpaces()
    const isOpen = this.text[this.at] === '['
    if (isOpen) {
      if (!mayBeOpen) throw this.invalid()
      depth++
      this.at++
    } else if (this.text[this.at] === '(') {
      const behind = new GeometryReader(this.text, this.typeName)
      behind.at = this.at + 1
      behind.skipSpaces()
      if (this.text[behind.at] === '(' || this.text.lastIndexOf('(') === this.at) {
        depth++
        this.at = behind.at
      }
    }
    const points = []
    for (let i = 0; i < count; i++) {
      if (i % POINTS_BETWEEN_RESTS === POINTS_BETWEEN_RESTS - 1) yield
      points.push(this.point())
      this.take(',')
    }
    for (; depth > 0; depth--) {
      if (!this.take(')') && !(isOpen && depth === 1 && this.take(']'))) throw this.invalid()
      this.skipSpaces()
    }
    return { isOpen, points }
  }

  /** A few. @param {number} count @param {boolean} mayBeOpen in brackets */
  points(count, mayBeOpen) {
    return atOnce(this.pointSteps(count, mayBeOpen))
  }

  /** How many points the commas make. */
  pointCount() {
    let commas = 0
    for (let at = this.text.indexOf(','); at >= 0; at = this.text.indexOf(',', at + 1)) commas++
    if (commas % 2 === 0) throw this.invalid()
    return (commas + 1) / 2
  }
}

/** @param {string} text */
export function parsePoint(text) {
  const reader = new GeometryReader(text, 'point')
  const point = reader.point()
  reader.end()
  return point
}

/** @param {string} text */
export function parseSegment(text) {
  const reader = new GeometryReader(text, 'lseg')
  const { points } = reader.points(2, true)
  reader.end()
  return new Segment(points[0], points[1])
}

/** @param {string} text */
export function parseBox(text) {
  const reader = new GeometryReader(text, 'box')
  const { points } = reader.points(2, false)
  reader.end()
  return boxBetween(points[0], points[1])
}

/** @param {string} text @returns {Path} */
export const parsePath = (text) => atOnce(parsePathInSteps(text))

/** @param {string} text @returns {import('../../util/effort.js').Steps<Path>} */
export function* parsePathInSteps(text) {
  const reader = new GeometryReader(text, 'path')
  const count = reader.pointCount()
  reader.skipSpaces()
  const bracketed = text[reader.at] === '(' && text.lastIndexOf('(') === reader.at
  if (bracketed) reader.at++
  const { isOpen, points } = yield* reader.pointSteps(count, true)
  if (bracketed) {
    reader.expect(')')
    reader.skipSpaces()
  }
  reader.end()
  return new Path(!isOpen, points)
}

/** @param {string} text @returns {Polygon} */
export const parsePolygon = (text) => atOnce(parsePolygonInSteps(text))

/** @param {string} text @returns {import('../../util/effort.js').Steps<Polygon>} */
export function* parsePolygonInSteps(text) {
  const reader = new GeometryReader(text, 'polygon')
  const { points } = yield* reader.pointSteps(reader.pointCount(), false)
  reader.end()
  return new Polygon(points)
}

/** @param {string} text */
export function parseCircle(text) {
  const reader = new GeometryReader(text, 'circle')
  let depth = 0
  reader.skipSpaces()
  if (reader.take('<')) {
    depth++
  } else if (text[reader.at] === '(') {
    const start = reader.at++
    reader.skipSpaces()
    if (text[reader.at] === '(') depth++
    else reader.at = start
  }
  const center = reader.point()
  reader.take(',')
  const radius = reader.number()
  if (radius < 0) throw reader.invalid()
  for (; depth > 0; depth--) {
    if (!reader.take(')') && !(depth === 1 && reader.take('>'))) throw reader.invalid()
    reader.skipSpaces()
  }
  reader.end()
  return new Circle(center, radius)
}

const TOLERANCE = 1e-6
export const BOTH_ZERO = 'invalid line specification: A and B cannot both be zero'

/**
 * {A,B,C}, or two points of it.
 * @param {string} text
 * @param {(a: Point, b: Point) => Line | null} through null: the points are the same
 */
export function parseLine(text, through) {
  const reader = new GeometryReader(text, 'line')
  reader.skipSpaces()
  if (reader.take('{')) {
    const a = reader.number()
    reader.expect(',')
    const b = reader.number()
    reader.expect(',')
    const c = reader.number()
    reader.expect('}')
    reader.skipSpaces()
    reader.end()
    if (Math.abs(a) <= TOLERANCE && Math.abs(b) <= TOLERANCE) throw invalidText(BOTH_ZERO)
    return new Line(a, b, c)
  }
  const { points } = reader.points(2, true)
  reader.end()
  const line = through(points[0], points[1])
  if (line === null) throw invalidText('invalid line specification: must be two distinct points')
  return line
}
