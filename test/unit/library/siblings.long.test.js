/** What forks of one origin know in common (engine/cluster/common.js): answers as without, and no forks kept. */
import v8 from 'node:v8'
import vm from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from '../../../src/index.js'
import { createTemplate } from '../../../src/test/index.js'
import { DbError } from '../../../src/errors/db-error.js'

/** @import { Database } from '../../../src/index.js' */
/** @import { EngineHere } from '../../../src/engine/door/here.js' */

const SCHEMA = `
  CREATE SCHEMA app;
  CREATE TYPE mood AS ENUM ('sad', 'ok');
  CREATE DOMAIN positive AS int CHECK (VALUE > 0);
  CREATE TYPE pair AS (a int, b text);
  CREATE FUNCTION twice(i int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT i * 2';
  CREATE FUNCTION counted() RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT count(*) FROM child); END';
  CREATE TABLE parent (id int PRIMARY KEY, name text NOT NULL, feels mood DEFAULT 'ok', n positive, p pair);
  CREATE TABLE child (id serial PRIMARY KEY, parent int REFERENCES parent ON DELETE CASCADE ON UPDATE CASCADE, t text);
  CREATE INDEX ON child (parent);
  CREATE INDEX twice_index ON parent (twice(id));
  CREATE INDEX lower_index ON parent (lower(name)) WHERE id > 0;
  CREATE TABLE measured (day int, v int) PARTITION BY RANGE (day);
  CREATE TABLE measured_1 PARTITION OF measured FOR VALUES FROM (0) TO (10);
  CREATE VIEW names AS SELECT name FROM parent;
  CREATE ROLE siblings_reader;
  INSERT INTO parent VALUES (1, 'one', 'sad', 5, (1, 'x')), (2, 'Two', DEFAULT, 6, NULL);
  INSERT INTO child (parent, t) VALUES (1, 'a'), (1, 'b'), (2, 'c');
  INSERT INTO measured VALUES (1, 1), (2, 2);`

/** Asked of every fork. */
const QUESTIONS = [
  'SELECT * FROM parent ORDER BY id',
  'SELECT count(*) FROM child',
  'SELECT name FROM names ORDER BY 1',
  "SELECT id FROM parent WHERE lower(name) = 'two' AND id > 0",
  'SELECT id FROM parent WHERE twice(id) = 4',
  'SELECT twice(3)',
  'SELECT sum(v) FROM measured',
  'SELECT counted()',
  "SELECT 'ok'::mood > 'sad'::mood",
  'SELECT 7::positive',
  'SELECT p.name, c.t FROM parent p JOIN child c ON c.parent = p.id ORDER BY 1, 2',
  'SELECT (p).b FROM parent WHERE id = 1',
  "SELECT has_table_privilege('siblings_reader', 'parent', 'SELECT')",
]
/** Write, and are rolled back where they are asked. */
const WRITES = [
  "INSERT INTO parent VALUES (9, 'nine', 'ok', 1, NULL) RETURNING *",
  "INSERT INTO child (parent, t) VALUES (9, 'z')",
  'UPDATE parent SET id = 10 WHERE id = 9',
  'SELECT parent FROM child ORDER BY id',
  'DELETE FROM parent WHERE id = 10',
  'SELECT count(*) FROM child',
  "INSERT INTO child (parent) VALUES (77)",
  'INSERT INTO measured VALUES (3, 3) RETURNING *',
  "INSERT INTO parent (id, name, n) VALUES (11, 'eleven', 0)",
]
/** Changes of a catalog, after which the same is asked. */
const CHANGES = [
  'ALTER TABLE parent ADD more int DEFAULT 3',
  'ALTER TABLE parent DROP COLUMN p',
  'ALTER TABLE parent RENAME name TO called',
  'ALTER TABLE child DROP CONSTRAINT child_parent_fkey',
  `DROP TABLE child CASCADE; CREATE TABLE child (parent int, t text, id int);
    INSERT INTO child VALUES (2, 'new', 1)`,
  `CREATE OR REPLACE FUNCTION twice(i int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT i * 20';
    REINDEX TABLE parent`,
  "CREATE FUNCTION twice(i smallint) RETURNS text LANGUAGE sql AS 'SELECT ''small'''; SELECT twice(3::smallint)",
  "CREATE OR REPLACE FUNCTION counted() RETURNS bigint LANGUAGE sql AS 'SELECT 42::bigint'",
  "ALTER TYPE mood ADD VALUE 'ecstatic' BEFORE 'sad'",
  "ALTER TYPE mood RENAME VALUE 'ok' TO 'fine'",
  'ALTER DOMAIN positive DROP CONSTRAINT positive_check',
  'ALTER DOMAIN positive ADD CHECK (VALUE < 6) NOT VALID',
  'DROP INDEX lower_index',
  'CREATE UNIQUE INDEX ON child (t)',
  'CREATE OR REPLACE VIEW names AS SELECT upper(name) AS name FROM parent',
  'CREATE TABLE measured_2 PARTITION OF measured FOR VALUES FROM (10) TO (20); INSERT INTO measured VALUES (11, 100)',
  'ALTER TABLE measured DETACH PARTITION measured_1',
  `SET search_path = app, public; CREATE TABLE app.parent (id int, name text, p pair);
    INSERT INTO app.parent VALUES (5, 'app')`,
  'GRANT SELECT ON parent TO siblings_reader',
  'ALTER TABLE parent ENABLE ROW LEVEL SECURITY; SET ROLE siblings_reader',
  'TRUNCATE parent CASCADE',
  'DROP SCHEMA app',
  'ALTER SCHEMA public RENAME TO other',
  'ALTER TABLE parent SET SCHEMA app',
  "CREATE TRIGGER loud BEFORE INSERT ON parent FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
  'CREATE RULE nothing AS ON DELETE TO parent DO INSTEAD NOTHING',
  'ALTER TABLE parent ALTER id TYPE bigint',
  'ALTER TYPE pair ADD ATTRIBUTE c int',
  'CREATE TEMP TABLE parent (id int, name text, p pair)',
  'ANALYZE',
  'VACUUM FULL parent',
]

