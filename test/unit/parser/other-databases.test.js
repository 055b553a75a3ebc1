/** Names of three parts are found in long texts too, which are not looked through by an expression. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

test('names of another database in a long statement', async () => {
  const db = await open(':memory:')
  try {
    const padding = `'${'x'.repeat(100_001)}'`
    const names = ['nowhere.pg_catalog.pg_class', 'nowhere . pg_catalog\n.\tpg_class',
      '"nowhere"."pg_catalog"."pg_class"', 'nowhere."pg_catalog".pg_class',
      'nowhere/**/.pg_catalog.pg_class', '"a.b.c".pg_catalog.pg_class', 'é.ü.ö']
    for (const name of names)
      await assert.rejects(db.query(`SELECT ${padding} FROM ${name}`), { code: '0A000', message: /cross-database/ })
    await assert.rejects(db.query(`SELECT ${padding}::nowhere.pg_catalog.int4`), { code: '0A000' })
    for (const query of ['SELECT 1.5 + .5 + 1. AS x, pg_class.oid FROM pg_catalog.pg_class', 'SELECT t.x.y FROM t',
      'SELECT 1 AS "a.b.c"']) {
      const answer = (/** @type {string} */ text) =>
        db.query(text).then(({ rowCount }) => rowCount, ({ code }) => code)
      assert.equal(await answer(`${query} WHERE ${padding} <> ''`), await answer(query))
    }
  } finally {
    await db.close()
  }
})
