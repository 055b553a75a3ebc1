/**
 * The pool and the writer without power cuts: replacement, rings, read-ahead, limits, damage, failures, and a random
 * run against a model.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Storage } from '../../../src/storage/storage.js'
import { CLEAN, ScanRing } from '../../../src/storage/buffer-pool.js'
import { PAGE_BYTES, PAGE_KINDS, initPage, pageLsn } from '../../../src/storage/page.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FakeLog, FakeTxn } from './fake-log.js'

/** @param {number} cachePages @param {{vfs?: any, openFilesMax?: number, doubleWrite?: boolean}} [more] */
function open(cachePages, { vfs = new MemoryVfs(), ...more } = {}) {
  const log = new FakeLog()
  return { vfs, log, storage: new Storage({ vfs, log, cachePages, ...more }) }
}

/**
 * A file of `blocks` pages whose first word is their number, all on disk and none dirty.
 * @param {ReturnType<typeof open>} at
 * @param {number} fileId
 * @param {number} blocks
 */
function fill({ storage, log }, fileId, blocks) {
  const file = storage.files.create(fileId, new FakeTxn())
  for (let blockNo = 0; blockNo < blocks; blockNo++) {
    const frame = storage.pool.extend(file)
    const base = frame * PAGE_BYTES
    initPage(storage.pool.view, storage.pool.bytes, base, PAGE_KINDS.SEQUENCE)
    storage.pool.view.setUint32(base + 32, blockNo, true)
    logPageImage(storage.pool, log, frame)
    storage.pool.unpin(frame)
  }
  storage.flushSync()
  return file
}

/**
 * @param {Storage} storage
 * @param {import('../../../src/storage/relation-files.js').RelationFile} file
 * @param {ScanRing | null} ring
 */
function readAll(storage, file, ring) {
  for (let blockNo = 0; blockNo < file.blockCount; blockNo++) {
    const frame = storage.pool.pin(file, blockNo, ring)
    assert.equal(storage.pool.view.getUint32(frame * PAGE_BYTES + 32, true), blockNo)
    storage.pool.unpin(frame)
  }
}

test('a hit reads nothing; a miss reads once', () => {
  const at = open(16)
  const file = fill(at, 1, 8)
  const { pool } = at.storage
  const { misses, hits } = pool
  readAll(at.storage, file, null)
  assert.equal(pool.misses, misses)
  assert.equal(pool.hits, hits + 8)
})

test('a scan of ten pools through a ring leaves the hot pages where they are', () => {
  const at = open(64)
  const big = fill(at, 1, 640)
  const hot = fill(at, 2, 20)
  const { pool } = at.storage
  readAll(at.storage, hot, null)
  const { misses } = pool
  readAll(at.storage, big, new ScanRing(8))
  assert.ok(pool.misses >= misses + 600)
  const before = pool.misses
  readAll(at.storage, hot, null)
  assert.equal(pool.misses, before, 'no hot page left')
})

test('memory does not grow with what is read', () => {
  const at = open(32)
  const file = fill(at, 1, 320)
  const { pool } = at.storage
  for (let round = 0; round < 3; round++) readAll(at.storage, file, null)
  assert.equal(pool.freshFrame, 32)
  assert.equal(pool.evictions, pool.misses + pool.extended - pool.emptyFrames.length - 32)
})

test('second chance spares what was used again', () => {
  const at = open(16)
  const file = fill(at, 1, 200)
  const { pool } = at.storage
  pool.unpin(pool.pin(file, 7))
  for (let blockNo = 20; blockNo < 200; blockNo++) {
    pool.unpin(pool.pin(file, blockNo))
    if (blockNo % 4 === 0) pool.unpin(pool.pin(file, 7))
  }
  assert.ok(pool.isResident(file, 7))
})

test('when every frame is pinned: 53200, and pins still work afterwards', async () => {
  const at = open(8)
  const file = fill(at, 1, 20)
  const { pool } = at.storage
  const pinned = []
  for (let blockNo = 0; blockNo < 8; blockNo++) pinned.push(pool.pin(file, blockNo))
  assert.throws(() => pool.pin(file, 9), { code: '53200' })
  assert.throws(() => pool.extend(file), { code: '53200' })
  await assert.rejects(pool.prefetch(file, 9, 4), { code: '53200' })
  assert.equal(file.blockCount, 20)
  for (const frame of pinned) pool.unpin(frame)
  readAll(at.storage, file, null)
  pool.assertUnpinned()
})

