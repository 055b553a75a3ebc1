/** The functions that exist only as window functions, by prosrc. */
import { functionInfo } from '../../expressions/operations.js'
import { functionNotSupported, badNthValue, badNtile } from '../../../errors/execution.js'

/** @import { WindowCall } from '../../../catalog/expr.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../../codegen/function.js').Value} Value */
/** @typedef {import('./window.js').WindowNames} WindowNames */

/** pg_proc OIDs of functions that look at the frame: first_value, last_value, nth_value. */
const FRAMED = new Set([3112, 3113, 3114])
/** Those that look at peers: rank, dense_rank, percent_rank, cume_dist. */
const PEERED = new Set([3101, 3102, 3103, 3104])

/** @param {WindowCall} call */
export const needsFrame = (call) => FRAMED.has(call.oid)
/** @param {WindowCall} call */
export const needsPeers = (call) => PEERED.has(call.oid)

/** @param {string} js @returns {Value} */
const exact = (js) => ({ js, nullable: false })

/** @type {Record<string, (fn: FunctionBuilder, args: any[], at: WindowNames) => Value>} */
const FUNCTIONS = {
  window_row_number: (_, _args, { before, index }) => exact(`${before}${index} + 1`),
  window_rank: (_, _args, { before, frame }) => exact(`${before}${frame}.groupStart + 1`),
  window_dense_rank: (_, _args, { groups, frame }) => exact(`${groups}${frame}.group + 1`),
  window_percent_rank: (_, _args, { frame, part }) =>
    exact(`(${part}.length > 1 ? ${frame}.groupStart / (${part}.length - 1) : 0)`),
  window_cume_dist: (_, _args, { frame, part }) => exact(`${frame}.groupEnd / ${part}.length`),
  window_ntile: (fn, [buckets], { index, part, arg }) => ({
    nullable: true,
    js: `${fn.module.constant(ntile, 'ntile')}(${index}, ${part}.length, ${arg(buckets, `${part}.row(0)`).js})`,
  }),
  window_lag: (fn, [value], at) => shifted(fn, at, `${at.index} - 1`, value, null),
  window_lag_with_offset: (fn, [value, offset], at) => shifted(fn, at, `${at.index} - `, value, null, offset),
  window_lag_with_offset_and_default: (fn, [value, offset, other], at) =>
    shifted(fn, at, `${at.index} - `, value, other, offset),
  window_lead: (fn, [value], at) => shifted(fn, at, `${at.index} + 1`, value, null),
  window_lead_with_offset: (fn, [value, offset], at) => shifted(fn, at, `${at.index} + `, value, null, offset),
  window_lead_with_offset_and_default: (fn, [value, offset, other], at) =>
    shifted(fn, at, `${at.index} + `, value, other, offset),
  window_first_value: (fn, [value], at) => picked(fn, at, `${at.frame}.at(0)`, value),
  window_last_value: (fn, [value], at) => picked(fn, at, `${at.frame}.last()`, value),
  window_nth_value: (fn, [value, n], at) =>
    picked(fn, at, `${fn.module.constant(nth, 'nth')}(${at.frame}, ${at.arg(n, at.row).js})`, value),
}

/** @param {FunctionBuilder} fn @param {WindowCall} call @param {WindowNames} at @returns {Value} */
export function functionOutput(fn, call, at) {
  const info = functionInfo(fn.module, call.oid)
  const write = FUNCTIONS[info.source ?? '']
  if (write === undefined) throw functionNotSupported(info.name)
  return write(fn, call.args, at)
}

/** The value some rows away, in this partition whatever the frame.
 * @param {FunctionBuilder} fn
 * @param {WindowNames} at
 * @param {string} position
 *  @param {unknown} value @param {unknown} other what stands in beyond the ends @param {unknown} [offset]
 */
function shifted(fn, at, position, value, other, offset) {
  const target = fn.module.name('target')
  const missing = other === null ? 'null' : at.arg(other, at.row).js
  if (offset === undefined) fn.line(`const ${target} = ${position}`)
  else {
    const by = fn.module.name('by')
    fn.line(`const ${by} = ${at.arg(offset, at.row).js}`)
    // A null offset gives null, not the default.
    fn.line(`const ${target} = ${by} === null ? NaN : ${position}${by}`)
  }
  const inside = `${target} >= 0 && ${target} < ${at.part}.length ? ${at.arg(value, `${at.part}.row(${target})`).js} : `
  return { js: `(${inside}${offset === undefined || missing === 'null' ? missing : `${target} !== ${target} ? null : ${missing}`})`, nullable: true }
}

/**
 * The value in one row of the frame.
 * @param {FunctionBuilder} fn
 * @param {WindowNames} at
 * @param {string} position -1: there is none
 * @param {unknown} value
 */
function picked(fn, at, position, value) {
  const target = fn.module.name('target')
  fn.line(`const ${target} = ${position}`)
  return { js: `(${target} < 0 ? null : ${at.arg(value, `${at.part}.row(${target})`).js})`, nullable: true }
}

/** @param {import('./frame.js').WindowFrame} frame @param {number | null} n */
function nth(frame, n) {
  if (n === null) return -1
  if (n <= 0) throw badNthValue()
  return frame.at(n - 1)
}

/**
 * The first `rows % buckets` buckets have one row more.
 * @param {number} index
 * @param {number} rows
 * @param {number | null} buckets
 */
function ntile(index, rows, buckets) {
  if (buckets === null) return null
  if (buckets <= 0) throw badNtile()
  const size = Math.floor(rows / buckets)
  const larger = rows % buckets
  const before = larger * (size + 1)
  return index < before ? Math.floor(index / (size + 1)) + 1 : larger + Math.floor((index - before) / size) + 1
}
