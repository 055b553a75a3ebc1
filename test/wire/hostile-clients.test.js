/**
 * Clients that break the protocol, hang up anywhere, or take what they can: conversations with random damage, in random
 * pieces, ended in random ways. Whatever they send, the server goes on for everybody else, nothing is an internal
 * error, and what they held is given back.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import {
  WireClient, bind, close, connected, copyData, copyDone, copyFail, describe, describeMessage, execute, fields, flush,
  i16, i32, message, parse, query, startup, sync, terminate,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'
import { seededRandom } from '../../src/util/prng.js'

const seed = Number(process.env.SEED ?? 20241123)
console.log(`# seed ${seed}`)
const pause = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms) })

const CONVERSATIONS = [
  [
    query('select * from t'), parse('s', 'select $1::int + a from t where b = $2', [23]), bind('', 's', ['1', 'b']),
    describe('P', ''), execute('', 3), execute(''), close('S', 's'), sync(),
  ],
  [
    query('begin'), query('update t set b = b where a = 1'), query('copy t from stdin'), copyData('5000\tx\n'),
    copyData('5001\ty\n'), copyDone(), query('rollback'),
  ],
  [
    parse('', 'insert into t values ($1, $2) on conflict do nothing returning *'), bind('', '', ['7', 'x'], [0], [1]),
    execute(''), sync(), flush(), query('copy t to stdout'), query('select pg_sleep(0.01)'),
  ],
  [
    query('begin; declare c cursor with hold for select * from t; fetch 5 from c'), parse('x', 'fetch all from c'),
    bind('p', 'x'), execute('p', 2), sync(), copyFail('no'),
    message('F', Buffer.concat([i32(1299), i16(0), i16(1), i32(1), Buffer.from('1'), i16(0)])), terminate(),
  ],
  [
    parse('m', 'select $1::int[], $2::numeric, $3::timestamptz, $4::bytea, $5::jsonb'),
    bind(
      'm', 'm',
      [Buffer.from('0000'), Buffer.from('00000001000000'), Buffer.alloc(8), Buffer.alloc(3), Buffer.from('\x01{}')],
      [1, 1, 1, 1, 1], [1, 1, 1, 1, 1],
    ),
    execute('m'),
    sync(),
  ],
]

/** @param {Buffer} bytes @param {import('../../src/util/prng.js').Random} random @returns {Buffer} */
function damaged(bytes, random) {
  for (let count = random.below(4); count > 0 && bytes.length > 50; count--) {
    const at = random.below(10) > 0 ? 41 + random.below(bytes.length - 41) : random.below(bytes.length)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    switch (random.below(5)) {
      case 0:
        bytes[at] = random.below(256)
        break
      case 1:
        bytes[at] ^= 1 << random.below(8)
        break
      case 2:
        bytes = Buffer.concat([before, after.subarray(random.below(9))])
        break
      case 3:
        bytes = Buffer.concat([
          before,
          Buffer.from(Array.from({ length: random.below(20) }, () => random.below(256))),
          after,
        ])
        break
      default:
        bytes = Buffer.from(before)
    }
  }
  return bytes
}

test('a CopyFail that says nothing legible ends its COPY, and nothing else', { timeout: 60_000 }, async (context) => {
  const server = await startServer()
  context.onTestFinished(() => server.close())
  const client = await connected(server.port)
  await client.lines('create table f (a int)')
  for (const [said, state] of /** @type {[Buffer, string][]} */ ([
    [Buffer.from('no end'), '08P01'], [Buffer.from([0xff, 0xfe, 0]), '22021'], [Buffer.from('why not\0'), '57014'],
  ])) {
    const copied = client.lines('copy f from stdin')
    client.send(copyData('1\n'), message('f', said))
    assert.deepEqual(await copied, ['G 0000010000', `E ERROR ${state}`, 'Z I'])
    assert.deepEqual(await client.lines('select count(*) from f'), ['T count:20/8/-1/0', 'D "0"', 'C SELECT 1', 'Z I'])
  }
  client.end()
})

test('damaged conversations', { timeout: 60_000 }, async (context) => {
  const server = await startServer()
  context.onTestFinished(() => server.close())
  const control = await connected(server.port)
  await control.query(
    'create table t (a int primary key, b text); insert into t select g, $$b$$ from generate_series(1, 100) g'
  )
  for (let number = 0; number < 150; number++) {
    const random = seededRandom(seed + number)
    const client = new WireClient(server.port)
    const first = random.below(10) > 0 ? startup(0x30000, { user: 'postgres', database: 'postgres' }) : Buffer.alloc(0)
    const bytes = damaged(
      Buffer.concat([
        first,
        ...CONVERSATIONS[random.below(CONVERSATIONS.length)],
        ...CONVERSATIONS[random.below(CONVERSATIONS.length)],
      ]),
      random
    )
    for (let at = 0, step = 0; at < bytes.length; at += step) {
      step = 1 + random.below(random.below(2) > 0 ? 30 : 400)
      client.send(bytes.subarray(at, at + step))
      if (random.below(4) === 0) await pause(1)
    }
    await pause(random.below(5))
    const how = random.below(3)
    if (how === 0) client.socket.resetAndDestroy()
    else if (how === 1) client.socket.end()
    else client.end()
    for (const answer of client.messages)
      if (answer.type === 'E')
        assert.doesNotMatch(
          fields(answer).C,
          /^(XX|58)/,
          `conversation ${number}: ${describeMessage(answer)} ${fields(answer).M}`
        )
    if (how === 1) setTimeout(() => client.end(), 20)
  }
  const { cluster } = server.db
  for (let waited = 0; waited < 2000 && cluster.sessions.size > 2; waited += 10) await pause(10)
  assert.equal(cluster.sessions.size, 2, 'the library\'s session and ours')
  assert.equal(cluster.txns.activeCount, 0)
  assert.deepEqual(await control.lines('begin; lock table t; rollback'), [
    'C BEGIN',
    'C LOCK TABLE',
    'C ROLLBACK',
    'Z I',
  ])
  assert.deepEqual((await server.db.check()).problems, [])
  control.end()
})

