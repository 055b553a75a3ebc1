/** SELECT of nothing but calls in whose bodies nothing waits: bounded, once the bodies are known. */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { makePrepared } from '../../../src/engine/statements/core/statement-lookup.js'
import { startServer } from '../../support/wire-server.js'
import { bind, connected, describe, execute, fields, parse, sync } from '../../support/wire-client.js'

const FUNCTIONS = `
  create function add(a int, b int) returns int language plpgsql as $$ begin return a + b; end $$;
  create function told(a int) returns int language plpgsql as $$
    begin raise notice 'got %', a; return 12 / (a - 3); end $$;
  create function counted(a int) returns int language plpgsql as $$
    declare n int; begin select count(*) into n from generate_series(1, a); return n; end $$;
  create function listed(a int) returns int[] language plpgsql as $$ begin return array[a, a]; end $$;
  create function counting(a int) returns text language plpgsql as $$ begin return nextval('s') || ':' || a; end $$;
  create sequence s`

/** @type {import('../../../src/index.js').Database} */
let db
beforeAll(async () => {
  db = await open(':memory:')
  await db.exec(FUNCTIONS)
})
afterAll(() => db.close())

test('which are', async () => {
  const prepared = (/** @type {string} */ text) => {
    const { session } = db
    const found = makePrepared(session, text, [])
    session.block.ensure()
    found.prepare(session)
    const calls = /** @type {any} */ (found.planned).bodyCalls.length
    session.block.rollback()
    return calls
  }
  assert.equal(prepared('select add($1, $2)'), 1)
  assert.equal(prepared('select add($1, add($2, 1)), add(1, $1)'), 3)
  assert.equal(prepared('select counting($1)'), 1)
  // What follows a call might have to begin again, or take long.
  assert.equal(prepared('select lower(counting($1))'), 0)
  assert.equal(prepared('select listed($1)'), 0)
  assert.equal(prepared('select add(g, 1) from generate_series(1, 3) g'), 0)
  assert.equal(prepared('select add($1, (select 1))'), 0)
})

test('they are known behind the first run', () => {
  const { session } = db
  const ran = (/** @type {string} */ text) => {
    const statement = makePrepared(session, text, [23])
    /** @type {unknown[][]} */
    const rows = []
    for (let run = 0; run < 6; run++) session.procedures.host.execute(statement, [4], rows, null)
    session.block.rollback()
    return [statement.isBounded, rows.length]
  }
  assert.deepEqual(ran('select add($1, 1)'), [true, 6])
  assert.deepEqual(ran('select counted($1)'), [false, 6])
})

/** @param {import('../../support/wire-client.js').Message[]} messages */
const told = (messages) => messages.map(({ type, body, ...rest }) =>
  type === 'D' ? `D ${body.toString('latin1', 6)}` : type === 'E' || type === 'N'
    ? `${type} ${fields({ type, body, ...rest }).M}` : type).join(', ')

test('what a client is told, from the first call on', async () => {
  const server = await startServer()
  try {
    await server.db.exec(FUNCTIONS)
    const client = await connected(server.port, { database: 'postgres' })
    const bodies = [parse('p', 'select told($1)'), parse('q', 'select counted($1)'), parse('r', 'select counting($1)')]
    client.send(...bodies, sync())
    await client.take('Z')
    const call = async (/** @type {string} */ name, /** @type {string} */ value) => {
      client.send(bind('', name, [value]), describe('P', ''), execute(''), sync())
      return told(await client.take('Z'))
    }
    for (let round = 0; round < 100; round++) assert.equal(await call('p', '5'), '2, T, N got 5, D 6, C, Z')
    for (let round = 0; round < 5; round++) {
      assert.equal(await call('p', '3'), '2, T, N got 3, E division by zero, Z')
      assert.equal(await call('q', '4'), '2, T, D 4, C, Z')
      assert.equal(await call('r', '7'), `2, T, D ${round + 1}:7, C, Z`)
    }
    // Another body, in which something waits.
    await server.db.exec(`create or replace function told(a int) returns int language plpgsql as $$
      begin perform pg_sleep(0.001); return a; end $$`)
    for (let round = 0; round < 4; round++) assert.equal(await call('p', '5'), '2, T, D 5, C, Z')
    client.end()
  } finally {
    await server.close()
  }
})

test('settings, owners and counts of calls are as they were', async () => {
  await db.exec(`alter function add(int, int) set work_mem = '1MB'`)
  assert.deepEqual((await db.query('select add($1, $2)', [1, 2])).rows, [{ add: 3 }])
  await db.exec('alter function add(int, int) reset all')
  await db.exec(`set track_functions = 'all'`)
  for (let run = 0; run < 5; run++) await db.query('select add($1, $2)', [run, 2])
  await db.exec(`reset track_functions; select pg_stat_force_next_flush()`)
  const { rows } = await db.query(`select calls::int from pg_stat_user_functions where funcname = 'add'`)
  assert.deepEqual(rows, [{ calls: 5 }])
})
