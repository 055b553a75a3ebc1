/** The library's face: asynchronous and synchronous queries, transactions, COPY, values in and out. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { DOORS, atDoors, useServers } from '../../support/doors.js'

useServers()

/** @param {string} name @param {(db: import('../../../src/index.js').Database) => Promise<void>} body */
const atEach = (name, body) => atDoors(name, DOORS, body)
/** What cannot wait. @type {typeof atEach} */
const inProcess = (name, body) => atDoors(name, ['here'], body)

atEach('values come out as node-postgres has them', async (db) => {
  const { rows, fields, command, rowCount } = await db.query(
    "select 1::int4 as i, 2::int8 as big, 1.50::numeric as n, 'x' as t, true as b, null::int as nil, '\\x01ff'::bytea as bytes, '2020-01-02 03:04:05+00'::timestamptz as ts, array[1,2] as list")
  assert.deepEqual(rows, [
    {
      i: 1, big: '2', n: '1.50', t: 'x', b: true, nil: null, bytes: Buffer.from([1, 255]),
      ts: new Date('2020-01-02T03:04:05Z'), list: [1, 2],
    },
  ])
  assert.equal(command, 'SELECT')
  assert.equal(rowCount, 1)
  assert.deepEqual(fields.map((field) => field.dataTypeID), [23, 20, 1700, 25, 16, 23, 17, 1184, 1007])
})

atEach('rows are the same whether few of a shape were asked for, or again, or many', async (db) => {
  const row = `select x as a, null as n, array[x] as list, x + 1 as "__proto__", x as a, '\\x01'::bytea as bytes
    from generate_series(1, %) x`
  const [few, again, many] = [await db.query(row.replace('%', '2')), await db.query(row.replace('%', '2')),
    await db.query(row.replace('%', '300').replaceAll('list', 'list2'))]
  const expected = ['a', 'n', 'list', '__proto__', 'bytes']
  assert.deepEqual(Object.keys(few.rows[0]), expected)
  assert.deepEqual(Object.keys(again.rows[1]), expected)
  assert.deepEqual(Object.keys(many.rows[299]), expected.map((name) => name === 'list' ? 'list2' : name))
  for (const { rows } of [few, again, many]) {
    const { a, n, list, list2, bytes } = rows[1]
    assert.deepEqual([a, n, list ?? list2, bytes], [2, null, [2], Buffer.from([1])])
    assert.equal(Object.getOwnPropertyDescriptor(rows[1], '__proto__')?.value, 3)
  }
})

atEach('parameters take the types the statement wants', async (db) => {
  const { rows } = await db.query(
    'select $1::int + 1 as i, $2::text as t, $3::timestamptz as ts, $4::int[] as list, $5::numeric as n',
    [41, 'é', new Date(0), [1, null, 3], '12345678901234567890.5'],
  )
  assert.deepEqual(rows, [{ i: 42, t: 'é', ts: new Date(0), list: [1, null, 3], n: '12345678901234567890.5' }])
  await assert.rejects(db.query('select $1::int', ['x']), { code: '22P02' })
  await assert.rejects(db.query('select $1::int, $2::int', [1]), { code: '08P01' })
})

inProcess('the synchronous API runs to the end of the call, and commits', async (db) => {
  await db.query('create table t (id int primary key, v text)')
  const insert = db.prepare('insert into t values ($1, $2)')
  assert.deepEqual(insert.run(1, 'one'), { changes: 1 })
  db.transactionSync(() => { insert.run(2, 'two'); insert.run(3, 'three') })
  assert.throws(() => db.transactionSync(() => { insert.run(4, 'four'); insert.run(1, 'again') }), { code: '23505' })
  assert.deepEqual(db.prepare('select v from t where id = $1').get(2), { v: 'two' })
  assert.equal(db.prepare('select v from t where id = $1').get(4), undefined)
  assert.deepEqual(db.prepare('select id from t order by id').all(), [{ id: 1 }, { id: 2 }, { id: 3 }])
  assert.deepEqual([...db.prepare('select id from t order by id desc').iterate()].length, 3)
})

