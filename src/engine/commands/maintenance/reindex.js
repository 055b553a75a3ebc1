/**
 * REINDEX: an index's entries made anew from its table, in a new file. CONCURRENTLY too makes writers wait; it only has
 * to be said outside a block.
 */
import { requireOwner } from '../../../catalog/ddl/may-change.js'
import { DATABASE, SCHEMA } from '../../../catalog/guarded.js'
import { asker } from '../../session/access.js'
import { replaceIndexFile } from '../../../catalog/ddl/tables/truncate.js'
import { inheritors } from '../../../catalog/inheritance.js'
import { isOthersTemporary } from '../../../catalog/temporary.js'
import { undefinedSchema } from '../../../errors/ddl/catalog.js'
import { featureNotSupported } from '../../../errors/db-error.js'
/** @import { DbError } from '../../../errors/db-error.js' */
import { maintenanceRefuses, optionNeedsBoolean, unknownOption } from '../../../errors/maintenance.js'
import { parentIndex, setIndexReady } from '../../../catalog/ddl/tables/partition.js'
import { requireAlone } from '../alone.js'
import {
  ACCESS_EXCLUSIVE, SHARE, beginDdl, endDdl, lockOid, lockRelation,
} from '../../session/ddl.js'
import { refuseOthersTemporary, refuseWhileInUse } from '../in-use.js'
import { fillKept } from '../tables/keep-keys.js'
import { flagOption } from './maintenance.js'
import { buildToldOf, REINDEX } from '../../session/progress.js'
import { notAnIndex } from '../../../errors/functions.js'
import { notATableOrView } from '../../../errors/commands/maintenance.js'
import { requireUsualTablespace } from '../../session/tablespaces.js'
import { FIRST_USER_OID } from '../../../types/oids.js'

/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { UtilityCall } from '../dispatch.js' */
/** @import { Tree } from '../../../parser/tree.js' */

const WORDS = /** @type {Record<string, string>} */ ({
  REINDEX_OBJECT_SCHEMA: 'SCHEMA', REINDEX_OBJECT_SYSTEM: 'SYSTEM', REINDEX_OBJECT_DATABASE: 'DATABASE',
})

/**
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ReindexStmt>} node
 * @param {UtilityCall} call
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* runReindex(session, node, call) {
  let concurrently = false
  for (const { DefElem: option } of node.params ?? []) {
    switch (option.defname) {
      case 'verbose': flagOption(option, optionNeedsBoolean); break
      case 'concurrently': concurrently = flagOption(option, optionNeedsBoolean); break
      case 'tablespace': requireUsualTablespace(session, option.arg?.String?.sval); break
      default: throw unknownOption('REINDEX', option.defname, option.location)
    }
  }
  if (concurrently) requireAlone(session, call, 'REINDEX CONCURRENTLY')
  session.block.ensure()
  if (node.kind === 'REINDEX_OBJECT_INDEX') yield* ofIndex(session, node, call, concurrently)
  else if (node.kind === 'REINDEX_OBJECT_TABLE') yield* ofTable(session, node, call, concurrently)
  else yield* ofMany(session, node, call, concurrently)
  call.sink.commandComplete('REINDEX')
}

/**
 * @param {Session} session
 * @param {any} node
 * @param {UtilityCall} call
 * @param {boolean} concurrently
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* ofIndex(session, node, call, concurrently) {
  const oid = yield* lockRelation(session, node.relation, ACCESS_EXCLUSIVE)
  const index = session.catalog().index(oid)
  if (index === undefined) throw notAnIndex(node.relation.relname)
  refuseSystem(index.relationOid, concurrently)
  refuseOthersTemporary(session, [oid], 'reindex')
  const table = /** @type {RelationDesc} */ (session.catalog().relation(index.relationOid))
  if (table.kind !== 'p') {
    yield* rebuild(session, table.oid, [oid])
    return
  }
  requireAlone(session, call, 'REINDEX INDEX')
  const parts = new Set([oid])
  for (const member of inheritors(session.catalog(), table.oid)) {
    const ddl = beginDdl(session)
    const own = member.indexes
      .filter((candidate) => parts.has(parentIndex(ddl, candidate.oid)))
      .map((candidate) => candidate.oid)
    endDdl(session, ddl)
    for (const part of own) parts.add(part)
    if (member.kind !== 'p') yield* rebuild(session, member.oid, own)
  }
}

