/** Nothing is taken that does nothing: settings work, are refused, or say that they change nothing. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { allSettings, parseSetting, usualValue } from '../../../src/config/settings.js'
import { WireClient, connected, describeMessage, startup } from '../../support/wire-client.js'

/** @type {any} */
let db
/** @type {any[]} */
const notices = []
beforeAll(async () => { db = await open(':memory:', { onNotice: (/** @type {any} */ notice) => notices.push(notice) }) })
afterAll(() => db.close())

test('what is not there is refused by name, its default taken', async () => {
  for (const [name, value, usual] of [['log_lock_waits', 'on', 'off'], ['log_temp_files', '0', '-1'], ['array_nulls', 'off', 'on'], ['quote_all_identifiers', 'on', 'off'], ['temp_file_limit', "'1MB'", '-1'],
    ['zero_damaged_pages', 'on', 'off'], ['lc_numeric', "'de_DE.UTF-8'", "'C'"], ['xmloption', 'document', 'content']]) {
    await assert.rejects(db.query(`set ${name} = ${value}`), { code: '0A000', message: new RegExp(`^${name} can only be `) }, name)
    await assert.rejects(db.query(`select set_config('${name}', ${/^'/.test(value) ? value : `'${value}'`}, true)`), { code: '0A000' }, name)
    await db.query(`set ${name} = ${usual}`)
    await db.query(`reset ${name}`)
  }
  for (const assignment of ["wal_level = 'logical'", 'fsync = off', "archive_mode = 'on'"]) await assert.rejects(db.query(`alter system set ${assignment}`), { code: '0A000' }, assignment)
  await assert.rejects(db.query("alter role postgres set log_lock_waits = on"), { code: '0A000' })
})

test('every default is allowed', () => {
  for (const def of allSettings()) assert.deepEqual(parseSetting(def, def.boot), usualValue(def), def.name)
})

test('what only changes speed says that it changes nothing', async () => {
  notices.length = 0
  await db.query('set random_page_cost = 1.1')
  await db.query('set random_page_cost = 4')
  await db.query('set jit = off')
  await db.query('set enable_mergejoin = off')
  await db.query('set synchronize_seqscans = off')
  await db.query('set row_security = off')
  assert.deepEqual(notices.map(({ severity, code, message }) => [severity, code, message]), [['WARNING', '01000', 'setting "random_page_cost" is kept, but changes nothing in Seawall']])
})

test('default_with_oids', async () => {
  await db.query('set default_with_oids = off')
  await assert.rejects(db.query('set default_with_oids = on'), { code: '0A000', message: 'tables declared WITH OIDS are not supported' })
  assert.deepEqual((await db.query('show default_with_oids')).rows, [{ default_with_oids: 'off' }])
  assert.deepEqual((await db.query("select 1 from pg_settings where name = 'default_with_oids'")).rows, [])
})

test('the planner does without what is switched off', async () => {
  await db.exec('create table a(n int primary key, m int); insert into a select i, i from generate_series(1, 1000) i; analyze a')
  const plan = async (/** @type {string} */ setting) => {
    await db.query(`set ${setting} = off`)
    const text = (await db.query('explain (costs off) select * from a x join a y on x.n = y.m where x.n < 900')).rows.map((/** @type {any} */ row) => Object.values(row)[0]).join('\n')
    await db.query(`reset ${setting}`)
    return text
  }
  assert.match(await plan('enable_material'), /Hash Join/)
  assert.doesNotMatch(await plan('enable_hashjoin'), /Hash Join/)
  assert.match(await plan('enable_hashjoin'), /Nested Loop/)
  assert.match(await plan('enable_seqscan'), /Index Scan/)
})

test('CREATE EXTENSION plpgsql finds that it is there', async () => {
  notices.length = 0
  await assert.rejects(db.query('create extension plpgsql'), { code: '42710' })
  await db.query('create extension if not exists plpgsql')
  assert.deepEqual(notices.map(({ severity, message }) => [severity, message]), [['NOTICE', 'extension "plpgsql" already exists, skipping']])
})

test('replication connections are refused, and a role that may not connect', async () => {
  const { port } = await db.serve({ port: 0 })
  for (const [replication, code] of [['true', '0A000'], ['database', '0A000'], ['maybe', '22023']]) {
    const client = new WireClient(port)
    client.send(startup(0x30000, { user: 'postgres', database: 'postgres', replication }))
    assert.equal((await client.takeToEnd()).map(describeMessage).at(-1), `E FATAL ${code}`)
  }
  const ordinary = new WireClient(port)
  ordinary.send(startup(0x30000, { user: 'postgres', database: 'postgres', replication: 'false' }))
  assert.equal((await ordinary.take('Z')).some(({ type }) => type === 'N'), false)
  ordinary.end()
  await db.query('create role clerk login')
  const client = new WireClient(port)
  client.send(startup(0x30000, { user: 'clerk', database: 'postgres' }))
  assert.equal((await client.take('Z')).some(({ type }) => type === 'N'), false)
  client.end()
  await db.query('alter role clerk connection limit 0')
  const refused = new WireClient(port)
  refused.send(startup(0x30000, { user: 'clerk', database: 'postgres' }))
  assert.equal((await refused.takeToEnd()).map(describeMessage).at(-1), 'E FATAL 53300')
  await db.query('alter role clerk connection limit -1; revoke connect on database postgres from public')
  const denied = new WireClient(port)
  denied.send(startup(0x30000, { user: 'clerk', database: 'postgres' }))
  assert.equal((await denied.takeToEnd()).map(describeMessage).at(-1), 'E FATAL 42501')
  const other = await connected(port)
  other.end()
})