inProcess('the synchronous API refuses to wait for a lock, and leaves the session usable', async (db) => {
  await db.query('create table t (id int primary key, v int)')
  await db.query('insert into t values (1, 0)')
  const other = await db.connect()
  await other.query('begin')
  await other.query('update t set v = 1 where id = 1')
  assert.throws(() => db.prepare('update t set v = 2 where id = 1').run(), { code: '55P03' })
  await other.query('commit')
  assert.deepEqual(db.prepare('update t set v = v + 10 where id = 1 returning v').get(), { v: 11 })
  await other.release()
})

atEach('transactions commit, roll back, nest as savepoints and retry', async (db) => {
  await db.query('create table t (id int primary key)')
  await db.transaction(async (tx) => {
    await tx.query('insert into t values (1)')
    await assert.rejects(
      tx.transaction(async (inner) => {
        await inner.query('insert into t values (2)')
        throw new Error('no')
      }),
      /no/,
    )
    await tx.query('insert into t values (3)')
  })
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query('insert into t values (4)')
      throw new Error('never mind')
    }),
    /never mind/,
  )
  assert.deepEqual((await db.query('select id from t order by id')).rows, [{ id: 1 }, { id: 3 }])
  let attempts = 0
  await db.transaction(async (tx) => {
    if (++attempts < 3) {
      await db.query('insert into t values ($1)', [100 + attempts])
      await tx.query('select 1 from t')
      throw Object.assign(new (await import('../../../src/index.js')).DbError('40001', 'try again'))
    }
  }, { retry: 5 })
  assert.equal(attempts, 3)
})

atEach('COPY in from pieces cut anywhere, and out again', async (db) => {
  await db.query('create table t (a int, b text)')
  const text = '1\tone\n2\ttwo\\nlines\n3\t\\N\n'
  const pieces = [text.slice(0, 3), text.slice(3, 12), text.slice(12)]
  assert.equal(await db.copyFrom('t', pieces), 3)
  assert.deepEqual((await db.query('select * from t order by a')).rows, [
    { a: 1, b: 'one' }, { a: 2, b: 'two\nlines' }, { a: 3, b: null },
  ])
  let out = ''
  for await (const bytes of db.copyTo('(select * from t order by a)', { format: 'csv', header: true }))
    out += bytes.toString()
  assert.equal(out, 'a,b\n1,one\n2,"two\nlines"\n3,\n')
  await assert.rejects(db.copyFrom('t', ['x\ty\n']), { code: '22P02', where: 'COPY t, line 1, column a: "x"' })
  await assert.rejects(db.copyFrom('t', ['1\n']), { code: '22P04' })
  assert.equal((await db.query('select count(*) from t')).rows[0].count, '3')
})

atEach('sessions do not bleed into each other', async (db) => {
  const other = await db.connect()
  await other.query("set application_name = 'mine'")
  await other.query('begin')
  assert.deepEqual((await db.query('show application_name')).rows, [{ application_name: '' }])
  await other.release()
  await assert.rejects(other.query('select 1'), { code: '08003' })
})

test('a synchronous statement that runs for long gives nobody a turn', async () => {
  const db = await open(':memory:')
  assert.equal(db.prepare('select count(*)::int as n from generate_series(1, 300000) a').get().n, 300000)
  db.prepare('create table long_one as select i, i % 7 as j from generate_series(1, 20000) i').run()
  assert.deepEqual(db.prepare('select sum(i)::int as s from long_one where j = 3').all(), [{ s: 28567143 }])
  assert.equal(db.transactionSync(() => db.prepare('update long_one set j = j + 1').run()).changes, 20000)
  await db.close()
})

