/** Foreign tables of file_fdw are there, and nobody reads the server's files through them. */
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
