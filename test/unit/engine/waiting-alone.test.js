/** A statement that waits for a timer keeps an embedding program alive, though nothing else does. */
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
