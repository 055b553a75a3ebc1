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

test('roles with policies, search paths, settings and zones do not take plans from each other', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(`${SCHEMA}; CREATE ROLE ra LOGIN; CREATE ROLE rb LOGIN; GRANT USAGE ON SCHEMA public, s2 TO ra, rb;
      CREATE TABLE p (i int, who name); INSERT INTO p VALUES (1, 'ra'), (2, 'rb'); GRANT SELECT ON p TO ra, rb;
      ALTER TABLE p ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON p USING (who = current_user);
      CREATE FUNCTION h() RETURNS int LANGUAGE plpgsql AS 'DECLARE r int; BEGIN SELECT i INTO r FROM p; RETURN r; END';
      CREATE FUNCTION z() RETURNS text LANGUAGE plpgsql AS $$
        DECLARE r text; BEGIN SELECT min(x)::text || timestamptz '2020-01-01 00:00+00' INTO r FROM public.t; RETURN r;
        END $$`)
    /** @type {{ user?: string, settings?: Record<string, string> }[]} */
    const sessions = [{ user: 'ra' }, { user: 'rb' }, { settings: { search_path: 's2, public' } },
      { settings: { timezone: 'Asia/Tokyo' } }, { settings: { enable_seqscan: 'off' } }]
    const [ra, rb, path, zone, seqscan] = await Promise.all(sessions.map((options) => db.connect(options)))
    /** @type {import('../../../src/index.js').EmbeddedSession[]} */
    const tenants = []
    for (let at = 0; at < 12; at++) {
      await db.query(`CREATE SCHEMA tenant${at}`)
      await db.query(`CREATE TABLE tenant${at}.t AS SELECT ${at} AS x`)
      tenants.push(await db.connect({ settings: { search_path: `tenant${at}, public` } }))
    }
    const round = async () => {
      for (const [at, tenant] of tenants.entries()) expect(await value(tenant, 'SELECT f()')).toBe(`(${at})1`)
      const seen = [await value(ra, 'SELECT h()'), await value(rb, 'SELECT h()')]
      for (const role of ['ra', 'rb']) {
        await db.query(`SET ROLE ${role}`)
        seen.push(await value(db, 'SELECT h()'))
        await db.query('RESET ROLE')
      }
      for (const session of [path, zone, seqscan]) seen.push(await value(session, "SELECT f() || ' ' || z()"))
      return seen
    }
    const expected = [1, 2, 1, 2, '(two,2)1 12020-01-01 00:00:00+00', '(1)1 12020-01-01 09:00:00+09',
      '(1)1 12020-01-01 00:00:00+00']
    for (let warm = 0; warm < 3; warm++) expect(await round()).toEqual(expected)
    const plans = () => statementsOf(/** @type {any} */ (db).session.database.planCache).map(({ planned }) => planned)
    const made = new Set(plans())
    for (let again = 0; again < 3; again++) expect(await round()).toEqual(expected)
    expect(plans().filter((plan) => !made.has(plan))).toEqual([])
  } finally {
    await db.close()
  }
})
