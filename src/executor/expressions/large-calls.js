/**
 * Calls of built-in functions with large values: a text of megabytes takes milliseconds a call, and a statement may
 * make many of them, one within the other. So a call looks at the length of its arguments first, one comparison each,
 * and beyond LARGE_BYTES it is another call: of the function's own `steps`, if it has some, else as it is, between the
 * turns of others.
 *
 * As for calls that take long (long-calls.js), only a patient body can give way in the middle of a row. The usual body
 * begins again as such a one, or makes room for the generator; where it cannot, the loop around the call gives way at
 * its next step.
 */
import { charge } from '../../errors/value-size.js'
import { Jsonb } from '../../types/json/jsonb.js'
import { BIT, BYTEA, JSONB, PATH, POLYGON, RECORD, TSVECTOR, VARBIT, XML } from '../../types/oids.js'
import { textWeightOf, weightOf } from '../../types/weight.js'
import { TsVector } from '../../types/textsearch/vector.js'
import { tire } from '../../util/effort.js'
import { SLICE, WaitSignal } from '../codes.js'
import { PATIENCE, RestartSignal, hasChanged, releaseCursors } from '../context.js'
import { through } from './procedures.js'

/** @import { ExecContext } from '../context.js' */
/** @import { TypeOps } from '../../types/type-ops.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../codegen/function.js').Value} Value */
/**
 * @typedef {{ name: string, call: (...args: any[]) => any, size?: (...args: any[]) => number, work?: (...args: any[])
 *   => number, steps?: (...args: any[]) => Generator<void, any, void> }} SizedImpl
 */

/** Bytes of an argument that most functions go through in half a millisecond. */
const LARGE_BYTES = 1 << 18
/** To read a character as something else takes as long as so many of a text. */
const READ_WEIGHT = 8
/** Values that hold others: rows, ranges, lists of points. @param {TypeOps} ops */
const isNested = ({ oid, category, kind }) =>
  kind === 'var' && (category === 'C' || category === 'R' || oid === RECORD || oid === PATH || oid === POLYGON)

/**
 * JavaScript source that tells a value's size, for types whose values have no bounds; null: the others.
 * @param {FunctionBuilder} fn
 * @param {TypeOps} ops
 * @param {string} name
 * @returns {string | null}
 */
function sizeSource(fn, ops, name) {
  if (ops === TEXT_LIKE) return `${name}.length * ${READ_WEIGHT}`
  if (ops.oid === JSONB) return `${name}.end - ${name}.start`
  if (ops.oid === TSVECTOR) return `${name}.bytes.length`
  if (ops.textIsStored || ops.oid === BYTEA || ops.oid === XML) return ops.name === 'name' ? null : `${name}.length`
  if (ops.oid === BIT || ops.oid === VARBIT) return `${name}.bytes.length`
  if ((ops.elementType !== 0 && ops.category === 'A') || isNested(ops) || ops.formatSteps !== undefined)
    return `${fn.module.constant(textWeightOf, 'weight')}(${name})`
  return null
}

/**
 * How generated code calls a function whose arguments, or whose result, may be large.
 * @param {FunctionBuilder} fn
 * @param {SizedImpl} impl
 * @param {string} callee name of what is called
 * @param {(any | undefined)[]} argTypes TypeOps of each argument; undefined: not known
 * @param {string[]} extra arguments before them: `ctx` and the call's types
 * @param {boolean} strict no argument is null
 * @returns {((names: string[]) => string) | null} null: nothing about it may be large
 */
