/**
 * The geometric types. Stored forms are float64s (LE): point x y; lseg both points; box high then low; line A B C;
 * circle center, radius; polygon its points; path one byte (1 closed), then its points. Binary is the same big-endian,
 * with the number of points before them. None has a default order.
 */
import { invalidBinary, messageTooShort } from '../../errors/data.js'
import { charge } from '../../errors/value-size.js'
import { formatFloat8 } from '../numbers/floats.js'
import * as T from '../oids.js'
import { expectBytes, readI32, TypeOps, viewOf } from '../type-ops.js'
import { isZero, lineBetween } from './arithmetic.js'
import {
  BOTH_ZERO, parseBox, parseCircle, parseLine, parsePath, parsePathInSteps, parsePoint, parsePolygon,
  parsePolygonInSteps, parseSegment,
} from './parse.js'
import { Box, boxBetween, Circle, Line, Path, Point, Polygon, Segment } from './values.js'
/** @import { TypeEnv, TypeOpsFields } from '../type-ops.js' */
/** @import { Steps } from '../../util/effort.js' */

/** @param {number[]} numbers @param {number} at */
const pointAt = (numbers, at) => new Point(numbers[at], numbers[at + 1])

/** @param {number[]} numbers @returns {Point[]} */
function pointsOf(numbers) {
  const points = []
  for (let at = 0; at < numbers.length; at += 2) points.push(pointAt(numbers, at))
  return points
}

/** @param {Point[]} points @returns {number[]} */
const flat = (points) => points.flatMap((point) => [point.x, point.y])

/** @param {DataView} view @param {number} start @param {number} count @param {boolean} littleEndian */
const readFloats = (view, start, count, littleEndian) =>
  Array.from({ length: count }, (_, at) => view.getFloat64(start + 8 * at, littleEndian))

/** @param {DataView} view @param {number} at @param {number[]} numbers */
function putFloats(view, at, numbers) {
  for (const number of numbers) {
    view.setFloat64(at, number, true)
    at += 8
  }
  return at
}

/** @param {Point} point @param {TypeEnv} env */
const pointText = ({ x, y }, env) =>
  `(${formatFloat8(x, env.extraFloatDigits)},${formatFloat8(y, env.extraFloatDigits)})`

/** @param {Point[]} points @param {TypeEnv} env */
const pointsText = (points, env) => points.map((point) => pointText(point, env)).join(',')

/** Points between two rests. */
const POINTS_BETWEEN_RESTS = 1024

/** The same of many. @param {Point[]} points @param {TypeEnv} env @returns {Steps<string>} */
function* pointsTextSteps(points, env) {
  let text = ''
  for (let at = 0; at < points.length; at += POINTS_BETWEEN_RESTS) {
    text += (at === 0 ? '' : ',') + pointsText(points.slice(at, at + POINTS_BETWEEN_RESTS), env)
    charge(text.length, 'the text of points')
    yield
  }
  return text
}

/**
 * A type of a fixed number of floats.
 * @param {number} oid
 * @param {string} name
 * @param {number} count
 * @param {(value: any) => number[]} numbersOf
 * @param {(numbers: number[]) => any} make
 * @param {Partial<TypeOpsFields> & Pick<TypeOpsFields, 'parse' | 'format'>} fields
 * @param {(numbers: number[]) => any} [receive]
 */
const fixedType = (oid, name, count, numbersOf, make, fields, receive = make) => new TypeOps({
  oid, name, kind: 'var', category: 'G',
  receive: (bytes, start, end) => {
    expectBytes(start, end, 8 * count)
    return receive(readFloats(viewOf(bytes), start, count, false))
  },
  send: (value, writer) => { for (const number of numbersOf(value)) writer.f64(number) },
  encodedBytes: () => 8 * count,
  encode: (value, bytes, view, at) => putFloats(view, at, numbersOf(value)),
  decode: (bytes, view, start) => make(readFloats(view, start, count, true)),
  ...fields,
})

/** @param {Uint8Array} bytes @param {number} at @param {number} end @param {string} name @returns {Point[]} */
function receivePoints(bytes, at, end, name) {
  if (end - at < 4) throw messageTooShort()
  const count = readI32(bytes, at)
  if (count <= 0 || count >= 134217727) throw invalidBinary(`invalid number of points in external "${name}" value`)
  expectBytes(at + 4, end, 16 * count)
  return pointsOf(readFloats(viewOf(bytes), at + 4, 2 * count, false))
}

