/**
 * Aggregation. Without GROUP BY the states are local variables; with it, cells of a group's array in a GroupTable: [keys…, states…]. Groups come out in
 * the order of their first row, which keeps the order of a sorted input. Grouping sets: one table per set.
 *
 * count, sum, min and max of the common types are written out; other aggregates come from the registry as {create, step, finish}.
 * DISTINCT or ORDER BY inside an aggregate gathers its input in a Sorter per group; the state is made when the group is given out.
 */
import { condition, expression, whenTrue } from '../expressions/compile.js'
import { slotKey } from '../codegen/function.js'
import { GroupTable } from '../spill/group-table.js'
import { Sorter } from '../spill/sorter.js'
import { aggregateSource } from './aggregate-states.js'
import { mapKey, rowComparator, typeOrNull } from './carry.js'
import { produce } from './produce.js'

/** @typedef {import('../codegen/function.js').FunctionBuilder} FunctionBuilder */

/** @param {any} node Aggregate @param {FunctionBuilder} fn @param {() => void} consume */
export function produceAggregate(node, fn, consume) {
  const aggregates = node.aggregates.map((/** @type {any} */ call) => new AggregateCode(fn, call))
  if (node.groupBy.length === 0 && node.groupingSets === null) plain(node, fn, aggregates, consume)
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
  const types = node.groupBy.map((/** @type {any} */ expr) => expr.type)
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
  const keyNullable = node.groupBy.map(() => true)
  /** Finds the row's group in a table and steps it. @param {number[]} set @param {string} table @param {string[][]} inputs */
  const advance = (set, table, inputs) => {
    const key = module.name('group')
    const group = module.name('g')
    fn.open('{')
    fn.line(`const ${key} = ${set.length === 0 ? "''" : mapKey(fn, set.map((at) => keyNames[at]), set.map((at) => types[at]))}`)
    fn.line(`let ${group} = ${table}.map.get(${key})`)
    fn.open(`if (${group} === undefined) {`)
    fn.line(`if (${table}.full) ${table}.putAside([${[...keyNames, ...inputs.flat()].join(', ')}])`)
    fn.line(`else ${group} = ${table}.insert(${key}, [${[...keyNames.map((/** @type {string} */ name, /** @type {number} */ at) => set.includes(at) ? name : 'null'), ...initial].join(', ')}])`)
    fn.close()
    fn.open(`if (${group} !== undefined) {`)
    aggregates.forEach((aggregate, at) => aggregate.step(inputs[at], `${group}[${keyCount + at}]`))
    fn.close()
    fn.close()
  }
  produce(node.input, fn, () => {
    node.groupBy.forEach((/** @type {any} */ expr, /** @type {number} */ at) => {
      const value = expression(fn, expr)
      keyNullable[at] = value.nullable
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
function absentMask(set, keyCount) {
  let mask = 0
  for (let at = 0; at < keyCount; at++) if (!set.includes(at)) mask |= 1 << at
  return mask
}

/** The code of one aggregate call: inputs (filter, arguments, sort keys) -> state -> result. */
class AggregateCode {
  /** @param {FunctionBuilder} fn @param {any} call Aggref */
  constructor(fn, call) {
    this.fn = fn
    this.call = call
    this.sorted = call.distinct || call.orderBy.length > 0
    this.source = aggregateSource(fn, call)
    this.nullable = call.args.map(() => true)
    /** @type {string} */
    this.comparator = ''
  }

  inputTypes() {
    const { call } = this
    return [...(call.filter === null ? [] : [16]), ...call.args.map((/** @type {any} */ arg) => arg.type), ...call.orderBy.map((/** @type {any} */ key) => key.expr.type)]
  }

  /** Evaluates the inputs into locals. @returns {string[]} */
  inputs() {
    const { fn, call } = this
    const names = []
    if (call.filter !== null) {
      const name = fn.module.name('wanted')
      fn.line(`const ${name} = ${condition(fn, call.filter)}`)
      names.push(name)
    }
    // Arguments are evaluated only for rows the filter lets through.
    const guard = call.filter === null ? '' : `!${names[0]} ? null : `
    call.args.forEach((/** @type {any} */ arg, /** @type {number} */ at) => names.push(this.input(expression(fn, arg), guard, at)))
    for (const key of call.orderBy) names.push(this.input(expression(fn, key.expr), guard, -1))
    return names
  }

  /** @param {import('../codegen/function.js').Value} value @param {string} guard @param {number} at */
  input(value, guard, at) {
    if (at >= 0) this.nullable[at] = value.nullable || guard !== ''
    if (value.atom && guard === '') return value.js
    const name = this.fn.module.name('x')
    this.fn.line(`const ${name} = ${guard}${value.js}`)
    return name
  }

  /** @returns {string} */
  initial() {
    if (!this.sorted) return this.source.initial
    const { fn, call } = this
    if (this.comparator === '') {
      const width = call.args.length
      const keys = call.orderBy.map((/** @type {any} */ key, /** @type {number} */ at) => ({ place: width + at, type: key.expr.type, desc: key.desc, nullsFirst: key.nullsFirst, nullable: true }))
      if (call.distinct) call.args.forEach((/** @type {any} */ arg, /** @type {number} */ place) => keys.push({ place, type: arg.type, desc: false, nullsFirst: false, nullable: true }))
      this.comparator = rowComparator(fn, keys, 'aggregateOrder')
      if (call.distinct) {
        this.same = rowComparator(fn, call.args.map((/** @type {any} */ arg, /** @type {number} */ place) => ({ place, type: arg.type, desc: false, nullsFirst: false, nullable: true })), 'sameInput')
      }
    }
    const types = fn.module.constant([...call.args, ...call.orderBy.map((/** @type {any} */ key) => key.expr)].map((/** @type {any} */ expr) => typeOrNull(fn, expr.type)), 'types')
    return `new ${fn.module.constant(Sorter, 'Sorter')}(ctx, ${this.comparator}, ${types})`
  }

  /** One input row. @param {string[]} names @param {string} cell */
  step(names, cell) {
    const { fn, call } = this
    const args = call.filter === null ? names : names.slice(1)
    if (call.filter !== null) fn.open(`if (${names[0]}) {`)
    if (this.sorted) {
      const strict = this.source.skipsNulls ? call.args.map((/** @type {any} */ _, /** @type {number} */ at) => `${args[at]} !== null`).join(' && ') : ''
      fn.line(`${strict === '' ? '' : `if (${strict}) `}${cell}.push([${args.join(', ')}])`)
    } else this.source.step(cell, args.slice(0, call.args.length), this.nullable)
    if (call.filter !== null) fn.close()
  }

  /** Binds the result. @param {string} cell @param {string} key */
  finish(cell, key) {
    const { fn, call } = this
    if (!this.sorted) {
      fn.bindValue(key, this.source.finish(cell))
      return
    }
    const state = fn.module.name('state')
    const row = fn.module.name('row')
    const before = fn.module.name('before')
    fn.line(`let ${state} = ${this.source.initial}`)
    if (call.distinct) fn.line(`let ${before} = null`)
    fn.line(`${cell}.finish()`)
    fn.open(`for (let ${row} = ${cell}.next(); ${row} !== undefined; ${row} = ${cell}.next()) {`)
    fn.loopHead()
    if (call.distinct) {
      fn.line(`if (${before} !== null && ${this.same}(${before}, ${row}) === 0) continue`)
      fn.line(`${before} = ${row}`)
    }
    this.source.step(state, call.args.map((/** @type {any} */ _, /** @type {number} */ at) => `${row}[${at}]`), call.args.map(() => true))
    fn.close()
    fn.bindValue(key, this.source.finish(state))
  }
}
