/**
 * Indexes and keys of partitioned tables: every partition has its part of each, made when it is missing, and attached.
 */
import { exprToText } from '../../../catalog/expr-text.js'
import { columnMap } from '../../../catalog/inheritance.js'
import { addKeyConstraint } from '../../../catalog/ddl/constraints/constraints.js'
import { classOf, createIndex, methodName } from '../../../catalog/ddl/indexes/indexes.js'
import {
  attachIndex, parentIndex, setIndexValid, validatePartitionedIndex,
} from '../../../catalog/ddl/tables/partition.js'
import {
  nullsInKey, notPartitionedIndex, notAnIndexToAttach, indexNotAttached, attachedElsewhere,
} from '../../../errors/ddl/partitions.js'
import {
  foreignAttachRefused, foreignPartitionRefused, uniqueOverForeignPartitions,
} from '../../../errors/ddl/foreign.js'
import { buildToldOf, CREATE_INDEX } from '../../session/progress.js'
import { ACCESS_EXCLUSIVE, SHARE, beginDdl, endDdl, lockOid, lockRelation } from '../../session/ddl.js'
import { needsRoom } from './keep-keys.js'
import { rewriteForKeys } from '../maintenance/rewrite.js'
import { mapColumns } from './merge-parents.js'
import { Turns } from '../../turns/steps.js'
import { internalRows } from '../../statements/core/internal-query.js'
import { quotedName } from '../../../types/identifiers.js'
import { requireNewTablespace } from '../../session/tablespaces.js'

/** @import { Session } from '../../session/session.js' */
/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { Tree } from '../../../parser/tree.js' */

/**
 * Builds an index that was just created.
 * @param {Session} session @param {any} ddl @param {number} indexOid @param {number} [command] whose progress it is
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* fillIndex(session, ddl, indexOid, command = CREATE_INDEX) {
  session.block.txn.nextCommand()
  const { relationOid } = ddl.view.index(indexOid)
  if (ddl.view.relation(relationOid).kind === 'p') {
    yield* createPartitionIndexes(session, ddl, indexOid)
    return
  }
  if (needsRoom(ddl, indexOid)) {
    yield* lockOid(session, relationOid, ACCESS_EXCLUSIVE)
    yield* rewriteForKeys(session, ddl, relationOid, indexOid)
    return
  }
  yield* buildToldOf(session, ddl, indexOid, command)
  session.database.indexBuilt(session.block.txn, indexOid)
}

/**
 * A new partitioned index reaches every partition below.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} indexOid
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* createPartitionIndexes(session, ddl, indexOid) {
  const index = /** @type {IndexDesc} */ (ddl.view.index(indexOid))
  const relation = /** @type {RelationDesc} */ (ddl.view.relation(index.relationOid))
  const turns = new Turns(session)
  let valid = true
  for (const child of relation.children) {
    if (turns.isOver()) yield turns.next()
    yield* lockOid(session, child, index.constraintOid === 0 ? SHARE : ACCESS_EXCLUSIVE)
    if (ddl.view.relation(child)?.kind === 'f') {
      if (index.unique) throw uniqueOverForeignPartitions(relation.name)
      continue
    }
    valid = (yield* givePart(session, ddl, index, relation, child, () => true)) && valid
  }
  if (!valid) setIndexValid(ddl, indexOid, false)
}

/**
 * A new partition gets its part of every index of its parent; a foreign one has none, and no keys to keep.
 * @param {Session} session @param {DdlContext} ddl @param {number} childOid @param {number} parentOid
 * @param {boolean} isNew or it is attached
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 42809
 */
export function* givePartitionIndexes(session, ddl, childOid, parentOid, isNew) {
  const parent = /** @type {RelationDesc} */ (ddl.view.relation(parentOid))
  const child = /** @type {RelationDesc} */ (ddl.view.relation(childOid))
  if (child.kind === 'f') {
    if (!parent.indexes.some((index) => index.unique)) return
    throw isNew ? foreignPartitionRefused(parent.name) : foreignAttachRefused(child.name, parent.name)
  }
  for (const index of parent.indexes)
    yield* givePart(session, ddl, index, parent, childOid, (candidate) => candidate.valid)
}

