/**
 * Objects of the catalog as SQL text: pg_get_indexdef, pg_get_constraintdef, pg_get_expr, pg_get_viewdef, and what
 * pg_dump and psql ask about parts of tables.
 */
import { exprFromText } from '../../catalog/expr-text.js'
import { constraintDefinition, indexColumnDefinition, indexDefinition } from '../../catalog/deparse/definitions.js'
import { deparseCondition } from '../../catalog/deparse/condition.js'
import { deparseOver } from '../../catalog/deparse/expressions.js'
import { partitionKeyText } from '../../catalog/deparse/partitions.js'
import { partitionConstraint } from '../../catalog/partitions/constraint.js'
import { quoteIdentifier } from '../../catalog/deparse/names.js'
import { deparseQuery } from '../../catalog/deparse/query.js'
import {
  statisticsColumns,
  statisticsExpressions,
  statisticsObject,
  statisticsText,
} from '../../catalog/statistics-objects.js'
import { boolArray, int2Vector, textArray } from '../../catalog/store/vectors.js'
import { qualifiedName, relationName } from '../../catalog/deparse/objects.js'
import { ruleText } from '../../catalog/deparse/rule.js'
import { triggerText } from '../../catalog/deparse/trigger.js'
import { loadRule, ruleDesc } from '../../catalog/rules.js'
import { isPublishable, publicationDesc, tablesOf } from '../../catalog/publications.js'
import { policiesFor } from '../../catalog/policies.js'
import { loadCondition } from '../../catalog/stored-condition.js'
import { isStoredQuery, loadQuery } from '../../catalog/stored-query.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { updatableEvents } from '../../catalog/updatable.js'
import { undefinedColumn, wrongObject } from '../../errors/functions.js'
import { undefinedPublication } from '../../errors/ddl/publications.js'
import { featureNotSupported } from '../../errors/db-error.js'
import { findRelation } from '../../types/reg.js'
import { Family } from '../impl.js'
import { trimSqlSpaces } from '../../util/ascii.js'
/** @import { FunctionContext } from '../impl.js' */

const family = new Family()
export const definitionFunctions = family.functions

// ---- indexes, constraints, expressions

/**
 * @param {FunctionContext} ctx
 * @param {number} oid
 * @param {number} column 0: the whole statement
 * @param {boolean} pretty
 */
function indexText({ catalog }, oid, column, pretty) {
  const index = catalog.index(oid)
  if (index === undefined) return null
  return column === 0 ? indexDefinition(catalog, index, pretty) : indexColumnDefinition(catalog, index, column, pretty)
}
family.context('pg_get_indexdef', (ctx, oid) => indexText(ctx, oid, 0, false))
family.context('pg_get_indexdef_ext', indexText)

/** @param {FunctionContext} ctx @param {number} oid @param {boolean} [pretty] */
function constraintText({ catalog }, oid, pretty = false) {
  const { at } = catalogShape('pg_constraint')
  const [row] = catalog.rows('pg_constraint', 'pg_constraint_oid_index', [oid])
  if (row === undefined) return null
  if (row[at.conrelid] === 0) return domainConstraintText(catalog, row, pretty)
  const relation = catalog.relation(row[at.conrelid])
  return relation === undefined ? null : constraintDefinition(catalog, relation, oid, pretty)
}

/** @param {any} catalog @param {any[]} row of pg_constraint @param {boolean} pretty */
function domainConstraintText(catalog, row, pretty) {
  const { at } = catalogShape('pg_constraint')
  if (row[at.conbin] === null) return null
  return `CHECK (${deparseOver(catalog, exprFromText(row[at.conbin]), null, pretty)})${row[at.convalidated] ? '' : ' NOT VALID'}`
}
family.context(['pg_get_constraintdef', 'pg_get_constraintdef_ext'], constraintText)

/**
 * Expressions are stored over range-table number 1: the relation.
 * @param {FunctionContext} ctx
 * @param {string} stored
 * @param {number} relationOid
 * @param {boolean} [pretty]
 */
