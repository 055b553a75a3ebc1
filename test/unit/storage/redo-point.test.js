/**
 * At any moment `minRecLsn` is at or before the oldest change that a power cut could take: whatever is being changed,
 * copied, written, left over for want of room, written without a sync, or synced just then. A checkpoint may ask at any
 * of these moments. What the disk keeps is read from the disk.
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
    pool.unpin(frame)
    const page = `${file.fileId} ${pool.frameBlock[frame]}`
    const lsns = this.changes.get(page) ?? []
    this.changes.set(page, [...lsns, pageLsn(pool.view, base)])
  }

  /** The oldest change that is not on the disk for good. */
  oldestUndurable() {
    const view = this.vfs.view('current')
    const bytes = new Uint8Array(PAGE_BYTES)
    let oldest = Infinity
    for (const [page, lsns] of this.changes) {
      const [fileId, block] = page.split(' ').map(Number)
      bytes.fill(0)
      view.open(relationPath(fileId), 'durable').readSync(bytes, 0, PAGE_BYTES, block * PAGE_BYTES)
      const durable = pageLsn(new DataView(bytes.buffer), 0)
      oldest = Math.min(oldest, lsns.find((lsn) => lsn > durable) ?? Infinity)
    }
    return oldest
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
  test(`redo starts before what is not durable, on a disk ${isShort ? 'full now and then' : 'with room'}`, async () => {
    for (let seed = 1; seed <= 12; seed++) {
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
        }
      }
      vfs.heal()
      await Promise.all(under)
      await storage.flush(storage.log.position)
      assert.equal(run.oldestUndurable(), Infinity)
      await storage.close()
    }
  })
