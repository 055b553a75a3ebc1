/**
 * Point statements take short cuts: a guess where a key's row is (row-hints.js), keys compared as stored bytes. The
 * same questions asked so that no index serves them must get the same answers, at every moment of a random schedule:
 * keys that change and come back, rows deleted and made anew, savepoints rolled back, several sessions and isolation
 * levels, VACUUM, TRUNCATE.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { seededRandom } from '../../../src/util/prng.js'
import { rounds } from '../../support/rounds.js'

const TEXTS = [
  '', 'a', 'b', 'aa', 'ab', 'ä', 'äb', '😀', 'key/000000000001', 'key/000000000002', `long ${'x'.repeat(300)}`,
  `long ${'x'.repeat(299)}y`,
]
const EXPECTED = new Set(['55P03', '23505', '40001', '25P02', '25001'])

/** @param {number} seed @param {any} kind */
async function schedule(seed, { type, values, general }) {
  const { below } = seededRandom(seed)
  const pick = () => values[below(values.length)]
  const db = await open(':memory:')
  try {
    await db.exec(
      `create table t (k ${type} primary key, n int, b text); create table d (k ${type} unique deferrable, n int)`,
    )
    const sessions = await Promise.all([0, 1, 2].map(() => db.connect()))
    let checks = 0
    const attempt = (/** @type {any} */ session, /** @type {string} */ text, /** @type {any[]} */ ...params) => {
      try {
        return session.prepare(text).all(...params)
      } catch (error) {
        if (!EXPECTED.has(/** @type {any} */ (error).code)) throw error
        return null
      }
    }
    /** As attempt, for what returns no rows. @param {any} session @param {string} text @param {any[]} params */
    const change = (session, text, ...params) => {
      try {
        session.prepare(text).run(...params)
      } catch (error) {
        if (!EXPECTED.has(/** @type {any} */ (error).code)) throw error
      }
    }
    for (let step = 0; step < 1500; step++) {
      const session = sessions[below(3)]
      switch (below(16)) {
        case 0: change(session, `begin isolation level ${['read committed', 'repeatable read', 'serializable'][below(3)]}`); break
        case 1: change(session, 'commit'); break
        case 2: change(session, 'rollback'); break
        case 3: if (session.session.block.state === 2) change(session, 'savepoint s'); break
        case 4: if (session.session.block.savepoints.length > 0) change(session, 'rollback to s'); break
        case 5: change(session, 'delete from t where k = $1', pick()); break
        case 6: change(session, 'update t set k = $2 where k = $1', pick(), pick()); break
        case 7: change(session, 'update t set n = n + 1 where k = $1', pick()); break
        case 8: change(session, 'insert into t values ($1, $2, $3)', pick(), step, 'x'.repeat(below(200))); break
        case 9: change(session, 'insert into t values ($1, $2) on conflict (k) do update set n = excluded.n, b = $3', pick(), step, 'y'.repeat(below(400))); break
        case 10: change(session, 'insert into t values ($1, $2) on conflict do nothing', pick(), step); break
        case 11: change(session, 'insert into d values ($1, $2)', pick(), step); break
        case 12: change(session, 'update d set k = $2 where k = $1', pick(), pick()); break
        case 13: if (below(40) === 0) change(session, 'vacuum t'); else if (below(60) === 0) change(session, 'truncate t'); break
        default: break
      }
      for (const table of ['t', 'd']) {
        const key = pick()
        const fast = attempt(session, `select k, n from ${table} where k = $1`, key)
        if (fast === null) continue
        const slow = attempt(session, `select k, n from ${table} where ${general('k')} = ${general('$1')}`, key)
        if (slow === null) continue
        checks++
        assert.deepEqual(fast, slow, `seed ${seed}, step ${step}`)
      }
      const [low, high] = [pick(), pick()]
      const near = attempt(session, 'select k, n, b from t where k >= $1 and k < $2 order by k, n limit 4', low, high)
      const far = near === null ? null : attempt(session, `select k, n, b from t where ${general('k')} >= ${general('$1')} and ${general('k')} < ${general('$2')} order by ${general('k')}, n limit 4`, low, high)
      if (far !== null) assert.deepEqual(near, far, `seed ${seed}, step ${step}: a range`)
    }
    for (const session of sessions) if (session.session.block.state !== 0) session.prepare('rollback').run()
    assert.ok(checks > 500)
    assert.deepEqual((await db.check()).problems, [])
  } finally {
    await db.close()
  }
}