test('pinned pages stay, whatever happens around them', () => {
  const at = open(8)
  const file = fill(at, 1, 50)
  const { pool } = at.storage
  const frame = pool.pin(file, 3)
  for (let blockNo = 4; blockNo < 50; blockNo++) pool.unpin(pool.pin(file, blockNo))
  assert.equal(pool.pin(file, 3), frame)
  pool.unpin(frame)
  pool.unpin(frame)
  assert.throws(() => pool.unpin(frame), /unpin follows pin/)
})

test('read-ahead: fewer reads than blocks, two scans share one job, nothing is read twice', async () => {
  const at = open(64)
  const file = fill(at, 1, 200)
  const { pool } = at.storage
  await Promise.all([pool.prefetch(file, 0, 16, new ScanRing()), pool.prefetch(file, 0, 16, new ScanRing())])
  const { prefetched } = pool
  assert.ok(prefetched <= 16)
  const { misses } = pool
  for (let blockNo = 0; blockNo < 16; blockNo++) pool.unpin(pool.pin(file, blockNo))
  assert.equal(pool.misses, misses)
  await assert.rejects(pool.prefetch(file, 200, 1), { code: 'XX001' })
})

test('what was read ahead is not used when the page changed meanwhile', async () => {
  const at = open(8)
  const file = fill(at, 1, 40)
  const { pool } = at.storage
  const ahead = pool.prefetch(file, 0, 8)
  const frame = pool.pin(file, 2)
  pool.view.setUint32(frame * PAGE_BYTES + 32, 4242, true)
  logPageImage(pool, at.log, frame)
  pool.unpin(frame)
  at.storage.writer.flushAllSync()
  for (let blockNo = 20; blockNo < 40; blockNo++) pool.unpin(pool.pin(file, blockNo))
  assert.ok(!pool.isResident(file, 2), 'it left again')
  await ahead
  const again = pool.pin(file, 2)
  assert.equal(pool.view.getUint32(again * PAGE_BYTES + 32, true), 4242)
  pool.unpin(again)
})

test('a damaged page is XX001 and names file and block; its neighbours are fine', async () => {
  const at = open(8)
  const file = fill(at, 0xab, 30)
  const { pool } = at.storage
  at.storage.files.handle(file).writeSync(Uint8Array.of(99), 0, 1, 5 * PAGE_BYTES + 100)
  const error = { code: 'XX001', message: 'invalid page in block 5 of relation base/000000ab' }
  assert.throws(() => pool.pin(file, 5), error)
  await assert.rejects(pool.prefetch(file, 5, 4), error)
  await pool.prefetch(file, 4, 4)
  pool.unpin(pool.pin(file, 4))
  pool.unpin(pool.pin(file, 6))
  // A page written to the wrong place has a good checksum and the wrong name.
  const page = new Uint8Array(PAGE_BYTES)
  at.storage.files.handle(file).readSync(page, 0, PAGE_BYTES, 7 * PAGE_BYTES)
  at.storage.files.handle(file).writeSync(page, 0, PAGE_BYTES, 9 * PAGE_BYTES)
  while (pool.isResident(file, 9)) for (let blockNo = 10; blockNo < 30; blockNo++) pool.unpin(pool.pin(file, blockNo))
  assert.throws(() => pool.pin(file, 9), { code: 'XX001', detail: 'The page says it is block 7 of file 000000ab.' })
  assert.throws(() => pool.pin(file, 30), { code: 'XX001' })
  assert.throws(() => pool.pin(file, 2 ** 32 - 1), { code: 'XX001' })
})

