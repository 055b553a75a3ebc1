/**
 * ALTER TABLE … DETACH PARTITION, CONCURRENTLY and FINALIZE. Concurrently it is two transactions. The first marks the
 * partition (pg_inherits.inhdetachpending): who plans from then on leaves it out, but for transactions whose snapshot
 * is older (Database.detachingFor). The second waits for everybody who uses the parent still, and does the rest. What
 * ended in between is pending until FINALIZE.
 */
import { CatalogWait } from '../../../../catalog/store/heap-catalog-store.js'
import { addChecks } from '../../../../catalog/ddl/constraints/constraints.js'
import {
  detachIndex, detachPartition, markDetached, parentIndex, pendingPartition,
} from '../../../../catalog/ddl/tables/partition.js'
import { dropClones } from '../../../../catalog/ddl/tables/triggers.js'
import { partitionConstraint } from '../../../../catalog/partitions/constraint.js'
import {
  alreadyDetaching, detachNeedsNoDefault, isNotPartitioned, notRelated, nothingPending, removedConcurrently,
} from '../../../../errors/ddl/inheritance.js'
import { BOOL } from '../../../../types/oids.js'
import { implies } from '../../../../planner/build/access/implication.js'
import {
  ACCESS_EXCLUSIVE, SHARE_UPDATE_EXCLUSIVE, beginDdl, endDdl, lockOid, lockRelation,
} from '../../../session/ddl.js'
import { asAnyone } from '../../../session/access.js'
import { waitFor } from '../../../session/wait.js'
import { ownForeignKeys, refuseReferences, releaseReferences } from '../../constraints/foreign-key-trees.js'
import { requireAlone } from '../../alone.js'
import { refuseWhileInUse } from '../../in-use.js'
import { checkTarget, missing, relationOf, separate } from './tree-commands.js'

/** @import { Session } from '../../../session/session.js' */
/** @import { UtilityCall } from '../../dispatch.js' */
/** @import { RelationDesc } from '../../../../catalog/relation.js' */
/** @import { Transaction } from '../../../../txn/transaction.js' */
/** @import { DdlContext } from '../../../../catalog/ddl/context.js' */
/** @import { Tree } from '../../../../parser/tree.js' */
/** @typedef {Generator<Promise<unknown>, void, void>} Work */

/**
 * @param {Session} session
 * @param {any} node
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @param {UtilityCall} call
 * @returns {Work}
 */
export function* detach(session, node, command, call) {
  const { name, concurrent } = command.def.PartitionCmd
  if (concurrent) requireAlone(session, call, 'ALTER TABLE ... DETACH CONCURRENTLY')
  const own = concurrent ? SHARE_UPDATE_EXCLUSIVE : ACCESS_EXCLUSIVE
  const parentOid = yield* lockRelation(session, node.relation, own, node.missing_ok === true)
  if (parentOid === 0) { missing(session, node); return }
  checkTarget(session, node, parentOid, 'DETACH PARTITION', 'rp')
  if (relationOf(session, parentOid)?.kind !== 'p') throw isNotPartitioned(node.relation.relname, 'table')
  const defaultOid = relationOf(session, parentOid).partitionKey?.defaultOid ?? 0
  if (defaultOid !== 0) {
    if (concurrent) throw detachNeedsNoDefault()
    yield* lockOid(session, defaultOid, ACCESS_EXCLUSIVE)
  }
  const childOid = yield* lockRelation(session, name, own, false, asAnyone)
  refuseWhileInUse(session, [childOid], 'ALTER TABLE')
  const parent = relationOf(session, parentOid)
  const child = session.catalog().relation(childOid)
  const ddl = beginDdl(session)
  const pending = pendingPartition(ddl, parentOid)
  if (pending !== 0 && (concurrent || pending === childOid)) {
    const schema = session.catalog().namespace(parent.namespaceOid)?.name ?? ''
    throw alreadyDetaching(relationOf(session, pending).name, parent.name, schema)
  }
  if (child === undefined || !parent.children.includes(childOid)) throw notRelated(parent.name, name.relname, true)
  if (concurrent) {
    yield* detachLater(session, ddl, parent, child)
    return
  }
  yield* refuseReferences(session, ddl, child)
  yield* finish(session, ddl, parent, child)
}

/**
 * Both transactions of CONCURRENTLY.
 * @param {Session} session @param {DdlContext} ddl @param {RelationDesc} parent @param {RelationDesc} child
 * @returns {Work}
 */
