/**
 * Aggregation. Without GROUP BY the states are local variables; with it, cells of a group's array in a GroupTable: [keys…, states…]. Groups come out in
 * the order of their first row, which keeps the order of a sorted input. Grouping sets: one table per set.
 *
 * count, sum, min and max of the common types are written out; other aggregates come from the registry as {create, step, finish}.
 * DISTINCT, ORDER BY or WITHIN GROUP inside an aggregate gathers its input in a Sorter; the planner then asks for one group at a time (sorted-aggregate.js).
 */
import { expression, whenTrue } from '../expressions/compile.js'
import { comparedAs } from '../expressions/operations.js'
import { slotKey } from '../codegen/function.js'
import { GroupTable } from '../spill/group-table.js'
import { AggregateCode } from './aggregate-code.js'
import { sortedGroups } from './sorted-aggregate.js'
import { mapKey, typeOrNull } from './carry.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node Aggregate @param {FunctionBuilder} fn @param {() => void} consume */
export function produceAggregate(node, fn, consume) {
  const aggregates = node.aggregates.map((/** @type {any} */ call) => new AggregateCode(fn, call))
  if (node.groupBy.length === 0 && node.groupingSets === null) plain(node, fn, aggregates, consume)
  else if (node.strategy === 'sorted') sortedGroups(node, fn, aggregates, consume)
  else grouped(node, fn, aggregates, consume)
}

/** @param {any} node @param {FunctionBuilder} fn @param {AggregateCode[]} aggregates @param {() => void} consume */
function plain(node, fn, aggregates, consume) {
  const cells = aggregates.map((aggregate) => {
    const cell = fn.module.name('state')
    fn.line(`let ${cell} = ${aggregate.initial()}`)
    return cell
  })
  produce(node.input, fn, () => aggregates.forEach((aggregate, at) => {
    fn.open('{')
    aggregate.step(aggregate.inputs(), cells[at])
    fn.close()
  }))
  fn.open('{')
  aggregates.forEach((aggregate, at) => aggregate.finish(cells[at], slotKey({ node: node.id, index: at })))
  whenTrue(fn, node.filter, consume)
  fn.close()
}

