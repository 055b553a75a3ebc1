/**
 * From the tree of a body to the source of a JavaScript generator function. Scalar variables are its locals v1 …, row
 *   variables RecordVariables r1 …; what a
 * statement needs besides is a constant of the module (q1 … queries, k1 … anything else) or a method of the Run.
 *
 * `run.at` names the statement being executed: an index of `places`, from which an error's context line is made.
 */
import { RECORD } from '../records.js'
import { Query } from '../query.js'
import { keptParams } from './owned-arrays.js'
import { BOOLEAN } from './wanted.js'

/** @typedef {import('../../host.js').Value} Value */

/** @import { Steps } from '../../../util/effort.js' */
/** @typedef {import('../parse/names.js').Datum} Datum */
/** @typedef {import('../parse/names.js').Scope} Scope */
/** @typedef {import('../parse/tree.js').Expression} Expression */
/** @typedef {import('../parse/tree.js').ParsedBody} ParsedBody */
/** How statements are emitted, by their kind; and what contexts of errors call them.
 * @typedef {{ block: (emitter: Emitter, block: Value) => Steps<void>,
 *   statements: (emitter: Emitter, list: Statement[]) => Steps<void>, nameOf: (statement: Statement) => string }}
 *   StatementKinds */
/** @typedef {import('../parse/tree.js').Statement} Statement */
/** @typedef {import('../../../executor/inlined.js').InlinedExpressions} InlinedExpressions */
/** @typedef {{ type: number, typmod: number, expr: Value }} Bound */
/**
 * Expressions that become part of the code.
 * @typedef {{ code: InlinedExpressions, bind: (query: Query) => Bound | null,
 *   hasElements: (type: number) => boolean }} Inlined hasElements: its subscripts are an array's
 */
/**
 * @typedef {{ line: number, what: string, query?: Query, text?: string }} Place what: behind the line, '' when there is
 *   no line;
 *   query: the one expression that is computed there, where nothing else can fail; text: its context line
 */

/** A local of a slice. */
const SLICED = /^x\d+$/

export class Emitter {
  /**
   * @param {ParsedBody} body
   * @param {{ retset: boolean, name: string }} routine
   * @param {StatementKinds} kinds
   * @param {Inlined} inlined
   */
  constructor(body, routine, kinds, inlined) {
    this.kinds = kinds
    this.inlined = inlined
    this.body = body
    this.routine = routine
    /** @type {string[]} */
    this.lines = []
    /** Of each line: the line of the body that it comes from. @type {number[]} */
    this.origins = []
    this.origin = 1
    /** @type {Value[]} */
    this.constants = []
    /** @type {Map<Value, string>} */
    this.names = new Map()
    /** @type {Place[]} index 0: function entry */
    this.places = [{ line: 0, what: 'during function entry' }]
    /** A record whose row was taken for fixed gets another one. */
    this.replacesFixed = false
    /** The place of the statement that is emitted. */
    this.current = 0
    /** @type {Map<Scope, string>} */
    this.labels = new Map()
    /** Loops around what is made that say at their end whether they had a round. @type {Set<Value>} by their scopes */
    this.tellers = new Set()
    this.serial = 0
    /** Exception blocks around what is emitted. */
    this.guards = 0
    /** The innermost of them. @type {{ label: string, thrown: string } | null} */
    this.guard = null
    /** The slice of a loop that is emitted (slices.js). @type {import('./slices.js').Slice | null} */
    this.slice = null
    inlined.code.isSure = (local) => this.slice !== null && SLICED.test(local)
    /** @type {Set<string>} locals */
    this.locals = new Set()
    /** @type {Map<Query, Bound | null>} */
    this.bounds = new Map()
    /** Variables whose arrays may be changed in place (owned-arrays.js), by number. @type {Set<number>} */
    this.owners = new Set()
  }

  /** @param {string} text */
  line(text) {
    this.lines.push(text)
    this.origins.push(this.origin)
  }

  /** @param {string} text ends with a brace */
  open(text) { this.line(text) }

  /** @param {string} [text] */
  close(text = '}') { this.line(text) }

  /** @param {string} [prefix] @returns {string} a name that nothing has */
  name(prefix = 't') { return `${prefix}$${++this.serial}` }

  /** @param {Value} value @param {string} [prefix] @returns {string} */
  constant(value, prefix = 'k') {
    let name = this.names.get(value)
    if (name === undefined) {
      name = `${prefix}${this.constants.length}`
      this.constants.push(value)
      this.names.set(value, name)
    }
    return name
  }

  /** The local of a variable. @param {Datum} datum @returns {string} */
  variable(datum) {
    if (datum.kind === 'field') return this.variable(/** @type {Datum} */ (datum.parent))
    if (this.slice !== null && datum.kind === 'var') {
      const name = `x${datum.no}`
      this.slice.locals.set(datum, name)
      return name
    }
    const name = `${datum.kind === 'rec' ? 'r' : 'v'}${datum.no}`
    this.locals.add(name)
    return name
  }

