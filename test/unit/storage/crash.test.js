/**
 * Storage against power cuts: random changes, checkpoints, cleaning, drops with a pool of 8 to 24 frames on a disk that
 * loses power at a random write or sync; then recovery from the image, and every page is held against what the
 * surviving log says. The write-ahead rule is checked at every page write on the way.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Storage } from '../../../src/storage/storage.js'
import { PAGE_BYTES, PAGE_KINDS, initPage, pageCrc, pageKind, pageLsn } from '../../../src/storage/page.js'
import { ScanRing } from '../../../src/storage/buffer-pool.js'
import { BATCH_PAGES_MAX } from '../../../src/storage/double-write.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FakeLog, FakeTxn } from './fake-log.js'
import { rounds } from '../../support/rounds.js'

const INIT = 201 //   fileId, blockNo, fill u8
const PATCH = 202 //  fileId, blockNo, offset u16, count u16, bytes
const COMMIT = RECORD_KINDS.COMMIT

/** @typedef {import('../../../src/storage/relation-files.js').LogRecord & {kind: number}} LogRecord */
/** @typedef {import('../../../src/storage/relation-files.js').RelationFile} RelationFile */
/** @typedef {ReturnType<typeof seededRandom>} Random */

/** @param {Storage} storage @returns {Record<number, (record: LogRecord, lsn: number) => void>} */
const redoTable = (storage) => ({
  ...storage.redoTable(),
  [INIT]: ({ view, at }, lsn) => {
    const frame = storage.pool.pinRedo(view.getUint32(at, true), view.getUint32(at + 4, true), lsn, true)
    if (frame < 0) return
    fillPage(storage, frame, view.getUint8(at + 8))
    storage.pool.markDirty(frame, lsn)
    storage.pool.unpin(frame)
  },
  [PATCH]: ({ view, bytes, at }, lsn) => {
    const frame = storage.pool.pinRedo(view.getUint32(at, true), view.getUint32(at + 4, true), lsn, false)
    if (frame < 0) return
    const count = view.getUint16(at + 10, true)
    storage.pool.bytes.set(bytes.subarray(at + 12, at + 12 + count), frame * PAGE_BYTES + view.getUint16(at + 8, true))
    storage.pool.markDirty(frame, lsn)
    storage.pool.unpin(frame)
  },
})

/** @param {Storage} storage @param {number} frame @param {number} fill */
function fillPage(storage, frame, fill) {
  const { pool } = storage
  const base = frame * PAGE_BYTES
  initPage(pool.view, pool.bytes, base, PAGE_KINDS.SEQUENCE)
  pool.bytes.fill(fill, base + 32, base + PAGE_BYTES)
}

/**
 * @param {Storage} storage
 * @param {FakeLog} log
 * @param {RelationFile} file
 * @param {number} frame
 * @param {number} fill
 */
function logInit(storage, log, file, frame, fill) {
  const at = log.reserve(9)
  log.view.setUint32(at, file.fileId, true)
  log.view.setUint32(at + 4, storage.pool.frameBlock[frame], true)
  log.view.setUint8(at + 8, fill)
  fillPage(storage, frame, fill)
  storage.pool.markDirty(frame, log.seal(INIT, 0, 0, at + 9))
}

/**
 * @param {Storage} storage
 * @param {FakeLog} log
 * @param {RelationFile} file
 * @param {number} frame
 * @param {number} offset
 * @param {Uint8Array} bytes
 */
function logPatch(storage, log, file, frame, offset, bytes) {
  const at = log.reserve(12 + bytes.length)
  log.view.setUint32(at, file.fileId, true)
  log.view.setUint32(at + 4, storage.pool.frameBlock[frame], true)
  log.view.setUint16(at + 8, offset, true)
  log.view.setUint16(at + 10, bytes.length, true)
  log.buffer.set(bytes, at + 12)
  storage.pool.bytes.set(bytes, frame * PAGE_BYTES + offset)
  storage.pool.markDirty(frame, log.seal(PATCH, 0, 0, at + 12 + bytes.length))
}

