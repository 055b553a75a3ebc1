/**
 * Rests within one expression. What binds an expression is plain recursion and cannot stop in the middle; but where it
 * goes through a long list it may give up, and begin again when others have had their turn: what was bound of the list
 * is kept, and the second attempt goes on there. So an expression of 60,000 arms is bound in as many turns as it needs.
 *
 * Attempts are made where queries are bound in steps, of texts that can hold such a list. Subqueries in an expression
 * are bound once, in one go.
 */
import { isTired } from '../../util/effort.js'

/** @import { BindContext, Level } from './context.js' */
/** @import { ParseNode } from '../../parser/tree.js' */
/** @import { Expr } from '../../catalog/expr.js' */

/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/** What is bound of a list before anybody looks whether to rest: a new attempt comes that far at least. */
const MANY = 512
/** A shorter text holds no list that takes long. */
const LONG_TEXT = 10_000
/** Thrown where an attempt gives up. */
const RESTS = { reason: 'rests' }

/** What earlier attempts at an expression have bound. */
export class Attempts {
  /** @type {Map<object, unknown[]>} */
  lists = new Map()
  /** Subqueries: bound again they would be others. @type {Map<object, unknown>} */
  queries = new Map()
  /** Long lists that are done. @type {Map<object, Expr>} */
  outlined = new Map()
  /** How far others are looked through. @type {Map<object, import('./expressions/outlined.js').Look>} */
  looks = new Map()
  /** Something that was bound has left marks on its level, which a new attempt would have to leave again. */
  isLast = false
}

/**
 * Each of a list.
 * @template T, N @param {BindContext} ctx @param {Level} level
 * @param {N[]} nodes @param {(node: N) => T} bind
 * @param {object} [key] what the list is known by, if it is made anew each time
 * @returns {T[]} not to be changed
 */
export function bindEach(ctx, level, nodes, bind, key = nodes) {
  const { attempts } = ctx
  if (attempts === null || nodes.length < MANY) return nodes.map(bind)
  let bound = /** @type {T[] | undefined} */ (attempts.lists.get(key))
  if (bound === undefined) attempts.lists.set(key, (bound = []))
  const before = marks(level)
  while (bound.length < nodes.length) {
    bound.push(bind(nodes[bound.length]))
    if (bound.length % MANY !== 0) continue
    if (marks(level) !== before) attempts.isLast = true
    if (!attempts.isLast && isTired()) throw RESTS
  }
  if (marks(level) !== before) attempts.isLast = true
  return bound
}

/** The attempt ends here, if others are to have their turn. @param {Attempts | null} attempts */
export function restIfTired(attempts) {
  if (attempts !== null && !attempts.isLast && isTired()) throw RESTS
}

/** What calls leave on the levels they belong to. @param {Level} level */
function marks(level) {
  let sum = 0
  for (let at = /** @type {Level | null} */ (level); at !== null; at = at.parent)
    sum = (Math.imul(sum, 31) + (at.hasAggregates ? 1 : 0) + (at.hasWindowCalls ? 2 : 0) + (at.hasSetReturning ? 4 : 0)
      + (at.lastSet === null ? 0 : 8 + at.lastSet.location) + at.windows.length * 16 + at.entries.length) | 0
  return sum
}

/**
 * Binds an expression in as many attempts as it takes.
 * @template T @param {BindContext} ctx @param {Level} level @param {() => T} bind
 * @param {boolean} [mayBeLong] @returns {Steps<T>}
 */
export function* inAttempts(ctx, level, bind, mayBeLong = ctx.sourceText.length >= LONG_TEXT) {
  if (!mayBeLong || ctx.attempts !== null || ctx.inOneGo > 0) return bind()
  const attempts = ctx.attempts = new Attempts()
  const { hasAggregates, hasWindowCalls, hasSetReturning, lastSet } = level
  try {
    for (;;) {
      try {
        return bind()
      } catch (error) {
        if (error !== RESTS) throw error
      }
      Object.assign(level, { hasAggregates, hasWindowCalls, hasSetReturning, lastSet })
      yield
      if (isTired()) attempts.isLast = true
    }
  } finally {
    ctx.attempts = null
  }
}

/**
 * A query within an expression, once in all attempts.
 * @template T @param {BindContext} ctx @param {Level} level @param {object} node @param {() => T} bind @returns {T}
 */
export function boundOnce(ctx, level, node, bind) {
  const { attempts } = ctx
  if (attempts === null) return bind()
  const known = attempts.queries.get(node)
  if (known !== undefined) return /** @type {T} */ (known)
  const before = marks(level)
  ctx.attempts = null
  ctx.inOneGo++
  try {
    const bound = bind()
    attempts.queries.set(node, bound)
    if (marks(level) !== before) attempts.isLast = true
    return bound
  } finally {
    ctx.inOneGo--
    ctx.attempts = attempts
  }
}
