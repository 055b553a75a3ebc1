/**
 * A statement that waits for a timer keeps an embedding program alive, though nothing else does. What goes on behind
 * statements keeps none alive, and goes on where nothing else happens.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const index = new URL('../../../src/index.js', import.meta.url).href

/** @param {string} body @returns {string} what a program of its own prints */
function program(body) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { open } from '${index}'\nconst db = await open(':memory:')\n${body}`],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  return stdout.trim()
}

test('pg_sleep', () => {
  assert.equal(program("await db.query('select pg_sleep(0.05)'); console.log('slept')"), 'slept')
})

test('lock_timeout', () => {
  assert.equal(program(`const [a, b] = [await db.connect(), await db.connect()]
    await db.query('create table t (a int)')
    await a.query('begin; lock table t')
    await b.query("set lock_timeout = '50ms'")
    try { await b.query('select * from t') } catch (error) { console.log(error.code) }`), '55P03')
})

test('purge and waiting entries in a server that nobody talks to', () => {
  assert.equal(program(`const server = (await import('node:net')).createServer().listen(0)
    await db.exec(\`create table w (a int[]); insert into w select array[-1] from generate_series(1, 2000);
      create index on w using gin (a); analyze w; create table t (a int primary key);
      insert into t select generate_series(1, 30000)\`)
    // Each look wakes the program: a few of them are not what does the work.
    const ends = async (isLeft) => {
      for (let look = 0; look < 9 && isLeft(); look++)
        await new Promise((resolve) => setTimeout(resolve, Math.min(2500, 300 * 2 ** look)))
      return !isLeft()
    }
    const { txns, btreeEnv } = db.cluster
    await db.exec('delete from t')
    console.log(txns.hasPurgeWork, await ends(() => txns.hasPurgeWork))
    const isWaiting = () => [...btreeEnv.waiting.sizes.values()].some((size) => size > 0)
    await db.exec('insert into w select array[g, g + 1, g + 2] from generate_series(1, 3000) g')
    console.log(isWaiting(), await ends(isWaiting))
    server.close()`), 'true true\ntrue true')
}, 60_000)
