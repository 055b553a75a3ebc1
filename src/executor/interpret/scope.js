/**
 * Expressions of an interpreted statement as closures over its registers. What columns and comparisons of them ask for
 * is here, ready made; for everything else the code of a compiled statement is written, with registers in place of
 * locals and nothing of the statement's own in it: what has the same text was compiled before, and is only given other
 * constants and registers.
 */
import { FunctionBuilder, keyOf } from '../codegen/function.js'
import { Module } from '../codegen/module.js'
import { condition, expression } from '../expressions/compile.js'
import { comparisonOf } from '../expressions/operations.js'
import { isProcedural } from '../expressions/procedures.js'
import { valueBytes } from '../spill/row-codec.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { Expr } from '../../catalog/expr.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { PlanNode } from '../../planner/plan.js' */

/** @typedef {Datum[]} Registers */
/** @typedef {(ctx: ExecContext, r: Registers) => Datum} Reading the value of an expression */
/** @typedef {(ctx: ExecContext, r: Registers) => boolean} Run whether no more rows are wanted */
/** @typedef {(take: Run) => Run} Link */
/** @typedef {(ctx: ExecContext, r: Registers) => boolean} Test */

/** @typedef {import('../../storage/access-counters.js').TableCounters
 *   | import('../../storage/access-counters.js').IndexCounters} Counters */
/** Thrown where a statement is planned: it has to be compiled. */
export const UNFIT = { reason: 'unfit' }
/** Thrown where it runs: it turned out larger than thought, or would have to wait. It has told nobody anything. */
export const GIVE_UP = { reason: 'give up' }

/** What closures are written for. Subqueries, sets and what may run statements are not. */
const KINDS = new Set([
  'const', 'param', 'column', 'slot', 'op', 'func', 'anyall', 'distinct', 'nullif', 'and', 'or', 'not', 'isnull',
  'booltest', 'case', 'caseTest', 'coalesce', 'greatest', 'least', 'relabel', 'collate', 'viaio', 'arraycoerce',
  'array', 'row', 'rowcompare', 'subscript', 'field', 'sqlvalue',
])

const ROW_BYTES = 32
const CELL_BYTES = 8

/** By text: what makes its closures. @type {Map<string, Function>} */
const factories = new Map()
const FACTORIES_MAX = 4000

/** @param {string} text of a module @returns {Function} */
function factoryOf(text) {
  let factory = factories.get(text)
  if (factory === undefined) {
    if (factories.size >= FACTORIES_MAX) factories.clear()
    factories.set(text, (factory = new Function('k', 'i', text)))
  }
  return factory
}

/** Once a statement is built. @type {Map<string, number>} */
const NO_REGISTERS = new Map()
/** @returns {never} */
const NOTHING_BUILT = () => { throw UNFIT }

export class Scope {
  /**
   * @param {ConstructorParameters<typeof Module>[0]['catalog']} catalog the plan was made under
   * @param {ConstructorParameters<typeof Module>[0]['functions']} functions
   * @param {(node: PlanNode, scope: Scope) => Link} builds a node
   */
  constructor(catalog, functions, builds) {
    this.builds = builds
    this.catalog = catalog
    this.functions = functions
    /** Asks about types and functions go by way of one. */
    this.module = this.newModule()
    /** For those that ask by way of a function that is written. */
    this.asker = new FunctionBuilder(this.module, 'none', null)
    /** @type {Map<string, number>} */
    this.registers = new Map()
    /** How many registers a run has; known when it is built. */
    this.width = 0
    /** The lowest register asked for: parts that only use their own may be kept. */
    this.lowest = Infinity
    /** What is put among a run's cursors. @type {((ctx: ExecContext) => void)[]} */
    this.begins = []
    /** What lets go of what a run has kept: the statement stays, for who knows how long. @type {(() => void)[]} */
    this.ends = []
    /** What a run counts for the statistics. @type {Set<Counters>} */
    this.counters = new Set()
    /** Rows that scans are expected to visit, each once. */
    this.expected = 0
    /** Steps that a run has left. */
    this.steps = 0
    /** Bytes that it may keep. */
    this.room = 0
    /** Where in the writer its answer has become too large. */
    this.writesUpTo = 0
    /** Pages are to be asked for rather than read. */
    this.patient = false
  }

