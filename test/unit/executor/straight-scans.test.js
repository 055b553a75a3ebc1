/**
 * Scans of the synchronous API run a plain body: a page's entries at a time, rows that are settled believed without
 * comparing keys, objects made where the row is. The same statements through the asynchronous API take the generator
 * body, step by step, and must give the same answers at every moment of a random schedule: keys that change and come
 * back, rows deleted and made anew, rollbacks, old snapshots, VACUUM.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { FaultVfs } from '../../support/disk/fault-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const TEXTS = [
  '', 'a', 'A', 'b', 'aa', 'ab', 'ä', 'äb', '😀', 'key/000000000001', 'key/000000000002', `long ${'x'.repeat(300)}`,
  `longer ${'z'.repeat(2500)}`,
]
const EXPECTED = new Set(['55P03', '23505', '40001', '25P02', '25001'])

/** [text, parameters]; $1 and $2 are texts, $3 a number. @type {[string, ('k' | 'n')[]][]} */
const QUESTIONS = [
  ['select k, n from t where k >= $1 order by k limit 5', ['k']],
  ['select k, v from t where k >= $1 and k < $2 order by k', ['k', 'k']],
  ['select k, n, v from t where k > $1 order by k limit 3 offset 2', ['k']],
  ['select k from t where k <= $1 order by k desc limit 4', ['k']],
  ['select n, k, id from t where n between $1 and $2 order by n, k', ['n', 'n']],
  ['select n, k from t where n < $1 order by n desc, k desc limit 6', ['n']],
  ['select m, k from t where m >= $1 order by m desc limit 7', ['n']],
  ['select m, k from t where m = $1 and k > $2 order by k', ['n', 'k']],
  ['select lower(k) as low, n from t where lower(k) >= $1 order by lower(k), id limit 5', ['k']],
  ['select id, n from t where n > $1 and b order by n, id limit 5', ['n']],
  ['select * from t order by id', []],
  ['select id, id as other, k as id from t where m <> $1 order by k', ['n']],
  ['select count(*) as c, min(n) as low, max(k) as high, sum(m) as total from t where k >= $1', ['k']],
  ['select a.k, o.n from t a join t o on o.k = a.k where a.k >= $1 order by a.k limit 4', ['k']],
  ['select k from t order by k fetch first 2 rows with ties', []],
]
/**
 * Out of index entries alone, where rows are settled (planner/build/access/index-only.js), and the same of rows: `b` is
 * in no entry. [columns, condition, rest, parameters]
 * @type {[string, string, string, ('k' | 'n')[]][]}
 */
const FROM_ENTRIES = [
  ['count(*)', 'k >= $1', '', ['k']], ['k', 'k < $1', 'order by k desc limit 5', ['k']],
  ['n, k', 'n between $1 and $2', 'order by n, k', ['n', 'n']], ['count(*), min(k)', 'n = $1', '', ['n']],
  ['m', 'm >= $1', 'order by m desc', ['n']], ['count(*)', 'm = any(array[$1::int, $2::int, null])', '', ['n', 'n']],
  ['count(*)', 'm is null', '', []], ['max(n), min(n)', 'n > $1', '', ['n']],
  ['n, k', "k like 'key%' and n = $1", 'order by k', ['n']],
]

