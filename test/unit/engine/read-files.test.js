/** Files of the server as values: pg_read_file and its kind (decision 0024). */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

/** @param {(dir: string) => Promise<void>} body */
async function withDirectory(body) {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-read-'))
  try {
    await body(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('a file is read whole, or in part, as text and as bytes', () => withDirectory(async (dir) => {
  const db = await open(join(dir, 'db'))
  const value = async (/** @type {string} */ expr) => (await db.query(`SELECT ${expr} AS v`)).rows[0].v
  const file = join(dir, 'text')
  const text = 'ä line\n'.repeat(50_000)
  writeFileSync(file, text)
  assert.equal(await value(`pg_read_file('${file}')`), text)
  assert.equal(await value(`length(pg_read_binary_file('${file}'))`), 400_000)
  assert.equal(await value(`pg_read_file('${file}', 3, 4)`), 'line')
  assert.equal(await value(`pg_read_file('${file}', -5, 100)`), 'line\n')
  assert.equal(await value(`pg_read_file('${file}', 500000, 100)`), '')
  await assert.rejects(value(`pg_read_file('${file}', -500000, 1)`), {
    code: 'XX000', message: `could not seek in file "${file}": Invalid argument`,
  })
  await assert.rejects(value(`pg_read_file('${file}', 1, 1)`), { code: '22021' })
  assert.equal(await value(`encode(pg_read_binary_file('${file}', 1, 1), 'hex')`), 'a4')
  // Relative paths are the data directory's.
  writeFileSync(join(dir, 'db', 'mine'), 'mine')
  assert.equal(await value(`pg_read_file('mine')`), 'mine')
  utimesSync(file, 1_000_000, 2_000_000)
  assert.deepEqual((await db.query(`SELECT size::int, access = to_timestamp(1000000) AS a,
    modification = to_timestamp(2000000) AS m, creation, isdir FROM pg_stat_file('${file}')`)).rows,
  [{ size: 400_000, a: true, m: true, creation: null, isdir: false }])
  assert.deepEqual((await db.query(`SELECT n FROM pg_ls_dir('${dir}') n ORDER BY n`)).rows,
    [{ n: 'db' }, { n: 'text' }])
  assert.deepEqual((await db.query(`SELECT count(*)::int AS n, bool_and(size > 0) AS sized FROM pg_ls_waldir()
    WHERE modification > now() - interval '1 day'`)).rows[0].sized, true)
  const pipe = join(dir, 'pipe')
  execFileSync('mkfifo', [pipe])
  await assert.rejects(value(`pg_read_file('${pipe}')`), { code: '0A000' })
  // What no value can hold.
  truncateSync(file, 0x20000000)
  await assert.rejects(value(`pg_read_file('${file}')`), { code: '54000', message: 'file length too large' })
  await db.close()
}))

test('files are open to members of the role, others get what is below the directory if they may call, or nobody',
  () => withDirectory(async (dir) => {
    const db = await open(join(dir, 'db'))
    const file = join(dir, 'text')
    writeFileSync(file, 'x')
    writeFileSync(join(dir, 'db', 'mine'), 'mine')
    await db.exec(`CREATE ROLE r; CREATE ROLE granted; GRANT pg_read_server_files TO r;
      GRANT EXECUTE ON FUNCTION pg_read_file(text) TO granted, r`)
    const may = async (/** @type {string} */ role, /** @type {string} */ path) => {
      await db.exec(`SET ROLE ${role}`)
      return db.query('SELECT pg_read_file($1) AS v', [path]).then(({ rows }) => rows[0].v, ({ code }) => code)
        .finally(() => db.exec('RESET ROLE'))
    }
    assert.deepEqual([await may('r', file), await may('r', 'mine')], ['x', 'mine'])
    assert.deepEqual([await may('granted', file), await may('granted', 'mine'), await may('granted', '../text')],
      ['42501', 'mine', '42501'])
    await db.close()
    const closed = await open(join(dir, 'db'), { serverFiles: false })
    for (const text of [`pg_read_file('${file}')`, `pg_read_binary_file('mine')`, `pg_stat_file('mine')`,
      `pg_ls_dir('.')`])
      await assert.rejects(closed.query(`SELECT ${text}`), {
        code: '42501', message: 'files of the server are not open to SQL',
      })
    await closed.close()
    const memory = await open(':memory:')
    await assert.rejects(memory.query("SELECT pg_read_file('mine')"), {
      code: '42602', message: 'relative path not allowed for a database in memory',
    })
    assert.deepEqual((await memory.query('SELECT * FROM pg_ls_waldir()')).rows, [])
    await memory.close()
  }))
