/**
 * Functions and procedures in JavaScript: values, transactions, errors, waits, restarts; over the library and over the
 * wire.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { open } from '../../../src/index.js'

/** @param {string} name @param {(db: import('../../../src/index.js').Database) => Promise<void>} body */
const withDatabase = (name, body) => test(name, async () => {
  const db = await open({ path: ':memory:', int8: 'number' })
  try { await body(db) } finally { await db.close() }
})

/** @param {string} code @param {RegExp} message */
const error = (code, message) => (/** @type {any} */ caught) => caught.code === code && message.test(caught.message)

/** @param {import('../../../src/index.js').Database} db */
function bank(db) {
  db.prepare('create table accounts (id int primary key, balance int8 not null)').run()
  db.prepare('insert into accounts select i, 100 from generate_series(0, 9) i').run()
  const body = (
    /** @type {any} */ tx, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ amount,
  ) => {
    const source = tx.get('select balance from accounts where id = $1', from)
    const target = tx.get('select balance from accounts where id = $1', to)
    if (source === undefined || target === undefined) throw new Error('account_missing')
    if (source.balance < amount) return false
    tx.run('update accounts set balance = $2 where id = $1', from, source.balance - amount)
    tx.run('update accounts set balance = $2 where id = $1', to, target.balance + amount)
    return true
  }
  db.createProcedure('transfer', { args: ['int4', 'int4', 'int8'] }, body)
  db.createFunction('do_transfer', { args: ['int4', 'int4', 'int8'], returns: 'bool' }, body)
}

/** @param {import('../../../src/index.js').Database} db @returns {any[]} */
const balances = (db) =>
  db
    .prepare('select balance from accounts where id < 3 order by id')
    .all()
    .map(({ balance }) => balance)

withDatabase('values in and out', async (db) => {
  db.createFunction(
    'add', { args: ['int4', 'int4'], returns: 'int4', volatility: 'immutable', strict: true }, (a, b) => a + b,
  )
  assert.deepEqual(db.prepare('select add(1, 2) as a, add(null, 1) as b').get(), { a: 3, b: null })
  assert.deepEqual((await db.query('select sum(add(i, 1)) as s from generate_series(1, 10) i')).rows, [{ s: 65 }])
  db.createFunction(
    'kinds',
    { args: ['text', 'numeric', 'bool', 'int4[]', 'jsonb', 'timestamptz'], returns: 'text', volatility: 'stable' },
    (...values) =>
      values
        .map((value) =>
          value === null ? 'null' : Array.isArray(value) ? 'array' : value instanceof Date ? 'date' : typeof value,
        )
        .join(),
  )
  assert.equal(
    db.prepare(`select kinds('a', 1.5, true, '{1,2}', '{"a":1}', now()) as k`).get().k,
    'string,string,boolean,array,object,date',
  )
  assert.equal(
    db.prepare('select kinds(null, null, null, null, null, null) as k').get().k,
    'null,null,null,null,null,null',
  )
  db.createFunction('words', { args: ['t text'], returns: 'setof text' }, (t) => t.split(' '))
  assert.deepEqual((await db.query(`select w from words('a b c') w`)).rows, [{ w: 'a' }, { w: 'b' }, { w: 'c' }])
  db.createFunction('bad', { args: [], returns: 'int4' }, () => 'x')
  await assert.rejects(db.query('select bad()'), error('22P02', /invalid input syntax for type integer/))
  assert.throws(() => db.createFunction('pair', { returns: 'record' }, () => null), error('0A000', /returns record/))
  assert.throws(
    () => db.createFunction('nowhere', { returns: 'nothing_like_it' }, () => null),
    error('42704', /does not exist/),
  )
  await assert.rejects(db.query(`create function f() returns int language javascript as 'x'`),
    error('0A000', /JavaScript in SQL is not allowed/))
})

withDatabase('a call is part of its caller\'s transaction', async (db) => {
  bank(db)
  await db.query('call transfer(0, 1, 30)')
  assert.deepEqual((await db.query('select do_transfer(1, 2, 130) as d')).rows, [{ d: true }])
  assert.deepEqual(balances(db), [70, 0, 230])
  assert.deepEqual(db.prepare('select do_transfer(1, 2, 1) as d').get(), { d: false })
  await db.exec('begin; call transfer(2, 1, 30); select do_transfer(2, 0, 100)')
  assert.deepEqual(balances(db), [170, 30, 100])
  await db.exec('rollback')
  assert.deepEqual(balances(db), [70, 0, 230])
  await assert.rejects(
    db.query('call transfer(0, 77, 1)'),
    (caught) =>
      error('38000', /account_missing/)(caught)
      && /JavaScript function "transfer"/.test(/** @type {any} */ (caught).where),
  )
  assert.deepEqual(balances(db), [70, 0, 230])
})

