/** Rows of a window partition beyond memory, and the sort whose ties are PostgreSQL's. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import { makeContext, resetContext } from '../../../src/executor/context.js'
import { RowStore } from '../../../src/executor/spill/row-store.js'
import { sortPairs, sortPairsSteps } from '../../../src/util/pair-sort.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'

test('a RowStore gives every row back, in memory and spilled, forwards and at random', () => {
  for (const workMem of [1024, 64 * 1024, 16 * 1024 * 1024]) {
    const ctx = makeContext({ workMem, vfs: new MemoryVfs() })
    const store = new RowStore(ctx, [null, null])
    for (const count of [0, 1, 63, 64, 65, 5000]) {
      store.reset()
      for (let at = 0; at < count; at++) store.push([at, `row ${at}`])
      assert.equal(store.length, count)
      for (let at = 0; at < count; at++) assert.deepEqual(store.row(at), [at, `row ${at}`])
      for (let at = 0; at < count; at++) assert.equal(store.row(at * 7919 % count)[0], at * 7919 % count)
    }
    resetContext(ctx)
  }
})

/**
 * Rows by their first value, half of it in the heads and half left to `tie`.
 * @param {number[][]} rows sorted in place
 * @param {(heads: Float64Array, order: Int32Array, space: any, tie: import('../../../src/util/pair-sort.js').Tie) =>
 *   void} [sort]
 */
function quicksort(rows, sort = (heads, order, space, tie) => sortPairs(heads, order, space, tie, 0, order.length)) {
  const space = rows.slice()
  const order = Int32Array.from(rows, (_, at) => at)
  sort(Float64Array.from(rows, (row) => Math.floor(row[0] / 2)), order, space, (of, a, b) => of[a][0] - of[b][0])
  order.forEach((row, at) => { rows[at] = space[row] })
}

test('quicksort sorts whatever the input looks like', () => {
  const random = seededRandom(7)
  for (const size of [0, 1, 2, 6, 7, 8, 40, 41, 1000]) {
    for (const values of [1, 3, 1000000]) {
      const rows = Array.from({ length: size }, (_, at) => [random.below(values), at])
      const expected = rows.map((row) => row[0]).sort((a, b) => a - b)
      quicksort(rows)
      assert.deepEqual(rows.map((row) => row[0]), expected)
      assert.equal(new Set(rows.map((row) => row[1])).size, size)
    }
  }
})

test('quicksort in steps gives the same rows in the same places', () => {
  const random = seededRandom(11)
  for (const values of [2, 500, 1000000]) {
    const rows = Array.from({ length: 60000 }, (_, at) => [random.below(values), at])
    const inSteps = rows.slice()
    quicksort(rows)
    let steps = 0
    quicksort(inSteps, (heads, order, space, tie) => {
      for (const count of sortPairsSteps(heads, order, space, tie, order.length)) steps += Math.min(1, count)
    })
    assert.ok(steps > 1)
    assert.deepEqual(inSteps, rows)
  }
})

test('rows that are in order keep it; ties come out as PostgreSQL has them', () => {
  const sorted = [[1, 0], [1, 1], [2, 2], [2, 3]]
  quicksort(sorted)
  assert.deepEqual(sorted.map((row) => row[1]), [0, 1, 2, 3])
  // SELECT string_agg(n::text, ',' ORDER BY k) FROM (SELECT x * 7 % 4 AS k, x AS n FROM generate_series(1, 20) x) q
  const ties = Array.from({ length: 20 }, (_, at) => [(at + 1) * 7 % 4, at + 1])
  quicksort(ties)
  assert.equal(ties.map((row) => row[1]).join(), TIES)
})

const TIES = '12,20,8,4,16,11,3,7,15,19,6,14,18,2,10,5,13,1,17,9'
