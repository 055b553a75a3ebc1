/**
 * The shape of a built-in function's implementation, keyed by pg_proc.prosrc, and the helpers that inlined sources
 * call.
 *
 * Strictness is the caller's: for a strict function no argument is null. A non-strict one gets nulls and answers for
 * them. `inline` returns a JavaScript expression that mentions each argument's source exactly once. The helpers it
 * mentions are in INLINE_HELPERS under the same names. A `context` function is called with the execution's context
 * first; a `typed` one gets {result, args, variadic} (type OIDs of the call being made) next.
 */
import { divisionByZero, floatOverflow, floatUnderflow, integerOutOfRange, smallintOutOfRange } from '../errors/data.js'
import { compareFloat } from '../types/numbers/floats.js'
import { int8Add, int8Divide, int8Modulo, int8Multiply, int8Subtract } from '../types/numbers/int8.js'
import { addNumeric, compareNumeric, multiplyNumeric, subtractNumeric } from '../types/numbers/numeric.js'
import { compareText } from '../types/strings/text.js'

/**
 * What functions that need more than their arguments see of the execution.
 * @typedef {object} FunctionContext
 * @property {import('../types/type-ops.js').TypeEnv} env
 * @property {any} catalog CatalogSnapshot
 * @property {import('./host.js').SessionHost} session
 * @property {number | bigint} now transaction start, microseconds since 2000-01-01 UTC
 */

/**
 * @typedef {{ result: number, args: number[], variadic: boolean, columns?: { name: string, type: number,
 *   typmod: number }[] }} CallTypes type OIDs of the call being made; columns: of the query's column definition list
 */

/**
 * @typedef {object} ImplOptions
 * @property {(...args: string[]) => string} [inline]
 * @property {string[]} [helpers]
 * @property {boolean} [context] call gets a FunctionContext first
 * @property {boolean} [typed] call gets CallTypes after the context
 * @property {boolean} [waits] call is a generator that yields promises
 * @property {boolean} [nullable] may answer null to non-null arguments; true unless said
 * @property {boolean} [set] call returns an iterable of values (arrays when there are several columns)
 * @property {boolean} [long] a call may take long, knows how to give up (effort.js), and is a function of its arguments
 *   alone: numbers, texts, and what long-calls.js can send
 * @property {boolean} [zoned] call, which is long, gets the session's TimeZone and the transaction's start first
 * @property {(...args: any[]) => number} [size] bytes that a call will take, when its arguments' own sizes do not tell
 *   (repeat): beyond max_value_size it is refused before it begins
 * @property {(...args: any[]) => number} [work] what a call costs, as bytes gone through once, when that is more than
 *   the arguments' sizes
 * @property {(...args: any[]) => Generator<void, any, void>} [steps] the call, resting every few milliseconds: how it
 *   is made when its values are large
 * @property {(ctx: FunctionContext, ...args: any[]) => Iterable<number>} [folds] of a context function that asks the
 *   catalog alone: it may be called when a statement is planned. OIDs of what it reads there: the plan lasts as long as
 *   these do not change
 * @property {boolean} [records] what it returns, one by one if a set, are PgRecords
 * @property {boolean} [routine] of a library: call is a generator that gets a RoutineCall first (routine-call.js), may
 *   run statements and yields what it waits for; of a set also its rows, as arrays (a single column's too)
 * @property {import('./sampling.js').SampleMethod} [sampling] it is the handler of a TABLESAMPLE method
 */

export class FunctionImpl {
  /** A set's call, made whole. @param {...any} args @returns {any[]} */
  list = (...args) => [...this.call(...args)]

  /** @param {string} name prosrc @param {(...args: any[]) => any} call @param {ImplOptions} options */
  constructor(name, call, options) {
    this.name = name
    this.call = call
    this.context = options.context ?? false
    this.typed = options.typed ?? false
    this.nullable = options.nullable ?? options.inline === undefined
    this.inline = options.inline
    this.inlineHelpers = options.helpers ?? []
    this.waits = options.waits ?? false
    this.set = options.set ?? false
    this.long = options.long ?? false
    this.zoned = options.zoned ?? false
    this.size = options.size
    this.work = options.work
    this.steps = options.steps
    this.records = options.records ?? false
    this.folds = options.folds
    this.routine = options.routine ?? false
    this.sampling = options.sampling
    /** The bundled extension whose it is; '': built in, null: some program's. @type {string | null} */
    this.extension = ''
  }
}

