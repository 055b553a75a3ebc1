/**
 * Reading a body token by token: where it stands, what was declared, and the texts between tokens that are SQL. The
 *   grammar itself is in
 * blocks.js, statements.js, loops.js and messages.js, which take a reader.
 *
 * Follows src/pl/plpgsql/src/pl_gram.y and pl_scanner.c of PostgreSQL 15: which word is a variable, which a keyword,
 *   and what is said of a
 * mistake and where. Expressions are checked by SQL's grammar at once, so a mistake in any of them is told when the
 *   function is made.
 */
import { DbError } from '../../../errors/db-error.js'
import { bodyError, nearToken, notAVariable, constantTarget } from '../../../errors/plpgsql.js'
import { checkExpression } from '../sql-text.js'
import { Scope, fieldOf, makeDatum } from './names.js'
import { Lines } from './tokens.js'

/** @typedef {import('./names.js').Datum} Datum */
/** @typedef {import('./tokens.js').Token} Token */
/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('./tree.js').Expression} Expression */
/** @typedef {import('./tree.js').Statement} Statement */
/** @typedef {{ type: number, typmod: number, collation: number, isRow: boolean }} ResolvedType */

/**
 * What a reader is told of the function.
 * @typedef {object} BodyOptions
 * @property {(text: string, at: number) => ResolvedType} typeOf a type's name as SQL writes it
 * @property {(names: string[]) => ResolvedType | null} columnType t.c%TYPE; null: no such column
 * @property {(names: string[]) => ResolvedType} rowType t%ROWTYPE
 * @property {(name: string, at: number) => number} collationOf
 * @property {(type: number) => string} typeName
 * @property {string} name of the function
 * @property {boolean} isProcedure
 * @property {boolean} retset
 * @property {number} returnType
 * @property {boolean} checksSyntax mistakes in SQL are told at once
 * @property {string} variableConflict
 * @property {boolean} printStrictParams
 * @property {(names: string) => 'none' | 'warning' | 'error'} extra checks: extra_warnings, extra_errors
 * @property {(message: string, at: number) => void} warn
 */

/** Never a variable's name, and keywords wherever they stand. */
const RESERVED =
  new Set(('all begin by case declare else end execute for foreach from if in into loop not null or strict then '
  + 'to using when while').split(' '))

const VOID = 2278

export class Reader {
  /**
   * @param {string} text @param {BodyOptions} options
   * @param {(reader: Reader, until: string[]) => Steps<Statement[]>} readStatements @param {Token[]} tokens
   */
  constructor(text, options, readStatements, tokens) {
    this.text = text
    this.readStatements = readStatements
    this.options = options
    /** Where line numbers were asked for last: what a mistake without a place is said to be near. */
    this.latestLine = 1
    this.lines = new Lines(text)
    this.tokens = tokens
    this.at = 0
    /** @type {Datum[]} */
    this.datums = []
    this.scope = new Scope(null, options.name)
    this.outer = this.scope
    this.variableConflict = options.variableConflict
    this.printStrictParams = options.printStrictParams
    /** In DECLARE: an expression sees what was declared before it. */
    this.declaring = false
    /** OUT arguments. @type {Datum | null} */
    this.outputs = null
    /** COMMIT, ROLLBACK or a CALL was met: a transaction may begin in the middle of it. */
    this.beginsOthers = false
    /** Counts CASE statements, for the variables they need. */
    this.depth = 0
  }

  get returnsVoid() { return this.options.returnType === VOID }

  // --- tokens ------------------------------------------------------------------------------------------------------

