/** node-postgres in process: `seawall/pg`, and the package itself over `db.createConnection()`. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import pg from 'pg'
import { open } from '../../src/index.js'
import seawallPg, { Client, Pool, use } from '../../src/pg/index.js'
import { temporaryDirectory } from '../support/server-process.js'

/** @param {Promise<any>} promise @returns {Promise<any>} what it fails with */
const failure = (promise) => promise.then(() => assert.fail('it succeeded'), (error) => error)

test('a pool has sessions of its own, and its database closes with it', async () => {
  const directory = temporaryDirectory()
  const pool = new Pool({ directory, max: 4 })
  await pool.query('create table t (id int primary key, v text)')
  const pids = await Promise.all(Array.from({ length: 40 }, () => pool.query('select pg_backend_pid() as pid')))
  assert.equal(new Set(pids.map(({ rows }) => rows[0].pid)).size, 4)
  const writer = await pool.connect()
  await writer.query('begin')
  await writer.query('insert into t values ($1, $2)', [1, 'one'])
  assert.equal((await pool.query('select count(*)::int as n from t')).rows[0].n, 0)
  await writer.query('commit')
  writer.release()
  // Another client of the directory has the same database.
  const other = new Client({ directory })
  await other.connect()
  assert.deepEqual((await other.query('select * from t')).rows, [{ id: 1, v: 'one' }])
  await pool.end()
  assert.equal((await failure(open(directory).then((db) => db.close()))).code, '55006')
  await other.end()
  const db = await open(directory)
  assert.deepEqual((await db.query('select v from t')).rows, [{ v: 'one' }])
  await db.close()
})

test('what copies the members of options, or walks over them, as ORMs do, takes the database as it is', async () => {
  const db = await open(':memory:')
  const tag = Object.prototype.toString.call(db)
  assert.equal(tag, '[object Database]', 'lodash clones what has the tag of an object')
  assert.deepEqual(Object.keys(seawallPg).filter((name) => !Object.keys(pg).includes(name)), ['use'])
  assert.equal(seawallPg.native, null)
  await db.close()
})

test('errors, notices, notifications, names and types are node-postgres\'', async () => {
  const db = await open(':memory:')
  const client = new Client({ db })
  await client.connect()
  const error = await failure(client.query('select 1 / $1::int', [0]))
  assert.ok(error instanceof pg.DatabaseError && error instanceof seawallPg.DatabaseError)
  assert.deepEqual([error.code, error.severity, error.routine], ['22012', 'ERROR', 'int4div'])
  /** @type {string[]} */
  const heard = []
  client.on('notice', (/** @type {any} */ notice) => heard.push(notice.message))
  client.on('notification', (/** @type {any} */ { channel, payload }) => heard.push(`${channel} ${payload}`))
  await client.query('drop table if exists nothing; listen jobs')
  await db.query("notify jobs, 'now'")
  await client.query('select 1')
  await new Promise((resolve) => { setTimeout(resolve, 10) })
  assert.deepEqual(heard, ['table "nothing" does not exist, skipping', 'jobs now'])
  const { rows, fields } = await client.query({
    name: 'all',
    text: "select 1::int8 as big, now() as at, array[1, 2] as list, '{\"a\": 1}'::json as j",
    rowMode: 'array',
  })
  assert.deepEqual([rows[0][0], rows[0][1] instanceof Date, rows[0][2], rows[0][3]], ['1', true, [1, 2], { a: 1 }])
  assert.deepEqual(fields.map((/** @type {any} */ field) => field.dataTypeID), [20, 1184, 1007, 114])
  await client.end()
  await client.end()
  await db.close()
})

test('a large answer waits for its reader, a large parameter arrives', async () => {
  const pool = new Pool({ connectionString: ':memory:' })
  const { rows } = await pool.query("select g, repeat('x', 1000) as text from generate_series(1, 20000) g")
  assert.equal(rows.length, 20000)
  assert.equal((await pool.query('select length($1) as n', ['y'.repeat(3000000)])).rows[0].n, 3000000)
  await pool.end()
})

