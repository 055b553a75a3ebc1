/**
 * Calls that are recognised as a whole answer byte for byte what their messages answer one by one: random pipelines,
 * cut at random or behind each Sync, through two connections of which one learns nothing.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { Connection } from '../../../src/server/connection.js'
import { Listener } from '../../../src/server/listener.js'
import { rounds } from '../../support/rounds.js'

class SeededRandom {
  /** @param {number} seed */
  constructor(seed) { this.state = seed }

  /** @param {number} bound */
  below(bound) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0
    return Math.floor(this.state / 4294967296 * bound)
  }
}

/** A socket that keeps what it is given. */
class Sink {
  constructor() {
    this.readableFlowing = true
    this.readableLength = 0
    this.writableLength = 0
    this.writableNeedDrain = false
    /** @type {Buffer[]} */
    this.written = []
  }

  on() { /* no events */ }
  setNoDelay() { /* no network */ }
  push() { return true }
  pause() { /* never full */ }
  resume() { /* never full */ }
  end() { /* nobody listens */ }
  destroy() { /* nobody listens */ }
  /** @param {Uint8Array} bytes */
  write(bytes) { this.written.push(Buffer.from(bytes)) }
}

/** @param {string} type @param {...(Buffer | string | number[])} parts strings are ended by a zero @returns {Buffer} */
function message(type, ...parts) {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from(part)))
  )
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0])
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const int2 = (/** @type {number} */ value) => [value >> 8 & 255, value & 255]
const int4 = (/** @type {number} */ value) => [value >> 24 & 255, value >> 16 & 255, value >> 8 & 255, value & 255]

/** @typedef {number | string | null} Value a number: binary int4 where the formats say so */

/**
 * @param {string} statement
 * @param {Value[]} values
 * @param {number[]} formats
 * @param {number[]} results
 * @param {string} [portal]
 */
const bind = (statement, values, formats, results, portal = '') =>
  message(
    'B',
    portal,
    statement,
    [...int2(formats.length), ...formats.flatMap(int2), ...int2(values.length)],
    ...values.map((value, at) => {
      if (value === null) return int4(-1)
      const bytes =
        (formats.length === 1 ? formats[0] : formats[at]) === 1
          ? Buffer.from(int4(Number(value)))
          : Buffer.from(String(value))
      return Buffer.concat([Buffer.from(int4(bytes.length)), bytes])
    }),
    [...int2(results.length), ...results.flatMap(int2)]
  )
const execute = (limit = 0, portal = '') => message('E', portal, int4(limit))
const sync = message('S')
const describe = message('D', [80, 0])
const query = (/** @type {string} */ text) => message('Q', text)
const parse = (/** @type {string} */ name, /** @type {string} */ text) => message('P', name, text, int2(0))

/** @type {Record<string, string>} */
const STATEMENTS = {
  point: 'SELECT id, v, note FROM t WHERE id = $1',
  change: 'UPDATE t SET v = v + $2 WHERE id = $1',
  put: 'INSERT INTO t VALUES ($1, $2, $3)',
  take: 'DELETE FROM t WHERE id = $1 RETURNING v',
  call: 'SELECT move($1, $2, $3)',
  procedure: 'CALL move_all($1, $2)',
  later: 'INSERT INTO child VALUES ($1, $2)',
  division: 'SELECT 10 / $1::int4',
  many: 'SELECT id FROM t WHERE v > $1 ORDER BY id',
  told: 'SELECT pg_notify($1, $2)',
  begin: 'BEGIN',
  commit: 'COMMIT',
  lock: 'SELECT v FROM t WHERE id = $1 FOR UPDATE',
  words: 'SELECT $1::text || note FROM t WHERE id = $2',
  slash: "SELECT 'a\\nb' || note FROM t WHERE id = $1",
}