/** What the log says the files hold. @param {LogRecord[]} records */
function replayModel(records) {
  /** @type {Map<number, {pages: (Uint8Array | undefined)[], dropped: boolean}>} */
  const files = new Map()
  const created = new Map()
  /** @type {Map<number, {fileId: number, xid: number}>} */
  const leaving = new Map()
  const committed = new Set()
  for (const { kind, view, bytes, at, xid } of records) {
    const fileId = kind === COMMIT ? 0 : view.getUint32(at, true)
    const file = files.get(fileId)
    if (kind === COMMIT) committed.add(xid)
    else if (kind === RECORD_KINDS.FILE_CREATE) {
      files.set(fileId, { pages: [], dropped: false })
      created.set(fileId, xid)
    } else if (kind === RECORD_KINDS.FILE_DROP) {
      const mode = view.getUint8(at + 4)
      if (mode === 0) leaving.set(fileId, { fileId, xid: xid || leaving.get(fileId)?.xid || 0 })
      else leaving.delete(fileId)
      if (mode === 1) files.delete(fileId)
    } else if (file === undefined) continue
    else if (kind === INIT) {
      file.pages[view.getUint32(at + 4, true)] = new Uint8Array(PAGE_BYTES - 32).fill(view.getUint8(at + 8))
    } else if (kind === PATCH) {
      const count = view.getUint16(at + 10, true)
      file.pages[view.getUint32(at + 4, true)]?.set(
        bytes.subarray(at + 12, at + 12 + count),
        view.getUint16(at + 8, true) - 32,
      )
    }
  }
  for (const { fileId, xid } of leaving.values()) if (committed.has(xid)) files.delete(fileId)
  for (const [fileId, xid] of created) if (!committed.has(xid)) files.delete(fileId)
  return files
}

/** @param {Storage} storage @param {FakeLog} log @param {number} redoStart */
function recover(storage, log, redoStart) {
  const redo = redoTable(storage)
  const undo = storage.undoTable()
  /** @type {Map<number, number>} */
  const lastLsn = new Map()
  const byLsn = new Map(log.records.map((record) => [record.lsn, record]))
  for (const record of [...log.records]) {
    if (record.xid !== 0) lastLsn.set(record.xid, record.lsn)
    if (record.kind === COMMIT) lastLsn.delete(record.xid)
    if (record.lsn >= redoStart) redo[record.kind]?.(record, record.lsn)
  }
  for (const [xid, start] of lastLsn) {
    const txn = Object.assign(new FakeTxn(), { xid, lastLsn: start })
    for (let lsn = start; lsn !== 0;) {
      const record = byLsn.get(lsn)
      assert.ok(record, 'the chain of a loser is in the log')
      undo[record.kind]?.(record, txn)
      lsn = record.prevLsn
    }
  }
  storage.finishRecovery()
}

/**
 * @param {Storage} storage
 * @param {FakeLog} log records before recovery's own
 * @param {LogRecord[]} records
 * @param {FaultVfs} disk
 */
function compare(storage, log, records, disk) {
  const files = replayModel(records)
  const created = new Set(
    records.filter(({ kind }) => kind === RECORD_KINDS.FILE_CREATE).map(({ view, at }) => view.getUint32(at, true)),
  )
  storage.files.removeOrphans((fileId) => created.has(fileId)) // names that reached the disk before the log
  const onDisk = disk.list('base').filter((name) => !name.includes('.')).map((name) => Number.parseInt(name, 16))
  assert.deepEqual(
    onDisk.sort((a, b) => a - b), [...files.keys()].sort((a, b) => a - b), 'exactly the files that should exist',
  )
  const { pool } = storage
  for (const [fileId, { pages }] of files) {
    const file = storage.files.open(fileId)
    assert.ok(file.blockCount >= pages.length, 'no block is missing')
    for (let blockNo = 0; blockNo < file.blockCount; blockNo++) {
      const frame = pool.pin(file, blockNo)
      const base = frame * PAGE_BYTES
      const expected = pages[blockNo]
      if (expected === undefined) {
        const kind = pageKind(pool.view, base)
        assert.ok(
          kind === PAGE_KINDS.FREE || kind === PAGE_KINDS.OVERFLOW,
          'a block the model does not know is free or out-of-line bytes',
        )
      } else
        assert.deepEqual(pool.bytes.slice(base + 32, base + PAGE_BYTES), expected, `file ${fileId} block ${blockNo}`)
      pool.unpin(frame)
    }
  }
}

