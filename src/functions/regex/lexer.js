/**
 * Regular expressions as tokens, in the three flavors: advanced (the default), extended, basic; or a literal. Directors
 * (***:, ***=) and embedded options ((?xyz)) at the beginning change the flags.
 */
import { invalidRegularExpression } from '../../errors/data.js'

/**
 * @typedef {object} RegexFlags
 * @property {boolean} global @property {boolean} ignoreCase @property {boolean} expanded
 * @property {boolean} newlineStops . and [^x] do not match a newline
 * @property {boolean} newlineAnchors ^ and $ match at lines too
 * @property {'advanced' | 'extended' | 'basic' | 'literal'} flavor
 */

const ERRORS = Object.freeze({
  repeat: 'quantifier operand invalid',
  count: 'invalid repetition count(s)',
  parenthesis: 'parentheses () not balanced',
  bracket: 'brackets [] not balanced',
  brace: 'braces {} not balanced',
  range: 'invalid character range',
  className: 'invalid character class',
  collating: 'invalid collating element',
  escape: 'invalid escape \\ sequence',
  backReference: 'invalid backreference number',
  option: 'invalid embedded option',
  complex: 'regular expression is too complex',
})

/**
 * @typedef {'char' | 'class' | 'notClass' | 'end' | '|' | '*' | '+' | '?' | '{' | '}' | ',' | 'digit'
 *   | '(' | ')' | '[' | ']' | '.' | '^' | '$' | 'look' | 'start' | 'stop' | '<' | '>' | 'boundary' | 'notBoundary'
 *   | 'back' | 'range' | 'collating' | 'equivalence' | 'className'} TokenKind
 */

const LETTER_OR_DIGIT = /[A-Za-z0-9]/
const SIMPLE_ESCAPES = /** @type {Record<string, number>} */ ({
  a: 7, b: 8, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11, B: 92,
})
const CONSTRAINTS = /** @type {Record<string, TokenKind>} */ ({
  A: 'start', Z: 'stop', m: '<', M: '>', y: 'boundary', Y: 'notBoundary',
})
const CLASSES = /** @type {Record<string, string>} */ ({
  d: 'digit', s: 'space', w: 'word', D: 'digit', S: 'space', W: 'word',
})

/** 2201B. @param {keyof typeof ERRORS} which */
export const broken = (which) => invalidRegularExpression(ERRORS[which])

export class Lexer {
  /** @param {string} pattern @param {RegexFlags} flags changed by embedded options */
  constructor(pattern, flags) {
    /** code points */
    this.codes = Array.from(pattern, (letter) => /** @type {number} */ (letter.codePointAt(0)))
    this.at = 0
    this.flags = flags
    /** @type {TokenKind} */
    this.kind = 'end'
    /** @type {any} */
    this.value = 0
    /** capturing parentheses so far, which say what \12 means */
    this.groupCount = 0
    /** @type {'normal' | 'bound' | 'bracket'} */
    this.place = 'normal'
    this.isFirst = true
    this.prefixes()
  }

  /** @param {string} text whether it comes next */
  sees(text) {
    for (let i = 0; i < text.length; i++) if (this.codes[this.at + i] !== text.charCodeAt(i)) return false
    return true
  }

  get isLiteral() {
    return this.flags.flavor === 'literal'
  }

  get letter() {
    return this.at < this.codes.length ? String.fromCodePoint(this.codes[this.at]) : ''
  }

  prefixes() {
    const { flags } = this
    if (flags.flavor === 'literal') return
    if (this.sees('***')) {
      const director = String.fromCodePoint(this.codes[this.at + 3] ?? 32)
      if (director === '=') {
        flags.flavor = 'literal'
        flags.expanded = flags.newlineStops = flags.newlineAnchors = false
        this.at += 4
        return
      }
      if (director !== ':') throw broken('repeat')
      flags.flavor = 'advanced'
      this.at += 4
    }
    if (
      flags.flavor !== 'advanced' ||
      !this.sees('(?') ||
      !/[A-Za-z]/.test(String.fromCodePoint(this.codes[this.at + 2] ?? 32))
    )
      return
    this.at += 2
    for (; /[A-Za-z]/.test(this.letter); this.at++) if (!applyOption(flags, this.letter)) throw broken('option')
    if (this.letter !== ')') throw broken('option')
    this.at++
    if (this.isLiteral) flags.expanded = flags.newlineStops = flags.newlineAnchors = false
  }

  /** @param {TokenKind} kind @param {any} [value] */
  token(kind, value = 0) {
    this.kind = kind
    this.value = value
  }

