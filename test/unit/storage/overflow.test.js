/** Out-of-line values: round trips, reuse of freed pages, stale pointers, failures half way, rollback and recovery. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { DbError } from '../../../src/errors/db-error.js'
import { CHUNK_BYTES, VALUE_BYTES_MAX } from '../../../src/storage/overflow.js'
import { PAGE_BYTES, PAGE_KINDS, pageKind } from '../../../src/storage/page.js'
import { Storage } from '../../../src/storage/storage.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FakeLog, FakeTxn } from './fake-log.js'

function open(vfs = /** @type {any} */ (new MemoryVfs()), log = new FakeLog()) {
  const storage = new Storage({ vfs, log, cachePages: 16 })
  return { vfs, log, storage, overflow: storage.overflow }
}

const random = seededRandom(9)
const some = (/** @type {number} */ length) => Uint8Array.from({ length }, () => random.below(256))

test('values of every length come back, whole or their beginning', () => {
  const { storage, overflow } = open()
  const file = storage.files.create(1, new FakeTxn())
  const txn = new FakeTxn()
  for (const length of [1, 2, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 400000]) {
    const bytes = some(length + 10)
    const pointer = overflow.store(txn, file, bytes, 3, 3 + length)
    const row = new Uint8Array(40)
    row.set(pointer, 11)
    assert.equal(overflow.byteCount(row, 11), length)
    assert.deepEqual(overflow.load(file, row, 11), bytes.slice(3, 3 + length))
    assert.deepEqual(overflow.load(file, pointer, 0, 100), bytes.slice(3, 3 + Math.min(100, length)))
  }
  storage.pool.assertUnpinned()
})

test('freed pages are used again; a stale pointer is XX001; freeing twice does nothing', () => {
  const { storage, overflow } = open()
  const file = storage.files.create(1, new FakeTxn())
  const txn = new FakeTxn()
  const first = overflow.store(txn, file, some(10 * CHUNK_BYTES), 0, 10 * CHUNK_BYTES)
  const { blockCount } = file
  overflow.free(file, first)
  overflow.free(file, first)
  assert.throws(() => overflow.load(file, first), { code: 'XX001' })
  const bytes = some(10 * CHUNK_BYTES)
  const second = overflow.store(txn, file, bytes, 0, bytes.length)
  assert.equal(file.blockCount, blockCount)
  assert.throws(() => overflow.load(file, first), { code: 'XX001' })
  overflow.free(file, first)
  assert.deepEqual(overflow.load(file, second), bytes)
  const beyond = second.slice()
  beyond[3] = 0x7f
  assert.throws(() => overflow.load(file, beyond), { code: 'XX001' })
})

test('beyond 1 GB: 54000, and nothing is stored', () => {
  const { storage, overflow, log } = open()
  const file = storage.files.create(1, new FakeTxn())
  const { position } = log
  assert.throws(() => overflow.store(new FakeTxn(), file, new Uint8Array(1), 0, VALUE_BYTES_MAX + 1), { code: '54000' })
  assert.equal(log.position, position)
  assert.equal(file.blockCount, 0)
})

test('no space half way: the pages stored so far are free again', () => {
  const vfs = new FaultVfs({ failWith: 'ENOSPC' })
  const { storage, overflow } = open(vfs)
  const file = storage.files.create(1, new FakeTxn())
  vfs.options.failAtWrite = vfs.writeCount + 4
  assert.throws(() => overflow.store(new FakeTxn(), file, some(60000), 0, 60000), { code: '53100' })
  const { blockCount } = file
  assert.ok(blockCount > 0)
  const bytes = some(blockCount * CHUNK_BYTES)
  const pointer = overflow.store(new FakeTxn(), file, bytes, 0, bytes.length)
  assert.equal(file.blockCount, blockCount)
  assert.deepEqual(overflow.load(file, pointer), bytes)
  storage.pool.assertUnpinned()
})

test('a log that is full half way: the pages stored so far are given back, by what is kept for that', () => {
  const { storage, overflow, log } = open()
  const file = storage.files.create(1, new FakeTxn())
  const { reserve } = log
  let records = 0
  log.reserve = (bytes) => {
    if (++records > 3 && !log.spending) throw new DbError('53100', 'the log is full')
    return reserve(bytes)
  }
  assert.throws(() => overflow.store(new FakeTxn(), file, some(60000), 0, 60000), { code: '53100' })
  assert.equal(log.spending, false)
  log.reserve = reserve
  assert.equal(file.blockCount, 4)
  for (let blockNo = 0; blockNo < 3; blockNo++) {
    const frame = storage.pool.pin(file, blockNo)
    assert.equal(pageKind(storage.pool.view, frame * PAGE_BYTES), PAGE_KINDS.FREE)
    storage.pool.unpin(frame)
  }
})

test('recovery: redo restores a value, undo of a loser frees its pages and only those', () => {
  const at = open()
  const { storage, overflow, log } = at
  const file = storage.files.create(1, new FakeTxn())
  const kept = some(50000)
  const winner = overflow.store(new FakeTxn(), file, kept, 0, kept.length)
  const loser = new FakeTxn()
  const lost = overflow.store(loser, file, some(30000), 0, 30000)
  // The loser's first pages were given back and reused before the crash, as in a crash in the middle of its rollback.
  overflow.free(file, lost)
  const reused = some(9000)
  const third = overflow.store(new FakeTxn(), file, reused, 0, reused.length)
  const again = open(new MemoryVfs(), log)
  const redo = again.storage.redoTable()
  const undo = again.storage.undoTable()
  const records = log.records.slice()
  for (let round = 0; round < 2; round++) for (const record of records) redo[record.kind]?.(record, record.lsn)
  const txn = Object.assign(new FakeTxn(), { xid: loser.xid, lastLsn: loser.lastLsn })
  for (const record of records.reverse()) if (record.xid === loser.xid) undo[record.kind]?.(record, txn)
  const file2 = again.storage.files.open(1)
  assert.deepEqual(again.overflow.load(file2, winner), kept)
  assert.deepEqual(again.overflow.load(file2, third), reused)
  assert.throws(() => again.overflow.load(file2, lost), { code: 'XX001' })
  again.storage.finishRecovery()
})