  /**
   * It is linked, and may stay in the plan cache for long: what it was built with goes.
   */
  forgetBuilding() {
    this.width = this.registers.size
    this.builds = NOTHING_BUILT
    this.module = this.asker = /** @type {any} */ (null)
    this.registers = NO_REGISTERS
  }

  newModule() {
    const module = new Module({ generator: false, catalog: this.catalog, functions: this.functions })
    // What is large gives up, as a plain body does.
    module.makesRoom = true
    module.hasEffects = false
    return module
  }

  /** @param {PlanNode} node @returns {Link} */
  build(node) { return this.builds(node, this) }

  /** A register, for what a node makes. @param {string} key of a column or slot @returns {number} */
  define(key) {
    const known = this.registers.get(key)
    if (known !== undefined) return known
    const register = this.registers.size
    this.registers.set(key, register)
    return register
  }

  /** @param {string} key @returns {number} */
  register(key) {
    const register = this.registers.get(key)
    if (register === undefined) throw UNFIT
    if (register < this.lowest) this.lowest = register
    return register
  }

  /** One step of a loop. */
  step() {
    if (--this.steps < 0) throw GIVE_UP
  }

  /** A row for later. @param {Registers} r @param {number[]} registers @returns {Datum[]} */
  keep(r, registers) {
    const row = new Array(registers.length)
    let bytes = ROW_BYTES
    for (let at = 0; at < registers.length; at++) {
      const value = row[at] = r[registers[at]]
      bytes += CELL_BYTES + valueBytes(value)
    }
    if ((this.room -= bytes) < 0) throw GIVE_UP
    return row
  }

  /** @param {Expr} expr @returns {Reading} */
  value(expr) {
    switch (expr.kind) {
      case 'const': {
        const { value } = expr
        return () => value
      }
      case 'param': {
        if (expr.list !== undefined || expr.fromEnd !== undefined) throw UNFIT
        const at = expr.number - 1
        return (ctx) => ctx.params[at]
      }
      case 'column': case 'slot': {
        const register = this.register(keyOf(expr))
        return (_ctx, r) => r[register]
      }
      case 'collate': return this.value(expr.arg)
      default: return this.written(expr, false)
    }
  }

  /** @param {Expr[]} exprs @returns {Reading[]} */
  values(exprs) { return exprs.map((expr) => this.value(expr)) }

  /** Is it true? @param {Expr | null | undefined} expr @returns {Test | null} null: it always is */
  test(expr) {
    if (expr === null || expr === undefined) return null
    if (expr.kind === 'and') {
      const tests = /** @type {Test[]} */ (expr.args.map((arg) => this.test(arg)))
      if (tests.length === 2) {
        const [first, second] = tests
        return (ctx, r) => first(ctx, r) && second(ctx, r)
      }
      return (ctx, r) => {
        for (const test of tests) if (!test(ctx, r)) return false
        return true
      }
    }
    return this.comparison(expr) ?? this.written(expr, true)
  }

  /** @param {Expr} expr @returns {Test | null} null: it is no comparison of two values at hand */
  comparison(expr) {
    if (expr.kind !== 'op' || !expr.args.every(isAtHand)) return null
    const operator = comparisonOf(this.module, expr)
    if (operator === null) return null
    const [left, right] = this.values(expr.args)
    return COMPARISONS[operator](left, right)
  }

  /**
   * @template {boolean} T
   * @param {Expr} expr
   * @param {T} asTest
   * @returns {T extends true ? Test : Reading}
   */
  written(expr, asTest) {
    if (!this.isFit(expr)) throw UNFIT
    const module = this.newModule()
    const fn = new RegisterBuilder(module, this)
    fn.ownParams = ['r']
    const js = asTest ? condition(fn, expr) : expression(fn, expr).js
    fn.line(`return ${js}`)
    if (module.stateCount > 0) throw UNFIT
    module.functions.push(fn.text())
    return factoryOf(module.text(fn.name))(module.constants, fn.places)
  }

