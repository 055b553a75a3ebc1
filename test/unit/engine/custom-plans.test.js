/** Plans by the class of parameters' values, and plan_cache_mode. Which plan ran is told by the scans counted. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @type {import('../../../src/index.js').Database} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.query(`CREATE TABLE jobs (id int PRIMARY KEY, status text NOT NULL, made int NOT NULL, note text);
    INSERT INTO jobs SELECT i, CASE WHEN i % 1000 = 0 THEN 'new' WHEN i % 500 = 1 THEN 'late' ELSE 'done' END, i,
      'n' || i
      FROM generate_series(1, 20000) i;
    CREATE INDEX jobs_status ON jobs (status);
    CREATE INDEX jobs_made ON jobs (made);
    CREATE TABLE mail (id int PRIMARY KEY, state int NOT NULL, size int NOT NULL);
    INSERT INTO mail SELECT i, i % 4, i % 977 FROM generate_series(1, 20000) i;
    CREATE INDEX mail_waiting ON mail (size) WHERE state = 3;
    ANALYZE jobs; ANALYZE mail`)
})
afterAll(() => db.close())

const SCANS = `SELECT (SELECT coalesce(sum(seq_scan), 0)::int FROM pg_stat_user_tables) AS tables,
  (SELECT coalesce(sum(idx_scan), 0)::int FROM pg_stat_user_indexes) AS indexes`

/** @param {() => Promise<unknown>} work @returns {Promise<'table' | 'index'>} what was scanned */
async function scanned(work) {
  const [before] = (await db.query(SCANS)).rows
  await work()
  const [after] = (await db.query(SCANS)).rows
  assert.equal(after.tables - before.tables + after.indexes - before.indexes, 1)
  return after.tables > before.tables ? 'table' : 'index'
}

/** @param {string} text @param {unknown[]} values @returns {Promise<[string, unknown]>} */
async function ran(text, values) {
  let answer
  const way = await scanned(async () => { answer = Object.values((await db.query(text, values)).rows[0])[0] })
  return [way, answer]
}

test('a value that few rows have, one that nearly all have, and again', async () => {
  const text = 'SELECT count(note)::int FROM jobs WHERE status = $1'
  for (let round = 0; round < 8; round++) {
    assert.deepEqual(await ran(text, ['new']), ['index', 20])
    assert.deepEqual(await ran(text, ['done']), ['table', 19940])
    assert.deepEqual(await ran(text, ['nobody']), ['index', 0])
    assert.deepEqual((await db.query(text, [null])).rows, [{ count: 0 }])
  }
})

test('literals that were lifted, alike', async () => {
  const run = (/** @type {string} */ status) => scanned(() =>
    db.query(`SELECT count(note) FROM jobs WHERE status = '${status}'`))
  for (let round = 0; round < 3; round++)
    assert.deepEqual([await run('new'), await run('done'), await run('late')], ['index', 'table', 'index'])
})

test('ranges: narrow and wide', async () => {
  const text = 'SELECT count(note)::int FROM jobs WHERE made BETWEEN $1 AND $2'
  assert.deepEqual(await ran(text, [5, 9]), ['index', 5])
  assert.deepEqual(await ran(text, [1, 19999]), ['table', 19999])
  assert.deepEqual(await ran(text, [7, 8]), ['index', 2])
})

test('ranges whose ends are computed of parameters', async () => {
  const text = 'SELECT count(note)::int FROM jobs WHERE made >= $1 AND made < $1 + $2'
  assert.deepEqual(await ran(text, [5, 4]), ['index', 4])
  assert.deepEqual(await ran(text, [1, 19999]), ['table', 19999])
  assert.deepEqual(await ran(text, [7, 2]), ['index', 2])
})

test('a partial index where the value implies it, and nowhere else', async () => {
  const text = 'SELECT count(*)::int FROM mail WHERE state = $1 AND size = 77'
  for (let round = 0; round < 3; round++) {
    const answers = []
    for (const state of [0, 3, 1, 3, null]) answers.push(await ran(text, [state]))
    // Of null, which no state is, any index has all.
    assert.deepEqual(answers.map(([way]) => way), ['table', 'index', 'table', 'index', 'index'])
    const plain = await Promise.all([0, 3, 1].map(async (state) =>
      (await db.query(`SELECT count(*)::int AS n FROM mail WHERE state + 0 = ${state} AND size + 0 = 77`)).rows[0].n))
    assert.deepEqual(answers.map(([, answer]) => answer), [plain[0], plain[1], plain[2], plain[1], 0])
  }
})

test('what one arm of an OR implies, the whole does not', async () => {
  const text = 'SELECT count(*)::int AS n FROM mail WHERE (state = $1 AND size = 7) OR (state = $2 AND size = 9)'
  const plain = async (/** @type {number[]} */ [a, b]) => (await db.query(`SELECT count(*)::int AS n FROM mail
    WHERE (state + 0 = ${a} AND size + 0 = 7) OR (state + 0 = ${b} AND size + 0 = 9)`)).rows
  for (const states of [[3, 3], [3, 1], [1, 3], [0, 1], [3, 3], [2, 0], [3, 0]])
    assert.deepEqual((await db.query(text, states)).rows, await plain(states), states.join())
})

