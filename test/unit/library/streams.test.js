/** `stream()`, `snapshot()` and `restore()`, `slowQueryMs`, `ifLocked`. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'
import { DOORS, atDoors, useServers } from '../../support/doors.js'

useServers()

atDoors('a statement between two rows of the same session has them read ahead', DOORS, async (db) => {
  const session = await db.connect()
  const rows = 'select n from generate_series(1, 6000) n'
  for (const block of [['select 1', 'select 1'], ['begin', 'commit']]) {
    await session.exec(block[0])
    let sum = 0
    for await (const { n } of session.stream(rows)) {
      if (n % 500 === 1) sum += (await session.query('select $1::int as n', [n])).rows[0].n
      if (n === 700) for await (const { n: inner } of session.stream(rows)) sum += inner === 6000 ? 1 : 0
    }
    assert.equal(sum, 33_013)
    await session.exec(block[1])
  }
  const failing = session.stream('select 10 / (4000 - n) as n from generate_series(1, 5000) n')
  await failing.next()
  assert.equal((await session.query('select 2 as n')).rows[0].n, 2)
  await assert.rejects(async () => { for await (const row of failing) assert.ok(row) }, { code: '22012' })
  // Asked for before the stream begins, and not awaited.
  const own = session.stream(rows)
  const first = own.next()
  const later = session.query('select 3 as n')
  assert.deepEqual((await first).value, { n: 1 })
  assert.equal((await later).rows[0].n, 3)
  await own.return()
  await session.release()
})

atDoors('a stream gives every row once, in order, and holds few', DOORS, async (db) => {
  let count = 0
  for await (const { n } of db.stream('select n from generate_series(1, $1::int) n', [20000])) assert.equal(n, ++count)
  assert.equal(count, 20000)
  const arrays = []
  for await (const row of db.stream({ text: 'select 1, 2', rowMode: 'array' })) arrays.push(row)
  assert.deepEqual(arrays, [[1, 2]])
  for await (const row of db.stream('select 1 where false')) assert.fail(`no row: ${row}`)
})

atDoors('who stops reading ends the statement, but not its transaction', DOORS, async (db) => {
  const endless = 'select generate_series(1, 1000000000) as n'
  for await (const { n } of db.stream(endless)) if (n === 3) break
  assert.deepEqual((await db.query('select 1 as n')).rows, [{ n: 1 }])
  await db.transaction(async (tx) => {
    await tx.exec('create table made (a int)')
    for await (const { n } of tx.stream('select n from generate_series(1, 50000) n')) if (n === 3) break
    await tx.query('insert into made values ($1)', [1])
  })
  assert.deepEqual((await db.query('select a from made')).rows, [{ a: 1 }])
})

atDoors('what goes wrong is thrown where rows are read', DOORS, async (db) => {
  const read = async () => {
    const seen = []
    const rows = db.stream('select 10 / (1000 - n) as n from generate_series(1, $1::int) n', [2000])
    for await (const { n } of rows) seen.push(n)
  }
  await assert.rejects(read(), { code: '22012' })
  await assert.rejects(db.stream('select * from nothing').next(), { code: '42P01' })
  assert.deepEqual((await db.query('select 1 as n')).rows, [{ n: 1 }])
})

test('a slow reader makes the statement wait', async () => {
  const db = await open(':memory:')
  let made = 0
  db.createFunction('counted', { args: ['int4'], returns: 'int4', volatility: 'volatile' }, (n) => { made++; return n })
  const rows = db.stream('select counted(n) as n from generate_series(1, 100000) n')
  for (let n = 1; n <= 10; n++) assert.deepEqual((await rows.next()).value, { n })
  await new Promise((resolve) => { setTimeout(resolve, 20) })
  assert.ok(made < 5000, `${made} rows were made for 10`)
  await rows.return()
  await db.close()
})

test('a database in memory goes back to a snapshot, as often as wanted', async () => {
  const db = await open(':memory:', { int8: 'number', settings: { work_mem: '777kB' } })
  await db.exec('create table t (id int primary key, v int); insert into t select g, g from generate_series(1, 300) g')
  db.createFunction('twice', { args: ['int4'], returns: 'int4' }, (n) => 2 * n)
  const snapshot = await db.snapshot()
  const other = await db.connect()
  for (let round = 0; round < 3; round++) {
    await db.exec('delete from t where id > 5; drop function if exists twice(int); create table u ()')
    await db.restore(snapshot)
    assert.deepEqual((await db.query('select count(*) as n, twice(4) as f from t')).rows, [{ n: 300, f: 8 }])
    assert.deepEqual((await db.query('show work_mem')).rows, [{ work_mem: '777kB' }])
    await assert.rejects(db.query('select * from u'), { code: '42P01' })
  }
  await assert.rejects(other.query('select 1'), { code: '57P03' })
  await db.exec('insert into t values (1000, 0)')
  const later = await db.snapshot()
  await db.restore(snapshot)
  await db.restore(later)
  assert.deepEqual((await db.query('select count(*) as n from t')).rows, [{ n: 301 }])
  assert.deepEqual((await db.check()).problems, [])
  await later.close()
  await assert.rejects(db.restore(later), { code: '55000' })
  const listener = await db.serve({ port: 0 })
  await assert.rejects(db.restore(snapshot), { code: '55006' })
  await listener.close()
  await snapshot.close()
  await db.close()
})

/** @param {(dir: string) => Promise<void>} work */
async function inDirectory(work) {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-locked-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('a directory is not taken back, its fork is', () => inDirectory(async (dir) => {
  const db = await open(join(dir, 'data'))
  await db.exec('create table t (a int)')
  const snapshot = await db.snapshot()
  await assert.rejects(db.restore(snapshot), { code: '0A000' })
  const fork = await db.fork()
  await fork.exec('drop table t')
  await fork.restore(snapshot)
  assert.deepEqual((await fork.query('select * from t')).rows, [])
  for (const one of [snapshot, fork, db]) await one.close()
}))

test('statements that take long are told to the logger', async () => {
  /** @type {string[]} */
  const lines = []
  const db = await open(':memory:', { slowQueryMs: 30, logger: (line) => lines.push(line) })
  await db.query('select 1')
  await db.query('select pg_sleep($1)', [0.06])
  await db.exec('select pg_sleep(0.05)')
  const slow = lines.filter((line) => line.includes('duration: ') && line.includes('pg_sleep'))
  assert.equal(slow.length, 2, lines.join('\n'))
  assert.match(slow[0], /duration: \d+\.\d+ ms .*select pg_sleep\(\$1\)/)
  await db.close()
  const patient = await open(':memory:', { slowQueryMs: 3_600_000, logger: (line) => assert.fail(line) })
  await patient.query('select pg_sleep(0.05)')
  await patient.close()
  await assert.rejects(open(':memory:', { slowQueryMs: NaN }), { code: '22023' })
})

const HOLDER = `import { open } from ${JSON.stringify(new URL('../../../src/index.js', import.meta.url).href)}
  const db = await open(process.argv[1])
  await db.exec('create table if not exists t (a int); insert into t values (1)')
  if (process.argv[2] === 'serves') await db.serve({ port: 0 })
  console.log('ready')
  process.stdin.once('data', async () => { await db.close(); process.exit(0) })`

/** @param {string} path @param {string} how */
async function holder(path, how) {
  const args = ['--input-type=module', '-e', HOLDER, path, how]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return { end: async () => { child.stdin.write('end\n'); await once(child, 'exit') } }
}

test('a directory that is locked: waited for, or asked through its holder', () => inDirectory(async (dir) => {
  const path = join(dir, 'data')
  const silent = await holder(path, 'is silent')
  await assert.rejects(open(path), { code: '55006' })
  await assert.rejects(open(path, { ifLocked: 'connect' }), { code: '55006' })
  const waiting = open(path, { ifLocked: 'wait' })
  await silent.end()
  const db = await waiting
  assert.deepEqual((await db.query('select a from t')).rows, [{ a: 1 }])
  await db.close()
  writeFileSync(join(path, 'seawall.listening'), '{"pid": 1, "host": "127.0.0.1", "port": 1}')
  const serving = await holder(path, 'serves')
  const client = await open(path, { ifLocked: 'connect', int8: 'bigint' })
  assert.deepEqual((await client.query('select count(*) as n from t where $1', [true])).rows, [{ n: 2n }])
  assert.throws(() => client.prepare('select 1'), { code: '0A000' })
  await client.close()
  await serving.end()
  assert.equal(readdirSync(path).includes('seawall.listening'), false)
}))

atDoors('who reads a stream may release its session, and wait for that', DOORS, async (db) => {
  const session = await db.connect()
  let read = 0
  for await (const { g } of session.stream('select generate_series(1, 5000) as g')) {
    assert.equal(g, ++read)
    if (read === 10) await session.release()
  }
  assert.equal(read, 5000)
  await assert.rejects(session.query('select 1'), { code: '08003' })
})
