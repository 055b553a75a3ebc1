/**
 * The edges of the protocol: start-up packets, bytes that are none, long messages, pipelines, clients that vanish,
 * authentication.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import {
  WireClient, bind, cells, connected, copyData, cstr, describeMessage, execute, fields, flush, i32, message, parse,
  query, startup, sync, terminate,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/**
 * @param {string} name
 * @param {(server: Server) => Promise<void>} body
 * @param {Parameters<typeof startServer>[0]} [options]
 */
function withServer(name, body, options) {
  test(name, async () => {
    const server = await startServer(options)
    try {
      await body(server)
      if (options !== undefined) return
      const client = await connected(server.port)
      assert.deepEqual(await client.lines('select 42'), ['T ?column?:23/4/-1/0', 'D "42"', 'C SELECT 1', 'Z I'])
      client.end()
    } finally {
      await server.close()
    }
  })
}

/**
 * What the server says to these first bytes, to the end of the connection.
 * @param {number} port
 * @param {Buffer} bytes
 */
async function firstWords(port, bytes) {
  const client = new WireClient(port)
  client.send(bytes)
  return (await client.takeToEnd()).map((answer) =>
    answer.type === 'E' ? `E ${fields(answer).S} ${fields(answer).C} ${fields(answer).M}` : describeMessage(answer)
  )
}

withServer('start-up: what is refused and how', async ({ port }) => {
  const user = { user: 'postgres' }
  assert.deepEqual(await firstWords(port, startup(0x20000, user)), [
    'E FATAL 0A000 unsupported frontend protocol 2.0: server supports 3.0 to 3.0',
  ])
  assert.deepEqual(await firstWords(port, startup(0x40000, user)), [
    'E FATAL 0A000 unsupported frontend protocol 4.0: server supports 3.0 to 3.0',
  ])
  assert.deepEqual(await firstWords(port, startup(0x30000, { user: 'nobody' })), [
    'R 0', 'E FATAL 28000 role "nobody" does not exist',
  ])
  assert.deepEqual(await firstWords(port, startup(0x30000, { user: 'postgres', database: 'nowhere' })), [
    'R 0', 'E FATAL 3D000 database "nowhere" does not exist',
  ])
  assert.deepEqual(await firstWords(port, startup(0x30000, {})), [
    'E FATAL 28000 no PostgreSQL user name specified in startup packet',
  ])
  assert.deepEqual(await firstWords(port, startup(0x30000, { ...user, options: '-c nonsense=1' })), [
    'R 0', 'E FATAL 42704 unrecognized configuration parameter "nonsense"',
  ])
  assert.deepEqual(await firstWords(port, startup(0x30000, { ...user, options: '-c work_mem=much' })), [
    'R 0', 'E FATAL 22023 invalid value for parameter "work_mem": "much"',
  ])
  assert.deepEqual(await firstWords(port, startup(0x30000, { ...user, options: '--search_path=a\\ b' })), [
    'R 0', 'E FATAL 22023 invalid value for parameter "search_path": "a b"',
  ])
  assert.deepEqual(await firstWords(port, startup(0x30000, { ...user, server_version: '9' })), [
    'R 0', 'E FATAL 55P02 parameter "server_version" cannot be changed',
  ])
  const layout = ['E FATAL 08P01 invalid startup packet layout: expected terminator as last byte']
  const badly = [[cstr('user'), Buffer.from('postgres')], [cstr('user'), cstr('postgres')],
    [cstr('user'), cstr('postgres'), cstr('x'), cstr('')], [cstr('user'), cstr('postgres'), cstr(''), cstr('')]]
  for (const parts of badly) {
    assert.deepEqual(await firstWords(port, message('', Buffer.concat([i32(0x30000), ...parts]))), layout)
  }
  // Names are as long as names are.
  assert.deepEqual(await firstWords(port, startup(0x30000, { user: 'é'.repeat(40) })), [
    'R 0', `E FATAL 28000 role "${'é'.repeat(31)}\ufffd" does not exist`,
  ])
  const long = 'x'.repeat(63)
  assert.deepEqual(await firstWords(port, startup(0x30000, { ...user, database: `${long}yz` })), [
    'R 0', `E FATAL 3D000 database "${long}" does not exist`,
  ])
})

