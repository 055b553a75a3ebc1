/**
 * The first executions of small SELECTs are interpreted (executor/interpret): the same statements with that alone and
 * without it give the same rows in the same order and the same errors; what turns out large or would wait is compiled
 * after all and gives each row once.
 */
import { afterAll, afterEach, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import v8 from 'node:v8'
import vm from 'node:vm'
import { SCHEMA, newSelect } from '../../../bench/cold/work.js'
import { Program, interpreting } from '../../../src/executor/interpret/program.js'
import { Scope } from '../../../src/executor/interpret/scope.js'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'

const usual = { ...interpreting }
const ALWAYS = { runs: Infinity, costMax: Infinity, steps: Infinity }
const NEVER = { ...usual, runs: 0 }

let ran = 0
let gaveUp = 0
const { run } = Program.prototype
Program.prototype.run = function counted(/** @type {any} */ ctx) {
  const done = run.call(this, ctx)
  if (done < 0) gaveUp++
  else ran++
  return done
}

/** @type {import('../../../src/index.js').Database} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  for (const text of SCHEMA) await db.exec(text)
  await db.exec(`
    create table v (id int primary key, big int8, small int2, ratio float8, exact numeric, flag bool, word text,
      fixed char(5), day date, at timestamptz, span interval, bits bytea, list int[], doc jsonb, key uuid,
      mood text collate "C");
    insert into v select i, nullif(i % 7, 0) * 3000000000, i % 5, nullif(i % 11, 3) / 4.0, (i % 13) / 3.0,
      case i % 3 when 0 then true when 1 then false end, nullif('w' || i % 9, 'w4'), 'f' || i % 4,
      '2024-01-01'::date + i % 20, '2024-01-01'::timestamptz + i % 17 * interval '1 hour', i % 6 * interval '1 day',
      decode(lpad(i::text, 4, '0'), 'hex'), array[i % 4, null, i % 2], jsonb_build_object('k', i % 5),
      lpad(i::text, 32, '0')::uuid, chr(65 + i % 26) from generate_series(1, 300) i;
    create index on v (big, word); create index on v (word desc nulls last); create index on v (day) where flag;
    create index on v (small, id); create index on v (exact); create index on v (lower(word));
    create unique index on v (key);
    create table w (id int, v_id int references v, note text);
    insert into w select i, nullif(i % 40, 0), 'n' || i % 3 from generate_series(1, 120) i;
    create index on w (v_id);
    create type tone as enum ('low', 'high');
    create table e (tone tone, n int); insert into e values ('high', 1), ('low', 2), (null, 3), ('low', 4);
    analyze`)
})
afterEach(() => Object.assign(interpreting, usual))
afterAll(async () => {
  Program.prototype.run = run
  await db.close()
})

/** Of these all but a few are interpreted: not system columns, batches of a sort, what is never true. */
const TEXTS = {
  scans: `
    select * from v where id = 17
    select id, word from v where id in (9, 3, 300, 3, null)
    select id from v where big = 6000000000 and word > 'w2'
    select id from v where big is null order by id
    select id, big from v where big > 3000000000 and big <= 12000000000 order by big, id limit 7
    select id from v where word < 'w3' order by word desc nulls last limit 12 offset 3
    select word from v where word = any(array['w1', 'w2', null]) order by word desc limit 4
    select id from v where small = 3 order by id desc limit 5
    select id from v where small = 3 and id > 250
    select small, id from v where small > 2 and small < 4 order by small desc, id desc limit 3
    select id from v where flag and day = '2024-01-04'
    select id from v where exact = 1 order by id
    select id from v where key = '00000000-0000-0000-0000-000000000042'
    select ctid from v where id = 2
    select id from v where id = 5000
    select id from v where id between 10 and 8
    select 1 as one, null as two
  `,
  expressions: `
    select id from v where not flag order by id limit 5
    select id, flag is true, flag is unknown from v where id < 4
    select id from v where word like 'w%1' or ratio > 2 order by id limit 9
    select 1 where 1 > 2
    select coalesce(word, 'none'), nullif(small, 2), greatest(small, id % 3), exact::int, id::text from v where id < 9
    select case when small > 2 then 'many' when small is null then null else 'few' end from v where id < 9
    select upper(word) || fixed, length(fixed), day + 1, at - interval '1 hour', span * 2 from v where id < 9
    select list[1], doc->>'k', bits, row(id, word) from v where id < 5
    select id % 0 from v where id = 1
    select (1 / (id - 3)) from v where id < 6 order by id
    select id from v where small::text = any(array['2', '3'])
    select id from v where ratio <> 0.5 and fixed = 'f1   ' order by id limit 5
    select 'x' || word from v where id = 4
    select mood from v where mood > 'Q' order by mood, id limit 5
    select tone from e where tone > 'low'
    select count(*) from v where (id, small) > (250, 1)
    select distinct_from from (select word is distinct from fixed as distinct_from from v where id < 5) s
  `,
  joins: `
    select v.id, w.note from v join w on w.v_id = v.id where v.id = 12 order by w.id
    select v.id, w.id from v left join w on w.v_id = v.id and w.id > 100 where v.id in (3, 50, 39) order by 1, 2
    select w.id, v.word from w left join v on v.id = w.v_id where w.id < 60 order by w.id
    select id from v where exists (select 1 from w where w.v_id = v.id) order by id limit 5
    select id from v where not exists (select 1 from w where w.v_id = v.id and w.note = 'n1') order by id limit 5
    select a.id, b.id from w a join w b on a.note = b.note and a.id = b.v_id order by 1, 2
    select w.id from w right join v on v.id = w.v_id and w.id < 50 where v.id < 12 order by v.id, w.id
    select s.n, v.id from (select v_id, count(*) as n from w group by v_id) s join v on v.id = s.v_id order by 1, 2
    select v.id, l.note from v, lateral (select note from w where w.v_id = v.id order by w.id limit 1) l where
      v.id < 9
  `,
  groups: `
    select count(*), count(word), min(word), max(day), sum(small), avg(id), sum(exact), bool_or(flag) from v
    select word, count(*) from v group by word order by word
    select sum(id) from v where id < 0
    select word, flag, sum(ratio), min(big) from v where id < 100 group by word, flag order by 2, 1
    select exact, count(*) from v group by exact having count(*) > 23 order by exact
    select min(tone) from e
    select day, array_agg(id) from v where id < 40 group by day order by day limit 3
    select max(id) from w
    select count(*) filter (where flag), string_agg(word, ',') from v where id < 20
    select fixed from v group by 1
    select tone, count(*) from e group by tone order by tone nulls first
    select count(*) from v where null
  `,
  sorts: `
    select id from v order by ratio desc, id limit 9
    select id, word from v order by word, id desc limit 20
    select word from v where id < 40 order by word nulls first
    select id from v order by flag, small limit 12
    select id from v where id < 50 order by small, flag
    select id from v order by exact desc nulls last limit 6 offset 4
    select n from e order by tone desc, n
    select id from v where id < 9 union all select id from w where id < 3
  `,
}

/** @param {string} text @param {'array' | undefined} rowMode */
const told = async (text, rowMode = undefined) => {
  try {
    const { rows, fields } = await db.query(/** @type {any} */ ({ text, rowMode }))
    return { rows, names: fields.map(({ name }) => name) }
  } catch (error) {
    const { code, message } = /** @type {any} */ (error)
    if (code === undefined) throw error
    return { code, message }
  }
}

for (const [name, lines] of Object.entries(TEXTS))
  test(`interpreted and compiled: ${name}`, async () => {
    const texts = lines.trim().split(/\n {4}(?! )/)
    let interpretedCount = 0
    for (const text of texts) {
      Object.assign(interpreting, NEVER)
      const compiled = [await told(text), await told(text, 'array')]
      await db.exec('discard plans')
      Object.assign(interpreting, ALWAYS)
      ran = gaveUp = 0
      // A comment makes it another text.
      const interpreted = [await told(`${text} -- interpreted`), await told(`${text} -- interpreted`, 'array')]
      assert.deepEqual(interpreted, compiled, text)
      if (ran > 0 || 'code' in compiled[0]) interpretedCount++
      assert.equal(gaveUp, 0, text)
    }
    assert.ok(interpretedCount >= texts.length - 4, `${interpretedCount} of ${texts.length} were interpreted`)
  })

test('statements of random shapes, interpreted and compiled', async () => {
  /** @param {object} tier */
  const answers = async (tier) => {
    Object.assign(interpreting, tier)
    const all = []
    for (let id = 0; id < 300; id++) all.push(await told(`${newSelect(seededRandom(id + 7000), id)} `, 'array'))
    return all
  }
  const compiled = await answers(NEVER)
  await db.exec('discard plans; analyze')
  ran = 0
  assert.deepEqual(await answers(ALWAYS), compiled)
  assert.ok(ran > 250, `${ran} of 300 were interpreted`)
})

test('what runs again is compiled', async () => {
  const prepared = await db.prepare('select word from v where id = $1')
  ran = gaveUp = 0
  for (let id = 1; id <= 9; id++)
    assert.deepEqual(await prepared.all(id), [{ word: id % 9 === 4 ? null : `w${id % 9}` }])
  assert.deepEqual([ran, gaveUp], [interpreting.runs, 0])
})

test('what is large is compiled, and what turns out so gives each row once', async () => {
  await db.exec('create table grown (id int primary key, word text); analyze grown')
  await db.exec(`insert into grown select i, repeat('x', i % 50) from generate_series(1, 30000) i`)
  for (const text of [
    'select id, word from grown', 'select id from grown where id > 5 order by word, id',
    'select word, count(*) from grown group by word order by word', 'select a.id from grown a join grown b using (id)',
    'select a.id, b.id from v a join v b on a.small <> b.small', 'select count(*) from v a join v b on a.id < b.id',
  ]) {
    Object.assign(interpreting, NEVER)
    const compiled = await told(text, 'array')
    Object.assign(interpreting, { ...usual, costMax: Infinity })
    gaveUp = 0
    assert.deepEqual(await told(`${text} -- interpreted`, 'array'), compiled, text)
    assert.equal(gaveUp, text.includes('grown') ? 0 : 1, text)
  }
})

test('rows that changed, as each snapshot sees them', async () => {
  await db.exec(`create table moved (id int primary key, k int, word text); create index on moved (k);
    insert into moved select i, i % 5, 'w' || i from generate_series(1, 40) i`)
  const [old, other] = [await db.connect(), await db.connect()]
  const texts = [
    'select id, k, word from moved where id = 7', 'select id from moved where k = 2 order by id',
    'select id, k from moved where k between 1 and 3 order by k, id', 'select count(*), sum(k) from moved',
    'select id from moved where id in (7, 8, 100, 101) order by id',
    'select a.id, b.id from moved a join moved b on b.id = a.k + 1 where a.k = 2 order by 1',
  ]
  let mark = 0
  /** @param {any} session @param {object} tier */
  const seen = async (session, tier) => {
    Object.assign(interpreting, tier)
    const all = []
    for (const text of texts) all.push((await session.query({ text: `${text} -- ${++mark}`, rowMode: 'array' })).rows)
    return all
  }
  await old.exec('begin isolation level repeatable read')
  await seen(old, ALWAYS)
  await other.exec(`begin; update moved set k = k + 1 where id < 20; delete from moved where id in (7, 22);
    insert into moved values (7, 2, 'again'), (100, 2, 'new'); update moved set id = 101 where id = 8`)
  for (const session of [old, other, db]) assert.deepEqual(await seen(session, ALWAYS), await seen(session, NEVER))
  await other.exec('commit')
  for (const session of [old, other, db]) assert.deepEqual(await seen(session, ALWAYS), await seen(session, NEVER))
  await old.exec('rollback')
})

test('reads are noted where transactions are serializable', async () => {
  await db.exec('create table duty (id int primary key, busy bool); insert into duty values (1, true), (2, true)')
  for (const [tier, mark] of /** @type {const} */ ([[ALWAYS, 'a'], [NEVER, 'b']]))
    for (const condition of ['id in (1, 2) and busy', 'busy', 'id >= 1 and busy', 'id = 1 or id = 2']) {
      Object.assign(interpreting, tier)
      await db.exec('update duty set busy = true')
      const [a, b] = [await db.connect(), await db.connect()]
      for (const session of [a, b]) {
        await session.exec('begin isolation level serializable')
        await session.query(`select count(*) from duty where ${condition} -- ${mark}`)
      }
      await a.exec('update duty set busy = false where id = 1; commit')
      await assert.rejects(b.exec('update duty set busy = false where id = 2; commit'), { code: '40001' }, condition)
      await b.exec('rollback')
      await a.release()
      await b.release()
    }
})

test('a statement that ran keeps none of its rows', async () => {
  v8.setFlagsFromString('--expose-gc')
  const gc = vm.runInNewContext('gc')
  /** @type {WeakRef<object>[]} */
  const refs = []
  const { keep } = Scope.prototype
  Scope.prototype.keep = function watched(/** @type {any[]} */ r, /** @type {number[]} */ registers) {
    const row = keep.call(this, r, registers)
    refs.push(new WeakRef(row))
    return row
  }
  Object.assign(interpreting, ALWAYS)
  try {
    for (const text of ['select word from v order by ratio, id desc limit 5',
      'select v.id, w.note from w left join v on v.id = w.v_id + 0 order by w.id',
      'select a.id from v a, (select id from w order by note, id limit 3) b where a.small < b.id'])
      await db.query(text)
  } finally {
    Scope.prototype.keep = keep
  }
  assert.ok(refs.length > 100)
  const isHeld = () => refs.some((ref) => ref.deref() !== undefined)
  for (let round = 0; round < 50 && isHeld(); round++) {
    await new Promise((resolve) => { setTimeout(resolve, 20) })
    gc()
  }
  assert.equal(isHeld(), false)
})
