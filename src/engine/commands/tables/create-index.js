/**
 * CREATE INDEX: the statement checked against table and access method, the catalog's part, then the entries, built from
 * a scan of the table.
 */
import { requireCreateIn } from '../../../catalog/ddl/may-change.js'
import { extensionMethodNamed } from '../../../catalog/extension-methods.js'
import { asker } from '../../session/access.js'
import { createIndex } from '../../../catalog/ddl/indexes/indexes.js'
import { setIndexReady } from '../../../catalog/ddl/tables/partition.js'
import { inheritors } from '../../../catalog/inheritance.js'
import { systemCatalog } from '../../../errors/ddl/row-security.js'
import { undefinedCollationUtf8 } from '../../../errors/commands/types.js'
import { columnDoesNotExist } from '../../../errors/commands/maintenance.js'
import { DbError, featureNotSupported } from '../../../errors/db-error.js'
import { notOpenedAsTable } from '../../../errors/syntax.js'
import { uniqueOverForeignPartitions } from '../../../errors/ddl/foreign.js'
import { kindDetail } from '../../../errors/ddl/alter.js'
import { undefinedCatalogObject } from '../../../errors/ddl/catalog.js'
import { requireAlone } from '../alone.js'
import {
  expressionsIncluded, includedColumnHas, methodLacks, notImmutable, noIndexOn, partitionedConcurrently,
  indexOfSystemColumn,
} from '../../../errors/ddl/indexes.js'
import { figureName } from '../../../planner/bind/targets.js'
import { bindIndexExpr, bindPredicate, isImmutable } from '../../../planner/table-expressions.js'
import { namesKept } from './keep-keys.js'
import { fillIndex } from './partition-indexes.js'
import { requireCallsAs } from '../../statements/core/permit.js'
import { refuseOthersTemporary, refuseWhileInUse } from '../in-use.js'
import {
  ACCESS_EXCLUSIVE, SHARE, beginDdl, endDdl, lockRelation, storageOptions,
} from '../../session/ddl.js'
import { CREATE_INDEX_CONCURRENTLY } from '../../session/progress.js'
import { requireNewTablespace } from '../../session/tablespaces.js'
import { computeConstantParts } from '../../statements/core/constant-parts.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */
/** @import { Expr } from '../../../catalog/expr.js' */
/** @import { CatalogSnapshot } from '../../../catalog/snapshot.js' */
/** @import { ParseNode } from '../../../parser/tree.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Tree } from '../../../parser/tree.js' */
/** @import { KnownCatalog } from '../../../catalog/snapshot.js' */

/** Access methods that are built here, and what they can do. */
const METHODS = /** @type {Record<string, { ordered: boolean, unique: boolean, many: boolean, include: boolean }>} */ ({
  btree: { ordered: true, unique: true, many: true, include: true },
  hash: { ordered: false, unique: false, many: false, include: false },
  gin: { ordered: false, unique: false, many: true, include: false },
  brin: { ordered: false, unique: false, many: true, include: false },
  gist: { ordered: false, unique: false, many: true, include: true },
  spgist: { ordered: false, unique: false, many: false, include: true },
})

