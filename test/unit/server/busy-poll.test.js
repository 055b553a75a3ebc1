import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'vitest'
import { parsed as counted } from '../../../src/engine/statements/core/plan-cache.js'
import { open } from '../../../src/index.js'
import { BusyPoll } from '../../../src/server/busy-poll.js'
import { OptimizingPace, hasBudgets } from '../../../src/server/optimizing-pace.js'

/** An event loop whose turns take a microsecond, and clients whose messages come at given times. */
function world(/** @type {number} */ windowUs) {
  let us = 1000
  /** @type {(() => void)[]} */
  let pending = []
  let turns = 0
  let isSyncing = false
  let [syncs, instants] = [0, 0]
  const poll = new BusyPoll(windowUs, { begun: () => syncs, awaited: () => isSyncing },
    { now: () => us / 1000, setImmediate: (callback) => { pending.push(callback) }, instant: () => { instants++ } })
  return {
    poll,
    syncing(/** @type {boolean} */ is) { isSyncing = is },
    get turns() { return turns },
    get instants() { return instants },
    /** A sync of so many microseconds, while the loop is awake; messages come in every turn of it, or none do. */
    sync(/** @type {number} */ took, isAwaited = true, isBusy = false) {
      syncs++
      isSyncing = isAwaited
      for (let turn = 0; turn < 10; turn++) {
        poll.again()
        if (isBusy) {
          us++
          poll.heard()
        }
      }
      isSyncing = false
      us += took
      poll.synced()
      poll.idle()
    },
    /** The client thinks for so long, then its message is answered at once. @param {number} think microseconds */
    message(think) {
      const at = us + think
      while (us < at && pending.length > 0) {
        const due = pending
        pending = []
        turns++
        us++
        for (const callback of due) callback()
      }
      us = at
      poll.heard()
      poll.idle()
    },
  }
}

test('a client that answers at once is waited for awake', () => {
  const { poll, message } = world(100)
  for (let count = 0; count < 4; count++) message(10)
  assert.equal(poll.polling, false)
  message(10)
  assert.equal(poll.polling, true)
  for (let count = 0; count < 100; count++) message(90)
  assert.equal(poll.polling, true)
})

test('a client that thinks is waited for asleep', () => {
  const loop = world(100)
  for (let count = 0; count < 1000; count++) loop.message(400)
  assert.equal(loop.turns, 0)
})

test('where every wait is in vain, waiting awake all but stops', () => {
  // Too late for the window by little; or the client cannot run while the server waits awake.
  for (const [asleep, awake] of [[200, 200], [20, 120]]) {
    const loop = world(100)
    let vain = 0
    for (let count = 0; count < 100_000; count++) {
      if (loop.poll.polling) vain++
      loop.message(loop.poll.polling ? awake : asleep)
    }
    assert.ok(vain < 60, `${vain} of 100,000 messages were waited for in vain`)
  }
})

test('a client that thinks after each transaction costs one window each', () => {
  const loop = world(100)
  for (let transaction = 0; transaction < 1000; transaction++) {
    for (let statement = 0; statement < 12; statement++) loop.message(10)
    assert.equal(loop.poll.polling, true)
    loop.message(5000)
    assert.equal(loop.poll.polling, false)
  }
  assert.ok(loop.turns <= 1000 * (101 + 12 * 10), `${loop.turns} turns`)
})

test('after long thinking, quick messages bring it back and keep it', () => {
  const loop = world(100)
  for (let count = 0; count < 5; count++) {
    for (let quick = 0; quick < 1000; quick++) loop.message(10)
    assert.equal(loop.poll.polling, true)
    loop.message(10_000)
    assert.equal(loop.poll.polling, false)
  }
  assert.equal(loop.poll.needed, 4)
})

test('the end of a sync is waited for longer, but not for as long as a slow disk takes', () => {
  const loop = world(100)
  for (let count = 0; count < 5; count++) loop.message(10)
  loop.syncing(true)
  loop.message(350)
  assert.equal(loop.poll.polling, true)
  loop.message(450)
  assert.equal(loop.poll.polling, false)
})

