/**
 * Every way by which a program hears of a database it has embedded, against a log whose sync is held back: promises,
 * pieces and callbacks come when what they show is durable, synchronous calls
 * make it so or are among those that say they do not. See "The gate" in src/engine/README.md.
 */
import { afterAll, beforeAll, test } from 'vitest'
import assert from 'node:assert/strict'
import { Database } from '../../../src/library/database.js'
import { EmbeddedSession } from '../../../src/library/session.js'
import { Statement } from '../../../src/library/statement.js'
import { openWithHeldSync, until } from '../../support/held-sync.js'

/** @type {any} */
let held
/** @type {any} */
let db
/** @type {any} */
let writer
/** @type {any} */
let reader
/** @type {any[]} */
const notices = []
let number = 0

beforeAll(async () => {
  held = await openWithHeldSync({ onNotice: (/** @type {any} */ notice) => { notices.push(notice) } })
  db = held.db
  await db.exec("create table t (a int primary key, b text); insert into t select g, repeat('x', 100) from generate_series(1, 3000) g; create table child (a int references t); create role guest login; create table late (a int unique deferrable initially deferred)")
  writer = await db.connect()
  reader = await db.connect()
})
afterAll(async () => {
  held.release()
  await db.close()
})

const isDurable = () => db.cluster.txns.gatingLsn <= db.cluster.wal.durableLsn

/** A commit that is not durable. @param {string} [sql] */
async function commit(sql) {
  const n = --number
  const secret = `secret${-n}`
  // The engine commits on its own, too: a sync of that under way says nothing of this one.
  await until(isDurable)
  held.hold()
  const before = db.cluster.txns.gatingLsn
  const committing = writer.exec(sql ?? `insert into t values (${n}, '${secret}')`)
  await until(() => db.cluster.txns.gatingLsn > before && !isDurable())
  return { n, secret, committing }
}

/**
 * Ways to hear something later. Each hands what it heard to `hear`.
 * @type {Record<string, (use: { n: number, secret: string, hear: (what: any) => void }) => Promise<void>>}
 */
const LATER = {
  query: async ({ secret, hear }) => hear(await reader.query('select b from t where b = $1', [secret])),
  'query that fails': async ({ n, hear }) => reader.query('insert into t values ($1)', [n]).catch(hear),
  'query with limits': async ({ secret, hear }) =>
    hear(await reader.query('select b from t where b = $1', [secret], { timeout: 60000 })),
  exec: async ({ secret, hear }) => hear(await reader.exec(`select b from t where b = '${secret}'`)),
  'exec that fails': async ({ n, hear }) => reader.exec(`insert into t values (${n})`).catch(hear),
  sql: async ({ secret, hear }) => hear(await reader.sql`select b from t where b = ${secret}`),
  transaction: async ({ secret, hear }) => {
    await reader.transaction(async (/** @type {any} */ tx) =>
      hear(await tx.query('select b from t where b = $1', [secret])),
    )
  },
  'transaction that changes': async ({ n, hear }) =>
    hear(await reader.transaction((/** @type {any} */ tx) => tx.query('update t set b = b where a = $1', [n]))),
  'transaction of the database': async ({ secret, hear }) =>
    hear(await db.transaction((/** @type {any} */ tx) => tx.query('select b from t where b = $1', [secret]))),
  copyTo: async ({ hear }) => { for await (const piece of reader.copyTo('(select b from t order by a)')) hear(piece) },
  'copyTo that fails': async ({ secret, hear }) => {
    try {
      for await (const piece of reader.copyTo(`(select b::int from t where b = '${secret}')`)) hear(piece)
    } catch (error) { hear(error) }
  },
  stream: async ({ secret, hear }) => {
    for await (const row of reader.stream('select b from t where b = $1', [secret])) hear(row)
  },
  // Not a condition that an index answers: the row has to be met for its commit to be waited for.
  'stream without rows': async ({ secret, hear }) => {
    for await (const row of reader.stream('select b from t where b = $1 and a + 0 > 0', [secret])) hear(row)
    hear('over')
  },
  'stream that fails': async ({ secret, hear }) => {
    try {
      for await (const row of reader.stream('select b::int from t where b = $1', [secret])) hear(row)
    } catch (error) { hear(error) }
  },
  copyFrom: async ({ n, hear }) => hear(await reader.copyFrom('child', [`${n}\n`])),
  'copyFrom that fails': async ({ n, hear }) => reader.copyFrom('t', [`${n}\tx\n`]).catch(hear),
  listen: async ({ secret, hear }) => {
    const stop = await db.listen('ch', hear)
    reader.query('select pg_notify($1, b) from t where b = $2', ['ch', secret]).catch(hear)
    await until(() => isDurable())
    await reader.query('select 1')
    await stop()
  },
  notify: async ({ secret, hear }) => {
    await reader.query('begin')
    reader.query('update t set b = b where b = $1', [secret])
    await reader.notify('ch', '')
    hear(await reader.query('commit'))
  },
  check: async ({ hear }) => hear(await db.check()),
  flushed: async ({ hear }) => hear(await reader.flushed()),
}

