/** XPath 1.0 read into a tree of expressions. */
import { invalidXpath } from '../../../errors/xml.js'

/**
 * @typedef {{ kind: 'number', value: number } | { kind: 'string', value: string }
 *   | { kind: 'binary', operator: string, left: XpathExpr, right: XpathExpr } | { kind: 'minus', arg: XpathExpr }
 *   | { kind: 'call', name: string, args: XpathExpr[] } | XpathPath} XpathExpr
 */
/**
 * Steps from the document, from a node at hand, or from what an expression finds.
 * @typedef {{ kind: 'path', from: 'root' | 'here' | XpathExpr, filters: XpathExpr[], steps: XpathStep[] }} XpathPath
 */
/**
 * @typedef {object} XpathStep
 * @property {string} axis
 * @property {string} test a name, `p:*`, `*`, or a kind of node: 'node()', 'text()', 'comment()',
 *   'processing-instruction()'
 * @property {string | null} target of an instruction
 * @property {XpathExpr[]} filters
 */

const NAME = '[A-Za-z_\u00c0-\uffff][-.\\w\u00b7-\uffff]*'
const TOKEN = new RegExp(`[ \\t\\r\\n]*(?:(\\d+(?:\\.\\d*)?|\\.\\d+)|"([^"]*)"|'([^']*)'`
  + `|(\\.\\.|::|//|!=|<=|>=|[\\[\\]().@,/|+\\-=<>*$])|(${NAME}(?::(?!:)(?:${NAME}|\\*))?))`, 'y')
const KINDS = new Set(['node', 'text', 'comment', 'processing-instruction'])
const AXES = new Set(['ancestor', 'ancestor-or-self', 'attribute', 'child', 'descendant', 'descendant-or-self',
  'following', 'following-sibling', 'parent', 'preceding', 'preceding-sibling', 'self'])
