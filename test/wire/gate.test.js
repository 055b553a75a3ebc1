/**
 * Every way by which something leaves a server, against a log whose sync is held back: none shows anything of a commit
 * that is not durable, and each shows it once the sync has ended (else the
 * trial could not fail). See "The gate" in src/engine/README.md.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import * as backend from '../../src/server/protocol/backend.js'
import { openWithHeldSync, until } from '../support/held-sync.js'
import {
  bind, connected, describe, execute, fields, flush, i16, i32, message, parse, query, sync, WireClient,
} from '../support/wire-client.js'

/** @typedef {import('../support/wire-client.js').Message} Message */

/**
 * @typedef {object} Way
 * @property {string} [commit] what the other client commits; `$s` is the secret, `$n` a number of its own. Else a row
 * of t with both
 * @property {string[]} [first] run before
 * @property {(secret: string, n: number) => Buffer[]} ask
 * @property {(text: string, messages: Message[], secret: string, n: number) => boolean} [tells] does this show that
 * commit? Else: is the secret in it
 * @property {boolean} [inBlock]
 * @property {boolean} [rolledBack] ROLLBACK is sent behind
 */

/** @type {any} */
let held
/** @type {any} */
let listener
/** @type {any} */
let writer
let number = 0

beforeAll(async () => {
  held = await openWithHeldSync()
  listener = await held.db.serve({ port: 0 })
  await held.db.exec(`create table t (a int primary key, b text);
    insert into t select g, repeat('x', 100) from generate_series(1, 2000) g;
    create table child (a int references t);
    create table log (a int);
    create table other (a int);
    create table spans (r int4range, exclude using gist (r with &&));
    create table checked (a int);
    create function count_of(text) returns bigint language sql as 'select count(*) from t where b = $1';
    create procedure report(inout n bigint, s text) language sql as 'select count(*) from t where b = s';
    create sequence numbers;
    create view seen as select * from t;
    create rule tell as on insert to log where new.a < 0 do also select * from t where a = new.a;`)
  writer = await held.db.connect()
})
afterAll(async () => {
  held.release()
  await held.db.close()
})

const Q = (/** @type {string} */ text) => [query(text)]
/** @param {string} text @param {string[]} [values] */
const extended = (text, values = []) => [parse('', text), bind('', '', values), execute('')]
const text = (/** @type {Message[]} */ messages) => messages.map(({ body }) => body.toString('latin1')).join('\n')
const code = (/** @type {string} */ sqlstate) => (/** @type {string} */ _text, /** @type {Message[]} */ messages) =>
  messages.some((one) => one.type === 'E' && fields(one).C === sqlstate)
const tagged = (/** @type {string} */ tag) => (/** @type {string} */ _text, /** @type {Message[]} */ messages) =>
  messages.some(({ type, body }) => type === 'C' && body.toString('latin1', 0, body.length - 1) === tag)
/** Is a DataRow's only cell this? @param {string} value */
const cell = (value) => (/** @type {string} */ _text, /** @type {Message[]} */ messages) =>
  messages.some(({ type, body }) => type === 'D' && body.toString('latin1', 6) === value)