/**
 * @param {Session} session
 * @param {any} node
 * @param {UtilityCall} call
 * @param {boolean} concurrently
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* ofTable(session, node, call, concurrently) {
  const oid = yield* lockRelation(session, node.relation, SHARE)
  const relation = session.catalog().relation(oid)
  if (relation === undefined || !'rmp'.includes(relation.kind)) throw notATableOrView(node.relation.relname)
  refuseSystem(oid, concurrently)
  refuseOthersTemporary(session, [oid], 'reindex')
  if (relation.kind === 'p') {
    requireAlone(session, call, 'REINDEX TABLE')
    for (const member of inheritors(session.catalog(), oid))
      if (member.kind !== 'p') yield* rebuild(session, member.oid, concurrently ? validIndexes(session, member) : null)
    return
  }
  const indexes = concurrently ? validIndexes(session, relation) : null
  if ((indexes ?? [...relation.indexes, ...relation.unreadyIndexes]).length === 0) {
    session.notice({ severity: 'NOTICE', code: '00000', message: `table "${relation.name}" has no indexes ${concurrently ? 'that can be reindexed concurrently' : 'to reindex'}` })
  } else yield* rebuild(session, oid, indexes)
}

/**
 * CONCURRENTLY leaves out what is invalid.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @returns {number[]}
 */
function validIndexes(session, relation) {
  const schema = session.catalog().namespace(relation.namespaceOid)?.name
  for (const index of [...relation.indexes, ...relation.unreadyIndexes]
    .filter(({ valid }) => !valid)
    .sort((one, other) => one.oid - other.oid)) {
      session.notice({
        severity: 'WARNING', code: '0A000',
        message: `cannot reindex invalid index "${schema}.${index.name}" concurrently, skipping`,
      })
    }
  return relation.indexes.filter(({ valid }) => valid).map(({ oid }) => oid)
}

/**
 * All of a schema, or of the database.
 * @param {Session} session
 * @param {Tree<import('@pgsql/types').ReindexStmt>} node
 * @param {UtilityCall} call
 * @param {boolean} concurrently
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* ofMany(session, node, call, concurrently) {
  requireAlone(session, call, `REINDEX ${WORDS[node.kind]}`)
  const catalog = session.catalog()
  let namespace = 0
  if (node.kind === 'REINDEX_OBJECT_SCHEMA') {
    namespace = catalog.namespaceOid(node.name)
    if (namespace === 0) throw undefinedSchema(node.name)
    requireOwner(asker(session), { classId: SCHEMA, objectId: namespace, subId: 0 })
  } else {
    if (node.name && node.name !== session.database.name)
      throw maintenanceRefuses('can only reindex the currently open database')
    requireOwner(asker(session), { classId: DATABASE, objectId: session.database.oid, subId: 0 })
    if (node.kind === 'REINDEX_OBJECT_SYSTEM') {
      if (concurrently) throw maintenanceRefuses('cannot reindex system catalogs concurrently')
      throw featureNotSupported('REINDEX SYSTEM')
    }
  }
  for (const oid of session.database.userTables(session)) {
    const relation = session.catalog().relation(oid)
    if (
      relation !== undefined && (namespace === 0 || relation.namespaceOid === namespace) &&
      relation.indexes.length > 0 && !isOthersTemporary(session.catalog(), relation)
    )
      yield* rebuild(session, oid, null)
  }
}

/** @param {number} oid @param {boolean} concurrently @throws {DbError} 0A000 */
function refuseSystem(oid, concurrently) {
  if (oid >= FIRST_USER_OID) return
  throw concurrently
    ? maintenanceRefuses('cannot reindex system catalogs concurrently')
    : featureNotSupported('REINDEX of system catalogs')
}

/**
 * @param {Session} session
 * @param {number} tableOid
 * @param {number[] | null} indexes null: all it has
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* rebuild(session, tableOid, indexes) {
  yield* lockOid(session, tableOid, SHARE)
  refuseWhileInUse(session, [tableOid], indexes === null ? 'REINDEX TABLE' : 'REINDEX INDEX')
  const relation = session.catalog().relation(tableOid)
  if (relation === undefined) return
  for (const { oid, ready } of [...relation.indexes, ...relation.unreadyIndexes].sort(
    (one, other) => one.oid - other.oid,
  )) {
    if (indexes !== null && !indexes.includes(oid)) continue
    yield* lockOid(session, oid, ACCESS_EXCLUSIVE)
    const ddl = beginDdl(session)
    replaceIndexFile(ddl, oid)
    session.block.txn.nextCommand()
    yield* session.identity.restricted(relation.ownerOid, function* built() {
      yield* fillKept(session, ddl, oid)
      yield* buildToldOf(session, ddl, oid, REINDEX)
    })
    session.database.indexBuilt(session.block.txn, oid)
    if (!ready) setIndexReady(ddl, oid, true)
    endDdl(session, ddl)
  }
}
