/** The profile's one promise: self times add up to wall time, whatever is entered, left, thrown or sampled. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { open } from '../../../src/index.js'
import { LAYER, Profile, booked, instrument } from '../../../src/profile/profile.js'

function clock() {
  let now = 0
  return { nowMs: () => now, pass: (/** @type {number} */ ms) => { now += ms } }
}

test('nested layers split the time; fine ones divide the time of execute by their samples', () => {
  const { nowMs, pass } = clock()
  const profile = new Profile(nowMs)
  const store = { read: (/** @type {number} */ ms) => { pass(ms); return ms }, write: () => { pass(2) } }
  const restore = instrument(profile, store, { read: 'heap', write: 'wal.write' })
  for (let statement = 0; statement < 34; statement++) {
    pass(1)
    const before = profile.enter(LAYER.execute)
    pass(3)
    assert.equal(store.read(1), 1)
    store.write()
    profile.leave(before)
  }
  const { wallMs, rows } = profile.report(34)
  const of = (/** @type {string} */ name) => /** @type {any} */ (rows.find((row) => row.layer === name))
  assert.equal(wallMs, 34 * 7)
  assert.ok(Math.abs(rows.reduce((sum, row) => sum + row.selfMs, 0) - wallMs) < 1e-9)
  assert.equal(of('other').selfMs, 34)
  assert.equal(of('wal.write').selfMs, 68)
  assert.equal(of('heap').calls, 34)
  assert.equal(of('heap').selfMs, 34)
  assert.equal(of('execute').selfMs, 102)
  restore()
  assert.equal(Object.keys(store).length, 2)
})

test('an exception leaves the layer it was thrown from', () => {
  const { nowMs, pass } = clock()
  const profile = new Profile(nowMs)
  const store = { fail: () => { pass(5); throw new Error('no') } }
  instrument(profile, store, { fail: 'wal.sync' })
  assert.throws(() => store.fail(), /no/)
  assert.equal(profile.current, LAYER.other)
  assert.equal(profile.report(1).rows[LAYER['wal.sync']].selfMs, 5)
})

test('work that waits is booked where it works; what others do meanwhile is not', () => {
  const { nowMs, pass } = clock()
  const profile = new Profile(nowMs)
  const work = /** @type {() => Generator<string, string, void>} */ (function* working() {
    pass(3)
    try {
      yield 'first'
    } catch {
      pass(4)
    }
    yield 'second'
    return 'over'
  })
  const made = booked(profile, LAYER.procedure, work())
  assert.deepEqual(made.next(), { value: 'first', done: false })
  pass(10)
  assert.deepEqual(made.throw(new Error('no')), { value: 'second', done: false })
  assert.equal(profile.current, LAYER.other)
  made.return('given up')
  const { rows } = profile.report(1)
  assert.deepEqual([rows[LAYER.procedure].selfMs, rows[LAYER.procedure].calls, rows[LAYER.other].selfMs], [7, 1, 10])
})

test('procedures and triggers are layers of their own, and so are the statements in them', async () => {
  const db = await open({ path: ':memory:', profile: true })
  await db.exec(`create table t (a int); create table log (a int);
    create function noted() returns trigger language plpgsql as $$
      begin insert into log values (new.a); return null; end $$;
    create trigger noted after insert on t for each row execute function noted();
    create function plain(n int) returns int language plpgsql as $$ begin return n + 1; end $$;
    create procedure filled(n int) language plpgsql as $$ begin insert into t select generate_series(1, n); end $$`)
  const profile = /** @type {Profile} */ (db.cluster.profile)
  profile.start()
  await db.query('call filled(20)')
  await db.query('select plain(g) from generate_series(1, 30) g')
  const { rows, wallMs } = profile.report(1)
  assert.equal(rows[LAYER.trigger].calls, 20)
  assert.ok(rows[LAYER.procedure].calls >= 31, 'a CALL and 30 calls of a function')
  assert.ok(rows[LAYER.execute].calls > 20, 'statements of the triggers are execute')
  assert.ok(Math.abs(rows.reduce((sum, row) => sum + row.selfMs, 0) - wallMs) < 1e-6)
  await db.close()
})
