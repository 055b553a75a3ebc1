/**
 * Boxes of up to 100 dimensions: two opposite corners, in any order; a point has one. What stands in dimensions that a
 * box has not is 0.
 */
import { arraySubscript } from '../../errors/data.js'
import { badCube, cubeTooLong } from '../../errors/cube.js'
import { parseFloat8 } from '../../types/numbers/floats.js'
import { atOnce } from '../../util/effort.js'

/** @import { Steps } from '../../util/effort.js' */

/**
 * @typedef {object} Cube
 * @property {number} dim
 * @property {boolean} isPoint
 * @property {Float64Array} x the first corner, then, unless it is a point, the second
 */

export const DIMENSIONS_MAX = 100

/** @param {ArrayLike<number>} first @param {ArrayLike<number>} second @returns {Cube} a point if both are the same */
export function cubeOf(first, second) {
  const dim = first.length
  let isPoint = true
  for (let at = 0; at < dim && isPoint; at++) isPoint = first[at] === second[at]
  const x = new Float64Array(isPoint ? dim : 2 * dim)
  x.set(first, 0)
  if (!isPoint) x.set(second, dim)
  return { dim, isPoint, x }
}

/** @param {ArrayLike<number>} at @returns {Cube} */
export const pointOf = (at) => ({ dim: at.length, isPoint: true, x: Float64Array.from(at) })

/** @param {Cube} cube @returns {Float64Array} */
export const firstCorner = ({ dim, x }) => x.subarray(0, dim)
/** @param {Cube} cube @returns {Float64Array} */
export const secondCorner = ({ dim, isPoint, x }) => isPoint ? x : x.subarray(dim)

/** @param {Cube} cube @param {number} at */
const a = ({ dim, x }, at) => at < dim ? x[at] : 0
/** @param {Cube} cube @param {number} at */
const b = ({ dim, isPoint, x }, at) => at < dim ? x[isPoint ? at : at + dim] : 0
/** @param {Cube} cube @param {number} at @returns {number} */
export const low = (cube, at) => Math.min(a(cube, at), b(cube, at))
/** @param {Cube} cube @param {number} at @returns {number} */
export const high = (cube, at) => Math.max(a(cube, at), b(cube, at))

// ---- text

const NUMBER = /[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?)|nan/iy
const BLANK = /[ \t\n\r\f\v]*/y

/** Numbers that are read between two rests: a fraction of a millisecond. */
const REST_NUMBERS = 500

class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.at = 0
  }

  /** @returns {string} the next letter that is no blank */
  peek() {
    BLANK.lastIndex = this.at
    this.at += /** @type {RegExpExecArray} */ (BLANK.exec(this.text))[0].length
    return this.text[this.at] ?? ''
  }

  /** @param {string} letter @returns {boolean} whether it was there */
  take(letter) {
    if (this.peek() !== letter) return false
    this.at++
    return true
  }

  /** @param {string} letter */
  expect(letter) {
    if (!this.take(letter)) this.fail()
  }

  /** @returns {never} */
  fail() {
    NUMBER.lastIndex = this.at
    const next = this.peek() === '' ? '' : NUMBER.exec(this.text)?.[0] ?? this.text[this.at]
    throw badCube(next === '' ? 'syntax error at end of input' : `syntax error at or near "${next}"`)
  }

  /** @returns {number} */
  number() {
    this.peek()
    NUMBER.lastIndex = this.at
    const match = NUMBER.exec(this.text)
    if (match === null) this.fail()
    const [written] = /** @type {RegExpExecArray} */ (match)
    this.at += written.length
    return parseFloat8(written)
  }

  /** @returns {Steps<{ numbers: number[], text: string }>} */
  *list() {
    const start = this.at
    const numbers = [this.number()]
    while (this.peek() === ',') {
      this.at++
      numbers.push(this.number())
      if (numbers.length % REST_NUMBERS === 0) yield
    }
    return { numbers, text: this.text.slice(start, this.at) }
  }

  /** @returns {Steps<{ numbers: number[], text: string }>} */
  *corner() {
    this.expect('(')
    if (this.take(')')) return { numbers: [], text: '' }
    const list = yield* this.list()
    this.expect(')')
    return list
  }

  /** @returns {Steps<Cube>} */
  *cube() {
    const framed = this.take('[')
    if (!framed && this.peek() !== '(') {
      const { numbers } = yield* this.list()
      this.end()
      return pointOf(checked(numbers))
    }
    const first = yield* this.corner()
    if (!framed && this.peek() === '') return pointOf(checked(first.numbers))
    this.expect(',')
    const second = yield* this.corner()
    if (framed) this.expect(']')
    this.end()
    if (first.numbers.length !== second.numbers.length) {
      throw badCube(`Different point dimensions in (${first.text}) and (${second.text}).`)
    }
    return cubeOf(checked(first.numbers), second.numbers)
  }

  end() {
    if (this.peek() !== '') this.fail()
  }
}

