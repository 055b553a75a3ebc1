/** UNION ALL by running the inputs one after the other; UNION, INTERSECT and EXCEPT by sorting both sides together and looking at each group. */
import { expression } from '../expressions/compile.js'
import { slotKey } from '../codegen/function.js'
import { Sorter } from '../spill/sorter.js'
import { finishSorter, rowComparator, typeOrNull } from './carry.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node Append @param {FunctionBuilder} fn @param {() => void} consume */
export function produceAppend(node, fn, consume) {
  for (const { input, outputs } of node.inputs) {
    fn.open('{')
    produce(input, fn, () => {
      outputs.forEach((/** @type {any} */ output, /** @type {number} */ index) => fn.bindValue(slotKey({ node: node.id, index }), expression(fn, output)))
      consume()
    })
    fn.close()
  }
}

/**
 * Groups of equal rows with how many came from the left (l) and right (r). How often one is given out:
 *   union 1      intersect l, r > 0: 1      all: min(l, r)      except l > 0, r = 0: 1      all: max(l - r, 0)
 * @param {any} node SetOp @param {FunctionBuilder} fn @param {() => void} consume
 */
export function produceSetOp(node, fn, consume) {
  const { module } = fn
  const width = node.types.length
  const sorter = module.name('sorter')
  const keys = node.types.map((/** @type {number} */ type, /** @type {number} */ place) => ({ place, type, desc: false, nullsFirst: false, nullable: true }))
  const compare = rowComparator(fn, keys, 'sameRow')
  const types = module.constant([...node.types.map((/** @type {number} */ type) => typeOrNull(fn, type)), null], 'types')
  fn.line(`const ${sorter} = new ${module.constant(Sorter, 'Sorter')}(ctx, ${compare}, ${types})`)
  for (const [side, { input, outputs }] of [[0, node.left], [1, node.right]]) {
    fn.open('{')
    produce(input, fn, () => fn.line(`${sorter}.push([${outputs.map((/** @type {any} */ output) => expression(fn, output).js).join(', ')}${width ? ', ' : ''}${side}])`))
    fn.close()
  }
  finishSorter(fn, sorter)
  const row = module.name('row')
  const next = module.name('next')
  const counts = module.name('counts')
  const times = module.name('times')
  fn.line(`let ${next} = ${sorter}.next()`)
  fn.open(`while (${next} !== undefined) {`)
  fn.line(`const ${row} = ${next}`)
  fn.line(`let ${counts}l = 0, ${counts}r = 0`)
  fn.open(`while (${next} !== undefined && ${compare}(${row}, ${next}) === 0) {`)
  fn.loopHead()
  fn.line(`if (${next}[${width}] === 0) ${counts}l++; else ${counts}r++`)
  fn.line(`${next} = ${sorter}.next()`)
  fn.close()
  const [l, r] = [`${counts}l`, `${counts}r`]
  /** @type {Record<string, string>} */
  const howOften = { union: '1', intersect: node.all ? `Math.min(${l}, ${r})` : `${l} > 0 && ${r} > 0 ? 1 : 0`, except: node.all ? `${l} - ${r}` : `${l} > 0 && ${r} === 0 ? 1 : 0` }
  fn.open(`for (let ${times} = ${howOften[node.op]}; ${times} > 0; ${times}--) {`)
  fn.loopHead()
  for (let index = 0; index < width; index++) fn.bind(slotKey({ node: node.id, index }), { read: `${row}[${index}]`, nullable: true })
  consume()
  fn.close()
  fn.close()
}
