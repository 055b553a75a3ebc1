/**
 * Expressions with a list of thousands: CASE, COALESCE, GREATEST, LEAST, AND, OR. Their code is functions of some
 * hundred elements each, one called after the other: V8 has no stack for one expression of all of them, and the
 * functions are written one at a time, between which others run (compile.js).
 */
import { FunctionBuilder, keyOf } from '../codegen/function.js'
import { Module } from '../codegen/module.js'
import { inlined } from '../../catalog/expr-text.js'
import { FIRST_USER_OID } from '../../types/oids.js'
import { indeterminateFunction } from '../../functions/strings/collated.js'
import { comparedAs, functionInfo, typeOps } from './operations.js'
import { isProcedural } from './procedures.js'
import { greatest, least } from './extremes.js'

/** @import { CaseExpr, Expr, Outlined } from '../../catalog/expr.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @typedef {import('../codegen/function.js').Value} Value */
/** An expression, or what holds some. @typedef {Parameters<typeof import('./compile.js').expression>[1]} Tree */
/** @typedef {(ctx: ExecContext, ...values: unknown[]) => unknown} Part of its columns and what it is told besides */

/** Elements of a function. */
const PART = 200
/** Elements that weigh as much as a step of a loop. */
const ELEMENTS_A_STEP = 2
/** What a part gives that has not decided: no value of SQL. */
const MISS = Symbol('miss')

/** What stands for the value that is tested around it: a CASE's, a domain's. */
const TEST = 'tested'

/** Kinds that are the same wherever they are written. */
const PLAIN = new Set([
  'const', 'param', 'column', 'slot', 'op', 'func', 'and', 'or', 'not', 'isnull', 'booltest', 'distinct', 'nullif',
  'coalesce', 'case', 'greatest', 'least', 'relabel', 'collate', 'anyall', 'array', 'wide', 'outlined', 'viaio',
  'arraycoerce', 'sqlvalue',
])

/** @param {FunctionBuilder} fn @param {Outlined} expr @returns {Value} */
export function compileOutlined(fn, expr) {
  const { keys } = expr.value
  // What came in a column's place is evaluated where it is asked for.
  if (!expr.args.every(({ kind }) => kind === 'column' || kind === 'slot')) return fn.expression(inlined(expr))
  const names = keys.map((key) => `c${key.replace('.', '_')}`)
  return call(fn, expr.value.expr, new Map(expr.args.map((arg, at) => [names[at], arg])))
}

/**
 * A long list that nobody has outlined, as in a CHECK.
 * @param {FunctionBuilder} fn @param {Tree} expr @returns {Value | null} null: it cannot be
 */
export function compileLongList(fn, expr) {
  /** @type {Map<string, Expr>} */
  const inputs = new Map()
  return isPlain(fn.module, expr, inputs, false) ? call(fn, expr, inputs) : null
}

/**
 * @param {Module} module @param {Tree} node @param {Map<string, Expr>} inputs what it reads, by name
 * @param {boolean} inCase it is below the tests of a CASE of its own
 * @returns {boolean} no part of it goes by where it stands, or takes its time
 */
function isPlain(module, node, inputs, inCase) {
  if (Array.isArray(node)) {
    for (const part of node) if (!isPlain(module, part, inputs, inCase)) return false
    return true
  }
  const { kind } = node
  if (kind === 'const') return true
  if (kind === 'caseTest') return inCase || inputs.set(TEST, node).size <= INPUTS_MAX
  if (kind !== undefined) {
    if (!PLAIN.has(kind) || node.retset === true || node.list !== undefined) return false
    if (kind === 'column' || kind === 'slot') return inputs.set(keyOf(node), node).size <= INPUTS_MAX
    if (kind === 'param') return inputs.set(`p${node.number}`, node).size <= INPUTS_MAX
    const called = kind === 'func' ? node.oid : node.funcOid
    if (called !== undefined && (called >= FIRST_USER_OID || isProcedural(functionInfo(module, called)))) return false
  }
  if (kind === 'case') {
    const inTest = inCase || node.arg !== null
    for (const { when, then } of node.whens)
      if (!isPlain(module, when, inputs, inTest) || !isPlain(module, then, inputs, inCase)) return false
    return [node.arg, node.else].every((part) => part === null || isPlain(module, part, inputs, inCase))
  }
  for (const field in node) {
    const part = node[field]
    if (part !== null && typeof part === 'object' && field !== 'value' && !isPlain(module, part, inputs, inCase))
      return false
  }
  return true
}

const INPUTS_MAX = 64

/** @param {FunctionBuilder} fn @param {Tree} expr @param {Map<string, Expr>} inputs @returns {Value} */
function call(fn, expr, inputs) {
  const { module } = fn
  const values = [...inputs.values()].map((input) => fn.expression(input).js)
  const outline = module.memo(expr, () => new Outline(module, expr, [...inputs.keys()]))
  if (!module.outlines.includes(outline)) module.outlines.push(outline)
  return { js: `${module.constant(outline.run, 'outlined')}(${['ctx', ...values].join(', ')})`, nullable: true }
}

/** The functions that such an expression is made of. */
export class Outline {
  /** @param {Module} module @param {Tree} expr @param {string[]} names of what it reads */
  constructor(module, expr, names) {
    this.module = module
    this.options = { generator: false, catalog: module.catalog, functions: module.implementations }
    this.expr = expr
    this.names = names
    this.count = (expr.kind === 'case' ? expr.whens : expr.args).length
    /** @type {Part[]} */
    this.parts = []
    this.isWritten = false
    /** @type {Part} */
    this.run = this.#runner()
  }