export function sizedSource(fn, impl, callee, argTypes, extra, strict) {
  const { module } = fn
  const names = argTypes.map((_, at) => `a${at}`)
  const looks = argTypes.flatMap((ops, at) => {
    const size = ops === undefined ? null : sizeSource(fn, ops, names[at])
    return size === null ? [] : [`${strict ? '' : `${names[at]} !== null && `}${size} > ${LARGE_BYTES}`]
  })
  if (impl.size !== undefined) looks.push(`${module.constant(impl.size, 'size')}(${names.join(', ')}) > ${LARGE_BYTES}`)
  if (impl.work !== undefined) looks.push(`${module.constant(impl.work, 'work')}(${names.join(', ')}) > ${LARGE_BYTES}`)
  if (looks.length === 0) return null
  const all = [...extra, ...names].join(', ')
  const isLarge = looks.length === 1 ? looks[0] : looks.map((look) => `(${look})`).join(' || ')
  const large = `(ctx, ${module.constant(impl, 'impl')}, ${extra.length}, [${all}])`
  const patient = module.generator && module.patient
  if (patient) fn.settle()
  const call = patient
    ? patientCall
    : module.generator
      ? impatientCall
      : module.makesRoom && !module.hasEffects
        ? plainCall
        : callNow
  if (!patient) {
    const helper = module.memo(`sized ${callee}(${all}) ${isLarge} ${call.name}`, () =>
      module.helper(
        `sized_${callee}`, ['ctx', ...names].join(', '),
        `  return ${isLarge} ? ${module.constant(call, call.name)}${large} : ${callee}(${all})`,
      ),
    )
    return (args) => `${helper}(${['ctx', ...args].join(', ')})`
  }
  return (args) => {
    const parts = args.map((js) => fn.once({ js, nullable: false, atom: /^[\w$]+$/.test(js) }))
    const again = (/** @type {string} */ source) => source.replace(/\ba(\d+)\b/g, (_, at) => parts[at].again)
    return `(${[...parts.filter((part) => part.first !== part.again).map((part) => part.first), `${again(isLarge)} ? (yield* ${module.constant(call, call.name)}${again(large)}) : ${callee}(${again(all)})`].join(', ')})`
  }
}

/**
 * Input functions by their types' objects: one object each, for the sake of those who compare.
 * @type {WeakMap<any, SizedImpl>}
 */
const inputs = new WeakMap()
/** @type {WeakMap<any, SizedImpl>} */
const outputs = new WeakMap()

/**
 * How generated code reads a value out of text that may be long. @param {FunctionBuilder} fn @param {TypeOps} ops
 * @returns {(names: string[]) => string} of the text, which is not null
 */
export function sizedInput(fn, ops) {
  let impl = inputs.get(ops)
  if (impl === undefined) {
    const { parseSteps } = ops
    impl = {
      name: `${ops.name} input`, call: (env, text) => ops.parse(text, -1, env),
      ...(parseSteps === undefined ? {} : { steps: (env, text) => parseSteps(text, -1, env) }),
    }
    inputs.set(ops, impl)
  }
  return /** @type {(names: string[]) => string} */ (
    sizedSource(fn, impl, fn.module.constant(impl.call, 'input'), [TEXT_LIKE], ['ctx.env'], true)
  )
}

/** @type {unknown} */
const TEXT_LIKE = { textIsStored: true, name: 'text' }

/**
 * How generated code writes a value that may be large as text; null: it never is.
 * @param {FunctionBuilder} fn
 * @param {TypeOps} ops
 * @returns {((names: string[]) => string) | null}
 */
export function sizedOutput(fn, ops) {
  return ops.formatSteps === undefined
    ? null
    : sizedSource(fn, outputOf(ops), fn.module.constant(outputOf(ops).call, 'output'), [ops], ['ctx.env'], true)
}

/**
 * The same where only large values are written this way: null of the others.
 * @param {FunctionBuilder} fn
 * @param {TypeOps} ops
 * @returns {((names: string[]) => string) | null}
 */
export function largeOutput(fn, ops) {
  return ops.formatSteps === undefined
    ? null
    : sizedSource(fn, outputOf(ops), fn.module.constant(nothing, 'nothing'), [ops], ['ctx.env'], true)
}

const nothing = () => null

