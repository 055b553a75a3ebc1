/**
 * From a parsed statement to a frozen PlannedStatement: bind, rewrite, order the joins, choose the paths, say what
 * every node must read and keep. Utility statements pass through, bound by whoever runs them.
 */
import { checking } from '#invariants'
import { atOnce, isTired } from '../util/effort.js'
import { fromHere } from '../util/deep-steps.js'
import { JAVASCRIPT, PLPGSQL, languageCode } from '../catalog/languages.js'
import { hasEffect } from './volatility.js'
import { notPopulated } from '../errors/ddl/views.js'
import { bindSteps, isPlannable, guardedSteps, positioned } from './bind/bind.js'
import { lockName } from './bind/locking.js'
import { visibleTargets } from './bind/targets.js'
import { PlanState } from './build/state.js'
import { classesOf } from './build/estimates/value-classes.js'
import { planQuery } from './build/select.js'
import { hasNode, isBounded, isStraight, kindOf } from './plan-nodes.js'
import { inlined } from './build/ctes.js'
import { planSublinks } from './build/sublinks.js'
import { treeLocks } from './build/tree-locks.js'
import { finishPlan } from './build/finish.js'
import { functionsSteps, needsSteps } from './needs.js'
import { markOnce } from './build/once.js'
import { PlanCalls, mayBeLong } from './calls.js'
import { contains } from './expr-tools.js'
import { inlineCalls, noteStored } from './inline.js'
import { applyRowSecurity } from './rewrite/row-security.js'
import { rewriteStatement } from './rewrite/rewrite.js'
import { FIRST_USER_OID } from '../types/oids.js'
import { later } from '../util/later.js'

/** @type {() => typeof import('./build/write.js')} */
const writing = later(import.meta.url, './build/write.js')

/** @import { CatalogSnapshot } from '../catalog/snapshot.js' */
/** @import { Expr } from '../catalog/expr.js' */
/** @import { ParseNode } from '../parser/tree.js' */
/** @import { CteEntry } from '../catalog/query.js' */
/** @import { Again } from './left-calls.js' */

/** @typedef {import('./plan.js').PlannedStatement} PlannedStatement */
/** @typedef {import('./bind/context.js').BindContext} BindContext */
/** @typedef {import('./rewrite/fire-rules.js').Rewritten} Rewritten */
/** @template T @typedef {import('../util/effort.js').Steps<T>} Steps */
/**
 * @typedef {import('./bind/bind.js').BindOptions & { rowIds?: boolean, paramValues?: unknown[], impliedIndexes?:
 *   Set<string> }} BindOptions rowIds: outputs behind the columns say which rows they come from
 */

/**
 * @param {{ stmt: ParseNode } | any} statement a ParsedStatement or the tagged node itself
 * @param {CatalogSnapshot} catalog
 * @param {BindOptions} [options]
 * @returns {PlannedStatement} frozen
 * @throws {DbError} with its character position in options.sourceText
 */
export function plan(statement, catalog, options = {}) {
  return atOnce(planSteps(statement, catalog, options))
}

/**
 * The same for who lets others run meanwhile: the catalog must still be what it was when the last step is done.
 * @param {{ stmt: ParseNode } | any} statement
 * @param {CatalogSnapshot} catalog
 * @param {BindOptions} [options]
 * @returns {Steps<PlannedStatement>}
 */
export function* planSteps(statement, catalog, options = {}) {
  const stmt = statement.stmt ?? statement
  if (!isPlannable(stmt)) return utility(stmt)
  const { query, ctx } = yield* bindSteps(stmt, catalog, options, true)
  if (isTired()) yield
  yield* needsSteps(ctx, query)
  if (isTired()) yield
  if (query.command === 'select' && !query.ctes.some((cte) => cte.query.command !== 'select'))
    return yield* boundSteps(query, ctx, options, true)
  const { queries, tagged } = yield* guardedSteps(options.sourceText ?? '', rewriteStatement(ctx, query))
  if (isTired()) yield
  // A query of the same kind in place of the statement is the statement.
  if (queries.length === 1 && queries[0].query !== null && queries[0] === tagged)
    return yield* boundSteps(queries[0].query, ctx, options)
  return yield* planRewritten(ctx, query, queries, tagged, options)
}