/** @type {Record<string, Way>} */
const WAYS = {
  'a row': { ask: (s) => Q(`select b from t where b = '${s}'`) },
  'a row in a block': { inBlock: true, ask: (s) => Q(`select b from t where b = '${s}'`) },
  'a row by its key': { ask: (_s, n) => [...extended('select b from t where a = $1', [String(n)]), sync()] },
  'a row by its key, in a block': {
    inBlock: true,
    ask: (_s, n) => [...extended('select b from t where a = $1', [String(n)]), sync()],
  },
  'a row, flushed': { ask: (_s, n) => [...extended('select b from t where a = $1', [String(n)]), flush()] },
  'the same call again and again': {
    ask: (_s, n) => [
      parse('r', 'select b from t where a = $1'),
      sync(),
      ...[1, 2, 3, n].flatMap((key) => [bind('', 'r', [String(key)]), execute(''), sync()]),
    ],
    tells: (all, messages, s) => all.includes(s),
  },
  'that there is none any more': {
    commit: 'delete from t where a = 10 + $p',
    ask: (_s, n) => Q(`select count(*) from t where a = ${10 - n}`),
    tells: cell('0'),
  },
  'that there is none, after TRUNCATE': {
    first: ['create table gone (a int); insert into gone values (1)'],
    commit: 'truncate gone',
    ask: () => Q('select count(*) from gone'),
    tells: cell('0'),
  },
  'a long answer': { ask: () => Q('select b from t order by a') },
  'a long answer in a block': { inBlock: true, ask: () => Q('select b from t order by a') },
  'a long answer, extended': { ask: () => [...extended('select b from t order by a'), sync()] },
  'a portal with a row limit': {
    inBlock: true,
    ask: () => [parse('', 'select b from t order by a'), bind('p', '', []), execute('p', 1), execute('p', 3), sync()],
  },
  'a portal with a row limit, flushed': {
    ask: () => [parse('', 'select b from t order by a'), bind('p', '', []), execute('p', 1), flush()],
  },
  'several statements, a change the last': {
    inBlock: true,
    ask: (s) => Q(`select b from t where b = '${s}'; update t set b = b where a = 5`),
  },
  'a change the first': {
    inBlock: true,
    ask: (s) => Q(`update t set b = b where a = 6; select b from t where b = '${s}'`),
  },
  'FETCH': {
    inBlock: true,
    ask: () => [...Q('declare c cursor for select b from t order by a'), ...Q('fetch 1 from c')],
  },
  'FETCH of many': {
    inBlock: true,
    ask: () => [...Q('declare c cursor for select b from t order by a'), ...Q('fetch all from c')],
  },
  'a cursor as a portal': {
    inBlock: true,
    ask: () => [...Q('declare c cursor for select b from t order by a'), execute('c', 2), sync()],
  },
  'MOVE': {
    inBlock: true,
    ask: (s) => [query(`declare c cursor for select b from t where b = '${s}'; move all from c`)],
    tells: tagged('MOVE 1'),
  },
  'WITH HOLD': {
    ask: (s) =>
      Q(`begin; declare c cursor with hold for select b from t where b = '${s}'; commit; fetch all from c; close c`),
  },
  'COPY of a query': { ask: () => Q('copy (select b from t order by a) to stdout') },
  'COPY of a table': { ask: () => Q('copy t to stdout') },
  'COPY in a block': { inBlock: true, ask: () => Q('copy (select b from t order by a) to stdout (format csv)') },
  'COPY of RETURNING': {
    inBlock: true,
    ask: (s) => Q(`copy (update t set b = b where b = '${s}' returning b) to stdout`),
  },
  'RETURNING': { ask: (s) => Q(`update t set b = b where b = '${s}' returning b`) },
  'RETURNING in a block': { inBlock: true, ask: (s) => Q(`update t set b = b where b = '${s}' returning b`) },
  'RETURNING with a row limit': {
    inBlock: true,
    ask: (s) => [
      parse('', `update t set b = b where b = '${s}' returning b`), bind('p', '', []), execute('p', 1), sync(),
    ],
  },
  'the rows of a rule': { inBlock: true, ask: (_s, n) => Q(`insert into log values (${n})`) },
  'EXECUTE': { inBlock: true, ask: (s) => Q(`prepare e as select b from t where b = '${s}'; execute e; deallocate e`) },
  'EXPLAIN ANALYZE': {
    inBlock: true,
    ask: (s) => Q(`explain (analyze, costs off, timing off, summary off) select * from t where b = '${s}'`),
    tells: (all) => all.includes('actual rows=1'),
  },
  'EXPLAIN ANALYZE, extended': {
    ask: (s) => [
      ...extended(`explain (analyze, costs off, timing off, summary off) select * from t where b = '${s}'`),
      sync(),
    ],
    tells: (all) => all.includes('actual rows=1'),
  },
  'the count of a change': { ask: (s) => Q(`update t set b = b where b = '${s}'`), tells: tagged('UPDATE 1') },
  'the count of a change, extended': {
    ask: (s) => [...extended('update t set b = b where b = $1', [s]), sync()],
    tells: tagged('UPDATE 1'),
  },
  'the count of a change, flushed': {
    ask: (_s, n) => [...extended('update t set b = b where a = $1', [String(n)]), flush()],
    tells: tagged('UPDATE 1'),
  },
  'ON CONFLICT': {
    ask: (_s, n) => Q(`insert into t values (${n}) on conflict do nothing`),
    tells: tagged('INSERT 0 0'),
  },
  'the count of CREATE TABLE AS': {
    inBlock: true,
    rolledBack: true,
    ask: (s) => Q(`create table made as select b from t where b = '${s}'`),
    tells: tagged('SELECT 1'),
  },
  'the last answer of a block': {
    inBlock: true,
    first: [],
    ask: (_s, n) => Q(`update t set b = b where a = ${n}; commit`),
    tells: tagged('COMMIT'),
  },
  'the last answer of a block that is undone': {
    inBlock: true,
    ask: (_s, n) => Q(`update t set b = b where a = ${n}; rollback`),
    tells: tagged('ROLLBACK'),
  },
  'a function call': {
    ask: (s) => [
      message('F', Buffer.concat([i32(functions.count_of), i16(0), i16(1), i32(s.length), Buffer.from(s), i16(0)])),
    ],
    tells: (_all, messages) => messages.some(({ type, body }) => type === 'V' && body.toString('latin1', 4) === '1'),
  },
  'CALL': { ask: (s) => Q(`call report(0, '${s}')`), tells: cell('1') },
  'CALL in a block': { inBlock: true, ask: (s) => Q(`call report(0, '${s}')`), tells: cell('1') },
  'a duplicate key': { ask: (_s, n) => Q(`insert into t values (${n})`), tells: code('23505') },
  'a duplicate key in a block': {
    inBlock: true,
    ask: (_s, n) => Q(`insert into t values (${n})`),
    tells: code('23505'),
  },
  'a duplicate key, extended': {
    ask: (_s, n) => [...extended('insert into t values ($1)', [String(n)]), sync()],
    tells: code('23505'),
  },
  'a parent that is gone': {
    commit: 'delete from t where a = 100 + $p',
    ask: (_s, n) => Q(`insert into child values (${100 - n})`),
    tells: code('23503'),
  },
  'an excluded range': {
    commit: 'insert into spans values (int4range($n * 10, $n * 10 + 5))',
    ask: (_s, n) => Q(`insert into spans values (int4range(${n} * 10 + 1, ${n} * 10 + 2))`),
    tells: code('23P01'),
  },
  'a constraint that VALIDATE finds broken': {
    commit: 'insert into checked values ($n)',
    ask: (_s, n) => Q(`alter table checked add check (a <> ${n})`),
    tells: code('23514'),
  },
  'a datum in an error': { inBlock: true, ask: (s) => Q(`select b::int from t where b = '${s}'`) },
  'a conflict of snapshots': {
    inBlock: true,
    first: ['set transaction isolation level repeatable read', 'select 1 from t limit 1'],
    commit: 'update t set b = b where a = 1',
    ask: () => Q('update t set b = b where a = 1'),
    tells: code('40001'),
  },
  'a table that is gone': {
    first: ['create table shortlived (a int)'],
    commit: 'drop table shortlived',
    ask: () => Q('select * from shortlived'),
    tells: code('42P01'),
  },
  'a table that is gone, at Parse': {
    first: ['create table shortlived (a int)'],
    commit: 'drop table shortlived',
    ask: () => [parse('', 'select * from shortlived'), flush()],
    tells: code('42P01'),
  },
  'a table that is there, at Parse in a block': {
    inBlock: true,
    commit: 'create table newborn_$p (a int)',
    ask: (_s, n) => [parse('', `select * from newborn_${-n}`), flush()],
    tells: (_all, messages) => messages.some(({ type }) => type === '1'),
  },
  'columns, at Describe': {
    inBlock: true,
    first: ['create table widened_$p (a int)'],
    commit: 'alter table widened_$p add column $s int',
    ask: (_s, n) => [parse('', `select * from widened_${-n}`), describe('S', ''), flush()],
  },
  'columns, for who has changed the catalog too': {
    inBlock: true,
    first: ['create table own_$p (a int)'],
    commit: 'create table other_$p ($s int)',
    ask: (_s, n) => Q(`select * from other_${-n}`),
  },
  'a notice': {
    first: ['create table shortlived (a int)'],
    commit: 'drop table shortlived',
    ask: () => Q('drop table if exists shortlived'),
    tells: (all) => all.includes('does not exist, skipping'),
  },
  'a notice in a block': {
    inBlock: true,
    first: ['create table shortlived (a int)'],
    commit: 'drop table shortlived',
    ask: () => Q('drop table if exists shortlived'),
    tells: (all) => all.includes('does not exist, skipping'),
  },
  'a value of a sequence': {
    commit: "select setval('numbers', 1000 + $p)",
    ask: () => Q("select nextval('numbers')"),
    tells: (_all, messages, _s, n) => cell(String(1001 - n))(_all, messages),
  },
  'which transactions are over': {
    commit: 'insert into log values (1)',
    ask: () => Q('select txid_status(txid_snapshot_xmax(txid_current_snapshot()) - 1)'),
    tells: cell('committed'),
  },
}