test(
  'who hangs up in the middle gives back locks: in a block, while waiting, in a long statement, in COPY both ways',
  { timeout: 60_000 },
  async (context) => {
    const server = await startServer()
    context.onTestFinished(() => server.close())
    const control = await connected(server.port)
    await control.query(
      'create table t (a int primary key, b text); insert into t select g, $$b$$ from generate_series(1, 100) g',
    )
    for (const text of [
      'update t set b = $$x$$', 'select count(*) from t a, t b, t c, t d, t e', 'copy t from stdin',
      'copy (select * from t a, t b, t c) to stdout', 'select pg_sleep(60)', 'lock table t; select pg_advisory_lock(7)',
    ]) {
      const [client, waiting] = [await connected(server.port), await connected(server.port)]
      client.send(query('begin; insert into t values (1000)'))
      await client.take('Z')
      client.send(query(text), ...text.startsWith('copy t') ? [copyData('2000\ty\n'), copyData('20')] : [])
      // In a block: the server may learn of the other's end first, and then this one's row is there.
      waiting.send(query('begin; insert into t values (1000)'))
      await pause(20)
      waiting.socket.resetAndDestroy()
      client.socket.resetAndDestroy()
      assert.deepEqual(
        await control
          .lines('begin; lock table t; select pg_advisory_lock(7); rollback; select pg_advisory_unlock_all()')
          .then((lines) => lines.at(-1)),
        'Z I',
        text,
      )
      assert.deepEqual(
        await control.lines('select count(*) from t where a > 100'),
        ['T count:20/8/-1/0', 'D "0"', 'C SELECT 1', 'Z I'], text,
      )
    }
    assert.equal(server.db.cluster.txns.activeCount, 0)
    control.end()
  },
)

test(
  'a client that does not read holds up nobody, takes bounded memory, and is cancelled',
  { timeout: 60_000 },
  async (context) => {
    const server = await startServer()
    context.onTestFinished(() => server.close())
    const control = await connected(server.port)
    const client = new WireClient(server.port)
    const key = /** @type {import('../support/wire-client.js').Message} */ (
      (await client.start()).find((answer) => answer.type === 'K')
    ).body
    context.onTestFinished(() => client.end())
    client.socket.pause()
    const before = process.memoryUsage().rss
    client.send(query("select repeat('x', 1000) from generate_series(1, 1000000)"))
    await pause(300)
    const [, row] = await control.lines('select 1')
    assert.equal(row, 'D "1"')
    assert.ok(process.memoryUsage().rss - before < 200e6, 'of a gigabyte')
    const other = new WireClient(server.port)
    other.send(message('', Buffer.concat([i32(80877102), key])))
    await other.takeToEnd()
    client.socket.resume()
    assert.deepEqual((await client.take('Z')).slice(-2).map(describeMessage), ['E ERROR 57014', 'Z I'])
    client.end()
    control.end()
  },
)

test(
  '200 connections that come and go, 10,000 prepared statements, pipelines with errors in between',
  { timeout: 60_000 },
  async (context) => {
    const server = await startServer({ serve: { maxConnections: 300 } })
    context.onTestFinished(() => server.close())
    const clients = await Promise.all(Array.from({ length: 200 }, () => connected(server.port)))
    for (const [number, client] of clients.entries()) {
      client.send(query('begin'))
      if (number % 3 === 0) client.end()
      else if (number % 3 === 1) client.socket.resetAndDestroy()
      else client.send(terminate())
    }
    for (let waited = 0; waited < 5000 && server.db.cluster.sessions.size > 1; waited += 10) await pause(10)
    assert.equal(server.db.cluster.sessions.size, 1)
    assert.equal(server.db.cluster.txns.activeCount, 0)
    const client = await connected(server.port)
    for (let from = 0; from < 10000; from += 500) {
      client.send(
        ...Array.from({ length: 500 }, (_, index) => parse(`s${from + index}`, `select ${from + index} + $1::int`)),
        sync(),
      )
      assert.equal((await client.take('Z')).filter((answer) => answer.type === '1').length, 500)
    }
    const pipeline = Array.from({ length: 300 }, (_, index) => [
      bind('', `s${index * 33}`, [index % 3 === 1 ? 'none' : '1']), execute(''), sync(),
    ]).flat()
    client.send(...pipeline)
    const answers = (await client.take('Z', 300)).map(describeMessage)
    assert.equal(answers.filter((line) => line === 'E ERROR 22P02').length, 100)
    assert.deepEqual(answers.filter((line) => line[0] === 'D').slice(-1), [`D "${299 * 33 + 1}"`])
    assert.equal(answers.filter((line) => line[0] === 'D').length, 200)
    client.end()
  },
)
