/**
 * A SELECT of few rows, run by closures that exist already instead of code that has to be written and compiled first:
 * what most statements need that run once or twice. See README.md here.
 *
 *   programOf  null: it has to be compiled      run  -1: it has to be compiled after all
 */
import { propertyOf, putBinary, putInteger, putText } from '../sinks.js'
import { baseType, typeOps } from '../expressions/operations.js'
import { WaitSignal } from '../codes.js'
import { valueBytes } from '../spill/row-codec.js'
import { textWeightOf } from '../../types/weight.js'
import { build } from './nodes.js'
import { GIVE_UP, Scope, UNFIT } from './scope.js'

/** @import { PlannedStatement } from '../../planner/plan.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { Reading, Run } from './scope.js' */
/** @typedef {import('../compile.js').CompileOptions} CompileOptions */
/** @typedef {ConstructorParameters<typeof import('../codegen/module.js').Module>[0]['functions']} Implementations */

/** When statements are interpreted. Tests set it. */
export const interpreting = {
  /** Executions before a statement is compiled; 0: it is compiled at once. */
  runs: 2,
  /** Planned costs beyond which it is compiled at once. */
  costMax: 1500,
  /** Steps of loops after which it is compiled after all, and begins again. */
  steps: 10_000,
}

/** Bytes or rows of an answer after which the same happens. */
const WIRE_BYTES_MAX = 16 * 1024
const ROWS_MAX = 1000
/** Bytes of rows that are kept. */
const ROOM = 1 << 20
/** Of a value whose text is made in steps elsewhere. */
const VALUE_BYTES_MAX = 4096

/**
 * @param {PlannedStatement} planned
 * @param {CompileOptions} options
 * @param {Implementations} functions
 * @returns {Program | null}
 */
export function programOf(planned, options, functions) {
  const { root } = planned
  if (
    root === null || planned.command !== 'select' || !planned.readOnly || !planned.repeatable || options.instrument
    || !(planned.bounded || planned.restartable) || planned.ctes.length > 0 || planned.callsRoutines
    || options.output === 'none' || root.estimate.totalCost > interpreting.costMax
  )
    return null
  const scope = new Scope(options.catalog, functions, build)
  try {
    const link = scope.build(root)
    if (!planned.bounded && scope.expected > interpreting.steps) return null
    const body = link(sinkOf(scope, planned, options))
    scope.forgetBuilding()
    return new Program(scope, body, planned.bounded)
  } catch (error) {
    if (error === UNFIT) return null
    throw error
  }
}

export class Program {
  /** @param {Scope} scope @param {Run} body @param {boolean} bounded */
  constructor(scope, body, bounded) {
    this.scope = scope
    this.body = body
    this.bounded = bounded
  }

  /**
   * @param {ExecContext} ctx
   * @returns {number} rows given; -1: none were, and it has to be compiled
   */
  run(ctx) {
    if (ctx.rowLimit !== Infinity || ctx.stats !== null) return -1
    const { scope } = this
    const { writer } = ctx
    const mark = writer === null ? 0 : writer.at
    const rows = ctx.rows === null ? 0 : ctx.rows.length
    scope.patient = !this.bounded && ctx.session !== null && !ctx.session.synchronous
    scope.room = Math.min(ctx.workMem, ROOM)
    scope.steps = this.bounded ? Infinity : interpreting.steps
    scope.writesUpTo = mark + WIRE_BYTES_MAX
    const counted = Array.from(scope.counters, (counters) => ({ ...counters }))
    try {
      for (const begin of scope.begins) begin(ctx)
      this.body(ctx, new Array(scope.width).fill(null))
      return ctx.rowCount
    } catch (error) {
      if (error !== GIVE_UP && !(error instanceof WaitSignal)) throw error
      ctx.rowCount = 0
      if (writer !== null) {
        writer.at = mark
        writer.open = -1
      }
      if (ctx.rows !== null) ctx.rows.length = rows
      for (const cursor of ctx.cursors) cursor.release()
      ctx.cursors.length = 0
      // Nothing else has counted meanwhile.
      let at = 0
      for (const counters of scope.counters) Object.assign(counters, counted[at++])
      return -1
    } finally {
      for (const end of scope.ends) end()
    }
  }
}