test('a pattern with a fixed beginning reads an index, any other the table, and the plan is kept', async () => {
  const text = 'SELECT count(status)::int FROM jobs WHERE note LIKE $1'
  await db.query('CREATE INDEX jobs_note ON jobs (note); ANALYZE jobs')
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await ran(text, ['n1234%']), ['index', 11])
    assert.deepEqual(await ran(text, ['n1999_']), ['index', 10])
    assert.deepEqual(await ran(text, ['%1234']), ['table', 2])
    assert.deepEqual((await db.query(text, [null])).rows, [{ count: 0 }])
  }
  const begins = `SELECT count(*)::int FROM jobs WHERE note LIKE $1 || '%' AND id > 0`
  for (const [start, count] of [['n77', 111], ['', 20000], ['n777', 11]])
    assert.deepEqual(await ran(begins, [start]), [start === '' ? 'table' : 'index', count])
  await db.query('DROP INDEX jobs_note')
})

test('times of another type bound an index, whatever clocks are set to', async () => {
  const session = await db.connect()
  const around = (/** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ minutes) =>
    `SELECT s::date, s, s AT TIME ZONE 'UTC' FROM generate_series('${from}'::timestamp, '${to}', '${minutes} min') s`
  await session.query(`CREATE TABLE moment (d date, s timestamp, z timestamptz);
    INSERT INTO moment ${around('2010-11-06 18:00', '2010-11-08', 41)};
    INSERT INTO moment ${around('2018-02-17 12:00', '2018-02-18 12:00', 37)};
    INSERT INTO moment ${around('2018-11-03 12:00', '2018-11-04 12:00', 37)};
    CREATE INDEX ON moment (d); CREATE INDEX ON moment (s); CREATE INDEX ON moment (z);
    CREATE TABLE asked AS SELECT * FROM moment WHERE d <> '2010-11-06'; ANALYZE moment`)
  // Clocks there were set back at midnight, and at one minute past it.
  for (const zone of ['America/Sao_Paulo', 'America/St_Johns']) {
    await session.query(`SET timezone = '${zone}'`)
    for (const [key, value] of ['ds', 'dz', 'sd', 'sz', 'zd', 'zs']) {
      for (const op of ['<=', '>']) {
        const text = `SELECT sum(n)::int AS n FROM asked a, LATERAL (SELECT count(*) AS n FROM moment m
          WHERE m.${key} ${op} a.${value}) q`
        await session.query('SET enable_seqscan = off')
        const byIndex = (await session.query(text)).rows
        await session.query('RESET enable_seqscan; SET enable_indexscan = off')
        assert.deepEqual(byIndex, (await session.query(text)).rows, `${zone} ${key} ${op} ${value}`)
        await session.query('RESET enable_indexscan')
      }
    }
  }
  assert.equal(await scanned(() => session.query(`SELECT FROM moment WHERE z = '2018-02-18'::date`)), 'index')
  await session.release()
})

test('plan_cache_mode', async () => {
  const session = await db.connect()
  const way = (/** @type {string} */ status) => scanned(() => session.query(`EXECUTE by_status ('${status}')`))
  await session.query('PREPARE by_status AS SELECT count(note) FROM jobs WHERE status = $1')
  await session.query('SET plan_cache_mode = force_generic_plan')
  assert.equal(await way('new'), await way('done'))
  await session.query('SET plan_cache_mode = force_custom_plan')
  assert.deepEqual([await way('new'), await way('done')], ['index', 'table'])
  await session.query('RESET plan_cache_mode')
  assert.deepEqual([await way('new'), await way('done')], ['index', 'table'])
  await session.release()
})

test('changes go by them too, and what they change is seen by the next plan', async () => {
  await db.query('BEGIN')
  assert.equal((await db.query('UPDATE jobs SET note = note || 1 WHERE status = $1', ['new'])).rowCount, 20)
  assert.equal((await db.query('UPDATE jobs SET note = note || 1 WHERE status = $1', ['done'])).rowCount, 19940)
  assert.equal((await db.query('DELETE FROM jobs WHERE status = $1', ['done'])).rowCount, 19940)
  assert.deepEqual((await db.query('SELECT count(*)::int AS n FROM jobs WHERE status = $1', ['done'])).rows, [{ n: 0 }])
  await db.query('ROLLBACK')
})

test('a statement whose classes all have one plan is not asked any more', async () => {
  const text = 'SELECT count(*)::int FROM mail WHERE size < $1 AND id > 0'
  for (const size of [1, 900, 2, 800, 3, 976]) assert.equal((await ran(text, [size]))[0], 'table')
})
