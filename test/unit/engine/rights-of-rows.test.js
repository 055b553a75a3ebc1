/**
 * What a table's rows are held to asks for EXECUTE when they come, by every way in: one row, several, a query's, many
 * rows of parameters, ON CONFLICT, COPY's usual lines.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'

/** @typedef {Awaited<ReturnType<Awaited<ReturnType<typeof open>>['connect']>>} Session */

const TABLES = `CREATE ROLE writer LOGIN;
  CREATE FUNCTION holds(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END';
  CREATE FUNCTION key(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1; END';
  REVOKE EXECUTE ON FUNCTION holds(int), key(int) FROM PUBLIC;
  CREATE TABLE checked (a int CHECK (holds(a)), b text);
  CREATE TABLE keyed (a int, b text); CREATE INDEX ON keyed (key(a));
  CREATE TABLE partly (a int, b text); CREATE INDEX ON partly (a) WHERE holds(a);
  CREATE TABLE parted (a int, b text) PARTITION BY LIST (a);
  CREATE TABLE part PARTITION OF parted FOR VALUES IN (1, 2, 3); ALTER TABLE part ADD CHECK (holds(a));
  CREATE TABLE once (a int, b text); CREATE UNIQUE INDEX ON once (key(a));
  CREATE TABLE made (a int, b text, c int GENERATED ALWAYS AS (key(a)) STORED);
  GRANT ALL ON checked, keyed, partly, parted, once, made TO writer`

/** @type {Record<string, (session: Session, table: string) => Promise<unknown>>} */
const WAYS = {
  'one row': (session, table) => session.query(`INSERT INTO ${table} (a, b) VALUES (1, 'x')`),
  'several rows': (session, table) => session.query(`INSERT INTO ${table} (a, b) VALUES (2, 'x'), (3, 'y')`),
  'a query': (session, table) =>
    session.query(`INSERT INTO ${table} (a, b) SELECT i, 'x' FROM generate_series(1, 3) i ORDER BY i`),
  parameters: (session, table) => session.query(`INSERT INTO ${table} (a, b) VALUES ($1, $2)`, [1, 'x']),
  'ON CONFLICT': (session, table) =>
    session.query(`INSERT INTO ${table} (a, b) VALUES (1, 'x') ON CONFLICT DO NOTHING`),
  'many rows of parameters': async (session, table) => {
    const insert = await session.prepare(`INSERT INTO ${table} (a, b) VALUES ($1, $2)`)
    await insert.runMany([[1, 'x'], [2, 'y'], [3, 'z']])
  },
  COPY: (session, table) => session.copyFrom(`${table}(a, b)`, ['1\tx\n2\ty\n']),
  'COPY csv': (session, table) => session.copyFrom(`${table}(a, b)`, ['1,x\n2,y\n'], { format: 'csv' }),
}

test('every way in asks for what rows are held to', async () => {
  const db = await open(':memory:')
  await db.exec(TABLES)
  const session = await db.connect({ user: 'writer' })
  const tables = ['checked', 'keyed', 'partly', 'parted', 'once', 'made']
  for (const table of tables) {
    for (const [name, way] of Object.entries(WAYS)) {
      await assert.rejects(way(session, table),
        { code: '42501', message: /^permission denied for function (holds|key)$/ }, `${table}: ${name}`)
    }
    assert.deepEqual((await db.query(`SELECT count(*)::int AS n FROM ${table}`)).rows, [{ n: 0 }])
  }
  await db.exec('GRANT EXECUTE ON FUNCTION holds(int), key(int) TO writer')
  for (const table of tables) {
    for (const [name, way] of Object.entries(WAYS)) {
      await db.exec(`TRUNCATE ${table}`)
      await way(session, table)
      const { rows: [{ n }] } = await db.query(`SELECT count(*)::int AS n FROM ${table}`)
      assert.ok(n > 0, `${table}: ${name}`)
    }
  }
  await session.release()
  await db.close()
})