test('after a sync that was late, the thread that syncs is made room for a while', () => {
  const loop = world(100)
  for (let count = 0; count < 5; count++) loop.message(10)
  for (let count = 0; count < 200; count++) loop.sync(140 + count % 100)
  assert.equal(loop.instants, 0)
  loop.sync(900)
  for (let count = 0; count < 200; count++) loop.sync(200)
  assert.equal(loop.instants, 64)
  // A slow disk is no reason: its time becomes the usual one.
  for (let count = 0; count < 1000; count++) loop.sync(2000)
  const { instants } = loop
  for (let count = 0; count < 1000; count++) loop.sync(2000)
  assert.equal(loop.instants, instants)
})

test('while messages come, no room is made', () => {
  const loop = world(100)
  for (let count = 0; count < 5; count++) loop.message(10)
  for (let count = 0; count < 200; count++) loop.sync(900 * (count % 2) + 100, true, true)
  assert.equal(loop.instants, 0)
  loop.sync(100)
  assert.equal(loop.instants, 1)
})

test('a sync of the main thread, which is over when it is seen, is not timed nor made room for', () => {
  const loop = world(100)
  for (let count = 0; count < 5; count++) loop.message(10)
  for (const think of [100, 100, 5000, 100]) loop.sync(think, false)
  loop.sync(900)
  const { usualMs } = loop.poll
  for (let count = 0; count < 10; count++) loop.sync(300, false)
  assert.equal(loop.instants, 0)
  assert.equal(loop.poll.usualMs, usualMs)
})

test('a window of zero is never waited for', () => {
  const loop = world(0)
  for (let count = 0; count < 1000; count++) loop.message(1)
  assert.equal(loop.turns, 0)
})

test('V8 optimizes late in a young server, soon once statements repeat, and as usual when many are new later', () => {
  const parsed = { texts: 100, work: 100 }
  /** @type {string[]} */
  const set = []
  let [nowMs, betweenMs] = [0, 2_000]
  const pace = new OptimizingPace(parsed, (name) => { set.push(name) }, () => nowMs += betweenMs)
  assert.deepEqual(set, ['late'])
  /** @param {number} messages @param {number} newEvery */
  const hear = (messages, newEvery) => {
    for (let at = 1; at <= messages; at++) {
      if (at % newEvery === 0) {
        parsed.texts++
        parsed.work++
      }
      pace.heard()
    }
  }
  hear(96, 1)
  assert.deepEqual(set, ['late'], 'all are new')
  hear(32, 40)
  assert.deepEqual(set, ['late', 'soon'], 'they repeat')
  hear(320, 8)
  assert.equal(set.length, 2, 'a new one now and then changes nothing')
  hear(32, 3)
  assert.deepEqual(set.slice(2), ['late'], 'a third of them is new')
  hear(1_600, 1)
  assert.deepEqual(set.slice(3), ['usual'], 'the server is not young any more')
  hear(64, 40)
  hear(64, 1)
  assert.deepEqual(set.slice(4), ['soon', 'usual'])
  betweenMs = 10
  hear(32, 1)
  assert.deepEqual(set.slice(6), ['lean'], 'they are small statements')
  betweenMs = 2_000
  hear(32, 1)
  assert.deepEqual(set.slice(7), ['usual'], 'they are long ones')
})

test('a server that changes the catalog is young for fewer statements', async () => {
  const before = { ...counted }
  const db = await open(':memory:')
  await db.query('CREATE TABLE worked (id int)')
  await db.query('SELECT id FROM worked')
  await db.close()
  assert.equal(counted.texts - before.texts, 2)
  assert.equal(counted.work - before.work, 4)
  /** @type {string[]} */
  const set = []
  const parsed = { texts: 0, work: 0 }
  const pace = new OptimizingPace(parsed, (name) => { set.push(name) }, () => 0)
  for (let at = 0; at < 64; at++) {
    parsed.texts++
    parsed.work += 3
    pace.heard()
  }
  assert.deepEqual(set, ['late', 'lean'])
})

test('V8 gets no flag that it does not know', () => {
  assert.deepEqual(['11.3.244.8-node.33', '12.4.254.21-node.57', '13.6.233.17-node.53'].map(hasBudgets),
    [true, false, false])
  const code = `await import('${new URL('../../../src/server/process-memory.js', import.meta.url)}')
    const { OptimizingPace } = await import('${new URL('../../../src/server/optimizing-pace.js', import.meta.url)}')
    const pace = new OptimizingPace({ texts: 0, work: 0 })
    for (let at = 0; at < 64; at++) pace.heard()
    console.log(pace.pace)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } })
  assert.deepEqual([stdout, stderr], ['soon\n', ''])
})