/** @param {number} seed */
async function schedule(seed) {
  const { below } = seededRandom(seed)
  const text = () => TEXTS[below(TEXTS.length)]
  const db = await open(':memory:')
  try {
    await db.exec(`create table t (id int, k text, n int8, m int, b bool, v text); create unique index on t (k); create index on t (n, k); create index on t (m desc, k); create index on t (lower(k));
      create index on t (n) where b; set enable_seqscan = off; set enable_sort = off`)
    const sessions = await Promise.all(
      [0, 1, 2].map(() =>
        db.connect({ settings: { enable_seqscan: 'off', enable_sort: 'off', enable_hashjoin: 'off' } }),
      ),
    )
    const change = (/** @type {any} */ session, /** @type {string} */ statement, /** @type {any[]} */ ...params) => {
      try {
        session.prepare(statement).run(...params)
      } catch (error) {
        if (!EXPECTED.has(/** @type {any} */ (error).code)) throw error
      }
    }
    let checks = 0
    let straight = 0
    for (let step = 0; step < 600; step++) {
      const session = sessions[below(3)]
      for (let changes = below(4); changes >= 0; changes--) switch (below(18)) {
        case 0: change(session, `begin isolation level ${['read committed', 'repeatable read', 'serializable'][below(3)]}`); break
        case 1: change(session, 'commit'); break
        case 2: change(session, 'rollback'); break
        case 3: if (session.session.block.state === 2) change(session, 'savepoint s'); break
        case 4: if (session.session.block.savepoints.length > 0) change(session, 'rollback to s'); break
        case 5: change(session, 'delete from t where k = $1', text()); break
        case 6: case 15: case 16: change(session, 'update t set k = $2 where k = $1', text(), text()); break
        case 7: case 17: change(session, 'update t set n = n + 1, b = not b where k = $1', text()); break
        case 8: change(session, 'update t set m = $2, v = $3 where k = $1', text(), below(4), 'v'.repeat(below(900))); break
        case 9: if (below(60) === 0) change(session, 'vacuum t'); else if (below(80) === 0) change(session, 'truncate t'); break
        default: change(session, 'insert into t values ($1, $2, $3, $4, $5, $6) on conflict (k) do update set n = excluded.n, m = excluded.m', step, text(), below(9), below(5) === 4 ? null : below(4), below(2) === 0, 'w'.repeat(below(50)))
      }
      if (step % 2 === 0) {
        const [columns, where, rest, kinds] = FROM_ENTRIES[below(FROM_ENTRIES.length)]
        const params = kinds.map((kind) => kind === 'k' ? text() : below(10))
        try {
          const ask = (/** @type {string} */ more) =>
            session.query(`select ${columns} from t where ${where}${more} ${rest}`, params)
          const [entries, rows] = [await ask(''), await ask(' and (b or b is not true)')]
          assert.deepEqual(entries.rows, rows.rows, `seed ${seed}, step ${step}: ${columns}, ${where}`)
        } catch (error) {
          if (!EXPECTED.has(/** @type {any} */ (error).code)) throw error
        }
      }
      for (let times = 0; times < 4; times++) {
        const [question, kinds] = QUESTIONS[below(QUESTIONS.length)]
        const params = kinds.map((kind) => kind === 'k' ? text() : below(10))
        try {
          const statement = session.prepare(question)
          const fast = statement.all(...params)
          if (statement.call.asObjects) straight++
          const slow = await session.query(question, params)
          assert.deepEqual(fast, slow.rows, `seed ${seed}, step ${step}: ${question}`)
          assert.deepEqual(statement.get(...params), slow.rows[0])
          checks++
        } catch (error) {
          if (!EXPECTED.has(/** @type {any} */ (error).code)) throw error
        }
      }
    }
    for (const session of sessions) if (session.session.block.state !== 0) session.prepare('rollback').run()
    assert.ok(checks > 500 && straight > checks / 3, `${checks} checks, ${straight} of them straight`)
    assert.deepEqual((await db.check()).problems, [])
  } finally {
    await db.close()
  }
}

for (const seed of rounds([1], [1, 2, 3])) test(`straight scans, schedule ${seed}`, () => schedule(seed))

/**
 * @param {string} name
 * @param {(db: import('../../../src/index.js').Database) => Promise<void>} body
 * @param {any} [options]
 */
const withDatabase = (name, body, options = {}) => test(name, async () => {
  const db = await open({ path: ':memory:', ...options })
  try {
    await body(db)
  } finally {
    await db.close()
  }
})

