/**
 * Collated keys that last: unique keys and lookups over random texts against a plain table, across rollbacks, reopens,
 * a killed process and a vacuum; spilled sorts; versions.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const WORDS = [
  'straße', 'STRASSE', 'Strasse', 'café', 'CAFE\u0301', 'cafe', 'Cafe', 'æther', 'aether', 'ÆTHER', 'naïve', 'NAIVE',
  'o', 'Ø', 'O', 'ﬁn', 'FIN', 'a b', 'ab', 'AB', '', '日本', 'ß', 'ss', '①', '1',
]

test('unique keys of a nondeterministic collation', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-collation-'))
  const random = seededRandom(5)
  try {
    let db = await open({ path: dir, walSync: 'none' })
    await db.exec(`create collation ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      create table keyed (x text collate ci primary key, n int); create table plain (x text collate ci, n int); create index on keyed (upper(x) collate "de-x-icu")`)
    const agree = async (on = db) => {
      for (const word of WORDS) {
        const found = await on.query('select x, n from keyed where x = $1 order by n', [word])
        assert.deepEqual(
          found.rows, (await on.query('select x, n from plain where x = $1 order by n', [word])).rows, word,
        )
        assert.ok(found.rows.length < 2)
      }
      assert.deepEqual(
        (await on.query('select x from keyed order by x, n')).rows,
        (await on.query('select x from plain order by x, n')).rows,
      )
      assert.deepEqual((await on.check()).problems, [])
    }
    let refused = 0
    for (let round = 0; round < rounds(150, 400); round++) {
      const word = WORDS[random.below(WORDS.length)]
      const other = WORDS[random.below(WORDS.length)]
      const statement = [
        `insert into TABLE values ('${word}', ${round})`,
        `update TABLE set x = '${other}', n = ${round} where x = '${word}'`, `delete from TABLE where x = '${word}'`,
        `insert into TABLE values ('${word}', ${round}) on conflict (x) do update set n = excluded.n, x = excluded.x`,
      ][random.below(4)]
      const undone = random.below(5) === 0
      await db.exec('begin')
      try {
        await db.exec(statement.replace('TABLE', 'keyed'))
        if (statement.includes('conflict')) {
          if ((await db.query(`update plain set n = ${round}, x = '${word}' where x = '${word}'`)).rowCount === 0)
            await db.exec(`insert into plain values ('${word}', ${round})`)
        } else await db.exec(statement.replace('TABLE', 'plain'))
        await db.exec(undone ? 'rollback' : 'commit')
      } catch (error) {
        assert.equal(/** @type {any} */ (error).code, '23505')
        refused++
        await db.exec('rollback')
      }
      if (round % 100 === 99) {
        await agree()
        // What a killed process leaves: a change that nobody committed, pages that were never written.
        await db.exec(`begin; update keyed set x = 'gone' || n; delete from keyed where n % 2 = 0`)
        const copy = `${dir}-${round}`
        cpSync(dir, copy, { recursive: true, filter: (path) => !path.includes('seawall.lock') })
        const recovered = await open({ path: copy, walSync: 'none' })
        await agree(recovered)
        await recovered.close()
        rmSync(copy, { recursive: true })
        await db.exec('rollback')
        await db.close()
        db = await open({ path: dir, walSync: 'none' })
      }
    }
    assert.ok(refused > 20)
    await agree()
    assert.match(JSON.stringify((await db.query(`explain select * from keyed where x = 'a'`)).rows), /Index/)
    await db.query('vacuum keyed')
    await db.query('reindex table keyed')
    await agree()
    await db.close()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

test('a sort that spills has the collation\'s order', async () => {
  const db = await open({ path: ':memory:' })
  await db.exec(`create table t as select md5(g::text) || case when g % 3 = 0 then 'Ä' when g % 3 = 1 then 'a' else 'Z' end as x from generate_series(1, 20000) g`)
  await db.exec(`update t set x = upper(x) where x < '8'`)
  const sorted = `select md5(string_agg(x, ',')) as all from (select x from t order by x collate "de-x-icu") s`
  await db.exec('set work_mem = \'64MB\'')
  const expected = (await db.query(sorted)).rows
  await db.exec('set work_mem = \'64kB\'')
  assert.deepEqual((await db.query(sorted)).rows, expected)
  await db.exec(`create collation ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`)
  assert.deepEqual((await db.query('select count(*)::int as n from (select x collate ci from (select lower(x) as x from t union all select upper(x) from t) u group by 1) s')).rows, [{ n: 20000 }])
  await db.close()
})

test('a collation made under another version is warned of, once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-collation-'))
  /** @type {string[]} */
  let notices = []
  const onNotice = (/** @type {any} */ notice) => notices.push(notice.message)
  try {
    let db = await open({ path: dir, onNotice })
    await db.exec(`create collation old (provider = icu, locale = 'de', version = '1.1'); create table t (x text collate old); insert into t values ('b'), ('A')`)
    assert.deepEqual(notices, ['collation "old" has version mismatch'])
    await db.close()
    notices = []
    db = await open({ path: dir, onNotice })
    for (const way of ['', ' desc']) await db.query(`select x from t order by x${way}`)
    assert.deepEqual(notices, ['collation "old" has version mismatch'])
    notices = []
    await db.exec('alter collation old refresh version')
    assert.match(notices[0], /^changing version from 1\.1 to /)
    await db.close()
    notices = []
    db = await open({ path: dir, onNotice })
    assert.deepEqual((await db.query('select x from t order by x')).rows, [{ x: 'A' }, { x: 'b' }])
    assert.deepEqual(notices, [])
    await db.close()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