/** @param {Point[]} points @param {import('../../util/byte-writer.js').ByteWriter} writer */
function sendPoints(points, writer) {
  writer.i32(points.length)
  for (const number of flat(points)) writer.f64(number)
}

const polygonType = new TypeOps({
  oid: T.POLYGON, name: 'polygon', kind: 'var', category: 'G',
  parse: parsePolygon,
  parseSteps: parsePolygonInSteps,
  format: (value, env) => `(${pointsText(value.points, env)})`,
  formatSteps: function* (value, env) { return `(${yield* pointsTextSteps(value.points, env)})` },
  receive: (bytes, start, end) => new Polygon(receivePoints(bytes, start, end, 'polygon')),
  send: (value, writer) => sendPoints(value.points, writer),
  encodedBytes: (value) => 16 * value.points.length,
  encode: (value, bytes, view, at) => putFloats(view, at, flat(value.points)),
  decode: (bytes, view, start, end) => new Polygon(pointsOf(readFloats(view, start, (end - start) / 8, true))),
})

const pathType = new TypeOps({
  oid: T.PATH, name: 'path', kind: 'var', category: 'G',
  parse: parsePath,
  parseSteps: parsePathInSteps,
  format: (value, env) => (value.closed ? `(${pointsText(value.points, env)})` : `[${pointsText(value.points, env)}]`),
  formatSteps: function* (value, env) {
    const text = yield* pointsTextSteps(value.points, env)
    return value.closed ? `(${text})` : `[${text}]`
  },
  receive: (bytes, start, end) => {
    if (end - start < 1) throw messageTooShort()
    return new Path(bytes[start] !== 0, receivePoints(bytes, start + 1, end, 'path'))
  },
  send: (value, writer) => {
    writer.u8(value.closed ? 1 : 0)
    sendPoints(value.points, writer)
  },
  encodedBytes: (value) => 1 + 16 * value.points.length,
  encode: (value, bytes, view, at) => {
    bytes[at] = value.closed ? 1 : 0
    return putFloats(view, at + 1, flat(value.points))
  },
  decode: (bytes, view, start, end) =>
    new Path(bytes[start] === 1, pointsOf(readFloats(view, start + 1, (end - start - 1) / 8, true))),
})

export const geometryTypes = [
  fixedType(
    T.POINT,
    'point',
    2,
    (value) => [value.x, value.y],
    (numbers) => pointAt(numbers, 0),
    { parse: parsePoint, format: pointText }
  ),
  fixedType(
    T.LSEG,
    'lseg',
    4,
    (value) => flat([value.a, value.b]),
    (numbers) => new Segment(pointAt(numbers, 0), pointAt(numbers, 2)),
    { parse: parseSegment, format: (value, env) => `[${pointsText([value.a, value.b], env)}]` }
  ),
  fixedType(
    T.BOX,
    'box',
    4,
    (value) => flat([value.high, value.low]),
    (numbers) => new Box(pointAt(numbers, 0), pointAt(numbers, 2)),
    { parse: parseBox, format: (value, env) => pointsText([value.high, value.low], env), delimiter: ';' },
    (numbers) => boxBetween(pointAt(numbers, 0), pointAt(numbers, 2))
  ),
  fixedType(
    T.LINE,
    'line',
    3,
    (value) => [value.a, value.b, value.c],
    ([a, b, c]) => new Line(a, b, c),
    {
      parse: (text) => parseLine(text, lineBetween),
      format: ({ a, b, c }, env) =>
        `{${[a, b, c].map((number) => formatFloat8(number, env.extraFloatDigits)).join(',')}}`,
    },
    ([a, b, c]) => {
      if (isZero(a) && isZero(b)) throw invalidBinary(BOTH_ZERO)
      return new Line(a, b, c)
    }
  ),
  fixedType(
    T.CIRCLE,
    'circle',
    3,
    (value) => [value.center.x, value.center.y, value.radius],
    ([x, y, radius]) => new Circle(new Point(x, y), radius),
    {
      parse: parseCircle,
      format: (value, env) => `<${pointText(value.center, env)},${formatFloat8(value.radius, env.extraFloatDigits)}>`,
    },
    ([x, y, radius]) => {
      if (radius < 0) throw invalidBinary('invalid radius in external "circle" value')
      return new Circle(new Point(x, y), radius)
    }
  ),
  polygonType,
  pathType,
]