const EVERY_TYPE = `create type mood as enum ('sad', 'fine'); create domain positive as int check (value > 0); create type pair as (a int, b text);
  create table e (i2 int2, i4 int4, i8 int8, f4 float4, f8 float8, n numeric, t text, v varchar(9), c char(5), b bool, d date, ts timestamp, tz timestamptz, iv interval, u uuid, j json, jb jsonb,
    by bytea, l int[], tl text[], m mood, p positive, pr pair, r int4range, "__proto__" text, "two words" int, o oid);
  insert into e values (1, 2, 3, 1.5, -0.25, 12.340, 'tä', 'v', 'c', true, '2020-02-29', '2020-01-01 10:00', '2020-01-01 10:00Z', '1 day 2 hours', '00000000-0000-0000-0000-00000000002a', '{"a":1}', '{"b":[1,2]}',
    '\\x00ff', '{1,2,NULL}', '{a,"b c"}', 'fine', 7, '(1,x)', '[1,5)', 'proto', 9, 4294967295),
    (${new Array(27).fill('null').join(', ')}),
    (-1, -2, 9223372036854775807, 'nan', 'infinity', 'NaN', '', '', '', false, 'infinity', '-infinity', 'infinity', '0', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'null', 'null', '', '{}', '{}', 'sad', 1, null, 'empty', '', 0, 0)`

for (const [name, options] of Object.entries({
  usual: {}, numbers: { int8: 'number', numeric: 'number' }, bigints: { int8: 'bigint' },
  parsers: { parsers: { 20: (/** @type {string} */ text) => `<${text}>`, 23: Number } },
})) {
  withDatabase(`objects of every type, ${name}`, async (db) => {
    await db.exec(EVERY_TYPE)
    const { rows } = await db.query('select * from e')
    const statement = db.prepare('select * from e')
    const made = statement.all()
    assert.deepEqual(made, rows)
    assert.equal(statement.call.asObjects, name !== 'parsers')
    assert.deepEqual(Object.keys(made[0]), Object.keys(rows[0]))
    assert.deepEqual(statement.get(), rows[0])
    assert.deepEqual([...statement.iterate()], rows)
  }, options)
}

/** What the parser of the next test asks. @type {((text: string) => any) | null} */
let ask = null

withDatabase('a parser of the program may run statements, the same too', async (db) => {
  await db.exec(
    'create table t (k text primary key, n int); insert into t select i::text, i from generate_series(1, 9) i',
  )
  const texts = db.prepare('select k from t where k > $1 order by k limit 2')
  const pairs = db.prepare('select k, n from t where k >= $1 order by k limit 3')
  let depth = 0
  ask = (text) => depth++ === 0 ? [texts.all(text).map(({ k }) => k), pairs.all('8').length] : text
  assert.deepEqual(pairs.all('4'), [{ k: '4', n: [['5', '6'], 2] }, { k: '5', n: '5' }, { k: '6', n: '6' }])
}, { parsers: { 23: (/** @type {string} */ text) => ask?.(text) } })

withDatabase('a straight scan ends at its timeout, and at a failing expression', async (db) => {
  await db.exec("create table big as select i from generate_series(1, 300000) i; set statement_timeout = '20ms'")
  const endless = db.prepare('select count(*) from big a, big b where a.i + b.i < 0')
  assert.throws(() => endless.all(), { code: '57014' })
  await db.exec('set statement_timeout = 0')
  const fails = db.prepare('select i, 10 / (i - 3) as x from big where i < 10')
  assert.throws(() => fails.all(), { code: '22012' })
  assert.deepEqual(db.prepare('select i from big where i > 299998').all(), [{ i: 299999 }, { i: 300000 }])
})

withDatabase('columns added later, partitions and samples', async (db) => {
  await db.exec(`create table t (k int primary key, a text); insert into t select i, 'a' || i from generate_series(1, 500) i; alter table t add b int default 7, add c text; update t set c = 'c' where k % 7 = 0;
    create table p (k int, v text) partition by range (k); create table p1 partition of p for values from (0) to (100); create table p2 partition of p for values from (100) to (1000);
    create index on p (k); insert into p select i, 'v' || i from generate_series(1, 500) i; analyze`)
  for (const text of [
    'select * from t where k >= $1 order by k limit 20', 'select * from p where k >= $1 order by k limit 20',
    'select v, k from p where k between $1 and 130', 'select c, b from t where k > $1 and c is not null',
  ]) {
    const statement = db.prepare(text)
    for (const from of [0, 90, 480, 700])
      assert.deepEqual(statement.all(from), (await db.query(text, [from])).rows, text)
  }
})

