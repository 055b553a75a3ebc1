/**
 * What a checkpoint says of files for who reads the log from there: how long they are, which of their pages were never
 * written, which of them are gone.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { RecordedLengths } from '../../../src/storage/file-lengths.js'
import { FileRemoval } from '../../../src/storage/file-removal.js'
import { logPageImage } from '../../../src/storage/page-image.js'
import { PAGE_BYTES, PAGE_KINDS, initPage } from '../../../src/storage/page.js'
import { Storage } from '../../../src/storage/storage.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { RECORD_KINDS } from '../../../src/wal/record-kinds.js'
import { FakeLog, FakeTxn } from './fake-log.js'

const FILE = 5

/** @param {FakeLog} log */
function lengthsIn(log) {
  const lengths = new RecordedLengths()
  for (const record of log.records) if (record.kind === RECORD_KINDS.FILE_LENGTHS) lengths.note(record)
  return lengths
}

test('a page that was never written is told from one that was lost', () => {
  const vfs = new MemoryVfs()
  const log = new FakeLog()
  const storage = new Storage({ vfs, log, cachePages: 16 })
  const { pool, files } = storage
  const file = files.create(FILE, new FakeTxn())
  for (let blockNo = 0; blockNo < 4; blockNo++) {
    const frame = pool.extend(file)
    if (blockNo % 2 === 0) {
      initPage(pool.view, pool.bytes, frame * PAGE_BYTES, PAGE_KINDS.SEQUENCE)
      logPageImage(pool, log, frame)
    }
    pool.unpin(frame) // of the others whoever asked for them was refused what he wanted there
  }
  storage.flushSync()
  assert.deepEqual(lengthsIn(log).byFile.get(FILE), { blockCount: 4, holes: [1, 3] })

  vfs.open(file.path).writeSync(new Uint8Array(PAGE_BYTES), 0, PAGE_BYTES, 2 * PAGE_BYTES)
  const again = new Storage({ vfs, log: new FakeLog(), cachePages: 16, lengths: lengthsIn(log) })
  const found = again.files.open(FILE)
  for (const blockNo of [0, 1, 3]) again.pool.unpin(again.pool.pin(found, blockNo))
  assert.throws(() => again.pool.pin(found, 2), { code: 'XX001' })
})

test('a file that is gone is said while redo may meet changes of it', () => {
  const removal = new FileRemoval(new MemoryVfs(), () => undefined)
  removal.gone.set(FILE, 100)
  assert.deepEqual([...removal.toSay(50, false)], [], 'redo starts behind what is said now')
  assert.deepEqual([...removal.toSay(50, true)], [FILE])
  assert.deepEqual([...removal.toSay(50, true)], [FILE], 'each time')
  assert.deepEqual([...removal.toSay(100, true)], [], 'the log has no change of it behind')
})
