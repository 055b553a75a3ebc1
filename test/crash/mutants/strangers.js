/**
 * What somebody thought of who had not written the engine: run on all lanes, as whoever breaks it next will do.
 */
import { mutant } from './mutant.js'

/** @import { Mutant } from './mutant.js' */

const CHECKPOINT = 'engine/cluster/checkpoint.js'
const PAGES = 'storage/page-writer.js'
const BATCH = 'storage/write-batch.js'
const CHOICE = 'storage/page-choice.js'
const EARLY = 'storage/early-syncs.js'
const UNSYNCED = 'storage/unsynced-files.js'
const POOL = 'storage/buffer-pool.js'
const FILES = 'storage/relation-files.js'
/** Whose answers leave too early is seen by witnesses alone. */
const WITNESSES = ['--lane', 'ticks', '--lane', 'sequences', '--mode', 'immediate']
/** Of the heap's changes, between the record and the page that has the row's body. */
const BEFORE_BODY = '  txn.lastLsn = lsn\n  pool.markDirty(frame, lsn)\n  pool.unpin(frame)\n  if (bodyFrame >= 0) {\n'
const MANAGER = 'txn/manager.js'

/**
 * Noticed by a test, which goes at once where the matrix comes too seldom.
 * @param {string} test @param {Mutant[]} list
 */
const noticedBy = (test, list) => list.map((one) => ({ ...one, test }))

