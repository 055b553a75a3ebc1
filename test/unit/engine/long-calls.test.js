/**
 * Regular expressions and documents that take long: the answer from the thread, or from several turns, is the one made
 * here, others run meanwhile, cancel and statement_timeout end them, and they leave nothing behind.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { open } from '../../../src/index.js'

/** @type {any} */
let db
/** @type {any} */
let session
let threads = 0

beforeAll(async () => {
  db = await open(':memory:')
  session = await db.connect()
  const engine = session.session
  const longCall = engine.longCall.bind(engine)
  engine.longCall = (/** @type {any[]} */ ...args) => { threads++; return longCall(...args) }
  await session.query('create table t(n int primary key, t text)')
  await session.query("insert into t select g, repeat('a', 4000) from generate_series(1, 3) g")
})
afterAll(async () => {
  await session.release()
  await db.close()
})

// Quadratic: a lookahead that goes to the end at every place.
const ANSWERS = {
  "select repeat('a', 3000) ~ '(?=.*b)a' as x": [{ x: false }],
  "select regexp_match(repeat('a', 3000) || 'cd', '(?=.*b)a|(c)(d)|(e)') as x": [{ x: ['c', 'd', null] }],
  "select n, length(regexp_replace(t, '(?=.*b)a|aa$', '')) as x from t order by n": [
    { n: 1, x: 3998 }, { n: 2, x: 3998 }, { n: 3, x: 3998 },
  ],
  "select regexp_matches(repeat('a', 3000) || 'xyx', '(?=.*b)a|x|y', 'g') as x": [
    { x: ['x'] }, { x: ['y'] }, { x: ['x'] },
  ],
  "select * from regexp_split_to_table(repeat('a', 3000) || ',1,2', '(?=.*b)a|,') x offset 1": [{ x: '1' }, { x: '2' }],
  "select regexp_substr(repeat('a', 3000), '(?=.*b)a') as x": [{ x: null }],
  // What has no effect may be made once more.
  "select random() < 2 as r, repeat('a', 3000) ~ '(?=.*b)a' as x": [{ r: true, x: false }],
  [`select p <-> q as x, p ?# q as y from (
    select ('[' || string_agg('(' || i || ',' || i % 7 || ')', ',') || ']')::path p,
      ('[' || string_agg('(' || i || ',' || i % 7 + 9 || ')', ',') || ']')::path q
    from generate_series(1, 300) i) s`]: [{ x: Math.sqrt(10), y: false }],
  "select npoints(polygon(500000, circle '<(0,0),1>')) as x": [{ x: 500_000 }],
  "select position(repeat('10', 2000)::varbit || B'0' in repeat('10', 10000)::varbit) as x": [{ x: 0 }],
  [`select cardinality(xpath('//b[count(preceding::b) > 997]',
    ('<a>' || repeat('<b>7</b>', 1000) || '</a>')::xml)) as x`]: [{ x: 2 }],
  "update t set t = regexp_replace(t, '(?=.*b)a', '') where n = 1 returning n": [{ n: 1 }],
}

for (const [text, rows] of Object.entries(ANSWERS)) {
  test(text, async () => {
    const before = threads
    assert.deepEqual((await session.query(text)).rows, rows)
    assert.ok(threads > before, 'it went to a thread')
  })
}

test('rows of a set come in parts, also where a few of them are large, and a timeout ends it between two', async () => {
  const many = `select count(*)::int as n, sum((v #>> '{}')::int)::int as s, (array_agg(v))[19999]::text as last
    from jsonb_path_query((select jsonb_agg(i) from generate_series(1, 20000) i), '$[*] ? (@.type() == "number")') v`
  assert.deepEqual((await session.query(many)).rows, [{ n: 20000, s: 200010000, last: '19999' }])
  const large = `select count(*)::int as n, sum(length(v::text))::int as s, md5(string_agg(v::text, '')) as m from
    jsonb_path_query(to_jsonb(array_fill(1, array[20, 20, 20])), '$.**.**') v`
  // PostgreSQL's answer.
  assert.deepEqual((await session.query(large)).rows, [{ n: 33241, s: 178440, m: 'e1709b7fea0f0d35a794200a09c46805' }])
  await session.query("set statement_timeout = '60ms'")
  await assert.rejects(session.query(`select count(*) from 
    jsonb_path_query(('${'[1,'.repeat(400)}1${']'.repeat(400)}')::jsonb, '$.**.**.**')`), { code: '57014' })
  await session.query('reset statement_timeout')
  assert.deepEqual((await session.query(many)).rows, [{ n: 20000, s: 200010000, last: '19999' }])
})

test('bytes of megabytes put together', async () => {
  const { rows } = await session.query(`select md5(a || b) as m, length(a || b) as n, md5(a || ''::bytea) as a,
    md5(b) as b from (select decode(repeat('61', 3000001), 'hex') as a, decode(repeat('62', 1500003), 'hex') as b) t`)
  const md5 = (/** @type {string} */ text) => createHash('md5').update(text).digest('hex')
  const [a, b] = ['a'.repeat(3000001), 'b'.repeat(1500003)]
  assert.deepEqual(rows, [{ m: md5(a + b), n: 4500004, a: md5(a), b: md5(b) }])
})

