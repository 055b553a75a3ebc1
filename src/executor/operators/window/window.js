/**
 * Window functions. Rows come sorted by partition and order out of a RowSorter, the Sort's below or one that keeps
 * their order, all at once or, where the input has the order, batch by batch; a RowPart has those of one partition,
 * which are given out one by one, while a WindowFrame says which rows the frame holds. Arguments and keys are columns
 * or slots, computed below (planner/build/windows.js).
 */
import { condition, expression } from '../../expressions/compile.js'
import { callName, comparedAs } from '../../expressions/operations.js'
import { keyOf, slotKey } from '../../codegen/function.js'
import { RowPart } from '../../spill/row-part.js'
import { WindowFrame } from './frame.js'
import { openBatches } from '../batches.js'
import { fillSorter } from '../sort.js'
import { functionOutput, needsFrame, needsPeers } from './window-functions.js'
import { WindowAggregates } from './window-aggregates.js'
/** @import { Expr, SortKey } from '../../../catalog/expr.js' */
/** @import { Sort } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('../carry.js').Carry} Carry */
/** @typedef {import('../row-code.js').RowCode} RowCode */
/**
 * @typedef {{ part: string, frame: string, index: string, row: string, before: string, groups: string, arg: (expr: any,
 *   row: string) => import('../../codegen/function.js').Value }} WindowNames
 */

/** @param {any} node WindowAgg @param {FunctionBuilder} fn @param {() => void} consume */
export function produceWindowAgg(node, fn, consume) {
  const { module } = fn
  const source = sourceOf(node, module)
  const others = (/** @type {Carry} */ stored) => [
    ...keysOf(fn, stored, parts(node)),
    ...keysOf(fn, stored, node.orderBy),
  ]
  const way = streamOf(node, source)
  const filled =
    way === null ? fillSorter(source, fn, others) : openBatches(source, fn, way.ends, node.partitionBy, others)
  const [part, frame, index, row, before, groups, going, stopped] = [
    'part', 'frame', 'index', 'row', 'before', 'groups', 'going', 'stopped',
  ].map((hint) => module.name(hint))
  const { carry, code, order } = filled
  makeFrame(node, fn, carry, code, { part: 'null', frame })
  const isRunning = way !== null && way.isRunning
  /** @type {WindowNames} */
  const at = {
    part, frame, index, row, before: isRunning ? `${before} + ` : '', groups: isRunning ? `${groups} + ` : '',
    arg: (expr, from) => argument(fn, carry, code, part, expr, from),
  }
  const aggregates = new WindowAggregates(fn, node, at, isRunning)
  const [done, stop] = [fn.label(), fn.label()]
  if (isRunning) {
    fn.line(`let ${before} = 0, ${groups} = 0, ${stopped} = false`)
    aggregates.declare()
  }
  /** @param {string} sorter */
  const partitions = (sorter) => {
    fn.line(`const ${part} = new ${module.constant(RowPart, 'RowPart')}(ctx, ${sorter}, ${order})`)
    fn.line(`${frame}.part = ${part}`)
    if (isRunning) fn.line(`let ${going} = ${filled.batches}.continues`)
    const apart = keysOf(fn, carry, parts(node))
    fn.open(`while (${part}.begin()) {`)
    fn.open(`while (${part}.take()) {`)
    fn.loopHead()
    if (apart.length > 0) fn.line(`if (${code.comparison(apart, 'otherPartition')}(${part}.space, ${part}.first(), ${part}.last) !== 0) { ${part}.putBack(); break }`)
    fn.close()
    fn.line(`${part}.seal()`)
    fn.line(`${frame}.begin()`)
    if (isRunning) {
      fn.open(`if (!${going}) {`)
      fn.line(`${before} = ${groups} = 0`)
      fn.line(`${stopped} = false`)
      aggregates.startOver()
      fn.close()
    }
    aggregates.begin()
    fn.open(
      `${stop}: for (let ${index} = 0; ${index} < ${part}.length${isRunning ? ` && !${stopped}` : ''}; ${index}++) {`,
    )
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
    if (node.runCondition) {
      const js = condition(fn, node.runCondition)
      fn.line(
        node.partitionBy.length === 0
          ? `if (!(${js})) break ${done}`
          : `if (!(${js})) { ${isRunning ? `${stopped} = true; ` : ''}break ${stop} }`,
      )
    }
    consume()
    fn.close()
    if (isRunning) {
      fn.line(`${before} += ${part}.length`)
      fn.line(`${groups} += ${frame}.group + 1`)
      fn.line(`${going} = false`)
    }
    fn.close()
  }
  if (node.runCondition) fn.open(`${done}: {`)
  if (way === null) partitions(filled.sorter)
  else filled.each(partitions)
  if (node.runCondition) fn.close()
}

/** @param {any} node WindowAgg */
const parts = (node) => node.partitionBy.map((/** @type {Expr} */ expr) => ({ expr, desc: false, nullsFirst: false }))

/**
 * Whether rows are taken batch by batch, since they come in the order of the window's first keys. `isRunning`: what its
 * calls give is known from the rows up to the last peer, so a partition may go on in the next batch. Null: they do not
 * come so.
 * @param {any} node WindowAgg @param {any} source as `sourceOf` @returns {{ ends: any[], isRunning: boolean } | null}
 */