  /** @param {object} part @returns {boolean} */
  isFit(part) {
    const { kind, retset, oid = 0, funcOid = 0 } = /** @type {Part} */ (part)
    if (kind === 'const') return true
    if (kind !== undefined && (!KINDS.has(kind) || retset === true)) return false
    const called = kind === 'func' ? oid : funcOid
    if (called >= FIRST_USER_OID) return false
    // What runs statements (schema_to_xml) rests on its way, which a closure cannot.
    const info = called === 0 ? undefined : this.catalog.function(called)
    if (info !== undefined && isProcedural(info)) return false
    for (const inner of Object.values(part))
      if (typeof inner === 'object' && inner !== null && !this.isFit(inner)) return false
    return true
  }
}

/** @param {Expr} expr */
const isAtHand = (expr) => expr.kind === 'column' || expr.kind === 'slot' || expr.kind === 'const'
  || (expr.kind === 'param' && expr.list === undefined && expr.fromEnd === undefined)

/** Both sides are not null, and compare so. @type {Record<string, (left: Reading, right: Reading) => Test>} */
const COMPARISONS = {
  '===': (left, right) => (ctx, r) => {
    const a = left(ctx, r)
    return a !== null && a === right(ctx, r)
  },
  '!==': (left, right) => (ctx, r) => {
    const a = left(ctx, r), b = right(ctx, r)
    return a !== null && b !== null && a !== b
  },
  '<': (left, right) => (ctx, r) => {
    const a = left(ctx, r), b = right(ctx, r)
    return a !== null && b !== null && /** @type {number} */ (a) < /** @type {number} */ (b)
  },
  '<=': (left, right) => (ctx, r) => {
    const a = left(ctx, r), b = right(ctx, r)
    return a !== null && b !== null && /** @type {number} */ (a) <= /** @type {number} */ (b)
  },
  '>': (left, right) => (ctx, r) => {
    const a = left(ctx, r), b = right(ctx, r)
    return a !== null && b !== null && /** @type {number} */ (a) > /** @type {number} */ (b)
  },
  '>=': (left, right) => (ctx, r) => {
    const a = left(ctx, r), b = right(ctx, r)
    return a !== null && b !== null && /** @type {number} */ (a) >= /** @type {number} */ (b)
  },
}

/**
 * @typedef {{ kind?: string, retset?: boolean, oid?: number, funcOid?: number }} Part of an expression: one, or what
 *   holds some
 */

/** @param {Registers} r @param {number[]} registers @param {Datum[]} row as `keep` gave it */
export function restore(r, registers, row) {
  for (let at = 0; at < registers.length; at++) r[registers[at]] = row[at]
}

/** Columns, slots and parameters are read from where the closure is told. */
class RegisterBuilder extends FunctionBuilder {
  /** @param {Module} module @param {Scope} scope */
  constructor(module, scope) {
    super(module, 'value', null)
    this.scope = scope
    /** Registers and parameters, in the order in which the text first speaks of them. @type {number[]} */
    this.places = []
    /** @type {Map<string, string>} */
    this.known = new Map()
  }

  /** @override @param {string} key @returns {import('../codegen/function.js').Binding | null} */
  peek(key) {
    const js = this.known.get(key)
    return js === undefined ? null : { js, nullable: true }
  }

  /** @override @param {string} key */
  knows(key) { return this.scope.registers.has(key) }

  /** @override @param {string} key @returns {import('../codegen/function.js').Value} */
  resolve(key) { return this.place(key, this.scope.register(key), (at) => `r[i[${at}]]`) }

  /** @override @param {import('../../catalog/expr.js').Param} expr @returns {import('../codegen/function.js').Value} */
  param({ number, list, fromEnd }) {
    if (list !== undefined || fromEnd !== undefined) throw UNFIT
    return this.place(`p${number}`, number - 1, (at) => `ctx.params[i[${at}]]`)
  }

  /** @param {string} key @param {number} place @param {(at: number) => string} read */
  place(key, place, read) {
    let js = this.known.get(key)
    if (js === undefined) {
      const at = this.places.push(place) - 1
      this.known.set(key, (js = `v${at}`))
      this.prologue.push(`const ${js} = ${read(at)}`)
    }
    return { js, nullable: true, atom: true }
  }
}
