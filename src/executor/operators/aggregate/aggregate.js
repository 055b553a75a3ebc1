/**
 * Aggregation. Without GROUP BY the states are local variables; with it, columns of a GroupTable: what keys are
 * compared as, keys where that is something else, states. Groups come out in the order of their first row, which keeps
 * the order of a sorted input. Grouping sets: one table per set.
 *
 * count, sum, min and max of the common types are written out; other aggregates come from the registry as
 * {create, step, finish}. DISTINCT, ORDER BY or WITHIN GROUP inside an aggregate gathers its input in a RowSorter; the
 * planner then asks for one group at a time (sorted-aggregate.js), and so it does where the input comes in the groups'
 * order (ordered-aggregate.js).
 */
import { expression, whenTrue } from '../../expressions/compile.js'
import { comparedAs } from '../../expressions/operations.js'
import { slotKey } from '../../codegen/function.js'
import { AggregateCode, absentMask } from './aggregate-code.js'
import { kindOf } from '../cells.js'
import { GroupCode } from './group-code.js'
import { stateCells } from './state-cells.js'
import { orderedGroups } from './ordered-aggregate.js'
import { openGroups, sequenceOf } from './sequence-code.js'
import { sortedGroups } from './sorted-aggregate.js'
import { typeOrNull } from '../carry.js'

/** @import { Aggregate } from '../../../planner/plan.js' */

/** @typedef {import('../../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {Aggregate} node @param {FunctionBuilder} fn @param {() => void} consume */
export function produceAggregate(node, fn, consume) {
  const aggregates = node.aggregates.map((call) => new AggregateCode(fn, call))
  if (node.groupBy.length === 0 && node.groupingSets === null) plain(node, fn, aggregates, consume)
  else if (node.strategy === 'ordered') orderedGroups(node, fn, aggregates, consume)
  else if (node.strategy === 'sorted') sortedGroups(node, fn, aggregates, consume)
  else grouped(node, fn, aggregates, consume)
}

/**
 * @param {Aggregate} node
 * @param {FunctionBuilder} fn
 * @param {AggregateCode[]} aggregates
 * @param {() => void} consume
 */
function plain(node, fn, aggregates, consume) {
  const cells = aggregates.map((aggregate) => {
    const cell = fn.module.name('state')
    fn.line(`let ${cell} = ${aggregate.initial()}`)
    return cell
  })
  fn.produce(node.input, () => aggregates.forEach((aggregate, at) => {
    fn.open('{')
    aggregate.step(aggregate.inputs(), cells[at])
    fn.close()
  }))
  fn.open('{')
  aggregates.forEach((aggregate, at) => aggregate.finish(cells[at], slotKey({ node: node.id, index: at })))
  whenTrue(fn, node.filter, consume)
  fn.close()
}

/** More grouping sets than that are a loop in the code, not a piece of code each. */
const LOOPED_SETS = 32

/**
 * @param {Aggregate} node
 * @param {FunctionBuilder} fn
 * @param {AggregateCode[]} aggregates
 * @param {() => void} consume
 */