withServer('start-up: settings, options, newer minor versions', async ({ port }) => {
  const client = new WireClient(port)
  client.send(
    startup(0x30002, {
      user: 'postgres', database: 'postgres', '_pq_.novelty': '1', application_name: 'tester',
      options: '-c work_mem=8MB --search_path=a\\ ,b -cDateStyle=German',
    }),
  )
  const answers = (await client.take('Z')).map(describeMessage)
  assert.equal(answers[0], 'v')
  assert.equal(answers[1], 'R 0')
  const told = answers.filter((line) => line.startsWith('S ')).map((line) => line.slice(2))
  assert.deepEqual(told.filter((line) => !line.startsWith('server_version=')).sort(), [
    'DateStyle=German, DMY',
    'IntervalStyle=postgres',
    'TimeZone=UTC',
    'application_name=tester',
    'client_encoding=UTF8',
    'default_transaction_read_only=off',
    'in_hot_standby=off',
    'integer_datetimes=on',
    'is_superuser=on',
    'server_encoding=UTF8',
    'session_authorization=postgres',
    'standard_conforming_strings=on',
  ])
  assert.deepEqual(await client.lines('show work_mem'), ['T work_mem:25/-1/-1/0', 'D "8MB"', 'C SHOW', 'Z I'])
  assert.deepEqual(await client.lines('show search_path'), ['T search_path:25/-1/-1/0', 'D "a ,b"', 'C SHOW', 'Z I'])
  assert.deepEqual(await client.lines('reset work_mem; show work_mem'), [
    'C RESET',
    'T work_mem:25/-1/-1/0',
    'D "8MB"',
    'C SHOW',
    'Z I',
  ])
  client.end()
})

withServer('encryption is declined in one byte and the start-up follows', async ({ port }) => {
  const client = new WireClient(port)
  client.raw = true
  client.send(message('', i32(80877104)))
  await client.until(() => client.input.length > 0)
  client.send(message('', i32(80877103)))
  await client.until(() => client.input.length > 1)
  assert.equal(client.input.toString(), 'NN')
  client.input = Buffer.alloc(0)
  client.raw = false
  assert.equal((await client.start()).at(-1)?.type, 'Z')
  client.end()
})

withServer('garbage on the port is a line in the log', async ({ port, log }) => {
  for (const bytes of [
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.alloc(100),
    Buffer.from([0, 0, 0, 4]),
    Buffer.from([255, 255, 255, 255, 1, 2, 3]),
    Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1]),
  ]) {
    assert.deepEqual(await firstWords(port, bytes), [])
  }
  assert.equal(log.length, 5)
  const silent = new WireClient(port)
  await once(silent.socket, 'connect')
  silent.socket.write('\0')
  silent.end()
  for (const bytes of [
    Buffer.from([81, 0, 0, 0, 3]),
    Buffer.from([81, 0xff, 0xff, 0xff, 0xff]),
    Buffer.from([81, 0x7f, 0xff, 0xff, 0xff]),
  ]) {
    const client = await connected(port)
    client.send(bytes)
    assert.deepEqual((await client.takeToEnd()).map(describeMessage), ['E FATAL 08P01'])
  }
  for (const type of ['z', 'q', 'p', 'R', '\0']) {
    const client = await connected(port)
    client.send(message(type, Buffer.alloc(0)), query('select 1'))
    assert.deepEqual((await client.takeToEnd()).map(describeMessage), ['E FATAL 08P01'])
  }
  const client = await connected(port)
  client.send(message('F', Buffer.alloc(8)), query('select 1'))
  assert.deepEqual((await client.take('Z', 2)).map(describeMessage), [
    'E ERROR 42883',
    'Z I',
    'T ?column?:23/4/-1/0',
    'D "1"',
    'C SELECT 1',
    'Z I',
  ])
  client.end()
})

withServer('a pipeline of thousands, and messages of megabytes', async ({ port }) => {
  const client = await connected(port)
  client.send(
    query('create table p(a int primary key, b text)'),
    parse('i', 'insert into p values ($1, $2)'),
    ...Array.from({ length: 5000 }, (_, index) =>
      Buffer.concat([bind('', 'i', [String(index), `row ${index}`]), execute('')])
    ),
    sync()
  )
  const answers = await client.take('Z', 2)
  assert.equal(answers.filter((answer) => answer.type === 'C').length, 5001)
  const long = 'x'.repeat(12_000_000)
  assert.equal((await client.query(`select length('${long}')`)).map(describeMessage)[1], 'D "12000000"')
  client.send(parse('', 'select $1::text'), bind('', '', [long]), execute(''), sync())
  const echoed = (await client.take('Z')).find((answer) => answer.type === 'D')
  assert.equal(cells(/** @type {any} */ (echoed))[0]?.length, 12_000_000)
  client.end()
})