function expressionText({ catalog }, stored, relationOid, pretty = false) {
  const relation = relationOid === 0 ? null : catalog.relation(relationOid)
  if (relation === undefined) return null
  if (relation !== null && SUBQUERY.test(stored)) {
    const { condition } = loadCondition(stored, (other) => catalog.relation(other))
    return deparseCondition(catalog, condition, relation, pretty)
  }
  const expr = exprFromText(stored)
  return Array.isArray(expr)
    ? expr.map((one) => deparseOver(catalog, one, relation, pretty)).join(', ')
    : deparseOver(catalog, expr, relation, pretty)
}
/** Only policies have them. */
const SUBQUERY = /"kind":"sublink"/
family.context(['pg_get_expr', 'pg_get_expr_ext'], expressionText)

// ---- views, rules, triggers

/** @param {any} catalog @param {number} oid @param {boolean} pretty @param {number} wrap */
function viewText(catalog, oid, pretty, wrap) {
  const relation = catalog.relation(oid)
  const sql = relation?.viewSql ?? null
  if (sql === null) return null
  if (!isStoredQuery(sql)) return ` ${trimSqlSpaces(sql).replace(/;$/, '')};`
  const { query } = loadQuery(sql, (/** @type {number} */ other) => catalog.relation(other))
  return `${deparseQuery(catalog, query, { pretty, wrap, columns: relation.columns.map((/** @type {any} */ column) => column.name) })};`
}
family.context(['pg_get_viewdef', 'pg_get_viewdef_ext'], ({ catalog }, oid, pretty = false) =>
  viewText(catalog, oid, pretty, 0)
)
family.context('pg_get_viewdef_wrap', ({ catalog }, oid, wrap) => viewText(catalog, oid, true, wrap))
family.context(['pg_get_viewdef_name', 'pg_get_viewdef_name_ext'], ({ catalog }, name, pretty = false) =>
  viewText(catalog, findRelation(catalog, name), pretty, 0)
)

family.context(['pg_get_ruledef', 'pg_get_ruledef_ext'], ({ catalog }, oid, pretty = false) => {
  const { at } = catalogShape('pg_rewrite')
  const [row] = catalog.rows('pg_rewrite', 'pg_rewrite_oid_index', [oid])
  if (row === undefined) return null
  const relation = catalog.relation(row[at.ev_class])
  const rule = ruleDesc(row, at)
  if (rule !== null)
    return ruleText(
      catalog,
      rule,
      relation,
      loadRule(rule.text, (/** @type {number} */ other) => catalog.relation(other)).rule,
      pretty
    )
  const name = pretty
    ? relationName(catalog, relation.oid, relation.name, relation.namespaceOid)
    : qualifiedName(catalog, relation.name, relation.namespaceOid)
  return `CREATE RULE ${quoteIdentifier('_RETURN')} AS\n    ON SELECT TO ${name} DO INSTEAD ${viewText(catalog, relation.oid, pretty, 0)}`
})

family.context(['pg_get_triggerdef', 'pg_get_triggerdef_ext'], ({ catalog }, oid, pretty = false) => {
  const [row] = catalog.rows('pg_trigger', 'pg_trigger_oid_index', [oid])
  return row === undefined ? null : triggerText(catalog, row, pretty)
})

// ---- extended statistics

/**
 * @param {string} prosrc
 * @param {(catalog: any, object: import('../../catalog/statistics-objects.js').StatisticsObject) => any} print
 */
const ofStatistics = (prosrc, print) => family.context(prosrc, ({ catalog }, oid) => {
  const object = statisticsObject(catalog, oid)
  return object === null ? null : print(catalog, object)
})
ofStatistics('pg_get_statisticsobjdef', statisticsText)
ofStatistics('pg_get_statisticsobjdef_columns', statisticsColumns)
ofStatistics('pg_get_statisticsobjdef_expressions', (catalog, object) =>
  object.exprs.length === 0 ? null : textArray(statisticsExpressions(catalog, object))
)

