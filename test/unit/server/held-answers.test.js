import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Listener } from '../../../src/server/listener.js'

/**
 * Answers that wait for a sync, and when they leave.
 * @param {[name: string, isInside: boolean, lsns: number[]][]} connections
 */
function world(connections) {
  /** @type {string[]} */
  const left = []
  const polled = { synced: 0, idle: 0 }
  const waiting = new Set(connections.map(([name, isInside, lsns]) => ({
    name, isInside,
    /** @param {number} durable whether some still wait */
    releaseHeld(durable) {
      while (lsns.length > 0 && lsns[0] <= durable) left.push(`${name} ${lsns.shift()}`)
      return lsns.length > 0
    },
  })))
  const wal = { failed: null, durableLsn: 0 }
  const listener = /** @type {any} */ ({
    cluster: { wal },
    waiting,
    busyPoll: {
      synced: () => { polled.synced++ },
      idle: () => { polled.idle++ },
    },
  })
  return {
    left,
    polled,
    waiting,
    ended(/** @type {number} */ lsn) {
      wal.durableLsn = lsn
      Listener.prototype.releaseHeld.call(listener)
    },
  }
}

test('when a sync ends, answers inside transactions leave first, and what it did not cover stays', () => {
  const { left, polled, waiting, ended } = world([
    ['a', false, [10, 40]],
    ['b', true, [20]],
    ['c', false, [50]],
    ['d', true, [15, 45]],
  ])
  ended(30)
  assert.deepEqual(left, ['b 20', 'd 15', 'a 10'])
  assert.deepEqual([...waiting].map(({ name }) => name), ['a', 'c', 'd'])
  ended(50)
  assert.deepEqual(left.slice(3), ['d 45', 'a 40', 'c 50'])
  assert.equal(waiting.size, 0)
  assert.deepEqual(polled, { synced: 2, idle: 2 }, 'the loop that waits awake is told')
})
