/** CREATE TABLE's PARTITION BY and PARTITION OF: key and bound read before the table is made, stored after. */
import { attachPartition, storePartitionKey } from '../../../catalog/ddl/tables/partition.js'
import { boundConstraint, partitionConstraint } from '../../../catalog/partitions/constraint.js'
import { columnMap } from '../../../catalog/inheritance.js'
import { deparseOver } from '../../../catalog/deparse/expressions.js'
import { mapExpr } from '../../../catalog/expr-text.js'
import { columnDoesNotExist } from '../../../errors/commands/maintenance.js'
import { notPartitioned, rowsOutside } from '../../../errors/ddl/partitions.js'
import { ACCESS_EXCLUSIVE } from '../../session/ddl.js'
import { lockOid } from '../../session/ddl.js'
import { lockTree } from './trees.js'
import { givePartitionTriggers } from '../../../catalog/ddl/tables/triggers.js'
import { givePartitionForeignKeys } from '../constraints/foreign-key-trees.js'
import { givePartitionIndexes } from './partition-indexes.js'
import { readBound, readPartitionKey } from './partition-spec.js'
import { Turns } from '../../turns/steps.js'
import { internalRows } from '../../statements/core/internal-query.js'
import { requireCalls } from '../../statements/core/permit.js'
import { quotedName } from '../../../types/identifiers.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/**
 * @typedef {{ key: import('../../../catalog/partitions/key.js').PartitionKey | null, bound:
 *   import('../../../catalog/partitions/bound.js').PartitionBound | null }} Partitioning
 */

/**
 * A partition's column without a type has its parent's.
 * @param {Session} session
 * @param {any} node ColumnDef
 * @param {RelationDesc} parent
 */
export function asInParent(session, node, parent) {
  if (node.typeName) return node
  const column = parent.columns.find((candidate) => !candidate.dropped && candidate.name === node.colname)
  if (column === undefined) throw columnDoesNotExist(node.colname, 'MergeAttributes')
  const catalog = session.catalog()
  const type = catalog.type(column.typeOid)
  const names = [catalog.namespace(type.namespaceOid)?.name ?? 'pg_catalog', type.name].map((sval) => ({
    String: { sval },
  }))
  return { ...node, typeName: { names, typemod: column.typmod, location: -1 } }
}

/**
 * @param {Session} session
 * @param {any} node CreateStmt
 * @param {RelationDesc | undefined} parent
 * @param {{ columns: any[], typeOid: number }} made columns merged
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, Partitioning, void>}
 */
export function* readPartitioning(session, node, parent, { columns, typeOid }, call) {
  const text = call.prepared.sourceText
  let bound = null
  if (node.partbound) {
    const above = /** @type {RelationDesc} */ (parent)
    if (above.kind !== 'p') throw notPartitioned(above.name)
    const key = /** @type {any} */ (above.partitionKey)
    if (key.defaultOid !== 0) yield* lockOid(session, key.defaultOid, ACCESS_EXCLUSIVE)
    bound = readBound(
      session, node.partbound, /** @type {RelationDesc} */ (session.catalog().relation(above.oid)),
      node.relation.relname, text,
    )
  }
  const described = columns.map((column, index) => ({
    attnum: index + 1, name: column.name, typeOid: column.typeOid, typmod: column.typmod ?? -1,
    collation: column.collation ?? 0, generated: column.generated ?? '', dropped: false,
  }))
  const key = node.partspec
    ? readPartitionKey(session, node.partspec, { name: node.relation.relname, columns: described, typeOid }, text)
    : null
  return { key, bound }
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} oid
 * @param {RelationDesc | undefined} parent
 * @param {Partitioning} partitioning
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* storePartitioning(session, ddl, oid, parent, { key, bound }) {
  if (bound !== null && parent !== undefined) {
    yield* checkDefaultPartition(session, parent.oid, bound)
    const turns = new Turns(session)
    attachPartition(ddl, oid, parent.oid, bound)
    // A list may have tens of thousands of values, which are read again from here on.
    if (turns.isOver()) yield turns.next()
  }
  if (key !== null) storePartitionKey(ddl, oid, key)
  if (bound === null || parent === undefined) return
  yield* givePartitionIndexes(session, ddl, oid, parent.oid, true)
  yield* givePartitionForeignKeys(session, ddl, parent.oid, oid, true)
  givePartitionTriggers(ddl, parent.oid, oid)
}