/**
 * What rules made of a statement: several queries, or none.
 * @param {BindContext} ctx
 * @param {import('../catalog/query.js').Query} query
 * @param {Rewritten[]} queries
 * @param {Rewritten | null} tagged
 * @param {BindOptions} options
 * @returns {Steps<PlannedStatement>} frozen
 */
function* planRewritten(ctx, query, queries, tagged, options) {
  const steps = []
  if (ctx.again !== null) ctx.again.isCopied = true
  for (const item of queries) {
    const planned = item.query === null ? utility(item.utility) : yield* boundSteps(item.query, ctx, options)
    steps.push({ planned, isTagged: item === tagged, source: item.source })
  }
  const answer = steps.find((step) => step.isTagged)?.planned
  return finished({
    ...utility(null), command: query.command, tag: query.command.toUpperCase(), name: query.command.toUpperCase(),
    columns: answer?.columns ?? [], paramTypes: ctx.params.types, steps,
    locks: [...ctx.locks].map(([relationOid, mode]) => ({ relationOid, mode })),
    prunedLocks: steps.flatMap((step) => step.planned.prunedLocks), dependencies: ctx.view.allDependencies(),
    sessionDependent: ctx.sessionDependent, clockDependent: ctx.clockDependent, zoneDependent: ctx.zoneDependent,
    roleDependent: ctx.roleDependent,
    failure: steps.find((step) => step.planned.failure !== null)?.planned.failure ?? null, lateFailure: null,
    paramCalls: steps.flatMap((step) => step.planned.paramCalls), needs: ctx.needs,
  })
}

/** What plans a query inside of another one. */
const LEVELS = { query: planQuery, get write() { return writing().planWrite } }

/**
 * A query that is bound already.
 * @param {import('../catalog/query.js').Query} bound
 * @param {import('./bind/context.js').BindContext} ctx what it was bound in
 * @param {BindOptions} [options]
 * @returns {PlannedStatement} frozen
 */
export function planBound(bound, ctx, options = {}) {
  return atOnce(boundSteps(bound, ctx, options))
}

/**
 * @param {import('../catalog/query.js').Query} bound
 * @param {import('./bind/context.js').BindContext} ctx
 * @param {BindOptions} options
 * @param {boolean} [isGathered] nothing has changed it since its needs were gathered: they have all that it calls
 * @returns {Steps<PlannedStatement>} frozen
 */
const boundSteps = (bound, ctx, options, isGathered = false) => fromHere(planHere(bound, ctx, options, isGathered))

/**
 * @param {import('../catalog/query.js').Query} bound
 * @param {import('./bind/context.js').BindContext} ctx
 * @param {BindOptions} options
 * @param {boolean} isGathered
 * @returns {Steps<PlannedStatement>}
 */