/** @param {boolean} learns */
async function start(learns) {
  const db = await open({ path: ':memory:', walSync: 'none', int8: 'number' })
  await db.exec(`CREATE TABLE t (id int PRIMARY KEY, v int NOT NULL CHECK (v < 1000), note text); INSERT INTO t SELECT i, i, 'n' || i FROM generate_series(1, 50) i;
    CREATE TABLE child (id int, t int REFERENCES t DEFERRABLE INITIALLY DEFERRED); CREATE SCHEMA elsewhere;
    CREATE TABLE elsewhere.t (id int PRIMARY KEY, v text);
    INSERT INTO elsewhere.t SELECT i, 'v' FROM generate_series(1, 60) i;
    LISTEN news`)
  const move = (
    /** @type {any} */ tx,
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ by
  ) => {
    const source = tx.get('SELECT v FROM t WHERE id = $1', from)
    if (source === undefined) throw new Error(`no row ${from}`)
    if (by === 3) tx.all("SELECT set_config('application_name', $1, false)", `moved ${to}`)
    tx.run('UPDATE t SET v = $2 WHERE id = $1', from, source.v - by)
    tx.run('UPDATE t SET v = v + $2 WHERE id = $1', to, by)
    return source.v
  }
  db.createFunction('move', { args: ['int4', 'int4', 'int4'], returns: 'int4' }, (tx, from, to, by) =>
    move(tx, from, to, by)
  )
  db.createProcedure('move_all', { args: ['int4', 'int4'] }, (tx, from, to) => {
    move(tx, from, to, 1)
  })
  const listener = new Listener(db.cluster)
  const sink = new Sink()
  const connection = new Connection(listener, /** @type {any} */ (sink))
  if (!learns) connection.learn = connection.parses.learn = () => undefined
  const fields = Buffer.from('user\0postgres\0database\0postgres\0\0')
  connection.receive(Buffer.concat([Buffer.from(int4(8 + fields.length)), Buffer.from(int4(196608)), fields]))
  connection.receive(
    Buffer.concat([query('LISTEN news'), ...Object.entries(STATEMENTS).map(([name, text]) => parse(name, text)), sync])
  )
  while (connection.busy) await new Promise((resolve) => { setTimeout(resolve, 1) })
  return { db, connection, sink }
}