for (const [name, way] of Object.entries(LATER)) {
  test(`${name} waits`, { timeout: 20000 }, async () => {
    // LISTEN itself is no change of anybody's data: it comes first.
    const { n, secret, committing } = await commit()
    let isHeard = false
    const running = way({ n, secret, hear: (what) => {
      if (what instanceof Uint8Array && !Buffer.from(what).includes(secret)) return // of the rows before
      isHeard = true
    } })
    let turns = 0
    try {
      await until(() => isHeard || turns++ > 300)
      assert.equal(isHeard, false, 'the commit is not durable')
    } finally {
      held.release() // or whoever comes next waits for ever
    }
    await Promise.all([running, committing])
    assert.ok(isHeard, 'it tells something')
  })
}

test('a fork waits until what it shows is durable', { timeout: 20000 }, async () => {
  await db.checkpoint() // or it began with one, which syncs the log
  const { n, secret, committing } = await commit()
  let isMade = false
  const making = db.fork().finally(() => { isMade = true })
  let turns = 0
  try {
    await until(() => isMade || turns++ > 300)
    assert.equal(isMade, false, 'the commit is not durable')
  } finally {
    held.release()
  }
  const fork = await making
  assert.deepEqual((await fork.query('select b from t where a = $1', [n])).rows, [{ b: secret }])
  await committing
  await fork.close()
})

test('whoever is told of a sequence waits for what others took of it', { timeout: 20000 }, async () => {
  for (const sql of ['select last_value from few', "select pg_sequence_last_value('few')", "select nextval('few')"]) {
    await db.exec('create sequence few maxvalue 2')
    const { committing } = await commit(`insert into t values (${--number}); select setval('few', 2)`)
    let turns = 0
    let isHeard = false
    const looking = reader.query(sql).catch(() => undefined).then(() => { isHeard = true })
    await until(() => isHeard || turns++ > 300)
    assert.equal(isHeard, false, sql)
    held.release()
    await Promise.all([looking, committing])
    await db.exec('drop sequence few')
  }
})

test('what a procedure or DETACH CONCURRENTLY commits on its way waits', { timeout: 20000 }, async () => {
  await db.exec(`create table steps (a int); create table parts (a int) partition by list (a);
    create table one partition of parts for values in (1);
    create procedure ends(a int) language plpgsql as $$ begin insert into steps values (a); commit; end $$;
    create procedure answers(a int, inout b int) language plpgsql as $$
      begin insert into steps values (a); commit; b := 7; end $$;
    create procedure fails(a int) language plpgsql as $$
      begin insert into steps values (a); commit; raise 'told'; end $$`)
  const detach = 'alter table parts detach partition one concurrently'
  for (const sql of ['call ends(1)', 'call answers(1, 2)', 'call fails(1)', detach]) {
    await until(isDurable)
    held.hold()
    let turns = 0
    let isHeard = false
    const running = reader.query(sql).catch(() => undefined).then(() => { isHeard = true })
    await until(() => isHeard || turns++ > 300)
    assert.ok(!isHeard && !isDurable(), sql)
    held.release()
    await running
  }
})

test('connect waits for what it tells of roles and databases, refused or not', { timeout: 20000 }, async () => {
  for (const sql of ["alter role guest set search_path to 'elsewhere'", 'drop role guest']) {
    const { committing } = await commit(sql)
    let turns = 0
    let isHeard = false
    const connecting = db
      .connect({ user: 'guest' })
      .then(
        (/** @type {any} */ session) => session.release(),
        () => undefined,
      )
      .then(() => { isHeard = true })
    await until(() => isHeard || turns++ > 300)
    assert.equal(isHeard, false)
    held.release()
    await Promise.all([connecting, committing])
  }
})

