/**
 * The pg package against `seawall serve`: queries, prepared statements, many at once, errors, cancel, SCRAM, and a
 * killed server.
 */
import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import pg from 'pg'
import { checkBalances } from '../../bench/tpcb/checks.js'
import { Draws, TRANSACTION, fillTables, valuesOf } from '../../bench/tpcb/workload.js'
import { open } from '../../src/index.js'
import { ServerProcess, runClient, missing, temporaryDirectory } from '../support/server-process.js'

const ownDirectory = temporaryDirectory()
const socketDirectory = temporaryDirectory()
/** @type {ServerProcess} */
let server
/** @type {any} */
let client

/** @param {object} [options] */
async function connect(options = {}) {
  const made = new pg.Client({ ...server.address, ...options })
  made.on('error', () => undefined)
  await made.connect()
  return made
}

beforeAll(async () => {
  server = await ServerProcess.start(ownDirectory, ['--socket-dir', socketDirectory])
  client = await connect()
})
afterAll(async () => {
  await client.end()
  assert.equal(await server.stop(), 0, server.log)
})

test('values come back in node-postgres\' types', async () => {
  const { rows } = await client.query("SELECT 1 AS i, 2::int8 AS big, 1.50 AS n, 'x'::text AS t, true AS b, NULL::int AS nothing, '\\x0102'::bytea AS bytes, timestamptz '2024-02-29 12:00:00+00' AS at")
  assert.deepEqual(rows, [
    {
      i: 1, big: '2', n: '1.50', t: 'x', b: true, nothing: null, bytes: Buffer.from([1, 2]),
      at: new Date('2024-02-29T12:00:00Z'),
    },
  ])
})

test('named statements run again and again', async () => {
  for (let n = 0; n < 20; n++) {
    const { rows } = await client.query({ name: 'twice', text: 'SELECT $1::int * 2 AS twice', values: [n] })
    assert.equal(rows[0].twice, 2 * n)
  }
})

test('many queries in flight on one connection are answered in order', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => client.query('SELECT $1::int AS n', [n])))
  assert.deepEqual(answers.map((answer) => answer.rows[0].n), Array.from({ length: 200 }, (_, n) => n))
})

test('errors carry SQLSTATE and fields, and leave the connection usable', async () => {
  await client.query('CREATE TABLE fields (id int PRIMARY KEY, v int CONSTRAINT positive CHECK (v > 0))')
  await client.query('INSERT INTO fields VALUES (1, 1)')
  const failure = async (/** @type {string} */ text, /** @type {any[]} */ values = []) =>
    client.query(text, values).then(
      () => assert.fail(`${text} succeeded`),
      (/** @type {any} */ error) => error
    )
  const unique = await failure('INSERT INTO fields VALUES ($1, $2)', [1, 1])
  assert.deepEqual(
    [unique.code, unique.schema, unique.table, unique.constraint],
    ['23505', 'public', 'fields', 'fields_pkey']
  )
  assert.equal((await failure('INSERT INTO fields VALUES (2, -1)')).constraint, 'positive')
  assert.deepEqual(
    [
      (await failure('SELECT 1 / 0')).code,
      (await failure('SELEC')).code,
      (await failure('SELECT * FROM nowhere')).code,
      (await failure("SELECT 'x'::int")).code,
    ],
    ['22012', '42601', '42P01', '22P02']
  )
  assert.equal((await failure('SELECT nope')).position, '8')
  assert.equal((await client.query('SELECT count(*)::int AS n FROM fields')).rows[0].n, 1)
})

test('a running statement is cancelled, alone', async () => {
  const victim = await connect()
  const running = victim.query('SELECT count(*) FROM generate_series(1, 2000000000)').then(
    () => assert.fail('it ran to its end'),
    (/** @type {any} */ error) => error
  )
  await new Promise((resolve) => {
    setTimeout(resolve, 200)
  })
  const canceller = new pg.Client({ ...server.address })
  canceller.on('error', () => undefined)
  canceller.connection.on('connect', () => { canceller.connection.cancel(victim.processID, victim.secretKey) })
  canceller.connection.on('error', () => undefined)
  canceller.connection.connect(server.port, '127.0.0.1')
  assert.equal((await running).code, '57014')
  assert.equal((await victim.query('SELECT 1 AS n')).rows[0].n, 1)
  await victim.end()
})