  next() {
    const before = this.kind
    const isFirst = this.isFirst
    this.isFirst = false
    const { flags } = this
    if (flags.flavor === 'literal') {
      if (this.at >= this.codes.length) this.token('end')
      else this.token('char', this.codes[this.at++])
      return
    }
    if (this.place === 'bound') {
      this.inBound()
      return
    }
    if (this.place === 'bracket') {
      this.inBracket(before === '[')
      return
    }
    if (flags.expanded) this.skip()
    if (flags.flavor === 'advanced') {
      while (this.sees('(?#')) {
        this.comment()
        if (flags.expanded) this.skip()
      }
    }
    if (this.at >= this.codes.length) {
      this.token('end')
      return
    }
    if (flags.flavor === 'basic') this.basic(before, isFirst)
    else this.extended()
  }

  /** White space and comments of the expanded syntax. */
  skip() {
    for (;;) {
      while (/^[ \t\n\v\f\r]$/.test(this.letter)) this.at++
      if (this.sees('#')) while (this.at < this.codes.length && this.letter !== '\n') this.at++
      else if (this.flags.flavor === 'advanced' && this.sees('(?#')) this.comment()
      else return
    }
  }

  comment() {
    while (this.at < this.codes.length && this.letter !== ')') this.at++
    this.at++
  }

  extended() {
    const { flags } = this
    const advanced = flags.flavor === 'advanced'
    const code = this.codes[this.at++]
    const letter = String.fromCodePoint(code)
    switch (letter) {
      case '|': case ')': case '.': case '^': case '$': this.token(letter); return
      case '*': case '+': case '?':
        if (advanced && this.letter === '?') {
          this.at++
          this.token(letter, false)
        } else {
          this.token(letter, true)
        }
        return
      case '{':
        if (flags.expanded) this.skip()
        if (/\d/.test(this.letter)) {
          this.place = 'bound'
          this.token('{')
        } else {
          this.token('char', code)
        }
        return
      case '(':
        if (advanced && this.letter === '?') {
          this.at++
          this.special()
        } else {
          this.token('(', true)
        }
        return
      case '[': this.openBracket(); return
      case '\\':
        if (this.at >= this.codes.length) throw broken('escape')
        if (advanced) this.escape()
        else this.token('char', this.codes[this.at++])
        return
      default: this.token('char', code)
    }
  }

  /** Behind (?. */
  special() {
    const letter = this.letter
    this.at++
    if (letter === ':') this.token('(', false)
    else if (letter === '=' || letter === '!') this.token('look', { ahead: true, positive: letter === '=' })
    else if (letter === '<' && (this.letter === '=' || this.letter === '!')) {
      this.token('look', { ahead: false, positive: this.letter === '=' })
      this.at++
    } else throw broken('repeat')
  }

  openBracket() {
    if (this.sees('[:<:]]') || this.sees('[:>:]]')) {
      this.token(this.codes[this.at + 2] === 60 ? '<' : '>')
      this.at += 6
      return
    }
    this.place = 'bracket'
    const negated = this.letter === '^'
    if (negated) this.at++
    this.token('[', negated)
  }

  escape() {
    const code = this.codes[this.at++]
    const letter = String.fromCodePoint(code)
    if (!LETTER_OR_DIGIT.test(letter)) this.token('char', code)
    else if (letter in SIMPLE_ESCAPES) this.token('char', SIMPLE_ESCAPES[letter])
    else if (letter in CONSTRAINTS) this.token(CONSTRAINTS[letter])
    else if (letter in CLASSES) this.token(letter < 'a' ? 'notClass' : 'class', CLASSES[letter])
    else if (letter === 'c') {
      if (this.at >= this.codes.length) throw broken('escape')
      this.token('char', this.codes[this.at++] & 31)
    } else if (letter === 'u') this.token('char', this.hex(4, 4))
    else if (letter === 'U') this.token('char', this.hex(8, 8))
    else if (letter === 'x') this.token('char', this.hex(1, 255))
    else if (/\d/.test(letter)) this.numbered(letter)
    else throw broken('escape')
  }

  /** @param {number} least @param {number} most digits */
  hex(least, most) {
    let value = 0
    let count = 0
    for (; count < most && /[0-9A-Fa-f]/.test(this.letter); count++, this.at++)
      value = Math.min(value * 16 + parseInt(this.letter, 16), 0x7fffffff)
    if (count < least || value > 0x10ffff) throw broken('escape')
    return value
  }

