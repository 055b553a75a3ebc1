/**
 * JSON text as tokens (RFC 8259), with PostgreSQL's complaints: SQLSTATE, detail and the context line that quotes the
 * place.
 *
 * A lexer that unescapes also checks what only matters when a string is read: surrogate pairs and U+0000. json input
 * does not look at those.
 */
import { jsonSyntaxError, nestedTooDeep } from '../../errors/json.js'

export const END = 0
export const STRING = 1
export const NUMBER = 2
export const TRUE = 3
export const FALSE = 4
export const NULL = 5
export const OBJECT_START = 123
export const OBJECT_END = 125
export const ARRAY_START = 91
export const ARRAY_END = 93
export const COMMA = 44
export const COLON = 58
const INVALID = -1

/** Deeper nesting is refused before the thread's own stack is at its end. */
export const NESTING_MAX = 6400

/** What a parser expected when it met another token. @type {Record<string, string>} */
const EXPECTED = {
  value: 'Expected JSON value',
  string: 'Expected string',
  object: 'Expected string or "}"',
  colon: 'Expected ":"',
  objectNext: 'Expected "," or "}"',
  arrayNext: 'Expected "," or "]"',
  end: 'Expected end of input',
}

/** More than the units of the line that a complaint quotes. */
const CONTEXT_UNITS = 64

/** a-z A-Z 0-9 _ and everything beyond ASCII: what makes up a word in a complaint. @param {number} unit */
const isWord = (unit) =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95 || unit > 127

/** @param {number} unit */
const isDigit = (unit) => unit >= 48 && unit <= 57

/** @type {Record<string, string>} */
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

export class JsonLexer {
  /** @param {string} text @param {boolean} unescape check and collect the values of strings */
  constructor(text, unescape) {
    this.text = text
    this.unescape = unescape
    this.token = INVALID
    this.start = 0
    this.end = 0
    /** end of the token before */
    this.before = 0
    this.line = 1
    this.lineStart = 0
    /** of a STRING, when unescaping */
    this.value = ''
  }

  /** @param {number} token */
  is(token) {
    return this.token === token
  }

  /** Moves to the next token. @returns {number} its kind */
  next() {
    const { text } = this
    let at = this.end
    let unit = text.charCodeAt(at)
    while (unit === 32 || unit === 10 || unit === 13 || unit === 9) {
      at++
      if (unit === 10) {
        this.line++
        this.lineStart = at
      }
      unit = text.charCodeAt(at)
    }
    this.before = this.end
    this.start = at
    if (unit === 34) return this.string(at)
    if (unit === 123 || unit === 125 || unit === 91 || unit === 93 || unit === 44 || unit === 58) {
      this.end = at + 1
      return (this.token = unit)
    }
    if (isDigit(unit)) return this.number(at)
    if (unit === 45) return this.number(at + 1)
    if (at >= text.length) {
      this.end = at
      return (this.token = END)
    }
    let stop = at
    while (stop < text.length && isWord(text.charCodeAt(stop))) stop++
    this.end = stop === at ? at + 1 : stop
    if (unit === 116 && text.startsWith('true', at) && stop - at === 4) return (this.token = TRUE)
    if (unit === 102 && text.startsWith('false', at) && stop - at === 5) return (this.token = FALSE)
    if (unit === 110 && text.startsWith('null', at) && stop - at === 4) return (this.token = NULL)
    throw this.invalidToken()
  }

  /** @param {number} at first digit */
  number(at) {
    const { text } = this
    let bad = false
    let unit = text.charCodeAt(at)
    if (unit === 48) unit = text.charCodeAt(++at)
    else if (unit >= 49 && unit <= 57) while (isDigit(unit)) unit = text.charCodeAt(++at)
    else bad = true
    if (unit === 46) {
      unit = text.charCodeAt(++at)
      if (!isDigit(unit)) bad = true
      while (isDigit(unit)) unit = text.charCodeAt(++at)
    }
    if (unit === 101 || unit === 69) {
      unit = text.charCodeAt(++at)
      if (unit === 43 || unit === 45) unit = text.charCodeAt(++at)
      if (!isDigit(unit)) bad = true
      while (isDigit(unit)) unit = text.charCodeAt(++at)
    }
    while (at < text.length && isWord(text.charCodeAt(at))) {
      bad = true
      at++
    }
    this.end = at
    if (bad) throw this.invalidToken()
    return (this.token = NUMBER)
  }

  /** @param {number} at the opening quote */
  string(at) {
    const { text } = this
    let from = at + 1
    let value = ''
    let escaped = false
    for (let to = from; ; to++) {
      const unit = text.charCodeAt(to)
      if (unit === 34) {
        if (this.unescape) this.value = escaped ? value + text.slice(from, to) : text.slice(from, to)
        this.end = to + 1
        return (this.token = STRING)
      }
      if (unit === 92) {
        escaped = true
        value += text.slice(from, to)
        to = this.escape(to)
        from = to + 1
        if (this.unescape) value += this.escapeValue
      } else if (!(unit >= 32)) {
        this.end = to
        if (to >= text.length) throw this.invalidToken()
        throw this.syntaxError(`Character with value 0x${unit.toString(16).padStart(2, '0')} must be escaped.`)
      }
    }
  }

