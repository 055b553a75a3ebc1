/**
 * What golden scripts cannot show of PL/pgSQL: endless loops beside other sessions, results beyond work_mem, what stays
 * when the process goes.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open } from '../../../src/index.js'

/** @param {(db: any) => Promise<void>} work */
async function withDatabase(work) {
  const db = await open(':memory:')
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

for (const [name, body] of [
  ['of nothing', 'LOOP NULL; END LOOP;'],
  ['of computing', 'DECLARE i bigint := 0; BEGIN LOOP i := i + 1; END LOOP; END;'],
  ['that catches everything',
    `BEGIN LOOP BEGIN PERFORM 1 / 0; EXCEPTION WHEN OTHERS THEN NULL; END; END LOOP;
      EXCEPTION WHEN OTHERS THEN NULL; END;`],
  ['of statements', 'LOOP PERFORM 1; END LOOP;'],
]) {
  test(`an endless loop ${name} lets others go on, and is cancelled`, async () => withDatabase(async (db) => {
    await db.query('CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t VALUES (1)')
    const other = await db.connect()
    const stop = new AbortController()
    const running = db.query(`DO $$ BEGIN ${body} END $$`, [], { signal: stop.signal })
    const ended = assert.rejects(running, { code: '57014' })
    for (let at = 0; at < 20; at++) assert.equal((await other.query('SELECT id FROM t WHERE id = 1')).rows[0].id, 1)
    stop.abort()
    await ended
    assert.equal((await db.query('SELECT 1 AS a')).rows[0].a, 1)
  }))
}

test('rows of a set beyond work_mem are kept in a file, and come back', async () => withDatabase(async (db) => {
  await db.query("SET work_mem = '64kB'")
  await db.query(`CREATE FUNCTION many(n int) RETURNS TABLE (a int, b text) LANGUAGE plpgsql AS $$
    BEGIN FOR i IN 1 .. n LOOP a := i; b := repeat('x', 100); RETURN NEXT; END LOOP; RETURN QUERY SELECT i,
      'q' FROM generate_series(1, n) i; END $$`)
  const { rows } =
    await db.query('SELECT count(*)::int AS n, sum(a)::int AS s, sum(length(b))::int AS l FROM many(5000)')
  assert.deepEqual({ ...rows[0] }, { n: 10000, s: 2 * 12502500, l: 505000 })
}))

test('what a procedure committed is there after a restart, what it had not is not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-plpgsql-'))
  try {
    let db = await open(directory)
    await db.query('CREATE TABLE t (id int)')
    const body = 'INSERT INTO t VALUES (1); COMMIT; INSERT INTO t VALUES (2); PERFORM 1 / 0;'
    await assert.rejects(db.query(`DO $$ BEGIN ${body} END $$`), { code: '22012' })
    await db.close()
    db = await open(directory)
    assert.deepEqual((await db.query('SELECT id FROM t')).rows.map((row) => row.id), [1])
    await db.close()
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a handler undoes indexes, sequences\' settings and cursors with the rows',
  async () => withDatabase(async (db) => {
  await db.query('CREATE TABLE t (id int PRIMARY KEY, v text)')
  await db.query(`DO $$ DECLARE c refcursor := 'left'; BEGIN
    INSERT INTO t VALUES (1, 'a');
    BEGIN
      INSERT INTO t VALUES (2, 'b'); UPDATE t SET v = 'z'; DELETE FROM t WHERE id =
        1; CREATE TABLE u (a int); OPEN c FOR SELECT 1; PERFORM 1 / 0;
    EXCEPTION WHEN division_by_zero THEN INSERT INTO t VALUES (3, 'c');
    END;
    BEGIN FETCH c INTO c; EXCEPTION WHEN invalid_cursor_name THEN INSERT INTO t VALUES (4, 'd'); END;
  END $$`)
  assert.deepEqual((await db.query('SELECT id, v FROM t ORDER BY id')).rows.map((/** @type {any} */ row) =>
    [row.id, row.v]), [[1, 'a'], [3, 'c'], [4, 'd']])
  await assert.rejects(db.query('SELECT * FROM u'), { code: '42P01' })
  await db.query("INSERT INTO t VALUES (2, 'again')")
}))

test('statements of a body follow the catalog, and the search path', async () => withDatabase(async (db) => {
  await db.query(`CREATE SCHEMA a; CREATE SCHEMA b; CREATE TABLE a.t (x int); CREATE TABLE b.t (x text);
    INSERT INTO a.t VALUES (1); INSERT INTO b.t VALUES ('two')`)
  await db.query(`CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$
    DECLARE r record; BEGIN SELECT * INTO r FROM t; RETURN r.x; END $$`)
  const call = async () => (await db.query('SELECT public.f() AS f')).rows[0].f
  await db.query('SET search_path = a')
  assert.equal(await call(), '1')
  await db.query('SET search_path = b')
  assert.equal(await call(), 'two')
  await db.query('ALTER TABLE b.t ADD y int DEFAULT 5; ALTER TABLE b.t DROP x; ALTER TABLE b.t RENAME y TO x')
  // What was bound for a text stays so: PostgreSQL, too, has who connects then see the integer.
  await assert.rejects(call(), { code: '42804', message: /^type of parameter 3 \(integer\) does not match/ })
  const other = await db.connect()
  await other.query('SET search_path = b')
  assert.equal((await other.query('SELECT public.f() AS f')).rows[0].f, '5')
  await other.release()
  await db.query(`SET search_path = public;
    CREATE OR REPLACE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'new'; END $$`)
  assert.equal(await call(), 'new')
}))

