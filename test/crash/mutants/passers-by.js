/**
 * What somebody else thought of, who had read the engine and none of the mutants: a field forgotten, two steps
 * exchanged, a lock given back too early, a hint believed.
 */
import { mutant } from './mutant.js'

/** @import { Mutant } from './mutant.js' */

const UNDO = 'storage/heap/heap-undo.js'
const MODIFY = 'storage/heap/heap-modify.js'
const MANAGER = 'txn/manager.js'
/** Locks and snapshots beside a model of them. */
const HOLDS = ['--lane', 'holds', '--lives', '1', '--reach', '400']
const VIEWS = ['--lane', 'views', '--lives', '1', '--reach', '400']

/** @type {Mutant[]} */
export const PASSERS_BY = [
  // Rows: what is logged of them, and who has them locked.
  mutant('rollback-forgets-sharers', UNDO,
    'setHeader(view, home, xid, flags | (headerFlags(view, home) & FLAG.SHARED), headerUndoPointer)',
    'setHeader(view, home, xid, flags, headerUndoPointer)', HOLDS),
  mutant('update-weakens-own-lock', MODIFY,
    '(flags & FLAG.STRENGTH) === 12 : (flags & FLAG.KEY_CHANGED) !== 0)',
    '(flags & FLAG.STRENGTH) > 12 : (flags & FLAG.KEY_CHANGED) !== 0)', HOLDS),
  mutant('carried-lock-weaker', 'storage/heap/heap-lock.js',
    'env.rowLocks.hold(holder, heap.fileId, tid, ((flags & FLAG.STRENGTH) >>> 2) + 1)',
    'env.rowLocks.hold(holder, heap.fileId, tid, (flags & FLAG.STRENGTH) >>> 2)', HOLDS),
  mutant('savepoint-frees-older-row-locks', MANAGER,
    'this.rowLocks.releaseDownTo(txn, mark.rowHolds)', 'this.rowLocks.releaseDownTo(txn, 0)',
    HOLDS),
  mutant('savepoint-frees-older-table-locks', MANAGER,
    'this.locks.releaseDownTo(txn, mark.tableLocks)', 'this.locks.releaseDownTo(txn, 0)', HOLDS),
  mutant('savepoint-leaves-lock-cache', MANAGER, '    txn.serial = ++this.serials\n    this.rowLocks',
    '    this.rowLocks', HOLDS),
  mutant('table-lock-beside-one', 'txn/table-locks.js',
    'this.counts[held] > (own & (1 << held) ? 1 : 0)', 'this.counts[held] > 1', HOLDS),
  mutant('entry-purged-under-old-snapshot', 'storage/heap/heap-versions.js',
    'if (seenByAll || flags & FLAG.INSERTED) return false', 'if (csn > 0 || flags & FLAG.INSERTED) return false',
    VIEWS),
  // Snapshots, and who is told.
  mutant('lent-snapshot-not-listed', 'txn/exported-snapshots.js',
    '    this.manager.snapshots.insert(txn.baseSnapshot)\n', '', VIEWS),
  mutant('rewritten-table-not-noted', MANAGER,
    'if (oldest < csn) rewritten.set(relationOid, csn)', 'if (oldest > csn) rewritten.set(relationOid, csn)', VIEWS),
  mutant('passed-over-not-noted', 'storage/heap/heap-cursor.js',
    'if (snapshot.serializable !== null) snapshot.serializable.passOver(xid)', '', VIEWS),
]