/** @type {Record<string, number>} */
const functions = {}
/** Types of messages that trials have seen to be held back. @type {Set<string>} */
const walked = new Set()
const nextSecret = () => ({ secret: `secret${++number}`, n: -number })
/** @param {string} sql @param {string} secret @param {number} n */
const filled = (sql, secret, n) => sql.replaceAll('$s', secret).replaceAll('$n', String(n)).replaceAll('$p', String(-n))

for (const [name, way] of Object.entries(WAYS)) {
  test(`${name} waits`, { timeout: 20000 }, async () => {
    const { secret, n } = nextSecret()
    if (functions.count_of === undefined)
      functions.count_of = (await held.db.query("select 'count_of'::regproc::oid::int8::text as oid")).rows.map(
        (/** @type {any} */ row) => Number(row.oid)
      )[0]
    const client = await connected(listener.port)
    const connection = [...listener.connections].at(-1)
    for (const sql of [...way.inBlock ? ['begin'] : [], ...way.first ?? []]) {
      // Tables that others are to see are made by another.
      if (sql.startsWith('create table') && !sql.includes('own_')) await held.db.exec(filled(sql, secret, n))
      else await client.query(filled(sql, secret, n))
    }
    held.hold()
    const committing = writer.query(filled(way.commit ?? "insert into t values ($n, '$s')", secret, n))
    await until(() => !isDurable() || sequenceAhead())
    client.messages.length = 0
    const said = /** @type {Message[]} */ ([])
    const tells = () => (way.tells ?? ((all) => all.includes(secret)))(text(said), said, secret, n)
    const hear = () => { said.push(...client.messages.splice(0)) }
    client.send(...way.ask(secret, n))
    await until(() => { hear(); return tells() || connection.outbox.held.length > 0 })
    assert.equal(tells(), false, 'the commit is not durable')
    const before = said.length
    held.release()
    await committing
    await until(() => { hear(); return tells() || client.closed })
    assert.ok(tells(), 'the trial tells of the commit once it is durable')
    for (const { type } of said.slice(before)) walked.add(type)
    if (way.rolledBack) await client.query('rollback')
    client.end()
    await until(() => !listener.connections.has(connection))
  })
}

