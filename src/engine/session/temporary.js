/**
 * Temporary schemas: every session that makes a temporary object owns a schema pg_temp_N, N being its place among the
 * sessions of now. What lies in it goes when the session ends (or says DISCARD TEMP), and after a crash at the next
 * open; the schema's own row stays for who has the place next.
 *
 * A session with a temporary schema keeps its plans to itself: what its names mean is no other session's business, and
 * a text they share would be planned anew at every change of hands.
 *
 * ON COMMIT DROP and DELETE ROWS are done just before a commit, inside its transaction.
 */
import { requireTemporary } from '../../catalog/ddl/may-change.js'
import { asker } from './access.js'
import { CLASS, char } from '../../catalog/ddl/context.js'
import { catalogShape } from '../../catalog/store/shapes.js'
import { tableInUse } from '../../errors/clusters.js'
import { differentOnCommit } from '../../errors/ddl/temporary.js'
import { beginDdl, endDdl } from './ddl-context.js'
import { later } from '../../util/later.js'

/** @type {() => typeof import('../../catalog/ddl/dependencies.js')} */
const dependencies = later(import.meta.url, '../../catalog/ddl/dependencies.js')
/** @type {() => typeof import('../../catalog/ddl/drop.js')} */
const dropping = later(import.meta.url, '../../catalog/ddl/drop.js')
/** @type {() => typeof import('../../catalog/ddl/namespace.js')} */
const namespaces = later(import.meta.url, '../../catalog/ddl/namespace.js')
/** @type {() => typeof import('../../catalog/ddl/tables/truncate.js')} */
const truncating = later(import.meta.url, '../../catalog/ddl/tables/truncate.js')

/** @import { DdlContext, ObjectAddress } from '../../catalog/ddl/context.js' */
/** @import { Session } from './session.js' */

const ACCESS_EXCLUSIVE = 8

/**
 * The session's own temporary schema, made if it has none.
 * @param {Session} session inside a transaction
 * @returns {number} OID
 */
export function temporaryNamespace(session) {
  if (session.temporaryOid !== 0) return session.temporaryOid
  requireTemporary(asker(session))
  const txn = session.block.ensure()
  const name = `pg_temp_${takePlace(session)}`
  let oid = session.catalog().source.namespaceOid(name)
  const ddl = beginDdl(session)
  if (oid === 0) oid = namespaces().createNamespace(ddl, name, { ownerOid: 10, temporary: true })
  // Who had the place before may have left something behind: somebody held a lock on it.
  else dropContents(ddl, oid)
  ddl.notices.length = 0
  endDdl(session, ddl)
  session.temporarySchemaIs(oid)
  txn.onAbort(() => session.temporarySchemaIs(0))
  return oid
}

/** @param {Session} session @returns {number} the smallest number no session of the database has */
function takePlace(session) {
  if (session.temporaryPlace !== 0) return session.temporaryPlace
  const taken = new Set(
    [...session.cluster.sessions]
      .filter((other) => other.database === session.database)
      .map((other) => other.temporaryPlace),
  )
  let place = 1
  while (taken.has(place)) place++
  session.temporaryPlace = place
  return place
}

/** DISCARD TEMP: in the session's transaction. @param {Session} session */
export function dropTemporary(session) {
  if (session.temporaryOid === 0) return
  const ddl = beginDdl(session)
  dropContents(ddl, session.temporaryOid)
  ddl.notices.length = 0
  endDdl(session, ddl)
}

