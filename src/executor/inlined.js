/**
 * Expressions as parts of a function that is written elsewhere: a PL/pgSQL body computes with its own locals. Their
 * parameters are locals of that function; what they need besides, constants and helpers, is given to it with them.
 */
import { DbError } from '../errors/db-error.js'
import { FunctionBuilder } from './codegen/function.js'
import { Module } from './codegen/module.js'
import { condition, expression } from './expressions/compile.js'

/** @typedef {import('../catalog/expr.js').Expr} Expr */

export class InlinedExpressions {
  /**
   * @param {ConstructorParameters<typeof Module>[0]['catalog']} catalog
   * @param {ConstructorParameters<typeof Module>[0]['functions']} functions
   */
  constructor(catalog, functions) {
    this.module = new Module({ generator: false, catalog, functions })
    this.fn = new LocalBuilder(this.module)
  }

  /**
   * @param {Expr} expr @param {string[]} locals its parameters, by number
   * @returns {string | null} source of its value; null: it cannot be
   */
  value(expr, locals) {
    return this.part(locals, (fn) => {
      const { js, nullable } = expression(fn, expr)
      this.mayBeNull = nullable
      return js
    })
  }

  /** Whether what `value` gave last may be null. */
  mayBeNull = true

  /** Locals that are never null. @param {(local: string) => boolean} isSure */
  set isSure(isSure) { this.fn.isSure = isSure }

  /**
   * @param {Expr} expr boolean @param {string[]} locals
   * @returns {string | null} source that is true if and only if it is
   */
  condition(expr, locals) { return this.part(locals, (fn) => condition(fn, expr)) }

  /** @param {string[]} locals @param {(fn: FunctionBuilder) => string} make @returns {string | null} */
  part(locals, make) {
    const { fn, module } = this
    const { stateCount } = module
    fn.own = locals
    const lines = fn.lines.length
    const before = fn.prologue.length
    /** @type {string} */
    let source
    try {
      source = make(fn)
    } catch (error) {
      if (error instanceof DbError) return null // whoever runs it by itself says so
      throw error
    }
    // What is kept for an execution would be kept for all rounds of a loop.
    return module.stateCount === stateCount && fn.lines.length === lines && fn.prologue.length === before
      ? source
      : null
  }

  /**
   * What the function has to declare and to be given.
   * @returns {{ temps: string[], functions: string[], names: string[], constants: unknown[] }}
   */
  needs() {
    const { module, fn } = this
    return { temps: fn.temps, functions: module.functions, names: module.names, constants: module.constants }
  }
}

class LocalBuilder extends FunctionBuilder {
  /** @param {Module} module */
  constructor(module) {
    super(module, 'inlined', null)
    /** @type {string[]} */
    this.own = []
    this.isSure = (/** @type {string} */ _local) => false
  }

  /** @override @param {import('../catalog/expr.js').Param} expr */
  param({ number }) {
    const js = this.own[number - 1]
    return { js, nullable: !this.isSure(js), atom: true }
  }
}
