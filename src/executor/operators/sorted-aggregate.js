/**
 * Aggregation one group at a time: the input is sorted by the group keys, so only one group's states exist at once. For aggregates that keep their
 * input (DISTINCT, ORDER BY, WITHIN GROUP). With grouping sets the input is kept and sorted anew for each set.
 *
 *   row = [keys…, inputs of the aggregates…, its number]
 *
 * Where no aggregate asks for an order, rows of a group stay in the order they came in (the number decides), as in a table of groups.
 */
import { expression, whenTrue } from '../expressions/compile.js'
import { comparedAs } from '../expressions/operations.js'
import { slotKey } from '../codegen/function.js'
import { RowBuffer } from '../spill/row-buffer.js'
import { Sorter } from '../spill/sorter.js'
import { absentMask } from './aggregate.js'
import { finishSorter, rowComparator, typeOrNull } from './carry.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('./aggregate-code.js').AggregateCode} AggregateCode */

const INT4 = 23

/** @param {any} node Aggregate @param {FunctionBuilder} fn @param {AggregateCode[]} aggregates @param {() => void} consume */
export function sortedGroups(node, fn, aggregates, consume) {
  const { module } = fn
  const keyCount = node.groupBy.length
  /** @type {number[][]} */
  const sets = node.groupingSets ?? [node.groupBy.map((/** @type {any} */ _, /** @type {number} */ at) => at)]
  const keyTypes = node.groupBy.map((/** @type {any} */ expr) => comparedAs(module, expr))
  const inputTypes = aggregates.flatMap((aggregate) => aggregate.inputTypes())
  const stable = !aggregates.some((aggregate) => aggregate.sorted)
  const types = module.constant([...[...keyTypes, ...inputTypes].map((type) => typeOrNull(fn, type)), ...(stable ? [null] : [])], 'types')
  const inOrder = stable ? [{ place: keyTypes.length + inputTypes.length, type: INT4, desc: false, nullsFirst: false, nullable: false }] : []
  const orders = sets.map((set) => rowComparator(fn, [...set.map((place) => ({ place, type: keyTypes[place], desc: false, nullsFirst: false, nullable: true })), ...inOrder], 'rowOrder'))
  const compares = sets.map((set) => rowComparator(fn, set.map((place) => ({ place, type: keyTypes[place], desc: false, nullsFirst: false, nullable: true })), 'groupOrder'))
  const sorterClass = module.constant(Sorter, 'Sorter')
  const [input, number, compare, sorter, row, group] = ['input', 'set', 'compare', 'sorter', 'row', 'group'].map((hint) => module.name(hint))
  const many = sets.length > 1
  fn.line(many ? `const ${input} = new ${module.constant(RowBuffer, 'RowBuffer')}(ctx, ${types})` : `const ${input} = new ${sorterClass}(ctx, ${orders[0]}, ${types})`)
  const count = module.name('count')
  if (stable) fn.line(`let ${count} = 0`)
  const keyNullable = node.groupBy.map(() => false)
  produce(node.input, fn, () => {
    const keys = node.groupBy.map((/** @type {any} */ expr, /** @type {number} */ at) => {
      const value = expression(fn, expr)
      keyNullable[at] ||= value.nullable
      return value.js
    })
    const inputs = aggregates.flatMap((aggregate) => aggregate.inputs())
    fn.line(`${input}.push([${[...keys, ...inputs, ...(stable ? [`${count}++`] : [])].join(', ')}])`)
  })
  fn.open(`for (let ${number} = 0; ${number} < ${sets.length}; ${number}++) {`)
  fn.line(`const ${compare} = ${many ? `[${compares.join(', ')}][${number}]` : compares[0]}`)
  if (many) {
    const reader = module.name('reader')
    fn.line(`const ${sorter} = new ${sorterClass}(ctx, [${orders.join(', ')}][${number}], ${types})`)
    fn.line(`const ${reader} = ${input}.reader()`)
    fn.open(`for (let ${row} = ${reader}.next(); ${row} !== undefined; ${row} = ${reader}.next()) {`)
    fn.loopHead()
    fn.line(`${sorter}.push(${row})`)
    fn.close()
  } else fn.line(`const ${sorter} = ${input}`)
  finishSorter(fn, sorter)
  fn.line(`let ${row} = ${sorter}.next()`)
  // An empty grouping set has its one row even without input.
  const empty = module.constant(sets.map((set) => set.length === 0), 'emptySets')
  const none = module.constant(new Array(keyCount).fill(null), 'noKeys')
  const lonely = module.name('lonely')
  fn.line(`let ${lonely} = ${row} === undefined && ${empty}[${number}]`)
  fn.open(`while (${row} !== undefined || ${lonely}) {`)
  fn.line(`const ${group} = ${row} ?? ${none}`)
  fn.line(`${lonely} = false`)
  let from = keyCount
  const states = aggregates.map((aggregate) => {
    const name = module.name('state')
    fn.line(`let ${name} = ${aggregate.first ? `${group}[${from}]` : aggregate.initial()}`)
    from += aggregate.inputTypes().length
    return name
  })
  fn.open(`while (${row} !== undefined && ${compare}(${group}, ${row}) === 0) {`)
  fn.loopHead()
  let place = keyCount
  aggregates.forEach((aggregate, at) => {
    fn.open('{')
    aggregate.step(aggregate.inputTypes().map(() => {
      const name = module.name('x')
      fn.line(`const ${name} = ${row}[${place++}]`)
      return name
    }), states[at])
    fn.close()
  })
  fn.line(`${row} = ${sorter}.next()`)
  fn.close()
  const present = module.constant(sets.map((set) => node.groupBy.map((/** @type {any} */ _, /** @type {number} */ at) => set.includes(at))), 'present')
  for (let at = 0; at < keyCount; at++) {
    const read = node.groupingSets === null ? `${group}[${at}]` : `${present}[${number}][${at}] ? ${group}[${at}] : null`
    fn.bind(slotKey({ node: node.id, index: at }), { read, nullable: keyNullable[at] || node.groupingSets !== null })
  }
  if (node.groupingSets !== null) {
    const masks = module.constant(sets.map((set) => absentMask(set, keyCount)), 'masks')
    fn.bind(slotKey({ node: node.id, index: keyCount + aggregates.length }), { read: `${masks}[${number}]`, nullable: false })
  }
  aggregates.forEach((aggregate, at) => aggregate.finish(states[at], slotKey({ node: node.id, index: keyCount + at })))
  whenTrue(fn, node.filter, consume)
  fn.close()
  fn.close()
}