/**
 * What takes the rows at the top.
 * @param {Scope} scope @param {PlannedStatement} planned @param {CompileOptions} options @returns {Run}
 */
function sinkOf(scope, { outputs, columns }, { output, formats }) {
  const readings = scope.values(outputs)
  if (output === 'wire') {
    const formatOf = (/** @type {number} */ at) => !formats?.length ? 0 : formats[formats.length === 1 ? 0 : at]
    return wireSink(scope, readings, outputs.map((expr, at) => cellOf(scope, expr.type, formatOf(at))))
  }
  if (output === 'objects') return objectSink(readings, columns.map(({ name }) => name), formats ?? [])
  return (ctx, r) => {
    const rows = /** @type {unknown[]} */ (ctx.rows)
    rows.push(readings.map((read) => read(ctx, r)))
    if (rows.length > ROWS_MAX) throw GIVE_UP
    ctx.rowCount++
    return false
  }
}

/** @param {Reading[]} readings @param {string[]} names @param {number[]} converted @returns {Run} */
function objectSink(readings, names, converted) {
  // Of columns with the same name the last wins, where the first stands.
  const last = [...new Map(names.map((name, at) => [name, at]))]
  if (last.some(([name]) => propertyOf(name)[0] === '[')) throw UNFIT
  return (ctx, r) => {
    const values = readings.map((read) => read(ctx, r))
    /** @type {Record<string, unknown>} */
    const object = {}
    for (const [name, at] of last) {
      const value = values[at]
      object[name] = value === null || converted[at] !== 1 ? value : ctx.convert[at]?.(value)
    }
    const rows = /** @type {unknown[]} */ (ctx.rows)
    rows.push(object)
    if (rows.length > ROWS_MAX) throw GIVE_UP
    ctx.rowCount++
    return false
  }
}

/** @typedef {(writer: import('../../util/byte-writer.js').ByteWriter, value: Datum, ctx: ExecContext) => void} Cell */

/** @param {Scope} scope @param {Reading[]} readings @param {Cell[]} cells @returns {Run} */
const wireSink = (scope, readings, cells) => (ctx, r) => {
  // Values first: an expression that fails must not leave half a message.
  const values = readings.map((read) => read(ctx, r))
  const writer = /** @type {import('../../util/byte-writer.js').ByteWriter} */ (ctx.writer)
  writer.open = writer.at
  writer.u8(DATA_ROW)
  const mark = writer.reserveLength()
  writer.i16(values.length)
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    if (value === null) writer.i32(-1)
    else cells[at](writer, value, ctx)
  }
  writer.view.setInt32(mark, writer.at - mark)
  writer.open = -1
  ctx.rowCount++
  if (writer.at > scope.writesUpTo || writer.at > ctx.highWater) throw GIVE_UP
  return false
}
const DATA_ROW = 68

/** Types that are written as integers are. */
const INTEGERS = new Set([21, 23, 26])

/** What writes a column's values. @param {Scope} scope @param {number} type @param {number} format @returns {Cell} */
function cellOf({ module }, type, format) {
  const ops = typeOps(module, type)
  if (format === 1) return (writer, value, { env }) => putBinary(writer, ops, value, env)
  const base = baseType(module, type)
  if (INTEGERS.has(base)) return /** @type {Cell} */ (putInteger)
  if (ops.formatSteps === undefined) return (writer, value, { env }) => putText(writer, ops, value, env)
  return (writer, value, { env }) => {
    // Rows within rows double their text with each.
    if (valueBytes(value) > VALUE_BYTES_MAX || textWeightOf(value) > VALUE_BYTES_MAX) throw GIVE_UP
    putText(writer, ops, value, env)
  }
}
