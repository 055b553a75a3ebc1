/**
 * What images see of pages that are in the pool alone, half in their files, or written since: single cases, and a
 * random run against a model of the pages and of each image.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { HeldBelow, HeldPages } from '../../../src/storage/held-pages.js'
import { PAGE_BYTES, PAGE_KINDS, initPage } from '../../../src/storage/page.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { Storage } from '../../../src/storage/storage.js'
import { ImagedVfs } from '../../../src/storage/vfs/imaged-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { FakeLog, FakeTxn } from './fake-log.js'

/** @import { Image } from '../../../src/storage/vfs/imaged-vfs.js' */
/** @import { RelationFile } from '../../../src/storage/relation-files.js' */

/**
 * An image with what it should see: by file, by block.
 * @typedef {{ image: Image, saw: Map<RelationFile, number[]> }} Taken
 */

class Bench {
  /** @param {number} cachePages @param {number} [seed] of the disk */
  constructor(cachePages, seed = 1) {
    this.disk = new FaultVfs({ seed })
    this.vfs = new ImagedVfs(this.disk)
    this.log = new FakeLog()
    this.storage = new Storage({ vfs: this.vfs, log: this.log, cachePages })
    this.pool = this.storage.pool
    this.held = new HeldPages(this.pool, this.vfs)
    /** What pages say. @type {Map<RelationFile, number[]>} */
    this.model = new Map()
    this.txn = new FakeTxn()
  }

  /** @param {number} fileId @param {number} blocks */
  make(fileId, blocks) {
    const file = this.storage.files.create(fileId, this.txn)
    this.model.set(file, [])
    for (let block = 0; block < blocks; block++) this.extend(file, block)
    return file
  }

  /** @param {RelationFile} file @param {number} value */
  extend(file, value) {
    const frame = this.pool.extend(file)
    initPage(this.pool.view, this.pool.bytes, frame * PAGE_BYTES, PAGE_KINDS.SEQUENCE)
    this.#say(frame, value)
    this.pool.unpin(frame)
    this.model.get(file)?.push(value)
  }

  /** @param {RelationFile} file @param {number} block @param {number} value */
  put(file, block, value) {
    const frame = this.pool.pin(file, block)
    this.#say(frame, value)
    this.pool.unpin(frame)
    const pages = this.model.get(file)
    if (pages !== undefined) pages[block] = value
  }

  /** @param {number} frame @param {number} value */
  #say(frame, value) {
    this.pool.view.setUint32(frame * PAGE_BYTES + 32, value, true)
    logPageImage(this.pool, this.log, frame)
  }

  /** @param {RelationFile} file @param {number} block */
  get(file, block) {
    const frame = this.pool.pin(file, block)
    this.pool.unpin(frame)
    return this.pool.view.getUint32(frame * PAGE_BYTES + 32, true)
  }

  /** @returns {Taken} */
  take() {
    const image = this.vfs.image(this.log.position)
    this.held.hold(image.epoch, image.isOnly)
    return { image, saw: new Map([...this.model].map(([file, pages]) => [file, [...pages]])) }
  }

  /** @param {Taken} taken */
  check({ image, saw }) {
    const bytes = new Uint8Array(PAGE_BYTES)
    for (const [file, pages] of saw) {
      const tracked = image.files.get(file.path)
      assert.ok(tracked !== undefined)
      const below = new HeldBelow(this.held, file, tracked)
      for (const [block, value] of pages.entries()) {
        below.readBlock(image.epoch, block, bytes)
        assert.equal(new DataView(bytes.buffer).getUint32(32, true), value, `block ${block} of file ${file.fileId}`)
      }
    }
  }

  async close() {
    await this.storage.flush(this.log.position)
    await this.storage.close()
  }
}

test('pages that no file has are seen as they were, and nothing is written for it', async () => {
  const at = new Bench(32)
  const file = at.make(1, 8)
  const { pagesWritten } = at.storage.writer
  const one = at.take()
  at.check(one)
  at.put(file, 3, 33)
  at.get(file, 4)
  const two = at.take()
  at.put(file, 3, 333)
  for (const each of [one, two]) at.check(each)
  assert.equal(at.storage.writer.pagesWritten, pagesWritten)
  at.storage.flushSync()
  at.put(file, 5, 55)
  at.storage.flushSync()
  for (const each of [one, two]) at.check(each)
  one.image.release()
  at.check(two)
  two.image.release()
  assert.equal(at.vfs.keptBytes, 0)
  await at.close()
})

test('a page that is pinned when the image is taken is copied at once', async () => {
  const at = new Bench(32)
  const file = at.make(1, 4)
  const frame = at.pool.pin(file, 2)
  const taken = at.take()
  at.pool.view.setUint32(frame * PAGE_BYTES + 32, 22, true)
  logPageImage(at.pool, at.log, frame)
  at.pool.unpin(frame)
  at.check(taken)
  at.storage.flushSync()
  at.check(taken)
  taken.image.release()
  await at.close()
})