  /** \1 is a back reference, \12 is one if there are as many groups, else octal. @param {string} first */
  numbered(first) {
    const start = this.at
    if (first !== '0') {
      let value = Number(first)
      while (/\d/.test(this.letter)) {
        value = Math.min(value * 10 + Number(this.letter), 100000)
        this.at++
      }
      if (this.at === start || value <= this.groupCount) {
        this.token('back', value)
        return
      }
    }
    this.at = start - 1
    let value = 0
    let count = 0
    for (; count < 3 && /[0-7]/.test(this.letter); count++, this.at++) value = value * 8 + Number(this.letter)
    if (count === 0) throw broken('escape')
    if (value > 255) {
      this.at--
      value >>= 3
    }
    this.token('char', value)
  }

  inBound() {
    if (this.at >= this.codes.length) throw broken('brace')
    const letter = this.letter
    this.at++
    if (/\d/.test(letter)) this.token('digit', Number(letter))
    else if (letter === ',') this.token(',')
    else if (this.flags.flavor === 'basic' ? letter === '\\' && this.letter === '}' : letter === '}') {
      this.place = 'normal'
      if (this.flags.flavor === 'basic') this.at++
      const lazy = this.flags.flavor === 'advanced' && this.letter === '?'
      if (lazy) this.at++
      this.token('}', !lazy)
    } else throw broken('count')
  }

  /** @param {boolean} isFirst behind the opening bracket */
  inBracket(isFirst) {
    if (this.at >= this.codes.length) throw broken('bracket')
    const code = this.codes[this.at++]
    const letter = String.fromCodePoint(code)
    if (letter === ']' && !isFirst) {
      this.place = 'normal'
      this.token(']')
    } else if (letter === '-' && !isFirst && this.letter !== ']') {
      this.token('range', code)
    } else if (letter === '\\' && this.flags.flavor === 'advanced') {
      if (this.at >= this.codes.length) throw broken('escape')
      this.escape()
      if (this.kind !== 'char' && this.kind !== 'class' && this.kind !== 'notClass') throw broken('escape')
    } else if (letter === '[' && (this.letter === '.' || this.letter === '=' || this.letter === ':')) {
      const mark = this.letter
      const start = ++this.at
      while (this.at < this.codes.length && !this.sees(`${mark}]`)) this.at++
      if (this.at >= this.codes.length) throw broken('bracket')
      const name = String.fromCodePoint(...this.codes.slice(start, this.at))
      this.at += 2
      this.token(mark === '.' ? 'collating' : mark === '=' ? 'equivalence' : 'className', name)
    } else if (letter === '[' && this.at >= this.codes.length) {
      throw broken('bracket')
    } else {
      this.token('char', code)
    }
  }

  /** @param {TokenKind} before @param {boolean} isFirst */
  basic(before, isFirst) {
    const code = this.codes[this.at++]
    const letter = String.fromCodePoint(code)
    const leading = isFirst || before === '(' || before === '|'
    if (letter === '*') {
      if (leading || before === '^') this.token('char', code)
      else this.token('*', true)
    } else if (letter === '[') this.openBracket()
    else if (letter === '.') this.token('.')
    else if (letter === '^' && leading) this.token('^')
    else if (letter === '$' && (this.at >= this.codes.length || this.sees('\\)'))) this.token('$')
    else if (letter !== '\\') this.token('char', code)
    else if (this.at >= this.codes.length) throw broken('escape')
    else {
      const escaped = this.codes[this.at++]
      const mark = String.fromCodePoint(escaped)
      if (mark === '{') {
        this.place = 'bound'
        this.token('{')
      } else if (mark === '(') this.token('(', true)
      else if (mark === ')' || mark === '<' || mark === '>') this.token(mark)
      else if (/[1-9]/.test(mark)) this.token('back', Number(mark))
      else this.token('char', escaped)
    }
  }
}

/** @param {RegexFlags} flags @param {string} letter @returns {boolean} false: there is no such option */
export function applyOption(flags, letter) {
  switch (letter) {
    case 'b': flags.flavor = 'basic'; break
    case 'c': flags.ignoreCase = false; break
    case 'e': flags.flavor = 'extended'; break
    case 'i': flags.ignoreCase = true; break
    case 'm': case 'n': flags.newlineStops = flags.newlineAnchors = true; break
    case 'p': flags.newlineStops = true; flags.newlineAnchors = false; break
    case 'q': flags.flavor = 'literal'; break
    case 's': flags.newlineStops = flags.newlineAnchors = false; break
    case 't': flags.expanded = false; break
    case 'w': flags.newlineStops = false; flags.newlineAnchors = true; break
    case 'x': flags.expanded = true; break
    default: return false
  }
  return true
}
