/**
 * Foreign keys from and to partitioned tables: the constraints they are made of
 * (catalog/ddl/constraints/foreign-keys.js, PartOf), as partitions are there when the key is made, come and go. A
 * referenced partition that goes must not be referred to.
 */
import { addCheckTriggers, addForeignKey, foreignKeyName } from '../../../catalog/ddl/constraints/foreign-keys.js'
import {
  dropPart, foreignKeyDefinition, joinWhole, leaveWhole, partsOf,
} from '../../../catalog/ddl/constraints/foreign-key-parts.js'
import { parentIndex } from '../../../catalog/ddl/tables/partition.js'
import { SELECT } from '../../../catalog/acl.js'
import { relationWord } from '../../../catalog/guarded.js'
import { columnMap } from '../../../catalog/inheritance.js'
import { relationGranted } from '../../../catalog/relation-grants.js'
import { isSuperuser } from '../../../catalog/roles.js'
import { foreignKeyOfForeignTable } from '../../../errors/ddl/foreign.js'
import { keyLeftBehind } from '../../../errors/ddl/foreign-key-parts.js'
import { permissionDenied } from '../../../errors/privileges.js'
import { requireSchemaUsage } from '../../session/access.js'
import { ACCESS_EXCLUSIVE, SHARE, SHARE_ROW_EXCLUSIVE, lockOid } from '../../session/ddl.js'
import { lockTree } from '../tables/trees.js'
import { qualifiedTable, checkRows } from './foreign-key-rows.js'
import { internalRows } from '../../statements/core/internal-query.js'
import { quotedName } from '../../../types/identifiers.js'

/** @import { Session } from '../../session/session.js' */
/** @import { ForeignKeyDefinition, PartOf } from '../../../catalog/ddl/constraints/foreign-keys.js' */
/** @import { ForeignKeyDesc } from '../../../catalog/foreign-key.js' */
/** @import { RelationDesc } from '../../../catalog/relation.js' */
/** @import { DdlContext } from '../../../catalog/ddl/context.js' */

/** @param {any} ddl @param {number} oid @returns {RelationDesc} */
const relationOf = (ddl, oid) => ddl.view.relation(oid)

/**
 * Tables that merely inherit have no part in their parent's keys.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @returns {number[]}
 */
function partitionsOf(ddl, oid) {
  const relation = relationOf(ddl, oid)
  return relation.kind === 'p' ? relation.children : []
}

/**
 * The whole of a foreign key.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid locked
 * @param {ForeignKeyDefinition} key its referenced table is locked
 * @returns {Generator<Promise<unknown>, number, void>} OID
 */
export function* addForeignKeyTree(session, ddl, relationOid, key) {
  // Asked before both are changed, which would have them read again.
  const isReferredInParts = isPartitioned(ddl, key.referencedOid)
  const refersInParts = isPartitioned(ddl, relationOid)
  const oid = addForeignKey(ddl, relationOid, key)
  if (isReferredInParts) yield* addReferencedParts(session, ddl, relationOid, key, oid)
  addCheckTriggers(ddl, oid, relationOid, key)
  if (refersInParts) yield* addReferringParts(session, ddl, relationOid, key, oid)
  return oid
}

