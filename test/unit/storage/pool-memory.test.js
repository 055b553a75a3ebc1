/** A pool's memory: its own copyWithin and fill against the typed array's, at random. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { poolMemory, poolMemoryIsGarbage } from '../../../src/storage/pool-memory.js'
import { FRAMES_MAX } from '../../../src/storage/buffer-pool.js'
import { settingDefinition } from '../../../src/config/settings.js'
import { seededRandom } from '../../../src/util/prng.js'

const SIZE = 3 * 8192

test('bytes are moved and cleared as in any other typed array, overlapping or not', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e6)
  t.annotate(`SEED=${seed}`)
  const { below } = seededRandom(seed)
  const at = (/** @type {number} */ end) => below(end + 1)
  const bytes = poolMemory(SIZE)
  const model = new Uint8Array(SIZE)
  assert.equal(bytes.length, SIZE)
  assert.deepEqual(bytes, model)
  for (let round = 0; round < 2000; round++) {
    const count = at(below(2) === 0 ? 40 : SIZE)
    const from = at(SIZE - count)
    const to = at(SIZE - count)
    if (below(2) === 0)
      for (const array of [bytes, model]) assert.equal(array.copyWithin(to, from, from + count), array)
    else {
      const value = at(255)
      for (const array of [bytes, model]) assert.equal(array.fill(value, from, from + count), array)
    }
    for (let index = 0; index < 16; index++) bytes[index * 512] = model[index * 512] = at(255)
    assert.equal(Buffer.compare(bytes, model), 0, `round ${round}`)
  }
  for (const array of [bytes, model]) array.copyWithin(100, 8192)
  assert.equal(Buffer.compare(bytes, model), 0)
  assert.deepEqual(bytes.fill(7), model.fill(7))
})

test('memory beyond the end is nobody\'s', () => {
  const bytes = poolMemory(65536)
  assert.throws(() => bytes.copyWithin(65530, 0, 7), { name: 'RuntimeError' })
  assert.throws(() => bytes.fill(1, 65530, 65537), { name: 'RuntimeError' })
  assert.deepEqual(bytes, new Uint8Array(65536))
})

test('V8 does not count it', () => {
  const before = process.memoryUsage().arrayBuffers
  const bytes = poolMemory(256 * 1048576)
  assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1048576)
  assert.equal(bytes.length, 256 * 1048576)
})

test('what nobody uses any more is collected soon', async () => {
  /** @type {WeakRef<Uint8Array>[]} */
  const made = []
  for (let count = 0; count < 4; count++) {
    made.push(new WeakRef(poolMemory(256 * 1048576)))
    poolMemoryIsGarbage(256 * 1048576)
    // V8 collects step by step, as a program runs.
    for (let turn = 0; turn < 100; turn++)
      await new Promise((resolve) => {
        setImmediate(resolve, new Array(1000).fill(turn))
      })
  }
  assert.ok(made.some((bytes) => bytes.deref() === undefined))
  poolMemoryIsGarbage(Number.MAX_SAFE_INTEGER)
})

test('shared_buffers takes as many pages as one block holds', () => {
  assert.equal(settingDefinition('shared_buffers')?.max, FRAMES_MAX)
})
