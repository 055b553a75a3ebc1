/**
 * Scans of a table that stands for a tree of tables. Each member gets its own access path for the same conditions; one
 * node holds them all, so that what stands above is planned (and its code written) once, however many members there
 * are.
 */
import { columnMap } from '../../../catalog/inheritance.js'
import { conjunction, rebuild } from '../../expr-tools.js'
import { foldConstants } from '../fold.js'
import { prunePartitions } from './prune.js'

/** @typedef {import('../../../catalog/expr.js').Expr} Expr */
/** @typedef {import('../state.js').PlanState} PlanState */
/** @typedef {import('../../../catalog/query.js').RangeEntry} RangeEntry */

/**
 * @param {PlanState} state
 * @param {RangeEntry} entry with a tree
 * @param {Expr[]} conditions
 * @param {Set<number> | null} outer
 * @param {number} loops
 * @param {typeof import('./access.js').scanRelation} scanMember @returns {any}
 */
export function scanTree(state, entry, conditions, outer, loops, scanMember) {
  const pruned = entry.relation.kind === 'p' ? prunePartitions(state, entry, conditions, outer) : null
  const all = /** @type {import('../../../catalog/relation.js').RelationDesc[]} */ (entry.tree)
  const tree = pruned === null ? all : all.filter((relation) => pruned.oids.has(relation.oid))
  const maps = memberMaps(entry.relation, tree)
  const members = tree.map((relation, at) => {
    const map = maps[at].map
    const own = map === null ? conditions : conditions.map((condition) => overMember(condition, entry.rt, map))
    const plan = inPlaceOf(state, asMember(entry, relation), (member) =>
      scanMember(state, member, own, outer, loops, false),
    )
    return memberOf(relation.oid, map, plan)
  })
  const sum = (/** @type {'rows' | 'cost'} */ field) => members.reduce((total, member) => total + member[field], 0)
  return state.node(
    {
      node: 'treeScan', rt: entry.rt, relationOid: entry.relation.oid, alias: entry.alias, attnums: [],
      filter: conjunction(conditions), members, memberRt: state.newRt(),
      sample: entry.sample === undefined ? null : foldConstants(state, entry.sample),
      lockMode: entry.relation.kind === 'p' ? (entry.lockMode ?? 1) : 0, prune: pruned?.prune ?? null,
      pruneValues: pruned?.prune ? pruned.values : [], indexed: members.some((member) => member.indexOid !== 0),
    },
    sum('rows'),
    sum('cost'),
    0,
    members[0]?.width ?? 0,
  )
}

/**
 * @param {number} relationOid @param {number[] | null} map @param {any} plan of the member
 * @returns {import('../../plan.js').TreeMember & { width: number }}
 */
export const memberOf = (relationOid, map, plan) => ({
  relationOid, map, indexOid: plan.indexOid ?? 0, keys: plan.keys ?? [], uniqueMatch: plan.uniqueMatch === true,
  filter: plan.filter, recheck: plan.recheck ?? null, rows: plan.estimate.rows, cost: plan.estimate.totalCost,
  width: plan.estimate.width,
})

/**
 * @param {import('../../../catalog/relation.js').RelationDesc} top
 * @param {import('../../../catalog/relation.js').RelationDesc[]} tree
 * @returns {{ relationOid: number, map: number[] | null }[]}
 */
export const memberMaps = (top, tree) =>
  tree.map((relation) => ({ relationOid: relation.oid, map: relation === top ? null : columnMap(top, relation) }))

/**
 * Of those that can be written or locked: no row of a foreign table is reached, nor routed to one.
 * @param {import('../../../catalog/relation.js').RelationDesc} top
 * @param {import('../../../catalog/relation.js').RelationDesc[]} tree
 */
export const storedMemberMaps = (top, tree) => memberMaps(top, tree.filter(({ kind }) => kind !== 'f'))

/**
 * A condition on the tree as one on a member.
 * @template T
 * @param {T} condition
 * @param {number} rt
 * @param {number[]} map
 * @returns {T}
 */
export const overMember = (condition, rt, map) =>
  rebuild(condition, (node) =>
    node.kind === 'column' && node.rt === rt && node.attnum > 0 ? { ...node, attnum: map[node.attnum - 1] } : undefined,
  )

/**
 * The entry as one of the member alone.
 * @param {RangeEntry} entry @param {import('../../../catalog/relation.js').RelationDesc} relation
 * @returns {RangeEntry}
 */
export function asMember(entry, relation) {
  const member = { ...entry }
  member.relation = relation
  member.tree = null
  return member
}

/**
 * Statistics and sizes are the member's meanwhile.
 * @template T
 * @param {PlanState} state
 * @param {RangeEntry} member
 * @param {(member: RangeEntry) => T} work
 * @returns {T}
 */
export function inPlaceOf(state, member, work) {
  const entry = /** @type {RangeEntry} */ (state.entries.get(member.rt))
  state.entries.set(member.rt, member)
  try {
    return work(member)
  } finally {
    state.entries.set(member.rt, entry)
  }
}
