/**
 * Publications tell of changed rows by their tables' replica identity: a statement that could meet rows which have
 * none is refused when it is planned. What publications say is part of a table's version, so the plan is made anew
 * when it changes.
 */
import { isNever } from '../../catalog/expr.js'
import { hasPublications, unpublishableChange } from '../../catalog/publications.js'
import { identityNotPublished, noReplicaIdentity } from '../../errors/ddl/publications.js'
import { childrenOf } from '../plan-nodes.js'

/** @import { Query, WriteTarget } from '../../catalog/query.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { PlanNode } from '../plan.js' */
/** @import { PlanState } from './state.js' */

/** @typedef {'update' | 'delete'} Change */

/**
 * @param {PlanState} state
 * @param {Query} query
 * @param {WriteTarget} write
 * @param {PlanNode} input what is written
 * @throws {DbError} 55000, 42P10
 */
export function requirePublishable(state, query, write, input) {
  const commands = changesOf(query, write)
  if (commands.length === 0 || !hasPublications(state.catalog)) return
  const tree = query.entries.find((entry) => entry.rt === write.rt)?.tree ?? write.tree ?? null
  const isFound = query.command === 'update' || query.command === 'delete'
  const met = tree === null ? [write.relation] : isFound ? scanned(tree, input, write.rt) : tree
  for (const relation of met) for (const command of commands) requireChange(state, relation, command)
}

/** @param {Query} query @param {WriteTarget} write @returns {Change[]} */
function changesOf(query, write) {
  if (query.command === 'update' || query.command === 'delete') return [query.command]
  if (write.actions) {
    return /** @type {const} */ (['update', 'delete']).filter((command) =>
      write.actions?.some((action) => action.operation === command))
  }
  return write.onConflict?.action === 'update' ? ['update'] : []
}

/**
 * Partitions that conditions rule out are not met.
 * @param {RelationDesc[]} tree
 * @param {PlanNode} input
 * @param {number} rt
 * @returns {RelationDesc[]}
 */
function scanned(tree, input, rt) {
  const oids = new Set()
  const visit = (/** @type {PlanNode} */ node) => {
    if ('filter' in node && isNever(node.filter)) return
    if (node.node === 'treeScan' && node.rt === rt) for (const { relationOid } of node.members) oids.add(relationOid)
    childrenOf(node).forEach(visit)
  }
  visit(input)
  return tree.filter(({ oid }) => oids.has(oid))
}

const DETAILS = {
  filter: 'Column used in the publication WHERE expression is not part of the replica identity.',
  columns: 'Column list used by the publication does not cover the replica identity.',
}

/** @param {PlanState} state @param {RelationDesc} relation @param {Change} command @throws {DbError} 55000, 42P10 */
function requireChange(state, relation, command) {
  const reason = unpublishableChange(state.catalog, relation, command)
  if (reason === null) return
  throw reason === 'identity' ? noReplicaIdentity(command, relation.name)
    : identityNotPublished(command, relation.name, DETAILS[reason])
}