function* planHere(bound, ctx, options, isGathered) {
  try {
    let query = bound
    if (!isGathered || callsUsers(ctx.needs.functions)) {
      ctx.needsInlined = true
      query = inlineCalls(ctx, bound)
      ctx.needsInlined = false
      yield* functionsSteps(ctx, query)
      if (isTired()) yield
    }
    applyRowSecurity(ctx, query)
    if (isTired()) yield
    for (const entry of ctx.entryOf.values())
      if (entry.kind === 'relation')
        for (const relation of [entry.relation, ...(entry.tree ?? [])]) noteStored(ctx, relation)
    const state = new PlanState(ctx, LEVELS)
    checkPopulated(state)
    if (ctx.again !== null) ctx.again.merges = (cte) => inlined(state, cte)
    state.wantsFewRows = options.rowIds === true
    state.atTop = true
    state.paramValues = options.paramValues ?? null
    state.impliedIndexes = options.impliedIndexes ?? null
    if (isTired()) yield
    const planned = query.command === 'select'
      ? yield* planQuery(state, query) : yield* writing().planWrite(state, query)
    state.wantsFewRows = false
    state.atTop = false
    const rowIds = options.rowIds === true ? rowIdsOf(query, planned.node) : []
    const root = yield* planSublinks(state, planned.node)
    const outputs = [
      ...(yield* planSublinks(state, planned.outputs, planned.node.estimate.rows)),
      ...rowIds.flatMap(({ rt }) => [systemColumn(rt, -1, 27), systemColumn(rt, -6, 26)]),
    ]
    /** @type {any[]} */
    const ctes = []
    while (ctes.length < state.ctes.length) {
      const cte = state.ctes[ctes.length]
      ctes.push({
        ...cte, plan: yield* planSublinks(state, cte.plan), outputs: yield* planSublinks(state, cte.outputs),
      })
    }
    if (isTired()) yield
    finishPlan(state, root, outputs, ctes)
    if (isTired()) yield
    const prunedLocks = treeLocks(ctx, [root, outputs, ctes])
    const calls = new PlanCalls(ctx.catalog, [root, outputs, ctes])
    lockSequences(ctx, calls)
    if (isTired()) yield
    const columns = visibleTargets(query).map((target, at) => ({
      name: target.name, type: outputs[at].type, typmod: outputs[at].typmod, tableOid: target.tableOid,
      attnum: Math.max(0, target.attnum),
    }))
    const callsRoutines =
      root.node === 'result' && calls.list.length > 0 && contains(outputs, (node) => isJavaScript(ctx, node))
    const writes = query.command !== 'select' || ctes.some((cte) => cte.modifies)
    const locks = ctx.needs.lockStrength !== null || hasNode(root, 'lockRows')
    const hasEffects = calls.haveEffects()
    const bodyCalls = root.node === 'result' && ctes.length === 0 && !writes && !locks
      ? bodyCallsOf(ctx, outputs, calls) : NONE
    // What has had an effect cannot make room when another call turns out to be long.
    const mustRest = hasEffects && !writes
      && calls.some((node) => node.kind === 'func' && !hasEffect(ctx.catalog, node) && mayBeLong(ctx.catalog, node))
    const bounded = ctes.length === 0 && !mustRest && isBounded(root)
      && !calls.some(callsRoutines ? (node) => mayWait(node) && !isJavaScript(ctx, node) : mayWait)
    if (isTired()) yield
    const restartable =
      (state.usesHashJoin || !bounded) && markOnce(state, [root, outputs, ctes], calls) && !writes && !locks
    if (isTired()) yield
    if (ctx.again !== null) lookedAgain(state, ctx.again, { root, outputs, ctes })
    return finished({
      classes: bounded || options.paramValues !== undefined ? null : classesOf(state),
      command: query.command,
      tag: query.command.toUpperCase(),
      name: nameOf(query.command, ctx.needs.lockStrength),
      writesStored: (writes || locks) && ctx.needs.writeStored(ctx.catalog),
      root,
      outputs,
      columns,
      paramTypes: ctx.params.types,
      ctes,
      locks: [...ctx.locks].map(([relationOid, mode]) => ({ relationOid, mode })),
      prunedLocks,
      dependencies: ctx.view.allDependencies(),
      bounded,
      straight: ctes.length === 0 && !writes && !locks && isStraight(root) && !calls.some(mayWait),
      callsRoutines,
      bodyCalls,
      readOnly: !writes && !locks,
      restartable,
      utility: null,
      steps: null,
      repeatable: !hasEffects,
      sessionDependent: ctx.sessionDependent,
      clockDependent: ctx.clockDependent,
      zoneDependent: ctx.zoneDependent,
      roleDependent: ctx.roleDependent,
      failure: state.failure,
      lateFailure: null,
      paramCalls:
        query.command === 'insert' && !(state.paramCalls.size > 0 && usesSequence(root)) ? [] : [...state.paramCalls],
      rowIds: rowIds.map(({ relationOid }, at) => ({ relationOid, output: planned.outputs.length + 2 * at })),
      locksRows: query.locks.length > 0,
      needs: ctx.needs,
    })
  } catch (error) {
    throw positioned(error, options.sourceText ?? '')
  }
}

/**
 * What is asked for is told once more, without what went.
 * @param {PlanState} state @param {Again} again @param {Pick<PlannedStatement, 'root' | 'outputs' | 'ctes'>} plan
 */
