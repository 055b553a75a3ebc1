/**
 * Window functions. Rows come sorted by partition and order; a partition is gathered in a RowStore (which spills), then its rows are given out one by one,
 * while a WindowFrame says which rows the frame holds. Arguments and keys are columns or slots, computed below (planner/build/windows.js).
 *
 * Sorted input straight from a Sort is pulled from its Sorter; any other goes through a RowBuffer first.
 */
import { expression } from '../expressions/compile.js'
import { callName, comparedAs } from '../expressions/operations.js'
import { keyOf, slotKey } from '../codegen/function.js'
import { RowBuffer } from '../spill/row-buffer.js'
import { RowStore } from '../spill/row-store.js'
import { WindowFrame } from '../window/frame.js'
import { Carry, rowComparator } from './carry.js'
import { fillSorter } from './sort.js'
import { produce } from './produce.js'
import { functionOutput, needsFrame, needsPeers } from './window-functions.js'
import { WindowAggregates } from './window-aggregates.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {{ part: string, frame: string, index: string, row: string, arg: (expr: any, row: string) => import('../codegen/function.js').Value }} WindowNames */

/** @param {any} node WindowAgg @param {FunctionBuilder} fn @param {() => void} consume */
export function produceWindowAgg(node, fn, consume) {
  const { module } = fn
  const { source, carry } = sourceOf(node, fn)
  const names = ['part', 'frame', 'first', 'done', 'index', 'row'].map((hint) => module.name(hint))
  const [part, frame, first, done, index, row] = names
  fn.line(`const ${part} = new ${module.constant(RowStore, 'RowStore')}(ctx, ${module.constant(carry.types(), 'types')})`)
  const differs = comparator(fn, carry, node.partitionBy.map((/** @type {any} */ expr) => ({ expr, desc: false, nullsFirst: false })), 'otherPartition')
  makeFrame(node, fn, carry, { part, frame })
  fn.line(`let ${first} = null, ${done} = false`)
  fn.open(`while (!${done}) {`)
  fn.line(`${part}.reset()`)
  fn.line(`if (${first} !== null) ${part}.push(${first})`)
  fn.open('for (;;) {')
  fn.loopHead()
  fn.line(`const ${row} = ${source}.next()`)
  fn.line(`if (${row} === undefined) { ${done} = true; break }`)
  fn.line(`if (${first} === null) ${first} = ${row}`)
  if (differs !== null) fn.line(`else if (${differs}(${first}, ${row}) !== 0) { ${first} = ${row}; break }`)
  fn.line(`${part}.push(${row})`)
  fn.close()
  fn.line(`if (${part}.length > 0) ${frame}.begin()`)
  /** @type {WindowNames} */
  const at = { part, frame, index, row, arg: (expr, from) => argument(fn, carry, expr, from) }
  const aggregates = new WindowAggregates(fn, node, at)
  aggregates.begin()
  fn.open(`for (let ${index} = 0; ${index} < ${part}.length; ${index}++) {`)
  fn.loopHead()
  fn.line(`const ${row} = ${part}.row(${index})`)
  if (usesFrame(node)) fn.line(`${frame}.seek(${index})`)
  carry.bind(row)
  aggregates.advance()
  node.calls.forEach((/** @type {any} */ call, /** @type {number} */ slot) => {
    if (!call.aggregate) fn.bindValue(slotKey({ node: node.id, index: slot }), functionOutput(fn, call, at))
  })
  aggregates.bind()
  consume()
  fn.close()
  fn.close()
}