const isDurable = () => held.db.cluster.txns.gatingLsn <= held.db.cluster.wal.durableLsn

/** setval writes no commit record: its transaction's answer waits for what it logged. */
const sequenceAhead = () =>
  held.db.cluster.wal.position > held.db.cluster.wal.durableLsn &&
  writer.session.block.state === 0 &&
  writer.session.gate.lsn > held.db.cluster.wal.durableLsn

/** @type {Record<string, [prepare: string, sql: (secret: string) => string]>} */
const TELLERS = {
  'a transaction that wrote nothing': ['', (s) => `select pg_notify('ch', b) from t where b = '${s}'`],
  'a block that wrote nothing': ['begin', (s) => `select pg_notify('ch', b) from t where b = '${s}'; commit`],
  'one that does not wait for its own commit': [
    'set synchronous_commit = off',
    (s) => `with x as (insert into other values (1) returning a) select pg_notify('ch', b) from t, x where b = '${s}'`,
  ],
  'one that does': [
    '',
    (s) => `with x as (insert into other values (1) returning a) select pg_notify('ch', b) from t, x where b = '${s}'`,
  ],
}
for (const [name, [prepare, sql]] of Object.entries(TELLERS)) {
  test(`notifications by ${name} wait, and come in the order of commits`, { timeout: 20000 }, async () => {
    const { secret, n } = nextSecret()
    const hearer = await connected(listener.port)
    await hearer.query('listen ch')
    const teller = await connected(listener.port)
    if (prepare !== '') await teller.query(prepare)
    const other = await held.db.connect()
    held.hold()
    const committing = writer.query(`insert into t values (${n}, '${secret}')`)
    await until(() => !isDurable())
    hearer.messages.length = 0
    teller.send(query(sql(secret)))
    const { queue } = held.db.session.database.channels
    await until(() => hearer.messages.some(({ type }) => type === 'A') || queue.held.length > 0)
    const second = other.query("notify ch, 'the second'")
    await until(() => hearer.messages.some(({ type }) => type === 'A') || queue.held.length > 1)
    assert.deepEqual(hearer.messages.filter(({ type }) => type === 'A'), [])
    held.release()
    await committing
    await second
    const heard = text((await hearer.take('A', 2)).filter(({ type }) => type === 'A'))
    assert.ok(heard.includes(secret) && heard.indexOf(secret) < heard.indexOf('the second'))
    walked.add('A')
    hearer.end()
    teller.end()
    await other.release()
  })
}

