/**
 * Which conditions bound an index.
 *
 * A condition uses an index column only if its operator belongs to the index's operator family (so the index's order is
 * the operator's), on the column itself or its binary-compatible relabelling, with a value that does not change during
 * the scan and comes from elsewhere.
 */
import { overRow } from '../../bind/stored.js'
import { asInlined } from '../../inline.js'
import { plainType } from '../../../types/collation/types.js'
import { isBloomFamily } from '../../../types/gist/keys.js'
import { partialOf } from '../estimates/value-classes.js'
import { boundsOfTime, derivedBounds } from './derived-bounds.js'
import { implies } from './implication.js'
import { TEXTS, hasPlainOrder, isKey, isValue, keyFollows, sameKeyType } from './keys.js'
import { BRIN, BTREE, FIRST_USER_OID } from '../../../types/oids.js'

/** @import { IndexKey } from '../../../catalog/relation.js' */
/** @import { IndexDesc } from '../../../catalog/relation.js' */
/** @import { Derived } from './derived-bounds.js' */

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {{ bound: import('../../plan.js').IndexBound, condition: Expr, strategy: number }} Match */

/** brin's families over Bloom filters */
const STRATEGY_OPS = /** @type {Record<number, '=' | '<' | '<=' | '>' | '>='>} */ ({
  1: '<', 2: '<=', 3: '=', 4: '>=', 5: '>',
})

/**
 * The conditions that bound an index's leading columns: equalities, then at most one column's range.
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {Expr[]} conditions
 * @param {Set<number> | null} outer
 * @returns {{ matches: Match[], unique: boolean } | null}
 */
export function matchIndex(state, entry, index, conditions, outer) {
  if (!hasAllRows(state, entry, index, conditions)) return null
  /** @type {Match[]} */
  const matches = []
  let equal = 0
  for (let column = 0; column < index.keys.length; column++) {
    const found = /** @type {Match[]} */ ([])
    for (const condition of conditions) {
      const match = matchCondition(state, entry, index, column, condition, outer)
      if (match) found.push(match)
      else if (index.method === BTREE) found.push(...matchDerived(state, entry, index, column, condition, outer))
    }
    const equality =
      found.find((match) => match.bound.op === '=' && !match.bound.any) ?? found.find((match) => match.bound.op === '=')
      ?? found.find((match) => match.bound.op === 'isnull')
    if (equality && !(equality.bound.any && matches.some((match) => match.bound.any))) {
      matches.push(equality)
      if (equality.bound.op === '=' && !equality.bound.any) equal++
      continue
    }
    const lower = found.find((match) => match.strategy === 4 || match.strategy === 5)
    const upper = found.find((match) => match.strategy === 1 || match.strategy === 2)
    if (lower) matches.push(lower)
    if (upper) matches.push(upper)
    if (!lower && !upper) {
      const notNull = found.find((match) => match.bound.op === 'notnull')
      if (notNull) matches.push(notNull)
    }
    break
  }
  if (matches.length === 0) return null
  return {
    matches,
    unique: index.unique && equal === index.keys.length && index.immediate !== false && !state.ctx.seesKeysTwice,
  }
}

/**
 * Whether a partial index has all rows that conditions leave of a table.
 * @param {PlanState} state @param {RangeEntry} entry
 * @param {IndexDesc} index @param {Expr[]} conditions
 */
export const hasAllRows = (state, entry, index, conditions) => index.predicate === null
  || state.impliedIndexes?.has(partialOf(entry, index)) === true
  || implies(state.catalog, conditions, overRow(asInlined(index.predicate), entry.rt))

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {number} column
 * @param {Expr} condition
 * @param {Set<number> | null} outer
 * @returns {Match | null}
 */
