/**
 * A SQL/JSON path's text as a tree. An item is one step; `next` is the step after it.
 *
 *   root current last anyArray anyKey null            bool string variable key numeric: value      any: first, last (LEVELS_MAX: last)
 *   indexArray: ranges [{from, to | null}]            filter not isUnknown exists plus minus: arg  datetime: arg (a string item) or null
 *   and or == != < > <= >= + - * / % startsWith: left, right       likeRegex: arg, pattern, flags (of ismxq, in that order)
 *   type size abs floor ceiling double keyvalue
 */
import { jsonPathSyntax } from '../../errors/json.js'
import { noExpandedExpressions } from '../../errors/values.js'
import { invalidInput, stackTooDeep } from '../../errors/data.js'
import { nestedTooDeeply, NESTING_MAX } from '../json/lexer.js'
import { negateNumeric } from '../numbers/numeric.js'
import { parseNumeric } from '../numbers/numeric-input.js'
import { PathLexer } from './lexer.js'
import { checkRegex } from './regex-check.js'
/** @import { Token } from './lexer.js' */

export const LEVELS_MAX = 4294967295

/**
 * @typedef {object} PathItem
 * @property {string} kind
 * @property {any} [value]
 * @property {PathItem} [left]
 * @property {PathItem} [right]
 * @property {PathItem | null} [arg]
 * @property {{ from: PathItem, to: PathItem | null }[]} [ranges]
 * @property {number} [first]
 * @property {number} [last]
 * @property {string} [pattern]
 * @property {string} [flags]
 * @property {PathItem | null} next
 */

const METHODS = new Set(['abs', 'size', 'type', 'floor', 'double', 'ceiling', 'keyvalue'])
const KEYS = new Set([
  'word', 'string', 'to', 'null', 'true', 'false', 'is', 'unknown', 'exists', 'strict', 'lax', 'abs', 'size', 'type',
  'floor', 'double', 'ceiling', 'datetime', 'keyvalue', 'last', 'starts', 'with', 'like_regex', 'flag',
])
const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>='])
const FLAG_ORDER = ['i', 's', 'm', 'x', 'q']

/** Operators in a row, steps of a path: PostgreSQL ends between ten and twenty thousand. */
const JOINS_MAX = 20_000

/** What a predicate is, as opposed to an expression of values. @param {PathItem} item */
const isPredicate = (item) =>
  item.next === null &&
  (COMPARISONS.has(item.kind) ||
    ['and', 'or', 'not', 'isUnknown', 'exists', 'startsWith', 'likeRegex'].includes(item.kind))

/** @param {string} text @returns {{ lax: boolean, root: PathItem }} 42601, 22P02 */
export function parsePath(text) {
  return new PathParser(text).whole()
}