/** One thing a client may send. @param {SeededRandom} random @returns {Buffer[]} */
function piece(random) {
  const id = 1 + random.below(55)
  const other = 1 + random.below(55)
  const small = random.below(9)
  const binary = random.below(2)
  // As by drivers that prepare each statement anew, under no name; some forget to.
  const isUnnamed = random.below(2) === 0
  const call = (
    /** @type {string} */ name,
    /** @type {Value[]} */ values,
    /** @type {number[]} */ formats = [binary]
  ) => [
    ...isUnnamed && random.below(20) > 0 ? [parse('', STATEMENTS[name])] : [],
    bind(isUnnamed ? '' : name, values, formats, random.below(3) === 0 ? [1] : []),
    ...random.below(2) === 0 ? [describe] : [],
    execute(),
    sync,
  ]
  const fresh = (/** @type {string} */ text, /** @type {Value[]} */ values) =>
    [parse('', text), bind('', values, [], []), describe, execute(), sync]
  const run = (/** @type {(at: number) => Buffer[]} */ make) =>
    Array.from({ length: 2 + random.below(12) }, (_, at) => make(at)).flat()
  switch (random.below(36)) {
    case 0:
    case 1:
      return run((at) => call('point', [(id + at) % 60]))
    case 2:
    case 3:
      return run((at) => call('change', [(id + at) % 60, small]))
    case 4:
      return run((at) => call('put', [100 + id + at, small, null], [binary, 0, 0]))
    case 5:
      return run(() => call('take', [100 + id]))
    case 6:
    case 7:
      return run((at) => call('call', [id, (other + at) % 60, small]))
    case 8:
    case 9:
      return run((at) => call('procedure', [(id + at) % 60, other]))
    case 10:
      return run((at) => call('later', [id, 1 + ((other + at) % 60)]))
    case 11:
      return run((at) => call('division', [at % 3]))
    case 12:
      return run(() => [bind('point', [id], [0], []), describe, execute(), sync])
    case 13:
      return [bind('many', [small], [0], []), execute(3), execute(2), message('H'), execute(), sync]
    case 14:
      return run(() => call('told', ['news', `x${id}`], [0]))
    case 15:
      return [
        bind('begin', [], [], []),
        execute(),
        sync,
        ...run(() => call('change', [id, small])),
        bind(random.below(2) ? 'commit' : 'division', random.below(2) ? [] : [0], [0], []),
        execute(),
        sync,
        query('COMMIT'),
      ]
    case 16:
      return [
        query('SET statement_timeout = 10000'),
        ...run(() => call('lock', [id])),
        query('SET statement_timeout = 0'),
      ]
    case 17:
      return run((at) => call('words', at % 4 === 0 ? [null, id] : ['äö'.repeat(at % 3), id], [0, 1]))
    case 18:
      return run((at) => (at % 3 === 0 ? call('point', [id]) : call('change', [id, 1])))
    case 19:
      return run((at) => [bind('point', [at === 2 ? 'abc' : String(id)], [0], []), execute(), sync])
    case 20:
      return run((at) => [bind('change', at === 1 ? [id] : [id, 1], [0], []), execute(), sync])
    case 21:
      return [
        message('C', [83], 'division'),
        parse('division', random.below(2) ? 'SELECT 20 / $1::int4, 1' : 'SELECT 10 / $1::int4'),
        sync,
        ...run((at) => call('division', [at % 4])),
      ]
    case 22:
      return [
        query(`ALTER TABLE t ADD COLUMN extra${id}_${other} int`),
        ...run(() => call('point', [id])),
        query(`ALTER TABLE t DROP COLUMN IF EXISTS extra${id}_${other}`),
      ]
    case 24: // calls in a block, whose portals stay, with a savepoint and sometimes an error
      return [
        query('BEGIN'),
        ...run((at) => at % 3 === 0 ? call('point', [id]) : call('change', [(id + at) % 60, small])),
        query('SAVEPOINT s'),
        ...run(() => call('take', [100 + id])),
        ...random.below(2) === 0 ? [...call('division', [random.below(2)]), ...call('point', [id])] : [],
        query('ROLLBACK TO s'),
        ...run((at) => call('put', [200 + id + at, small, null], [binary, 0, 0])),
        ...run(() => call('division', [1])),
        query(random.below(2) === 0 ? 'COMMIT' : 'ROLLBACK'),
      ]
    case 25: // what is left of a call in a block
      return [
        query('BEGIN'),
        ...run(() => call('point', [id])),
        describe,
        execute(),
        sync,
        ...call('change', [id, 1]),
        ...random.below(2) === 0 ? [execute()] : [],
        sync,
        query('SELECT name, statement FROM pg_cursors'),
        message('C', [80, 0]),
        sync,
        ...run(() => call('lock', [id])),
        query('ROLLBACK'),
      ]
    case 26:
      return [
        query('BEGIN'),
        ...run((at) => call('later', [id, 1 + ((other + at) % 60)])),
        ...run(() => call('procedure', [id, other])),
        query('COMMIT'),
      ]
    case 27: // several before a Sync
      return [
        ...run((at) => (at % 3 === 0 ? call('point', [id]) : call('change', [id, 1])).filter((one) => one !== sync)),
        sync,
      ]
    case 28:
      return [
        query('CREATE TEMP TABLE t (id int PRIMARY KEY, v int, note int)'),
        ...run(() => call('point', [id])),
        query('DROP TABLE pg_temp.t'),
        ...run(() => call('point', [id])),
      ]
    case 29:
      return [
        ...run(() => call('slash', [id])),
        query('SET standard_conforming_strings = off'),
        ...run(() => call('slash', [id])),
        query('SET standard_conforming_strings = on'),
      ]
    case 30: // a failed block, and what ends it
      return [
        ...[parse('', 'BEGIN'), bind('', [], [], []), execute(), sync],
        ...run((at) => call('division', [at % 4])),
        ...[parse('', 'END'), bind('', [], [], []), describe, execute(), sync],
      ]
    case 33: // blocks by the same messages: two beginnings, an end too many
      return run((at) => [
        ...call('begin', [], []),
        ...at % 5 === 1 ? call('begin', [], []) : [],
        ...call('change', [id, 1]),
        ...at % 4 === 2 ? call('later', [id, 99]) : [],
        ...at % 4 === 3 ? call('division', [0]) : [],
        ...call('commit', [], []),
        ...at % 5 === 1 ? call('commit', [], []) : [],
      ])
    case 31:
      return [
        query('SET statement_timeout = 10000'),
        ...run(() => call('point', [id])),
        query('SET statement_timeout = 0'),
      ]
    case 32: // tables of one name and other types, of which a text means one after the other
      return [
        ...run(() => fresh('SELECT v AS other FROM t WHERE id = $1', [id])),
        ...['elsewhere', 'pg_catalog', 'public', 'elsewhere, public', 'pg_catalog', 'public'].flatMap((path) => [
          query(`SET search_path = ${path}`),
          ...run(() => fresh('SELECT v AS other FROM t WHERE id = $1', [id])),
        ]),
      ]
    case 23:
      return [
        query('SET client_encoding = latin1'),
        ...run(() => call('words', ['b', id], [0, 1])),
        ...run(() => call('point', [id])),
        query('SET client_encoding = utf8'),
      ]
    default:
      return [
        query("SET default_transaction_isolation = 'repeatable read'"),
        ...run(() => call('call', [id, other, 1])),
        query("SET default_transaction_isolation = 'read committed'"),
      ]
  }
}

/**
 * Where a client's bytes are cut: nowhere, anywhere, or behind each Sync, as who waits for answers sends them.
 * @param {SeededRandom} random @param {Buffer} bytes @returns {number[]}
 */
