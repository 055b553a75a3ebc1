/**
 * What long work does at the end of a slice: sockets, timers and other sessions have the thread. Where others commit
 * meanwhile, it also waits until the log is durable but for the last piece of what it has put there: each of their
 * syncs takes as long as all that is not on disk yet.
 */
import { nextTurn } from './drive.js'

/** @import { Cluster } from '../cluster/cluster.js' */

/**
 * So much of the log may be without a sync beside others' commits; alone, a sync begins behind so many times as much,
 * and nobody waits for it.
 */
const UNSYNCED_BYTES = 1 << 20
const ALONE_TIMES = 4

/**
 * @param {Cluster} cluster
 * @returns {boolean} whether others' commits would wait for what long work has logged; then a sync is on its way
 */
export function isLogBehind({ wal, slices, clock }) {
  if (wal.mode !== 'immediate' || wal.failed !== null) return false
  const unsynced = wal.position - wal.durableLsn
  if (unsynced <= UNSYNCED_BYTES) return false
  const among = slices.areShort(clock.monotonicMs())
  if (among || unsynced > ALONE_TIMES * UNSYNCED_BYTES) wal.requestSync(wal.position)
  return among
}

/** @param {Cluster} cluster @returns {Promise<void>} */
export async function othersTurn(cluster) {
  const { clock, slices, wal } = cluster
  slices.over(clock.monotonicMs())
  await (isLogBehind(cluster) ? wal.durable(wal.position - UNSYNCED_BYTES) : nextTurn())
  while (slices.givesWay(clock.monotonicMs(), wal.durableLsn)) await nextTurn()
}