/** The weakest first. */
const LEVELS = [['or'], ['and'], ['=', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', 'div', 'mod']]
const NAMED_OPERATORS = new Set(['or', 'and', 'div', 'mod', '*'])
/** After these a name, or a star, is no operator. */
const OPENS = new Set(['@', '::', '(', '[', ',', '/', '//', '|', '+', '-', '=', '!=', '<', '<=', '>', '>='])
const DEPTH_MAX = 200

/** @typedef {{ type: 'number' | 'string' | 'symbol' | 'name' | 'operator' | 'end', text: string }} Token */

/** @param {string} text @returns {Token[]} */
function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = []
  for (let at = 0; ;) {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (found === null) {
      if (/[^ \t\r\n]/.test(text.slice(at))) throw invalidXpath(text)
      break
    }
    at = TOKEN.lastIndex
    const [, number, double, single, symbol, name] = found
    const last = tokens.at(-1)
    const wantsOperator = last !== undefined && last.type !== 'operator' && !OPENS.has(last.text)
    const word = symbol === '*' ? '*' : name
    if (number !== undefined) tokens.push({ type: 'number', text: number })
    else if (double !== undefined || single !== undefined) tokens.push({ type: 'string', text: double ?? single })
    else if (word !== undefined) {
      tokens.push({ type: wantsOperator && NAMED_OPERATORS.has(word) ? 'operator' : 'name', text: word })
    } else tokens.push({ type: 'symbol', text: symbol })
  }
  tokens.push({ type: 'end', text: '' })
  return tokens
}

/** @type {XpathStep} */
const ANYWHERE = { axis: 'descendant-or-self', test: 'node()', target: null, filters: [] }

class XpathParser {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.tokens = tokensOf(text)
    this.at = 0
    this.depth = 0
  }

  /** @returns {never} */
  fail() {
    throw invalidXpath(this.text)
  }

  get token() {
    return this.tokens[this.at]
  }

  /** @param {string} text of a symbol or an operator */
  is(text) {
    const { type, text: own } = this.token
    return (type === 'symbol' || type === 'operator') && own === text
  }

  /** @param {string} text @returns {boolean} whether it was there, and is passed */
  take(text) {
    if (!this.is(text)) return false
    this.at++
    return true
  }

  /** @returns {XpathExpr} */
  whole() {
    const expr = this.binary(0)
    if (this.token.type !== 'end') this.fail()
    return expr
  }

  /** @param {number} level @returns {XpathExpr} */
  binary(level) {
    if (level === LEVELS.length) return this.unary()
    if (level === 0 && ++this.depth > DEPTH_MAX) this.fail()
    let left = this.binary(level + 1)
    for (;;) {
      const operator = LEVELS[level].find((one) => this.is(one))
      if (operator === undefined) break
      this.at++
      left = { kind: 'binary', operator, left, right: this.binary(level + 1) }
    }
    if (level === 0) this.depth--
    return left
  }

  /** @returns {XpathExpr} */
  unary() {
    if (this.take('-')) return { kind: 'minus', arg: this.unary() }
    let left = this.path()
    while (this.take('|')) left = { kind: 'binary', operator: '|', left, right: this.path() }
    return left
  }

  /** @returns {XpathExpr} */
  path() {
    /** @type {XpathStep[]} */
    const steps = []
    const { type, text } = this.token
    const next = this.tokens[this.at + 1]
    const isCall = type === 'name' && next.type === 'symbol' && next.text === '(' && !KINDS.has(text)
    if (type === 'number' || type === 'string' || isCall || this.is('(')) {
      const from = this.primary()
      const filters = this.filters()
      if (this.take('//')) steps.push(ANYWHERE)
      else if (!this.take('/')) return filters.length === 0 ? from : { kind: 'path', from, filters, steps }
      this.relative(steps)
      return { kind: 'path', from, filters, steps }
    }
    if (this.take('//')) {
      steps.push(ANYWHERE)
      this.relative(steps)
      return { kind: 'path', from: 'root', filters: [], steps }
    }
    if (this.take('/')) {
      if (this.startsStep()) this.relative(steps)
      return { kind: 'path', from: 'root', filters: [], steps }
    }
    this.relative(steps)
    return { kind: 'path', from: 'here', filters: [], steps }
  }

  startsStep() {
    return this.token.type === 'name' || this.is('@') || this.is('.') || this.is('..')
  }

  /** @param {XpathStep[]} steps */
  relative(steps) {
    for (;;) {
      const step = this.step()
      // //name is descendant::name where no place among siblings is asked for: one walk instead of one a node.
      if (steps.at(-1) === ANYWHERE && step.axis === 'child' && step.filters.length === 0)
        steps[steps.length - 1] = { ...step, axis: 'descendant' }
      else steps.push(step)
      if (this.take('//')) steps.push(ANYWHERE)
      else if (!this.take('/')) return
    }
  }

  /** @returns {XpathStep} */
  step() {
    if (this.take('.')) return { axis: 'self', test: 'node()', target: null, filters: this.filters() }
    if (this.take('..')) return { axis: 'parent', test: 'node()', target: null, filters: this.filters() }
    let axis = 'child'
    if (this.take('@')) axis = 'attribute'
    else if (this.tokens[this.at + 1]?.text === '::' && this.token.type === 'name') {
      axis = this.token.text
      if (!AXES.has(axis)) this.fail()
      this.at += 2
    }
    const { type, text: test } = this.token
    if (type !== 'name') this.fail()
    this.at++
    if (!KINDS.has(test) || !this.take('(')) return { axis, test, target: null, filters: this.filters() }
    const target = this.token.type === 'string' ? this.token.text : null
    if (target !== null) this.at++
    if (!this.take(')')) this.fail()
    return { axis, test: `${test}()`, target, filters: this.filters() }
  }

  /** @returns {XpathExpr[]} */
  filters() {
    const found = []
    while (this.take('[')) {
      found.push(this.binary(0))
      if (!this.take(']')) this.fail()
    }
    return found
  }

  /** @returns {XpathExpr} */
  primary() {
    const { type, text } = this.token
    this.at++
    if (type === 'number') return { kind: 'number', value: Number(text) }
    if (type === 'string') return { kind: 'string', value: text }
    if (type === 'symbol') {
      const inner = this.binary(0)
      if (!this.take(')')) this.fail()
      return inner
    }
    this.at++
    /** @type {XpathExpr[]} */
    const args = []
    if (!this.take(')')) {
      do args.push(this.binary(0)); while (this.take(','))
      if (!this.take(')')) this.fail()
    }
    return { kind: 'call', name: text, args }
  }
}

/** @param {string} text @returns {XpathExpr} @throws {DbError} XX000 */
export const parseXpath = (text) => new XpathParser(text).whole()