/** @param {number[]} numbers @returns {number[]} @throws {DbError} 22P02 */
function checked(numbers) {
  if (numbers.length > DIMENSIONS_MAX) throw badCube(`A cube cannot have more than ${DIMENSIONS_MAX} dimensions.`)
  return numbers
}

/** @param {string} text @returns {Steps<Cube>} @throws {DbError} 22P02, 22003 */
export const parseCubeSteps = (text) => new Reader(text).cube()

/** @param {string} text @returns {Cube} @throws {DbError} 22P02, 22003 */
export const parseCube = (text) => atOnce(parseCubeSteps(text))

/** @param {Cube} cube @param {(value: number) => string} numberText */
export function formatCube(cube, numberText) {
  const corner = (/** @type {Float64Array} */ x) => `(${Array.from(x, numberText).join(', ')})`
  return cube.isPoint ? corner(cube.x) : `${corner(firstCorner(cube))},${corner(secondCorner(cube))}`
}

// ---- comparisons

/**
 * By where they begin, then where they end, in the dimensions of both; then the others against 0.
 * @param {Cube} one @param {Cube} other
 */
export function compareCubes(one, other) {
  const dim = Math.min(one.dim, other.dim)
  for (const [from, to] of [[0, dim], [dim, Math.max(one.dim, other.dim)]]) {
    for (const side of [low, high]) {
      for (let at = from; at < to; at++) {
        const [mine, its] = [side(one, at), side(other, at)]
        if (mine !== its && (mine > its || mine < its)) return mine > its ? 1 : -1
      }
    }
  }
  return Math.sign(one.dim - other.dim)
}

/** @param {Cube} outer @param {Cube} inner */
export function contains(outer, inner) {
  for (let at = outer.dim; at < inner.dim; at++) if (low(inner, at) !== 0 || high(inner, at) !== 0) return false
  for (let at = Math.min(outer.dim, inner.dim) - 1; at >= 0; at--) {
    if (low(outer, at) > low(inner, at) || high(outer, at) < high(inner, at)) return false
  }
  return true
}

/** @param {Cube} one @param {Cube} other */
export function overlaps(one, other) {
  for (let at = Math.max(one.dim, other.dim) - 1; at >= 0; at--) {
    if (low(one, at) > high(other, at) || high(one, at) < low(other, at)) return false
  }
  return true
}

// ---- made of others

/** @param {Cube} one @param {Cube} other @returns {Cube} */
export function union(one, other) {
  const dim = Math.max(one.dim, other.dim)
  const [from, to] = [new Float64Array(dim), new Float64Array(dim)]
  for (let at = 0; at < dim; at++) {
    from[at] = Math.min(low(one, at), low(other, at))
    to[at] = Math.max(high(one, at), high(other, at))
  }
  return cubeOf(from, to)
}

/**
 * Where they have nothing in common it ends before it begins.
 * @param {Cube} one @param {Cube} other @returns {Cube}
 */
