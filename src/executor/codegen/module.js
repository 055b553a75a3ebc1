/**
 * One generated module: the constants it closes over, its functions, and the per-execution state slots they use.
 * `build` turns it into a JavaScript function by `new Function('k', source)(constants)`, so every constant is an
 * immutable closure variable that V8 can fold. EXPLAIN (CODE) shows it.
 */
import { assert } from '../../util/assert.js'
import { FunctionBuilder } from './function.js'
import { compareSource, primitiveKey } from '../expressions/operations.js'
import { releaseCursors } from '../context.js'
import { crc32OfText } from '../../util/crc32.js'

/** @import { CatalogSnapshot, KnownCatalog } from '../../catalog/snapshot.js' */
/** @import { PlanNode } from '../../planner/plan.js' */
/** @import { Expr } from '../../catalog/expr.js' */

/**
 * What generated code is made with: functions' implementations, and the compilers of plan nodes and expressions, which
 * call each other.
 * @typedef {object} Implementations
 * @property {(prosrc: string) => any} lookup
 * @property {(prosrc: string) => any} lookupPlain
 * @property {(key: string) => any} aggregate
 * @property {(key: string) => any} moving
 * @property {(node: any, fn: FunctionBuilder, consume: () => void) => void} produce
 * @property {(fn: FunctionBuilder, expr: any) => import('./function.js').Value} expression
 * @property {(fn: FunctionBuilder, expr: any) => string} condition
 */

export class Module {
  /**
   * @param {object} options
   * @param {boolean} options.generator functions are generators and may yield
   * @param {CatalogSnapshot} options.catalog the plan was made under
   * @param {Implementations} options.functions what it is made with
   * @param {boolean} [options.instrument] count rows, loops and time per plan node
   * @param {{ nodes: Set<number>, workMem: number } | null} [options.spooling] hash joins that keep their outer rows:
   *   these, and those that are expected not to fit
   * @param {boolean} [options.patient] calls that take long go on elsewhere, and the row they are for waits: columns it
   *   needs are read before
   */
  constructor({ generator, catalog, functions, instrument = false, spooling = null, patient = false }) {
    this.spooling = spooling
    this.patient = patient
    this.generator = generator
    this.catalog = /** @type {KnownCatalog} */ (catalog)
    this.releaseCursors = releaseCursors
    this.instrument = instrument
    /** Conditions whose refusals are counted, by expression: what of which node. */
    this.counted = new Map()
    this.implementations = functions
    this.lastName = ''
    /**
     * Where calls that may wait are noted, for whoever sees to it that they do not; null: they cannot wait.
     * @type {import('../expressions/procedures.js').CallSite[] | null}
     */
    this.plainSites = null
    /** Parameters are read where their values are wanted: some may not be read. */
    this.readsLate = false
    /** what leaves at the top. @type {Expr[]} */
    this.outputs = []
    /**
     * Expressions whose functions are written before the module is built, or when they are called.
     * @type {import('../expressions/outlined.js').Outline[]}
     */
    this.outlines = []
    /** @type {any[]} */
    this.constants = []
    /** What constants[i] is called. @type {string[]} */
    this.names = []
    /** The first name each value was given. @type {Map<any, string>} */
    this.constantNames = new Map()
    /** What each fixed name stands for. @type {Map<string, any>} */
    this.fixedNames = new Map()
    /** @type {string[]} */
    this.functions = []
    this.serial = 0
    this.stateCount = 0
    /**
     * Whether ctx.state is this module's, a statement's own. Modules of a part (a CHECK, a simple expression of
     * PL/pgSQL) run in a context whose slots are another's, or are never emptied.
     */
    this.ownsState = false
    /**
     * Slots that keep what a part of the plan gave, so that it runs once.
     * @type {{ state: string, plan: PlanNode }[]}
     */
    this.results = []
    /** CTEs of the statement being compiled, and what was generated for them. @type {any[]} */
    this.ctes = []
    /** @type {Map<number, any>} */
    this.recursions = new Map()
    /** relation OID by range-table number, for whole rows and system columns. @type {Map<number, any>} */
    this.relations = new Map()
    /** by constraint OID. @type {Map<number, import('../events/foreign-key-check.js').ForeignKeyCheck>} */
    this.foreignKeys = new Map()
    /** Rows may be written whose foreign keys are to be checked at the end. */
    this.queuesChecks = false
    /** Lines for the statement's end. @type {string[]} */
    this.atEnd = []
    /** A plain body of any length: its loops look up now and then whether the statement is to end (cancel, timeout). */
    this.looksUp = false
    /** The plain body of a statement: where it would have to wait, the generator takes over. */
    this.makesRoom = false
    /**
     * Where a call gives up the statement may have had an effect that no log record of its transaction tells of, as
     * nextval() has: it cannot begin again.
     */
    this.hasEffects = true
    /** It writes rows: behind a call that ran statements, what is written is the statement's own command's again. */
    this.writes = false
  }