/** The commonest combinations, as ANALYZE keeps them. */
family.context(
  'pg_stats_ext_mcvlist_items',
  function* (_ctx, list) {
    let index = 0
    for (const [values, frequency, base] of JSON.parse(list)) {
      yield [
        index++,
        textArray(values),
        boolArray(values.map((/** @type {string | null} */ value) => value === null)),
        frequency,
        base,
      ]
    }
  },
  { set: true }
)

// ---- partitions and inheritance

family.context('pg_get_partkeydef', ({ catalog }, oid) => {
  const relation = catalog.relation(oid)
  return relation?.partitionKey ? partitionKeyText(catalog, relation) : null
})
family.context('pg_get_partition_constraintdef', ({ catalog }, oid) => {
  const relation = catalog.relation(oid)
  if (relation === undefined || !relation.isPartition) return null
  const conditions = partitionConstraint(catalog, relation)
  return conditions.length === 0
    ? null
    : deparseOver(
        catalog,
        conditions.length === 1 ? conditions[0] : { kind: 'and', args: conditions, type: 16, typmod: -1, collation: 0 },
        relation
      )
})

/** @param {any} catalog @param {number} oid @returns {number} 0: none */
function parentOf(catalog, oid) {
  const { at } = catalogShape('pg_inherits')
  const rows = catalog.rows('pg_inherits', 'pg_inherits_relid_seqno_index', [oid])
  // A partition that is being detached is above all that is left of its tree.
  return rows.length === 0 || rows[0][at.inhdetachpending] ? 0 : rows[0][at.inhparent]
}

/** @param {any} catalog @param {number} oid */
function kindOf(catalog, oid) {
  const index = catalog.index(oid)
  return (
    catalog.relation(oid)?.kind ??
    (index === undefined ? '' : catalog.relation(index.relationOid)?.kind === 'p' ? 'I' : 'i')
  )
}

/** A partition or a partitioned relation. @param {any} catalog @param {number} oid */
function takesPart(catalog, oid) {
  const { at } = catalogShape('pg_class')
  const [row] = catalog.rows('pg_class', 'pg_class_oid_index', [oid])
  return row !== undefined && (row[at.relispartition] || row[at.relkind] === 112 || row[at.relkind] === 73)
}

family.context('pg_partition_ancestors', function* ({ catalog }, oid) {
  if (!takesPart(catalog, oid)) return
  for (let at = oid; at !== 0; at = parentOf(catalog, at)) yield at
}, { set: true })
family.context('pg_partition_root', ({ catalog }, oid) => {
  if (!takesPart(catalog, oid)) return null
  let root = oid
  for (let at = oid; at !== 0; at = parentOf(catalog, at)) root = at
  return root
})
family.context(
  'pg_partition_tree',
  function* ({ catalog }, oid) {
    if (!takesPart(catalog, oid)) return
    const { at } = catalogShape('pg_inherits')
    /** @type {[number, number, number][]} */
    const queue = [[oid, parentOf(catalog, oid), 0]]
    for (const [relation, parent, level] of queue) {
      const children = catalog.rows('pg_inherits', 'pg_inherits_parent_index', [relation])
      for (const child of children
        .filter((/** @type {any[]} */ row) => !row[at.inhdetachpending])
        .map((/** @type {any[]} */ row) => row[at.inhrelid])
        .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b))
        queue.push([child, relation, level + 1])
      yield [relation, parent === 0 ? null : parent, !['p', 'I'].includes(kindOf(catalog, relation)), level]
    }
  },
  { set: true }
)

// ---- sequences, publications, replica identity

