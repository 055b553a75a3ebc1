/** Conditions that a gin index answers: column operator value, with an operator of the column's family. */
import { overRow } from '../../bind/stored.js'
import { asInlined } from '../../inline.js'
import { servesStrategy } from '../../../types/gin.js'
import { isKey, isValue } from './keys.js'
import { implies } from './implication.js'

/** @import { IndexDesc } from '../../../catalog/relation.js' */

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
export function matchGin(state, entry, index, conditions, outer) {
  if (index.predicate && !implies(state.catalog, conditions, overRow(asInlined(index.predicate), entry.rt))) return null
  /** @type {Match[]} */
  const matches = []
  for (const condition of conditions) {
    if (condition.kind !== 'op' || condition.args.length !== 2) continue
    const [left, right] = condition.args
    const match =
      matchSides(state, entry, index, condition, condition.oid, left, right, outer)
      ?? matchSides(
        state, entry, index, condition, state.view.operator(condition.oid)?.commutator ?? 0, right, left, outer,
      )
    if (match !== null) matches.push(match)
  }
  return matches.length === 0 ? null : { matches, unique: false }
}

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
  const column = index.keys.findIndex((key) => isKey(entry, key, left))
  if (column < 0 || !isValue(state, entry, right, outer)) return null
  const { family, keysBy } = index.keys[column]
  const member = state.catalog.familyMember(oid, family, 's')
  if (member === undefined || !servesStrategy(keysBy, member.strategy)) return null
  return { bound: { column, op: 'gin', value: right, strategy: member.strategy }, condition, strategy: member.strategy }
}
