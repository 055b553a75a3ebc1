/** Foreign tables: file_fdw's are read, and nobody reads other servers through postgres_fdw's. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

test('a file of the server is read in any of the formats of COPY', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-fdw-'))
  const db = await open(':memory:')
  try {
    writeFileSync(join(dir, 'rows.csv'), 'a;b\n56;@7.5@\n100;@99.25@\n0;@x@\n42;@324.5@\n')
    writeFileSync(join(dir, 'words.csv'), 'AAA,aaa,123,""\nXYZ,xyz,"",321\nNULL,NULL,"NULL",NULL\n')
    await db.exec(`CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
      CREATE FOREIGN TABLE rows (a int2, b float4) SERVER files OPTIONS (filename '${dir}/rows.csv', format 'csv',
        header 'true', delimiter ';', quote '@');
      CREATE FOREIGN TABLE words (a text OPTIONS (force_not_null 'true'), b text, c text OPTIONS (force_null 'true'),
        d text) SERVER files OPTIONS (filename '${dir}/words.csv', format 'csv', null 'NULL');
      CREATE VIEW seen AS SELECT count(*)::int AS n FROM words`)
    const rows = async (/** @type {string} */ text) => (await db.query({ text, rowMode: 'array' })).rows
    // Of a line that is wrong in a column nobody looks at, the others are read.
    assert.deepEqual(await rows('SELECT a FROM rows WHERE a > 0 ORDER BY a'), [[42], [56], [100]])
    for (const text of ['SELECT b FROM rows', 'SELECT count(*) FROM rows'])
      await assert.rejects(db.query(text), { code: '22P02', where: 'COPY rows, line 4, column b: "x"' }, text)
    assert.deepEqual(await rows('TABLE words'), [
      ['AAA', 'aaa', '123', ''], ['XYZ', 'xyz', '', '321'], ['NULL', null, null, null],
    ])
    assert.deepEqual(await rows('SELECT n FROM seen'), [[3]])
    assert.deepEqual(await rows('SELECT x.a, y.d FROM rows x JOIN words y ON length(y.d) = x.a - 53'), [[56, '321']])
    assert.deepEqual(await rows('SELECT g, (SELECT max(a) FROM rows WHERE a < g) FROM generate_series(50, 60, 10) g'),
      [[50, 42], [60, 56]])
    assert.deepEqual(await rows('SELECT count(*)::int FROM words a, words b, words c'), [[27]])
    assert.equal((await rows('SELECT * FROM words FOR UPDATE')).length, 3)
    assert.deepEqual(await rows("SELECT words, tableoid::regclass::text FROM words LIMIT 1"),
      [['(AAA,aaa,123,"")', 'words']])
    await assert.rejects(db.query('SELECT ctid FROM words'), { code: '0A000' })
    assert.deepEqual((await rows('EXPLAIN (costs off) TABLE words')).map(([line]) => line),
      ['Foreign Scan on words', `  Foreign File: ${dir}/words.csv`])
    for (const [text, verb] of [['INSERT INTO words VALUES (1)', 'insert into'], ['UPDATE words SET a = 1', 'update'],
      ['DELETE FROM words', 'delete from'], ['TRUNCATE words', 'truncate']])
      await assert.rejects(db.query(text), { code: '0A000', message: `cannot ${verb} foreign table "words"` }, text)
    await db.exec(`CREATE FOREIGN TABLE gone (a int) SERVER files OPTIONS (filename '${dir}/none')`)
    await assert.rejects(db.query('TABLE gone'), { code: '58P01' })
    await db.exec("CREATE FOREIGN TABLE made (a int) SERVER files OPTIONS (program 'true')")
    await assert.rejects(db.query('TABLE made'), { code: '0A000', message: 'file_fdw with a program is not supported' })
  } finally {
    await db.close()
    rmSync(dir, { recursive: true })
  }
})

test('a wrapper without a handler, and a database whose files are closed', async () => {
  const db = await open(':memory:', { serverFiles: false })
  await db.exec(`CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
    CREATE FOREIGN TABLE passwords (line text) SERVER files OPTIONS (filename '/etc/passwd')`)
  const message = 'files of the server are not open to SQL'
  await assert.rejects(db.query('TABLE passwords'), { code: '42501', message })
  await db.exec('CREATE FOREIGN DATA WRAPPER bare; CREATE SERVER bare FOREIGN DATA WRAPPER bare')
  await db.exec('CREATE FOREIGN TABLE none (a int) SERVER bare')
  await assert.rejects(db.query('SELECT * FROM none'), { code: '55000' })
  await db.close()
})

test('what reads or writes another server is refused by name', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE EXTENSION postgres_fdw;
    CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'far');
    CREATE USER MAPPING FOR PUBLIC SERVER far; CREATE FOREIGN TABLE there (a int) SERVER far;
    CREATE TABLE parts (a int) PARTITION BY LIST (a);
    CREATE FOREIGN TABLE part PARTITION OF parts FOR VALUES IN (1) SERVER far`)
  for (const text of ['SELECT * FROM there', 'SELECT * FROM parts', 'INSERT INTO parts VALUES (1)', 'DELETE FROM there',
    'IMPORT FOREIGN SCHEMA public FROM SERVER far INTO public'])
    await assert.rejects(db.query(text), {
      code: '0A000', message: 'access to other servers through foreign-data wrapper "postgres_fdw" is not supported',
    }, text)
  await db.close()
})
