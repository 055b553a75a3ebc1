/**
 * Sessions that share a statement but not what it means to them (path, settings, time zone): each keeps its plan while
 * the others run theirs, none gets another's, and a change of the catalog drops them all.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { open } from '../../../src/index.js'

const TEXT = 'SELECT v, timestamptz \'2020-01-01 00:00\' AS at FROM t WHERE v > 0'

test('a plan is put aside for those who have what it was made under', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE SCHEMA a; CREATE SCHEMA b; CREATE TABLE a.t (v int); CREATE TABLE b.t (v int);
    INSERT INTO a.t VALUES (1); INSERT INTO b.t VALUES (2)`)
  const sessions = []
  for (const path of ['a', 'b']) {
    const session = await db.connect()
    await session.exec(`SET search_path TO ${path}; SET TimeZone TO 'UTC'`)
    sessions.push(session)
  }
  const [a, b] = sessions
  const cache = db.session.database.planCache
  const answer = async (/** @type {any} */ session) => (await session.query(TEXT)).rows[0].v
  const prepared = cache.lookUp(TEXT)[0]
  assert.equal(await answer(a), 1)
  const ofA = prepared.planned
  assert.equal(await answer(b), 2)
  const ofB = prepared.planned
  assert.notEqual(ofA, ofB)
  for (let round = 0; round < 3; round++) {
    assert.equal(await answer(a), 1)
    assert.equal(prepared.planned, ofA, 'planned again')
    assert.equal(await answer(b), 2)
    assert.equal(prepared.planned, ofB, 'planned again')
  }
  assert.deepEqual(prepared.others.map((/** @type {any} */ other) => other.planned), [ofA])

  // As many others as there is room for, and the least recently used is the one that goes.
  for (const zone of ['Asia/Tokyo', 'Asia/Kolkata', 'Europe/Paris', 'America/Lima']) {
    await b.exec(`SET TimeZone TO '${zone}'`)
    assert.equal(await answer(b), 2)
  }
  const ofLima = prepared.planned
  assert.equal(prepared.others.length, 4)
  assert.ok(!prepared.others.some((/** @type {any} */ other) => other.planned === ofA))

  await a.exec('ALTER TABLE a.t ADD COLUMN w int; UPDATE a.t SET v = 10')
  assert.equal(await answer(a), 10)
  assert.equal(await answer(b), 2)
  assert.equal(prepared.planned, ofLima, 'a change of a.t is none of its concern')
  await b.exec('ALTER TABLE b.t ALTER COLUMN v TYPE text')
  assert.equal(await answer(a), 10)
  await assert.rejects(answer(b), { code: '42883' }, 'text > integer')
  await db.close()
})