function grouped(node, fn, aggregates, consume) {
  const { module } = fn
  const keyCount = node.groupBy.length
  /** @type {number[][]} */
  const sets = node.groupingSets ?? [node.groupBy.map((_, /** @type {number} */ at) => at)]
  const types = node.groupBy.map((expr) => comparedAs(module, expr))
  const code = new GroupCode(fn, types)
  const cells = aggregates.map((aggregate) => stateCells(aggregate))
  // Keys that are not compared as they are have their values behind.
  const valueKeys = code.keys.flatMap(({ plain }, at) => (plain ? [] : [at]))
  let next = keyCount + valueKeys.length
  const places = cells.map(({ kinds }) => (next += kinds.length) - kinds.length)
  const keyNames = node.groupBy.map(() => module.name('key'))
  const comparedNames = keyNames.map((/** @type {string} */ name, /** @type {number} */ at) =>
    code.keys[at].plain ? name : module.name('compared'),
  )
  const names = [keyNames, comparedNames]
  const inputTypes = aggregates.flatMap((aggregate) => aggregate.inputTypes())
  const asideTypes = module.constant(
    [
      ...types.map((/** @type {number} */ type) => typeOrNull(fn, type)),
      ...inputTypes.map((type) => typeOrNull(fn, type)),
    ],
    'types',
  )
  const tables = module.name('tables')
  const expected = node.groupingSets === null ? Math.ceil(1.1 * (node.estimate?.rows ?? 0)) : 0
  const isFirst = node.sequence === null ? '' : module.name('isFirst')
  if (isFirst !== '') fn.line(`let ${isFirst} = false`)
  fn.line(`const ${tables} = [${sets.map(() => code.make(asideTypes, expected)).join(', ')}]`)
  const isLooped = sets.length > LOOPED_SETS
  const whole = node.groupBy.map((_, /** @type {number} */ at) => at)
  /**
   * Source of a new group.
   * @param {string} table
   * @param {string} hash
   * @param {number[]} set
   * @param {string[][]} inputs of the row that begins it
   * @returns {string}
   */
  const added = (table, hash, set, inputs, [keyNames, comparedNames] = names) => {
    const present = (/** @type {string[]} */ names, /** @type {number} */ at) => set.includes(at) ? names[at] : 'null'
    return `${code.add}(${[
      table,
      hash,
      ...keyNames.map((/** @type {string} */ _, /** @type {number} */ at) => present(comparedNames, at)),
      ...valueKeys.map((at) => present(keyNames, at)),
      ...cells.flatMap(({ initial }, at) => (aggregates[at].first && inputs.length > 0 ? [inputs[at][0]] : initial)),
    ].join(', ')})`
  }
  // An empty grouping set has its one row even without input.
  sets.forEach((set, at) => {
    const hash = isLooped ? code.hashSource(whole, whole.map(() => 'null')) : '0'
    if (set.length === 0) fn.line(added(`${tables}[${at}]`, hash, set, []))
  })
  const keyNullable = node.groupBy.map(() => node.groupingSets !== null)
  /**
   * Finds the row's group in a table and steps it.
   * @param {number[]} set
   * @param {string} table
   * @param {string[][]} inputs
   */
  const advance = (set, table, inputs, [keyNames, comparedNames] = names) => {
    const hash = module.name('hash')
    const group = module.name('g')
    fn.open('{')
    fn.line(`const ${hash} = ${set.length === 0 ? '0' : code.hashSource(set, comparedNames)}`)
    fn.line(`let ${group} = ${code.findSource(set, table, hash, comparedNames)}`)
    if (isFirst !== '') fn.line(`${isFirst} = ${group} < 0`)
    fn.open(`if (${group} < 0) {`)
    fn.line(`if (${table}.full) ${table}.putAside([${[...keyNames, ...inputs.flat()].join(', ')}], ${hash})`)
    fn.line(`else ${group} = ${added(table, hash, set, inputs, [keyNames, comparedNames])}`)
    fn.close()
    fn.open(`if (${group} >= 0) {`)
    aggregates.forEach((_, at) => cells[at].step(inputs[at], { table, at: places[at], group }))
    fn.close()
    fn.close()
  }
  /** In a loop over very many sets their absent keys are null, to be found as such. @param {string[][]} inputs */
  const advanceAll = (inputs) => {
    const present = module.constant(
      sets.map((set) => whole.map((/** @type {number} */ at) => set.includes(at))),
      'present',
    )
    const at = module.name('set')
    const masked = (/** @type {string} */ name, /** @type {number} */ key) => {
      const own = module.name('masked')
      fn.line(`const ${own} = ${present}[${at}][${key}] ? ${name} : null`)
      return own
    }
    fn.open(`for (let ${at} = 0; ${at} < ${sets.length}; ${at}++) {`)
    const own = keyNames.map(masked)
    advance(whole, `${tables}[${at}]`, inputs, [
      own,
      comparedNames.map((/** @type {string} */ name, /** @type {number} */ key) =>
        name === keyNames[key] ? own[key] : masked(name, key),
      ),
    ])
    fn.close()
  }
  const bindCompared = () =>
    comparedNames.forEach((/** @type {string} */ name, /** @type {number} */ at) => {
      if (!code.keys[at].plain) fn.line(`const ${name} = ${code.compared(at, keyNames[at])}`)
    })
  fn.produce(node.input, () => {
    node.groupBy.forEach((expr, /** @type {number} */ at) => {
      const value = expression(fn, expr)
      keyNullable[at] ||= value.nullable
      fn.line(`const ${keyNames[at]} = ${value.js}`)
    })
    bindCompared()
    const inputs = aggregates.map((aggregate) => aggregate.inputs())
    // A row of very many sets is as much work as many rows: the scan gives way sooner.
    if (isLooped) {
      fn.line(`ctx.fuel -= ${sets.length}`)
      advanceAll(inputs)
    } else sets.forEach((set, at) => advance(set, `${tables}[${at}]`, inputs))
  })
  code.keys.forEach((key, at) => { key.nullable = keyNullable[at] })
  code.finish([
    ...valueKeys.map((at) => kindOf(module, node.groupBy[at].type, keyNullable[at])),
    ...cells.flatMap(({ kinds }) => kinds),
  ])
  const group = module.name('g')
  const table = module.name('table')
  const number = module.name('set')
  const rows = module.name('rows')
  const row = module.name('row')
  fn.open(`for (let ${number} = 0; ${number} < ${sets.length}; ${number}++) {`)
  fn.line(`const ${table} = ${tables}[${number}]`)
  const columnOf = (/** @type {number} */ at) => code.keys[at].plain ? at : keyCount + valueKeys.indexOf(at)
  fn.open('for (;;) {')
  openGroups(fn, sequenceOf(module, node.sequence, node.groupBy, columnOf), table, group, isFirst)
  fn.loopHead()
  for (let at = 0; at < keyCount; at++) {
    fn.bind(slotKey({ node: node.id, index: at }), {
      read: code.read(columnOf(at), table, group, keyNullable[at]),
      nullable: keyNullable[at],
    })
  }
  aggregates.forEach((_, at) =>
    cells[at].finish({ table, at: places[at], group }, slotKey({ node: node.id, index: keyCount + at })),
  )
  if (node.groupingSets !== null) {
    const masks = module.constant(sets.map((set) => absentMask(set, keyCount)), 'masks')
    fn.bind(slotKey({ node: node.id, index: keyCount + aggregates.length }), {
      read: `${masks}[${number}]`,
      nullable: false,
    })
  }
  whenTrue(fn, node.filter, consume)
  fn.close()
  fn.line(`const ${rows} = ${table}.nextRound()`)
  fn.line(`if (${rows} === null) break`)
  fn.open(`for (let ${row} = ${rows}.next(); ${row} !== undefined; ${row} = ${rows}.next()) {`)
  fn.loopHead()
  let place = 0
  for (const name of keyNames) fn.line(`const ${name} = ${row}[${place++}]`)
  bindCompared()
  const again = aggregates.map((aggregate) => aggregate.inputTypes().map(() => {
    const name = module.name('x')
    fn.line(`const ${name} = ${row}[${place++}]`)
    return name
  }))
  if (isLooped || sets.length === 1) advance(isLooped ? whole : sets[0], table, again)
  else {
    fn.open(`switch (${number}) {`)
    sets.forEach((set, at) => {
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
