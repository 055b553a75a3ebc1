/**
 * The executor's door: planned statements, single expressions, predicates and index keys become functions.
 *
 * Raises 0A000 naming the feature: functions and aggregates without an implementation, grouping by types without order.
 */
import { InlinedExpressions } from './inlined.js'
import { Module } from './codegen/module.js'
import { FunctionBuilder, columnKey } from './codegen/function.js'
import { expression, condition } from './expressions/compile.js'
import { defineCheck } from './expressions/domain.js'
import { produce } from './operators/produce.js'
import { putKey, retarget } from './operators/scan/index-keys.js'
import { eventsAllowPlain } from './operators/write/foreign-keys.js'
import { fireChecks } from './events/foreign-key-check.js'
import { UniqueCheck } from './events/unique-check.js'
import './operators/write/exclusion-probe.js'
import { setCompilers } from './operators/write/row-compilers.js'
import { builtinAggregate, builtinFunction, movingAggregate, plainFunction } from '../functions/registry.js'
import { readInt8 } from '../storage/heap/tuple.js'
import { DEFAULT_ENV } from '../types/type-ops.js'
import { areReady, through } from './expressions/procedures.js'
import { SLICE, WAITS } from './codes.js'
import { PATIENCE, RestartSignal, makeContext, resetContext } from './context.js'
import { insertMany, writesMany } from './operators/write/insert-many.js'
import { rowAhead } from './operators/scan/look-ahead.js'
import { atMostOne, hasNode } from '../planner/plan-nodes.js'
import { emitRow } from './sinks.js'
import { PlanStats } from './stats.js'
import { interpreting, programOf } from './interpret/program.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./operators/cte.js')} */
const ctes = later(import.meta.url, './operators/cte.js')

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { Expr } from '../catalog/expr.js' */
/** @import { IndexDesc } from '../catalog/relation.js' */
/** @import { TupleLayout } from '../storage/heap/tuple.js' */
/** @import { Storage } from '../storage/storage.js' */
/** @import { KnownCatalog } from '../catalog/snapshot.js' */

/** @typedef {import('./context.js').ExecContext} ExecContext */
/** @typedef {import('../planner/plan.js').PlannedStatement} PlannedStatement */

const FUNCTIONS = { lookup: builtinFunction, lookupPlain: plainFunction, aggregate: builtinAggregate,
  moving: movingAggregate, produce, expression, condition }

/**
 * @typedef {object} CompileOptions
 * @property {'wire' | 'rows' | 'objects' | 'none'} output 'objects': for a caller that keeps the thread until the
 *   statement is done
 * @property {any} catalog CatalogSnapshot the plan was made under
 * @property {number[] | null} [formats] 'wire': 0 text or 1 binary per column; null: all text. 'objects': 1 per column
 *   whose values ctx.convert turns into what the program sees
 * @property {Storage} [storage] unused: relations bring their heaps
 * @property {boolean} [instrument] count rows and time per node in ctx.stats
 */

class Executable {
  /** @param {PlannedStatement} planned @param {CompileOptions} options */
  constructor(planned, options) {
    this.planned = planned
    this.options = options
    /**
     * May `run` be used? Bounded (or nobody else waits for the thread), and at most one row is changed, so that a wait
     * comes before any effect.
     */
    this.plainOk =
      (planned.bounded || planned.bodyCalls.length > 0 || (planned.straight && options.output === 'objects'))
      && singleChange(planned)
      && (planned.root?.node !== 'modify' || eventsAllowPlain(planned.root, options.catalog))
    /** @type {((ctx: ExecContext) => number) | null} */
    this.plain = null
    /**
     * What runs it while it is new; null: it is not any more, or cannot be.
     * @type {import('./interpret/program.js').Program | null | undefined}
     */
    this.program = undefined
    /** By it. */
    this.runs = 0
    /** @type {((ctx: ExecContext) => Generator<number, number, void>) | null} */
    this.generator = null
    /**
     * The generator body of a statement that may begin again, as it last turned out to be right.
     * @type {Variant | null}
     */
    this.variant = null
    /** @type {import('./operators/write/insert-many.js').ManyBody | null | undefined} undefined: not asked for yet */
    this.manyBody = undefined
    /** @type {import('./operators/scan/look-ahead.js').RowAhead | null | undefined} undefined: not asked for yet */
    this.rowAhead = undefined
  }