/** A disk that refuses a page whose log is not durable. @param {FaultVfs} disk @param {() => FakeLog} log */
function watchWriteAhead(disk, log) {
  const open = disk.open.bind(disk)
  disk.open = (path, options) => {
    const file = open(path, options)
    if (!/^base\/[0-9a-f]{8}$/.test(path)) return file
    const writeSync = file.writeSync.bind(file)
    file.writeSync = (bytes, start, length, position) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      for (let at = start; at + PAGE_BYTES <= start + length; at += PAGE_BYTES) {
        if (pageKind(view, at) === 0 && pageLsn(view, at) === 0) continue
        assert.ok(pageLsn(view, at) < log().durableLsn, 'no page is written before its log')
        assert.equal(view.getUint32(at, true), pageCrc(bytes, at), 'what is written is whole')
      }
      writeSync(bytes, start, length, position)
    }
    return file
  }
}

/**
 * Everything that happens in one run.
 * @param {Random} random
 * @param {FaultVfs} disk
 * @param {FakeLog} log
 * @param {{redoStart: number, storage?: Storage}} state
 */
async function work(random, disk, log, state) {
  const storage = new Storage({ vfs: disk, log, cachePages: 8 + random.below(16), openFilesMax: 2 + random.below(3) })
  state.storage = storage
  const { pool, files } = storage
  /** @type {RelationFile[]} */
  const live = []
  /** @type {[RelationFile, Uint8Array, Uint8Array][]} */
  const values = []
  let nextFile = 1000
  const some = (/** @type {number} */ count) => Uint8Array.from({ length: count }, () => random.below(256))
  const commit = (/** @type {FakeTxn} */ txn) => {
    const at = log.reserve(1)
    log.seal(COMMIT, txn.xid, txn.lastLsn, at)
    if (random.below(2) === 0) log.syncSync(log.position)
  }
  /** Each resolves to its error, if any. @type {Promise<any>[]} */
  const background = []
  const settle = async () => {
    for (const error of await Promise.all(background.splice(0))) if (error instanceof Error) throw error
  }
  for (let step = 0; step < 600; step++) {
    const file = live[random.below(live.length)]
    const action = random.below(100)
    if (live.length < 2 || (action < 2 && live.length < 6)) {
      const txn = new FakeTxn()
      const made = files.create(nextFile++, txn)
      if (random.below(4) === 0) {
        const at = log.reserve(1)
        assert.ok(at > 0) // left active: a loser if the power fails before the rollback
        if (random.below(2) === 0) await new Promise((resolve) => setImmediate(resolve))
        for (const [, fileId, prevLsn] of txn.notes.reverse()) files.undoCreate(fileId, txn, prevLsn)
        continue
      }
      commit(txn)
      live.push(made)
    } else if (action < 4 && live.length > 2) {
      const txn = new FakeTxn()
      files.dropAtCommit(file.fileId, txn)
      if (random.below(3) === 0) {
        for (const [, fileId, prevLsn] of txn.notes) files.undoDrop(fileId, txn, prevLsn)
        commit(txn)
        continue
      }
      commit(txn)
      live.splice(live.indexOf(file), 1)
      while (values.some((value) => value[0] === file)) values.splice(values.findIndex((value) => value[0] === file), 1)
      if (random.below(2) === 0) await settle()
      log.syncSync(log.position)
      if (random.below(4) > 0) files.dropNow(file.fileId)
    } else if (action < 30 && file.blockCount < 40) {
      const frame = pool.extend(file)
      if (random.below(8) > 0) logInit(storage, log, file, frame, random.below(256)) // else: extended and never written
      pool.unpin(frame)
    } else if (action < 80 && file.blockCount > 0) {
      const frame = pool.pin(file, random.below(file.blockCount))
      const kind = pageKind(pool.view, frame * PAGE_BYTES)
      if (kind === PAGE_KINDS.FREE) logInit(storage, log, file, frame, random.below(256))
      else if (kind === PAGE_KINDS.SEQUENCE)
        logPatch(storage, log, file, frame, 32 + random.below(8000), some(1 + random.below(100)))
      pool.unpin(frame)
    } else if (action < 86) {
      const ring = new ScanRing(3)
      for (let blockNo = 0; blockNo < file.blockCount; blockNo++) {
        let frame = pool.tryPin(file, blockNo, ring)
        while (frame < 0) {
          await pool.prefetch(file, blockNo, 4, ring)
          frame = pool.tryPin(file, blockNo, ring)
        }
        pool.unpin(frame)
      }
    } else if (action < 90) pool.writer?.wake()
    else if (action < 93 && file.blockCount > 0) background.push(pool.prefetch(file, 0, 8).catch((error) => {
      if (error.code !== 'XX001') return error
    }))
    else if (action < 95) {
      const txn = new FakeTxn()
      const bytes = some(1 + random.below(30000))
      const pointer = storage.overflow.store(txn, file, bytes, 0, bytes.length)
      commit(txn)
      values.push([file, pointer, bytes])
    } else if (action < 97 && values.length > 0) {
      const [value] = values.splice(random.below(values.length), 1)
      assert.deepEqual(storage.overflow.load(value[0], value[1]), value[2])
      storage.overflow.free(value[0], value[1])
    } else if (action < 99) {
      const position = log.position
      // Half of the time the world goes on while the checkpoint writes.
      const flush = storage.flush(position).then(() => {
        const redoStart = Math.min(position, storage.minRecLsn())
        log.syncSync(log.position)
        state.redoStart = Math.max(state.redoStart, redoStart)
      })
      if (random.below(2) === 0) await flush
      else background.push(flush.catch((error) => error))
    } else await new Promise((resolve) => setImmediate(resolve))
  }
  await settle()
  for (const [file, pointer, bytes] of values) assert.deepEqual(storage.overflow.load(file, pointer), bytes)
  return storage
}