test('a page that is half written is seen whole, and as it is now where it has changed since', async () => {
  const at = new Bench(32)
  const file = at.make(1, 8)
  at.storage.flushSync()
  for (let block = 0; block < 8; block++) at.put(file, block, 100 + block)
  /** @type {(() => void)[]} */
  const halves = []
  let holds = true
  const { takes } = at.disk
  at.disk.takes = async (call, half) => {
    if (call !== 'write' || !holds) return takes.call(at.disk, call, half)
    half?.()
    await new Promise((resolve) => { halves.push(() => resolve(undefined)) })
  }
  const written = at.storage.writer.makeRoom()
  // First the double-write area, then the pages in place.
  for (let count = 0; count < 2; count++) {
    while (halves.length === 0) await new Promise((resolve) => setImmediate(resolve))
    if (count === 0) /** @type {() => void} */ (halves.pop())()
  }
  at.put(file, 1, 201)
  at.put(file, 6, 206) // whose write has not begun
  const taken = at.take()
  at.check(taken)
  holds = false
  for (const release of halves) release()
  assert.ok(await written > 0)
  at.check(taken)
  await at.storage.flush(at.log.position)
  at.check(taken)
  for (let block = 0; block < 8; block++) at.put(file, block, 300 + block)
  at.check(taken)
  await at.storage.flush(at.log.position)
  at.check(taken)
  taken.image.release()
  assert.equal(at.vfs.keptBytes, 0)
  await at.close()
})

test('pages of a file that is dropped are seen until their frames are taken, and after', async () => {
  const at = new Bench(16)
  const file = at.make(1, 6)
  const taken = at.take()
  at.model.delete(file)
  at.storage.files.dropNow(1)
  at.check(taken)
  const other = at.make(2, 40)
  at.check(taken)
  for (let block = 0; block < 40; block++) assert.equal(at.get(other, block), block)
  at.check(taken)
  taken.image.release()
  assert.equal(at.vfs.keptBytes, 0)
  await at.close()
})

test('where there is no room for a copy the page stays as it is, in memory and in its file', async () => {
  const at = new Bench(32)
  const file = at.make(1, 4)
  at.storage.flushSync()
  at.put(file, 1, 11)
  const taken = at.take()
  const { add } = at.vfs.store
  at.vfs.store.add = () => { throw new Error('no room') }
  assert.throws(() => at.put(file, 1, 12), /no room/)
  at.vfs.store.add = add
  at.check(taken)
  at.put(file, 1, 12)
  at.put(file, 2, 21)
  at.check(taken)
  const handle = at.storage.files.handle(file)
  at.vfs.store.add = () => { throw new Error('no room') }
  assert.throws(() => handle.writeSync(new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, 2 * PAGE_BYTES), /no room/)
  at.vfs.store.add = add
  at.check(taken)
  handle.writeSync(new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, 2 * PAGE_BYTES)
  at.check(taken)
  taken.image.release()
  await at.close()
})

for (const seed of [1, 2, 3, 4])
  test(`images of many moments agree with what was there at each, seed ${seed}`, async () => {
    const random = seededRandom(seed)
    const at = new Bench(16 + random.below(40), seed)
    /** @type {Taken[]} */
    const images = []
    /** @type {Set<Promise<unknown>>} */
    const underWay = new Set()
    let nextFile = 1
    for (let step = 1; step <= 500; step++) {
      const files = [...at.model.keys()]
      const file = files[random.below(files.length)]
      const block = file === undefined ? 0 : random.below(file.blockCount)
      const what = random.below(40)
      if (file === undefined || (what === 0 && files.length < 5)) at.make(nextFile++, 1 + random.below(12))
      else if (what === 1 && random.below(4) === 0) {
        at.model.delete(file)
        at.storage.files.dropNow(file.fileId)
      } else if (what < 4) images.push(at.take())
      else if (what < 6 && images.length > 0) {
        const [gone] = images.splice(random.below(images.length), 1)
        at.check(gone)
        gone.image.release()
      } else if (what < 8) {
        const work = at.storage.writer.makeRoom().finally(() => underWay.delete(work))
        underWay.add(work)
      } else if (what === 8 && random.below(4) === 0) at.storage.flushSync()
      else if (what < 13) await new Promise((resolve) => setImmediate(resolve))
      else if (what < 16) at.extend(file, step)
      else if (what < 26) at.put(file, block, step)
      else assert.equal(at.get(file, block), /** @type {number[]} */ (at.model.get(file))[block])
      if (random.below(20) === 0) for (const each of images) at.check(each)
    }
    await Promise.all(underWay)
    for (const each of images) {
      at.check(each)
      each.image.release()
    }
    assert.equal(at.vfs.keptBytes, 0)
    for (const [file, pages] of at.model)
      for (const [block, value] of pages.entries()) assert.equal(at.get(file, block), value)
    await at.close()
  })
