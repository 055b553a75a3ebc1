/** The control file: bytes, torn writes, creation cut short, other formats. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { FaultVfs, PowerCut } from '../../support/disk/fault-vfs.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { crc32 } from '../../../src/util/crc32.js'
import { DIRECTORY_VERSION, OLDEST_VERSION } from '../../../src/wal/directory-version.js'
import { ControlFile } from '../../../src/wal/control-file.js'

const FIELDS = {
  systemIdentifier: 7_123_456_789_012_345_678n, pageBytes: 8192, walSegmentBytes: 16 << 20, epoch: 1,
  checkpointLsn: 5 * 2 ** 32 + 7, redoLsn: 5 * 2 ** 32, logStartLsn: 4 * 2 ** 32, nextXid: 2 ** 40, nextOid: 16384,
  nextFileId: 2 ** 28, checkpointTime: 1_700_000_000_000, cleanShutdown: false, mockSecret: '',
}

test('what is written is read; updates alternate between the slots', async () => {
  const vfs = new MemoryVfs()
  assert.equal(ControlFile.exists(vfs), false)
  assert.throws(() => ControlFile.open(vfs), { code: '58P01' })
  const control = ControlFile.create(vfs, FIELDS)
  assert.deepEqual(vfs.list(''), ['control'])
  for (let epoch = 2; epoch < 6; epoch++) {
    const changes = { epoch, cleanShutdown: epoch % 2 === 0 }
    if (epoch === 4) await control.updateLater(changes)
    else control.update(changes)
    assert.deepEqual(ControlFile.open(vfs).fields, {
      ...FIELDS,
      version: DIRECTORY_VERSION,
      epoch,
      cleanShutdown: epoch % 2 === 0,
    })
  }
  const bytes = new Uint8Array(20_000)
  assert.equal(vfs.open('control').readSync(bytes, 0, 20_000, 0), 16_384)
  assert.equal(new TextDecoder().decode(bytes.subarray(0, 8)), 'SEAWALL\0')
  const view = new DataView(bytes.buffer)
  assert.deepEqual([view.getUint32(8, true), view.getUint32(8200, true)], [DIRECTORY_VERSION, DIRECTORY_VERSION])
  assert.deepEqual([view.getUint32(16, true), view.getUint32(8208, true)], [4, 5], 'sequence numbers')
})

test('a power cut at each write and sync leaves the old facts or the new', () => {
  for (const kind of ['crashAtWrite', 'crashAtSync']) {
    for (let at = 1; at < 12; at++) {
      for (let seed = 0; seed < 20; seed++) {
        const vfs = new FaultVfs({ [kind]: at })
        let epoch = 0
        try {
          const control = ControlFile.create(vfs, { ...FIELDS, epoch: 1 })
          for (epoch = 1; epoch < 5; epoch++) control.update({ epoch: epoch + 1 })
        } catch (error) {
          assert.ok(error instanceof PowerCut)
        }
        const image = vfs.crashImage(seed)
        if (epoch === 0 && !ControlFile.exists(image)) continue
        const found = ControlFile.open(image).fields.epoch
        assert.ok(found === epoch || found === epoch + 1, `${kind} ${at} seed ${seed}: ${found} after ${epoch}`)
      }
    }
  }
})

test('damage and other formats are told apart', () => {
  const vfs = new MemoryVfs()
  const control = ControlFile.create(vfs, FIELDS)
  control.update({ epoch: 2 })
  const file = vfs.open('control')
  file.writeSync(Uint8Array.of(0xff), 0, 1, 100)
  assert.equal(ControlFile.open(vfs).fields.epoch, 1, 'the older slot serves')
  file.writeSync(Uint8Array.of(0xff), 0, 1, 8192 + 100)
  assert.throws(() => ControlFile.open(vfs), { code: 'XX001' })
  const slot = new Uint8Array(512)
  const view = new DataView(slot.buffer)
  file.readSync(slot, 0, 512, 0)
  for (const [version, hint] of /** @type {[number, RegExp][]} */ ([
    [DIRECTORY_VERSION + 7, /newer release/],
    [OLDEST_VERSION - 1, /each release in between.*pg_dump/],
  ])) {
    view.setUint32(8, version, true)
    view.setUint32(12, crc32(slot, 16, 512, crc32(slot, 0, 12)), true)
    file.writeSync(slot, 0, 512, 0)
    assert.throws(
      () => ControlFile.open(vfs),
      (/** @type {any} */ error) =>
        error.code === '22023' &&
        error.message.startsWith(`the data directory is of version ${version}, this release`) &&
        hint.test(error.hint)
    )
  }
  file.truncate(100)
  assert.throws(() => ControlFile.open(vfs), { code: 'XX001' })
})
