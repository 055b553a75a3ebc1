/** `seawall/test` and `mode: 'ro'`: databases over a directory that nobody writes. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { open } from '../../../src/index.js'
import { createTemplate, openTemplate } from '../../../src/test/index.js'

/** @import { Database } from '../../../src/index.js' */

const SCHEMA = `create table t (id int primary key, v int); insert into t select g, g from generate_series(1, 500) g;
  create sequence s`
const MODULE = new URL('../../../src/test/index.js', import.meta.url).href

/** @param {Database} db */
const sum = async (db) => (await db.query('select count(*)::int as n, sum(v)::int as s from t')).rows[0]
const WHOLE = { n: 500, s: 125250 }

/** @param {(dir: string) => Promise<void>} work */
async function inDirectory(work) {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-templates-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Names, lengths and bytes of all files. @param {string} dir */
function contentsOf(dir) {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
    .filter((name) => !name.includes('.lock.') && statSync(join(dir, name)).isFile())
    .map((name) => [name, readFileSync(join(dir, name)).toString('latin1')])
}

test('forks of a template see each other no more than other processes', async () => {
  let made = 0
  const template = await createTemplate({ migrate: (db) => { made++; return db.exec(SCHEMA) } })
  const before = contentsOf(template.path)
  const [one, two] = await Promise.all([template.fork(), template.fork()])
  await one.exec('delete from t where id > 10; create table own (a int)')
  await one.exec('vacuum full t')
  await one.checkpoint()
  await two.exec("update t set v = v + 1; alter table t add column w text default 'x'")
  assert.deepEqual(await sum(one), { n: 10, s: 55 })
  assert.deepEqual(await sum(two), { n: 500, s: 125750 })
  await assert.rejects(two.query('select * from own'), { code: '42P01' })
  for (const db of [one, two]) assert.deepEqual((await db.check()).problems, [])
  const third = await one.fork()
  await one.exec('drop table t')
  assert.deepEqual(await sum(third), { n: 10, s: 55 })
  for (const db of [one, two, third]) await db.close()
  assert.deepEqual(await template.run(sum), WHOLE)
  assert.deepEqual(contentsOf(template.path), before)
  assert.equal(made, 1)
  await template.close()
  assert.equal(existsSync(template.path), false)
})

test('a fork outlives the template that is closed', async () => {
  const template = await createTemplate({ migrate: (db) => db.exec(SCHEMA) })
  const other = await openTemplate(template.path)
  const fork = await other.fork()
  await other.close()
  await assert.rejects(open(template.path), { code: '55006' })
  assert.deepEqual(await sum(fork), WHOLE)
  await fork.close()
  await template.close()
})

test('many processes make it once, and another version anew', () => inDirectory(async (dir) => {
  const code = `
    import { createTemplate } from ${JSON.stringify(MODULE)}
    import { appendFileSync } from 'node:fs'
    const [dir, version] = process.argv.slice(1)
    const template = await createTemplate({ directory: dir + '/kept', version, migrate: async (db) => {
      appendFileSync(dir + '/made', version)
      await db.exec("create table t (v text); insert into t values ('" + version + "')")
    } })
    const rows = []
    for (let round = 0; round < 3; round++) {
      await template.run(async (db) => {
        await db.query('insert into t values (1)')
        rows.push(...(await db.query('select * from t')).rows)
      })
    }
    await template.close()
    console.log(rows.map(({ v }) => v).join(' '))`
  const run = async (/** @type {string} */ version) => {
    const args = ['--input-type=module', '-e', code, dir, version]
    return (await promisify(execFile)(process.execPath, args)).stdout.trim()
  }
  for (const version of ['a', 'b']) {
    const printed = await Promise.all([run(version), run(version)])
    for (const line of printed) assert.equal(line, `${version} 1 ${version} 1 ${version} 1`)
  }
  assert.equal(readFileSync(join(dir, 'made'), 'utf8'), 'ab')
  assert.equal(readdirSync(join(dir, 'kept')).filter((name) => /^[0-9a-f]{16}$/.test(name)).length, 1)
}))

test('migrations that fail leave nothing, and may be tried again', () => inDirectory(async (dir) => {
  const directory = join(dir, 'kept')
  const options = { directory, migrate: (/** @type {Database} */ db) => db.exec('create table t (a nothing)') }
  await assert.rejects(createTemplate(options), { code: '42704' })
  const template = await createTemplate({ directory, migrate: (db) => db.exec(SCHEMA) })
  assert.deepEqual(await template.run(sum), WHOLE)
  await template.close()
}))

test('options hold in forks, functions come by setup, drivers by a URL', async () => {
  const template = await createTemplate({
    migrate: (db) => db.exec('create table t (n int8); insert into t values (5)'),
    options: { int8: 'bigint' },
    setup: (db) => db.createFunction('twice', { args: ['int8'], returns: 'int8' }, (n) => 2n * BigInt(n)),
  })
  await template.run(async (db) => {
    assert.deepEqual((await db.query('select n, twice(n) from t')).rows, [{ n: 5n, twice: 10n }])
  })
  const rows = await template.serve(async (url, db) => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query('insert into t values (6)')
    await client.end()
    return (await db.query('select n from t order by n')).rows
  })
  assert.deepEqual(rows, [{ n: 5n }, { n: 6n }])
  await template.close()
})

