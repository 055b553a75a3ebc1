/**
 * Small sorts leave their room to the next ones: of sorts that are filled, read, given up and begun anew in any order,
 * each gives its own rows.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { RowSorter } from '../../../src/executor/spill/row-sorter.js'
import { seededRandom } from '../../../src/util/prng.js'

const ROW_BYTES = 12

/** By a whole number behind the row's head. @type {import('../../../src/executor/spill/row-sorter.js').RowOrder} */
const ORDER = { head: (space, at) => space.view.getInt32(at + 8, true), tie: () => 0, load: null, general: 0 }

/** @param {number} workMem */
const context = (workMem) => /** @type {any} */ ({ workMem, sorters: 0, vfs: null })

/** @param {RowSorter} sorter @param {number} value */
function push(sorter, value) {
  const { space } = sorter
  const at = space.end
  if (at + ROW_BYTES > space.bytes.length) space.grow(at + ROW_BYTES)
  space.view.setUint32(at, ROW_BYTES, true)
  space.view.setUint32(at + 4, space.number, true)
  space.view.setInt32(at + 8, value, true)
  space.end = at + ROW_BYTES
  sorter.push(at)
}

test('sorts in any order', () => {
  const { below } = seededRandom(7)
  const ctx = context(1 << 20)
  /** @type {{ sorter: RowSorter, values: number[], reading: boolean }[]} */
  const open = []
  let read = 0
  for (let round = 0; round < 20_000; round++) {
    const it = open[below(24)]
    if (it === undefined) {
      open.push({ sorter: new RowSorter(ctx, ORDER, below(4) === 0 ? 5 : Infinity), values: [], reading: false })
      continue
    }
    const { sorter } = it
    if (!it.reading && below(8) > 0) {
      for (let rows = below(12) === 0 ? 400 : below(20); rows > 0; rows--) {
        const value = below(1000) - 500
        push(sorter, value)
        it.values.push(value)
      }
      continue
    }
    if (!it.reading) {
      sorter.finish()
      it.values = it.values.sort((a, b) => a - b).slice(0, sorter.bound)
      it.reading = true
    }
    for (let rows = below(30); rows >= 0; rows--) {
      const at = sorter.next()
      if (at >= 0) {
        assert.equal(sorter.space.view.getInt32(at + 8, true), it.values.shift())
        read++
        continue
      }
      assert.deepEqual(it.values, [])
      // Its room is somebody else's from here on; another end of the same rows gives it no second time.
      if (below(2) === 0) sorter.release()
      if (below(3) === 0) open.splice(open.indexOf(it), 1)
      else {
        sorter.reset()
        it.reading = false
      }
      break
    }
    if (it.reading && below(10) === 0) {
      sorter.release() // the rest is not wanted
      open.splice(open.indexOf(it), 1)
    }
  }
  assert.ok(read > 10_000, `${read}`)
})

test('a sort that begins where another ended knows its own memory and rows', () => {
  const first = new RowSorter(context(1 << 20), ORDER)
  for (const value of [3, 1, 2]) push(first, value)
  first.finish()
  while (first.next() >= 0) { /* to the end */ }
  const second = new RowSorter(context(4096), ORDER)
  assert.equal(second.space, first.space)
  assert.equal(second.space.memory, 4096)
  push(second, 9)
  second.finish()
  assert.equal(second.space.view.getInt32(second.next() + 8, true), 9)
  assert.equal(second.next(), -1)
})
