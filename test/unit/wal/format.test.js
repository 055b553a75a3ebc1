/** Bytes of frames and records, positions, and what the reader does with them. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { crc32 } from '../../../src/util/crc32.js'
import { crcSeedOf } from '../../../src/wal/frame.js'
import { findEnd, readRecords, RecordLookup } from '../../../src/wal/log-reader.js'
import { Wal } from '../../../src/wal/wal.js'

const GEOMETRY = { segmentBytes: 4096, systemIdentifier: 0x1234567890abcdefn }
const FIRST = 'wal/0000000000000001'

/** @param {Wal} wal @param {string} text */
function append(wal, text, kind = 7, xid = 0, prevLsn = 0) {
  const at = wal.reserve(text.length)
  const end = at + (new TextEncoder().encodeInto(text, wal.buffer.subarray(at)).written ?? 0)
  return wal.seal(kind, xid, prevLsn, end)
}
/** @param {MemoryVfs} vfs @param {number} from */
const texts = (vfs, from, geometry = GEOMETRY) =>
  [...readRecords(vfs, from, geometry)].length &&
  Array.from(readRecords(vfs, from, geometry), (record) =>
    new TextDecoder().decode(record.bytes.subarray(record.at, record.end))
  )

test('the bytes of a frame and its records', async () => {
  const vfs = new MemoryVfs()
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: 3 })
  assert.equal(wal.position, 4096)
  assert.equal(append(wal, 'abc', 9, 0x0102_0304_0506, 0x0708_090a_0b0c), 4096 + 32)
  assert.equal(append(wal, '', 10), 4096 + 32 + 19)
  assert.equal(wal.position, 4096 + 32 + 35)
  wal.writeOut()
  assert.deepEqual([wal.writtenLsn, wal.durableLsn, wal.position], [4096 + 72, 4096, 4096 + 72])
  await wal.durable(wal.position)
  assert.equal(append(wal, 'de'), 4096 + 72 + 32)
  await wal.close()
  const bytes = new Uint8Array(4096)
  const file = vfs.open(FIRST)
  assert.equal(file.size(), 4096)
  file.readSync(bytes, 0, 4096, 0)
  const hex = (/** @type {number} */ from, /** @type {number} */ to) =>
    Buffer.from(bytes.subarray(from, to)).toString('hex')
  assert.equal(
    hex(0, 4),
    Buffer.from(Uint32Array.of(crc32(bytes, 4, 67, crcSeedOf(GEOMETRY.systemIdentifier))).buffer).toString('hex')
  )
  assert.equal(hex(4, 32), '43000000' + '0010000000000000' + '0010000000000000' + '03000000' + '00000000')
  assert.equal(hex(32, 51), '09130000' + '060504030201' + '0c0b0a090807' + '616263')
  assert.equal(hex(51, 72), '0a100000' + '000000000000' + '000000000000' + '0000000000')
  assert.equal(
    hex(76, 96),
    '32000000' + '4810000000000000' + '4810000000000000',
    'the second frame names its position and what was durable'
  )
  assert.equal(hex(122, 4096), '00'.repeat(4096 - 122))
})

test('the next segment is made when a quarter of the current one is written, not before', async () => {
  const vfs = new MemoryVfs()
  const wal = new Wal(vfs, { segmentBytes: 64 * 1024, systemIdentifier: 7n, epoch: 1 })
  const writeTo = async (/** @type {number} */ end) => {
    while (wal.position < end) append(wal, 'x'.repeat(100))
    await wal.durable(wal.position)
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    return vfs.list('wal').length
  }
  const start = wal.position
  assert.equal(await writeTo(start + 15 * 1024), 1)
  assert.equal(await writeTo(start + 17 * 1024), 2)
  assert.equal(await writeTo(start + 63 * 1024), 2)
  assert.equal(await writeTo(start + 70 * 1024), 2)
  assert.equal(await writeTo(start + 85 * 1024), 3)
  assert.equal(wal.stats.segmentStalls, 0)
  await wal.close()
})

