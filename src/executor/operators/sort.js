/**
 * Sort, also of rows that come sorted by the first keys, and Materialize: rows are stored as bytes, then read back in
 * another pipeline.
 */
import { expression } from '../expressions/compile.js'
import { RowSorter } from '../spill/row-sorter.js'
import { RowSpool } from '../spill/row-spool.js'
import { openBatches } from './batches.js'
import { fillRows } from './sort-input.js'
import { Carry, finishSorter } from './carry.js'
import { RowCode } from './row-code.js'
import { limitValue } from './row-by-row.js'

/** @import { Materialize } from '../../planner/plan.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node Sort @param {FunctionBuilder} fn @param {() => void} consume */
export function produceSort(node, fn, consume) {
  const { module } = fn
  /** @param {string} sorter @param {Carry} carry @param {RowCode} code */
  const giveOut = (sorter, carry, code) => {
    const [row, space] = [module.name('row'), module.name('space')]
    fn.open(`for (let ${row} = ${sorter}.next(); ${row} >= 0; ${row} = ${sorter}.next()) {`)
    fn.loopHead()
    fn.line(`const ${space} = ${sorter}.space`)
    carry.bindCells(code, space, row)
    consume()
    fn.close()
  }
  if (node.presorted > 0) {
    const { carry, code, each } = openBatches(
      node, fn, node.keys.slice(0, node.presorted).map((/** @type {any} */ key) => key.expr), [],
    )
    each((/** @type {string} */ sorter) => giveOut(sorter, carry, code))
    return
  }
  const { sorter, carry, code } = fillSorter(node, fn)
  giveOut(sorter, carry, code)
}

/**
 * The first half of a sort: afterwards the local `sorter` hands out rows in order, whose cells `code` reads.
 * @param {any} node Sort; without keys rows keep the order they come in
 * @param {FunctionBuilder} fn
 * @param {(carry: Carry) => import('./row-code.js').RowKey[]} [others] more that rows will be compared by
 * @returns {{ sorter: string, carry: Carry, code: RowCode, order: string }} order: names the RowOrder
 */
export function fillSorter(node, fn, others) {
  const { module } = fn
  const sorter = module.name('sorter')
  const bound = node.limit
    ? `, ${module.constant(limitValue, 'limitValue')}(${expression(fn, node.limit).js}, true)`
    : ''
  const at = fn.lines.length
  fn.line('')
  const { carry, code, order } = fillRows(node, fn, sorter, others, (store) => store())
  const room = bound === '' ? roomFor(node.input.estimate) : ''
  const made = `new ${module.constant(RowSorter, 'RowSorter')}(ctx, ${order}${bound}${room})`
  fn.lines[at] = `${'  '.repeat(fn.depth)}const ${sorter} = ${made}`
  finishSorter(fn, sorter)
  return { sorter, carry, code, order }
}

/** Rows, and bytes of them, that room is made for before they come: growing costs as much as to sort them. */
const ROOM_ROWS_MAX = 256
const ROOM_ROWS_MIN = 32
const ROOM_BYTES_MAX = 32768
const ROOM_BYTES_MIN = 2048

/** Few different numbers: code of the same text is compiled once. @param {number} value */
const powerAbove = (value) => 2 ** Math.ceil(Math.log2(value))

/**
 * Arguments of a sorter that is to hold some dozens of rows; of more, or fewer, as if nothing were known.
 * @param {{ rows: number, width: number } | undefined} estimate of what comes in
 */
function roomFor(estimate) {
  if (estimate === undefined || !(estimate.rows > ROOM_ROWS_MIN && estimate.rows <= ROOM_ROWS_MAX)) return ''
  const bytes = Math.min(Math.max(estimate.rows * estimate.width, ROOM_BYTES_MIN), ROOM_BYTES_MAX)
  return `, Infinity, ${powerAbove(estimate.rows)}, ${powerAbove(bytes)}`
}

/**
 * The inner side of a nested loop that runs again: filled the first time, then only read. If it uses outer columns it
 * is not kept.
 * @param {Materialize} node @param {FunctionBuilder} fn @param {() => void} consume
 */
export function produceMaterialize(node, fn, consume) {
  const { module } = fn
  const buffer = module.name('buffer')
  const reader = module.name('reader')
  const row = module.name('row')
  /** @type {{ carry: Carry, code: RowCode }[]} */
  const stored = []
  const filled = module.define('fill', fn, (inner) => {
    const carry = new Carry(inner, node.carry)
    const code = new RowCode(inner, carry.exprs().map((expr) => expr.type))
    stored.push({ carry, code })
    inner.line(`const rows = new ${module.constant(RowSpool, 'RowSpool')}(ctx)`)
    inner.produce(node.input, () => code.store('rows.space', carry.stored(), (at) => `rows.push(${at})`))
    code.finishStored()
    inner.line('return rows')
  })
  if (filled.params.size > 0) fn.line(`const ${buffer} = ${filled.call()}`)
  else {
    const state = module.resultState(node.input)
    fn.line(`const ${buffer} = ${state} === undefined ? (${state} = ${filled.call()}) : ${state}`)
  }
  fn.line(`const ${reader} = ${buffer}.reader()`)
  const [{ carry, code }] = stored
  const space = module.name('space')
  fn.open(`for (let ${row} = ${reader}.next(); ${row} >= 0; ${row} = ${reader}.next()) {`)
  fn.loopHead()
  fn.line(`const ${space} = ${reader}.space`)
  carry.fn = fn
  carry.bindCells(code, space, row)
  consume()
  fn.close()
}