/**
 * The process dies (at a failing write), is started again on the same disk, whose cache holds what was never synced,
 * recovers and makes a checkpoint: from then on a power cut must find everything.
 * @param {number} seed @param {typeof work} [doing]
 */
async function kill(seed, doing = work) {
  const random = seededRandom(seed)
  const disk = new FaultVfs({ seed, failAtWrite: 4 + random.below(doing === load ? 1500 : 400) })
  const log = new FakeLog()
  /** @type {{redoStart: number, storage?: Storage}} */
  const state = { redoStart: 0 }
  await doing(random, disk, log, state).catch((error) => {
    if (error.code !== '58030') throw error
  })
  disk.options.failAtWrite = undefined // it may have ended before
  await state.storage?.writer.idle()
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  const again = log.survivor(random.below(6))
  const second = new Storage({ vfs: disk, log: again, cachePages: 12 })
  recover(second, again, state.redoStart)
  const position = again.position
  second.flushSync()
  const redoStart = Math.min(position, second.minRecLsn())
  disk.cut()
  const third = again.survivor(0)
  const image = disk.crashImage(seed)
  const last = new Storage({ vfs: image, log: third, cachePages: 12 })
  recover(last, third, redoStart)
  compare(last, third, third.records, image)
}

/**
 * Nothing but synchronous code, which needs frames all the time: its batches become larger than the cleaner's.
 * @param {Random} random
 * @param {FaultVfs} disk
 * @param {FakeLog} log
 * @param {{redoStart: number, storage?: Storage}} state
 */
async function load(random, disk, log, state) {
  const storage = new Storage({ vfs: disk, log, cachePages: 1200 })
  state.storage = storage
  const { pool, files, writer } = storage
  const txn = new FakeTxn()
  const file = files.create(1000, txn)
  const at = log.reserve(1)
  assert.ok(at > 0)
  log.seal(COMMIT, txn.xid, txn.lastLsn, at)
  for (let blockNo = 0; blockNo < 2200; blockNo++) {
    const frame = pool.extend(file)
    logInit(storage, log, file, frame, random.below(256))
    pool.unpin(frame)
  }
  for (let step = 0; step < 2000; step++) {
    const frame = pool.pin(file, random.below(file.blockCount))
    logPatch(storage, log, file, frame, 32 + random.below(8000), Uint8Array.of(step, step >>> 8))
    pool.unpin(frame)
    if (random.below(1000) === 0) {
      const position = log.position
      storage.flushSync()
      state.redoStart = Math.min(position, storage.minRecLsn())
    }
  }
  assert.ok(writer.foreground.pagesMax > BATCH_PAGES_MAX, 'the batches have grown')
  return storage
}