/** @param {Database} db */
const clusterOf = (db) => /** @type {EngineHere} */ (db.engine).cluster

/** @param {unknown} error */
const refusal = (error) => {
  if (!(error instanceof DbError)) throw error
  return [error.code, error.message]
}

/** @param {Database} db @param {string} sql */
const answer = (db, sql) => db.exec(sql).then((all) => all.map(({ rows, command }) => [command, rows]), refusal)

/** By the simple protocol and by the extended one. @param {Database} db */
async function answers(db) {
  const all = []
  for (const sql of QUESTIONS) {
    all.push([sql, await answer(db, sql)])
    all.push([sql, await db.query(sql, []).then(({ rows }) => rows, refusal)])
  }
  for (const sql of WRITES) all.push([sql, await answer(db, sql)])
  return all
}

describe('forks of a template', () => {
  /** @type {import('../../../src/test/index.js').Template} */
  let template
  beforeAll(async () => {
    template = await createTemplate({ migrate: (db) => db.exec(SCHEMA) })
    for (let round = 0; round < 2; round++) await template.run(answers)
  })
  afterAll(() => template.close())

  test('what one has planned the next one does not', async () => {
    await template.run(async (db) => {
      const { planCache, catalog } = clusterOf(db).anyDatabase()
      await answers(db)
      expect(planCache.misses).toBe(0)
      expect(planCache.hits).toBeGreaterThan(QUESTIONS.length)
      expect(catalog.shared.relations.size).toBeGreaterThan(3)
    })
  })

  test.each(CHANGES)('after a change the answers are those of a database that knew nothing: %s', async (change) => {
    const fresh = await open(':memory:')
    await fresh.exec(SCHEMA)
    const fork = await template.fork()
    try {
      expect(await answer(fork, change)).toEqual(await answer(fresh, change))
      expect(await answers(fork)).toEqual(await answers(fresh))
    } finally {
      await fork.close()
      await fresh.close()
    }
  })

  test('and the next fork is told nothing of it', async () => {
    const fresh = await open(':memory:')
    await fresh.exec(SCHEMA)
    const expected = await answers(fresh)
    await fresh.close()
    for (const change of CHANGES) {
      await template.run(async (db) => { await answer(db, change); await answers(db) })
    }
    expect(await template.run(answers)).toEqual(expected)
  })

  test('changed before anything was asked, and in a transaction that is rolled back', async () => {
    await template.run(async (db) => {
      await db.exec('BEGIN; ALTER TABLE parent ADD c int; ALTER TABLE child RENAME t TO u')
      expect((await db.query('SELECT * FROM parent WHERE id = 1')).fields).toHaveLength(6)
      await db.exec('ROLLBACK')
      expect((await db.query('SELECT * FROM parent WHERE id = 1')).fields).toHaveLength(5)
      expect((await db.query('SELECT t FROM child WHERE id = 1')).rows).toEqual([{ t: 'a' }])
    })
  })

  test('databases that forks make are their own', async () => {
    for (const name of ['first', 'second']) {
      await template.run(async (db) => {
        await db.exec('CREATE DATABASE more')
        const session = await db.connect({ database: 'more' })
        await session.exec(`CREATE TABLE t (${name} int); INSERT INTO t VALUES (1)`)
        expect((await session.query('SELECT * FROM t')).rows).toEqual([{ [name]: 1 }])
        await session.release()
      })
    }
  })
})

test('a fork that is closed is let go, the first one too', async () => {
  v8.setFlagsFromString('--expose-gc')
  const gc = vm.runInNewContext('gc')
  const own = await createTemplate({ migrate: (db) => db.exec(SCHEMA) })
  /** @type {WeakRef<object>[]} */
  const refs = []
  for (let at = 0; at < 5; at++) {
    refs.push(await own.run(async (db) => {
      await answers(db)
      return new WeakRef(clusterOf(db))
    }))
  }
  const isHeld = () => refs.slice(0, 4).some((ref) => ref.deref() !== undefined) // the last may be on somebody's stack
  for (let round = 0; round < 50 && isHeld(); round++) {
    await new Promise((resolve) => { setTimeout(resolve, 20) })
    gc()
  }
  expect(isHeld()).toBe(false)
  await own.close()
})

test('forks of an open database know what those before knew, until its catalog changes', async () => {
  const db = await open(':memory:')
  await db.exec(SCHEMA)
  const ask = async () => {
    const fork = await db.fork()
    try {
      const told = await answers(fork)
      return { told, misses: clusterOf(fork).anyDatabase().planCache.misses }
    } finally {
      await fork.close()
    }
  }
  const first = await ask()
  expect(await ask()).toEqual({ told: first.told, misses: 0 })
  await db.query("UPDATE parent SET name = 'changed' WHERE id = 1")
  const second = await ask()
  expect(second.misses).toBe(0)
  expect(second.told).not.toEqual(first.told)
  await db.exec('ALTER TABLE parent DROP COLUMN n')
  const third = await ask()
  expect(third.misses).toBeGreaterThan(0)
  expect(await answers(db)).toEqual(third.told)
  await db.close()
})
