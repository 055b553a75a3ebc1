/**
 * Arrays as text, `{1,NULL,"a b"}`, read and written with a rest every few thousand elements: who cannot rest drives it
 * `atOnce`.
 * Reading checks the braces first and reads the elements then, as PostgreSQL does: of two errors it is the same one
 * that is told.
 */
import { arraySubscript, invalidText, lowerBoundTooLarge, programLimit } from '../errors/data.js'
import { charge } from '../errors/value-size.js'
import { blanksEnd, isBlank, lowerAscii } from '../util/ascii.js'
import { DIMENSIONS_MAX, PgArray } from './pg-array.js'
import { INT8_MAX, INT8_MIN } from './numbers/int8.js'
/** @import { TypeEnv, TypeOps } from './type-ops.js' */

/** Elements between two rests. */
const PIECE = 4096
/** What an element takes, as `charge` counts it. */
const ELEMENT_BYTES = 16

/** Steps without a rest. @template T @param {Generator<void, T, void>} steps @returns {T} */
export function atOnce(steps) {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** @param {string} text @param {string} detail */
const malformed = (text, detail) => invalidText(`malformed array literal: "${text}"`, detail)

/** @param {number} unit */
const isDigitOrSign = (unit) => (unit >= 48 && unit <= 57) || unit === 43 || unit === 45

/**
 * As C reads it: signs beyond the first end it, and what is beyond 32 bits loses its upper ones.
 * @param {string} text digits and signs
 */
function asInt4(text) {
  const digits = /^[+-]?\d+/.exec(text)
  if (digits === null) return 0
  const wide = BigInt(digits[0].replace('+', ''))
  return Number(BigInt.asIntN(32, wide > INT8_MAX ? INT8_MAX : wide < INT8_MIN ? INT8_MIN : wide))
}

class ArrayReader {
  /** @param {string} text @param {string} delimiter @param {boolean} hasNulls a bare NULL is one */
  constructor(text, delimiter, hasNulls) {
    this.text = text
    this.hasNulls = hasNulls
    this.delimiter = delimiter
    this.delimiterUnit = delimiter.charCodeAt(0)
    this.at = 0
    /** Of the decoration in front. @type {number[]} */
    this.declared = []
    /** @type {number[]} */
    this.lowerBounds = []
    /** Read once the braces are known to be right. @type {(string | null)[]} */
    this.values = []
    /** @type {(number | undefined)[]} */
    this.dims = []
    this.leafDepth = -1
  }

  skip() { this.at = blanksEnd(this.text, this.at) }

  /** Digits and signs. */
  bound() {
    const start = this.at
    while (isDigitOrSign(this.text.charCodeAt(this.at))) this.at++
    return this.text.slice(start, this.at)
  }

  /** `[1:3][0:1]=`, if there is one, up to the first brace. */
  decoration() {
    const { text, declared, lowerBounds } = this
    this.skip()
    while (text[this.at] === '[') {
      this.at++
      if (declared.length >= DIMENSIONS_MAX) throw tooManyDimensions(declared.length)
      const first = this.bound()
      if (first === '') throw malformed(text, '"[" must introduce explicitly-specified array dimensions.')
      let second = first
      if (text[this.at] === ':') {
        this.at++
        second = this.bound()
        if (second === '') throw malformed(text, 'Missing array dimension value.')
      }
      const low = text[this.at - second.length - 1] === ':' ? asInt4(first) : 1
      const high = asInt4(second)
      if (text[this.at] !== ']') throw malformed(text, 'Missing "]" after array dimensions.')
      this.at++
      if (high < low) throw arraySubscript('upper bound cannot be less than lower bound')
      lowerBounds.push(low)
      declared.push(high - low + 1)
      this.skip()
    }
    if (declared.length === 0) {
      if (text[this.at] !== '{') throw malformed(text, 'Array value must start with "{" or dimension information.')
      return
    }
    if (text[this.at] !== '=') throw malformed(text, 'Missing "=" after array dimensions.')
    this.at++
    this.skip()
    if (text[this.at] !== '{') throw malformed(text, 'Array contents must start with "{".')
  }

  uneven() {
    return malformed(this.text, 'Multidimensional arrays must have sub-arrays with matching dimensions.')
  }

  /**
   * Behind an opening brace.
   * @param {number} depth
   * @returns {boolean} false: it was closed at once, which only the outermost may be
   */
  opened(depth) {
    if (depth >= DIMENSIONS_MAX) throw tooManyDimensions(depth)
    this.at++
    this.skip()
    if (this.text[this.at] !== '}') return true
    if (depth > 0) throw malformed(this.text, 'Unexpected "}" character.')
    this.at++
    this.dims[0] = 0
    return false
  }

  /** Everything between the outermost braces. @returns {Generator<void, void, void>} */
  *braces() {
    const { text, dims, values } = this
    if (!this.opened(0)) return
    const counts = [0]
    let depth = 0
    while (depth >= 0) {
      this.skip()
      if (text[this.at] === '{') {
        if (this.leafDepth >= 0 && depth >= this.leafDepth) throw this.uneven()
        counts[++depth] = 0
        this.opened(depth)
        continue
      }
      if (this.leafDepth >= 0 && this.leafDepth !== depth) throw this.uneven()
      this.leafDepth = depth
      values.push(this.element())
      if ((values.length & (PIECE - 1)) === 0) {
        charge(values.length * ELEMENT_BYTES, 'an array')
        yield
      }
      // What is complete now is one more of those around it.
      while (depth >= 0) {
        counts[depth]++
        this.skip()
        const next = text[this.at++]
        if (next === this.delimiter) break
        if (next !== '}') throw malformed(text, this.at > text.length ? 'Unexpected end of input.' : 'Unexpected array element.')
        if (dims[depth] !== undefined && dims[depth] !== counts[depth]) throw this.uneven()
        dims[depth] = counts[depth]
        depth--
      }
    }
  }

  /** @returns {string | null} */
  element() {
    return this.text.charCodeAt(this.at) === 34 ? this.quoted() : this.plain()
  }

  quoted() {
    const { text } = this
    let body = ''
    let { at } = this
    let from = at + 1
    for (at++; text[at] !== '"'; at++) {
      if (at >= text.length) throw malformed(text, 'Unexpected end of input.')
      if (text[at] !== '\\') continue
      body += text.slice(from, at)
      from = ++at
    }
    body += text.slice(from, at)
    this.at = at + 1
    this.skip()
    const next = text[this.at]
    if (next !== this.delimiter && next !== '}') throw malformed(text, this.at >= text.length ? 'Unexpected end of input.' : 'Unexpected array element.')
    return body
  }

  plain() {
    const { text, delimiterUnit } = this
    let body = ''
    let kept = 0
    let escaped = false
    let { at } = this
    let from = at
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === delimiterUnit || unit === 125) break
      if (unit === 123) throw malformed(text, 'Unexpected "{" character.')
      if (unit === 34) throw malformed(text, 'Unexpected array element.')
      if (unit !== 92) continue
      body += text.slice(from, at) + (text[++at] ?? '')
      from = at + 1
      escaped = true
      kept = body.length
    }
    if (at >= text.length) throw malformed(text, 'Unexpected end of input.')
    this.at = at
    body = from === at && !escaped ? '' : body + text.slice(from, at)
    let end = body.length
    while (end > kept && isBlank(body.charCodeAt(end - 1))) end--
    if (end < body.length) body = body.slice(0, end)
    if (escaped) return body
    if (body === '') throw malformed(text, `Unexpected "${text[at]}" character.`)
    return this.hasNulls && body.length === 4 && lowerAscii(body) === 'null' ? null : body
  }
}

