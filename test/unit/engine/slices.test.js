import { test } from 'vitest'
import assert from 'node:assert/strict'
import { Slices } from '../../../src/engine/turns/slices.js'

test('slices are short as long as others are remembered', () => {
  const slices = new Slices()
  const alone = slices.next(1000)
  slices.served++
  const among = slices.next(1010)
  assert.ok(among < alone)
  assert.equal(slices.next(1200), among)
  assert.equal(slices.next(1300), alone)
})

test('between two slices long work steps back while a commit waits for its sync', () => {
  const slices = new Slices()
  slices.over(1000)
  assert.equal(slices.givesWay(1000.01, 50), false, 'nobody is there')
  slices.commitLsn = 80
  assert.equal(slices.givesWay(1000.02, 50), true)
  assert.equal(slices.givesWay(1000.45, 50), true)
  assert.equal(slices.givesWay(1000.46, 90), false, 'it is durable')
  assert.equal(slices.givesWay(1000.6, 50), false, 'a slow disk does not stop long work')
})

test('and while a client that was answered may go on', () => {
  const slices = new Slices()
  slices.served = 5
  slices.over(1000)
  assert.equal(slices.givesWay(1000.01, 0), false, 'what was before the slice is over')
  slices.served++
  assert.equal(slices.givesWay(1000.02, 0), true)
  assert.equal(slices.givesWay(1000.1, 0), true)
  assert.equal(slices.givesWay(1000.14, 0), false, 'it did not')
  slices.served++
  assert.equal(slices.givesWay(1000.15, 0), true)
  let nowMs = 1000.15
  while (slices.givesWay(nowMs, 0)) {
    nowMs += 0.05
    slices.served++
  }
  assert.ok(nowMs >= 1000.5 && nowMs < 1000.6, 'however many there are, long work goes on in a while')
})
