/** Groups of combinations of columns are those that come out of joining each row's values. */
import { test } from 'vitest'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { eachCombination } from '../../../src/engine/commands/maintenance/combinations.js'
import { atOnce } from '../../../src/util/effort.js'

test('each combination once, those of one size in order, and its groups', () => {
  const column = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 40, maxLength: 40 })
  const columnLists = fc.array(column, { minLength: 1, maxLength: 5 })
  fc.assert(fc.property(columnLists, fc.integer({ min: 1, max: 5 }), (lists, most) => {
    const codes = lists.map((list) => Int32Array.from(list))
    /** @type {number[][]} */
    const seen = []
    atOnce(eachCombination(codes, 40, most, function* visit(columns, { group, counts, first }) {
      seen.push(columns)
      const keys = lists[0].map((_, row) => columns.map((at) => lists[at][row]).join())
      const different = [...new Set(keys)]
      assert.deepEqual([...group], keys.map((key) => different.indexOf(key)))
      assert.deepEqual(first, different.map((key) => keys.indexOf(key)))
      assert.deepEqual(counts, different.map((key) => keys.filter((other) => other === key).length))
    }))
    for (let size = 1; size <= most; size++) {
      const own = seen.filter((columns) => columns.length === size).map((columns) => columns.join())
      assert.deepEqual(own, [...new Set(own)].sort())
    }
    const count = 2 ** lists.length - 1
    if (most >= lists.length) assert.equal(seen.length, count)
    else assert.ok(seen.length < count)
  }), { numRuns: 50 })
})