withDatabase('an error aborts what the call did; a caught one leaves its statement without effect', async (db) => {
  bank(db)
  db.createProcedure('half', { args: [] }, (tx) => {
    tx.run('update accounts set balance = 0 where id = 0')
    tx.run('insert into accounts values (1, 5)')
  })
  await assert.rejects(db.query('call half()'), error('23505', /duplicate key/))
  assert.deepEqual(balances(db), [100, 100, 100])
  db.createProcedure('careful', { args: [] }, (tx) => {
    tx.run('update accounts set balance = 1 where id = 0')
    assert.throws(
      () => tx.run('update accounts set balance = 1000 / (id - 1) where id >= 0 and id < 3'),
      error('22012', /division by zero/),
    )
    assert.throws(() => tx.run('insert into accounts values (11, 5), (1, 5)'), error('23505', /duplicate key/))
    assert.equal(tx.all('select id from accounts where id > 9').length, 0)
  })
  await db.query('call careful()')
  assert.deepEqual(balances(db), [1, 100, 100])
  db.createProcedure('ends', { args: [] }, (tx) => { tx.run('commit') })
  await assert.rejects(db.query('call ends()'), error('2D000', /COMMIT is not allowed/))
  db.createProcedure('own', { args: [] }, () => { throw Object.assign(new Error('too late'), { code: 'P0042' }) })
  await assert.rejects(db.query('call own()'), error('P0042', /too late/))
})

withDatabase('stable functions read under the caller\'s snapshot and write nothing', async (db) => {
  bank(db)
  db.createFunction(
    'total', { returns: 'int8', volatility: 'stable' },
    (tx) => tx.get('select sum(balance)::int8 as s from accounts').s,
  )
  await db.exec('create table log (total int8)')
  await db.query('insert into log select total() from accounts')
  assert.deepEqual(db.prepare('select distinct total from log').all(), [{ total: 1000 }])
  db.createFunction('sneaky', { returns: 'int8', volatility: 'stable' }, (tx) => tx.run('delete from accounts').changes)
  await assert.rejects(db.query('select sneaky()'), error('0A000', /DELETE is not allowed in a non-volatile function/))
  assert.deepEqual(db.prepare('select count(*) as n from accounts').get(), { n: 10 })
})

for (const how of [
  'select do_transfer(0, 1, 10)', 'call transfer(0, 1, 10)', 'select do_transfer(0, 1, 10) from generate_series(1, 1)',
]) {
  withDatabase(`a call that meets a lock waits and runs again: ${how}`, async (db) => {
    bank(db)
    const [a, b] = [await db.connect(), await db.connect()]
    for (const row of [0, 1]) {
      await a.exec(`begin; update accounts set balance = balance + 5 where id = ${row}`)
      const waiting = b.query(how)
      await new Promise((resolve) => setTimeout(resolve, 20))
      await a.exec('commit')
      await waiting
    }
    assert.deepEqual(balances(db), [85, 125, 100])
    assert.throws(() => {
      a.transactionSync(() => {
        a.prepare('update accounts set balance = 0 where id = 1').run()
        b.prepare(how.startsWith('call') ? how : how).run()
      })
    }, error('55P03', /would have to wait/))
    assert.deepEqual(balances(db), [85, 125, 100])
  })
}

withDatabase('two calls that lock in opposite order', async (db) => {
  bank(db)
  const [a, b] = [await db.connect(), await db.connect()]
  await a.exec('begin; update accounts set balance = balance + 1 where id = 1')
  const waiting = b
    .query('begin; update accounts set balance = balance + 1 where id = 2; select do_transfer(1, 2, 10)')
    .catch((caught) => caught)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const second = await a.query('select do_transfer(2, 1, 10)').catch((caught) => caught)
  const first = await waiting
  assert.equal([first, second].filter((result) => result.code === '40P01').length, 1)
  await a.exec('rollback')
  await b.exec('rollback')
  assert.deepEqual(balances(db), [100, 100, 100])
})