test('the package itself runs over createConnection()', async () => {
  const db = await open(':memory:')
  const client = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => db.createConnection() })
  await client.connect()
  assert.equal((await client.query('select $1::int + 1 as n', [41])).rows[0].n, 42)
  // Whoever is connected when the database closes is told so.
  const ended = new Promise((resolve) => { client.on('error', resolve) })
  await db.close()
  assert.equal(/** @type {any} */ (await ended).code, '57P01')
  assert.throws(() => db.createConnection(), { code: '57P01' })
})

test('the ends of a connection say how it is, as sockets do', async () => {
  const db = await open(':memory:')
  const end = /** @type {any} */ (db.createConnection())
  assert.equal(end.readyState, 'open')
  const closed = new Promise((resolve) => { end.on('close', resolve) })
  end.end()
  assert.equal(end.readyState, 'readOnly')
  end.resume()
  await closed
  assert.equal(end.readyState, 'closed')
  await db.close()
})

test('a client that loops leaves the event loop its turns', async () => {
  const pool = new Pool({ connectionString: 'seawall::memory:', max: 1 })
  let turns = 0
  const timer = setInterval(() => { turns++ }, 1)
  while (turns < 3) await pool.query('select 1')
  clearInterval(timer)
  await pool.end()
})

test('where the data is has to be said', async () => {
  const server = { connectionString: 'postgres://postgres@example.invalid/postgres' }
  const { SEAWALL_DATA, PGDATA } = process.env
  delete process.env.SEAWALL_DATA
  delete process.env.PGDATA
  try {
    assert.throws(() => new Client(server), { code: '08001' })
    assert.throws(() => new Pool({ host: 'example.invalid' }), { code: '08001' })
  } finally {
    if (SEAWALL_DATA !== undefined) process.env.SEAWALL_DATA = SEAWALL_DATA
    if (PGDATA !== undefined) process.env.PGDATA = PGDATA
  }
  const db = await open(':memory:')
  await db.query('create table here (id int)')
  use(db)
  const client = new Client(server)
  await client.connect()
  assert.equal((await client.query('select count(*)::int as n from here')).rows[0].n, 0)
  await client.end()
  use(null)
  await db.close()
  const file = new Client({ directory: process.execPath })
  assert.equal((await failure(file.connect())).code, '58P02')
  await file.end()
})

test('a directory that is being closed is opened again when that is over', async () => {
  const directory = temporaryDirectory()
  for (let round = 0; round < 3; round++) {
    const client = new Client({ directory })
    await client.connect()
    await client.query('create table if not exists t (id int)')
    const ended = client.end()
    const next = new Client({ directory })
    await next.connect()
    assert.equal((await next.query('select count(*)::int as n from t')).rows[0].n, 0)
    await Promise.all([ended, next.end()])
  }
})

test('connection strings: schemes of servers, and a word, which is a database', async () => {
  const db = await open(':memory:')
  await db.query('create database other')
  use(db)
  for (const [connectionString, name] of [
    ['pg://postgres@localhost/other', 'other'], ['other', 'other'], ['postgres://postgres@localhost', 'postgres'],
  ]) {
    const client = new Client(connectionString)
    await client.connect()
    assert.deepEqual((await client.query('select current_database() as name')).rows, [{ name }])
    await client.end()
  }
  const nowhere = new Client('no_such_database')
  assert.equal((await failure(nowhere.connect())).code, '3D000')
  const nobody = new Pool({ connectionString: 'pg://nobody:secret@localhost/postgres' })
  assert.equal((await failure(nobody.connect())).code, '28000')
  await nobody.end()
  use(null)
  await db.close()
})

test('a client that has not connected ends at once, and may connect then', async () => {
  const db = await open(':memory:')
  const client = new Client({ db })
  await new Promise((resolve) => { client.end(() => resolve(undefined)) })
  await client.connect()
  await new Promise((resolve) => { client.end(() => resolve(undefined)) })
  await db.close()
})