test('an option that open() does not have is refused by name', async () => {
  await assert.rejects(open(':memory:', /** @type {any} */ ({ walsync: 'none' })), {
    code: '22023',
    message: 'open() has no option "walsync"',
  })
  await assert.rejects(open(':memory:', { memoryLimit: '31MB' }), { code: '22023' })
  await assert.rejects(open(':memory:', { memoryLimit: '64MB', bufferPool: '60MB' }), { code: '22023' })
  await assert.rejects(open(':memory:', /** @type {any} */ ({ int8: 'float' })), {
    code: '22023',
    message: 'int8 must be "string" or "bigint" or "number", not "float"',
  })
})

atEach('a signal or a timeout ends a statement, and nothing after it', async (db) => {
  const forever = 'select count(*) from generate_series(1, 1000000000)'
  const stopped = { code: '57014', message: 'canceling statement due to user request' }
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  await assert.rejects(db.query(forever, [], { signal: controller.signal }), stopped)
  await assert.rejects(db.query('select 1', [], { signal: controller.signal }), stopped, 'aborted before it began')
  await assert.rejects(db.query(forever, [], { timeout: 20 }), {
    code: '57014',
    message: 'canceling statement due to statement timeout',
  })
  await assert.rejects(db.query('select pg_sleep(1000)', [], { timeout: 20 }), { code: '57014' })
  assert.deepEqual(
    (await db.query('select $1::int as n', [1], { signal: new AbortController().signal, timeout: 60000 })).rows,
    [{ n: 1 }],
  )
  assert.deepEqual((await db.query('show statement_timeout')).rows, [{ statement_timeout: '0' }])
  await assert.rejects(db.query('select 1', [], { timeout: NaN }), { code: '22023' })
  assert.deepEqual((await db.query('select 2 as n')).rows, [{ n: 2 }])
})

test('memoryLimit refuses what would pass it, and what was refused is given back', async () => {
  const db = await open(':memory:', { memoryLimit: '48MB' })
  const held = () => db.stats().memory.held
  try {
    const before = held()
    const refused = { code: '53200', message: /^out of memory: / }
    await assert.rejects(db.query("select i, repeat('x', 1000) || i from generate_series(1, 100000) i"), refused)
    const many = db.prepare("select i, repeat('x', 1000) || i as x from generate_series(1, 100000) i")
    assert.throws(() => many.all(), refused)
    await assert.rejects(db.query("select repeat('x', 30000000)"), refused)
    await db.query("set work_mem = '1GB'")
    const distinct = 'select count(*) from (select distinct i from generate_series(1, 2000000) i) t'
    await assert.rejects(db.query(distinct), refused)
    await db.query('reset work_mem')
    assert.equal(held(), before)
    // A table that is read row by row, and sorts beyond work_mem, pass it by.
    let rows = 0
    for await (const row of db.stream("select i, repeat('x', 1000) || i from generate_series(1, 40000) i")) {
      rows += row === null ? 0 : 1
    }
    assert.equal(rows, 40000)
    await db.query('create table t (a int, b text)')
    const fill = () => db.query("insert into t select i, repeat('y', 1000) from generate_series(1, 6000) i")
    await assert.rejects(async () => { for (;;) await fill() }, { code: '53200' })
    const full = held()
    const kept = (await db.query('select count(*)::int as n from t')).rows[0].n
    assert.equal(kept % 6000, 0)
    // A checkpoint behind the statements may have given the log's memory back: that is room for a fork, not for two.
    /** @type {import('../../../src/index.js').Database[]} */
    const forks = []
    await assert.rejects(async () => { for (;;) forks.push(await db.fork()) }, { code: '53200' })
    assert.ok(forks.length < 2, `${forks.length} forks`)
    for (const fork of forks) await fork.close()
    await db.query('truncate t')
    await db.checkpoint()
    assert.ok(held() < full - 1000 * kept)
    await fill()
    const session = await db.connect()
    assert.ok(held() > before + 256 * 1024)
    await session.release()
  } finally {
    await db.close()
  }
})
