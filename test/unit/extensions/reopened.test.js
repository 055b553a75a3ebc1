/** A directory whose tables have values of an extension's type is read again by a process that has not loaded any. */
import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { temporaryDirectory } from '../../support/server-process.js'

const program = (/** @type {string} */ body) => `
  import { open } from '${new URL('../../../src/index.js', import.meta.url).href}'
  const db = await open(process.argv[1], { bufferPool: '2MB', walSegmentBytes: 1048576 })
  ${body}
  await db.close()`

/** @param {string} directory @param {string} body @returns {string} what it printed */
const run = (directory, body) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program(body), directory], { encoding: 'utf8' }).trim()

test('extensions are loaded when a directory that uses them is opened', () => {
  const directory = temporaryDirectory()
  run(directory, `await db.exec("CREATE EXTENSION citext; CREATE TABLE t (a citext PRIMARY KEY)")
    await db.exec("INSERT INTO t VALUES ('One'), ('Two')")`)
  const found = run(directory, `
    await db.query("DELETE FROM t WHERE a = 'TWO'")
    console.log(JSON.stringify((await db.query("SELECT a FROM t WHERE a = 'ONE' UNION ALL SELECT a FROM t")).rows))`)
  assert.equal(found, '[{"a":"One"},{"a":"One"}]')
})

test('a bloom index serves its columns after the directory is opened again', () => {
  const directory = temporaryDirectory()
  run(directory, `await db.exec("CREATE EXTENSION bloom; CREATE TABLE t (a int, b text)")
    await db.exec("INSERT INTO t SELECT i, 'b' || i FROM generate_series(1, 3000) i")
    await db.exec("CREATE INDEX bl ON t USING bloom (a, b)")
    await db.exec("INSERT INTO t VALUES (-1, 'late'); ANALYZE t")`)
  const found = run(directory, `
    await db.query("DELETE FROM t WHERE b = 'b7'")
    const plan = await db.query("EXPLAIN (COSTS OFF) SELECT * FROM t WHERE b = 'late'")
    const { rows } = await db.query("SELECT a FROM t WHERE b IN ('late') UNION ALL SELECT a FROM t WHERE b = 'b7'")
    console.log(JSON.stringify([rows, plan.rows.some((row) => Object.values(row)[0].includes('bl on t'))]))`)
  assert.equal(found, '[[{"a":-1}],true]')
})

test('a directory opens without the extension it needs, and says so where it is used', () => {
  const directory = temporaryDirectory()
  const version = `defineExtension({ name: 'semver', version: '1.0', types: { semver: {
    parse: (text) => text.split('.').map(Number), format: (parts) => parts.join('.'),
    compare: (a, b) => a[0] - b[0] || a[1] - b[1], key: (parts) => parts } } })`
  const brought = (/** @type {string} */ body) => execFileSync(process.execPath, ['--input-type=module', '-e', `
    import { open } from '${new URL('../../../src/index.js', import.meta.url).href}'
    import { defineExtension } from '${new URL('../../../src/extension.js', import.meta.url).href}'
    const db = await open(process.argv[1], { bufferPool: '2MB', extensions: [${version}] })
    ${body}
    await db.close()`, directory], { encoding: 'utf8' }).trim()
  brought(`await db.exec("CREATE EXTENSION semver; CREATE TABLE t (v semver PRIMARY KEY, n int)")
    await db.exec("INSERT INTO t SELECT ('1.' || i)::semver, i FROM generate_series(1, 300) i")`)
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
  assert.equal(brought(`
    await db.exec('VACUUM t')
    const { problems } = await db.check()
    const { rows } = await db.query("SELECT count(*)::int AS n FROM t WHERE v < '1.151'")
    console.log(JSON.stringify([problems, rows]))`), '[[],[{"n":100}]]')
})