/**
 * A new index takes for its part what is there, though CREATE INDEX CONCURRENTLY may have left it invalid; a table that
 * is attached brings valid ones.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {IndexDesc} index
 * @param {RelationDesc} relation
 * @param {number} childOid
 * @param {(candidate: IndexDesc) => boolean} isTaken
 * @returns {Generator<Promise<unknown>, boolean, void>} whether the part is valid
 */
function* givePart(session, ddl, index, relation, childOid, isTaken) {
  const child = /** @type {RelationDesc} */ (ddl.view.relation(childOid))
  const map = columnMap(relation, child) ?? relation.columns.map((column) => column.attnum)
  const there = [...child.indexes, ...child.unreadyIndexes].sort((a, b) => a.oid - b.oid)
  const existing = there.find(
    (candidate) =>
      isTaken(candidate) && parentIndex(ddl, candidate.oid) === 0 && isAlike(index, candidate, map)
      && sameConstraint(relation, index, child, candidate),
  )
  if (existing !== undefined) {
    attachIndex(ddl, existing.oid, index.oid)
    return existing.valid
  }
  requireNewTablespace(session, undefined, child.persistence === 't')
  const made =
    index.constraintOid === 0
      ? makeIndex(ddl, index, child, map)
      : yield* makeKey(session, ddl, relation, index, child, map)
  attachIndex(ddl, made, index.oid, { isMade: true })
  yield* fillIndex(session, ddl, made)
  return ddl.view.index(made)?.valid !== false
}

/**
 * @param {DdlContext} ddl
 * @param {IndexDesc} index
 * @param {RelationDesc} child
 * @param {number[]} map
 * @returns {number} OID
 */
