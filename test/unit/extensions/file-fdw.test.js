/** Foreign tables of file_fdw and postgres_fdw are there, and nobody reads files or other servers through them. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('what reads or writes a file is refused by name', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
    CREATE FOREIGN TABLE passwords (line text) SERVER files OPTIONS (filename '/etc/passwd');
    CREATE VIEW lines AS SELECT count(*) FROM passwords`)
  for (const text of ['SELECT * FROM passwords', 'SELECT * FROM lines', "INSERT INTO passwords VALUES ('x')",
    'DELETE FROM passwords', 'ANALYZE passwords', 'TRUNCATE passwords', 'COPY (TABLE passwords) TO STDOUT'])
    await assert.rejects(db.query(text), {
      code: '0A000', message: 'access to files through foreign-data wrapper "file_fdw" is not supported',
    }, text)
  await db.exec(`CREATE FUNCTION own() RETURNS fdw_handler LANGUAGE c AS '$libdir/file_fdw', 'file_fdw_handler'`)
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
