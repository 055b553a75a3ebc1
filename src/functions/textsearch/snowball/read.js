/**
 * Reads a stemmer in Snowball, the language in which stemming algorithms are published (snowballstem.org), as a tree of
 * commands. Only what the algorithms use; anything else is an error of the program's, not of a user's.
 */
import { trimSqlSpaces } from '../../../util/ascii.js'

/**
 * A command. `list` are those it is made of; `text` and `name` what it is about; `value` an expression.
 * @typedef {object} Command
 * @property {string} kind
 * @property {Command[]} list
 * @property {string} name
 * @property {string} text
 * @property {Expression | null} value
 * @property {AmongCase[]} cases of `among`
 * @property {Command[]} actions of `among`, by the cases' numbers
 * @property {number} id of `among`, and of the `substring` before it
 */
/** @typedef {{ text: string, routine: string, action: number }} AmongCase action: -1 none */
/** @typedef {{ op: string, args: Expression[], name: string }} Expression */
/** @typedef {{ body: Command, backward: boolean }} Routine */
/** @typedef {'integer' | 'boolean' | 'string' | 'routine' | 'external' | 'grouping'} Kind */
/**
 * @typedef {object} Algorithm
 * @property {Map<string, Routine>} routines
 * @property {Map<string, Set<string>>} groupings
 * @property {Map<string, Kind>} names
 */

const SYMBOLS = ['!=', '*=', '+=', '-=', '->', '/=', '<+', '<-', '<=', '==', '=>', '>=', '$', '(', ')', '*', '+', '-',
  '/', '<', '=', '>', '?', '[', ']']
const DECLARATIONS = /** @type {Record<string, Kind>} */ ({
  integers: 'integer', booleans: 'boolean', strings: 'string', routines: 'routine', externals: 'external',
  groupings: 'grouping',
})
/** Commands that are one word and one command. */
const UNARY = new Set(['not', 'do', 'try', 'test', 'fail', 'repeat', 'goto', 'gopast', 'backwards', 'reverse'])
const ALONE = new Set(['next', 'tolimit', 'atlimit', 'delete', 'true', 'false', '[', ']'])

const BLANKS = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y

/** @param {string} source @returns {Algorithm} */
export const readAlgorithm = (source) => new Reader(source).program()

class Reader {
  /** @param {string} source */
  constructor(source) {
    this.source = source
    this.at = 0
    /** @type {Map<string, string>} names in braces inside strings */
    this.escapes = new Map([["'", "'"], ['{', '{']])
    this.hasEscapes = false
    /** @type {Algorithm} */
    this.result = { routines: new Map(), groupings: new Map(), names: new Map() }
    this.amongs = 0
    /** `substring` whose `among` has not come @type {number} */
    this.pending = -1
    this.token = ''
    /** of a string token */
    this.isString = false
    this.advance()
  }

  /** @param {string} message */
  fail(message) {
    return new Error(`snowball: ${message} near "${this.source.slice(Math.max(0, this.at - 30), this.at + 10)}"`)
  }

  blanks() {
    BLANKS.lastIndex = this.at
    this.at += /** @type {RegExpExecArray} */ (BLANKS.exec(this.source))[0].length
  }

  advance() {
    this.blanks()
    const { source } = this
    this.isString = false
    if (this.at >= source.length) this.token = ''
    else if (source[this.at] === "'") this.token = this.string()
    else {
      const word = /^[A-Za-z][A-Za-z0-9_]*|^[0-9]+/.exec(source.slice(this.at, this.at + 100))
      const found = word?.[0] ?? SYMBOLS.find((symbol) => source.startsWith(symbol, this.at))
      if (found === undefined) throw this.fail('an unknown sign')
      this.token = found
      this.at += found.length
    }
  }

