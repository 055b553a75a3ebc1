/** COPY and the server's files: what PostgreSQL does, who may, and what stands open or waits afterwards. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

/** @param {string} path @returns {number} descriptors of this process that are open on it */
const openOn = (path) => readdirSync('/proc/self/fd').filter((fd) => {
  try { return readFileSync(`/proc/self/fdinfo/${fd}`).length > 0 && linkOf(fd) === path } catch { return false }
}).length
/** @param {string} fd */
const linkOf = (fd) => execFileSync('readlink', [`/proc/${process.pid}/fd/${fd}`]).toString().trim()

/** @param {(dir: string) => Promise<void>} work */
async function withDirectory(work) {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-copy-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('rows go to a file and come back, in every format and from every place', () => withDirectory(async (dir) => {
  const db = await open(':memory:')
  await db.exec(`CREATE TABLE t (a int, b text, c bytea);
    INSERT INTO t VALUES (1, E'x\\ty', '\\x00ff'), (2, NULL, NULL), (3, 'ä "q", z', ''); CREATE TABLE back (LIKE t)`)
  for (const options of ['', '(FORMAT csv, HEADER, FORCE_QUOTE *)', '(FORMAT binary)', "(DELIMITER '|', NULL 'none')",
    "(ENCODING 'latin1')"]) {
    const file = join(dir, 'rows')
    assert.equal((await db.query(`COPY t TO '${file}' ${options}`)).rowCount, 3)
    const from = options.replace(', FORCE_QUOTE *', '')
    assert.equal((await db.query(`COPY back FROM '${file}' ${from}`)).rowCount, 3, options)
    const { rows } = await db.query('SELECT count(*)::int AS n FROM (TABLE t EXCEPT ALL TABLE back) left_out')
    assert.deepEqual(rows, [{ n: 0 }], options)
    await db.query('TRUNCATE back')
  }
  const file = join(dir, 'text')
  await db.query(`COPY (SELECT a, b FROM t ORDER BY a) TO '${file}'`)
  assert.equal(readFileSync(file, 'utf8'), '1\tx\\ty\n2\t\\N\n3\tä "q", z\n')
  writeFileSync(file, '7\tx\n8\ty\n\\.\nnot looked at\n')
  await db.query(`COPY back (a, b) FROM '${file}' WHERE a > 7`)
  assert.deepEqual((await db.query('SELECT a, b FROM back')).rows, [{ a: 8, b: 'y' }])
  await db.exec(`DO $$ BEGIN COPY t TO '${file}' (FORMAT csv); COPY back FROM '${file}' (FORMAT csv); END $$;
    CREATE FUNCTION outward() RETURNS void LANGUAGE sql AS $$ COPY back TO '${file}' $$; SELECT outward();
    PREPARE p AS SELECT 1; BEGIN READ ONLY; COPY t TO '${file}'; COMMIT`)
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 4)
  assert.equal((await db.query("COPY t TO '/dev/null'")).rowCount, 3)
  assert.equal((await db.query("COPY t FROM '/dev/null'")).rowCount, 0)
  await db.close()
}))

test('what cannot be opened is said in PostgreSQL\'s words', () => withDirectory(async (dir) => {
  const db = await open(join(dir, 'db'))
  await db.exec('CREATE TABLE t (a int); CREATE VIEW v AS TABLE t')
  const pipe = join(dir, 'pipe')
  execFileSync('mkfifo', [pipe])
  const hint = (/** @type {string} */ verb) =>
    `COPY ${verb} a file. You may want a client-side facility such as psql's \\copy.`
  const reads = hint('FROM instructs the PostgreSQL server process to read')
  const writes = hint('TO instructs the PostgreSQL server process to write')
  for (const [text, code, message, says] of [
    ["COPY t TO 'rows'", '42602', 'relative path not allowed for COPY to file'],
    [`COPY t TO '${dir}'`, '42809', `could not open file "${dir}" for writing: Is a directory`],
    [`COPY t FROM '${dir}'`, '42809', `"${dir}" is a directory`],
    [`COPY t TO '${dir}/no/rows'`, '58P01',
      `could not open file "${dir}/no/rows" for writing: No such file or directory`, writes],
    [`COPY t TO '/dev/null/x'`, '42809', 'could not open file "/dev/null/x" for writing: Not a directory'],
    [`COPY t FROM 'none'`, '58P01', 'could not open file "none" for reading: No such file or directory', reads],
    // The grammar's tree leaves out what is empty, as where the client is meant.
    ["COPY t FROM ''", '58P01', 'could not open file "" for reading: No such file or directory', reads],
    ["COPY (SELECT ' FROM ') TO E''", '42602', 'relative path not allowed for COPY to file'],
    ["COPY t FROM PROGRAM ''", '0A000', 'COPY with a program is not supported'],
    ["DO $do$ BEGIN COPY t (a) FROM $$$$; END $do$", '58P01',
      'could not open file "" for reading: No such file or directory', reads],
    [`COPY v FROM '${dir}/none'`, '58P01', `could not open file "${dir}/none" for reading: No such file or directory`,
      reads],
    [`COPY v TO '${dir}/none'`, '42809', 'cannot copy from view "v"', 'Try the COPY (SELECT ...) TO variant.'],
    [`COPY t FROM PROGRAM 'true'`, '0A000', 'COPY with a program is not supported'],
    [`COPY t FROM '${pipe}'`, '0A000', `COPY with "${pipe}", which is a pipe, a socket or a device, is not supported`],
    [`COPY t TO '${pipe}'`, '0A000', `COPY with "${pipe}", which is a pipe, a socket or a device, is not supported`],
    [`COPY t FROM '/dev/zero'`, '0A000',
      'COPY with "/dev/zero", which is a pipe, a socket or a device, is not supported'],
  ]) await assert.rejects(db.query(text), { code, message, hint: says }, text)
  // Relative paths that are read are the data directory's.
  writeFileSync(join(dir, 'db', 'rows'), '5\nx\n')
  await assert.rejects(db.query("COPY t FROM 'rows'"), { code: '22P02', where: 'COPY t, line 2, column a: "x"' })
  assert.equal(openOn(join(dir, 'db', 'rows')), 0)
  await db.close()
}))