test('open to read: together with others, not beside a writer; nothing is written', () => inDirectory(async (dir) => {
  const path = join(dir, 'data')
  const db = await open(path)
  await db.exec(SCHEMA)
  await assert.rejects(open(path, { mode: 'ro' }), { code: '55006' })
  await db.close()
  const before = contentsOf(path)
  const one = await open(path, { mode: 'ro' })
  const two = await open({ path, mode: 'ro' })
  await assert.rejects(open(path), { code: '55006' })
  assert.deepEqual(await sum(one), WHOLE)
  assert.deepEqual(await sum(two), WHOLE)
  const refused = [
    ["insert into t values (0, 0)", '25006'], ["select nextval('s')", '25006'], ['create table u ()', '25006'],
    ['vacuum', '25006'], ['analyze t', '25006'], ['checkpoint', '25006'],
    ["alter system set work_mem = '1MB'", '25006'],
    ['begin read write', '0A000'], ['set transaction_read_only = off', '0A000'], ['copy t from stdin', '25006'],
    ['set default_transaction_read_only = off; delete from t', '25006'], ['create database u', '25006'],
  ]
  for (const [statement, code] of refused) {
    await assert.rejects(one.exec(statement), { code }, statement)
    await one.exec('rollback')
  }
  await one.exec('listen heard')
  const fork = await one.fork()
  await fork.exec('delete from t')
  await fork.close()
  await one.close()
  await assert.rejects(open(path), { code: '55006' })
  await two.close()
  assert.deepEqual(contentsOf(path), before)
  await (await open(path)).close()
}))

test('a directory that was killed is recovered in memory', () => inDirectory(async (dir) => {
  const path = join(dir, 'data')
  const code = `import { open } from ${JSON.stringify(new URL('../../../src/index.js', import.meta.url).href)}
    const db = await open(process.argv[1])
    await db.exec(${JSON.stringify(SCHEMA)})
    const other = await db.connect()
    await other.exec('begin; update t set v = 0')
    process.kill(process.pid, 'SIGKILL')`
  const args = ['--input-type=module', '-e', code, path]
  await assert.rejects(promisify(execFile)(process.execPath, args), { signal: 'SIGKILL' })
  const before = contentsOf(path)
  const db = await open(path, { mode: 'ro' })
  assert.deepEqual(await sum(db), WHOLE)
  await db.close()
  assert.deepEqual(contentsOf(path), before)
}))

test('what does not fit is said', async () => {
  await assert.rejects(open(':memory:', { mode: 'ro' }), { code: '22023' })
  await assert.rejects(open('./x', /** @type {any} */ ({ mode: 'rx' })), { code: '22023' })
  await assert.rejects(open('./x', { mode: 'ro', walSync: 'none' }), { code: '22023' })
  const nowhere = join(tmpdir(), 'seawall-is-not-there')
  const file = fileURLToPath(import.meta.url)
  for (const worker of [false, true]) {
    await assert.rejects(open(nowhere, { mode: 'ro', worker }),
      { code: '58P01', message: `"${nowhere}" is not a data directory` })
    await assert.rejects(open(file, { mode: 'ro', worker }),
      { code: '58P02', message: `"${file}" is a file, not a data directory` })
  }
})
