/**
 * At any moment, whatever is being changed, copied, written, left over for want of room, written without a sync, or
 * synced just then:
 *
 *  - `minRecLsn` is at or before the oldest change that a power cut could take: a checkpoint may ask just then;
 *  - a page that no redo from there makes is whole after a power cut, by one of the two double-write areas.
 *
 * What the disk keeps is read from the disk.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { seededRandom } from '../../../src/util/prng.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { relationPath } from '../../../src/errors/pages.js'
import { PAGE_BYTES, PAGE_KINDS, initPage, pageLsn } from '../../../src/storage/page.js'
import { Storage } from '../../../src/storage/storage.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { FakeLog, FakeTxn } from './fake-log.js'

const FRAMES = 64
const FILES = 3
const BLOCKS = 30
const STEPS = 120

/** A storage whose pages are changed at random, and what was done to them. */
class Changed {
  /** By page, oldest first. @type {Map<string, number[]>} */
  changes = new Map()

  /** @param {number} seed */
  constructor(seed) {
    this.random = seededRandom(seed)
    this.vfs = new FaultVfs({ seed })
    const timers = { setTimeout: (/** @type {() => void} */ callback) => setImmediate(callback) }
    this.storage = new Storage({ vfs: this.vfs, log: new FakeLog(), cachePages: FRAMES, timers })
    this.files = Array.from({ length: FILES }, (_file, at) => this.storage.files.create(at + 1, new FakeTxn()))
  }

  change() {
    const { pool, log } = this.storage
    const file = this.files[this.random.below(FILES)]
    const isNew = file.blockCount === 0 || (file.blockCount < BLOCKS && this.random.below(2) === 0)
    const frame = isNew ? pool.extend(file) : pool.pin(file, this.random.below(file.blockCount))
    const base = frame * PAGE_BYTES
    if (isNew) initPage(pool.view, pool.bytes, base, PAGE_KINDS.SEQUENCE)
    pool.bytes.fill(this.random.below(256), base + 100, base + PAGE_BYTES)
    logPageImage(pool, log, frame)
    if (this.random.below(4) === 0) pool.markHint(frame) // as a lock in a row's header
    pool.unpin(frame)
    const page = `${file.fileId} ${pool.frameBlock[frame]}`
    const lsns = this.changes.get(page) ?? []
    this.changes.set(page, [...lsns, pageLsn(pool.view, base)])
  }

  /** Of each page that was changed, as of when it is on the disk for good; 0: not at all. */
  * durable() {
    const view = this.vfs.view('current')
    const bytes = new Uint8Array(PAGE_BYTES)
    for (const [page, lsns] of this.changes) {
      const [fileId, blockNo] = page.split(' ').map(Number)
      bytes.fill(0)
      view.open(relationPath(fileId), 'durable').readSync(bytes, 0, PAGE_BYTES, blockNo * PAGE_BYTES)
      yield { fileId, blockNo, lsns, durable: pageLsn(new DataView(bytes.buffer), 0) }
    }
  }

  /** The oldest change that is not on the disk for good. */
  oldestUndurable() {
    let oldest = Infinity
    for (const { lsns, durable } of this.durable())
      oldest = Math.min(oldest, lsns.find((lsn) => lsn > durable) ?? Infinity)
    return oldest
  }

  /** The power goes. @param {number} seed of what is left */
  allWhole(seed) {
    const redoLsn = this.storage.minRecLsn()
    const image = this.vfs.crashImage(seed)
    const { files, pool } = new Storage({ vfs: image, log: new FakeLog(), cachePages: 2 * FILES * BLOCKS })
    for (const { fileId, blockNo, lsns } of this.durable())
      if (lsns[0] < redoLsn && image.exists(relationPath(fileId))) pool.unpin(pool.pin(files.open(fileId), blockNo))
  }

  /** @param {string} when */
  holds(when) {
    const [said, oldest] = [this.storage.minRecLsn(), this.oldestUndurable()]
    assert.ok(said <= oldest, `${when} redo may start at ${said}, the change at ${oldest} is not durable`)
  }

  /** Somebody writes pages. @returns {Promise<unknown> | void} */
  write() {
    const { writer } = this.storage
    switch (this.random.below(6)) {
      case 0: case 1: return writer.makeRoom()
      case 2: return this.storage.flush(this.storage.log.position)
      case 3: writer.makeRoomSync(); return
      case 4: this.storage.flushSync(); return
      default: writer.wake()
    }
  }
}

/** A call fails for want of room, now and for some time. @param {Changed} run */
function troubles({ random, vfs }) {
  if (random.below(8) === 0) vfs.heal()
  if (random.below(12) > 0) return
  const [at, times] = [1 + random.below(3), 2 + random.below(20)]
  vfs.inject({ call: 'write', path: /^(base|double)/, code: 'ENOSPC', at, times })
}

for (const isShort of [false, true])
  test(`redo starts early enough, pages are whole, disk ${isShort ? 'full now and then' : 'with room'}`, async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const run = new Changed(seed)
      const { random, vfs, storage } = run
      /** @type {Promise<unknown>[]} */
      const under = []
      for (let step = 0; step < STEPS; step++) {
        if (isShort) troubles(run)
        try {
          for (let more = random.below(6); more > 0; more--) run.change()
          const writing = random.below(3) === 0 ? run.write() : undefined
          if (writing !== undefined) under.push(writing.catch(() => undefined))
        } catch (error) {
          assert.match(String(/** @type {any} */ (error).code), /^53/)
        }
        run.holds(`seed ${seed}, step ${step}:`)
        for (let turns = random.below(4); turns > 0; turns--) {
          await new Promise((resolve) => setImmediate(resolve))
          run.holds(`seed ${seed}, step ${step}, a turn later:`)
          if (random.below(16) === 0) run.allWhole(step)
        }
      }
      vfs.heal()
      await Promise.all(under)
      await storage.flush(storage.log.position)
      assert.equal(run.oldestUndurable(), Infinity)
      await storage.close()
    }
  })