/** @param {any} ops @returns {SizedImpl} */
function outputOf(ops) {
  let impl = outputs.get(ops)
  if (impl === undefined)
    outputs.set(
      ops,
      (impl = {
        name: `${ops.name} output`, call: (env, value) => ops.format(value, env),
        steps: (env, value) => ops.formatSteps(value, env),
      }),
    )
  return impl
}

/**
 * Refused before it begins, if it is too much.
 * @param {SizedImpl} impl
 * @param {number} extra
 * @param {unknown[]} args
 */
function chargeCall(impl, extra, args) {
  if (impl.size !== undefined) charge(impl.size(...args.slice(extra)), `the result of ${impl.name}()`)
}

/**
 * @param {ExecContext} ctx
 * @param {SizedImpl} impl
 * @param {number} extra
 * @param {unknown[]} args
 * @returns {Generator<number, any, void>}
 */
export function* patientCall(ctx, impl, extra, args) {
  chargeCall(impl, extra, args)
  releaseCursors(ctx)
  if (impl.steps !== undefined || (extra === 0 && isHeavy(impl, args)))
    return checked(impl, yield* through(ctx, ctx.session.longCall(impl, args)))
  const value = checked(impl, impl.call(...args))
  yield SLICE
  return value
}

/**
 * Work in steps, between the turns of others. @template T
 * @param {ExecContext} ctx @param {Generator<void, T, void>} steps @returns {Generator<number, T, void>}
 */
export function* inSteps(ctx, steps) {
  releaseCursors(ctx)
  return yield* through(ctx, ctx.session.longCall({ steps: () => steps }, []))
}

/** Text that most functions go through in a turn of this thread; beyond, the function is asked of another one. */
const HEAVY_BYTES = 4 * 1048576
/** A byte of a document takes as long as so many of a text. */
const DOCUMENT_WEIGHT = 16

/** @param {SizedImpl} impl @param {unknown[]} args */
function isHeavy(impl, args) {
  let bytes = impl.work === undefined ? 0 : impl.work(...args)
  for (const arg of args) {
    if (typeof arg === 'string') bytes += arg.length
    else if (arg instanceof Uint8Array) bytes += arg.length
    else if (arg instanceof Jsonb) bytes += (arg.end - arg.start) * DOCUMENT_WEIGHT
    else if (arg instanceof TsVector) bytes += arg.bytes.length * DOCUMENT_WEIGHT
  }
  return bytes > HEAVY_BYTES
}

/**
 * @param {ExecContext} ctx
 * @param {SizedImpl} impl
 * @param {number} extra
 * @param {unknown[]} args
 * @throws {RestartSignal}
 */
export function impatientCall(ctx, impl, extra, args) {
  if (!ctx.mayRestart || ctx.rowCount > 0) return callNow(ctx, impl, extra, args)
  throw new RestartSignal(PATIENCE)
}

/**
 * @param {ExecContext} ctx
 * @param {SizedImpl} impl
 * @param {number} extra
 * @param {unknown[]} args
 * @throws {WaitSignal}
 */
export function plainCall(ctx, impl, extra, args) {
  if (ctx.session === null || ctx.session.synchronous || hasChanged(ctx)) return callNow(ctx, impl, extra, args)
  throw new WaitSignal(null)
}

/** @param {ExecContext} ctx @param {SizedImpl} impl @param {number} extra @param {unknown[]} args */
export function callNow(ctx, impl, extra, args) {
  chargeCall(impl, extra, args)
  const value = impl.call(...args)
  tire()
  return checked(impl, value)
}

/** What became larger than was to be seen before. @param {SizedImpl} impl @param {any} value */
function checked(impl, value) {
  if (typeof value === 'string') charge(value.length, `the result of ${impl.name}()`)
  else if (value !== null && typeof value === 'object') charge(weightOf(value), `the result of ${impl.name}()`)
  return value
}
