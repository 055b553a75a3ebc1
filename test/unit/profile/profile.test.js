/** The profile's one promise: self times add up to wall time, whatever is entered, left, thrown or sampled. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { LAYER, Profile, instrument } from '../../../src/profile/profile.js'

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
