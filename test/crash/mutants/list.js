/**
 * The engine broken on purpose, one thing at a time: each mutant is a place in a source file and what stands there
 * instead, put in while the module is loaded (loader.js); src/ knows nothing of it. A mutant whose place is no longer
 * there, or there twice, is refused: whoever changes the place brings it up to date.
 */
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { UNDO_KINDS } from '../../../src/txn/undo-kinds.js'
import { mutant } from './mutant.js'
import { PASSERS_BY } from './passers-by.js'
import { STRANGERS } from './strangers.js'

/** @import { Mutant } from './mutant.js' */

const PAGES = 'storage/page-writer.js'
const AREA = 'storage/double-write.js'
const UNSYNCED = 'storage/unsynced-files.js'
/** Whose answers leave too early is seen by witnesses alone. */
const WITNESSES = ['--lane', 'ticks', '--lane', 'sequences', '--mode', 'immediate']
/** Many small transactions that others are told of. */
const TOLD_SOON = ['--lane', 'ticks', '--lane', 'transfers', '--lives', '1']
const GATE = 'engine/session/gate.js'
const SEGMENTS = 'wal/segments.js'
const SEGMENT = 'wal/segment.js'

/** Directories that the first life makes: its catalogs get files of their own. */
const MADE = ['--new', '--lane', 'definitions', '--lane', 'anything', '--lives', '1', '--reach', '400']

/** Of the processes that end because a sync failed: what the next one leaves. */
const FAILED_SYNCS = ['--faults', '--call', 'sync', '--lives', '3']

/** Tables of another shape than rows of theirs. */
const SHAPES = ['--lane', 'shapes', '--lives', '2', '--reach', '400']
/** Keys of new rows that wait in gin indexes. */
const WORDS = ['--lane', 'words', '--lives', '1', '--reach', '200']
const WAITING = ['--lane', 'waiting', '--lives', '1', '--reach', '400', '--rest']

/** What is left of the log is read most where hardly anything else is on the disk. */
const BEATS = ['--lane', 'beats', '--mode', 'off', '--mode', 'none', '--lives', '3', '--reach', '150']
/** … where its segments have come round. */
const LONG_BEATS = ['--lane', 'beats', '--mode', 'off', '--mode', 'none', '--lives', '1', '--reach', '900']
/** What checkpoints say again of tables that nothing changes any more. */
const QUIET = ['--lane', 'quiet', '--lives', '2', '--reach', '300']
const AT_CONTROL = ['--lane', 'beats', '--sort', '^control', '--reach', '6']
/** Who only locks, beside who pushes pages out. */
const HOLDERS = ['--lane', 'holders', '--lane', 'pressure', '--mode', 'none', '--sort', '^base/[0-9a-f]{8}$']
/** Batches of the cleaner and of synchronous code at once. */
const BOTH_AREAS = ['--lane', 'bulk', '--lane', 'pressure', '--lane', 'upkeep', '--sort', '^double-write.1']

/** … and pages torn that both have copies of. */
const TORN_OF_BOTH = ['--lane', 'bulk', '--lane', 'pressure', '--lane', 'upkeep', '--pool', '2MB',
  '--sort', '^base/[0-9a-f]{8}$', '--reach', '400', '--lives', '3']

/** Synchronous code that has more pages to write than the cleaner, and checkpoints without a turn. */
const LARGE_BATCHES = ['--lane', 'wide', '--pool', '5MB', '--mode', 'immediate', '--mode', 'none', '--lives', '1']

/** Processes killed among pages of synchronous code in place: the next one has more of them than a batch holds. */
const KILLED_WRITING = ['--lane', 'wide', '--lane', 'bulk', '--pool', '2MB', '--ends', 'kill', '--lives', '2',
  '--sort', '^base/[0-9a-f]{8}$', '--reach', '150']

/** Pages torn in place, a recovery that writes others, and is cut as well. */
const RESTORED = ['--lane', 'bulk', '--lane', 'rows', '--sort', '^base/[0-9a-f]{8}$', '--reach', '100', '--lives', '3']

/**
 * Records that recovery undoes. Not FILE_CREATE: a file that no catalog knows is removed after recovery all the same.
 */