test('what a program sets in defaults is its clients\'', () => {
  const { user, database, host, port } = seawallPg.defaults
  Object.assign(seawallPg.defaults, { user: 'ada', database: 'engine', host: 'nowhere', port: 1234 })
  try {
    const client = new Client({ directory: ':memory:' })
    assert.deepEqual([client.user, client.database, client.host, client.port], ['ada', 'engine', 'nowhere', 1234])
  } finally {
    Object.assign(seawallPg.defaults, { user, database, host, port })
  }
  assert.equal(new Client({ directory: ':memory:' }).user, process.env.PGUSER ?? 'postgres')
})

test('who names no database means the handle\'s own, elsewhere the one with the user\'s name', async () => {
  const directory = temporaryDirectory()
  const db = await open(directory)
  await db.exec('create role shop login')
  await db.exec('create database shop')
  await db.close()
  const seen = async (/** @type {any} */ config) => {
    const client = new Client(config)
    try {
      await client.connect()
      return (await client.query('select current_database() || $1 || current_user as who', ['/'])).rows[0].who
    } finally {
      await client.end()
    }
  }
  assert.equal(await seen({ directory }), 'postgres/postgres')
  assert.equal(await seen({ directory, user: 'shop' }), 'shop/shop')
  assert.equal(await seen({ directory, user: 'shop', database: 'postgres' }), 'postgres/shop')
  const shop = await open({ path: directory, database: 'shop' })
  await shop.exec('create role clerk login')
  assert.equal(await seen({ db: shop }), 'shop/postgres')
  assert.equal(await seen({ db: shop, user: 'clerk' }), 'shop/clerk')
  assert.equal((await failure(seen({ db: shop, database: 'clerk', user: 'clerk' }))).code, '3D000')
  use(shop)
  assert.equal(await seen({ user: 'clerk' }), 'shop/clerk')
  use(null)
  await shop.close()
  assert.equal((await failure(seen({ directory, user: 'clerk' }))).code, '3D000')
})

test('a database stands for one server, and who names another reaches it by a socket', async () => {
  const [db, other] = [await open(':memory:'), await open(':memory:')]
  await other.exec('create table elsewhere (a int)')
  for (const each of [db, other]) {
    await each.exec('create role somebody login')
    await each.exec('create database somebody')
  }
  const { port } = await other.serve({ port: 0, host: '127.0.0.1' })
  /** @param {any} client @returns {Promise<unknown[]>} where it asks from, whether the table is there, who it is */
  const place = async (client) => {
    const { rows } = await client.query({
      text: "select inet_client_addr() as a, to_regclass('elsewhere') is not null, current_user",
      rowMode: 'array',
    })
    await client.end()
    return rows[0]
  }
  /** @param {any} config */
  const connected = async (config) => {
    const client = new Client(config)
    await client.connect()
    return client
  }
  try {
    use(db, { port: port + 1 })
    const named = { user: 'somebody', port: port + 1 }
    assert.deepEqual(await place(await connected(named)), [null, false, 'somebody'])
    assert.deepEqual(await place(new Pool({ ...named, host: '127.0.0.1' })), [null, false, 'somebody'])
    assert.deepEqual(await place(await connected(`postgres://somebody@localhost:${port + 1}`)),
      [null, false, 'somebody'])
    const away = { user: 'somebody', host: '127.0.0.1', port }
    assert.deepEqual((await place(await connected(away))).slice(1), [false, 'somebody'])
    assert.deepEqual(await place(new Pool({ ...away, database: 'postgres' })), ['127.0.0.1', true, 'somebody'])
    // Who names the database itself has it.
    assert.deepEqual(await place(new Pool({ ...away, db })), [null, false, 'somebody'])
    assert.deepEqual(await place(new Pool({ directory: ':memory:' })), [null, false, 'postgres'])
    // What the server would refuse, its stand-in refuses.
    assert.match((await failure(connected({ ...named, ssl: true }))).message, /does not support SSL/)
    assert.equal((await failure(connected({ ...named, host: 'localhost', port: 1 }))).code, 'ECONNREFUSED')
    assert.equal((await failure(new Pool({ ...named, port: 1 }).query('select 1'))).code, 'ECONNREFUSED')
    // A pool that was never asked for anything ends as well.
    await new Pool(away).end()
    await new Client(away).end()
  } finally {
    use(null)
    await db.close()
    await other.close()
  }
})