withDatabase('an async body waits in the middle', async (db) => {
  bank(db)
  let runs = 0
  db.createProcedure('slow', { args: ['int4'] }, async (tx, id) => {
    runs++
    const before = (await tx.get('select balance from accounts where id = $1', id)).balance
    await new Promise((resolve) => setTimeout(resolve, 5))
    await assert.rejects(tx.run('select 1 / 0'), error('22012', /division by zero/))
    await tx.run('update accounts set balance = $2 where id = $1', id, before * 2)
  })
  await db.query('call slow(0)')
  const [a, b] = [await db.connect(), await db.connect()]
  await a.exec('begin; update accounts set balance = 7 where id = 1')
  const waiting = b.query('call slow(1)')
  await new Promise((resolve) => setTimeout(resolve, 20))
  await a.exec('commit')
  await waiting
  assert.deepEqual(balances(db), [200, 200, 100])
  assert.equal(runs, 2)
  db.createProcedure('fails', { args: [] }, async (tx) => {
    await tx.run('update accounts set balance = 0')
    throw new Error('no')
  })
  await assert.rejects(db.query('call fails()'), error('38000', /no/))
  assert.deepEqual(balances(db), [200, 200, 100])
  db.createFunction('promising', { returns: 'int4' }, () => Promise.resolve(1))
  await assert.rejects(db.query('select promising()'), error('39000', /returned a promise/))
})

test('the definition outlives the program, the code does not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'seawall-routines-'))
  try {
    for (const round of [1, 2]) {
      const db = await open(join(directory, 'data'))
      if (round === 2) {
        await assert.rejects(db.query('select answer()'), error('55000', /this program has not defined it/))
        await db.exec('create table t (a int default answer())')
      }
      db.createFunction('answer', { returns: 'int4' }, () => 40 + round)
      assert.deepEqual(db.prepare('select answer()').get(), { answer: 40 + round })
      db.createFunction('answer', { returns: 'int4' }, () => 50 + round)
      assert.deepEqual(db.prepare('select answer()').get(), { answer: 50 + round })
      assert.equal((await db.query(`select count(*)::int as n from pg_proc p join pg_language l on l.oid = prolang where lanname = 'javascript'`)).rows[0].n, 1)
      await db.close()
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
})

withDatabase('over the wire, by both protocols', async (db) => {
  bank(db)
  const { port } = await db.serve({ port: 0 })
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    await client.query('call transfer(0, 1, 10)')
    await client.query('call transfer($1, $2, $3)', [0, 1, 10])
    assert.deepEqual((await client.query('select do_transfer($1, $2, $3) as done', [0, 2, 10])).rows, [{ done: true }])
    assert.deepEqual(
      (await client.query({ name: 'd', text: 'select do_transfer($1, $2, $3) as done', values: [0, 2, 1000] })).rows,
      [{ done: false }],
    )
    await assert.rejects(client.query('call transfer(0, 99, 10)'), error('38000', /account_missing/))
    assert.deepEqual(balances(db), [70, 120, 110])
  } finally {
    await client.end()
  }
})

withDatabase('a prepared CALL does what the general way does', async (db) => {
  bank(db)
  await db.exec('create table log (n int)')
  db.createProcedure('gives', { args: ['int4'] }, (tx, n) => { tx.run('insert into log values ($1)', n) })
  db.createProcedure('fails', { args: ['int4'] }, (tx, n) => {
    tx.run('insert into log values ($1)', n)
    tx.run('select 1 / $1::int', n)
  })
  await db.exec('create procedure in_sql(inout n int) language sql as \'insert into log values (n); select n + 1\'')
  /**
   * What is there, and what was said: results by rows, errors by what a client sees of them.
   * @param {() => any} work
   */
  const outcome = async (work) => {
    let said
    try {
      said = await work()
    } catch (caught) {
      const { code, message, where } = /** @type {any} */ (caught)
      said = { code, message, where }
    }
    const look = () => ({ left: db.prepare('select n from log').all(), balances: balances(db) })
    let inside
    try { inside = look() } catch (caught) { inside = /** @type {any} */ (caught).code }
    await db.exec('commit')
    return { said, inside, after: look() }
  }
  const reset = () => db.exec('truncate log; update accounts set balance = 100')
  for (const [text, values] of /** @type {[string, any[]][]} */ ([
    ['call transfer($1, $2, $3)', [0, 1, 30]], ['call transfer($2, $1, $3::int8)', [0, 1, 30]],
    ['call transfer(0, $1 + 1, 30)', [1]], ['call transfer($1, $2, $3)', [0, 77, 1]], ['call gives($1)', [5]],
    ['call fails($1)', [0]], ['call fails($1)', [1]], ['call in_sql($1)', [4]],
    ['call transfer($1, $2, $3)', [null, 1, 30]],
  ])) {
    for (const inBlock of [false, true]) {
      await reset()
      if (inBlock) await db.exec('begin; insert into log values (0)')
      const expected = await outcome(async () => (await db.query(text, values)).rows)
      await reset()
      if (inBlock) await db.exec('begin; insert into log values (0)')
      const statement = db.prepare(text)
      assert.deepEqual(
        await outcome(() => statement.all(...values)), expected, `${text} ${values} ${inBlock ? 'in a block' : ''}`,
      )
    }
  }
  // What it was prepared for goes away, and comes back as something else.
  await reset()
  const statement = db.prepare('call gives($1)')
  statement.run(1)
  await db.exec('drop procedure gives(int)')
  assert.throws(() => statement.run(2), error('42883', /procedure gives/))
  db.createProcedure('gives', { args: ['int4'] }, (tx, n) => { tx.run('insert into log values (-$1::int)', n) })
  statement.run(3)
  assert.deepEqual(db.prepare('select n from log').all(), [{ n: 1 }, { n: -3 }])
  // A row that somebody else has locked: nothing may wait here, and nothing of the call is left.
  const other = await db.connect()
  await other.exec('begin; update accounts set balance = 1 where id = 1')
  assert.throws(() => db.prepare('call transfer($1, $2, $3)').run(0, 1, 10), error('55P03', /wait/))
  await other.exec('rollback')
  assert.deepEqual(balances(db), [100, 100, 100])
  other.release()
})

