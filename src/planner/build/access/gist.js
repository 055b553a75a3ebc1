/**
 * Conditions that a gist index answers: column operator value, with an operator of the column's family; IS NULL and IS
 * NOT NULL.
 */
import { overRow } from '../../bind/stored.js'
import { asInlined } from '../../inline.js'
import { gistColumn, isInclusionFamily, IS_NOT_NULL, IS_NULL, keyStrategy } from '../../../types/gist/keys.js'
import { hasPlainOrder, isKey, isValue, keyFollows, sameKeyType } from './keys.js'
import { implies } from './implication.js'
import { BRIN, FIRST_USER_OID } from '../../../types/oids.js'

/** @import { IndexDesc, IndexKey } from '../../../catalog/relation.js' */

/** Strategies of keys: equality of ordered ones, a range's element. */
const EQUAL = 3
const CONTAINS_ELEMENT = 16

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */
/** @typedef {import('./match-index.js').Match} Match */

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {Expr[]} conditions
 * @param {Set<number> | null} outer
 * @returns {{ matches: Match[], unique: boolean } | null}
 */
export function matchGist(state, entry, index, conditions, outer) {
  if (index.predicate && !implies(state.catalog, conditions, overRow(asInlined(index.predicate), entry.rt))) return null
  /** @type {Match[]} */
  const matches = []
  for (const condition of conditions) {
    const match = matchCondition(state, entry, index, condition, outer)
    if (match !== null) matches.push(match)
  }
  return matches.length === 0 ? null : { matches, unique: false }
}

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {Expr} condition
 * @param {Set<number> | null} outer
 * @returns {Match | null}
 */
function matchCondition(state, entry, index, condition, outer) {
  if (condition.kind === 'isnull') {
    if (state.view.testsFields(condition)) return null
    const column = columnOf(entry, index, condition.arg)
    const strategy = condition.not ? IS_NOT_NULL : IS_NULL
    return column < 0 ? null : { bound: { column, op: 'gist', value: null, strategy }, condition, strategy }
  }
  if (condition.kind !== 'op' || condition.args.length !== 2) return null
  const [left, right] = condition.args
  return (
    matchSides(state, entry, index, condition, condition.oid, left, right, outer)
    ?? matchSides(
      state, entry, index, condition, state.view.operator(condition.oid)?.commutator ?? 0, right, left, outer,
    )
  )
}

/** @param {RangeEntry} entry @param {IndexDesc} index @param {Expr} expr */
const columnOf = (entry, index, expr) => index.keys.findIndex((key) => isKey(entry, key, expr))

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {Expr} condition
 * @param {number} oid of the operator with the column on its left
 * @param {Expr} left
 * @param {Expr} right
 * @param {Set<number> | null} outer
 * @returns {Match | null}
 */
function matchSides(state, entry, index, condition, oid, left, right, outer) {
  if (oid === 0) return null
  const column = columnOf(entry, index, left)
  if (column < 0 || !isValue(state, entry, right, outer)) return null
  const strategy = strategyIn(state, index, column, oid, 's')
  if (
    index.method === BRIN && strategy !== 0
    && !answersAsBrin(state, index.keys[column], condition, strategy, right.type)
  )
    return null
  return strategy === 0 ? null : { bound: { column, op: 'gist', value: right, strategy }, condition, strategy }
}

/**
 * @param {PlanState} state
 * @param {IndexDesc} index
 * @param {number} column
 * @param {number} oid
 * @param {'s' | 'o'} purpose search or order
 * @returns {number} 0: the operator is not in the column's family
 */
function strategyIn(state, index, column, oid, purpose) {
  const { family } = index.keys[column]
  return keyStrategy(index.method, family, state.catalog.familyMember(oid, family, purpose)?.strategy ?? 0)
}

/**
 * brin's families compare across types, its keys here with values of their own type, and in its plain order.
 * @param {PlanState} state
 * @param {IndexKey} key
 * @param {Expr} condition
 * @param {number} strategy
 * @param {number} right type
 */
function answersAsBrin(state, key, condition, strategy, right) {
  if (key.family >= FIRST_USER_OID) return false
  const own = state.view.baseType(key.typeOid)
  if (isInclusionFamily(key.family))
    return (
      strategy === CONTAINS_ELEMENT || state.view.type(own).kind === 'r' || right === own
      || state.view.binaryCoercible(state.view.baseType(right), own)
    )
  return (
    sameKeyType(state, key, right)
    && state.view.baseType(right) === own
    && (strategy === EQUAL
      ? keyFollows(state, key, condition)
      : hasPlainOrder(state, key) && condition.inputCollation === undefined)
  )
}

/**
 * Whether the index gives rows in the order of an expression: column <-> value.
 * @param {PlanState} state
 * @param {RangeEntry} entry
 * @param {IndexDesc} index
 * @param {Expr} expr
 * @returns {{ column: number, value: Expr, strategy: number } | null}
 */
export function matchDistance(state, entry, index, expr) {
  if (expr.kind !== 'op' || expr.args.length !== 2) return null
  const [left, right] = expr.args
  for (const [oid, key, value] of /** @type {[number, Expr, Expr][]} */ ([
    [expr.oid, left, right],
    [state.view.operator(expr.oid)?.commutator ?? 0, right, left],
  ])) {
    if (oid === 0) continue
    const column = columnOf(entry, index, key)
    if (column < 0 || !isValue(state, entry, value, null)) continue
    const strategy = strategyIn(state, index, column, oid, 'o')
    if (strategy === 0) continue
    const { keysBy, typeOid } = index.keys[column]
    const { distance, distances } = gistColumn(keysBy, state.view.baseType(typeOid))
    if (distance !== null && distances?.includes(strategy) !== false) return { column, value, strategy }
  }
  return null
}
