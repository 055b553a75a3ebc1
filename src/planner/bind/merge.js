/**
 * MERGE: the source joined with the target, and what to do with each row of the join. A WHEN MATCHED clause sees both
 * rows, WHEN NOT MATCHED the source's alone.
 */
import {
  duplicateAlias, invalidColumnReference, syntaxError, notSupportedAt, tooFewCells, tooManyCells,
} from '../../errors/syntax.js'
import { mergeWithRules } from '../../errors/ddl/rules.js'
import { coerceToBoolean } from './expressions/coerce.js'
import { bindExpr } from './expressions/expressions.js'
import { bindFrom, findRelation, nameItem } from './from.js'
import { bindWithClause } from './ctes.js'
import { emptyQuery } from './select.js'
import { inClause, SYSTEM_NAMES } from './expressions/aggregates.js'
import { bindAssignments } from './write/assignments.js'
import { OVERRIDING, newRowEntry, startWrite, targetEntry, writable } from './write/target.js'
import { expandRowArgsWithDefaults, insertColumns, insertGiven } from './write/insert.js'
import { completeAssignments, insertRow, lockReferenced, rowConditions } from '../rewrite/complete.js'
import { keptOfWrite } from '../rewrite/kept-keys.js'
import { bindTree, movesRows } from './trees.js'
import { Level } from './context.js'
import { columnsOf } from '../expr-tools.js'
import { atOnce } from '../../util/effort.js'

/** @import { Expr } from '../../catalog/expr.js' */
/** @import { RelationDesc } from '../../catalog/relation.js' */
/** @import { Tree } from '../../parser/tree.js' */

/** @typedef {import('../../catalog/query.js').Query} Query */
/** @typedef {import('../../catalog/query.js').MergeAction} MergeAction */
/** @typedef {import('./context.js').BindContext} BindContext */

const OPERATIONS = /** @type {Record<string, MergeAction['operation']>} */ ({
  CMD_INSERT: 'insert', CMD_UPDATE: 'update', CMD_DELETE: 'delete', CMD_NOTHING: 'nothing',
})

/**
 * @param {BindContext} ctx
 * @param {Level | null} parent
 * @param {Tree<import('@pgsql/types').MergeStmt>} node
 * @returns {Query}
 */
export function bindMerge(ctx, parent, node) {
  const level = new Level(parent)
  const query = emptyQuery()
  query.command = 'merge'
  if (node.withClause) {
    if (node.withClause.recursive) throw syntaxError('WITH RECURSIVE is not supported for MERGE statement')
    query.ctes = atOnce(bindWithClause(ctx, level, node.withClause))
  }
  const clauses = node.mergeWhenClauses.map((item) => item.MergeWhenClause)
  checkReachable(clauses)
  const relation = mergeTarget(ctx, node.relation)
  const alias = node.relation.alias?.aliasname ?? relation.name
  const target = targetEntry(ctx, level, relation, node.relation)
  target.tree = bindTree(ctx, relation, node.relation.inh === true, 3)
  const created = newRowEntry(ctx, level, relation, alias)
  const own = nameItem(target, node.relation.alias ? null : '')
  const from = inClause(level, 'FROM', () => atOnce(bindFrom(ctx, level, [node.sourceRelation])))
  const sources = level.items
  if (sources.some((item) => item.tableVisible && item.name === alias)) {
    throw duplicateAlias(`name "${alias}" specified more than once`, {
      detail: 'The name is used both as MERGE target table and data source.',
    })
  }
  level.items = [own, ...sources]
  const on = inClause(level, 'JOIN/ON', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.joinCondition), 'JOIN/ON'))
  const inserts = clauses.some((clause) => clause.matchKind === 'MERGE_WHEN_NOT_MATCHED_BY_TARGET')
  query.from = [
    { kind: 'join', join: inserts ? 'left' : 'inner', left: from[0], right: { kind: 'entry', rt: target.rt }, on },
  ]
  const conditions = rowConditions(ctx, relation, created.rt)
  const actions = clauses.map((/** @type {any} */ clause) => {
    const matched = clause.matchKind === 'MERGE_WHEN_MATCHED'
    // The target's columns are there for matched rows only.
    own.columnsVisible = own.tableVisible = matched
    level.items = matched ? [own, ...sources] : sources
    const condition = clause.condition ? whenCondition(ctx, level, clause.condition) : null
    const made = bindAction(ctx, level, relation, target, created.rt, clause)
    const changed = new Set(made.assignments?.map((item) => item.attnum) ?? [])
    if (made.operation === 'insert') lockReferenced(ctx, relation, null)
    else if (made.operation === 'update') lockReferenced(ctx, relation, [...changed])
    return {
      matched,
      condition,
      ...made,
      notNull:
        made.operation === 'insert' ? conditions.notNull : conditions.notNull.filter((attnum) => changed.has(attnum)),
    }
  })
  query.write = { ...startWrite(relation, target.rt, created.rt), checks: conditions.checks, actions }
  if (target.tree !== null) {
    // Rows are inserted into any partition, and moved there.
    query.write.tree = relation.kind === 'p' ? bindTree(ctx, relation, true, 3) ?? [] : target.tree
    query.write.moves = movesRows(
      ctx,
      target,
      new Set(
        actions.flatMap((/** @type {MergeAction} */ action) => action.assignments?.map((item) => item.attnum) ?? []),
      ),
    )
    for (const member of query.write.tree) if (member !== relation) lockReferenced(ctx, member, null)
  }
  query.write.kept = keptOfWrite(ctx, relation, query.write.tree ?? null, created.rt, null)
  query.entries = level.entries
  return query
}

