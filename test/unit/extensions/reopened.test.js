/** A directory whose tables have values of an extension's type is read again by a process that has not loaded any. */
import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { defineExtension } from '../../../src/extension.js'
import { open } from '../../../src/index.js'
import { temporaryDirectory } from '../../support/server-process.js'

const OPTIONS = { bufferPool: '2MB', walSegmentBytes: 1048576 }

/**
 * @param {string} script
 * @param {import('../../../src/extensions/definition.js').ExtensionDefinition[]} [extensions]
 * @returns {Promise<string>} a directory in which it ran, closed
 */
async function made(script, extensions) {
  const directory = temporaryDirectory()
  const db = await open(directory, { ...OPTIONS, ...(extensions === undefined ? {} : { extensions }) })
  await db.exec(script)
  await db.close()
  return directory
}

/** Of a process that has loaded no extension. */
const program = (/** @type {string} */ body) => `
  import { open } from '${new URL('../../../src/index.js', import.meta.url).href}'
  const db = await open(process.argv[1], ${JSON.stringify(OPTIONS)})
  ${body}
  await db.close()`

/** @param {string} directory @param {string} body @returns {string} what it printed */
const run = (directory, body) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program(body), directory], { encoding: 'utf8' }).trim()

test('extensions are loaded when a directory that uses them is opened', async () => {
  const directory = await made(`CREATE EXTENSION citext; CREATE TABLE t (a citext PRIMARY KEY);
    INSERT INTO t VALUES ('One'), ('Two')`)
  const found = run(directory, `
    await db.query("DELETE FROM t WHERE a = 'TWO'")
    console.log(JSON.stringify((await db.query("SELECT a FROM t WHERE a = 'ONE' UNION ALL SELECT a FROM t")).rows))`)
  assert.equal(found, '[{"a":"One"},{"a":"One"}]')
})

test('a bloom index serves its columns after the directory is opened again', async () => {
  const directory = await made(`CREATE EXTENSION bloom; CREATE TABLE t (a int, b text);
    INSERT INTO t SELECT i, 'b' || i FROM generate_series(1, 3000) i;
    CREATE INDEX bl ON t USING bloom (a, b);
    INSERT INTO t VALUES (-1, 'late'); ANALYZE t`)
  const found = run(directory, `
    await db.query("DELETE FROM t WHERE b = 'b7'")
    const plan = await db.query("EXPLAIN (COSTS OFF) SELECT * FROM t WHERE b = 'late'")
    const { rows } = await db.query("SELECT a FROM t WHERE b IN ('late') UNION ALL SELECT a FROM t WHERE b = 'b7'")
    console.log(JSON.stringify([rows, plan.rows.some((row) => Object.values(row)[0].includes('bl on t'))]))`)
  assert.equal(found, '[[{"a":-1}],true]')
})

test('a directory opens without the extension it needs, and says so where it is used', async () => {
  const semver = defineExtension({ name: 'semver', version: '1.0', types: { semver: {
    parse: (text) => text.split('.').map(Number), format: (parts) => parts.join('.'),
    compare: (a, b) => a[0] - b[0] || a[1] - b[1], key: (parts) => parts } } })
  const directory = await made(`CREATE EXTENSION semver; CREATE TABLE t (v semver PRIMARY KEY, n int);
    INSERT INTO t SELECT ('1.' || i)::semver, i FROM generate_series(1, 300) i`, [semver])
  const said = JSON.parse(run(directory, `
    const said = []
    for (const text of ['SELECT * FROM t', "SELECT '1.2'::semver", "INSERT INTO t VALUES ('2.0', 1)", 'VACUUM t',
      'DELETE FROM t WHERE n % 3 = 0', 'UPDATE t SET n = n + 1 WHERE n % 5 = 0', 'SELECT count(*)::int AS n FROM t'])
      await db.query(text).then(({ rows }) => said.push(rows), ({ code, message, hint }) =>
        said.push([code, message, hint]))
    console.log(JSON.stringify(said))`))
  const refused = ['58P01', 'could not access file "$libdir/semver": No such file or directory',
    'The extension "semver" is brought by programs: open(directory, { extensions: [...] }), or ' +
      'seawall serve --extension.']
  assert.deepEqual(said, [refused, refused, refused, [], [], [], [{ n: 200 }]])
  // What was deleted and changed meanwhile leaves nothing in the index that the table has not.
  const db = await open(directory, { ...OPTIONS, extensions: [semver] })
  await db.exec('VACUUM t')
  assert.deepEqual((await db.check()).problems, [])
  assert.deepEqual((await db.query("SELECT count(*)::int AS n FROM t WHERE v < '1.151'")).rows, [{ n: 100 }])
  await db.close()
})
