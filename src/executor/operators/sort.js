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
  fn.lines[at] =
    `${'  '.repeat(fn.depth)}const ${sorter} = new ${module.constant(RowSorter, 'RowSorter')}(ctx, ${order}${bound})`
  finishSorter(fn, sorter)
  return { sorter, carry, code, order }
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
