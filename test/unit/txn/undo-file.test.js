/**
 * Undo that went to the file: records of any length come back from it, little is read for each, and the room is given
 * back.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { UndoLog, UNDO_BEFORE_BYTES, UNDO_SLOT } from '../../../src/txn/undo-log.js'
import { UndoFile } from '../../../src/txn/undo-file.js'
import { UNDO_KINDS } from '../../../src/txn/undo-kinds.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'

const MB = 1024 * 1024

/**
 * A log with records of random lengths, their bytes told by their number.
 * @param {any} vfs
 * @param {number} bytes
 * @param {number} longest
 */
function filled(vfs, bytes, longest) {
  const random = seededRandom(7)
  const undo = new UndoLog({ vfs, memoryChunksMax: 2 })
  undo.startAt(0)
  undo.bound = 2 ** 40
  const txn = /** @type {any} */ ({ xid: 5, lastUndo: 0, firstUndo: 1, cid: 0, lastLsn: 0, cidUsed: false })
  /** @type {{ pointer: number, length: number }[]} */
  const records = []
  for (let written = 0; written < bytes;) {
    const length = random.below(8) === 0 ? random.below(longest) : random.below(100)
    const pointer = undo.append(UNDO_KINDS.UPDATE, 0, txn, 1, 2, records.length & 511, 0, 0, 0, 0, length)
    undo.writeBytes.fill(records.length & 255, undo.writeAt, undo.writeAt + length)
    records.push({ pointer, length })
    written += 56 + length
  }
  return { undo, records, random }
}

/** @param {UndoLog} undo @param {{ pointer: number, length: number }} record @param {number} number */
function looks(undo, { pointer, length }, number) {
  undo.seek(pointer)
  const { view, bytes, at } = undo
  assert.equal(view.getUint16(at + UNDO_BEFORE_BYTES, true), length)
  assert.equal(view.getUint16(at + UNDO_SLOT, true), number & 511)
  assert.ok(bytes.subarray(at + 56, at + 56 + length).every((byte) => byte === (number & 255)), `record ${number}`)
}

test('records of any length come back, in any order', () => {
  const { undo, records, random } = filled(new MemoryVfs(), 12 * MB, 8300)
  assert.ok(undo.spilledChunks >= 8)
  for (let step = 0; step < 20000; step++) {
    const number = random.below(records.length)
    looks(undo, records[number], number)
  }
  for (const [number, record] of records.entries()) looks(undo, record, number)
  for (let number = records.length - 1; number >= 0; number--) looks(undo, records[number], number)
})

test('who reads one record reads little of the file', () => {
  const disk = new FaultVfs({ seed: 1 })
  const { undo, records } = filled(disk, 8 * MB, 300)
  let bytes = 0
  const file = /** @type {any} */ (undo.file.file)
  const readSync = file.readSync.bind(file)
  file.readSync = (
    /** @type {any} */ to,
    /** @type {any} */ start,
    /** @type {number} */ length,
    /** @type {any} */ position
  ) => {
    bytes += length
    return readSync(to, start, length, position)
  }
  let reads = 0
  for (let number = 0; number < records.length / 2; number += 97, reads++) looks(undo, records[number], number)
  assert.ok(reads > 200 && bytes <= reads * 4096, `${bytes} bytes for ${reads} records`)
  const before = bytes
  for (let number = 0; number < records.length / 2; number += 97) looks(undo, records[number], number)
  assert.equal(bytes, before, 'what was read lately is still there')
})

test('what is settled leaves the file, and its room goes back to the system', () => {
  const { undo, records } = filled(new MemoryVfs(), 40 * MB, 2000)
  const { file } = undo
  const size = () => /** @type {any} */ (file.file).size()
  assert.ok(size() >= 36 * MB && file.usedBytes === size())
  undo.advance(records[Math.floor(records.length * 0.75)].pointer)
  assert.ok(file.usedBytes <= 12 * MB)
  looks(undo, records[records.length - 1], records.length - 1)
  const late = Math.floor(records.length * 0.8)
  looks(undo, records[late], late)
  undo.advance(undo.next)
  assert.equal(file.usedBytes, 0)
  let steps = 1
  while (file.shrink()) steps++
  assert.equal(size(), 0)
  assert.ok(steps > 1, 'not all at once')
})

test('places that came free are used first', () => {
  const { undo, records } = filled(new MemoryVfs(), 20 * MB, 2000)
  undo.advance(records[Math.floor(records.length / 2)].pointer)
  const before = /** @type {any} */ (undo.file.file).size()
  const txn = /** @type {any} */ ({ xid: 6, lastUndo: 0, firstUndo: 1, cid: 0, lastLsn: 0, cidUsed: false })
  for (let written = 0; written < 7 * MB; written += 1056)
    undo.append(UNDO_KINDS.UPDATE, 0, txn, 1, 2, 3, 0, 0, 0, 0, 1000)
  assert.equal(/** @type {any} */ (undo.file.file).size(), before)
  for (let number = Math.floor(records.length / 2); number < records.length; number += 11)
    looks(undo, records[number], number)
})

test('chunks come, go and are read in any order, and the file is shortened meanwhile', () => {
  const chunkBytes = 16 * 1024
  const file = new UndoFile(new MemoryVfs(), chunkBytes, () => 64)
  const random = seededRandom(3)
  /** Their places and what they are full of. @type {Map<number, number>} */
  const there = new Map()
  for (let step = 1; step <= 4000; step++) {
    const places = [...there.keys()]
    if (random.below(10) < (there.size > 12 ? 3 : 5)) {
      const place = file.put(new Uint8Array(chunkBytes).fill(step))
      assert.ok(!there.has(place), 'a place is one chunk\'s')
      there.set(place, step & 255)
    } else if (places.length > 0 && random.below(2) === 0) {
      const place = places[random.below(places.length)]
      file.free(place)
      there.delete(place)
    } else if (random.below(8) === 0) file.shrink()
    for (const [place, value] of there) {
      file.find(place, random.below(chunkBytes / 64) * 64)
      assert.ok(file.bytes.subarray(file.at, file.at + 64).every((byte) => byte === value), `step ${step}`)
    }
    assert.equal(file.count, there.size)
  }
})

test('a pointer to what was never written is damage (XX001)', () => {
  const { undo, records } = filled(new MemoryVfs(), 3 * MB, 300)
  for (const pointer of [undo.next, undo.next + 5, undo.next + 10 * MB]) {
    assert.throws(() => undo.seek(pointer), { code: 'XX001' })
  }
  looks(undo, records[records.length - 1], records.length - 1)
})
