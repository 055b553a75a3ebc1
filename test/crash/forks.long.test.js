/**
 * The process is killed while forks of its database live, are made, written and closed: nothing acknowledged is lost,
 * nothing of a fork is in the directory.
 */
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { open } from '../../src/index.js'

const ROUNDS = 6
const dir = mkdtempSync(join(tmpdir(), 'seawall-forks-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const LOAD = `import { open } from ${JSON.stringify(new URL('../../src/index.js', import.meta.url).href)}
  const db = await open(process.argv[1], { bufferPool: '2MB' })
  await db.exec('create table if not exists t (id int primary key, v int, pad text)')
  await db.exec('create index if not exists t_v on t (v)')
  let id = (await db.query('select coalesce(max(id), 0)::int as id from t')).rows[0].id
  const forks = []
  for (let step = 0; ; step++) {
    await db.query('insert into t select $1 + g, g, repeat($2, 300) from generate_series(1, 20) g', [id, 'x'])
    id += 20
    console.log(id)
    if (step % 3 === 0) forks.push(await db.fork())
    const fork = forks[step % forks.length]
    await fork.exec('delete from t where id % 3 = 0; update t set v = -1; create table if not exists of_a_fork (a int)')
    if (step % 5 === 0) await db.exec('update t set v = v + 1 where id % 7 = 0')
    if (step % 7 === 0) await db.checkpoint()
    if (forks.length > 4) await forks.shift().close()
  }`

test('a kill while forks live loses nothing that was acknowledged', async () => {
  const path = join(dir, 'data')
  let known = 0
  for (let round = 0; round < ROUNDS; round++) {
    const args = ['--input-type=module', '-e', LOAD, path]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    let lines = 0
    for await (const line of createInterface({ input: child.stdout })) {
      known = Number(line)
      if (++lines === 9 + 4 * round) child.kill('SIGKILL')
    }
    assert.equal((await ended)[1], 'SIGKILL')
    const db = await open(path)
    const { rows: [{ n, most, least }] } = await db.query(
      'select count(*)::int as n, max(id)::int as most, min(v)::int as least from t')
    assert.ok(n >= known && n === most, `${n} rows up to ${most}, ${known} were acknowledged`)
    assert.ok(least >= 0, 'what a fork wrote is in the directory')
    await assert.rejects(db.query('select * from of_a_fork'), { code: '42P01' })
    assert.deepEqual((await db.check()).problems, [])
    await db.close()
  }
})
