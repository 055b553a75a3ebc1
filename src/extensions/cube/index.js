/** cube 1.5: boxes of several dimensions. */
import { arraySubscript } from '../../errors/data.js'
import { cubeTooLong } from '../../errors/cube.js'
import { Family } from '../../functions/impl.js'
import { formatFloat8 } from '../../types/numbers/floats.js'
import { TypeOps } from '../../types/type-ops.js'
import { valueFunctions } from '../value-functions.js'
import {
  bound, chebyshev, compareCubes, contains, coordinate, cubeOf, DIMENSIONS_MAX, enlarge, euclid, extended, firstCorner,
  formatCube, high, intersection, low, overlaps, parseCube, parseCubeSteps, pointOf, secondCorner, size, subset,
  taxicab, union,
} from './boxes.js'
import { cubeScript } from './script.js'

/** @import { PgArray } from '../../types/array.js' */
/** @import { GistColumn } from '../../types/gist/keys.js' */
/** @import { TypeOfLibrary } from '../../types/libraries.js' */
/** @import { Cube } from './boxes.js' */

const family = new Family()

/** @param {PgArray} array @returns {number[]} @throws {DbError} 2202E */
function numbersOf({ values }) {
  if (values.includes(null)) throw arraySubscript('cannot work with arrays containing NULLs')
  return values
}

/** @param {number[]} numbers @param {string} message @throws {DbError} 54000 */
function limited(numbers, message) {
  if (numbers.length > DIMENSIONS_MAX) throw cubeTooLong(message)
  return numbers
}

family.all({
  cube_cmp: compareCubes,
  cube_eq: (a, b) => compareCubes(a, b) === 0,
  cube_ne: (a, b) => compareCubes(a, b) !== 0,
  cube_lt: (a, b) => compareCubes(a, b) < 0,
  cube_gt: (a, b) => compareCubes(a, b) > 0,
  cube_le: (a, b) => compareCubes(a, b) <= 0,
  cube_ge: (a, b) => compareCubes(a, b) >= 0,
  cube_contains: contains,
  cube_contained: (a, b) => contains(b, a),
  cube_overlap: overlaps,
  cube_union: union,
  cube_inter: intersection,
  cube_size: size,
  cube_subset: (cube, array) => subset(cube, numbersOf(array)),
  cube_distance: euclid,
  distance_chebyshev: chebyshev,
  distance_taxicab: taxicab,
  cube_dim: ({ dim }) => dim,
  cube_ll_coord: (cube, number) => number > 0 ? low(cube, number - 1) : 0,
  cube_ur_coord: (cube, number) => number > 0 ? high(cube, number - 1) : 0,
  cube_coord: coordinate,
  cube_coord_llur: bound,
  cube_f8: (x) => pointOf([x]),
  cube_f8_f8: (x, y) => cubeOf([x], [y]),
  cube_c_f8: (cube, x) => extended(cube, x, x),
  cube_c_f8_f8: extended,
  cube_a_f8: (array) => pointOf(limited(numbersOf(array), 'array is too long')),
  cube_a_f8_f8: (one, other) => {
    const [first, second] = [numbersOf(one), numbersOf(other)]
    if (first.length !== second.length) throw arraySubscript('UR and LL arrays must be of same length')
    return cubeOf(limited(first, "can't extend cube"), second)
  },
  cube_is_point: (cube) => cubeOf(firstCorner(cube), secondCorner(cube)).isPoint,
  cube_enlarge: enlarge,
})

// ---- stored form: u32 dimensions and the point's bit, then the numbers

const POINT = 0x80000000

/** @param {Cube} cube @param {DataView} view @param {number} at @returns {number} */
function put({ dim, isPoint, x }, view, at) {
  view.setUint32(at, isPoint ? dim + POINT : dim, true)
  at += 4
  for (const number of x) {
    view.setFloat64(at, number, true)
    at += 8
  }
  return at
}

