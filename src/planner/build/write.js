/**
 * INSERT, UPDATE, DELETE: the modify node over the rows to write.
 */
import { conjunction, conjuncts } from '../expr-tools.js'
import { storedMemberMaps } from './access/trees.js'
import { isPlain } from './sort-input.js'
import { slotRef } from './state.js'
import { planJoins } from './joins/region.js'
import { planWritingCtes } from './ctes.js'
import { foldConstants } from './fold.js'
import { WRITE_PASSES, rewritten } from './rewrites.js'
import { failUnreachable } from './unreachable.js'
import { requirePublishable } from './published.js'
import { conditionsOf, secured } from './select.js'

/** @import { PlanNode } from '../plan.js' */

/** @typedef {import('../../catalog/expr.js').Expr} Expr */
/** @typedef {import('./state.js').PlanState} PlanState */
/** @typedef {import('../../catalog/query.js').Query} Query */

/**
 * @param {PlanState} state
 * @param {Query} original
 * @returns {ReturnType<import('./state.js').PlanLevel>}
 */
export function* planWrite(state, original) {
  // What was made of them since they were bound: functions' bodies in place of their calls.
  for (const entry of original.entries) state.entries.set(entry.rt, entry)
  yield* planWritingCtes(state, original.ctes)
  const query = yield* rewritten(state, original, WRITE_PASSES)
  for (const entry of query.entries) state.entries.set(entry.rt, entry)
  const written = /** @type {import('../../catalog/query.js').WriteTarget} */ (query.write)
  const write = foldConstants(state, written)
  state.ctx.again?.made(written, write)
  const input =
    query.from.length === 0
      ? state.node({ node: 'result', filter: query.where }, 1, 0.01)
      : yield* planJoins(state, query)
  requirePublishable(state, query, write, input)
  if (write.relation.kind === 'f') failUnreachable(state, write.relation, query.command)
  if (write.actions) return { node: mergeNode(state, query, write, input), outputs: [] }
  const returning = write.returning?.map((target) => target.expr) ?? null
  const conditions = conditionsOf(state, query, [write.rt])
  const node = state.node(
    {
      node: 'modify', operation: query.command, relationOid: write.relation.oid, rt: write.rt, input,
      values: write.values, assignments: write.assignments, kept: write.kept ?? [], checks: write.checks,
      notNull: write.notNull, recheck: query.command === 'insert' || write.old ? null : conjunction(conditions),
      onConflict: onConflict(write), returning, old: write.old ?? null, returningRt: write.newRt,
      named: namedColumns(query, write), changedAttnums: write.assignments?.map((item) => item.attnum) ?? [],
      tree: writeTree(query, write),
    },
    input.estimate.rows,
    input.estimate.totalCost + input.estimate.rows * 0.01,
    0,
    0,
  )
  return { node, outputs: (returning ?? []).map((expr, at) => isPlain(expr) ? expr : slotRef(node.id, at, expr)) }
}

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {import('../../catalog/query.js').WriteTarget} write
 * @param {PlanNode} input the join; no target row: its columns are null
 */
function mergeNode(state, query, write, input) {
  const join = /** @type {import('../../catalog/query.js').JoinNode} */ (query.from[0])
  const actions = write.actions?.map((action) => ({
    ...action,
    changedAttnums: action.assignments?.map((item) => item.attnum) ?? [],
  }))
  return state.node(
    {
      node: 'merge', relationOid: write.relation.oid, rt: write.rt, returningRt: write.newRt, input, actions,
      checks: write.checks, kept: write.kept ?? [],
      on: conjunction(secured(state, query, [write.rt], conjuncts(join.on))),
      named: [...new Set(write.actions?.flatMap(({ written }) => written ?? []))],
      tree: write.tree ? { members: storedMemberMaps(write.relation, write.tree), moves: write.moves === true } : null,
    },
    input.estimate.rows,
    input.estimate.totalCost + input.estimate.rows * 0.01,
    0,
    0,
  )
}

/**
 * What the statement gives, not what follows from it.
 * @param {Query} query @param {import('../../catalog/query.js').WriteTarget} write
 */
function namedColumns(query, write) {
  const { columns } = write.relation
  const own = query.command === 'update' ? write.assignments ?? [] : []
  const assigned = [...own, ...write.onConflict?.assignments ?? []]
  return [
    ...new Set(
      [...(write.given ?? []), ...assigned.filter(({ attnum }) => columns[attnum - 1].generated !== 's')].map(
        ({ attnum }) => attnum,
      ),
    ),
  ]
}

/**
 * The tables whose rows an UPDATE or DELETE may meet, when it is not the target alone.
 * @param {Query} query
 * @param {import('../../catalog/query.js').WriteTarget} write
 */
function writeTree(query, write) {
  const tree = query.entries.find((entry) => entry.rt === write.rt)?.tree ?? null
  return tree === null ? null : { members: storedMemberMaps(write.relation, tree), moves: write.moves === true }
}

/** @param {import('../../catalog/query.js').WriteTarget} write */
function onConflict(write) {
  if (!write.onConflict) return null
  const { action, indexOids, excludedRt, rt, assignments, where } = write.onConflict
  return {
    action, indexOids, excludedRt, rt, assignments, where, changedAttnums: assignments.map((item) => item.attnum),
  }
}

