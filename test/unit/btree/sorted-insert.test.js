/**
 * Batches in key order into trees of several hundred pages, so that leaves are found group by group, against a sorted
 * model: splits, taken keys and pages that leave memory in between.
 */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { checkTree, compareTree } from '../../../src/storage/btree/check.js'
import { insertSorted } from '../../../src/storage/btree/sorted-insert.js'
import { TOUCH_BLOCKS_MIN } from '../../../src/storage/btree/touch.js'
import { seededRandom } from '../../../src/util/prng.js'
import { hex, keyMaker, makeTree, makeWorld, Model, roomy } from './harness.js'
import { rounds } from '../../support/rounds.js'

const seed = Number(process.env.SEED ?? 20261122)
console.log(`# seed ${seed}`)

/** @typedef {ReturnType<typeof seededRandom>} Random */
const int8 = keyMaker([{ typeOid: 20 }])
const text = keyMaker([{ typeOid: 25 }])

/** @type {[string, number, (random: Random, batch: number) => Uint8Array][]} */
const KINDS = [
  ['keys all over the tree, few pages in memory', 40, (random) => int8(random.below(1e9))],
  ['keys all over the tree, all in memory', 2000, (random) => int8(random.below(1e9))],
  [
    'long keys, some batches dense',
    200,
    (random, batch) =>
      text(`${'tenant'.repeat(8)}/${batch % 3 === 0 ? batch : random.below(1e6)}/${random.below(1e6)}`),
  ],
  ['few keys, many duplicates', 200, (random) => int8(random.below(40))],
]

for (const [name, cachePages, makeKey] of rounds([KINDS[2]], KINDS)) {
  test(name, () => {
    const random = seededRandom(seed)
    const world = makeWorld({ cachePages })
    const { pool } = world.storage
    const tree = makeTree(world)
    const model = new Model()
    let found = 0
    const pin = world.env.leaves.pin
    world.env.leaves.pin = function (...parts) {
      const frame = pin.apply(this, parts)
      if (frame >= 0) found++
      return frame
    }
    for (let batch = 0; tree.file.blockCount < 2 * TOUCH_BLOCKS_MIN || batch % 40 !== 0; batch++) {
      const rows = Array.from({ length: 1 + random.below(800) }, () => ({
        key: makeKey(random, batch),
        tid: random.below(1e9),
      }))
      const order = Uint32Array.from(rows.keys()).sort(
        (a, b) => Buffer.compare(rows[a].key, rows[b].key) || rows[a].tid - rows[b].tid
      )
      const starts = new Uint32Array(rows.length)
      const ends = new Uint32Array(rows.length)
      const bytes = Buffer.concat(rows.map(({ key }) => roomy(key)))
      for (let row = 0, at = 0; row < rows.length; row++) {
        starts[row] = at
        ends[row] = at + rows[row].key.length
        at = ends[row] + 6
      }
      const stopsAt = random.below(20) === 0 ? random.below(rows.length) : -1
      let stopped = -1
      const isTaken = (/** @type {number} */ row) => {
        for (let i = 0; i < 3; i++) pool.unpin(pool.pin(tree.file, random.below(tree.file.blockCount)))
        if (row !== stopsAt) return false
        stopped = row
        return true
      }
      const all = insertSorted(
        tree, world.txn, { bytes, starts, ends }, order, 0, rows.length, Float64Array.from(rows, ({ tid }) => tid),
        batch % 2 === 0 ? isTaken : null,
      )
      assert.equal(all, stopped < 0)
      for (const row of order) {
        if (row === stopped) break
        model.add(rows[row].key, rows[row].tid)
      }
      if (batch % 40 === 39) {
        assert.equal(checkTree(tree).entryCount, model.entries.size)
        let left = 300
        for (const { key, tid } of [...model.entries.values()]) {
          if (left-- === 0) break
          assert.ok(tree.remove(roomy(key), 0, key.length, tid, 0, 0) > 0, hex(key))
          model.delete(key, tid)
        }
      }
    }
    assert.equal(compareTree(tree, model.sorted()), null)
    assert.ok(found > 1000, `${found} leaves were found ahead`)
    pool.assertUnpinned()
  })
}
