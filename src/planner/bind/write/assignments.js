/** SET of UPDATE, ON CONFLICT and MERGE: which columns and parts of columns get which values. */
import { syntaxError, located } from '../../../errors/syntax.js'
import { bindExpr } from '../expressions/expressions.js'
import { bindSelect } from '../select.js'
import { visibleTargets } from '../targets.js'
import { inClause } from '../expressions/aggregates.js'
import { partAssignment, refuseDefaultPart } from '../expressions/parts.js'
import { treeStart } from '../sorting.js'
import { columnNamed, defaultFor, columnOf, assign } from './target.js'
import { expandRowArgsWithDefaults } from './insert.js'

/** @import { BindContext, Level } from '../context.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */

/**
 * What a column holds that a part of is assigned: nobody asked to read it. @param {number} rt
 * @param {import('../../../catalog/relation.js').ColumnDesc} column @returns {Expr}
 */
const partlyAssigned = (rt, column) => ({
  .../** @type {import('../../../catalog/expr.js').Column} */ (columnOf(rt, column)), isAssigned: true,
})

/**
 * SET a = …, (b, c) = (…), d[1] = … as one assignment per attribute.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {import('../../../catalog/query.js').RangeEntry} target
 * @param {ParseNode[]} nodes
 * @returns {{ attnum: number, expr: Expr }[]}
 */
export function bindAssignments(ctx, level, relation, target, nodes) {
  return inClause(level, 'UPDATE', () => {
    /** @type {{ attnum: number, expr: Expr }[]} */
    const assignments = []
    /** Columns that got a value as a whole: no part of them gets another. @type {Set<number>} */
    const wholes = new Set()
    /** @type {{ node: ParseNode, columns: (Expr | null)[] } | null} */
    let multi = null
    for (const item of nodes) {
      const node = item.ResTarget
      const location = node.location ?? 0
      const column = columnNamed(relation, node.name, location, 'transformUpdateTargetList')
      /** @type {Expr} */
      let value
      if (node.val.SetToDefault) {
        if (node.indirection?.length) throw refuseDefaultPart(node.indirection)
        value = defaultFor(column)
      } else {
        const reference = node.val.MultiAssignRef
        if (reference) {
          if ((reference.colno ?? 1) === 1)
            multi = { node: reference.source, columns: multiSource(ctx, level, reference) }
          const source = /** @type {any} */ (multi).columns[reference.colno - 1]
          value = source ?? defaultFor(column)
        } else value = bindExpr(ctx, level, node.val)
        if (node.indirection?.length)
          value = partAssignment(
            ctx, level, column,
            assignments.find((other) => other.attnum === column.attnum)?.expr
              ?? { ...partlyAssigned(target.rt, column), location },
            value,
            node.indirection,
            location,
          )
        else if (value.kind !== 'default') value = assign(ctx, value, column)
      }
      const known = assignments.findIndex((other) => other.attnum === column.attnum)
      const isWhole = !node.indirection?.length
      if (known >= 0) {
        if (isWhole || wholes.has(column.attnum))
          throw syntaxError(`multiple assignments to same column "${column.name}"`)
        assignments[known].expr = value
      } else assignments.push({ attnum: column.attnum, expr: value })
      if (isWhole) wholes.add(column.attnum)
    }
    return assignments
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {{ source: ParseNode, colno: number, ncolumns: number }} reference MultiAssignRef
 * @returns {(Expr | null)[]} null: DEFAULT
 */
function multiSource(ctx, level, reference) {
  const { source, ncolumns } = reference
  if (source.RowExpr) {
    const items = expandRowArgsWithDefaults(ctx, level, source.RowExpr.args ?? [], 'UPDATE')
    if (items.length !== ncolumns)
      throw syntaxError('number of columns does not match number of values', { location: source.RowExpr.location ?? 0 })
    return items
  }
  const link = source.SubLink
  if (!link || link.subLinkType !== 'EXPR_SUBLINK')
    throw located('0A000', 'source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression', {
      location: treeStart(source),
    })
  const query = bindSelect(ctx, level, link.subselect)
  const outputs = visibleTargets(query)
  if (outputs.length !== ncolumns)
    throw syntaxError('number of columns does not match number of values', { location: link.location ?? 0 })
  const sublink = ({
    kind: 'sublink', link: 'multiexpr', test: null, testColumns: [], query, type: 2249, typmod: -1, collation: 0,
    location: link.location ?? 0,
  })
  return outputs.map(
    (target, at) =>
      /** @type {Expr} */ ({
        kind: 'field', arg: sublink, attnum: at + 1, type: target.expr.type, typmod: target.expr.typmod,
        collation: target.expr.collation, location: link.location ?? 0,
      }),
  )
}