  /**
   * A variable's value for whoever may keep it: an array in it is no longer the variable's alone.
   * @param {Datum} datum @returns {string} source
   */
  shared(datum) {
    const name = this.variable(datum)
    return this.slice === null && datum.kind === 'var' ? `SHARED$${datum.no}` : name
  }

  /** @param {string} source @returns {string} which of the variables have arrays of their own is known */
  withShared(source) {
    return source.replace(/\bSHARED\$(\d+)\b/g, (_, no) => this.owners.has(Number(no)) ? `(o${no} = null, v${no})`
      : `v${no}`)
  }

  /** @param {number} line @param {string} what */
  place(line, what) {
    this.current = this.places.push({ line, what }) - 1
    if (line > 0) this.origin = line
    this.line(`run.at = ${this.current}`)
  }

  /** The place last named is where a query is computed. @param {Query} query @returns {Query} */
  computes(query) {
    const place = this.places[this.current]
    if (place.line > 0 && query.mayFail()) place.query = query
    return query
  }

  // --- SQL ---------------------------------------------------------------------------------------------------------

  /**
   * @param {Expression} expression @param {{ type: number, typmod: number } | null} [wanted]
   * @param {Datum | null} [target]
   */
  query(expression, wanted = null, target = null) {
    return new Query(expression, this.body.variableConflict, wanted, target)
  }

  /** What a query's variables are now. @param {Query} query @returns {string} */
  params(query) { return `[${query.datums.map((datum) => this.shared(datum)).join(', ')}]` }

  /**
   * An expression's value.
   * @param {Expression} expression @param {{ type: number, typmod: number } | null} [wanted] @returns {string} source
   */
  value(expression, wanted = null) {
    const query = this.query(expression, wanted)
    const source = this.valueOf(query)
    const place = this.places[this.current]
    if (place.line === 0 || !query.mayFail()) return source
    // One of several, in a statement that may fail otherwise: its place is its own.
    const at = this.places.push({ ...place, query }) - 1
    return `(run.at = ${at}, u = ${source}, run.at = ${this.current}, u)`
  }

  /** A query and what its variables are, as arguments. @param {Query} query @returns {string} */
  call(query) { return `${this.constant(query, 'q')}, ${this.params(query)}` }

  /** @param {Query} query @returns {string} source */
  valueOf(query) {
    const made = this.inlinedValue(query)
    if (made === null) return this.computed(query)
    return query.wanted === null ? `run.given(${made.source}, ${made.type}, ${made.typmod})` : made.source
  }

  /** As an expression that can be a part of the code. @param {Query} query @returns {Bound | null} */
  bound(query) {
    let bound = this.bounds.get(query)
    if (bound === undefined) this.bounds.set(query, bound = this.inlined.bind(query))
    return bound
  }

  /** As a part of the code. @param {Query} query @returns {{ source: string, type: number, typmod: number } | null} */
  inlinedValue(query) {
    const bound = this.bound(query)
    const source = bound === null ? null : this.inlined.code.value(bound.expr, this.localsOf(query, bound.expr))
    if (this.slice !== null && (source === null || this.inlined.code.mayBeNull)) this.slice.fits = false
    return bound === null || source === null ? null : { source, type: bound.type, typmod: bound.typmod }
  }

  /** @param {Query} query @param {Value} expr its own, or a part of it @returns {string[]} */
  localsOf(query, expr) {
    const kept = keptParams(expr)
    return query.datums.map((datum, at) => {
      const name = kept.has(at + 1) ? this.shared(datum) : this.variable(datum)
      const fixed = datum.kind === 'field' ? datum.parent?.fixed : undefined
      if (fixed === undefined) return name
      return `(${name}.values === null ? null : ${name}.values[${fixed.names.indexOf(datum.name)}])`
    })
  }

  /** A row variable takes a row. NEW and OLD may become another's. @param {Datum} datum @returns {string} its local */
  replaced(datum) {
    if (datum.fixed !== undefined && datum.type === RECORD) this.replacesFixed = true
    return this.variable(datum)
  }

  /** By the run, which binds it first. @param {Query} query @returns {string} source */
  computed(query) {
    if (this.slice !== null) this.slice.fits = false
    const name = this.constant(query, 'q')
    return `(p = ${this.params(query)}, run.now(${name}, p) || (yield* run.later(${name}, p)), run.value)`
  }

  /** @param {Expression} expression @returns {string} source of a boolean: true if and only if it is */
  condition(expression) {
    const query = this.computes(this.query(expression, BOOLEAN))
    const bound = this.bound(query)
    const source = bound === null ? null : this.inlined.code.condition(bound.expr, this.localsOf(query, bound.expr))
    return source ?? `${this.computed(query)} === true`
  }

