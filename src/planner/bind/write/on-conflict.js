/** ON CONFLICT: which unique indexes are meant, and what is done with the row that is there. */
import { invalidColumnReference, syntaxError, undefinedObject } from '../../../errors/syntax.js'
import { undefinedTableConstraint } from '../../../errors/ddl/catalog.js'
import { coerceToBoolean } from '../expressions/coerce.js'
import { bindExpr } from '../expressions/expressions.js'
import { nameItem, relationColumns } from '../from.js'
import { inClause } from '../expressions/aggregates.js'
import { namesSchemaOf } from '../named-schemas.js'
import { bindAssignments } from './assignments.js'
import { BTREE } from '../../../types/oids.js'

/** @import { BindContext, Level } from '../context.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {import('../../../catalog/query.js').RangeEntry} target
 * @param {Tree<import('@pgsql/types').OnConflictClause>} node
 * @returns {import('../../../catalog/query.js').OnConflict}
 */
export function bindOnConflict(ctx, level, relation, target, node) {
  const update = node.action === 'ONCONFLICT_UPDATE'
  // A rule's rows are known, and out of reach here.
  const rules = level.items.map((item) => ({ ...item, tableVisible: false, columnsVisible: false }))
  const add = () => ctx.addEntry(level, {
    kind: 'new', alias: 'excluded', aliased: true, columns: relationColumns(relation), relation, lateral: false,
  })
  // Without an update nobody may mean it, nor is told of it.
  const known = update ? add() : null
  if (update && !node.infer)
    throw syntaxError('ON CONFLICT DO UPDATE requires inference specification or constraint name', {
      location: node.location,
      hint: 'For example, ON CONFLICT (column_name).',
    })
  const infer = bindInference(ctx, level, relation, target, node)
  const excluded = known ?? add()
  level.items = [...rules, nameItem(target, ''), nameItem(excluded, null)]
  const assignments = update ? bindAssignments(ctx, level, relation, target, node.targetList) : []
  const where = node.whereClause
    ? inClause(level, 'WHERE', () => coerceToBoolean(ctx, bindExpr(ctx, level, node.whereClause), 'WHERE'))
    : null
  level.items = []
  return {
    action: update ? 'update' : 'nothing', infer, indexOids: [], excludedRt: excluded.rt, rt: target.rt, assignments,
    where,
  }
}

/**
 * @param {BindContext} ctx
 * @param {any[]} parts String nodes
 * @param {number} location
 * @returns {number}
 * @throws {DbError} 42704
 */
function namedCollation(ctx, parts, location) {
  const names = parts.map((part) => part.String.sval)
  namesSchemaOf(ctx, names, location)
  const found = ctx.catalog.collationByName(names.length > 1 ? names.at(-2) : null, names.at(-1))
  if (found === undefined)
    throw undefinedObject(`collation "${names.join('.')}" for encoding "UTF8" does not exist`, { location })
  return found.oid
}

/** @param {BindContext} ctx @param {any[]} parts String nodes @returns {number} @throws {DbError} 42704 */
function namedOpclass(ctx, parts) {
  const names = parts.map((part) => part.String.sval)
  const found = ctx.catalog.opclassByName(names.at(-1), BTREE, names.length > 1 ? names.at(-2) : null)
  if (found === undefined)
    throw undefinedObject(`operator class "${names.join('.')}" does not exist for access method "btree"`)
  return found.oid
}


/**
 * By what a conflict is told: expressions and conditions as those of indexes are kept, with nothing folded.
 * @param {BindContext} ctx
 * @param {Level} level
 * @param {RelationDesc} relation
 * @param {import('../../../catalog/query.js').RangeEntry} target
 * @param {Tree<import('@pgsql/types').OnConflictClause>} node
 * @returns {import('../../../catalog/query.js').Inference | null}
 */
function bindInference(ctx, level, relation, target, node) {
  const { infer } = node
  if (!infer) return null
  if (infer.conname) {
    if (!relation.constraints.some((constraint) => constraint.name === infer.conname))
      throw undefinedTableConstraint(infer.conname, relation.name)
    return { constraint: infer.conname, keys: [], where: null }
  }
  const { foldsWide } = ctx
  ctx.foldsWide = false
  try {
    return bindInferred(ctx, level, target, infer, infer.location ?? node.location ?? 0)
  } finally {
    ctx.foldsWide = foldsWide
  }
}

/**
 * @param {BindContext} ctx @param {Level} level @param {import('../../../catalog/query.js').RangeEntry} target
 * @param {Tree<import('@pgsql/types').InferClause>} infer @param {number} location
 * @returns {import('../../../catalog/query.js').Inference}
 */
function bindInferred(ctx, level, target, infer, location) {
  level.items = [nameItem(target, '')]
  /** @type {number[]} */
  const collations = []
  /** @type {number[]} */
  const opclasses = []
  const keys = infer.indexElems.map((written) => {
    const element = written.IndexElem
    if ((element.ordering ?? 'SORTBY_DEFAULT') !== 'SORTBY_DEFAULT')
      throw invalidColumnReference('ASC/DESC is not allowed in ON CONFLICT clause', { location })
    if ((element.nulls_ordering ?? 'SORTBY_NULLS_DEFAULT') !== 'SORTBY_NULLS_DEFAULT')
      throw invalidColumnReference('NULLS FIRST/LAST is not allowed in ON CONFLICT clause', { location })
    opclasses.push(element.opclass ? namedOpclass(ctx, element.opclass) : 0)
    collations.push(element.collation ? namedCollation(ctx, element.collation, location) : 0)
    return inClause(level, 'INDEX', () =>
      bindExpr(
        ctx, level,
        element.name ? { ColumnRef: { fields: [{ String: { sval: element.name } }], location } } : element.expr,
      ),
    )
  })
  const where = infer.whereClause
    ? inClause(level, 'INDEX PREDICATE', () => coerceToBoolean(ctx, bindExpr(ctx, level, infer.whereClause), 'WHERE'))
    : null
  return {
    constraint: null, keys, where, ...(collations.some((oid) => oid !== 0) ? { collations } : null),
    ...(opclasses.some((oid) => oid !== 0) ? { opclasses } : null),
  }
}