  /**
   * The plain body.
   * @param {ExecContext} ctx
   * @param {boolean} [isLast] there is no other body to be asked
   * @returns {number} rows sent or changed; WAITS, or a WaitSignal is thrown: it would have to wait, and nothing has
   *   happened yet
   */
  run(ctx, isLast = false) {
    if (this.plain === null) {
      const done = this.interpret(ctx)
      if (done >= 0) return done
      const module = statementModule(this.planned, this.options, false)
      if (!isLast && module.characters() >= LONG_SOURCE && ctx.session !== null && !ctx.session.synchronous) {
        // Another thread compiles it for the body that may wait.
        this.plainOk = false
        return -1
      }
      this.plain = module.build('statement')
    }
    return /** @type {(ctx: ExecContext) => number} */ (this.plain)(ctx)
  }

  /**
   * The generator body, not started.
   * @param {ExecContext} ctx
   * @returns {Generator<number, number, void>} yields codes.js; returns the row count
   */
  start(ctx) {
    const isNew = this.generator === null && this.variant === null && this.program !== null
    return isNew ? this.beginning(ctx) : this.compiled(ctx)
  }

  /** @param {ExecContext} ctx @returns {Generator<number, number, void>} */
  *beginning(ctx) {
    const done = this.interpret(ctx)
    return done >= 0 ? done : yield* this.compiled(ctx)
  }

  /**
   * The first executions.
   * @param {ExecContext} ctx @returns {number} rows; -1: it has to be compiled, and nothing has happened yet
   */
  interpret(ctx) {
    if (this.program === undefined) this.program = programOf(this.planned, this.options, FUNCTIONS)
    if (this.program === null) return -1
    const done = this.runs++ < interpreting.runs ? this.program.run(ctx) : -1
    if (done < 0) this.program = null
    return done
  }

  /** @param {ExecContext} ctx @returns {Generator<number, number, void>} */
  compiled(ctx) {
    if (this.planned.restartable && !this.options.instrument) return this.restarting(ctx)
    return this.generator === null ? this.building(ctx) : this.generator(ctx)
  }

  /** @param {ExecContext} ctx @returns {Generator<number, number, void>} */
  *building(ctx) {
    const module = statementModule(this.planned, this.options, true, { ...AS_USUAL, patient: true })
    const body = this.generator ??= yield* built(module, ctx)
    return yield* body(ctx)
  }

  /**
   * Begins again with another body when the one that runs asks for it.
   * @param {ExecContext} ctx
   * @returns {Generator<number, number, void>}
   */
  *restarting(ctx) {
    for (;;) {
      const { nodes, patient, body } = yield* this.variantFor(ctx)
      ctx.mayRestart = true
      try {
        return yield* body(ctx)
      } catch (error) {
        if (!(error instanceof RestartSignal)) throw error
        resetContext(ctx)
        this.variant = yield* this.makeVariant(
          error.node === PATIENCE
            ? { nodes, workMem: ctx.workMem, patient: true }
            : { nodes: new Set([...nodes, error.node]), workMem: ctx.workMem, patient },
          ctx,
        )
      }
    }
  }

  /** @param {ExecContext} ctx @returns {Generator<number, Variant, void>} */
  *variantFor(ctx) {
    const known = this.variant
    if (known !== null && (known.nodes.size === 0 || ctx.workMem <= known.workMem)) return known
    return (this.variant = yield* this.makeVariant({ ...AS_USUAL, patient: known?.patient ?? false }, ctx))
  }

