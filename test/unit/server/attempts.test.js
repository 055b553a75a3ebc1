/** Who guesses passwords waits longer and longer, by address. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Attempts } from '../../../src/server/auth/attempts.js'

test('a few mistakes are free, then each costs; time pays for them', () => {
  let now = 1000
  const attempts = new Attempts(() => now)
  for (let count = 0; count < 5; count++) attempts.failed('10.0.0.1')
  assert.equal(attempts.waitMs('10.0.0.1'), 0)
  attempts.failed('10.0.0.1')
  assert.equal(attempts.waitMs('10.0.0.1'), 1000)
  attempts.failed('10.0.0.1')
  assert.equal(attempts.waitMs('10.0.0.1'), 2000)
  assert.equal(attempts.waitMs('10.0.0.2'), 0, 'others do not notice')
  now += 1500
  assert.equal(attempts.waitMs('10.0.0.1'), 500)
  now += 100000
  assert.equal(attempts.waitMs('10.0.0.1'), 0)
  attempts.failed('10.0.0.1')
  assert.equal(attempts.waitMs('10.0.0.1'), 0)
})

test('nobody waits for ever, and a thousand at a time cost as much as one after the other', () => {
  let now = 0
  const attempts = new Attempts(() => now)
  for (let count = 0; count < 1000; count++) attempts.failed('10.0.0.1')
  assert.equal(attempts.waitMs('10.0.0.1'), 15000)
  now += 15000
  assert.equal(attempts.waitMs('10.0.0.1'), 0)
})

test('a network of IPv6 is one place', () => {
  const attempts = new Attempts(() => 0)
  for (let count = 0; count < 10; count++) attempts.failed(`2001:db8:0:1::${count}`)
  assert.equal(attempts.waitMs('2001:db8:0:1:ffff::1'), 5000)
  assert.equal(attempts.waitMs('2001:db8:0:2::1'), 0)
  assert.equal(attempts.waitMs('2001:db8::1'), 0)
})

test('addresses are forgotten when they owe nothing, or there are too many', () => {
  let now = 0
  const attempts = new Attempts(() => now)
  for (let count = 0; count < 20000; count++) attempts.failed(`10.${count >> 16}.${count >> 8 & 255}.${count & 255}`)
  assert.equal(attempts.paidAt.size, 10000)
  now += 5000
  attempts.failed('192.0.2.1')
  assert.deepEqual([...attempts.paidAt.keys()], ['192.0.2.1'])
})
