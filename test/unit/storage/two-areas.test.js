/**
 * The two double-write areas beside each other: what synchronous code has written in place and not synced is covered by
 * its own, whatever the cleaner writes meanwhile, and whatever finds no room or no descriptor on the way.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { logPageImage } from '../../../src/storage/page-image.js'
import { PAGE_BYTES, PAGE_KINDS, initPage } from '../../../src/storage/page.js'
import { Storage } from '../../../src/storage/storage.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { FakeLog, FakeTxn } from './fake-log.js'

/** @import { RelationFile } from '../../../src/storage/relation-files.js' */

/** A pool of so many frames lets synchronous code write batches that it does not wait for. */
const FRAMES = 1024
const FILES = [1, 2, 3, 4, 5]
const BLOCKS = 40

/** @param {FaultVfs} vfs @param {Partial<ConstructorParameters<typeof Storage>[0]>} [more] */
const openOn = (vfs, more) => new Storage({ vfs, log: new FakeLog(), cachePages: FRAMES, ...more })

/** @param {Storage} storage @param {RelationFile} file @param {number} blockNo @param {number} value */
function change({ pool, log }, file, blockNo, value) {
  const frame = blockNo < file.blockCount ? pool.pin(file, blockNo) : pool.extend(file)
  const base = frame * PAGE_BYTES
  if (value === 0) initPage(pool.view, pool.bytes, base, PAGE_KINDS.SEQUENCE)
  pool.bytes.fill(value, base + 100, base + PAGE_BYTES)
  logPageImage(pool, log, frame)
  pool.unpin(frame)
}

/**
 * Five files on disk; of four all pages are written over by synchronous code, in one batch that is not synced yet.
 */
function withUnsettled() {
  const vfs = new FaultVfs({ seed: 1 })
  const storage = openOn(vfs, { openFilesMax: 2 })
  const files = FILES.map((fileId) => storage.files.create(fileId, new FakeTxn()))
  for (const file of files) for (let blockNo = 0; blockNo < BLOCKS; blockNo++) change(storage, file, blockNo, 0)
  storage.flushSync()
  // The next batch but one is larger: nothing but synchronous code runs.
  storage.writer.makeRoomSync()
  for (const file of files.slice(0, 4))
    for (let blockNo = 0; blockNo < BLOCKS; blockNo++) change(storage, file, blockNo, 1)
  storage.writer.makeRoomSync()
  assert.equal(storage.writer.unsettled.size, 4)
  return { vfs, storage, file: files[4] }
}

/** @param {FaultVfs} vfs whose power is cut now */
function allWhole(vfs) {
  vfs.cut()
  for (let seed = 1; seed <= 12; seed++) {
    const { files, pool } = openOn(vfs.crashImage(seed))
    for (const fileId of FILES.slice(0, 4))
      for (let blockNo = 0; blockNo < BLOCKS; blockNo++) pool.unpin(pool.pin(files.open(fileId), blockNo))
  }
}

test('a batch of the cleaner says that the other area is still needed', async () => {
  const { vfs, storage, file } = withUnsettled()
  change(storage, file, 0, 2)
  assert.equal(await storage.writer.makeRoom(), 1)
  allWhole(vfs)
})

test('… also when the next batch of synchronous code could not begin', async () => {
  const { vfs, storage, file } = withUnsettled()
  change(storage, file, 0, 2)
  const fault = vfs.inject({ call: 'open', path: /^base/, code: 'EMFILE', times: Infinity })
  assert.throws(() => storage.writer.makeRoomSync(), { code: '53000' })
  assert.ok(fault.failed > 0 && storage.writer.unsettled.size > 0)
  vfs.heal()
  change(storage, file, 1, 2)
  assert.equal(await storage.writer.makeRoom(), 1)
  allWhole(vfs)
})

test('a sync that was begun early and fails is told, though the file was closed meanwhile', async () => {
  const { vfs, storage, file } = withUnsettled()
  assert.ok(storage.writer.earlySyncs.underWay.size > 0)
  const fault = vfs.inject({ call: 'sync', path: /^base/, code: 'EIO', times: storage.writer.earlySyncs.underWay.size })
  await storage.writer.earlySyncs.ended()
  assert.ok(fault.failed > 0)
  // Whoever opens a file now hears nothing of an error that somebody was told before.
  for (const fileId of [3, 4, 5]) storage.files.handle(storage.files.open(fileId))
  change(storage, file, 0, 2)
  assert.throws(() => storage.writer.makeRoomSync(), { code: '58030' })
  vfs.heal()
  allWhole(vfs)
})

test('… and is told without a turn of the event loop, by the handle that the file had then', () => {
  const { storage } = withUnsettled()
  const { known } = storage.files
  const early = [...storage.writer.earlySyncs.handles.keys()]
  assert.equal(early.length, 2)
  const before = early.map((file) => storage.files.handle(file))
  for (const fileId of FILES) storage.files.handle(storage.files.open(fileId))
  assert.deepEqual(early.map(({ handle }) => handle), before, 'they stay open')
  const others = [...known.values()].filter((file) => !early.includes(file) && file.handle !== null)
  assert.ok(others.length <= 1, 'others do not')
})

test('a program that gives the event loop no turn has one handle more for each file, not for each sync', async () => {
  const { vfs, storage } = withUnsettled()
  const files = FILES.slice(0, 4).map((fileId) => storage.files.open(fileId))
  const { earlySyncs } = storage.writer
  const counts = []
  for (let value = 2; value < 8; value++) {
    for (const file of files) for (let blockNo = 0; blockNo < BLOCKS; blockNo++) change(storage, file, blockNo, value)
    storage.writer.makeRoomSync()
    counts.push(vfs.handleCount)
  }
  assert.ok(earlySyncs.underWay.size > 2 * earlySyncs.handles.size, 'files are synced again')
  assert.equal(counts[5], counts[2])
  await earlySyncs.ended()
  assert.equal(earlySyncs.handles.size + earlySyncs.underWay.size, 0)
  assert.ok(files.every((file) => file.earlySyncs === 0))
})
