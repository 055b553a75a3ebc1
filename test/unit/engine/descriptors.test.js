/**
 * Descriptors: what a system that has none left for a moment may cost is an error, never a row; and who closes a
 * directory has given all of them back.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 256 * 1024 }
const STATES = { EMFILE: '53000', ENOMEM: '53200' }

/** @param {FaultVfs} vfs */
async function makeTable(vfs) {
  const db = await open({ ...OPTIONS, vfs })
  await db.exec("create table t (a int primary key, b text); insert into t select g, repeat('x', 100) from generate_series(1, 1000) g")
  await db.close()
}

for (const [code, state] of Object.entries(STATES)) {
  test(`a file that cannot be opened once, ${code}`, async () => {
    const disk = new FaultVfs({ seed: 1 })
    await makeTable(disk)
    let failures = 0
    for (let nth = 1; ; nth++) {
      const db = await open({ ...OPTIONS, vfs: disk })
      await db.query('select relname from pg_class where relname = $1', ['t'])
      const { openCount } = disk
      disk.options = { failAtOpen: openCount + nth, failWith: code }
      /** @type {string[]} */
      const refused = []
      for (const statement of [
        'select count(*)::int n from t', 'select b from t where a = 7', `insert into t values (${1000 + nth}, 'new')`,
      ]) {
        await db.query(statement).catch((error) => refused.push(error.code))
      }
      const wasMet = disk.openCount >= openCount + nth
      disk.options = {}
      assert.ok(refused.every((found) => found === state), `refused with ${refused}, open ${nth}`)
      failures += refused.length
      await db.query('insert into t values ($1, $2) on conflict do nothing', [1000 + nth, 'new'])
      assert.deepEqual(
        (await db.query('select count(*)::int n, min(a) from t')).rows, [{ n: 1000 + nth, min: 1 }], `open ${nth}`,
      )
      assert.deepEqual((await db.check()).problems, [])
      await db.close()
      if (!wasMet) break
    }
    assert.ok(failures > 0, 'some open was refused')
  })
}

test('a hint that cannot be read for want of descriptors is not saved as an empty one', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const first = await open({ ...OPTIONS, vfs: disk })
  await first.exec(
    "create table t (a int, b text); insert into t select g, repeat('x', 400) from generate_series(1, 4000) g",
  )
  await first.exec('delete from t where a % 2 = 0')
  await first.exec('vacuum t')
  await first.close()
  const second = await open({ ...OPTIONS, vfs: disk })
  const blocks = (await second.query('select pg_relation_size($1)::int n', ['t'])).rows[0].n
  await second.query('select 1 from t limit 1')
  disk.options = { failAtOpen: disk.openCount + 1, failWith: 'EMFILE' }
  await assert.rejects(second.query("insert into t values (0, repeat('x', 400))"), { code: '53000' })
  disk.options = {}
  await second.query("insert into t select g, repeat('x', 400) from generate_series(1, 1500) g")
  assert.equal(
    (await second.query('select pg_relation_size($1)::int n', ['t'])).rows[0].n, blocks,
    'rows went where the map says there is room',
  )
  await second.close()
})

test('every descriptor is given back', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const first = await open({ ...OPTIONS, vfs: disk })
  // Old versions for an open snapshot: undo is spilled to a temporary file.
  await first.exec(
    'create table t (a int, b text); insert into t select g, repeat($$x$$, 100) from generate_series(1, 20000) g',
  )
  const reader = await first.connect()
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from t')
  for (let round = 0; round < 6; round++) await first.query('update t set b = repeat($1, 100)', [`${round}`])
  assert.ok(/** @type {any} */ (first.cluster).txns.undo.spilledChunks > 0, 'undo was spilled')
  await reader.query('commit')
  await first.close()
  assert.equal(disk.handleCount, 0, 'after the first close')
  await (await open({ ...OPTIONS, vfs: disk })).close()
  assert.equal(disk.handleCount, 0, 'after the second')
  const lost = disk.afterKill()
  await (await open({ ...OPTIONS, vfs: lost })).close()
  assert.equal(lost.handleCount, 0, 'after one that had to recover')
})