  /** @param {Habits} habits @param {ExecContext} ctx @returns {Generator<number, Variant, void>} */
  *makeVariant(habits, ctx) {
    const module = statementModule(this.planned, this.options, true, habits)
    return { ...habits, body: yield* built(module, ctx) }
  }

  /**
   * The body for many rows of parameters, if it has one.
   * @returns {import('./operators/write/insert-many.js').ManyBody | null}
   */
  many() {
    if (this.manyBody === undefined) {
      const { planned, options } = this
      this.manyBody = writesMany(planned, options.catalog)
        ? insertMany(planned.root, new Module({ generator: false, catalog: options.catalog, functions: FUNCTIONS }))
        : null
    }
    return this.manyBody
  }

  /**
   * The row it looks up by a parameter, if it does.
   * @returns {import('./operators/scan/look-ahead.js').RowAhead | null}
   */
  ahead() {
    return this.rowAhead === undefined
      ? (this.rowAhead = rowAhead(
          this.planned,
          new Module({ generator: false, catalog: this.options.catalog, functions: FUNCTIONS }),
        ))
      : this.rowAhead
  }

  /** The code it runs, to read: the plain body if that may run. @param {boolean} [generator] @returns {string} */
  dump(generator = !this.plainOk) {
    const habits = generator ? { ...AS_USUAL, patient: true } : AS_USUAL
    return statementModule(this.planned, this.options, generator, habits).dump('statement')
  }
}

/**
 * @param {PlannedStatement} planned
 * @param {CompileOptions} options
 * @returns {Executable} both bodies are generated when first asked for
 */
export function compile(planned, options) {
  return new Executable(planned, options)
}

/** What bodies of one statement differ in: hash joins that keep their outer rows, and for how much work_mem; whether it
 * waits for calls that take long.
 * @typedef {{ nodes: Set<number>, workMem: number, patient: boolean }} Habits
 */
/** @typedef {Habits & { body: (ctx: ExecContext) => Generator<number, number, void> }} Variant */

/** @type {Habits} */
const AS_USUAL = { nodes: new Set(), workMem: 0, patient: false }

/** Characters that V8 compiles in ten milliseconds or two. */
const LONG_SOURCE = 200_000

/**
 * A module's entry, where others may run while V8 compiles what is long.
 * @param {Module} module @param {ExecContext} ctx @returns {Generator<number, any, void>}
 */
function* built(module, ctx) {
  const { session } = ctx
  for (const outline of module.outlines) yield* outline.write(SLICE)
  if (module.characters() < LONG_SOURCE || session === null || session.synchronous) return module.build('statement')
  yield SLICE
  const text = module.text('statement')
  yield SLICE
  return (yield* through(ctx, session.compiledElsewhere(`(function (k) {${text}\n})`)))(module.constants)
}

/**
 * @param {PlannedStatement} planned
 * @param {CompileOptions} options
 * @param {boolean} generator
 * @param {Habits} [habits]
 */
function statementModule(planned, options, generator, habits = AS_USUAL) {
  const module = new Module({
    generator, catalog: options.catalog, functions: FUNCTIONS, instrument: options.instrument,
    spooling: habits.nodes.size > 0 ? habits : null, patient: habits.patient,
  })
  module.ownsState = true
  const callsBodies = planned.bodyCalls.length > 0
  module.looksUp = !generator && !planned.bounded && !callsBodies
  module.makesRoom = !generator
  module.hasEffects = !planned.repeatable || callsBodies
  module.writes = !planned.readOnly
  module.ctes = planned.ctes.map((plan) => ({ plan, made: undefined }))
  module.outputs = planned.outputs
  const fn = new FunctionBuilder(module, 'statement', null)
  const root = planned.root
  if (root === null) throw new Error('a utility statement has no plan')
  if (callsBodies && !generator) {
    module.plainSites = []
    const sites = module.constant(module.plainSites, 'sites')
    fn.line(`if (!${module.constant(areReady, 'areReady')}(ctx, ${sites})) return ${WAITS}`)
  }
  produce(root, fn, () => {
    if (planned.outputs.length > 0 || planned.command === 'select')
      emitRow(fn, planned, options.output, options.formats ?? null)
    else fn.line('ctx.rowCount++')
  })
  // A WITH query that changes data runs to its end even if nobody reads it; of several the last one first, so that who
  // reads another's rows takes them.
  for (let index = planned.ctes.length - 1; index >= 0; index--)
    if (planned.ctes[index].modifies) fn.line(`void ${ctes().cteRows(fn, index)}`)
  for (const line of module.atEnd) fn.line(line)
  if (module.queuesChecks && !generator)
    fn.line(`if (ctx.events !== null) ${module.constant(fireChecks, 'fireChecks')}(ctx)`)
  fn.line('return ctx.rowCount')
  module.functions.push(fn.text())
  return module
}