  /** A string at its quote; its letters. */
  string() {
    const { source } = this
    let text = ''
    let at = this.at + 1
    for (; source[at] !== "'"; at++) {
      if (this.hasEscapes && source[at] === '{') {
        const end = source[at + 1] === "'" || source[at + 1] === '{' ? at + 2 : source.indexOf('}', at)
        const name = trimSqlSpaces(source.slice(at + 1, end))
        const code = /^U\+([0-9A-Fa-f]+)$/.exec(name)
        const letters = code !== null ? String.fromCodePoint(parseInt(code[1], 16)) : this.escapes.get(name)
        if (letters === undefined) throw this.fail(`no letter "${name}"`)
        text += letters
        at = end
      } else text += source[at]
    }
    this.at = at + 1
    this.isString = true
    return text
  }

  /** @param {string} token */
  is(token) {
    return !this.isString && this.token === token
  }

  /** @param {string} token */
  accept(token) {
    if (!this.is(token)) return false
    this.advance()
    return true
  }

  /** @param {string} token */
  expect(token) {
    if (!this.accept(token)) throw this.fail(`"${token}" expected`)
  }

  name() {
    const name = this.token
    if (this.isString || !/^[A-Za-z]/.test(name)) throw this.fail('a name expected')
    this.advance()
    return name
  }

  program() {
    this.definitions(false)
    return this.result
  }

  /** @param {boolean} backward */
  definitions(backward) {
    for (;;) {
      const kind = DECLARATIONS[this.token]
      if (this.isString) throw this.fail('a definition expected')
      if (kind !== undefined) {
        this.advance()
        this.expect('(')
        while (!this.accept(')')) this.result.names.set(this.name(), kind)
      } else if (this.is('stringescapes')) {
        this.at = this.source.indexOf('}', this.at) + 1
        this.hasEscapes = true
        this.advance()
      } else if (this.is('stringdef')) this.stringdef()
      else if (this.accept('backwardmode')) {
        this.expect('(')
        this.definitions(true)
        this.expect(')')
      } else if (this.accept('define')) this.definition(backward)
      else return
    }
  }

  stringdef() {
    this.blanks()
    const name = /** @type {RegExpExecArray} */ (/^[^ \t\r\n]+/.exec(this.source.slice(this.at, this.at + 50)))[0]
    this.at += name.length
    this.advance()
    const base = this.accept('hex') ? 16 : this.accept('decimal') ? 10 : 0
    const letters = base === 0 ? this.token
      : trimSqlSpaces(this.token).split(/ +/).map((code) => String.fromCodePoint(parseInt(code, base))).join('')
    this.escapes.set(name, letters)
    this.advance()
  }

  /** @param {boolean} backward */
  definition(backward) {
    const name = this.name()
    if (this.accept('as')) {
      this.result.routines.set(name, { body: this.command(), backward })
      return
    }
    /** @type {Set<string>} */
    const letters = new Set()
    for (let sign = '+'; ;) {
      const part = this.isString ? [...this.token] : [...(this.result.groupings.get(this.token) ?? [])]
      this.advance()
      for (const letter of part) {
        if (sign === '+') letters.add(letter)
        else letters.delete(letter)
      }
      if (this.is('+') || this.is('-')) {
        sign = this.token
        this.advance()
      } else break
    }
    this.result.groupings.set(name, letters)
  }

  /** Commands side by side, joined by `and` or `or`. @returns {Command} */
  command() {
    let left = this.single()
    for (;;) {
      const joint = this.is('or') ? 'or' : this.is('and') ? 'and' : ''
      if (joint === '') return left
      const list = [left]
      while (this.accept(joint)) list.push(this.single())
      left = made(joint, { list })
    }
  }

