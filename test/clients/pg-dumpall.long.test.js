/**
 * Two hundred roles with all that can be granted, at random, through pg_dump and pg_dumpall: the same as PostgreSQL
 * 15's byte for byte, and the same again after what pg_dumpall wrote was restored into a new cluster of either.
 */
import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOracle } from '../random/oracle.js'
import { manyRoles } from '../support/many-roles.js'
import { missing, runClient, ServerProcess, temporaryDirectory } from '../support/server-process.js'

const skip = missing('pg_dumpall') || missing('pg_dump') || missing('psql')
const directory = temporaryDirectory()
/** @type {(() => Promise<void>)[]} */
const stops = []
afterAll(async () => { for (const stop of stops) await stop() })

/** @typedef {{ port: number }} Cluster */

/** @param {string} name @returns {Promise<Cluster>} */
async function ours(name) {
  const server = await ServerProcess.start(join(directory, name), ['--wal-sync', 'none'])
  stops.push(async () => { await server.stop() })
  return server
}

/** @returns {Promise<Cluster | null>} */
async function theirs() {
  const oracle = await startOracle({ own: true })
  if (oracle !== null) stops.push(oracle.stop)
  return oracle
}

/**
 * Without what says when, by whom and in which locale; settings of roles in a database come in no order that
 * pg_dump asks for.
 * @param {string} dump
 */
const comparable = (dump) => dump.replace(/^\\(un)?restrict .*$/gm, '')
  .replace(/^-- (Dumped from database version|Dumped by pg_dump version|Started on|Completed on).*$/gm, '')
  .replace(/ LOCALE_PROVIDER = \S+ (LOCALE|LC_COLLATE|LC_CTYPE) = '[^']*'(?: LC_CTYPE = '[^']*')?/g, '')
  .replace(/(?:^ALTER ROLE .* IN DATABASE .*\n)+/gm, (lines) => lines.split('\n').sort().join('\n'))

/** @param {Cluster} at @param {string} program @param {string[]} flags @returns {Promise<string>} stdout */
async function run(at, program, flags) {
  const { code, stdout, stderr } = await runClient(/** @type {any} */ (at), program, flags)
  // Whoever restores is there already.
  const isThere = /role "postgres" already exists/
  const errors = stderr.split('\n').filter((line) => /error|FATAL/i.test(line) && !isThere.test(line))
  assert.deepEqual(errors.slice(0, 5), [], `${program} ${flags.join(' ')}`)
  assert.equal(code, 0, stderr)
  return stdout
}

/** @param {Cluster} at @param {string} text @param {string} name of its file */
async function load(at, text, name) {
  const file = join(directory, name)
  writeFileSync(file, text)
  await run(at, 'psql', ['-X', '-q', '-f', file])
}

/**
 * Lines that only one of two dumps has, the first few.
 * @param {string} one @param {string} other @param {string} what
 */
function same(one, other, what) {
  const [left, right] = [one.split('\n'), other.split('\n')]
  const only = (/** @type {string[]} */ lines, /** @type {string[]} */ others) => {
    const known = new Set(others)
    return lines.filter((line) => !known.has(line)).slice(0, 8)
  }
  assert.deepEqual({ here: only(left, right), there: only(right, left) }, { here: [], there: [] }, what)
  const at = left.findIndex((line, index) => line !== right[index])
  assert.equal(left.slice(Math.max(0, at), at + 8).join('\n'), right.slice(Math.max(0, at), at + 8).join('\n'), what)
  assert.equal(left.length, right.length, what)
}

/** @param {Cluster} at */
async function dumps(at) {
  const all = await run(at, 'pg_dumpall', [])
  return {
    database: comparable(await run(at, 'pg_dump', ['--create', 'roles_dump'])),
    all: comparable(all),
    /** To be restored as it was written. */
    script: all,
  }
}

test('two hundred roles and all they were granted come through', async (context) => {
  if (skip) context.skip(skip)
  const seed = Number(process.env.SEED ?? 20261124)
  context.annotate(`seed ${seed}`)
  const script = manyRoles(seed)
  const seawall = await ours('first')
  await load(seawall, script, 'roles.sql')
  const first = await dumps(seawall)
  assert.ok((first.all.match(/^CREATE ROLE /gm) ?? []).length > 200)
  const again = await ours('second')
  await load(again, first.script, 'all.sql')
  const second = await dumps(again)
  same(second.database, first.database, 'restored, the database')
  same(second.all, first.all, 'restored, the cluster')

  const postgres = await theirs()
  if (postgres === null) {
    context.skip('no PostgreSQL 15 here: that its dumps are the same is NOT tested')
    return
  }
  await load(postgres, script, 'roles.sql')
  const expected = await dumps(postgres)
  same(first.database, expected.database, "PostgreSQL's, the database")
  same(first.all, expected.all, "PostgreSQL's, the cluster")
  const restored = /** @type {Cluster} */ (await theirs())
  await load(restored, first.all, 'all.sql')
  same((await dumps(restored)).database, expected.database, 'restored into PostgreSQL')
}, 120_000)
