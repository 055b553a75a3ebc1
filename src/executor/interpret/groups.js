/** Aggregation of few rows: groups in a Map, in the order of their first rows. */
import { FunctionBuilder, slotKey } from '../codegen/function.js'
import { comparedAs } from '../expressions/operations.js'
import { aggregateSource } from '../operators/aggregate/aggregate-states.js'
import { sequenceOf } from '../operators/aggregate/sequence-code.js'
import { arrangedGroups } from '../spill/group-order.js'
import { FIRST_USER_OID } from '../../types/oids.js'
import { GIVE_UP, UNFIT } from './scope.js'
import { keyOfTypes } from './values.js'

/** @import { Aggregate } from '../../planner/plan.js' */
/** @import { Aggref } from '../../catalog/expr.js' */
/** @import { ExecContext } from '../context.js' */
/** @import { Datum } from '../../types/datum.js' */
/** @import { HashOrder, SortedOrder } from '../spill/group-order.js' */
/** @import { Link, Reading, Registers, Scope, Test } from './scope.js' */

/** @typedef {unknown} State */
/**
 * @typedef {object} States of one aggregate, whatever the statement
 * @property {(ctx: ExecContext) => State} initial
 * @property {(ctx: ExecContext, state: State, a?: Datum, b?: Datum) => State} step gives the state that follows
 * @property {(ctx: ExecContext, state: State) => Datum} final
 */

/** By function and argument types. @type {Map<string, States>} */
const known = new Map()
const DEFAULT_COLLATION = 100
/** of a group, about */
const GROUP_BYTES = 200

/** @param {Scope} scope @param {Aggref} call @returns {States} */
function statesOf(scope, call) {
  const types = call.args.map((arg) => arg.type)
  const { inputCollation: collation = 0 } = /** @type {{ inputCollation?: number }} */ (call)
  if (
    call.oid >= FIRST_USER_OID || call.distinct || call.orderBy.length > 0 || call.directArgs.length > 0
    || call.first === true || call.variadic || types.length > 2 || types.some((type) => type >= FIRST_USER_OID)
    || (collation !== 0 && collation !== DEFAULT_COLLATION)
  )
    throw UNFIT
  const key = `${call.oid} ${call.type} ${collation} ${types.join()}`
  let states = known.get(key)
  if (states === undefined) {
    const module = scope.newModule()
    const fn = new FunctionBuilder(module, 'step', null)
    const names = ['a', 'b'].slice(0, types.length)
    const source = aggregateSource(fn, call)
    fn.ownParams = ['state', 'a', 'b']
    source.step('state', names, names.map(() => true))
    fn.line('return state')
    module.functions.push(fn.text())
    module.functions.push(`function initial(ctx) { return ${source.initial} }`)
    module.functions.push(`function final(ctx, state) { return ${source.finish('state').js} }`)
    if (module.stateCount > 0) throw UNFIT
    known.set(key, (states = module.build('{ initial, step, final }')))
  }
  return /** @type {States} */ (states)
}

/** @param {Aggregate} node @param {Scope} scope @returns {Link} */
export function aggregate(node, scope) {
  if (node.groupingSets !== null || node.strategy === 'sorted') throw UNFIT
  const input = scope.build(node.input)
  const { module } = scope
  const calls = node.aggregates.map((call) => ({
    states: statesOf(scope, call), read: scope.values(call.args), test: scope.test(call.filter),
  }))
  const keys = scope.values(node.groupBy)
  const keyOfRow = keys.length === 0 ? () => null
    : keyOfTypes(scope, node.groupBy.map((expr) => comparedAs(module, expr)))
  const registers = [...node.groupBy, ...node.aggregates]
    .map((_, index) => scope.define(slotKey({ node: node.id, index })))
  const filter = scope.test(node.filter)
  const initial = (/** @type {ExecContext} */ ctx) => calls.map(({ states }) => states.initial(ctx))
  /** @param {ExecContext} ctx @param {Registers} r @param {Group} group whether it is wanted */
  const finish = (ctx, r, { values, states }) => {
    let at = 0
    for (const value of values) r[registers[at++]] = value
    for (let call = 0; call < calls.length; call++) r[registers[at++]] = calls[call].states.final(ctx, states[call])
    return filter === null || filter(ctx, r)
  }
  /** @param {ExecContext} ctx @param {Datum[]} values @returns {Group} */
  const begin = (ctx, values) => {
    if ((scope.room -= GROUP_BYTES) < 0) throw GIVE_UP
    return { values, states: initial(ctx) }
  }
  const sequence = sequenceOf(module, node.sequence, node.groupBy, (key) => key)
  const parts = { keys, keyOfRow, begin, finish, step: stepOf(scope, calls), sequence }
  return node.strategy === 'ordered' ? ordered(scope, input, parts) : hashed(scope, input, parts)
}