/** The session is over. @param {Session} session with no transaction */
export function dropTemporaryAtEnd(session) {
  if (session.temporaryOid === 0 || session.cluster.wal.failed !== null) return
  try {
    session.block.ensure()
    dropTemporary(session)
    session.block.commit()
  } catch (error) {
    if (session.block.txn !== null) session.block.rollback()
    // Somebody is in the way; who takes the place, or the next open after a crash, finds it.
    session.cluster.log(
      `temporary tables of session ${session.pid}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Drops what is in a schema, not the schema. @param {DdlContext} ddl @param {number} namespaceOid */
export function dropContents(ddl, namespaceOid) {
  const { at } = catalogShape('pg_depend')
  /** @type {ObjectAddress[]} */
  const targets = []
  for (const { row } of ddl.find('pg_depend', 'pg_depend_reference_index', [CLASS.NAMESPACE, namespaceOid])) {
    const object = dependencies().address(row[at.classid], row[at.objid], row[at.objsubid])
    if (!isPart(ddl, object)) targets.push(object)
  }
  if (targets.length > 0) dropping().dropObjects(ddl, targets, { cascade: true, isTrusted: true })
}

/** Whether an object goes with another one. @param {DdlContext} ddl @param {ObjectAddress} object */
function isPart(ddl, object) {
  const { at } = catalogShape('pg_depend')
  return ddl
    .find('pg_depend', 'pg_depend_depender_index', [object.classId, object.objectId, object.subId])
    .some(({ row }) => row[at.deptype] === char('i'))
}

// --- ON COMMIT -------------------------------------------------------------------------------------------------------

/** @typedef {{ relationOid: number, action: 'drop' | 'delete' }} OnCommit */

/**
 * @param {Session} session
 * @param {number} relationOid of a table this transaction made
 * @param {string | undefined} word of the parse tree
 */
export function noteOnCommit(session, relationOid, word) {
  if (word !== 'ONCOMMIT_DROP' && word !== 'ONCOMMIT_DELETE_ROWS') return
  /** @type {OnCommit} */
  const entry = { relationOid, action: word === 'ONCOMMIT_DROP' ? 'drop' : 'delete' }
  session.onCommit.push(entry)
  session.block.txn.onAbort(() => { session.onCommit = session.onCommit.filter((other) => other !== entry) })
}

/** Before a commit. Nobody else may touch these tables, so no lock is waited for. @param {Session} session */
export function actOnCommit(session) {
  const { txn } = session.block
  if (txn.xid === 0) return
  const ddl = beginDdl(session)
  checkReferences(ddl, session.onCommit.filter((entry) => entry.action === 'delete').map((entry) => entry.relationOid))
  /** @type {OnCommit[]} */
  const gone = []
  for (const entry of session.onCommit) {
    const relation = ddl.view.relation(entry.relationOid)
    if (relation === undefined || entry.action === 'drop') gone.push(entry)
    if (
      relation === undefined
      || (entry.action === 'delete' && (relation.heap === null || relation.heap.file.blockCount === 0))
    )
      continue
    const wait = session.cluster.txns.locks.acquire(txn, relation.oid, ACCESS_EXCLUSIVE)
    if (wait !== null) {
      wait.promise.catch(() => undefined)
      wait.cancel(tableInUse())
    }
    if (entry.action === 'delete') truncating().truncateRelation(ddl, relation.oid)
  }
  const dropped = gone
    .filter(({ relationOid }) => ddl.view.relation(relationOid) !== undefined)
    .map(({ relationOid }) => dependencies().address(CLASS.RELATION, relationOid))
  if (dropped.length > 0) dropping().dropObjects(ddl, dropped, { cascade: true, isTrusted: true })
  ddl.notices.length = 0
  endDdl(session, ddl)
  if (gone.length > 0)
    txn.onCommit(() => { session.onCommit = session.onCommit.filter((entry) => !gone.includes(entry)) })
}

/**
 * Rows that are deleted at commit may be referred to only by others that are.
 * @param {DdlContext} ddl
 * @param {number[]} emptied
 * @throws {DbError} 0A000
 */
function checkReferences(ddl, emptied) {
  for (const oid of emptied) {
    const relation = ddl.view.relation(oid)
    const key = relation?.referencedBy.find((candidate) => !emptied.includes(candidate.relationOid))
    if (relation === undefined || key === undefined) continue
    throw differentOnCommit(ddl.view.relation(key.relationOid)?.name ?? '', relation.name)
  }
}
