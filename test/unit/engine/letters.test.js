/**
 * Whose letters count: those of the database's LC_CTYPE, which it keeps for good, or ASCII's where that or a collation
 * says so (src/types/collation/README.md).
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'

const LETTERS = `select upper('é') upper, lower('É') lower, initcap('éa') initcap, 'É' ilike 'é' is_like,
  'É' not ilike 'é' not_ilike, 'É' ~* 'é' insensitive, 'é' ~ '\\w' word, '\u3000' ~ '\\s' space,
  regexp_replace('é', '\\w', '-') replaced, array(select regexp_split_to_table('a\u3000b', '\\s')) split,
  substring('é' similar '[[:alpha:]]' escape '#') similar,
  jsonb_path_exists('"É"', '$ ? (@ like_regex "é" flag "i")') path,
  upper(x) of_column, x ilike 'É' ilike_column, x ~ '[[:lower:]]' class_column,
  upper('é' collate "C") in_c, upper('é' collate "C.utf8") in_utf8 from (values ('é')) v(x)`

const UNICODE = { upper: 'É', lower: 'é', initcap: 'Éa', is_like: true, not_ilike: false, insensitive: true,
  word: true, space: true, replaced: '-', split: ['a', 'b'], similar: 'é', path: true,
  of_column: 'É', ilike_column: true, class_column: true, in_c: 'é', in_utf8: 'É' }
const PLAIN = { upper: 'é', lower: 'É', initcap: 'éA', is_like: false, not_ilike: true, insensitive: false,
  word: false, space: false, replaced: 'é', split: ['a\u3000b'], similar: null, path: false,
  of_column: 'é', ilike_column: false, class_column: false, in_c: 'é', in_utf8: 'É' }
const SHOWN = `select current_setting('lc_collate') a, current_setting('lc_ctype') b,
  (select reset_val from pg_settings where name = 'lc_ctype') c`

test('letters are those of the database', async () => {
  const disk = new FaultVfs({ seed: 1 })
  const db = await open({ vfs: disk, bufferPool: '2MB' })
  await db.exec("create database plain template template0 locale 'C'")
  await db.exec("create database mixed template template0 lc_collate 'C.UTF-8' lc_ctype 'POSIX'")
  await db.exec("create database utf8 template template0 lc_collate 'C' lc_ctype 'C.utf8'")
  await db.exec('create database usual')
  const usual = ['C.UTF-8', 'C.UTF-8', UNICODE]
  const expected = { plain: ['C', 'C', PLAIN], mixed: ['C.UTF-8', 'C', PLAIN], utf8: ['C', 'C.utf8', UNICODE],
    usual, postgres: usual }
  const look = async (/** @type {any} */ cluster) => {
    for (const [database, [collate, ctype, letters]] of Object.entries(expected)) {
      const session = await cluster.connect({ database })
      assert.deepEqual((await session.query(LETTERS)).rows, [letters], database)
      assert.deepEqual((await session.query(SHOWN)).rows, [{ a: collate, b: ctype, c: ctype }])
      await session.release()
    }
  }
  await look(db)
  const plain = await db.connect({ database: 'plain' })
  await plain.exec(`create table t (a text); create unique index on t (upper(a));
    insert into t values ('É'), ('é'), ('a')`)
  await assert.rejects(plain.query("insert into t values ('A')"), { code: '23505' })
  // Neither a large text nor one that is looked through on another thread has others.
  const large = await plain.query(`select upper(x) = x same, x ilike '%É%' found, x ~ '\\w' word, length(upper(x)) n
    from (select repeat('é', 400000) x) v`)
  assert.deepEqual(large.rows, [{ same: true, found: false, word: false, n: 400000 }])
  await db.close()
  const again = await open({ vfs: disk.crashImage(1), bufferPool: '2MB' })
  await look(again)
  const kept = await again.connect({ database: 'plain' })
  assert.equal((await kept.query("select count(*)::int n from t where upper(a) = 'é'")).rows[0].n, 1)
  await again.close()
})

test('a large text has the letters of a small one', async () => {
  const db = await open(':memory:')
  const { rows } = await db.query(`select upper(x) = repeat('ÉA\u{10400}', 200000) upper, lower(upper(x)) = x lower,
    initcap(x) = 'Éa\u{10428}' || substr(x, 4) initcap, x ilike '%A\u{10400}' is_like,
    x ~ '^\\w+$' word from (select repeat('éa\u{10428}', 200000) || '' x) v`)
  assert.deepEqual(rows, [{ upper: true, lower: true, initcap: true, is_like: true, word: true }])
  await db.close()
})
