/**
 * gin indexes against the same rows without one: random changes, rollbacks, savepoints, a reader that holds old
 * versions, a reopen, and the checker's opinion.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const CONDITIONS = [
  `d @> '{"a":1}'`, `d @> '{"b":{"c":[2]}}'`, `d @> '[1]'`, `d @> '"x"'`, `d @> '{}'`, `d @> '[]'`, `d ? 'a'`,
  `d ? 'x'`, `d ?| '{a,x}'`, `d ?& '{a,b}'`, `d ?| '{}'`, `d ?& '{}'`, `d @> '{"a":null}'`, `d @> '{"a":true}'`,
  `d @> '{"a":1.0}'`, `'{"a":1}' <@ d`, `d @> '{"a":1}' and t && '{1,2}'`, `t @> '{1}'`, `t @> '{}'`, `t <@ '{1,2,3}'`,
  `t <@ '{}'`, `t && '{1,null}'`, `t && '{}'`, `t = '{1,2}'`, `t = '{}'`, `t @> '{1,null}'`, `d -> 'b' @> '{"c":[1]}'`,
  `s && '{ab}'`, `s @> array[repeat('long', 100)]`,
]

/** @param {import('../../../src/util/prng.js').Random} random */
function row(random) {
  const number = () => random.below(4)
  const docs = [
    'null', `{"a":${number()}}`, `{"a":${number()},"b":{"c":[${number()},${number()}]}}`, `[${number()},"x"]`, '"x"',
    '{"a":null}', '{"a":true,"x":"a"}', '[]', '{}', `{"b":{"c":[1,${number()}]}}`, '{"a":1.00}',
  ]
  const doc = docs[random.below(docs.length)]
  const ints = ['null', "'{}'", `'{${number()}}'`, `'{${number()},${number()}}'`, "'{1,null}'", "'{{1,2},{3,1}}'"][
    random.below(6)
  ]
  const texts = ['null', "'{ab,cd}'", "array[repeat('long', 100)]", "'{ab}'"][random.below(4)]
  return [random.below(9) === 0 ? 'null' : `'${doc}'`, ints, texts]
}

test('gin finds what a scan finds', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'seawall-gin-'))
  const random = seededRandom(7)
  try {
    let db = await open({ path: dir, walSync: 'none' })
    for (const name of ['plain', 'indexed']) await db.query(`create table ${name} (id int primary key, d jsonb, t int[], s text[], pad text default repeat('wide rows make scans dear', 100))`)
    const both = async (/** @type {any} */ on, /** @type {string} */ sql) => {
      for (const name of ['plain', 'indexed']) await on.query(sql.replaceAll('TABLE', name))
    }
    for (let id = 0; id < 60; id++) await both(db, `insert into TABLE values (${id}, ${row(random).join(', ')})`)
    await db.query('create index on indexed using gin (d)')
    await db.query('create index on indexed using gin (d jsonb_path_ops, t)')
    await db.query('create index on indexed using gin (t)')
    await db.query(`create index on indexed using gin ((d -> 'b')) where id % 2 = 0`)
    await db.query('create index on indexed using gin (s) with (fastupdate = off)')
    await db.query('create index on indexed using gin (t, s) with (gin_pending_list_limit = 64)')
    await db.query('analyze indexed')
    for (const condition of [`d @> '{"a":1}'`, `t && '{1}'`, `s @> '{ab}'`, `d -> 'b' @> '{}' and id % 2 = 0`]) {
      assert.match(
        JSON.stringify((await db.query(`explain select * from indexed where ${condition}`)).rows), /Index Scan/,
        condition,
      )
    }
    const agree = async (/** @type {any} */ on) => {
      for (const condition of CONDITIONS) {
        for (const extra of ['', ' and id % 2 = 0']) {
          const expected = await on.query(`select id from plain where ${condition}${extra} order by id`)
          assert.deepEqual(
            (await on.query(`select id from indexed where ${condition}${extra} order by id`)).rows, expected.rows,
            condition,
          )
        }
      }
    }
    await agree(db)
    let next = 60
    // Entries that wait are moved at any moment, by whoever's hand.
    const names = (await db.query(`select indexrelid::regclass::text as name
      from pg_index i join pg_class c on c.oid = indexrelid
      where indrelid = 'indexed'::regclass and relam = 2742`)).rows.map((/** @type {any} */ each) => each.name)
    const move = async () => { await db.query(`select gin_clean_pending_list('${names[random.below(names.length)]}')`) }
    const change = async (/** @type {any} */ on) => {
      if (random.below(4) === 0) await move()
      const id = random.below(next)
      const [d, t, s] = row(random)
      switch (random.below(6)) {
        case 0: await both(on, `insert into TABLE values (${next}, ${d}, ${t}, ${s})`); next++; break
        case 1: await both(on, `delete from TABLE where id = ${id}`); break
        case 2: await both(on, `insert into TABLE select g, d, t, s, pad from TABLE, generate_series(${next}, ${next + 4}) g where id = ${id}`); next += 5; break
        case 3: await both(on, `update TABLE set d = ${d} where id = ${id}`); break
        default: await both(on, `update TABLE set d = ${d}, t = ${t}, s = ${s} where id = ${id}`)
      }
    }
    for (let round = 0; round < rounds(3, 6); round++) {
      const reader = await db.connect()
      await reader.query('begin isolation level repeatable read')
      await reader.query('select 1 from plain')
      const writer = await db.connect()
      await writer.query('begin')
      for (let step = 0; step < 15; step++) await change(writer)
      await writer.query('savepoint a')
      for (let step = 0; step < 10; step++) await change(writer)
      if (random.below(2) === 0) await writer.query('rollback to a')
      await agree(reader)
      await agree(writer)
      await writer.query(random.below(3) === 0 ? 'rollback' : 'commit')
      await agree(reader)
      await reader.query('commit')
      await agree(db)
      await Promise.all([reader.release(), writer.release()])
      if (round === 3) {
        await db.query('vacuum indexed')
        await db.close()
        db = await open({ path: dir, walSync: 'none' })
        await agree(db)
      }
      assert.deepEqual((await db.check()).problems, [])
    }
    await db.close()
  } finally {
    rmSync(dir, { recursive: true })
  }
})
