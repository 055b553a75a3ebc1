/**
 * LIKE. A pattern is parts between its %; a part is literals with _ between them. The first part stands at the
 * beginning of the text, the last at its end, those between are each looked for from where the one before ended: the
 * first place found is as good as any other, so nothing is ever tried again.
 */
import { invalidEscapeSequence } from '../../errors/data.js'

/**
 * A literal with the number of _ before it; the last one of a part may be empty.
 * @typedef {{ skip: number, text: string }} Piece
 */
/**
 * @typedef {{ pieces: Piece[], characters: number, literal: string | null }} Part literal: the whole part, if there is
 *   no _ in it
 */
/**
 * @typedef {{ parts: Part[], dangling: boolean }} Pattern dangling: it ends with an escape, which is an error for a
 *   text that gets there
 */

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** @type {Map<string, Pattern>} */
const cache = new Map()
const CACHED_MAX = 500
const CACHED_LENGTH_MAX = 4096

/** @param {string} pattern @returns {Pattern} */
function compiled(pattern) {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  const made = compile(pattern)
  if (pattern.length > CACHED_LENGTH_MAX) return made
  if (cache.size >= CACHED_MAX) cache.clear()
  cache.set(pattern, made)
  return made
}

/** @param {string} pattern @returns {Pattern} */
function compile(pattern) {
  const reader = new PatternReader(pattern)
  reader.readTo(pattern.length)
  return reader.result()
}

/** Characters of a pattern that are read between two rests, and pieces that are compared. */
const READ_AT_ONCE = 65_536
const COMPARED_AT_ONCE = 4096

/** The same of a long one, with rests. @param {string} pattern @returns {Steps<Pattern>} */
function* compiledInSteps(pattern) {
  if (pattern.length <= READ_AT_ONCE) return compiled(pattern)
  const reader = new PatternReader(pattern)
  while (reader.at < pattern.length) {
    reader.readTo(Math.min(reader.at + READ_AT_ONCE, pattern.length))
    yield
  }
  return reader.result()
}

const SPECIAL = /[%_\\]/g

class PatternReader {
  /** @param {string} pattern */
  constructor(pattern) {
    this.pattern = pattern
    this.at = 0
    /** @type {Part[]} */
    this.parts = []
    this.dangling = false
    /** @type {Piece[]} */
    this.pieces = []
    this.literal = ''
    this.skip = 0
    this.characters = 0
  }

  /** Reads until there, or one character more. @param {number} end */
  readTo(end) {
    const { pattern } = this
    while (this.at < end) {
      SPECIAL.lastIndex = this.at
      let next = SPECIAL.exec(pattern)?.index ?? pattern.length
      if (next > end) next = end
      if (next > this.at) this.#addLiteral(pattern.slice(this.at, next))
      this.at = next
      if (next < end) this.#special(pattern[this.at++])
    }
  }

  /** @returns {Pattern} */
  result() {
    this.#endPart()
    return { parts: this.parts, dangling: this.dangling }
  }

  /** @param {string} text */
  #addLiteral(text) {
    this.literal += text
    for (let at = 0; at < text.length; at++) if (!isSecondHalf(text.charCodeAt(at))) this.characters++
  }

  /** @param {string} letter */
  #special(letter) {
    if (letter === '%') return this.#endPart()
    if (letter === '_') {
      if (this.literal !== '') this.#endPiece()
      this.skip++
      this.characters++
      return
    }
    if (this.at < this.pattern.length) return this.#addLiteral(this.pattern[this.at++])
    // Whatever is left of a text when it gets there, if anything is.
    this.dangling = true
    if (this.parts.length === 0 || this.pieces.length > 0 || this.literal !== '') {
      if (this.literal !== '') this.#endPiece()
      this.skip++
      this.characters++
    }
    this.#endPart()
  }

  #endPiece() {
    const { pieces, skip, literal } = this
    if (literal !== '' || skip > 0) pieces.push({ skip, text: literal })
    this.literal = ''
    this.skip = 0
  }

  #endPart() {
    this.#endPiece()
    const { pieces, characters } = this
    this.parts.push({
      pieces,
      characters,
      literal: pieces.length === 0 ? '' : pieces.length === 1 && pieces[0].skip === 0 ? pieces[0].text : null,
    })
    this.pieces = []
    this.characters = 0
  }
}

/** @param {number} unit */
const isSecondHalf = (unit) => unit >= 0xdc00 && unit < 0xe000

/**
 * So many characters on.
 * @param {string} text
 * @param {number} at
 * @param {number} count
 * @returns {number} beyond the end: there are not so many
 */
function after(text, at, count) {
  for (; count > 0; count--) {
    const unit = text.charCodeAt(at++)
    if (unit >= 0xd800 && unit < 0xdc00 && isSecondHalf(text.charCodeAt(at))) at++
  }
  return at
}

/**
 * So many characters back.
 * @param {string} text
 * @param {number} at
 * @param {number} count
 * @returns {number} negative: there are not so many
 */
function before(text, at, count) {
  for (; count > 0; count--) if (isSecondHalf(text.charCodeAt(--at)) && at > 0) at--
  return at
}

/**
 * Where pieces end that begin here.
 * @param {string} text
 * @param {Piece[]} pieces
 * @param {number} first
 * @param {number} at
 * @returns {number} -1: they are not here
 */
