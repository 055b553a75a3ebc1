/**
 * Storage over the real log on one disk that loses power: what was durable in the log is on the pages after recovery,
 * whatever was torn.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Storage } from '../../../src/storage/storage.js'
import { PAGE_BYTES, PAGE_KINDS, initPage } from '../../../src/storage/page.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { Wal } from '../../../src/wal/wal.js'
import { LogReader } from '../../../src/wal/log-reader.js'
import { seededRandom } from '../../../src/util/prng.js'
import { FakeTxn } from './fake-log.js'
import { rounds } from '../../support/rounds.js'

const GEOMETRY = { segmentBytes: 256 * 1024, systemIdentifier: 77n }
const FILE_ID = 31
const BLOCKS = 30

/** @param {number} seed */
async function run(seed) {
  const random = seededRandom(seed)
  const disk = new FaultVfs({ seed, crashAtWrite: 40 + random.below(900) })
  /** Newest value of each block, and the log position after it. @type {{value: number, after: number}[][]} */
  const written = Array.from({ length: BLOCKS }, () => [])
  let redoStart = 0
  let durable = 0
  let created = 0
  try {
    const wal = new Wal(disk, { ...GEOMETRY, epoch: 1, stagingBytes: 64 * 1024 })
    const storage = new Storage({ vfs: disk, log: wal, cachePages: 8 })
    redoStart = wal.position
    const { pool } = storage
    const file = storage.files.create(FILE_ID, new FakeTxn())
    created = wal.position
    for (let step = 0; step < 1500; step++) {
      const blockNo = random.below(BLOCKS)
      const frame = blockNo >= file.blockCount ? pool.extend(file) : pool.pin(file, blockNo)
      const base = frame * PAGE_BYTES
      const value = random.uint32()
      initPage(pool.view, pool.bytes, base, PAGE_KINDS.SEQUENCE)
      for (let at = 32; at < PAGE_BYTES; at += 400) pool.view.setUint32(base + at, value, true)
      pool.view.setUint16(base + 12, 8000, true)
      pool.view.setUint16(base + 14, 8000, true)
      logPageImage(pool, wal, frame)
      written[pool.frameBlock[frame]].push({ value, after: wal.position })
      pool.unpin(frame)
      const action = random.below(60)
      if (action < 6) await wal.durable(wal.position)
      else if (action < 8) storage.writer.wake()
      else if (action < 10) {
        const position = wal.position
        await storage.flush(position)
        const start = Math.min(position, storage.minRecLsn())
        wal.syncSync(wal.position)
        redoStart = start
      }
      durable = wal.durableLsn
    }
  } catch (error) {
    if (!disk.off) throw error
  }
  if (redoStart === 0) return 0
  await new Promise((resolve) => setImmediate(resolve))
  const image = disk.crashImage(seed)
  const reader = new LogReader(image, GEOMETRY)
  /** @type {any[]} */
  const records = []
  reader.seek(redoStart)
  while (reader.next()) {
    const { lsn, kind, xid, prevLsn, bytes, at, end } = reader.record
    const copy = bytes.slice(at, end)
    records.push({ lsn, kind, xid, prevLsn, bytes: copy, view: new DataView(copy.buffer), at: 0, end: copy.length })
  }
  const { endOfLog } = reader
  reader.close()
  assert.ok(endOfLog >= durable, 'what was durable is in the log')
  const wal = new Wal(image, { ...GEOMETRY, epoch: 2, endLsn: endOfLog, stagingBytes: 64 * 1024 })
  const storage = new Storage({ vfs: image, log: wal, cachePages: 8 })
  const redo = storage.redoTable()
  for (const record of records) redo[record.kind](record, record.lsn)
  storage.finishRecovery()
  if (!storage.files.exists(FILE_ID)) {
    assert.ok(created === 0 || created > endOfLog)
    return storage.pagesRestored
  }
  const file = storage.files.open(FILE_ID)
  for (const [blockNo, versions] of written.entries()) {
    const expected = versions.findLast(({ after }) => after <= endOfLog)
    if (expected === undefined) continue
    const frame = storage.pool.pin(file, blockNo)
    for (let at = 32; at < PAGE_BYTES; at += 400)
      assert.equal(storage.pool.view.getUint32(frame * PAGE_BYTES + at, true), expected.value)
    storage.pool.unpin(frame)
  }
  await storage.close()
  await wal.close()
  return storage.pagesRestored
}

test('power cuts with the real log', async () => {
  let restored = 0
  for (let seed = 1; seed <= rounds(20, 60); seed++) {
    restored += await run(seed).catch((error) => { throw new Error(`seed ${seed}`, { cause: error }) })
  }
  assert.ok(restored > 0, 'some run tore a page')
})