function makeIndex(ddl, index, child, map) {
  return createIndex(ddl, child.oid, {
    name: null,
    method: methodName(ddl, index.accessMethod),
    unique: index.unique,
    nullsNotDistinct: index.nullsNotDistinct,
    include: index.includedAttnums.map((attnum) => map[attnum - 1]),
    options: index.options,
    includeNames: ddl.view.indexColumnNames(index).slice(index.keys.length),
    predicate: index.predicate === null ? null : mapColumns(index.predicate, map),
    keys: index.keys.map((key, at) => ({
      opclassOptions: ddl.view.indexClassOptions(index.oid, at + 1) ?? undefined,
      attnum: key.attnum === 0 ? 0 : map[key.attnum - 1], expr: key.expr === null ? null : mapColumns(key.expr, map),
      name: ddl.view.indexColumnName(index.oid, at + 1), desc: key.desc, nullsFirst: key.nullsFirst,
      collation: key.collation, ...classOf(ddl, key.opclass),
    })),
  })
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {RelationDesc} child
 * @param {number[]} map
 * @returns {Generator<Promise<unknown>, number, void>} OID of the index
 */
function* makeKey(session, ddl, relation, index, child, map) {
  const constraint = /** @type {any} */ (
    relation.constraints.find((candidate) => candidate.oid === index.constraintOid)
  )
  const name = (/** @type {number} */ attnum) => child.columns[map[attnum - 1] - 1].name
  const { indexOid, newlyNotNull } = addKeyConstraint(ddl, child.oid, {
    name: null, primary: index.primary, columns: index.keyAttnums.map(name), include: index.includedAttnums.map(name),
    nullsNotDistinct: index.nullsNotDistinct, options: index.options, deferrable: constraint.deferrable,
    deferred: constraint.deferred, names: ddl.view.indexColumnNames(index),
  })
  if (child.kind !== 'p') {
    for (const attnum of newlyNotNull) {
      const schema = session.catalog().namespace(child.namespaceOid)?.name ?? ''
      session.block.txn.nextCommand()
      const table = `${quotedName(schema)}.${quotedName(child.name)}`
      const column = quotedName(child.columns[attnum - 1].name)
      const rows = yield* internalRows(session, `SELECT 1 FROM ONLY ${table} WHERE ${column} IS NULL LIMIT 1`)
      if (rows.length > 0) throw nullsInKey(child.columns[attnum - 1].name, child.name, schema)
    }
  }
  return indexOid
}

/**
 * Whether an index of a partition does what the partitioned table's does.
 * @param {IndexDesc} index
 * @param {IndexDesc} own
 * @param {number[]} map
 */
function isAlike(index, own, map) {
  if (
    index.unique !== own.unique || index.accessMethod !== own.accessMethod || index.keys.length !== own.keys.length
    || index.includedAttnums.length !== own.includedAttnums.length || index.nullsNotDistinct !== own.nullsNotDistinct
    || index.immediate !== own.immediate
  )
    return false
  const text = (/** @type {Expr | null} */ expr) => expr === null ? '' : exprToText(expr)
  const mapped = (/** @type {Expr | null} */ expr) => expr === null ? '' : exprToText(mapColumns(expr, map))
  if (mapped(index.predicate) !== text(own.predicate)) return false
  if (index.includedAttnums.some((attnum, at) => map[attnum - 1] !== own.includedAttnums[at])) return false
  return index.keys.every((key, at) => {
    const other = own.keys[at]
    return (
      (key.attnum === 0
        ? other.attnum === 0 && mapped(key.expr) === text(other.expr)
        : map[key.attnum - 1] === other.attnum)
      && key.collation === other.collation && key.family === other.family && key.desc === other.desc
      && key.nullsFirst === other.nullsFirst
    )
  })
}

/**
 * A key's part must be a key itself.
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @param {RelationDesc} child
 * @param {IndexDesc} own
 */
function sameConstraint(relation, index, child, own) {
  if (index.constraintOid === 0) return true
  const [wanted, found] = [
    relation.constraints.find(({ oid }) => oid === index.constraintOid),
    child.constraints.find(({ oid }) => oid === own.constraintOid),
  ]
  return wanted !== undefined && found !== undefined && wanted.type === found.type
}

/**
 * ALTER INDEX … ATTACH PARTITION.
 * @param {Session} session
 * @param {number} oid of the partitioned index
 * @param {Tree<import('@pgsql/types').RangeVar>} rangeVar the part
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* attachIndexPartition(session, oid, rangeVar) {
  const parent = session.catalog().index(oid)
  if (parent === undefined || session.catalog().relation(parent.relationOid)?.kind !== 'p')
    throw notPartitionedIndex(parent?.name ?? '')
  const childOid = yield* lockRelation(session, rangeVar, ACCESS_EXCLUSIVE)
  const ddl = beginDdl(session)
  const child = ddl.view.index(childOid)
  if (child === undefined) throw notAnIndexToAttach(rangeVar.relname)
  const relation = /** @type {RelationDesc} */ (ddl.view.relation(parent.relationOid))
  const table = /** @type {RelationDesc} */ (ddl.view.relation(child.relationOid))
  const failure = (/** @type {string} */ detail, code = '42P17') =>
    indexNotAttached(code, child.name, parent.name, detail)
  const above = parentIndex(ddl, childOid)
  if (above === oid) {
    // Attaching it again is how PostgreSQL notices that the part has become valid.
    validatePartitionedIndex(ddl, oid)
    endDdl(session, ddl)
    return
  }
  if (above !== 0) throw attachedElsewhere(child.name, parent.name)
  if (!relation.children.includes(table.oid))
    throw failure(`Index "${child.name}" is not an index on any partition of table "${relation.name}".`, '55000')
  if (table.indexes.some((index) => parentIndex(ddl, index.oid) === oid))
    throw failure(`Another index is already attached for partition "${table.name}".`, '55000')
  const map = columnMap(relation, table) ?? relation.columns.map((column) => column.attnum)
  if (!isAlike(parent, child, map)) throw failure('The index definitions do not match.')
  if (parent.constraintOid !== 0 && child.constraintOid === 0) {
    throw failure(`The index "${parent.name}" belongs to a constraint in table "${relation.name}" but no constraint exists for index "${child.name}".`)
  }
  attachIndex(ddl, childOid, oid)
  validatePartitionedIndex(ddl, oid)
  endDdl(session, ddl)
}
