/**
 * Views in FROM: a view stands for its query, which becomes a subquery. System views are SQL, bound each time; a user's
 * view is a query bound when it was made (catalog/stored-query.js), loaded with range-table numbers of its own.
 */
import { parse } from '../../parser/parser.js'
import { isOthersTemporary } from '../../catalog/temporary.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { temporaryTableOfOthers } from '../../errors/ddl/temporary.js'
import { viewRestricted } from '../../errors/planning.js'
import { located } from '../../errors/syntax.js'
import { loadRule } from '../../catalog/rules.js'
import { isStoredQuery, loadQuery } from '../../catalog/stored-query.js'
import { emptyQuery, selectSteps } from './select.js'
import { atOnce, isTired } from '../../util/effort.js'
import { visibleTargets } from './targets.js'
import { bindTree } from './trees.js'
import { dependOnTypes } from './stored.js'
import { FIRST_USER_OID } from '../../types/oids.js'

/** @import { RelationDesc } from '../../catalog/relation.js' */

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('./context.js').BindContext} BindContext */
/** @template T @typedef {import('../../util/effort.js').Steps<T>} Steps */

/**
 * The query a view stands for, its output columns named and placed as the view's.
 * @param {BindContext} ctx @param {RelationDesc} relation RelationDesc of a view
 * @returns {Query} @throws {DbError} 42P17
 */
export function viewQuery(ctx, relation) {
  return atOnce(viewSteps(ctx, relation))
}

/**
 * @param {BindContext} ctx
 * @param {RelationDesc} relation RelationDesc of a view
 * @returns {Steps<Query>}
 */
export function* viewSteps(ctx, relation) {
  if (isTired()) yield
  if (ctx.viewStack.includes(relation.oid))
    throw located('42P17', `infinite recursion detected in rules for relation "${relation.name}"`)
  if (relation.oid >= FIRST_USER_OID && restrictsViews(ctx.settings)) throw viewRestricted(relation.name)
  if (relation.viewSql === null) throw featureNotSupported(`the view "${relation.name}"`)
  ctx.viewStack.push(relation.oid)
  try {
    const query = isStoredQuery(relation.viewSql) ? yield* loadedSteps(ctx, relation.viewSql, rightsIn(relation))
      : yield* systemSteps(ctx, relation.viewSql)
    visibleTargets(query).forEach((target, at) => {
      target.name = relation.columns[at]?.name ?? target.name
      target.tableOid = relation.oid
      target.attnum = at + 1
    })
    return query
  } finally {
    ctx.viewStack.pop()
  }
}

/** What pg_dump asks for: that no view of a user's runs. @param {{ get?: (name: string) => unknown }} settings */
const restrictsViews = (settings) => /\bview\b/i.test(String(settings.get?.('restrict_nonsystem_relation_kind') ?? ''))

/**
 * What a view shows, where the query it stands for does not matter: what is being stored keeps the view's name.
 * @param {RelationDesc} relation
 * @returns {any} Query
 */
export function shownQuery(relation) {
  const targets = relation.columns.map(({ name, typeOid: type, typmod, collation }, at) => ({
    expr: { kind: 'const', value: null, type, typmod, collation, location: -1 }, name, resjunk: false,
    tableOid: relation.oid, attnum: at + 1,
  }))
  return { ...emptyQuery(), targets }
}

/**
 * A system view reads what its readers may not, and its names are none of a function's around it.
 * @param {BindContext} ctx @param {string} text
 */
function* systemSteps(ctx, text) {
  const { checkAs, functionScope } = ctx
  ctx.checkAs = BOOTSTRAP
  ctx.functionScope = null
  try {
    return yield* selectSteps(ctx, null, parse(text)[0].stmt)
  } finally {
    ctx.checkAs = checkAs
    ctx.functionScope = functionScope
  }
}
const BOOTSTRAP = 10

/**
 * Whose rights count in a view: its owner's; in a security invoker view the session's, also where it stands in another.
 * @param {import('../../catalog/relation.js').RelationDesc} view
 */
const rightsIn = (view) => isOn(view.options.security_invoker) ? undefined : view.ownerOid

/** A view's boolean option, by any of the words for it. @param {string | undefined} value */
export const isOn = (value) => value !== undefined && /^(true|tru|tr|t|on|1|yes|ye|y)$/i.test(value)

/**
 * A stored query as part of the statement being bound: relations locked and noted, views in it expanded in their turn.
 * @param {BindContext} ctx @param {string} text @param {number} [checkAs] whose rights count in it; none: the session's
 * @returns {any}
 */
export function loadedQuery(ctx, text, checkAs) {
  return atOnce(loadedSteps(ctx, text, checkAs))
}

/** @param {BindContext} ctx @param {string} text @param {number} [checkAs] @returns {Steps<Query>} */
export function* loadedSteps(ctx, text, checkAs) {
  const { query, ...loaded } = loadQuery(text, (oid) => relationOf(ctx, oid), {
    rt: ctx.nextRt - 1,
    cte: ctx.nextCte - 1,
  })
  // While its views are names: what is in them asks for its own types.
  dependOnTypes(ctx, query)
  yield* takeIn(ctx, loaded, checkAs)
  return query
}

/**
 * A rule's rows, condition and actions in the same way.
 * @param {BindContext} ctx @param {string} text @param {number} checkAs
 * @returns {import('../../catalog/rules.js').RuleBody}
 */
export function loadedRule(ctx, text, checkAs) {
  const { rule, ...loaded } = loadRule(text, (oid) => relationOf(ctx, oid), {
    rt: ctx.nextRt - 1,
    cte: ctx.nextCte - 1,
  })
  dependOnTypes(ctx, rule)
  atOnce(takeIn(ctx, loaded, checkAs))
  return rule
}

/**
 * @param {BindContext} ctx
 * @param {{ entries: any[], lastRt: number, lastCte: number }} loaded
 * @param {number} [checkAs]
 * @returns {Steps<void>}
 */
export function* takeIn(ctx, { entries, lastRt, lastCte }, checkAs) {
  ctx.nextRt = lastRt + 1
  ctx.nextCte = lastCte + 1
  for (const entry of entries) {
    ctx.entryOf.set(entry.rt, entry)
    if (entry.kind !== 'relation') continue
    if (checkAs !== undefined) entry.checkAs = checkAs
    ctx.lock(entry.relation.oid, entry.target ? 3 : 1)
    if (entry.target) continue
    if (entry.relation.kind !== 'v') {
      entry.tree = bindTree(ctx, entry.relation, entry.inh === true, 1)
      continue
    }
    entry.kind = 'subquery'
    entry.barrier = isOn(entry.relation.options.security_barrier)
    entry.query = yield* viewSteps(ctx, entry.relation)
  }
}

/** @param {BindContext} ctx @param {number} oid */
function relationOf(ctx, oid) {
  const relation = ctx.catalog.relation(oid)
  if (!relation) throw located('XX000', `could not open relation with OID ${oid}`)
  if (relation.heap !== null && isOthersTemporary(ctx.catalog, relation)) throw temporaryTableOfOthers()
  ctx.view.dependsOn(oid, relation.version)
  return relation
}
