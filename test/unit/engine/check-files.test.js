/** What can be said of a directory that cannot be opened. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { checkFilesOnly } from '../../../src/engine/cluster/check-files.js'
import { open } from '../../../src/index.js'
import { flipBit } from '../../support/damage.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

/** @returns {Promise<FaultVfs>} a directory that was left by a crash */
async function left() {
  const disk = new FaultVfs({ seed: 4 })
  const db = await open({ vfs: disk, bufferPool: '2MB', walSegmentBytes: 256 * 1024 })
  await db.exec('create table t (a int); insert into t select generate_series(1, 5000)')
  await db.checkpoint()
  await db.exec('insert into t values (0)')
  disk.cut()
  return disk.crashImage(1)
}

test('nothing is found where nothing is wrong, and nothing is changed', async () => {
  const disk = await left()
  const { pages, files, findings } = checkFilesOnly(disk)
  assert.deepEqual(findings, [])
  assert.ok(pages > 20 && files > 2, `${pages} pages of ${files} files`)
  assert.equal(disk.writeCount, 0)
})

test('a directory that cannot be opened: the log, and every damaged page', async () => {
  const disk = await left()
  const [segment] = disk.allFiles().filter((path) => /^wal\/[0-9a-f]{16}$/.test(path))
  const tables = disk.allFiles().filter((path) => /^base\/1[0-9a-f]{7}$/.test(path))
  for (const bytes of disk.atRest(segment)) bytes.truncate(0)
  flipBit(disk, Number.parseInt(tables[0].slice(5), 16), 1, 4000)
  const { writeCount } = disk
  await assert.rejects(open({ vfs: disk.crashImage(1), bufferPool: '2MB' }), { code: 'XX001' })
  const { findings } = checkFilesOnly(disk)
  assert.deepEqual(findings.map(({ path, code }) => [path, code]), [['wal', 'XX001'], [tables[0], 'XX001']])
  assert.match(findings[1].message, /block 1/)
  for (const bytes of disk.atRest('control')) bytes.truncate(0)
  assert.deepEqual(checkFilesOnly(disk).findings.map(({ path }) => path), ['control', tables[0]])
  assert.equal(disk.writeCount, writeCount)
})
