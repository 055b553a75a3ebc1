/** The relation that a statement changes: whether it may, and the names under which its rows are known. */
import { isSuperuser } from '../../../catalog/roles.js'
import { FIRST_USER_OID } from '../../../types/oids.js'
import {
  syntaxError, undefinedColumn, datatypeMismatch, notOpenedAsTable, wrongObjectType, systemCatalogIsReadOnly,
} from '../../../errors/syntax.js'
import { coerceTo, coerceToBoolean } from '../expressions/coerce.js'
import { bindExpr } from '../expressions/expressions.js'
import { findRelation, relationColumns } from '../from.js'
import { bindTargets } from '../targets.js'
import { inClause } from '../expressions/aggregates.js'
import { startOf } from '../../expr-tools.js'
import { atOnce } from '../../../util/effort.js'

/** @import { BindContext, Level } from '../context.js' */
/** @import { ColumnDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Query, WriteTarget } from '../../../catalog/query.js' */

/**
 * @param {BindContext} ctx
 * @param {unknown} node RangeVar
 * @returns {any} RelationDesc that may be written; a view perhaps: rewriting decides
 */
export function writable(ctx, node) {
  return writableRelation(ctx, findRelation(ctx, node))
}

/** @param {BindContext} ctx @param {RelationDesc} relation */
export function writableRelation(ctx, relation) {
  if (relation.kind !== 'v') {
    if (relation.oid < FIRST_USER_OID) {
      throw systemCatalogIsReadOnly(relation.name, isSuperuser(ctx.catalog, ctx.catalog.roleOid))
    }
    if (relation.kind === 'm') throw wrongObjectType(`cannot change materialized view "${relation.name}"`)
    if (relation.kind === 'S') throw wrongObjectType(`cannot change sequence "${relation.name}"`)
    if (relation.kind !== 'r' && relation.kind !== 'p' && relation.kind !== 'f' && relation.kind !== 't')
      throw notOpenedAsTable(relation.name, relation.kind)
  }
  ctx.lock(relation.oid, 3)
  return relation
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {Tree<import('@pgsql/types').RangeVar>} node
 */
export function targetEntry(ctx, level, relation, node) {
  return ctx.addEntry(level, {
    kind: 'relation', alias: node.alias?.aliasname ?? relation.name, ...(node.alias ? { aliased: true } : null),
    columns: relationColumns(relation), relation, tree: null, lockMode: 3, lateral: false, inh: node.inh === true,
    target: true,
  })
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {string} alias the row being written, for checks and RETURNING
 */
export function newRowEntry(ctx, level, relation, alias) {
  return ctx.addEntry(level, { kind: 'new', alias, columns: relationColumns(relation), relation, lateral: false })
}

/**
 * @param {RelationDesc} relation
 * @param {string} name
 * @param {number} location
 * @param {string} routine who misses it
 * @returns {ColumnDesc}
 */
export function columnNamed(relation, name, location, routine) {
  const column = relation.columns.find((item) => item.name === name && !item.dropped)
  if (!column)
    throw undefinedColumn(`column "${name}" of relation "${relation.name}" does not exist`, { location, routine })
  return column
}

/** @param {number} rt @param {ColumnDesc} column @returns {Expr} */
export const columnOf = (rt, column) => ({
  kind: 'column', rt, attnum: column.attnum, type: column.typeOid, typmod: column.typmod, collation: column.collation,
  location: -1,
})

/** DEFAULT: rewriting knows what it is. @param {ColumnDesc} column @returns {Expr} */
export const defaultFor = (column) => ({
  kind: 'default', type: column.typeOid, typmod: column.typmod, collation: column.collation, location: -1,
})

/**
 * What a write says of itself before it is rewritten.
 * @param {RelationDesc} relation
 * @param {number} rt
 * @param {number} newRt
 * @returns {WriteTarget}
 */
export const startWrite = (relation, rt, newRt) => ({
  relation, rt, newRt, given: null, values: null, assignments: null, onConflict: null, returning: null, checks: [],
  notNull: [], overriding: null,
})

export const OVERRIDING = /** @type {Record<string, 'user' | 'system'>} */ ({
  OVERRIDING_USER_VALUE: 'user',
  OVERRIDING_SYSTEM_VALUE: 'system',
})

/**
 * A value on its way into a column: assignment conversion and length.
 * @param {BindContext} ctx
 * @param {Expr} expr
 * @param {ColumnDesc} column
 * @returns {Expr}
 */
export function assign(ctx, expr, column) {
  const converted = coerceTo(ctx, expr, column.typeOid, column.typmod, 'assignment')
  if (converted) return converted
  throw datatypeMismatch(`column "${column.name}" is of type ${ctx.view.typeName(column.typeOid)} but expression is of type ${ctx.view.typeName(expr.type)}`, { location: startOf(expr),
    routine: 'transformAssignedExpr',
    hint: 'You will need to rewrite or cast the expression.' })
}

/** @param {BindContext} ctx @param {Level} level @param {Query} query @param {any} node */
export function bindWhere(ctx, level, query, node) {
  if (node.whereClause)
    query.where = inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE'))
}

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {import('../context.js').NameItem[]} items
 * @param {any} node
 * @returns {import('../../../catalog/query.js').Target[] | null}
 */
export function bindReturning(ctx, level, items, node) {
  const exprs = node.returningClause?.exprs ?? node.returningList
  if (!exprs) return null
  level.items = items
  const targets = inClause(level, 'RETURNING', () => atOnce(bindTargets(ctx, level, exprs)))
  if (targets.length === 0) throw syntaxError('RETURNING must have at least one column')
  return targets
}
