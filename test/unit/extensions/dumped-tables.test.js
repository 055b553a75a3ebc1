/** Tables of an extension whose rows are their users': pg_extension_config_dump. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { defineExtension } from '../../../src/extension.js'
import { open } from '../../../src/index.js'

const kept = defineExtension({
  name: 'kept', version: '1.0',
  script: `CREATE TABLE words (word text, builtin bool DEFAULT false);
    CREATE TABLE all_of (n int); CREATE TABLE no (n int);
    CREATE SEQUENCE steps; INSERT INTO words VALUES ('own', true);
    SELECT pg_catalog.pg_extension_config_dump('words', '');
    SELECT pg_extension_config_dump('all_of'::regclass, ''), pg_extension_config_dump('steps'::regclass, '');
    SELECT pg_extension_config_dump('words', 'WHERE NOT builtin')`,
  updates: { '1.0--1.1': `CREATE TABLE later (n int); SELECT pg_extension_config_dump('later', 'WHERE n > 0')` },
})
const refusals = [
  ['CREATE EXTENSION none', '42P01', 'OID 1 does not refer to a table'],
  ['CREATE EXTENSION others', '55000', 'table "mine" is not a member of the extension being created'],
]
const none = defineExtension({ name: 'none', version: '1', script: `SELECT pg_extension_config_dump(1, '')` })
const others = defineExtension({ name: 'others', version: '1', script: `SELECT pg_extension_config_dump('mine', '')` })
const db = await open(':memory:', { extensions: [kept, none, others] })
afterAll(() => db.close())

const dumped = async () => (await db.query(`SELECT t.oid::regclass::text AS table, t.condition FROM pg_extension,
  unnest(extconfig, extcondition) t(oid, condition) WHERE extname = 'kept'`)).rows

test('tables are named while the script runs, and only then', async () => {
  const outside = `SELECT pg_extension_config_dump('pg_class', '')`
  await assert.rejects(db.query(outside), { code: '0A000',
    message: 'pg_extension_config_dump() can only be called from an SQL script executed by CREATE EXTENSION' })
  await db.query('CREATE TABLE mine (n int)')
  for (const [text, code, message] of refusals) await assert.rejects(db.query(text), { code, message })
  await db.query('CREATE EXTENSION kept')
  await assert.rejects(db.query(outside), { code: '0A000' })
  const tables = [{ table: 'words', condition: 'WHERE NOT builtin' }, { table: 'all_of', condition: '' },
    { table: 'steps', condition: '' }]
  assert.deepEqual(await dumped(), tables)
  await db.exec('ALTER EXTENSION kept DROP TABLE no; ALTER EXTENSION kept DROP TABLE all_of')
  assert.deepEqual(await dumped(), [tables[0], tables[2]])
})

test('pg_dump writes their rows, and no other object of the extension', async (context) => {
  const run = promisify(execFile)
  if (await run('pg_dump', ['--version']).catch(() => null) === null) return context.skip()
  await db.exec(`INSERT INTO words VALUES ('a user''s'); SELECT nextval('steps'), nextval('steps')`)
  const server = await db.serve({ port: 0 })
  const address = `postgres://postgres@127.0.0.1:${server.port}/postgres`
  const { stdout } = await run('pg_dump', ['-d', address])
  const data = stdout.split('\n').filter((line) => /^(CREATE|ALTER EXT|SELECT.*steps)|user's|own/.test(line))
  assert.deepEqual(data, ['CREATE EXTENSION IF NOT EXISTS kept WITH SCHEMA public;', 'CREATE TABLE public.all_of (',
    'CREATE TABLE public.mine (', 'CREATE TABLE public.no (', `a user's\tf`,
    `SELECT pg_catalog.setval('public.steps', 2, true);`])
})
