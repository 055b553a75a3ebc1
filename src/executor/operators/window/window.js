/**
 * Window functions. Rows come sorted by partition and order out of a RowSorter, the Sort's below or one that keeps their order; a RowPart has those of one partition, which are given
 * out one by one, while a WindowFrame says which rows the frame holds. Arguments and keys are columns or slots, computed below (planner/build/windows.js).
 */
import { expression } from '../../expressions/compile.js'
import { callName, comparedAs } from '../../expressions/operations.js'
import { keyOf, slotKey } from '../../codegen/function.js'
import { RowPart } from '../../spill/row-part.js'
import { WindowFrame } from './frame.js'
import { fillSorter } from '../sort.js'
import { functionOutput, needsFrame, needsPeers } from './window-functions.js'
import { WindowAggregates } from './window-aggregates.js'

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../carry.js').Carry} Carry */
/** @typedef {import('../row-code.js').RowCode} RowCode */
/** @typedef {{ part: string, frame: string, index: string, row: string, arg: (expr: any, row: string) => import('../../codegen/function.js').Value }} WindowNames */

/** @param {any} node WindowAgg @param {FunctionBuilder} fn @param {() => void} consume */
export function produceWindowAgg(node, fn, consume) {
  const { module } = fn
  const partitionBy = node.partitionBy.map((/** @type {any} */ expr) => ({ expr, desc: false, nullsFirst: false }))
  const { sorter, carry, code, order } = fillSorter(sourceOf(node, module), fn, (stored) => [...keysOf(fn, stored, partitionBy), ...keysOf(fn, stored, node.orderBy)])
  const names = ['part', 'frame', 'index', 'row'].map((hint) => module.name(hint))
  const [part, frame, index, row] = names
  fn.line(`const ${part} = new ${module.constant(RowPart, 'RowPart')}(ctx, ${sorter}, ${order})`)
  const apart = keysOf(fn, carry, partitionBy)
  makeFrame(node, fn, carry, code, { part, frame })
  fn.open(`while (${part}.begin()) {`)
  fn.open(`while (${part}.take()) {`)
  fn.loopHead()
  if (apart.length > 0) fn.line(`if (${code.comparison(apart, 'otherPartition')}(${part}.space, ${part}.first(), ${part}.last) !== 0) { ${part}.putBack(); break }`)
  fn.close()
  fn.line(`${part}.seal()`)
  fn.line(`${frame}.begin()`)
  /** @type {WindowNames} */
  const at = { part, frame, index, row, arg: (expr, from) => argument(fn, carry, code, part, expr, from) }
  const aggregates = new WindowAggregates(fn, node, at)
  aggregates.begin()
  fn.open(`for (let ${index} = 0; ${index} < ${part}.length; ${index}++) {`)
  fn.loopHead()
  if (usesFrame(node)) fn.line(`${frame}.seek(${index})`)
  aggregates.advance()
  fn.line(`let ${row} = ${part}.row(${index})`)
  carry.bindCells(code, `${part}.space`, row)
  node.calls.forEach((/** @type {any} */ call, /** @type {number} */ slot) => {
    if (!call.aggregate) fn.bindValue(slotKey({ node: node.id, index: slot }), functionOutput(fn, call, at))
  })
  // Other rows were looked at meanwhile.
  fn.line(`${row} = ${part}.row(${index})`)
  aggregates.bind()
  consume()
  fn.close()
  fn.close()
}

/** The Sort below, or one that keeps the order rows come in. @param {any} node WindowAgg @param {import('../../codegen/module.js').Module} module */
const sourceOf = (node, module) => node.input.node === 'sort' && !module.instrument ? node.input : { input: node.input, carry: node.carry, keys: [], limit: null }

/** What stored rows are compared by; keys that are the same in all rows are left out. @param {FunctionBuilder} fn @param {Carry} carry @param {any[]} keys @returns {import('../row-code.js').RowKey[]} */
function keysOf(fn, carry, keys) {
  return keys.flatMap((key) => {
    const known = carry.places.get(keyOf(key.expr))
    return known === undefined ? [] : [{ place: known.place, type: comparedAs(fn.module, key.expr, key.collation), desc: key.desc, nullsFirst: key.nullsFirst }]
  })
}

/** @param {any} node */
const usesFrame = (node) => node.calls.some((/** @type {any} */ call) => call.aggregate || needsFrame(call) || needsPeers(call))

/** @param {any} node @param {FunctionBuilder} fn @param {Carry} carry @param {RowCode} code @param {{ part: string, frame: string }} names */
function makeFrame(node, fn, carry, code, { part, frame }) {
  const { module } = fn
  const { mode, start, end, exclude, inRangeFunc, inRangeEndFunc } = node.frame
  const key = node.orderBy[0]
  const byValue = mode === 'range' && (start.offset !== null || end.offset !== null)
  // Nobody looks at the frame itself: only peers may count.
  const framed = node.calls.some((/** @type {any} */ call) => call.aggregate || needsFrame(call))
  const spec = module.constant({
    mode: framed ? mode : 'rows', start: framed ? start.kind : 'unboundedPreceding', end: framed ? end.kind : 'unboundedFollowing', exclude: framed ? exclude : 'none',
    peersNeeded: node.calls.some(needsPeers),
    desc: byValue && key.desc, nullsFirst: byValue && key.nullsFirst,
  }, 'frameSpec')
  const peers = code.comparison(keysOf(fn, carry, node.orderBy), 'peers')
  const place = byValue ? carry.places.get(keyOf(key.expr))?.place : undefined
  const keyCell = place === undefined ? 'null' : module.helper('frameKey', 'space, row', `  return ${code.read(place, 'space', 'row')}`)
  const offsets = [start.offset, end.offset].map((offset) => (offset === null ? 'undefined' : expression(fn, offset).js))
  const inRange = [start.offset === null ? 0 : inRangeFunc, end.offset === null ? 0 : inRangeEndFunc].map((oid) => (oid ? inRangeHelper(fn, oid) : 'null'))
  fn.line(`const ${frame} = new ${module.constant(WindowFrame, 'WindowFrame')}(ctx, ${[part, spec, peers, keyCell, ...offsets, ...inRange].join(', ')})`)
}

/** (ctx, value, base, offset, sub, less) -> boolean. @param {FunctionBuilder} fn @param {number} oid */
function inRangeHelper(fn, oid) {
  const { module } = fn
  const info = module.catalog.function(oid)
  const impl = module.implementations.lookup(info.source ?? info.name)
  return module.helper('inRange', 'ctx, value, base, offset, sub, less', `  return ${callName(fn, oid)}(${impl?.context ? 'ctx, ' : ''}value, base, offset, sub, less)`)
}

/** A call's argument in one row of the partition. @param {FunctionBuilder} fn @param {Carry} carry @param {RowCode} code @param {string} part @param {any} expr @param {string} row @returns {import('../../codegen/function.js').Value} */
function argument(fn, carry, code, part, expr, row) {
  const known = expr.kind === 'column' || expr.kind === 'slot' ? carry.places.get(keyOf(expr)) : undefined
  return known === undefined ? expression(fn, expr) : { js: code.read(known.place, `${part}.space`, row), nullable: known.nullable, atom: false }
}
