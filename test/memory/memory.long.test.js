/** Data beyond the pool: memory depends on the settings, not on the size of the table. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The pool and 112 MB, over an engine that has served its first statement. Most of it is garbage that V8 has not
 * collected yet.
 */
const BOUND_MB = 120

test('COPY, scan, random updates, index build, ORDER BY and reopen of a table ten times the pool', () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-memory-'))
  try {
    const run = spawnSync(
      process.execPath, [fileURLToPath(new URL('worker.js', import.meta.url)), join(directory, 'data')],
      { encoding: 'utf8' },
    )
    assert.equal(run.status, 0, run.stderr)
    const { peaks, bytes, whole, sorted, again } = JSON.parse(run.stdout)
    assert.ok(bytes > 9 * 8 * 1048576, `the table is large enough: ${bytes} bytes`)
    assert.deepEqual(whole, { rows: '600000', keys: '179999700000' })
    assert.equal(sorted, 600000)
    assert.deepEqual(again, whole)
    for (const [step, peak] of Object.entries(peaks))
      assert.ok(peak <= BOUND_MB, `${step} took ${peak} MB more than an empty table (all: ${JSON.stringify(peaks)})`)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