/**
 * @param {Session} session
 * @param {any} node IndexStmt
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCreateIndex(session, node, call) {
  // Writers wait while an index is built, CONCURRENTLY or not: it only has to be said outside a block.
  if (node.concurrent) requireAlone(session, call, 'CREATE INDEX CONCURRENTLY')
  const oid = yield* lockRelation(session, node.relation, namesKept(session, node) ? ACCESS_EXCLUSIVE : SHARE)
  const catalog = session.catalog()
  const relation = catalog.relation(oid)
  if (relation === undefined || relation.kind === 'c')
    throw notOpenedAsTable(node.relation.relname, relation?.kind ?? 'i')
  if (!['r', 'm', 'p'].includes(relation.kind)) {
    throw noIndexOn(node.relation.relname, kindDetail(relation.kind))
  }
  if (oid < FIRST_USER_OID) throw systemCatalog(node.relation.relname)
  requireCreateIn(asker(session), relation.namespaceOid)
  requireNewTablespace(session, node.tableSpace, relation.persistence === 't')
  if (node.if_not_exists && node.idxname && catalog.source.relationOid(relation.namespaceOid, node.idxname) !== 0) {
    session.notice({
      severity: 'NOTICE', code: '42P07', message: `relation "${node.idxname}" already exists, skipping`,
    })
    call.sink.commandComplete('CREATE INDEX')
    return
  }
  // ON ONLY a partitioned table: its partitions' indexes are attached one by one.
  const alone = relation.kind === 'p' && node.relation.inh !== true
  if (relation.kind === 'p' && node.concurrent) throw partitionedConcurrently(relation.name)
  if (node.unique && !alone && relation.kind === 'p' && inheritors(catalog, oid).some(({ kind }) => kind === 'f')) {
    throw uniqueOverForeignPartitions(relation.name)
  }
  refuseOthersTemporary(session, [oid], 'create indexes on')
  refuseWhileInUse(session, [oid, ...(alone ? [] : relation.children)], 'CREATE INDEX')
  const ddl = beginDdl(session)
  if (node.concurrent) yield* createConcurrently(session, ddl, oid, node, call.prepared.sourceText)
  else {
    yield* createIndexOn(session, ddl, oid, node, {
      build: !alone, valid: !alone || relation.children.length === 0, sourceText: call.prepared.sourceText,
    })
    endDdl(session, ddl)
  }
  call.sink.commandComplete('CREATE INDEX')
}

/**
 * CONCURRENTLY, an index that cannot be built is left behind: invalid, unused, until REINDEX or DROP INDEX.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {Expr} node
 * @param {string} sourceText
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* createConcurrently(session, ddl, relationOid, node, sourceText) {
  const { txns } = session.cluster
  const indexOid = yield* createIndexOn(session, ddl, relationOid, node, { build: false, sourceText })
  const mark = txns.savepoint(session.block.txn)
  try {
    yield* fillIndex(session, ddl, indexOid, CREATE_INDEX_CONCURRENTLY)
    endDdl(session, ddl)
  } catch (error) {
    if (!(error instanceof DbError) || CANCELLED.has(error.code)) throw error
    txns.rollbackTo(session.block.txn, mark)
    session.names.forget()
    const left = beginDdl(session)
    setIndexReady(left, indexOid, false)
    endDdl(session, left)
    session.block.commit()
    throw error
  }
}

/** Errors after which nothing of the statement stays. */
const CANCELLED = new Set(['57014', '57P01', '58030', '40P01'])

/**
 * What an IndexStmt says of its table, made; also for indexes that come back after ALTER COLUMN TYPE.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid locked
 * @param {any} node IndexStmt
 * @param {{ build?: boolean, valid?: boolean, sourceText?: string }} [options] build: fill it
 * @returns {Generator<Promise<unknown>, number, void>} its OID
 */
export function* createIndexOn(session, ddl, relationOid, node, { build = true, valid = true, sourceText = '' } = {}) {
  const relation = /** @type {any} */ (ddl.view.relation(relationOid))
  const method = methodOf(session, node)
  const able = checkMethod(session, method, node)
  const options = { settings: session.settings, env: session.env, sourceText }
  const predicate = readPredicate(session.catalog(), node.whereClause, relation, options)
  if (predicate !== null && !isImmutable(session.catalog(), predicate)) throw notImmutable('predicate')
  const keys = (node.indexParams ?? []).map((/** @type {any} */ item) =>
    readKey(session, relation, item.IndexElem, method, able.ordered, options),
  )
  const include = (node.indexIncludingParams ?? []).map((/** @type {any} */ item) =>
    includedColumn(relation, item.IndexElem),
  )
  requireCallsAs(session, relation.ownerOid, predicate)
  computeConstantParts(session, predicate)
  const indexOid = createIndex(ddl, relationOid, {
    name: node.idxname ?? null, unique: node.unique === true, nullsNotDistinct: node.nulls_not_distinct === true,
    method, keys, include, predicate, options: storageOptions(node.options), valid,
  })
  if (build) yield* fillIndex(session, ddl, indexOid)
  return indexOid
}

/** @param {Session} session @param {Tree<import('@pgsql/types').IndexStmt>} node @returns {string} */
function methodOf(session, node) {
  if (node.accessMethod !== 'rtree') return node.accessMethod ?? 'btree'
  session.notice({
    severity: 'NOTICE', code: '00000', message: 'substituting access method "gist" for obsolete method "rtree"',
  })
  return 'gist'
}

/**
 * @param {Session} session
 * @param {string} method
 * @param {Tree<import('@pgsql/types').IndexStmt>} node
 * @throws {DbError} 0A000, 42704
 */
