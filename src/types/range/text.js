/**
 * The text of ranges and multiranges, read and written. Bounds are the subtype's text, quoted like the fields of a
 * record.
 */
import { malformedMultirange, malformedRange } from '../../errors/ranges.js'
import { escapedAtOnce } from '../nested-text.js'
import { makeRange } from './range.js'
import { normalised, normalisedSteps } from './multirange.js'
import { charge } from '../../errors/value-size.js'
/** @import { PgMultirange } from './multirange.js' */
/** @import { PgRange, RangeKind } from './range.js' */
/** @import { TypeEnv } from '../type-ops.js' */
/** @import { Steps } from '../../util/effort.js' */

/** @param {string | undefined} char */
const isSpace = (char) => char === ' ' || (char !== undefined && char >= '\t' && char <= '\r')

/** @param {string} text @param {number} at */
function skipSpaces(text, at) {
  while (isSpace(text[at])) at++
  return at
}

/** @param {string} text @param {number} at @returns {number} behind the word, or -1 */
const behindEmpty = (text, at) => text.slice(at, at + 5).toLowerCase() === 'empty' ? at + 5 : -1

/** @param {string} text @param {RangeKind} kind @param {TypeEnv} env @returns {PgRange} */
export function parseRange(text, kind, env) {
  let at = skipSpaces(text, 0)
  const emptyEnd = behindEmpty(text, at)
  if (emptyEnd >= 0) {
    if (skipSpaces(text, emptyEnd) < text.length) throw malformedRange(text, 'Junk after "empty" key word.')
    return kind.empty
  }
  if (text[at] !== '[' && text[at] !== '(') throw malformedRange(text, 'Missing left parenthesis or bracket.')
  const lowerInc = text[at] === '['
  const reader = new BoundReader(text, at + 1)
  const lower = reader.read()
  if (text[reader.at] !== ',') throw malformedRange(text, 'Missing comma after lower bound.')
  reader.at++
  const upper = reader.read()
  const end = text[reader.at]
  if (end !== ']' && end !== ')') throw malformedRange(text, 'Too many commas.')
  at = skipSpaces(text, reader.at + 1)
  if (at < text.length) throw malformedRange(text, 'Junk after right parenthesis or bracket.')
  const { sub } = kind
  return makeRange(
    kind,
    lower === null ? null : sub.parse(lower, -1, env),
    upper === null ? null : sub.parse(upper, -1, env),
    lowerInc,
    end === ']'
  )
}

/** Up to here a bound is as it is written. */
const END_OR_QUOTE = /[,)\]"\\]/g
/** Letters that mean nothing but themselves: bounds may be long. */
const PLAIN = /[^,)\]"\\]+/y
const PLAIN_IN_QUOTES = /[^"\\]+/y

class BoundReader {
  /** @param {string} text @param {number} at */
  constructor(text, at) {
    this.text = text
    this.at = at
  }

  /**
   * Up to a comma or a closing parenthesis or bracket outside quotes.
   * @returns {string | null} null: nothing at all, unbounded
   */
  read() {
    const { text } = this
    const first = text[this.at]
    if (first === ',' || first === ')' || first === ']') return null
    END_OR_QUOTE.lastIndex = this.at
    const plain = END_OR_QUOTE.exec(text)?.index ?? this.at
    let bound = text.slice(this.at, plain)
    this.at = plain
    let quoted = false
    for (;;) {
      const run = quoted ? PLAIN_IN_QUOTES : PLAIN
      run.lastIndex = this.at
      if (run.test(text)) {
        bound += text.slice(this.at, run.lastIndex)
        this.at = run.lastIndex
      }
      const char = text[this.at]
      if (char === undefined) throw malformedRange(text, 'Unexpected end of input.')
      if (!quoted && (char === ',' || char === ')' || char === ']')) return bound
      this.at++
      if (char === '\\') {
        if (this.at >= text.length) throw malformedRange(text, 'Unexpected end of input.')
        bound += text[this.at++]
      } else if (char === '"') {
        if (quoted && text[this.at] === '"') bound += text[this.at++]
        else quoted = !quoted
      }
    }
  }
}

/** @param {string} bound */
function quoted(bound) {
  if (bound !== '' && !/["\\()[\], \t-\r]/.test(bound)) return bound
  return `"${escapedAtOnce(bound, /["\\]/g, '$&$&')}"`
}

/** @param {PgRange} range @param {TypeEnv} env */
export function formatRange(range, env) {
  if (range.isEmpty) return 'empty'
  const { sub } = range.kind
  return `${range.lowerInc ? '[' : '('}${range.lower === null ? '' : quoted(sub.format(range.lower, env))},${
    range.upper === null ? '' : quoted(sub.format(range.upper, env))}${range.upperInc ? ']' : ')'}`
}

/** @param {string} text @param {RangeKind} kind @param {TypeEnv} env @returns {Steps<PgMultirange>} 22P02 */
export function* parseMultirange(text, kind, env) {
  let at = skipSpaces(text, 0)
  if (text[at] !== '{') throw malformedMultirange(text, 'Missing left brace.')
  at++
  /** @type {PgRange[]} */
  const ranges = []
  for (let seen = 0; ; seen++) {
    if (seen % BETWEEN_RESTS === BETWEEN_RESTS - 1) yield
    at = skipSpaces(text, at)
    if (at >= text.length) throw malformedMultirange(text, 'Unexpected end of input.')
    if (text[at] === '}' && seen === 0) break
    const emptyEnd = behindEmpty(text, at)
    if (emptyEnd >= 0) {
      at = emptyEnd
    } else if (text[at] === '[' || text[at] === '(') {
      const end = rangeEnd(text, at)
      ranges.push(parseRange(text.slice(at, end), kind, env))
      at = end
    } else throw malformedMultirange(text, 'Expected range start.')
    at = skipSpaces(text, at)
    if (at >= text.length) throw malformedMultirange(text, 'Unexpected end of input.')
    if (text[at] === '}') break
    if (text[at] !== ',') throw malformedMultirange(text, 'Expected comma or end of multirange.')
    at++
  }
  if (skipSpaces(text, at + 1) < text.length) throw malformedMultirange(text, 'Junk after closing right brace.')
  return ranges.length < BETWEEN_RESTS ? normalised(kind, ranges) : yield* normalisedSteps(kind, ranges)
}

/** Ranges between two rests. */
const BETWEEN_RESTS = 1024

/** Behind the parenthesis or bracket that closes the range at `at`. @param {string} text @param {number} at */
function rangeEnd(text, at) {
  let inQuotes = false
  for (at++; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '"') inQuotes = !inQuotes
    else if (!inQuotes && (char === ']' || char === ')')) return at + 1
  }
  throw malformedMultirange(text, 'Unexpected end of input.')
}

/** @param {PgMultirange} multirange @param {TypeEnv} env @returns {Steps<string>} 53200 */
export function* formatMultirangeSteps({ ranges }, env) {
  let text = '{'
  for (let at = 0; at < ranges.length; at++) {
    text += (at === 0 ? '' : ',') + formatRange(ranges[at], env)
    if (at % BETWEEN_RESTS !== BETWEEN_RESTS - 1) continue
    charge(text.length, 'the text of a multirange')
    yield
  }
  return `${text}}`
}

/** @param {PgMultirange} multirange @param {TypeEnv} env */
export const formatMultirange = (multirange, env) =>
  `{${multirange.ranges.map((range) => formatRange(range, env)).join(',')}}`
