/**
 * What a query becomes before it is planned: passes in this order, each of which takes a query and returns one with the
 * same answer. Later ones count on what earlier ones leave; what a pass leaves is said where it is written.
 *
 *     keepWholeRows      whole rows on the nullable side of an outer join are made below the join
 *     pullUpSubqueries   subqueries in FROM that are plain selects become part of the query around them
 *     foldQuery          expressions of constants are their values
 *     simplify           conditions made smaller; what all arms of an OR demand stands before it
 *     askedOfRows        what HAVING says of rows, not of aggregates, is asked before they are grouped
 */
import { isTired } from '../../util/effort.js'
import { foldConstants } from './fold.js'
import { askedOfRows } from './having.js'
import { pullUpSubqueries } from './pull-up.js'
import { simplify } from './simplify.js'
import { keepWholeRows } from './whole-rows.js'

/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../../catalog/query.js').Query} Query */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */
/** Short, or in steps. @typedef {(state: PlanState, query: Query) => Query | Steps<Query>} Pass */

/** Of SELECT. @type {Pass[]} */
export const QUERY_PASSES = [keepWholeRows, pullUpSubqueries, foldQuery, simplify, askedOfRows]

/** Of INSERT, UPDATE, DELETE, MERGE. @type {Pass[]} */
export const WRITE_PASSES = [pullUpWrite, foldQuery, simplify]

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {Pass[]} passes
 * @returns {Steps<Query>}
 */
export function* rewritten(state, query, passes) {
  const before = query
  for (const pass of passes) {
    const next = pass(state, query)
    query = 'next' in next ? yield* next : next
    if (isTired()) yield
  }
  return state.ctx.again === null ? query : state.ctx.again.made(before, query)
}

/** @param {PlanState} state @param {Query} query @returns {Query} */
function foldQuery(state, query) {
  const { where, having, targets, from, limit, offset, groupBy, windows } = query
  const parts = { where, having, targets, from, limit, offset, groupBy, windows }
  const folded = foldConstants(state, parts)
  return folded === parts ? query : { ...query, ...folded }
}

/**
 * Sources of an INSERT … SELECT stay subqueries with their own order; others merge.
 * @param {PlanState} state
 * @param {Query} query
 * @returns {Steps<Query>}
 */
function* pullUpWrite(state, query) {
  return query.entries.some((entry) => entry.kind === 'subquery') ? yield* pullUpSubqueries(state, query) : query
}
