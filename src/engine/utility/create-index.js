/** CREATE INDEX: the catalog's part, then the entries, built from a scan of the table. */
import { buildIndex } from '../../catalog/ddl/index-build.js'
import { createIndex } from '../../catalog/ddl/indexes.js'
import { DbError, featureNotSupported } from '../../errors/db-error.js'
import { bindIndexExpr, bindPredicate } from '../../planner/table-expressions.js'
import { createPartitionIndexes } from './partition-indexes.js'
import { SHARE, beginDdl, endDdl, lockRelation, storageOptions } from './ddl.js'

/** @import { Session } from '../session.js' */
/** @import { UtilityCall } from './dispatch.js' */

/** @param {Session} session @param {any} node IndexStmt @param {UtilityCall} call @returns {Generator<Promise<unknown>, void, void>} */
export function* runCreateIndex(session, node, call) {
  if (node.tableSpace) throw featureNotSupported('TABLESPACE')
  const oid = yield* lockRelation(session, node.relation, SHARE)
  const catalog = session.catalog()
  const relation = catalog.relation(oid)
  if (relation === undefined || !['r', 'm', 'p'].includes(relation.kind)) throw new DbError('42809', `cannot create index on relation "${node.relation.relname}"`)
  if (node.if_not_exists && node.idxname && catalog.source.relationOid(relation.namespaceOid, node.idxname) !== 0) {
    session.notice({ severity: 'NOTICE', code: '42P07', message: `relation "${node.idxname}" already exists, skipping` })
    call.sink.commandComplete('CREATE INDEX')
    return
  }
  const method = node.accessMethod ?? 'btree'
  if (method !== 'btree') throw featureNotSupported(`access method "${method}"`)
  const keys = (node.indexParams ?? []).map((/** @type {any} */ item) => readKey(session, relation, item.IndexElem))
  const include = (node.indexIncludingParams ?? []).map((/** @type {any} */ item) => attnumOf(relation, item.IndexElem.name))
  const predicate = node.whereClause ? bindPredicate(catalog, node.whereClause, relation, { settings: session.settings }) : null
  // ON ONLY a partitioned table: its partitions' indexes are attached one by one.
  const alone = relation.kind === 'p' && node.relation.inh !== true
  if (relation.kind === 'p' && node.concurrent) throw new DbError('0A000', `cannot create index on partitioned table "${relation.name}" concurrently`)
  const ddl = beginDdl(session)
  const indexOid = createIndex(ddl, oid, { name: node.idxname ?? null, unique: node.unique === true, nullsNotDistinct: node.nulls_not_distinct === true, method, keys, include,
    predicate, options: storageOptions(node.options), valid: !alone || relation.children.length === 0 })
  if (!alone) yield* fillIndex(session, ddl, indexOid)
  endDdl(session, ddl)
  call.sink.commandComplete('CREATE INDEX')
}

/** Builds an index that was just created. @param {Session} session @param {any} ddl @param {number} indexOid @returns {Generator<Promise<unknown>, void, void>} */
export function* fillIndex(session, ddl, indexOid) {
  session.block.txn.nextCommand()
  const { relationOid } = ddl.view.index(indexOid)
  if (ddl.view.relation(relationOid).kind === 'p') {
    yield* createPartitionIndexes(session, ddl, indexOid)
    return
  }
  yield* buildIndex(ddl, indexOid, session.buildContext())
  session.database.indexBuilt(session.block.txn, indexOid)
}

/** One key of an index or of EXCLUDE. @param {Session} session @param {any} relation @param {any} element IndexElem */
export function readKey(session, relation, element) {
  const catalog = session.catalog()
  const opclass = element.opclass?.length ? element.opclass.at(-1).String.sval : null
  const collation = element.collation?.length ? catalog.collationByName(element.collation.length > 1 ? element.collation[0].String.sval : null, element.collation.at(-1).String.sval)?.oid : undefined
  const desc = element.ordering === 'SORTBY_DESC'
  const nullsFirst = element.nulls_ordering === 'SORTBY_NULLS_FIRST' || (desc && element.nulls_ordering !== 'SORTBY_NULLS_LAST')
  if (element.name) return { attnum: attnumOf(relation, element.name), expr: null, desc, nullsFirst, opclass, collation }
  return { attnum: 0, expr: bindIndexExpr(catalog, element.expr, relation, { settings: session.settings }), desc, nullsFirst, opclass, collation }
}

/** @param {any} relation @param {string} name @returns {number} @throws {DbError} 42703 */
function attnumOf(relation, name) {
  for (const column of relation.columns) if (!column.dropped && column.name === name) return column.attnum
  throw new DbError('42703', `column "${name}" does not exist`)
}
