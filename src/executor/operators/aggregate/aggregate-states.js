/** How one aggregate keeps its state: written out for the common ones, through the registry for the others. */
import { BPCHAR, FIRST_USER_OID } from '../../../types/oids.js'
import { comparedAs, compareSource, functionInfo, signature } from '../../expressions/operations.js'
import { INLINE_HELPERS } from '../../../functions/impl.js'
import { functionNotSupported } from '../../../errors/execution.js'
import { inSteps } from '../../expressions/large-calls.js'
import { userAggregate } from './user-aggregate.js'

/** @import { TypeDesc } from '../../../catalog/descriptors.js' */
/** @import { Aggref, WindowCall } from '../../../catalog/expr.js' */
/** @import { FuncDesc } from '../../../catalog/descriptors.js' */
/** @import { AggregateImpl } from '../../../functions/aggregates/aggregates.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../../codegen/function.js').Value} Value */
/**
 * @typedef {object} AggregateSource
 * @property {string} initial source of a fresh state
 * @property {boolean} skipsNulls rows with a null argument do not count
 * @property {(cell: string, args: string[], nullable: boolean[]) => void} step writes statements
 * @property {(cell: string) => Value} finish
 */

/** @param {FunctionBuilder} fn @param {Aggref} call or WindowCall over an aggregate @returns {AggregateSource} */
export function aggregateSource(fn, call) {
  const { module } = fn
  const info = functionInfo(module, call.oid)
  const impl = aggregateImpl(module, info)
  const collated = call.inputCollation ? extremeSource(fn, call, info) : null
  if (collated !== null) return collated
  if (impl === undefined) {
    const own = info.oid >= FIRST_USER_OID ? userAggregate(fn, call, info) : null
    if (own !== null) return own
    const extreme = extremeSource(fn, call, info)
    if (extreme === null) throw functionNotSupported(signature(module, info))
    return extreme
  }
  /**
   * Steps only when no argument is null, for aggregates that skip those.
   * @param {string[]} args
   * @param {boolean[]} nullable
   * @param {string} text
   */
  const guarded = (args, nullable, text) => {
    const tests = impl.strictStep
      ? args
          .filter((_, at) => nullable[at])
          .map((name) => `${name} !== null`)
          .join(' && ')
      : ''
    fn.line(tests === '' ? text : `if (${tests}) ${text}`)
  }
  if (impl.inline !== undefined) {
    const { inline } = impl
    for (const helper of inline.helpers)
      module.named(helper, INLINE_HELPERS[/** @type {keyof typeof INLINE_HELPERS} */ (helper)])
    return {
      initial: inline.init, skipsNulls: impl.strictStep,
      finish: (cell) => ({ js: inline.final(cell), nullable: info.name !== 'count' }),
      step: (cell, args, nullable) => guarded(args, nullable, `${cell} = ${inline.step(cell, ...args)}`),
    }
  }
  const name = module.constant(impl, info.name)
  const types = impl.typed
    ? module.constant({ result: call.type, args: call.args.map((arg) => arg.type) }, 'types')
    : ''
  return {
    initial: `${name}.init(${types})`, skipsNulls: impl.strictStep,
    finish: (cell) => ({ js: finalSource(fn, impl, name, cell), nullable: true }),
    step: (cell, args, nullable) => guarded(args, nullable, `${cell} = ${name}.step(${[cell, ...args].join(', ')})`),
  }
}

/**
 * The value of a state, which is made with rests where there is much to make it of.
 * @param {FunctionBuilder} fn @param {AggregateImpl} impl @param {string} name of it @param {string} cell
 */
function finalSource(fn, impl, name, cell) {
  const { module } = fn
  // A window asks for it at every row: what a long state takes counts, however few the rows are.
  const final = impl.work !== undefined && module.generator
    ? `(ctx.fuel -= ${name}.work(${cell}), ${name}.final(${cell}, ctx.env))`
    : `${name}.final(${cell}, ctx.env)`
  if (impl.finalSteps === undefined || !module.generator) return final
  fn.settle()
  const steps = `yield* ${module.constant(inSteps, 'inSteps')}(ctx, ${name}.finalSteps(${cell}, ctx.env))`
  return `(${name}.isLong(${cell}) ? ${steps} : ${final})`
}

/** @param {import('../../codegen/module.js').Module} module @param {FuncDesc} info FuncDesc of the aggregate */
function aggregateImpl(module, info) {
  if (info.namespaceOid !== undefined && info.namespaceOid !== 11) return undefined
  return module.implementations.aggregate(aggregateKey(module, info))
}

/**
 * name(types), as the tables of aggregates are keyed.
 * @param {import('../../codegen/module.js').Module} module
 * @param {FuncDesc} info
 */
export function aggregateKey(module, info) {
  const names = info.argTypes.map((/** @type {number} */ oid) => module.catalog.type(oid)?.name ?? String(oid))
  return `${info.name}(${names.join(',')})`
}

/**
 * The same for a moving frame, with `inverse`: an expression that is true when the rows that left cannot be taken back;
 * null when the aggregate has no such form.
 * @param {FunctionBuilder} fn @param {WindowCall} call over an aggregate
 * @returns {(AggregateSource & { inverse: (cell: string, args: string[], nullable: boolean[]) => string }) | null}
 */
export function movingSource(fn, call) {
  const { module } = fn
  const info = functionInfo(module, call.oid)
  if ((info.namespaceOid !== undefined && info.namespaceOid !== 11) || call.inputCollation) return null
  const impl = module.implementations.moving(aggregateKey(module, info))
  if (impl === undefined) return null
  const name = module.constant(impl, `moving_${info.name}`)
  /** @param {string[]} args @param {boolean[]} nullable */
  const tests = (args, nullable) =>
    impl.strictStep ? args.filter((_, at) => nullable[at]).map((arg) => `${arg} !== null`) : []
  return {
    initial: `${name}.init()`, skipsNulls: impl.strictStep,
    finish: (cell) => ({ js: `${name}.final(${cell})`, nullable: info.name !== 'count' }),
    step: (cell, args, nullable) => {
      const guard = tests(args, nullable).join(' && ')
      fn.line(`${guard === '' ? '' : `if (${guard}) `}${cell} = ${name}.step(${[cell, ...args].join(', ')})`)
    },
    inverse: (cell, args, nullable) =>
      [...tests(args, nullable), `(${cell} = ${name}.inverse(${[cell, ...args].join(', ')})) === undefined`].join(
        ' && ',
      ),
  }
}

/**
 * min and max of a type that has an order.
 * @param {FunctionBuilder} fn
 * @param {any} call
 * @param {TypeDesc} info
 * @returns {AggregateSource | null}
 */
function extremeSource(fn, call, info) {
  if ((info.name !== 'min' && info.name !== 'max') || call.args.length !== 1) return null
  // Of texts that a collation holds equal the last one stays, as text_smaller and text_larger have it.
  const order = `${info.name === 'min' ? '<' : '>'}${call.inputCollation && call.args[0].type !== BPCHAR ? '=' : ''}`
  return { initial: 'null', skipsNulls: true, finish: (cell) => ({ js: cell, nullable: true }),
    step: (cell, [value], [nullable]) => fn.line(`${nullable ? `if (${value} !== null) ` : ''}if (${cell} === null || ${compareSource(fn.module, comparedAs(fn.module, call.args[0], call.inputCollation ?? 0), value, cell)} ${order} 0) ${cell} = ${value}`) }
}