/** @param {PlannedStatement} planned */
function singleChange(planned) {
  if (planned.ctes.some((cte) => cte.modifies)) return false
  const root = planned.root
  if (planned.readOnly && root?.node !== 'modify') return root === null || !hasNode(root, 'lockRows') || atMostOne(root)
  return root?.node === 'modify' && atMostOne(root.input)
}

/**
 * The value of an expression that reads no table: defaults, EXECUTE arguments, LIMIT of a utility statement.
 * @param {Expr} expr @param {ExecContext} ctx @returns {any}
 */
export function evaluate(expr, ctx) {
  if (expr.kind === 'const') return expr.value
  return compileExpression(expr, ctx.catalog)(ctx)
}

/**
 * The same of several whose values are not wanted, but whose errors are. @param {Expr[]} exprs @param {ExecContext} ctx
 */
export function evaluateAll(exprs, ctx) {
  const module = new Module({ generator: false, catalog: ctx.catalog, functions: FUNCTIONS })
  module.define('values', null, (fn) => {
    for (const expr of exprs) fn.line(`void (${fn.expression(expr).js})`)
  })
  module.build(module.lastName)(ctx)
}

/** For a function that is written elsewhere. @param {CatalogSnapshot} catalog @returns {InlinedExpressions} */
export const inlinedExpressions = (catalog) => new InlinedExpressions(catalog, FUNCTIONS)

/**
 * @param {Expr} expr without columns
 * @param {CatalogSnapshot} catalog
 * @param {import('./expressions/procedures.js').CallSite[] | null} [sites] where calls that may wait are noted
 * @param {boolean} [late] parameters are read where their values are wanted, not before
 * @returns {(ctx: ExecContext) => any}
 */
export function compileExpression(expr, catalog, sites = null, late = false) {
  const module = new Module({ generator: false, catalog, functions: FUNCTIONS })
  module.plainSites = sites
  module.readsLate = late
  module.define('value', null, (fn) => fn.line(`return ${expression(fn, expr).js}`))
  return module.build(module.lastName)
}

/**
 * A condition over one row given as an array of values in attnum order; columns may have any rt. True if and only if
 * the condition is true (`check`: unless it is false, as CHECK constraints want it).
 * @param {Expr} expr
 * @param {CatalogSnapshot} catalog
 * @param {{ check?: boolean }} [options]
 * @returns {(ctx: ExecContext, values: any[]) => boolean}
 */
export function compilePredicate(expr, catalog, { check = false } = {}) {
  const module = new Module({ generator: false, catalog, functions: FUNCTIONS })
  module.define('test', null, (fn) => {
    fn.ownParams = ['values']
    bindValues(fn, expr)
    fn.line(
      check ? `return ${expression(fn, retarget(expr, 0)).js} !== false` : `return ${condition(fn, retarget(expr, 0))}`,
    )
  })
  return module.build(module.lastName)
}

/**
 * An expression over one row given as an array of values.
 * @param {any} expr
 * @param {CatalogSnapshot} catalog
 * @returns {(ctx: ExecContext, values: any[]) => any}
 */