withDatabase('triggers', async (db) => {
  db.prepare('create table t (a int primary key, b text, c jsonb, d numeric)').run()
  db.prepare('create table log (n int generated always as identity, what jsonb)').run()
  db.createFunction('change', { returns: 'trigger' }, (event) => {
    if (event.operation === 'DELETE') return event.old.a === 3 ? null : undefined
    if (event.new.b === 'skip') return null
    if (event.new.b === 'whole') return { ...event.new, b: event.args.join('-'), c: { was: event.new.a } }
    if (event.new.b === 'extra') return { ...event.new, nothing: 1 }
    event.new.b = `${event.new.b}!`
    return undefined
  })
  db.createFunction('note', { returns: 'trigger' }, (tx, event) => {
    const { name, when, level, operation, table, schema, old, new: now, oldRows, newRows } = event
    const what = { name, when, level, operation, table, schema, old, now, oldRows, newRows }
    tx.run('insert into log (what) values ($1)', what)
  })
  await db.exec(`create trigger b before insert or update or delete on t for each row execute function change('x', 'y');
    create trigger a after update on t for each row execute function note();
    create trigger s after insert on t referencing new table as fresh for each statement execute function note()`)
  await db.query(`insert into t values (1, 'one', '{"k":[1]}', 1.50), (2, 'whole', null, 2), (3, 'skip', null, 3),
    (4, 'four', null, null)`)
  assert.deepEqual((await db.query('select * from t order by a')).rows, [
    { a: 1, b: 'one!', c: { k: [1] }, d: '1.50' },
    { a: 2, b: 'x-y', c: { was: 2 }, d: '2' },
    { a: 4, b: 'four!', c: null, d: null },
  ])
  await db.query('update t set a = a + 10 where a = 1')
  const notes = (await db.query('select what from log order by n')).rows.map(({ what }) => what)
  assert.equal(notes.length, 2)
  const [{ level, operation, newRows, oldRows }, { when, old, now, schema }] = notes
  assert.deepEqual([level, operation, oldRows], ['STATEMENT', 'INSERT', []])
  assert.deepEqual(newRows.map((/** @type {any} */ row) => row.a), [1, 2, 4])
  assert.deepEqual([when, old.a, schema], ['AFTER', 1, 'public'])
  assert.deepEqual(now, { a: 11, b: 'one!!', c: { k: [1] }, d: '1.50' })
  await assert.rejects(db.query(`insert into t values (5, 'extra')`), error('42703', /"nothing"/))
  await assert.rejects(db.query('select change()'), error('0A000', /only be called as triggers/))
  await db.query('insert into t values (3, $1)', ['three'])
  assert.equal((await db.query('delete from t')).rowCount, 3)
  db.createFunction('slow', { returns: 'trigger' }, async (tx, event) => {
    const { n } = await tx.get('select count(*)::int as n from log')
    event.new.b = `${n} notes`
  })
  await db.exec('drop trigger b on t; create trigger b before insert on t for each row execute function slow()')
  assert.deepEqual((await db.query('insert into t values (7) returning b')).rows, [{ b: '3 notes' }])
  /** @type {any[]} */
  const seen = []
  db.createFunction('ddl', { returns: 'event_trigger' }, (event) => void seen.push(event))
  await db.exec('create event trigger e on ddl_command_start execute function ddl()')
  await db.exec('create table u (a int); drop table u')
  assert.deepEqual(seen.map(({ event, tag }) => `${event} ${tag}`),
    ['ddl_command_start CREATE TABLE', 'ddl_command_start DROP TABLE'])
})