function matchCondition(state, entry, index, column, condition, outer) {
  const key = index.keys[column]
  if (condition.kind === 'isnull') {
    if (index.method !== BTREE || state.view.testsFields(condition)) return null
    return isKey(entry, key, condition.arg)
      ? { bound: { column, op: condition.not ? 'notnull' : 'isnull', value: null }, condition, strategy: 0 }
      : null
  }
  if (condition.kind === 'anyall') {
    if (condition.all || !isKey(entry, key, condition.args[0]) || !isValue(state, entry, condition.args[1], outer))
      return null
    const strategy = strategyOf(state, index, key, condition.oid)
    const element = state.view.elementType(state.view.baseType(condition.args[1].type))
    if (strategy !== 3 || !sameKeyType(state, key, element) || !keyFollows(state, key, condition)) return null
    return { bound: { column, op: '=', value: condition.args[1], any: true }, condition, strategy }
  }
  const compared = comparison(state, entry, key, condition)
  if (compared === null) return null
  const { oid, right } = compared
  if (!isValue(state, entry, right, outer)) return null
  const strategy = strategyOf(state, index, key, oid)
  if (strategy === 0 || !sameKeyType(state, key, right.type)) return null
  if (
    !(strategy === 3
      ? keyFollows(state, key, condition)
      : hasPlainOrder(state, key) && condition.inputCollation === undefined)
  )
    return null
  return { bound: { column, op: STRATEGY_OPS[strategy], value: right }, condition, strategy }
}

/**
 * A key beside something else, with the operator that has the key on its left.
 * @param {PlanState} state @param {RangeEntry} entry @param {IndexDesc['keys'][number]} key @param {Expr} condition
 * @returns {{ oid: number, right: Expr } | null}
 */
function comparison(state, entry, key, condition) {
  if (condition.kind !== 'op' || condition.args.length !== 2) return null
  const [left, right] = condition.args
  if (isKey(entry, key, left)) return { oid: condition.oid, right }
  if (!isKey(entry, key, right)) return null
  const oid = state.view.operator(condition.oid)?.commutator
  return oid ? { oid, right: left } : null
}

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {number} column
 * @param {Expr} condition
 * @param {Set<number> | null} outer
 * @returns {Match[]}
 */
function matchDerived(state, entry, index, column, condition, outer) {
  const key = index.keys[column]
  const type = state.view.baseType(plainType(key.typeOid))
  if (TIMES.has(type) && condition.kind === 'op') return matchTime(state, entry, index, column, condition, outer)
  const isFit = (/** @type {Derived} */ { left, value, oid }) => isKey(entry, key, left)
    && isValue(state, entry, value, outer) && sameKeyType(state, key, value.type) && hasPlainOrder(state, key)
    && isTypesOrder(key) && (oid === 0 ? TEXTS.has(type) : strategyOf(state, index, key, oid) !== 0)
  return derivedBounds(state, condition).filter(isFit)
    .map(({ strategy, op, value }) => ({ bound: { column, op, value }, condition, strategy }))
}

/**
 * A time beside one of another type.
 * @param {PlanState} state @param {RangeEntry} entry @param {IndexDesc} index @param {number} column
 * @param {Expr} condition @param {Set<number> | null} outer @returns {Match[]}
 */
function matchTime(state, entry, index, column, condition, outer) {
  const key = index.keys[column]
  const compared = comparison(state, entry, key, condition)
  if (compared === null || !isValue(state, entry, compared.right, outer)) return []
  const { oid, right } = compared
  const strategy = strategyOf(state, index, key, oid)
  if (strategy === 0) return []
  return boundsOfTime(state.view.baseType(plainType(key.typeOid)), state.view.baseType(right.type), right, strategy)
    .map(({ op, strategy, value }) => ({ bound: { column, op, value }, condition, strategy }))
}

/** date, timestamp, timestamptz */
const TIMES = new Set([1082, 1114, 1184])

/** @param {{ family: number, keysBy: number }} key */
export const isTypesOrder = ({ family, keysBy }) => family < FIRST_USER_OID || keysBy === 0

/**
 * @param {PlanState} state
 * @param {IndexDesc} index
 * @param {IndexKey} key
 * @param {number} oid
 * @returns {number} btree strategy of the operator in the key's family, 0 when it is not in it
 */
function strategyOf(state, index, key, oid) {
  // Entries are in the order of the type's own class, which that of a user's class is not.
  if (!isTypesOrder(key)) return 0
  for (const member of state.catalog.familiesOf(oid)) {
    if (member.family !== key.family || member.method !== index.method) continue
    // A hash family has equality alone, and so has a bloom family of brin's; its others count like btree's.
    return member.method === BTREE || (member.method === BRIN && !isBloomFamily(key.family)) ? member.strategy : 3
  }
  return 0
}