/** @param {any} node @param {FunctionBuilder} fn @param {AggregateCode[]} aggregates @param {() => void} consume */
function grouped(node, fn, aggregates, consume) {
  const { module } = fn
  const keyCount = node.groupBy.length
  const sets = node.groupingSets ?? [node.groupBy.map((/** @type {any} */ _, /** @type {number} */ at) => at)]
  const types = node.groupBy.map((/** @type {any} */ expr) => comparedAs(module, expr))
  const keyNames = node.groupBy.map(() => module.name('key'))
  const inputTypes = aggregates.flatMap((aggregate) => aggregate.inputTypes())
  const asideTypes = module.constant([...types.map((/** @type {number} */ type) => typeOrNull(fn, type)), ...inputTypes.map((type) => typeOrNull(fn, type))], 'types')
  const tables = module.name('tables')
  const tableClass = module.constant(GroupTable, 'GroupTable')
  fn.line(`const ${tables} = [${sets.map(() => `new ${tableClass}(ctx, ${asideTypes})`).join(', ')}]`)
  const initial = aggregates.map((aggregate) => aggregate.initial())
  // An empty grouping set has its one row even without input.
  sets.forEach((/** @type {number[]} */ set, /** @type {number} */ at) => {
    if (set.length === 0) fn.line(`${tables}[${at}].insert('', [${[...node.groupBy.map(() => 'null'), ...initial].join(', ')}])`)
  })
  const keyNullable = node.groupBy.map(() => false)
  /** Finds the row's group in a table and steps it. @param {number[]} set @param {string} table @param {string[][]} inputs */
  const advance = (set, table, inputs) => {
    const key = module.name('group')
    const group = module.name('g')
    fn.open('{')
    fn.line(`const ${key} = ${set.length === 0 ? "''" : mapKey(fn, set.map((at) => keyNames[at]), set.map((at) => types[at]))}`)
    fn.line(`let ${group} = ${table}.map.get(${key})`)
    fn.open(`if (${group} === undefined) {`)
    fn.line(`if (${table}.full) ${table}.putAside([${[...keyNames, ...inputs.flat()].join(', ')}], ${key})`)
    fn.line(`else ${group} = ${table}.insert(${key}, [${[...keyNames.map((/** @type {string} */ name, /** @type {number} */ at) => set.includes(at) ? name : 'null'), ...initial].join(', ')}])`)
    fn.close()
    fn.open(`if (${group} !== undefined) {`)
    aggregates.forEach((aggregate, at) => {
      aggregate.step(inputs[at], `${group}[${keyCount + at}]`)
      // States that keep their input count as memory.
      if (aggregate.grows) fn.line(`${table}.grow(${inputs[at].join(', ')})`)
    })
    fn.close()
    fn.close()
  }
  produce(node.input, fn, () => {
    node.groupBy.forEach((/** @type {any} */ expr, /** @type {number} */ at) => {
      const value = expression(fn, expr)
      keyNullable[at] ||= value.nullable
      fn.line(`const ${keyNames[at]} = ${value.js}`)
    })
    const inputs = aggregates.map((aggregate) => aggregate.inputs())
    sets.forEach((/** @type {number[]} */ set, /** @type {number} */ at) => advance(set, `${tables}[${at}]`, inputs))
  })
  const group = module.name('g')
  const table = module.name('table')
  const number = module.name('set')
  const rows = module.name('rows')
  const row = module.name('row')
  fn.open(`for (let ${number} = 0; ${number} < ${sets.length}; ${number}++) {`)
  fn.line(`const ${table} = ${tables}[${number}]`)
  fn.open('for (;;) {')
  fn.open(`for (const ${group} of ${table}.map.values()) {`)
  fn.loopHead()
  for (let at = 0; at < keyCount; at++) {
    fn.bind(slotKey({ node: node.id, index: at }), { read: `${group}[${at}]`, nullable: keyNullable[at] || node.groupingSets !== null })
  }
  aggregates.forEach((aggregate, at) => aggregate.finish(`${group}[${keyCount + at}]`, slotKey({ node: node.id, index: keyCount + at })))
  if (node.groupingSets !== null) {
    const masks = module.constant(sets.map((/** @type {number[]} */ set) => absentMask(set, keyCount)), 'masks')
    fn.bind(slotKey({ node: node.id, index: keyCount + aggregates.length }), { read: `${masks}[${number}]`, nullable: false })
  }
  whenTrue(fn, node.filter, consume)
  fn.close()
  fn.line(`const ${rows} = ${table}.nextRound()`)
  fn.line(`if (${rows} === null) break`)
  fn.open(`for (let ${row} = ${rows}.next(); ${row} !== undefined; ${row} = ${rows}.next()) {`)
  fn.loopHead()
  let place = 0
  for (const name of keyNames) fn.line(`const ${name} = ${row}[${place++}]`)
  const again = aggregates.map((aggregate) => aggregate.inputTypes().map(() => {
    const name = module.name('x')
    fn.line(`const ${name} = ${row}[${place++}]`)
    return name
  }))
  if (sets.length === 1) advance(sets[0], table, again)
  else {
    fn.open(`switch (${number}) {`)
    sets.forEach((/** @type {number[]} */ set, /** @type {number} */ at) => {
      fn.open(`case ${at}: {`)
      advance(set, table, again)
      fn.line('break')
      fn.close()
    })
    fn.close()
  }
  fn.close()
  fn.close()
  fn.close()
}

/** Bit i is set when key i is not in the set. @param {number[]} set @param {number} keyCount */
export function absentMask(set, keyCount) {
  let mask = 0
  for (let at = 0; at < keyCount; at++) if (!set.includes(at)) mask |= 1 << at
  return mask
}
