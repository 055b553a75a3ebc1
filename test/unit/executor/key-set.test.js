/**
 * A KeySet against a JavaScript Set, with next to no memory: every kind of key, long ones, and as many as make every
 * bucket split more than once.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { KeySet } from '../../../src/executor/spill/key-set.js'
import { releaseCursors } from '../../../src/executor/context.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'

/** @param {number} workMem @returns {any} */
const context = (workMem) => ({ workMem, vfs: new MemoryVfs(), cursors: [] })

/** Different keys, some alike as text. @param {number} index */
function keyOf(index) {
  switch (index % 8) {
    case 0: return index
    case 1: return String(index - 1)
    case 2: return BigInt(index) * 10n ** 18n
    case 3: return -index / 7
    case 4: return `\u00e9\ud83d\ude00${index}\0\udfff`
    case 5: return `\ufffd${index - 1}\0\ufffd`
    case 6: return `${index}`.repeat(20 + index % 100)
    default: return `long ${index}`.repeat(index % 1024 === 7 ? 9000 : 1)
  }
}

test('keys beyond the memory are told apart', () => {
  const ctx = context(65536)
  const keys = new KeySet(ctx)
  const COUNT = 60000
  for (let index = 0; index < COUNT; index++) assert.equal(keys.add(keyOf(index)), true, String(index))
  for (const key of [null, true, false, Number.NaN, Infinity, '']) {
    assert.equal(keys.has(key), false, String(key))
    assert.equal(keys.add(key), true)
    assert.equal(keys.add(key), false)
  }
  assert.equal(keys.size, COUNT + 6)
  assert.ok(keys.table !== null && keys.table.round >= 256 && keys.table.cache.size <= keys.table.cacheMax)
  for (let index = 0; index < COUNT; index++) {
    assert.equal(keys.has(keyOf(index)), true, String(index))
    if (index % 3 === 0) assert.equal(keys.add(keyOf(index)), false)
    assert.equal(keys.has(`no ${index}`), false)
  }
  releaseCursors(ctx, true)
  assert.equal(keys.table.closed, true)
})

test('a set that fits stays in memory', () => {
  const keys = new KeySet(context(1 << 20))
  for (let index = 0; index < 2000; index++) keys.add(index % 1000)
  assert.equal(keys.size, 1000)
  assert.equal(keys.table, null)
})

test('keys of megabytes that differ in one byte are told apart, wherever it is', () => {
  const ctx = context(65536)
  const keys = new KeySet(ctx)
  for (const letter of ['a', '\u00e9', '\u20ac']) {
    const whole = letter.repeat(200_000)
    for (const at of [0, 1, 99_999, 199_998, 199_999]) {
      const key = `${whole.slice(0, at)}b${whole.slice(at + 1)}`
      assert.equal(keys.has(key), false, `${letter} ${at}`)
      assert.equal(keys.add(key), true)
      assert.equal(keys.add(key), false)
      assert.equal(keys.has(`${key}a`), false)
      assert.equal(keys.add(String(at)), letter === 'a')
    }
  }
  assert.ok(keys.table !== null)
  releaseCursors(ctx, true)
})
