/**
 * undo_file_limit: the file of undo stays within it, whoever keeps undo from being forgotten is ended for that and told
 * why, and nobody else. The log says who it was, and pg_stat_activity shows it before.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

const MB = 1024 * 1024
/** What the file may grow beyond its limit while those who keep it are ended. */
const BEYOND = 17 * MB

/**
 * @param {(db: any, lines: string[], fill: (rounds: number) => Promise<void>) => Promise<void>} work fill: about a MB
 *   of undo a round
 * @param {string | null} limit
 */
async function limited(work, limit = '3MB') {
  /** @type {string[]} */
  const lines = []
  const db = await open({ path: ':memory:', bufferPool: '4MB', logger: (line) => { lines.push(line) } })
  if (limit !== null) {
    await db.exec(`alter system set undo_file_limit = '${limit}'`)
    await db.exec('select pg_reload_conf()')
  }
  await db.exec("create table t (a int primary key, b text); insert into t select g, repeat('x', 1000) from generate_series(1, 900) g; create table u (a int)")
  const writer = await db.connect()
  await work(db, lines, async (rounds) => {
    for (let round = 0; round < rounds; round++)
      await writer.query('update t set b = repeat($1, 1000)', [String.fromCharCode(97 + (round % 26))])
  })
  const { file } = db.cluster.txns.undo
  if (limit !== null) assert.ok(file.chunksMax * MB <= 3 * MB + BEYOND, `${file.chunksMax} MB`)
  assert.deepEqual((await db.check()).problems, [])
  await db.close()
}

/** @param {Promise<any>} answer */
const codeOf = (answer) => answer.then(() => 'fine', (error) => error.code)

test('an idle snapshot is too old: savepoints and all, and who writes goes on', () =>
  limited(async (db, lines, fill) => {
    const reader = await db.connect()
    const { pid } = (await reader.query('select pg_backend_pid() as pid')).rows[0]
    await reader.exec('begin isolation level repeatable read; savepoint s')
    await reader.query('select count(*) from t')
    await fill(2)
    const shown = (await db.query('select state, query, backend_xmin is not null as holds, age(backend_xmin) > 1 as old, xact_start < now() as begun from pg_stat_activity where pid = $1', [pid])).rows
    assert.deepEqual(shown, [
      { state: 'idle in transaction', query: 'select count(*) from t', holds: true, old: true, begun: true },
    ])
    await fill(40)
    await assert.rejects(reader.query('select count(*) from t'), {
      code: '72000', message: 'snapshot too old', detail: /undo_file_limit \(3072kB\)/,
    })
    assert.equal(await codeOf(reader.query('select 1')), '25P02')
    assert.equal(await codeOf(reader.exec('rollback to s')), '3B001')
    await reader.exec('rollback')
    assert.deepEqual((await reader.query('select count(*)::int as n from t')).rows, [{ n: 900 }])
    assert.ok(
      lines.some((line) => line.includes(`session ${pid}`) && line.includes('snapshot too old')),
      lines.join('\n'),
    )
  }))

test('a cursor of READ COMMITTED is a snapshot, too', () => limited(async (db, _lines, fill) => {
  const reader = await db.connect()
  await reader.exec('begin; declare c cursor for select a from t order by a')
  assert.deepEqual((await reader.query('fetch 1 from c')).rows, [{ a: 1 }])
  await fill(40)
  assert.equal(await codeOf(reader.query('fetch 1 from c')), '72000')
  await reader.exec('rollback')
}))

test('a statement under way fails, its session goes on', () => limited(async (db, _lines, fill) => {
  const reader = await db.connect()
  await reader.exec('begin isolation level repeatable read')
  const answer = codeOf(reader.query('select pg_sleep(60), count(*) from t'))
  await fill(40)
  assert.equal(await answer, '72000')
  await reader.exec('rollback')
  assert.deepEqual((await reader.query('select 1 as one')).rows, [{ one: 1 }])
}))

test('changes that an idle session does not end', () => limited(async (db, _lines, fill) => {
  const idle = await db.connect()
  await idle.exec('begin; insert into u values (2)')
  await fill(40)
  await assert.rejects(idle.query('select 1'), {
    code: '53400',
    message: 'undo file size exceeds undo_file_limit (3072kB)',
  })
  await idle.exec('commit')
  assert.deepEqual((await db.query('select count(*)::int as n from u')).rows, [{ n: 0 }])
}))

test('a transaction that needs more itself, by turns and in one go', () => limited(async (db) => {
  const large = await db.connect()
  await large.exec('begin')
  let code = 'fine'
  for (let round = 0; round < 60 && code === 'fine'; round++)
    code = await codeOf(large.query('update t set b = repeat(chr(97 + $1 % 26), 1000)', [round]))
  assert.equal(code, '53400')
  await large.exec('rollback')
  const update = db.prepare("update t set b = repeat(chr(97 + $1 % 26), 1000)")
  assert.throws(
    () =>
      db.transactionSync(() => {
        for (let round = 0; round < 60; round++) update.run(round)
      }),
    { code: '53400' },
  )
  assert.deepEqual((await db.query("select count(*)::int as n from t where b like 'x%'")).rows, [{ n: 900 }])
}))

test('short transactions meet no limit, however many', () => limited(async (db, lines, fill) => {
  await fill(80)
  assert.deepEqual(lines, [])
  while (db.cluster.maintenance.purge(1000)) { /* the next piece */ }
  assert.equal(db.cluster.txns.undo.file.usedBytes, 0)
}))

test('without a limit the log says who holds much back', () => limited(async (db, lines, fill) => {
  const reader = await db.connect()
  await reader.exec("set application_name = 'reports'; begin isolation level repeatable read; select count(*) from t")
  await fill(90)
  assert.equal(lines.length, 1, lines.join('\n'))
  assert.match(lines[0], /^the undo log has \d\d MB on disk, held back by the snapshot of session \d+ \(user "postgres", database "postgres", application "reports", repeatable read, transaction open for \d+ s, idle\): set application_name/)
  assert.deepEqual((await reader.query("select count(*)::int as n from t where b like 'x%'")).rows, [{ n: 900 }])
  await reader.exec('commit')
}, null))