test('what a killed server had acknowledged is there when it comes back, whole transactions only', async () => {
  const dir = temporaryDirectory()
  let victim = await ServerProcess.start(dir)
  const main = new pg.Client(victim.address)
  await main.connect()
  await fillTables(1, (statement) => main.query(statement))
  await main.end()
  let committed = 0
  let killed = false
  const worker = async (/** @type {number} */ seed) => {
    const session = new pg.Client(victim.address)
    session.on('error', () => undefined)
    await session.connect()
    const draw = new Draws(seed, 1)
    try {
      for (;;) {
        draw.next()
        for (const step of TRANSACTION)
          await session.query({ name: step.name, text: step.text, values: valuesOf(step, draw) })
        committed++
        if (committed === 300) { killed = true; victim.child.kill('SIGKILL') }
      }
    } catch (error) {
      if (!killed) throw error
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => worker(index + 1)))
  await victim.ended
  victim = await ServerProcess.start(dir)
  const session = new pg.Client(victim.address)
  await session.connect()
  const rows = async (/** @type {string} */ query) => (await session.query(query)).rows
  const historyRows = (await rows('SELECT count(*)::int AS n FROM pgbench_history'))[0].n
  const result = await checkBalances(rows, historyRows)
  assert.ok(result.ok, `half a transaction: accounts ${result.accounts}, tellers ${result.tellers}, branches ${result.branches}, history ${result.history}`)
  // Up to one transaction of each client was committed without its answer having arrived.
  assert.ok(
    historyRows >= committed && historyRows <= committed + 8,
    `${historyRows} transactions are there, ${committed} were acknowledged`
  )
  await session.end()
  assert.equal(await victim.stop(), 0, victim.log)
})

test('SCRAM-SHA-256: the password lets in, another one does not', async () => {
  const dir = temporaryDirectory()
  const before = await open(dir)
  await before.query("ALTER ROLE postgres PASSWORD 'open sesame'")
  await before.close()
  const guarded = await ServerProcess.start(dir, ['--auth', 'scram-sha-256'])
  const outcome = async (/** @type {string} */ user, /** @type {string} */ password) => {
    const guest = new pg.Client({ ...guarded.address, user, password })
    guest.on('error', () => undefined)
    try {
      await guest.connect()
      return (await guest.query('SELECT current_user::text AS me')).rows[0].me
    } catch (error) {
      return /** @type {{ code?: string }} */ (error).code
    } finally {
      await guest.end().catch(() => undefined)
    }
  }
  assert.equal(await outcome('postgres', 'open sesame'), 'postgres')
  assert.equal(await outcome('postgres', 'open says me'), '28P01')
  assert.equal(await outcome('nobody', 'open sesame'), '28P01')
  assert.equal(await guarded.stop('SIGINT'), 0, guarded.log)
})

test('a second server on the directory is refused with 4, a port in use with 1, bad flags with 64', async () => {
  await assert.rejects(ServerProcess.start(ownDirectory), /ended with 4: .*in use by process \d+/)
  await assert.rejects(
    ServerProcess.start(temporaryDirectory(), ['--port', String(server.port)]),
    /ended with 1: .*EADDRINUSE/
  )
  await assert.rejects(ServerProcess.start(temporaryDirectory(), ['--auth', 'none']), /ended with 64/)
  await assert.rejects(ServerProcess.start(temporaryDirectory(), ['--host', '0.0.0.0']), /trust authentication/)
})

test('psql over a Unix socket', async (context) => {
  const reason = missing('psql')
  if (reason) context.skip(reason)
  const { stdout, stderr } = await runClient(server, 'psql', ['-h', socketDirectory, '-Atc', 'SELECT 6 * 7'])
  assert.equal(stdout, '42\n', stderr)
})
