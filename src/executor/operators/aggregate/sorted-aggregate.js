/**
 * Aggregation one group at a time: the input is sorted by the group keys, so only one group's states exist at once. For
 * aggregates that keep their input (DISTINCT, ORDER BY, WITHIN GROUP). With grouping sets the input is kept and sorted
 * anew for each set.
 *
 *   row = [keys…, inputs of the aggregates…, its number]
 *
 * Where no aggregate asks for an order, rows of a group stay in the order they came in (the number decides), as in a
 * table of groups.
 */
import { expression, whenTrue } from '../../expressions/compile.js'
import { comparedAs } from '../../expressions/operations.js'
import { slotKey } from '../../codegen/function.js'
import { RowPart } from '../../spill/row-part.js'
import { RowSorter } from '../../spill/row-sorter.js'
import { RowSpool } from '../../spill/row-spool.js'
import { absentMask } from './aggregate-code.js'
import { finishSorter } from '../carry.js'
import { RowCode } from '../row-code.js'

/** @import { Aggregate } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */
/** @typedef {import('./aggregate-code.js').AggregateCode} AggregateCode */

/** oid: a number that is compared as it is, however many rows there are */
const COUNT_TYPE = 26

/**
 * @param {Aggregate} node
 * @param {FunctionBuilder} fn
 * @param {AggregateCode[]} aggregates
 * @param {() => void} consume
 */
