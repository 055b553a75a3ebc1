/** Index entries sort as Buffer.compare sorts them, in memory and through a file, whatever the budget. */
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { EntrySorter } from '../../../src/catalog/ddl/entry-sort.js'
import { MemoryVfs } from '../../../src/storage/vfs/memory-vfs.js'
import { seededRandom } from '../../../src/util/prng.js'

const seed = 20261121
console.log(`# seed ${seed}`)

for (const memoryBytes of [200, 5000, 1 << 20]) {
  test(`entries come out in order with ${memoryBytes} bytes of memory`, () => {
    const random = seededRandom(seed)
    const sorter = new EntrySorter(memoryBytes, () => new MemoryVfs().tempFile())
    const expected = []
    for (let index = 0; index < 1500; index++) {
      // Few different bytes, so that many entries share their beginning or are one another's.
      const entry = Buffer.from(Array.from({ length: 1 + random.below(12) }, () => random.below(3)))
      expected.push(entry)
      sorter.add(entry, entry.length)
    }
    const got = [...sorter.sorted()].map((entry) => Buffer.from(entry))
    assert.deepEqual(got, expected.sort(Buffer.compare))
    sorter.close()
  })
}
