/** Values on their way from thread to thread, where objects lose their class. */
import { PgArray } from '../../types/array.js'
import { Box, Circle, Line, Path, Point, Polygon, Segment } from '../../types/geometry/values.js'
import { Jsonb } from '../../types/json/jsonb.js'
import { JsonPath, jsonpathType } from '../../types/jsonpath/type.js'
import { Numeric } from '../../types/numbers/numeric.js'
import { BitString } from '../../types/strings/bit.js'
import { TsQuery, decodeQuery, encodeQuery, queryBytes } from '../../types/textsearch/query.js'
import { TsVector } from '../../types/textsearch/vector.js'
import { DEFAULT_ENV } from '../../types/type-ops.js'

/** What has a class of its own and one way to be sent. */
const OTHERS = [Jsonb, JsonPath, Numeric, BitString, TsVector, TsQuery, Point, Segment, Box, Line, Path, Polygon,
  Circle]

/** @param {unknown} value @returns {boolean} whether toMessage knows it */
export const isSendable = (value) => value === null || typeof value !== 'object' || value instanceof Uint8Array
  || OTHERS.some((known) => value instanceof known)
  || ((value instanceof PgArray || Array.isArray(value))
    && (Array.isArray(value) ? value : value.values).every((item) => item === null || typeof item !== 'object'))

/** @param {unknown} value @returns {any} */
export function toMessage(value) {
  if (value === null || typeof value !== 'object') return { value }
  if (value instanceof PgArray) return { array: [value.elementType, value.dims, value.lowerBounds, value.values] }
  if (value instanceof Uint8Array) return { value: alone(value) }
  if (value instanceof Jsonb) return { jsonb: alone(value.bytes.subarray(value.start, value.end)) }
  if (value instanceof JsonPath) return { path: value.text }
  if (value instanceof Numeric) return { numeric: [value.coef, value.scale, value.special] }
  if (value instanceof BitString) return { bits: [value.bits, value.bytes] }
  if (value instanceof TsVector) return { vector: value.bytes.slice() }
  if (value instanceof TsQuery) return { query: sentQuery(value) }
  if (value instanceof Path) return { points: numbersOf(value.points), closed: value.closed }
  if (value instanceof Polygon) return { points: numbersOf(value.points), closed: null }
  const numbers = shapeNumbers(value)
  if (numbers !== null) return numbers
  return Array.isArray(value) ? { list: value.map(toMessage) } : { value }
}

/**
 * A part of larger memory alone, which would be sent whole; what is only lent is copied by being sent.
 * @param {Uint8Array} bytes @returns {Uint8Array}
 */
const alone = (bytes) => bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

/** @param {any} message @returns {any} */
export function fromMessage(message) {
  if (message.array !== undefined)
    return new PgArray(message.array[0], message.array[1], message.array[2], message.array[3])
  if (message.jsonb !== undefined) return new Jsonb(message.jsonb, 0, message.jsonb.length)
  if (message.path !== undefined) return jsonpathType.parse(message.path, -1, DEFAULT_ENV)
  if (message.numeric !== undefined) return new Numeric(message.numeric[0], message.numeric[1], message.numeric[2])
  if (message.bits !== undefined) return new BitString(message.bits[0], message.bits[1])
  if (message.vector !== undefined) return new TsVector(message.vector)
  if (message.query !== undefined) return decodeQuery(message.query, 0, message.query.length)
  if (message.points !== undefined) {
    const points = pointsOf(message.points)
    return message.closed === null ? new Polygon(points) : new Path(message.closed, points)
  }
  if (message.shape !== undefined) return shapeOf(message.shape, message.numbers)
  return message.list !== undefined ? message.list.map(fromMessage) : message.value
}

/** @param {TsQuery} query @returns {Uint8Array} as it is stored */
function sentQuery(query) {
  const bytes = new Uint8Array(queryBytes(query))
  encodeQuery(query, bytes, 0)
  return bytes
}

/** @param {Point[]} points @returns {Float64Array} in pairs */
function numbersOf(points) {
  const numbers = new Float64Array(2 * points.length)
  for (let at = 0; at < points.length; at++) {
    numbers[2 * at] = points[at].x
    numbers[2 * at + 1] = points[at].y
  }
  return numbers
}

/** @param {Float64Array} numbers in pairs @returns {Point[]} */
const pointsOf = (numbers) =>
  Array.from({ length: numbers.length / 2 }, (_, at) => new Point(numbers[2 * at], numbers[2 * at + 1]))

/** Shapes of a few numbers. @param {unknown} value @returns {{ shape: string, numbers: number[] } | null} */
function shapeNumbers(value) {
  if (value instanceof Point) return { shape: 'point', numbers: [value.x, value.y] }
  if (value instanceof Segment) return { shape: 'lseg', numbers: [value.a.x, value.a.y, value.b.x, value.b.y] }
  if (value instanceof Box) return { shape: 'box', numbers: [value.high.x, value.high.y, value.low.x, value.low.y] }
  if (value instanceof Line) return { shape: 'line', numbers: [value.a, value.b, value.c] }
  return value instanceof Circle ? { shape: 'circle', numbers: [value.center.x, value.center.y, value.radius] } : null
}

/** @param {string} shape @param {number[]} numbers */
function shapeOf(shape, [a, b, c, d]) {
  switch (shape) {
    case 'point': return new Point(a, b)
    case 'lseg': return new Segment(new Point(a, b), new Point(c, d))
    case 'box': return new Box(new Point(a, b), new Point(c, d))
    case 'line': return new Line(a, b, c)
    default: return new Circle(new Point(a, b), c)
  }
}
