/** Statements of PL/pgSQL bodies: of few rows, by their plain body; by the general one where they must wait. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { PointRunner } from '../../../src/engine/statements/core/point.js'
import { connected, query } from '../../support/wire-client.js'
import { startServer } from '../../support/wire-server.js'

test('an update in a body waits for its row, and goes on from its newest version', async () => {
  const server = await startServer()
  const [one, two] = [await connected(server.port), await connected(server.port)]
  try {
    await one.lines('CREATE TABLE t (id int PRIMARY KEY, n int)')
    await one.lines('INSERT INTO t VALUES (1, 0), (2, 0)')
    await one.lines(`CREATE FUNCTION f(k int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE r int; c int; BEGIN
        UPDATE t SET n = n + 1 WHERE id = k;
        GET DIAGNOSTICS c = ROW_COUNT;
        IF NOT FOUND OR c <> 1 THEN RETURN -1; END IF;
        SELECT n INTO r FROM t WHERE id = k;
        RETURN r; END $$`)
    for (let round = 1; round <= 3; round++) assert.equal((await one.lines('SELECT f(2)'))[1], `D "${round}"`)
    assert.equal((await one.lines('SELECT f(7)'))[1], 'D "-1"')
    await one.lines('BEGIN')
    await one.lines('SELECT f(1)')
    two.send(query('SELECT f(1)'))
    await one.lines('SELECT f(1)')
    await one.lines('COMMIT')
    const answer = await two.take('Z')
    assert.ok(answer.some(({ type, body }) => type === 'D' && body.subarray(6).toString() === '3'))
  } finally {
    one.end()
    two.end()
    await server.close()
  }
})

test('they have one runner each, that is used again', async () => {
  const server = await startServer()
  const run = PointRunner.prototype.run
  let calls = 0
  const runners = new Set()
  PointRunner.prototype.run = /** @type {typeof run} */ (function (params, writer, rows) {
    calls++
    runners.add(this)
    return run.call(this, params, writer, rows)
  })
  try {
    await server.db.exec(`CREATE TABLE t (id int PRIMARY KEY, n int); CREATE TABLE log (id int);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO log VALUES (new.id); RETURN new; END $$;
      CREATE TRIGGER a AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION note()`)
    await server.db.query('INSERT INTO t SELECT i, i FROM generate_series(1, 100) i')
    const { rows } = await server.db.query('SELECT count(*)::int AS c, sum(id)::int AS s FROM log')
    assert.deepEqual(rows, [{ c: 100, s: 5050 }])
    assert.equal(calls, 100)
    assert.equal(runners.size, 1)
  } finally {
    PointRunner.prototype.run = run
    await server.close()
  }
})