function checkMethod(session, method, node) {
  const able = METHODS[method] ?? extensionMethodNamed(session.catalog(), method)?.index
  if (able === undefined) {
    if (session.catalog().rows('pg_am', 'pg_am_name_index', [method]).length === 0)
      throw undefinedCatalogObject('access method', method)
    throw featureNotSupported(`an index of access method "${method}"`)
  }
  if (node.unique && !able.unique) throw methodLacks(method, 'unique indexes')
  if (node.indexIncludingParams?.length && !able.include) throw methodLacks(method, 'included columns')
  if (node.indexParams?.length > 1 && !able.many) throw methodLacks(method, 'multicolumn indexes')
  return able
}

/**
 * Which rows have entries; null: all, which WHERE true says too.
 * @param {CatalogSnapshot} catalog
 * @param {ParseNode} node
 * @param {any} relation
 * @param {any} options
 */
export function readPredicate(catalog, node, relation, options) {
  const predicate = node ? bindPredicate(catalog, node, relation, options) : null
  return predicate?.kind === 'const' && predicate.value === true ? null : predicate
}

/**
 * One key of an index or of EXCLUDE.
 * @param {Session} session
 * @param {any} relation
 * @param {any} element IndexElem
 * @param {string} [method]
 * @param {boolean} [ordered]
 * @param {any} [options]
 */
export function readKey(
  session, relation, element, method = 'btree', ordered = true,
  options = { settings: session.settings, env: session.env },
) {
  const catalog = session.catalog()
  const opclass = element.opclass?.length ? element.opclass.at(-1).String.sval : null
  const opclassSchema = element.opclass?.length > 1 ? element.opclass.at(-2).String.sval : null
  const opclassOptions = element.opclassopts?.length ? storageOptions(element.opclassopts) : undefined
  const ofClass = { opclass, opclassSchema, opclassOptions }
  let collation = element.collation?.length ? collationNamed(catalog, element.collation) : undefined
  if (!ordered && element.ordering !== 'SORTBY_DEFAULT') throw methodLacks(method, 'ASC/DESC options')
  if (!ordered && element.nulls_ordering !== 'SORTBY_NULLS_DEFAULT')
    throw methodLacks(method, 'NULLS FIRST/LAST options')
  const desc = element.ordering === 'SORTBY_DESC'
  const nullsFirst =
    element.nulls_ordering === 'SORTBY_NULLS_FIRST' || (desc && element.nulls_ordering !== 'SORTBY_NULLS_LAST')
  if (element.name)
    return { attnum: attnumOf(relation, element.name), expr: null, desc, nullsFirst, ...ofClass, collation }
  const bound = bindIndexExpr(catalog, element.expr, relation, options)
  // COLLATE at the top says the key's collation, as the clause behind the expression does.
  const expr = bound.kind === 'collate' ? bound.arg : bound
  if (collation === undefined && bound.kind === 'collate') collation = bound.collation
  // A column in parentheses is a column.
  if (expr.kind === 'column' && expr.attnum > 0)
    return { attnum: expr.attnum, expr: null, desc, nullsFirst, ...ofClass, collation }
  if (!isImmutable(catalog, expr)) throw notImmutable('expression')
  computeConstantParts(session, expr)
  const { name, strength } = figureName(element.expr)
  return { attnum: 0, expr, name: strength === 0 ? 'expr' : name, desc, nullsFirst, ...ofClass, collation }
}

/** @param {KnownCatalog} catalog @param {any[]} parts String nodes @returns {number} */
function collationNamed(catalog, parts) {
  const names = parts.map((part) => part.String.sval)
  const found = catalog.collationByName(names.length > 1 ? names[0] : null, names.at(-1))
  if (found === undefined) throw undefinedCollationUtf8(names.join('.'))
  return found.oid
}

const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'cmin', 'xmax', 'cmax', 'tableoid'])

/** @param {RelationDesc} relation @param {string} name @returns {number} @throws {DbError} 42703, 0A000 */
function attnumOf(relation, name) {
  for (const column of relation.columns) if (!column.dropped && column.name === name) return column.attnum
  if (SYSTEM_COLUMNS.has(name)) throw indexOfSystemColumn()
  throw columnDoesNotExist(name, 'ComputeIndexAttrs')
}

/** @param {RelationDesc} relation @param {any} element IndexElem @returns {number} */
function includedColumn(relation, element) {
  if (element.collation?.length) throw includedColumnHas('a collation')
  if (element.opclass?.length) throw includedColumnHas('an operator class')
  if (element.ordering !== 'SORTBY_DEFAULT') throw includedColumnHas('ASC/DESC options')
  if (element.nulls_ordering !== 'SORTBY_NULLS_DEFAULT') throw includedColumnHas('NULLS FIRST/LAST options')
  if (!element.name) throw expressionsIncluded()
  return attnumOf(relation, element.name)
}