/** @param {any[]} clauses */
function checkReachable(clauses) {
  const closed = new Set()
  for (const { matchKind, condition } of clauses) {
    if (closed.has(matchKind)) throw syntaxError('unreachable WHEN clause specified after unconditional WHEN clause')
    if (!condition) closed.add(matchKind)
  }
}

/** @param {BindContext} ctx @param {Tree<import('@pgsql/types').RangeVar>} node @returns {RelationDesc} */
function mergeTarget(ctx, node) {
  const found = findRelation(ctx, node)
  const kinds = /** @type {Record<string, string>} */ ({
    v: 'views', m: 'materialized views', S: 'sequences', f: 'foreign tables', i: 'indexes', c: 'composite types',
  })
  if (kinds[found.kind])
    throw notSupportedAt(`cannot execute MERGE on relation "${found.name}"`, {
      detail: `This operation is not supported for ${kinds[found.kind]}.`,
    })
  if (found.rules.length > 0) throw mergeWithRules(found.name)
  const relation = writable(ctx, node)
  return relation
}

/** @param {BindContext} ctx @param {Level} level @param {Expr} node */
function whenCondition(ctx, level, node) {
  const expr = inClause(level, 'MERGE WHEN conditions', () => coerceToBoolean(ctx, bindExpr(ctx, level, node), 'WHEN'))
  for (const column of columnsOf(expr)) {
    if (column.attnum < 0 && column.attnum !== -6 && ctx.levelOf.get(column.rt) === level) {
      throw invalidColumnReference(
        `cannot use system column "${SYSTEM_NAMES[column.attnum]}" in MERGE WHEN condition`,
        { location: column.location },
      )
    }
  }
  return expr
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {import('../../catalog/query.js').RangeEntry} target
 * @param {number} newRt
 * @param {Tree<import('@pgsql/types').MergeWhenClause>} clause
 * @returns {Pick<MergeAction, 'operation' | 'values' | 'assignments' | 'written'>}
 */
function bindAction(ctx, level, relation, target, newRt, clause) {
  const operation = OPERATIONS[clause.commandType]
  if (operation === 'update') {
    const given = bindAssignments(ctx, level, relation, target, clause.targetList)
    const assignments = completeAssignments(ctx, relation, target, newRt, given)
    return { operation, values: null, assignments, written: given.map(({ attnum }) => attnum) }
  }
  if (operation !== 'insert') return { operation, values: null, assignments: null, written: [] }
  const named = insertColumns(relation, clause.targetList)
  const cells = clause.values
    ? inClause(level, 'INSERT', () => expandRowArgsWithDefaults(ctx, level, clause.values))
    : []
  if (cells.length > named.length) throw tooManyCells(cells[named.length]?.location)
  if (clause.values && clause.targetList && cells.length < named.length) throw tooFewCells(named[cells.length].location)
  const given = insertGiven(ctx, level, named.slice(0, cells.length), cells)
  const values = insertRow(ctx, relation, newRt, given, OVERRIDING[clause.override] ?? null)
  return { operation, assignments: null, values, written: given.map(({ attnum }) => attnum) }
}