  /**
   * Values that a dynamic statement is given, as [values, types].
   * @param {Expression[]} expressions @returns {string} source
   */
  arguments(expressions) {
    const list = expressions.map((expression) => `{ value: ${this.value(expression)}, type: run.type }`)
    return `[${list.join(', ')}]`
  }

  /** `run.value`, of type `run.type`, goes into a variable. @param {Datum} datum */
  assignValue(datum) {
    const name = this.variable(datum)
    if (datum.kind === 'rec') this.line(`run.assignRecord(${this.replaced(datum)}, run.value, run.type)`)
    else if (datum.kind === 'field') {
      this.line(`run.setField(${name}, ${JSON.stringify(datum.name)}, run.value, run.type, run.typmod)`)
    } else if (datum.kind === 'row') throw new Error('a row is not assigned to')
    else this.line(`${name} = run.taken(${this.constant(datum)})`)
  }

  /** `run.row` goes into a variable or a list of them. @param {Datum} target */
  assignRow(target) {
    if (target.kind === 'rec') this.line(`run.takeRow(${this.replaced(target)})`)
    else if (target.kind === 'row') {
      this.line(`run.checkCount(${target.parts.length})`)
      target.parts.forEach((part, at) => this.assignPart(part, at))
    } else this.assignPart(target, 0)
  }

  /** @param {Datum} datum @param {number} at of the column */
  assignPart(datum, at) {
    const name = this.variable(datum)
    if (datum.kind === 'field') this.line(`run.partOfField(${at}, ${name}, ${JSON.stringify(datum.name)})`)
    else if (datum.kind === 'rec') this.line(`run.partOfRecord(${at}, ${this.replaced(datum)})`)
    else this.line(`${name} = run.part(${at}, ${this.constant(datum)})`)
  }

  /** FOUND. @param {string} js source of a boolean */
  found(js) { this.line(`${this.variable(this.body.found)} = ${js}`) }

  /** What is computed next is the transaction's first query, if it has had none. */
  firstQuery() { if (this.body.beginsOthers) this.line('run.session.block.started = true') }

  /** @param {string} error source of what is thrown, to the handlers around it where there are any */
  throws(error) {
    const { guard } = this
    this.line(guard === null ? `throw ${error}` : `{ ${guard.thrown} = ${error}; break ${guard.label} }`)
  }

  /** Other sessions' turn. */
  breathe() { this.line('if (--program.fuel < 0 && (w = run.rest()) !== null) yield w') }

  /** @param {Statement[]} list */
  statements(list) { return this.kinds.statements(this, list) }

  /** @param {Datum} datum @param {string} js @returns {string} */
  guarded(datum, js) { return datum.notNull ? `run.checked(${js}, ${this.constant(datum)})` : js }

  /** The lines, each where the line of the body that it comes from is: frames and profiles say that line. */
  aligned() {
    let text = ''
    let line = 1
    this.lines.forEach((code, at) => {
      if (line < this.origins[at]) {
        text += '\n'.repeat(this.origins[at] - line)
        line = this.origins[at]
      }
      text += code.endsWith('{') ? `${code} ` : `${code}; `
      line += code.split('\n').length - 1
    })
    return text
  }

  // --- the whole ---------------------------------------------------------------------------------------------------

  /** @param {(emitter: Emitter) => void} atEnd what follows the outermost block */
  *build(atEnd) {
    yield* this.kinds.block(this, this.body.block)
    atEnd(this)
    const needs = this.inlined.code.needs()
    const top = ['const { program, ctx } = run;', 'let p, u, w;']
    if (needs.temps.length > 0) top.push(`let ${needs.temps.join(', ')};`)
    for (const local of this.locals) top.push(`let ${local} = null;`)
    for (const no of this.owners) top.push(`let o${no} = null;`)
    const source = `${top.join(' ')} ${this.withShared(this.aligned())}`
    const names = [...this.names.values(), ...needs.names]
    const constants = [...this.constants, ...needs.constants]
    // Nothing in it waits or takes turns: it is an ordinary function.
    const isPlain = !/\byield\b/.test(source)
    const { name } = this.routine
    const code = `${isPlain ? 'function' : 'function*'} plpgsql_${name}(run, args) { ${source} }`
    // In parentheses V8 compiles it at once, not when it is first called.
    const text = () => `((k) => { const [${names.join(', ')}] = k; const body = (${code});
        ${needs.functions.join('\n')}\nreturn body })\n//# sourceURL=plpgsql:${name}`
    /** @type {(values: Value[]) => (run: Value, args: Value[]) => Generator<Promise<unknown>, Value, void>} */
    // Unlike a Function's text, one that is evaluated has no lines before its own.
    const make = (values) => (0, eval)(text())(values)
    return { source, text, make, constants, isPlain }
  }
}

