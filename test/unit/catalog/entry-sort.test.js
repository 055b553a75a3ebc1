/** Index entries sort as Buffer.compare sorts them, in memory and through a file, whatever the budget. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { EntrySorter } from '../../../src/catalog/ddl/indexes/entry-sort.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'

const seed = 20261121
console.log(`# seed ${seed}`)

/** @param {EntrySorter} sorter @returns {Buffer[]} */
function sorted(sorter) {
  for (const steps = sorter.finishSteps(); !steps.next().done;) { /* nobody waits */ }
  const entries = []
  while (sorter.next()) entries.push(Buffer.from(sorter.bytes.subarray(sorter.from, sorter.to)))
  return entries
}

for (const memoryBytes of [200, 5000, 1 << 20]) {
  test(`entries that come in order, or nearly, come out so with ${memoryBytes} bytes of memory`, () => {
    for (const swapped of [-1, 0, 700, 1498]) {
      const sorter = new EntrySorter(memoryBytes, () => new MemoryVfs().tempFile())
      const expected = Array.from({ length: 1500 }, (_, index) => Buffer.from(`same beginning ${String(index >> 1).padStart(5, '0')}${index & 1 ? 'b' : ''}`))
      const given = expected.slice()
      if (swapped >= 0) [given[swapped], given[swapped + 1]] = [given[swapped + 1], given[swapped]]
      for (const entry of given) sorter.add(entry, entry.length)
      assert.deepEqual(sorted(sorter), expected)
      sorter.close()
    }
  })

  test(`entries come out in order with ${memoryBytes} bytes of memory`, () => {
    const random = seededRandom(seed)
    const sorter = new EntrySorter(memoryBytes, () => new MemoryVfs().tempFile())
    const expected = []
    for (let index = 0; index < 1500; index++) {
      // Few different bytes, so that many entries share their beginning or are one another's.
      const entry = Buffer.from(Array.from({ length: 1 + random.below(12) }, () => index % 5 === 0 ? 255 - random.below(40) : random.below(3)))
      expected.push(entry)
      sorter.add(entry, entry.length)
    }
    const got = sorted(sorter)
    assert.deepEqual(got, expected.sort(Buffer.compare))
    sorter.close()
  })
}