function* detachLater(session, ddl, parent, child) {
  const { database } = session
  const bound = boundToKeep(session, parent, child)
  markDetached(ddl, child.oid, parent.oid)
  yield* refuseReferences(session, ddl, child)
  // Who still plans with the partition in place may rely on its bound.
  if (bound.length > 0) {
    const all = { kind: 'and', args: bound, type: BOOL, typmod: -1, collation: 0 }
    addChecks(ddl, child.oid, [{ name: null, expr: bound.length === 1 ? bound[0] : all, noInherit: false }])
  }
  endDdl(session, ddl)
  database.willDetach(session.block.txn, parent.oid, child.oid)
  yield* session.envelope.commit()
  session.names.forget()
  // Whoever has planned with the partition; those who come later go on.
  const users = session.cluster.txns.locks.holdersOf(session.block.ensure(), parent.oid)
  for (const user of users) yield* endOf(session, user, () => session.cluster.txns.locks.held(user, parent.oid) !== 0)
  yield* inTransaction(session, function* () {
    yield* lockOid(session, parent.oid, SHARE_UPDATE_EXCLUSIVE)
    yield* lockOid(session, child.oid, ACCESS_EXCLUSIVE)
    session.names.forget()
    const catalog = session.catalog()
    const parentNow = catalog.relation(parent.oid)
    const childNow = catalog.relation(child.oid)
    if (parentNow === undefined) throw removedConcurrently('partitioned table', parent.name)
    if (childNow === undefined) throw removedConcurrently('partition', child.name)
    const later = beginDdl(session)
    if (pendingPartition(later, parent.oid) !== child.oid) throw notRelated(parent.name, child.name, true)
    yield* finish(session, later, parentNow, childNow)
  })
}

/**
 * @param {Session} session
 * @param {any} node
 * @param {Tree<import('@pgsql/types').AlterTableCmd>} command
 * @returns {Work}
 */
export function* finalize(session, node, command) {
  const { name } = command.def.PartitionCmd
  const parentOid = yield* lockRelation(session, node.relation, SHARE_UPDATE_EXCLUSIVE, node.missing_ok === true)
  if (parentOid === 0) { missing(session, node); return }
  checkTarget(session, node, parentOid, 'DETACH PARTITION ... FINALIZE', 'rp')
  if (relationOf(session, parentOid)?.kind !== 'p') throw isNotPartitioned(node.relation.relname, 'table')
  const childOid = yield* lockRelation(session, name, ACCESS_EXCLUSIVE, false, asAnyone)
  for (const user of session.database.seesDetaching(parentOid)) {
    yield* endOf(session, user, () => session.database.seesDetaching(parentOid).includes(user))
  }
  session.names.forget()
  const ddl = beginDdl(session)
  const parent = relationOf(session, parentOid)
  const child = relationOf(session, childOid)
  if (pendingPartition(ddl, parentOid) !== childOid) {
    if (!parent.children.includes(childOid)) throw notRelated(parent.name, name.relname, parent.kind === 'p')
    throw nothingPending(name.relname)
  }
  yield* finish(session, ddl, parent, child)
}

/**
 * What is left to be done of a partition that is in nobody's way any more.
 * @param {Session} session @param {DdlContext} ddl @param {RelationDesc} parent @param {RelationDesc} child
 * @returns {Work}
 */
function* finish(session, ddl, parent, child) {
  separate(ddl, parent, child)
  detachPartition(ddl, child.oid, parent.oid)
  yield* ownForeignKeys(session, ddl, child)
  yield* releaseReferences(session, ddl, child)
  dropClones(ddl, child.oid)
  for (const index of child.indexes) {
    const above = parentIndex(ddl, index.oid)
    if (above !== 0) detachIndex(ddl, index.oid)
  }
  endDdl(session, ddl)
}

/**
 * Waits while a transaction is at it.
 * @param {Session} session @param {Transaction} user @param {() => boolean} matters
 * @returns {Work} @throws {DbError} 40P01, 57014, 55P03
 */
function* endOf(session, user, matters) {
  while (matters()) {
    const wait = session.cluster.txns.waitForEnd(session.block.ensure(), user)
    if (wait === null) return
    yield* waitFor(session, wait, null)
  }
}

/**
 * Done again where another transaction changes the same row of a catalog, as the whole of other statements is
 * (dispatch.js): what was committed stays.
 * @param {Session} session @param {() => Work} body @returns {Work}
 */
function* inTransaction(session, body) {
  const { txns } = session.cluster
  for (;;) {
    const txn = session.block.ensure()
    const mark = txns.savepoint(txn)
    try {
      yield* body()
      return
    } catch (error) {
      if (!(error instanceof CatalogWait)) throw error
      txns.rollbackTo(txn, mark)
      session.names.forget()
      yield* waitFor(session, error.wait, null)
    }
  }
}

/**
 * What rows of a partition that leaves are held to from now on: its bound, unless its own constraints say as much. A
 * hash bound names the parent, which may be dropped.
 * @param {Session} session @param {RelationDesc} parent @param {RelationDesc} child @returns {any[]}
 */
function boundToKeep(session, parent, child) {
  if (parent.partitionKey?.strategy === 'h') return []
  const catalog = session.catalog()
  const bound = partitionConstraint(catalog, child)
  const present = child.columns.filter((column) => column.notNull && !column.dropped).map((column) => {
    const { attnum, typeOid: type, typmod, collation } = column
    const arg = { kind: 'column', rt: 1, attnum, type, typmod, collation }
    return /** @type {any} */ ({ kind: 'isnull', not: true, arg, type: BOOL, typmod: -1, collation: 0 })
  })
  const checks = child.checks.flatMap((check) => check.validated && check.expr !== null ? [check.expr] : [])
  const given = [...present, ...checks]
  return bound.every((part) => implies(catalog, given, part)) ? [] : bound
}