test('what a client is told before it has a session waits', { timeout: 20000 }, async () => {
  await held.db.exec('create role later login')
  for (const [commit, user, tells] of /** @type {[string, string, (messages: Message[]) => boolean][]} */ ([
    [
      "alter role later set search_path to 'elsewhere'",
      'later',
      (messages) => messages.some(({ type }) => type === 'R'),
    ],
    ['drop role later', 'later', (messages) => messages.some(({ type }) => type === 'E')],
  ])) {
    held.hold()
    const committing = writer.query(commit)
    await until(() => held.db.cluster.catalogGateLsn > 0)
    const known = new Set(listener.connections)
    const client = new WireClient(listener.port)
    const started = client.start({ user })
    await until(
      () =>
        tells(client.messages) ||
        [...listener.connections].some((connection) => !known.has(connection) && connection.outbox.held.length > 0)
    )
    assert.equal(tells(client.messages), false)
    held.release()
    await committing
    assert.ok(tells(await started))
    for (const type of ['R', 'S', 'K']) walked.add(type)
    client.end()
    await until(() => listener.connections.size === known.size)
  }
})

test('changes without rows go at once within a block, as do the transaction\'s edges', { timeout: 20000 }, async () => {
  const client = await connected(listener.port)
  await client.query('begin')
  await client.query('prepare change as update t set b = b where a = 1')
  held.hold()
  const committing = writer.query('update t set b = b where a = 1')
  await until(() => !isDurable())
  assert.deepEqual(await client.lines('update t set b = b where a = 1'), ['C UPDATE 1', 'Z T'])
  assert.deepEqual(await client.lines('savepoint s'), ['C SAVEPOINT', 'Z T'])
  assert.deepEqual(await client.lines('execute change'), ['C UPDATE 1', 'Z T'])
  client.send(...extended('update t set b = b where a = $1', ['1']), sync())
  assert.equal((await client.take('Z')).length, 4)
  assert.ok(held.isHolding())
  held.release()
  await committing
  client.end()
})

test('no kind of message was forgotten', () => {
  // Without anything of the database's: they say that something was read, or is expected.
  const silent = new Set([
    'AuthenticationCleartextPassword', 'AuthenticationMD5Password', 'AuthenticationSASL', 'AuthenticationSASLContinue',
    'AuthenticationSASLFinal', 'CloseComplete', 'NoData', 'EmptyQueryResponse', 'ParameterDescription',
    'CopyInResponse', 'NegotiateProtocolVersion',
  ])
  /** @type {Record<string, string>} */
  const letters = {
    AuthenticationOk: 'R', ParameterStatus: 'S', BackendKeyData: 'K', ReadyForQuery: 'Z', FunctionCallResponse: 'V',
    ParseComplete: '1', BindComplete: '2', PortalSuspended: 's', CopyDone: 'c', RowDescription: 'T',
    CommandComplete: 'C', CopyOutResponse: 'H', CopyData: 'd', NotificationResponse: 'A', ErrorResponse: 'E',
    NoticeResponse: 'N',
  }
  assert.deepEqual(Object.keys(backend).filter((name) => !silent.has(name) && !walked.has(letters[name])), [])
})