test('synchronous code goes on with usual batches where larger ones find no room for their copies', () => {
  const disk = new FaultVfs({ seed: 1 })
  const log = new FakeLog()
  const storage = new Storage({ vfs: disk, log, cachePages: 1200 })
  const { pool, files, writer } = storage
  const file = files.create(1000, new FakeTxn())
  for (let blockNo = 0; blockNo < 2200; blockNo++) {
    const frame = pool.extend(file)
    logInit(storage, log, file, frame, blockNo % 256)
    pool.unpin(frame)
  }
  storage.flushSync()
  disk.options.capacityBytes = disk.usedBytes() + (1 + BATCH_PAGES_MAX) * PAGE_BYTES
  for (let step = 0; step < 4000; step++) {
    const frame = pool.pin(file, (step * 7) % file.blockCount)
    logPatch(storage, log, file, frame, 32 + step, Uint8Array.of(step, step >>> 8))
    pool.unpin(frame)
  }
  assert.ok(writer.foregroundPages > 2200)
})

test('a batch that finds no room in place is not copied again: pages that are written rely on its copies', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const log = new FakeLog()
  const storage = new Storage({ vfs: disk, log, cachePages: 64 })
  const { pool, files } = storage
  const file = files.create(1000, new FakeTxn())
  for (let blockNo = 0; blockNo < 20; blockNo++) {
    const frame = pool.extend(file)
    logInit(storage, log, file, frame, blockNo)
    pool.unpin(frame)
  }
  await storage.flush(log.position)
  /** @type {string[]} */
  const written = []
  disk.watch = {
    changes: (path, { kind }) => { if (kind === 'write') written.push(path) },
    changed: () => undefined,
  }
  for (const flush of [() => storage.flush(log.position), async () => storage.flushSync()]) {
    for (let blockNo = 0; blockNo < 20; blockNo += 2) {
      const frame = pool.pin(file, blockNo)
      logPatch(storage, log, file, frame, 32, Uint8Array.of(1))
      pool.unpin(frame)
    }
    written.length = 0
    disk.inject({ call: 'write', path: /^base/, at: 4, times: 2, code: 'ENOSPC' })
    await flush().catch((error) => assert.equal(error.code, '53100'))
    disk.heal()
    await flush()
    assert.equal(written.filter((path) => path.startsWith('double-write')).length, 1)
    assert.ok(written.filter((path) => path.startsWith('base')).length >= 13, 'pages were written before and again')
  }
})

test('a batch of pages of more files than there are descriptors', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const log = new FakeLog()
  const storage = new Storage({ vfs: disk, log, cachePages: 64, openFilesMax: 3 })
  const { pool, files } = storage
  const all = Array.from({ length: 30 }, (_each, index) => files.create(1000 + index, new FakeTxn()))
  for (let round = 0; round < 3; round++) {
    for (const file of all) {
      const frame = round === 0 ? pool.extend(file) : pool.pin(file, 0)
      logInit(storage, log, file, frame, round)
      pool.unpin(frame)
    }
    if (round === 2) all[7].dropped = true
    await storage.flush(log.position)
    disk.options.descriptorsMax = disk.handleCount + 1
    assert.ok(disk.handleCount <= 6, 'two areas and no more files than are allowed')
    assert.ok(all.every((file) => file.busy === 0 && file.waiting === 0))
  }
  for (const file of all.filter(({ dropped }) => !dropped))
    assert.equal(pageKind(pool.view, pool.pin(file, 0) * PAGE_BYTES), PAGE_KINDS.SEQUENCE)
})

/** Bursts that left pages in place unsynced. */
let burstsUnsettled = 0

/**
 * Bursts of changes and bursts of new pages in synchronous code, the cleaner's turns between them: batches of both
 * areas and of none.
 * @type {typeof work}
 */
