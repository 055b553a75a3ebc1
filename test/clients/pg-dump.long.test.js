/**
 * pg_dump and pg_restore as they are. A database with a bit of everything (pg-dump.sql) is dumped, restored into
 * Seawall and dumped again, and the same comes out. Where a PostgreSQL 15 can be had (installed, or at `ORACLE_PORT`),
 * the dump goes through it too, and its own dump of the same script is equal to ours.
 */
import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOracle } from '../random/oracle.js'
import { ServerProcess, missing, runClient, temporaryDirectory } from '../support/server-process.js'

const skip = missing('pg_dump') || missing('psql')
const script = join(dirname(fileURLToPath(import.meta.url)), 'pg-dump.sql')
const directory = temporaryDirectory()
/** @type {ServerProcess} */
let server
/** @type {{ port: number }} */
let ours
let dumped = ''

beforeAll(async () => {
  if (skip) return
  server = await ServerProcess.start(join(directory, 'data'), ['--wal-sync', 'none'])
  ours = server
})
afterAll(async () => { await server?.stop() })

/** Without the lines that say when and by whom. @param {string} dump */
const comparable = (dump) =>
  dump.replace(/^\\(un)?restrict .*$/gm, '').replace(/^-- Dumped from database version (\S+).*$/m, '-- $1')

/** @param {{ port: number }} at @param {string} program @param {string[]} flags @returns {Promise<string>} stdout */
async function run(at, program, flags) {
  const { code, stdout, stderr } = await runClient(/** @type {any} */ (at), program, flags)
  assert.equal(
    stderr
      .split('\n')
      .filter((line) => /error|FATAL/i.test(line))
      .join('\n'),
    '',
    `${program} ${flags.join(' ')}`
  )
  assert.equal(code, 0, stderr)
  return stdout
}

/** @param {{ port: number }} at @param {string} name */
async function create(at, name) {
  await run(at, 'psql', ['-q', '-c', `DROP DATABASE IF EXISTS ${name}`, '-c', `CREATE DATABASE ${name}`])
}

/** @param {{ port: number }} at @param {string} name @param {string} file */
const load = (at, name, file) => run(at, 'psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', name, '-f', file])

/** @param {{ port: number }} at @param {string} name @param {string[]} [flags] */
const dump = async (at, name, flags = []) => comparable(await run(at, 'pg_dump', [...flags, name]))

test('a dump succeeds, restores, and comes out again the same', async (context) => {
  if (skip) context.skip(skip)
  await create(ours, 'dump_one')
  await load(ours, 'dump_one', script)
  dumped = await dump(ours, 'dump_one')
  assert.match(dumped, /CREATE TABLE app\.measures_2020_ab/)
  const file = join(directory, 'one.sql')
  writeFileSync(file, dumped)
  await create(ours, 'dump_two')
  await load(ours, 'dump_two', file)
  assert.equal(await dump(ours, 'dump_two'), dumped)
})

test('as INSERTs, and in the custom format through pg_restore', async (context) => {
  const reason = skip || missing('pg_restore')
  if (reason) context.skip(reason)
  const file = join(directory, 'inserts.sql')
  writeFileSync(file, await dump(ours, 'dump_one', ['--inserts']))
  await create(ours, 'dump_three')
  await load(ours, 'dump_three', file)
  assert.equal(await dump(ours, 'dump_three'), dumped)
  const archive = join(directory, 'one.dump')
  await run(ours, 'pg_dump', ['-Fc', '-f', archive, 'dump_one'])
  await create(ours, 'dump_four')
  await run(ours, 'pg_restore', ['-d', 'dump_four', archive])
  assert.equal(await dump(ours, 'dump_four'), dumped)
})

test('PostgreSQL takes it, and dumps the same', async (t) => {
  if (skip) t.skip(skip)
  const theirs = await startOracle()
  if (theirs === null) {
    t.skip('no PostgreSQL 15 here: the way through it is NOT tested')
    return
  }
  try {
    const file = join(directory, 'one.sql')
    writeFileSync(file, dumped)
    await create(theirs, 'seawall_dump')
    await load(theirs, 'seawall_dump', file)
    assert.equal(await dump(theirs, 'seawall_dump'), dumped)
    await create(theirs, 'seawall_dump')
    await load(theirs, 'seawall_dump', script)
    assert.equal(await dump(theirs, 'seawall_dump'), dumped)
    await run(theirs, 'psql', ['-q', '-c', 'DROP DATABASE seawall_dump'])
  } finally {
    await theirs.stop()
  }
})
