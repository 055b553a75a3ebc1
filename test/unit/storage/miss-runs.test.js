/** Misses that go up a file bring in what follows; changed pages that nobody uses give their frames to what is used. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Storage } from '../../../src/storage/storage.js'
import { PAGE_BYTES, PAGE_KINDS, initPage } from '../../../src/storage/page.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { BATCH_PAGES_MAX } from '../../../src/storage/double-write.js'
import { FakeLog, FakeTxn } from './fake-log.js'

/** @import { RelationFile } from '../../../src/storage/relation-files.js' */

class Counted extends MemoryVfs {
  reads = 0
  writes = 0

  /** @type {MemoryVfs['open']} */
  open(path, options) {
    const file = super.open(path, options)
    const readSync = file.readSync.bind(file)
    file.readSync = (...args) => {
      this.reads++
      return readSync(...args)
    }
    const write = file.write.bind(file)
    file.write = (...args) => {
      this.writes++
      return write(...args)
    }
    return file
  }
}

/** @param {Storage} storage @param {FakeLog} log @param {number} fileId @param {number} blocks */
function fill(storage, log, fileId, blocks) {
  const { pool } = storage
  const file = storage.files.create(fileId, new FakeTxn())
  for (let blockNo = 0; blockNo < blocks; blockNo++) {
    const frame = pool.extend(file)
    initPage(pool.view, pool.bytes, frame * PAGE_BYTES, PAGE_KINDS.SEQUENCE)
    pool.view.setUint32(frame * PAGE_BYTES + 32, blockNo, true)
    logPageImage(pool, log, frame)
    pool.unpin(frame)
  }
  return file
}

function filled() {
  const vfs = new Counted()
  const log = new FakeLog()
  const storage = new Storage({ vfs, log, cachePages: 1024 })
  const file = fill(storage, log, 1, 4000)
  storage.flushSync()
  return { vfs, log, storage, file, pool: storage.pool }
}

/** @param {ReturnType<typeof filled>} at @param {number} blockNo */
function look({ pool, file }, blockNo) {
  const frame = pool.pin(file, blockNo)
  assert.equal(pool.view.getUint32(frame * PAGE_BYTES + 32, true), blockNo)
  pool.unpin(frame)
}

test('blocks that are read one after the other come in together', () => {
  const at = filled()
  const before = at.vfs.reads
  for (let blockNo = 0; blockNo < 3000; blockNo++) look(at, blockNo)
  assert.ok(at.vfs.reads - before < 420, `${at.vfs.reads - before} reads of 3,000 blocks`)
  // Nearly every block, and others' pages now and then.
  const then = at.vfs.reads
  for (let blockNo = 0; blockNo < 3000; blockNo += 1 + blockNo % 3) look(at, blockNo)
  assert.ok(at.vfs.reads - then < 420, `${at.vfs.reads - then} reads`)
  at.pool.assertUnpinned()
})

test('blocks here and there come in alone, and so does what is behind a damaged page', () => {
  const at = filled()
  const before = at.pool.prefetched
  for (let step = 0; step < 500; step++) look(at, (step * 709) % 1500)
  assert.equal(at.pool.prefetched, before)
  const { file, pool } = at
  const handle = at.storage.files.handle(file)
  handle.writeSync(new Uint8Array([1, 2, 3]), 0, 3, 1720 * PAGE_BYTES + 100)
  for (let blockNo = 1700; blockNo < 1720; blockNo++) look(at, blockNo)
  assert.throws(() => pool.pin(file, 1720), { code: 'XX001' })
  look(at, 1721)
  for (let blockNo = 1722; blockNo < 1750; blockNo++) look(at, blockNo)
  pool.assertUnpinned()
})

test('pages that a file was extended by are written in a few calls, and their frames are taken first', async () => {
  const at = filled()
  const { storage: { writer }, pool, log, vfs } = at
  for (let blockNo = 0; blockNo < 300; blockNo++) look(at, blockNo)
  const file = fill(at.storage, log, 2, 500)
  const oldest = pool.minRecLsn()
  const before = vfs.writes
  let batches = 0
  for (let blockNo = 0; blockNo < file.blockCount; batches++) blockNo = await writer.writeFresh(file, blockNo)
  assert.equal(batches, Math.ceil(500 / BATCH_PAGES_MAX))
  assert.ok(vfs.writes - before < 30, `${vfs.writes - before} calls`)
  assert.equal(pool.dirtyCount, 0)
  assert.equal(pool.minRecLsn(), oldest, 'redo starts before what was not synced')
  const { misses } = pool
  for (let blockNo = 300; blockNo < 700; blockNo++) look(at, blockNo)
  for (let blockNo = 0; blockNo < 700; blockNo++) look(at, blockNo)
  assert.ok(pool.misses - misses < 450, `${pool.misses - misses} misses: what was in use stayed`)
  await writer.flushAll()
  assert.equal(pool.minRecLsn(), Infinity)
  for (let blockNo = 0; blockNo < 500; blockNo++) look({ ...at, file }, blockNo)
  await at.storage.close()
  assert.equal(await writer.writeFresh(file, 0), file.blockCount, 'a closed writer has nobody ask again')
})

test('changed pages that nobody uses make room for those that are read again and again', async () => {
  const at = filled()
  const { storage: { writer }, pool, log } = at
  fill(at.storage, log, 2, 600)
  // All but what was just built has to share what is left.
  for (let round = 0; round < 30 && pool.dirtyCount > 0; round++) {
    for (let blockNo = 0; blockNo < 900; blockNo++) look(at, blockNo)
    while (writer.cleaning) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(pool.dirtyCount, 0)
  const { misses } = pool
  for (let blockNo = 0; blockNo < 900; blockNo++) look(at, blockNo)
  for (let blockNo = 0; blockNo < 900; blockNo++) look(at, blockNo)
  assert.ok(pool.misses - misses <= 900, 'the second time all are there')
  await at.storage.close()
})
