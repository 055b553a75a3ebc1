/**
 * Calls that may take long (regular expressions over large texts): they begin here, like any other call, and give up
 * after a while (util/effort.js). Then they are made again where they hold up nobody, through `ctx.session.longCall`,
 * and the statement waits, so that others run and a cancel ends it.
 *
 * Waiting means that columns of the row are read before the call: pages may change meanwhile. So the usual body does
 * not wait. When a call of it gives up, the statement begins again with a patient body, if it has given no row and may
 * (RestartSignal); a plain body makes room for the generator; otherwise the call just goes on.
 */
import { EXHAUSTED, limited } from '../../util/effort.js'
import { WaitSignal } from '../codes.js'
import { PATIENCE, RestartSignal, hasChanged, releaseCursors } from '../context.js'
import { guarded } from './guarded.js'
import { through } from './procedures.js'

/** @import { Datum } from '../../types/datum.js' */
/** @import { FuncDesc } from '../../catalog/descriptors.js' */
/** @import { ExecContext } from '../context.js' */
/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */

/**
 * @param {FunctionBuilder} fn
 * @param {import('../../functions/impl.js').FunctionImpl} impl
 * @param {FuncDesc} info
 * @param {Value[]} args
 * @returns {Value}
 */
export function longCall(fn, impl, info, args) {
  const source = longSource(fn, impl)
  return info.strict
    ? guarded(fn, args, source, impl.nullable !== false)
    : { js: `(${source(args.map((arg) => arg.js))})`, nullable: true }
}

/**
 * @param {FunctionBuilder} fn
 * @param {import('../../functions/impl.js').FunctionImpl} impl
 * @returns {(args: string[]) => string}
 */
export function longSource(fn, impl) {
  const { module } = fn
  const name = module.constant(impl, 'impl')
  const first = impl.zoned ? 'ctx.env.timeZone, ctx.env.now, ' : ''
  if (module.generator && module.patient) {
    fn.settle()
    const patient = module.constant(patientCall, 'patientCall')
    return (args) => `(yield* ${patient}(ctx, ${name}, [${first}${args.join(', ')}]))`
  }
  // A plain body that may have had an effect cannot make room.
  const call = module.generator ? impatientCall : module.makesRoom && !module.hasEffects ? plainCall : callNow
  return (args) => `${module.constant(call, call.name)}(ctx, ${name}, [${first}${args.join(', ')}])`
}

/** Texts that are not even tried here. */
const LARGE_CHARACTERS = 1 << 18

/** @param {unknown} impl @param {Datum[]} args @returns {any} EXHAUSTED, or the value */
const tried = (impl, args) =>
  args.some((arg) => typeof arg === 'string' && arg.length > LARGE_CHARACTERS) ? EXHAUSTED : limited(callOf(impl), args)

/** Sets are made whole before their first row. @param {any} impl */
const callOf = (impl) => (impl.set ? impl.list : impl.call)

/** @param {ExecContext} ctx @param {unknown} impl @param {unknown[]} args @returns {Generator<number, any, void>} */
function* patientCall(ctx, impl, args) {
  const value = tried(impl, args)
  if (value !== EXHAUSTED) return value
  releaseCursors(ctx)
  return yield* through(ctx, ctx.session.longCall(impl, args))
}

/** @param {ExecContext} ctx @param {unknown} impl @param {unknown[]} args @throws {RestartSignal} */
function impatientCall(ctx, impl, args) {
  if (!ctx.mayRestart || ctx.rowCount > 0) return callNow(ctx, impl, args)
  const value = tried(impl, args)
  if (value === EXHAUSTED) throw new RestartSignal(PATIENCE)
  return value
}

/** @param {ExecContext} ctx @param {unknown} impl @param {unknown[]} args @throws {WaitSignal} */
function plainCall(ctx, impl, args) {
  if (ctx.session.synchronous || hasChanged(ctx)) return callNow(ctx, impl, args)
  const value = tried(impl, args)
  if (value === EXHAUSTED) throw new WaitSignal(null)
  return value
}

/** @param {unknown} ctx @param {unknown} impl @param {unknown[]} args */
const callNow = (ctx, impl, args) => callOf(impl)(...args)