const UNDOABLE = /** @type {(keyof typeof RECORD_KINDS)[]} */ ([
  'FILE_DROP', 'HEAP_INSERT', 'HEAP_INSERT_MANY', 'HEAP_PATCH', 'HEAP_UPDATE', 'HEAP_DELETE', 'BTREE_INSERT',
  'GIST_INSERT', 'OVERFLOW_PAGE',
])
/** Lanes whose unfinished transactions have most of them. @type {Partial<Record<string, string[]>>} */
const UNDONE_BY = {
  GIST_INSERT: ['--lane', 'kinds', '--lives', '3'],
  OVERFLOW_PAGE: ['--lane', 'long', '--lane', 'rows'],
  HEAP_INSERT_MANY: ['--lane', 'copies', '--lane', 'long'],
}
/**
 * Records that recovery replays onto pages and files. Not: those whose part in redo is done, or done as well, by the
 * analysis before it (OID_RANGE, FILE_LENGTHS, FILE_QUARANTINE): forgetting these changes nothing.
 */
const REDONE = /** @type {(keyof typeof RECORD_KINDS)[]} */ (Object.keys(RECORD_KINDS).filter((name) =>
  !/^(CHECKPOINT|COMMIT|ABORT|XID_RANGE|OID_RANGE|FILE_LENGTHS|FILE_QUARANTINE)$/.test(name)))
/** Lanes that have many of them. @type {Partial<Record<string, string[]>>} */
const REDONE_BY = {
  BTREE_SPLICE: ['--lane', 'words'],
  PAGE_IMAGE: ['--lane', 'databases', '--lives', '2'],
  OVERFLOW_FREE: ['--lane', 'rows', '--lane', 'long', '--lives', '2'],
  FILE_DROP: QUIET,
}
/** @type {Partial<Record<string, string[]>>} */
const ROLLED_BACK_BY = {
  PATCH: ['--lane', 'transfers', '--lane', 'rows', '--lives', '1'],
  OVERFLOW_STORED: ['--lane', 'rows', '--lives', '1'],
  FILE_CREATED: ['--lane', 'definitions', '--lives', '1', '--reach', '80'],
}
/** What rollback undoes while the engine runs. */
const ROLLED_BACK = /** @type {(keyof typeof UNDO_KINDS)[]} */ ([
  'INSERT', 'INSERT_MANY', 'PATCH', 'UPDATE', 'DELETE', 'INDEX_INSERT', 'OVERFLOW_STORED', 'FILE_CREATED',
  'FILE_DROPPED',
])