test('files are open to superusers and members of the roles, or to nobody', () => withDirectory(async (dir) => {
  const db = await open(':memory:')
  const file = join(dir, 'rows')
  await db.exec(`CREATE TABLE t (a int); GRANT ALL ON t TO public; CREATE ROLE w; CREATE ROLE r; CREATE ROLE nobody;
    GRANT pg_write_server_files TO w; GRANT pg_read_server_files TO r`)
  const may = async (/** @type {string} */ role, /** @type {string} */ text) => {
    await db.exec(`SET ROLE ${role}`)
    return db.query(text).then(() => 'yes', ({ code, message }) => `${code} ${message}`).finally(() =>
      db.exec('RESET ROLE'))
  }
  assert.equal(await may('w', `COPY t TO '${file}'`), 'yes')
  assert.equal(await may('r', `COPY t FROM '${file}'`), 'yes')
  assert.match(await may('r', `COPY t TO '${file}'`), /^42501 must be .* pg_write_server_files role to COPY to a file$/)
  assert.match(await may('w', `COPY t FROM '${file}'`),
    /^42501 must be .* pg_read_server_files role to COPY from a file$/)
  assert.match(await may('nobody', `COPY t TO '${file}'`), /^42501/)
  await assert.rejects(db.query("COPY t FROM 'rows'"), {
    code: '42602', message: 'relative path not allowed for a database in memory',
  })
  await db.close()
  const closed = await open(':memory:', { serverFiles: false })
  await closed.exec('CREATE TABLE t (a int)')
  for (const text of [`COPY t TO '${file}'`, `COPY t FROM '${file}'`])
    await assert.rejects(closed.query(text), { code: '42501', message: 'files of the server are not open to SQL' })
  await closed.close()
  await assert.rejects(open(':memory:', /** @type {any} */ ({ serverFiles: 'no' })), { code: '22023' })
}))

test('what ends in the middle leaves no file open', () => withDirectory(async (dir) => {
  const db = await open(':memory:')
  const file = join(dir, 'rows')
  await db.exec('CREATE TABLE t (a int CHECK (a < 50000), b text)')
  await assert.rejects(db.query(`COPY (SELECT 1 / (90000 - g) FROM generate_series(1, 100000) g) TO '${file}'`),
    { code: '22012' })
  assert.ok(readFileSync(file).length > 0)
  await db.query(`COPY (SELECT g, 'row ' || g FROM generate_series(1, 100000) g) TO '${file}'`)
  await assert.rejects(db.query(`COPY t FROM '${file}'`), { code: '23514', where: /^COPY t, line 50000: / })
  const stop = new AbortController()
  const endless = 'SELECT a.g FROM generate_series(1, 1e6) a(g), generate_series(1, 1e6)'
  const running = db.query(`COPY (${endless}) TO '${file}'`, [], { signal: stop.signal })
  setTimeout(() => stop.abort(), 50)
  await assert.rejects(running)
  // What waits for no lock says so.
  for (const text of [
    `COPY t FROM '${file}'`, `COPY t TO '${file}'`, `SELECT pg_read_file('${file}')`, 'SELECT pg_sleep(10)',
  ])
    assert.throws(() => db.prepare(text).all(), { code: '0A000', message: /waits for files, threads or time/ }, text)
  const other = await db.connect()
  await other.query('BEGIN')
  await other.query('LOCK TABLE t')
  assert.throws(() => db.prepare('SELECT * FROM t').all(), { code: '55P03', message: /another transaction/ })
  await other.query('COMMIT')
  // The pool's threads close them in their time.
  while (openOn(file) > 0) await db.query('SELECT pg_sleep(0.01)')
  await db.close()
}))