test('entries that a crash left behind lead to no rows', async () => {
  const disk = new FaultVfs()
  const options = { path: '/data', vfs: disk, walSegmentBytes: 1024 * 1024 }
  const db = await open(/** @type {any} */ (options))
  await db.exec('create table t (k text primary key, n int); create index on t (n); insert into t select lpad(i::text, 5, \'0\'), i from generate_series(1, 20000) i')
  const old = await db.connect()
  await old.exec('begin isolation level repeatable read')
  await old.query('select count(*) from t')
  await db.exec("update t set k = 'x' || k, n = n + 15000 where n % 3 = 0; update t set n = n + 3000 where n % 5 = 0")
  const after = await open(/** @type {any} */ ({ ...options, vfs: disk.afterKill() }))
  try {
    // No turn of the event loop comes between: what the crash left is not swept yet.
    assert.ok(after.cluster.txns.sweepFiles.size > 0)
    for (const setting of ['enable_seqscan', 'enable_sort']) after.prepare(`set ${setting} = off`).run()
    const scans = [
      'select k, n from t where k >= $1 order by k limit 100000',
      'select k, n from t where k < $1 order by k desc limit 100000',
    ].map((text) => after.prepare(text).all('00500'))
    const byNumber = after.prepare('select k, n from t where n between $1 and $2 order by n, k').all(1000, 30000)
    const all = after.prepare('select k, n from t').all()
    const sorted = all.sort((a, b) => a.k < b.k ? -1 : 1)
    assert.deepEqual(scans[0], sorted.filter(({ k }) => k >= '00500'))
    assert.deepEqual(scans[1], sorted.filter(({ k }) => k < '00500').reverse())
    assert.deepEqual(
      byNumber,
      sorted.filter(({ n }) => n >= 1000 && n <= 30000).sort((a, b) => a.n - b.n || (a.k < b.k ? -1 : 1)),
    )
  } finally {
    await after.close()
  }
})

withDatabase('two indexes together give what one does, under old snapshots too', async (db) => {
  await db.exec(`create table w (id int primary key, a int, b int, c text);
    insert into w select i, nullif(i % 20, 19), i * 31 % 23, repeat('c', 200) from generate_series(1, 6000) i;
    create index w_a on w (a); create index w_b on w (b); create index w_b_id on w (b desc, id); analyze w`)
  const [plain, both] = await Promise.all(['off', 'on'].map((value) => db.connect({ settings:
    { enable_bitmapscan: value, enable_indexscan: value, plan_cache_mode: 'force_generic_plan' } })))
  for (const session of [plain, both]) await session.query('begin isolation level repeatable read')
  const texts = ['select count(*), sum(id), min(c) from w where a = $1 and b = $2',
    'select id from w where a = $1 and b between $2 and $2 + 1 and id > 100 order by id',
    'select count(*) from w x where x.a = $1 and x.b = $2 and exists (select from w y where y.id = x.id + 1)',
    'select count(*), sum(id) from w where a = $1 or b = $2']
  const shown = async (/** @type {string} */ text) => JSON.stringify((await both.query(`explain ${text}`, [1, 2])).rows)
  assert.match(await shown(texts[0]), /BitmapAnd/)
  const compare = async () => {
    for (const text of texts) for (const params of [[1, 2], [7, 22], [null, 3], [19, 1], [4, null]]) {
      assert.deepEqual((await both.query(text, params)).rows, (await plain.query(text, params)).rows, text)
    }
  }
  await compare()
  const { below } = seededRandom(5)
  for (let round = 0; round < 6; round++) {
    const from = below(6000)
    await db.query('update w set a = $1 where id between $2 and $2 + 300', [below(19), from])
    await db.query('update w set b = (b + 1) % 23 where id between $1 and $1 + 300', [below(6000)])
    await db.query('delete from w where id between $1 and $1 + 50', [below(6000)])
    if (round === 3) for (const session of [plain, both]) await session.query('commit')
    await compare()
  }
})