test('a page is written only after its log, and minRecLsn covers pages on their way', async () => {
  const at = open(16)
  const { log, storage: { pool, writer } } = at
  const file = fill(at, 1, 8)
  assert.equal(pool.minRecLsn(), Infinity)
  const frame = pool.pin(file, 0)
  const first = logPageImage(pool, log, frame)
  logPageImage(pool, log, frame)
  assert.equal(pool.minRecLsn(), first)
  assert.ok(pageLsn(pool.view, frame * PAGE_BYTES) > first)
  const flushing = writer.flushAll(log.position)
  await Promise.resolve()
  while (pool.inFlight[frame] === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(pool.state[frame], CLEAN)
  assert.equal(pool.minRecLsn(), first, 'copied is not written')
  const later = logPageImage(pool, log, frame)
  assert.equal(pool.minRecLsn(), first)
  await flushing
  assert.equal(pool.minRecLsn(), later, 'the change after the copy is still to be written')
  assert.ok(log.durableLsn < log.position, 'the flush asked for no more log than its pages need')
  pool.unpin(frame)
  await writer.flushAll()
  assert.equal(pool.minRecLsn(), Infinity)
  assert.equal(pool.dirtyCount, 0)
})

test('the cleaner keeps clean frames ahead, so that evictions need no synchronous writes', async () => {
  const at = open(64)
  const { log, storage: { pool, writer } } = at
  const file = fill(at, 1, 640)
  const before = writer.foregroundBatches
  for (let round = 0; round < 640; round++) {
    const frame = pool.pin(file, (round * 37) % 640)
    logPageImage(pool, log, frame)
    pool.unpin(frame)
    if (round % 4 === 0) while (writer.cleaning) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(writer.foregroundBatches, before)
  readAll(at.storage, file, null)
  await at.storage.close()
})

test('without a turn of the event loop a few pages by turns do not push each other out for ever', () => {
  const at = open(64)
  const file = fill(at, 1, 200)
  const { pool } = at.storage
  for (let blockNo = 0; blockNo < 63; blockNo++) {
    const frame = pool.pin(file, blockNo)
    logPageImage(pool, at.log, frame)
    pool.unpin(frame)
  }
  const { misses } = pool
  for (let step = 0; step < 300; step++) pool.unpin(pool.pin(file, 100 + step % 3))
  assert.ok(pool.misses - misses < 30, `${pool.misses - misses} of 300 visits to three pages read one in`)
})

test('a failed page write is final and says so once', async () => {
  const vfs = new FaultVfs({ seed: 3 })
  /** @type {Error[]} */
  const told = []
  const log = new FakeLog()
  const storage = new Storage({ vfs, log, cachePages: 16, onFailure: (error) => told.push(error) })
  const file = fill({ vfs, log, storage }, 1, 8)
  const frame = storage.pool.pin(file, 0)
  const lsn = logPageImage(storage.pool, log, frame)
  storage.pool.unpin(frame)
  vfs.options.failAtSync = vfs.syncCount + 2
  await assert.rejects(storage.writer.flushAll(), { code: '58030' })
  await assert.rejects(storage.writer.flushAll(), { code: '58030' })
  assert.throws(() => storage.writer.makeRoomSync(), { code: '58030' })
  assert.equal(told.length, 1)
  assert.equal(storage.minRecLsn(), lsn)
})

test('no space is found missing when a page is added, not when it is written', () => {
  const vfs = new FaultVfs({ seed: 3, failWith: 'ENOSPC' })
  const at = { ...open(16, { vfs }), vfs }
  const file = fill(at, 1, 1)
  vfs.options.failAtWrite = vfs.writeCount + 1
  assert.throws(() => at.storage.pool.extend(file), { code: '53100' })
  assert.equal(file.blockCount, 1)
  at.storage.pool.unpin(at.storage.pool.extend(file))
  assert.equal(file.blockCount, 2)
})

test('hundreds of files with three descriptors', async () => {
  const at = open(16, { openFilesMax: 3 })
  const files = []
  for (let fileId = 1; fileId <= 200; fileId++) files.push(fill(at, fileId, 1 + (fileId % 3)))
  for (const file of files) readAll(at.storage, file, null)
  assert.ok(at.storage.files.withHandle.length <= 3)
  await at.storage.close()
  const again = open(16, { vfs: at.vfs, openFilesMax: 3 })
  for (let fileId = 1; fileId <= 200; fileId++) readAll(again.storage, again.storage.files.open(fileId), null)
  assert.throws(() => again.storage.files.open(201), { code: '58P01' })
})

test('scratch pages are private and behind the frames', () => {
  const { pool } = open(8).storage
  const bases = new Set()
  for (let index = 0; index < 64; index++) bases.add(pool.scratch())
  assert.equal(bases.size, 64)
  assert.ok(Math.min(...bases) === 8 * PAGE_BYTES && Math.max(...bases) + PAGE_BYTES === pool.bytes.length)
  assert.throws(() => pool.scratch(), /given back/)
  for (const base of bases) pool.releaseScratch(base)
})

for (const [seed, doubleWrite] of /** @type {[number, boolean][]} */ ([[11, true], [12, true], [13, false]])) {
  test(`random use of 8 frames against a model, seed ${seed}${doubleWrite ? '' : ', without double writes'}`, async () => {
    const random = seededRandom(seed)
    const at = open(8, { doubleWrite, openFilesMax: 2 })
    const { log, storage: { pool, writer } } = at
    const files = [1, 2, 3, 4].map((fileId) => fill(at, fileId, 30))
    const model = new Map()
    const rings = [new ScanRing(2), new ScanRing(3)]
    /** @type {number[]} */
    const held = []
    for (let step = 0; step < 6000; step++) {
      const file = files[random.below(4)]
      const blockNo = random.below(30)
      const key = file.fileId * 100 + blockNo
      const action = random.below(20)
      if (action < 14) {
        const frame = pool.pin(file, blockNo, action < 5 ? rings[action & 1] : null)
        const base = frame * PAGE_BYTES
        assert.equal(pool.view.getUint32(base + 32, true), model.get(key) ?? blockNo)
        if (action < 8) {
          const value = random.uint32()
          pool.view.setUint32(base + 32, value, true)
          model.set(key, value)
          if (random.below(10) === 0) pool.markHint(frame)
          else logPageImage(pool, log, frame)
        }
        if (held.length < 3 && random.below(6) === 0) held.push(frame)
        else pool.unpin(frame)
      } else if (action < 16 && held.length > 0) pool.unpin(/** @type {number} */ (held.pop()))
      else if (action === 16) writer.wake()
      else if (action === 17) await pool.prefetch(file, blockNo, 1 + random.below(6), rings[0])
      else if (action === 18) await new Promise((resolve) => setImmediate(resolve))
      else if (random.below(10) === 0) await writer.flushAll(log.position)
    }
    for (const frame of held) pool.unpin(frame)
    await at.storage.close()
    const again = open(8, { vfs: at.vfs })
    for (const [key, value] of model) {
      const frame = again.storage.pool.pin(again.storage.files.open(Math.floor(key / 100)), key % 100)
      assert.equal(again.storage.pool.view.getUint32(frame * PAGE_BYTES + 32, true), value)
      again.storage.pool.unpin(frame)
    }
  })
}

test('a batch that synchronous code found no room for: no flush passes it over', async () => {
  const vfs = new FaultVfs({ seed: 3 })
  const at = open(64, { vfs })
  const file = fill(at, 1, 48)
  const { storage, log } = at
  const { pool, writer } = storage
  for (let blockNo = 0; blockNo < 10; blockNo++) {
    const frame = pool.pin(file, blockNo)
    logPageImage(pool, log, frame)
    pool.unpin(frame)
  }
  Object.assign(vfs.options, { copyOnWrite: true, capacityBytes: vfs.usedBytes() })
  assert.throws(() => writer.makeRoomSync(), { code: '53100' })
  assert.ok(writer.foreground.count > 0)
  const redoLsn = log.position
  assert.ok(storage.minRecLsn() < redoLsn)
  // What a checkpoint has said of files it has written is not so.
  await assert.rejects(storage.flush(redoLsn), { code: '53100' })
  vfs.options.capacityBytes = undefined
  await storage.flush(redoLsn)
  assert.ok(storage.minRecLsn() >= redoLsn)
  assert.equal(writer.foreground.count, 0)
  await storage.close()
})
