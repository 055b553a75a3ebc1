/** What pageinspect says of pages that PostgreSQL does not have, and of bytes that are none. */
import { afterAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'

const db = await open(':memory:')
afterAll(() => db.close())
/** @param {string} text @param {unknown[]} [values] @returns {Promise<unknown[][]>} */
const rows = async (text, values) => (await db.query({ text, values, rowMode: 'array' })).rows

await db.exec(`CREATE EXTENSION pageinspect;
  CREATE TABLE t (a int PRIMARY KEY, b text, c int);
  INSERT INTO t SELECT i, CASE WHEN i % 2 = 0 THEN i::text END, i FROM generate_series(1, 1000) i`)

test('rows: nulls, deleted and moved ones, long values', async () => {
  const items = `heap_page_items(get_raw_page('t', 0))`
  assert.deepEqual(await rows(`SELECT t_infomask2, t_hoff, t_bits FROM ${items} WHERE lp IN (1, 2) ORDER BY lp`),
    [[3, 17, '10100000'], [3, 17, null]])
  assert.deepEqual(await rows(`SELECT substr(t_data, 1, 4) FROM ${items} WHERE lp = 7`), [[Buffer.from([7, 0, 0, 0])]])
  await db.query(`UPDATE t SET b = repeat('x', 1000) WHERE a = 5`)
  assert.deepEqual(await rows(`SELECT lp_flags, (t_ctid::text::point)[0] > 0 FROM ${items} WHERE lp = 5`), [[2, true]])
  await assert.rejects(db.transaction(async (own) => {
    await own.query('DELETE FROM t WHERE a = 6')
    const { rows: [row] } = await own.query(`SELECT t_xmin, t_xmax::text <> '0' AS gone FROM ${items} WHERE lp = 6`)
    assert.deepEqual(row, { t_xmin: null, gone: true })
    throw new Error('enough')
  }), /enough/)
  await db.exec(`CREATE TABLE long (b text); ALTER TABLE long ALTER b SET STORAGE EXTERNAL;
    INSERT INTO long VALUES (repeat('x', 20000))`)
  assert.deepEqual(await rows(`SELECT version FROM page_header(get_raw_page('long', 1))`), [[5]])
  await assert.rejects(rows(`SELECT heap_page_items(get_raw_page('long', 1))`),
    { code: '22023', message: 'input page is not a valid heap page', detail: 'Its kind is 5.' })
})

test('a tree: each entry once, from the root down', async () => {
  assert.deepEqual(await rows(`SELECT level, last_cleanup_num_tuples FROM bt_metap('t_pkey')`), [['1', null]])
  const children = await rows(`SELECT (ctid::text::point)[0]::int, data FROM bt_page_items('t_pkey', 1)`)
  assert.equal(children[0][1], '')
  let live = 0
  for (const [block] of children) {
    const [[type, count, sum]] = await rows(`SELECT type, live_items,
      (SELECT count(*) FROM bt_page_items('t_pkey', blkno)) FROM bt_page_stats('t_pkey', $1::int)`, [block])
    assert.deepEqual([type, String(count)], ['l', sum])
    live += Number(count)
  }
  assert.equal(live, 1000)
  const [[bytes]] = await rows(`SELECT data FROM bt_page_items('t_pkey', $1::int) LIMIT 1`, [children[0][0]])
  assert.equal(bytes, '01 80 00 00 01')
})

test('bytes that are no page are refused or read, whatever they are', async () => {
  const chance = seededRandom(7)
  const pages = [[1, 'heap_page_items'], [3, 'bt_page_items'], [4, 'bt_page_items'], [2, 'bt_page_items']]
  const [[real]] = /** @type {Buffer[][]} */ (await rows(`SELECT get_raw_page('t_pkey', 2)`))
  for (let round = 0; round < 60; round++) {
    const [kind, func] = pages[round % pages.length]
    const page = Buffer.from(real)
    for (let at = round % 3 === 0 ? 0 : 8192 - chance.below(8192); at < 8192; at++) page[at] = chance.below(256)
    for (let some = chance.below(20); some > 0; some--) page[32 + chance.below(60)] = chance.below(256)
    page[10] = Number(kind)
    for (const call of [func, 'page_header']) {
      try {
        await rows(`SELECT count(x::text) FROM ${call}($1::bytea) x`, [page])
      } catch (error) {
        assert.equal(/** @type {{ code: string }} */ (error).code, '22023')
      }
    }
    await rows('SELECT page_checksum($1, 0)', [page])
  }
})

test('what is about other pages says so', async () => {
  await db.query(`CREATE INDEX g ON t USING gin (to_tsvector('simple', b))`)
  for (const call of [`gin_metapage_info(get_raw_page('g', 0))`, `hash_page_type(get_raw_page('g', 0))`,
    `tuple_data_split('t'::regclass, 'x', 0, 0, '')`, `heap_page_item_attrs('x', 't'::regclass)`,
    `get_raw_page('t', 'fsm', 0)`])
    await assert.rejects(rows(`SELECT ${call}`), { code: '0A000' })
})
