/**
 * A close does not wait for all purge work: what it leaves is done after the reopen, and nothing of it is seen
 * meanwhile.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { systemClock } from '../../../src/engine/turns/clock.js'
import { open } from '../../../src/index.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

test('a close that leaves purge work', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-close-'))
  try {
    // Every look at this clock is a second later: the patience for purging ends with the first piece.
    let seconds = 0
    const first = await open({
      path: dir, walSync: 'none', clock: { ...systemClock(), monotonicMs: () => 1000 * seconds++ },
    })
    await first.query('create table t (a int primary key, b text)')
    await first.query("insert into t select i, 'row ' || i from generate_series(1, 40000) i")
    const reader = await first.connect()
    await reader.query('begin isolation level repeatable read')
    await reader.query('select count(*) from t')
    await first.query('delete from t where a % 4 <> 0')
    await first.query('create table gone (a int)')
    await first.query('drop table gone')
    await reader.query('commit')
    await first.close()

    const second = await open({ path: dir, walSync: 'none' })
    const { txns } = /** @type {any} */ (second.cluster)
    assert.ok(txns.sweepFiles.size > 0, 'work was left')
    assert.deepEqual((await second.query('select count(*), min(a), max(a) from t')).rows, [
      { count: '10000', min: 4, max: 40000 },
    ])
    await second.query("insert into t values (1, 'again')")
    while (/** @type {any} */ (second.cluster).maintenance.sweeping !== null)
      await new Promise((resolve) => setTimeout(resolve, 5))
    assert.equal(txns.sweepFiles.size, 0, 'and done')
    assert.deepEqual((await second.query('select count(*) from t where a < 5')).rows, [{ count: '2' }])
    assert.deepEqual((await second.check()).problems, [])
    await second.close()
  } finally {
    rmSync(dir, { recursive: true })
  }
})
