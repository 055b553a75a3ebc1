/**
 * `wal/reserve`: who may spend it, and what a power cut leaves of it.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { fileAccessError, systemError } from '../../../src/errors/storage.js'
import { Wal } from '../../../src/wal/wal.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const SEGMENT_BYTES = 64 * 1024

/** @param {FaultVfs} vfs @param {number} [segmentBytes] */
const open = (vfs, segmentBytes = SEGMENT_BYTES) =>
  new Wal(vfs, { segmentBytes, systemIdentifier: 7n, epoch: 1, mode: 'none' })

/** @param {Wal} wal @param {number} [bytes] */
const write = (wal, bytes = 4000) => wal.seal(1, 0, 0, wal.reserve(bytes) + bytes)

/** @param {Wal} wal @returns {number} records until one is refused */
function fill(wal) {
  for (let count = 0; ; count++)
    try {
      write(wal)
    } catch (error) {
      assert.equal(/** @type {any} */ (error).code, '53100')
      return count
    }
}

test('once a commit has spent it, no ordinary record is written until there is one again', async () => {
  const vfs = new FaultVfs({ seed: 1 })
  const wal = open(vfs)
  wal.keepReserve()
  let tellings = 0
  wal.onFull = () => { tellings++ }
  vfs.options.capacityBytes = vfs.usedBytes()
  // A transaction's records leave the segment no room for its end.
  while (wal.segments.roomEnd - wal.position > 8000) write(wal)
  wal.spending = true
  write(wal, 9000)
  wal.spending = false
  assert.equal(wal.segments.hasReserve, false)
  assert.equal(tellings, 1, 'a checkpoint begins')
  assert.equal(fill(wal), 0)
  wal.spending = true
  for (let rollbacks = 0; rollbacks < 10; rollbacks++) write(wal)
  wal.spending = false
  assert.equal(wal.failed, null)
  vfs.options.capacityBytes = undefined
  await new Promise((resolve) => setTimeout(resolve, 150))
  write(wal)
  assert.ok(wal.segments.hasReserve)
  await wal.close()
})

for (const segmentBytes of [SEGMENT_BYTES, 16 * 1024 * 1024])
  test(`rollbacks that could wait have most of it, segments of ${segmentBytes} bytes`, async () => {
    const vfs = new FaultVfs({ seed: 5 })
    const wal = open(vfs, segmentBytes)
    wal.keepReserve()
    const { reserveBytes } = wal.segments
    vfs.options.capacityBytes = vfs.usedBytes()
    fill(wal)
    wal.spending = true
    while (wal.segments.hasReserve) write(wal)
    const from = wal.position
    while (!wal.isNearlySpent) write(wal)
    wal.spending = false
    assert.ok(wal.position - from > reserveBytes * 0.7 && wal.position - from < reserveBytes)
    assert.equal(wal.failed, null)
    vfs.options.capacityBytes = undefined
    await wal.close()
  })

test('a power cut leaves it, and one that is left short gives back what it has', async () => {
  const vfs = new FaultVfs({ seed: 2 })
  const wal = open(vfs)
  wal.keepReserve()
  const early = vfs.crashImage(3)
  await wal.close()
  for (let seed = 0; seed < 20; seed++) {
    const image = vfs.crashImage(seed)
    const again = open(image)
    assert.ok(again.segments.hasReserve)
    await again.close()
  }
  const file = early.open('wal/reserve', { create: true })
  file.truncate(100)
  file.close()
  const again = open(early)
  assert.equal(again.segments.hasReserve, false)
  assert.equal(early.exists('wal/reserve'), false)
  again.keepReserve()
  assert.ok(again.segments.hasReserve)
  await again.close()
  assert.deepEqual(early.openFiles(), [])
})

test('given back while it is being synced, its blocks are free at once', async () => {
  const vfs = new FaultVfs({ seed: 3 })
  const wal = open(vfs)
  wal.keepReserve()
  await null // its sync has begun
  const before = vfs.usedBytes()
  assert.ok(wal.freeReserve(fileAccessError('write', 'wal', systemError('ENOSPC'))))
  assert.ok(vfs.usedBytes() <= before - wal.segments.reserveBytes)
  await wal.close()
})
