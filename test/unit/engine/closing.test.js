/**
 * Closing a database and its server: statements that run for ever are ended, and clients that are gone hear nothing of
 * it.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileAccessError, systemError } from '../../../src/errors/storage.js'
import { open } from '../../../src/index.js'

test('close() ends statements under way, of every session', async () => {
  const db = await open(':memory:')
  const other = await db.connect()
  const running = [
    db.query('select pg_sleep(100000)'),
    other.query('select count(*) from generate_series(1, 100000000000)'),
  ].map((query) =>
    query.then(
      () => 'done',
      (error) => error.code,
    ),
  )
  await new Promise((resolve) => { setTimeout(resolve, 20) })
  await db.close()
  assert.deepEqual(await Promise.all(running), ['57014', '57014'])
})

test('close() lets short statements end', async () => {
  const db = await open(':memory:')
  const running = db.query('select pg_sleep(0.2), 7 as n')
  await db.close()
  assert.equal((await running).rows[0].n, 7)
})

test('a session that ends where its rollback finds no room leaves nobody waiting: the engine ends', async () => {
  /** @type {string[]} */
  const log = []
  const db = await open(':memory:', { logger: (line) => log.push(line) })
  await db.exec('create table t (a int)')
  const session = await db.connect()
  await session.exec('begin; insert into t values (1)')
  const { wal, sessions } = db.cluster
  const { reserve } = wal
  wal.reserve = (/** @type {number} */ bytes) => {
    if (wal.spending) throw fileAccessError('extend', 'wal', systemError('ENOSPC'))
    return reserve.call(wal, bytes)
  }
  const before = sessions.size
  await session.release()
  wal.reserve = reserve
  assert.equal(sessions.size, before - 1)
  assert.ok(wal.failed !== null && log.some((line) => line.includes('write-ahead log')), log.join('\n'))
  await assert.rejects(db.query('drop table t'), { code: '58030' })
  await db.close()
})

test('a pool that was ended before its server hears nothing of the shutdown', () => {
  // In a process of its own: what goes wrong is an uncaught error.
  const script = `
    const { open } = await import(${JSON.stringify(new URL('../../../src/index.js', import.meta.url).href)})
    const { default: pg } = await import('pg')
    for (let round = 0; round < 5; round++) {
      const db = await open(':memory:')
      const { port } = await db.serve({ port: 0 })
      const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
      await Promise.all([pool.query('select 1'), pool.query('select 2'), pool.query('select 3')])
      await Promise.all([pool.end(), db.close()])
    }
    console.log('ended')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    cwd: new URL('../../..', import.meta.url),
  })
  assert.equal(stdout.trim(), 'ended', stderr)
})