  /**
   * Reads the escape whose backslash is at `at`.
   * @param {number} at
   * @returns {number} position of its last character
   */
  escape(at) {
    const { text } = this
    const letter = text[at + 1]
    if (letter === undefined) {
      this.end = at + 1
      throw this.invalidToken()
    }
    if (letter !== 'u') {
      const value = ESCAPES[letter]
      if (value === undefined) {
        this.start = at + 1
        this.end = at + 1 + characterUnits(text, at + 1)
        throw this.syntaxError(`Escape sequence "\\${text.slice(this.start, this.end)}" is invalid.`)
      }
      this.escapeValue = value
      return at + 1
    }
    const code = this.hex(at + 2)
    const last = at + 5
    if (!this.unescape) return last
    if (code === 0) {
      this.end = last + 1
      throw this.syntaxError('\\u0000 cannot be converted to text.', '22P05')
    }
    if (code >= 0xdc00 && code <= 0xdfff) this.badSurrogate(last, 'Unicode low surrogate must follow a high surrogate.')
    if (code < 0xd800 || code > 0xdbff) {
      this.escapeValue = String.fromCharCode(code)
      return last
    }
    // A high surrogate: the low one must follow at once.
    const next = last + 1
    if (text[next] !== '\\') {
      if (next >= text.length || text.charCodeAt(next) < 32) return last
      this.badSurrogate(next + characterUnits(text, next) - 1, 'Unicode low surrogate must follow a high surrogate.')
    }
    if (text[next + 1] !== 'u') {
      if (text[next + 1] !== undefined)
        this.badSurrogate(next + 1, 'Unicode low surrogate must follow a high surrogate.')
      return last
    }
    const low = this.hex(next + 2)
    if (low >= 0xd800 && low <= 0xdbff)
      this.badSurrogate(next + 5, 'Unicode high surrogate must not follow a high surrogate.')
    if (low < 0xdc00 || low > 0xdfff) this.badSurrogate(next + 5, 'Unicode low surrogate must follow a high surrogate.')
    this.escapeValue = String.fromCharCode(code, low)
    return next + 5
  }

  escapeValue = ''

  /** @param {number} last @param {string} detail @returns {never} */
  badSurrogate(last, detail) {
    this.end = last + 1
    throw this.syntaxError(detail)
  }

  /** Four hexadecimal digits. @param {number} at */
  hex(at) {
    const { text } = this
    let code = 0
    for (let i = at; i < at + 4; i++) {
      const unit = text.charCodeAt(i) | 32
      if (i >= text.length) {
        this.end = i
        throw this.invalidToken()
      }
      if (isDigit(text.charCodeAt(i))) code = code * 16 + unit - 48
      else if (unit >= 97 && unit <= 102) code = code * 16 + unit - 87
      else {
        this.end = i + characterUnits(text, i)
        throw this.syntaxError('"\\u" must be followed by four hexadecimal digits.')
      }
    }
    return code
  }

  /** The token is not what the grammar wants. @param {keyof typeof EXPECTED} expected */
  unexpected(expected) {
    if (this.token === END) return this.syntaxError('The input string ended unexpectedly.')
    return this.syntaxError(`${EXPECTED[expected]}, but found "${this.text.slice(this.start, this.end)}".`)
  }

  /** @param {number} token @param {keyof typeof EXPECTED} expected */
  expect(token, expected) {
    if (this.token !== token) throw this.unexpected(expected)
    this.next()
  }

  invalidToken() {
    return this.syntaxError(`Token "${this.text.slice(this.start, this.end)}" is invalid.`)
  }

  /** @param {string} detail @param {string} [code] */
  syntaxError(detail, code = '22P02') {
    return jsonSyntaxError(code, detail, this.context())
  }

  /** The line up to the place, at most 50 bytes of it. */
  context() {
    const { text, lineStart, end } = this
    // No more than the last bytes of a long line are looked at.
    let start = Math.max(lineStart, end - CONTEXT_UNITS)
    if ((text.charCodeAt(start) & 0xfc00) === 0xdc00 && start > lineStart) start++
    let byteCount = Buffer.byteLength(text.slice(start, end))
    let skipped = start - lineStart
    while (byteCount >= 50) {
      const units = characterUnits(text, start)
      const bytes = Buffer.byteLength(text.slice(start, start + units))
      byteCount -= bytes
      skipped += bytes
      start += units
    }
    if (skipped <= 3) start = lineStart
    const more = this.token !== END && end < text.length && text[end] !== '\n' && text[end] !== '\r'
    return `JSON data, line ${this.line}: ${start > lineStart ? '...' : ''}${text.slice(start, end)}${more ? '...' : ''}`
  }
}

/** UTF-16 units of the character there. @param {string} text @param {number} at */
const characterUnits = (text, at) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/** 54001. */
export const nestedTooDeeply = () => nestedTooDeep()
