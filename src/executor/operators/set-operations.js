/**
 * UNION ALL by running the inputs one after the other; what is left of UNION, INTERSECT and EXCEPT that is not hashed
 * (distinct.js, hashed-set-op.js) by sorting both sides together and looking at each group.
 */
import { expression } from '../expressions/compile.js'
import { slotKey } from '../codegen/function.js'
import { RowPart } from '../spill/row-part.js'
import { RowSorter } from '../spill/row-sorter.js'
import { finishSorter, storedValue } from './carry.js'
import { hashedSetOp } from './hashed-set-op.js'
import { RowCode } from './row-code.js'

/** @import { Append } from '../../planner/plan.js' */

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {Append} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceAppend(node, fn, consume) {
  const shared = node.inputs.length > SHARED_INPUTS ? sharedConsumer(node, fn, consume) : null
  for (const { input, outputs } of node.inputs) {
    fn.open('{')
    fn.produce(input, () => {
      if (shared !== null) {
        fn.line(`${shared}(${outputs.map((/** @type {unknown} */ output) => expression(fn, output).js).join(', ')})`)
        return
      }
      outputs.forEach((output, /** @type {number} */ index) =>
        fn.bindValue(slotKey({ node: node.id, index }), expression(fn, output)),
      )
      consume()
    })
    fn.close()
  }
}

/** More inputs than that have what is done with their rows in common, instead of each its own copy. */
const SHARED_INPUTS = 32

/**
 * A function within the function for what is done with a row.
 * @param {Append} node Append
 * @param {FunctionBuilder} fn
 * @param {() => void} consume
 * @returns {string | null} its name; null: a row may have to wait, or ends a loop around
 */
function sharedConsumer(node, fn, consume) {
  const { module } = fn
  const name = module.name('row')
  const cells = node.types.map(() => module.name('cell'))
  fn.settle()
  const begins = fn.lines.length
  fn.open(`const ${name} = (${cells.join(', ')}) => {`)
  cells.forEach((/** @type {string} */ js, /** @type {number} */ index) =>
    fn.bind(slotKey({ node: node.id, index }), { js, nullable: true }),
  )
  consume()
  fn.close()
  if (!fn.lines.slice(begins).some((line) => LEAVES.test(line))) return name
  fn.lines.length = begins
  return null
}

/** What cannot stand in a function of its own. */
const LEAVES = /\b(?:yield|return|break|continue)\b/

const INT4 = 23

/** @param {import('../../planner/plan.js').SetOp} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceSetOp(node, fn, consume) {
  if (node.sequence === null) sortedSetOp(node, fn, consume)
  else hashedSetOp(node, fn, consume)
}

/**
 * Groups of equal rows with how many came from the left (l) and right (r). How often one is given out:
 *   union 1      intersect l, r > 0: 1      all: min(l, r)      except l > 0, r = 0: 1      all: max(l - r, 0)
 * @param {any} node SetOp @param {FunctionBuilder} fn @param {() => void} consume
 */
function sortedSetOp(node, fn, consume) {
  const { module } = fn
  const width = node.types.length
  const sorter = module.name('sorter')
  const keys = node.types.map((/** @type {number} */ type, /** @type {number} */ place) => ({
    place, type, desc: false, nullsFirst: false,
  }))
  const code = new RowCode(fn, [...node.types, INT4])
  const madeAt = fn.lines.length
  fn.line('')
  for (const [side, { input, outputs }] of [[0, node.left], [1, node.right]]) {
    fn.open('{')
    fn.produce(input, () =>
      code.store(
        `${sorter}.space`,
        [...outputs.map((/** @type {any} */ output) => storedValue(fn, output)), { js: String(side), nullable: false }],
        (stored) => `${sorter}.push(${stored})`,
      ),
    )
    fn.close()
  }
  const order = code.finish(keys)
  fn.lines[madeAt] =
    `${'  '.repeat(fn.depth)}const ${sorter} = new ${module.constant(RowSorter, 'RowSorter')}(ctx, ${order})`
  finishSorter(fn, sorter)
  const part = module.name('part')
  const row = module.name('row')
  const counts = module.name('counts')
  const times = module.name('times')
  const [l, r] = [`${counts}l`, `${counts}r`]
  fn.line(`const ${part} = new ${module.constant(RowPart, 'RowPart')}(ctx, ${sorter}, ${order})`)
  fn.open(`while (${part}.begin()) {`)
  fn.line(`let ${l} = 0, ${r} = 0`)
  const count = `if (${code.read(width, `${part}.space`, `${part}.last`)} === 0) ${l}++; else ${r}++`
  fn.line(count)
  fn.open(`while (${part}.take()) {`)
  fn.loopHead()
  fn.line(`if (${code.comparison(keys, 'sameRow')}(${part}.space, ${part}.first(), ${part}.last) !== 0) { ${part}.putBack(); break }`)
  fn.line(count)
  fn.line(`${part}.skip()`)
  fn.close()
  fn.line(`const ${row} = ${part}.first()`)
  /** @type {Record<string, string>} */
  const howOften = {
    union: '1', intersect: node.all ? `Math.min(${l}, ${r})` : `${l} > 0 && ${r} > 0 ? 1 : 0`,
    except: node.all ? `${l} - ${r}` : `${l} > 0 && ${r} === 0 ? 1 : 0`,
  }
  fn.open(`for (let ${times} = ${howOften[node.op]}; ${times} > 0; ${times}--) {`)
  fn.loopHead()
  for (let index = 0; index < width; index++)
    fn.bind(slotKey({ node: node.id, index }), {
      read: code.read(index, `${part}.space`, row),
      nullable: code.nullable[index],
    })
  consume()
  fn.close()
  fn.close()
}
