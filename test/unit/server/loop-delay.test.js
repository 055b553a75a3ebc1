import { test } from 'vitest'
import assert from 'node:assert/strict'
import { LoopDelay } from '../../../src/server/loop-delay.js'

test('the loop is looked at often only where it was held up of late', () => {
  let nowMs = 1000
  /** @type {{ work: () => void, ms: number }[]} */
  const timers = []
  const clock = /** @type {any} */ ({
    monotonicMs: () => nowMs,
    setTimer: (/** @type {() => void} */ work, /** @type {number} */ ms) => { timers.push({ work, ms }) },
  })
  const delay = new LoopDelay(clock)
  let clients = 1
  delay.watch(() => clients > 0)
  /** @param {number} lateMs @returns {number} in how many milliseconds it looks again */
  const comes = (lateMs) => {
    const { work, ms } = /** @type {{ work: () => void, ms: number }} */ (timers.shift())
    nowMs += ms + lateMs
    work()
    return timers[0]?.ms
  }
  assert.equal(comes(0), 100)
  assert.equal(comes(3), 100)
  assert.equal(comes(120), 10)
  assert.equal(delay.recentMs(), 120)
  for (let at = 0; at < 900; at++) assert.equal(comes(0), 10)
  for (let at = 0; at < 200; at++) comes(0)
  assert.equal(comes(0), 100)
  assert.equal(delay.recentMs(), 0)
  assert.equal(delay.longestMs, 120)
  clients = 0
  assert.equal(comes(0), undefined)
})