/**
 * Rows of the DEFAULT partition must not belong to a new one.
 * @param {Session} session
 * @param {number} parentOid
 * @param {import('../../../catalog/partitions/bound.js').PartitionBound} bound
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* checkDefaultPartition(session, parentOid, bound) {
  const catalog = session.catalog()
  const parent = /** @type {RelationDesc} */ (catalog.relation(parentOid))
  const defaultOid = parent.partitionKey?.defaultOid ?? 0
  if (defaultOid === 0 || bound.isDefault) return
  const partition = /** @type {RelationDesc} */ (catalog.relation(defaultOid))
  const conditions = overColumns(boundConstraint(catalog, parent, bound), parent, partition)
  yield* lockTree(session, defaultOid, ACCESS_EXCLUSIVE)
  const found = yield* anyRow(session, partition, conditions, false)
  if (found !== null) throw rowsOutside(found.name, schemaOf(session, found), true)
}

/** @param {Session} session @param {RelationDesc} relation */
const schemaOf = (session, relation) => session.catalog().namespace(relation.namespaceOid)?.name ?? ''

/**
 * Every row of a table that becomes a partition must belong to it.
 * @param {Session} session
 * @param {number} oid attached already
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* checkPartitionRows(session, oid) {
  const relation = /** @type {RelationDesc} */ (session.catalog().relation(oid))
  const conditions = partitionConstraint(session.catalog(), relation)
  const found = yield* anyRow(session, relation, conditions, true)
  if (found !== null) throw rowsOutside(found.name, schemaOf(session, found), false)
}

/** @param {Expr[]} conditions @param {RelationDesc} parent @param {RelationDesc} child @returns {Expr[]} */
function overColumns(conditions, parent, child) {
  const map = columnMap(parent, child)
  return map === null
    ? conditions
    : mapExpr(conditions, (node) =>
        node.kind === 'column' && node.attnum > 0 ? { ...node, attnum: map[node.attnum - 1] } : undefined,
      )
}

/** The first table of a tree with a row that satisfies (or violates) the conditions.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {Expr[]} conditions
 * @param {boolean} violates
 * @returns {Generator<Promise<unknown>, RelationDesc | null, void>}
 * @throws {DbError} 42501 the session's role may not call what the conditions call
 */
function* anyRow(session, relation, conditions, violates) {
  if (conditions.length === 0) return null
  const catalog = session.catalog()
  const members = yield* lockTree(session, relation.oid, ACCESS_EXCLUSIVE)
  for (const member of members) {
    if (member.kind === 'p') continue
    if (member.kind === 'f') {
      if (!violates) warnUnscanned(session, member, relation)
      continue
    }
    requireCalls(session, conditions)
    const text = overColumns(conditions, relation, member)
      .map((condition) => deparseOver(catalog, condition, member))
      .join(' AND ')
    const schema = catalog.namespace(member.namespaceOid)?.name ?? ''
    const table = `${quotedName(schema)}.${quotedName(member.name)}`
    const where = violates ? `(${text}) IS FALSE` : text
    const rows = yield* internalRows(session, `SELECT 1 FROM ONLY ${table} WHERE ${where} LIMIT 1`)
    if (rows.length > 0) return member
  }
  return null
}

/**
 * Nobody looks at a foreign table's rows.
 * @param {Session} session @param {RelationDesc} member @param {RelationDesc} top
 */
function warnUnscanned(session, member, top) {
  session.notice({
    severity: 'WARNING', code: '23514',
    message: `skipped scanning foreign table "${member.name}" which is a partition of default partition "${top.name}"`,
  })
}

