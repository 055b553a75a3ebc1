/**
 * From a bound statement to the queries that are planned. A read stays what it is. A write of a table is completed
 * (complete.js); a write of a view becomes one of the table under it (through-view.js), or is told to the view's
 * INSTEAD OF triggers (instead-of.js); rules make other queries of it, in place of it or beside it (fire-rules.js). A
 * table without rules costs one look at an empty list.
 */
import {
  conflictWithRules, noReturning, ruleOfWritingCte, ruleRecursion, withAndSeveralQueries,
} from '../../errors/ddl/rules.js'
import { contains } from '../expr-tools.js'
import { actionsAsWritten } from '../needs.js'
import { writableRelation } from '../bind/write/target.js'
import { firesIn, hasInsteadTrigger } from '../../catalog/triggers.js'
import { completeWrite } from './complete.js'
import { fireRules } from './fire-rules.js'
import { isTired } from '../../util/effort.js'
import { insteadOfView } from './instead-of.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('./through-view.js')} */
const views = later(import.meta.url, './through-view.js')

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').WriteTarget} WriteTarget */
/** @typedef {import('../bind/context.js').BindContext} BindContext */
/** @typedef {import('./fire-rules.js').Rewritten} Rewritten */
/** @typedef {import('./fire-rules.js').Source} Source */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/**
 * @param {BindContext} ctx
 * @param {Query} query
 * @returns {Steps<{ queries: Rewritten[], tagged: Rewritten | null }>} in the order they run; tagged: the one whose
 *   rows the command tag counts and whose RETURNING the client gets
 */
export function* rewriteStatement(ctx, query) {
  const queries = yield* rewriteQuery(ctx, query, 'original', [])
  const original = queries.find((item) => item.source === 'original') ?? null
  if (original !== null) return { queries, tagged: original }
  const instead = queries.filter(
    (item) => item.query?.command === query.command && (item.source === 'instead' || item.source === 'maybeInstead'),
  )
  return { queries, tagged: instead.length === 0 ? null : instead[instead.length - 1] }
}

/**
 * @param {BindContext} ctx
 * @param {Query} query
 * @param {Source} source
 * @param {string[]} active relations and events whose rules are at work
 * @returns {Steps<Rewritten[]>}
 */
function* rewriteQuery(ctx, query, source, active) {
  if (isTired()) yield
  for (const cte of query.ctes)
    if (cte.query.command !== 'select') cte.query = onlyOne(yield* rewriteQuery(ctx, cte.query, 'original', active))
  if (query.command === 'merge') /** @type {WriteTarget} */ (query.write).readsTarget ??= mergeReadsTarget(query)
  if (query.command === 'select' || query.command === 'merge') return [{ query, utility: null, source }]
  const write = /** @type {WriteTarget} */ (query.write)
  const { relation } = write
  write.readsTarget ??= readsTarget(query)
  const isView = relation.kind === 'v'
  if (isView) views().fillViewDefaults(ctx, query)
  else {
    for (const check of relation.checks) yield* check.load?.() ?? []
    completeWrite(ctx, query)
  }
  if ((ctx.copies || relation.rules.length === 0) && !isView) return [{ query, utility: null, source }]
  return yield* ruled(ctx, query, source, active, isView)
}

/**
 * @param {BindContext} ctx
 * @param {Query} query
 * @param {Source} source
 * @param {string[]} active
 * @param {boolean} isView
 * @returns {Steps<Rewritten[]>}
 */
function* ruled(ctx, query, source, active, isView) {
  const { relation, returning, onConflict } = /** @type {WriteTarget} */ (query.write)
  const rules = relation.rules.filter(
    (/** @type {import('../../catalog/rules.js').RuleDesc} */ rule) =>
      !ctx.copies && rule.event === query.command && firesIn(rule.enabled, ctx.catalog.replicates),
  )
  const fired = yield* fireRules(ctx, query, rules)
  const first = query.command === 'insert'
  const isTold = isView && hasInsteadTrigger(relation, query.command)
  const below = isView && !fired.instead && !isTold ? views().throughView(ctx, query, fired.rest !== null) : null
  const rest = below ?? fired.rest ?? query
  /** @type {Rewritten[]} */
  const own = fired.instead ? [] : [{ query: isTold ? insteadOfView(ctx, rest) : rest, utility: null, source }]
  // An INSERT comes before what its rules add, other writes after.
  const products = below === null ? fired.products : first ? [...own, ...fired.products] : [...fired.products, ...own]
  const event = `${relation.oid} ${query.command}`
  if (products.length > 0 && active.includes(event)) throw ruleRecursion(relation.name)
  /** @type {Rewritten[]} */
  const made = []
  for (const item of products) {
    if (item.query === null) { made.push(item); continue }
    if (item.query.write) writableRelation(ctx, item.query.write.relation)
    made.push(...(yield* rewriteQuery(ctx, item.query, item.source, [...active, event])))
  }
  if ((fired.instead || fired.rest !== null) && returning && !fired.returned)
    throw noReturning(query.command.toUpperCase(), relation.name)
  if (
    onConflict && below === null
    && (fired.products.length > 0 || relation.rules.some((/** @type {any} */ rule) => rule.event === 'update'))
  )
    throw conflictWithRules()
  const queries = below !== null ? made : first ? [...own, ...made] : [...made, ...own]
  if (query.ctes.length > 0 && queries.filter((item) => item.query !== null).length > 1) throw withAndSeveralQueries()
  return queries
}

/**
 * Whether a write as it is written names columns of its target: who may not see a row is not to find out by it.
 * ON CONFLICT looks for its rows by some, the columns that are given or set it only writes.
 * @param {Query} query
 */
function readsTarget({ where, from, entries, write }) {
  const { rt, newRt, given, assignments, returning, onConflict } = /** @type {WriteTarget} */ (write)
  if (onConflict !== null && onConflict.infer !== null) return true
  const parts = [where, from, entries.map(({ query, functions, rows, sample }) => [query, functions, rows, sample]),
    given, assignments, returning, onConflict]
  return contains(parts, (node) => isRead(node, rt, newRt))
}

/**
 * A column whose part is assigned is not read. @param {{ kind: string, rt: number, isAssigned?: boolean }} node
 * @param {number} rt @param {number} newRt
 */
const isRead = (node, rt, newRt) =>
  node.kind === 'column' && node.isAssigned !== true && (node.rt === rt || node.rt === newRt)

/**
 * The same of a MERGE: one that takes every row as it comes reads none. That it does nothing with a row still reads it.
 * @param {Query} query
 */
function mergeReadsTarget({ where, from, entries, write }) {
  const { rt, newRt, actions = [] } = /** @type {WriteTarget} */ (write)
  if (actions.some(({ operation }) => operation === 'nothing')) return true
  const parts = [where, from, entries.map(({ query, functions, rows, sample }) => [query, functions, rows, sample]),
    actionsAsWritten(actions)]
  return contains(parts, (node) => isRead(node, rt, newRt))
}

/** A WITH query that writes is one query still. @param {Rewritten[]} queries @returns {Query} */
function onlyOne(queries) {
  if (queries.length === 0) throw ruleOfWritingCte('DO INSTEAD NOTHING')
  if (queries.length === 1) {
    if (queries[0].query === null) throw ruleOfWritingCte('DO INSTEAD NOTIFY')
    return queries[0].query
  }
  for (const { source } of queries) {
    if (source === 'maybeInstead') throw ruleOfWritingCte('conditional DO INSTEAD')
    if (source === 'also') throw ruleOfWritingCte('DO ALSO')
  }
  throw ruleOfWritingCte('multi-statement DO INSTEAD')
}