test('records come back with all their fields, from any record on, and singly', async () => {
  const vfs = new MemoryVfs()
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1, stagingBytes: 1024 })
  /** @type {{lsn: number, kind: number, xid: number, prevLsn: number, size: number}[]} */
  const written = []
  for (let index = 0; index < 500; index++) {
    const record = { kind: index % 200, xid: index * 1e12, prevLsn: written.at(-1)?.lsn ?? 0, size: index * 37 % 700 }
    const at = wal.reserve(record.size + index % 3)
    wal.buffer.fill(index, at, at + record.size)
    written.push({ ...record, lsn: wal.seal(record.kind, record.xid % 2 ** 48, record.prevLsn, at + record.size) })
    if (index % 5 === 0) wal.writeOut()
    if (index % 20 === 0) await new Promise(setImmediate) // segments are prepared meanwhile
  }
  await wal.close()
  assert.ok(wal.stats.writes > 100)
  assert.ok(wal.stats.segmentsMade > 20)
  for (const from of [0, 1, 77, 499]) {
    let index = from
    for (const record of readRecords(vfs, written[from].lsn, GEOMETRY)) {
      const wanted = written[index]
      assert.deepEqual([record.lsn, record.kind, record.xid, record.prevLsn, record.end - record.at],
        [wanted.lsn, wanted.kind, index * 1e12 % 2 ** 48, wanted.prevLsn, wanted.size])
      assert.ok(record.bytes.subarray(record.at, record.end).every((byte) => byte === index % 256))
      index++
    }
    assert.equal(index, 500)
  }
  assert.deepEqual(findEnd(vfs, written[3].lsn, GEOMETRY), { endOfLog: wal.position, epoch: 1 })
  assert.deepEqual(findEnd(vfs, wal.position, GEOMETRY), { endOfLog: wal.position, epoch: 1 })
  const lookup = new RecordLookup(vfs, GEOMETRY)
  for (let index = 499; index >= 0; index--) {
    const record = lookup.readRecordAt(written[index * 7 % 500].lsn)
    assert.equal(record.kind, written[index * 7 % 500].kind)
    assert.equal(record.end - record.at, written[index * 7 % 500].size)
  }
  assert.throws(() => lookup.readRecordAt(wal.position + 32), { code: 'XX001' })
  assert.throws(() => [...readRecords(vfs, wal.position + 8, GEOMETRY)], { code: 'XX001' })
  assert.throws(() => [...readRecords(vfs, wal.position + 4096 * 3, GEOMETRY)], { code: 'XX001' })
})

test('another cluster\'s segments are no log', async () => {
  const vfs = new MemoryVfs()
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1 })
  append(wal, 'mine')
  await wal.close()
  assert.deepEqual(texts(vfs, 4096), ['mine'])
  assert.equal(texts(vfs, 4096, { ...GEOMETRY, systemIdentifier: 5n }), 0)
})

test('a damaged frame ends the log if nothing later was durable, and is reported if something was', async () => {
  for (const synced of [false, true]) {
    const vfs = new MemoryVfs()
    const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1 })
    for (const text of ['one', 'two', 'three', 'four']) {
      append(wal, text)
      if (synced) await wal.durable(wal.position)
      else wal.writeOut()
    }
    const file = vfs.open(FIRST)
    file.writeSync(Uint8Array.of(255), 0, 1, 56 + 40)
    if (synced) assert.throws(() => texts(vfs, 4096), { code: 'XX001', message: /corrupt at 4152/ })
    else assert.deepEqual(texts(vfs, 4096), ['one'])
    await wal.close()
  }
})

test('the hole is noticed across a segment\'s end too', async () => {
  const vfs = new MemoryVfs()
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1 })
  append(wal, 'x'.repeat(3000))
  wal.writeOut()
  append(wal, 'damaged')
  wal.writeOut()
  await wal.durable(wal.position)
  append(wal, 'y'.repeat(2000)) // does not fit the rest
  await wal.close()
  assert.equal([...readRecords(vfs, 4096, GEOMETRY)].length, 3)
  vfs.open(FIRST).writeSync(Uint8Array.of(255), 0, 1, 3090)
  assert.throws(() => [...readRecords(vfs, 4096, GEOMETRY)], { code: 'XX001' })
})

test('an earlier incarnation\'s frames beyond the recovered end are not read', async () => {
  const vfs = new MemoryVfs()
  const wal = new Wal(vfs, { ...GEOMETRY, epoch: 1 })
  for (const text of ['keep', 'lost', 'after']) {
    append(wal, text)
    wal.writeOut()
  }
  await wal.close()
  const next = new Wal(vfs, { ...GEOMETRY, epoch: 2, endLsn: 4096 + 56 })
  append(next, 'new.') // exactly as long as the lost one: "after" would follow
  await next.close()
  assert.deepEqual(texts(vfs, 4096), ['keep', 'new.'])
})

test('misuse is an assertion', async () => {
  const wal = new Wal(new MemoryVfs(), { ...GEOMETRY, epoch: 1 })
  assert.throws(() => wal.reserve(4096), /fits the staging memory/)
  const at = wal.reserve(10)
  assert.throws(() => wal.seal(1, 0, 0, at + 11), /within what was reserved/)
  assert.throws(() => wal.durable(wal.position + 100), /position exists/)
  wal.reserve(4096 - 48)
  await wal.close()
})
