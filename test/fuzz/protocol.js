/**
 * Target: the protocol. Damaged conversations in random pieces, before and after authentication, beside a client that
 * behaves.
 */
import {
  WireClient, bind, cstr, close, connected, copyData, copyDone, copyFail, describe, describeMessage, execute, fields,
  flush, i16, i32, message, parse, query, startup, sync, terminate,
} from '../support/wire-client.js'
import { startServer } from '../support/wire-server.js'
import { damaged, pick } from './episode.js'

const STARTUP = startup(0x30000, { user: 'postgres', database: 'postgres' })
const SSL = message('', i32(80877103))
const GSS = message('', i32(80877104))
const CANCEL = message('', Buffer.concat([i32(80877102), i32(1), i32(2)]))
const SASL = message(
  'p',
  Buffer.concat([cstr('SCRAM-SHA-256'), i32(32), Buffer.from('n,,n=,r=abcdefghijklmnopqrstuvwx')])
)
const SASL_FINAL = message(
  'p',
  Buffer.from('c=biws,r=abcdefghijklmnopqrstuvwxyz,p=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')
)
const BEFORE = [
  [STARTUP],
  [SSL, STARTUP],
  [GSS, SSL, STARTUP],
  [CANCEL],
  [STARTUP, SASL, SASL_FINAL],
  [startup(0x30063, { user: 'postgres', '_pq_.x': '1' })],
  [STARTUP, message('p', cstr('secret'))],
  [startup(0x20000, {})],
]
const AFTER = [
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
    execute(''), sync(), flush(), query('copy t to stdout'),
  ],
  [
    query('begin; declare c cursor with hold for select * from t; fetch 5 from c'), parse('x', 'fetch all from c'),
    bind('p', 'x'), execute('p', 2), sync(), copyFail('no'),
    message('F', Buffer.concat([i32(1299), i16(0), i16(1), i32(1), Buffer.from('1'), i16(0)])), terminate(),
  ],
  [
    parse(
      'm',
      'select $1::int[], $2::numeric, $3::timestamptz, $4::bytea, $5::jsonb, $6::text, $7::varbit, $8::int4range',
    ),
    bind('m', 'm', ['{1}', '1.5', '2000-01-01', '\\x00', '{}', 'é', '101', '[1,2)'], [], [1]),
    describe('S', 'm'),
    execute('m'),
    sync(),
  ],
  [
    query('listen a; notify a, $$b$$'), query('copy t from stdin binary'),
    copyData(Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')), copyDone(), sync(),
    query('set client_encoding = latin1; select $$\xe9$$'),
  ],
  [
    query('copy (select * from t) to stdout binary'), parse('q', 'copy t from stdin csv'), bind('', 'q'), execute(''),
    copyData('1,2\n'), sync(), copyDone(), sync(),
  ],
]
const PAUSE = (/** @type {number} */ ms) => new Promise((resolve) => { setTimeout(resolve, ms) })

/** @type {import('./episode.js').Target} */
export async function protocol({ random, tried }, input) {
  const isScram = input === undefined ? random.below(3) === 0 : input.scram
  const server = await startServer({ serve: { auth: isScram ? 'scram-sha-256' : 'trust' } })
  try {
    await server.db.exec("alter role postgres password 'secret'; create table t (a int primary key, b text); insert into t select g, 'b' from generate_series(1, 100) g")
    for (let left = input === undefined ? 30 : 1; left > 0; left--) {
      const parts =
        random.below(4) === 0 || isScram
          ? [...pick(random, BEFORE), ...pick(random, AFTER)]
          : [STARTUP, ...pick(random, AFTER), ...pick(random, AFTER)]
      const whole = Buffer.concat(parts)
      const bytes =
        input === undefined
          ? damaged(whole, random, isScram || random.below(8) === 0 ? 0 : STARTUP.length)
          : Buffer.from(input.base64, 'base64')
      tried()
      const client = new WireClient(server.port)
      for (let at = 0, step = 0; at < bytes.length; at += step) {
        step = 1 + random.below(random.below(2) > 0 ? 30 : 400)
        client.send(bytes.subarray(at, at + step))
        if (random.below(6) === 0) await PAUSE(1)
      }
      await PAUSE(random.below(6))
      if (random.below(3) === 0) client.socket.resetAndDestroy()
      else client.end()
      for (const answer of client.messages)
        if (answer.type === 'E' && /^(XX|58)/.test(fields(answer).C))
          throw new Error(
            `${describeMessage(answer)} ${fields(answer).M}\n    ${isScram ? 'scram ' : ''}${bytes.toString('base64')}`
          )
    }
    const { cluster } = server.db
    for (let waited = 0; cluster.sessions.size > 1 || cluster.txns.activeCount > 0; waited += 10) {
      if (waited > 20_000)
        throw new Error(
          `${cluster.sessions.size - 1} sessions and ${cluster.txns.activeCount} transactions outlive their clients`
        )
      await PAUSE(10)
    }
    if (!isScram) {
      const control = await connected(server.port)
      const lines = await control.lines('begin; lock table t; rollback; select 42')
      control.end()
      if (!lines.includes('D "42"')) throw new Error(`a client that behaves is told ${lines.join(', ')}`)
    }
    const { problems } = await server.db.check()
    if (problems.length > 0) throw new Error(`check: ${problems.map((problem) => JSON.stringify(problem)).join('; ')}`)
  } finally {
    await server.close()
  }
}
