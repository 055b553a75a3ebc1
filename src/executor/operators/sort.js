/** Sort, also of rows that come sorted by the first keys, and Materialize: rows are stored as bytes, then read back in another pipeline. */
import { expression } from '../expressions/compile.js'
import { comparedAs } from '../expressions/operations.js'
import { keyOf } from '../codegen/function.js'
import { RowSorter } from '../spill/row-sorter.js'
import { RowSpool } from '../spill/row-spool.js'
import { openBatches } from './batches.js'
import { Carry, finishSorter, storedValue } from './carry.js'
import { RowCode } from './row-code.js'
import { limitValue } from './row-by-row.js'
import { produce } from './produce.js'

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
    const { carry, code, each } = openBatches(node, fn, node.keys.slice(0, node.presorted).map((/** @type {any} */ key) => key.expr), [])
    each((/** @type {string} */ sorter) => giveOut(sorter, carry, code))
    return
  }
  const { sorter, carry, code } = fillSorter(node, fn)
  giveOut(sorter, carry, code)
}

/**
 * The first half of a sort: afterwards the local `sorter` hands out rows in order, whose cells `code` reads.
 * @param {any} node Sort; without keys rows keep the order they come in @param {FunctionBuilder} fn @param {(carry: Carry) => import('./row-code.js').RowKey[]} [others] more that rows will be compared by
 * @returns {{ sorter: string, carry: Carry, code: RowCode, order: string }} order: names the RowOrder
 */
export function fillSorter(node, fn, others) {
  const { module } = fn
  const sorter = module.name('sorter')
  const bound = node.limit ? `, ${module.constant(limitValue, 'limitValue')}(${expression(fn, node.limit).js}, true)` : ''
  const at = fn.lines.length
  fn.line('')
  const { carry, code, order } = fillRows(node, fn, sorter, others, (store) => store())
  fn.lines[at] = `${'  '.repeat(fn.depth)}const ${sorter} = new ${module.constant(RowSorter, 'RowSorter')}(ctx, ${order}${bound})`
  finishSorter(fn, sorter)
  return { sorter, carry, code, order }
}

/**
 * The rows of a sort's input, put into the sorter of a name. @param {any} node Sort @param {FunctionBuilder} fn @param {string} sorter
 * @param {((carry: Carry) => import('./row-code.js').RowKey[]) | undefined} others more that rows will be compared by @param {(store: () => void) => void} each at each row; `store` writes what stores it
 * @returns {{ carry: Carry, code: RowCode, order: string }} order: names the RowOrder
 */
export function fillRows(node, fn, sorter, others, each) {
  const { module } = fn
  const carry = new Carry(fn, node.carry)
  // Keys that are carried columns are compared where they are; computed ones get places of their own.
  const keys = node.keys.map((/** @type {any} */ key) => {
    const known = key.expr.kind === 'column' || key.expr.kind === 'slot' ? carry.places.get(keyOf(key.expr)) : undefined
    return { ...key, place: known?.place ?? -1, type: comparedAs(module, key.expr, key.collation) }
  })
  const computed = keys.filter((/** @type {any} */ key) => key.place < 0)
  computed.forEach((/** @type {any} */ key, /** @type {number} */ at) => { key.place = carry.length + at })
  const code = new RowCode(fn, [...carry.exprs(), ...computed.map((/** @type {any} */ key) => key.expr)].map((expr) => expr.type))
  // Rows that are not stored have their other keys not computed, which might have failed.
  if (node.limit && computed.every((/** @type {any} */ key) => key === keys[0])) code.bounded = sorter
  produce(node.input, fn, () => each(() => {
    const values = [...carry.stored(), ...computed.map((/** @type {any} */ key) => storedValue(fn, key.expr))]
    code.store(`${sorter}.space`, values, (stored) => `${sorter}.push(${stored})`)
  }))
  return { carry, code, order: code.finish(keys, others?.(carry)) }
}

/**
 * The inner side of a nested loop that runs again: filled the first time, then only read. If it uses outer columns it is not kept.
 * @param {any} node Materialize @param {FunctionBuilder} fn @param {() => void} consume
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
    produce(node.input, inner, () => code.store('rows.space', carry.stored(), (at) => `rows.push(${at})`))
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
