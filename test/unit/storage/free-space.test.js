/** The free space map: against a model, across restarts, damaged, and against pages that disagree with it. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FreeMap } from '../../../src/storage/free-space.js'
import { Storage } from '../../../src/storage/storage.js'
import { PAGE_BYTES, PAGE_KINDS, PAGE_ROOM, initPage, slotInsert } from '../../../src/storage/page.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FakeLog, FakeTxn } from './fake-log.js'

for (const [seed, blocks] of [[1, 50], [2, 64], [3, 5000], [4, 300000]]) {
  test(`map of ${blocks} blocks against a model, seed ${seed}`, () => {
    const random = seededRandom(seed)
    const map = new FreeMap()
    const model = new Uint8Array(blocks)
    const most = () => model.reduce((best, value) => Math.max(best, value), 0)
    for (let step = 0; step < 3000; step++) {
      const blockNo = random.below(blocks)
      const value = random.below(3) === 0 ? 0 : random.below(random.below(2) === 0 ? 256 : 40)
      map.set(blockNo, value)
      model[blockNo] = value
      if (step % 7 === 0) {
        const wanted = 1 + random.below(255)
        const found = map.find(wanted)
        if (found >= 0) assert.ok(model[found] >= wanted)
        else assert.ok(blocks > 10000 || most() < wanted)
      }
      if (step % 1000 === 999) assert.equal(map.levels.at(-1)?.[0], most())
    }
  })
}

/** @param {MemoryVfs} vfs @param {FakeLog} log */
const open = (vfs, log) => new Storage({ vfs, log, cachePages: 32 })

/**
 * A file whose block b has room for (b % 8) * 1000 bytes.
 * @param {Storage} storage
 * @param {FakeLog} log
 * @param {number} fileId
 * @param {number} blocks
 */
function fill(storage, log, fileId, blocks) {
  const { pool } = storage
  const file = storage.files.create(fileId, new FakeTxn())
  for (let blockNo = 0; blockNo < blocks; blockNo++) {
    const frame = pool.extend(file)
    const base = frame * PAGE_BYTES
    initPage(pool.view, pool.bytes, base, PAGE_KINDS.HEAP)
    slotInsert(pool.view, pool.bytes, base, 0, PAGE_ROOM - 4 - (blockNo % 8) * 1000)
    logPageImage(pool, log, frame)
    pool.unpin(frame)
    storage.freeSpace.record(file, blockNo, (blockNo % 8) * 1000)
  }
  return file
}

test('a block is found if and only if one has the room; the figures survive a restart', async () => {
  const vfs = new MemoryVfs()
  const log = new FakeLog()
  const storage = open(vfs, log)
  const file = fill(storage, log, 7, 300)
  assert.equal(storage.freeSpace.find(file, 6900) % 8, 7)
  assert.equal(storage.freeSpace.find(file, 7001), -1)
  assert.equal(storage.freeSpace.find(file, 100000), -1)
  await storage.close()
  const again = open(vfs, log)
  const file2 = again.files.open(7)
  const { misses } = again.pool
  let found = 0
  for (let block = again.freeSpace.find(file2, 6500); block >= 0; block = again.freeSpace.find(file2, 6500)) {
    assert.equal(block % 8, 7)
    again.freeSpace.record(file2, block, 10)
    found++
  }
  assert.equal(found, Math.floor(300 / 8))
  assert.equal(again.pool.misses, misses, 'no page was read for it')
})

test('a lost or damaged map is rebuilt: small files at once, larger ones when asked', async () => {
  for (const damage of ['lost', 'flipped', 'shortened']) {
    const vfs = new MemoryVfs()
    const log = new FakeLog()
    const storage = open(vfs, log)
    fill(storage, log, 7, 40)
    fill(storage, log, 8, 200)
    await storage.close()
    for (const path of ['base/00000007.free', 'base/00000008.free']) {
      if (damage === 'lost') vfs.unlink(path)
      else {
        const file = vfs.open(path)
        if (damage === 'flipped') file.writeSync(Uint8Array.of(255), 0, 1, 20)
        else file.truncate(file.size() - 3)
        file.close()
      }
    }
    const again = open(vfs, log)
    assert.equal(again.freeSpace.find(again.files.open(7), 6900) % 8, 7)
    const large = again.files.open(8)
    assert.equal(again.freeSpace.find(large, 6900), -1, 'unknown blocks count as full')
    await again.freeSpace.rebuild(large)
    assert.equal(again.freeSpace.find(large, 6900) % 8, 7)
    again.pool.assertUnpinned()
  }
})