function lookedAgain(state, again, plan) {
  if (state.repeatedCtes > 0) again.isCopied = true
  state.ctx.needs.relations.clear()
  const keeps = (/** @type {CteEntry} */ cte) => cte.references > 0 && !state.cteIndex.has(cte.id)
    && !state.inlinedAt.has(cte.id) && !state.streamed.has(cte.id) && !inlined(state, cte)
  again.finish(plan, { ctes: state.cteOf.values(), keeps })
}

/** What refusals call it. @param {string} command @param {string | null} strength of its first lock on rows */
const nameOf = (command, strength) =>
  command === 'select' && strength !== null ? `SELECT ${lockName(strength)}` : command.toUpperCase()

/** Subqueries, and functions that users wrote: their work has no bound, and may wait. @param {any} node */
export const mayWait = (node) =>
  node.kind === 'sublink'
  || ((node.kind === 'func' || node.kind === 'agg' || node.kind === 'window') && node.oid >= FIRST_USER_OID)
  || node.funcOid >= FIRST_USER_OID || (node.kind === 'func' && WAITING.has(node.oid))

/**
 * nextval, which is not given back: what fails must fail before it.
 * @param {import('./plan.js').PlanNode | null} root
 */
const usesSequence = (root) => contains(root, (node) => node.kind === 'func' && node.oid === 1574)

/**
 * A call that can be undone and made again where it would have to wait (procedures/javascript.js).
 * @param {BindContext} ctx
 * @param {Expr} node
 */
const isJavaScript = (ctx, node) =>
  node.kind === 'func' && !node.retset && node.oid >= FIRST_USER_OID
  && languageCode(ctx.catalog, ctx.view.function(node.oid).language) === JAVASCRIPT

/** @param {BindContext} ctx @param {Expr} node */
const isBodyCall = (ctx, node) =>
  node.kind === 'func' && !node.retset && node.oid >= FIRST_USER_OID
  && languageCode(ctx.catalog, ctx.view.function(node.oid).language) === PLPGSQL

/** @type {Expr[]} */
const NONE = []

/**
 * Calls of PL/pgSQL functions, if one row is made of them and what follows a call cannot take long: then it would be
 * made twice, or hold others up.
 * @param {BindContext} ctx @param {Expr[]} outputs @param {PlanCalls} calls @returns {Expr[]}
 */
function bodyCallsOf(ctx, outputs, calls) {
  const found = calls.list.filter((node) => isBodyCall(ctx, node))
  const isShort = (/** @type {Expr} */ { type }) => {
    const { length, category } = ctx.view.type(type)
    return length > 0 || category === 'S' || category === 'N'
  }
  return found.length > 0 && outputs.every(isShort)
    && !calls.some((node) => !found.includes(node) && (node.kind === 'func' || mayWait(node))) ? found : NONE
}

/**
 * pg_sleep and friends, pg_terminate_backend, pg_advisory_lock and friends, what writes large objects, what runs a
 * statement (ts_rewrite by rows, ts_stat, table_to_xml and its kind), gin_clean_pending_list, what reads files.
 */
const WAITING = new Set([
  2096, 715, 955, 957, 964, 1004, 3172, 3457, 3460, 2626, 2880, 3089, 2881, 3090, 2886, 3093, 2887, 3094, 3935, 3936,
  3685, 3689, 3690, 3789, 2923, 2924, 2925, 2926, 2927, 2928, 2929, 2930, 2933, 2934, 2935, 2936, 2937, 2938,
  2624, 3293, 3295, 3826, 3827, 3828, 4100, 2623, 3307,
])

/** @param {number} rt @param {number} attnum @param {number} type @returns {any} */
const systemColumn = (rt, attnum, type) => ({
  kind: 'column', rt, attnum, type, typmod: -1, collation: 0, location: -1,
})

/**
 * Tables of a query whose result rows are rows of theirs: WHERE CURRENT OF may name those that FOR UPDATE locks, or
 * else the one that is scanned and nothing more.
 * @param {import('../catalog/query.js').Query} query
 * @param {Expr} node its plan
 * @returns {{ rt: number, relationOid: number }[]}
 */
