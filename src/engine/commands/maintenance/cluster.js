/** CLUSTER: a table's rows in the order of one of its indexes, which it remembers. */
import { setClusterIndex } from '../../../catalog/ddl/tables/relation-changes.js'
import { inheritors } from '../../../catalog/inheritance.js'
import { catalogShape } from '../../../catalog/store/shapes.js'
import { featureNotSupported } from '../../../errors/db-error.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import {
  maintenanceRefuses, neverClustered, noIndexOfTable, notIndexOf, unknownOption,
} from '../../../errors/maintenance.js'
import { checkClusterable } from '../tables/alter/relation.js'
import { requireAlone } from '../alone.js'
import { ACCESS_EXCLUSIVE, beginDdl, endDdl, lockOid, lockRelation } from '../../session/ddl.js'
import { refuseOthersTemporary, refuseWhileInUse } from '../in-use.js'
import { parentIndex } from '../../../catalog/ddl/tables/partition.js'
import { rewriteTable } from './rewrite.js'
import { notATableOrView } from '../../../errors/commands/maintenance.js'
import { FIRST_USER_OID, GIST } from '../../../types/oids.js'

/** @import { IndexDesc, RelationDesc } from '../../../catalog/relation.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */


/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ClusterStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runCluster(session, node, call) {
  // VERBOSE has nothing to say.
  for (const { DefElem: option } of node.params ?? [])
    if (option.defname !== 'verbose') throw unknownOption('CLUSTER', option.defname, option.location)
  if (!node.relation) {
    requireAlone(session, call, 'CLUSTER')
    for (const { table, index } of remembered(session)) {
      yield* lockOid(session, table, ACCESS_EXCLUSIVE)
      if (session.catalog().index(index) !== undefined) yield* rewriteTable(session, table, index)
    }
  } else yield* clusterOne(session, node, call)
  call.sink.commandComplete('CLUSTER')
}

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ClusterStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* clusterOne(session, node, call) {
  const { relation: rangeVar, indexname } = node
  const oid = yield* lockRelation(session, rangeVar, ACCESS_EXCLUSIVE)
  const relation = session.catalog().relation(oid)
  if (relation === undefined || !'rmp'.includes(relation.kind)) throw notATableOrView(rangeVar.relname)
  if (relation.isShared) throw maintenanceRefuses('cannot cluster a shared catalog')
  if (oid < FIRST_USER_OID) throw featureNotSupported('CLUSTER of a system catalog')
  const index = indexname ? namedIndex(session, relation, indexname) : rememberedIndex(session, relation)
  checkClusterable(index)
  if (index.method === GIST) throw featureNotSupported('CLUSTER on a gist index')
  refuseOthersTemporary(session, [oid], 'cluster')
  refuseWhileInUse(session, [oid], 'CLUSTER')
  if (relation.kind === 'p') {
    requireAlone(session, call, 'CLUSTER')
    yield* clusterPartitions(session, relation, index)
    return
  }
  mark(session, relation, index.oid)
  yield* rewriteTable(session, oid, index.oid)
}

/** @param {Session} session @param {RelationDesc} relation @param {number} indexOid */
function mark(session, relation, indexOid) {
  const ddl = beginDdl(session)
  setClusterIndex(ddl, /** @type {RelationDesc} */ (ddl.view.relation(relation.oid)), indexOid)
  endDdl(session, ddl)
}

/**
 * Every partition by its part of the index; none remembers it.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {IndexDesc} index
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* clusterPartitions(session, relation, index) {
  /** @type {Set<number>} */
  const parts = new Set([index.oid])
  for (const { oid } of inheritors(session.catalog(), relation.oid)) {
    yield* lockOid(session, oid, ACCESS_EXCLUSIVE)
    const member = /** @type {RelationDesc} */ (session.catalog().relation(oid))
    const ddl = beginDdl(session)
    const part = member.indexes.find((candidate) => parts.has(parentIndex(ddl, candidate.oid)))
    endDdl(session, ddl)
    if (part === undefined) continue
    parts.add(part.oid)
    if (member.kind !== 'p') yield* rewriteTable(session, oid, part.oid)
  }
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {string} name
 * @returns {IndexDesc}
 * @throws {DbError} 42704, 42809
 */
function namedIndex(session, relation, name) {
  const catalog = session.catalog()
  const own = relation.indexes.find((index) => index.name === name)
  if (own !== undefined) return own
  const oid = catalog.source.relationOid(relation.namespaceOid, name)
  throw oid === 0 ? noIndexOfTable(name, relation.name) : notIndexOf(name, relation.name)
}

/** @param {Session} session @param {RelationDesc} relation @returns {IndexDesc} @throws {DbError} 42704 */
function rememberedIndex(session, relation) {
  const { at } = catalogShape('pg_index')
  for (const index of relation.indexes) {
    const [row] = session.catalog().rows('pg_index', 'pg_index_indexrelid_index', [index.oid])
    if (row[at.indisclustered]) return index
  }
  throw neverClustered(relation.name)
}

/** What CLUSTER without a table does again. @param {Session} session @returns {{ table: number, index: number }[]} */
function remembered(session) {
  const { at } = catalogShape('pg_index')
  session.block.ensure()
  return session
    .catalog()
    .allRows('pg_index')
    .filter((/** @type {unknown[]} */ row) => row[at.indisclustered])
    .map((/** @type {any[]} */ row) => ({ table: row[at.indrelid], index: row[at.indexrelid] }))
    .filter((/** @type {{ table: number }} */ { table }) => {
      const relation = session.catalog().relation(table)
      return relation !== undefined && (relation.persistence !== 't' || relation.namespaceOid === session.temporaryOid)
    })
}