function endOf(text, pieces, first, at) {
  for (let index = first; index < pieces.length; index++) {
    const { skip, text: literal } = pieces[index]
    if (skip > 0) at = after(text, at, skip)
    if (at > text.length || !text.startsWith(literal, at)) return -1
    at += literal.length
  }
  return at
}

/**
 * The same of many pieces, with rests.
 * @param {string} text @param {Piece[]} pieces @param {number} at @returns {Steps<number>}
 */
function* endInSteps(text, pieces, at) {
  for (let from = 0; from < pieces.length; from += COMPARED_AT_ONCE) {
    at = endOf(text, pieces.length <= COMPARED_AT_ONCE ? pieces : pieces.slice(from, from + COMPARED_AT_ONCE), 0, at)
    if (at < 0) return -1
    if (pieces.length > COMPARED_AT_ONCE) yield
  }
  return at
}

/** How much a search may still do, and where it stopped. */
class Search {
  constructor() {
    this.left = Infinity
    this.stoppedAt = 0
  }
}

const STOPPED = -2
const atOnce = new Search()

/**
 * The end of the first place of a part.
 * @param {string} text
 * @param {Part} part
 * @param {number} from
 * @param {Search} search
 * @returns {number} -1: nowhere; STOPPED: at search.stoppedAt
 */
function find(text, part, from, search) {
  if (part.literal !== null) {
    const at = text.indexOf(part.literal, from)
    return at < 0 ? -1 : at + part.literal.length
  }
  const [{ skip, text: literal }] = part.pieces
  let at = after(text, from, skip)
  for (;;) {
    if (at > text.length) return -1
    if (literal !== '') at = text.indexOf(literal, at)
    if (at < 0) return -1
    const end = endOf(text, part.pieces, 1, at + literal.length)
    if (end >= 0) return end
    at++
    if ((search.left -= part.characters) < 0) {
      search.stoppedAt = before(text, at, skip)
      return STOPPED
    }
  }
}

/** The part at the beginning. @param {string} text @param {Part} part @returns {number} its end; -1: it is not there */
const atStart = (text, { literal, pieces }) =>
  literal === null ? endOf(text, pieces, 0, 0) : text.startsWith(literal) ? literal.length : -1

/** The part at the end. @param {string} text @param {Part} part @returns {number} its beginning; -1: it is not there */
function atEnd(text, { literal, pieces, characters }) {
  if (literal !== null) return text.endsWith(literal) ? text.length - literal.length : -1
  const at = before(text, text.length, characters)
  return at >= 0 && endOf(text, pieces, 0, at) === text.length ? at : -1
}

/** @param {boolean} matches @param {Pattern} pattern @throws {DbError} 22025 */
function result(matches, pattern) {
  if (matches && pattern.dangling) throw invalidEscapeSequence('LIKE pattern must not end with escape character')
  return matches
}

/** @param {string} text @param {string} patternText @returns {boolean} */
export function like(text, patternText) {
  const pattern = compiled(patternText)
  const { parts } = pattern
  if (parts.length === 1) return result(atStart(text, parts[0]) === text.length, pattern)
  let at = atStart(text, parts[0])
  if (at < 0) return false
  const end = atEnd(text, parts[parts.length - 1])
  if (end < at) return false
  for (let index = 1; index < parts.length - 1; index++) {
    at = find(text, parts[index], at, atOnce)
    if (at < 0 || at > end) return false
  }
  return result(true, pattern)
}

/** Steps of a search between two rests. */
const STEPS = 100_000

/** @param {string} text @param {Part} part @returns {Steps<number>} as atStart */
function* startInSteps(text, part) {
  return part.pieces.length > COMPARED_AT_ONCE ? yield* endInSteps(text, part.pieces, 0) : atStart(text, part)
}

/** @param {string} text @param {Part} part @returns {Steps<number>} as atEnd */
function* endOfTextInSteps(text, part) {
  if (part.pieces.length <= COMPARED_AT_ONCE) return atEnd(text, part)
  const at = before(text, text.length, part.characters)
  return at >= 0 && (yield* endInSteps(text, part.pieces, at)) === text.length ? at : -1
}

/** The same with rests. @param {string} text @param {string} patternText @returns {Steps<boolean>} */
export function* likeInSteps(text, patternText) {
  const pattern = yield* compiledInSteps(patternText)
  const { parts } = pattern
  if (parts.length === 1) return result((yield* startInSteps(text, parts[0])) === text.length, pattern)
  let at = yield* startInSteps(text, parts[0])
  if (at < 0) return false
  const end = yield* endOfTextInSteps(text, parts[parts.length - 1])
  if (end < at) return false
  const search = new Search()
  for (let index = 1; index < parts.length - 1; index++) {
    for (;;) {
      search.left = STEPS
      const found = find(text, parts[index], at, search)
      if (found !== STOPPED) {
        at = found
        break
      }
      at = search.stoppedAt
      yield
    }
    if (at < 0 || at > end) return false
    if (index % 1000 === 0) yield
  }
  return result(true, pattern)
}

/** What a match may come to, in characters that are looked at once. @param {string} text @param {string} pattern */
export const likeWork = (text, pattern) => text.length * pattern.length / 64