const KINDS = {
  text: { type: 'text', values: TEXTS, general: (/** @type {string} */ source) => `(${source}::text || '')` },
  varchar: {
    type: 'varchar(400)', values: TEXTS, general: (/** @type {string} */ source) => `(${source}::text || '')`,
  },
  int4: {
    type: 'int4', values: [0, 1, -1, 7, 2147483647, -2147483648, 100, 101, 102],
    general: (/** @type {string} */ source) => `(${source}::int8 + 0)`,
  },
  int8: {
    type: 'int8', values: [0, 1, -1, '9223372036854775807', 4294967296, 100, 101],
    general: (/** @type {string} */ source) => `(${source}::numeric + 0)`,
  },
  numeric: {
    type: 'numeric', values: ['0', '1', '1.0', '1.00', '-3', '1e20'],
    general: (/** @type {string} */ source) => `(${source}::numeric + 0)`,
  },
}
for (const [name, kind] of Object.entries(KINDS)) {
  test(`keys of type ${name}: short cuts answer as a scan does`, async () => {
    for (let seed = 1; seed <= rounds(1, 3); seed++) await schedule(seed, kind)
  })
}

test('strings of any length and alphabet are decoded as they were stored', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('create table t (id int primary key, v text)')
    const texts = []
    for (let length = 0; length < 48; length++) {
      texts.push(
        'x'.repeat(length), `${'y'.repeat(Math.max(0, length - 2))}é`, `é${'z'.repeat(Math.max(0, length - 2))}`,
        '😀'.repeat(length >> 2),
      )
    }
    const insert = db.prepare('insert into t values ($1, $2)')
    texts.forEach((text, id) => insert.run(id, text))
    const get = db.prepare('select v from t where id = $1')
    for (let round = 0; round < 70; round++) texts.forEach((text, id) => assert.equal(get.get(id).v, text))
  } finally {
    await db.close()
  }
})

test('a prepared statement takes its table lock again after ROLLBACK TO gave it back', async () => {
  const db = await open(':memory:')
  try {
    await db.exec('create table t (k int primary key, n int); insert into t values (1, 0)')
    const other = await db.connect()
    const update = db.prepare('update t set n = n + 1 where k = $1')
    db.prepare('begin').run()
    db.prepare('savepoint a').run()
    assert.equal(update.run(1).changes, 1)
    db.prepare('rollback to a').run()
    other.prepare('begin').run()
    other.prepare('lock table t in access exclusive mode').run()
    assert.throws(() => update.run(1), { code: '55P03' })
    other.prepare('rollback').run()
    db.prepare('rollback').run()
    assert.equal(update.run(1).changes, 1)
    assert.deepEqual(db.prepare('select n from t').all(), [{ n: 1 }])
  } finally {
    await db.close()
  }
})

test('a body\'s statement that calls a function which runs statements gets its own rows', async () => {
  const db = await open(':memory:')
  try {
    await db.exec(
      'create table t (k int primary key, n int); insert into t select i, i * 10 from generate_series(1, 9) i',
    )
    db.createFunction('deep', { args: ['int4', 'int4'], returns: 'int4' }, (tx, k, depth) => {
      const own = tx.get('select n from t where k = $1', k).n
      tx.run('update t set n = n + 1 where k = $1 returning n', k)
      if (depth === 0) return own
      const below = tx.get('select deep($1, $2) as r, n from t where k = $1', k, depth - 1)
      assert.equal(below.n, own + 1)
      return below.r
    })
    assert.deepEqual(db.prepare('select deep($1, $2) as r').get(3, 4), { r: 34 })
    assert.deepEqual(db.prepare('select n from t where k = 3').get(), { n: 35 })
    db.createFunction('careless', { args: ['int4'], returns: 'int4' }, (tx, k) => {
      try {
        tx.run('insert into t values ($1, 0)', k)
      } catch (error) {
        assert.equal(/** @type {any} */ (error).code, '23505')
      }
      return tx.get('select n from t where k = $1', k).n
    })
    assert.equal(db.prepare('select careless($1) as r').get(5).r, 50)
    assert.deepEqual((await db.check()).problems, [])
  } finally {
    await db.close()
  }
})

test('the clock of a transaction stands still, and moves on with the next', async () => {
  const db = await open(':memory:')
  try {
    const now = db.prepare('select now()::text as n, statement_timestamp()::text as s')
    db.prepare('begin').run()
    const first = now.get()
    for (const end = performance.now() + 3; performance.now() < end;) { /* time passes */ }
    const second = now.get()
    db.prepare('commit').run()
    assert.equal(second.n, first.n)
    assert.notEqual(second.s, first.s)
    const alone = now.get()
    assert.equal(alone.n, alone.s)
    assert.ok(alone.n > second.s)
  } finally {
    await db.close()
  }
})