export function compileRowExpression(expr, catalog) {
  const module = new Module({ generator: false, catalog, functions: FUNCTIONS })
  module.define('value', null, (fn) => {
    fn.ownParams = ['values']
    bindValues(fn, expr)
    fn.line(`return ${expression(fn, retarget(expr, 0)).js}`)
  })
  return module.build(module.lastName)
}

/**
 * A domain's rules over one value: returns it, or throws 23502, 23514.
 * @param {number} typeOid
 * @param {CatalogSnapshot} catalog
 * @returns {(ctx: ExecContext, value: any) => any}
 */
export function compileDomainCheck(typeOid, catalog) {
  const module = new Module({ generator: false, catalog, functions: FUNCTIONS })
  module.define('check', null, (fn) => defineCheck(fn, typeOid))
  return module.build(module.lastName)
}

/** @param {FunctionBuilder} fn @param {Expr} expr */
function bindValues(fn, expr) {
  /** @param {Expr} node */
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return
    if (node.kind === 'column')
      fn.bind(columnKey({ rt: 0, attnum: node.attnum }), { read: `values[${node.attnum - 1}]`, nullable: true })
    else if (node.kind !== 'const') Object.values(node).forEach(walk)
  }
  walk(expr)
}

/**
 * The key of a tuple in pool memory, for purge, index builds and unique checks.
 * @param {IndexDesc} index @param {TupleLayout} layout
 * @param {{ catalog: KnownCatalog, old?: boolean }} options old: of versions, too, from before a column was NOT NULL
 * @returns {(bytes: Uint8Array, view: DataView, at: number, out: Uint8Array, outAt: number) => number} the key's end in
 *   `out`; -1: the row is not in this partial index
 */
export function compileKeyExtractor(index, layout, { catalog, old = false }) {
  const module = new Module({ generator: false, catalog, functions: FUNCTIONS })
  const columns = catalog?.relation?.(index.relationOid)?.columns ?? []
  const name = module.constant(layout, 'layout')
  module.named('readInt8', readInt8)
  module.define('key', null, (fn) => {
    fn.ownParams = ['bytes', 'view', 'at', 'out', 'outAt']
    layout.columns.forEach((/** @type {unknown} */ _, /** @type {number} */ at) => {
      const notNull = !old && columns[at]?.neverNull === true
      const read = layout.emitRead(at, 'at', name)
      fn.bind(columnKey({ rt: 0, attnum: at + 1 }), {
        read: notNull || layout.hasAdded() ? read : `${layout.emitIsNull(at, 'at', name)} ? null : ${read}`,
        nullable: !notNull,
      })
    })
    fn.line('let end = outAt')
    if (index.predicate !== null) fn.line(`if (!${condition(fn, retarget(index.predicate, 0))}) return -1`)
    putKey(fn, index, 0, 'out', 'end')
    fn.line('return end')
  })
  const extract = module.build(module.lastName)
  const ctx = makeContext({ catalog, env: DEFAULT_ENV })
  return (bytes, view, at, out, outAt) => extract(ctx, bytes, view, at, out, outAt)
}

setCompilers(
  (index, layout, module) => compileKeyExtractor(index, layout, { catalog: module.catalog }), compileRowExpression,
  (relation, index, module) => module.memo(index, () => new UniqueCheck(relation, index, module)),
)

/**
 * For EXPLAIN ANALYZE: an executable that counts, and the counters to put into its context as `ctx.stats`.
 * @param {PlannedStatement} planned
 * @param {CompileOptions & { clock?: { monotonicMs: () => number }, timing?: boolean }} options without a clock, or
 *   with timing false, no time is counted
 * @returns {{ executable: Executable, stats: PlanStats }}
 */
export function instrumentedExecutable(planned, options) {
  const { clock } = options
  return {
    executable: new Executable(planned, { ...options, instrument: true }),
    stats: new PlanStats(clock !== undefined && options.timing !== false ? () => clock.monotonicMs() : () => 0),
  }
}