class PathParser {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.lexer = new PathLexer(text)
    /** @type {Token} */
    this.token = this.lexer.next()
    // How deep in filters (for the current item) and in subscripts (for last).
    this.filters = 0
    this.subscripts = 0
    this.depth = 0
    /** Operators so far in the list of them that is read. */
    this.joined = 0
    /** what is to be checked once the whole text has proved well-formed @type {Error | null} */
    this.misplaced = null
  }

  whole() {
    if (this.token.kind === 'end') throw invalidInput('jsonpath', this.text)
    const lax = this.token.kind !== 'strict'
    if (this.token.kind === 'strict' || this.token.kind === 'lax') this.advance()
    const root = this.any()
    if (this.token.kind !== 'end') throw this.unexpected()
    if (this.misplaced !== null) throw this.misplaced
    return { lax, root }
  }

  advance() {
    const { token } = this
    this.token = this.lexer.next()
    return token
  }

  /** An operator that makes of what was read the left of another. */
  joins() {
    // Trees deeper than PostgreSQL's stack has room for are not read to their end.
    if (++this.joined > JOINS_MAX) throw stackTooDeep()
    return this.advance()
  }

  /** @param {string} kind */
  is(kind) {
    return this.token.kind === kind
  }

  /** @param {string} kind */
  expect(kind) {
    if (!this.is(kind)) throw this.unexpected()
    return this.advance()
  }

  unexpected() {
    return this.lexer.error('syntax error', this.token.shown)
  }

  /** @template T @param {() => T} inside @returns {T} */
  nested(inside) {
    if (++this.depth > NESTING_MAX) throw nestedTooDeeply()
    const result = inside()
    this.depth--
    return result
  }

  /** An expression or a predicate. @returns {PathItem} */
  any() {
    return this.nested(() => this.or())
  }

  /** @param {boolean} wanted whether a predicate is called for */
  checked(item = this.any(), wanted = true) {
    if (isPredicate(item) !== wanted) throw this.unexpected()
    return item
  }

  expr() {
    return this.checked(this.any(), false)
  }

  or() {
    let left = this.and()
    while (this.is('||')) {
      if (!isPredicate(left)) throw this.unexpected()
      this.joins()
      left = binary('or', left, this.checked(this.and()))
    }
    return left
  }

  and() {
    let left = this.predicate()
    while (this.is('&&')) {
      if (!isPredicate(left)) throw this.unexpected()
      this.joins()
      left = binary('and', left, this.checked(this.predicate()))
    }
    return left
  }

  /** A comparison, a test, or an expression by itself. @returns {PathItem} */
  predicate() {
    if (this.is('!')) {
      this.advance()
      // What may stand behind it: a parenthesised predicate or exists (…).
      if (this.is('exists')) return item('not', { arg: this.primaryPredicate() })
      this.expect('(')
      const arg = this.checked()
      this.expect(')')
      return item('not', { arg })
    }
    if (this.is('exists')) return this.primaryPredicate()
    const left = this.sum()
    if (isPredicate(left)) return left
    if (COMPARISONS.has(this.token.kind)) {
      const { kind } = this.advance()
      const right = this.sum()
      if (isPredicate(right)) throw this.unexpected()
      return binary(kind, left, right)
    }
    if (this.is('starts')) {
      this.advance()
      this.expect('with')
      if (!this.is('string') && !this.is('variable')) throw this.unexpected()
      const { kind, text } = this.advance()
      return binary('startsWith', left, item(kind, { value: text }))
    }
    if (this.is('like_regex')) return this.likeRegex(left)
    return left
  }

  primaryPredicate() {
    this.expect('exists')
    this.expect('(')
    const arg = this.expr()
    this.expect(')')
    return item('exists', { arg })
  }

  /** @param {PathItem} arg */
  likeRegex(arg) {
    this.advance()
    const pattern = this.expect('string').text
    let given = ''
    if (this.is('flag')) {
      this.advance()
      given = this.expect('string').text
    }
    for (const letter of given) {
      if (!FLAG_ORDER.includes(letter))
        throw jsonPathSyntax(
          'invalid input syntax for type jsonpath',
          `Unrecognized flag character "${letter}" in LIKE_REGEX predicate.`
        )
    }
    const flags = FLAG_ORDER.filter((letter) => given.includes(letter)).join('')
    if (flags.includes('x') && !flags.includes('q')) throw notImplementedX()
    checkRegex(pattern, flags)
    return item('likeRegex', { arg, pattern, flags })
  }

  sum() {
    let left = this.product()
    while ((this.is('+') || this.is('-')) && !isPredicate(left)) {
      const { kind } = this.joins()
      left = binary(kind, left, this.operand(this.product()))
    }
    return left
  }

  product() {
    let left = this.signed()
    while ((this.is('*') || this.is('/') || this.is('%')) && !isPredicate(left)) {
      const { kind } = this.joins()
      left = binary(kind, left, this.operand(this.signed()))
    }
    return left
  }

  /** @param {PathItem} item */
  operand(item) {
    if (isPredicate(item)) throw this.unexpected()
    return item
  }

  /** @returns {PathItem} */
  signed() {
    if (!this.is('+') && !this.is('-')) return this.accessors()
    const { kind } = this.advance()
    const arg = this.operand(this.nested(() => this.signed()))
    if (arg.kind === 'numeric' && arg.next === null)
      return kind === '+' ? arg : item('numeric', { value: negateNumeric(arg.value) })
    return item(kind === '+' ? 'plus' : 'minus', { arg })
  }

  /** A primary and the steps after it. @returns {PathItem} */
  accessors() {
    const head = this.primary()
    if (isPredicate(head) && this.is('is')) {
      this.advance()
      this.expect('unknown')
      return item('isUnknown', { arg: head })
    }
    // The steps after a parenthesised path follow its last.
    let tail = head
    while (tail.next !== null) tail = tail.next
    let length = 0
    for (let step = this.accessor(); step !== null; step = this.accessor()) {
      if (++length > JOINS_MAX) throw stackTooDeep()
      tail.next = step
      tail = step
    }
    return head
  }

  /** @returns {PathItem} */
  primary() {
    const { kind, text } = this.token
    switch (kind) {
      case 'string': case 'variable': this.advance(); return item(kind, { value: text })
      case 'null': this.advance(); return item('null', {})
      case 'true': case 'false': this.advance(); return item('bool', { value: kind === 'true' })
      case 'numeric': case 'int': this.advance(); return item('numeric', { value: parseNumeric(text) })
      case '$': this.advance(); return item('root', {})
      case '@':
        this.advance()
        if (this.filters === 0) this.misplaced ??= jsonPathSyntax('@ is not allowed in root expressions')
        return item('current', {})
      case 'last':
        this.advance()
        if (this.subscripts === 0) this.misplaced ??= jsonPathSyntax('LAST is allowed only in array subscripts')
        return item('last', {})
      case '(': {
        this.advance()
        const inside = this.any()
        this.expect(')')
        return inside
      }
      default: throw this.unexpected()
    }
  }

  /** @returns {PathItem | null} */
  accessor() {
    if (this.is('[')) return this.subscript()
    if (this.is('?')) {
      this.advance()
      this.expect('(')
      this.filters++
      const arg = this.checked()
      this.filters--
      this.expect(')')
      return item('filter', { arg })
    }
    if (!this.is('.')) return null
    this.advance()
    if (this.is('*')) {
      this.advance()
      return item('anyKey', {})
    }
    if (this.is('**')) return this.levels()
    if (!KEYS.has(this.token.kind)) throw this.unexpected()
    const { kind, text } = this.advance()
    if (!this.is('(') || !(METHODS.has(kind) || kind === 'datetime')) return item('key', { value: text })
    this.advance()
    const arg = kind === 'datetime' && this.is('string') ? item('string', { value: this.advance().text }) : null
    this.expect(')')
    return item(kind, kind === 'datetime' ? { arg } : {})
  }

  subscript() {
    this.advance()
    if (this.is('*')) {
      this.advance()
      this.expect(']')
      return item('anyArray', {})
    }
    /** @type {{ from: PathItem, to: PathItem | null }[]} */
    const ranges = []
    this.subscripts++
    for (;;) {
      const from = this.expr()
      let to = null
      if (this.is('to')) {
        this.advance()
        to = this.expr()
      }
      ranges.push({ from, to })
      if (!this.is(',')) break
      this.advance()
    }
    this.subscripts--
    this.expect(']')
    return item('indexArray', { ranges })
  }

  levels() {
    this.advance()
    if (!this.is('{')) return item('any', { first: 0, last: LEVELS_MAX })
    this.advance()
    const first = this.level()
    let last = first
    if (this.is('to')) {
      this.advance()
      last = this.level()
    }
    this.expect('}')
    return item('any', { first, last })
  }

  level() {
    if (this.is('last')) {
      this.advance()
      return LEVELS_MAX
    }
    const value = Number(this.expect('int').text)
    return value > 2147483647 ? 2147483647 : value
  }
}

/** @param {string} kind @param {Omit<PathItem, 'kind' | 'next'>} fields @returns {PathItem} */
const item = (kind, fields) => ({ kind, ...fields, next: null })

/** @param {string} kind @param {PathItem} left @param {PathItem} right */
const binary = (kind, left, right) => item(kind, { left, right })

/** 0A000. */
const notImplementedX = () => noExpandedExpressions()