/** A family's table. */
export class Family {
  constructor() {
    /** @type {FunctionImpl[]} */
    this.functions = []
  }

  /**
   * @param {string | string[]} names prosrc or several that share one implementation
   * @param {(...args: any[]) => any} call
   * @param {ImplOptions} [options]
   */
  add(names, call, options = {}) {
    for (const name of Array.isArray(names) ? names : [names])
      this.functions.push(new FunctionImpl(name, call, options))
  }

  /** Functions that read the catalog, the session or the clock. @param {string | string[]} names
   * @param {(ctx: FunctionContext, ...args: any[]) => any} call @param {ImplOptions} [options] */
  context(names, call, options = {}) {
    this.add(names, call, { ...options, context: true })
  }

  /** What runs statements, or is a trigger's. @param {string | string[]} names
   * @param {ConstructorParameters<typeof FunctionImpl>[1]} call a generator's function */
  routine(names, call) {
    this.add(names, call, { routine: true })
  }

  /** Pairs of prosrc and call. @param {Record<string, (...args: any[]) => any>} table */
  all(table) {
    for (const name of Object.keys(table)) this.add(name, table[name])
  }

  /** Polymorphic functions: (ctx, types, ...args). @param {string | string[]} names
   * @param {(ctx: FunctionContext, types: CallTypes, ...args: any[]) => any} call @param {ImplOptions} [options] */
  typed(names, call, options = {}) {
    this.add(names, call, { ...options, context: true, typed: true })
  }
}

/**
 * @param {number} value an exact integer result, or one beyond 2^31 whatever its exactness
 * @param {string} [routine] whose result it is
 */
export function checkInt4(value, routine) {
  const narrow = value | 0
  if (narrow !== value) throw integerOutOfRange(routine)
  return narrow
}

/** @param {number} value @param {string} [routine] whose result it is */
export function checkInt2(value, routine) {
  if (value > 32767 || value < -32768) throw smallintOutOfRange(routine)
  return value | 0
}

/** @param {number} a @param {number} b @param {string} [routine] whose result it is */
export function int4Divide(a, b, routine) {
  if (b === 0) throw divisionByZero(routine)
  if (b === -1) return checkInt4(0 - a, routine)
  return (a / b) | 0
}

/** @param {number} a @param {number} b @param {string} [routine] whose result it is */
export function int4Modulo(a, b, routine) {
  if (b === 0) throw divisionByZero(routine)
  return (a % b) | 0
}

/** Infinite out of finite operands is 22003. @param {number} value @param {number} a @param {number} b */
export function checkFloat8(value, a, b) {
  if ((value === Infinity || value === -Infinity) && Number.isFinite(a) && Number.isFinite(b)) throw floatOverflow()
  return value
}

/** @param {number} a @param {number} b */
export function float8Multiply(a, b) {
  const product = a * b
  if (product === 0 && a !== 0 && b !== 0) throw floatUnderflow()
  return checkFloat8(product, a, b)
}

/** @param {number} a @param {number} b */
export function float8Divide(a, b) {
  if (b === 0 && a === a) throw divisionByZero('float_zero_divide_error')
  const quotient = a / b
  if (quotient === 0 && a !== 0 && b !== Infinity && b !== -Infinity) throw floatUnderflow()
  return checkFloat8(quotient, a, b)
}

/** Rounds to 32 bits. @param {number} value exact or double result @param {number} a @param {number} b */
export function checkFloat4(value, a, b) {
  const rounded = Math.fround(value)
  if ((rounded === Infinity || rounded === -Infinity) && Number.isFinite(a) && Number.isFinite(b)) throw floatOverflow()
  if (rounded === 0 && value !== 0) throw floatUnderflow()
  return rounded
}

/** What inlined sources may name. */
export const INLINE_HELPERS = Object.freeze({
  checkInt4, checkInt2, int4Divide, int4Modulo, int8Add, int8Subtract, int8Multiply, int8Divide, int8Modulo,
  checkFloat8, float8Multiply, float8Divide, checkFloat4, compareFloat, compareText, compareNumeric, addNumeric,
  subtractNumeric, multiplyNumeric,
})
