/**
 * INSERT, UPDATE, DELETE as written: which statement it is, and what two of them share. What the statement does not say
 * (defaults, generated columns, constraints, the table under a view, rules) comes with rewriting: ../rewrite/.
 */
import { featureNotSupported } from '../../errors/db-error.js'
import { bindFrom, nameItem } from './from.js'
import { emptyQuery } from './select.js'
import { bindWithClause } from './ctes.js'
import { inClause } from './expressions/aggregates.js'
import { bindMerge } from './merge.js'
import { Level } from './context.js'
import { atOnce } from '../../util/effort.js'
import { bindInsert } from './write/insert.js'
import { bindWhere, startWrite, bindReturning, writable, targetEntry, newRowEntry } from './write/target.js'
import { bindAssignments } from './write/assignments.js'

/** @import { Tree } from '../../parser/tree.js' */
/** @import { Query } from '../../catalog/query.js' */
/** @import { BindContext } from './context.js' */

/** @param {BindContext} ctx @param {Level | null} parent @param {any} stmt tagged @returns {Query} */
export function bindWrite(ctx, parent, stmt) {
  if (stmt.InsertStmt) return bindInsert(ctx, parent, stmt.InsertStmt)
  if (stmt.UpdateStmt) return bindUpdate(ctx, parent, stmt.UpdateStmt)
  if (stmt.DeleteStmt) return bindDelete(ctx, parent, stmt.DeleteStmt)
  if (stmt.MergeStmt) return bindMerge(ctx, parent, stmt.MergeStmt)
  throw featureNotSupported(`${Object.keys(stmt)[0]} in this place`)
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node UpdateStmt @returns {Query} */
function bindUpdate(ctx, parent, node) {
  const { level, query, relation, target, created, schema } = startChange(ctx, parent, node, 'update')
  bindFromBeside(ctx, level, query, target, schema, node.fromClause)
  // What is wrong is told in this order, and a parameter gets its type by it.
  bindWhere(ctx, level, query, node)
  const assignments = bindAssignments(ctx, level, relation, target, node.targetList)
  query.write = { ...startWrite(relation, target.rt, created.rt), assignments }
  query.write.returning = bindReturning(
    ctx, level, level.items.map((item) => (item.entry === target ? nameItem(created, schema) : item)), node,
  )
  query.entries = level.entries
  return query
}

/** @param {BindContext} ctx @param {Level | null} parent @param {any} node DeleteStmt @returns {Query} */
function bindDelete(ctx, parent, node) {
  const { level, query, relation, target, schema } = startChange(ctx, parent, node, 'delete')
  bindFromBeside(ctx, level, query, target, schema, node.usingClause)
  bindWhere(ctx, level, query, node)
  query.write = startWrite(relation, target.rt, target.rt)
  query.write.returning = bindReturning(ctx, level, level.items, node)
  query.entries = level.entries
  return query
}

/**
 * @param {BindContext} ctx
 * @param {Level | null} parent
 * @param {Tree<import('@pgsql/types').InsertStmt>} node
 * @param {'update' | 'delete'} command
 */
function startChange(ctx, parent, node, command) {
  const level = new Level(parent)
  const query = emptyQuery()
  query.command = command
  if (parent === null) ctx.showRuleRows(level)
  if (node.withClause) query.ctes = atOnce(bindWithClause(ctx, level, node.withClause))
  const relation = writable(ctx, node.relation)
  const target = targetEntry(ctx, level, relation, node.relation)
  const created = command === 'update' ? newRowEntry(ctx, level, relation, target.alias) : target
  return { level, query, relation, target, created, schema: node.relation.alias ? null : '' }
}

/**
 * FROM or USING beside the target: LATERAL items see it.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {Query} query
 * @param {import('../../catalog/query.js').RangeEntry} target
 * @param {string | null} schema
 * @param {unknown[] | undefined} items
 */
function bindFromBeside(ctx, level, query, target, schema, items) {
  level.items.push({ ...nameItem(target, schema), lateralOnly: true })
  query.from = [
    { kind: 'entry', rt: target.rt },
    ...inClause(level, 'FROM', () => atOnce(bindFrom(ctx, level, items ?? []))),
  ]
}