test('a cancel ends it', async () => {
  for (const text of [
    "select repeat('a', 50000) ~ '(?=.*b)a'", "select n from t where n > 0 and t || repeat('a', 50000) ~ '(?=.*b)a'",
    "insert into t select 9, regexp_replace(repeat('a', 50000), '(?=.*b)a', '')",
    "select * from regexp_matches(repeat('a', 50000), '(?=.*b)a', 'g')",
  ]) {
    const rejected = assert.rejects(session.query(text), { code: '57014' }, text)
    while (session.session.wait === null) await new Promise((resolve) => { setTimeout(resolve, 2) })
    session.cancel()
    await rejected
  }
  assert.deepEqual((await session.query('select count(*)::int as n from t')).rows, [{ n: 3 }])
})

test('statement_timeout ends it, also where it cannot wait', async () => {
  await session.query("create table c(t text check (t !~ '(?=.*b)a'))")
  await session.query('set statement_timeout = 100')
  for (const text of [
    "select repeat('a', 50000) ~ '(?=.*b)a'", "insert into c values (repeat('a', 50000))",
    "select repeat('a', 50000) ~ any (array['(?=.*b)a', 'b'])",
  ]) {
    await assert.rejects(session.query(text), { code: '57014' }, text)
  }
  await session.query('reset statement_timeout')
})

test('statement_timeout is heard in prepared statements that run again and again, whoever ran last', async () => {
  const other = await db.connect()
  const insert = db.prepare('insert into c values ($1)')
  insert.run('short')
  await db.query('set statement_timeout = 100')
  for (const call of [() => insert.run('a'.repeat(50000)), () => insert.runMany([['short'], ['a'.repeat(50000)]])]) {
    await other.query('select 1')
    assert.throws(call, { code: '57014' })
  }
  await db.query('reset statement_timeout')
  assert.deepEqual((await db.query('select count(*)::int as n from c')).rows, [{ n: 1 }])
  await other.release()
})

test('a long document is read in turns: the answer is the same, a cancel and statement_timeout end it', async () => {
  const document = "('[' || repeat('[1, \"a\"],', 300000) || '0]')::jsonb"
  const before = threads
  assert.deepEqual((await session.query(`select jsonb_array_length(${document}) as n`)).rows, [{ n: 300001 }])
  assert.ok(threads > before, 'it was read in turns')
  for (const text of [`select ${document}`, `insert into t select 9, (${document})->>0`]) {
    const begun = threads
    const rejected = assert.rejects(session.query(text), { code: '57014' }, text)
    while (threads === begun) await new Promise((resolve) => { setTimeout(resolve, 1) })
    session.cancel()
    await rejected
  }
  await session.query('create table d(t text check (t::jsonb is not null))')
  await session.query('set statement_timeout = 60')
  await assert.rejects(session.query("insert into d values ('[' || repeat('[1, \"a\"],', 600000) || '0]')"), {
    code: '57014',
  })
  await session.query('reset statement_timeout')
})

test('functions of extensions are found on the thread, or rest here', async () => {
  for (const name of ['citext', 'ltree', 'pgcrypto', 'unaccent', 'xml2', 'cube']) {
    await session.query(`create extension ${name}`)
  }
  const answers = {
    // As long as what goes elsewhere is.
    "select repeat('aB', 1100000)::citext = repeat('Ab', 1100000)::citext as x": true,
    // Exponential for who tries one way after the other.
    "select (repeat('a.', 400) || 'a')::ltree ~ (repeat('*.a.', 200) || 'b')::lquery as x": false,
    "select (repeat('a.', 400) || 'a')::ltree ? array[(repeat('a{2}.', 200) || 'a')::lquery] as x": true,
    "select crypt(repeat('ab', 9000), '$1$saltsalt') as x": '$1$saltsalt$gpe3C4QgYlmt3TABrafrX/',
    "select crypt('x', '$2a$06$abcdefghijklmnopqrstuu') as x":
      '$2a$06$abcdefghijklmnopqrstuu6UU9xzVsCmnpwOtAmb83C8f/bD4EL9K',
    "select length(unaccent(repeat('½é😀', 80000))) as x": 400_000,
    "select length(xpath_list('<a>' || repeat('<b>1</b>', 5000) || '</a>', '//b', ',')) as x": 9999,
  }
  for (const [text, x] of Object.entries(answers)) {
    const before = threads
    assert.deepEqual((await session.query(text)).rows, [{ x }], text)
    assert.ok(threads > before, `${text}: it held up others`)
  }
  await assert.rejects(session.query("select ('(' || repeat('1,', 50000) || '1)')::cube"), { code: '22P02' })
})

test('work in steps that ends within its turn makes the loop around it look at the clock', async () => {
  const engine = session.session
  const { tire } = engine
  let tired = 0
  engine.tire = () => { tired++; tire.call(engine) }
  try {
    await session.query(`SELECT max(length(j::text)) FROM (SELECT jsonb_agg(i) OVER (ORDER BY i) AS j
      FROM generate_series(1, 1200) i) s`)
  } finally {
    engine.tire = tire
  }
  assert.ok(tired >= 1200 - 1024, String(tired))
})

test('another thread knows what one value may take', async () => {
  const value = "(repeat('[', 400) || repeat('1,', 400000) || '1' || repeat(']', 400))::jsonb"
  await assert.rejects(session.query(`SELECT length(jsonb_pretty(${value}))`), (/** @type {any} */ error) =>
    error.code === '53200' && Number(/would take (\d+) MB/.exec(error.message)?.[1]) < 40)
})