family.context('pg_get_serial_sequence', ({ catalog }, tableName, columnName) => {
  const relation = catalog.relation(findRelation(catalog, tableName))
  if (relation === undefined) throw wrongObject(`"${tableName}" is not a table`)
  const column = relation.columns.find(
    (/** @type {any} */ candidate) => !candidate.dropped && candidate.name === columnName
  )
  if (column === undefined) throw undefinedColumn(columnName, relation.name)
  const { at } = catalogShape('pg_depend')
  for (const row of catalog.rows('pg_depend', 'pg_depend_reference_index', [1259, relation.oid, column.attnum])) {
    const letter = String.fromCharCode(row[at.deptype])
    if (row[at.classid] !== 1259 || row[at.objsubid] !== 0 || (letter !== 'a' && letter !== 'i')) continue
    const sequence = catalog.relation(row[at.objid])
    if (sequence?.kind === 'S')
      return `${quoteIdentifier(catalog.namespace(sequence.namespaceOid).name)}.${quoteIdentifier(sequence.name)}`
  }
  return null
})

/** Tables of the user's that are logged. */
family.context('pg_relation_is_publishable', ({ catalog }, oid) => {
  const relation = catalog.relation(oid)
  if (relation === undefined) return catalog.index(oid) === undefined ? null : false
  return isPublishable(relation)
})
family.context('pg_get_replica_identity_index', ({ catalog }, oid) => {
  const { at } = catalogShape('pg_class')
  const { at: indexAt } = catalogShape('pg_index')
  const [row] = catalog.rows('pg_class', 'pg_class_oid_index', [oid])
  if (row === undefined) return null
  const identity = String.fromCharCode(row[at.relreplident])
  const indexes = catalog.rows('pg_index', 'pg_index_indrelid_index', [oid])
  const found = identity === 'd' ? indexes.find((/** @type {any[]} */ index) => index[indexAt.indisprimary])
    : identity === 'i' ? indexes.find((/** @type {any[]} */ index) => index[indexAt.indisreplident]) : undefined
  return found === undefined ? null : found[indexAt.indexrelid]
})
family.context('pg_get_publication_tables', function* ({ catalog }, name) {
  const [row] = catalog.rowsWith('pg_publication', 'pubname', name)
  if (row === undefined) throw undefinedPublication(name)
  for (const { relationOid, named } of tablesOf(catalog, publicationDesc(row))) {
    yield [relationOid, named?.attnums ? int2Vector(named.attnums) : null, named?.filter ?? null]
  }
}, { set: true })

family.context('pg_relation_is_updatable', ({ catalog }, oid, byTriggers) =>
  updatableEvents(catalog, oid, null, byTriggers))
/** Both UPDATE and DELETE. */
family.context(
  'pg_column_is_updatable',
  ({ catalog }, oid, attnum, byTriggers) =>
    attnum > 0 && (updatableEvents(catalog, oid, new Set([attnum]), byTriggers) & 20) === 20
)

family.context('pg_filenode_relation', ({ catalog }, tablespace, filenode) => {
  const { at } = catalogShape('pg_class')
  const row = catalog
    .allRows('pg_class')
    .find((/** @type {any[]} */ candidate) => candidate[at.relfilenode] === filenode)
  return row === undefined || tablespace !== row[at.reltablespace] ? null : row[at.oid]
})
family.context('pg_relation_filenode', ({ catalog }, oid) => {
  const { at } = catalogShape('pg_class')
  const [row] = catalog.rows('pg_class', 'pg_class_oid_index', [oid])
  if (row === undefined || !'rimStI'.includes(String.fromCharCode(row[at.relkind])) || row[at.relkind] === 73)
    return null
  return row[at.relfilenode] === 0 ? oid : row[at.relfilenode]
})
family.context('pg_relation_filepath', () => {
  throw featureNotSupported('pg_relation_filepath: tables are not files of the server a client may name')
})
/** Whether policies hold for the current role. @param {FunctionContext} ctx @param {number} oid */
function rowSecurityActive({ catalog, session }, oid) {
  const relation = catalog.relation(oid)
  return relation !== undefined && policiesFor(catalog, relation, session.roleOid) !== 'none'
}
family.context('row_security_active', rowSecurityActive)
family.context('row_security_active_name', (ctx, name) => rowSecurityActive(ctx, findRelation(ctx.catalog, name)))