/** @type {Mutant[]} */
export const MUTANTS = [
  ...STRANGERS,
  ...PASSERS_BY,
  // What is acknowledged.
  mutant(
    'answer-before-sync-wire',
    'server/outbox.js',
    'else if (held.length === 0 && lsn <= listener.durableLsn()) this.write()',
    'else if (held.length === 0) this.write()',
    WITNESSES
  ),
  mutant(
    'answer-before-sync-embedded',
    GATE,
    '    if (lsn > cluster.wal.durableLsn) return cluster.wal.durable(lsn)\n',
    '',
    WITNESSES
  ),
  mutant(
    'answer-before-sync-run',
    GATE,
    'if (lsn > cluster.wal.durableLsn) cluster.wal.syncSync(lsn)\n    else',
    '',
    WITNESSES
  ),
  mutant(
    'answer-before-sync-stream',
    GATE,
    'return txn !== null && txn.gateLsn > this.lsn && (this.tells || state !== OPEN) ? txn.gateLsn : this.lsn',
    'return txn === null && state === OPEN ? 0 : this.lsn',
    WITNESSES
  ),
  mutant('answer-before-sync-copy', 'library/copy.js', '        await session.door.opened()\n', '', WITNESSES),
  mutant(
    'answer-before-sync-notify',
    'engine/session/notify.js',
    'Math.max(session.waitsForSync ? commitLsn : 0, txn.gateLsn)',
    'session.waitsForSync ? commitLsn : 0',
    WITNESSES
  ),
  mutant('answer-before-sync-error', GATE, 'this.raise(this.session.cluster.txns.gatingLsn)', '', WITNESSES),
  mutant(
    'answer-before-write',
    'engine/cluster/cluster.js',
    '    this.wal.writeOutNow()\n    this.unwrittenCommits = false',
    '    this.unwrittenCommits = false',
    [...TOLD_SOON, '--mode', 'none']
  ),
  mutant(
    'batch-never-synced',
    'wal/group-sync.js',
    '    this.#timer = this.timers.setTimeout(() => {',
    '    if (this.batchMs > 0) return\n    this.#timer = this.timers.setTimeout(() => {',
    ['--lane', 'transfers', '--lives', '1', '--mode', 'batch', '--reach', '1500']
  ),
  // The log.
  mutant('log-sync-skipped', SEGMENT, '    await this.file.sync()\n', '    await null\n'),
  mutant(
    'log-recycled-before-control',
    'engine/cluster/checkpoint.js',
    '  await parts.control.updateLater(',
    '  await parts.wal.recycleLater(logStart)\n  await parts.control.updateLater(',
    AT_CONTROL
  ),
  mutant('control-not-synced', 'wal/control-file.js', '    await this.#file.sync()\n', '    await null\n'),
  mutant('epoch-not-raised', 'engine/cluster/start.js', 'analysis?.epoch ?? 0) + 1', 'analysis?.epoch ?? 0)', BEATS),
  {
    ...mutant(
      'stale-epoch-believed',
      'wal/log-reader.js',
      'length === 0 || this.window.view.getUint32(at + FRAME_EPOCH_OFFSET, true) < this.epoch',
      'length === 0'
    ),
    test: 'test/unit/wal/format.test.js',
  },
  mutant(
    'stale-frame-believed',
    'wal/frame.js',
    '  if (uint64(view, at + FRAME_LSN_OFFSET) !== lsn) return 0\n',
    '',
    LONG_BEATS
  ),
  mutant(
    'torn-frame-believed',
    'wal/log-reader.js',
    'return frameCrcMatches(this.window.bytes, this.window.view, at, length, this.crcSeed) ? length : 0',
    'return frameCrcMatches(this.window.bytes, this.window.view, at, length, this.crcSeed) ? length : length',
    BEATS
  ),
  mutant('log-names-not-synced', SEGMENTS, '      await this.vfs.syncDirLater(WAL_DIR)\n', ''),
  mutant(
    'made-segment-name-not-synced',
    SEGMENTS,
    '    this.vfs.syncDir(WAL_DIR)\n    this.stats.segmentsMade++',
    '    this.stats.segmentsMade++'
  ),
  mutant('found-log-not-synced', SEGMENTS, '      file.syncSync()\n    } finally {', '    } finally {'),
  mutant('found-log-not-written-again', SEGMENTS, '        file.writeSync(bytes, 0, count, at)\n', '', FAILED_SYNCS),
  mutant(
    'undo-log-cut-off',
    'engine/cluster/checkpoint.js',
    'if (firstLsn < start) start = firstLsn',
    'if (firstLsn < 0) start = 0',
    ['--lane', 'long', '--lives', '1']
  ),
  // Pages.
  mutant(
    'data-sync-skipped',
    PAGES,
    'await this.#call(file, (handle) => handle.sync())',
    'continue'
  ),
  mutant(
    'fresh-pages-sync-skipped',
    UNSYNCED,
    '          await handle.sync()\n        } finally',
    '          await null\n        } finally'
  ),
  mutant(
    'foreground-sync-skipped',
    PAGES,
    'if (!file.dropped) this.files.handle(file).syncSync()\n    this.unsettled.clear()',
    'if (file === null) return\n    this.unsettled.clear()',
    LARGE_BATCHES
  ),
  mutant('area-sync-skipped', PAGES, '      await area.sync()\n      batch.isCopied', '      batch.isCopied'),
  mutant('torn-pages-not-healed', AREA, '      file.writeSync(bytes, at, PAGE_BYTES, blockNo * PAGE_BYTES)\n', ''),
  mutant(
    'area-disbelieved-early',
    AREA,
    'if (batch.sequence >= batches[0].oldest) restored',
    'if (batch === batches[0]) restored',
    BOTH_AREAS
  ),
  mutant('restored-pages-not-synced', AREA, '    for (const file of written) file.syncSync()\n', '', RESTORED),
  mutant(
    'whole-pages-not-written-again',
    AREA,
    'if (isWhole && inPlaceView.getUint32(CRC_OFFSET, true) !== listed) continue',
    'if (isWhole) continue',
    KILLED_WRITING
  ),
  {
    ...mutant('found-pages-not-written-again', 'storage/buffer-pool.js',
      '      if (this.state[frame] !== DIRTY) this.#becomeDirty(frame, lsn)\n      this.unpin', '      this.unpin'),
    test: 'test/unit/storage/found-pages.test.js',
  },
  mutant('failed-copy-named', 'storage/relation-files.js',
    'if (handle instanceof TemplateFile) handle.abandon()\n      else ', '',
    ['--lane', 'definitions', '--lane', 'anything', '--faults', '--call', 'sync', '--sort', '\\.new$', '--lives', '3']),
  mutant(
    'pages-before-log',
    PAGES,
    '    if (this.log.durableLsn <= batch.lsnMax) await this.log.durable(batch.lsnMax + 1)\n    assert(batch.lsnMax === 0 || this.log.durableLsn > batch.lsnMax, \'no page reaches the disk before its log\')\n    if (area',
    '    if (area'
  ),
  mutant(
    'hint-pages-before-log',
    PAGES,
    '    batch.lsnMax = Math.max(batch.lsnMax, this.log.pagesAfterLsn)\n',
    '',
    HOLDERS
  ),
  mutant(
    'redo-starts-too-late',
    PAGES,
    '    const oldest = Math.min(this.background.minRecLsn(), this.foreground.minRecLsn())',
    '    const oldest = Infinity',
    [...LARGE_BATCHES, '--reach', '4000']
  ),
  mutant(
    'unsynced-pages-forgotten',
    UNSYNCED,
    '    file.unsyncedPages++\n    this.set.add(file)\n',
    '    file.unsyncedPages++\n'
  ),
  // Files and names.
  mutant(
    'base-names-not-synced',
    'storage/relation-files.js',
    "      await this.vfs.syncDirLater('base')\n",
    '      await null\n'
  ),
  mutant(
    'drops-not-said-again',
    'storage/relation-files.js',
    '    for (const fileId of [...this.leaving.keys(), ...this.removal.toSay(redoLsn, atOnce)])\n      this.#logDrop',
    '    for (const fileId of [])\n      this.#logDrop',
    QUIET
  ),
  mutant('orphans-kept', 'storage/relation-files.js', '      this.#remove(fileId)\n      removed++', '      removed++'),
  // Transactions.
  mutant(
    'purge-beyond-durable',
    'txn/manager.js',
    '((!gates && (txn === null || !txn.dropsFiles)) || (gates ? csn - 1 : csn) / 2 <= this.wal.durableLsn)',
    '(gates || !gates || txn === null)',
    ['--lane', 'definitions', '--lane', 'copies', '--mode', 'batch', '--mode', 'off']
  ),
  mutant(
    'active-forgotten-at-checkpoint',
    'engine/cluster/checkpoint.js',
    'const active = [...txns.unfinished()]',
    'const active = [...txns.owed]',
    ['--lane', 'long', '--lane', 'upkeep', '--reach', '400']
  ),
  mutant(
    'purge-work-forgotten',
    'engine/cluster/checkpoint.js',
    '  const files = txns.filesWithPurgeWork()',
    '  const files = new Set()',
    QUIET
  ),
  mutant('id-ranges-not-said-again', 'engine/cluster/checkpoint.js', '  parts.relog?.()\n', '', QUIET),
  mutant(
    'xid-range-ignored',
    'engine/cluster/recovery.js',
    '        found.nextXid = Math.max(found.nextXid, record.view.getFloat64(record.at, true))\n',
    ''
  ),
  mutant(
    'undo-range-ignored',
    'engine/cluster/recovery.js',
    '        found.undoPointer = Math.max(found.undoPointer, record.view.getFloat64(record.at + 8, true))\n',
    ''
  ),
  mutant(
    'abort-not-logged',
    'engine/cluster/recovery.js',
    '    wal.seal(RECORD_KINDS.ABORT, loser.xid, loser.lastLsn, at)\n',
    '    void at\n'
  ),
  mutant(
    'compensation-undone-again',
    'storage/heap/heap-undo.js',
    'const lsn = wal.seal(RECORD_KINDS.HEAP_UNDO, txn.xid, undoNext, end)',
    'const lsn = wal.seal(RECORD_KINDS.HEAP_UNDO, txn.xid, txn.lastLsn, end)'
  ),
  // Versions of rows, and what purge takes out of indexes.
  mutant(
    'longer-rows-misread',
    'catalog/store/relation-storage.js',
    'if (count <= layout.columnCount) return',
    'return',
    SHAPES
  ),
  {
    ...mutant('older-nulls-forgotten', 'txn/older-nulls.js', 'if (until.csn > this.commits.oldestCsn()) return true', ''),
    test: 'test/unit/engine/purge.test.js',
  },
  mutant(
    'keys-of-older-nulls-misread',
    'executor/compile.js',
    'const notNull = !old && columns[at]?.neverNull === true',
    'const notNull = columns[at]?.neverNull === true',
    SHAPES
  ),
  mutant(
    'keys-of-other-versions-removed',
    'storage/heap/heap-purge.js',
    'if (!keyIsReachable(heap, index, tid, keyBytes, 0, end, otherKey)) index',
    'index'
  ),
  mutant('waiting-keys-kept', 'storage/heap/heap-purge.js', '      removeWaiting(ginTree(index), tid)\n', '', WAITING),
  mutant('waiting-keys-not-settled', 'storage/heap/heap-purge.js', '      settleWaiting(ginTree(index), tid)\n', '', WAITING),
  mutant(
    'keys-moved-too-early',
    'storage/gin/waiting.js',
    'export const isMovable = ({ waiting }, entry) => waiting.isOver(xidAt(entry, XID_AT))',
    'export const isMovable = ({ waiting }, entry) => waiting.isOver(xidAt(entry, XID_AT)) || entry.length > 0',
    WAITING
  ),
  mutant(
    'moved-keys-lost',
    'storage/gin/move.js',
    '      yield* insert(tree, entries, gone)\n',
    '      yield* insert(tree, entries.slice(1), gone)\n',
    WORDS
  ),
  mutant(
    'moved-keys-of-purged-rows',
    'storage/gin/waiting.js',
    '  waiting.moving.get(fileId)?.add(tidAt(entry, entry.length - TID_BYTES))\n',
    '',
    WAITING
  ),
  // What a stranger thought of.
  mutant(
    'undo-log-from-last-record',
    'engine/cluster/checkpoint.js',
    'for (const { firstLsn } of',
    'for (const { lastLsn: firstLsn } of',
    ['--lane', 'long', '--lives', '1']
  ),
  mutant(
    'control-in-one-place',
    'wal/control-file.js',
    'USED_BYTES, (sequence % 2) * SLOT_BYTES)',
    'USED_BYTES, 0)',
    AT_CONTROL
  ),
  mutant(
    'sync-under-way-believed',
    'wal/group-sync.js',
    'if (this.#syncing === null || lsn > this.#syncing.lsn) this.#urgently(lsn)',
    'if (this.#syncing === null) this.#urgently(lsn)',
    ['--lane', 'answers', '--mode', 'immediate', '--lives', '1']
  ),
  mutant(
    'areas-in-wrong-order',
    AREA,
    'batches.sort((a, b) => b.sequence - a.sequence)',
    'batches.sort((a, b) => a.sequence - b.sequence)',
    TORN_OF_BOTH
  ),
  mutant(
    'sequence-not-logged-after-checkpoint',
    'catalog/sequences.js',
    '|| !this.isCalled || !this.covered',
    '|| !this.isCalled',
    ['--lane', 'sequences', '--mode', 'immediate', '--mode', 'none', '--lives', '2', '--reach', '60']
  ),
  mutant(
    'fork-of-pages-under-way',
    'storage/held-pages.js',
    'if (state[frame] < HINT && inFlight[frame] === 0) continue',
    'if (state[frame] < HINT) continue',
    ['--lane', 'forks', '--lane', 'pressure', '--mode', 'none', '--lives', '1', '--reach', '600']
  ),
  {
    name: 'xid-bound-not-kept', // the record and the control file have it
    edits: [
      ['view.setFloat64(at, txns.xidBound, true)', 'view.setFloat64(at, txns.ring.low, true)'],
      ['nextXid: parts.txns.xidBound', 'nextXid: parts.txns.ring.low'],
    ].map(([find, replace]) => ({ file: 'src/engine/cluster/checkpoint.js', find, replace })),
    options: QUIET,
  },
  // What somebody else might think of.
  mutant(
    'lock-not-taken',
    'engine/cluster/cluster.js',
    'const unlock = await vfs.lock(ENGINE_LOCK, `process ${process.pid}`, (error) => cluster?.lockLost(error))',
    'const unlock = () => undefined'
  ),
  mutant(
    'still-clean-after-open',
    'engine/cluster/start.js',
    '{ epoch, cleanShutdown: false, mockSecret',
    '{ epoch, mockSecret'
  ),
  mutant(
    'lengths-of-unfinished-checkpoint',
    'engine/cluster/start.js',
    'record.lsn < fields.checkpointLsn) said.lengths',
    'record.lsn < Infinity) said.lengths'
  ),
  {
    name: 'quarantine-forgotten', // the analysis notes it, and so does redo
    edits: [{
      file: 'src/engine/cluster/start.js',
      find: 'said.quarantine.note(record)',
      replace: 'return',
    }, {
      file: 'src/storage/relation-files.js',
      find: '(record) => this.quarantine.note(record)',
      replace: '() => undefined',
    }],
  },
  mutant('foreground-area-sync-skipped', PAGES, '        area.syncSync()\n', ''),
  mutant(
    'log-gap-believed',
    'wal/log-reader.js',
    'previousEnd !== UNKNOWN && lsn - this.window',
    'previousEnd < UNKNOWN && lsn - this.window'
  ),
  mutant(
    'sync-covers-later-writes',
    'wal/wal.js',
    'reached: (lsn) => { if (lsn > this.durableLsn) this.durableLsn = lsn },',
    'reached: () => { this.durableLsn = this.writtenLsn },'
  ),
  mutant('checkpoint-without-pages', 'storage/storage.js', '    this.writer.flushAllSync()\n', ''),
  mutant(
    'page-checksum-ignored',
    'storage/page.js',
    'if (stored !== actual) {',
    'if (stored !== actual && actual === 0) {'
  ),
  // Rows of gin indexes that share entries.
  mutant('posted-row-stays', 'storage/gin/tree.js', '    return this.#unpost(key, at, end, tid) || lsn\n',
    '    return lsn\n', WORDS),
  mutant('posted-row-not-known', 'storage/gin/tree.js', 'if (!this.isPosted(key, at, end, tid)) return super.insert(',
    'if (tid >= 0) return super.insert(', WAITING,
    'a row in a posting and in an entry of its own is found once, and leaves both at once (storage/gin, rule 2)'),
  // What a reader of the code thought of.
  {
    ...mutant(
      'done-drops-not-said-again',
      'storage/relation-files.js',
      '    this.removal.gone.set(fileId, this.log.position)\n    this.#remove(fileId, true)',
      '    this.#remove(fileId, true)'
    ),
    test: 'test/unit/engine/dropped-files.test.js',
  },
  {
    ...mutant(
      'drops-of-recovery-not-said-again',
      'storage/relation-files.js',
      '      this.removal.gone.set(fileId, this.log.position) // there may be no room for a checkpoint now\n',
      ''
    ),
    test: 'test/unit/engine/dropped-files.test.js',
  },
  {
    ...mutant(
      'waiter-fails-committer',
      'txn/row-locks.js',
      '        wait.fail(error)\n',
      '        wait.fail(error)\n        throw error\n'
    ),
    test: 'test/unit/txn/row-queue.test.js',
  },
  mutant(
    'undo-bound-not-logged',
    'txn/manager.js',
    'this.wal.view.setFloat64(at + 8, undoBound, true)',
    'this.wal.view.setFloat64(at + 8, 0, true)'
  ),
  mutant(
    'undo-bound-not-in-checkpoint',
    'engine/cluster/checkpoint.js',
    'Math.max(txns.undo.bound, txns.undo.next)',
    '0'
  ),
  mutant(
    'oldest-of-other-area-not-written',
    PAGES,
    'Math.min(batch.sequence, this.covering[1 - own])',
    'batch.sequence',
    ['--lane', 'wide', '--lane', 'upkeep', '--pool', '5MB', '--mode', 'immediate', '--mode', 'none', '--lives', '1',
      '--reach', '4000']
  ),
  mutant(
    'fresh-pages-not-noted',
    PAGES,
    '      if (batch.fresh[index] !== 0) this.unsynced.note(batch.files[index], batch.recLsns[index])\n',
    ''
  ),
  {
    ...mutant(
      'checkpoint-under-way-believed',
      'engine/cluster/maintenance.js',
      '    if (this.checkpointing === null) return this.startedCheckpoint()\n',
      '    if (this.checkpointing !== undefined) return this.startedCheckpoint()\n'
    ),
    test: 'test/unit/engine/checkpoint.test.js',
  },
  {
    ...mutant(
      'lengths-of-unopened-files-forgotten',
      'storage/relation-files.js',
      'const now = new Map(this.lengths.byFile)',
      'const now = new Map()'
    ),
    test: 'test/unit/engine/lost-pages.test.js',
  },
  mutant(
    'older-segments-not-synced',
    SEGMENTS,
    'this.current.writes > this.current.synced ? [...this.#unsynced, this.current] : [...this.#unsynced]',
    '[this.current]'
  ),
  mutant(
    'segment-sync-covers-later-writes',
    SEGMENT,
    'this.synced = Math.max(this.synced, writes)',
    'this.synced = Math.max(writes, this.writes)'
  ),
  mutant(
    'frame-says-too-much-is-synced',
    'wal/wal.js',
    'this.buffer, this.view, length, lsn, this.durableLsn, this.epoch',
    'this.buffer, this.view, length, lsn, this.writtenLsn, this.epoch'
  ),
  mutant(
    'sequence-told-before-sync',
    'catalog/sequences.js',
    '    else if (logLsn > txn.gateLsn) txn.gateLsn = logLsn\n',
    '',
    ['--lane', 'sequences', '--mode', 'immediate', '--lives', '1']
  ),
  mutant(
    'sequence-told-before-write',
    'catalog/sequences.js',
    '    if (!session.waitsForSync) session.shared.unwrittenCommits = true\n',
    '    if (!session.waitsForSync) return\n',
    ['--lane', 'sequences', '--mode', 'none', '--mode', 'off', '--ends', 'kill', '--lives', '1', '--reach', '60']
  ),
  mutant(
    'quarantine-not-said-again',
    'storage/relation-files.js',
    '    this.quarantine.relog(this.log)\n',
    ''
  ),
  {
    ...mutant(
      'page-of-another-value-freed',
      'storage/overflow.js',
      'pageKind(this.pool.view, base) === PAGE_KINDS.OVERFLOW && pageLsn(this.pool.view, base) === lsn',
      'pageKind(this.pool.view, base) === PAGE_KINDS.OVERFLOW && pageLsn(this.pool.view, base) > 0'
    ),
    test: 'test/unit/storage/overflow.test.js',
  },
  {
    ...mutant(
      'fork-shows-what-is-not-durable',
      'engine/cluster/fork.js',
      "    if (cluster.walSync === 'immediate') await wal.durable(endLsn)\n",
      ''
    ),
    test: 'test/unit/library/gate.test.js',
  },
  {
    ...mutant(
      'settling-skipped-before-area',
      PAGES,
      '        this.#settle()\n        this.covering',
      '        this.covering'
    ),
    test: 'test/unit/storage/crash.test.js',
  },
  {
    ...mutant(
      'area-given-up-before-settling',
      PAGES,
      'this.covering[own] = Math.min(this.covering[own], batch.sequence)',
      'this.covering[own] = batch.sequence'
    ),
    test: 'test/unit/storage/two-areas.test.js',
  },
  {
    ...mutant(
      'rest-of-a-row-not-swept',
      'storage/heap/heap-purge.js',
      'if (isShortage(error)) env.txns.sweepFiles.add(fileId)',
      'if (isShortage(error)) env.frees++'
    ),
    test: 'test/unit/engine/purge-without-room.test.js',
  },
  {
    name: 'body-purged-twice',
    edits: [
      ['    if (changed & CHANGED.TRIM) trim(env, heap, block, slotIndex, txn.xid)\n    // Last', '    // Last'],
      ['    if (oldBody >= 0) purgeSlot(env, heap.file, blockOf(oldBody), slotOf(oldBody), 0)\n',
        '    if (oldBody >= 0) purgeSlot(env, heap.file, blockOf(oldBody), slotOf(oldBody), 0)\n'
        + '    if (changed & CHANGED.TRIM) trim(env, heap, block, slotIndex, txn.xid)\n'],
    ].map(([find, replace]) => ({ file: 'src/storage/heap/heap-purge.js', find, replace })),
    test: 'test/unit/engine/purge-without-room.test.js',
  },
  mutant('catalog-told-before-sync', 'engine/session/names.js', '    session.gate.raise(catalog.gateLsn)\n', '',
    WITNESSES),
  mutant(
    'name-notified-before-sync',
    'catalog/catalog.js',
    '      if (this.lastCommitLsn > txn.gateLsn) txn.gateLsn = Math.max(txn.gateLsn, this.gateLsn)\n',
    '',
    WITNESSES
  ),
  mutant('locked-row-told-before-sync', 'storage/heap/heap-lock.js', '  if (lsn > txn.gateLsn) txn.gateLsn = lsn\n', '',
    WITNESSES),
  mutant('template-copy-not-synced', 'storage/template.js', '    await this.#own.sync()\n', '', MADE),
  mutant('template-copy-not-synced-on-the-spot', 'storage/template.js',
    '    this.#own.syncSync()\n    this.#giveName()', '    this.#giveName()', MADE),
  {
    ...mutant('left-batch-forgotten', PAGES,
      '    if (this.foreground.count > 0) this.#writeSync(this.foreground, true)\n', ''),
    test: 'test/unit/storage/crash.test.js',
  },
  mutant(
    'removed-entry-undone-again',
    'storage/btree/recovery.js',
    '.removeEntry(key, 0, key.length, txn.xid, prevLsn)',
    '.removeEntry(key, 0, key.length, txn.xid, txn.lastLsn)',
    [],
    `The row is in the heap before its entries: its compensation comes after theirs, and leads past all of them. A
    recovery that begins between removes an entry again that is not there, and nobody else can have put it there as long
    as the row has its slot.`
  ),
  {
    ...mutant(
      'home-purged-after-body',
      'storage/heap/heap-purge.js',
      '  purgeSlot(env, heap.file, block, slotIndex, 0)\n  try {\n'
        + '    if (bodyTid >= 0) purgeSlot(env, heap.file, blockOf(bodyTid), slotOf(bodyTid), 0)\n',
      '  try {\n    if (bodyTid >= 0) purgeSlot(env, heap.file, blockOf(bodyTid), slotOf(bodyTid), 0)\n'
        + '    purgeSlot(env, heap.file, block, slotIndex, 0)\n'
    ),
    test: 'test/unit/engine/purge-without-room.test.js',
  },
  {
    ...mutant(
      'left-meanwhile-taken-for-swept',
      'txn/sweep-files.js',
      'if (this.#left.get(fileId) === before) this.#left.delete(fileId)',
      'if (before !== null) this.#left.delete(fileId)'
    ),
    test: 'test/unit/engine/purge-without-room.test.js',
  },
  // The log, the control file and checkpoints, again.
  mutant(
    'sync-on-the-spot-skipped',
    'wal/wal.js',
    '      this.writeOut()\n      this.segments.syncSync()\n',
    '      this.writeOut()\n'
  ),
  mutant('control-not-synced-on-the-spot', 'wal/control-file.js', '    this.#file.syncSync()\n', ''),
  mutant(
    'recycled-one-too-many',
    SEGMENTS,
    'Math.min(Math.floor(lsn / this.segmentBytes), this.current.number)',
    'Math.min(Math.ceil(lsn / this.segmentBytes), this.current.number)'
  ),
  mutant(
    'control-before-checkpoint-is-durable',
    'engine/cluster/checkpoint.js',
    '  await parts.wal.durable(parts.wal.position)\n',
    '',
    AT_CONTROL
  ),
  mutant('redone-twice', 'storage/buffer-pool.js', '    if (pageIsAt >= lsn) {', '    if (pageIsAt > lsn) {'),
  {
    ...mutant('reserve-not-for-rollbacks', 'wal/wal.js', 'this.position < reserveBytes / 8',
      'this.position < reserveBytes'),
    test: 'test/unit/wal/reserve.test.js',
  },
  mutant('commits-never-gate', 'txn/manager.js', 'const gates = this.gating && txn.synchronousCommit\n',
    'const gates = false\n', WITNESSES),
  mutant(
    'oid-range-not-logged',
    'catalog/store/oid-allocator.js',
    '      this.log.seal(RECORD_KINDS.OID_RANGE, 0, 0, at + 8)\n',
    '      void at\n',
    QUIET
  ),
  mutant(
    'sequence-logged-short',
    'catalog/sequences.js',
    '    if (logs) this.#log(toInt8(next), 0, true)\n',
    '    if (logs) this.#log(toInt8(last), 0, true)\n',
    ['--lane', 'sequences', '--lives', '2', '--reach', '60']
  ),
  {
    ...mutant(
      'length-too-short',
      'storage/relation-files.js',
      '    file.blockCount = Math.max(blockCount, recorded.blockCount)\n',
      '    file.blockCount = blockCount\n'
    ),
    test: 'test/unit/engine/lost-pages.test.js',
  },
  {
    ...mutant(
      'oldest-change-of-newest',
      'storage/buffer-pool.js',
      '    if (this.state[frame] !== DIRTY) this.#becomeDirty(frame, lsn)\n  }',
      '    this.#becomeDirty(frame, lsn)\n  }'
    ),
    test: 'test/unit/storage/redo-point.test.js',
  },
  // Storage, by its own test of power cuts.
  ...[
    mutant(
      'names-under-way-forgotten',
      'storage/relation-files.js',
      '    if (!this.namesChanged && this.namesUnderWay === 0) return\n',
      '    if (!this.namesChanged) return\n'
    ),
    mutant(
      'names-not-synced-on-the-spot',
      'storage/relation-files.js',
      "    if (this.namesChanged || this.namesUnderWay > 0) this.vfs.syncDir('base')\n",
      ''
    ),
    mutant('pending-drop-forgotten', 'storage/relation-files.js', '    this.leaving.set(fileId, xid)\n  }', '  }'),
    mutant('flush-without-names', PAGES, '      await this.files.syncNamesLater()\n', '      await null\n'),
  ].map((one) => ({ ...one, test: 'test/unit/storage/crash.test.js' })),
  ...UNDOABLE.map((name) =>
    mutant(
      `undo-forgotten-${name}`,
      'engine/cluster/recovery.js',
      'const undo = table[record.kind]',
      `const undo = record.kind === ${RECORD_KINDS[name]} ? undefined : table[record.kind]`,
      UNDONE_BY[name]
    )
  ),
  ...REDONE.map((name) =>
    mutant(
      `redo-forgotten-${name}`,
      'engine/cluster/recovery.js',
      'const apply = table[reader.record.kind]',
      `const apply = reader.record.kind === ${RECORD_KINDS[name]} ? undefined : table[reader.record.kind]`,
      REDONE_BY[name]
    )
  ),
  ...ROLLED_BACK.map((name) =>
    mutant(
      `rollback-forgotten-${name}`,
      'txn/rollback.js',
      'if (handler.undo !== undefined) {',
      `if (handler.undo !== undefined && view.getUint8(at + UNDO_KIND) !== ${UNDO_KINDS[name]}) {`,
      ROLLED_BACK_BY[name]
    )
  ),
]
