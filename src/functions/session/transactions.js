/**
 * Transaction ids and snapshots as SQL sees them: xid8, pg_snapshot, and the txid_ functions of old, which are the same
 * under other types.
 */
import { invalidParameter } from '../../errors/data.js'
import { exportFromSubtransaction, noCommitTimestamps, notReady } from '../../errors/functions.js'
import { ABORTED } from '../../txn/xid-ring.js'
import { toInt8 } from '../../types/numbers/int8.js'
import { XidSnapshot } from '../../types/snapshot.js'
import { Family } from '../impl.js'

/** @import { Xid } from '../../util/identifiers.js' */

const family = new Family()
export const transactionFunctions = family.functions

/** 1 and 2 are no transaction's: what the bootstrap wrote, and what is frozen. */
const FIRST_NORMAL = 3
const XID_MASK = 0xffffffff

/** @param {any} ctx */
function currentTransaction(ctx) {
  if (ctx.txn === null || ctx.txn === undefined) throw notReady('there is no transaction in progress')
  return ctx.txn
}

/**
 * Which transactions are over is told when their commits are durable, like rows.
 * @param {any} txn
 * @returns {any} its manager
 */
function tellsOfEnds(txn) {
  txn.gateLsn = Math.max(txn.gateLsn, txn.manager.gatingLsn)
  return txn.manager
}

family.context('pg_current_xact_id', (ctx) => currentTransaction(ctx).assignXid())
family.context('pg_current_xact_id_if_assigned', (ctx) => currentTransaction(ctx).xid || null)

/**
 * xmax follows the newest transaction that was over for the statement's snapshot; active ones below it are listed, this
 * one is not.
 * @param {any} ctx @returns {XidSnapshot}
 */
function currentSnapshot(ctx) {
  const txn = currentTransaction(ctx)
  const { ring } = tellsOfEnds(txn)
  const csnMax = ctx.snapshot?.csn ?? Infinity
  const over = (/** @type {Xid} */ xid) => xid < ring.low || (ring.of(xid) !== 0 && ring.of(xid) <= csnMax)
  let xmax = ring.next
  while (xmax > ring.low && !over(xmax - 1)) xmax--
  const inProgress = []
  let xmin = xmax
  for (let xid = xmax - 1; xid >= ring.low; xid--) {
    if (over(xid)) continue
    if (xid !== txn.xid) inProgress.push(BigInt(xid))
    xmin = xid
  }
  if (txn.xid !== 0 && txn.xid < xmin) xmin = txn.xid
  return new XidSnapshot(BigInt(xmin), BigInt(xmax), inProgress.reverse())
}
family.context('pg_current_snapshot', currentSnapshot)
family.context('pg_export_snapshot', (/** @type {any} */ ctx) => {
  const txn = currentTransaction(ctx)
  if (ctx.session.block.savepoints.length > 0)
    throw exportFromSubtransaction()
  return txn.manager.exported.add(txn, ctx.snapshot, ctx.catalog.databaseOid)
})
family.all({
  pg_snapshot_xmin: (snapshot) => toInt8(snapshot.xmin),
  pg_snapshot_xmax: (snapshot) => toInt8(snapshot.xmax),
  pg_visible_in_snapshot: (value, snapshot) => {
    const xid = BigInt(value)
    return xid < snapshot.xmin || (xid < snapshot.xmax && !snapshot.inProgress.includes(xid))
  },
  xid8toxid: (value) => Number(BigInt(value) & 0xffffffffn),
})
family.add('pg_snapshot_xip', (snapshot) => snapshot.inProgress.map(toInt8), { set: true })

family.context('pg_xact_status', (ctx, value) => {
  const { ring, firstActive } = tellsOfEnds(currentTransaction(ctx))
  if (value >= ring.next) throw invalidParameter(`transaction ID ${value} is in the future`)
  const xid = Number(value)
  if (xid === 0) return null
  if (xid < FIRST_NORMAL) return 'committed'
  for (let txn = firstActive; txn !== null; txn = txn.nextActive) if (txn.xid === xid) return 'in progress'
  return xid < ring.low ? null : ring.of(xid) === ABORTED ? 'aborted' : 'committed'
})
family.context('xid_age', (ctx, xid) =>
  xid < FIRST_NORMAL ? 2147483647 : ((currentTransaction(ctx).manager.ring.next - xid) & XID_MASK) | 0
)
family.add('mxid_age', (xid) => (xid < 1 ? 2147483647 : (1 - xid) | 0))
family.add(['pg_xact_commit_timestamp', 'pg_last_committed_xact', 'pg_xact_commit_timestamp_origin'], () => {
  throw noCommitTimestamps()
})