test('a function waits for a lock, and goes on', async () => withDatabase(async (db) => {
  await db.query('CREATE TABLE t (id int PRIMARY KEY, v int); INSERT INTO t VALUES (1, 0)')
  await db.query(`CREATE FUNCTION bump() RETURNS int LANGUAGE plpgsql AS $$
    DECLARE r int; BEGIN UPDATE t SET v = v + 1 WHERE id = 1 RETURNING v INTO r; RETURN r; END $$`)
  const other = await db.connect()
  await other.query('BEGIN')
  assert.equal((await other.query('SELECT bump() AS b')).rows[0].b, 1)
  const waiting = db.query('SELECT bump() AS b')
  await other.query('COMMIT')
  assert.equal((await waiting).rows[0].b, 2)
}))

test('the synchronous API runs a body that has nothing to wait for', async () => withDatabase(async (db) => {
  await db.query(`CREATE TABLE t (id int); CREATE FUNCTION f(n int) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN FOR i IN 1 .. n LOOP INSERT INTO t VALUES (i); END LOOP; RETURN n; END $$`)
  assert.equal(db.prepare('SELECT f(3) AS n').get().n, 3)
  assert.equal(db.prepare('SELECT count(*)::int AS n FROM t').get().n, 3)
}))

test('behind each command in a loop the clock is looked at, however many steps are left', async () => {
  const db = await open(':memory:')
  const { program } = db.session.procedures.host
  const rest = program.rest.bind(program)
  let looks = 0
  program.rest = () => { looks++; return rest() }
  program.fuel = program.fuelNow = 8192
  await db.query('DO $$ BEGIN FOR i IN 1 .. 30 LOOP EXECUTE \'CREATE TABLE t\' || i || \' (a int)\'; END LOOP; END $$')
  assert.ok(looks >= 29, `${looks} looks`)
  looks = 0
  program.fuel = program.fuelNow = 8192
  await db.query('DO $$ DECLARE n int; BEGIN FOR i IN 1 .. 160 LOOP EXECUTE \'SELECT \' || i INTO n; END LOOP; END $$')
  assert.ok(looks >= 9, `${looks} looks`)
  await db.close()
})

test('a long body is read and made code in turns, its statements are cut into functions', async () => {
  const db = await open(':memory:')
  const session = await db.connect()
  const before = session.session.longCall.bind(session.session)
  let turns = 0
  session.session.longCall = function* (/** @type {any[]} */ ...args) {
    const work = before(...args)
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value
      turns++
      yield step.value
    }
  }
  // What leaves a part of a list: RETURN, EXIT, an error that a handler around it catches, one that a block in it does.
  await session.query(`CREATE FUNCTION f(n int) RETURNS text LANGUAGE plpgsql AS $$ DECLARE t text := ''; BEGIN
    ${'n := n + 1; '.repeat(300)}
    BEGIN RAISE EXCEPTION 'a'; EXCEPTION WHEN OTHERS THEN t := t || SQLERRM; END;
    <<out>> LOOP ${'n := n + 1; '.repeat(250)} EXIT out WHEN n > 700; ${'n := n + 1; '.repeat(250)} END LOOP;
    BEGIN ${'n := n + 1; '.repeat(250)} RAISE EXCEPTION 'b%', n; EXCEPTION WHEN OTHERS THEN t := t || SQLERRM; END;
    ${'n := n + 1; '.repeat(250)} IF n > 10000 THEN RETURN 'far'; END IF; ${'n := n + 1; '.repeat(250)}
    RETURN t || n; END $$`)
  assert.ok(turns > 5, `${turns} turns`)
  turns = 0
  assert.deepEqual((await session.query('SELECT f(0) AS a, f(9000) AS b')).rows, [{ a: 'ab13001800', b: 'far' }])
  assert.ok(turns > 5, `${turns} turns`)
  turns = 0
  await session.query(`DO $$ DECLARE ${Array.from({ length: 300 }, (_, at) => `v${at} int := ${at}`).join('; ')};
    BEGIN ASSERT v7 = 7; ${'PERFORM 1; '.repeat(8000)} END $$`)
  assert.ok(turns > 5, `${turns} turns`)
  await assert.rejects(session.query('DO $$ DECLARE a int := b; b int := 1; BEGIN NULL; END $$'), { code: '42703' })
  await session.release()
  await db.close()
})