  /** @param {number} [ahead] @returns {Token} */
  peek(ahead = 0) { return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)] }

  /** @returns {Token} */
  next() {
    const token = this.peek()
    if (this.at < this.tokens.length - 1) this.at++
    return token
  }

  /** @param {string} value @param {number} [ahead] */
  isWord(value, ahead = 0) {
    const token = this.peek(ahead)
    return token.kind === 'word' && token.value === value
  }

  /** @param {string} value @param {number} [ahead] */
  isOp(value, ahead = 0) {
    const token = this.peek(ahead)
    return token.kind === 'op' && token.value === value
  }

  /** @param {...string} values one after the other @returns {boolean} and they are behind */
  takeWords(...values) {
    if (!values.every((value, ahead) => this.isWord(value, ahead))) return false
    this.at += values.length
    return true
  }

  /** @param {string} value */
  takeOp(value) {
    if (!this.isOp(value)) return false
    this.at++
    return true
  }

  /** @param {string} value */
  needWord(value) { if (!this.takeWords(value)) throw this.syntaxError() }

  /** @param {string} value */
  needOp(value) { if (!this.takeOp(value)) throw this.syntaxError() }

  /** @param {Token} [token] @param {string} [message] */
  syntaxError(token = this.peek(),
    message = 'syntax error') { return nearToken(message, this.text, token.start, token.end) }

  /** @param {string} code @param {string} message @param {number} at @param {string} [hint] */
  error(code, message, at, hint) { return bodyError(code, message, this.text, at, hint === undefined ? {} : { hint }) }

  /** @param {number} [at] @returns {number} 1-based */
  line(at = this.peek().start) {
    this.latestLine = this.lines.of(at)
    return this.latestLine
  }

  /** A name that is free to be given. @param {boolean} [isDeclared] @returns {Token} */
  anyName(isDeclared = false) {
    const token = this.peek()
    if (token.kind === 'quoted' || (token.kind === 'word' && !RESERVED.has(token.value))) return this.next()
    throw isDeclared ? this.syntaxError() : this.syntaxError()
  }

  // --- variables ---------------------------------------------------------------------------------------------------

  /**
   * @param {Datum['kind']} kind @param {string} name @param {number} line @param {Partial<Datum>} more
   * @returns {Datum} not yet visible
   */
  makeDatum(kind, name, line, more) {
    const datum = makeDatum(kind, this.datums.length, name, line, more)
    this.datums.push(datum)
    return datum
  }

  /**
   * @param {string} name @param {number} line @param {ResolvedType} type @param {Partial<Datum>} [more]
   * @returns {Datum} visible in this scope
   */
  declare(name, line, type, more = {}) {
    const datum = this.makeDatum(type.isRow ? 'rec' : 'var', name, line,
      { type: type.type, typmod: type.typmod, collation: type.collation, ...more })
    this.scope.names.set(name, datum)
    return datum
  }

  /** A field of a row variable: one datum per name. @param {Datum} parent @param {string} name @returns {Datum} */
  field(parent, name) {
    const field = fieldOf(parent, name)
    if (field.no < 0) field.no = this.datums.push(field) - 1
    return field
  }

  /**
   * The variable whose name begins here, as far as it goes: v, v.field, label.v, label.v.field. Tokens are not taken.
   * @returns {{ datum: Datum, tokens: number, names: number, shown: string } | null}
   */
  variableHere() {
    const first = this.peek()
    if (first.kind === 'param') {
      const found = this.scope.find(first.value)
      return found === null ? null : { datum: found.datum, tokens: 1, names: 1, shown: first.value }
    }
    if (first.kind !== 'quoted' && (first.kind !== 'word' || RESERVED.has(first.value))) return null
    const names = [first.value]
    while (names.length < 3 && this.isOp('.', names.length * 2 - 1) && isName(this.peek(names.length * 2))) {
      names.push(this.peek(names.length * 2).value)
    }
    const found = this.scope.find(names[0], names[1], names[2])
    if (found === null) return null
    const tokens = names.length * 2 - 1
    const shown = names.join('.')
    if (found.used === names.length) return { datum: found.datum, tokens, names: names.length, shown }
    if (found.datum.kind !== 'rec') return null
    return { datum: this.field(found.datum, names[found.used]), tokens, names: found.used + 1, shown }
  }

  /**
   * In SQL: a field of a row variable whose name may begin here has its number from now on. Numbers of variables are
   * PostgreSQL's, whose messages say them.
   */
  numberField() {
    if (this.isOp('.', 1) && isName(this.peek(2)) && this.tokens[this.at - 1]?.value !== '.') this.variableHere()
  }

  /** @returns {Datum} of the variable that must be here @param {string} [_what] */
  needVariable(_what) {
    const found = this.variableHere()
    if (found === null) throw this.unknownVariable()
    this.at += found.tokens
    return found.datum
  }

  unknownVariable() {
    const token = this.peek()
    if (token.kind !== 'word' && token.kind !== 'quoted') return this.syntaxError()
    let shown = token.value
    for (let ahead = 1; this.isOp('.', ahead) && isName(this.peek(ahead + 1)); ahead += 2) {
      shown += `.${this.peek(ahead + 1).value}`
    }
    return notAVariable(shown, this.text, token.start)
  }

  /** @param {Datum} datum @param {number} at */
  checkAssignable(datum, at) {
    if (datum.isConstant) {
      throw constantTarget(datum.kind === 'field' ? /** @type {Datum} */ (datum.parent).name : datum.name, this.text,
        at)
    }
    if (datum.kind === 'field' && datum.parent !== null) this.checkAssignable(datum.parent, at)
  }

  // --- SQL ---------------------------------------------------------------------------------------------------------

  /**
   * The text up to one of these tokens outside of parentheses; the token is taken. @param {string[]} until words or
   *   operators @param {string} expected what is missing if it does not come
   * @param {{ isStatement?: boolean, from?: number }} [options] from: it begins there
   * @returns {{ text: string, at: number, ended: string }}
   */
  sqlText(until, expected, { isStatement = false, from = this.peek().start } = {}) {
    let depth = 0
    const first = this.at
    for (;;) {
      const token = this.peek()
      const value = token.kind === 'op' || token.kind === 'word' ? token.value : ''
      if (depth === 0 && value !== '' && until.includes(value)) break
      if (value === '(' || value === '[') depth++
      else if (value === ')' || value === ']') {
        if (--depth < 0) throw this.syntaxError(token, 'mismatched parentheses')
      }
      if (token.kind === 'end' || value === ';') {
        if (depth !== 0) throw this.syntaxError(token, 'mismatched parentheses')
        throw this.error('42601', `missing "${expected}" at end of SQL ${isStatement ? 'statement' : 'expression'}`,
          token.start)
      }
      this.numberField()
      this.at++
    }
    const last = this.next()
    if (this.at - 1 === first && from === last.start) {
      throw this.syntaxError(last, `missing ${isStatement ? 'SQL statement' : 'expression'}`)
    }
    return { text: this.text.slice(from, this.tokens[this.at - 2].end), at: from, ended: last.value }
  }

  /**
   * @param {'expression' | 'assign' | 'statement'} mode @param {string} text @param {number} at @param {number} [names]
   * @returns {Expression}
   */
  expressionOf(mode, text, at, names = 0) {
    /** @type {Expression} */
    const made = { mode, text, at, names, scope: this.declaring ? this.scope.asItIs() : this.scope }
    if (!this.options.checksSyntax) return made
    try {
      checkExpression(made)
    } catch (error) {
      if (!(error instanceof DbError) || error.position === undefined) throw error
      error.internalPosition = Array.from(this.text.slice(0, at)).length + error.position
      error.internalQuery = this.text
      error.position = undefined
      throw error
    }
    return made
  }

  /** @param {...string} until @returns {Expression} the token behind it is taken */
  expression(...until) { return this.endedExpression(until, until[0].toUpperCase()).expression }

  /** @param {string[]} until @param {string} expected @returns {{ expression: Expression, ended: string }} */
  endedExpression(until, expected) {
    const { text, at, ended } = this.sqlText(until, expected)
    return { expression: this.expressionOf('expression', text, at), ended }
  }

  /** @param {string[]} until words, not taken @returns {Steps<Statement[]>} */
  statements(until) { return this.readStatements(this, until) }

  // --- scopes ------------------------------------------------------------------------------------------------------

  /** @template T @param {string} label @param {boolean} isLoop @param {() => Steps<T>} body @returns {Steps<T>} */
  *within(label, isLoop, body) {
    const before = this.scope
    this.scope = new Scope(before, label, isLoop)
    const made = yield* body()
    this.scope = before
    return made
  }

  /** A label behind END. @param {string} label */
  endLabel(label) {
    const token = this.peek()
    if (token.kind !== 'word' && token.kind !== 'quoted') return
    this.next()
    if (label === '') throw this.error('42601', `end label "${token.value}" specified for unlabeled block`, token.start)
    if (label !== token.value) {
      throw this.error('42601', `end label "${token.value}" differs from block's label "${label}"`, token.start)
    }
  }

  /** <<label>> @returns {string} '': none */
  label() {
    if (!this.takeOp('<<')) return ''
    const { value } = this.anyName()
    this.needOp('>>')
    return value
  }
}

/** @param {Token} token */
const isName = (token) => token.kind === 'word' || token.kind === 'quoted'
