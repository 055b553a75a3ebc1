/**
 * Arrays as text, `{1,NULL,"a b"}`, read and written with a rest every few thousand elements: who cannot rest drives it
 * `atOnce`.
 * Reading checks the braces first and reads the elements then, as PostgreSQL does: of two errors it is the same one
 * that is told.
 */
import { arraySubscript, invalidText, lowerBoundTooLarge, programLimit } from '../errors/data.js'
import { charge } from '../errors/value-size.js'
import { blanksEnd, isBlank, lowerAscii } from '../util/ascii.js'
import { markFrom, PIECE_UNITS, quotedSteps, textOf, Unquoted, valueOf } from './nested-text.js'
import { DIMENSIONS_MAX, PgArray } from './pg-array.js'
import { INT8_MAX, INT8_MIN } from './numbers/int8.js'
import { textWeightOf } from './weight.js'
/** @import { TypeEnv, TypeOps } from './type-ops.js' */
/** @import { Steps } from '../util/effort.js' */

/** Elements between two rests. */
const PIECE = 4096
/** Beyond so many characters an element is read in steps. */
const LONG_UNITS = 1 << 14
/** What an element takes, as `charge` counts it. */
const ELEMENT_BYTES = 16

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
    /** The element was longer than is read at a stretch. */
    this.isLong = false
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
      const start = this.at
      values.push(this.element() ?? (this.isLong ? yield* this.longElement(start) : null))
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
        if (next !== '}')
          throw malformed(text, this.at > text.length ? 'Unexpected end of input.' : 'Unexpected array element.')
        if (dims[depth] !== undefined && dims[depth] !== counts[depth]) throw this.uneven()
        dims[depth] = counts[depth]
        depth--
      }
    }
  }

  /** @returns {string | null} null: NULL, or it is long */
  element() {
    return this.text.charCodeAt(this.at) === 34 ? this.quoted() : this.plain()
  }

  quoted() {
    const { text } = this
    let body = ''
    let { at } = this
    let from = at + 1
    const longAt = at + LONG_UNITS
    for (at++; text[at] !== '"'; at++) {
      if (at >= text.length) throw malformed(text, 'Unexpected end of input.')
      if (at > longAt) return this.long()
      if (text[at] !== '\\') continue
      body += text.slice(from, at)
      from = ++at
    }
    body += text.slice(from, at)
    this.at = at + 1
    this.afterQuotes()
    return body
  }

  long() {
    this.isLong = true
    return null
  }

  /**
   * An element from its beginning, in steps. @param {number} start @returns {Steps<string>}
   */
  *longElement(start) {
    this.isLong = false
    const { text, delimiter } = this
    const isQuoted = text[start] === '"'
    const marks = isQuoted ? /[\\"]/g : new RegExp(`[\\\\"{}${delimiter}]`, 'g')
    const body = new Unquoted()
    let at = isQuoted ? start + 1 : start
    /** What is escaped is no blank at the end. */
    let kept = 0
    let length = 0
    for (let seen = 1; ; seen++) {
      if (seen % PIECE === 0) yield
      const mark = markFrom(marks, text, at)
      body.add(text.slice(at, mark))
      length += mark - at
      at = mark
      const letter = text[at]
      if (letter === undefined) throw malformed(text, 'Unexpected end of input.')
      if (letter === '\\') {
        if (++at >= text.length && isQuoted) throw malformed(text, 'Unexpected end of input.')
        body.add(text[at++] ?? '')
        kept = ++length
      } else if (isQuoted && letter === '"') break
      else if (!isQuoted && (letter === delimiter || letter === '}')) break
      else if (!isQuoted && letter === '{') throw malformed(text, 'Unexpected "{" character.')
      else if (!isQuoted && letter === '"') throw malformed(text, 'Unexpected array element.')
      else yield
    }
    const whole = body.take()
    if (isQuoted) {
      this.at = at + 1
      this.afterQuotes()
      return whole
    }
    this.at = at
    let end = whole.length
    while (end > kept && isBlank(whole.charCodeAt(end - 1))) end--
    return whole.slice(0, end)
  }

  afterQuotes() {
    this.skip()
    const next = this.text[this.at]
    if (next === this.delimiter || next === '}') return
    throw malformed(this.text, this.at >= this.text.length ? 'Unexpected end of input.' : 'Unexpected array element.')
  }

  plain() {
    const { text, delimiterUnit } = this
    let body = ''
    let kept = 0
    let escaped = false
    let { at } = this
    let from = at
    const longAt = at + LONG_UNITS
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === delimiterUnit || unit === 125) break
      if (at > longAt) return this.long()
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
const tooManyDimensions = (depth) =>
  programLimit(`number of array dimensions (${depth + 1}) exceeds the maximum allowed (6)`)

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
  declared.forEach((length, i) => {
    if (lowerBounds[i] + length > 0x7fffffff) throw lowerBoundTooLarge(lowerBounds[i])
  })
  const mismatch = () => malformed(text, 'Specified array dimensions do not match array contents.')
  if (values.length === 0) {
    if (declared.length > 0) throw mismatch()
    return new PgArray(elementType, [], [], [])
  }
  const shape = /** @type {number[]} */ (reader.dims.slice(0, reader.leafDepth + 1))
  if (declared.length > 0 && (declared.length !== shape.length || declared.some((size, i) => size !== shape[i])))
    throw mismatch()
  /** @type {any[]} */
  const read = values
  let sinceRest = 0
  for (let i = 0; i < read.length; i++) {
    const element = read[i]
    if (element !== null) {
      sinceRest += element.length
      read[i] =
        element.length > PIECE_UNITS ? yield* valueOf(ops, element, typmod, env) : ops.parse(element, typmod, env)
    }
    if ((i & (PIECE - 1)) !== PIECE - 1 && sinceRest < PIECE_UNITS) continue
    sinceRest = 0
    yield
  }
  return new PgArray(elementType, shape, declared.length > 0 ? lowerBounds : shape.map(() => 1), read)
}

const NEEDS_QUOTES = /^$|^null$|[{}",\\ \t-\r]/i
const NEEDS_QUOTES_APART = /^$|^null$|[{}";\\ \t-\r]/i
const SPECIAL = /[{}",\\ \t-\r]/
const SPECIAL_APART = /[{}";\\ \t-\r]/
const ESCAPED = /["\\]/g

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
  const special = ops.delimiter === ';' ? SPECIAL_APART : SPECIAL
  let sinceRest = 0
  // Elements of each array that begins or ends at some element, the innermost last.
  const sizes = dims.map((_, depth) => dims.slice(depth).reduce((product, size) => product * size, 1))
  let text = lowerBounds.some((bound) => bound !== 1)
    ? `${dims.map((size, i) => `[${lowerBounds[i]}:${lowerBounds[i] + size - 1}]`).join('')}=`
    : ''
  for (let i = 0; i < values.length; i++) {
    if (i > 0) text += ops.delimiter
    for (const size of sizes) if (i % size === 0) text += '{'
    const value = values[i]
    if (value === null) text += 'NULL'
    else {
      const isLarge = ops.formatSteps !== undefined && textWeightOf(value) > PIECE_UNITS
      const body = isLarge ? yield* textOf(ops, value, env) : ops.format(value, env)
      sinceRest += body.length
      text += body.length > PIECE_UNITS ? yield* quotedSteps(body, needsQuotes, special, ESCAPED, '\\$&')
        : needsQuotes.test(body) ? `"${body.replace(ESCAPED, '\\$&')}"` : body
    }
    for (const size of sizes) if ((i + 1) % size === 0) text += '}'
    if ((i & (PIECE - 1)) === PIECE - 1 || sinceRest > PIECE_UNITS) {
      sinceRest = 0
      charge(text.length, 'the text of an array')
      yield
    }
  }
  return text
}