export function sortedGroups(node, fn, aggregates, consume) {
  const { module } = fn
  const keyCount = node.groupBy.length
  /** @type {number[][]} */
  const sets = node.groupingSets ?? [node.groupBy.map((/** @type {unknown} */ _, /** @type {number} */ at) => at)]
  const keyTypes = node.groupBy.map((expr) => comparedAs(module, expr))
  const inputTypes = aggregates.flatMap((aggregate) => aggregate.inputTypes())
  const stable = !aggregates.some((aggregate) => aggregate.sorted)
  /** @param {number} place @returns {import('../row-code.js').RowKey} */
  const ascending = (place, type = keyTypes[place]) => ({ place, type, desc: false, nullsFirst: false })
  const groupKeys = sets.map((set) => set.map((place) => ascending(place)))
  const inOrder = stable ? [ascending(keyTypes.length + inputTypes.length, COUNT_TYPE)] : []
  const stored = [...node.groupBy.map((expr) => expr.type), ...inputTypes, ...(stable ? [COUNT_TYPE] : [])]
  const many = sets.length > 1
  const sorterClass = module.constant(RowSorter, 'RowSorter')
  const [input, number, sorter, part, row, count] = ['input', 'set', 'sorter', 'part', 'row', 'count'].map((hint) =>
    module.name(hint),
  )
  const code = new RowCode(fn, stored)
  const madeAt = fn.lines.length
  fn.line('')
  if (stable) fn.line(`let ${count} = 0`)
  const keyNullable = node.groupBy.map(() => false)
  fn.produce(node.input, () => {
    const keys = node.groupBy.map((expr, /** @type {number} */ at) => {
      const value = expression(fn, expr)
      keyNullable[at] ||= value.nullable
      return value
    })
    const values = [
      ...keys, ...aggregates.flatMap((aggregate) => aggregate.inputs()).map((js) => ({ js, nullable: true })),
      ...(stable ? [{ js: `${count}++`, nullable: false }] : []),
    ]
    code.store(`${input}.space`, values, (made) => `${input}.push(${made})`)
  })
  fn.open(`for (let ${number} = 0; ${number} < ${sets.length}; ${number}++) {`)
  /** @type {string[]} */
  let orders
  const indent = '  '.repeat(fn.depth - 1)
  if (many) {
    orders = [
      code.finish([...groupKeys[0], ...inOrder], groupKeys.flat()),
      ...groupKeys.slice(1).map((keys) => code.order([...keys, ...inOrder])),
    ]
    fn.lines[madeAt] =
      `${indent}const ${input} = new ${module.constant(RowSpool, 'RowSpool')}(ctx, ${code.general.length})`
    const reader = module.name('reader')
    fn.line(`const ${sorter} = new ${sorterClass}(ctx, [${orders.join(', ')}][${number}])`)
    fn.line(`const ${reader} = ${input}.reader()`)
    fn.open(`for (let ${row} = ${reader}.next(); ${row} >= 0; ${row} = ${reader}.next()) {`)
    fn.loopHead()
    fn.line(`${sorter}.copy(${reader}.space, ${row})`)
    fn.close()
  } else {
    orders = [code.finish([...groupKeys[0], ...inOrder])]
    fn.lines[madeAt] = `${indent}const ${input} = new ${sorterClass}(ctx, ${orders[0]})`
    fn.line(`const ${sorter} = ${input}`)
  }
  finishSorter(fn, sorter)
  const compares = groupKeys.map((keys) => code.comparison(keys, 'groupOrder'))
  const compare = module.name('compare')
  fn.line(`const ${compare} = ${many ? `[${compares.join(', ')}][${number}]` : compares[0]}`)
  fn.line(`const ${part} = new ${module.constant(RowPart, 'RowPart')}(ctx, ${sorter}, ${many ? `[${orders.join(', ')}][${number}]` : orders[0]})`)
  // An empty grouping set has its one row even without input.
  const empty = module.constant(sets.map((set) => set.length === 0), 'emptySets')
  const [lonely, some] = [module.name('lonely'), module.name('some')]
  fn.line(`let ${lonely} = ${sorter}.pushed === 0 && ${empty}[${number}]`)
  fn.open('for (;;) {')
  fn.line(`const ${some} = ${part}.begin()`)
  fn.line(`if (!${some} && !${lonely}) break`)
  fn.line(`${lonely} = false`)
  let from = keyCount
  const states = aggregates.map((aggregate) => {
    aggregate.oneAtATime = true
    const name = module.name('state')
    fn.line(`let ${name} = ${aggregate.first ? `${some} ? ${code.read(from, `${part}.space`, `${part}.first()`)} : undefined` : aggregate.initial()}`)
    from += aggregate.inputTypes().length
    return name
  })
  fn.open(`if (${some}) for (let ${row} = true; ${row}; ${row} = ${part}.take()) {`)
  fn.loopHead()
  fn.line(`if (${compare}(${part}.space, ${part}.first(), ${part}.last) !== 0) { ${part}.putBack(); break }`)
  let place = keyCount
  aggregates.forEach((aggregate, at) => {
    fn.open('{')
    aggregate.step(aggregate.inputTypes().map(() => {
      const name = module.name('x')
      fn.line(`const ${name} = ${code.read(place++, `${part}.space`, `${part}.last`)}`)
      return name
    }), states[at])
    fn.close()
  })
  fn.line(`if (${part}.last !== ${part}.first()) ${part}.skip()`)
  fn.close()
  const present = module.constant(
    sets.map((set) => node.groupBy.map((_, /** @type {number} */ at) => set.includes(at))),
    'present',
  )
  for (let at = 0; at < keyCount; at++) {
    const key = `(${some} ? ${code.read(at, `${part}.space`, `${part}.first()`)} : null)`
    const read = node.groupingSets === null ? key : `${present}[${number}][${at}] ? ${key} : null`
    fn.bind(slotKey({ node: node.id, index: at }), { read, nullable: keyNullable[at] || node.groupingSets !== null })
  }
  if (node.groupingSets !== null) {
    const masks = module.constant(sets.map((set) => absentMask(set, keyCount)), 'masks')
    fn.bind(slotKey({ node: node.id, index: keyCount + aggregates.length }), {
      read: `${masks}[${number}]`,
      nullable: false,
    })
  }
  aggregates.forEach((aggregate, at) => aggregate.finish(states[at], slotKey({ node: node.id, index: keyCount + at })))
  whenTrue(fn, node.filter, consume)
  fn.close()
  fn.close()
}
