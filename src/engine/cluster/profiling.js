/**
 * Puts the layer timers in place: methods of the engine's objects are wrapped so that their time is booked on their
 * layer. Only called when a profile was asked for; without one no wrapper exists and nothing is paid. The executor's
 * own time, sessions and the wire call the profile directly where they know better.
 */
import { BTree } from '../../storage/btree/tree.js'
import { BTreeCursor } from '../../storage/btree/cursor.js'
import { Heap } from '../../storage/heap/heap.js'
import { HeapScan } from '../../storage/heap/heap-scan.js'
import { instrument } from '../../profile/profile.js'

/** @param {import('./cluster.js').Cluster} cluster @param {import('../../profile/profile.js').Profile} profile */
export function profileEngine(cluster, profile) {
  const restore = [
    instrument(profile, cluster.wal, {
      reserve: 'wal.append', seal: 'wal.append', writeOut: 'wal.write', syncSync: 'wal.sync',
    }),
    // A hit costs less than noticing it would: the pool counts those.
    instrument(profile, cluster.storage.pool, { pinMiss: 'buffer', extend: 'buffer' }),
    instrument(profile, cluster.txns.locks, { acquire: 'lock', releaseDownTo: 'lock' }),
    instrument(profile, BTree.prototype, { lookup: 'index', lookupAfter: 'index', insert: 'index', remove: 'index' }),
    instrument(profile, BTreeCursor.prototype, { next: 'index', prev: 'index', seek: 'index' }),
    instrument(profile, Heap.prototype, {
      fetch: 'heap', checkForUpdate: 'heap', lockForUpdate: 'heap', insert: 'heap', insertMany: 'heap', patch: 'heap',
      update: 'heap', delete: 'heap',
    }),
    instrument(profile, HeapScan.prototype, { next: 'heap' }),
  ]
  cluster.onClose.push(() => { for (const undo of restore) undo() })
}