function cutsOf(random, bytes) {
  const kind = random.below(3)
  if (kind === 0) return []
  if (kind === 1)
    return Array.from({ length: random.below(4) }, () => random.below(bytes.length)).sort((a, b) => a - b)
  const cuts = []
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
    if (bytes[at] === 83 && at + 5 < bytes.length) cuts.push(at + 5)
  return cuts
}

/**
 * The messages of an answer, those behind that say what was notified: when that may be told depends on when the log
 * was written out.
 * @param {Buffer} bytes
 */
function notifiedBehind(bytes) {
  /** @type {Buffer[]} */
  const answers = []
  /** @type {Buffer[]} */
  const notified = []
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
    (bytes[at] === 65 ? notified : answers).push(bytes.subarray(at, at + 1 + bytes.readInt32BE(at + 1)))
  return Buffer.concat([...answers, ...notified])
}

/**
 * What a client is answered, without the numbers of processes.
 * @param {{ connection: Connection, sink: Sink }} end @param {Buffer} bytes @param {number[]} cuts
 * @returns {Promise<string>}
 */
async function answer({ connection, sink }, bytes, cuts) {
  sink.written.length = 0
  let from = 0
  for (const to of [...cuts, bytes.length]) {
    connection.receive(Buffer.from(bytes.subarray(from, to)))
    from = to
  }
  for (let turns = 0; turns < 5000 && (connection.busy || connection.outbox.held.length > 0 || turns < 3); turns++)
    await new Promise((resolve) => {
      setTimeout(resolve, turns < 3 ? 0 : 1)
    })
  return notifiedBehind(Buffer.concat(sink.written))
    .toString('latin1')
    .replace(/(?<=pid=)\d+/g, '')
}

test('calls answer the same bytes whether or not their calls are recognised', async () => {
  let recognised = 0
  let parsed = 0
  for (let seed = 1; seed <= rounds(1, 3); seed++) {
    const random = new SeededRandom(seed)
    const [learning, plain] = [await start(true), await start(false)]
    for (let round = 0; round < 120; round++) {
      const bytes = Buffer.concat(Array.from({ length: 1 + random.below(4) }, () => piece(random)).flat())
      const cuts = cutsOf(random, bytes)
      const [a, b] = [await answer(learning, bytes, cuts), await answer(plain, bytes, cuts)]
      recognised += learning.connection.repeated.foundCount
      assert.equal(a, b, `seed ${seed}, round ${round}`)
    }
    const rows = await Promise.all(
      [learning, plain].map(({ db }) => db.query('SELECT * FROM t ORDER BY id').then((result) => result.rows))
    )
    assert.deepEqual(rows[0], rows[1])
    parsed += learning.connection.parses.places.filter((place) => place?.found).length
    assert.equal(plain.connection.repeated.known.size, 0)
    await learning.db.close()
    await plain.db.close()
  }
  assert.ok(recognised > rounds(80, 300), `${recognised} calls were recognised`)
  assert.ok(parsed > rounds(5, 20), `${parsed} texts were known again`)
})

test('a call whose block failed behind it runs in the next block as ever', async () => {
  const change = [bind('change', [1, 1], [0], []), execute(), sync]
  const bytes = Buffer.concat([
    ...Array.from({ length: 8 }, () => change).flat(),
    query('BEGIN'), ...change, ...change, parse('', 'SELECT nothing'), sync, query('ROLLBACK'),
    query('BEGIN'), ...change, ...change, execute(), sync, query('ROLLBACK'),
  ])
  for (const learns of [true, false]) {
    const end = await start(learns)
    const said = await answer(end, bytes, [])
    assert.equal(end.connection.repeated.known.size > 0, learns)
    assert.deepEqual([...said.matchAll(/(?<=\0C)[0-9A-Z]{5}(?=\0M)/g)].map(String), ['42703', '55000'])
    await end.db.close()
  }
})

test('a client that sends sixty statements in turn has them all recognised', async () => {
  const end = await start(true)
  const names = Array.from({ length: 60 }, (_, at) => `of many ${at}`)
  await answer(end, Buffer.concat([...names.map((name) => parse(name, STATEMENTS.point)), sync]), [])
  for (let round = 0; round < 4; round++)
    for (const name of names) await answer(end, Buffer.concat([bind(name, [7], [0], []), execute(), sync]), [])
  const { repeated } = end.connection
  assert.equal(repeated.known.size, names.length)
  await answer(end, Buffer.concat([bind(names[0], [7], [0], []), execute(), sync]), [])
  assert.equal(repeated.foundCount, 1)
  await end.db.close()
})