/** @typedef {{ values: Datum[], states: State[] }} Group */
/**
 * @typedef {object} Parts of an aggregation
 * @property {Reading[]} keys
 * @property {(values: Datum[]) => unknown} keyOfRow
 * @property {(ctx: ExecContext, values: Datum[]) => Group} begin
 * @property {(ctx: ExecContext, r: Registers, states: State[]) => void} step
 * @property {(ctx: ExecContext, r: Registers, group: Group) => boolean} finish
 * @property {HashOrder | SortedOrder | null} sequence
 */

/** @param {Scope} scope @param {Link} input @param {Parts} parts @returns {Link} */
const hashed = (scope, input, { keys, keyOfRow, begin, step, finish, sequence }) => (take) => {
  /** @type {Map<unknown, Group>} */
  let groups = new Map()
  let isFirst = false
  scope.ends.push(() => { groups = new Map() })
  const fill = input((ctx, r) => {
    const values = keys.map((read) => read(ctx, r))
    const key = keyOfRow(values)
    let group = groups.get(key)
    isFirst = group === undefined
    if (group === undefined) groups.set(key, (group = begin(ctx, values)))
    step(ctx, r, group.states)
    return false
  })
  return (ctx, r) => {
    groups = new Map()
    if (keys.length === 0) groups.set(null, begin(ctx, []))
    fill(ctx, r)
    const given = sequence === null ? groups.values() : arrangedGroups(ctx, sequence, [...groups.values()], isFirst)
    for (const group of given) if (finish(ctx, r, group) && take(ctx, r)) return true
    return false
  }
}

/**
 * Rows of a group follow each other: who wants no more groups has none computed.
 * @param {Scope} scope @param {Link} input @param {Parts} parts @returns {Link}
 */
const ordered = (scope, input, { keys, keyOfRow, begin, step, finish }) => (take) => {
  /** @type {Group | null} */
  let group = null
  /** @type {unknown} */
  let current
  scope.ends.push(() => { group = current = null })
  const run = input((ctx, r) => {
    const values = keys.map((read) => read(ctx, r))
    const key = keyOfRow(values)
    if (group !== null && key !== current) {
      const before = group
      group = null
      if (finish(ctx, r, before) && take(ctx, r)) return true
    }
    if (group === null) group = begin(ctx, values)
    current = key
    step(ctx, r, group.states)
    return false
  })
  return (ctx, r) => {
    group = null
    if (run(ctx, r)) return true
    return group !== null && finish(ctx, r, group) && take(ctx, r)
  }
}

/**
 * @param {Scope} scope @param {{ states: States, read: Reading[], test: Test | null }[]} calls
 * @returns {(ctx: ExecContext, r: Registers, states: State[]) => void}
 */
const stepOf = (scope, calls) => (ctx, r, states) => {
  for (let at = 0; at < calls.length; at++) {
    const { states: { step }, read, test } = calls[at]
    if (test !== null && !test(ctx, r)) continue
    const a = read.length > 0 ? read[0](ctx, r) : undefined
    const b = read.length > 1 ? read[1](ctx, r) : undefined
    if (typeof a === 'string' && (scope.room -= a.length) < 0) throw GIVE_UP
    states[at] = step(ctx, states[at], a, b)
  }
}