test('a notice comes when what it tells is durable', { timeout: 20000 }, async () => {
  await db.exec('create table gone (a int)')
  notices.length = 0
  const { committing } = await commit('drop table gone')
  const dropping = db.exec('drop table if exists gone')
  let turns = 0
  await until(() => notices.length > 0 || turns++ > 300)
  assert.equal(notices.length, 0)
  held.release()
  await Promise.all([committing, dropping])
  assert.match(notices[0].message, /does not exist, skipping/)
})

/**
 * Synchronous calls that tell of the commit at hand, by a value or by an error.
 * @type {Record<string, (use: { n: number, secret: string }) => any>}
 */
const AT_ONCE = {
  'run that fails': ({ n }) => reader.prepare('insert into t values ($1)').run(n),
  'run that fails in a block': ({ n }) =>
    reader.transactionSync(() => {
      try {
        reader.prepare('insert into t values ($1)').run(n)
      } finally {
        assert.ok(isDurable())
      }
    }),
  'run of a change': ({ n }) => reader.prepare('update t set b = b where a = $1').run(n),
  'runMany that fails': ({ n }) => reader.prepare('insert into t values ($1)').runMany([n]),
  'runMany of a change': ({ n }) => reader.prepare('update t set b = b where a = $1').runMany([n]),
  'get that fails': ({ n }) => reader.prepare('insert into t values ($1) returning a').get(n),
  'all that fails': ({ n }) => reader.prepare('insert into t values ($1) returning a').all(n),
  transactionSync: ({ n }) => reader.transactionSync(() => reader.prepare('update t set b = b where a = $1').run(n)),
  'transactionSync that cannot commit': ({ n }) =>
    reader.transactionSync(() =>
      reader.prepare('insert into late select a from t where a = $1 union all select $1').run(n),
    ),
}
for (const [name, way] of Object.entries(AT_ONCE)) {
  test(`after ${name}, what it told is durable`, { timeout: 20000 }, async () => {
    const { n, secret, committing } = await commit()
    try {
      way({ n, secret })
    } catch (error) {
      if (!(/** @type {any} */ (error).code)) throw error
    }
    assert.ok(isDurable())
    held.release()
    await committing
  })
}

test('a statement that cannot be prepared tells what is durable', { timeout: 20000 }, async () => {
  await db.exec('create table gone (a int)')
  const { committing } = await commit('drop table gone')
  assert.throws(() => reader.prepare('select * from gone'), { code: '42P01' })
  assert.ok(isDurable())
  held.release()
  await committing
})

test('no method was forgotten', () => {
  /** Of these: how the program hears. @type {Record<string, string>} */
  const told = {
    query: 'later', exec: 'later', sql: 'later', transaction: 'later', copyTo: 'later', stream: 'later',
    copyFrom: 'later', listen: 'later', notify: 'later', check: 'later', flushed: 'later', connect: 'later',
    fork: 'later', snapshot: 'as fork', restore: 'nothing', enter: 'part of open and restore',
    transactionSync: 'at once', prepare: 'at once', run: 'at once', runMany: 'at once', get: 'ungated, but for errors',
    all: 'ungated, but for errors', iterate: 'ungated, but for errors', createFunction: 'by prepare and run',
    createProcedure: 'by prepare and run', cancel: 'nothing', release: 'nothing', checkpoint: 'nothing',
    close: 'nothing', serve: 'nothing', parse: 'nothing', stats: 'counters of this process',
    salvage: 'syncs before it reads', settled: 'part of close', createConnection: 'a connection has a gate of its own',
    accept: 'part of createConnection', intercept: 'nothing: it is shown statements', answered: 'the gate',
    inOrder: 'the gate', limited: 'part of query', runWith: 'part of copyTo', runOne: 'part of query',
    steps: 'part of query', closeAll: 'part of close', refusal: 'part of query',
    maker: 'part of get', execute: 'part of run',
    executeNow: 'part of run', within: 'part of run', once: 'part of run', finishImplicit: 'part of run',
    general: 'part of run', parameters: 'part of run', converted: 'part of run', tag: 'the tag of a run',
  }
  for (const { prototype } of [EmbeddedSession, Database, Statement]) {
    assert.deepEqual(
      Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor' && !(name in told)),
      [],
    )
  }
})