/** @param {DdlContext} ddl @param {number} oid */
const isPartitioned = (ddl, oid) => relationOf(ddl, oid).kind === 'p'

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {ForeignKeyDefinition} key
 * @param {number} wholeOid
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* addReferencedParts(session, ddl, relationOid, key, wholeOid) {
  for (const partition of partitionsOf(ddl, key.referencedOid))
    yield* addReferencedPart(session, ddl, relationOid, key, wholeOid, partition)
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {ForeignKeyDefinition} key
 * @param {number} wholeOid
 * @param {number} partition
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* addReferencedPart(session, ddl, relationOid, key, wholeOid, partition) {
  yield* lockOid(session, partition, SHARE_ROW_EXCLUSIVE)
  const relation = relationOf(ddl, relationOid)
  const referenced = relationOf(ddl, partition)
  const index = referenced.indexes.find((candidate) => parentIndex(ddl, candidate.oid) === key.indexOid)
  if (index === undefined) throw new Error('a partition has its part of every key')
  const map = columnMap(relationOf(ddl, key.referencedOid), referenced)
  const part = {
    ...key,
    name: foreignKeyName(
      ddl, relationOid, key.attnums.map((attnum) => relation.columns[attnum - 1].name),
    ),
    referencedOid: partition,
    indexOid: index.oid,
    referencedAttnums: mapped(key.referencedAttnums, map),
  }
  const oid = addForeignKey(ddl, relationOid, part, { oid: wholeOid, side: 'referenced' })
  yield* addReferencedParts(session, ddl, relationOid, part, oid)
}

/**
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {ForeignKeyDefinition} key
 * @param {number} wholeOid
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* addReferringParts(session, ddl, relationOid, key, wholeOid) {
  for (const partition of partitionsOf(ddl, relationOid))
    yield* addReferringPart(session, ddl, relationOid, key, wholeOid, partition)
}

/** The partition's part, or the foreign key it has that does the same.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} relationOid
 * @param {ForeignKeyDefinition} key
 * @param {number} wholeOid
 * @param {number} partition
 * @returns {Generator<Promise<unknown>, number, void>} OID
 */
function* addReferringPart(session, ddl, relationOid, key, wholeOid, partition) {
  yield* lockOid(session, partition, SHARE_ROW_EXCLUSIVE)
  const relation = relationOf(ddl, partition)
  if (relation.kind === 'f') throw foreignKeyOfForeignTable()
  const map = columnMap(relationOf(ddl, relationOid), relation)
  const attnums = mapped(key.attnums, map)
  const taken = relation.constraints.some((constraint) => constraint.name === key.name)
  const part = { ...key, attnums, deleteSetAttnums: mapped(key.deleteSetAttnums, map) }
  const existing = relation.foreignKeys.find(
    (own) => own.parentOid === 0 && isAlike(foreignKeyDefinition(ddl, own.oid), part),
  )
  if (existing !== undefined) {
    joinWhole(ddl, existing.oid, partition, wholeOid)
    return existing.oid
  }
  if (taken) part.name = foreignKeyName(ddl, partition, attnums.map((attnum) => relation.columns[attnum - 1].name))
  const oid = addForeignKey(ddl, partition, part, { oid: wholeOid, side: 'referring' })
  addCheckTriggers(ddl, oid, partition, part, wholeOid)
  yield* addReferringParts(session, ddl, partition, part, oid)
  return oid
}

/** @param {number[]} attnums @param {number[] | null} map */
const mapped = (attnums, map) => map === null ? attnums : attnums.map((attnum) => map[attnum - 1])

/** @param {ForeignKeyDefinition} own of a partition @param {ForeignKeyDefinition} part wanted */
const isAlike = (own, part) =>
  own.validated && own.referencedOid === part.referencedOid && own.deferrable === part.deferrable
  && own.deferred === part.deferred && own.match === part.match && own.onUpdate === part.onUpdate
  && own.onDelete === part.onDelete && String(own.attnums) === String(part.attnums)
  && String(own.referencedAttnums) === String(part.referencedAttnums) && String(own.pfeqop) === String(part.pfeqop)

/**
 * A partition comes: it is referred to like its parent, and refers as its parent does.
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} parentOid
 * @param {number} childOid attached, with its indexes
 * @param {boolean} isNew it has no rows yet @returns {Generator<Promise<unknown>, void, void>}
 */
export function* givePartitionForeignKeys(session, ddl, parentOid, childOid, isNew) {
  const { referencedBy, foreignKeys } = relationOf(ddl, parentOid)
  for (const key of foreignKeys) {
    const known = new Set(relationOf(ddl, childOid).foreignKeys.map(({ oid }) => oid))
    // Rows that others have deleted and not committed would be taken for referenced.
    yield* lockOid(session, key.referencedOid, SHARE_ROW_EXCLUSIVE)
    yield* lockTree(session, key.referencedOid, SHARE_ROW_EXCLUSIVE)
    const oid = yield* addReferringPart(session, ddl, parentOid, foreignKeyDefinition(ddl, key.oid), key.oid, childOid)
    if (!isNew && !known.has(oid)) {
      session.block.txn.nextCommand()
      yield* checkForeignKeyRows(session, ddl, oid)
    }
  }
  for (const key of referencedBy) {
    // The partition's own, from when it was apart: part of the parent's by now, which refers to it already.
    if (key.relationOid === childOid) continue
    yield* lockOid(session, key.relationOid, SHARE_ROW_EXCLUSIVE)
    yield* addReferencedPart(session, ddl, key.relationOid, foreignKeyDefinition(ddl, key.oid), key.oid, childOid)
  }
}

/**
 * Do the rows of every table that refers obey it?
 * @param {Session} session
 * @param {DdlContext} ddl
 * @param {number} oid of the constraint
 * @returns {Generator<Promise<unknown>, void, void>}
 * @throws {DbError} 23503
 */
export function* checkForeignKeyRows(session, ddl, oid) {
  const key = foreignKeyDefinition(ddl, oid)
  const { relationOid } = /** @type {any} */ (key)
  const relation = relationOf(ddl, relationOid)
  session.names.forget()
  if (relation.kind !== 'p') yield* checkRows(session, relation, relationOf(ddl, key.referencedOid), key)
  for (const part of partsOf(ddl, oid, 'referring')) yield* checkForeignKeyRows(session, ddl, part.oid)
}

/**
 * All constraints of a foreign key, the given one first.
 * @param {DdlContext} ddl
 * @param {number} oid
 * @returns {{ oid: number, relationOid: number }[]}
 */
export function wholeForeignKey(ddl, oid) {
  const own = { oid, relationOid: /** @type {any} */ (foreignKeyDefinition(ddl, oid)).relationOid }
  return [own, ...partsOf(ddl, oid).flatMap((part) => wholeForeignKey(ddl, part.oid))]
}

/**
 * A partition leaves: does any row refer to one of its? Nobody adds one until the transaction ends.
 * @param {Session} session @param {DdlContext} ddl @param {RelationDesc} child
 * @returns {Generator<Promise<unknown>, void, void>} @throws {DbError} 23503
 */
export function* refuseReferences(session, ddl, child) {
  for (const key of child.referencedBy) {
    if (key.parentOid === 0) continue
    yield* lockOid(session, key.relationOid, SHARE)
    yield* refuseLeavingKeys(session, relationOf(ddl, key.relationOid), child, key)
  }
}

/**
 * What refers to the parent no longer refers to it.
 * @param {Session} session @param {DdlContext} ddl @param {RelationDesc} child
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* releaseReferences(session, ddl, child) {
  for (const key of child.referencedBy) {
    if (key.parentOid === 0) continue
    yield* lockOid(session, key.relationOid, ACCESS_EXCLUSIVE)
    dropPart(ddl, key.oid)
  }
}

/**
 * A partition leaves, which is unlinked from its parent already: what the parent refers to, it refers to by itself.
 * @param {Session} session @param {DdlContext} ddl @param {RelationDesc} child as it was
 * @returns {Generator<Promise<unknown>, void, void>}
 */
export function* ownForeignKeys(session, ddl, child) {
  for (const key of child.foreignKeys) {
    if (key.parentOid === 0) continue
    leaveWhole(ddl, key.oid, child.oid)
    yield* addReferencedParts(session, ddl, child.oid, foreignKeyDefinition(ddl, key.oid), key.oid)
  }
}

/**
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {RelationDesc} child
 * @param {ForeignKeyDesc} key
 * @returns {Generator<Promise<unknown>, void, void>}
 */
function* refuseLeavingKeys(session, relation, child, key) {
  const catalog = session.catalog()
  requireLook(session, relation, key.attnums)
  requireLook(session, child, key.referencedAttnums)
  const own = key.attnums.map((attnum) => quotedName(relation.columns[attnum - 1].name))
  const other = key.referencedAttnums.map((attnum) => quotedName(child.columns[attnum - 1].name))
  const rows = yield* internalRows(session, `SELECT ${own.map((column) => `fk.${column}`).join(', ')} FROM ${qualifiedTable(session, relation)} fk JOIN ${qualifiedTable(session, child)} pk ON (${own.map((column, at) => `pk.${other[at]} OPERATOR(pg_catalog.=) fk.${column}`).join(' AND ')}) LIMIT 1`)
  if (rows.length === 0) return
  const texts = rows[0].map((value, at) =>
    session.typeOps(relation.columns[key.attnums[at] - 1].typeOid).format(value, session.env),
  )
  throw keyLeftBehind(
    child.name, key.name, key.attnums.map((attnum) => relation.columns[attnum - 1].name).join(', '), texts.join(', '),
    relation.name, { schema: catalog.namespace(relation.namespaceOid)?.name, table: relation.name },
  )
}

/**
 * Who takes a partition away looks for keys himself: he must be allowed to.
 * @param {Session} session
 * @param {RelationDesc} relation
 * @param {number[]} attnums that are read
 * @throws {DbError} 42501
 */
function requireLook(session, { oid, name, namespaceOid }, attnums) {
  const catalog = session.catalog()
  const { roleOid } = session
  if (isSuperuser(catalog, roleOid)) return
  requireSchemaUsage(session, catalog.namespace(namespaceOid)?.name ?? '')
  const need = { oid, mask: SELECT, selected: new Set(attnums), inserted: new Set(), updated: new Set() }
  if (!relationGranted(catalog, roleOid, need)) throw permissionDenied(relationWord(catalog, oid), name)
}