function rowIdsOf(query, node) {
  if (
    query.command !== 'select' || query.grouped || query.setOperation !== null || query.distinct !== null
    || query.hasWindowCalls || query.hasSetReturning
  )
    return []
  if (query.locks.length === 0) {
    const scan = scanAlone(node)
    return scan === null ? [] : [{ rt: scan.rt, relationOid: scan.relationOid ?? scan.inputs[0].relationOid }]
  }
  const locked = new Set(query.locks.map((lock) => lock.rt))
  return query.entries.flatMap((entry) =>
    locked.has(entry.rt) && entry.kind === 'relation' && entry.relation.heap !== null
    && query.from.some((item) => mentions(item, entry.rt))
      ? [{ rt: entry.rt, relationOid: entry.relation.oid }]
      : [],
  )
}

const ABOVE_SCAN = new Set(['project', 'limit', 'filter'])
/** What a plan scans that does nothing else. @param {any} node @returns {any} */
const scanAlone = (node) => ABOVE_SCAN.has(node.node) ? scanAlone(node.input) : kindOf(node).scansTable ? node : null

/** @param {any} item FromNode @param {number} rt @returns {boolean} */
const mentions = (item, rt) =>
  item.kind === 'join' ? item.join === 'inner' && (mentions(item.left, rt) || mentions(item.right, rt)) : item.rt === rt

/**
 * Sequences that will be counted on are locked like tables, so that waiting for who changes one happens before the
 * statement begins.
 * @param {any} ctx BindContext
 * @param {PlanCalls} calls
 */
function lockSequences(ctx, calls) {
  for (const node of calls.list) {
    if (node.kind !== 'func' || !COUNTING.has(node.oid) || node.args[0].kind !== 'const' || node.args[0].value === null)
      continue
    const relation = ctx.catalog.relation(node.args[0].value)
    if (relation === undefined) continue
    ctx.lock(relation.oid, 3)
    ctx.view.dependsOn(relation.oid, relation.version)
  }
}

/**
 * @param {Set<number>} functions that a statement calls
 * @returns {boolean} some that users wrote, which may be put in place
 */
function callsUsers(functions) {
  for (const oid of functions) if (oid >= FIRST_USER_OID) return true
  return false
}

/** nextval, setval, setval with is_called. */
const COUNTING = new Set([1574, 1576, 1765])

/** A materialized view without rows fails when it is read, not when that is prepared. @param {PlanState} state */
function checkPopulated(state) {
  for (const entry of state.ctx.entryOf.values())
    if (entry.kind === 'relation' && entry.relation.kind === 'm' && !entry.relation.populated)
      state.failure ??= notPopulated(entry.relation.name)
}

/** @param {unknown} stmt @returns {PlannedStatement} */
const utility = (stmt) =>
  finished({
    classes: null, command: /** @type {const} */ ('utility'), tag: '', name: '', writesStored: false, root: null,
    outputs: [], columns: [], paramTypes: [], ctes: [], locks: [], prunedLocks: [], dependencies: new Map(),
    bounded: false, straight: false,
    callsRoutines: false, bodyCalls: NONE, readOnly: false, restartable: false, repeatable: false, utility: stmt,
    steps: null,
    sessionDependent: false, clockDependent: false, zoneDependent: false, failure: null, lateFailure: null,
    paramCalls: [],
  })

/** @template T @param {T} planned @returns {T} nothing may change it any more, of which development makes sure */
const finished = (planned) => checking ? deepFreeze(planned) : planned

/** Everything but descriptors, values, errors and maps. @template T @param {T} object @returns {T} */
function deepFreeze(object) {
  if (
    object === null || typeof object !== 'object' || Object.isFrozen(object) || object instanceof Map
    || ArrayBuffer.isView(object)
  )
    return object
  Object.freeze(object)
  for (const field in object) {
    if (field === 'value' || field === 'utility' || field === 'failure' || field === 'classes') continue
    const value = object[field]
    if (value !== null && typeof value === 'object') deepFreeze(value)
  }
  return object
}