/** @param {number} depth */
const tooManyDimensions = (depth) => programLimit(`number of array dimensions (${depth + 1}) exceeds the maximum allowed (6)`)

/**
 * @param {string} text
 * @param {number} elementType
 * @param {TypeOps} ops of the elements
 * @param {number} typmod
 * @param {TypeEnv} env
 * @returns {Generator<void, PgArray, void>} 22P02; 2202E; 54000; 53200
 */
export function* parseArray(text, elementType, ops, typmod, env) {
  const reader = new ArrayReader(text, ops.delimiter, env.arrayNulls)
  reader.decoration()
  const contents = reader.at
  yield* reader.braces()
  reader.skip()
  if (reader.at < text.length) throw malformed(text.slice(contents), 'Junk after closing right brace.')
  const { declared, lowerBounds, values } = reader
  declared.forEach((length, i) => { if (lowerBounds[i] + length > 0x7fffffff) throw lowerBoundTooLarge(lowerBounds[i]) })
  const mismatch = () => malformed(text, 'Specified array dimensions do not match array contents.')
  if (values.length === 0) {
    if (declared.length > 0) throw mismatch()
    return new PgArray(elementType, [], [], [])
  }
  const shape = /** @type {number[]} */ (reader.dims.slice(0, reader.leafDepth + 1))
  if (declared.length > 0 && (declared.length !== shape.length || declared.some((size, i) => size !== shape[i]))) throw mismatch()
  /** @type {any[]} */
  const read = values
  for (let i = 0; i < read.length; i++) {
    if (read[i] !== null) read[i] = ops.parse(read[i], typmod, env)
    if ((i & (PIECE - 1)) === PIECE - 1) yield
  }
  return new PgArray(elementType, shape, declared.length > 0 ? lowerBounds : shape.map(() => 1), read)
}

const NEEDS_QUOTES = /^$|^null$|[{}",\\ \t-\r]/i
const NEEDS_QUOTES_APART = /^$|^null$|[{}";\\ \t-\r]/i

/**
 * @param {PgArray} array
 * @param {TypeOps} ops of the elements
 * @param {TypeEnv} env
 * @returns {Generator<void, string, void>} 53200
 */
export function* formatArray(array, ops, env) {
  const { values, dims, lowerBounds } = array
  if (values.length === 0) return '{}'
  const needsQuotes = ops.delimiter === ';' ? NEEDS_QUOTES_APART : NEEDS_QUOTES
  // Elements of each array that begins or ends at some element, the innermost last.
  const sizes = dims.map((_, depth) => dims.slice(depth).reduce((product, size) => product * size, 1))
  let text = lowerBounds.some((bound) => bound !== 1) ? `${dims.map((size, i) => `[${lowerBounds[i]}:${lowerBounds[i] + size - 1}]`).join('')}=` : ''
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ops.delimiter
    for (const size of sizes) if (i % size === 0) text += '{'
    const value = values[i]
    if (value === null) text += 'NULL'
    else {
      const body = ops.format(value, env)
      text += needsQuotes.test(body) ? `"${body.replace(/["\\]/g, '\\$&')}"` : body
    }
    for (const size of sizes) if ((i + 1) % size === 0) text += '}'
    if ((i & (PIECE - 1)) === PIECE - 1) {
      charge(text.length, 'the text of an array')
      yield
    }
  }
  return text
}