test('a statement that runs on and on sees each change that its plan was not made for', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE SCHEMA a; CREATE SCHEMA b; CREATE TABLE a.t (i int, v text); CREATE TABLE b.t (i int, v text);
    INSERT INTO a.t VALUES (1, 'a'); INSERT INTO b.t VALUES (1, 'b'); SET search_path TO a;
    CREATE ROLE r; GRANT USAGE ON SCHEMA a, b TO r; GRANT SELECT ON a.t TO r`)
  const statement = db.prepare('SELECT v, timestamptz \'2020-01-01 00:00\'::text AS at FROM t WHERE i = $1')
  const plain = db.prepare('SELECT v FROM t WHERE i = $1')
  /** The second and third look are the short ones. @param {() => unknown} look */
  const often = (look) => [look(), look(), look()]
  const sees = (/** @type {string} */ v) => assert.deepEqual(often(() => plain.get(1)), [{ v }, { v }, { v }])
  sees('a')
  await db.exec('SET search_path TO b')
  sees('b')
  await db.exec('SET search_path TO a; UPDATE t SET v = \'c\'; SET enable_seqscan TO off')
  sees('c')
  const zones = []
  for (const zone of ['UTC', 'Asia/Tokyo', 'UTC']) {
    await db.exec(`SET TimeZone TO '${zone}'`)
    zones.push(...often(() => /** @type {{ at: string }} */ (statement.get(1)).at))
  }
  assert.deepEqual(zones, [0, 9, 0].flatMap((hours) => Array(3).fill(`2020-01-01 00:00:00+0${hours}`)))

  // What the transaction alone sees, and what it is again afterwards.
  await db.exec('BEGIN; ALTER TABLE t RENAME TO gone; CREATE TABLE t AS SELECT 1 AS i, text \'own\' AS v')
  sees('own')
  await db.exec('ROLLBACK')
  sees('c')
  // Somebody else's change, and rights that go.
  const other = await db.connect()
  await other.exec('ALTER TABLE a.t ALTER COLUMN v TYPE varchar(10) USING v || \'!\'')
  sees('c!')
  await db.exec('SET ROLE r')
  sees('c!')
  await other.exec('REVOKE SELECT ON a.t FROM r')
  for (const look of [1, 2, 3]) assert.throws(() => plain.get(1), { code: '42501' }, `look ${look}`)
  await db.exec('RESET ROLE; ALTER TABLE t ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON t USING (false)')
  await db.exec('GRANT SELECT ON a.t TO r')
  sees('c!')
  await db.exec('SET ROLE r')
  assert.deepEqual(often(() => plain.get(1)), [undefined, undefined, undefined])
  await db.exec('RESET ROLE')
  sees('c!')

  // An index that is younger than what a transaction sees has not its rows.
  await db.exec('BEGIN ISOLATION LEVEL REPEATABLE READ')
  sees('c!')
  await other.exec('UPDATE a.t SET v = \'new\', i = 2; CREATE INDEX young ON a.t (i)')
  await other.exec('SET search_path TO a; SET enable_seqscan TO off')
  const theirs = other.prepare('SELECT v FROM t WHERE i = $1')
  assert.deepEqual(often(() => theirs.get(2)), [{ v: 'new' }, { v: 'new' }, { v: 'new' }])
  sees('c!')
  await db.exec('COMMIT')
  assert.equal(plain.get(1), undefined)
  await db.close()
})

test('a plan for one execution is not kept for another', async () => {
  const db = await open(':memory:')
  const text = 'SELECT date \'today\' AS day, 1 AS one'
  const prepared = db.session.database.planCache.lookUp(text)[0]
  await db.query(text)
  const first = prepared.planned
  await db.exec('SET enable_seqscan TO off')
  await db.query(text)
  assert.notEqual(prepared.planned, first)
  assert.deepEqual(prepared.others, [])
  await db.close()
})

test('a plan that holds what is its role\'s serves that role with that setting of row_security', async () => {
  const db = await open(':memory:')
  const { session } = db
  const text = 'SELECT 1 AS one'
  const prepared = session.database.planCache.lookUp(text)[0]
  await db.query(text)
  const { planned } = prepared
  const key = new prepared.key.constructor(session, session.catalog(), { ...planned, roleDependent: true }, 0)
  assert.ok(key.fits(session, session.catalog(), 0))
  await db.exec('SET row_security TO off')
  assert.ok(!key.fits(session, session.catalog(), 0))
  assert.ok(prepared.key.fits(session, session.catalog(), 0), 'of nobody\'s concern')
  await db.exec('SET row_security TO on')
  const { roleOid } = session
  session.roleOid = 12345
  assert.ok(!key.fits(session, session.catalog(), 0))
  session.roleOid = roleOid
  assert.ok(key.fits(session, session.catalog(), 0))
  assert.ok(!key.fits(session, session.catalog(), 1), 'made for any value, not for that class')
  await db.close()
})

test('a plan with the name of a configuration is kept until one of text search\'s objects changes', async () => {
  const db = await open(':memory:')
  await db.exec(`CREATE TEXT SEARCH DICTIONARY words (TEMPLATE = simple);
    CREATE TEXT SEARCH CONFIGURATION c (COPY = simple);
    ALTER TEXT SEARCH CONFIGURATION c ALTER MAPPING FOR asciiword WITH words;
    CREATE SCHEMA near; SET search_path TO near, public`)
  const text = 'SELECT to_tsvector(\'c\', \'the cats\')::text AS v, to_tsvector(\'c\', $1)::text AS w'
  const answer = async () => {
    const { v, w } = (await db.query(text, ['the cats'])).rows[0]
    assert.equal(v, w, 'a constant was made with what is no more')
    return v
  }
  const prepared = db.session.database.planCache.lookUp(text)[0]
  assert.equal(await answer(), `'cats':2 'the':1`)
  const first = prepared.planned
  await answer()
  assert.equal(prepared.planned, first, 'planned again')
  await db.exec('ALTER TEXT SEARCH DICTIONARY words (stopwords = english)')
  assert.equal(await answer(), `'cats':2`)
  await db.exec('ALTER TEXT SEARCH CONFIGURATION c ALTER MAPPING FOR asciiword WITH english_stem')
  assert.equal(await answer(), `'cat':2`)
  await db.exec('CREATE TEXT SEARCH CONFIGURATION near.c (COPY = simple)')
  assert.equal(await answer(), `'cats':2 'the':1`)
  await db.exec('ALTER TEXT SEARCH CONFIGURATION near.c RENAME TO d')
  assert.equal(await answer(), `'cat':2`)
  await db.exec('ALTER TEXT SEARCH CONFIGURATION near.d SET SCHEMA public')
  await db.exec('ALTER TEXT SEARCH CONFIGURATION c RENAME TO e; ALTER TEXT SEARCH CONFIGURATION d RENAME TO c')
  assert.equal(await answer(), `'cats':2 'the':1`)
  await db.exec('DROP TEXT SEARCH CONFIGURATION c')
  await assert.rejects(answer(), { code: '42704' })
  await db.close()
})

test('what a name means is asked again when something else of that name has come or gone', async () => {
  const db = await open(':memory:')
  /** @param {string} text */
  const told = async (text) => {
    try {
      return (await db.query(text)).rows.map((row) => Object.values(row)[0]).join()
    } catch (error) {
      return /** @type {{ code: string }} */ (error).code
    }
  }
  // Each text is asked once after each step: its plan is there when the next step changes what it means.
  const texts = ['SELECT f(1)', 'SELECT s(1)', 'SELECT * FROM s(1)', 'SELECT g(1)',
    'SELECT total(v) FROM (VALUES (1)) t(v)', 'SELECT total(v) OVER () FROM (VALUES (1)) t(v)', 'SELECT 1 === 2',
    "SELECT '(3)'::pair::int", "SELECT 'x'::named"]
  const says = (/** @type {string} */ name, /** @type {string} */ args, /** @type {string} */ text, set = '') =>
    `CREATE FUNCTION ${name}(${args}) RETURNS ${set}text LANGUAGE plpgsql
      AS $$ BEGIN ${set === '' ? `RETURN '${text}'` : `RETURN NEXT '${text}'`}; END $$`
  const steps = [
    [`CREATE TYPE pair AS (a int); CREATE DOMAIN named AS text;
      CREATE FUNCTION first(pair) RETURNS int LANGUAGE sql AS 'SELECT $1.a';
      ${says('same', 'bigint, bigint', 'big')}; ${says('same', 'int, int', 'int')}`,
      '42883,42883,42883,42883,42883,42883,42883,42846,x'],
    [`${says('f', 'bigint', 'big')}; ${says('s', 'bigint', 'big', 'SETOF ')}; ${says('g', 'int, int DEFAULT 1', 'one')};
      CREATE AGGREGATE total(bigint) (sfunc = int8pl, stype = bigint, initcond = 100);
      CREATE OPERATOR === (function = same, leftarg = bigint, rightarg = bigint);
      CREATE CAST (pair AS int) WITH FUNCTION first(pair); CREATE TEMP TABLE named (a int)`,
      'big,big,big,one,101,101,big,3,22P02'],
    [`${says('f', 'int', 'int')}; ${says('s', 'int', 'int', 'SETOF ')}; ${says('g', "int, text DEFAULT ''", 'two')};
      CREATE AGGREGATE total(int) (sfunc = int4pl, stype = int, initcond = 200);
      CREATE OPERATOR === (function = same, leftarg = int, rightarg = int)`, 'int,int,int,42725,201,201,int,3,22P02'],
    // Made again, they have other OIDs.
    [`DROP FUNCTION f(int), s(int), g(int, int); DROP AGGREGATE total(int); DROP OPERATOR === (int, int);
      ${says('f', 'int', 'again')}; ${says('s', 'int', 'again', 'SETOF ')};
      DROP TABLE named; DROP CAST (pair AS int)`, 'again,again,again,two,101,101,big,42846,x'],
    [`DROP FUNCTION f(int), s(int), g(int, text); DROP AGGREGATE total(bigint);
      DROP OPERATOR === (bigint, bigint)`, 'big,big,big,42883,42883,42883,42883,42846,x'],
  ]
  for (const [step, answers] of steps) {
    await db.exec(step)
    const given = []
    for (const text of texts) given.push(await told(text))
    assert.equal(given.join(), answers, step)
  }
  await db.close()
})

test('a transaction that has changed the schema keeps its plans until it is changed again', async () => {
  const db = await open(':memory:')
  const text = 'SELECT count(*)::int AS n FROM own'
  const cache = db.session.database.planCache
  const session = await db.connect()
  const other = await db.connect()
  const planned = async (/** @type {typeof session} */ by = session) => {
    await by.query(text)
    return cache.lookUp(text)[0].planned
  }
  await session.exec('BEGIN; CREATE TABLE own (i int)')
  const first = await planned()
  assert.equal(await planned(), first)
  await session.exec('INSERT INTO own VALUES (1); INSERT INTO own VALUES (2)')
  assert.equal(await planned(), first)
  await session.exec('SAVEPOINT s; ALTER TABLE own ADD COLUMN j int')
  const second = await planned()
  assert.notEqual(second, first)
  await session.exec('ROLLBACK TO s')
  const third = await planned()
  assert.notEqual(third, second)
  await other.exec('CREATE TABLE unlike (i int)')
  assert.notEqual(await planned(), third, 'what others commit may matter')
  await assert.rejects(planned(other), { code: '42P01' })
  await session.exec('COMMIT')
  const shared = await planned(other)
  assert.equal(await planned(), shared)
  await db.close()
})