export function intersection(one, other) {
  const dim = Math.max(one.dim, other.dim)
  const [from, to] = [new Float64Array(dim), new Float64Array(dim)]
  for (let at = 0; at < dim; at++) {
    from[at] = Math.max(low(one, at), low(other, at))
    to[at] = Math.min(high(one, at), high(other, at))
  }
  return cubeOf(from, to)
}

/** @param {Cube} cube @param {number} radius @param {number} count dimensions that it has at least, if it grows */
export function enlarge(cube, radius, count) {
  const wanted = radius > 0 && count > 0 ? Math.min(count, DIMENSIONS_MAX) : 0
  const dim = Math.max(cube.dim, wanted)
  const [from, to] = [new Float64Array(dim), new Float64Array(dim)]
  for (let at = 0; at < dim; at++) {
    from[at] = low(cube, at) - radius
    to[at] = high(cube, at) + radius
    if (from[at] > to[at]) from[at] = to[at] = (from[at] + to[at]) / 2
  }
  return cubeOf(from, to)
}

/** With one more dimension. @param {Cube} cube @param {number} from @param {number} to @throws {DbError} 54000 */
export function extended(cube, from, to) {
  if (cube.dim + 1 > DIMENSIONS_MAX) throw cubeTooLong("can't extend cube")
  return cubeOf([...firstCorner(cube), from], [...secondCorner(cube), to])
}

/** @param {Cube} cube @param {number[]} dimensions from 1 @throws {DbError} 54000, 2202E */
export function subset(cube, dimensions) {
  if (dimensions.length > DIMENSIONS_MAX) throw cubeTooLong('array is too long')
  if (dimensions.some((each) => each < 1 || each > cube.dim)) throw arraySubscript('Index out of bounds')
  const [first, second] = [firstCorner(cube), secondCorner(cube)]
  return cubeOf(dimensions.map((each) => first[each - 1]), dimensions.map((each) => second[each - 1]))
}

/** @param {Cube} cube */
export function size(cube) {
  if (cube.dim === 0 || cube.isPoint) return 0
  let product = 1
  for (let at = 0; at < cube.dim; at++) product *= high(cube, at) - low(cube, at)
  return product
}

// ---- distances

/** Between two spans. @param {Cube} one @param {Cube} other @param {number} at */
const gap = (one, other, at) =>
  Math.max(0, low(other, at) - high(one, at), low(one, at) - high(other, at))

/** @typedef {(one: Cube, other: Cube) => number} Distance */

/** @type {Distance} */
export function euclid(one, other) {
  let sum = 0
  for (let at = Math.max(one.dim, other.dim) - 1; at >= 0; at--) sum += gap(one, other, at) ** 2
  return Math.sqrt(sum)
}

/** @type {Distance} */
export function taxicab(one, other) {
  let sum = 0
  for (let at = Math.max(one.dim, other.dim) - 1; at >= 0; at--) sum += gap(one, other, at)
  return sum
}

/** @type {Distance} */
export function chebyshev(one, other) {
  let most = 0
  for (let at = Math.max(one.dim, other.dim) - 1; at >= 0; at--) most = Math.max(most, gap(one, other, at))
  return most
}

// ---- coordinates

/**
 * As it is written.
 * @param {Cube} cube @param {number} number from 1, first corner, second corner @throws {DbError} 2202E
 */
export function coordinate(cube, number) {
  if (number < 1 || number > 2 * cube.dim) throw arraySubscript(`cube index ${number} is out of bounds`)
  return cube.x[cube.isPoint ? (number - 1) % cube.dim : number - 1]
}

/**
 * Lower and upper bound of each dimension in turn; below 0: its negative.
 * @param {Cube} cube @param {number} number @returns {number} @throws {DbError} 2202E
 */
export function bound(cube, number) {
  if (number === 0) throw arraySubscript('zero cube index is not defined')
  const which = Math.abs(number) - 1
  const value = which >= 2 * cube.dim ? 0 : (which % 2 === 0 ? low : high)(cube, which >> 1)
  return number < 0 ? 0 - value : value
}