/** @param {DataView} view @param {number} at @param {boolean} littleEndian @returns {Cube} */
function take(view, at, littleEndian) {
  const header = view.getUint32(at, littleEndian)
  const isPoint = header >= POINT
  const dim = header % POINT
  const x = new Float64Array(isPoint ? dim : 2 * dim)
  for (let each = 0; each < x.length; each++) x[each] = view.getFloat64(at + 4 + 8 * each, littleEndian)
  return { dim, isPoint, x }
}

/** @param {Cube} cube */
const bytesOf = ({ x }) => 4 + 8 * x.length

/** @param {TypeOfLibrary} type */
const cubeType = ({ oid, name, category }) => new TypeOps({
  oid, name, category, kind: 'var', parse: parseCube, parseSteps: parseCubeSteps,
  format: (cube, env) => formatCube(cube, (number) => formatFloat8(number, env.extraFloatDigits)),
  encodedBytes: bytesOf,
  encode: (cube, _bytes, view, at) => put(cube, view, at),
  decode: (_bytes, view, start) => take(view, start, true),
  receive: (bytes, start, end) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset + start, end - start)
    const header = view.byteLength < 4 ? 0 : view.getUint32(0)
    const { length } = { length: (header % POINT) * (header >= POINT ? 8 : 16) }
    if (header % POINT > DIMENSIONS_MAX) throw cubeTooLong('cube dimension is too large')
    if (view.byteLength !== 4 + length) throw arraySubscript('insufficient data left in message')
    return take(view, 0, false)
  },
  send: ({ dim, isPoint, x }, writer) => {
    writer.i32((isPoint ? dim + POINT : dim) | 0)
    for (const number of x) writer.f64(number)
  },
  compare: compareCubes,
})

// ---- gist: a box around all below

const [OVERLAPS, SAME, CONTAINS, CONTAINED, TAXICAB, EUCLID, CHEBYSHEV] = [3, 6, 7, 8, 16, 17, 18]
/** Dimensions along which a page may be cut. */
const CUT_DIMENSIONS = 4

/** By the sum of its edges, which tells points of a line apart too. @param {Cube} cube */
function extent(cube) {
  let sum = 0
  for (let at = 0; at < cube.dim; at++) sum += high(cube, at) - low(cube, at)
  return sum
}

/** @type {() => GistColumn} */
const cubeColumn = () => ({
  leaf: (cube) => cube,
  size: bytesOf,
  encode: (cube, _bytes, view, at) => put(cube, view, at),
  decode: (_bytes, view, at) => take(view, at, true),
  union,
  covers: contains,
  penalty: (outer, key) => {
    const growth = extent(union(outer, key)) - extent(outer)
    return growth > 0 ? growth : contains(outer, key) ? 0 : Number.MIN_VALUE
  },
  orders: Array.from({ length: CUT_DIMENSIONS }, (_, at) => (/** @type {Cube} */ one, /** @type {Cube} */ other) =>
    low(one, at) + high(one, at) - low(other, at) - high(other, at) || compareCubes(one, other)),
  query: (_strategy, value) => value,
  consistent: (key, value, strategy, isLeaf) => {
    switch (strategy) {
      case OVERLAPS: return overlaps(key, value)
      case SAME: return isLeaf ? compareCubes(key, value) === 0 : contains(key, value)
      case CONTAINS: return contains(key, value)
      case CONTAINED: return isLeaf ? contains(value, key) : overlaps(key, value)
      default: return true
    }
  },
  // `~>` is none of them: how far a box goes is not known of one around it.
  distances: [TAXICAB, EUCLID, CHEBYSHEV],
  distance: (key, value, strategy) =>
    (strategy === TAXICAB ? taxicab : strategy === EUCLID ? euclid : chebyshev)(key, value),
})

/** @type {import('../bundled.js').ExtensionModule} */
export const extension = {
  script: cubeScript,
  functions: [
    ...valueFunctions({ input: ['cube_in'], output: ['cube_out'], send: ['cube_send'] }), ...family.functions,
  ],
  values: { types: { cube_in: cubeType }, gist: { g_cube_consistent: cubeColumn } },
}