test('an open that fails gives back its descriptors, wherever it failed', async () => {
  const disk = new FaultVfs({ seed: 1 })
  await makeTable(disk)
  let refusals = 0
  for (let nth = 1; ; nth++) {
    disk.options = { failAtOpen: disk.openCount + nth, failWith: 'EMFILE' }
    const db = await open({ ...OPTIONS, vfs: disk }).catch((error) => {
      assert.equal(error.code, '53000')
      return null
    })
    disk.options = {}
    if (db !== null) {
      await db.close()
      break
    }
    refusals++
    assert.equal(disk.handleCount, 0, `open ${nth} failed`)
  }
  assert.ok(refusals > 5, 'every open of a file was refused once')
  const db = await open({ ...OPTIONS, vfs: disk })
  assert.deepEqual((await db.query('select count(*)::int n from t')).rows, [{ n: 1000 }])
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
})

for (const [code, from] of /** @type {const} */ ([['EIO', 2], ['ENOSPC', 3]])) {
  test(`a close in which some call fails, ${code}, gives back its descriptors, and loses nothing`, async () => {
    const made = new FaultVfs({ seed: 1 })
    await makeTable(made)
    let [failures, refusals] = [0, 0]
    for (let nth = from; ; nth += 4) {
      const disk = made.crashImage(1)
      const db = await open({ ...OPTIONS, vfs: disk })
      await db.exec('delete from t where a % 10 = 0; create table u (a int)')
      const fault = disk.inject({ at: nth, code })
      await db.close().catch((/** @type {{ code: string }} */ error) => {
        assert.equal(error.code, '58030', disk.faults.told.at(-1))
        refusals++
      })
      assert.deepEqual(disk.openFiles(), [], disk.faults.told.at(-1))
      disk.heal()
      const again = await open({ ...OPTIONS, vfs: disk })
      assert.deepEqual((await again.query('select count(*)::int n from t')).rows, [{ n: 900 }])
      await again.close()
      if (fault.failed === 0) break
      failures++
    }
    assert.ok(failures > 2 && refusals > 0, `${failures} calls failed, ${refusals} closes`)
  })
}

test('the program has taken every descriptor: idle files give theirs, and spare ones', (context) => {
  if (process.platform !== 'linux') context.skip('ulimit is asked of Linux: this is NOT tested here')
  const dir = mkdtempSync(join(tmpdir(), 'seawall-descriptors-'))
  const program = `
    import { openSync, closeSync } from 'node:fs'
    import { importInSteps } from ${JSON.stringify(new URL('../../../bin/in-steps.js', import.meta.url).href)}
    const engine = ${JSON.stringify(new URL('../../../src/index.js', import.meta.url).href)}
    await importInSteps(new URL(engine))
    const { open } = await import(engine)
    const path = ${JSON.stringify(dir)}
    let db = await open({ path })
    for (let i = 0; i < 40; i++) await db.query('create table t' + i + ' (a int)')
    for (let i = 0; i < 40; i++) await db.query('insert into t' + i + ' select g from generate_series(1, 10) g')
    await db.close()
    db = await open({ path })
    await db.query('select relname from pg_class where relname = $1', ['t1'])
    const taken = []
    try { for (;;) taken.push(openSync('/dev/null')) } catch { /* there are no more: that is what is wanted */ }
    let seen = 0
    for (let i = 0; i < 40; i++) seen += (await db.query('select count(*)::int n from t' + i)).rows[0].n
    for (let i = 0; i < 40; i++) await db.query('insert into t' + i + ' values (0)')
    const checkpoint = db.checkpoint() // of more files than there are descriptors for: it waits for some
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const fd of taken) closeSync(fd)
    await checkpoint
    for (let i = 0; i < 40; i++) seen += (await db.query('select count(*)::int n from t' + i)).rows[0].n
    console.log(JSON.stringify({ seen, problems: (await db.check()).problems.length, failed: db.cluster.wal.failed !== null }))
    await db.close()`
  try {
    const ran = spawnSync(
      'bash', ['-c', `ulimit -n 400; exec "${process.execPath}" --conditions=development --input-type=module`],
      { input: program, encoding: 'utf8' },
    )
    assert.equal(ran.stdout.trim(), JSON.stringify({ seen: 840, problems: 0, failed: false }), ran.stderr)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
