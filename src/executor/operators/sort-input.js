/** What a sort is given: rows, put into a sorter where they are made. */
import { comparedAs } from '../expressions/operations.js'
import { keyOf } from '../codegen/function.js'
import { Carry, storedValue } from './carry.js'
import { RowCode } from './row-code.js'
/** @import { Sort } from '../../planner/plan.js' */
/** @import { SortKey } from '../../catalog/expr.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/**
 * The rows of a sort's input, put into the sorter of a name.
 * @param {Sort} node
 * @param {FunctionBuilder} fn
 * @param {string} sorter
 * @param {((carry: Carry) => import('./row-code.js').RowKey[]) | undefined} others more that rows will be compared by
 * @param {(store: () => void) => void} each at each row; `store` writes what stores it
 * @returns {{ carry: Carry, code: RowCode, order: string }} order: names the RowOrder
 */
export function fillRows(node, fn, sorter, others, each) {
  const { module } = fn
  const carry = new Carry(fn, node.carry)
  // Keys that are carried columns are compared where they are; computed ones get places of their own.
  const keys = node.keys.map((/** @type {SortKey} */ key) => {
    const known = key.expr.kind === 'column' || key.expr.kind === 'slot' ? carry.places.get(keyOf(key.expr)) : undefined
    return { ...key, place: known?.place ?? -1, type: comparedAs(module, key.expr, key.collation) }
  })
  const computed = keys.filter((/** @type {any} */ key) => key.place < 0)
  computed.forEach((/** @type {any} */ key, /** @type {number} */ at) => { key.place = carry.length + at })
  const code = new RowCode(
    fn,
    [...carry.exprs(), ...computed.map((/** @type {SortKey} */ key) => key.expr)].map((expr) => expr.type),
  )
  // Rows that are not stored have their other keys not computed, which might have failed.
  if (node.limit && computed.every((/** @type {SortKey} */ key) => key === keys[0])) code.bounded = sorter
  fn.produce(node.input, () => each(() => {
    const values = [...carry.stored(), ...computed.map((/** @type {SortKey} */ key) => storedValue(fn, key.expr))]
    code.store(`${sorter}.space`, values, (stored) => `${sorter}.push(${stored})`)
  }))
  return { carry, code, order: code.finish(keys, others?.(carry)) }
}