  /** @returns {Command} */
  single() {
    if (this.isString) {
      const text = this.token
      this.advance()
      return made('literal', { text })
    }
    const word = this.token
    this.advance()
    if (UNARY.has(word)) return made(word, { list: [this.single()] })
    if (ALONE.has(word)) return made(word)
    switch (word) {
      case '(': {
        /** @type {Command[]} */
        const list = []
        while (!this.accept(')')) list.push(this.command())
        return made('list', { list })
      }
      case 'loop': case 'atleast': {
        const value = this.expression()
        return made(word, { value, list: [this.single()] })
      }
      case 'hop': case 'tomark': case 'atmark': return made(word, { value: this.expression() })
      case 'setmark': case 'set': case 'unset': case '->': case '=>': return made(word, { name: this.name() })
      case '<-': case '<+': case 'insert': case 'attach': return this.ofText(word === '<+' ? 'insert' : word)
      case 'setlimit': {
        const limit = this.command()
        this.expect('for')
        return made('setlimit', { list: [limit, this.single()] })
      }
      case 'non': {
        this.accept('-')
        return made('non', { name: this.name() })
      }
      case 'substring': return made('substring', { id: (this.pending = this.amongs++) })
      case 'among': return this.among()
      case '$': return this.integerCommand()
      default: {
        const kind = this.result.names.get(word)
        if (kind === undefined) throw this.fail(`"${word}" is not known`)
        return made(kind, { name: word })
      }
    }
  }

  /** What takes a string or the name of one. @param {string} kind */
  ofText(kind) {
    const { token, isString } = this
    this.advance()
    return isString ? made(kind, { text: token }) : made(kind, { name: token })
  }

  integerCommand() {
    if (this.accept('(')) {
      const left = this.expression()
      const op = this.token
      this.advance()
      const right = this.expression()
      this.expect(')')
      return made('compare', { value: { op, args: [left, right], name: '' } })
    }
    const name = this.name()
    const op = this.token
    this.advance()
    const right = this.expression()
    const left = { op: 'name', args: [], name }
    return ['=', '+=', '-=', '*=', '/='].includes(op) ? made('assign', { name, text: op, value: right })
      : made('compare', { value: { op, args: [left, right], name: '' } })
  }

  among() {
    const id = this.pending >= 0 ? this.pending : this.amongs++
    const implicit = this.pending < 0
    this.pending = -1
    this.expect('(')
    /** @type {AmongCase[]} */
    const cases = []
    /** @type {Command[]} */
    const actions = []
    /** @type {Command[]} */
    const before = []
    for (let first = 0; !this.accept(')');) {
      if (this.isString) {
        const text = this.token
        this.advance()
        const routine = !this.isString && this.result.names.get(this.token) === 'routine' ? this.name() : ''
        cases.push({ text, routine, action: -1 })
      } else {
        const command = this.single()
        if (cases.length === 0) before.push(command)
        else {
          for (; first < cases.length; first++) cases[first].action = actions.length
          actions.push(command)
        }
      }
    }
    const among = made('among', { id, cases, actions, list: before })
    return implicit ? made('list', { list: [made('substring', { id }), among] }) : among
  }

  /** @returns {Expression} */
  expression() {
    let left = this.product()
    while (this.is('+') || this.is('-')) {
      const op = this.token
      this.advance()
      left = { op, args: [left, this.product()], name: '' }
    }
    return left
  }

  /** @returns {Expression} */
  product() {
    let left = this.factor()
    while (this.is('*') || this.is('/')) {
      const op = this.token
      this.advance()
      left = { op, args: [left, this.factor()], name: '' }
    }
    return left
  }

  /** @returns {Expression} */
  factor() {
    if (this.accept('-')) return { op: 'negative', args: [this.factor()], name: '' }
    if (this.accept('(')) {
      const inner = this.expression()
      this.expect(')')
      return inner
    }
    const name = this.token
    this.advance()
    if (name === 'lenof' || name === 'sizeof') {
      const text = this.token
      const { isString } = this
      this.advance()
      return isString ? { op: 'number', args: [], name: String(text.length) } : { op: 'lengthOf', args: [], name: text }
    }
    return { op: /^[0-9]/.test(name) ? 'number' : 'name', args: [], name }
  }
}

/** @param {string} kind @param {Partial<Command>} [fields] @returns {Command} */
const made = (kind, fields = {}) =>
  ({ kind, list: [], name: '', text: '', value: null, cases: [], actions: [], id: -1, ...fields })