  /** One object per key and module. @template T @param {unknown} key @param {() => T} make @returns {T} */
  memo(key, make) {
    let found = this.memos.get(key)
    if (found === undefined) this.memos.set(key, found = make())
    return found
  }

  /** @type {Map<any, any>} */
  memos = new Map()

  /** A name no other function or variable of this module has. @param {string} prefix */
  name(prefix) {
    return `${prefix}${++this.serial}`
  }

  /** Passes a value to the generated code; equal values share a name. @param {unknown} value @param {string} [hint] */
  constant(value, hint = 'k') {
    const known = this.constantNames.get(value)
    if (known !== undefined) return known
    const name = `${hint.replace(/\W/g, '_')}_${this.constants.length}`
    this.constants.push(value)
    this.names.push(name)
    this.constantNames.set(value, name)
    return name
  }

  /**
   * Passes a value under a fixed name, which sources written elsewhere (TupleLayout, emitKeyPart) mention: one value
   * per name.
   * @param {string} name
   * @param {unknown} value
   */
  named(name, value) {
    if (this.fixedNames.has(name)) {
      assert(this.fixedNames.get(name) === value, `generated code has one ${name}`)
      return name
    }
    assert(value !== undefined, `there is a ${name}`)
    this.fixedNames.set(name, value)
    this.constants.push(value)
    this.names.push(name)
    if (!this.constantNames.has(value)) this.constantNames.set(value, name)
    return name
  }

  /** A slot of ctx.state: undefined at the start of each execution. @returns {string} */
  state() {
    return `ctx.state[${this.stateCount++}]`
  }

  /**
   * A slot for what a part of the plan gives: undefined again when that may give something else.
   * @param {PlanNode} plan
   * @returns {string}
   */
  resultState(plan) {
    const state = this.state()
    this.results.push({ state, plan })
    return state
  }

  /**
   * A function at module level. Columns of the enclosing function that its body uses become parameters.
   * @param {string} prefix @param {FunctionBuilder | null} parent @param {(fn: FunctionBuilder) => void} body
   * @returns {FunctionBuilder} finished; `call()` is the text that calls it
   */
  define(prefix, parent, body) {
    const fn = new FunctionBuilder(this, this.name(prefix), parent)
    body(fn)
    this.functions.push(fn.text())
    this.lastName = fn.name
    return fn
  }

  /**
   * A pure helper that never yields, given as text.
   * @param {string} prefix
   * @param {string} params
   * @param {string} body
   * @returns {string} its name
   */
  helper(prefix, params, body) {
    const name = this.name(prefix)
    this.functions.push(`function ${name}(${params}) {\n${body}\n}`)
    return name
  }

  /** @param {number} type @param {string} a @param {string} b */
  compareSource(type, a, b) {
    return compareSource(this, type, a, b)
  }

  /** @param {number} type */
  primitiveKey(type) {
    return primitiveKey(this, type)
  }

  /**
   * The entry is an expression in parentheses, which V8 compiles at once: a declaration would be looked through first
   * and compiled when it is called, which it is next. What it calls may never be.
   * @param {string} entry what the module returns @returns {string}
   */
  source(entry) {
    const head = this.names.map((name, index) => `const ${name} = k[${index}]`).join('\n')
    const last = this.functions[this.functions.length - 1] ?? ''
    const isLast = last.startsWith(`function ${entry}(`) || last.startsWith(`function* ${entry}(`)
    const declared = isLast ? this.functions.slice(0, -1) : this.functions
    const returned = isLast ? `(${last})` : entry
    return `'use strict'\n${head}\n\n${declared.map((text) => `${text}\n\n`).join('')}return ${returned}\n`
  }

  /** @param {string} entry @returns {any} */
  build(entry) {
    return new Function('k', this.text(entry))(this.constants)
  }

  /** Of the functions so far. */
  characters() { return this.functions.reduce((sum, { length }) => sum + length, 0) }

  /** The body of a function of the constants, `k`. @param {string} entry @returns {string} */
  text(entry) {
    return named(this.source(entry))
  }

  /** The code as V8 has it, so that places in stack traces and debuggers are places in it. @param {string} entry */
  dump(entry) {
    return `(function anonymous(k\n) {\n${named(this.source(entry))}\n})`
  }
}

/**
 * With the name that its frames have in stack traces. It goes by what the code is: what is the same is compiled once.
 * @param {string} source
 */
function named(source) {
  return `${source}//# sourceURL=seawall-${crc32OfText(source).toString(16).padStart(8, '0')}.js`
}