/** The rows in their order: a local with next(), and where what is. @param {any} node @param {FunctionBuilder} fn */
function sourceOf(node, fn) {
  const { module } = fn
  if (node.input.node === 'sort' && !module.instrument) {
    const { sorter, carry } = fillSorter(node.input, fn)
    return { source: sorter, carry }
  }
  const buffer = module.name('buffer')
  const source = module.name('reader')
  const carry = new Carry(fn, node.carry)
  fn.line(`const ${buffer} = new ${module.constant(RowBuffer, 'RowBuffer')}(ctx, ${module.constant(carry.types(), 'types')})`)
  produce(node.input, fn, () => fn.line(`${buffer}.push([${carry.values().join(', ')}])`))
  fn.line(`const ${source} = ${buffer}.reader()`)
  return { source, carry }
}

/** Compares stored rows by these keys; null when they are all constant. @param {FunctionBuilder} fn @param {Carry} carry @param {any[]} keys @param {string} hint */
function comparator(fn, carry, keys, hint) {
  const found = keys.flatMap((key) => {
    const known = carry.places.get(keyOf(key.expr))
    return known === undefined ? [] : [{ place: known.place, type: comparedAs(fn.module, key.expr, key.collation), desc: key.desc, nullsFirst: key.nullsFirst, nullable: known.nullable }]
  })
  return found.length === 0 ? null : rowComparator(fn, found, hint)
}

const sameGroup = () => 0

/** @param {any} node */
const usesFrame = (node) => node.calls.some((/** @type {any} */ call) => call.aggregate || needsFrame(call) || needsPeers(call))

/** @param {any} node @param {FunctionBuilder} fn @param {Carry} carry @param {{ part: string, frame: string }} names */
function makeFrame(node, fn, carry, { part, frame }) {
  const { module } = fn
  const { mode, start, end, exclude, inRangeFunc, inRangeEndFunc } = node.frame
  const key = node.orderBy[0]
  const byValue = mode === 'range' && (start.offset !== null || end.offset !== null)
  // Nobody looks at the frame itself: only peers may count.
  const framed = node.calls.some((/** @type {any} */ call) => call.aggregate || needsFrame(call))
  const spec = module.constant({
    mode: framed ? mode : 'rows', start: framed ? start.kind : 'unboundedPreceding', end: framed ? end.kind : 'unboundedFollowing', exclude: framed ? exclude : 'none',
    peersNeeded: node.calls.some(needsPeers), keyPlace: byValue ? carry.places.get(keyOf(key.expr))?.place ?? -1 : -1,
    desc: byValue && key.desc, nullsFirst: byValue && key.nullsFirst,
  }, 'frameSpec')
  const peers = comparator(fn, carry, node.orderBy, 'peers') ?? module.constant(sameGroup, 'peers')
  const offsets = [start.offset, end.offset].map((offset) => (offset === null ? 'undefined' : expression(fn, offset).js))
  const inRange = [start.offset === null ? 0 : inRangeFunc, end.offset === null ? 0 : inRangeEndFunc].map((oid) => (oid ? inRangeHelper(fn, oid) : 'null'))
  fn.line(`const ${frame} = new ${module.constant(WindowFrame, 'WindowFrame')}(ctx, ${[part, spec, peers, ...offsets, ...inRange].join(', ')})`)
}

/** (ctx, value, base, offset, sub, less) -> boolean. @param {FunctionBuilder} fn @param {number} oid */
function inRangeHelper(fn, oid) {
  const { module } = fn
  const info = module.catalog.function(oid)
  const impl = module.implementations.lookup(info.source ?? info.name)
  return module.helper('inRange', 'ctx, value, base, offset, sub, less', `  return ${callName(fn, oid)}(${impl?.context ? 'ctx, ' : ''}value, base, offset, sub, less)`)
}

/** A call's argument in one row of the partition. @param {FunctionBuilder} fn @param {Carry} carry @param {any} expr @param {string} row @returns {import('../codegen/function.js').Value} */
function argument(fn, carry, expr, row) {
  const known = expr.kind === 'column' || expr.kind === 'slot' ? carry.places.get(keyOf(expr)) : undefined
  return known === undefined ? expression(fn, expr) : { js: `${row}[${known.place}]`, nullable: known.nullable, atom: false }
}