withServer('a flush sends what is there; answers keep their order', async ({ port }) => {
  const client = await connected(port)
  client.send(parse('', 'select 1'), flush())
  assert.deepEqual((await client.take('1')).map(describeMessage), ['1'])
  client.send(bind('', ''), execute(''), flush())
  assert.deepEqual((await client.take('C')).map(describeMessage), ['2', 'D "1"', 'C SELECT 1'])
  client.send(sync())
  assert.deepEqual((await client.take('Z')).map(describeMessage), ['Z I'])
  client.end()
})

withServer('a client that goes away leaves nothing behind', async ({ port, db }) => {
  await db.query('create table g(a int primary key)')
  const inBlock = await connected(port)
  await inBlock.query('begin; insert into g values (1)')
  inBlock.end()
  const inCopy = await connected(port)
  inCopy.send(query('copy g from stdin'), copyData('2\n'))
  await inCopy.take('G')
  inCopy.end()
  const polite = await connected(port)
  polite.send(query('begin; insert into g values (3)'), terminate())
  await polite.takeToEnd()
  const inStatement = await connected(port)
  inStatement.send(
    query('begin; insert into g values (4)'),
    query('insert into g select x from generate_series(10, 30000000) x')
  )
  await inStatement.take('Z')
  inStatement.end()
  for (let turn = 0; turn < 200 && db.stats().sessions > 1; turn++)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  assert.equal(db.stats().sessions, 1)
  assert.deepEqual((await db.query('select * from g')).rows, [])
})

/**
 * The client's half of SCRAM-SHA-256.
 * @param {number} port
 * @param {string} password
 * @param {{ mechanism?: string, user?: string }} [options]
 */
async function scram(port, password, { mechanism = 'SCRAM-SHA-256', user = 'postgres' } = {}) {
  const client = new WireClient(port)
  client.send(startup(0x30000, { user, database: 'postgres' }))
  const [offer] = await client.take('R')
  assert.equal(describeMessage(offer), 'R 10')
  assert.equal(offer.body.toString('latin1', 4), 'SCRAM-SHA-256\0\0')
  const bare = 'n=,r=abcdefghijklmnop'
  client.send(message('p', Buffer.concat([cstr(mechanism), i32(bare.length + 3), Buffer.from(`n,,${bare}`)])))
  const [challenge] = await client.take('R')
  if (challenge.type !== 'R') return [describeMessage(challenge)]
  const first = challenge.body.toString('utf8', 4)
  const [, nonce, salt, iterations] = /** @type {RegExpExecArray} */ (/^r=([^,]+),s=([^,]+),i=(\d+)$/.exec(first))
  const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256')
  const clientKey = createHmac('sha256', salted).update('Client Key').digest()
  const storedKey = createHash('sha256').update(clientKey).digest()
  const withoutProof = `c=biws,r=${nonce}`
  const spoken = `${bare},${first},${withoutProof}`
  const signature = createHmac('sha256', storedKey).update(spoken).digest()
  client.send(
    message(
      'p',
      Buffer.from(
        `${withoutProof},p=${Buffer.from(clientKey.map((byte, index) => byte ^ signature[index])).toString('base64')}`
      )
    )
  )
  const answers = await client.take('Z')
  const serverKey = createHmac('sha256', salted).update('Server Key').digest()
  if (answers.length > 1)
    assert.equal(
      answers[0].body.toString('utf8', 4),
      `v=${createHmac('sha256', serverKey).update(spoken).digest('base64')}`
    )
  client.end()
  return answers.map(describeMessage)
}

withServer('SCRAM-SHA-256 lets in who knows the password', async ({ port, db }) => {
  await db.query("alter role postgres password 'sésame'")
  await db.query('create role mute login')
  const welcome = await scram(port, 'sésame')
  assert.deepEqual(welcome.slice(0, 2), ['R 12', 'R 0'])
  assert.equal(welcome.at(-1), 'Z I')
  assert.deepEqual(await scram(port, 'sesame'), ['E FATAL 28P01'])
  assert.deepEqual(await scram(port, ''), ['E FATAL 28P01'])
  assert.deepEqual(await scram(port, 'sésame', { user: 'mute' }), ['E FATAL 28P01'])
  assert.deepEqual(await scram(port, 'sésame', { user: 'nobody' }), ['E FATAL 28P01'])
  assert.deepEqual(await scram(port, 'sésame', { mechanism: 'SCRAM-SHA-256-PLUS' }), ['E FATAL 08P01'])
  const impatient = new WireClient(port)
  impatient.send(startup(0x30000, { user: 'postgres', database: 'postgres' }), query('select 1'))
  assert.deepEqual((await impatient.takeToEnd()).map(describeMessage), ['R 10', 'E FATAL 08P01'])
}, { serve: { auth: 'scram-sha-256' } })