async function bursts(random, disk, log, state) {
  const storage = new Storage({ vfs: disk, log, cachePages: 640 })
  state.storage = storage
  const { pool, writer } = storage
  const txn = new FakeTxn()
  const live = [1000, 1001, 1002].map((fileId) => storage.files.create(fileId, txn))
  assert.ok(log.reserve(1) > 0)
  log.seal(COMMIT, txn.xid, txn.lastLsn, 64)
  log.syncSync(log.position)
  const extend = (/** @type {RelationFile} */ file, /** @type {number} */ count) => {
    for (let done = 0; done < count; done++) {
      const frame = pool.extend(file)
      logInit(storage, log, file, frame, random.below(256))
      pool.unpin(frame)
    }
  }
  for (const file of live) extend(file, 300)
  for (let burst = 0; burst < 24; burst++) {
    const action = random.below(10)
    const file = live[random.below(live.length)]
    if (action < 4) {
      for (let step = 100 + random.below(500); step > 0; step--) {
        const one = live[random.below(live.length)]
        const frame = pool.pin(one, random.below(one.blockCount))
        logPatch(storage, log, one, frame, 32 + random.below(8000), Uint8Array.of(step, step >>> 8))
        pool.unpin(frame)
      }
    } else if (action < 7) extend(file, 100 + random.below(500))
    else if (action < 8) {
      const position = log.position
      await storage.flush(position)
      state.redoStart = Math.min(position, storage.minRecLsn())
    } else if (random.below(2) === 0) await writer.makeRoom()
    else for (let turn = random.below(8); turn >= 0; turn--) await new Promise((resolve) => setImmediate(resolve))
    if (writer.unsettled.size > 0) burstsUnsettled++
  }
  return storage
}

/** @param {number} seed @param {boolean} cut @param {typeof work} [doing] */
async function run(seed, cut, doing = work) {
  const random = seededRandom(seed)
  const writes = doing === work ? 400 : 3000
  const options = cut
    ? random.below(3) === 0
      ? { crashAtSync: 4 + random.below(doing === work ? 120 : 40) }
      : { crashAtWrite: 4 + random.below(writes) }
    : {}
  let disk = new FaultVfs({ seed, ...options })
  let log = new FakeLog()
  watchWriteAhead(disk, () => log)
  /** @type {{redoStart: number, storage?: Storage}} */
  const state = { redoStart: 0 }
  const storage = await doing(random, disk, log, state).catch((error) => {
    if (!disk.off) throw error
  })
  if (storage !== undefined) {
    if (!cut) {
      await storage.close()
      const again = new Storage({ vfs: disk, log, cachePages: 16 })
      recover(again, log, log.position)
      compareClean(again, log)
      return { crashed: false, restored: 0 }
    }
  }
  await new Promise((resolve) => setImmediate(resolve))
  let restored = 0
  for (let crash = 0; ; crash++) {
    const records = [...log.survivor(random.below(6)).records]
    // Recovery itself is cut once or twice, and then left alone.
    const again = crash < 2 ? { seed, crashAtWrite: 1 + random.below(60) } : { seed }
    disk = disk.crashImage(seed * 7 + crash, again)
    const survivor = new FakeLog()
    survivor.records = records.slice()
    survivor.position = survivor.durableLsn = records.at(-1)?.endLsn ?? 100
    log = survivor
    watchWriteAhead(disk, () => log)
    try {
      const recovered = new Storage({ vfs: disk, log, cachePages: 12 })
      restored += recovered.pagesRestored
      recover(recovered, log, state.redoStart)
      const position = log.position
      recovered.flushSync()
      state.redoStart = Math.min(position, recovered.minRecLsn())
      log.syncSync(log.position)
      compare(recovered, log, log.records, disk)
      recovered.pool.assertUnpinned()
      return { crashed: true, restored }
    } catch (error) {
      if (!disk.off) throw error
    }
  }
}

/** @param {Storage} storage @param {FakeLog} log */
function compareClean(storage, log) {
  for (const [fileId, { pages }] of replayModel(log.records)) {
    if (!storage.files.exists(fileId)) continue
    const file = storage.files.open(fileId)
    for (const [blockNo, expected] of pages.entries()) {
      if (expected === undefined) continue
      const frame = storage.pool.pin(file, blockNo)
      const base = frame * PAGE_BYTES
      assert.deepEqual(storage.pool.bytes.slice(base + 32, base + PAGE_BYTES), expected)
      storage.pool.unpin(frame)
    }
  }
}

test('without power cuts: what was written is read back after a close', async () => {
  for (let seed = 1; seed <= rounds(3, 15); seed++)
    await run(seed, false).catch((error) => { throw new Error(`seed ${seed}`, { cause: error }) })
})

for (let group = 0; group < rounds(1, 2); group++) {
  test(`power cuts, seeds ${100 + group * 40} on`, async () => {
    let crashed = 0
    for (let seed = 100 + group * 40; seed < 140 + group * 40; seed++) {
      const result = await run(seed, true).catch((error) => { throw new Error(`seed ${seed}`, { cause: error }) })
      crashed += result.crashed ? 1 : 0
    }
    assert.ok(crashed > 30, 'most runs were cut')
  })
}

