/** Sessions share the statements of a function's body; what they mean is each session's own. */
import { expect, test } from 'vitest'
import { open } from '../../../src/index.js'

const SCHEMA = `
  CREATE TABLE t (x int); INSERT INTO t VALUES (1);
  CREATE SCHEMA s2; CREATE TABLE s2.t (x text, y int); INSERT INTO s2.t VALUES ('two', 2);
  CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$
    DECLARE r record; n int;
    BEGIN SELECT * INTO r FROM t; SELECT count(*) INTO n FROM t; RETURN r::text || n; END $$;
  CREATE FUNCTION l() RETURNS SETOF text LANGUAGE plpgsql AS $$
    DECLARE r record; BEGIN FOR r IN SELECT a, b.x FROM t a, t b ORDER BY 1 LOOP RETURN NEXT r::text; END LOOP; END $$;
  CREATE FUNCTION q() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM t;
    SELECT length(max(t::text)) + 0::bigint FROM t';
  CREATE FUNCTION g(v anyelement) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE o text; BEGIN SELECT v || x::text INTO o FROM t LIMIT 1; RETURN o; END $$`

/** @param {import('../../../src/index.js').EmbeddedSession} session @param {string} text */
const value = async (session, text) => Object.values((await session.query(text)).rows[0])[0]

test('temporary tables, search paths, types of arguments and new bodies', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(SCHEMA)
    const [a, b, c] = [await db.connect(), await db.connect(), await db.connect()]
    const all = async (/** @type {string} */ text) => [await value(a, text), await value(b, text), await value(c, text)]
    expect(await all('SELECT f()')).toEqual(['(1)1', '(1)1', '(1)1'])
    await a.query('CREATE TEMP TABLE t (z text, w text)')
    await a.query("INSERT INTO t VALUES ('temp', 'w')")
    await b.query('SET search_path = s2, public')
    for (let round = 0; round < 2; round++) {
      expect(await all('SELECT f()')).toEqual(['(temp,w)1', '(two,2)1', '(1)1'])
      expect(await all('SELECT q()')).toEqual(['8', '7', '3'])
    }
    expect(await value(b, 'SELECT l()')).toBe('("(two,2)",two)')
    expect(await value(c, 'SELECT l()')).toBe('("(1)",1)')
    expect([await value(c, 'SELECT g(1)'), await value(b, "SELECT g('b'::text)"), await value(b, 'SELECT g(1)'),
      await value(c, "SELECT g('a'::text)")]).toEqual(['11', 'btwo', '1two', 'a1'])
    await c.query('ALTER TABLE public.t ADD COLUMN q int DEFAULT 7')
    expect(await all('SELECT f()')).toEqual(['(temp,w)1', '(two,2)1', '(1,7)1'])
    const body = (/** @type {string} */ word) => `CREATE OR REPLACE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$
      BEGIN RETURN (SELECT '${word}' || count(*) FROM t); END $$`
    await c.query('BEGIN')
    await c.query(body('undone'))
    expect(await value(c, 'SELECT public.f()')).toBe('undone1')
    await c.query('ROLLBACK')
    expect(await all('SELECT f()')).toEqual(['(temp,w)1', '(two,2)1', '(1,7)1'])
    await c.query(body('kept'))
    expect(await all('SELECT f()')).toEqual(['kept1', 'kept1', 'kept1'])
  } finally {
    await db.close()
  }
})

test('they are planned once for all', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(SCHEMA)
    await value(await db.connect(), 'SELECT f() || q()')
    const plans = /** @type {any} */ (db).session.database.planCache
    const before = new Set(statementsOf(plans))
    expect(before.size).toBe(4)
    const plan = [...before][0].planned
    await value(await db.connect(), 'SELECT f() || q()')
    expect(new Set(statementsOf(plans))).toEqual(before)
    expect([...before][0].planned).toBe(plan)
  } finally {
    await db.close()
  }
})

/** @param {any} plans */
const statementsOf = ({ bodies }) => [...bodies.young.values(), ...bodies.old.values()]