/** @type {Mutant[]} */
export const STRANGERS = [
  mutant(
    'only-first-node-changed',
    'storage/btree/change.js',
    'for (const frame of this.changed) pool.markDirty(frame, lsn)',
    'pool.markDirty(this.changed[0], lsn)'
  ),
  mutant(
    'redo-point-after-flush',
    CHECKPOINT,
    'const lsn = spend(wal, () => logCheckpoint(wal, parts.txns))\n  const redoLsn = Math.min(start,',
    'const lsn = spend(wal, () => logCheckpoint(wal, parts.txns))\n  const redoLsn = Math.min(lsn,'
  ),
  mutant(
    'redo-point-after-flush-on-the-spot',
    CHECKPOINT,
    'const lsn = logCheckpoint(parts.wal, parts.txns)\n  const redoLsn = Math.min(start,',
    'const lsn = logCheckpoint(parts.wal, parts.txns)\n  const redoLsn = Math.min(lsn,'
  ),
  mutant('log-start-without-unfinished', CHECKPOINT, 'if (firstLsn < start) start = firstLsn', 'void firstLsn'),
  mutant('first-record-too-late', MANAGER, 'txn.firstLsn = this.wal.position\n', 'txn.firstLsn = Infinity\n'),
  mutant(
    'active-list-of-first-records',
    CHECKPOINT,
    'view.setFloat64(at + 8, txn.lastLsn, true)',
    'view.setFloat64(at + 8, txn.firstLsn, true)'
  ),
  mutant(
    'active-list-not-read',
    'engine/cluster/recovery.js',
    'if (!found.losers.has(xid)) found.losers.set(xid, lastLsn)',
    'if (found.losers.has(xid)) found.losers.set(xid, lastLsn)'
  ),
  mutant(
    'copied-flag-kept',
    'storage/write-batch.js',
    '    this.covered = 0\n    this.isCopied = false\n',
    '    this.covered = 0\n'
  ),
  mutant('fresh-for-ever', BATCH, '    pool.fresh[frame] = 0\n    this.lsnMax', '    this.lsnMax'),
  mutant(
    'evicted-under-way',
    POOL,
    'return this.state[frame] === CLEAN && this.pins[frame] === 0 && this.inFlight[frame] === 0',
    'return this.state[frame] === CLEAN && this.pins[frame] === 0'
  ),
  mutant(
    'victim-under-way',
    POOL,
    'if (this.state[frame] !== CLEAN || this.inFlight[frame] !== 0) {',
    'if (this.state[frame] !== CLEAN) {'
  ),
  mutant(
    'waiter-joins-sync-under-way',
    'wal/group-sync.js',
    'if (this.#syncing !== null && lsn <= this.#syncing.lsn) return this.#syncing.promise\n    return this.#urgently',
    'if (this.#syncing !== null) return this.#syncing.promise\n    return this.#urgently'
  ),
  mutant(
    'purge-under-older-snapshots',
    MANAGER,
    'csn <= this.oldestCsn()\n      &&',
    'csn <= this.lastCsn\n      &&'
  ),
  mutant(
    'undo-settled-out-of-order',
    'txn/unsettled.js',
    'if (place !== this.head) return false',
    'if (place < this.head) return false'
  ),
  mutant(
    'purge-of-active-forgotten',
    MANAGER,
    '      for (const fileId of txn.purgeFiles) files.add(fileId)\n    for (const txn of this.purges',
    '      files.size\n    for (const txn of this.purges'
  ),
  mutant(
    'purge-slice-gives-up',
    'txn/purge.js',
    '  manager.purgePointer = pointer\n  return',
    '  manager.purgePointer = 0\n  return'
  ),
  mutant(
    'undone-drop-still-leaves',
    FILES,
    'txn.lastLsn = this.#logDrop(fileId, DROP_MODES.CANCEL, txn.assignXid(), undoNext)\n'
      + ''
      + '    this.leaving.delete(fileId)\n',
    'txn.lastLsn = this.#logDrop(fileId, DROP_MODES.CANCEL, txn.assignXid(), undoNext)\n'
  ),
  mutant('control-before-its-log-on-the-spot', CHECKPOINT, '  parts.wal.syncSync(parts.wal.position)\n', ''),
  mutant(
    'recycled-ready-before-names',
    'wal/segments.js',
    '    if (ready === 0) return\n    this.vfs.syncDir(WAL_DIR)\n    this.readyNumber = ready',
    '    if (ready === 0) return\n    this.readyNumber = ready',
    ['--lane', 'transfers', '--lane', 'rows', '--mode', 'immediate', '--lives', '2', '--reach', '900']
  ),
  mutant(
    'hints-over-changes',
    POOL,
    'if (this.state[frame] !== CLEAN) return\n    this.state[frame] = HINT',
    'if (this.state[frame] === HINT) return\n    this.state[frame] = HINT'
  ),
  mutant(
    'gate-not-kept-at-end',
    'engine/session/gate.js',
    '    if (txn !== null) this.raise(txn.gateLsn)\n  }',
    '  }',
    WITNESSES
  ),
  ...noticedBy('test/unit/storage/handles.test.js', [
    mutant('dropped-file-stays-open', FILES, 'if (file.busy === 0 && file.dropped) this.#closeHandle(file)\n  }', '}'),
    mutant('busy-file-closed', FILES, 'if (file.busy > file.waiting || (', 'if (('),
    mutant(
      'unnamed-copy-closed',
      FILES,
      'file.busy > file.waiting || (file.handle instanceof TemplateFile && file.handle.isUnnamed)',
      'file.busy > file.waiting'
    ),
  ]),
  ...noticedBy('test/unit/storage/two-areas.test.js', [
    mutant('early-sync-error-kept', EARLY, 'if (!file.dropped) this.onFailure(error)', 'void error'),
    mutant('early-synced-file-closed', FILES, '      if (file.earlySyncs > 0) continue\n', ''),
    mutant('early-handle-each-time', EARLY, 'if (known !== undefined) return known\n', ''),
  ]),
  mutant(
    'tells-of-text-before-begin',
    'engine/session/gate.js',
    '    if (this.session.block.state === OPEN && tellsNoRows(this.session, prepared)) this.tells = false',
    '    if (tellsNoRows(this.session, prepared)) this.tells = false',
    undefined,
    'outside of a block `needed` asks for what the transaction has met whether it tells or not, and its end raises the '
      + 'gate (committed, abort). Only where BEGIN makes a block of a message under way does the tag of a change '
      + 'before it go at once: as any tag within a block',
  ),
  ...noticedBy('test/unit/storage/unsynced-files.test.js', [
    mutant(
      'unsynced-meanwhile-forgotten',
      UNSYNCED,
      'if (file.unsyncedFrom === Infinity) this.set.delete(file)',
      'this.set.delete(file)'
    ),
    mutant(
      'sync-without-room-covers', UNSYNCED, 'Math.min(file.syncingFrom, file.unsyncedFrom) //', 'file.unsyncedFrom //'),
  ]),
  ...noticedBy('test/unit/engine/copied-databases.test.js', [
    mutant(
      'copied-database-not-swept',
      'engine/cluster/database-copy.js',
      'if (isPending(from)) txns.sweepFiles.add(to)',
      'void isPending'
    ),
  ]),
  ...noticedBy('test/unit/heap/moved-rows.test.js', [
    ...['HEAP_PATCH', 'HEAP_UPDATE'].map((kind) => mutant(
      `body-not-changed-${kind}`,
      'storage/heap/heap-modify.js',
      `wal.seal(RECORD_KINDS.${kind}, xid, txn.lastLsn, end)\n${BEFORE_BODY}    pool.markDirty(bodyFrame, lsn)\n`,
      `wal.seal(RECORD_KINDS.${kind}, xid, txn.lastLsn, end)\n${BEFORE_BODY}`
    )),
    mutant(
      'body-not-changed-HEAP_UNDO', 'storage/heap/heap-undo.js', 'pool.markDirty(bodyFrame, lsn)', 'void bodyFrame'),
  ]),
  ...noticedBy('test/unit/storage/double-write.test.js', [
    mutant(
      'areas-count-again', 'storage/double-write.js', 'nextSequence: batches[0].sequence + 1', 'nextSequence: 1'),
  ]),
  ...noticedBy('test/unit/wal/control-file.test.js', [
    mutant(
      'control-slot-used-again',
      'wal/control-file.js',
      "one at a time')\n    this.#sequence = sequence\n",
      "one at a time')\n"
    ),
  ]),
  ...noticedBy('test/unit/catalog/template.test.js', [
    mutant(
      'half-copies-kept',
      'storage/template.js',
      "if (name.endsWith('.new')) vfs.unlink(",
      "if (name === '.new') vfs.unlink("
    ),
  ]),
  ...noticedBy('test/unit/storage/file-lengths.test.js', [
    mutant(
      'gone-files-not-said',
      'storage/file-removal.js',
      'if (lsn <= redoLsn) this.gone',
      'if (lsn > 0) this.gone'
    ),
    mutant(
      'unwritten-not-said',
      FILES,
      '...(file.holes ?? []), ...(unwritten.get(file) ?? [])]',
      '...(file.holes ?? [])]'
    ),
  ]),
  ...noticedBy('test/unit/storage/redo-point.test.js', [
    mutant('flush-once', PAGES, '        if (this.foreground.minRecLsn() >= untilLsn) break\n', '        break\n'),
    mutant(
      'area-of-other-not-minded',
      PAGES,
      'this.covering[own] = Math.min(this.covering[own], batch.sequence)\n  }',
      '}'
    ),
    mutant(
      'in-flight-not-counted',
      PAGES,
      'Math.min(this.background.minRecLsn(), this.foreground.minRecLsn())',
      'this.foreground.minRecLsn()'
    ),
    mutant(
      'left-over-not-counted',
      PAGES,
      'Math.min(this.background.minRecLsn(), this.foreground.minRecLsn())',
      'this.background.minRecLsn()'
    ),
    mutant(
      'syncing-not-counted',
      UNSYNCED,
      'Math.min(oldest, unsyncedFrom, syncingFrom)',
      'Math.min(oldest, unsyncedFrom)'
    ),
    mutant('unsynced-from-the-newest', UNSYNCED, '    if (recLsn < file.unsyncedFrom) file', '    file'),
    mutant(
      'copied-under-way',
      CHOICE,
      'state[frame] >= HINT && inFlight[frame] === 0 && (untilLsn',
      'state[frame] >= HINT && inFlight[frame] >= 0 && (untilLsn'
    ),
  ]),
  ...noticedBy('test/unit/engine/owed-aborts.test.js', [
    mutant('owed-aborts-not-listed', MANAGER, '    yield* this.owed\n', ''),
    mutant(
      'owed-aborts-given-up',
      'txn/owed-aborts.js',
      'this.#owed.length > 0 && this.#finds(this.#owed[0])',
      'this.#owed.length > 0 && (this.#finds(this.#owed[0]) || true)'
    ),
  ]),
  ...noticedBy('test/unit/storage/crash.test.js', [
    mutant('hole-not-noted', POOL, 'if (this.fresh[frame] !== 0) file.addHole(this.frameBlock[frame])\n', ''),
    mutant('drop-of-others-believed', FILES, 'const isOthers = this.leaving.delete(fileId) ||', 'const isOthers ='),
  ]),
  ...noticedBy('test/unit/txn/undo-file.test.js', [
    mutant(
      'undo-of-freed-chunks-read',
      'txn/undo-file.js',
      'piece++) this.pieces.delete(piece)',
      'piece++) void piece'
    ),
    mutant('undo-place-freed-twice', 'txn/undo-file.js', '    this.taken[place] = true\n', ''),
    mutant(
      'spilled-piece-stays',
      'txn/undo-file.js',
      'piece < first + this.piecesPerChunk; piece++',
      'piece < first; piece++'
    ),
  ]),
  ...noticedBy('test/unit/txn/txn.test.js', [
    mutant(
      'savepoint-wakes-nobody',
      MANAGER,
      'txn.serial = ++this.serials\n    this.rowLocks.wake(txn)\n    this.wakeEndWaits(txn)\n',
      'txn.serial = ++this.serials\n'
    ),
  ]),
  ...noticedBy('test/unit/engine/full-disk.test.js', [
    mutant(
      'given-segment-still-ready',
      'wal/segments.js',
      '    this.vfs.unlink(segmentPath(this.readyNumber))\n    this.readyNumber--\n',
      '    this.vfs.unlink(segmentPath(this.readyNumber))\n'
    ),
  ]),
  // Whom nobody can notice.
  mutant(
    'losers-oldest-first',
    'engine/cluster/recovery.js',
    'if (active[index].undoNext > active[newest].undoNext) newest',
    'if (active[index].undoNext < active[newest].undoNext) newest',
    ['--lane', 'long', '--lane', 'rows', '--lane', 'kinds', '--lane', 'transfers'],
    `Each loser is still undone from its newest record to its oldest. Among losers there is no order to keep: while the
    engine runs they roll back in any order, beside others who have not ended, by the same changes of pages. Undo of one
    needs nothing that another has: what it changed is locked until it ends (rows, names, files), the bytes that putting
    a row back takes are held on its page (CHANGED.TRIM), entries of indexes are found by key and tuple id, and a place
    that a rollback to a savepoint has given up is passed over by its compensation, whoever has it now.`
  ),
  mutant(
    'changed-under-way-not-counted',
    POOL,
    'if (state[frame] === DIRTY && recLsn[frame] < oldest) oldest',
    'if (state[frame] === DIRTY && this.inFlight[frame] === 0 && recLsn[frame] < oldest) oldest',
    [],
    `A page that was changed again while it is written is in its batch with an older change, which counts as long as it
    is in flight: finishing the batch ends both in the same breath, and a failure neither.`
  ),
  mutant(
    'compensated-drop-undone',
    FILES,
    'if (view.getUint8(at + 4) === DROP_MODES.INTENT) this.undoDrop(',
    'this.undoDrop(',
    [],
    `What undoing a drop does is to strike the file off the list of those to be removed, and to say so. After NOW and
    CANCEL it is not on that list, and the same transaction's intent before them is passed over by their link.`
  ),
  mutant(
    'savepoint-cid-used-again',
    MANAGER,
    '    txn.cidUsed = true\n',
    '',
    [],
    `A change marks its command id as used, and only a higher id clears the mark: what was undone has a lower id than
    what is written next, or the same and the mark.`
  ),
]
