/** What the planner says about the order of groups (build/group-sequence.js), as something that arranges them. */
import { FIRST_USER_OID } from '../../../types/oids.js'
import { baseType, comparedAs, typeOps } from '../../expressions/operations.js'
import { HashOrder, SortedOrder, groupOrder } from '../../spill/group-order.js'

/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { GroupSequence } from '../../../planner/plan.js' */
/** @import { KeyHash, OrderKey } from '../../spill/group-order.js' */
/** @typedef {import('../../codegen/module.js').Module} Module */

/**
 * @param {Module} module
 * @param {GroupSequence | null} sequence
 * @param {Expr[]} keys
 * @param {(key: number) => number} placeOf where a group has a key's value, -1: nowhere
 * @returns {HashOrder | SortedOrder | null} null: groups leave as they came
 */
export function sequenceOf(module, sequence, keys, placeOf) {
  if (sequence === null) return null
  const places = sequence.keys.map(({ key }) => placeOf(key))
  if (places.includes(-1)) return null
  if (sequence.by === 'hash') {
    const hashes = sequence.keys.flatMap(({ key }) => hashOf(module, keys[key]) ?? [])
    return hashes.length < places.length ? null : new HashOrder(places, hashes, sequence.expected)
  }
  const order = sequence.keys.flatMap(({ key, desc, nullsFirst }, at) => {
    const { compare } = typeOps(module, baseType(module, comparedAs(module, keys[key])))
    return compare === undefined ? [] : [/** @type {OrderKey} */ ({ place: places[at], compare, desc, nullsFirst })]
  })
  return order.length < places.length ? null : new SortedOrder(order)
}

/**
 * PostgreSQL's hash of a key; null: there is none here.
 * @param {Module} module @param {Expr} key @returns {KeyHash | null}
 */
function hashOf({ catalog, implementations }, key) {
  const { hash = 0 } = catalog.hashOps(catalog.baseType(key.type)) ?? {}
  // An equality of ICU's hashes what ICU makes of a text.
  if (hash === 0 || catalog.collator?.(key.collation)?.deterministic === false) return null
  const impl = implementations.lookup(catalog.func(hash)?.source ?? '')
  if (impl === undefined || impl.typed || impl.routine || (hash >= FIRST_USER_OID && impl.context)) return null
  return impl.context ? impl.call : (_, value) => impl.call(value)
}

/**
 * Opens the loop over a table's groups.
 * @param {import('../../codegen/function.js').FunctionBuilder} fn
 * @param {HashOrder | SortedOrder | null} sequence
 * @param {string} table
 * @param {string} group name of its number
 * @param {string} isFirst name of what says whether the last row began a group
 */
export function openGroups(fn, sequence, table, group, isFirst) {
  const { module } = fn
  if (sequence === null) {
    fn.open(`for (let ${group} = 0; ${group} < ${table}.count; ${group}++) {`)
    return
  }
  const [order, at] = [module.name('order'), module.name('at')]
  const call = module.named('groupOrder', groupOrder)
  fn.line(`const ${order} = ${call}(ctx, ${module.constant(sequence, 'sequence')}, ${table}, ${isFirst})`)
  fn.open(`for (let ${at} = 0; ${at} < ${table}.count; ${at}++) {`)
  fn.line(`const ${group} = ${order} === null ? ${at} : ${order}[${at}]`)
}
