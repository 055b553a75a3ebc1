/**
 * Tokens of a SQL/JSON path. Words may hold escapes and anything that is neither blank nor one of the special
 * characters; keywords are words in any case.
 */
import { invalidText } from '../../errors/data.js'
import { jsonPathSyntax, unsupportedUnicodeEscapeSequence } from '../../errors/json.js'

/**
 * @typedef {{ kind: string, text: string, shown: string }} Token kind: a keyword, a special sign, or string, word,
 *   variable, numeric, int, end; shown: what an error quotes
 */

const KEYWORDS = new Set([
  'is', 'to', 'abs', 'lax', 'flag', 'last', 'size', 'type', 'with', 'floor', 'double', 'exists', 'starts', 'strict',
  'ceiling', 'unknown', 'datetime', 'keyvalue', 'like_regex',
])
/** Only in lower case. */
const LITERALS = new Set(['null', 'true', 'false'])
const SIGNS = ['&&', '||', '**', '<=', '<>', '>=', '==', '!=', '<', '>', '=', '!']
const WORD = /[^?%$.[\]{}()|&!=<>@#,*:\-+/ \t\n\r\f\\"]/
const WORDS = /[^?%$.[\]{}()|&!=<>@#,*:\-+/ \t\n\r\f\\"]+/y
const NUMBER = /(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[Ee][-+]?\d+)?/y
const BLANK = /[ \t\n\r\f]/

export class PathLexer {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.at = 0
  }

  /** 42601. @param {string} message @param {string} shown '' at the end */
  error(message, shown) {
    return jsonPathSyntax(
      shown === '' ? `${message} at end of jsonpath input` : `${message} at or near "${shown}" of jsonpath input`
    )
  }

  skip() {
    const { text } = this
    for (;;) {
      while (this.at < text.length && BLANK.test(text[this.at])) this.at++
      if (!text.startsWith('/*', this.at)) return
      const end = text.indexOf('*/', this.at + 2)
      if (end < 0) throw this.error('unexpected end of comment', '')
      this.at = end + 2
    }
  }

  /** @returns {Token} */
  next() {
    this.skip()
    const { text, at } = this
    if (at >= text.length) return { kind: 'end', text: '', shown: '' }
    const letter = text[at]
    if (letter === '"') return this.quoted('string', at + 1)
    if (letter === '$') {
      if (text[at + 1] === '"') return this.quoted('variable', at + 2)
      WORDS.lastIndex = at + 1
      const name = WORDS.exec(text)
      if (name === null) return this.sign('$')
      this.at = WORDS.lastIndex
      return { kind: 'variable', text: name[0], shown: `$${name[0]}` }
    }
    if (/\d/.test(letter) || (letter === '.' && /\d/.test(text[at + 1] ?? ''))) return this.number()
    if (letter === '\\' || WORD.test(letter)) return this.word()
    return this.sign(SIGNS.find((sign) => text.startsWith(sign, at)) ?? letter)
  }

  /** @param {string} sign */
  sign(sign) {
    this.at += sign.length
    return { kind: sign === '=' ? '==' : sign === '<>' ? '!=' : sign, text: sign, shown: sign }
  }

  /** @returns {Token} */
  number() {
    const { text, at } = this
    NUMBER.lastIndex = at
    const [digits] = /** @type {RegExpExecArray} */ (NUMBER.exec(text))
    this.at = NUMBER.lastIndex
    const rest = text.slice(this.at)
    if (/^[Ee][-+]/.test(rest) && !/[Ee]/.test(digits))
      throw this.error('invalid numeric literal', digits + rest.slice(0, 2))
    if (this.at < text.length && WORD.test(text[this.at]))
      throw this.error('trailing junk after numeric literal', digits + text[this.at])
    return { kind: /^\d+$/.test(digits) ? 'int' : 'numeric', text: digits, shown: digits }
  }

  /** @returns {Token} */
  word() {
    const { text } = this
    let value = ''
    let escaped = false
    for (;;) {
      WORDS.lastIndex = this.at
      const part = WORDS.exec(text)
      if (part !== null) {
        value += part[0]
        this.at = WORDS.lastIndex
      } else if (text[this.at] === '\\') {
        value += this.escape()
        escaped = true
      } else break
    }
    const lower = value.toLowerCase()
    const kind = escaped ? 'word' : KEYWORDS.has(lower) ? lower : LITERALS.has(value) ? value : 'word'
    return { kind, text: value, shown: BLANK.test(text[this.at] ?? '') ? text[this.at] : '' }
  }

  /** @param {string} kind @param {number} start behind the opening quote @returns {Token} */
  quoted(kind, start) {
    const { text } = this
    let value = ''
    this.at = start
    for (;;) {
      const letter = text[this.at]
      if (letter === undefined) throw this.error('unexpected end of quoted string', '')
      if (letter === '"') break
      if (letter === '\\') value += this.escape()
      else {
        value += letter
        this.at++
      }
    }
    this.at++
    return { kind, text: value, shown: '"' }
  }

  /** Reads the escape at the backslash. */
  escape() {
    const { text } = this
    const letter = text[this.at + 1]
    if (letter === undefined) throw this.error('unexpected end after backslash', '')
    const plain = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }[letter]
    if (plain !== undefined) {
      this.at += 2
      return plain
    }
    if (letter === 'x') {
      const match = /^\\x([0-9a-fA-F]{2})/.exec(text.slice(this.at, this.at + 4))
      if (match === null)
        throw this.error(
          'invalid hex character sequence',
          /^\\x[0-9a-fA-F]?/.exec(text.slice(this.at, this.at + 3))?.[0] ?? '\\x'
        )
      this.at += 4
      return this.character(parseInt(match[1], 16))
    }
    if (letter !== 'u') {
      const character = String.fromCodePoint(/** @type {number} */ (text.codePointAt(this.at + 1)))
      this.at += 1 + character.length
      return character
    }
    const code = this.unicode()
    if (code >= 0xdc00 && code <= 0xdfff) throw badSurrogate('Unicode low surrogate must follow a high surrogate.')
    if (code < 0xd800 || code > 0xdbff) return this.character(code)
    if (!text.startsWith('\\u', this.at)) throw badSurrogate('Unicode low surrogate must follow a high surrogate.')
    const low = this.unicode()
    if (low >= 0xd800 && low <= 0xdbff) throw badSurrogate('Unicode high surrogate must not follow a high surrogate.')
    if (low < 0xdc00 || low > 0xdfff) throw badSurrogate('Unicode low surrogate must follow a high surrogate.')
    return String.fromCharCode(code, low)
  }

  /** \uXXXX or \u{X…}. */
  unicode() {
    const rest = this.text.slice(this.at, this.at + 10)
    const match = /^\\u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/.exec(rest)
    if (match === null)
      throw this.error('invalid unicode sequence', /^\\u(?:\{?[0-9a-fA-F]*)?/.exec(rest)?.[0] ?? '\\u')
    this.at += match[0].length
    return parseInt(match[1] ?? match[2], 16)
  }

  /** @param {number} code */
  character(code) {
    if (code === 0)
      throw unsupportedUnicodeEscapeSequence()
    if (code > 0x10ffff) throw this.error('invalid unicode sequence', '')
    return String.fromCodePoint(code)
  }
}

/** @param {string} detail */
const badSurrogate = (detail) => invalidText('invalid input syntax for type jsonpath', detail)