test('power cuts while synchronous code writes large batches', async () => {
  await run(900, false, load)
  let crashed = 0
  const seeds = rounds(4, 24)
  for (let seed = 901; seed < 901 + seeds; seed++) {
    const result = await run(seed, true, load).catch((error) => { throw new Error(`seed ${seed}`, { cause: error }) })
    crashed += result.crashed ? 1 : 0
  }
  assert.ok(crashed > seeds / 2, 'most runs were cut')
})

test('power cuts while synchronous code and the cleaner write by turns', async () => {
  await run(1000, false, bursts)
  let crashed = 0
  const seeds = rounds(5, 32)
  for (let seed = 1001; seed < 1001 + seeds; seed++) {
    const result = await run(seed, true, bursts).catch((error) => { throw new Error(`seed ${seed}`, { cause: error }) })
    crashed += result.crashed ? 1 : 0
  }
  assert.ok(
    crashed > seeds * 0.6 && burstsUnsettled > seeds,
    'most runs were cut, and batches were in place before their files were synced',
  )
})

test('a killed process, recovery, and then a power cut', async () => {
  for (let seed = 1; seed <= rounds(12, 80); seed++)
    await kill(seed).catch((error) => { throw new Error(`seed ${seed}`, { cause: error }) })
  for (let seed = 81; seed <= rounds(82, 90); seed++)
    await kill(seed, load).catch((error) => { throw new Error(`seed ${seed}`, { cause: error }) })
})

for (const ending of ['killed', 'cut']) {
  test(`a file made under the id of one that was dropped before a clean close, ${ending}`, async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const disk = new FaultVfs({ seed })
      const log = new FakeLog()
      const commit = (/** @type {FakeTxn} */ txn) => {
        assert.ok(log.reserve(1) > 0)
        log.seal(COMMIT, txn.xid, txn.lastLsn, 64)
        log.syncSync(log.position)
      }
      const fill = (/** @type {Storage} */ storage, /** @type {number} */ count, /** @type {number} */ byte) => {
        const txn = new FakeTxn()
        const file = storage.files.create(5, txn)
        commit(txn)
        for (let blockNo = 0; blockNo < count; blockNo++) {
          const frame = storage.pool.extend(file)
          logInit(storage, log, file, frame, byte)
          storage.pool.unpin(frame)
        }
      }
      const first = new Storage({ vfs: disk, log, cachePages: 16 })
      fill(first, 20, 1)
      const dropping = new FakeTxn()
      first.files.dropAtCommit(5, dropping)
      commit(dropping)
      const redoStart = seed % 2 === 0 ? 0 : log.position
      first.files.dropNow(5)
      first.flushSync() // says the drop again, behind redo's start
      log.syncSync(log.position)
      await first.close()

      const second = new Storage({ vfs: disk, log, cachePages: 16 })
      recover(second, log, redoStart)
      assert.ok(!second.files.exists(5))
      fill(second, 3 + seed % 4, 2)
      if (seed % 3 > 0) await second.writer.makeRoom()
      log.syncSync(log.position)

      disk.cut()
      const after = log.survivor(0)
      const third = new Storage({
        vfs: ending === 'cut' ? disk.crashImage(seed) : disk.afterKill(), log: after, cachePages: 16,
      })
      recover(third, after, redoStart)
      const file = third.files.open(5)
      assert.equal(file.blockCount, 3 + seed % 4)
      for (let blockNo = 0; blockNo < file.blockCount; blockNo++) {
        const frame = third.pool.pin(file, blockNo)
        assert.equal(third.pool.bytes[frame * PAGE_BYTES + 100], 2)
        third.pool.unpin(frame)
      }
    }
  })
}

test('a page the log changes and nobody can explain stops the open', () => {
  const log = new FakeLog()
  const storage = new Storage({ vfs: new FaultVfs({ seed: 1 }), log, cachePages: 16 })
  assert.equal(storage.pool.pinRedo(77, 3, 500, false), -1)
  assert.throws(() => storage.finishRecovery(), { code: 'XX001', message: /block 3 of file "base\/0000004d"/ })
})