  /** Writes them, one in each step. @param {number} code that it yields @returns {Generator<number, void, void>} */
  *write(code) {
    for (let from = this.parts.length * PART; from < this.count; from += PART) {
      this.parts.push(this.#part(from, Math.min(this.count, from + PART)))
      yield code
    }
    this.isWritten = true
  }

  /** Those that were not written in time. */
  #finish() {
    const steps = this.write(0)
    while (!steps.next().done);
  }

  /** @param {string[]} extra names of arguments before the columns @param {(fn: PartBuilder) => void} body */
  #function(extra, body) {
    const module = new Module(this.options)
    module.state = () => this.module.state()
    const fn = new PartBuilder(module, 'part', this.names)
    fn.ownParams = [...extra, ...this.names]
    if (this.names.includes(TEST)) fn.caseTests.push({ js: TEST, nullable: true, atom: true })
    body(fn)
    return module.build(`(${fn.text()})`)
  }

  /** @param {number} from @param {number} to @returns {Part} */
  #part(from, to) {
    const { expr } = this
    switch (expr.kind) {
      case 'case': return this.#function(['test'], (fn) => {
        const test = { js: 'test', nullable: true, atom: true }
        for (const { when, then } of expr.whens.slice(from, to)) {
          if (expr.arg !== null) fn.caseTests.push(test)
          fn.open(`if (${fn.condition(when)}) {`)
          if (expr.arg !== null) fn.caseTests.pop()
          fn.line(`return ${fn.expression(then).js}`)
          fn.close()
        }
        fn.line(`return ${fn.module.constant(MISS, 'miss')}`)
      })
      case 'coalesce': return this.#function([], (fn) => {
        fn.line('let value')
        for (const arg of expr.args.slice(from, to))
          fn.line(`if ((value = ${fn.expression(arg).js}) !== null) return value`)
        fn.line(`return ${fn.module.constant(MISS, 'miss')}`)
      })
      case 'greatest': case 'least': return this.#function(['value'], (fn) => {
        const { module } = fn
        const ops = module.constant(typeOps(module, comparedAs(module, expr, expr.inputCollation ?? 0)), 'type')
        const name = module.constant(expr.kind === 'greatest' ? greatest : least, expr.kind)
        for (const arg of expr.args.slice(from, to)) fn.line(`value = ${name}(${ops}, value, ${fn.expression(arg).js})`)
        if (expr.inputCollation === -1)
          fn.line(`${module.constant(indeterminateFunction('text_lt'), 'indeterminate')}()`)
        fn.line('return value')
      })
      default: return this.#function([], (fn) => {
        const decisive = expr.kind === 'or'
        fn.line('let unknown = false, value')
        for (const arg of expr.args.slice(from, to)) {
          const { js, nullable } = fn.expression(arg)
          if (nullable) {
            fn.line(`if ((value = ${js}) === ${decisive}) return ${decisive}`)
            fn.line('if (value === null) unknown = true')
          } else fn.line(`if (${decisive ? '' : '!'}(${js})) return ${decisive}`)
        }
        fn.line(`return unknown ? null : ${!decisive}`)
      })
    }
  }

  /** @returns {Part} */
  #runner() {
    const { expr, parts } = this
    const steps = Math.ceil(this.count / ELEMENTS_A_STEP)
    const ready = (/** @type {ExecContext} */ ctx) => {
      if (!this.isWritten) this.#finish()
      ctx.fuel -= steps
    }
    switch (expr.kind) {
      case 'case': {
        const test = expr.arg === null ? null : this.#value(expr.arg)
        const otherwise = expr.else === null ? null : this.#value(expr.else)
        return (ctx, ...values) => {
          ready(ctx)
          const tested = test === null ? null : test(ctx, ...values)
          for (const part of parts) {
            const value = part(ctx, tested, ...values)
            if (value !== MISS) return value
          }
          return otherwise === null ? null : otherwise(ctx, ...values)
        }
      }
      case 'coalesce': return (ctx, ...values) => {
        ready(ctx)
        for (const part of parts) {
          const value = part(ctx, ...values)
          if (value !== MISS) return value
        }
        return null
      }
      case 'greatest': case 'least': return (ctx, ...values) => {
        ready(ctx)
        let value = /** @type {unknown} */ (null)
        for (const part of parts) value = part(ctx, value, ...values)
        return value
      }
      default: {
        const decisive = expr.kind === 'or'
        return (ctx, ...values) => {
          ready(ctx)
          let isUnknown = false
          for (const part of parts) {
            const value = part(ctx, ...values)
            if (value === decisive) return decisive
            if (value === null) isUnknown = true
          }
          return isUnknown ? null : !decisive
        }
      }
    }
  }

  /** @param {Expr} expr @returns {Part} */
  #value(expr) {
    return this.#function([], (fn) => fn.line(`return ${fn.expression(expr).js}`))
  }
}

/** What it reads are its arguments. */
class PartBuilder extends FunctionBuilder {
  /** @param {Module} module @param {string} name @param {string[]} names */
  constructor(module, name, names) {
    super(module, name, null)
    this.known = new Set(names)
  }

  /** @override @param {string} key @returns {import('../codegen/function.js').Binding | null} */
  peek(key) { return this.known.has(key) ? { js: key, nullable: true } : null }

  /** @override @param {string} key */
  knows(key) { return this.known.has(key) }

  /** @override @param {string} key @returns {Value} */
  resolve(key) { return { js: key, nullable: true, atom: true } }

  /** @override @param {import('../../catalog/expr.js').Param} expr @returns {Value} */
  param({ number }) { return { js: `p${number}`, nullable: true, atom: true } }
}
