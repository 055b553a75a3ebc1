/** The package that is published: one script of all modules, its code cache, and the command line on top. It is the same program as the repository. */
import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'seawall-package-'))
after(() => rmSync(dir, { recursive: true, force: true }))
// What the tests run under is not what a program runs under.
const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined }

/** @param {string} code a module @returns {any} what it prints, as JSON */
const run = (code) => JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { env, encoding: 'utf8' }))

const ANSWERS = (/** @type {string} */ from) => `
  import { DbError, Statement, open } from ${JSON.stringify(pathToFileURL(join(from, 'src/index.js')).href)}
  const db = await open(':memory:')
  await db.exec("create table t (a int primary key, b text); insert into t select g, 'row ' || g from generate_series(1, 100) g")
  const { rows } = await db.query("select a % 3 as k, count(*), max(b), avg(a)::numeric(10, 2), json_agg(a order by a) filter (where a < 9) from t group by 1 order by 1")
  const error = await db.query('select a / 0 from t').catch((error) => error)
  const statement = db.prepare('select b from t where a = $1')
  const views = (await db.query('select count(*)::int as n from pg_class')).rows
  console.log(JSON.stringify([rows, error.code, error.message, error instanceof DbError, statement instanceof Statement, statement.get(7), views]))
  await db.close()`

test('the package answers as the repository does, from its code cache and without', { timeout: 120_000 }, () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-package.js'), dir], { env })
  assert.equal(readdirSync(join(dir, 'lib/cache')).length, 2, 'one for programs, one for the flags of the command line')
  const expected = run(ANSWERS(ROOT))
  assert.equal(expected[1], '22012')
  assert.deepEqual(run(ANSWERS(dir)), expected)
  const load = pathToFileURL(join(dir, 'lib/load.js')).href
  assert.equal(run(`import { loadBundle } from '${load}'\nconsole.log(JSON.stringify(loadBundle().script.cachedDataRejected))`), false)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  assert.equal(execFileSync(process.execPath, [join(dir, 'bin/seawall.js'), '--version'], { env, encoding: 'utf8' }).trim(), version)

  rmSync(join(dir, 'lib/cache'), { recursive: true })
  assert.deepEqual(run(ANSWERS(dir)), expected)
  execFileSync(process.execPath, ['-e', JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).scripts.postinstall.match(/"(.*)"/)[1]], { env, cwd: dir })
  assert.equal(readdirSync(join(dir, 'lib/cache')).length, 1, 'the installation makes its own')
  assert.ok(existsSync(join(dir, 'src/engine/cluster/cluster.js')), 'the sources are there to be read')
})