withServer('parameters of type void are no arguments', async ({ port }) => {
  const client = await connected(port)
  client.send(parse('', 'select abs($1::void, $2::int)'), bind('', '', ['', '-3']), execute(''), sync())
  assert.deepEqual((await client.take('Z')).map(describeMessage), ['1', '2', 'D "3"', 'C SELECT 1', 'Z I'])
  client.end()
})

withServer('SQL takes rows of a portal that Bind made, and moves it', async ({ port }) => {
  const client = await connected(port)
  const answer = async (/** @type {Buffer[]} */ ...parts) => {
    client.send(...parts, sync())
    return (await client.take('Z')).map(describeMessage)
  }
  await client.lines('begin')
  await answer(parse('s', 'select i, repeat(i::text, 20000) from generate_series(1, 3000) i'))
  await answer(bind('p', 's'))
  assert.deepEqual(await client.lines('move forward 2000 p'), ['C MOVE 2000', 'Z T'])
  const [row] = await answer(execute('p', 1))
  assert.ok(row.startsWith('D "2001"'), row.slice(0, 20))
  assert.deepEqual(await client.lines('move relative 9 p'), ['C MOVE 1', 'Z T'])
  const fetched = await client.lines('fetch absolute 2012 p')
  assert.deepEqual([fetched[1].slice(0, 8), fetched[2]], ['D "2012"', 'C FETCH 1'])
  // An Execute with a limit keeps the rows of FETCH; the portal's next rows are the client's again.
  const limited = await answer(parse('', 'fetch 2 from p'), bind('', ''), execute('', 1))
  assert.deepEqual([limited[2].slice(0, 8), limited[3]], ['D "2013"', 's'])
  assert.ok((await answer(execute('p', 1)))[0].startsWith('D "2015"'))
  assert.deepEqual(await client.lines('move all p'), ['C MOVE 985', 'Z T'])
  assert.deepEqual(await answer(execute('p', 1)), ['C SELECT 0', 'Z T'])
  assert.deepEqual(await client.lines('savepoint a'), ['C SAVEPOINT', 'Z T'])
  assert.deepEqual(await client.lines('fetch backward 1 p'), ['E ERROR 55000', 'Z E'])
  await client.lines('rollback to a')
  assert.deepEqual(await client.lines('close p'), ['C CLOSE CURSOR', 'Z T'])
  assert.deepEqual(await client.lines('fetch p'), ['E ERROR 34000', 'Z E'])
  client.end()
})

withServer('a pipeline is answered at its Sync or Flush, not as it comes', async ({ port }) => {
  const client = await connected(port)
  client.send(Buffer.concat([parse('', 'select 1'), bind('', ''), execute('')]))
  // Another connection's round trips are over long after these messages were handled.
  for (let round = 0; round < 3; round++) {
    const other = await connected(port)
    await other.lines('select 1')
    other.end()
  }
  assert.equal(client.messages.length, 0)
  client.send(flush())
  assert.deepEqual((await client.take('C')).map(describeMessage), ['1', '2', 'D "1"', 'C SELECT 1'])
  client.send(Buffer.concat([parse('', 'select 2'), parse('', 'select nothing')]))
  // What failed, and what was before it, is told at once.
  assert.deepEqual((await client.take('E')).map(({ type }) => type), ['1', 'E'])
  client.send(sync())
  assert.deepEqual((await client.take('Z')).map(describeMessage), ['Z I'])
  // What a Sync ended does not wait for the next statement of the pipeline.
  client.send(Buffer.concat([parse('', 'select 3'), bind('', ''), execute(''), sync(),
    parse('', 'select pg_sleep(30)'), bind('', ''), execute(''), sync()]))
  assert.deepEqual((await client.take('Z')).map(describeMessage), ['1', '2', 'D "3"', 'C SELECT 1', 'Z I'])
  client.cut()
})