function streamOf(node, source) {
  const { partitionBy, orderBy, frame, calls, isRunning: runs } = node
  const keys = [...partitionBy, ...orderBy.map((/** @type {SortKey} */ key) => key.expr)]
  const isSorted = source.keys.length === 0
  const ordered = isSorted ? keys.length : source.presorted ?? 0
  const seesPeers = calls.some(
    (/** @type {any} */ call) => needsPeers(call) || (call.aggregate && frame.mode !== 'rows'),
  )
  if (runs && isSorted && (keys.length > 0 || !seesPeers)) return { ends: seesPeers ? keys : [], isRunning: true }
  if (runs && ordered > partitionBy.length)
    return { ends: source.keys.slice(0, ordered).map((/** @type {SortKey} */ key) => key.expr), isRunning: true }
  return partitionBy.length > 0 && ordered >= new Set(partitionBy.map(keyOf)).size
    ? { ends: partitionBy, isRunning: false }
    : null
}

/**
 * The Sort below, or one that keeps the order rows come in.
 * @param {Sort} node WindowAgg
 * @param {import('../../codegen/module.js').Module} module
 */
const sourceOf = (node, module) =>
  node.input.node === 'sort' && !module.instrument
    ? node.input
    : { input: node.input, carry: node.carry, keys: [], limit: null }

/**
 * What stored rows are compared by; keys that are the same in all rows are left out.
 * @param {FunctionBuilder} fn
 * @param {Carry} carry
 * @param {any[]} keys
 * @returns {import('../row-code.js').RowKey[]}
 */
function keysOf(fn, carry, keys) {
  return keys.flatMap((key) => {
    const known = carry.places.get(keyOf(key.expr))
    return known === undefined
      ? []
      : [
          {
            place: known.place, type: comparedAs(fn.module, key.expr, key.collation), desc: key.desc,
            nullsFirst: key.nullsFirst,
          },
        ]
  })
}

/** @param {any} node */
const usesFrame = (node) =>
  node.calls.some((/** @type {any} */ call) => call.aggregate || needsFrame(call) || needsPeers(call))

/**
 * @param {any} node
 * @param {FunctionBuilder} fn
 * @param {Carry} carry
 * @param {RowCode} code
 * @param {{ part: string, frame: string }} names
 */
function makeFrame(node, fn, carry, code, { part, frame }) {
  const { module } = fn
  const { mode, start, end, exclude, inRangeFunc, inRangeEndFunc } = node.frame
  const key = node.orderBy[0]
  const byValue = mode === 'range' && (start.offset !== null || end.offset !== null)
  // Nobody looks at the frame itself: only peers may count.
  const framed = node.calls.some((/** @type {any} */ call) => call.aggregate || needsFrame(call))
  const spec = module.constant(
    {
      mode: framed ? mode : 'rows', start: framed ? start.kind : 'unboundedPreceding',
      end: framed ? end.kind : 'unboundedFollowing', exclude: framed ? exclude : 'none',
      peersNeeded: node.calls.some(needsPeers), desc: byValue && key.desc, nullsFirst: byValue && key.nullsFirst,
    },
    'frameSpec',
  )
  const peers = code.comparison(keysOf(fn, carry, node.orderBy), 'peers')
  const place = byValue ? carry.places.get(keyOf(key.expr))?.place : undefined
  const keyCell =
    place === undefined
      ? 'null'
      : module.helper('frameKey', 'space, row', `  return ${code.read(place, 'space', 'row')}`)
  const offsets = [start.offset, end.offset].map((offset) =>
    offset === null ? 'undefined' : expression(fn, offset).js,
  )
  const inRange = [start.offset === null ? 0 : inRangeFunc, end.offset === null ? 0 : inRangeEndFunc].map((oid) =>
    oid ? inRangeHelper(fn, oid) : 'null',
  )
  fn.line(`const ${frame} = new ${module.constant(WindowFrame, 'WindowFrame')}(ctx, ${[part, spec, peers, keyCell, ...offsets, ...inRange].join(', ')})`)
}

/** (ctx, value, base, offset, sub, less) -> boolean. @param {FunctionBuilder} fn @param {number} oid */
function inRangeHelper(fn, oid) {
  const { module } = fn
  const info = module.catalog.function(oid)
  const impl = module.implementations.lookup(info.source ?? info.name)
  return module.helper(
    'inRange', 'ctx, value, base, offset, sub, less',
    `  return ${callName(fn, oid)}(${impl?.context ? 'ctx, ' : ''}value, base, offset, sub, less)`,
  )
}

/**
 * A call's argument in one row of the partition.
 * @param {FunctionBuilder} fn
 * @param {Carry} carry
 * @param {RowCode} code
 * @param {string} part
 * @param {Expr} expr
 * @param {string} row
 * @returns {import('../../codegen/function.js').Value}
 */
function argument(fn, carry, code, part, expr, row) {
  const known = expr.kind === 'column' || expr.kind === 'slot' ? carry.places.get(keyOf(expr)) : undefined
  return known === undefined
    ? expression(fn, expr)
    : { js: code.read(known.place, `${part}.space`, row), nullable: known.nullable, atom: false }
}
