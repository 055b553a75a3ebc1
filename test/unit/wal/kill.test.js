/**
 * The log on a real disk, its process killed while many commits wait: the next process reads back everything that was
 * acknowledged.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { DiskVfs } from '../../../src/storage/vfs/disk-vfs.js'
import { findEnd, readRecords } from '../../../src/wal/log-reader.js'
import { Wal } from '../../../src/wal/wal.js'

const GEOMETRY = { segmentBytes: 64 * 1024, systemIdentifier: 9n }
const src = (/** @type {string} */ path) => new URL(`../../../src/${path}`, import.meta.url).href

/** Eight clients commit one numbered record after the other; each number is printed once it is durable. */
const PROGRAM = `
  import { writeSync } from 'node:fs'
  import { DiskVfs } from '${src('storage/vfs/disk-vfs.js')}'
  import { Wal } from '${src('wal/wal.js')}'
  const [dir, epoch, endLsn, first] = process.argv.slice(1)
  const wal = new Wal(new DiskVfs(dir), { segmentBytes: 65536, systemIdentifier: 9n, epoch: Number(epoch), endLsn: Number(endLsn) })
  let next = Number(first)
  for (let client = 0; client < 8; client++) (async () => {
    for (;;) {
      const number = next++
      const at = wal.reserve(300)
      const lsn = wal.seal(1, number, 0, at + 300)
      await wal.durable(lsn)
      writeSync(1, number + '\\n')
    }
  })()`

test('kill -9 under load, five times over', { timeout: 60_000 }, async () => {
  const dir = fs.mkdtempSync(join(os.tmpdir(), 'seawall-wal-'))
  const vfs = new DiskVfs(dir)
  await new Wal(vfs, { ...GEOMETRY, epoch: 1 }).close()
  let count = 0
  for (let life = 0; life < 5; life++) {
    const { endOfLog } = findEnd(vfs, GEOMETRY.segmentBytes, GEOMETRY)
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', PROGRAM, dir, String(life + 2), String(endOfLog), String(count)],
      { stdio: ['ignore', 'pipe', 'inherit'] }
    )
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (printed.length > 4000 + life * 777) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const acknowledged = printed.slice(0, printed.lastIndexOf('\n')).split('\n').map(Number)
    count = 0
    for (const record of readRecords(vfs, GEOMETRY.segmentBytes, GEOMETRY)) {
      assert.equal(record.xid, count++, 'numbers follow each other through all lives')
      assert.equal(record.end - record.at, 300)
    }
    assert.ok(
      count > Math.max(...acknowledged),
      `life ${life}: ${Math.max(...acknowledged)} was acknowledged, ${count} are there`
    )
  }
  fs.rmSync(dir, { recursive: true })
})
